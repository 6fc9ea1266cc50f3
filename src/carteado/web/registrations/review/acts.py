"""The organiser's acts on entries: their labels and forms, and how an act becomes an operation.

The championship decides which acts are possible. A form carries the number of steps that the entry had when the page
was shown. If the entry has more steps by now, the act is not done. Changes to other entries do not matter.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum
from typing import Any, NamedTuple

from django import forms
from django.utils import timezone
from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext_lazy

from carteado.regulation import Refusal
from carteado.tournament.operations import ChangeEntry
from carteado.tournament.registrations.acts import (
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
from carteado.tournament.registrations.entries import Entry, Step
from carteado.tournament.running.dispatch import apply, refusal
from carteado.tournament.state.championship import Championship
from carteado.web.events import store
from carteado.web.events.models import Event
from carteado.web.kit.words.catalogue import words
from carteado.web.people.models import User
from carteado.web.registrations.registering import with_people

LONGEST_MESSAGE = 300
"""In characters."""
_ANYTHING = "…"
"""Stands for a reason not typed yet, to check whether the act is possible once there is one."""


class EntryAct(StrEnum):
    """The acts. The value is the word in the address."""

    SELECT = "selecionar"
    RESERVE = "reservar"
    REVIEW = "analisar"
    INVITE = "convidar"
    ASK_BACK = "devolver"
    DECLINE = "recusar"
    ABSENT = "faltou"
    DISQUALIFY = "desclassificar"


class ActLabels(NamedTuple):
    """An act of the organiser: the label of its button, and the message once it is done.

    After a final act the entry is closed. The page shows these acts apart from the others.
    """

    label: str | Promise
    done_message: str | Promise
    is_final: bool = False


ACT_LABELS: Mapping[EntryAct, ActLabels] = {
    EntryAct.SELECT: ActLabels(_("Select"), _("Selected.")),
    EntryAct.RESERVE: ActLabels(_("Keep in reserve"), _("Kept in reserve.")),
    EntryAct.REVIEW: ActLabels(_("Send to review"), _("Sent to review.")),
    EntryAct.INVITE: ActLabels(_("Call from the reserve"), _("Called from the reserve: now it is for the pair.")),
    EntryAct.ASK_BACK: ActLabels(_("Ask the pair for something"), _("Asked: the pair finds it on its page.")),
    EntryAct.DECLINE: ActLabels(_("Decline"), _("Declined."), is_final=True),
    EntryAct.ABSENT: ActLabels(_("Did not appear"), _("Noted: it counts as giving up."), is_final=True),
    EntryAct.DISQUALIFY: ActLabels(_("Disqualify"), _("Disqualified."), is_final=True),
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
"""The acts that need only an actor, a time and a reason."""


class ActForm(forms.Form):
    """The message that goes with an act. The championship decides which acts need one.

    ``seen`` is the number of steps that the entry had when the page was shown.
    """

    seen = forms.IntegerField(min_value=1, max_value=10_000, widget=forms.HiddenInput)
    why = forms.CharField(
        label=_("Message to the pair"),
        help_text=_("Both read it on their pages. Leave people's names out."),
        max_length=LONGEST_MESSAGE,
        required=False,
        widget=forms.Textarea(attrs={"rows": 3}),
    )


class DisqualifyForm(ActForm):
    """Disqualify on one of the regulation's grounds. Keys: disqualification.by and those of the grounds.

    ``conduct`` is what the regulation gives as examples of improper behaviour.
    """

    ground = forms.ChoiceField(label=pgettext_lazy("disqualification", "Ground"), widget=forms.RadioSelect)

    def __init__(self, offered: Sequence[Ground], *arguments: Any, conduct: str = "", **settings: Any) -> None:
        super().__init__(*arguments, **settings)
        self.auto_id = "disqualify_%s"  # the page has another form with the same fields
        self.fields["why"].required = True
        chosen = self.fields["ground"]
        assert isinstance(chosen, forms.ChoiceField)
        chosen.help_text = conduct
        chosen.choices = [(str(one), words().in_words(one).capitalize()) for one in offered]


# --- possible acts ------------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Offer:
    """An act that the page offers, or the reason why it cannot."""

    act: EntryAct
    label: str
    is_final: bool
    refusal: Refusal | None


def offers(championship: Championship, entry: Entry, by: User) -> list[Offer]:
    """All acts that the regulation has, each with the refusal that its button would get.

    ``championship`` must have the facts about people on which refusals depend.
    """
    return [
        Offer(act, str(labels.label), labels.is_final, refusal_of_act(championship, entry, act, by))
        for act, labels in ACT_LABELS.items()
        if act is not EntryAct.DISQUALIFY or grounds(championship.regulation)
    ]


def refusal_of_act(championship: Championship, entry: Entry, act: EntryAct, by: User) -> Refusal | None:
    """Why the act is not possible now, with any reason and on any ground; None if it is.

    To disqualify is asked about only where the regulation has grounds for it.
    """
    if act is not EntryAct.DISQUALIFY:
        return refusal(championship, operation(entry, act, by))
    refused = [_refusal_on_ground(championship, entry, ground, by) for ground in grounds(championship.regulation)]
    return None if None in refused else refused[0]


def possible_grounds(championship: Championship, entry: Entry, by: User) -> list[Ground]:
    """The grounds on which the entry could be disqualified now."""
    return [
        ground
        for ground in grounds(championship.regulation)
        if _refusal_on_ground(championship, entry, ground, by) is None
    ]


def _refusal_on_ground(championship: Championship, entry: Entry, ground: Ground, by: User) -> Refusal | None:
    return refusal(championship, operation(entry, EntryAct.DISQUALIFY, by, ground=ground))


def operation(
    entry: Entry,
    act: EntryAct,
    by: User,
    *,
    why: str = _ANYTHING,
    ground: Ground | None = None,
) -> ChangeEntry:
    """The operation that does the act. Disqualifying needs a ground, and no other act has one.

    Without ``why`` it only serves to ask whether the act is possible.
    """
    name, at = store.author(by), timezone.now()
    actor = Actor(Role.ORGANISER, name)
    if ground is not None:
        disqualify = Disqualify(by=actor, at=at, why=why, ground=ground)
        return ChangeEntry(by=name, at=at, entry=entry.id, change=disqualify)
    return ChangeEntry(by=name, at=at, entry=entry.id, change=_PLAIN[act](by=actor, at=at, why=why))


# --- acting -------------------------------------------------------------------------------------------------------


class Overtaken(NamedTuple):
    """An entry has changed since the form was shown, so no act was done. ``step`` is the latest change."""

    entry: Entry
    step: Step


class EntryRefused(NamedTuple):
    """The entry for which the championship refused. No entry was changed."""

    entry: Entry
    refusal: Refusal


class EntryVersion(NamedTuple):
    """An entry as a form showed it: its code, and the number of steps that it had then."""

    code: str
    steps_shown: int


def change_entries(
    event: Event,
    entries: Sequence[EntryVersion],
    act: EntryAct,
    *,
    by: User,
    why: str = "",
    ground: Ground | None = None,
) -> Championship | Overtaken | EntryRefused:
    """Do the act to all the entries, or to none. An act that this user has just done is not repeated.

    Returns the championship after it, also if nothing was left to do. Raises KeyError for an unknown entry.
    """
    while True:
        event.refresh_from_db()
        championship = store.championship_of(event)
        operations = []
        for shown in entries:
            entry = championship.entries[shown.code]
            change = operation(entry, act, by, why=why, ground=ground)
            if len(entry.history) > shown.steps_shown and not _is_same_change(
                entry.history[shown.steps_shown], change.change
            ):
                return Overtaken(entry, entry.history[-1])
            if len(entry.history) <= shown.steps_shown:  # fewer if a step was undone: the championship decides
                operations.append(change)
        if not operations:
            return championship
        result = store.append_all(event, operations, by=by, expected=event.seq)
        if isinstance(result, Refusal):
            return _refused(event, championship, operations, result)
        if isinstance(result, Championship):
            return result
        # Another operation was stored since the championship was read: read it again.


def _is_same_change(step: Step, change: Change) -> bool:
    return (step.act, step.by, step.why) == (change.name, change.by, change.why)


def _refused(event: Event, before: Championship, operations: Sequence[ChangeEntry], answer: Refusal) -> EntryRefused:
    """Find the entry that was refused, by applying the operations one by one."""
    championship = with_people(before, event)
    for one in operations:
        if refused := refusal(championship, one):
            return EntryRefused(before.entries[one.entry], refused)
        championship = apply(championship, one)
    return EntryRefused(before.entries[operations[0].entry], answer)
