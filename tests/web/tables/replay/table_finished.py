"""Matches that are over, in the database, for whoever looks at them afterwards: played by bots from a seed."""

from random import Random
from typing import Any, NamedTuple

from django.urls import reverse
from django.utils import timezone

from carteado.bots import Bot, make_bot
from carteado.record import engine_for, write_act
from carteado.regulation import EngineKind, load
from carteado.web.tables.match import log_rows
from carteado.web.tables.match.fold import Play, Step, Terms, act_of, apply_row, next_chance_act, start_play
from carteado.web.tables.match.log_rows import Data, LogRow
from carteado.web.tables.match.log_storage import insert_rows, stored_row
from carteado.web.tables.models import Guest, Match, Seat, Table
from carteado.web.tables.players import names as sitters

NAMES = ("Ana", "Bia", "Caio", "Davi")
FIRST_DEALER = 3
DRAWN: list[list[str | None]] = [["4c", "5c", "6c", "Kd"]]
"""The last seat deals first, in every game."""
GOOD = {EngineKind.TRUCO: "matreiro", EngineKind.MELDS: "canastreiro"}
BEGAN = 1_793_000_000_000
PACE = 4_000


class Played(NamedTuple):
    play: Play
    log: list[LogRow]


def played(regulation: str, *, seed: int = 1, target: int | None = None, code: str = "partida") -> Played:
    """To the end, by bots that know the game; cuts and burns by whim."""
    rng, rules = Random(f"{regulation}{seed}"), load(regulation)
    terms = Terms(match=code, regulation=rules, engine=engine_for(rules), players=4, target=target)
    bots = [make_bot(GOOD[rules.engine_kind], rules, seed=f"{seed}-{seat}") for seat in range(4)]
    first = LogRow(1, BEGAN, log_rows.start_data(("a", "b", "c", "d"), FIRST_DEALER, DRAWN))
    play, log = start_play(terms, first), [first]
    while not play.is_over:
        entry = LogRow(len(log) + 1, BEGAN + len(log) * PACE, _next(play, bots, rng))
        if entry.act not in {"shuffle", "cut", "deal"}:
            _tell_bots(play, entry, bots)
        play = apply_row(play, entry)
        log.append(entry)
    return Played(play, log)


def _next(play: Play, bots: list[Bot], rng: Random) -> Data:
    if (chance := next_chance_act(play, lambda: rng.randbytes(32))) is not None:
        return chance
    asked, engine = play.awaited, play.terms.engine
    assert asked is not None
    seat = asked.seats[0]
    if asked.step is Step.CUT:
        return {"seat": seat, "act": "cut", "cuts": [rng.randrange(len(engine.deck()))]}
    if asked.step is Step.DEAL:
        return {"seat": seat, "act": "deal", "burn": rng.randint(0, engine.most_burnt(play.match))}
    legal = [write_act(act, engine.notation) for act in engine.legal_acts(play.match, seat)]
    return bots[seat].choose(engine.view(play.match, seat), legal)


def _tell_bots(play: Play, entry: LogRow, bots: list[Bot]) -> None:
    engine, act = play.terms.engine, act_of(play, entry)
    for seat, bot in enumerate(bots):
        if seat != entry.data["seat"] and (told := engine.act_seen_by(act, seat)) is not None:
            bot.note_act(write_act(told, engine.notation))


def insert_match(one: Played, **settings: Any) -> Match:
    """In the database, with guests in the seats."""
    play, log = one
    guests = [Guest.objects.create(name=name) for name in NAMES]
    table = Table.objects.create(regulation=play.terms.regulation.id, target=play.terms.target, **settings)
    who = [sitters.of_guest(guest) for guest in guests]
    for seat, sitter in enumerate(who):
        Seat.objects.create(table=table, number=seat, who=sitter)
    over = {"finished_at": timezone.now(), "winner": play.match.winner} if play.is_over else {}
    first, second = play.match.score
    match = Match.objects.create(
        table=table, number=1, code=play.terms.match, score_first=first, score_second=second, **over
    )
    began = log[0]._replace(data=log_rows.start_data(tuple(who), FIRST_DEALER, DRAWN))
    insert_rows([stored_row(match.pk, entry) for entry in (began, *log[1:])])
    return match


def address(match: Match, route: str, **more: int) -> str:
    return reverse(route, kwargs={"code": match.table.code, "number": match.number, **more})
