"""Whether a result is possible: the score of each game under the regulation, and the games of a match by its length."""

from collections.abc import Sequence

from carteado.record import Report, engine_for
from carteado.regulation import MeldsRules, Refusal, Regulation, TrucoRules, forbidden_by, out_of_order
from carteado.tournament.formats.stages import FINAL, Fixture
from carteado.tournament.matches.match_log import Ending, Game, Side


def game_of(report: Report, *, phase: str | None = None) -> Game | Refusal:
    """The game of a finished record or score sheet of that phase, as the regulation counts it."""
    if report.winner is None:
        return out_of_order("game_not_finished", points=report.score[0], others=report.score[1])
    winner: Side = 0 if report.winner == 0 else 1
    if report.score[winner] >= engine_for(report.regulation).target(phase):
        return Game(report.score, winner)
    of_melds = isinstance(report.regulation.rules, MeldsRules)
    return Game(report.score, winner, Ending.EXTRA_HAND if of_melds else Ending.RULING)


def refusal_of_games(regulation: Regulation, fixture: Fixture, games: Sequence[Game]) -> Refusal | None:
    """Why these games cannot be the result of that match. Keys: match.target, match.capped, clock.time_up."""
    for number, game in enumerate(games, start=1):
        if refused := _refusal_of_game(regulation, fixture.phase, game, number):
            return refused
    needed = fixture.best_of // 2 + 1
    won = [sum(game.winner == side for game in games) for side in (0, 1)]
    if max(won) != needed or (games and won[games[-1].winner] != needed):
        return out_of_order("games_do_not_decide", best_of=fixture.best_of, needed=needed)
    return None


def _refusal_of_game(regulation: Regulation, phase: str, game: Game, number: int) -> Refusal | None:
    ahead, behind = game.points[game.winner], game.points[1 - game.winner]
    if game.ending is Ending.RULING:
        return None
    if game.ending is Ending.EXTRA_HAND:
        return _refusal_of_extra_hand(regulation, game, number)
    if game.ending is Ending.TIME_UP:
        return _refusal_of_time_up(regulation, game, number)
    target = engine_for(regulation).target(FINAL if phase == FINAL else None)
    if ahead < target:
        return forbidden_by("match.target", "target_not_reached", game=number, points=ahead, target=target)
    if isinstance(regulation.rules, TrucoRules) and ahead > target:
        return forbidden_by("match.capped", "score_is_capped", game=number, points=ahead, target=target)
    if behind >= ahead:
        return forbidden_by("match.target", "winner_is_behind", game=number, points=ahead, others=behind)
    return None


def _refusal_of_extra_hand(regulation: Regulation, game: Game, number: int) -> Refusal | None:
    """The extra hand may take both below the target again. Key: match.equal_at_target."""
    if not isinstance(regulation.rules, MeldsRules):
        return out_of_order("no_extra_hand_here", game=number)
    ahead, behind = game.points[game.winner], game.points[1 - game.winner]
    if ahead > behind:
        return None
    return forbidden_by("match.equal_at_target", "winner_is_behind", game=number, points=ahead, others=behind)


def _refusal_of_time_up(regulation: Regulation, game: Game, number: int) -> Refusal | None:
    """Equal scores may stand: the side that took the first hand wins, or the referee decides."""
    if not isinstance(regulation.rules, TrucoRules):
        return out_of_order("no_clock_here", game=number)
    ahead, behind = game.points[game.winner], game.points[1 - game.winner]
    return (
        forbidden_by("clock.time_up", "winner_is_behind", game=number, points=ahead, others=behind)
        if behind > ahead
        else None
    )
