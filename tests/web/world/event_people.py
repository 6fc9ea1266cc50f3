"""People in an event, as the entry form leaves them, and a championship played among them."""

import json
from datetime import datetime, timedelta

from django.utils import timezone

from carteado.fair import DRAW_FORMAT, commitment
from carteado.tournament.formats.plans import knockout
from carteado.tournament.matches.match_log import Game
from carteado.tournament.matches.results import refusal_of_games
from carteado.tournament.operations import (
    CallMatch,
    CommitDraw,
    Confirm,
    HoldDraw,
    OpenEntry,
    Operation,
    Settle,
    StartMatch,
    Submit,
)
from carteado.tournament.registrations.acts import Actor, Enter
from carteado.tournament.registrations.acts import Role as Capacity
from carteado.tournament.registrations.eligibility import EventSettings
from carteado.tournament.state.championship import Championship
from carteado.web.events import store
from carteado.web.events.details import Details, Question
from carteado.web.events.models import Event, Pair
from carteado.web.people.models import DocumentKind, User
from carteado.web.registrations.models import Agreement, Entrant, Registration

REGULATION = "apcef-sc-2022-canastra"
SECRET = bytes(32)
FOUNDER = "celia@clube.test"


def founder() -> User:
    return User.objects.get_or_create(email=FOUNDER, defaults={"name": "Célia Prado"})[0]


def an_open_event(name: str = "Copa da Praia", *, capacity: int = 8) -> Event:
    """Published, with entries open."""
    now = timezone.now().replace(microsecond=0)
    settings = EventSettings(
        day=(now + timedelta(days=9)).date(), opens=now - timedelta(days=5), closes=now + timedelta(days=5)
    )
    details = Details(
        regulation=REGULATION,
        name=name,
        place="Florianópolis",
        settings=settings,
        capacity=capacity,
        questions=(Question(text="Prato que trazem"),),
    )
    draft = store.create(details, by=founder())
    published = store.publish(draft, expected=draft.version, by=founder())
    assert isinstance(published, Event)
    return published


def enter(
    event: Event, code: str, one: dict[str, object], two: dict[str, object], *, delegation: str | None = None
) -> Pair:
    """Enter a pair of two people with their rows. ``one`` and ``two`` are columns of ``Entrant``."""
    entrants = [_entrant(event, f"{code}{letter}", columns) for letter, columns in (("a", one), ("b", two))]
    pair = Pair.objects.create(event=event, code=code, name=" e ".join(entrant.called for entrant in entrants))
    Registration.objects.create(pair=pair, answers={"Prato que trazem": f"Bolo de {entrants[0].called}"})
    by, now = Actor(Capacity.REGISTRANT, f"{code}a"), timezone.now()
    people = (f"{code}a", f"{code}b")
    opening = Enter(by=by, at=now, id=code, people=people, registrant=people[0], delegation=delegation)
    append(event, OpenEntry(by=f"{code}a", at=now, opening=opening))
    return pair


def _entrant(event: Event, code: str, columns: dict[str, object]) -> Entrant:
    number = event.entrants.count() + 1
    entrant = Entrant.objects.create(event=event, code=code, number=number, **{"called": f"Pessoa{number}", **columns})
    Agreement.objects.create(entrant=entrant, to="personal_data", version="1", hash="0" * 64, given=True)
    return entrant


def with_papers(**columns: object) -> dict[str, object]:
    """The columns of a person with a document and declarations."""
    return {
        "document_kind": DocumentKind.CPF,
        "declared": json.dumps({"residence": "BR", "capable": True}),
        **columns,
    }


def append(event: Event, *operations: Operation) -> Championship:
    event.refresh_from_db()
    after = store.append_all(event, operations, by=founder())
    assert isinstance(after, Championship), after
    event.refresh_from_db()
    return after


def draw(event: Event) -> Championship:
    """Settles the pairs that entered into a knockout, and draws it."""
    championship, at, by = store.championship_of(event), timezone.now(), store.author(founder())
    pairs = tuple(championship.entries)
    plan = knockout(len(pairs))
    stage = plan.stages[0].id
    published = commitment(f"{DRAW_FORMAT}|{event.slug}|{stage}", SECRET)
    return append(
        event,
        Settle(by=by, at=at, plan=plan, pairs=pairs),
        CommitDraw(by=by, at=at, draw=stage, commitment=published),
        HoldDraw(by=by, at=at, draw=stage, secret=SECRET.hex(), entropy="loteria"),
    )


def play(event: Event, *, most: int = 1000) -> Championship:
    """Plays the open matches one after another, each won by the pair in its first slot."""
    for _ in range(most):
        championship = store.championship_of(event)
        match = next((one for one in championship.fixtures if championship.bracket.is_open(one)), None)
        if match is None:
            break
        append(event, *result(championship, match, at=timezone.now(), by=store.author(founder())))
    return store.championship_of(event)


def result(championship: Championship, match: str, *, at: datetime, by: str) -> list[Operation]:
    games = (Game((3000, 1200), 0),)
    assert refusal_of_games(championship.regulation, championship.fixtures[match], games) is None
    confirmations = [Confirm(by=by, at=at, match=match, version=0, party=one) for one in championship.confirmed_by]
    return [
        CallMatch(by=by, at=at, match=match, table="1"),
        StartMatch(by=by, at=at, match=match),
        Submit(by=by, at=at, match=match, games=games),
        *confirmations,
    ]
