"""A live match as a record, and the pages of a finished one."""

import json
from datetime import timedelta
from random import Random
from typing import Any

import pytest
from cryptography.fernet import Fernet
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from carteado.cards import Onlooker
from carteado.record import Record, Verdict, read_record, replay, verify_deals, write_record
from carteado.regulation import available
from carteado.web.events.models import Event
from carteado.web.policy import Role
from carteado.web.rotation import seal_anew, sealed_fields
from carteado.web.tables import entries, sitters
from carteado.web.tables.models import Guest, Match, Seat, Table
from carteado.web.tables.records import record_of
from carteado.web.tables.storing import insert, row_of
from tests.web.roles import a_person, a_published_event
from tests.web.table_rooms import NAMES, TM, Seated, person

DRAWN: list[list[str | None]] = [["4c", "5c", "6c", "3d"]]
"""The last seat deals first, as it does at the tables of these tests."""
CALLED = dict(zip(map(person, range(4)), NAMES, strict=True))


def played_on(table: Seated, rng: Random, *, acts: int) -> Seated:
    """By whim: cuts, burns, calls, signs, cards."""
    for _ in range(acts):
        asked = table.play.asked
        if asked is None:
            break
        seat = asked.seats[0]
        if asked.step == "cut":
            table.do(seat, "cut", cuts=[rng.randrange(40)])
        elif asked.step == "deal":
            burn = rng.randint(0, table.terms.engine.most_burnt(table.play.match))
            table.do(seat, "deal", burn=burn)
        else:
            table.do(seat, **rng.choice(table.people[seat].state["legal"] or [{"act": "refuse"}]))
    return table


def recorded(table: Seated) -> Record:
    """Written and read again."""
    return read_record(write_record(record_of(table.terms, table.log, CALLED)))


def is_over(table: Seated) -> bool:
    return table.play.is_over


@pytest.mark.parametrize("name", available())
def test_a_record_replays_to_what_the_table_has(name: str) -> None:
    rng = Random(name)
    table = Seated(name)
    for _ in range(4):
        played_on(table, rng, acts=60)
        report = replay(recorded(table))
        assert report.score == table.play.match.score
        assert report.winner == table.play.match.winner
        assert not report.mismatches


def test_the_seeds_stand_in_it_only_when_the_match_is_over() -> None:
    table = played_on(Seated(TM), Random(3), acts=6)
    assert not is_over(table)
    so_far = recorded(table)
    assert so_far.hands
    assert all(hand.fair is not None and hand.fair.seed is None for hand in so_far.hands)
    text = write_record(so_far)
    assert not any(fair.seed in text for fair in table.play.fairs if fair.seed)

    played_on(table, Random(4), acts=2_000)
    assert is_over(table)
    whole = recorded(table)
    checks = list(verify_deals(whole))
    assert len(checks) == len(whole.hands)
    assert {check.verdict for check in checks} == {Verdict.VERIFIED}


def test_who_sits_in_a_seat_is_named_and_bots_are_bots() -> None:
    table = Seated(TM, first_dealer=0)
    table.deal()
    table.go(2)
    table.wait(130_000)
    table.come(2)
    table.do(2, "sit")
    sits = [act.act for hand in recorded(table).hands for act in hand.acts if type(act.act).__name__ == "Sit"]
    assert [(one.seat, one.player) for one in sits] == [(2, "bot:random"), (2, NAMES[2])]
    assert recorded(table).seats == NAMES


def test_whoever_is_known_no_longer_is_called_by_his_seat() -> None:
    table = played_on(Seated(TM), Random(1), acts=5)
    record = record_of(table.terms, table.log, {person(0): "Ana"})
    assert record.seats[0] == "Ana"
    assert len(set(record.seats)) == 4
    assert person(1) not in write_record(record)


def test_what_happens_before_the_first_deal_is_kept() -> None:
    table = Seated(TM)
    table.come(Onlooker.REFEREE)
    table.do(Onlooker.REFEREE, "pause")
    table.do(Onlooker.REFEREE, "resume")
    assert recorded(table).hands == ()
    table.deal()
    acts = [type(act.act).__name__ for act in recorded(table).hands[0].acts]
    assert acts == ["Pause", "Resume"]
    assert [act.kept for act in recorded(table).hands[0].acts] == [{"_by": "referee"}, {"_by": "referee"}]


# --- pages ------------------------------------------------------------------------------------------------------------


@pytest.fixture
def finished(db: None) -> Match:
    return kept(played_on(Seated(TM), Random(5), acts=2_000))


def kept(table: Seated, **settings: Any) -> Match:
    """The match in the database, with guests in the seats."""
    guests = [Guest.objects.create(name=name) for name in NAMES]
    row = Table.objects.create(regulation=TM, **settings)
    for seat, guest in enumerate(guests):
        Seat.objects.create(table=row, number=seat, who=sitters.of_guest(guest))
    match = Match.objects.create(table=row, number=1, code=table.terms.match)
    if is_over(table):
        match.finished_at = timezone.now()
        match.winner = table.play.match.winner
        match.save()
    who = [sitters.of_guest(guest) for guest in guests]
    first = table.log[0]._replace(data=entries.started(tuple(who), table.log[0].data["first_dealer"], DRAWN))
    insert([row_of(match.pk, entry) for entry in (first, *table.log[1:])])
    return match


def address(match: Match, route: str, **more: int) -> str:
    return reverse(route, kwargs={"code": match.table.code, "number": match.number, **more})


def test_the_page_of_a_finished_match_tells_every_hand_with_its_articles(finished: Match, client: Client) -> None:
    page = client.get(address(finished, "live-match")).content.decode()
    report = replay(read_record(client.get(address(finished, "live-record")).content))
    assert page.count('<th scope="row">') == len(report.hands)
    for name in NAMES:
        assert name in page
    assert f"{report.score[0]} × {report.score[1]}" in page


def test_the_record_can_be_verified(finished: Match, client: Client) -> None:
    answer = client.get(address(finished, "live-record"))
    assert answer["Content-Disposition"] == f'attachment; filename="carteado-{finished.code}.json"'
    assert {check.verdict for check in verify_deals(read_record(answer.content))} == {Verdict.VERIFIED}


def test_the_steps_of_a_hand_have_all_cards_open(finished: Match, client: Client) -> None:
    record = read_record(client.get(address(finished, "live-record")).content)
    for hand in range(len(record.hands)):
        told = json.loads(client.get(address(finished, "live-steps", hand=hand)).content)
        acts = [step["act"] for step in told["steps"] if "seat" in step["act"]]
        assert len(acts) == len(record.hands[hand].acts)
        dealt = next(step for step in told["steps"] if step["act"] == {"act": "deal"})
        assert all(card for cards in dealt["view"]["hand"]["cards"] for card in cards)
    assert client.get(address(finished, "live-steps", hand=len(record.hands))).status_code == 404


def test_a_match_is_still_verified_when_the_key_of_its_seeds_is_retired(
    finished: Match, client: Client, settings: Any
) -> None:
    old, new = settings.PERSONAL_DATA_KEYS, Fernet.generate_key().decode()
    settings.PERSONAL_DATA_KEYS = (new, *old)
    for model, field in sealed_fields():
        seal_anew(model, field)
    settings.PERSONAL_DATA_KEYS = (new,)
    record = read_record(client.get(address(finished, "live-record")).content)
    assert {check.verdict for check in verify_deals(record)} == {Verdict.VERIFIED}


def test_of_a_match_that_is_on_nothing_is_given(db: None, client: Client) -> None:
    match = kept(played_on(Seated(TM), Random(2), acts=10))
    for route, more in (("live-match", {}), ("live-record", {}), ("live-steps", {"hand": 0})):
        assert client.get(address(match, route, **more)).status_code == 404


def test_onlookers_read_the_end_when_they_see_it(db: None, client: Client) -> None:
    match = kept(played_on(Seated(TM), Random(5), acts=2_000), delay=60)
    assert client.get(address(match, "live-record")).status_code == 404
    Match.objects.filter(pk=match.pk).update(finished_at=timezone.now() - timedelta(seconds=61))
    assert client.get(address(match, "live-record")).status_code == 200


def test_under_an_embargo_a_finished_match_is_for_the_team(db: None, client: Client) -> None:
    event = a_published_event()
    user, organiser = a_person(Role.ORGANISER, event), Client()
    assert user is not None
    organiser.force_login(user)
    match = kept(played_on(Seated(TM), Random(5), acts=2_000), event=event, fixture="final")
    Event.objects.filter(pk=event.pk).update(embargo_until=timezone.now() + timedelta(hours=1))
    for route, more in (("live-match", {}), ("live-record", {}), ("live-steps", {"hand": 0})):
        assert client.get(address(match, route, **more)).status_code == 404
        assert organiser.get(address(match, route, **more)).status_code == 200
    Event.objects.filter(pk=event.pk).update(embargo_until=None)
    assert client.get(address(match, "live-record")).status_code == 200
