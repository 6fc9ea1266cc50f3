"""Writes the demo into an empty database."""

from collections.abc import Mapping, Sequence
from dataclasses import replace

from django.db import transaction
from django.utils import timezone

from carteado.planning.simulation import CLERK, ORGANISER, REFEREE
from carteado.tournament.operations import Operation
from carteado.web.demo.cast import create_team, full_name
from carteado.web.demo.scenes import Scene, scenes
from carteado.web.draw.models import DrawSecret
from carteado.web.events.details import Question
from carteado.web.events.importing import ImportedOperation, import_event
from carteado.web.events.models import Event, Pair
from carteado.web.events.store import author, championship_of, create
from carteado.web.kit.guarding.policy import Role
from carteado.web.people.models import User, fingerprint, new_secret
from carteado.web.registrations.models import Entrant, Registration

_ROLES = {ORGANISER: Role.ORGANISER, REFEREE: Role.REFEREE, CLERK: Role.CLERK}
"""Roles of the team, by the author that the simulation writes on operations of that role."""


def seed() -> None:
    """Fill a site without events. A site with events is left as it is. ``carteado serve --demo`` calls it."""
    if Event.objects.exists():
        return
    prepared = scenes(timezone.now())
    with transaction.atomic():
        # Playing the matches took a while. Another process may have filled the site meanwhile.
        if Event.objects.exists():
            return
        people = create_team()
        for scene in prepared:
            _write(scene, people)


def _write(scene: Scene, people: Mapping[Role, User]) -> None:
    """Store the event of a scene. ``people`` are the team, by role."""
    if scene.published_at is None:
        create(scene.details, by=people[Role.ORGANISER])
        return
    imported = [with_author(operation, people) for operation in scene.operations]
    event = import_event(scene.details, imported, team=people, at=scene.published_at, slug=scene.slug)
    Pair.objects.bulk_create(
        Pair(event=event, code=pair.code, name=pair.name, delegation=pair.delegation) for pair in scene.pairs
    )
    _write_people(event, scene)
    if announced := scene.announced:
        DrawSecret.objects.create(
            event=event,
            draw=announced.draw,
            secret=announced.secret.hex(),
            entropy_from=announced.entropy_from,
            planned_at=announced.planned_at,
        )


def _write_people(event: Event, scene: Scene) -> None:
    """Add the people named in entries and line-ups, with a name only: the demo has no documents of anyone."""
    championship = championship_of(event)
    called = {code: name for pair in scene.pairs for code, name in zip(pair.players, pair.called, strict=True)}
    entered = [code for entry in championship.entries.values() for code in entry.people]
    lined_up = [code for line_up in championship.line_ups.values() for code in line_up.players]
    Entrant.objects.bulk_create(
        _entrant(event, number, code, full_name(event.slug, code, called.get(code, "")))
        for number, code in enumerate(dict.fromkeys([*entered, *lined_up]), start=1)
    )
    Registration.objects.bulk_create(
        _registration(pair, number, scene.details.questions)
        for number, pair in enumerate(event.pairs_named.order_by("code"))
        if pair.code in championship.entries
    )


def _entrant(event: Event, number: int, code: str, name: str) -> Entrant:
    secret = new_secret()
    return Entrant(
        event=event,
        number=number,
        code=code,
        name=name,
        called=name.partition(" ")[0],
        secret=secret,
        secret_hash=fingerprint(secret),
    )


def _registration(pair: Pair, number: int, questions: Sequence[Question]) -> Registration:
    """The registration of a pair. ``number`` is its place among the pairs: every other one has paid, and they give
    different answers to questions with choices."""
    answers = {one.text: one.choices[number % len(one.choices)] for one in questions if one.choices}
    return Registration(pair=pair, answers=answers, paid_at=timezone.now() if number % 2 else None)


def with_author(operation: Operation, people: Mapping[Role, User]) -> ImportedOperation:
    """The operation with a team member as its author. Players keep their code as author."""
    role = _ROLES.get(operation.by)
    if role is None:
        return ImportedOperation(operation)
    return ImportedOperation(replace(operation, by=author(people[role])), people[role])
