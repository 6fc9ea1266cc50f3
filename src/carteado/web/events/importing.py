"""Import an event that was not run on this site, with all its operations: the demo's events, which bots played."""

from collections.abc import Iterator, Mapping, Sequence
from datetime import datetime
from functools import reduce
from typing import NamedTuple

from django.db import transaction

from carteado.tournament.files.codec import tag, to_json
from carteado.tournament.operations import Operation
from carteado.tournament.running.dispatch import fold
from carteado.web.events import models, store
from carteado.web.events.details import Details
from carteado.web.events.list_columns import copy_details_to_columns, copy_results_to_columns
from carteado.web.events.log_actions import EventCreated, EventPublished, OperationDone
from carteado.web.events.models import Event
from carteado.web.kit.guarding.policy import Role
from carteado.web.log.action import Action
from carteado.web.log.models import LogEntry
from carteado.web.people.log_actions import RoleGiven
from carteado.web.people.models import Membership, User


class ImportedOperation(NamedTuple):
    """An operation from elsewhere. ``by`` is its author, if they have an account here."""

    operation: Operation
    by: User | None = None


def import_event(
    details: Details,
    operations: Sequence[ImportedOperation],
    *,
    team: Mapping[Role, User],
    at: datetime,
    slug: str = "",
) -> Event:
    """Import an event that was published ``at`` an instant and run elsewhere. All times stay as they were, in the log
    too. Raises IllegalAct if the regulation refuses an operation.

    ``team`` must have an organiser, who counts as the author. Without ``slug`` the event gets one from its name.
    """
    organiser = team[Role.ORGANISER]
    with transaction.atomic():
        event = Event(slug=slug or store.free_slug(details.name), created_at=at, published_at=at, version=1)
        event.published_version, event.seq = event.version, len(operations)
        copy_details_to_columns(event, details)
        event.save()
        models.Version.objects.create(event=event, number=1, details=to_json(details), at=at, by=organiser)
        Membership.objects.bulk_create(Membership(event=event, user=team[role], role=role, since=at) for role in team)
        championship = fold(store.opening_of(event), (one.operation for one in operations))
        documents = [to_json(one.operation, tagged=True) for one in operations]
        event.chain = reduce(store.next_chain_hash, documents, "")
        copy_results_to_columns(event, championship, championship)
        event.save()
        models.Operation.objects.bulk_create(
            models.Operation(event=event, seq=seq, document=document, at=one.operation.at, by=one.by)
            for seq, (one, document) in enumerate(zip(operations, documents, strict=True), start=1)
        )
        LogEntry.objects.bulk_create(
            LogEntry(at=at, action=action.code, details=action.details(), actor=actor, event=event)
            for at, action, actor in _imported(details, operations, team, at)
        )
        store.remember(event, championship)
    return event


def _imported(
    details: Details, operations: Sequence[ImportedOperation], team: Mapping[Role, User], at: datetime
) -> Iterator[tuple[datetime, Action, User | None]]:
    """The entries that the log would have if all of it had happened here."""
    organiser = team[Role.ORGANISER]
    yield at, EventCreated(regulation=details.regulation), organiser
    # whoever joins the team is the actor
    yield from ((at, RoleGiven(role=role), user) for role, user in team.items() if user != organiser)
    yield at, EventPublished(version=1), organiser
    for seq, one in enumerate(operations, start=1):
        yield one.operation.at, OperationDone(kind=tag(type(one.operation)), seq=seq), one.by
