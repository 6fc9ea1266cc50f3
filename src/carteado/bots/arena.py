"""Two bots against each other on mirrored deals: every deal is played twice, with the seats exchanged."""

import hashlib
from contextlib import ExitStack
from dataclasses import dataclass
from math import sqrt
from statistics import fmean, stdev

from carteado.bots.players import Player, make_player
from carteado.bots.table import ANSWER_LIMIT_MS, Faults, play_hand
from carteado.cards import pair_of
from carteado.fair import shuffled
from carteado.record import Engine, Table, engine_for
from carteado.regulation import Regulation

NORMAL_95 = 1.959964


@dataclass(frozen=True, slots=True, kw_only=True)
class ArenaResult:
    """``margin`` is the first bot's points minus the second's, for each deal of two hands, with a 95 % interval."""

    bots: tuple[str, str]
    deals: int
    wins: tuple[int, int]
    points: tuple[int, int]
    margin: float
    interval: tuple[float, float]
    replaced: tuple[int, int]

    def to_json(self) -> dict[str, object]:
        return {
            "bots": list(self.bots),
            "deals": self.deals,
            "hands": 2 * self.deals,
            "wins": list(self.wins),
            "points": list(self.points),
            "margin": round(self.margin, 4),
            "interval": [round(bound, 4) for bound in self.interval],
            "confidence": 0.95,
            "replaced": list(self.replaced),
        }


def run_arena(
    regulation: Regulation, bots: tuple[str, str], *, deals: int, seed: str, players: int = 4, ms: int = ANSWER_LIMIT_MS
) -> ArenaResult:
    """Play single hands from an even score. The same seed gives the same deals, and with our bots the same result."""
    engine = engine_for(regulation)
    faults = (Faults(), Faults())
    teams: list[list[Player]] = [[], []]
    with ExitStack() as closing:
        for team, bot in enumerate(bots):
            for seat in range(players // 2):
                player = make_player(bot, regulation, seed=f"{seed}|{team}|{seat}")
                closing.callback(player.close)
                teams[team].append(player)
        played = [_play_deal(engine, teams, deal, seed, players, faults, ms) for deal in range(deals)]
    return _summary(bots, played, faults)


@dataclass(frozen=True, slots=True)
class _Played:
    wins: tuple[int, int]
    points: tuple[int, int]


def _play_deal(
    engine: Engine,
    teams: list[list[Player]],
    deal: int,
    seed: str,
    players: int,
    faults: tuple[Faults, Faults],
    ms: int,
) -> _Played:
    wins, points = [0, 0], [0, 0]
    for first in (0, 1):
        winner, score = _play_one(engine, teams, deal, seed, players, first, faults, ms)
        for team in (0, 1):
            pair = team ^ first
            wins[team] += winner == pair
            points[team] += score[pair]
    return _Played((wins[0], wins[1]), (points[0], points[1]))


def _play_one(
    engine: Engine,
    teams: list[list[Player]],
    deal: int,
    seed: str,
    players: int,
    first: int,
    faults: tuple[Faults, Faults],
    ms: int,
) -> tuple[int | None, tuple[int, int]]:
    """One hand with the first bot's team in pair ``first``; a void hand counts 0 to 0."""
    match = engine.start(players=players, first_dealer=deal % players)
    cards = shuffled(engine.deck(), label=f"carteado-arena|{deal}", seed=hashlib.sha256(seed.encode()).digest())
    table = Table(engine, match).after_act(engine.dealt_from(match, cards, cuts=(), burn=0))
    seated = [teams[pair_of(seat) ^ first][seat // 2] for seat in range(players)]
    by_seat = Faults()
    table = play_hand(table, seated, by_seat, ms=ms)
    for seat, count in by_seat.items():
        team = faults[pair_of(seat) ^ first]
        team[seat] = team.get(seat, 0) + count
    return engine.hand_winner(table.match), table.match.score


def _summary(bots: tuple[str, str], played: list[_Played], faults: tuple[Faults, Faults]) -> ArenaResult:
    margins = [one.points[0] - one.points[1] for one in played]
    mean = fmean(margins) if margins else 0.0
    error = NORMAL_95 * stdev(margins) / sqrt(len(margins)) if len(margins) > 1 else 0.0
    return ArenaResult(
        bots=bots,
        deals=len(played),
        wins=(sum(one.wins[0] for one in played), sum(one.wins[1] for one in played)),
        points=(sum(one.points[0] for one in played), sum(one.points[1] for one in played)),
        margin=mean,
        interval=(mean - error, mean + error),
        replaced=(sum(faults[0].values()), sum(faults[1].values())),
    )
