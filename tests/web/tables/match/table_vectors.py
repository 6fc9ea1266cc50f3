"""Records of every regulation with the plans of their deals, against which the browser's check of deals is tested.

``python -m django shell -c "from tests.web.tables.match.table_vectors import write; write()"`` writes them.
"""

import json
from typing import Any

from carteado.fair import commitment, deal_label, shuffled_deck
from carteado.record import matches_between_hands, write_record
from carteado.regulation import available
from carteado.web.tables.match import deal_plan
from carteado.web.tables.match.match_record import record_of
from tests.paths import ROOT
from tests.web.tables.replay.table_finished import NAMES, played

VECTORS = ROOT / "client" / "tests" / "verify-vectors.json"
SEEDS = {"truco-masters-2025": 28}
"""A match that comes to a mão de ferro."""
TARGET = 300
"""Enough for a hand or two of a game with melds."""


def vectors() -> dict[str, Any]:
    label, seed = deal_label("m1", 7), bytes(range(32))
    return {
        "label": label,
        "seed": seed.hex(),
        "commitment": commitment(label, seed),
        "shuffled": shuffled_deck([str(number) for number in range(104)], match="m1", hand=7, seed=seed),
        "dealings": deal_plan.plans_of_all(),
        "matches": [_match(name) for name in available()],
    }


def _match(name: str) -> dict[str, Any]:
    """Its deals; what was played is none of the browser's business."""
    play, log = played(name, seed=SEEDS.get(name, 1), target=None if name in SEEDS else TARGET)
    record = record_of(play.terms, log, dict(zip("abcd", NAMES, strict=True)))
    document = json.loads(write_record(record))
    for hand in document["hands"]:
        hand["actions"] = []
    return {"record": document, "dealing": deal_plan.plans_of_record(record, matches_between_hands(record))}


def text() -> str:
    return json.dumps(vectors(), ensure_ascii=False, separators=(",", ":"), sort_keys=True) + "\n"


def write() -> None:
    VECTORS.write_text(text(), encoding="utf-8")
