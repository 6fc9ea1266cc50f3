"""Matches noted on phones, for tests of what their championship makes of them."""

from collections.abc import Mapping
from typing import Any

from django.utils import timezone

from carteado.tournament.matches.match_log import Game, MatchLog, Party
from carteado.tournament.operations import CallMatch, Confirm, Correct, Submit
from carteado.tournament.state.championship import Championship
from carteado.web.events import store
from carteado.web.events.models import Event
from carteado.web.kit.guarding.policy import Role
from carteado.web.people.models import User
from carteado.web.sumula.models import Sheet
from tests.web.sumula.sumulas import Phone, a_device, called, truco_hand
from tests.web.world.halls import AF, AP, FA, TM, append, drawn

SEMI, FINAL = "knockout-semi-final-1", "knockout-final"

TRANCA_HAND = {"went_out": 0, "pairs": [{"clean": 3, "melded": 30, "morto": "taken"}, {"in_hand": 9}]}
CANASTRA_HAND = {"went_out": 0, "pairs": [{"clean": 5, "melded": {"8-K": 40}, "morto": "taken"}, {"morto": "taken"}]}
HANDS: dict[str, list[dict[str, Any]]] = {
    TM: [truco_hand(0, 3), truco_hand(1, 6), truco_hand(0, 9)],
    AF: [TRANCA_HAND, TRANCA_HAND],
    FA: [TRANCA_HAND, TRANCA_HAND],
    AP: [CANASTRA_HAND, CANASTRA_HAND],
}
RESULTS = {TM: (12, 6), AF: (2000, -380), FA: (2000, -380), AP: (3000, 0)}


def log_of(sheet: Sheet) -> MatchLog:
    return championship(sheet.event).logs[sheet.match]


def championship(event: Event) -> Championship:
    event.refresh_from_db()
    return store.championship_of(event)


def a_phone(event: Event, match: str = "", table: str = "1") -> Phone:
    return Phone(called(event, match, table), a_device(event, table))


def hands(phone: Phone, *counts: Any) -> list[dict[str, Any]]:
    return [phone.entry("hand", place=place, hand=hand) for place, hand in enumerate(counts)]


def accepted(phone: Phone, noted: list[dict[str, Any]]) -> list[dict[str, Any]]:
    return phone.accept(*(one["id"] for one in noted))


def played(phone: Phone, *counts: Any) -> dict[str, Any]:
    noted = hands(phone, *counts)
    return phone.send(*noted, *accepted(phone, noted))


def a_called_final(people: Mapping[Role, User] | None = None) -> Sheet:
    """The final of four pairs, called to table 1; both semifinals are official."""
    event, at = drawn(TM, 4, people=people), timezone.now()
    for match in (SEMI, "knockout-semi-final-2"):
        append(event, CallMatch(by="user:1", at=at, match=match, table="1"))
        append(event, Submit(by="user:1", at=at, match=match, games=(Game((12, 0), 0),)))
        append(event, *(Confirm(by="user:1", at=at, match=match, version=0, party=party) for party in Party))
    return called(event, FINAL, "1")


def corrected(event: Event, winner: int = 1) -> None:
    """A correction of the first semifinal that gives the final to others, or back."""
    games = (Game((3, 12), 1) if winner else Game((12, 3), 0),)
    append(event, Correct(by="user:1", at=timezone.now(), match=SEMI, games=games, why="trocado", force=True))


def an_open_match(event: Event) -> str:
    standing = championship(event)
    return next(one for one in standing.fixtures if one not in standing.logs)
