"""Who of a pair has said himself that he is in it, whether the regulation asks for his word or not."""

from datetime import datetime
from typing import NamedTuple

from django.utils.translation import gettext as _

from carteado.tournament.entries import Entry
from carteado.tournament.entry_acts import ConfirmPartner
from carteado.web.display.event_posters import moment
from carteado.web.registrations.consents import COMING
from carteado.web.registrations.models import Entrant
from carteado.web.registrations.own_link import has_told, is_given, is_renewed


class Word(NamedTuple):
    """``at`` is None for who came before that was written down."""

    called: str
    is_given: bool
    at: datetime | None

    def __str__(self) -> str:
        if not self.is_given:
            return _("%(name)s: not confirmed yet") % {"name": self.called}
        if self.at is None:
            return _("confirmed by %(name)s") % {"name": self.called}
        return _("confirmed by %(name)s on %(at)s") % {"name": self.called, "at": moment(self.at)}


def word_of(entrant: Entrant, entry: Entry) -> Word | None:
    """None of who entered the pair himself: that was his word."""
    if entry.history[0].by.id == entrant.code or entrant.erased_at is not None:
        return None
    at = _said_at(entrant, entry)
    return Word(entrant.called or entrant.name, at is not None or has_come(entrant), at)


def has_come(entrant: Entrant) -> bool:
    """Whether the page was his own before, also where its link was made anew since."""
    return not is_given(entrant) or is_renewed(entrant) or has_told(entrant)


def _said_at(entrant: Entrant, entry: Entry) -> datetime | None:
    """The yes that the regulation asks for, or the one that came with the page. Key: consents.partner."""
    confirmed = (step.at for step in entry.history if step.act == ConfirmPartner.name and step.by.id == entrant.code)
    came = (one.at for one in entrant.agreements.all() if one.to == COMING)
    return next(confirmed, None) or next(came, None)
