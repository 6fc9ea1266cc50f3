"""The running score: everybody sees it as the súmula has it, and nothing of what is under review or an embargo."""

import re
from datetime import timedelta
from typing import Any

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.urls import reverse
from django.utils import timezone

from carteado.tournament.formats.plans import knockout
from carteado.web.display.phases import Running
from carteado.web.events.models import Event
from carteado.web.kit.guarding.policy import PUSHED, Action, Role
from carteado.web.kit.push.topics import LANGUAGES, render
from carteado.web.people.models import User
from carteado.web.sumula.freezing import freeze, unfreeze
from carteado.web.sumula.running_scores import scores_for_team, scores_of
from carteado.web.sumula.sheet_writing import append as write
from carteado.web.sumula.sheet_writing import note as write_note
from tests.web.sumula.sumulas import Phone, a_device, called, truco_hand
from tests.web.world.halls import AP, TM, drawn

pytestmark = pytest.mark.django_db


def note(phone: Phone, *winners: int, value: int = 1) -> None:
    places = range(phone.written, phone.written + len(winners))
    hands = zip(places, winners, strict=True)
    phone.send(*[phone.entry("hand", place=place, hand=truco_hand(winner, value)) for place, winner in hands])


def public_pages(event: Event) -> dict[str, str]:
    """Every public page and push of the event."""
    event.refresh_from_db()
    pair = event.sheets.get().first
    routes: list[tuple[str, tuple[str, ...]]] = [
        *((name, (event.slug,)) for name in ("event", "bracket", "standings", "agenda", "projector", "pairs")),
        ("pair", (event.slug, pair)),
        ("results-sheet", (event.slug,)),
        ("event-statistics", (event.slug,)),
    ]
    pages = {name: Client().get(reverse(name, args=args)).content.decode() for name, args in routes}
    public = [kind for kind, action in PUSHED.items() if action is Action.READ]
    pushed = {f"{kind}/{one}": render(kind, event.slug, one) for kind in public for one in LANGUAGES}
    return {name: _but_for_time(text) for name, text in (pages | pushed).items()}


def _but_for_time(text: str) -> str:
    """The same second is not always the same page: it tells the server's own clock."""
    return re.sub(r"\d{1,2}:\d{2}(:\d{2})?|\d{4}-\d\d-\d\dT[\d:.+-]+", "", text)


def scores_in(text: str) -> list[str]:
    return re.findall(r"<b[^>]*>([−\d]+)</b>", text)


# --- what everybody sees ------------------------------------------------------------------------------------------


def test_the_running_score_stands_wherever_the_event_is_followed(event: Event, phone: Phone) -> None:
    note(phone, 0, 0, 1, value=3)
    seen = public_pages(event)
    for place in ("event", "bracket", "agenda", "projector", "pair", "evento/pt-br", "telao/en", "chave/pt-br"):
        assert "6 3" in " ".join(scores_in(seen[place])), place


def test_every_hand_is_pushed_once_it_is_committed(
    event: Event, phone: Phone, django_capture_on_commit_callbacks: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    told: list[tuple[str, str]] = []
    monkeypatch.setattr("carteado.web.kit.push.topics.push", lambda kind, name: told.append((kind, name)))
    with django_capture_on_commit_callbacks(execute=True):
        note(phone, 0)
        told.clear()
        note(phone, 1)
        assert told == [], "not before"
    assert ("evento", event.slug) in told
    with django_capture_on_commit_callbacks(execute=True):
        told.clear()
        phone.send()
    assert told == [], "nothing happened"


def test_before_the_first_hand_there_is_no_score(event: Event, phone: Phone) -> None:
    phone.send(phone.entry("call"))
    assert scores_of(event) == {}


def test_a_decided_match_has_its_result_and_no_running_score(event: Event, phone: Phone, people: Any) -> None:
    hand = phone.entry("hand", place=0, hand=truco_hand(0, 12))
    phone.send(hand, *phone.accept(hand["id"]))
    event.refresh_from_db()
    assert scores_of(event)[phone.sheet.match].score == (12, 0), "until the referee confirms"
    client = Client()
    client.force_login(people[Role.REFEREE])
    address = reverse("match-rule", args=[event.slug, phone.sheet.match, "confirmar-arbitragem"])
    page = client.get(reverse("match-desk", args=[event.slug, phone.sheet.match])).content.decode()
    fields = dict(re.findall(r'name="(seq|version|party)" value="([^"]*)"', page))
    client.post(address, {**fields, "party": "referee", "version": "0"})
    event.refresh_from_db()
    assert scores_of(event) == scores_for_team(event) == {}


def test_what_comes_after_the_result_moves_no_score(event: Event, phone: Phone, people: dict[Role, User]) -> None:
    hand = phone.entry("hand", place=0, hand=truco_hand(0, 12))
    phone.send(hand, *phone.accept(hand["id"]))
    before = public_pages(event)
    late = phone.entry("correct", of=hand["id"], over=hand["id"], hand=truco_hand(1, 9), why="era deles")
    assert phone.send(late)["counted"]["score"] == [0, 9], "the phones have it"
    event.refresh_from_db()
    assert [scores[phone.sheet.match].score for scores in (scores_of(event), scores_for_team(event))] == [(12, 0)] * 2
    assert public_pages(event) == before
    freeze(phone.sheet, by=people[Role.REFEREE])
    event.refresh_from_db()
    assert scores_of(event)[phone.sheet.match].score == (12, 0)


def test_points_below_nought_have_a_minus(people: dict[Role, User]) -> None:
    event = drawn(AP, 4, plan=knockout(4), people=people)
    phone = Phone(called(event), a_device(event))
    hand = {"went_out": 0, "pairs": [{"clean": 1, "melded": {"8-K": 7}, "morto": "taken"}, {"in_hand": {"A": 10}}]}
    phone.send(phone.entry("hand", place=0, hand=hand))
    assert scores_in(public_pages(event)["bracket"])[:2] == ["370", "−250"]


def test_points_that_the_referee_gives_before_the_first_hand_are_a_score(
    event: Event, phone: Phone, people: Any
) -> None:
    """As the overlay shows them (J6)."""
    act = {"seat": None, "act": "ruling", "ruling": "adjust", "pair": 1, "points": 1, "reason": "referee.adjust"}
    ruling = write_note("rule", place=0, act={**act, "article": "19"}, why="abriu a partida")
    assert not write(phone.sheet, ruling, by=people[Role.REFEREE]).refused
    assert scores_of(event)[phone.sheet.match].score == (0, 1)


def test_the_games_of_a_series_stand_beside_the_points(people: dict[Role, User]) -> None:
    event = drawn(TM, 4, plan=knockout(4, best_of=3), people=people)
    phone = Phone(called(event), a_device(event))
    note(phone, 0, value=12)
    note(phone, 1, value=3)
    assert "games 1 × 0" in public_pages(event)["evento/en"]
    assert scores_in(public_pages(event)["evento/en"])[:2] == ["0", "3"]


# --- what nobody sees ---------------------------------------------------------------------------------------------


def test_under_review_nothing_changes_for_anybody_but_the_team(event: Event, phone: Phone, people: Any) -> None:
    note(phone, 0, 1, value=3)
    freeze(phone.sheet, by=people[Role.REFEREE])
    frozen = public_pages(event)
    assert scores_in(frozen["event"])[:2] == ["3", "3"]
    for place in ("evento/en", "telao/en", "chave/en"):
        assert "under review" in frozen[place], place
    match = phone.sheet.match
    hands = [(0, 9), (1, 6), (0, 1), (1, 3)]
    for winner, value in hands:
        note(phone, winner, value=value)
        assert public_pages(event) == frozen
    assert scores_of(event)[match] == Running(phone.sheet.code, (3, 3), (0, 0), 2, is_frozen=True)
    assert scores_for_team(event)[match].score != (3, 3)
    unfreeze(phone.sheet, by=people[Role.REFEREE])
    assert public_pages(event) != frozen


def test_a_sheet_frozen_before_its_first_entry_tells_nothing_either(event: Event, phone: Phone, people: Any) -> None:
    freeze(phone.sheet, by=people[Role.REFEREE])
    frozen = scores_of(event)
    phone.send(phone.entry("call"), phone.entry("hand", place=0, hand=truco_hand(0)))
    event.refresh_from_db()
    assert scores_of(event) == frozen


def test_a_result_accepted_under_review_is_not_seen_either(event: Event, phone: Phone, people: Any) -> None:
    note(phone, 0, value=3)
    freeze(phone.sheet, by=people[Role.REFEREE])
    frozen = public_pages(event)
    hand = phone.entry("hand", place=1, hand=truco_hand(0, 9))
    phone.send(hand, *phone.accept("a1", hand["id"]))
    assert public_pages(event) == frozen


def test_under_an_embargo_no_page_depends_on_a_hand(event: Event, phone: Phone, people: Any) -> None:
    Event.objects.filter(pk=event.pk).update(embargo_until=timezone.now() + timedelta(hours=3))
    before = public_pages(event)
    note(phone, 0, 0, 1, value=3)
    freeze(phone.sheet, by=people[Role.REFEREE])
    assert public_pages(event) == before
    assert scores_of(event) == {}
    client = Client()
    client.force_login(people[Role.CLERK])
    board = client.get(reverse("tables", args=[event.slug])).content.decode()
    assert re.findall(r'table-card__score">(\d+)<', board) == ["6", "3"]


def test_strangers_find_no_code_of_a_sheet_on_any_page(event: Event, phone: Phone) -> None:
    note(phone, 0)
    assert [name for name, text in public_pages(event).items() if phone.sheet.code in text] == []


# --- the team -----------------------------------------------------------------------------------------------------


def test_board_and_desk_lead_to_the_sheet_and_tell_its_score(event: Event, phone: Phone, people: Any) -> None:
    note(phone, 0, 1, 1)
    client = Client()
    client.force_login(people[Role.CLERK])
    link = reverse("open-sheet", args=[event.slug, phone.sheet.match])
    desk = client.get(reverse("match-desk", args=[event.slug, phone.sheet.match])).content.decode()
    board = client.get(reverse("tables", args=[event.slug])).content.decode()
    assert link in desk
    assert link in board
    assert "1 × 2 depois de 3 mãos" in desk
    assert client.get(link)["Location"] == reverse("sheet", args=[phone.sheet.code])


def test_running_scores_are_one_question_however_many_play(people: dict[Role, User]) -> None:
    event = drawn(TM, 16, people=people, tables=8)
    event.refresh_from_db()
    scores_of(event)

    def asked() -> int:
        with CaptureQueriesContext(connection) as queries:
            scores_of(event)
        return len(queries)

    none = asked()
    for number in range(1, 6):
        phone = Phone(called(event, table=str(number), match=f"knockout-round-of-16-{number}"), a_device(event, ""))
        note(phone, 0)
    event.refresh_from_db()
    scores_of(event)
    assert (asked(), len(scores_of(event))) == (none, 5)
