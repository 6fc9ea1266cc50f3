"""Pairs that do not come, are disqualified or give up. The last two always leave the whole event. A pair that does not
come leaves it too, if the regulation says what becomes of late pairs (lateness.result).
"""

from django import forms
from django.http import QueryDict
from django.utils.html import format_html
from django.utils.safestring import SafeString
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from carteado.tournament.matches.match_log import State
from carteado.tournament.operations import DisqualifyPair, WalkOver, WithdrawPair
from carteado.tournament.registrations.acts import GROUND_KEYS, Ground, authority_for, grounds
from carteado.web.events.details_in_words import rule_in_words
from carteado.web.kit.forms.needed_field import NeededText
from carteado.web.kit.guarding.policy import Action
from carteado.web.kit.words.catalogue import words
from carteado.web.kit.words.dates import moment_in_words
from carteado.web.matches.acts.base import Act, Author, reason_field
from carteado.web.matches.match_desk import Desk
from carteado.web.pages.templatetags.carteado import article_links


class Absence(Act):
    """A W.O. for one or both pairs in this match.

    Keys: lateness.tolerance_minutes, lateness.result, walkover.score, walkover.opponent.
    """

    name, title, button = "wo", gettext_lazy("W.O."), gettext_lazy("Give the W.O.")
    done_message = gettext_lazy("W.O. given.")
    permission = Action.RULE
    keys = ("lateness.tolerance_minutes", "lateness.result", "walkover.score", "walkover.opponent")

    absent = forms.MultipleChoiceField(label=gettext_lazy("Who did not come?"), widget=forms.CheckboxSelectMultiple)
    why = reason_field(required=False)

    def __init__(self, desk: Desk, data: QueryDict | None = None) -> None:
        super().__init__(desk, data)
        self.choose_from("absent", desk.pair_choices)
        if _needs_reason(desk):
            self.fields["why"] = reason_field(NeededText)
        self.fields["why"].help_text = f"{_when(desk)} {self.fields['why'].help_text}"

    @classmethod
    def is_offered(cls, desk: Desk) -> bool:
        return desk.is_open and not desk.has_begun

    def operation(self, author: Author) -> WalkOver:
        absent = tuple(self.cleaned_data["absent"])
        return WalkOver(by=author.by, at=author.at, match=self.desk.match, absent=absent, why=self.cleaned_data["why"])


def _needs_reason(desk: Desk) -> bool:
    """True if the referee must give a reason for a W.O. of either pair now. If only one of the pairs is late, the field
    may stay empty, and the championship refuses a W.O. of the other pair without a reason."""
    return desk.state is not State.CALLED or all(not one.is_past(desk.now) for one in desk.latest_arrivals)


def _when(desk: Desk) -> str:
    """A sentence that says whether the W.O. needs a reason now, and until when. Keys: lateness.tolerance_minutes,
    clock.absence_minutes."""
    limits = {limit.at for limit in desk.latest_arrivals}
    if desk.state is not State.CALLED:
        return _("The match was not called: the W.O. needs your reason.")
    if not limits:
        return _("No published hour says from when a pair is late: the W.O. needs your reason.")
    if max(limits) >= desk.now:
        moment = moment_in_words(max(limits))
        return _("The pairs have time until {moment}: a W.O. before that needs your reason.").format(moment=moment)
    return _("The time to arrive is over: the reason may stay empty.")


class Disqualification(Act):
    """Sends a pair out of the event.

    Keys: disqualification.by, disqualification.final, referee.disqualify, clock.absence_minutes. The last one is the
    article of one ground, which the ground shows itself, so ``keys`` does not have it.
    """

    name, title, button = "desclassificar", gettext_lazy("Disqualification"), gettext_lazy("Disqualify")
    done_message = gettext_lazy("Disqualified. The pair loses by W.O. what it has not finished.")
    permission = Action.RULE
    keys = ("disqualification.by", "disqualification.final", "referee.disqualify")

    pair = forms.ChoiceField(label=gettext_lazy("Pair"), widget=forms.RadioSelect)
    ground = forms.ChoiceField(label=gettext_lazy("On which ground?"), widget=forms.RadioSelect)
    why = reason_field(label=gettext_lazy("What happened?"))

    def __init__(self, desk: Desk, data: QueryDict | None = None) -> None:
        super().__init__(desk, data)
        self.choose_from("pair", _staying(desk))
        choices = [(str(one), _ground_in_words(desk, one)) for one in _open_grounds(desk)]
        self.choose_from("ground", choices)
        self.fields["ground"].help_text = _conduct_in_words(desk)
        self.fields["ground"].initial = choices[0][0] if len(choices) == 1 else None

    @classmethod
    def is_offered(cls, desk: Desk) -> bool:
        return bool(_staying(desk)) and bool(_open_grounds(desk))

    def operation(self, author: Author) -> DisqualifyPair:
        pair, ground = self.cleaned_data["pair"], Ground(self.cleaned_data["ground"])
        return DisqualifyPair(
            by=author.by,
            at=author.at,
            pair=pair,
            ground=ground,
            why=self.cleaned_data["why"],
            by_referee=not self.desk.may_decide,
        )


def _open_grounds(desk: Desk) -> list[Ground]:
    """The grounds on which this reader may disqualify: an organiser on all, a referee on those that the regulation
    leaves to no other authority. Key: disqualification.by."""
    regulation = desk.championship.regulation
    return [one for one in grounds(regulation) if desk.may_decide or authority_for(regulation, one) is None]


def _ground_in_words(desk: Desk, ground: Ground) -> str:
    """The ground with its article, because the referee chooses between articles."""
    return _with_articles(desk, words().in_words(ground).capitalize(), GROUND_KEYS[ground])


def _conduct_in_words(desk: Desk) -> str:
    """The regulation's examples of improper behaviour, with their article. Key: conduct.improper."""
    regulation, key = desk.championship.regulation, "conduct.improper"
    if key not in regulation.citations:
        return ""
    return _with_articles(desk, rule_in_words(regulation, key), key)


def _with_articles(desk: Desk, sentence: str, key: str) -> SafeString:
    """The sentence with links to its articles. The full citation appears under the mouse pointer."""
    regulation = desk.championship.regulation
    links = article_links(regulation, key, event=desk.event)
    return format_html('{} <span title="{}">{}</span>', sentence, regulation.cite(key), links)


def _staying(desk: Desk) -> list[tuple[str, str]]:
    """The pairs of the match that are still in the event."""
    return [one for one in desk.pair_choices if one[0] not in desk.championship.departures]


class Withdrawal(Act):
    """A pair gives up the event. The championship refuses it if the regulation has a rule on withdrawals and it is not
    ``in_writing``. Keys: withdrawal.request, withdrawal.effect."""

    name, title, button = "desistencia", gettext_lazy("A pair gives up"), gettext_lazy("Note that it gives up")
    done_message = gettext_lazy("Noted. The pair loses by W.O. what it has not finished.")
    permission = Action.RULE
    keys = ("withdrawal.request", "withdrawal.effect", "walkover.opponent")

    pair = forms.ChoiceField(label=gettext_lazy("Pair"), widget=forms.RadioSelect)
    why = reason_field()
    in_writing = forms.BooleanField(label=gettext_lazy("It gave it in writing"), required=False)

    def __init__(self, desk: Desk, data: QueryDict | None = None) -> None:
        super().__init__(desk, data)
        self.choose_from("pair", _staying(desk))

    @classmethod
    def is_offered(cls, desk: Desk) -> bool:
        return bool(_staying(desk))

    def operation(self, author: Author) -> WithdrawPair:
        pair, why, in_writing = (self.cleaned_data[name] for name in ("pair", "why", "in_writing"))
        return WithdrawPair(by=author.by, at=author.at, pair=pair, why=why, in_writing=in_writing)
