"""Records and sheets to read, to spoil and to verify."""

import copy
import json
from typing import Any

from carteado.fair import Fair, commitment, deal_label, shuffled_deck
from carteado.record import InputError, Record, RecordedAct, RecordedHand, engine_for, write_record
from carteado.regulation import LANGUAGES, Regulation, catalogue, load

Document = dict[str, Any]
DEAL: Document = {
    "hands": [["3c", "3d", "4d"], ["Ac", "6h", "4h"], ["2c", "6s", "7h"], ["Kc", "Qd", "Jd"]],
    "vira": "4c",
}
SEED = "00" * 31 + "07"


def heading(**entries: Any) -> Document:
    """A record without hands, and whatever a test adds."""
    return {
        "format": "carteado-record/1",
        "regulation": "truco-masters-2025",
        "seats": ["Ana", "Bia", "Caio", "Davi"],
        "first_dealer": 3,
        "hands": [],
        **entries,
    }


def hand(*actions: Document, **entries: Any) -> Document:
    return {"deal": copy.deepcopy(DEAL), "actions": list(actions), **entries}


def plays(text: str) -> list[Document]:
    """``0:3c 1:Ac``: seats and the cards that they show."""
    pairs = [word.split(":") for word in text.split()]
    return [{"seat": int(seat), "act": "play", "card": card} for seat, card in pairs]


WON = "0:3c 1:Ac 2:2c 3:Kc 0:3d 1:6h 2:6s 3:Qd"
"""The deal above, won by pair 0 in two rounds."""


def rich_record() -> Document:
    """Every optional key and every act that a record of truco may have."""
    referee = {"seat": None, "act": "ruling", "article": "32"}
    return heading(
        overrides={"iron.value": {"value": 3, "by": "Clube da Vila"}, "hiding.rounds": {"value": [2, 3], "by": "Ana"}},
        match="mesa-1",
        event="copa-2025",
        phase="final",
        table=7,
        date="2025-10-25",
        notes="São Paulo",
        target=12,
        dealer_draw=[["4c", "7d", "Ah", "3d"]],
        _note={"any": [1, None, "x"]},
        hands=[
            hand(
                {"seat": None, "act": "pause"},
                {"seat": None, "act": "resume", "article": "8.5"},
                {"seat": 1, "act": "sit", "player": "bot:matreiro"},
                {"seat": 0, "act": "sign", "sign": "zap", "at": "2025-10-25T14:00:00Z"},
                *plays("0:3c 1:Ac 2:2c 3:Kc"),
                {"seat": 1, "act": "call", "value": 3, "_why": "bluff"},
                {"seat": 2, "act": "call", "value": 6},
                {"seat": 3, "act": "accept"},
                {"seat": 0, "act": "play", "card": "3♦"},
                {"seat": 1, "act": "hide", "card": "6h"},
                *plays("2:6s 3:Qd"),
                {**referee, "ruling": "adjust", "pair": 0, "points": -1, "reason": "soma", "article": "8.5"},
                dealer=3,
                start=[5, 10],
                score=[10, 10],
                _table="corner",
            ),
            hand({**referee, "ruling": "tento_rejected", "pair": 1}, {**referee, "ruling": "redeal", "article": "26"}),
            hand({"seat": 1, "act": "call", "value": 3}, {"seat": 0, "act": "refuse"}, dealer=0, score=[10, 11]),
            hand({"seat": 3, "act": "refuse"}, score=[11, 11]),
            hand(*({"seat": seat, "act": "play", "position": seat % 3} for seat in (3, 0, 1, 2))),
        ],
    )


def fair_match(regulation: Regulation | None = None, *, match_id: str = "mesa-1", players: int = 4) -> Record:
    """A whole match dealt from seeds, cut and burnt, and played by default acts."""
    regulation = regulation or load("truco-masters-2025")
    engine = engine_for(regulation)
    match = engine.start(players=players, first_dealer=0)
    hands: list[RecordedHand] = []
    while match.winner is None:
        number = len(hands)
        seed = bytes([number + 1]) * 32
        sealed = commitment(deal_label(match_id, number), seed)
        last = match.kind_to_deal != "ordinary"
        fair = Fair(sealed, seed.hex(), cuts=(5 + number,), burn=0 if last else number % 4)
        deck = shuffled_deck(engine.deck(), match=match_id, hand=number, seed=seed)
        deal = engine.dealt_from(match, deck, cuts=fair.cuts, burn=fair.burn)
        acts = [*engine.ceremony(match, fair), deal]
        for act in acts:
            match, _ = engine.apply(match, act)
        played: list[RecordedAct] = []
        while match.hand_is_on:
            act = engine.default_act(match, engine.seats_to_ask(match)[0])
            match, _ = engine.apply(match, act)
            played.append(RecordedAct(act=act))
        hands.append(RecordedHand(deal=deal, acts=tuple(played), fair=fair))
    names = ("Ana", "Bia", "Caio", "Davi")[:players]
    return Record(regulation=regulation, seats=names, first_dealer=0, hands=tuple(hands), about={"match": match_id})


def as_document(record: Record) -> Document:
    document: Document = json.loads(write_record(record))
    return document


def error_document(error: InputError) -> Document:
    """The error as it is printed, in English, once it is known that every language can print it."""
    printed = [json.dumps(error.to_json(catalogue(language)), ensure_ascii=False) for language in LANGUAGES]
    documents: list[Document] = [json.loads(one.encode("utf-8")) for one in printed]
    assert all(document["message"] for document in documents)
    return documents[-1]
