"""Phones beside tables: each with its own device, writing entries as the app does."""

import json
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from django.test import Client
from django.urls import reverse
from django.utils import timezone

from carteado.tournament.formats.slots import MatchId
from carteado.tournament.operations import CallMatch
from carteado.web.devices.models import Device, Right
from carteado.web.events import store
from carteado.web.events.models import Event
from carteado.web.people.models import User, fingerprint
from carteado.web.sumula.match_sheets import sheet_of
from carteado.web.sumula.models import Sheet
from tests.web.world.halls import append

AT = "2026-11-21T18:00:00Z"


def called(event: Event, match: MatchId = "", table: str = "1") -> Sheet:
    """The sheet of a match that was called to a table; of the first that can be, if none is named."""
    championship = store.championship_of(event)
    match = match or next(one for one in championship.fixtures if championship.bracket.is_open(one))
    append(event, CallMatch(by="system", at=timezone.now(), match=match, table=table))
    return sheet_at(event, match)


def sheet_at(event: Event, match: MatchId) -> Sheet:
    event.refresh_from_db()
    sheet = sheet_of(event, match)
    assert sheet is not None
    return sheet


def a_device(event: Event, table: str = "1", *, secret: str = "") -> str:
    """Its secret."""
    number = event.devices.count() + 1
    secret = secret or f"segredo-{event.pk}-{number}"
    Device.objects.create(event=event, number=number, right=Right.SUMULA, table=table, secret_hash=fingerprint(secret))
    return secret


@dataclass
class Phone:
    """Writes and sends; ``seen`` is the last number that it got, ``clock`` the time of its own that it tells."""

    sheet: Sheet
    secret: str
    name: str = "a"
    seen: int = 0
    written: int = 0
    client: Client = field(default_factory=Client)
    clock: str = ""

    @property
    def headers(self) -> dict[str, str]:
        return {"Authorization": f"Bearer {self.secret}"} if self.secret else {}

    def entry(self, kind: str, **fields: Any) -> dict[str, Any]:
        self.written += 1
        return {"id": f"{self.name}{self.written}", "device": self.name, "at": AT, "kind": kind, **fields}

    def post(self, body: object, **headers: str) -> Any:
        content = body if isinstance(body, str | bytes) else json.dumps(body)
        address = reverse("sheet-sync", args=[self.sheet.code])
        return self.client.post(address, content, content_type="application/json", headers={**self.headers, **headers})

    def message(self, *entries: Mapping[str, Any]) -> dict[str, Any]:
        message = {"protocol": 1, "device": self.name, "since": self.seen, "entries": list(entries)}
        return {**message, "now": self.clock} if self.clock else message

    def send(self, *entries: Mapping[str, Any]) -> dict[str, Any]:
        answer = self.post(self.message(*entries))
        assert answer.status_code == 200, answer.content
        told: dict[str, Any] = answer.json()
        self.seen = told["seq"]
        return told

    def data(self, since: int = 0) -> Any:
        return self.client.get(f"{reverse('sheet-data', args=[self.sheet.code])}?since={since}", headers=self.headers)

    def accept(self, *versions: str) -> list[dict[str, Any]]:
        """Both pairs, on this phone."""
        return [self.entry("accept", pair=pair, versions=list(versions)) for pair in (0, 1)]


def of_team(sheet: Sheet, user: User, name: str = "r", *, strict: bool = False) -> Phone:
    """A phone on which somebody of the team is signed in."""
    client = Client(enforce_csrf_checks=strict)
    client.force_login(user)
    return Phone(sheet, "", name, client=client)


def truco_hand(winner: int, value: int = 1) -> dict[str, Any]:
    return {"winner": winner, "value": value, "refused": False}
