"""Phones that write at once, and phones that write anything: nothing lost, nothing doubled, nobody gets an error."""

import json
import random
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from threading import Barrier
from time import process_time
from typing import Any

import pytest
from django.db import connection
from django.test import Client
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from carteado.record import Node
from carteado.regulation import load
from carteado.sumula import Entry, Terms, count, read_entry
from carteado.sumula.entries import KINDS
from carteado.web.events import store
from carteado.web.sumula.match_sheets import counted
from carteado.web.sumula.models import Sheet, SheetEntry
from tests.web.sumula.sumula_playing import HANDS
from tests.web.sumula.sumulas import AT, Phone, a_device, called, truco_hand
from tests.web.world.halls import AF, AP, FA, TM, drawn
from tests.web.world.running import run_each

pytestmark = pytest.mark.every_database

# --- at once ------------------------------------------------------------------------------------------------------


def at_once(phones: list[Phone], batches: list[list[dict[str, Any]]]) -> list[Any]:
    """Each phone in a thread of its own, all let go together; what each was told last."""
    barrier = Barrier(len(phones))

    def send(phone: Phone, batch: list[dict[str, Any]]) -> Any:
        try:
            barrier.wait()
            return [phone.send(one) for one in batch][-1]
        finally:
            connection.close()

    with ThreadPoolExecutor(len(phones)) as pool:
        return [one.result() for one in [pool.submit(send, *pair) for pair in zip(phones, batches, strict=True)]]


def a_phone(sheet: Sheet, secret: str, name: str) -> Phone:
    """The site's own settings know no host of tests."""
    return Phone(sheet, secret, name, client=Client(headers={"host": "localhost"}))


def write_at_once() -> None:
    """One entry comes by all of them, the others by one each."""
    event = drawn(TM, 4)
    sheet = called(event)
    secret = a_device(event)
    phones = [a_phone(sheet, secret, name) for name in "abcd"]
    shared = {"id": "shared", "device": "x", "at": AT, "kind": "hand", "place": 0, "hand": truco_hand(0)}
    batches = [[shared, *(phone.entry("undo", of="nothing") for _ in range(6))] for phone in phones]
    at_once(phones, batches)
    kept = list(SheetEntry.objects.filter(sheet=sheet).values_list("seq", "entry_id"))
    assert [seq for seq, _id in kept] == list(range(1, 26))
    ids = {name for _seq, name in kept}
    assert len(ids) == 25
    assert all({one["id"] for one in phone.data().json()["entries"]} == ids for phone in phones)
    sheet.refresh_from_db()
    assert sheet.seq == 25


def accept_at_once() -> None:
    """There is one result, with the word of both."""
    event = drawn(TM, 4)
    sheet = called(event)
    secret = a_device(event)
    one, two = a_phone(sheet, secret, "a"), a_phone(sheet, secret, "b")
    hand = one.entry("hand", place=0, hand=truco_hand(0, 12))
    one.send(hand)
    at_once(
        [one, two],
        [[phone.entry("accept", pair=pair, versions=[hand["id"]])] for pair, phone in enumerate((one, two))],
    )
    event.refresh_from_db()
    [submission] = store.championship_of(event).logs[sheet.match].submissions
    assert len(submission.confirmed) == 2
    assert one.send()["closed"] is two.send()["closed"] is True


def end_at_once() -> None:
    """Tables of one event do not stand in each other's way."""
    event = drawn(TM, 8)
    matches = [match for match, fixture in store.championship_of(event).fixtures.items() if "quarter" in fixture.phase]
    phones = [
        a_phone(called(event, match, str(number)), a_device(event, str(number)), f"t{number}-")
        for number, match in enumerate(matches, start=1)
    ]
    batches = []
    for phone in phones:
        hand = phone.entry("hand", place=0, hand=truco_hand(0, 12))
        batches.append([hand, *phone.accept(hand["id"])])
    assert [told["closed"] for told in at_once(phones, batches)] == [True] * 4
    event.refresh_from_db()
    assert [len(log.submissions) for log in store.championship_of(event).logs.values()] == [1] * 4


RACES = (write_at_once, accept_at_once, end_at_once)


@pytest.mark.postgres
@pytest.mark.django_db(transaction=True)
@pytest.mark.parametrize("race", RACES)
def test_who_writes_at_once_loses_and_doubles_nothing(race: Callable[[], None]) -> None:
    race()


@pytest.mark.one_database
def test_who_writes_at_once_on_sqlite_never_finds_it_locked(tmp_path: Path) -> None:
    assert run_each(tmp_path, "tests.web.sumula.test_races", "RACES") == len(RACES)


# --- anything -----------------------------------------------------------------------------------------------------

SCALARS = st.one_of(
    st.none(),
    st.booleans(),
    st.integers(),
    st.floats(allow_nan=True),
    st.text(max_size=12),
    st.sampled_from(["\0", "\ud800", "a" * 600, "1e999", "é", "_x", "final", "taken"]),
)
VALUES = st.recursive(
    SCALARS, lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=8), inner, max_size=3)
)
FIELDS = ("id", "device", "at", "kind", "place", "hand", "of", "over", "why", "pair", "number", "versions", "act")
PLAUSIBLE = st.fixed_dictionaries(
    {"kind": st.sampled_from(sorted(KINDS))},
    optional={
        "id": st.sampled_from([f"e{number}" for number in range(8)]),
        "device": st.sampled_from(["a", "b"]),
        "at": st.just(AT),
        "place": st.sampled_from([0, 1, 500, 501, -1]),
        "hand": st.sampled_from([truco_hand(0, 12), truco_hand(1, 3), {}, None, {"winner": 0, "value": 999}]),
        "of": st.sampled_from(["e0", "e1"]),
        "over": st.sampled_from(["e0", "e1"]),
        "why": st.sampled_from(["sim", "", "\0", "\ud83d"]),
        "about": VALUES,
        "pair": st.sampled_from([0, 1, 2, True]),
        "number": st.sampled_from([1, 2, 0]),
        "during": st.booleans(),
        "versions": st.lists(st.sampled_from(["e0", "e1", "e2"]), max_size=3),
        "hands": st.lists(st.sampled_from(["e0", "e1"]), max_size=2),
        "among": st.lists(st.sampled_from(["e0", "e1"]), max_size=2),
        "key": st.sampled_from(["match.target", "x"]),
        "act": st.sampled_from(
            [
                {"seat": None, "act": "ruling", "ruling": "tento", "pair": 0, "article": "32"},
                {"seat": None, "act": "ruling", "ruling": "adjust", "pair": 0, "points": 10**9, "article": None},
                {"seat": 0, "act": "play", "card": "3c"},
                {},
                None,
            ]
        ),
    },
)
ANYTHING = st.one_of(VALUES, st.dictionaries(st.sampled_from(FIELDS), VALUES), PLAUSIBLE)


@pytest.mark.django_db
@given(st.lists(ANYTHING, max_size=6), st.one_of(st.just(0), VALUES), st.booleans())
@settings(
    max_examples=60, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture, HealthCheck.too_slow]
)
def test_whatever_is_sent_the_answer_is_json_and_what_is_kept_can_be_counted(
    entries: list[Any], since: Any, may_rule: bool
) -> None:
    if not Sheet.objects.exists():
        event = drawn(TM, 4)
        called(event)
        a_device(event, secret="segredo")
    sheet = Sheet.objects.get()
    phone = Phone(sheet, "" if may_rule else "segredo")
    if may_rule:
        phone.client = Client()
        phone.client.force_login(sheet.event.memberships.get(role="referee").user)
    answer = phone.post(json.dumps({"protocol": 1, "device": "a", "since": since, "entries": entries}))
    assert answer.status_code in (200, 400, 429), answer.content
    told = answer.json()
    if answer.status_code == 200:
        assert len(told["refused"]) + len({one["id"] for one in told["entries"]}) >= (1 if entries else 0)
        sheet.refresh_from_db()
        assert counted(sheet).score == tuple(told["counted"]["score"])
        assert SheetEntry.objects.filter(sheet=sheet).count() == sheet.seq


@pytest.mark.django_db
@pytest.mark.parametrize("regulation", [TM, AF, FA, AP])
def test_any_order_in_which_two_phones_arrive_comes_to_what_the_entries_say(regulation: str) -> None:
    """The server's order is the only one: counting its list from nothing gives what it told."""
    chance = random.Random(regulation)
    event = drawn(regulation, 4)
    sheet = called(event)
    phones = [Phone(sheet, a_device(event), name) for name in "ab"]
    for _step in range(30):
        phone = chance.choice(phones)
        known = [one["id"] for one in phone.data().json()["entries"] if one["kind"] in ("hand", "correct")]
        hand = chance.choice(HANDS[regulation])
        entry = chance.choice(
            [
                phone.entry("hand", place=chance.randrange(3), hand=hand),
                phone.entry("undo", of=chance.choice([*known, "nothing"])),
                phone.entry(
                    "correct", of=chance.choice([*known, "x"]), over=chance.choice([*known, "x"]), hand=hand, why="a"
                ),
                phone.entry("accept", pair=chance.randrange(2), versions=known[: chance.randrange(4)]),
            ]
        )
        told = phone.send(*[entry] * chance.randrange(1, 3))
        sheet.refresh_from_db()
        assert counted(sheet).score == tuple(told["counted"]["score"])
    assert list(sheet.entries.values_list("seq", flat=True)) == list(range(1, 31))


def test_the_fullest_sheet_is_counted_while_the_event_waits() -> None:
    """Hands, words and second thoughts in such numbers as one sheet takes; nobody else of the event can write then."""
    terms = Terms(load(TM), best_of=9)

    def entry(name: str, kind: str, **fields: Any) -> Entry:
        return read_entry(Node({"id": name, "device": "a", "at": AT, "kind": kind, **fields}), terms.reader)

    hands = [entry(f"h{number}", "hand", place=number % 500, hand=truco_hand(number % 2)) for number in range(600)]
    first = [one.id for one in hands[:300]]
    words = [entry(f"w{number}", "accept", pair=number % 2, versions=first) for number in range(700)]
    undone = [entry(f"u{number}", "undo", of=f"h{number % 500}") for number in range(700)]
    began = process_time()
    count(terms, [*hands, *words, *undone])
    assert process_time() - began < 10, "once it took a minute"
