"""Rulings: the article found by words, what it offers here, what it changes, and nothing done over what nobody saw."""

import re
from dataclasses import fields
from datetime import timedelta

import pytest
from django.utils import timezone, translation

from carteado.record import engine_for
from carteado.regulation import Override, load
from carteado.sumula import Terms, count
from carteado.sumula.rulings import four_cards, values_in_force
from carteado.tournament.formats.plans import knockout
from carteado.tournament.matches.match_log import Ending, Game
from carteado.tournament.operations import CallMatch, DisqualifyPair, StartMatch, Submit, Undo, WalkOver
from carteado.web.display.championship_in_words import ChampionshipInWords
from carteado.web.events import store
from carteado.web.events.models import Event
from carteado.web.kit.guarding.policy import Role
from carteado.web.people.models import User
from carteado.web.referee.article_search import examples, find
from carteado.web.referee.models import Look
from carteado.web.referee.penalties import penalties_of, warnings_in
from carteado.web.referee.sheet_review import unreviewed_counts
from carteado.web.sumula.match_sheets import counted
from carteado.web.sumula.models import Sheet, SheetEntry
from carteado.web.sumula.sheet_writing import append as append_entries
from carteado.web.sumula.sheet_writing import note
from tests.web.referee.referee_desk import Desk, kinds
from tests.web.sumula.sumula_playing import a_called_final, corrected
from tests.web.sumula.sumulas import Phone, called, truco_hand
from tests.web.world.halls import AF, AP, FA, TM, alert, append, drawn, open_matches, page_html
from tests.web.world.roles import a_person


def score(sheet: Sheet) -> tuple[int, int]:
    sheet.refresh_from_db()
    return sheet.score


def offers(page: str) -> dict[str, set[str]]:
    """What can be ruled by each rule that was found."""
    found: dict[str, set[str]] = {}
    for name, key in re.findall(r'/decidir/([a-z-]+)/\?regra=([a-z_.]+)"', page):
        found.setdefault(key, set()).add(name)
    return found


# --- the article by words -----------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("regulation", "language", "words", "key"),
    [
        (TM, "pt-br", "tento", "referee.tento"),
        (TM, "pt-br", "TENTOS", "referee.tento"),
        (TM, "pt-br", "quatro cartas", "referee.four_cards"),
        (TM, "pt-br", "4 cartas", "referee.four_cards"),
        (TM, "pt-br", "quatro carta", "referee.four_cards"),
        (TM, "pt-br", "atraso", "lateness.tolerance_minutes"),
        (AF, "pt-br", "átrasos", "lateness.tolerance_minutes"),
        (TM, "pt-br", "carta virada", "dealing.exposed_card"),
        (TM, "pt-br", "ausência", "clock.absence_minutes"),
        (TM, "pt-br", "ausente", "clock.absence_minutes"),
        (TM, "pt-br", "saiu", "clock.absence_minutes"),
        (AF, "pt-br", "dar de novo", "referee.redeal"),
        (TM, "en", "four cards", "referee.four_cards"),
        (TM, "en", "late", "lateness.result"),
        (TM, "pt-br", "lateness", "lateness.result"),
    ],
)
def test_the_article_is_found_by_words(regulation: str, language: str, words: str, key: str) -> None:
    with translation.override(language):
        found = [one.key for one in find(words, load(regulation))]
    assert key in found[:3]


@pytest.mark.parametrize("language", ["pt-br", "en"])
@pytest.mark.parametrize("regulation", [TM, AF, FA, AP])
def test_every_example_that_a_regulation_offers_has_an_answer_in_it(regulation: str, language: str) -> None:
    with translation.override(language):
        words = examples(load(regulation))
        assert len(words) >= 2
        assert ("tento" in words) is (regulation == TM)
        for one in words:
            assert find(one, load(regulation)), one


@pytest.mark.django_db
def test_a_hit_has_its_sentence_its_article_and_what_can_be_ruled(referee: Desk, phone: Phone) -> None:
    page = referee.open("referee-rules", q="quatro cartas", partida=phone.sheet.match)
    assert "Quem tem quatro cartas perde a mão" in page
    assert "art. 32" in page
    found = offers(page)
    assert found["referee.four_cards"] == {"quatro-cartas", "advertencia", "pontos"}
    assert found["referee.tento"] == {"tento", "tento-negado", "advertencia", "pontos"}
    assert offers(referee.open("referee-rules", q="quatro cartas")) == {}, "at no table"


@pytest.mark.django_db
@pytest.mark.parametrize(
    ("words", "key", "ruling"),
    [
        ("carta virada", "dealing.exposed_card", "dar-de-novo"),
        ("atraso", "lateness.result", "wo"),
        ("desclassificar", "disqualification.breach", "desclassificar"),
    ],
)
def test_each_rule_offers_its_own(referee: Desk, phone: Phone, words: str, key: str, ruling: str) -> None:
    assert ruling in offers(referee.open("referee-rules", q=words, partida=phone.sheet.match))[key]


@pytest.mark.django_db
def test_tm_8_5_an_omitted_case_is_offered_to_the_organisers_and_not_to_a_referee(
    referee: Desk, phone: Phone, people: dict[Role, User]
) -> None:
    organiser = Desk.of(referee.event, people[Role.ORGANISER])
    found = [
        offers(desk.open("referee-rules", q="omisso", partida=phone.sheet.match)).get("omitted_cases.by", set())
        for desk in (referee, organiser)
    ]
    assert ["decidir" in one for one in found] == [False, True]


@pytest.mark.django_db
@pytest.mark.parametrize("regulation", [AF, FA, AP])
def test_what_a_regulation_does_not_know_is_not_offered(people: dict[Role, User], regulation: str) -> None:
    event = drawn(regulation, 4, people=people, slug="outra")
    match = open_matches(store.championship_of(event))[0]
    append(event, CallMatch(by="x", at=timezone.now(), match=match, table="1"))
    desk = Desk.of(event, people[Role.REFEREE])
    for ruling in ("tento", "tento-negado", "quatro-cartas"):
        assert desk.leads_to("referee-ruling", match, ruling) == desk.path("referee-match", match)
        sent = desk.client.post(desk.path("referee-ruling", match, ruling))
        assert sent["Location"] == desk.path("referee-match", match)
    for words in ("tento", "quatro cartas", "pontos", "bater"):
        every = offers(desk.open("referee-rules", q=words, partida=match)).values()
        assert not {"tento", "tento-negado", "quatro-cartas"} & set().union(*every)
    assert not Sheet.objects.filter(event=event).exists(), "looking begins no sheet"


# --- what each does -----------------------------------------------------------------------------------------------

pytestmark = pytest.mark.django_db


def test_a_warning_is_on_the_sheet_and_the_second_is_seen(referee: Desk, phone: Phone) -> None:
    match = phone.sheet.match
    for number, key in ((1, "signs.offered"), (2, "referee.tento")):
        page = referee.weigh(match, "advertencia", key=key, pair=1, why="Falou a manilha")
        assert f"É a advertência {number} desta dupla no evento." in page
        assert "O placar fica como está." in page
        assert referee.confirm(match, "advertencia", page).status_code == 302
    first, second = phone.sheet.entries.all()
    assert first.content["key"] == "signs.offered"
    assert (second.content["pair"], second.content["key"]) == (1, "referee.tento")
    assert second.said == {"why": "Falou a manilha"}
    assert "Falou" not in str(second.content), "what people write stands apart"
    page = referee.open("referee-penalties")
    assert "2 advertências" in page
    assert "Advertência 2" in page
    assert "art. 33" in page
    assert re.search(r'tag--live"[^>]*title="Advertências"', referee.open("referee"))


def test_warnings_follow_a_pair_from_match_to_match(people: dict[Role, User]) -> None:
    event = drawn(TM, 4, people=people, slug="dois")
    desk = Desk.of(event, people[Role.REFEREE])
    sheet = called(event)
    desk.rules(sheet.match, "advertencia", key="signs.offered", pair=0, why="falou")
    pair = sheet.first
    games = (Game((12, 3), 0, Ending.TARGET),)
    for match in open_matches(store.championship_of(event)):
        append(event, Submit(by="x", at=timezone.now(), match=match, games=games))
        desk.client.post(
            desk.path("match-rule", match, "corrigir"),
            {"first_1": "12", "second_1": "3", "ending_1": "target", "why": "foi", "seq": Event.objects.get().seq},
        )
    event.refresh_from_db()
    final = called(event, "knockout-final", "2")
    place = final.pairs.index(pair)
    page = desk.weigh(final.match, "advertencia", key="signs.offered", pair=place, why="de novo")
    assert "advertência 2" in page


def test_penalty_points_change_the_score_at_once(referee: Desk, phone: Phone) -> None:
    phone.send(phone.entry("hand", place=0, hand=truco_hand(0, 6)))
    match = phone.sheet.match
    page = referee.weigh(match, "pontos", key="signs.offered", pair=0, points=-2, why="Sinal com palavra")
    assert re.search(r"6 × 0.*4 × 0", page.partition("O que muda")[2], re.DOTALL)
    assert referee.confirm(match, "pontos", page).status_code == 302
    assert score(phone.sheet) == (4, 0)
    act = list(phone.sheet.entries.all())[-1].document["act"]
    assert (act["ruling"], act["points"], act["reason"]) == ("adjust", -2, "signs.offered")
    assert "Pontos: −2" in referee.open("referee-penalties")
    assert "Zero não muda nada." in referee.weigh(match, "pontos", pair=0, points=0, why="nada")


def test_tm_32_a_tento_upheld_decides_the_match(referee: Desk, phone: Phone) -> None:
    phone.send(phone.entry("hand", place=0, hand=truco_hand(0, 3)))
    match = phone.sheet.match
    page = referee.weigh(match, "tento", pair=0, why="Carta na manga")
    assert re.search(r"3 × 0.*3 × 12", page.partition("O que muda")[2], re.DOTALL)
    assert "vence a partida" in page
    assert referee.confirm(match, "tento", page).status_code == 302
    assert score(phone.sheet) == (3, 12)
    phone.sheet.refresh_from_db()
    assert phone.sheet.winner == 1
    desk = referee.path("referee-match", match)
    for ruling in ("pontos", "quatro-cartas"):
        assert referee.leads_to("referee-ruling", match, ruling) == desk, "the result is in"


def test_on_a_sheet_that_is_decided_points_are_refused(referee: Desk, phone: Phone) -> None:
    phone.send(phone.entry("hand", place=0, hand=truco_hand(0, 12)))
    match = phone.sheet.match
    assert "A súmula já tem vencedor." in referee.refused(match, "pontos", pair=0, points=3, why="tarde")
    desk = referee.path("referee-match", match)
    assert referee.leads_to("referee-ruling", match, "quatro-cartas") == desk, "no hand is on any more"


def test_tm_32_a_tento_rejected_changes_nothing_and_is_recorded(referee: Desk, phone: Phone) -> None:
    phone.send(phone.entry("hand", place=0, hand=truco_hand(0, 3)))
    referee.rules(phone.sheet.match, "tento-negado", pair=1, why="Não havia nada")
    assert score(phone.sheet) == (3, 0)
    page = referee.open("referee-penalties")
    assert "Tento pedido e negado" in page
    assert "Não havia nada" in page
    assert "sem efeito" not in page


def test_tm_32_four_cards_give_the_hand_to_the_others_at_its_value(referee: Desk, phone: Phone) -> None:
    phone.send(phone.entry("hand", place=0, hand=truco_hand(0, 3)))
    referee.rules(phone.sheet.match, "quatro-cartas", pair=0, value=6, why="Contadas na mesa")
    assert score(phone.sheet) == (3, 6)
    assert kinds(phone.sheet) == ["hand", "warn", "hand"]
    assert "art. 32" in referee.open("referee-penalties")


def test_tm_30_in_a_mao_de_onze_four_cards_cost_three(referee: Desk, phone: Phone) -> None:
    phone.send(phone.entry("hand", place=0, hand=truco_hand(0, 9)), phone.entry("hand", place=1, hand=truco_hand(0, 1)))
    phone.send(phone.entry("hand", place=2, hand=truco_hand(0, 1)))
    form = referee.client.get(referee.path("referee-ruling", phone.sheet.match, "quatro-cartas")).content.decode()
    assert re.findall(r'name="value" value="(\d+)"', form) == ["3"]


def test_where_four_cards_are_deducted_the_pair_at_fault_loses_them() -> None:
    regulation = load(TM).with_overrides((Override("referee.four_cards", "deducted", "x"),))
    sheet = count(Terms(regulation), [])
    assert values_in_force(sheet) == (1, 3, 6, 9, 12)
    entry = four_cards(sheet, pair=1, value=3, key="referee.four_cards")
    assert (entry["kind"], entry["act"]["ruling"], entry["act"]["points"], entry["act"]["pair"]) == (
        "rule",
        "adjust",
        -3,
        1,
    )


@pytest.mark.parametrize(("regulation", "key"), [(TM, "dealing.exposed_card"), (AF, "referee.redeal")])
def test_a_hand_dealt_again_is_on_record_and_changes_nothing(
    people: dict[Role, User], regulation: str, key: str
) -> None:
    event = drawn(regulation, 4, people=people, slug="outra")
    sheet = called(event)
    desk = Desk.of(event, people[Role.REFEREE])
    desk.rules(sheet.match, "dar-de-novo", key=key, why="Carta virada ao dar")
    assert kinds(sheet) == ["rule"]
    assert score(sheet) == (0, 0)
    page = desk.open("referee-penalties")
    assert "Dar de novo" in page
    assert "sem efeito" not in page


RULES_OF_RULINGS = {
    "tento": "referee.tento",
    "tento_rejected": "referee.tento_rejected",
    "four_cards": "referee.four_cards",
    "disqualify": "referee.disqualify",
    "time_up": "clock.time_up",
    "adjust": "match.target",
}


@pytest.mark.parametrize(
    ("regulation", "redeal"),
    [(TM, "dealing.exposed_card"), (AF, "referee.redeal"), (FA, "referee.redeal"), (AP, "referee.redeal")],
)
def test_every_kind_of_ruling_is_listed_by_its_name_with_its_own_rule(
    people: dict[Role, User], regulation: str, redeal: str
) -> None:
    event = drawn(regulation, 4, people=people, slug="outra")
    sheet, rules = called(event), load(regulation)
    kinds_of_ruling = engine_for(rules).notation.rulings
    for name, kind in kinds_of_ruling.items():
        details = {"pair": 0, "points": -1, "reason": "match.target", "article": "?"}
        act = {one.name: details[one.name] for one in fields(kind)}
        ruling = {"act": "ruling", "seat": None, "ruling": name, **act}
        append_entries(sheet, note("rule", place=0, act=ruling, why=name), by=people[Role.REFEREE])
    championship = store.championship_of(event)
    in_words = ChampionshipInWords(event, championship)
    found = {one.why: one for pair in penalties_of(event, championship, in_words) for one in pair.rulings}
    assert {name: one.key for name, one in found.items()} == {
        name: redeal if name == "redeal" else RULES_OF_RULINGS[name] for name in kinds_of_ruling
    }
    assert all(one.key in rules.citations for one in found.values())
    assert len({one.kind for one in found.values()}) == len(kinds_of_ruling)
    assert "Decisão" not in {one.kind for one in found.values()}


def test_penalty_points_in_tranca(people: dict[Role, User]) -> None:
    event = drawn(AF, 4, people=people, slug="tranca")
    sheet = called(event)
    Desk.of(event, people[Role.REFEREE]).rules(sheet.match, "pontos", pair=1, points=-100, why="Olhou o morto")
    assert score(sheet) == (0, -100)
    assert counted(sheet).refused == {}


# --- what the championship is told --------------------------------------------------------------------------------


def test_a_disqualification_shows_who_comes_in_first(event: Event, referee: Desk, phone: Phone) -> None:
    pair, other = phone.sheet.pairs
    page = referee.weigh(phone.sheet.match, "desclassificar", pair=pair, ground="referee", why="Ofendeu a mesa")
    assert "sai do evento e perde por W.O." in page
    assert f"Dupla {other[1:]} vence a partida." in page
    assert not isinstance(store.championship_of(event).log[-1], DisqualifyPair)
    assert referee.confirm(phone.sheet.match, "desclassificar", page).status_code == 302
    event.refresh_from_db()
    assert isinstance(store.championship_of(event).log[-1], DisqualifyPair)
    assert store.championship_of(event).bracket.pairs("knockout-final") is None
    assert "Desclassificada" in referee.open("referee-penalties")


def test_af_7_a_walkover_within_the_tolerance_is_refused_with_its_article(people: dict[Role, User]) -> None:
    event = drawn(AF, 4, people=people, slug="tranca")
    sheet = called(event)
    desk = Desk.of(event, people[Role.REFEREE])
    against = desk.refused(sheet.match, "wo", absent=[sheet.first], why="")
    assert "art. 7" in against
    assert not isinstance(store.championship_of(Event.objects.get(slug="tranca")).log[-1], WalkOver)


def test_af_8_an_omitted_case_needs_both_pairs(people: dict[Role, User]) -> None:
    event = drawn(AF, 4, people=people, slug="tranca")
    sheet = called(event)
    desk = Desk.of(event, people[Role.REFEREE])
    case = {"question": "Caiu o baralho", "decision": "Dá-se de novo", "why": "acordo"}
    assert "art. 8" in desk.refused(sheet.match, "decidir", agreed=[sheet.first], **case)
    desk.rules(sheet.match, "decidir", agreed=list(sheet.pairs), **case)
    assert store.championship_of(Event.objects.get(slug="tranca")).decisions[-1].decision == "Dá-se de novo"


def test_what_is_wrong_in_a_form_is_said_and_what_was_typed_stays(referee: Desk, phone: Phone) -> None:
    page = referee.weigh(phone.sheet.match, "pontos", points="muitos", why="Falou demais")
    assert "Falou demais" in page
    assert 'name="visto"' not in page
    assert kinds(phone.sheet) == []


# --- nothing over what nobody saw ---------------------------------------------------------------------------------


def test_a_ruling_sent_twice_is_one(referee: Desk, phone: Phone) -> None:
    match = phone.sheet.match
    points = referee.weigh(match, "pontos", why="x", pair=0, points=3)
    assert [referee.confirm(match, "pontos", points).status_code for _ in range(2)] == [302, 302]
    tento = referee.weigh(match, "tento", why="x", pair=0)
    assert [referee.confirm(match, "tento", tento).status_code for _ in range(2)] == [302, 302]
    assert kinds(phone.sheet) == ["rule", "rule"]
    assert score(phone.sheet) == (3, 12)


def test_what_came_meanwhile_is_shown_before_it_is_ruled(referee: Desk, phone: Phone) -> None:
    match = phone.sheet.match
    page = referee.weigh(match, "pontos", pair=0, points=3, why="Falou demais")
    phone.send(phone.entry("hand", place=0, hand=truco_hand(1, 6)))
    again = referee.confirm(match, "pontos", page)
    assert again.status_code == 200
    assert "Enquanto isso alguém escreveu nesta súmula." in alert(page_html(again))
    assert re.search(r"0 × 6.*3 × 6", page_html(again).partition("O que muda")[2], re.DOTALL)
    assert "Falou demais" in page_html(again)
    assert kinds(phone.sheet) == ["hand"]
    assert referee.confirm(match, "pontos", page_html(again)).status_code == 302
    assert score(phone.sheet) == (3, 6)


def test_two_referees_at_once_do_not_rule_twice_unseen(event: Event, referee: Desk, phone: Phone) -> None:
    person = a_person(Role.REFEREE, event)
    assert person is not None
    second, match = Desk.of(event, person), phone.sheet.match
    pages = [desk.weigh(match, "pontos", pair=0, points=-3, why="x") for desk in (referee, second)]
    answers = [desk.confirm(match, "pontos", page) for desk, page in zip((referee, second), pages, strict=True)]
    assert [answer.status_code for answer in answers] == [302, 200]
    assert kinds(phone.sheet) == ["rule"]


def test_two_referees_at_once_do_not_disqualify_over_each_other(event: Event, referee: Desk, phone: Phone) -> None:
    person = a_person(Role.REFEREE, event)
    assert person is not None
    second, match = Desk.of(event, person), phone.sheet.match
    first, other = phone.sheet.pairs
    pages = [
        desk.weigh(match, "desclassificar", pair=pair, ground="referee", why="x")
        for desk, pair in ((referee, first), (second, other))
    ]
    assert referee.confirm(match, "desclassificar", pages[0]).status_code == 302
    late = second.confirm(match, "desclassificar", pages[1])
    assert late.status_code == 200
    assert "Alguém foi mais rápido" in alert(page_html(late))
    event.refresh_from_db()
    assert set(store.championship_of(event).departures) == {first}


def test_somebody_may_think_again(referee: Desk, phone: Phone) -> None:
    match = phone.sheet.match
    page = referee.weigh(match, "pontos", pair=0, points=3, why="Falou demais")
    form = page_html(referee.confirm(match, "pontos", page, mudar="1"))
    assert "O que muda" not in form
    assert "Falou demais" in form
    assert kinds(phone.sheet) == []


def test_once_a_result_is_in_nothing_is_ruled_into_it(event: Event, referee: Desk, phone: Phone) -> None:
    match = phone.sheet.match
    page = referee.weigh(match, "pontos", pair=0, points=3, why="x")
    games = (Game((12, 3), 0, Ending.TARGET),)
    append(event, StartMatch(by="x", at=timezone.now(), match=match))
    append(event, Submit(by="x", at=timezone.now(), match=match, games=games))
    assert referee.confirm(match, "pontos", page).url == referee.path("referee-match", match)
    assert kinds(phone.sheet) == []
    referee.rules(match, "advertencia", key="signs.offered", pair=0, why="gritou no fim")
    assert kinds(phone.sheet) == ["warn"], "a warning is about the pair, not the score"


def test_a_result_noted_at_the_desk_and_not_yet_confirmed_takes_no_ruling_although_no_sheet_was_begun(
    event: Event, referee: Desk
) -> None:
    match, games = open_matches(store.championship_of(event))[0], (Game((12, 3), 0, Ending.TARGET),)
    append(event, CallMatch(by="x", at=timezone.now(), match=match, table="1"))
    append(event, StartMatch(by="x", at=timezone.now(), match=match))
    page = referee.weigh(match, "pontos", pair=0, points=3, why="x")
    append(event, Submit(by="x", at=timezone.now(), match=match, games=games))
    assert referee.leads_to("referee-ruling", match, "pontos") == referee.path("referee-match", match)
    assert referee.confirm(match, "pontos", page).url == referee.path("referee-match", match)
    assert not SheetEntry.objects.exists()


def test_once_the_match_ended_otherwise_nothing_is_ruled_into_its_sheet(referee: Desk, phone: Phone) -> None:
    phone.send(phone.entry("hand", place=0, hand=truco_hand(0, 3)))
    match = phone.sheet.match
    referee.rules(match, "desclassificar", pair=phone.sheet.first, ground="referee", why="Ofendeu a mesa")
    assert referee.leads_to("referee-ruling", match, "pontos") == referee.path("referee-match", match)
    assert phone.send(phone.entry("hand", place=1, hand=truco_hand(0, 12)))["closed"] is True


def test_a_rule_must_be_named_to_warn(referee: Desk, phone: Phone) -> None:
    match = phone.sheet.match
    for key in ("", "Beatriz"):
        asked = referee.leads_to("referee-ruling", match, "advertencia", regra=key)
        assert asked == f"{referee.path('referee-rules')}?partida={match}"
    form = {**referee.form(match, "advertencia", "signs.offered"), "key": ["Beatriz"], "pair": ["0"], "why": ["x"]}
    referee.client.post(referee.path("referee-ruling", match, "advertencia"), form)
    assert kinds(phone.sheet) == []


def test_a_ruling_is_taken_back_with_all_that_was_written_for_it(referee: Desk, phone: Phone) -> None:
    phone.send(phone.entry("hand", place=0, hand=truco_hand(0, 3)))
    match = phone.sheet.match
    referee.rules(match, "quatro-cartas", pair=0, value=6, why="Contadas na mesa")
    referee.rules(match, "pontos", pair=0, points=-2, why="Falou")
    assert score(phone.sheet) == (1, 6)
    buttons = take_back_buttons(referee.open("referee-penalties"))
    assert len(buttons) == 2
    for button in (*buttons, buttons[0]):
        assert referee.post("referee-review", match, **button).status_code == 302
    assert score(phone.sheet) == (3, 0)
    assert kinds(phone.sheet) == ["hand", "warn", "hand", "rule", "undo", "undo", "undo"]
    page = referee.open("referee-penalties")
    assert page.count("is-taken-back") == 2
    assert "1 advertência" not in page
    assert "Contadas na mesa" in page, "both stay on record"
    assert "tag--live" not in referee.open("referee"), "no warning counts any more"


def take_back_buttons(page: str) -> list[dict[str, str]]:
    """What the buttons to take a ruling back would send."""
    form = r'name="sumula" value="(\d+)"><input type="hidden" name="entrada" value="(site-[0-9a-f]+)"'
    return [{"ato": "desfazer", "sumula": sheet, "entrada": entry} for sheet, entry in re.findall(form, page)]


def test_a_warning_in_a_match_that_was_played_again_is_taken_back(people: dict[Role, User]) -> None:
    sheet = a_called_final(people)
    desk = Desk.of(sheet.event, people[Role.REFEREE])
    desk.rules(sheet.match, "advertencia", key="signs.offered", pair=0, why="Sinal combinado")
    for winner in (1, 0):  # the final is given to others, and back: played again from the beginning
        corrected(sheet.event, winner=winner)
    assert list(warnings_in(sheet.event).values()) == [1], "a warning goes with its pair"
    [button] = take_back_buttons(desk.open("referee-penalties"))
    assert desk.post("referee-review", sheet.match, **button).url == desk.path("referee-penalties")
    page = desk.open("referee-penalties")
    assert "Desfeito. Os dois atos ficam registrados." in page
    assert page.count("is-taken-back") == 1
    assert warnings_in(sheet.event) == {}
    assert unreviewed_counts(sheet.event) == {}, "what the referee did themselves needs no second look"


def test_a_ruling_on_a_match_that_was_removed_says_so_and_is_taken_back(
    event: Event, referee: Desk, people: dict[Role, User]
) -> None:
    sheet = called(event)
    referee.rules(sheet.match, "advertencia", key="signs.offered", pair=0, why="Sinal combinado")
    Sheet.objects.filter(pk=sheet.pk).update(match="gone")
    page = referee.open("referee-penalties")
    assert "Uma partida que foi retirada" in page
    assert referee.path("referee-match", "gone") not in page.replace(referee.path("referee-review", "gone"), "")
    [button] = take_back_buttons(page)
    assert referee.post("referee-review", "gone", **button).url == referee.path("referee-penalties")
    assert warnings_in(event) == {}


def test_a_ruling_is_taken_back_only_on_its_own_sheet(referee: Desk, phone: Phone, people: dict[Role, User]) -> None:
    referee.rules(phone.sheet.match, "advertencia", key="signs.offered", pair=0, why="Sinal combinado")
    [button] = take_back_buttons(referee.open("referee-penalties"))
    elsewhere = called(drawn(TM, 4, people=people, slug="outra"))
    for number in ("", elsewhere.pk):
        answer = referee.post("referee-review", phone.sheet.match, **{**button, "sumula": number})
        assert answer.status_code == 404
    assert kinds(phone.sheet) == ["warn"]


def test_a_full_sheet_takes_no_ruling_and_says_so(referee: Desk, phone: Phone, monkeypatch: pytest.MonkeyPatch) -> None:
    match = phone.sheet.match
    phone.send(phone.entry("hand", place=0, hand=truco_hand(0, 3)))
    page = referee.weigh(match, "quatro-cartas", pair=0, value=6, why="Contadas na mesa")
    monkeypatch.setattr("carteado.web.sumula.sheet_writing.MOST_ENTRIES", 2)
    answer = referee.confirm(match, "quatro-cartas", page)
    assert answer.status_code == 200
    assert "Isso é mais do que cabe numa súmula." in alert(page_html(answer))
    assert kinds(phone.sheet) == ["hand"], "a ruling is written whole or not at all"


def test_a_full_sheet_takes_no_ruling_back_and_says_so(
    referee: Desk, phone: Phone, monkeypatch: pytest.MonkeyPatch
) -> None:
    referee.rules(phone.sheet.match, "advertencia", key="signs.offered", pair=0, why="Sinal combinado")
    [button] = take_back_buttons(referee.open("referee-penalties"))
    monkeypatch.setattr("carteado.web.sumula.sheet_writing.MOST_ENTRIES", 1)
    referee.post("referee-review", phone.sheet.match, **button)
    page = referee.open("referee-penalties")
    assert "Isso é mais do que cabe numa súmula." in page
    assert "Desfeito. Os dois atos ficam registrados." not in page
    assert "is-taken-back" not in page
    assert not Look.objects.exists(), "no undo was stored, so none was reviewed"


def test_only_rulings_are_taken_back_here(referee: Desk, phone: Phone) -> None:
    hand, call = phone.entry("hand", place=0, hand=truco_hand(0, 3)), phone.entry("call")
    phone.send(hand, call)
    referee.post("referee-answer", phone.sheet.match, chamado=call["id"])
    referee.rules(phone.sheet.match, "quatro-cartas", pair=0, value=6, why="Contadas na mesa")
    before = kinds(phone.sheet)
    answer, _warning, counted_hand = [row.entry_id for row in phone.sheet.entries.all()][2:]
    for entry in (hand["id"], answer, counted_hand, "", "site", answer[:9]):
        fields = {"ato": "desfazer", "sumula": phone.sheet.pk, "entrada": entry}
        assert referee.post("referee-review", phone.sheet.match, **fields).status_code == 404
    assert kinds(phone.sheet) == before


def test_there_is_no_other_ruling(referee: Desk, phone: Phone) -> None:
    assert referee.client.get(referee.path("referee-ruling", phone.sheet.match, "forca")).status_code == 404


# --- a W.O. before anybody is late --------------------------------------------------------------------------------


@pytest.mark.parametrize("regulation", [TM, AF, FA, AP])
@pytest.mark.django_db
def test_e_16_on_a_phone_a_match_never_called_needs_the_referees_reason(regulation: str) -> None:
    event, desk = phone_of_referee(regulation)
    match = open_matches(store.championship_of(event))[0]
    _there, absent = store.championship_of(event).bracket.pairs(match) or ("", "")
    assert optional_mark(page_html(desk.client.get(desk.path("referee-ruling", match, "wo")))) == ""
    assert "não foi chamada" in desk.refused(match, "wo", absent=[absent], why="")
    desk.rules(match, "wo", absent=[absent], why="Ligou da estrada")
    event.refresh_from_db()
    assert store.championship_of(event).logs[match].absent == (absent,)


@pytest.mark.django_db
def test_af_7_on_a_phone_the_reason_is_asked_until_the_tolerance_is_over() -> None:
    event, desk = phone_of_referee(AF)
    match = open_matches(store.championship_of(event))[0]
    append(event, CallMatch(by="system", at=timezone.now() - timedelta(minutes=14), match=match, table="1"))
    _there, absent = store.championship_of(event).bracket.pairs(match) or ("", "")
    found = desk.refused(match, "wo", absent=[absent], why=" ")
    assert "ainda está no prazo" in found
    assert "art. 7" in found
    append(event, Undo(by="system", at=timezone.now()))
    append(event, CallMatch(by="system", at=timezone.now() - timedelta(minutes=16), match=match, table="1"))
    assert optional_mark(page_html(desk.client.get(desk.path("referee-ruling", match, "wo")))) == "(opcional)"
    desk.rules(match, "wo", absent=[absent], why="")


def phone_of_referee(regulation: str) -> tuple[Event, Desk]:
    event = drawn(regulation, 4, plan=knockout(4))
    return event, Desk.of(event, event.memberships.get(role=Role.REFEREE).user)


def optional_mark(page: str) -> str:
    """What stands beside the label of the reason, if it may stay empty."""
    label = page.partition("Por quê?")[2].partition("</label>")[0]
    return re.sub(r"<[^>]+>", "", label).strip()
