"""Hands for tests of the naive reading, told in a few words and small enough to be counted with a pencil.

Seat 3 deals unless a test says otherwise, so seat 0 plays first; seats 0 and 2 are pair 0. Acts are written as one
would say them: ``0 lay 4h 5h 6h / Kc Kd Kh``, ``1 extend 0: 4h 5h 6h 7h``, ``2 take lay Jd Qd Kd``, ``3 discard 9c``.
"""

from collections import Counter
from collections.abc import Iterable, Sequence
from typing import Any

from tests.melds.naive import naive_replay
from tests.melds.naive.regulations import AF, AP, DECK, FA, RED_THREES, TRANCA

Act = dict[str, Any]

RUN = {suit: " ".join(rank + suit for rank in "456789TJQKA") for suit in "chsd"}
"""The eleven cards of the longest run of Tranca: 110 points there, 95 in Canastra."""


def deal(
    hands: Sequence[str] = (), *, mortos: Sequence[str] = (), stock: str = "", bottom: str = ""
) -> dict[str, list[Any]]:
    """Two whole decks: the cards that matter where they are named, the others where there is room, 2s and 3s last."""
    heaps = [[*named.split()] for named in [*hands, *[""] * (4 - len(hands)), *mortos, *[""] * (2 - len(mortos))]]
    top, end = stock.split(), bottom.split()
    left = Counter(DECK)
    left.subtract([*top, *end, *(card for heap in heaps for card in heap)])
    assert min(left.values()) >= 0, "a card is named three times"
    spare = sorted(left.elements(), key=lambda card: (card[0] in "23", "4567T89JQKA23".index(card[0])))
    for heap in heaps:
        while len(heap) < 11:
            heap.append(spare.pop(0))
    return {"hands": heaps[:4], "mortos": heaps[4:], "stock": [*top, *spare, *end]}


def cards(named: str) -> list[str]:
    return named.split()


def act(text: str) -> Act:
    seat, name, *rest = text.split()
    fields: Act = {"seat": int(seat), "act": name}
    if rest and rest[0].endswith(":"):
        fields |= {"meld": int(rest[0][:-1]), "to": rest[1:]}
    elif name == "lay":
        fields["melds"] = [meld.split() for meld in " ".join(rest).split("/")]
    elif name == "take" and rest:
        fields["lay"] = rest[1:]
    elif name == "discard":
        fields["card"] = rest[0]
    return fields


def ruling(name: str, **keys: object) -> Act:
    return {"seat": None, "act": "ruling", "ruling": name, "article": "8", **keys}


def hand(dealt: dict[str, list[Any]], *acts: str | Act, **keys: object) -> dict[str, Any]:
    return {"deal": dealt, "actions": [act(one) if isinstance(one, str) else one for one in acts], **keys}


def replayed(regulation: str, *hands: dict[str, Any], **keys: object) -> dict[str, Any]:
    head = {"format": "carteado-record/1", "regulation": regulation, "overrides": {}, "seats": [*"NESW"]}
    return naive_replay({**head, "first_dealer": 3, "hands": [*hands], **keys})


def refused_at(action: int | None, *, in_hand: int = 0) -> dict[str, Any]:
    return {"refused": {"hand": in_hand, "action": action}}


def goes_on(outcome: dict[str, Any]) -> bool:
    return outcome.get("finished") is False and outcome["hands"][-1]["points"] == [0, 0]


def turns(regulation: str, dealt: dict[str, list[Any]], numbers: Iterable[int]) -> list[str]:
    """These turns of a hand in which everybody discards what he has drawn. Nobody was dealt a red three in AF."""
    drawable = dealt["stock"] if regulation == FA else [*dealt["stock"], *dealt["mortos"][0], *dealt["mortos"][1]]
    drawn = [card for card in drawable if not (regulation in TRANCA and card in RED_THREES)]
    return [text for turn in numbers for text in (f"{turn % 4} draw", f"{turn % 4} discard {drawn[turn]}")]


# --- a quick hand -------------------------------------------------------------------------------------------------

QUICK = deal([RUN["h"], RUN["d"], RUN["s"], RUN["c"]], stock="9c 9d 9s")
QUICK_ACTS = [
    "0 draw",
    f"0 lay {RUN['h']}",
    "0 discard 9c",
    "1 draw",
    f"1 lay {RUN['d']}",
    "1 discard 9d",
    "2 draw",
    f"2 lay {RUN['s']}",
    "2 discard 9s",
]
"""Seats 0 and 1 take the mortos with a discard; seat 2 goes out before either has played again."""
QUICK_POINTS = {AF: [610, 100], FA: [610, 100], AP: [590, 100]}


def quick(*more: Act, shift: int = 0, **keys: object) -> dict[str, Any]:
    """That hand, begun by the seat ``shift``; pair 0 goes out, or pair 1 when the shift is odd."""
    dealt = {**QUICK, "hands": [QUICK["hands"][(seat - shift) % 4] for seat in range(4)]}
    acts = [act(one) for one in QUICK_ACTS]
    return hand(dealt, *({**one, "seat": (one["seat"] + shift) % 4} for one in acts), *more, **keys)
