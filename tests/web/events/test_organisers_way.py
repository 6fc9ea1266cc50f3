"""The organiser's way through an event: his desks, what comes next, where the fee goes, and until when results wait."""

from datetime import timedelta
from pathlib import Path

import pytest
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from carteado.tournament.operations import Announce
from carteado.tournament.registrations.acts import Actor, Select
from carteado.tournament.registrations.acts import Role as Capacity
from carteado.tournament.registrations.eligibility import EventSettings
from carteado.web.events import store
from carteado.web.events.differences import differences
from carteado.web.events.models import Event
from carteado.web.events.preparation_steps import Step
from carteado.web.kit.guarding.policy import Role
from carteado.web.registrations.fees import fee_of
from tests.paths import ROOT
from tests.web.events.test_pix_payment import fields_of
from tests.web.registrations.review.reviewing import FA, TM, a_pair, an_open_event, an_organiser, change, do
from tests.web.world.organising import Organiser
from tests.web.world.roles import a_draft, a_person
from tests.web.world.running import run_in_site

DESKS = ("manage", "entries", "draws", "tables", "results-sheet", "team", "event-history")


# --- desks --------------------------------------------------------------------------------------------------------


@pytest.mark.django_db
@pytest.mark.parametrize(
    ("role", "seen"),
    [
        (Role.ORGANISER, DESKS),
        (Role.STAFF, DESKS),
        (Role.REFEREE, ("draws", "tables", "results-sheet", "event-history")),
        (Role.CLERK, ("tables", "results-sheet", "event-history")),
        (Role.BROADCASTER, ("event-history",)),
    ],
)
def test_everybody_sees_the_way_to_the_desks_that_are_his(client: Client, role: Role, seen: tuple[str, ...]) -> None:
    event = an_open_event(FA)
    user = a_person(role, event)
    assert user is not None
    client.force_login(user)
    html = client.get(reverse("event-history", args=[event.slug])).content.decode()
    tabs = html[html.index('<ul class="tabs">') : html.index("</ul>", html.index('<ul class="tabs">'))]
    assert tuple(name for name in DESKS if f'href="{reverse(name, args=[event.slug])}"' in tabs) == seen
    assert tabs.count('aria-current="page"') == 1


@pytest.mark.django_db
def test_a_draft_has_only_the_desks_that_it_needs(client: Client) -> None:
    event = a_draft()
    client.force_login(an_organiser(event))
    html = client.get(reverse("manage", args=[event.slug])).content.decode()
    found = tuple(name for name in DESKS if f'<li><a href="{reverse(name, args=[event.slug])}"' in html)
    assert found == ("manage", "team", "event-history")


# --- what comes next ----------------------------------------------------------------------------------------------


def the_one_button(client: Client, event: Event) -> str:
    """Where the page about the event leads."""
    html = client.get(reverse("manage", args=[event.slug])).content.decode()
    head = html[: html.index('id="steps-t"')]
    buttons = [
        name for name in DESKS if f'class="button button--yes" href="{reverse(name, args=[event.slug])}"' in head
    ]
    assert len(buttons) == 1
    return buttons[0]


def close_entries(event: Event) -> None:
    """In this very minute, which counts to its end: who has just entered was in time."""
    now = timezone.now()
    minute = now.replace(second=0, microsecond=0)
    settings = EventSettings(day=(now + timedelta(days=30)).date(), opens=minute - timedelta(days=9), closes=minute)
    do(event, Announce(by="user:1", at=now, settings=settings))


@pytest.mark.django_db
def test_while_entries_are_open_the_form_is_to_be_given_away(client: Client) -> None:
    event = an_open_event(FA)
    client.force_login(an_organiser(event))
    html = client.get(reverse("manage", args=[event.slug])).content.decode()
    link = f"http://testserver{reverse('enter', args=[event.slug])}"
    assert f'data-copy="{link}"' in html
    assert "share__qr" in html
    assert the_one_button(client, event) == "entries"


@pytest.mark.django_db
def test_after_the_closing_those_who_wait_come_first_and_then_the_draw(client: Client) -> None:
    event = an_open_event(TM)
    client.force_login(an_organiser(event))
    code = a_pair(event)
    close_entries(event)
    assert the_one_button(client, event) == "entries"
    organiser = Actor(Capacity.ORGANISER, "user:1")
    change(event, code, Select(by=organiser, at=timezone.now()))
    assert the_one_button(client, event) == "draws"
    assert "data-copy" not in client.get(reverse("manage", args=[event.slug])).content.decode()


@pytest.mark.django_db
def test_where_nobody_selects_the_draw_follows_the_closing(client: Client) -> None:
    event = an_open_event(FA)
    client.force_login(an_organiser(event))
    a_pair(event)
    close_entries(event)
    assert the_one_button(client, event) == "draws"


# --- where the fee goes -------------------------------------------------------------------------------------------


@pytest.fixture
def organiser(client: Client, db: None) -> Organiser:
    event = an_open_event(FA, fee_cents=30_00)
    client.force_login(an_organiser(event))
    return Organiser(client)


def the_event() -> Event:
    return Event.objects.get()


def test_a_pix_key_is_kept_as_banks_know_it_and_pairs_can_pay(organiser: Organiser) -> None:
    event = the_event()
    before = store.details_of(event)
    answer = organiser.fill(
        event, Step.ENTRIES, pix_key="+55 (13) 99876-5432", pix_name="Associação do Clube XV", pix_city="São Vicente"
    )
    assert answer.status_code == 302
    after = store.details_of(the_event())
    assert (after.pix_key, after.pix_name, after.pix_city) == (
        "+5513998765432",
        "Associação do Clube XV",
        "São Vicente",
    )
    assert [one.after for one in differences(before, after)] == [after.pix_key, after.pix_name, after.pix_city]
    code = a_pair(event)
    pair = event.pairs_named.select_related("registration").get(code=code)
    fee = fee_of(after, pair, pair.registration)
    assert fee is not None
    fields = fields_of(fee.code)
    assert (fields["54"], fields["59"], fields["60"]) == ("30.00", "Associacao do Clube XV", "Sao Vicente")
    assert code in fields_of(fields["62"])["05"]


@pytest.mark.parametrize(
    "said",
    [
        {"pix_key": "529.982.247-26", "pix_name": "Clube", "pix_city": "Santos"},
        {"pix_key": "529.982.247-25", "pix_name": "", "pix_city": "Santos"},
        {"pix_key": "529.982.247-25", "pix_name": "Clube", "pix_city": ""},
        {"pix_key": "529.982.247-25", "pix_name": "漢字", "pix_city": "Santos"},
    ],
)
def test_a_pix_that_no_bank_would_take_is_not_kept(organiser: Organiser, said: dict[str, str]) -> None:
    answer = organiser.fill(the_event(), Step.ENTRIES, **said)
    assert answer.status_code != 302
    assert store.details_of(the_event()).pix_key == ""
    assert 'aria-invalid="true"' in answer.content.decode()


def test_without_a_key_or_without_a_fee_there_is_no_pix(organiser: Organiser) -> None:
    event = the_event()
    pair = event.pairs_named.get(code=a_pair(event))
    fee = fee_of(store.details_of(event), pair, None)
    assert fee is not None
    assert fee.code == ""
    organiser.fill(event, Step.ENTRIES, fee="")
    assert fee_of(store.details_of(the_event()), pair, None) is None


# --- until when results wait --------------------------------------------------------------------------------------


def test_an_embargo_is_set_and_lifted_in_the_step_of_the_day(organiser: Organiser) -> None:
    until = (timezone.localtime() + timedelta(days=40)).replace(second=0, microsecond=0)
    assert organiser.fill(the_event(), Step.PLACE, embargo_until=f"{until:%Y-%m-%dT%H:%M}").status_code == 302
    assert the_event().embargo_until == until
    assert the_event().is_embargoed
    fields = organiser.fields(the_event(), Step.PLACE)
    assert fields["embargo_until"] == [f"{until:%Y-%m-%dT%H:%M}"]
    assert organiser.fill(the_event(), Step.PLACE, embargo_until="").status_code == 302
    assert the_event().embargo_until is None


# --- the last place, at the same moment ---------------------------------------------------------------------------

PREPARE = """
from tests.web.registrations.review.reviewing import TM, a_pair, an_open_event, an_organiser
event = an_open_event(TM, places=3)
users = [an_organiser(event, f"u{number}@exemplo.com.br") for number in range(8)]
answer = [a_pair(event, f"Um {number}", f"Outro {number}") for number in range(8)]
"""
AT_ONCE = """
import threading
from django.db import connection
from carteado.web.registrations.review.acts import EntryAct, EntryVersion, change_entries
from carteado.web.events import store
from carteado.web.events.models import Event
from carteado.web.people.models import User
together = threading.Barrier(8)
results, failures = [], []

def select(number):
    try:
        user = User.objects.get(email=f"u{number}@exemplo.com.br")
        event = Event.objects.get()
        together.wait()
        done = change_entries(event, [EntryVersion(PAIR, 2)], EntryAct.SELECT, by=user)
        results.append(type(done).__name__)
    except Exception as error:
        failures.append(repr(error))
    finally:
        connection.close()

threads = [threading.Thread(target=select, args=(number,)) for number in range(8)]
for thread in threads: thread.start()
for thread in threads: thread.join()
states = sorted(str(entry.state) for entry in store.championship_of(Event.objects.get()).entries.values())
answer = {"failures": failures, "results": sorted(results), "states": states}
"""


@pytest.mark.one_database
def test_eight_organisers_give_three_places_away_at_the_same_moment(tmp_path: Path) -> None:
    """None of them is in the other's way, but for the places."""
    run_in_site(tmp_path, PREPARE, PYTHONPATH=str(ROOT))
    told = run_in_site(tmp_path, AT_ONCE.replace("PAIR", 'f"d{number + 1:04}"'))
    assert told == {
        "failures": [],
        "results": ["Championship"] * 3 + ["EntryRefused"] * 5,
        "states": ["entered"] * 5 + ["selected"] * 3,
    }


@pytest.mark.one_database
def test_of_eight_who_select_the_same_pair_at_the_same_moment_one_has_done_it(tmp_path: Path) -> None:
    """The others are told who was first, and not that the rules are against them."""
    run_in_site(tmp_path, PREPARE, PYTHONPATH=str(ROOT))
    told = run_in_site(tmp_path, AT_ONCE.replace("PAIR", '"d0001"'))
    assert told == {
        "failures": [],
        "results": ["Championship"] + ["Overtaken"] * 7,
        "states": ["entered"] * 7 + ["selected"],
    }
