"""A site with so many rows of everything that a page could list, made without playing a hand.

A page that asks the database once a row is found by comparing a small crowd with a large one.
"""

from collections.abc import Iterator
from dataclasses import replace
from datetime import datetime, timedelta
from itertools import cycle

from allauth.usersessions.models import UserSession
from django.contrib.sessions.backends.db import SessionStore
from django.contrib.sessions.models import Session
from django.utils import timezone

from carteado.fair import DRAW_FORMAT, commitment
from carteado.regulation import load
from carteado.tournament.files.codec import to_json
from carteado.tournament.formats.plans import Plan, knockout
from carteado.tournament.matches.timetable import RoundHour, rounds_of
from carteado.tournament.operations import (
    Announce,
    CommitDraw,
    EnterDelegation,
    HoldDraw,
    OpenEntry,
    Operation,
    SetHours,
    Settle,
    WalkOver,
)
from carteado.tournament.registrations.acts import Actor, Enter
from carteado.tournament.registrations.acts import Role as Function
from carteado.tournament.registrations.delegations import Delegation, LineUp
from carteado.tournament.registrations.eligibility import EventDay, EventSettings
from carteado.tournament.running.dispatch import apply, fold
from carteado.tournament.state.championship import Championship
from carteado.web.devices.models import Device, Right
from carteado.web.draw.models import DrawSecret
from carteado.web.events import store
from carteado.web.events.details import Details, Question
from carteado.web.events.importing import ImportedOperation, import_event
from carteado.web.events.log_actions import EventEdited
from carteado.web.events.models import Document, DocumentKind, Event, Pair, Stage, Version
from carteado.web.kit.guarding.policy import Role
from carteado.web.log.models import LogEntry
from carteado.web.people.models import LinkPurpose, Membership, OneTimeLink, User, fingerprint, new_secret
from carteado.web.people.one_time_links import LIFETIME
from carteado.web.people.references import of_user
from carteado.web.ratings.models import Judged, Kind, Played, Standing, Verdict
from carteado.web.registrations.models import Agreement, Entrant, Registration
from carteado.web.regulations.games import GameName
from carteado.web.sumula.models import Sheet, SheetEntry
from carteado.web.tables.models import Guest, Match, Remark, Report, Seat, Table
from carteado.web.tables.players.names import of_guest
from tests.web.world.world import World, events_of, live_tables, people, who_sends

REGULATION = "apcef-sc-2022-canastra"
SECRET = bytes(32)
MOST_QUESTIONS = 20
BY = "user:1"


def crowded(rows: int) -> World:
    """Fills an empty database with so many pairs in every event, and so many of whatever else pages list."""
    organiser = User.objects.create_user("celia@exemplo.com.br", name="Célia Prado")
    now = timezone.now().replace(microsecond=0)
    played = _played("fim", knockout(rows), now)
    operations = {
        "inscricoes": _entered(rows, now),
        "em-jogo": _played("em-jogo", knockout(rows), now)[: 5 + rows // 2],
        "fim": played,
    }
    for slug, done in operations.items():
        event = import_event(
            _details(rows, now),
            [ImportedOperation(one, organiser) for one in done],
            team={Role.ORGANISER: organiser},
            at=now - timedelta(days=9),
            slug=slug,
        )
        _fill(event, organiser, rows)
    _tell_about_people(Event.objects.get(slug="inscricoes"))
    _write_sheets(Event.objects.get(slug="em-jogo"))
    _announce(rows, organiser, now)
    _fill(_draft(organiser, rows, now), organiser, rows)
    _list(organiser, rows, now)
    _sign_in_everywhere(organiser, rows, now)
    known = {**people(), **events_of(organiser), **_live_tables(rows, now), **_letters(organiser, rows, now)}
    _rate(organiser, rows, now)
    return known


def _codes(rows: int) -> tuple[str, ...]:
    return tuple(f"d{number:03}" for number in range(1, rows + 1))


def _details(rows: int, now: datetime) -> Details:
    settings = EventSettings(
        day=(now + timedelta(days=9)).date(),
        opens=now - timedelta(days=5),
        closes=now + timedelta(days=5),
        days=(EventDay(now + timedelta(days=9)), EventDay(now + timedelta(days=10))),
    )
    questions = tuple(Question(text=f"Pergunta {number}") for number in range(min(rows, MOST_QUESTIONS)))
    return Details(
        regulation=REGULATION,
        name="Torneio da Praia",
        place="Florianópolis",
        settings=settings,
        capacity=rows,
        questions=questions,
        tables=8,
    )


# --- what was done ------------------------------------------------------------------------------------------------


def _entered(rows: int, now: datetime) -> tuple[Operation, ...]:
    announced = Announce(by=BY, at=now, settings=_details(rows, now).settings)
    return (announced, *(_entry(code, now) for code in _codes(rows)))


def _entry(code: str, at: datetime) -> OpenEntry:
    registrant, partner = f"{code}a", f"{code}b"
    by = Actor(Function.REGISTRANT, registrant)
    opening = Enter(by=by, at=at, id=code, people=(registrant, partner), registrant=registrant)
    return OpenEntry(by=registrant, at=at, opening=opening)


def _hours(plan: Plan, at: datetime) -> Iterator[RoundHour]:
    """A round an hour, in their order."""
    rounds = rounds_of(plan)
    for number, one in enumerate(rounds):
        yield RoundHour(*one, at + timedelta(days=9, hours=number))


def _played(event: str, plan: Plan, at: datetime) -> tuple[Operation, ...]:
    """From the draw to the champions; half of the pairs stay away, which takes one operation a match."""
    stage = plan.stages[0].id
    published = commitment(f"{DRAW_FORMAT}|{event}|{stage}", SECRET)
    championship = fold(
        Championship(event=event, regulation=load(REGULATION)),
        (
            _delegation(at),
            Settle(by=BY, at=at, plan=plan, pairs=_codes(plan.entrants), delegations=(("d001", "SC"),)),
            CommitDraw(by=BY, at=at, draw=stage, commitment=published),
            HoldDraw(by=BY, at=at, draw=stage, secret=SECRET.hex(), entropy="loteria"),
            SetHours(by=BY, at=at, rounds=tuple(_hours(plan, at))),
        ),
    )
    for match in plan.fixtures:
        pairs = championship.bracket.pairs(match.id)
        if pairs is not None and championship.bracket.is_open(match.id):
            absence = WalkOver(by=BY, at=at, match=match.id, absent=(pairs[1],), why="não veio")
            championship = apply(championship, absence)
    return championship.log


def _delegation(at: datetime) -> EnterDelegation:
    """One pair of them all has a line-up, so that there is a player with matches of his own."""
    line_up = LineUp(delegation="SC", starters=("d001a", "d001b"))
    return EnterDelegation(by=BY, at=at, delegation=Delegation(id="SC", name="Santa Catarina"), line_up=line_up)


def _announce(rows: int, organiser: User, now: datetime) -> None:
    """An event whose draw everybody waits for."""
    waiting = _played("a-sortear", knockout(rows), now)[:2]
    event = import_event(
        _details(rows, now),
        [ImportedOperation(one, organiser) for one in waiting],
        team={Role.ORGANISER: organiser},
        at=now - timedelta(days=9),
        slug="a-sortear",
    )
    Pair.objects.bulk_create(Pair(event=event, code=code, name=f"Bia e {code}") for code in _codes(rows))
    DrawSecret.objects.create(event=event, draw="knockout", secret=SECRET.hex(), entropy_from="loteria")


# --- what stands beside it ----------------------------------------------------------------------------------------


def _fill(event: Event, organiser: User, rows: int) -> None:
    """A team, invitations, earlier versions, documents, names, devices, and a long history."""
    now, numbers = timezone.now(), range(1, rows + 1)
    helpers = User.objects.bulk_create(
        User(email=f"{event.slug}.{number}@exemplo.com.br", name=f"Pessoa {number}") for number in numbers
    )
    Membership.objects.bulk_create(Membership(event=event, user=helper, role=Role.CLERK) for helper in helpers)
    OneTimeLink.objects.bulk_create(_invitation(event, organiser, now) for _ in numbers)
    Pair.objects.bulk_create(Pair(event=event, code=code, name=f"Bia e {code}") for code in _codes(rows))
    Document.objects.bulk_create(
        Document(event=event, kind=kind, number=number, filename="regras.pdf", content=b"%PDF-", sha256="0" * 64)
        for number in numbers
        for kind in DocumentKind
    )
    Device.objects.bulk_create(
        Device(event=event, number=2 * number + place, right=right, table="1", secret_hash=fingerprint(new_secret()))
        for number in numbers
        for place, right in enumerate(Right)
    )
    details = event.versions.get(number=1).details
    Version.objects.bulk_create(
        Version(event=event, number=number, details=details | {"about": f"Versão {number}"}, by=organiser)
        for number in range(2, rows + 2)
    )
    Event.objects.filter(pk=event.pk).update(version=rows + 1)
    edited = EventEdited(step="lugar", version=2)
    LogEntry.objects.bulk_create(
        LogEntry(action=edited.code, details=edited.details(), event=event, actor=helper) for helper in helpers
    )


def _tell_about_people(event: Event) -> None:
    """What every pair answered, and who its two are."""
    pairs = event.pairs_named.order_by("code")
    Registration.objects.bulk_create(Registration(pair=pair, answers={"Pergunta 0": "sim"}) for pair in pairs)
    codes = [f"{pair.code}{one}" for pair in pairs for one in "ab"]
    secrets = [new_secret() for _code in codes]
    entrants = Entrant.objects.bulk_create(
        Entrant(
            event=event,
            code=code,
            number=number,
            name=code,
            called=code,
            secret=secret,
            secret_hash=fingerprint(secret),
        )
        for number, (code, secret) in enumerate(zip(codes, secrets, strict=True), start=1)
    )
    Agreement.objects.bulk_create(
        Agreement(entrant=one, to="regulation", version="1", hash="0" * 64, given=True) for one in entrants
    )


def _write_sheets(event: Event) -> None:
    """A súmula of every match whose pairs are known: with a hand corrected, a warning, and a call that waits."""
    now, known = timezone.now(), store.championship_of(event).bracket
    pairs = {match: known.pairs(match) for match in store.championship_of(event).fixtures}
    sheets = Sheet.objects.bulk_create(
        Sheet(event=event, match=match, first=both[0], second=both[1], seq=4, calls_open=1, called_at=now)
        for match, both in pairs.items()
        if both is not None
    )
    hand: dict[str, object] = {"pairs": [{}, {}]}
    written: tuple[tuple[dict[str, object], dict[str, str]], ...] = (
        ({"kind": "hand", "place": 0, "hand": hand}, {}),
        ({"kind": "correct", "of": "e1", "over": "e1", "hand": hand}, {"why": "engano"}),
        ({"kind": "warn", "pair": 0, "key": "match.target"}, {"why": "falou"}),
        ({"kind": "call"}, {"about": "carta virada"}),
    )
    SheetEntry.objects.bulk_create(
        SheetEntry(
            sheet=sheet,
            seq=seq,
            entry_id=f"e{seq}",
            device="a",
            received=now,
            content={"id": f"e{seq}", "device": "a", "at": "2026-11-21T18:00:00Z", **content},
            said=texts,
        )
        for sheet in sheets
        for seq, (content, texts) in enumerate(written, start=1)
    )


def _invitation(event: Event, organiser: User, now: datetime) -> OneTimeLink:
    secret = new_secret()
    return OneTimeLink(
        purpose=LinkPurpose.INVITATION,
        secret=secret,
        secret_hash=fingerprint(secret),
        event=event,
        role=Role.CLERK,
        created_by=organiser,
        expires_at=now + LIFETIME[LinkPurpose.INVITATION],
    )


def _draft(organiser: User, rows: int, now: datetime) -> Event:
    return store.create(replace(_details(rows, now), name="Rascunho"), by=organiser)


def _letters(organiser: User, rows: int, now: datetime) -> World:
    """A person of an event in truco, the regulation that has letters to the organisers, who wrote many."""
    details = replace(_details(rows, now), regulation="truco-masters-2025", name="Quem escreve")
    event = import_event(
        details,
        [ImportedOperation(Announce(by=BY, at=now, settings=details.settings), organiser)],
        team={Role.ORGANISER: organiser},
        at=now - timedelta(days=9),
        slug="quem-escreve",
    )
    return who_sends(event, letters=rows)


def _list(organiser: User, rows: int, now: datetime) -> None:
    """Events to come and events that are over, in each of which the organiser has a role."""
    details, over = _details(rows, now), Event.objects.get(slug="fim")
    events = Event.objects.bulk_create(
        Event(
            slug=f"copa-{number}",
            regulation=REGULATION,
            name=f"Copa {number}",
            day=details.settings.day,
            stage=over.stage if number % 2 else Stage.PUBLISHED,
            headline=over.headline if number % 2 else "",
            version=1,
            published_version=1,
            published_at=now,
        )
        for number in range(rows)
    )
    Version.objects.bulk_create(
        Version(event=event, number=1, details=to_json(details), by=organiser) for event in events
    )
    Membership.objects.bulk_create(Membership(event=event, user=organiser, role=Role.ORGANISER) for event in events)


def _live_tables(rows: int, now: datetime) -> World:
    """Open ones that wait for somebody, and two where much was played and said."""
    guests = Guest.objects.bulk_create(Guest(name=f"Visita {number}") for number in range(rows))
    tables = Table.objects.bulk_create(Table(regulation=REGULATION, is_public=True) for _guest in guests)
    Seat.objects.bulk_create(
        Seat(table=table, number=0, who=of_guest(guest)) for table, guest in zip(tables, guests, strict=True)
    )
    known = live_tables()
    for table in Table.objects.filter(code__in=known.values()):
        Match.objects.bulk_create(Match(table=table, number=number, finished_at=now) for number in range(2, rows + 2))
        Remark.objects.bulk_create(
            Remark(table=table, number=number, at=number, who=table.owner, text="boa") for number in range(2, rows + 2)
        )
    _reports(tables, guests, now)
    return known


def _reports(tables: list[Table], guests: list[Guest], now: datetime) -> None:
    """Every second is settled."""
    Report.objects.bulk_create(
        Report(table=table, who=of_guest(guest), name=guest.name, outcome=("", "upheld")[number % 2], settled_at=now)
        for number, (table, guest) in enumerate(zip(tables, guests, strict=True))
    )


def _rate(organiser: User, rows: int, now: datetime) -> None:
    """Matches of the organiser with as many partners, and as many in the ranking as there are rows."""
    people = list(User.objects.exclude(name="").exclude(pk=organiser.pk)[:rows])
    matches = Match.objects.filter(table__event=None).exclude(finished_at=None).order_by("pk")[:rows]
    judged = Judged.objects.bulk_create(
        Judged(match=match, game=game, at=now, verdict=Verdict.RATED, sides=_sides(organiser, person), winner=0)
        for (match, person), game in zip(zip(matches, people, strict=False), cycle(GameName.values), strict=False)
    )
    Played.objects.bulk_create(
        Played(
            judged=one,
            user=organiser,
            game=one.game,
            at=now,
            seat=0,
            is_won=True,
            counts={"hands": 9},
            value=1,
            upper=2,
            change=1,
        )
        for one in judged
    )
    Standing.objects.bulk_create(
        Standing(
            game=game,
            kind=kind,
            who=f"{kind} {one.pk}",
            first=one,
            second=two,
            mu=25,
            sigma=2,
            value=1,
            matches=99,
            wins=9,
        )
        for game in GameName.values
        for one in (organiser, *people)
        for kind, two in ((Kind.PLAYER, None), (Kind.PAIR, people[0]))
    )


def _sides(one: User, other: User) -> list[list[str]]:
    return [[of_user(one), of_user(other)], [of_user(other), "bot:canastreiro"]]


def _sign_in_everywhere(organiser: User, rows: int, now: datetime) -> None:
    keys, nothing = [f"session{number:025}" for number in range(rows)], SessionStore().encode({})
    Session.objects.bulk_create(
        Session(session_key=key, session_data=nothing, expire_date=now + timedelta(days=9)) for key in keys
    )
    UserSession.objects.bulk_create(
        UserSession(user=organiser, ip="127.0.0.1", user_agent="Firefox", session_key=key) for key in keys
    )
