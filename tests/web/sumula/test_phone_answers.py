"""What a phone is told of its súmula, so that it can go on alone."""

import json
from datetime import timedelta
from typing import Any

import pytest
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from carteado.tournament.matches.clocks import Moment
from carteado.tournament.operations import CallMatch, MarkTime, StartMatch
from carteado.web.events import store
from carteado.web.events.models import Event
from carteado.web.kit.guarding.policy import Role
from carteado.web.people.models import User
from carteado.web.sumula.models import Sheet
from tests.web.sumula.sumulas import Phone, a_device, called, of_team, sheet_at, truco_hand
from tests.web.world.halls import TM, append, open_matches

pytestmark = [pytest.mark.django_db, pytest.mark.every_database]


def test_a_phone_gets_all_that_it_needs_to_go_on_alone(event: Event, phone: Phone, people: dict[Role, User]) -> None:
    phone.send(phone.entry("hand", place=0, hand=truco_hand(0)))
    answer = phone.data().json()
    pairs = store.championship_of(event).logs[phone.sheet.match].pairs
    assert (answer["form"]["regulation"], answer["form"]["language"], answer["table"]) == (TM, "pt", "1")
    assert answer["names"] == [f"Dupla {pair[1:]}" for pair in pairs]
    assert answer["event"] == {"name": "Copa do Salão", "url": "/campeonatos/salao/"}
    assert (answer["rights"], answer["seq"], len(answer["entries"])) == (["write"], 1, 1)
    assert phone.data(since=1).json()["entries"] == []
    referee = of_team(phone.sheet, people[Role.REFEREE]).data().json()
    assert referee["rights"] == ["write", "rule"]
    assert referee["match"]["url"] == f"/campeonatos/salao/partida/{phone.sheet.match}/"


def test_the_clock_is_the_championships(phone: Phone) -> None:
    assert phone.data().json()["clock"]["started"] is None
    answer = phone.send(phone.entry("hand", place=0, hand=truco_hand(0)))
    [limit] = answer["clock"]["limits"]
    assert (limit["kind"], limit["article"], limit["past"]) == ("match_time", "18", False)
    assert 3590 < answer["clock"]["left"] <= 3600
    assert answer["clock"]["is_extra"] is False


def test_the_clock_of_an_extension_says_that_it_is_one(event: Event) -> None:
    now, match = timezone.now(), open_matches(store.championship_of(event))[0]
    begun, extra = (now - timedelta(minutes=minutes) for minutes in (65, 4))
    append(
        event, CallMatch(by="user:1", at=begun, match=match, table="1"), StartMatch(by="user:1", at=begun, match=match)
    )
    append(event, MarkTime(by="user:1", at=extra, match=match, moment=Moment.EXTRA_STARTED))
    clock = Phone(sheet_at(event, match), a_device(event)).data().json()["clock"]
    assert (clock["is_extra"], [one["kind"] for one in clock["limits"]]) == (True, ["extra_time"])
    assert 10 * 60 < clock["left"] <= 11 * 60


def test_a_device_follows_its_table(event: Event) -> None:
    secret = a_device(event, "1")

    def table_answer() -> Any:
        return Client().get(reverse("sumula-table"), headers={"Authorization": f"Bearer {secret}"}).json()

    free = table_answer()
    assert (free["table"], free["sheet"], len(free["next"]["names"])) == ("1", None, 2)
    sheet = called(event)
    assert (table_answer()["sheet"], table_answer()["next"]) == (sheet.code, None)
    called(event, "knockout-semi-final-2", table="2")
    assert [one["table"] for one in table_answer()["tables"]] == ["1"]
    everywhere = a_device(event, "")
    answer = Client().get(reverse("sumula-table"), headers={"Authorization": f"Bearer {everywhere}"}).json()
    assert ([one["table"] for one in answer["tables"]], answer["sheet"]) == (["1", "2"], None)
    assert Client().get(reverse("sumula-table")).status_code == 401


@pytest.mark.parametrize(("query", "status"), [("", 200), ("?fase=final&melhor_de=3", 200), ("?melhor_de=2", 400)])
def test_forms_are_for_everybody(query: str, status: int) -> None:
    answer = Client().get(reverse("sumula-form", args=[TM]) + query)
    assert answer.status_code == status
    if status == 200:
        assert "public" in answer["Cache-Control"]
        assert answer.json()["phase"] == ("final" if query else None)


def test_a_form_in_another_language_has_the_same_version(phone: Phone) -> None:
    here = phone.send()["form_version"]
    english = phone.client.post(
        f"/en/sumula/{phone.sheet.code}/sincronizar",
        json.dumps(phone.message()),
        content_type="application/json",
        headers=phone.headers,
    )
    assert english.json()["form_version"] == here


def test_there_is_no_sheet_of_any_other_code(phone: Phone) -> None:
    for name in ("sheet-data", "sheet-sync"):
        address = reverse(name, args=["nenhuma"])
        answer = (
            phone.client.post(address, headers=phone.headers) if name == "sheet-sync" else phone.client.get(address)
        )
        assert (answer.status_code, list(answer.json())) == (404, ["message"])


def test_the_team_opens_the_sheet_of_a_match_and_finds_it_again(event: Event, people: dict[Role, User]) -> None:
    client = Client()
    client.force_login(people[Role.CLERK])
    address = reverse("open-sheet", args=[event.slug, "knockout-semi-final-1"])
    first, second = client.get(address), client.get(address)
    assert first["Location"] == second["Location"] == f"/sumula/{Sheet.objects.get().code}/"
    assert (
        client.get(reverse("open-sheet", args=[event.slug, "knockout-final"]))["Location"]
        == "/campeonatos/salao/mesas/"
    )
    assert Sheet.objects.count() == 1
