"""Writing the demo into an empty database."""

from collections.abc import Mapping
from dataclasses import replace

from django.db import transaction
from django.utils import timezone

from carteado.planning.simulation import CLERK, ORGANISER, REFEREE
from carteado.tournament.operations import Operation
from carteado.web.demo.cast import team
from carteado.web.demo.scenes import Scene, scenes
from carteado.web.draw.models import DrawSecret
from carteado.web.events.models import Event, Pair
from carteado.web.events.store import Done, author, create, import_event
from carteado.web.people.models import User
from carteado.web.policy import Role

_ROLES = {ORGANISER: Role.ORGANISER, REFEREE: Role.REFEREE, CLERK: Role.CLERK}
"""Who of the team did what the simulation says somebody of that function did."""


def seed() -> None:
    """Fills a site that has no event yet; any other is left as it is."""
    if Event.objects.exists():
        return
    prepared = scenes(timezone.now())
    with transaction.atomic():
        # Playing the matches took a while, and somebody else may have been faster.
        if Event.objects.exists():
            return
        people = team()
        for scene in prepared:
            _write(scene, people)


def _write(scene: Scene, people: Mapping[Role, User]) -> None:
    if scene.published_at is None:
        create(scene.details, by=people[Role.ORGANISER])
        return
    done = [done_by(operation, people) for operation in scene.operations]
    event = import_event(scene.details, done, team=people, at=scene.published_at, slug=scene.slug)
    Pair.objects.bulk_create(
        Pair(event=event, code=pair.code, name=pair.name, delegation=pair.delegation) for pair in scene.pairs
    )
    if waiting := scene.announced:
        DrawSecret.objects.create(
            event=event,
            draw=waiting.draw,
            secret=waiting.secret.hex(),
            entropy_from=waiting.entropy_from,
            planned_at=waiting.planned_at,
        )


def done_by(operation: Operation, people: Mapping[Role, User]) -> Done:
    """By whom of the team; what players do, they do under their code."""
    role = _ROLES.get(operation.by)
    if role is None:
        return Done(operation)
    return Done(replace(operation, by=author(people[role])), people[role])
