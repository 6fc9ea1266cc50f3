"""Archives an event that is over: keeps the results with the names used at the table, and deletes the personal data
that was only needed to run it."""

from collections.abc import Iterator, Sequence
from dataclasses import replace
from functools import cache

from django.utils import timezone

from carteado.web.events.details import Details
from carteado.web.events.log_actions import EventArchived
from carteado.web.events.models import Event, Stage
from carteado.web.events.store import Stale
from carteado.web.log.recording import record
from carteado.web.people.models import OneTimeLink, User
from carteado.web.privacy import rewriting
from carteado.web.privacy.erasing import erasing_transaction
from carteado.web.privacy.name_traces import TextChange, replacing_full_names, replacing_traces, traces
from carteado.web.registrations.models import Entrant, Letter, Material, Registration

REDACTED = "•••"
"""What replaces documents and contacts in texts."""
ENDED_STAGES = frozenset({Stage.FINISHED, Stage.CANCELLED})


class NotOver(Exception):
    """The event is not over. No page offers to archive it."""


def may_be_archived(event: Event) -> bool:
    """True if the event is over and was not archived yet."""
    return event.stage in ENDED_STAGES and event.archived_at is None


def archive(event: Event, *, by: User, expected: int) -> Event | Stale:
    """Archive an event, irreversibly. Stale if its number of operations is not ``expected``, the one that the organiser
    saw. Archiving an archived event does nothing.
    """
    rewording = _Rewording(event)
    with erasing_transaction():  # leaves no trace of what is deleted in the files of the database
        event = Event.objects.select_for_update().get(pk=event.pk)
        if event.archived_at is not None:
            return event
        if event.seq != expected:
            return Stale(event.seq)
        if event.stage not in ENDED_STAGES:
            raise NotOver
        _reduce_to_results(event, rewording)
        event.archived_at = timezone.now()
        event.save(update_fields=["archived_at"])
        record(EventArchived(), actor=by, event=event)
    return event


def _reduce_to_results(event: Event, rewording: "_Rewording") -> None:
    """Delete the personal data that only served to run the event.

    Consents stay as long as the entrant does, because they must be shown on request (LGPD, art. 8). Entrants also keep
    their link, with which they may have their name removed, too.
    """
    entrants = _entrants_of(event)
    # the free texts of operations, details and score sheets
    rewriting.rewrite(event, reword=rewording.of(entrants), reword_details=_without_pix)
    for entrant in entrants:
        # without a name at the table, the full one takes its place, cut to the length of the column
        entrant.called = entrant.called or entrant.name[:40]
        entrant.name = entrant.email = entrant.phone = ""
        entrant.document_kind = entrant.document = entrant.birth_date = entrant.declared = ""
        entrant.save()
    Registration.objects.filter(pair__event=event).update(answers={})
    Material.objects.filter(entrant__event=event).delete()  # photos and texts for publicity
    Letter.objects.filter(entrant__event=event).delete()  # reports and requests to the organiser
    OneTimeLink.objects.filter(event=event).delete()  # invitations to the team


class _Rewording:
    """The text replacements, prepared before the transaction starts.

    An event may have many people and texts, and other writers need not wait meanwhile. If an entrant's data changed in
    the meantime, the replacements are computed again.
    """

    def __init__(self, event: Event) -> None:
        entrants = _entrants_of(event)
        self._personal_data, self._reworded = list(map(_personal_data_of, entrants)), cache(_replace_names(entrants))
        # replace the names once in every text, so that the cache has them
        for document in event.operations.values_list("document", flat=True):
            for text in _free_texts(document):
                self._reworded(text)

    def of(self, entrants: Sequence[Entrant]) -> TextChange:
        """The replacement for these entrants, which were read inside the transaction."""
        return (
            self._reworded
            if list(map(_personal_data_of, entrants)) == self._personal_data
            else _replace_names(entrants)
        )


def _entrants_of(event: Event) -> list[Entrant]:
    return list(event.entrants.filter(erased_at=None).order_by("pk"))


def _personal_data_of(entrant: Entrant) -> tuple[str, ...]:
    """What the replacements depend on."""
    return (entrant.name, entrant.called, entrant.email, entrant.phone, entrant.document, entrant.birth_date)


def _free_texts(value: object, field: str = "") -> Iterator[str]:
    """The free texts in an operation's document. ``field`` is the name of the field that holds ``value``."""
    if isinstance(value, dict):
        for name, one in value.items():
            yield from _free_texts(one, name)
    elif isinstance(value, list):
        for one in value:
            yield from _free_texts(one)
    elif isinstance(value, str) and field in rewriting.FREE_TEXTS:
        yield value


def _replace_names(entrants: Sequence[Entrant]) -> TextChange:
    """Replaces full names by names at the table, also in reasons and decisions, and removes documents and contacts. The
    full name of a person without a name at the table stays."""
    personal_traces = traces(
        emails=[one.email for one in entrants],
        numbers=[number for one in entrants for number in (one.document, one.phone)],
        days=[one.birth_date for one in entrants],
    )
    by_name, without_papers = (
        replacing_full_names({one.name: one.called for one in entrants if one.called}),
        replacing_traces(personal_traces, REDACTED),
    )
    return lambda text: without_papers(by_name(text)) if text else text


def _without_pix(details: Details) -> Details:
    """Without the Pix key, since no more fees are due."""
    return replace(details, pix_key="", pix_name="", pix_city="")
