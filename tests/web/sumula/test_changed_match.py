"""A match that a correction takes away from under a phone: nothing more is taken for it, all goes to the referee."""

from typing import Any

import pytest
from django.db import IntegrityError, connection, transaction
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.urls import reverse
from django.utils import timezone

from carteado.tournament.matches.match_log import Game, Party, State
from carteado.tournament.operations import CallMatch, Confirm, Submit, Undo, WithdrawPair
from carteado.web.events.models import Event
from carteado.web.events.trouble import Trouble
from carteado.web.kit.guarding.policy import Role
from carteado.web.log.models import LogEntry
from carteado.web.people.models import User
from carteado.web.privacy.rewriting import rewrite
from carteado.web.referee.sheet_writing import write_unless_changed
from carteado.web.sumula.models import SetAsideEntry, Sheet, SheetEntry
from carteado.web.sumula.sheet_writing import append as append_entries
from carteado.web.sumula.sheet_writing import note
from tests.web.referee.referee_desk import Desk
from tests.web.sumula.sumula_playing import FINAL, SEMI, a_called_final, a_phone, championship, corrected, hands, log_of
from tests.web.sumula.sumulas import Phone, a_device, called, of_team, sheet_at, truco_hand
from tests.web.world.halls import TM, append, drawn, name_of, page_html, team

pytestmark = [pytest.mark.django_db, pytest.mark.every_database]


def a_final(people: dict[Role, User] | None = None) -> Phone:
    """A final on table 1, with its first hand on the sheet."""
    sheet = a_called_final(people)
    final = Phone(sheet, a_device(sheet.event, "1"), "f")
    final.send(*hands(final, truco_hand(0, 3)))
    return final


def more_hands(phone: Phone, count: int = 2) -> list[dict[str, Any]]:
    return [phone.entry("hand", place=place, hand=truco_hand(1, 3)) for place in range(1, count + 1)]


# --- what the server takes -----------------------------------------------------------------------------------------


def test_the_server_takes_nothing_for_a_match_that_is_no_more_and_says_why() -> None:
    final = a_final()
    corrected(final.sheet.event)
    sent = more_hands(final)
    told = final.send(*sent)
    assert [one["id"] for one in told["refused"]] == [one["id"] for one in sent]
    assert all(one["for_referee"] and "árbitro" in one["message"] for one in told["refused"])
    assert (told["entries"], told["seq"], told["counted"]["score"], told["closed"]) == ([], 1, [3, 0], True)
    assert SheetEntry.objects.filter(sheet=final.sheet).count() == 1


def test_what_was_written_for_it_is_kept_for_the_referee_once() -> None:
    final = a_final()
    corrected(final.sheet.event)
    sent = [*more_hands(final), final.entry("call", about="e agora?")]
    assert final.send(*sent)["refused"] == final.send(*sent)["refused"]
    kept = list(SetAsideEntry.objects.all())
    assert [(one.sheet, one.entry_id) for one in kept] == [(final.sheet, one["id"]) for one in sent]
    assert [one.document for one in kept] == sent
    assert kept[2].said == {"about": "e agora?"}, "free texts stand apart, so that they can be erased"
    assert kept[0].access is not None


def test_nothing_of_it_gets_into_the_new_match() -> None:
    final = a_final()
    event = final.sheet.event
    corrected(event)
    new = called(event, FINAL, "1")
    final.send(*more_hands(final, 8))
    new.refresh_from_db()
    assert (new.seq, new.hands, log_of(new).state) == (0, 0, State.CALLED)
    assert final.sheet.code != new.code


def test_what_the_server_had_before_is_not_refused_when_it_is_sent_again() -> None:
    final = a_final()
    first = final.entry("hand", place=1, hand=truco_hand(0))
    final.send(first)
    corrected(final.sheet.event)
    told = final.send(first)
    assert (told["refused"], [one["id"] for one in told["entries"]]) == ([], [first["id"]])


def test_a_match_that_was_removed_takes_nothing_either() -> None:
    event = drawn(TM, 4)
    sheet = Sheet.objects.create(event=event, match="gone", first="d01", second="d02")
    phone = Phone(sheet, a_device(event, ""))
    told = phone.send(*hands(phone, truco_hand(0)))
    assert (len(told["refused"]), told["entries"], told["changed"]["kind"]) == (1, [], "removed")
    assert SetAsideEntry.objects.count() == 1


def test_a_draw_that_is_undone_takes_the_match_from_the_phone_of_its_table() -> None:
    event = drawn(TM, 4)
    phone = a_phone(event)
    append(event, *(Undo(by="user:1", at=timezone.now()) for _ in range(2)))
    told = phone.send(*hands(phone, truco_hand(0)))
    assert (len(told["refused"]), told["changed"] is not None, SetAsideEntry.objects.count()) == (1, True, 1)


def test_only_a_referee_writes_what_is_his_for_such_a_match_too() -> None:
    final = a_final()
    corrected(final.sheet.event)
    told = final.send(
        final.entry("warn", pair=0, key="match.target", why="falou"),
        {**final.entry("call"), "id": "site-1"},
        {**final.entry("call"), "kind": "nada"},
        {"id": 7},
    )
    assert [one.get("for_referee") for one in told["refused"]] == [False] * 4
    assert not SetAsideEntry.objects.exists()


def test_nobody_writes_on_it_in_the_sites_name() -> None:
    people = team()
    final = a_final(people)
    corrected(final.sheet.event)
    written = append_entries(final.sheet, note("call", about="x"), by=people[Role.REFEREE])
    assert ([one.for_referee for one in written.refused], written.stored) == ([True], [])


def test_as_much_is_kept_as_a_sheet_holds(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("carteado.web.sumula.sheet_writing.MOST_OF_DEVICES", 3)
    final = a_final()
    corrected(final.sheet.event)
    told = final.send(*more_hands(final, 5))
    assert [one["for_referee"] for one in told["refused"]] == [True, True, True, False, False]


def test_what_is_kept_is_never_changed() -> None:
    final = a_final()
    corrected(final.sheet.event)
    final.send(*more_hands(final, 1))
    with pytest.raises(IntegrityError), transaction.atomic():
        SetAsideEntry.objects.update(content={})
    SetAsideEntry.objects.update(said={})


def test_lgpd_18_the_words_in_it_can_be_erased() -> None:
    final = a_final()
    corrected(final.sheet.event)
    final.send(final.entry("call", about="Beatriz saiu"))
    rewrite(final.sheet.event, reword=lambda text: text.replace("Beatriz", "participante 1"))
    assert SetAsideEntry.objects.get().said == {"about": "participante 1 saiu"}


# --- what the phone is told ----------------------------------------------------------------------------------------


def test_a_phone_is_told_who_plays_now_and_which_sheet_its_table_has() -> None:
    final = a_final()
    event = final.sheet.event
    assert (final.send()["changed"], final.send()["instead"]) == (None, None)
    corrected(event)
    told = final.send()
    assert (told["changed"]["kind"], told["instead"]) == ("pairs", None)
    names = [f"Dupla {pair[1:]}" for pair in championship(event).bracket.pairs(FINAL) or ()]
    assert all(name in told["changed"]["message"] for name in names)
    new = called(event, FINAL, "1")
    told = final.send()
    assert told["instead"] == {
        "code": new.code,
        "table": "1",
        "title": "final · partida\xa03",
        "names": names,
    }
    assert final.data().json()["instead"] == told["instead"]


def test_a_new_match_at_another_table_is_not_this_phones() -> None:
    final = a_final()
    event = final.sheet.event
    corrected(event)
    new = called(event, FINAL, "3")
    assert final.send()["instead"] is None
    everywhere = Phone(final.sheet, a_device(event, ""), "e")
    assert everywhere.send()["instead"]["code"] == new.code, "a phone of all tables follows its match"


def test_a_phone_of_the_team_follows_its_match() -> None:
    people = team()
    final = a_final(people)
    corrected(final.sheet.event)
    new = called(final.sheet.event, FINAL, "3")
    clerk = of_team(final.sheet, people[Role.CLERK])
    assert clerk.send()["instead"]["code"] == new.code


def test_a_match_that_is_played_again_by_the_same_pairs_says_so() -> None:
    final = a_final()
    event = final.sheet.event
    corrected(event)
    corrected(event, winner=0)
    assert final.send()["changed"]["kind"] == "again"


def test_a_match_lost_unplayed_by_a_pair_that_left_is_decided_and_not_played_again() -> None:
    event = drawn(TM, 4)
    phone = a_phone(event)
    gone = championship(event).logs[phone.sheet.match].pairs[1]
    append(event, WithdrawPair(by="user:1", at=timezone.now(), pair=gone, why="viagem", in_writing=True))
    told = phone.send(*hands(phone, truco_hand(0)))
    assert told["changed"]["kind"] == "decided"
    assert name_of(gone) in told["changed"]["message"]
    assert [one["for_referee"] for one in told["refused"]] == [True]


def test_a_correction_that_is_undone_takes_up_the_sheet_again() -> None:
    final = a_final()
    event = final.sheet.event
    corrected(event)
    sent = more_hands(final, 1)
    final.send(*sent)
    append(event, Undo(by="user:1", at=timezone.now()))
    told = final.send(*sent)
    assert (told["changed"], told["refused"], told["counted"]["score"]) == (None, [], [3, 3])


def test_a_correction_that_is_undone_sends_a_phone_back_although_another_was_quicker() -> None:
    """The other phone of the table has noted the rest meanwhile, and handed in the result."""
    final = a_final()
    event = final.sheet.event
    corrected(event)
    new = Phone(called(event, FINAL, "1"), a_device(event, "1"), "n")
    append(event, Undo(by="user:1", at=timezone.now()), Undo(by="user:1", at=timezone.now()))
    rest = [final.entry("hand", place=place, hand=truco_hand(0, 3)) for place in range(1, 4)]
    noted = [row.document["id"] for row in final.sheet.entries.order_by("seq")] + [one["id"] for one in rest]
    final.send(*rest, *final.accept(*noted))
    assert not log_of(final.sheet).is_on
    told = new.send()
    assert (told["changed"]["kind"], told["instead"]["code"]) == ("pairs", final.sheet.code)


def test_a_match_that_moved_to_another_table_is_not_kept_here_any_more() -> None:
    event = drawn(TM, 4)
    phone = a_phone(event, SEMI, "1")
    append(event, CallMatch(by="system", at=timezone.now(), match=SEMI, table="3"))
    told = phone.send(*hands(phone, truco_hand(0)))
    assert (told["changed"]["kind"], told["instead"], told["refused"]) == ("table", None, [])
    assert "mesa 3" in told["changed"]["message"]
    other = called(event, "knockout-semi-final-2", "1")
    assert phone.send()["instead"]["code"] == other.code
    assert Phone(phone.sheet, a_device(event, "3"), "t").send()["changed"] is None


def test_a_match_whose_call_was_taken_back_gives_way_to_the_one_at_its_table() -> None:
    event = drawn(TM, 4)
    phone = a_phone(event, SEMI, "1")
    append(event, Undo(by="user:1", at=timezone.now()))
    assert phone.send()["changed"] is None, "it may be called again"
    other = called(event, "knockout-semi-final-2", "1")
    told = phone.send()
    assert (told["changed"]["kind"], told["instead"]["code"]) == ("table", other.code)


def test_a_result_from_the_desk_is_told_and_the_next_match_opens() -> None:
    event = drawn(TM, 4)
    phone = a_phone(event, SEMI, "1")
    phone.send(*hands(phone, truco_hand(0, 3)))
    submit = Submit(by="user:1", at=timezone.now(), match=SEMI, games=(Game((3, 12), 1),))
    append(event, submit, *(Confirm(by="user:1", at=timezone.now(), match=SEMI, version=0, party=p) for p in Party))
    told = phone.send()
    assert (told["changed"]["kind"], told["instead"]) == ("result", None)
    next_one = called(event, "knockout-semi-final-2", "1")
    told = phone.send(*more_hands(phone, 1))
    assert (told["instead"]["code"], told["entries"][0]["late"]) == (next_one.code, True)
    assert log_of(phone.sheet).submissions[0].games == (Game((3, 12), 1),)
    assert sheet_at(event, "knockout-semi-final-2").seq == 0


# --- the referee ---------------------------------------------------------------------------------------------------


def referee_at(event: Event, people: dict[Role, User], role: Role = Role.REFEREE) -> Client:
    client = Client()
    client.force_login(people[role])
    return client


def reviews(client: Client, event: Event) -> str:
    return client.get(reverse("referee-reviews", args=[event.slug])).content.decode()


def test_the_referee_finds_what_was_written_for_a_match_that_was_changed() -> None:
    people = team()
    final = a_final(people)
    event = final.sheet.event
    before = [f"Dupla {pair[1:]}" for pair in final.sheet.pairs]
    corrected(event)
    client = referee_at(event, people)
    assert "Escrito para uma partida que mudou" not in reviews(client, event)
    final.send(*more_hands(final), final.entry("call", about="de quem é a final?"))
    page = reviews(client, event)
    assert "Escrito para uma partida que mudou" in page
    assert all(text in page for text in (*before, "Mão 2", "Mão 3", "0 × 3", "de quem é a final?", "aparelho 1"))
    board = client.get(reverse("referee", args=[event.slug])).content.decode()
    assert "mudou" in board
    match = client.get(reverse("referee-match", args=[event.slug, FINAL])).content.decode()
    assert reverse("referee-reviews", args=[event.slug]) + "#mudadas" in match


@pytest.mark.parametrize(
    "fields",
    [
        {"hand": {"x": {"why": "t"}}},
        {"hand": {"x.y": {"why": "t"}}},
        {"hand": {"x": {"y": {"why": "t"}}, "x.y": {"why": "t"}}},
        {"hand": {"why": {"why": {"why": "t"}}}},
        {"hand": [{"why": "t"}]},
        {"hand": {"x": float("nan")}},
        {"hand": truco_hand(0), "despite": {"about": {"reason": "t"}}},
        {"place": 10**4300 - 1},
        {"place": -1},
        {"place": True, "hand": None},
        {"place": {"why": "t"}},
    ],
)
def test_nothing_that_a_phone_sends_breaks_the_referees_page(fields: dict[str, Any]) -> None:
    people = team()
    final = a_final(people)
    event = final.sheet.event
    corrected(event)
    final.send(final.entry("hand", **{"place": 0, "hand": truco_hand(0), **fields}))
    assert "Revis" in reviews(referee_at(event, people), event)


def test_texts_deep_inside_an_entry_stand_apart_and_are_put_back() -> None:
    final = a_final()
    corrected(final.sheet.event)
    sent = final.entry("hand", place=0, hand={"x": {"y": {"why": "t"}, "why": "u"}})
    final.send(sent)
    kept = SetAsideEntry.objects.get()
    assert kept.said == {"hand.x.y.why": "t", "hand.x.why": "u"}
    assert kept.document == sent


def test_the_referee_has_seen_it_once() -> None:
    people = team()
    final = a_final(people)
    event = final.sheet.event
    corrected(event)
    final.send(*more_hands(final, 1))
    client, address = referee_at(event, people), reverse("referee-set-aside", args=[event.slug])
    seen = {"sumula": final.sheet.pk, "visto": SetAsideEntry.objects.get().pk}
    clerk = referee_at(event, people, Role.CLERK)
    assert clerk.post(address, seen).status_code == 403
    assert client.post(address, {"sumula": "x"}).status_code == 404
    final.send(*more_hands(final, 1))
    for _ in range(2):
        assert client.post(address, seen).status_code == 302
    page = reviews(client, event)
    assert page.count("visto por Referee") == 1
    assert page.count('name="visto"') == 1, "what came meanwhile is still to be seen"


def test_a_change_on_a_sheet_that_no_longer_counts_can_be_seen_too() -> None:
    """It was counted as to be looked at for ever: no page of a match had it."""
    people = team()
    final = a_final(people)
    event = final.sheet.event
    [hand] = [row.entry_id for row in SheetEntry.objects.filter(sheet=final.sheet)]
    final.send(final.entry("correct", of=hand, over=hand, hand=truco_hand(1, 3), why="era deles"))
    corrected(event)
    client = referee_at(event, people)
    assert "era deles" in reviews(client, event)
    client.post(reverse("referee-set-aside", args=[event.slug]), {"sumula": final.sheet.pk, "visto": 0})
    assert "Nada foi mudado" not in reviews(client, event)
    board = client.get(reverse("referee", args=[event.slug])).content.decode()
    assert "Revisões ·" not in board


def test_the_referees_are_told_once() -> None:
    people = team()
    final = a_final(people)
    corrected(final.sheet.event)
    for _ in range(2):
        final.send(*more_hands(final, 1))
    [logged] = LogEntry.objects.filter(action="sumula.set_aside")
    assert (logged.actor_id, logged.details["match"] > 0) == (None, True)


def test_the_page_asks_as_often_for_many_changed_matches_as_for_one() -> None:
    people = team()
    event = drawn(TM, 4, people=people)
    client, secret = referee_at(event, people), a_device(event, "")

    def written_for(number: int) -> None:
        phone = Phone(Sheet.objects.create(event=event, match=f"gone-{number}", first="d01", second="d02"), secret)
        phone.send(*hands(phone, truco_hand(0), truco_hand(1)))

    def query_count(name: str) -> int:
        client.get(reverse(name, args=[event.slug]))
        with CaptureQueriesContext(connection) as queries:
            client.get(reverse(name, args=[event.slug]))
        return len(queries)

    written_for(0)
    once = [query_count(name) for name in ("referee", "referee-reviews")]
    for number in range(1, 6):
        written_for(number)
    assert [query_count(name) for name in ("referee", "referee-reviews")] == once


def test_a_phone_asks_the_database_no_more_often_when_nothing_has_changed() -> None:
    """It asks every five seconds, and so do all others."""
    phone = a_phone(drawn(TM, 4))
    phone.send(*hands(phone, truco_hand(0)))
    phone.send()
    with CaptureQueriesContext(connection) as queries:
        phone.send()
    assert not [one for one in queries if "sumula_setasideentry" in one["sql"]]
    assert not [one for one in queries if one["sql"].startswith("INSERT")]


def test_a_ruling_that_was_weighed_for_one_match_is_not_written_for_another() -> None:
    """Both sheets have as many entries; the second pair is another one now."""
    people = team()
    sheet = a_called_final(people)
    event = sheet.event
    desk = Desk.of(event, people[Role.REFEREE])
    page = desk.weigh(FINAL, "advertencia", key="signs.offered", pair="1", why="falou")
    corrected(event)
    new = called(event, FINAL, "1")
    answer = desk.confirm(FINAL, "advertencia", page)
    assert answer.status_code == 200
    new.refresh_from_db()
    assert (new.seq, SheetEntry.objects.count()) == (0, 0)
    assert f"Dupla {new.pairs[1][1:]}" in page_html(answer)


def test_a_ruling_that_comes_while_its_match_is_taken_away_is_not_called_done() -> None:
    people = team()
    final = a_final(people)
    corrected(final.sheet.event)
    documents = [note("warn", id="site-1", pair=0, key="match.target", why="falou")]
    answer = write_unless_changed(final.sheet, documents, seq_seen=1, by=people[Role.REFEREE])
    assert isinstance(answer, Trouble)
    assert "não conta" in answer.refusal
    assert SetAsideEntry.objects.count() == 1
