"""The desk of draws: settled, announced and held for every form of dispute; nothing of it twice or out of turn."""

from collections.abc import Sequence
from datetime import timedelta
from typing import Any

import pytest
from cryptography.fernet import Fernet
from django.urls import reverse
from django.utils import timezone

from carteado.fair import DRAW_FORMAT, commitment, verify_draw
from carteado.tournament.entry_acts import Actor, Enter
from carteado.tournament.entry_acts import Role as Function
from carteado.tournament.matches import Game
from carteado.tournament.operations import Correct, Decide, OpenEntry, Operation, Undo
from carteado.tournament.plans import FORMS, knockout_with_lucky_losers, league
from carteado.tournament.settling import FORM, drawn_form
from carteado.tournament.stages import Kind
from carteado.web.draw.models import DrawSecret
from carteado.web.entries.review import places
from carteado.web.events import store
from carteado.web.events.details import StageChoice
from carteado.web.events.models import Event, Pair
from carteado.web.people.models import User
from carteado.web.policy import Role
from tests.web.drawing import AF, AP, FA, LOTTERY, TM, Desk, an_event_of, codes
from tests.web.roles import a_person

pytestmark = pytest.mark.django_db

STALE = "Nesse meio-tempo mexeram no evento"


@pytest.fixture
def ana() -> User:
    return User.objects.create_user("ana@exemplo.com.br", name="Ana Lima")


@pytest.fixture
def truco(ana: User) -> Desk:
    return Desk(ana, an_event_of(TM, 32, by=ana))


@pytest.fixture
def announced(truco: Desk) -> Desk:
    truco.settle()
    truco.announce("knockout")
    return truco


def operations(desk: Desk) -> list[str]:
    return [type(one).__name__ for one in desk.championship.log]


def secret_of(desk: Desk, draw: str) -> str:
    return DrawSecret.objects.get(event=desk.event, draw=draw).secret


def held_and_true(desk: Desk, draw: str) -> None:
    """The protocol verifies, and is the one that was promised."""
    protocol = desk.championship.draws[draw]
    assert verify_draw(dict(protocol)) == []
    assert protocol["commitment"] == desk.championship.commitments[draw]
    label = f"{DRAW_FORMAT}|{desk.event.slug}|{draw}"
    assert commitment(label, bytes.fromhex(str(protocol["secret"]))) == protocol["commitment"]


def undone(desk: Desk) -> None:
    desk.append(Undo(by=store.author(desk.user), at=timezone.now()))


def something_else(desk: Desk) -> None:
    desk.append(Decide(by="user:1", at=timezone.now(), question="E a chuva?", decision="Joga-se.", why="Há toldo."))


# --- the whole way, by regulation ---------------------------------------------------------------------------------


def test_tm_32_pairs_are_settled_announced_and_drawn_into_a_bracket(truco: Desk) -> None:
    truco.settle()
    assert truco.championship.pairs == codes(32)
    truco.announce("knockout")
    truco.hold("knockout", "48213")
    held_and_true(truco, "knockout")
    assert truco.championship.draws["knockout"]["entropy"] == "48213"
    assert sorted(truco.championship.places["knockout"]) == list(codes(32))
    assert operations(truco)[-3:] == ["Settle", "CommitDraw", "HoldDraw"]


def test_tm_2_1_more_pairs_than_the_regulation_takes_are_refused_with_its_article(ana: User) -> None:
    desk = Desk(ana, an_event_of(TM, 20, by=ana, changes=()))
    page = desk.page()
    refused = page[page.index('id="field"') :]
    assert not desk.offers("definir")
    assert "20" in refused
    assert 'href="/regulamentos/truco-masters-2025/#art-' in refused


def test_a_league_of_those_who_entered_in_their_order(ana: User) -> None:
    desk = Desk(ana, an_event_of(FA, 6, by=ana))
    Pair.objects.all().delete()
    Event.objects.update(entries_close=None)
    entered = ("d003", "d001", "d002", "d005")
    desk.append(*(_entry(code) for code in entered))
    desk.settle()
    assert desk.championship.pairs == entered
    assert desk.championship.plan == league(4)
    desk.announce("league")
    desk.hold("league")
    held_and_true(desk, "league")


def _entry(code: str) -> Operation:
    by, at = Actor(Function.REGISTRANT, f"{code}a"), timezone.now() - timedelta(days=2)
    opening = Enter(by=by, at=at, id=code, people=(f"{code}a", f"{code}b"), registrant=f"{code}a")
    return OpenEntry(by=f"{code}a", at=at, opening=opening)


def test_ap_15_a_lot_decides_the_form_then_the_field_is_settled_and_drawn(ana: User) -> None:
    forms = ("groups_knockout", "league", "double_elimination")
    desk = Desk(ana, an_event_of(AP, 12, by=ana, forms=forms))
    assert not desk.offers("definir")
    assert "art. 15" in desk.page()
    desk.announce(FORM)
    assert not desk.offers("definir")
    desk.hold(FORM)
    held_and_true(desk, FORM)
    chosen = drawn_form(desk.championship)
    desk.settle()
    assert desk.championship.plan == FORMS[chosen].plan(12)
    stage = desk.championship.plan.stages[0].id
    desk.announce(stage)
    desk.hold(stage)
    held_and_true(desk, stage)


def test_af_10_the_finals_are_drawn_when_the_tables_have_spoken_and_lots_part_the_eliminated(ana: User) -> None:
    desk = Desk(ana, an_event_of(AF, 5, by=ana))
    desk.settle()
    assert desk.championship.plan == knockout_with_lucky_losers(5)
    desk.announce("qualifying")
    desk.announce("finals")
    desk.hold("qualifying")
    assert "3 duplas ainda saem das mesas" in desk.page()
    matches = [one for one in desk.championship.fixtures if desk.championship.bracket.is_open(one)]
    for match in matches:
        desk.play(match, (1500, 700))
    page = desk.page()
    losers = _losers(desk, matches)
    for pair in losers:
        assert f"Bia e {pair}" in page[page.index('id="ties"') : page.index('id="field"')]
    assert "art. 11" in page[page.index('id="ties"') :]
    lots = "lots-qualifying-qualifying"
    desk.announce(lots)
    desk.hold(lots)
    held_and_true(desk, lots)
    first = desk.championship.lots["qualifying-qualifying"][0]
    page = desk.page()
    lucky = page[page.index('id="lucky"') :]
    assert f"Bia e {first}" in lucky
    assert "por sorteio" in lucky
    desk.hold("finals")
    held_and_true(desk, "finals")
    assert first in desk.championship.places["finals"]


def _losers(desk: Desk, matches: Sequence[str]) -> list[str]:
    ended = [desk.championship.bracket.ended(match) for match in matches]
    return [str(one.loser) for one in ended if one]


def test_ap_16_pairs_level_in_a_group_are_parted_by_lots_of_their_own(ana: User) -> None:
    stages = (StageChoice(kind=Kind.GROUPS, groups=1, advance=0),)
    desk = Desk(ana, an_event_of(AP, 3, by=ana, stages=stages))
    desk.settle()
    desk.announce("groups")
    desk.hold("groups")
    first, second, third = desk.championship.places["groups"]
    for match in desk.championship.fixtures:
        one, two = desk.championship.bracket.pairs(match) or ("", "")
        beats = {(first, second), (second, third), (third, first)}
        desk.play(match, (3000, 1000) if (one, two) in beats else (1000, 3000))
    assert "Empate: quem decide é o sorteio" in desk.page()
    desk.announce("lots-groups-A")
    desk.hold("lots-groups-A")
    held_and_true(desk, "lots-groups-A")
    assert not desk.championship.bracket.lots_needed()
    assert desk.championship.bracket.is_over


def test_ap_16_the_best_of_the_seconds_is_found_by_lots_where_they_are_level(ana: User) -> None:
    stages = (StageChoice(kind=Kind.GROUPS, groups=2, advance=3), StageChoice(kind=Kind.KNOCKOUT))
    desk = Desk(ana, an_event_of(AP, 4, by=ana, stages=stages))
    desk.settle()
    desk.announce("groups")
    desk.hold("groups")
    for match in list(desk.championship.fixtures):
        if desk.championship.bracket.is_open(match):
            desk.play(match, (3000, 1000))
    lots = "lots-groups-rank-2"
    assert "2º lugar dos grupos" in desk.page()
    desk.announce(lots)
    desk.hold(lots)
    held_and_true(desk, lots)
    first, second = desk.championship.lots["groups-rank-2"]
    page = desk.client.get(reverse("draw", args=[desk.event.slug, lots])).content.decode()
    reasons = page[page.index('class="draw-reasons"') : page.index('id="facts"')]
    assert reasons.index(f"Bia e {first}") < reasons.index(f"Bia e {second}")
    assert "por sorteio" in reasons
    assert first in desk.championship.bracket.members("knockout")


def test_the_rounds_of_a_swiss_are_paired_one_by_one_and_may_end_early(ana: User) -> None:
    desk = Desk(ana, an_event_of(AP, 6, by=ana, stages=(StageChoice(kind=Kind.SWISS, rounds=3),)))
    desk.settle()
    desk.announce("swiss")
    assert not desk.offers("parear")
    desk.hold("swiss")
    desk.do("parear")
    assert len(desk.championship.sat_out["swiss"]) == 1
    assert not desk.offers("parear")
    for match in list(desk.championship.fixtures):
        desk.play(match, (3000, 1000))
    assert desk.offers("parear")
    refused = desk.send("encerrar", desk.fields("encerrar"), why="")
    assert refused.status_code == 200
    desk.do("encerrar", why="Faltou luz.")
    assert desk.championship.rounds_ended == {"swiss"}
    assert not desk.offers("parear")


# --- the field ----------------------------------------------------------------------------------------------------


def test_settling_is_taken_back_only_while_nothing_came_after_it(truco: Desk) -> None:
    truco.settle()
    stale = truco.fields("desfazer")
    truco.do("desfazer")
    assert truco.championship.pairs == ()
    truco.settle()
    truco.announce("knockout")
    assert not truco.offers("desfazer")
    assert truco.send("desfazer", {**stale, "seq": [str(Event.objects.get().seq)]}).status_code == 200
    assert truco.championship.commitments.keys() == {"knockout"}


def test_settling_twice_is_settling_once(truco: Desk) -> None:
    fields = truco.fields("definir")
    for _ in range(2):
        assert truco.send("definir", fields).status_code == 302
    assert operations(truco).count("Settle") == 1


def test_whoever_saw_another_field_is_told_and_settles_nothing(truco: Desk) -> None:
    fields = truco.fields("definir")
    Pair.objects.filter(code="d032").delete()
    something_else(truco)
    answer = truco.send("definir", fields)
    assert STALE in answer.content.decode()
    assert truco.championship.pairs == ()


def test_a_field_settled_anew_keeps_the_promise_that_was_published(announced: Desk) -> None:
    before = announced.championship.commitments["knockout"]
    Pair.objects.filter(code="d032").delete()
    announced.settle()
    assert announced.championship.pairs == codes(31)
    assert "knockout" not in announced.championship.commitments
    announced.announce("knockout")
    assert announced.championship.commitments["knockout"] == before


def test_after_the_first_draw_the_field_is_closed(announced: Desk) -> None:
    announced.hold("knockout")
    assert not announced.offers("definir")
    assert not announced.offers("desfazer")


# --- announcing ---------------------------------------------------------------------------------------------------


def test_an_announcement_sent_twice_is_one_with_one_secret(truco: Desk) -> None:
    truco.settle()
    fields = truco.fields("anunciar", draw="knockout")
    typed = {"entropy_from": LOTTERY, "planned_at": _in_an_hour()}
    for _ in range(2):
        assert truco.send("anunciar", fields, **typed).status_code == 302
    assert operations(truco).count("CommitDraw") == 1
    assert DrawSecret.objects.count() == 1
    secret = bytes.fromhex(secret_of(truco, "knockout"))
    assert truco.championship.commitments["knockout"] == commitment(
        f"{DRAW_FORMAT}|{truco.event.slug}|knockout", secret
    )


def _in_an_hour() -> str:
    return timezone.localtime(timezone.now() + timedelta(hours=1)).strftime("%Y-%m-%dT%H:%M")


@pytest.mark.parametrize("draw", ["lots-inventado", "lots-a/b", "form", "groups", "", "lots-" + "x" * 90])
def test_nothing_is_announced_that_the_event_has_not(truco: Desk, draw: str) -> None:
    truco.settle()
    fields = {"seq": [str(Event.objects.get().seq)], "draw": [draw]}
    answer = truco.send("anunciar", fields, entropy_from=LOTTERY, planned_at=_in_an_hour())
    assert answer.status_code == 200
    assert 'role="alert"' in answer.content.decode()
    assert not truco.championship.commitments
    assert not DrawSecret.objects.exists()


@pytest.mark.parametrize("seq", ["", "-1", "sete", "9" * 20])
def test_a_form_that_no_page_sent_does_nothing_and_says_so(truco: Desk, seq: str) -> None:
    answer = truco.client.post(truco.path("definir"), {"seq": seq})
    assert answer.status_code == 200
    assert STALE in answer.content.decode()
    assert truco.championship.pairs == ()


@pytest.mark.parametrize("missing", ["entropy_from", "planned_at"])
def test_what_decides_and_when_must_be_said(truco: Desk, missing: str) -> None:
    truco.settle()
    typed = {"entropy_from": LOTTERY, "planned_at": _in_an_hour()} | {missing: ""}
    answer = truco.send("anunciar", truco.fields("anunciar", draw="knockout"), **typed)
    assert answer.status_code == 200
    assert not truco.championship.commitments
    assert not DrawSecret.objects.exists()


def test_what_may_be_known_already_cannot_decide(truco: Desk) -> None:
    truco.settle()
    past = timezone.localtime(timezone.now() - timedelta(minutes=10)).strftime("%Y-%m-%dT%H:%M")
    answer = truco.send(
        "anunciar", truco.fields("anunciar", draw="knockout"), entropy_from="Loteria de ontem", planned_at=past
    )
    page = answer.content.decode()
    assert "Essa hora já passou" in page
    assert "Loteria de ontem" in page
    assert not truco.championship.commitments


def test_who_announces_what_another_announced_first_is_told_and_changes_nothing(truco: Desk) -> None:
    truco.settle()
    fields = truco.fields("anunciar", draw="knockout")
    truco.announce("knockout")
    promised = DrawSecret.objects.get()
    answer = truco.send("anunciar", fields, entropy_from="Outra loteria", planned_at=_in_an_hour())
    page = answer.content.decode()
    assert STALE in page
    assert "Outra loteria" in page, "what was typed is shown, though its form is gone"
    after = DrawSecret.objects.get()
    assert (after.secret, after.entropy_from) == (promised.secret, LOTTERY)


def test_typed_text_survives_a_race_and_one_more_press_announces(truco: Desk) -> None:
    truco.settle()
    fields = truco.fields("anunciar", draw="knockout")
    something_else(truco)
    answer = truco.send("anunciar", fields, entropy_from="Três dados", planned_at=_in_an_hour())
    assert answer.status_code == 200
    assert STALE in answer.content.decode()
    again = truco.fields("anunciar", answer.content.decode(), draw="knockout")
    assert again["entropy_from"] == ["Três dados"]
    assert truco.send("anunciar", again).status_code == 302
    assert DrawSecret.objects.get().entropy_from == "Três dados"


# --- an announcement that was wrong -------------------------------------------------------------------------------


WRONG = "A loteria desse dia não corre."


def _replace(desk: Desk, **typed: str) -> Any:
    fields = desk.fields("reanunciar", draw="knockout")
    return desk.send("reanunciar", fields, **{"entropy_from": "Três dados", "planned_at": _in_an_hour(), **typed})


def test_a_wrong_announcement_is_taken_back_for_another_and_both_stay_on_record(announced: Desk) -> None:
    first, secret = announced.championship.commitments["knockout"], secret_of(announced, "knockout")
    assert _replace(announced, why=WRONG).status_code == 302
    second = announced.championship.commitments["knockout"]
    assert second != first
    assert secret_of(announced, "knockout") != secret
    for desk in (announced, Desk(None, announced.event)):
        page = desk.client.get(reverse("draw", args=[announced.event.slug, "knockout"])).content.decode()
        assert first in page[: page.index('id="facts"')]
        assert WRONG in page
        assert second in page[page.index('id="facts"') :]
        assert "Três dados" in page
    DrawSecret.objects.update(planned_at=timezone.now())
    announced.hold("knockout", "3 3 3")
    held_and_true(announced, "knockout")
    page = announced.client.get(reverse("draw", args=[announced.event.slug, "knockout"])).content.decode()
    assert first in page
    assert not announced.offers("reanunciar"), "a draw that was held is not announced again"


def test_what_was_wrong_must_be_said_and_what_was_typed_stays(announced: Desk) -> None:
    before = announced.championship.commitments["knockout"]
    answer = _replace(announced, why=" ")
    assert answer.status_code == 200
    assert announced.fields("reanunciar", answer.content.decode(), draw="knockout")["entropy_from"] == ["Três dados"]
    assert announced.championship.commitments["knockout"] == before


def test_a_wrong_announcement_is_taken_back_even_after_something_else_was_done(announced: Desk) -> None:
    something_else(announced)
    assert _replace(announced, why=WRONG).status_code == 302
    assert operations(announced).count("CommitDraw") == 2


def test_an_announcement_taken_back_twice_is_taken_back_once(announced: Desk) -> None:
    fields = announced.fields("reanunciar", draw="knockout")
    typed = {"entropy_from": "Três dados", "planned_at": _in_an_hour(), "why": WRONG}
    for _ in range(2):
        assert announced.send("reanunciar", fields, **typed).status_code == 302
    assert operations(announced).count("CommitDraw") == 2


def test_who_takes_it_back_after_another_did_something_is_told_and_changes_nothing(announced: Desk) -> None:
    fields, secret = announced.fields("reanunciar", draw="knockout"), secret_of(announced, "knockout")
    something_else(announced)
    typed = {"entropy_from": "Três dados", "planned_at": _in_an_hour(), "why": WRONG}
    page = announced.send("reanunciar", fields, **typed).content.decode()
    assert STALE in page
    assert WRONG in page
    assert secret_of(announced, "knockout") == secret


def test_a_draw_that_was_held_is_not_announced_in_another_s_place(announced: Desk) -> None:
    fields = announced.fields("reanunciar", draw="knockout")
    announced.hold("knockout")
    secret = secret_of(announced, "knockout")
    fields["seq"] = [str(Event.objects.get().seq)]
    typed = {"entropy_from": "Três dados", "planned_at": _in_an_hour(), "why": WRONG}
    assert announced.send("reanunciar", fields, **typed).status_code == 200
    assert secret_of(announced, "knockout") == secret
    held_and_true(announced, "knockout")


# --- holding ------------------------------------------------------------------------------------------------------


def test_nobody_holds_a_draw_before_the_hour_that_was_announced(truco: Desk) -> None:
    truco.settle()
    truco.announce("knockout", at=timezone.now() + timedelta(hours=1))
    assert not truco.offers("sortear")
    seq = str(Event.objects.get().seq)
    answer = truco.client.post(truco.path("sortear"), {"seq": seq, "draw": "knockout", "entropy": "48213"})
    assert "ainda não chegou" in answer.content.decode()
    assert not truco.championship.draws


def test_a_draw_held_twice_is_held_once(announced: Desk) -> None:
    fields = announced.fields("sortear", draw="knockout")
    for _ in range(2):
        assert announced.send("sortear", fields, entropy="48213").status_code == 302
    assert operations(announced).count("HoldDraw") == 1


def test_the_second_to_hold_it_sees_the_first_ones_draw_and_keeps_what_he_typed(announced: Desk) -> None:
    fields = announced.fields("sortear", draw="knockout")
    announced.hold("knockout", "48213")
    answer = announced.send("sortear", fields, entropy="99999")
    page = answer.content.decode()
    assert STALE in page
    assert "99999" in page
    assert "48213" in page
    assert announced.championship.draws["knockout"]["entropy"] == "48213"


def test_nothing_decides_nothing(announced: Desk) -> None:
    assert announced.send("sortear", announced.fields("sortear", draw="knockout"), entropy="   ").status_code == 200
    assert not announced.championship.draws


def test_the_promise_cannot_be_replaced(announced: Desk) -> None:
    before = secret_of(announced, "knockout")
    fields = {"seq": [str(Event.objects.get().seq)], "draw": ["knockout"]}
    answer = announced.send("anunciar", fields, entropy_from="Outra", planned_at=_in_an_hour())
    assert answer.status_code == 200
    assert secret_of(announced, "knockout") == before
    assert DrawSecret.objects.get().entropy_from == LOTTERY


def test_a_server_that_lost_its_keys_says_so_and_draws_nothing(announced: Desk, settings: Any) -> None:
    fields = announced.fields("sortear", draw="knockout")
    keys, settings.PERSONAL_DATA_KEYS = settings.PERSONAL_DATA_KEYS, (Fernet.generate_key().decode(),)
    assert "não abre o segredo" in announced.page()
    assert not announced.offers("sortear")
    assert "não abre o segredo" in announced.send("sortear", fields, entropy="48213").content.decode()
    assert not announced.championship.draws
    settings.PERSONAL_DATA_KEYS = keys
    announced.hold("knockout")
    held_and_true(announced, "knockout")


def test_a_draw_taken_back_is_not_held_again_with_a_secret_that_everybody_knows(announced: Desk) -> None:
    known = secret_of(announced, "knockout")
    announced.hold("knockout", "48213")
    undone(announced)
    assert "já foi feito e desfeito" in announced.page()
    fields = {"seq": [str(Event.objects.get().seq)], "draw": ["knockout"]}
    assert announced.send("sortear", fields, entropy="99999").status_code == 200
    assert not announced.championship.draws
    undone(announced)
    announced.announce("knockout")
    assert secret_of(announced, "knockout") != known
    announced.hold("knockout", "99999")
    held_and_true(announced, "knockout")


def test_a_draw_whose_field_a_correction_changed_is_announced_anew_under_another_secret(ana: User) -> None:
    desk = Desk(ana, an_event_of(AF, 6, by=ana))
    desk.settle()
    for draw in ("qualifying", "finals"):
        desk.announce(draw)
    desk.hold("qualifying")
    matches = [one for one in desk.championship.fixtures if desk.championship.bracket.is_open(one)]
    for match, conceded in zip(matches, (900, 700, 500), strict=True):
        desk.play(match, (1500, conceded))
    desk.hold("finals", "3 3 3")
    known, field = secret_of(desk, "finals"), set(desk.championship.places["finals"])
    game = Game(points=(1500, 1000), winner=0)
    desk.append(Correct(by="user:1", at=timezone.now(), match=matches[2], games=(game,), why="Conta", force=True))
    assert "finals" not in desk.championship.commitments
    desk.announce("finals")
    assert secret_of(desk, "finals") != known
    desk.hold("finals", "5 5 5")
    held_and_true(desk, "finals")
    assert set(desk.championship.places["finals"]) != field
    page = desk.client.get(reverse("draw", args=[desk.event.slug, "finals"])).content.decode()
    assert "3 3 3" in page
    assert "não vale mais" in page
    assert page.count("não vale mais") == 1


# --- who may ------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("role", [Role.CLERK, Role.BROADCASTER, Role.MEMBER, Role.VISITOR])
def test_who_does_not_hold_draws_does_nothing_here(announced: Desk, role: Role) -> None:
    other = Desk(a_person(role, announced.event), announced.event)
    answer = other.client.get(reverse("draws", args=[announced.event.slug]))
    assert answer.status_code in (302, 403)
    fields = {"seq": [str(Event.objects.get().seq)], "draw": ["knockout"]}
    assert other.send("sortear", fields, entropy="1").status_code == 403
    assert not announced.championship.draws


def test_the_referee_may(announced: Desk) -> None:
    referee = Desk(a_person(Role.REFEREE, announced.event), announced.event)
    referee.hold("knockout")
    held_and_true(announced, "knockout")


def test_an_act_that_nobody_knows_is_no_page(announced: Desk) -> None:
    assert announced.client.post(announced.path("embaralhar"), {"seq": "1"}).status_code == 404


@pytest.mark.parametrize("name", ["٣٤٥", "²", "100%", "%(x)s", "\u202eknockout", "zz", ""])
@pytest.mark.parametrize("act", ["anunciar", "sortear"])
def test_a_draw_that_the_event_does_not_have_is_answered_and_changes_nothing(
    announced: Desk, act: str, name: str
) -> None:
    before = operations(announced)
    fields = {"seq": [str(Event.objects.get().seq)], "draw": [name], "entropy": ["1"], "entropy_from": ["dados"]}
    answer = announced.send(act, fields, planned_at=f"{timezone.localtime():%Y-%m-%dT%H:%M}")
    assert answer.status_code in (200, 409, 422)
    assert "slip--error" in answer.content.decode()
    assert operations(announced) == before


@pytest.mark.parametrize("regulation", [TM, FA])
def test_pairs_that_came_with_the_event_take_their_places(regulation: str, ana: User) -> None:
    desk = Desk(ana, an_event_of(regulation, 16, by=ana))
    assert places(desk.championship, desk.event) == (16, 16)
    desk.settle()
    assert places(desk.championship, desk.event) == (16, 0)
    page = desk.client.get(reverse("entries", args=[desk.event.slug])).content.decode()
    assert "Ninguém no varal" not in page
    assert f'href="{reverse("pairs", args=[desk.event.slug])}"' in page
