"""A finished match is folded once and kept for a while, without anybody's name; whoever may not see it gets nothing."""

import json
from datetime import timedelta
from random import Random
from types import SimpleNamespace
from typing import Any

import pytest
from django.db import transaction
from django.test import Client
from django.utils import timezone

from carteado.cards import Onlooker
from carteado.record import read_record, replay
from carteado.record.games import MeldsEngine
from carteado.web.tables.match import finished_matches as keeping
from carteado.web.tables.match.finished_matches import FinishedMatchCache, FoldedMatch
from carteado.web.tables.match.match_record import record_of_match
from carteado.web.tables.models import Guest, Match
from tests.web.tables.match.test_records import played_on
from tests.web.tables.replay.table_finished import NAMES, Played, address, insert_match, played
from tests.web.tables.room.table_rooms import TM, Seated
from tests.web.tables.seats.sitting import CANASTRA


@pytest.fixture(autouse=True)
def _as_if_committed(monkeypatch: pytest.MonkeyPatch) -> None:
    """A page that is asked for is in no transaction; a test is."""
    monkeypatch.setattr(keeping, "transaction", SimpleNamespace(on_commit=lambda do: do()))


@pytest.fixture
def folds(monkeypatch: pytest.MonkeyPatch) -> list[int]:
    """The matches that were folded from their first act, by number."""
    done: list[int] = []
    fold = keeping._fold_match

    def noted(match: Match) -> FoldedMatch:
        done.append(match.pk)
        return fold(match)

    monkeypatch.setattr(keeping, "_fold_match", noted)
    return done


@pytest.fixture
def applied(monkeypatch: pytest.MonkeyPatch) -> list[object]:
    """Every act that the engine of melds is given."""
    acts: list[object] = []
    apply = MeldsEngine.apply

    def noted(match: Any, act: Any) -> Any:
        acts.append(act)
        return apply(match, act)

    monkeypatch.setattr(MeldsEngine, "apply", staticmethod(noted))
    return acts


def test_the_last_hand_of_a_long_match_costs_what_that_hand_has(
    db: None, client: Client, applied: list[object]
) -> None:
    match = insert_match(played(CANASTRA))
    record = record_of_match(match)
    last = len(record.hands) - 1
    assert last >= 3
    whole = json.loads(client.get(address(match, "live-steps", hand=last)).content)
    told = whole
    for seat in (None, 1, 2, 3, 4):
        applied.clear()
        asked = {} if seat is None else {"lugar": seat}
        told = json.loads(client.get(address(match, "live-steps", hand=last), asked).content)
        assert len(told["steps"]) == len(whole["steps"])
        assert len(applied) <= len(record.hands[last].acts) + 3, "cuts, the deal, and the acts of that hand"
    assert told["steps"][0]["view"] != whole["steps"][0]["view"], "what one was shown another is not"
    for route in ("live-match", "live-record", "live-verify"):
        applied.clear()
        assert client.get(address(match, route)).status_code == 200
        assert not applied


def test_a_match_is_folded_once_for_all_its_pages(db: None, client: Client, folds: list[int]) -> None:
    match = insert_match(played(TM))
    for route, more in (("live-match", {}), ("live-verify", {}), ("live-record", {}), ("live-steps", {"hand": 0})):
        for _again in range(2):
            assert client.get(address(match, route, **more)).status_code == 200
    assert folds == [match.pk]


def test_what_is_kept_holds_nobodys_name(db: None) -> None:
    match = _with_a_guest_who_came_back()
    folded = FinishedMatchCache().folded(match)
    named = record_of_match(match)
    assert all(repr(name) in repr(named) for name in NAMES)
    assert not any(repr(name) in repr(folded) for name in NAMES)


def _with_a_guest_who_came_back() -> Match:
    """A match in which a bot sat in for the first seat a while."""
    guests = ("guest:a", "guest:b", "guest:c", "guest:d")
    table = Seated(TM, seats=guests)
    table.deal()
    table.go(0)
    table.wait(130_000)
    table.come(0)
    table.do(0, "sit")
    played_on(table, Random(3), acts=2_000)
    match = insert_match(Played(table.play, table.log))
    assert [row.data["player"] for row in table.log if row.act == "sit"] == ["bot:random", "guest:a"]
    Guest.objects.filter(name=NAMES[0]).update(code="a")
    return match


def test_who_is_forgotten_is_so_on_the_very_next_page(db: None, client: Client) -> None:
    match = insert_match(played(TM))
    assert NAMES[0] in client.get(address(match, "live-match")).content.decode()
    assert NAMES[0] in client.get(address(match, "live-record")).content.decode()
    Guest.objects.filter(name=NAMES[0]).delete()
    for route in ("live-match", "live-record"):
        assert NAMES[0] not in client.get(address(match, route)).content.decode()
    assert NAMES[0] not in client.get(address(match, "live-match"), {"mao": "1"}).content.decode()


def test_what_is_kept_is_for_nobody_who_may_not_see_it(db: None, client: Client) -> None:
    match = insert_match(played(TM))
    assert client.get(address(match, "live-steps", hand=0)).status_code == 200
    match.table.delay = 3600
    match.table.save()
    assert client.get(address(match, "live-steps", hand=0)).status_code == 404


def test_another_match_in_its_place_is_another(db: None) -> None:
    """As after a backup was put back: the number is the same, and so may be the link."""
    mind, match = FinishedMatchCache(), insert_match(played(TM))
    before = mind.folded(match)
    Match.objects.filter(pk=match.pk).update(finished_at=timezone.now() - timedelta(hours=1))
    match.refresh_from_db()
    assert mind.folded(match) is not before


def test_what_is_never_committed_is_not_kept(db: None, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(keeping, "transaction", transaction)
    mind, match = FinishedMatchCache(), insert_match(played(TM))
    assert mind.folded(match) is not mind.folded(match)
    assert not mind._matches


# --- how much is kept -------------------------------------------------------------------------------------------------


@pytest.fixture
def three(db: None) -> list[Match]:
    return [insert_match(played(TM, seed=seed, code=f"partida-{seed}")) for seed in (1, 2, 3)]


def test_the_longest_unused_go_first_when_it_is_too_much(three: list[Match], folds: list[int]) -> None:
    first, second, third = three
    sizes = [keeping._fold_match(one).acts for one in three]
    folds.clear()
    mind = FinishedMatchCache(most_acts=sum(sizes) - 1)
    for match in (first, second, first, third):
        mind.folded(match)
    assert folds == [first.pk, second.pk, third.pk]
    mind.folded(first)
    mind.folded(third)
    assert len(folds) == 3, "the second went, which nobody had asked for again"
    mind.folded(second)
    assert folds[3:] == [second.pk]
    assert sum(one.acts for one in mind._matches.values()) <= sum(sizes) - 1


def test_one_that_is_too_long_alone_is_kept_alone(three: list[Match], folds: list[int]) -> None:
    mind = FinishedMatchCache(most_acts=1)
    for match in (three[0], three[0], three[1], three[1]):
        mind.folded(match)
    assert folds == [three[0].pk, three[1].pk]
    assert len(mind._matches) == 1


# --- decided before the first deal ------------------------------------------------------------------------------------


def ruled(*rulings: dict[str, Any], **settings: Any) -> Seated:
    table = Seated(TM, **settings)
    table.come(Onlooker.REFEREE)
    for one in rulings:
        table.do(Onlooker.REFEREE, "ruling", **one)
    return table


DISQUALIFIED = {"ruling": "disqualify", "pair": 1, "article": "referee.disqualify"}
BELL = {"ruling": "time_up", "article": "clock.time_up"}
ONE_POINT = {"ruling": "adjust", "pair": 0, "points": 1, "reason": "referee.adjust", "article": "referee.adjust"}


@pytest.mark.parametrize(
    ("rulings", "winner", "told"),
    [
        ([DISQUALIFIED], 0, ["The referee disqualifies Bia &amp; Davi (20, 5.7, 5.8)."]),
        ([ONE_POINT, BELL], 0, ["the score of Ana &amp; Caio: +1 (8.5).", "Time is up (18, 19)."]),
    ],
)
def test_a_match_without_a_hand_says_so_and_how_it_was_decided(
    db: None, client: Client, rulings: list[dict[str, Any]], winner: int, told: list[str]
) -> None:
    table = ruled(*rulings)
    assert table.play.is_over
    match = insert_match(Played(table.play, table.log))
    addresses = [address(match, route) for route in ("live-match", "live-verify")]
    page, checks = (client.get(f"/en{one}").content.decode() for one in addresses)
    for html in (page, checks):
        assert "No hand was dealt: Ana &amp; Caio won before the first card." in html
        assert all(one in html for one in told)
    assert "replay.js" not in page
    assert "verify.js" not in checks
    assert 'data-replay="1"' not in page
    record = read_record(client.get(address(match, "live-record")).content)
    report = replay(record)
    assert (report.winner, report.hands, report.score) == (winner, (), table.play.match.score)
    assert client.get(address(match, "live-steps", hand=0)).status_code == 404


def test_a_match_goes_on_after_a_bell_before_the_first_deal_and_can_be_replayed(db: None, client: Client) -> None:
    table = played_on(ruled(BELL), Random(5), acts=40)
    assert len(table.play.fairs) >= 2
    table.do(Onlooker.REFEREE, "ruling", **BELL)
    table = played_on(table, Random(6), acts=400)
    assert table.play.is_over
    match = insert_match(Played(table.play, table.log))
    report = replay(read_record(client.get(address(match, "live-record")).content))
    assert (report.winner, report.score) == (table.play.match.winner, table.play.match.score)
    page = client.get("/en" + address(match, "live-match"), {"mao": "1"}).content.decode()
    assert "Before the first deal" in page
    assert "Time is up (18, 19)." in page
    assert "No hand was dealt" not in page
    assert client.get(address(match, "live-steps", hand=len(report.hands) - 1)).status_code == 200
