"""A record, hand by hand, as a patient referee would read it out."""

from collections.abc import Mapping
from typing import Any

from tests.melds.naive.counting import Lines, lines_of
from tests.melds.naive.regulations import AF, AF_FINAL_TARGET, AP, TARGETS
from tests.melds.naive.table import NotAllowed, Table, need

BESIDE_THE_GAME = ("sign", "sit", "pause", "resume")


def naive_replay(record: Mapping[str, Any]) -> dict[str, Any]:
    """What the record amounts to, or ``{"refused": {"hand", "action"}}`` for the first thing that is not allowed.

    ``action`` is None when the hand itself may not be: its cards are not the two decks, the hand before it is not
    over, or the match is.
    """
    match = Match(record)
    for number, hand in enumerate(record["hands"]):
        action: int | None = None
        try:
            match.deal(hand)
            for action, act in enumerate(hand["actions"]):  # noqa: B007 - where it stopped is the answer
                match.do(act)
        except NotAllowed:
            return {"refused": {"hand": number, "action": action}}
    return {
        "finished": match.winner is not None,
        "winner": match.winner,
        "score": match.score,
        "hands": [sheet.to_json() for sheet in match.sheets],
    }


class Sheet:
    """The lines of one hand. What the cards gave and what the referee changed are kept apart."""

    def __init__(self, dealer: int) -> None:
        self.dealer = dealer
        self.winner: int | None = None
        self.counted: list[Lines] = [{}, {}]
        self.adjusted = [0, 0]

    def points(self, pair: int) -> int:
        return sum(self.counted[pair].values())

    def to_json(self) -> dict[str, Any]:
        lines = [
            self.counted[pair] | ({"adjustment": self.adjusted[pair]} if self.adjusted[pair] else {}) for pair in (0, 1)
        ]
        return {
            "dealer": self.dealer,
            "winner": self.winner,
            "points": [sum(of_pair.values()) for of_pair in lines],
            "lines": lines,
        }


class Match:
    def __init__(self, record: Mapping[str, Any]) -> None:
        self.regulation: str = record["regulation"]
        self.target: int = record.get("target") or TARGETS[self.regulation]
        if self.regulation == AF and record.get("phase") == "final" and not record.get("target"):
            self.target = AF_FINAL_TARGET
        self.dealer: int = record["first_dealer"]
        self.score = [0, 0]
        self.winner: int | None = None
        self.table: Table | None = None
        self.sheets: list[Sheet] = []
        # C-21: both pairs stood equal at the target, and the next hand decides.
        self.is_extra_hand = False

    # --- the hands ------------------------------------------------------------------------------------------------

    def deal(self, hand: Mapping[str, Any]) -> None:
        if not self.sheets and hand.get("start"):
            self.score = list(hand["start"])
            self.decide_by_totals()
        need(self.winner is None)
        need(self.table is None)
        self.sheets.append(Sheet(self.dealer))
        self.table = Table(regulation=self.regulation, deal=hand["deal"], dealer=self.dealer, score=self.score)

    def do(self, act: Mapping[str, Any]) -> None:
        need(self.winner is None)
        if act["act"] in BESIDE_THE_GAME:
            return
        if act["act"] == "ruling":
            self.rule(act)
            return
        need(self.table is not None)
        assert self.table is not None
        self.table.do(act)
        if self.table.over:
            self.count(self.table)

    def count(self, table: Table) -> None:
        sheet = self.sheets[-1]
        sheet.winner = table.out
        for pair in (0, 1):
            sheet.counted[pair] = lines_of(table.side(pair))
            self.score[pair] += sheet.points(pair)
        self.table = None
        self.dealer = (self.dealer + 1) % 4
        if self.is_extra_hand:
            self.decide_extra_hand(sheet)
        else:
            self.decide_by_totals()

    # --- the end of the match, C-21 -------------------------------------------------------------------------------

    def decide_by_totals(self) -> None:
        if max(self.score) >= self.target:
            self.winner = ahead(self.score[0], self.score[1])
            self.is_extra_hand = self.winner is None

    def decide_extra_hand(self, sheet: Sheet) -> None:
        """AP: by the points of the hand alone; AF and FA: by the totals, also below the target."""
        if self.regulation == AP:
            self.winner = ahead(sheet.points(0), sheet.points(1))
        else:
            self.winner = ahead(self.score[0], self.score[1])

    # --- the referee ----------------------------------------------------------------------------------------------

    def rule(self, act: Mapping[str, Any]) -> None:
        need(act["seat"] is None)
        match act["ruling"]:
            case "disqualify":
                self.winner = 1 - act["pair"]
            case "redeal":
                need(self.table is not None)
                self.table = None
            case "adjust":
                self.adjust(act["pair"], act["points"])
            case _:  # tento and four cards are truco's; no clock stands in these three regulations
                raise NotAllowed

    def adjust(self, pair: int, points: int) -> None:
        """At once; but a hand that is on is played out before anybody has won."""
        self.score[pair] += points
        self.sheets[-1].adjusted[pair] += points
        if self.table is None:
            self.decide_by_totals()


def ahead(one: int, other: int) -> int | None:
    if one == other:
        return None
    return 0 if one > other else 1
