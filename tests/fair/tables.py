"""Records and protocols as the library makes them, for the tests to spoil."""

import json
import subprocess
import sys
from collections.abc import Sequence
from typing import Any

from carteado.cards import canonical_deck
from carteado.fair import Dealt, Draw, Fair, commitment, deal_label, deal_round, deck_as_dealt, draw_protocol
from tests.paths import ROOT

VERIFIER = ROOT / "verifier" / "carteado_verify.py"

COUNTING = bytes(range(32))
ALL_ONES = b"\xff" * 32
TRUCO_DECK = canonical_deck(without="89T")
DOUBLE_DECK = canonical_deck(copies=2)

ENTRANTS = (
    *("ana-bia", "caio-davi", "edu-fabi", "gil-hugo"),
    *("iara-joão", "zé-téo", "\N{GRINNING FACE}-duo", "\N{LATIN SMALL LIGATURE FF}-duo"),
)
CLUBS = {
    **dict.fromkeys(("ana-bia", "caio-davi", "edu-fabi", "gil-hugo"), "Santos"),
    **dict.fromkeys(("iara-joão", "zé-téo"), "Recife"),
}
ENTROPY = "Loteria Federal 5912: 12.345 — São Paulo"


def card_texts(cards: Sequence[object]) -> list[str]:
    return [str(card) for card in cards]


def truco_record(*, seats: int = 4) -> dict[str, Any]:
    """An ordinary hand, a mão de ferro and a hand whose seed is not revealed."""
    hands = [
        {**_truco_hand(0, dealer=0, seats=seats, cuts=(13, 5), burn=2), "score": [11, 11]},
        {**_truco_hand(1, dealer=1, seats=seats, cuts=(20,), packet=3), "score": [11, 11]},
        _truco_hand(2, dealer=1, seats=seats, packet=3),
    ]
    del hands[2]["fair"]["seed"]
    return _record("truco-masters-2025", hands, seats=seats)


def melds_record(regulation: str, *, seats: int = 4) -> dict[str, Any]:
    fair = _fair(0, ALL_ONES, cuts=(52,))
    dealt = deal_round(deck_as_dealt(DOUBLE_DECK, match="mesa-1", hand=0, fair=fair), players=seats, first=1, each=11)
    mortos = [card_texts(dealt.rest[:11]), card_texts(dealt.rest[11:22])]
    deal = {**_hands(dealt), "mortos": mortos, "stock": card_texts(dealt.rest[22:])}
    return _record(regulation, [{"deal": deal, "fair": fair.to_json(), "actions": []}], seats=seats)


def a_draw(**changes: Any) -> Draw:
    return Draw(**{"event": "copa-2025", "name": "chave", "entrants": ENTRANTS, "apart": {}, **changes})


def a_protocol(**changes: Any) -> dict[str, Any]:
    """As read back from a file."""
    protocol = draw_protocol(a_draw(apart=CLUBS, **changes), secret=COUNTING, entropy=ENTROPY)
    return as_read(protocol)


def as_read(value: dict[str, Any]) -> dict[str, Any]:
    read: dict[str, Any] = json.loads(json.dumps(value))
    return read


def verifier_run(data: bytes | dict[str, Any]) -> subprocess.CompletedProcess[str]:
    """A plain interpreter, isolated and without site packages, as a stranger would run it."""
    raw = data if isinstance(data, bytes) else json.dumps(data).encode()
    command = [sys.executable, "-I", "-S", str(VERIFIER), "-"]
    done = subprocess.run(command, input=raw, capture_output=True, check=False, timeout=60)
    return subprocess.CompletedProcess(command, done.returncode, done.stdout.decode(), done.stderr.decode())


def _record(regulation: str, hands: list[dict[str, Any]], *, seats: int) -> dict[str, Any]:
    heading = {"format": "carteado-record/1", "regulation": regulation, "overrides": {}, "match": "mesa-1"}
    names = ["Ana", "Bia", "Caio", "Davi"][:seats]
    return as_read({**heading, "seats": names, "first_dealer": 0, "hands": hands})


def _truco_hand(
    hand: int, *, dealer: int, seats: int, cuts: tuple[int, ...] = (), burn: int = 0, packet: int = 1
) -> dict[str, Any]:
    fair = _fair(hand, COUNTING, cuts=cuts, burn=burn)
    cards = deck_as_dealt(TRUCO_DECK, match="mesa-1", hand=hand, fair=fair)
    dealt = deal_round(cards, players=seats, first=(dealer + 1) % seats, each=3, packet=packet)
    deal = {**_hands(dealt), "vira": str(dealt.rest[0])}
    return {"dealer": dealer, "deal": deal, "fair": fair.to_json(), "actions": []}


def _fair(hand: int, seed: bytes, *, cuts: tuple[int, ...], burn: int = 0) -> Fair:
    return Fair(commitment(deal_label("mesa-1", hand), seed), seed.hex(), cuts, burn)


def _hands(dealt: Dealt[Any]) -> dict[str, Any]:
    return {"hands": [card_texts(hand) for hand in dealt.hands]}
