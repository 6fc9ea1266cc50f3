"""The desk of draws: settled, announced and held for every form of dispute."""

from collections.abc import Sequence
from datetime import timedelta

import pytest
from django.urls import reverse
from django.utils import timezone

from carteado.tournament.formats.plans import FORMS, knockout_with_lucky_losers, league
from carteado.tournament.formats.stages import Kind
from carteado.tournament.operations import OpenEntry, Operation
from carteado.tournament.registrations.acts import Actor, Enter
from carteado.tournament.registrations.acts import Role as Function
from carteado.tournament.running.draws import FORM, drawn_form
from carteado.web.events.details import StageChoice
from carteado.web.events.models import Event, Pair
from carteado.web.people.models import User
from tests.web.draw.draw_checks import STALE, check_held_draw, operations, something_else
from tests.web.draw.draw_desk import AF, AP, FA, TM, Desk, an_event_of, codes

pytestmark = pytest.mark.django_db


# --- the whole way, by regulation ---------------------------------------------------------------------------------


def test_tm_32_pairs_are_settled_announced_and_drawn_into_a_bracket(truco: Desk) -> None:
    truco.settle()
    assert truco.championship.pairs == codes(32)
    truco.announce("knockout")
    truco.hold("knockout", "48213")
    check_held_draw(truco, "knockout")
    assert truco.championship.draws["knockout"]["entropy"] == "48213"
    assert sorted(truco.championship.places["knockout"]) == list(codes(32))
    assert operations(truco)[-3:] == ["Settle", "CommitDraw", "HoldDraw"]


def test_tm_2_1_more_pairs_than_the_regulation_takes_are_refused_with_its_article(ana: User) -> None:
    desk = Desk(ana, an_event_of(TM, 20, by=ana, changes=()))
    page = desk.page()
    refused = page[page.index('id="field"') :]
    assert not desk.offers("definir")
    assert "20" in refused
    assert "/regulamento/artigos/#art-" in refused


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
    check_held_draw(desk, "league")


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
    check_held_draw(desk, FORM)
    chosen = drawn_form(desk.championship)
    desk.settle()
    assert desk.championship.plan == FORMS[chosen].plan(12)
    stage = desk.championship.plan.stages[0].id
    desk.announce(stage)
    desk.hold(stage)
    check_held_draw(desk, stage)


def test_e_4_the_desk_offers_one_place_each_to_ten_pairs_and_plays_it(ana: User) -> None:
    desk = Desk(ana, an_event_of(AF, 10, by=ana))
    assert "basta uma vaga de repescagem" in desk.page()
    other = Desk(ana, an_event_of(AF, 10, by=ana, name="Outra", changes=(("lucky_losers.places", "one"),)))
    assert "basta uma vaga de repescagem" not in other.page()
    other.settle()
    assert other.championship.plan == knockout_with_lucky_losers(10, one_place=True)


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
    assert "art. 10" in page[page.index('id="ties"') :]
    lots = "lots-qualifying-qualifying"
    desk.announce(lots)
    desk.hold(lots)
    check_held_draw(desk, lots)
    first = desk.championship.lots["qualifying-qualifying"][0]
    page = desk.page()
    lucky = page[page.index('id="lucky"') :]
    assert f"Bia e {first}" in lucky
    assert "por sorteio" in lucky
    desk.hold("finals")
    check_held_draw(desk, "finals")
    assert first in desk.championship.places["finals"]


def test_af_11_a_tie_names_the_qualifying_round_that_was_really_compared(ana: User) -> None:
    """With ten pairs there is one qualifying round: E-4 compares it where art. 11 names the second."""
    desk = Desk(ana, an_event_of(AF, 10, by=ana, changes=(("lucky_losers.places", "one"),)))
    desk.settle()
    for draw in ("qualifying", "lots-qualifying-qualifying", "quarter_finals"):
        desk.announce(draw)
        desk.hold(draw)
        for match in [one for one in desk.championship.fixtures if desk.championship.bracket.is_open(one)]:
            desk.play(match, (1500, 700))
    page = desk.page()
    compared = page[page.index('id="ties"') : page.index('id="field"')]
    assert "Pontos sofridos na primeira rodada classificatória" in compared


def test_e_5_lots_part_semi_finalists_level_on_points(ana: User) -> None:
    by_points = (("delegation_points.third_place", "by_points_scored"),)
    desk = Desk(ana, an_event_of(AF, 4, by=ana, changes=by_points))
    desk.settle()
    desk.announce("knockout")
    desk.hold("knockout")
    semi_finals = [one for one in desk.championship.fixtures if desk.championship.bracket.is_open(one)]
    for match in semi_finals:
        desk.play(match, (1500, 700))
    page = desk.page()
    compared = page[page.index('id="ties"') : page.index('id="field"')]
    for words in ("Semifinais", "Pontos marcados", "art. 12"):
        assert words in compared
    lots = "lots-knockout-semi-final"
    desk.announce(lots)
    desk.hold(lots)
    check_held_draw(desk, lots)
    third, fourth = desk.championship.lots["knockout-semi-final"]
    page = desk.client.get(reverse("draw", args=[desk.event.slug, lots])).content.decode()
    outcome = page[page.index("por sorteio") - 900 :]
    assert outcome.index(f"Bia e {third}") < outcome.index(f"Bia e {fourth}")
    assert f"à frente de Bia e {fourth} por sorteio" in outcome


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
    check_held_draw(desk, "lots-groups-A")
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
    check_held_draw(desk, lots)
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
