"""Events in the database: every version and every operation exactly once, whoever else writes at the same moment."""

from dataclasses import replace
from datetime import UTC, date, datetime, timedelta
from pathlib import Path
from uuid import uuid4

import pytest
from django.utils import timezone

from carteado.regulation import Refusal
from carteado.regulation.event_rules import SuspensionReason
from carteado.tournament.operations import Announce, Cancel, Decide, OfferForms, Resume, Suspend
from carteado.tournament.state.championship import Championship, Status
from carteado.web.events import store
from carteado.web.events.details import Details
from carteado.web.events.models import Event, Stage
from carteado.web.events.preparation_steps import Step
from carteado.web.events.store import Stale
from carteado.web.log.models import LogEntry
from carteado.web.people.models import User
from tests.web.world.running import run_in_site

pytestmark = pytest.mark.every_database

TM, AP = "truco-masters-2025", "apcef-sc-2022-canastra"
DRAFT = Details(regulation=TM, name="Copa da Vila")
EDITION_DAY = date(2025, 10, 25)


@pytest.fixture
def draft(ana: User) -> Event:
    return store.create(DRAFT, by=ana)


@pytest.fixture
def published(ana: User, draft: Event) -> Event:
    event = store.publish(draft, expected=1, by=ana)
    assert isinstance(event, Event)
    return event


def logged() -> list[str]:
    return list(LogEntry.objects.order_by("pk").values_list("action", flat=True))


def save(
    event: Event, details: Details, by: User, expected: int | None = None
) -> Event | Stale | store.Incomplete | Refusal:
    return store.save_details(
        event, details, expected=event.version if expected is None else expected, step=Step.PLACE, by=by
    )


def suspension(ana: User) -> Suspend:
    return Suspend(by=store.author(ana), at=timezone.now(), reason=SuspensionReason.TECHNICAL, why="Faltou luz")


# --- versions -----------------------------------------------------------------------------------------------------


def test_every_save_is_a_version_and_none_is_lost(ana: User, draft: Event) -> None:
    event = draft
    for place in ("Santos", "Guarujá", "São Vicente"):
        saved = save(event, replace(DRAFT, place=place), ana)
        assert isinstance(saved, Event)
        event = saved
    assert [store.details_at(event, number).place for number in (1, 2, 3, 4)] == [
        "",
        "Santos",
        "Guarujá",
        "São Vicente",
    ]
    assert (event.version, event.place) == (4, "São Vicente")
    assert logged() == ["event.created", *["event.edited"] * 3]


def test_saying_the_same_twice_is_saying_it_once(ana: User, draft: Event) -> None:
    for _ in range(2):
        save(draft, replace(DRAFT, place="Santos"), ana)
    assert Event.objects.get().version == 2
    assert logged() == ["event.created", "event.edited"]


def test_who_saw_an_older_version_is_told_the_current_one(ana: User, draft: Event) -> None:
    save(draft, replace(DRAFT, place="Santos"), ana)
    assert save(draft, replace(DRAFT, place="Guarujá"), ana, expected=1) == Stale(2)
    assert store.details_of(Event.objects.get()).place == "Santos"


def test_the_columns_repeat_the_latest_version(ana: User, draft: Event) -> None:
    day = timezone.localdate() + timedelta(days=30)
    opens = timezone.now().replace(microsecond=0)
    settings = replace(DRAFT.settings, day=day, opens=opens, closes=opens + timedelta(days=9))
    event = save(draft, replace(DRAFT, place="Santos", capacity=32, settings=settings), ana)
    assert isinstance(event, Event)
    assert (event.place, event.pairs, event.day) == ("Santos", 32, day)
    assert (event.entries_open, event.entries_close) == (opens, opens + timedelta(days=9))


@pytest.mark.parametrize(("today", "listed"), [(datetime(2025, 9, 1), EDITION_DAY), (datetime(2026, 2, 1), None)])
def test_tm_2_1_the_regulations_own_day_is_the_events_day_until_it_is_over(
    ana: User, monkeypatch: pytest.MonkeyPatch, today: datetime, listed: date | None
) -> None:
    monkeypatch.setattr(timezone, "now", lambda: today.replace(tzinfo=UTC))
    assert store.create(DRAFT, by=ana).day == listed


def test_tm_2_1_a_published_event_keeps_the_regulations_own_day(ana: User, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(timezone, "now", lambda: datetime(2025, 9, 1, tzinfo=UTC))
    event = store.publish(store.create(DRAFT, by=ana), expected=1, by=ana)
    assert isinstance(event, Event)
    monkeypatch.setattr(timezone, "now", lambda: datetime(2026, 2, 1, tzinfo=UTC))
    saved = save(event, replace(DRAFT, tables=5), ana)
    assert isinstance(saved, Event)
    assert saved.day == EDITION_DAY


def test_a_form_begins_one_event_and_belongs_to_its_author(ana: User) -> None:
    form = uuid4()
    assert store.create(DRAFT, by=ana, form=form) == store.create(DRAFT, by=ana, form=form)
    assert Event.objects.count() == 1
    assert logged() == ["event.created"]


# --- operations ---------------------------------------------------------------------------------------------------


def test_an_operation_is_appended_with_its_entry_in_the_log(ana: User, published: Event) -> None:
    after = store.append(published, suspension(ana), by=ana, expected=1)
    assert isinstance(after, Championship)
    assert after.status is Status.SUSPENDED
    event = Event.objects.get()
    assert (event.seq, event.stage) == (2, Stage.SUSPENDED)
    assert [row.seq for row in event.operations.order_by("seq")] == [1, 2]
    assert logged()[-1] == "event.operation"


def test_a_refused_operation_leaves_nothing_behind(ana: User, published: Event) -> None:
    refused = store.append(published, Resume(by=store.author(ana), at=timezone.now()), by=ana)
    assert isinstance(refused, Refusal)
    assert refused.code == "not_suspended"
    assert Event.objects.get().seq == 1
    assert published.operations.count() == 1


def test_a_change_that_is_refused_half_way_is_not_done_at_all(ana: User, published: Event) -> None:
    """The notice would be taken, the forms may not be offered under this regulation: neither is written."""
    moved = replace(DRAFT.settings, day=timezone.localdate() + timedelta(days=9))
    refused = save(published, replace(DRAFT, settings=moved, forms=("knockout", "league")), ana)
    assert isinstance(refused, Refusal)
    event = Event.objects.get()
    assert (event.seq, event.version, event.day) == (1, 1, None)
    assert store.championship_of(event).settings.day is None


def test_the_same_operation_sent_again_is_content_and_another_is_stale(ana: User, published: Event) -> None:
    assert isinstance(store.append(published, suspension(ana), by=ana, expected=1), Championship)
    assert isinstance(store.append(published, suspension(ana), by=ana, expected=1), Championship)
    cancelled = Cancel(by=store.author(ana), at=timezone.now(), reason=SuspensionReason.TECHNICAL, why="Faltou luz")
    assert store.append(published, cancelled, by=ana, expected=1) == Stale(2)
    assert Event.objects.get().seq == 2


def test_the_championship_is_the_same_folded_anew(ana: User, published: Event) -> None:
    store.append(published, suspension(ana), by=ana)
    store.append(published, Resume(by=store.author(ana), at=timezone.now()), by=ana)
    event = Event.objects.get()
    remembered = store.championship_of(event)
    store._championships.clear()
    assert store.championship_of(event) == remembered
    assert len(remembered.log) == 3


def test_what_is_remembered_of_another_database_is_forgotten(ana: User, published: Event) -> None:
    """As after a backup was put in its place: the same numbers, and other operations."""
    store.append(published, suspension(ana), by=ana)
    elsewhere = store.championship_of(Event.objects.get())
    Event.objects.get().operations.get(seq=2).delete()
    Event.objects.update(seq=1, chain=published.chain)
    cancelled = Cancel(by=store.author(ana), at=timezone.now(), reason=SuspensionReason.TECHNICAL, why="Faltou luz")
    store.append(published, cancelled, by=ana)
    event = Event.objects.get()
    store._championships[event.pk] = store._Remembered(1, 2, "of another database", elsewhere)
    assert store.championship_of(event).status is Status.CANCELLED


def test_what_another_database_could_not_go_on_with_is_forgotten_too(ana: User, published: Event) -> None:
    """Suspended is what is remembered, and here it was never suspended: resuming it would be refused."""
    opening = store.championship_of(Event.objects.get())
    store.append(published, suspension(ana), by=ana)
    store.append(published, Resume(by=store.author(ana), at=timezone.now()), by=ana)
    event = Event.objects.get()
    store._championships[event.pk] = store._Remembered(1, 2, "of another database", opening)
    assert store.championship_of(event).status is Status.RUNNING
    assert len(store.championship_of(event).log) == 3


def test_ap_15_what_the_lot_may_choose_from_is_offered_when_published(ana: User) -> None:
    event = store.create(Details(regulation=AP, name="Copa", forms=("knockout", "swiss")), by=ana)
    store.publish(event, expected=1, by=ana)
    assert [type(one) for one in store.championship_of(Event.objects.get()).log] == [Announce, OfferForms]


def test_forms_chosen_before_the_rule_was_changed_are_not_offered(ana: User) -> None:
    changed = (("format.kind", "league"),)
    event = store.create(Details(regulation=AP, name="Copa", forms=("knockout", "swiss"), changes=changed), by=ana)
    store.publish(event, expected=1, by=ana)
    assert [type(one) for one in store.championship_of(Event.objects.get()).log] == [Announce]


def test_operations_name_people_by_number(ana: User, published: Event) -> None:
    decided = Decide(by=store.author(ana), at=timezone.now(), question="Almoço?", decision="Ao meio-dia", why="Fome")
    store.append(published, decided, by=ana)
    document = str([row.document for row in published.operations.all()])
    assert f"user:{ana.pk}" in document
    assert "Ana" not in document
    assert ana.email not in document


# --- sixteen at once ----------------------------------------------------------------------------------------------

PREPARE = """
from carteado.web.events import store
from carteado.web.events.details import Details
from carteado.web.people.models import User
ana = User.objects.create_user("ana@carteado.example")
draft = store.create(Details(regulation="truco-masters-2025", name="Copa da Vila"), by=ana)
store.publish(draft, expected=draft.version, by=ana)
"""

AT_ONCE = """
import threading
from django.db import connection
from django.utils import timezone
from carteado.tournament.state.championship import Championship
from carteado.tournament.operations import Decide
from carteado.web.events import store
from carteado.web.events.models import Event
from carteado.web.people.models import User
ana, event = User.objects.get(), Event.objects.get()
together = threading.Barrier(16)
results, failures = [], []

def write(number):
    try:
        together.wait()
        decided = Decide(by=f"user:{number}", at=timezone.now(), question="?", decision="!", why=str(number))
        results.append(type(store.append(event, decided, by=ana, expected=EXPECTED)).__name__)
    except Exception as error:
        failures.append(repr(error))
    finally:
        connection.close()

threads = [threading.Thread(target=write, args=(number,)) for number in range(16)]
for thread in threads: thread.start()
for thread in threads: thread.join()
event.refresh_from_db()
rows = list(event.operations.order_by("seq").values_list("seq", flat=True))
answer = {"failures": failures, "results": sorted(results), "seq": event.seq, "rows": rows}
"""


def test_sixteen_who_saw_the_same_are_one_winner_and_fifteen_who_are_told(tmp_path: Path) -> None:
    run_in_site(tmp_path, PREPARE + "answer = None")
    told = run_in_site(tmp_path, AT_ONCE.replace("EXPECTED", "1"))
    assert told == {"failures": [], "results": ["Championship", *["Stale"] * 15], "seq": 2, "rows": [1, 2]}


def test_sixteen_who_only_add_are_all_there_in_some_order(tmp_path: Path) -> None:
    run_in_site(tmp_path, PREPARE + "answer = None")
    told = run_in_site(tmp_path, AT_ONCE.replace("EXPECTED", "None"))
    assert told == {"failures": [], "results": ["Championship"] * 16, "seq": 17, "rows": list(range(1, 18))}
