"""What tests want of the site's database: tables to play at, and what is written in the end."""

import time
from collections import Counter
from importlib import import_module
from random import Random
from typing import Any

import msgspec
from django.conf import settings
from django.contrib.auth import BACKEND_SESSION_KEY, HASH_SESSION_KEY, SESSION_KEY
from django.db import connection, transaction
from django.utils import timezone

from carteado.cards import Observer, Onlooker
from carteado.record import write_act
from carteado.regulation import load
from carteado.web.people import references
from carteado.web.people.models import User
from carteado.web.server import prepare as preparing
from carteado.web.tables.match.first_row import begin_match
from carteado.web.tables.match.fold import Play, Step, apply_row, clock_act, fold, next_chance_act
from carteado.web.tables.match.from_database import regulation_of, terms_of
from carteado.web.tables.match.log_rows import LogRow
from carteado.web.tables.match.log_storage import Summary, insert_rows, log_of, stored_row, update_summaries
from carteado.web.tables.match.observer_view import visible_row
from carteado.web.tables.models import Act, Guest, Match, Pace, Seat, Table
from carteado.web.tables.players import names as sitters
from carteado.web.tables.players.visitor import GUEST_KEY

SessionStore = import_module(settings.SESSION_ENGINE).SessionStore


def migrate() -> None:
    preparing.bring_up_to_date()


def tables(
    count: int = 1,
    *,
    regulation: str = "truco-masters-2025",
    players: int = 4,
    target: int | None = None,
    accounts: bool = False,
    bots: int = 0,
    started: bool = True,
    **columns: Any,
) -> list[dict[str, Any]]:
    """Tables at which a match has begun, with the sessions of those who sit there."""
    made = []
    for _ in range(count):
        columns = {"act_seconds": None, **columns}
        table = Table.objects.create(regulation=regulation, players=players, target=target, **columns)
        people = [_account() if accounts else _guest() for _ in range(players - bots)]
        people += [(references.of_bot(sitters.best_bot(load(regulation))), "")] * bots
        Seat.objects.bulk_create(Seat(table=table, number=seat, who=who) for seat, (who, _) in enumerate(people))
        match = begin_match(table).code if started else None
        made.append({"code": table.code, "match": match, "keys": [key for _, key in people]})
    return made


def _guest() -> tuple[str, str]:
    guest = Guest.objects.create(name="Convidada")
    return sitters.of_guest(guest), _session({GUEST_KEY: guest.code})


def _account() -> tuple[str, str]:
    user = User.objects.create_user(f"jogadora{User.objects.count()}@carteado.example", name="Jogadora")
    return references.of_user(user), _session_of(user)


def keys_of(match: str) -> list[str]:
    """New sessions of the accounts that play a match, seat by seat."""
    seats = Match.objects.get(code=match).table.seats.order_by("number")
    users = {references.of_user(user): user for user in User.objects.all()}
    return [_session_of(users[who]) for who in seats.values_list("who", flat=True)]


def _session_of(user: User) -> str:
    backend = settings.AUTHENTICATION_BACKENDS[-1]
    return _session(
        {SESSION_KEY: str(user.pk), BACKEND_SESSION_KEY: backend, HASH_SESSION_KEY: user.get_session_auth_hash()}
    )


def _session(content: dict[str, str]) -> str:
    session = SessionStore()
    session.update(content)
    session.save()
    return str(session.session_key)


def close_table(code: str) -> None:
    Table.objects.filter(code=code).update(closed_at=timezone.now())


def end_session(key: str) -> None:
    SessionStore(key).flush()


def deactivate(key: str) -> None:
    User.objects.filter(pk=SessionStore(key)[SESSION_KEY]).update(is_active=False)


def rows() -> list[list[Any]]:
    """Every act that somebody sent and that is written: match, observer and id, as often as it stands there."""
    counted = Counter(Act.objects.filter(client__isnull=False).values_list("match__code", "client"))
    return [[match, *str(client).split(":", 1), times] for (match, client), times in counted.items()]


def written(match: str) -> dict[str, Any]:
    """The match as its log tells it, to each observer."""
    found = Match.objects.select_related("table").get(code=match)
    terms, log = terms_of(found.table, found), log_of(found.pk)
    play = fold(terms, log)
    observers: list[Observer] = [*range(terms.players), *Onlooker]
    return {
        "seqs": [entry.seq for entry in log],
        "winner": play.match.winner,
        "noted": [found.score_first, found.score_second, found.winner, found.hands],
        "folded": [*play.match.score, play.match.winner, len(play.fairs)],
        "is_finished": found.finished_at is not None,
        "clients": [None if entry.client is None else entry.client.split(":", 1) for entry in log],
        "told": {
            str(observer): [[index, entry.at, row] for index, entry, row in _visible_rows(play, log, observer)]
            for observer in observers
        },
        "views": {str(observer): terms.engine.view(play.match, observer) for observer in observers},
    }


def _visible_rows(play: Any, log: list[Any], observer: Observer) -> list[tuple[int, Any, Any]]:
    return [
        (index, entry, _plain(row))
        for index, entry in enumerate(log)
        if (row := visible_row(play, entry, observer)) is not None
    ]


def _plain(row: Any) -> Any:
    return msgspec.json.decode(msgspec.json.encode(row))


def terminate_others() -> int:
    """Ends every other connection to this database (PostgreSQL)."""
    with connection.cursor() as cursor:
        cursor.execute(
            "SELECT pg_terminate_backend(pid) FROM pg_stat_activity"
            " WHERE datname = current_database() AND pid <> pg_backend_pid()"
        )
        return len(cursor.fetchall())


def fast_forward(match: str, moves: int, *, seed: int = 1) -> bool:
    """Writes what the clock would do, and a word now and then, so many moves long or to the end; says whether it is."""
    found = Match.objects.select_related("table").get(code=match)
    terms, log, rng = terms_of(found.table, found), log_of(found.pk), Random(seed)
    play, new = fold(terms, log), list[LogRow]()
    while not play.is_over and len(new) < moves:
        data = next_chance_act(play) or _some_act(play, rng)
        entry = LogRow(len(log) + len(new) + 1, log[-1].at, data)
        play = apply_row(play, entry)
        new.append(entry)
    insert_rows([stored_row(found.pk, entry) for entry in new])
    update_summaries(
        Summary(found.pk, play.match.score, len(play.fairs), play.match.winner, log[-1].at if play.is_over else None)
    )
    return play.is_over


def _some_act(play: Play, rng: Random) -> Any:
    engine, asked = play.terms.engine, play.awaited
    assert asked is not None
    if asked.step is not Step.ACT:
        return clock_act(play)
    return write_act(rng.choice(engine.legal_acts(play.match, asked.seats[0])), engine.notation)


def tables_of_bots(
    count: int = 1, *, regulation: str, target: int | None = None, people: int = 0
) -> list[dict[str, Any]]:
    """Tables where bots sit in the seats after the people's, and play at once."""
    made = []
    for _ in range(count):
        table = Table.objects.create(regulation=regulation, target=target, pace=Pace.AT_ONCE, act_seconds=None)
        sit = [_guest() for _ in range(people)]
        bot = references.of_bot(sitters.best_bot(regulation_of(table)))
        who = [*(one for one, _ in sit), *[bot] * (table.players - people)]
        Seat.objects.bulk_create(Seat(table=table, number=seat, who=one) for seat, one in enumerate(who))
        made.append({"code": table.code, "match": begin_match(table).code, "keys": [key for _, key in sit]})
    return made


def take_database(seconds: float) -> None:
    """Nobody else writes a row of a log meanwhile."""
    with transaction.atomic():
        if connection.vendor == "postgresql":
            with connection.cursor() as cursor:
                cursor.execute(f"LOCK TABLE {Act._meta.db_table} IN EXCLUSIVE MODE")
        time.sleep(seconds)
