"""The rules that a regulation of truco must give. The annotations are the schema of its file."""

from collections.abc import Iterator
from dataclasses import dataclass
from enum import StrEnum

from carteado.cards import RANKS, SUITS
from carteado.regulation.common_rules import Direction
from carteado.regulation.schema import Problem, Stated


class SecondRoundTied(StrEnum):
    """What decides a hand when a pair won the first round and the second is tied."""

    THIRD_ROUND = "third_round"
    FIRST_ROUND_WINNER = "first_round_winner"


class AllTied(StrEnum):
    """What happens after three tied rounds."""

    REDEAL = "redeal"
    NOBODY = "nobody"
    FIRST_PLAYER = "first_player"


class FourCards(StrEnum):
    """The penalty for a pair found with four cards."""

    OPPONENTS_SCORE = "opponents_score"
    DEDUCTED = "deducted"


@dataclass(frozen=True, slots=True, kw_only=True)
class Deck:
    without: tuple[str, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class Table:
    players: tuple[int, ...]
    seating: Stated
    direction: Direction


@dataclass(frozen=True, slots=True, kw_only=True)
class Strength:
    ranks: tuple[str, ...]
    manilhas: Stated
    manilha_suits: tuple[str, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class Match:
    target: int
    capped: Stated
    end: Stated


@dataclass(frozen=True, slots=True, kw_only=True)
class Dealing:
    first_dealer: Stated
    next_dealer: Stated
    shuffle_seconds: int
    cutter: Stated
    cut_seconds: int
    from_the_bottom: Stated
    burn_limit: int
    cards: int
    deal_seconds: int
    online: Stated
    exposed_card: Stated
    conduct: Stated


@dataclass(frozen=True, slots=True, kw_only=True)
class Rounds:
    order: Stated
    own_card: Stated
    winner: Stated
    leader: Stated
    decided: Stated


@dataclass(frozen=True, slots=True, kw_only=True)
class Ties:
    first_round: Stated
    leader_shows_highest: bool
    second_round: SecondRoundTied
    third_round: Stated
    first_two_rounds: Stated
    all_rounds: AllTied


@dataclass(frozen=True, slots=True, kw_only=True)
class Hiding:
    rounds: tuple[int, ...]
    strength: Stated
    secrecy: Stated


@dataclass(frozen=True, slots=True, kw_only=True)
class Calls:
    ladder: tuple[int, ...]
    when: Stated
    alternate: Stated
    pending: Stated
    answer: Stated
    refused: Stated
    reraise: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class Eleven:
    short_of_target: int
    value: int
    declined: int
    decision: Stated
    partner_seen: bool
    calls: Stated
    burn: Stated
    cuts: int


@dataclass(frozen=True, slots=True, kw_only=True)
class Iron:
    value: int
    blind: bool
    calls: Stated
    burn: Stated
    cuts: int
    packet: int


@dataclass(frozen=True, slots=True, kw_only=True)
class Referee:
    tento: Stated
    tento_rejected: Stated
    four_cards: FourCards
    disqualify: Stated
    adjust: Stated


@dataclass(frozen=True, slots=True, kw_only=True)
class Clock:
    match_minutes: int
    final_minutes: int
    time_up: Stated
    extra_minutes: int
    still_tied: Stated
    absence_minutes: int


@dataclass(frozen=True, slots=True, kw_only=True)
class Signs:
    offered: tuple[str, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class TrucoRules:
    """A regulation of truco, section by section in the order in which a match meets them."""

    deck: Deck
    table: Table
    strength: Strength
    match: Match
    dealing: Dealing
    rounds: Rounds
    ties: Ties
    hiding: Hiding
    calls: Calls
    eleven: Eleven
    iron: Iron
    referee: Referee
    clock: Clock
    signs: Signs


def impossible_truco(rules: TrucoRules) -> Iterator[Problem]:
    """Find the combinations of values that make a hand unplayable."""
    ranks_left = [rank for rank in RANKS if rank not in rules.deck.without]
    if not set(rules.deck.without) <= set(RANKS):
        yield Problem("deck.without", "unknown_rank", {"value": list(rules.deck.without)})
    if sorted(rules.strength.ranks) != sorted(ranks_left):
        yield Problem("strength.ranks", "not_the_ranks_of_the_deck", {"expected": ranks_left})
    if sorted(rules.strength.manilha_suits) != sorted(SUITS):
        yield Problem("strength.manilha_suits", "not_the_four_suits")
    if not rules.table.players or not set(rules.table.players) <= {2, 4}:
        yield Problem("table.players", "two_or_four_players")
    if rules.dealing.cards != 3:
        yield Problem("dealing.cards", "three_cards_for_three_rounds")
    yield from _impossible_scores(rules)
    if not 0 <= rules.dealing.burn_limit <= len(ranks_left) * 4 - 13:
        yield Problem("dealing.burn_limit", "more_than_the_deck_spares")
    if not set(rules.hiding.rounds) <= {1, 2, 3}:
        yield Problem("hiding.rounds", "rounds_are_one_to_three")


def _impossible_scores(rules: TrucoRules) -> Iterator[Problem]:
    ladder = rules.calls.ladder
    if not ladder or ladder[0] < 1 or list(ladder) != sorted(set(ladder)):
        yield Problem("calls.ladder", "ladder_must_rise")
    if rules.match.target < 1:
        yield Problem("match.target", "must_be_positive")
    if not 0 < rules.eleven.short_of_target < rules.match.target:
        yield Problem("eleven.short_of_target", "outside_the_match")
    for key, value in (
        ("eleven.value", rules.eleven.value),
        ("eleven.declined", rules.eleven.declined),
        ("iron.value", rules.iron.value),
        ("dealing.shuffle_seconds", rules.dealing.shuffle_seconds),
        ("dealing.cut_seconds", rules.dealing.cut_seconds),
        ("dealing.deal_seconds", rules.dealing.deal_seconds),
        ("clock.match_minutes", rules.clock.match_minutes),
        ("clock.final_minutes", rules.clock.final_minutes),
        ("clock.extra_minutes", rules.clock.extra_minutes),
        ("clock.absence_minutes", rules.clock.absence_minutes),
    ):
        if value < 1:
            yield Problem(key, "must_be_positive")
    if rules.iron.packet not in (1, rules.dealing.cards):
        yield Problem("iron.packet", "one_or_all_cards")
    for key, cuts in (("eleven.cuts", rules.eleven.cuts), ("iron.cuts", rules.iron.cuts)):
        if cuts < 0:
            yield Problem(key, "must_be_positive")
