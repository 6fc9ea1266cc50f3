"""What the organiser does to entries. Whether it may be done now the championship itself says; here are only the words.

A form carries how many steps of the entry its reader saw. Who changed another entry meanwhile is not in the way; who
changed this one was first.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import datetime
from enum import StrEnum
from typing import Any, NamedTuple

from django import forms
from django.utils import timezone
from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext_lazy

from carteado.regulation import Refusal, Regulation
from carteado.tournament.championship import Championship
from carteado.tournament.entries import Entry, Step
from carteado.tournament.entry_acts import (
    Actor,
    AskBack,
    Change,
    Decline,
    Disqualify,
    FailToAppear,
    Ground,
    Invite,
    KeepInReserve,
    Role,
    Select,
    SendToReview,
    grounds,
)
from carteado.tournament.operations import ChangeEntry
from carteado.tournament.running import apply, refusal
from carteado.web.events import store
from carteado.web.events.models import Event
from carteado.web.kit.words.catalogue import words
from carteado.web.people.models import User
from carteado.web.registrations.eligibility_facts import people_of

LONGEST_MESSAGE = 300
_ANYTHING = "…"
"""Stands for the reason while it is only asked whether an act would be possible with one."""


class EntryAct(StrEnum):
    """By the word in the address."""

    SELECT = "selecionar"
    RESERVE = "reservar"
    REVIEW = "analisar"
    INVITE = "convidar"
    ASK_BACK = "devolver"
    DECLINE = "recusar"
    ABSENT = "faltou"
    DISQUALIFY = "desclassificar"


class Deed(NamedTuple):
    """An act of the organiser: what stands on its button, and what is said once it is done."""

    label: str | Promise
    done: str | Promise
    is_final: bool = False


DEEDS: Mapping[EntryAct, Deed] = {
    EntryAct.SELECT: Deed(_("Select"), _("Selected.")),
    EntryAct.RESERVE: Deed(_("Keep in reserve"), _("Kept in reserve.")),
    EntryAct.REVIEW: Deed(_("Send to review"), _("Sent to review.")),
    EntryAct.INVITE: Deed(_("Call from the reserve"), _("Called from the reserve: now it is for the pair.")),
    EntryAct.ASK_BACK: Deed(_("Ask the pair for something"), _("Asked: the pair finds it on its page.")),
    EntryAct.DECLINE: Deed(_("Decline"), _("Declined."), is_final=True),
    EntryAct.ABSENT: Deed(_("Did not appear"), _("Noted: it counts as giving up."), is_final=True),
    EntryAct.DISQUALIFY: Deed(_("Disqualify"), _("Disqualified."), is_final=True),
}

_Plain = Select | KeepInReserve | SendToReview | Invite | AskBack | Decline | FailToAppear
_PLAIN: Mapping[EntryAct, type[_Plain]] = {
    EntryAct.SELECT: Select,
    EntryAct.RESERVE: KeepInReserve,
    EntryAct.REVIEW: SendToReview,
    EntryAct.INVITE: Invite,
    EntryAct.ASK_BACK: AskBack,
    EntryAct.DECLINE: Decline,
    EntryAct.ABSENT: FailToAppear,
}
"""The acts that need no more than who, when and why."""


class ActForm(forms.Form):
    """The message that goes with an act; which acts need one the championship says."""

    seen = forms.IntegerField(min_value=1, max_value=10_000, widget=forms.HiddenInput)
    why = forms.CharField(
        label=_("Message to the pair"),
        help_text=_("Both read it on their pages. Leave people's names out."),
        max_length=LONGEST_MESSAGE,
        required=False,
        widget=forms.Textarea(attrs={"rows": 3}),
    )


class DisqualifyForm(ActForm):
    """By one of the grounds that the regulation has. Keys: disqualification.by and those of the grounds."""

    ground = forms.ChoiceField(label=pgettext_lazy("disqualification", "Ground"), widget=forms.RadioSelect)

    def __init__(self, offered: Sequence[Ground], *arguments: Any, **settings: Any) -> None:
        super().__init__(*arguments, **settings)
        self.auto_id = "disqualify_%s"  # it stands beside another form with the same fields
        self.fields["why"].required = True
        chosen = self.fields["ground"]
        assert isinstance(chosen, forms.ChoiceField)
        chosen.choices = [(str(one), words().shown(one).capitalize()) for one in offered]


# --- what may be done now -----------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Offer:
    """An act as the page offers it, or why not."""

    act: EntryAct
    label: str
    is_final: bool
    refusal: Refusal | None


def offers(championship: Championship, entry: Entry, by: User) -> list[Offer]:
    """Every act that the regulation knows, each judged by the championship as it would be on the button."""
    return [
        Offer(act, str(deed.label), deed.is_final, why_not(championship, entry, act, by))
        for act, deed in DEEDS.items()
        if act is not EntryAct.DISQUALIFY or grounds(championship.regulation)
    ]


def why_not(championship: Championship, entry: Entry, act: EntryAct, by: User) -> Refusal | None:
    """Why the act is not possible now, with whatever reason and on whatever ground; None when it is."""
    if act is not EntryAct.DISQUALIFY:
        return refusal(championship, operation(entry, act, by))
    refused = [_why_not_on(championship, entry, ground, by) for ground in grounds(championship.regulation)]
    return None if None in refused else refused[0]


def possible_grounds(championship: Championship, entry: Entry, by: User) -> list[Ground]:
    return [
        ground for ground in grounds(championship.regulation) if _why_not_on(championship, entry, ground, by) is None
    ]


def _why_not_on(championship: Championship, entry: Entry, ground: Ground, by: User) -> Refusal | None:
    return refusal(championship, operation(entry, EntryAct.DISQUALIFY, by, ground=ground))


def operation(
    entry: Entry,
    act: EntryAct,
    by: User,
    *,
    why: str = _ANYTHING,
    ground: Ground | None = None,
    at: datetime | None = None,
) -> ChangeEntry:
    name, at = store.author(by), at or timezone.now()
    actor = Actor(Role.ORGANISER, name)
    if ground is not None:
        disqualify = Disqualify(by=actor, at=at, why=why, ground=ground)
        return ChangeEntry(by=name, at=at, entry=entry.id, change=disqualify)
    return ChangeEntry(by=name, at=at, entry=entry.id, change=_PLAIN[act](by=actor, at=at, why=why))


def with_people(championship: Championship, event: Event) -> Championship:
    """As the store judges entries: with what is known of people."""
    return replace(championship, people=people_of(event))


# --- doing it -----------------------------------------------------------------------------------------------------


class Overtaken(NamedTuple):
    """Somebody changed the entry since the form was shown: what he did last."""

    entry: Entry
    step: Step


class Refused(NamedTuple):
    """The entry for which the championship says no; nothing was done to any."""

    entry: Entry
    refusal: Refusal


class Wanted(NamedTuple):
    """An act on one entry, of which so many steps were seen."""

    code: str
    seen: int


def change_entries(
    event: Event, wanted: Sequence[Wanted], act: EntryAct, *, by: User, why: str = "", ground: Ground | None = None
) -> Championship | Overtaken | Refused:
    """Does the act to all of the entries or to none. What this person has just done already is not done again.

    KeyError for an entry that is not there.
    """
    while True:
        event.refresh_from_db()
        championship = store.championship_of(event)
        operations = []
        for one in wanted:
            entry = championship.entries[one.code]
            change = operation(entry, act, by, why=why, ground=ground)
            if len(entry.history) > one.seen and not _is_done(entry.history[one.seen], change.change):
                return Overtaken(entry, entry.history[-1])
            if len(entry.history) <= one.seen:
                operations.append(change)
        if not operations:
            return championship
        result = store.append_all(event, operations, by=by, expected=event.seq)
        if isinstance(result, Refusal):
            return _refused(event, championship, operations, result)
        if isinstance(result, Championship):
            return result
        # Somebody did something else between the lines above: look again at what there is.


def _is_done(step: Step, change: Change) -> bool:
    return (step.act, step.by, step.why) == (change.name, change.by, change.why)


def _refused(event: Event, before: Championship, operations: Sequence[ChangeEntry], answer: Refusal) -> Refused:
    """Which of them it was."""
    known = with_people(before, event)
    for one in operations:
        if refused := refusal(known, one):
            return Refused(before.entries[one.entry], refused)
        known = apply(known, one)
    return Refused(before.entries[operations[0].entry], answer)


def rule_of(refused: Refusal | None, regulation: Regulation) -> str:
    """The key that leads to the article of a refusal, where it has one here."""
    return refused.key if refused is not None and refused.key in regulation.citations else ""
