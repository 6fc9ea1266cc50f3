"""J11: the laptop dies with twelve tables on, four phones offline and one hand between act and acknowledgement. The
site starts again; or the backup of 16:00 is restored on another laptop. Phones come back in any order."""

import json
import os
import random
import signal
from dataclasses import dataclass, field
from http.client import HTTPConnection
from pathlib import Path
from typing import Any

import httpx
import pytest

from tests.paths import ROOT
from tests.web.sumula.sumula_playing import TRANCA_HAND
from tests.web.world.running import PATIENCE, begun, run, run_in_site, serving

pytestmark = [pytest.mark.slow, pytest.mark.one_database]

OFFLINE = ("2", "5", "8", "11")
BETWEEN = "3"
"""The table whose phone sent a hand and got no answer."""


@dataclass
class PocketPhone:
    """A phone that keeps all that it wrote, and sends it again until the site has it."""

    table: str
    secret: str
    sheet: str
    written: list[dict[str, Any]] = field(default_factory=list)

    def writes(self) -> None:
        place = len(self.written)
        entry = {"id": f"t{self.table}-{place}", "device": f"t{self.table}", "at": "2026-11-21T18:00:00Z"}
        self.written.append({**entry, "kind": "hand", "place": place, "hand": TRANCA_HAND})

    @property
    def entries(self) -> list[str]:
        return [one["id"] for one in self.written]

    @property
    def message(self) -> dict[str, Any]:
        return {"protocol": 1, "device": f"t{self.table}", "since": 0, "entries": self.written}

    @property
    def headers(self) -> dict[str, str]:
        return {"Authorization": f"Bearer {self.secret}", "Content-Type": "application/json"}

    @property
    def path(self) -> str:
        return f"/sumula/{self.sheet}/sincronizar"

    def sends(self, address: str) -> dict[str, Any]:
        """Everything: what the site has already it knows by its id."""
        answer = httpx.post(f"{address}{self.path}", json=self.message, headers=self.headers, timeout=PATIENCE)
        assert answer.status_code == 200, answer.text
        told: dict[str, Any] = answer.json()
        return told

    def sends_and_hears_nothing(self, address: str) -> None:
        """The act is on its way; whether the site wrote it down nobody knows."""
        connection = HTTPConnection(address.removeprefix("http://"))
        connection.request("POST", self.path, json.dumps(self.message), self.headers)
        connection.close()


def in_site(data: Path, name: str) -> Any:
    script = f"from tests.web.journeys.laptop import {name}\nanswer = {name}()"
    return run_in_site(data, script, PYTHONPATH=os.pathsep.join((str(ROOT / "src"), str(ROOT))), CARTEADO_LANG="pt")


def until_the_laptop_dies(data: Path, backup: Path) -> list[PocketPhone]:
    """At 16:00 a backup is made; then each table plays on, and the process is killed in the midst of it."""
    phones = [PocketPhone(table, **known) for table, known in in_site(data, "twelve_tables").items()]
    with serving(begun(data)) as site:
        for phone in phones:
            phone.writes()
            phone.sends(site.address)
        assert run(data, "backup", "--with-keys", str(backup)).returncode == 0
        for phone in phones:
            phone.writes()
            if phone.table not in (*OFFLINE, BETWEEN):
                phone.sends(site.address)
        between = next(one for one in phones if one.table == BETWEEN)
        between.sends_and_hears_nothing(site.address)
        site.stop(signal.SIGKILL)
    return phones


def come_back(data: Path, phones: list[PocketPhone]) -> dict[str, Any]:
    """In any order; what stands then."""
    in_any_order = random.Random(16).sample(phones, len(phones))
    with serving(begun(data)) as site:
        for phone in in_any_order:
            told = phone.sends(site.address)
            assert told["counted"]["hands"] == len(phone.written)
    stands: dict[str, Any] = in_site(data, "what_stands")
    return stands


@pytest.mark.parametrize("is_restored", [False, True], ids=["started again", "restored elsewhere"])
def test_j11_no_hand_is_lost_and_every_place_agrees(tmp_path: Path, *, is_restored: bool) -> None:
    data, backup = tmp_path / "laptop", tmp_path / "16h.zip"
    phones = until_the_laptop_dies(data, backup)
    if is_restored:
        data = tmp_path / "another laptop"
        assert run(data, "restore", str(backup)).returncode == 0
    stands = come_back(data, phones)
    assert stands["wrong"] == []
    assert stands["entries"] == {phone.sheet: phone.entries for phone in phones}
