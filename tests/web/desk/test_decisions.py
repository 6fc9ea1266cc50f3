"""Rulings and decisions on record: the team reads all of them, everybody what the regulation wants known."""

from datetime import timedelta

import pytest
from django.test import Client
from django.utils import timezone

from carteado.tournament.formats.plans import knockout
from carteado.web.events.models import Event
from carteado.web.kit.guarding.policy import Role
from tests.web.world.halls import AF, AP, FA, TM, Worker, alert, drawn, name_of, open_matches, page_html, points

pytestmark = pytest.mark.django_db


@pytest.fixture
def referee() -> Worker:
    return Worker.of(drawn(TM, 8), Role.REFEREE)


def public(event: Event) -> str:
    return page_html(Client().get(f"/campeonatos/{event.slug}/decisoes/"))


def test_the_team_reads_every_ruling_with_article_reason_who_and_when(referee: Worker) -> None:
    one, two, three, *_rest = open_matches(referee.championship)
    first, _second = referee.championship.bracket.pairs(one) or ("", "")
    referee.does(one, "wo", absent=[first], why="pneu furado")
    referee.wins(two)
    referee.does(two, "corrigir", **points(referee.championship, two, loser=5), why="cinco tentos")
    third, _fourth = referee.championship.bracket.pairs(three) or ("", "")
    Worker.of(referee.event, Role.ORGANISER).does(
        three, "desclassificar", pair=third, ground="behaviour", why="grito no ouvido"
    )
    page = referee.open("decisions")
    for expected in ("pneu furado", "cinco tentos", "grito no ouvido", "12 × 5", "Referee", "art. 5.3.1"):
        assert expected in page
    assert page.index("grito no ouvido") < page.index("cinco tentos") < page.index("pneu furado")
    everybody = public(referee.event)
    assert not any(secret in everybody for secret in ("pneu furado", "cinco tentos", "grito no ouvido", "Referee"))


def test_everybody_reads_w_o_s_corrections_and_disqualifications_with_their_article(referee: Worker) -> None:
    one, two, three, *_rest = open_matches(referee.championship)
    absent, _second = referee.championship.bracket.pairs(one) or ("", "")
    referee.does(one, "wo", absent=[absent], why="pneu furado")
    referee.wins(two)
    referee.does(two, "corrigir", **points(referee.championship, two, loser=5), why="cinco tentos")
    out, _fourth = referee.championship.bracket.pairs(three) or ("", "")
    Worker.of(referee.event, Role.ORGANISER).does(
        three, "desclassificar", pair=out, ground="behaviour", why="grito no ouvido"
    )
    disqualified, corrected, given = entries(public(referee.event))
    assert f"Falta de {name_of(absent)}." in given
    assert "art. 5.3.1" in given
    assert "12 × 0 → 12 × 5" in corrected
    assert all(name_of(pair) in corrected for pair in referee.championship.bracket.pairs(two) or ())
    assert "art. 8.5" in corrected
    assert name_of(out) in disqualified
    assert "Comportamento inadequado" in disqualified
    assert "art." in disqualified


@pytest.mark.parametrize("regulation", [TM, AF, FA, AP])
def test_every_regulation_has_an_article_for_a_correction(regulation: str) -> None:
    referee = Worker.of(drawn(regulation, 4), Role.REFEREE)
    match = open_matches(referee.championship)[0]
    referee.wins(match)
    referee.does(match, "corrigir", **points(referee.championship, match, loser=5), why="conta")
    [corrected] = entries(public(referee.event))
    assert f'href="/campeonatos/{referee.event.slug}/regulamento/artigos/#art-' in corrected


def entries(page: str) -> list[str]:
    _before, _mark, after = page.partition('<ol class="timeline">')
    return after.partition("</ol>")[0].split("<li")[1:]


def test_what_was_taken_back_is_not_told_to_everybody(referee: Worker) -> None:
    match = open_matches(referee.championship)[0]
    first, _second = referee.championship.bracket.pairs(match) or ("", "")
    referee.does(match, "wo", absent=[first], why="engano meu")
    referee.does(match, "desfazer", why="ela estava na outra sala")
    assert entries(public(referee.event)) == []


def test_the_team_has_its_desks_at_hand_and_everybody_the_pages_of_the_event(referee: Worker) -> None:
    match = open_matches(referee.championship)[0]
    for page in (referee.open("decisions"), referee.desk(match)):
        assert f'href="{referee.path("tables")}" aria-current="true"' in page
        assert f'href="{referee.path("results-sheet")}"' in page
        crumbs = page[page.index('class="breadcrumbs"') : page.index("</ol>", page.index('class="breadcrumbs"'))]
        assert referee.path("event") in crumbs
        assert crumbs.index(referee.path("event")) < crumbs.index(f'"{referee.path("tables")}"')
    everybody = public(referee.event)
    assert referee.path("tables") not in everybody
    assert f'href="{referee.path("bracket")}"' in everybody


def test_what_was_taken_back_stays_on_record_for_the_team(referee: Worker) -> None:
    match = open_matches(referee.championship)[0]
    first, _second = referee.championship.bracket.pairs(match) or ("", "")
    referee.does(match, "wo", absent=[first], why="engano meu")
    referee.does(match, "desfazer", why="ela estava na outra sala")
    page = referee.open("decisions")
    assert "engano meu" in page
    assert "is-taken-back" in page


@pytest.mark.parametrize(("regulation", "article"), [(TM, "8.5"), (AP, "17")])
def test_tm_8_5_ap_17_a_referee_does_not_decide_for_the_producer_or_the_technical_coordination(
    regulation: str, article: str
) -> None:
    referee = Worker.of(drawn(regulation, 4, plan=knockout(4)), Role.REFEREE)
    match = open_matches(referee.championship)[0]
    assert f'action="{referee.path("decide")}"' not in referee.open("decisions")
    assert "/decidir/" not in referee.desk(match)
    assert f"art. {article}" in referee.desk(match), "who does, stands there"
    form = {"question": "Caiu a luz?", "decision": "Joga-se.", "why": "x", "seq": str(referee.event.seq)}
    for path in (referee.path("decide"), referee.path("match-rule", match, "decidir")):
        refused = page_html(referee.client.post(path, form))
        assert f"art. {article}" in alert(refused)
    assert not referee.championship.decisions


def test_af_8_at_a_match_a_referee_decides_with_both_pairs_and_else_the_organisers_do() -> None:
    referee = Worker.of(drawn(AF, 4), Role.REFEREE)
    match = open_matches(referee.championship)[0]
    typed = {"question": "Caiu a luz?", "decision": "Joga-se.", "why": "x"}
    refused = page_html(referee.client.post(referee.path("decide"), {**typed, "seq": str(referee.event.seq)}))
    assert "art. 8" in alert(refused)
    referee.does(match, "decidir", **typed, agreed=list(referee.championship.bracket.pairs(match) or ()))
    assert f'action="{referee.path("decide")}"' not in referee.open("decisions")
    assert len(referee.championship.decisions) == 1


def test_everybody_reads_decisions_on_omitted_cases(referee: Worker) -> None:
    referee = Worker.of(referee.event, Role.ORGANISER)
    path = referee.path("decide")
    given = {
        "question": "Caiu a luz?",
        "decision": "Joga-se à vela.",
        "why": "ninguém previu",
        "seq": referee.event.seq,
    }
    given = {**given, "seq": str(referee.event.seq)}
    assert [referee.client.post(path, given).status_code for _ in range(2)] == [302, 302]
    assert len(referee.championship.decisions) == 1
    everybody = public(referee.event)
    assert "Caiu a luz? → Joga-se à vela." in everybody
    assert "ninguém previu" in everybody
    assert path not in everybody


def test_fa_iv_20_where_the_text_names_nobody_the_organisers_decide_on_record() -> None:
    """FARAES is silent, so the decision rests on the ruling, and everybody reads it."""
    event = drawn(FA, 4)
    referee, organiser = Worker.of(event, Role.REFEREE), Worker.of(event, Role.ORGANISER)
    given = {"question": "Caiu a luz?", "decision": "Joga-se à vela.", "why": "ninguém previu"}
    refused = page_html(referee.client.post(referee.path("decide"), {**given, "seq": str(event.seq)}))
    assert "organiza" in alert(refused)
    organiser.client.post(organiser.path("decide"), {**given, "seq": str(event.seq)})
    assert "Joga-se à vela." in organiser.open("decisions")
    everybody = public(event)
    assert "Joga-se à vela." in everybody
    assert "decisão E-13" in everybody


def test_one_who_keeps_the_table_reads_and_does_not_decide(referee: Worker) -> None:
    clerk = Worker.of(referee.event, Role.CLERK)
    assert clerk.path("decide") not in clerk.open("decisions")
    assert clerk.client.post(clerk.path("decide"), {}).status_code == 403


def test_a_decision_that_is_not_whole_keeps_what_was_typed(referee: Worker) -> None:
    referee = Worker.of(referee.event, Role.ORGANISER)
    given = {"question": "Caiu a luz?", "decision": "", "why": "x", "seq": referee.event.seq}
    page = page_html(referee.client.post(referee.path("decide"), given))
    assert 'value="Caiu a luz?"' in page
    assert not referee.championship.decisions


def test_two_who_decide_at_once_are_told_of_each_other(referee: Worker) -> None:
    given = {"decision": "Sim.", "why": "x", "seq": referee.event.seq}
    organiser = Worker.of(referee.event, Role.ORGANISER)
    assert organiser.client.post(organiser.path("decide"), {**given, "question": "A?"}).status_code == 302
    page = page_html(organiser.client.post(organiser.path("decide"), {**given, "question": "B?"}))
    assert "A? → Sim." in page
    assert 'value="B?"' in page
    assert len(referee.championship.decisions) == 1


def test_under_an_embargo_nobody_outside_reads_what_was_decided_in_play() -> None:
    referee = Worker.of(drawn(AF, 4), Role.REFEREE)
    match = open_matches(referee.championship)[0]
    pairs = list(referee.championship.bracket.pairs(match) or ())
    referee.does(match, "chamar", table="1")
    decided = {"question": "Quem ganhou?", "decision": "A de lá.", "why": "x"}
    referee.does(match, "decidir", **decided, agreed=pairs)
    assert "A de lá." in public(referee.event)
    Event.objects.filter(pk=referee.event.pk).update(embargo_until=timezone.now() + timedelta(days=1))
    assert "A de lá." not in public(referee.event)
    assert "A de lá." in referee.open("decisions")
