"""Tables laid out in the database of a site that runs: four people with their sessions, and a match that is on, new or
in a moment worth looking at.

    python -m tests.browser.tables.laid_tables '{"regulation": "truco-masters-2025", "scene": "call"}'

A scene is found, not painted: matches are played in memory, deal after deal from seeds that are counted up, until one
comes to that moment; its log is written as the table would have written it.
"""

import json
import sys
from collections.abc import Callable, Iterator, Sequence
from itertools import count, islice
from random import Random
from typing import TYPE_CHECKING, Any, NamedTuple

import django

from carteado.bots.bot import Bot

if TYPE_CHECKING:  # models can be imported only after django.setup()
    from carteado.web.people.models import User
    from carteado.web.tables.match.fold import Play, Terms
    from carteado.web.tables.match.log_rows import LogRow
    from carteado.web.tables.models import Table

Data = dict[str, Any]
NAMES = ("Ana", "Tonho", "Bia", "Zeca")
MOST_MATCHES = 3_000
MOST_ACTS = 1_500
LATE = 16
"""Cards in the stock."""
OWN, NEXT = 0, 1
"""The seat whose page is looked at, and the opponent who plays after it."""


class Moment(NamedTuple):
    """What a scene is told of a match: who is asked, everything that lies on the table, what may be done, and what a
    bot would do."""

    seat: int
    step: str
    view: Data
    legal: list[Data]
    advice: Callable[[], Data]

    @property
    def hand(self) -> Data:
        found: Data = self.view["hand"] or {}
        return found

    def sides(self) -> list[list[Data]]:
        return [side["melds"] for side in self.hand["sides"]]


class Scene(NamedTuple):
    """The moment that is looked for, and how those who play come near it."""

    is_there: Callable[[Moment], bool]
    choose: Callable[[Moment, Random], Data]


# --- how people play in scenes ----------------------------------------------------------------------------------------


def any_act(moment: Moment, rng: Random) -> Data:
    return rng.choice(moment.legal)


def without_calls(moment: Moment, rng: Random) -> Data:
    """So that points come one by one."""
    return rng.choice([act for act in moment.legal if act["act"] not in ("call", "hide")] or moment.legal)


def lays_much(moment: Moment, rng: Random) -> Data:
    """Takes the pile for its cards, lays small melds, and now and then makes one longer."""
    by_name: dict[str, list[Data]] = {}
    for act in moment.legal:
        by_name.setdefault(act["act"], []).append(act)
    wanted = ["take", "lay", "extend", "draw", "redraw", "exchange", "discard"]
    if rng.random() < 0.6:
        wanted.remove("extend")
    for name in wanted:
        if acts := by_name.get(name):
            return min(acts, key=_length) if name == "lay" else rng.choice(acts)
    return rng.choice(moment.legal)


def as_bots_do(moment: Moment, _rng: Random) -> Data:
    """Well enough for points."""
    return moment.advice()


def _length(act: Data) -> int:
    return sum(map(len, act["melds"]))


# --- what is looked for -----------------------------------------------------------------------------------------------


def _is_called(moment: Moment) -> bool:
    """An opponent calls in the middle of a close match, with cards on the table."""
    pending = moment.hand.get("pending") or {}
    is_theirs = pending.get("value") == 3 and pending.get("seat") == NEXT
    return is_theirs and len(moment.hand["plays"]) > 1 and min(moment.view["score"]) >= 4


def _is_eleven(moment: Moment) -> bool:
    """Our pair has eleven and decides, after a close match."""
    return moment.hand.get("deciding_pair") == OWN and moment.view["score"][1] >= 8


def _is_iron(moment: Moment) -> bool:
    return moment.hand.get("kind") == "iron" and moment.seat == OWN and bool(moment.hand["plays"])


def _has_ten_melds(moment: Moment) -> bool:
    if moment.seat != OWN:
        return False
    has_ten = all(len(melds) >= 10 for melds in moment.sides())
    has_canastra = any(meld["canastra"] for melds in moment.sides() for meld in melds)
    is_mine = any(act["act"] == "discard" for act in moment.legal)
    return has_ten and has_canastra and is_mine and moment.hand["counts"][OWN] >= 4


def _may_lay_for_the_first_time(moment: Moment) -> bool:
    """Bound by a minimum that the cards in the hand reach, in two melds."""
    if moment.seat != OWN or moment.hand["sides"][0]["minimum"] is None:
        return False
    return any(act["act"] == "lay" and len(act["melds"]) > 1 for act in moment.legal)


def _is_late(moment: Moment) -> bool:
    """Some turns before the stock is gone, with points on the table, and nobody near going out."""
    hand, kinds = moment.hand, {meld["canastra"] for meld in moment.sides()[0]}
    is_turn = any(act["act"] == "draw" for act in moment.legal)
    return is_turn and LATE - 4 <= hand["stock"] <= LATE and "clean" in kinds and min(hand["counts"]) >= 5


def _is_the_end(_moment: Moment) -> bool:
    return False


SCENES = {
    "call": Scene(_is_called, any_act),
    "eleven": Scene(_is_eleven, without_calls),
    "iron": Scene(_is_iron, without_calls),
    "ten-melds": Scene(_has_ten_melds, lays_much),
    "vulnerable": Scene(_may_lay_for_the_first_time, as_bots_do),
    "late": Scene(_is_late, as_bots_do),
    "finished": Scene(_is_the_end, as_bots_do),
    "long-over": Scene(_is_the_end, any_act),
}
WHOLE, OVER = "finished", "long-over"
"""The scenes that are there when the match is over: a close one, and any."""


# --- playing in memory ------------------------------------------------------------------------------------------------


def matches_of(terms: "Terms", players: tuple[str, ...], scene: Scene) -> Iterator[tuple[str, "list[LogRow]", "Play"]]:
    """Match after match, each with its code, its log and how it stands when it is there or over."""
    for number in count(1):
        rng = Random(number)
        code = f"cena-{scene.is_there.__name__}-{number}".replace("_", "")
        yield code, *_played(terms._replace(match=code), players, scene, rng)


def _played(terms: "Terms", players: tuple[str, ...], scene: Scene, rng: Random) -> tuple["list[LogRow]", "Play"]:
    from carteado.bots.registry import make_bot
    from carteado.web.tables.match import log_rows
    from carteado.web.tables.match.clock import now_ms
    from carteado.web.tables.match.first_row import draw_for_the_deal
    from carteado.web.tables.match.fold import apply_row, next_chance_act, start_play
    from carteado.web.tables.match.log_rows import LogRow
    from carteado.web.tables.players.names import best_bot

    drawn, dealer = draw_for_the_deal(terms.engine, terms.players, rng.shuffle)
    written = [[None if card is None else str(card) for card in one] for one in drawn]
    log = [LogRow(1, now_ms(), log_rows.start_data(players, dealer, written))]
    play = start_play(terms, log[0])
    bots = [make_bot(best_bot(terms.regulation), terms.regulation, seed=seat) for seat in range(terms.players)]
    while not play.is_over and len(log) < MOST_ACTS:
        data = next_chance_act(play, seed=lambda: rng.randbytes(32))
        if data is None:
            moment = _moment_of(play, bots)
            if moment.step == "act" and scene.is_there(moment):
                break
            data = scene.choose(moment, rng)
        log.append(LogRow(len(log) + 1, log[0].at, data))
        play = apply_row(play, log[-1])
    return log, play


def _moment_of(play: "Play", bots: Sequence[Bot]) -> Moment:
    from carteado.cards import Onlooker
    from carteado.record import write_act
    from carteado.web.tables.match.fold import Step, clock_act

    engine, asked = play.terms.engine, play.awaited
    assert asked is not None, "chance has nothing to do, and the match is not over"
    view = engine.view(play.match, Onlooker.REFEREE)
    if asked.step is not Step.ACT:
        given = {name: value for name, value in (clock_act(play) or {}).items() if name != "by"}
        return Moment(asked.seats[0], asked.step.value, view, [given], lambda: given)
    seat = asked.seats[0]
    legal = [write_act(act, engine.notation) for act in engine.legal_acts(play.match, seat)]
    return Moment(seat, asked.step.value, view, legal, lambda: bots[seat].choose(engine.view(play.match, seat), legal))


# --- the database -----------------------------------------------------------------------------------------------------


def table(
    *, regulation: str, scene: str = "", bots: int = 0, bot: str = "", free: int = 0, **columns: Any
) -> dict[str, Any]:
    """Its code and the sessions of the people, by seat; bots, who play at once, have the next seats, and where some are
    free nobody has begun."""
    from django.db import transaction

    from carteado.regulation import load
    from carteado.web.people import references
    from carteado.web.tables.models import Guest, Pace, Table
    from carteado.web.tables.players import names as sitters

    columns = {"act_seconds": None, "pace": Pace.AT_ONCE, **columns}
    with transaction.atomic():
        made = Table.objects.create(regulation=regulation, **columns)
        guests = [Guest.objects.create(name=name) for name in NAMES[: made.players - bots - free]]
        robot = references.of_bot(bot or sitters.best_bot(load(regulation)))
        who = [*map(sitters.of_guest, guests), *[robot] * bots]
        _sit_and_begin(made, who, scene, is_full=not free)
        return {"code": made.code, "keys": [_session(guest.code) for guest in guests]}


def pair(*, regulation: str, names: Sequence[str], scene: str, before: int) -> dict[str, Any]:
    """Likewise, of two with accounts, who play together against bots; ``before`` are the matches that they have played
    there, counted by nobody yet."""
    from django.db import transaction

    from carteado.regulation import load
    from carteado.web.people import references
    from carteado.web.people.models import User
    from carteado.web.tables.models import Pace, Table
    from carteado.web.tables.players import names as sitters

    with transaction.atomic():
        made = Table.objects.create(regulation=regulation, act_seconds=None, pace=Pace.AT_ONCE)
        users = [User.objects.create_user(f"{name.split()[0].lower()}@exemplo.com.br", name=name) for name in names]
        robot = references.of_bot(sitters.best_bot(load(regulation)))
        _sit_and_begin(made, [one for user in users for one in (references.of_user(user), robot)], scene, before=before)
        return {"code": made.code, "keys": [_signed_in(user) for user in users]}


def _sit_and_begin(made: "Table", who: Sequence[str], scene: str, *, before: int = 0, is_full: bool = True) -> None:
    from carteado.web.tables.match import first_row as starting
    from carteado.web.tables.models import Seat

    Seat.objects.bulk_create(Seat(table=made, number=number, who=one) for number, one in enumerate(who))
    for _match in range(before):
        _write(made, tuple(who), OVER)
    if scene:
        _write(made, tuple(who), scene)
    elif is_full:
        starting.begin_match(made)


def _write(made: "Table", players: tuple[str, ...], name: str) -> None:
    from carteado.web.tables.match.from_database import terms_of
    from carteado.web.tables.match.log_storage import Summary, insert_rows, stored_row, update_summaries
    from carteado.web.tables.models import Match

    scene, match = SCENES[name], Match.objects.create(table=made, number=1 + made.matches.count())
    for code, log, play in islice(matches_of(terms_of(made, match), players, scene), MOST_MATCHES):
        is_there = _was_close(play) if name == WHOLE else play.is_over is (name == OVER)
        is_found = len(log) < MOST_ACTS and is_there
        if is_found and not Match.objects.filter(code=code).exists():
            break
    else:
        raise LookupError(f"no match comes to {name}")
    Match.objects.filter(pk=match.pk).update(code=code)
    insert_rows([stored_row(match.pk, entry) for entry in log])
    over_at = log[-1].at if play.is_over else None
    update_summaries(Summary(match.pk, play.match.score, len(play.fairs), play.match.winner, over_at))


def _was_close(play: "Play") -> bool:
    """It is over, and the losers had more than half of it."""
    return bool(play.is_over) and 2 * min(play.match.score) > play.match.target


def _session(guest: str) -> str:
    from django.contrib.sessions.backends.db import SessionStore

    from carteado.web.tables.players.visitor import GUEST_KEY

    session = SessionStore()
    session[GUEST_KEY] = guest
    session.save()
    return str(session.session_key)


def _signed_in(user: "User") -> str:
    from django.conf import settings
    from django.contrib.auth import BACKEND_SESSION_KEY, HASH_SESSION_KEY, SESSION_KEY
    from django.contrib.sessions.backends.db import SessionStore

    session = SessionStore()
    session[SESSION_KEY], session[HASH_SESSION_KEY] = str(user.pk), user.get_session_auth_hash()
    session[BACKEND_SESSION_KEY] = settings.AUTHENTICATION_BACKENDS[-1]
    session.save()
    return str(session.session_key)


if __name__ == "__main__":
    django.setup()
    wanted = json.loads(sys.argv[1])
    print(json.dumps(pair(**wanted) if "names" in wanted else table(**wanted)))
