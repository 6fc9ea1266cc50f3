"""A súmula that one phone shows as QR codes and another one reads."""

import random
from typing import Any

import pytest
import zxingcpp
from PIL import Image

from carteado.regulation import catalogue, load
from carteado.sumula import Terms, form_of
from tests.sumula.bridge import Bridge

ADDRESS = "https://192.168.0.10:8443/sumula/receber/#"
LARGEST = 900
PIXELS = 4


def code_of(squares: list[list[bool]]) -> str:
    """What a camera reads of a QR code on a screen."""
    size = len(squares)
    picture = Image.new("L", (size, size), 255)
    picture.putdata([0 if dark else 255 for row in squares for dark in row])
    [found] = zxingcpp.read_barcodes(picture.resize((size * PIXELS, size * PIXELS), Image.Resampling.NEAREST))
    return str(found.text)


@pytest.mark.parametrize("regulation", ["truco-masters-2025", "apcef-sc-2022-canastra"])
def test_a_whole_sumula_goes_from_one_phone_to_another_by_qr_codes(regulation: str) -> None:
    hand: dict[str, Any] = {"winner": 0, "value": 3}
    if regulation.startswith("apcef"):
        hand = {"went_out": 1, "pairs": [{"clean": 1, "melded": {"8-K": 9}, "morto": "taken"}, {"in_hand": {"A": 2}}]}
    head = {"device": "phone", "at": "2026-11-21T18:00:00.000Z", "kind": "hand", "despite": "é isso mesmo"}
    entries = [{**head, "id": f"id{place:020}", "place": place, "hand": hand} for place in range(40)]
    form = form_of(Terms(load(regulation)), catalogue("pt"))
    shared = {"format": "carteado-sumula/1", "code": "folha", "form": form, "best_of": 1, "names": ["Sol", "Lua"]}
    bridge = Bridge()
    try:
        codes = [
            code_of(squares)
            for squares in bridge.ask({"do": "show", "shared": {**shared, "entries": entries}, "prefix": ADDRESS})
        ]
        assert len(codes) > 1
        assert all(code.startswith(ADDRESS) and len(code) <= LARGEST for code in codes)
        shuffled = random.Random(7).sample(codes, len(codes))
        told = bridge.ask({"do": "scan", "codes": shuffled})
        assert told["missing"] == list(range(len(codes) - 1, -1, -1))
        assert told["shared"] == {**shared, "entries": entries}
        assert bridge.ask({"do": "scan", "codes": shuffled[1:]})["shared"] is None
    finally:
        bridge.close()
