"""Fair deals, ``carteado-fair/1``: shuffle by a seed, cut, burn and deal, for any game."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Generic, NamedTuple, Self, TypeVar

from carteado.fair.commitments import checked_id, commitment, parse_seed
from carteado.fair.errors import FairError, Problem
from carteado.fair.shapes import as_count, as_list, as_object
from carteado.fair.stream import shuffled

T = TypeVar("T")

DEAL_FORMAT = "carteado-fair/1"
_FAIR_KEYS = ("commitment", "seed", "cuts", "burn")


def deal_label(match: str, hand: int) -> str:
    """``carteado-fair/1|MATCH|HAND``; hands count from 0, and a hand dealt again has the next number."""
    if hand < 0:
        raise FairError("bad_hand", value=hand)
    return f"{DEAL_FORMAT}|{checked_id(match, what='match')}|{hand}"


def shuffled_deck(deck: Iterable[T], *, match: str, hand: int, seed: bytes) -> tuple[T, ...]:
    """Shuffle the deck, given in canonical order, by the seed of that hand. The first card is on top."""
    return shuffled(deck, label=deal_label(match, hand), seed=seed)


def cut(deck: Sequence[T], k: int) -> tuple[T, ...]:
    """The first k cards go to the end."""
    if not 0 <= k <= len(deck):
        raise FairError("bad_cut", value=k, cards=len(deck))
    return (*deck[k:], *deck[:k])


def after_cuts_and_burn(deck: Sequence[T], *, cuts: Iterable[int], burn: int) -> tuple[T, ...]:
    """Apply the cuts in order, then remove the burnt cards from the top."""
    for k in cuts:
        deck = cut(deck, k)
    if not 0 <= burn <= len(deck):
        raise FairError("bad_burn", value=burn, cards=len(deck))
    return tuple(deck[burn:])


class Dealt(NamedTuple, Generic[T]):
    """The hands by seat, each in the order dealt, and the cards left over in the order of the deck."""

    hands: tuple[tuple[T, ...], ...]
    rest: tuple[T, ...]


def deal_round(cards: Sequence[T], *, players: int, first: int, each: int, packet: int = 1) -> Dealt[T]:
    """Deal ``packet`` cards at a time, in order of play from seat ``first``, until every player has ``each``."""
    if players < 1 or packet < 1 or each < 0 or not 0 <= first < players:
        raise FairError("bad_deal", players=players, first=first, each=each, packet=packet)
    if players * each > len(cards):
        raise FairError("not_enough_cards", needed=players * each, cards=len(cards))
    hands: list[list[T]] = [[] for _ in range(players)]
    in_turn, top = hands[first:] + hands[:first], 0
    for dealt in range(0, each, packet):
        size = min(packet, each - dealt)
        for hand in in_turn:
            hand.extend(cards[top : top + size])
            top += size
    return Dealt(tuple(map(tuple, hands)), tuple(cards[top:]))


@dataclass(frozen=True, slots=True)
class Fair:
    """How a recorded hand was shuffled, cut and burnt. The seed is left out until the match is over."""

    commitment: str
    seed: str | None = None
    cuts: tuple[int, ...] = ()
    burn: int = 0

    @classmethod
    def from_json(cls, value: object) -> Self:
        """No ``cuts``: the deck was not cut. No ``burn``: nothing was burnt. No ``seed``: not revealed."""
        data = as_object(value, key="fair", known_keys=_FAIR_KEYS)
        seed = data.get("seed")
        return cls(
            commitment=_as_hash(data.get("commitment")),
            seed=None if seed is None else parse_seed(seed).hex(),
            cuts=tuple(as_count(k, key="cuts") for k in as_list(data.get("cuts", []), key="cuts")),
            burn=as_count(data.get("burn", 0), key="burn"),
        )

    def to_json(self) -> dict[str, object]:
        revealed = {} if self.seed is None else {"seed": self.seed}
        return {"commitment": self.commitment, **revealed, "cuts": list(self.cuts), "burn": self.burn}


def _as_hash(value: object) -> str:
    try:
        return parse_seed(value).hex()
    except FairError:
        raise FairError("bad_shape", key="commitment", expected="64 lower-case hexadecimal digits") from None


def commitment_problems(fair: Fair, *, match: str, hand: int) -> list[Problem]:
    """Compare the commitment with the one that the revealed seed gives. Raises ``FairError`` before it is revealed."""
    expected = commitment(deal_label(match, hand), _revealed(fair))
    return [] if expected == fair.commitment else [Problem("commitment_differs")]


def deck_as_dealt(deck: Iterable[T], *, match: str, hand: int, fair: Fair) -> tuple[T, ...]:
    """The cards that the dealer deals from, top first: the canonical deck shuffled, cut and burnt."""
    cards = shuffled_deck(deck, match=match, hand=hand, seed=_revealed(fair))
    return after_cuts_and_burn(cards, cuts=fair.cuts, burn=fair.burn)


def _revealed(fair: Fair) -> bytes:
    if fair.seed is None:
        raise FairError("not_revealed")
    return parse_seed(fair.seed)
