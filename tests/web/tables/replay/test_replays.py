"""The pages of a finished match: hand by hand, act by act on a table and in words, and its deals to be verified."""

import gzip
import json
from collections.abc import Iterator
from dataclasses import replace
from datetime import timedelta
from itertools import product
from random import Random
from runpy import run_path
from typing import Any

import pytest
from cryptography.fernet import Fernet
from django.test import Client
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import override

from carteado.cards import Observer, Onlooker
from carteado.fair import deck_as_dealt
from carteado.record import (
    Record,
    Verdict,
    engine_for,
    matches_between_hands,
    moments,
    read_record,
    replay,
    verify_deals,
)
from carteado.regulation import available, load
from carteado.web.events.models import Event
from carteado.web.kit.guarding.policy import Role
from carteado.web.server.key_rotation import reseal, sealed_fields
from carteado.web.tables.match import deal_plan, log_rows
from carteado.web.tables.match.match_record import record_of, record_of_match
from carteado.web.tables.models import Guest, Match
from carteado.web.tables.players import names as sitters
from carteado.web.tables.players.visitor import GUEST_KEY
from carteado.web.tables.replay import retelling
from tests.fair.tables import VERIFIER
from tests.web.tables.match import table_vectors
from tests.web.tables.match.test_records import CALLED, played_on
from tests.web.tables.replay.table_finished import NAMES, Played, address, insert_match, played
from tests.web.tables.room.table_rooms import TM, Seated
from tests.web.world.roles import a_person, a_published_event

PAGES: tuple[tuple[str, dict[str, int]], ...] = (
    ("live-match", {}),
    ("live-verify", {}),
    ("live-record", {}),
    ("live-steps", {"hand": 0}),
)


@pytest.fixture
def finished(db: None) -> Match:
    return insert_match(played(TM))


@pytest.fixture
def record(finished: Match) -> Record:
    return record_of_match(finished)


def steps(record: Record, hand: int, observer: Observer = Onlooker.REFEREE) -> list[dict[str, Any]]:
    return list(retelling.steps(record, hand, matches_between_hands(record)[hand], observer))


def facts_in(page: str, name: str) -> Any:
    """What a page tells its script."""
    start = page.index(f'<script id="{name}" type="application/json">')
    return json.loads(page[page.index(">", start) + 1 : page.index("</script>", start)])


def test_the_page_tells_every_hand_with_its_articles(finished: Match, client: Client) -> None:
    page = client.get(address(finished, "live-match")).content.decode()
    report = replay(read_record(client.get(address(finished, "live-record")).content))
    assert page.count('<th scope="row">') == len(report.hands)
    for name in NAMES:
        assert name in page
    assert f"{report.score[0]} × {report.score[1]}" in page


def test_the_page_tells_the_client_what_there_is_to_see(finished: Match, record: Record, client: Client) -> None:
    page = client.get(address(finished, "live-match")).content.decode()
    facts = facts_in(page, "repeticao-fatos")
    assert facts["seats"] == list(NAMES)
    assert [hand["acts"] for hand in facts["hands"]] == [len(hand.acts) for hand in record.hands]
    assert [hand["score"] for hand in facts["hands"]] == [list(hand.score) for hand in replay(record).hands]
    assert facts["direction"] == "anticlockwise"
    assert facts["run_order"] == ""


def test_who_was_forgotten_is_called_so_in_the_language_of_the_page(finished: Match, client: Client) -> None:
    Guest.objects.filter(name=NAMES[0]).delete()
    path = f"/en{address(finished, 'live-match')}"
    page = client.get(path).content.decode()
    assert facts_in(page, "repeticao-fatos")["seats"][0] == "Participant"
    assert "Participante" not in page
    in_words = client.get(path, {"mao": "1"}).content.decode()
    assert "Participant: " in in_words
    assert "Participante" not in in_words


# --- act by act -------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("name", available())
def test_a_hand_begins_with_its_deal_and_has_every_act_with_all_cards_open(db: None, client: Client, name: str) -> None:
    match = insert_match(played(name, target=None if name == TM else 300))
    record = record_of_match(match)
    for hand, recorded in enumerate(record.hands):
        told = json.loads(client.get(address(match, "live-steps", hand=hand)).content)["steps"]
        assert len(told) == 1 + len(recorded.acts)
        deal, fair = told[0], recorded.fair
        assert fair is not None
        assert (deal["act"]["act"], deal["act"]["seat"]) == ("deal", recorded.dealer)
        assert (deal["act"]["cuts"], deal["act"]["burn"]) == (list(fair.cuts), fair.burn)
        assert all(card for cards in deal["view"]["hand"]["cards"] for card in cards)
    assert client.get(address(match, "live-steps", hand=len(record.hands))).status_code == 404


def test_the_last_acts_of_a_hand_have_what_it_gave_and_the_others_who_is_next(finished: Match, record: Record) -> None:
    for number, report in enumerate(replay(record).hands):
        told = steps(record, number)
        on = [step for step in told if step["asked"]]
        assert all(step["lines"] is None for step in on)
        assert told[-1]["lines"] == [[line.to_json() for line in lines] for lines in report.lines]
        assert told[-1]["view"]["score"] == list(report.score)


def test_through_the_eyes_of_a_seat_only_what_it_knew_is_told(finished: Match, record: Record, client: Client) -> None:
    engine = record.engine
    after = [moment.match for moment in moments(record) if moment.hand == 0 and _is_shown(record, moment)]
    for seat in range(4):
        told = json.loads(client.get(address(finished, "live-steps", hand=0), {"lugar": seat + 1}).content)["steps"]
        seen = json.loads(json.dumps([engine.view(match, seat) for match in after]))
        assert [step["view"] for step in told] == seen
        others = [cards for other, cards in enumerate(told[0]["view"]["hand"]["cards"]) if other != seat]
        assert all(card is None for cards in others for card in cards)
    for wrong in ("0", "5", "x", ""):
        assert client.get(address(finished, "live-steps", hand=0), {"lugar": wrong}).status_code == 404


def _is_shown(record: Record, moment: Any) -> bool:
    return moment.action is not None or moment.act is record.hands[moment.hand].deal


def test_a_sign_is_not_told_to_who_did_not_see_it(db: None) -> None:
    table = Seated(TM)
    table.deal()
    table.do(0, "sign", sign="zap")
    table = played_on(table, Random(8), acts=2_000)
    record = record_of(table.terms, table.log, CALLED)
    seen = [next(iter(_signs(record, seat)), None) for seat in range(4)]
    assert seen[0] == seen[2] == {"seat": 0, "act": "sign", "sign": "zap"}
    assert seen[1] is seen[3] is None
    lengths = {len(steps(record, 0, seat)) for seat in range(4)}
    assert lengths == {1 + len(record.hands[0].acts)}


def _signs(record: Record, seat: int) -> Iterator[dict[str, Any]]:
    for step in steps(record, 0, seat):
        if step["act"]["act"] == "sign":
            yield {name: value for name, value in step["act"].items() if name != "at"}


# --- in words ---------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("name", available())
def test_without_scripts_a_hand_is_told_in_words(db: None, client: Client, name: str) -> None:
    match = insert_match(played(name, target=None if name == TM else 300))
    record = record_of_match(match)
    told = retelling.hand_in_words(record, 0, matches_between_hands(record)[0])
    assert len(told) == 1 + len(record.hands[0].acts)
    assert all(one.text and one.text != "…" for one in told)
    assert all(called in told[0].text for called in NAMES)
    page = client.get(address(match, "live-match"), {"mao": "1"}).content.decode()
    assert page.count('id="lance-') == len(told)
    assert 'value="0" id="lance-0"' in page
    assert client.get(address(match, "live-match")).content.decode().count('id="lance-') == 0


@pytest.mark.parametrize(
    "act",
    [
        {"act": "pause", "seat": 0},
        {"act": "sit", "seat": 1, "player": "Participante 3"},
        {"act": "ruling", "ruling": "disqualify", "seat": None, "pair": 0, "article": "20"},
        {"act": "ruling", "ruling": "adjust", "seat": None, "pair": 0, "points": 1, "article": "20"},
    ],
)
def test_who_was_forgotten_is_called_so_in_the_words_of_every_act(record: Record, act: dict[str, Any]) -> None:
    forgotten = replace(record, seats=("Participante 3", *record.seats[1:]))
    with override("en"):
        told = f"{retelling._actor(forgotten, act)} {retelling._act_in_words(forgotten, act, {})}"
    assert "Participant 3" in told
    assert "Participante" not in told


@pytest.mark.parametrize(("player", "told"), [("bot:matreiro", "Matreiro (robô)"), ("Bia", "Bia")])
def test_who_sits_down_is_told_by_a_name(player: str, told: str) -> None:
    said = retelling._play_in_words({"seat": 1, "act": "sit", "player": player}, {})
    assert said.endswith(f" {told}.")


@pytest.mark.parametrize(
    ("by", "told"),
    [
        ("user:3", "O juiz para a partida."),
        (log_rows.NOBODY, "Não há ninguém à mesa: a partida para."),
        (log_rows.DOWN, "O site saiu do ar: a partida para."),
        (log_rows.CLOSED, "O campeonato para a partida."),
    ],
)
def test_a_pause_is_told_with_who_or_what_stopped_the_match(by: str, told: str) -> None:
    table = played(TM)
    dealt = next(place for place, row in enumerate(table.log, start=1) if row.act == "deal")
    stopped = [row._replace(data=log_rows.pause_data(by)) for row in table.log[:1]]
    log = [*table.log[:dealt], *stopped, *table.log[dealt:]]
    record = record_of(table.play.terms, log, CALLED)
    assert retelling.hand_in_words(record, 0, matches_between_hands(record)[0])[1].text == told


@pytest.mark.parametrize("asked", ["0", "99", "-1", "x", "", "1e3", "٣", "9" * 40])
def test_a_hand_that_there_is_not_is_as_if_none_was_asked_for(finished: Match, client: Client, asked: str) -> None:
    answer = client.get(address(finished, "live-match"), {"mao": asked})
    assert answer.status_code == 200
    assert 'id="lance-' not in answer.content.decode()


# --- verified ---------------------------------------------------------------------------------------------------------


def dealt_by(plan: Any, deck: list[str]) -> Any:
    """What the browser does with a plan."""
    if isinstance(plan, dict):
        return {name: dealt_by(of, deck) for name, of in plan.items()}
    return [dealt_by(one, deck) for one in plan] if isinstance(plan, list) else deck[plan]


def recomputed(record: Record, number: int, plan: Any) -> Any:
    fair = record.hands[number].fair
    assert fair is not None
    cards = deck_as_dealt(record.engine.deck(), match=str(record.about["match"]), hand=number, fair=fair)
    return dealt_by(plan, [str(card) for card in cards])


def chosen(fitting: list[Any], target: int, score: tuple[int, int]) -> Any:
    """The first plan that fits, as the browser takes it."""
    short = [target - points for points in score]
    return next(
        plan
        for plan in fitting
        if all(side is None or side == far for side, far in zip(plan["short"], short, strict=True))
    )


@pytest.mark.parametrize("name", available())
def test_the_plans_of_a_match_deal_its_very_hands(db: None, client: Client, name: str) -> None:
    match = insert_match(played(name, seed=28, target=None if name == TM else 300))
    record = record_of_match(match)
    plans = facts_in(client.get(address(match, "live-verify")).content.decode(), "conferir-plano")
    assert plans["deck"] == [str(card) for card in record.engine.deck()]
    for number, hand in enumerate(record.hands):
        plan = plans["plans"][plans["hands"][number]]
        assert recomputed(record, number, plan["deal"]) == record.engine.write_deal(hand.deal)
        assert plan["most_burnt"] == record.engine.most_burnt(matches_between_hands(record)[number])


def test_a_mao_de_ferro_has_a_plan_of_its_own(db: None) -> None:
    record = record_of_match(insert_match(played(TM, seed=28)))
    assert replay(record).hands[-2].score == (11, 11)
    plans = deal_plan.plans_of_record(record, matches_between_hands(record))
    assert plans["hands"].count(plans["hands"][-1]) == 1


@pytest.mark.parametrize("name", available())
def test_the_plans_of_a_regulation_deal_what_records_of_it_have(db: None, client: Client, name: str) -> None:
    """Chosen by who deals and by how far both are from the target, as the browser chooses."""
    record = record_of_match(insert_match(played(name, seed=28, target=None if name == TM else 300)))
    known = facts_in(client.get(reverse("verify-record")).content.decode(), "conferir-planos")[name]
    target = record.target or known["target"][""]["points"]
    score = (0, 0)
    for number, hand in enumerate(record.hands):
        fitting = [plan for plan in known["plans"] if plan["players"] == 4 and plan["dealer"] == hand.dealer]
        plan = chosen(fitting, target, score)
        assert recomputed(record, number, plan["deal"]) == record.engine.write_deal(hand.deal)
        assert hand.score is not None
        score = hand.score


def test_every_score_near_the_target_has_the_plan_that_the_engine_deals_by() -> None:
    known = deal_plan.plans_of_all()[TM]
    engine = engine_for(load(TM))
    for target in (12, 24):
        for score in product(range(target), range(target)):
            match = engine.start(players=4, first_dealer=2, target=target, score=score)
            fitting = [plan for plan in known["plans"] if plan["players"] == 4 and plan["dealer"] == 2]
            plan = chosen(fitting, target, score)
            assert {"deal": plan["deal"], "most_burnt": plan["most_burnt"]} == deal_plan.plan_of(engine, match)


def test_the_verifier_in_one_file_and_the_page_leave_the_same_overrides_to_the_whole_program() -> None:
    assert set(deal_plan.CHANGES_DEALING) == set(run_path(str(VERIFIER))["CHANGES_DEALING"])
    known = {key for name in available() for key in load(name).citations}
    assert set(deal_plan.CHANGES_DEALING) <= known


def test_the_record_can_be_verified(finished: Match, client: Client) -> None:
    answer = client.get(address(finished, "live-record"))
    assert answer["Content-Disposition"] == f'attachment; filename="carteado-{finished.code}.json"'
    assert {check.verdict for check in verify_deals(read_record(answer.content))} == {Verdict.VERIFIED}


def test_a_match_is_still_verified_when_the_key_of_its_seeds_is_retired(
    finished: Match, client: Client, settings: Any
) -> None:
    old, new = settings.PERSONAL_DATA_KEYS, Fernet.generate_key().decode()
    settings.PERSONAL_DATA_KEYS = (new, *old)
    for model, field in sealed_fields():
        reseal(model, field)
    settings.PERSONAL_DATA_KEYS = (new,)
    record = read_record(client.get(address(finished, "live-record")).content)
    assert {check.verdict for check in verify_deals(record)} == {Verdict.VERIFIED}


# --- who may see it ---------------------------------------------------------------------------------------------------


def of_room(table: Seated, **settings: Any) -> Match:
    return insert_match(Played(table.play, table.log), **settings)


def test_of_a_match_that_is_on_nothing_is_given(db: None, client: Client) -> None:
    match = of_room(played_on(Seated(TM), Random(2), acts=10))
    for route, more in PAGES:
        assert client.get(address(match, route, **more)).status_code == 404


def as_guest(guest: Guest) -> Client:
    client = Client()
    session = client.session
    session[GUEST_KEY] = guest.code
    session.save()
    return client


def at_the_table(match: Match, seat: int) -> Client:
    who = match.table.seats.get(number=seat).who
    return as_guest(Guest.objects.get(code=who.partition(":")[2]))


def test_onlookers_read_the_end_when_they_see_it(db: None, client: Client) -> None:
    match = insert_match(played(TM), delay=60)
    nova = Guest.objects.create(name="Nova")
    player, newcomer = at_the_table(match, 2), as_guest(nova)
    match.table.seats.filter(number=1).update(who=sitters.of_guest(nova))
    for route, more in PAGES:
        assert client.get(address(match, route, **more)).status_code == 404
        assert newcomer.get(address(match, route, **more)).status_code == 404, "sits there, and has not played"
        assert player.get(address(match, route, **more)).status_code == 200, "who played it knows how it ended"
    Match.objects.filter(pk=match.pk).update(finished_at=timezone.now() - timedelta(seconds=61))
    for route, more in PAGES:
        assert client.get(address(match, route, **more)).status_code == 200


def test_under_an_embargo_a_finished_match_is_for_the_team(db: None, client: Client) -> None:
    event = a_published_event()
    user, organiser = a_person(Role.ORGANISER, event), Client()
    assert user is not None
    organiser.force_login(user)
    match = insert_match(played(TM), event=event, fixture="final")
    Event.objects.filter(pk=event.pk).update(embargo_until=timezone.now() + timedelta(hours=1))
    for route, more in PAGES:
        assert client.get(address(match, route, **more)).status_code == 404
        assert organiser.get(address(match, route, **more)).status_code == 200
    Event.objects.filter(pk=event.pk).update(embargo_until=None)
    assert client.get(address(match, "live-record")).status_code == 200


def test_nobody_keeps_or_lists_what_may_be_closed_or_forgotten_later(finished: Match, client: Client) -> None:
    for route, more in PAGES:
        answer = client.get(address(finished, route, **more))
        assert "no-store" in answer["Cache-Control"], route
        assert "noindex" in answer.get("X-Robots-Tag", "") or b'content="noindex, nofollow"' in answer.content, route


def test_the_acts_of_a_hand_come_compressed(finished: Match, client: Client) -> None:
    steps = address(finished, "live-steps", hand=0)
    plain, packed = client.get(steps), client.get(steps, headers={"accept-encoding": "gzip"})
    assert packed["Content-Encoding"] == "gzip"
    assert gzip.decompress(packed.content) == plain.content
    assert len(packed.content) * 5 < len(plain.content)


def test_the_browser_is_held_against_what_the_python_says_now() -> None:
    assert table_vectors.VECTORS.read_text(encoding="utf-8") == table_vectors.text(), (
        "write them again, as tests/web/tables/match/table_vectors.py says"
    )
