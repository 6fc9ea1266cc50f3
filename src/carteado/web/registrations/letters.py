"""What a person reports to the organiser (a fact that may keep them from playing) or asks (leave to promote something),
and the organiser's answer."""

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import timedelta

from django.db import transaction
from django.utils import timezone
from django.utils.functional import Promise
from django.utils.translation import gettext, pgettext_lazy
from django.utils.translation import gettext_lazy as _

from carteado.regulation import Refusal, Regulation, out_of_order
from carteado.tournament.registrations.acts import FINAL
from carteado.tournament.state.championship import Championship
from carteado.web.events import store
from carteado.web.events.models import Event
from carteado.web.events.trouble import Trouble, trouble_from_refusal
from carteado.web.log.recording import record
from carteado.web.people.models import User
from carteado.web.registrations.log_actions import LetterAnswered, LetterSent
from carteado.web.registrations.models import Entrant, Letter, LetterKind, Outcome
from carteado.web.registrations.registering import entry_of, locked_entrant

SENT_TWICE_WITHIN = timedelta(minutes=15)
"""So long an equal letter is taken for the same one, sent twice."""
LONGEST_LETTER, LONGEST_ANSWER = 1000, 300

KEYS: Mapping[str, str] = {
    LetterKind.FACT: "disqualification.reported_fact",
    LetterKind.PROMOTION: "publicity.promotion",
}
"""The rule that has people write each kind of letter. Without it in the regulation, nobody writes that kind."""
OUTCOMES: Mapping[str, tuple[Outcome, ...]] = {
    LetterKind.FACT: (Outcome.NOTED,),
    LetterKind.PROMOTION: (Outcome.GRANTED, Outcome.REFUSED),
}
"""What an organiser may answer. Whether a reported fact disqualifies is decided on the entry itself."""

TITLES: Mapping[str, str | Promise] = {
    LetterKind.FACT: _("A fact that may keep the pair from playing"),
    LetterKind.PROMOTION: _("Leave to promote a product, service or brand"),
}
OUTCOME_WORDS: Mapping[str, str | Promise] = {
    Outcome.OPEN: pgettext_lazy("letter", "waits for an answer"),
    Outcome.NOTED: pgettext_lazy("letter", "read by the organiser"),
    Outcome.GRANTED: pgettext_lazy("letter", "granted"),
    Outcome.REFUSED: pgettext_lazy("letter", "refused"),
}


@dataclass(frozen=True, slots=True)
class LetterInWords:
    """A letter with the words that pages show. ``key`` leads to the article under which it is written."""

    letter: Letter
    title: str
    outcome: str
    key: str

    @property
    def is_open(self) -> bool:
        return self.letter.outcome == Outcome.OPEN


def kinds_in(rules: Regulation) -> tuple[LetterKind, ...]:
    """What this regulation has people write about. Keys: disqualification.reported_fact, publicity.promotion."""
    return tuple(kind for kind in LetterKind if KEYS[kind] in rules.citations)


def letters_of(entrant: Entrant) -> list[LetterInWords]:
    return [letter_in_words(one) for one in entrant.letters.order_by("-at", "-pk")]


def letter_in_words(letter: Letter) -> LetterInWords:
    return LetterInWords(letter, str(TITLES[letter.kind]), str(OUTCOME_WORDS[letter.outcome]), KEYS[letter.kind])


def reason_against_writing(championship: Championship, entrant: Entrant) -> Trouble | None:
    """Why the person may write no letter now; None while their pair is in the event, and the event is not archived."""
    if entrant.event.archived_at is not None:
        return trouble_from_refusal(out_of_order("event_is_archived"), championship.regulation)
    entry = entry_of(championship, entrant.code)
    if entry is None:
        return Trouble(refusal=gettext("You are not in any pair of this event."))
    if entry.state in FINAL or entry.id in championship.departures:
        return Trouble(refusal=gettext("The pair is out of the event: nothing was sent."))
    return None


def write(entrant: Entrant, kind: LetterKind, text: str) -> Letter | Trouble:
    """Store the letter, of a kind that the regulation has. Its log entry is a notice for the organisers.

    A letter sent twice is stored once. Raises LinkClosed, Erased.
    """
    with locked_entrant(entrant) as now:
        if reason_against := reason_against_writing(store.championship_of(now.event), now):
            return reason_against
        same = now.letters.filter(kind=kind, text=text, at__gt=timezone.now() - SENT_TWICE_WITHIN).first()
        if same is not None:
            return same
        letter = Letter.objects.create(entrant=now, kind=kind, text=text)
        record(LetterSent(entrant=now.number), actor=None, event=now.event)
    return letter


def answer(letter: Letter, outcome: Outcome, text: str, *, by: User) -> Refusal | None:
    """Answer a letter once. A colleague's other answer that came first stays, and gives a refusal."""
    with transaction.atomic():
        event = store.locked(letter.entrant.event)
        if isinstance(event, Refusal):
            return event
        now = Letter.objects.select_for_update().get(pk=letter.pk)
        if (now.outcome, now.answer) == (outcome, text):
            return None
        if now.outcome != Outcome.OPEN:
            return out_of_order("letter_is_answered")
        now.outcome, now.answer, now.answered_at, now.answered_by = outcome, text, timezone.now(), by
        now.save()
        record(LetterAnswered(entrant=letter.entrant.number), actor=by, event=event)
    return None


def open_letters(event: Event) -> list[Letter]:
    """Letters that wait for an answer, the oldest first."""
    rows = Letter.objects.filter(entrant__event=event, entrant__erased_at=None, outcome=Outcome.OPEN)
    return list(rows.select_related("entrant").order_by("at", "pk"))
