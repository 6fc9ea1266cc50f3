"""Pairs that left the event for good, in words: how, under which article, and whether that is final."""

from collections.abc import Mapping
from typing import NamedTuple

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext_lazy

from carteado.regulation import Regulation
from carteado.tournament.outcomes import PairId
from carteado.tournament.registrations.acts import EntryState
from carteado.tournament.registrations.entries import Entry
from carteado.tournament.state.championship import Championship, Leaving

FINAL_KEY = "disqualification.final"

_WORDS: Mapping[Leaving, str | Promise] = {
    # also a pair that did not come, where the regulation takes this for a withdrawal (lateness.result)
    Leaving.WITHDRAWN: pgettext_lazy("a pair", "Withdrawn"),
    Leaving.DISQUALIFIED: pgettext_lazy("a pair", "Disqualified"),
    Leaving.ELIMINATED: pgettext_lazy("a pair", "Out by W.O."),
}
_SENTENCES: Mapping[Leaving, str | Promise] = {
    Leaving.WITHDRAWN: _("The pair withdrew. It takes no place."),
    Leaving.DISQUALIFIED: _("The pair was disqualified. It takes no place."),
    Leaving.ELIMINATED: _("The pair did not come to its match in time and is out."),
}
_FINAL = _("This is final: there is no appeal.")


class DepartureInWords(NamedTuple):
    """How a pair left: in a word, and in a sentence. ``final`` is a sentence that this is final; empty if no rule says
    so.

    ``key`` and ``final_key`` are the rules cited after ``sentence`` and ``final``. ``key`` is empty if the regulation
    has no such rule, ``final_key`` also if ``key`` is that rule already.
    """

    how: Leaving
    word: str
    sentence: str
    key: str = ""
    final: str = ""
    final_key: str = ""


def departure_in_words(championship: Championship, pair: PairId) -> DepartureInWords | None:
    """How the pair left after the field was settled; None if it did not."""
    how = championship.leaving(pair)
    return None if how is None else _in_words(how, championship.departures[pair].key, championship.regulation)


def departure_of_entry(entry: Entry, regulation: Regulation) -> DepartureInWords | None:
    """How the pair left while it was only entered. Keys: disqualification.final, withdrawal.effect."""
    how = {EntryState.WITHDRAWN: Leaving.WITHDRAWN, EntryState.DISQUALIFIED: Leaving.DISQUALIFIED}.get(entry.state)
    return None if how is None else _in_words(how, entry.history[-1].key, regulation)


def _in_words(how: Leaving, key: str, regulation: Regulation) -> DepartureInWords:
    """Put a departure by the rule ``key`` into words. Where the regulation has no article on finality, nothing is said
    of it. To withdraw is to be disqualified (withdrawal.effect), so it is final where a disqualification is."""
    is_final = how is not Leaving.ELIMINATED and FINAL_KEY in regulation.citations
    final_key = "withdrawal.effect" if how is Leaving.WITHDRAWN else FINAL_KEY
    return DepartureInWords(
        how=how,
        word=str(_WORDS[how]),
        sentence=str(_SENTENCES[how]),
        key=key if key in regulation.citations else "",
        final=str(_FINAL) if is_final else "",
        final_key=final_key if is_final and final_key != key else "",
    )
