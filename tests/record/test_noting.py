"""The line that a score sheet has of a hand played on a screen: counted from the sheet it gives the same."""

from random import Random

import pytest

from carteado.cards import Disqualify, Redeal
from carteado.record import Node, engine_for, sheet_game
from carteado.record.games import Engine, Match
from carteado.regulation import Override, Regulation, available, load

HANDS = 60
AF, AP = "afia-2026-tranca", "apcef-sc-2022-canastra"


def dealt(engine: Engine, match: Match, rng: Random) -> Match:
    deck = list(engine.deck())
    rng.shuffle(deck)
    return engine.apply(match, engine.dealt_from(match, deck, cuts=(), burn=0))[0]


def played(engine: Engine, match: Match, rng: Random) -> Match:
    while match.hand_is_on:
        match = engine.apply(match, rng.choice(engine.legal_acts(match, engine.seats_to_ask(match)[0])))[0]
    return match


SPARED = (
    Override("scoring.converted_morto_pays", False, "club"),
    Override("scoring.no_morto_paid_by", "every_pair", "club"),
)


@pytest.mark.parametrize(("name", "overrides"), [*((name, ()) for name in available()), (AF, SPARED), (AP, SPARED)])
def test_a_hand_counts_on_the_sheet_as_it_did_at_the_table(name: str, overrides: tuple[Override, ...]) -> None:
    regulation, rng = load(name).with_overrides(overrides), Random(name)
    engine, game = engine_for(regulation), sheet_game(regulation.rules)
    match, noted = engine.start(players=4, first_dealer=0), 0
    for _ in range(HANDS):
        if match.winner is not None:
            match = engine.start(players=4, first_dealer=0)
        before = match
        match = played(engine, dealt(engine, match, rng), rng)
        line = game.write(match)
        if line is None:
            assert match.score == before.score
            continue
        noted += 1
        read = game.read(Node(line))
        assert not list(game.doubts(before, read))
        on_sheet = game.count_line(before, read)[0]
        assert on_sheet.score == match.score
        assert on_sheet.winner == match.winner
    assert noted > HANDS // 2


@pytest.fixture(params=available())
def regulation(request: pytest.FixtureRequest) -> Regulation:
    return load(request.param)


@pytest.mark.parametrize("ruling", [Redeal("8"), Disqualify(0, "8")])
def test_a_hand_that_a_referee_ended_has_no_line(regulation: Regulation, ruling: object) -> None:
    engine = engine_for(regulation)
    match = dealt(engine, engine.start(players=4, first_dealer=0), Random(1))
    assert sheet_game(regulation.rules).write(match) is None
    assert sheet_game(regulation.rules).write(engine.apply(match, ruling)[0]) is None
