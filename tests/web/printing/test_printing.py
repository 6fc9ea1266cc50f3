"""What is printed: every paper with its text and pages, for who may have it, and whatever a name holds."""

import io
from collections.abc import Iterator
from typing import Any

import pytest
import typst
from django.test import Client
from django.urls import reverse
from django.utils.translation import override
from PIL import Image

from carteado.regulation import available, load
from carteado.sumula import Terms, form_of
from carteado.tournament.formats.plans import groups_then_knockout, knockout, league
from carteado.web.events.models import Event, Pair
from carteado.web.kit.guarding.policy import Role
from carteado.web.kit.sending import typesetting as press
from carteado.web.kit.sending.typesetting import Paper, pdf_of, picture_of
from carteado.web.kit.words.address_prefixes import PREFIXES
from carteado.web.kit.words.catalogue import words
from carteado.web.printing import pages as views
from carteado.web.printing.blank_sheets import EMPTY_HEADING, Heading, blank_paper, label_of
from tests.web.printing.papers import SITE, codes_on, offered, pages_in, pages_of, paper_of, plain, read, text_of
from tests.web.sumula.sumulas import Phone, a_device, called, truco_hand
from tests.web.watch.test_embargo import an_event as an_event_under_embargo
from tests.web.world.halls import AF, AP, FA, TM, Worker, codes, drawn, name_of, open_matches
from tests.web.world.roles import a_draft, a_person, a_published_event

pytestmark = pytest.mark.django_db
NASTY = '#panic("x") #read("/etc/passwd") $a^2$ *b* _c_ <d> @e // f'
LANGUAGES = tuple(PREFIXES)


@pytest.fixture(autouse=True)
def portuguese() -> Iterator[None]:
    with override("pt-br"):
        yield


# --- the súmula, blank --------------------------------------------------------------------------------------------


def blank(regulation: str, heading: Heading = EMPTY_HEADING, *, best_of: int = 1) -> Paper:
    return blank_paper([(Terms(load(regulation), best_of=best_of), heading)], name="sumula", title="Súmula")


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("regulation", [AF, AP, FA])
def test_the_rows_of_a_blank_sheet_are_the_fields_of_the_form(regulation: str, language: str) -> None:
    with override(language):
        form = form_of(Terms(load(regulation)), words())
        [page] = pages_of(blank(regulation))
        labels = [label_of(one["name"], "" if one["is_only_row"] else one["span"]) for one in form["fields"]]
    assert len(set(labels)) == len(labels)
    for label in labels:
        assert page.count(label) >= 2, (label, "once for each pair")
    assert page.count(str(form["target"]["points"])) >= 1
    assert form["target"]["rule"].removesuffix(".") in page


def test_what_a_field_is_worth_stands_beside_it_also_where_it_depends() -> None:
    rows = {one["label"]: one["worth"] for one in blank(AF).values["pages"][0]["rows"]}
    assert rows == {
        "Bateu": "100",
        "Canastras limpas": "200",
        "Canastras sujas": "100",
        "3 vermelhos na mesa": "±100",
        "Cartas baixadas": "10",
        "Cartas na mão": "−10",
        "3 pretos na mão": "−100",
        "3 vermelhos na mão": "−10",
        "Sem morto": "−100",
    }


def test_ap_14_a_vulnerable_pair_has_boxes_for_its_attempts() -> None:
    [page] = pages_of(blank(AP))
    assert page.count("75 90 120 150") >= 16, "eight hands of two pairs"
    assert "Vulnerável a partir de 1500 pontos." in page


def test_truco_has_tentos_and_a_line_for_every_hand_that_can_be_needed() -> None:
    content = blank(TM).values["pages"][0]
    assert (content["target"], content["most"], content["values"]) == (12, 24, [1, 3, 6, 9, 12])
    [page] = pages_of(blank(TM))
    assert "Mão de onze: vale 3; recusada, 1 (art. 30)." in page
    assert "Mão de ferro decide a partida (art. 31)." in page
    assert "A partida vale 12 pontos (art. 3)." in page


def test_a_series_has_a_page_a_game() -> None:
    pages = pages_of(blank(TM, best_of=3))
    assert [f"Súmula, jogo {game} de 3" in page for game, page in enumerate(pages, start=1)] == [True] * 3


@pytest.mark.parametrize("regulation", available())
def test_anybody_prints_a_blank_sheet_without_any_event(client: Client, regulation: str) -> None:
    answer = client.get(f"/sumula/imprimir/{regulation}.pdf")
    assert answer["Content-Type"] == "application/pdf"
    assert answer["Content-Disposition"] == f'inline; filename="sumula-{regulation}.pdf"'
    assert len(pages_in(answer.content)) == 1
    assert "Score sheet" in pages_in(client.get(f"/en/sumula/imprimir/{regulation}.pdf").content)[0]


@pytest.mark.parametrize("regulation", available())
def test_the_page_of_a_regulation_offers_its_sheet(client: Client, regulation: str) -> None:
    page = client.get(reverse("regulation", args=[regulation])).content.decode()
    assert reverse("print-blank", args=[regulation, "pdf"]) in page


def test_of_a_regulation_that_is_not_there_is_no_sheet(client: Client) -> None:
    assert client.get("/sumula/imprimir/xadrez.pdf").status_code == 404
    assert client.get(f"/sumula/imprimir/{TM}.pdf?melhor_de=3").status_code == 200
    assert len(pages_in(client.get(f"/sumula/imprimir/{TM}.pdf?melhor_de=9999").content)) == 1


# --- of matches ---------------------------------------------------------------------------------------------------


def test_each_match_to_be_played_gets_a_sheet_with_its_names_and_the_way_back() -> None:
    event = drawn(TM, 8)
    called(event, table="3")
    paper = paper_of(event, "sumulas")
    pages, matches = pages_of(paper), open_matches(Worker.of(event, Role.REFEREE).championship)
    assert len(pages) == 4
    assert sorted(name for name in map(name_of, codes(8)) for page in pages if name in page) == sorted(
        map(name_of, codes(8))
    )
    assert [page["facts"][1]["value"] for page in paper.values["pages"]] == ["3", "", "", ""]
    addresses = [f"{SITE}{reverse('match-desk', args=['salao', one])}" for one in matches]
    assert codes_on(paper) == [[address] for address in addresses]
    one = paper_of(event, "sumulas", partida=matches[1])
    assert len(pages_of(one)) == 1
    assert codes_on(one) == [[addresses[1]]]
    assert offered(event, "sumulas", partida="nenhuma") is None


def test_before_the_draw_there_is_no_match_to_print(client: Client) -> None:
    event = a_published_event()
    assert client.get(reverse("print-public", args=[event.slug, "sumulas", "pdf"])).status_code == 404
    assert "Nenhuma partida espera ser jogada." in client.get(reverse("print", args=[event.slug])).content.decode()


def overheard(monkeypatch: pytest.MonkeyPatch) -> list[Paper]:
    """What goes to the press."""
    printed: list[Paper] = []

    def set_paper(paper: Paper) -> bytes:
        printed.append(paper)
        return pdf_of(paper)

    monkeypatch.setattr(views, "pdf_of", set_paper)
    return printed


def hands(event: Event) -> tuple[Phone, list[dict[str, Any]]]:
    sheet = called(event, table="1")
    phone = Phone(sheet, a_device(event))
    return phone, [phone.entry("hand", place=place, hand=truco_hand(0, 3)) for place in range(4)]


def test_a_kept_sheet_is_printed_hand_by_hand_with_corrections_and_acceptances(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    event = drawn(TM, 4)
    phone, noted = hands(event)
    phone.send(*noted[:3])
    corrected = phone.entry("correct", of="a1", over="a1", hand=truco_hand(1, 6), why="era seis da Lua")
    phone.send(corrected)
    phone.send(*phone.accept(corrected["id"], "a2", "a3"))
    printed = overheard(monkeypatch)
    organiser = Worker.of(event, Role.ORGANISER)
    answer = organiser.client.get(reverse("print-sumula", args=[event.slug, phone.sheet.match]), secure=True)
    [page] = pages_in(answer.content)
    assert "Mão 1: Corrigida: era Sol 3, ficou Lua 6 (era seis da Lua). · aparelho 1" in page
    assert "Sol aceitou 3 de 3 mãos; Lua aceitou 3 de 3 mãos." in page
    assert "Ainda em jogo: 6 × 6." in page
    scores = [one["score"] for one in printed[0].values["pages"][0]["noted"]]
    assert scores == [[0, 6], [3, 6], [6, 6]]
    [[code]] = codes_on(printed[0])
    assert code.endswith(f"/campeonatos/salao/partida/{phone.sheet.match}/")


def test_what_came_after_the_result_is_not_printed() -> None:
    event = drawn(TM, 4)
    phone, noted = hands(event)
    assert phone.send(*noted, *phone.accept(*(one["id"] for one in noted)))["closed"] is True
    late = phone.entry("correct", of="a1", over="a1", hand=truco_hand(1, 9), why="era nove da Lua")
    [content] = phone.send(late)["entries"]
    address = reverse("print-sumula", args=[event.slug, phone.sheet.match])
    [page] = pages_in(Worker.of(event, Role.ORGANISER).client.get(address, secure=True).content)
    assert content["late"] is True
    assert "12 × 0" in page
    assert "era nove da Lua" not in page


def test_a_kept_sheet_of_tranca_counts_as_the_server_does(monkeypatch: pytest.MonkeyPatch) -> None:
    event = drawn(AF, 4, with_delegations=True)
    sheet = called(event, table="1")
    phone = Phone(sheet, a_device(event))
    far = {"clean": 2, "dirty": 1, "red_threes": 2, "melded": 31, "morto": "taken"}
    hand = {"went_out": 0, "pairs": [far, {"melded": 7, "in_hand": 9, "black_threes_in_hand": 1}]}
    phone.send(*(phone.entry("hand", place=place, hand=hand) for place in range(2)))
    printed = overheard(monkeypatch)
    address = reverse("print-sumula", args=[event.slug, sheet.match])
    [page] = pages_in(Worker.of(event, Role.REFEREE).client.get(address).content)
    content = printed[0].values["pages"][0]
    sheet.refresh_from_db()
    assert [total[-1] for total in content["totals"][1]["values"]] == [
        str(points).replace("-", "−") for points in sheet.score
    ]
    rows = {row["label"]: content["cells"][0][place][0] for place, row in enumerate(content["rows"])}
    assert rows["Canastras limpas"] == ("2", "400")
    assert rows["3 vermelhos na mesa"] == ("2", "200")
    assert "Venceu Dupla" in page


def test_a_sheet_that_nobody_kept_is_blank_while_there_is_something_to_play() -> None:
    referee = Worker.of(drawn(TM, 4), Role.REFEREE)
    match = open_matches(referee.championship)[0]
    address = reverse("print-sumula", args=["salao", match])
    [page] = pages_in(referee.client.get(address).content)
    assert "As duas duplas conferiram mão por mão" in page
    referee.wins(match)
    answer = referee.client.get(address, follow=True)
    assert answer.redirect_chain == [("/campeonatos/salao/imprimir/", 302)]
    assert "Ninguém marcou a súmula desta partida no celular." in answer.content.decode()


def test_reasons_on_a_sheet_are_for_the_team(client: Client) -> None:
    event = drawn(TM, 4)
    phone, noted = hands(event)
    phone.send(*noted)
    address = reverse("print-sumula", args=[event.slug, phone.sheet.match])
    assert client.get(address).status_code == 302
    member = a_person(Role.MEMBER)
    assert member is not None
    client.force_login(member)
    assert client.get(address).status_code == 403


# --- on the wall --------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("pairs", "pages"), [(2, 1), (8, 1), (13, 1), (16, 1), (24, 3), (32, 3), (64, 5), (128, 9)])
def test_a_bracket_of_any_size_has_every_pair_and_as_many_pages_as_it_takes(pairs: int, pages: int) -> None:
    event = drawn(AP, pairs, plan=knockout(pairs, third_place=pairs >= 4))
    found = pages_of(paper_of(event, "chave"))
    assert len(found) == pages
    whole = " ".join(found)
    for code in codes(pairs):
        assert name_of(code) in whole
    assert "Final" in found[-1]
    assert ("Disputa do terceiro lugar" in found[-1]) == (pairs >= 4)
    if pages > 1:
        assert f"Folha 1 de {pages}" in found[0]
        assert f"segue na folha {pages}" in found[0]


def test_every_match_stands_on_the_wall_once_or_again_on_the_page_of_the_final() -> None:
    paper = paper_of(drawn(AP, 64, plan=knockout(64)), "chave")
    tags = [[box["tag"] for column in sheet["columns"] for box in column["boxes"]] for sheet in paper.values["sheets"]]
    early = [tag for sheet in tags[:-1] for tag in sheet]
    assert len(set(early)) == len(early) == 60
    assert len(tags[-1]) == 7
    assert len({*early, *tags[-1]}) == 63


def test_a_score_and_who_goes_on_stand_on_the_wall() -> None:
    event = drawn(TM, 4)
    referee = Worker.of(event, Role.REFEREE)
    match = open_matches(referee.championship)[0]
    referee.wins(match, side=1, loser=7)
    first, second = referee.championship.bracket.pairs(match) or ("", "")
    text = text_of(paper_of(event, "chave"))
    assert f"{name_of(first)} 7" in text
    assert f"{name_of(second)} 12" in text
    boxes = [box for column in paper_of(event, "chave").values["sheets"][0]["columns"] for box in column["boxes"]]
    final = boxes[-1]
    assert final["lines"][0]["text"] == name_of(second)
    assert [one["decided"] for one in final["feeders"]] == [True, False]


def test_a_league_has_its_table_and_all_its_rounds() -> None:
    text = text_of(paper_of(drawn(FA, 6, plan=league(6)), "chave"))
    assert [f"Todos contra todos, rodada {number}" in text for number in range(1, 7)] == [True] * 5 + [False]


def test_groups_have_tables_to_fill_in_by_hand() -> None:
    sheets = paper_of(drawn(AP, 12, plan=groups_then_knockout(12)), "chave").values["sheets"]
    assert [sheet["kind"] for sheet in sheets] == ["rounds", "tree"]
    rows = [row for group in sheets[0]["groups"] for row in group["rows"]]
    assert {row["name"] for row in rows} == set(map(name_of, codes(12)))
    assert all(row["numbers"] == ["", "", ""] and row["rank"] == "" for row in rows)


def test_an_event_with_nothing_in_it_yet_is_printed_as_that() -> None:
    for event in (a_published_event("Copa Vazia"), a_draft()):
        assert "Ainda não houve sorteio." in text_of(paper_of(event, "chave"))
        assert "Ainda não houve sorteio." in text_of(paper_of(event, "resultado"))
        assert len(pages_of(paper_of(event, "crachas"))) == 1
        assert len(pages_of(paper_of(event, "mesas"))) == 8


@pytest.mark.parametrize(
    ("paper_name", "route"), [("chave", "bracket"), ("resultado", "results-sheet"), ("mesas", "event")]
)
def test_codes_lead_to_the_page_of_the_paper(paper_name: str, route: str) -> None:
    event = drawn(AP, 32, plan=knockout(32))
    found = {code for page in codes_on(paper_of(event, paper_name)) for code in page}
    assert found == {f"{SITE}{reverse(route, args=['salao'])}"}


def test_a_sign_shows_its_number_to_both_sides_of_the_hall() -> None:
    event = drawn(TM, 8, tables=3)
    paper = paper_of(event, "mesas")
    assert [page.startswith("1") or "MESA 1" in page for page in pages_of(paper)] == [True, False, False]
    assert [len(codes) for codes in codes_on(paper)] == [2, 2, 2], "one of them upside down"
    assert [*paper_of(event, "mesas", de="7", ate="9").values["tables"]] == ["7", "8", "9"]
    assert len(paper_of(event, "mesas", de="1", ate="999999").values["tables"]) == 99
    assert [*paper_of(event, "mesas", de="x", ate="-1").values["tables"]] == ["1", "2", "3"]


# --- results ------------------------------------------------------------------------------------------------------


def test_before_the_first_result_the_sheet_says_so() -> None:
    assert "Nenhuma carta na mesa ainda." in text_of(paper_of(drawn(TM, 4), "resultado"))


def test_the_results_sheet_has_places_with_reasons_matches_and_lines_to_sign_on() -> None:
    event = an_event_under_embargo(0, 7, embargo=None)
    Pair.objects.filter(event=event, code="d3").update(name=NASTY)
    text = text_of(paper_of(event, "resultado"))
    places = paper_of(event, "resultado").values["places"]
    assert len(places) == 8
    for one in places:
        assert _letters(one["name"]) in _letters(text)
        assert plain(one["why"]) in text or NASTY in one["why"]
        assert "(art." in one["why"]
    for word in ("Dupla campeã", "Classificação final", "Quartas de final", "Arbitragem", "Organização", "Súmula"):
        assert word in text
    assert "3000 × 0" in text


@pytest.mark.parametrize("language", ["", "/en"])
@pytest.mark.parametrize("paper_name", ["chave", "resultado", "sumulas"])
def test_under_an_embargo_no_byte_of_a_paper_depends_on_results(client: Client, paper_name: str, language: str) -> None:
    def papers() -> list[bytes]:
        press._compiled_pdf.cache_clear()
        answers = [client.get(f"{language}/campeonatos/copa/imprimir/{paper_name}.{kind}") for kind in ("pdf", "png")]
        assert [answer.status_code for answer in answers] == [200, 200]
        return [_but_for_its_date(answers[0].content), answers[1].content]

    an_event_under_embargo(0, 3)
    before = papers()
    Event.objects.all().delete()
    an_event_under_embargo(1, 7)
    assert papers() == before
    Event.objects.all().delete()
    event = an_event_under_embargo(1, 6, embargo=None)
    assert papers() != before, f"{event} is shown as it is"


def _but_for_its_date(pdf: bytes) -> bytes:
    """The text of all pages: a PDF holds the instant at which it was made."""
    return "\n".join(pages_in(pdf)).encode()


# --- for all of them ----------------------------------------------------------------------------------------------


@pytest.mark.parametrize("paper_name", ["chave", "sumulas", "resultado", "mesas", "crachas"])
def test_papers_are_tagged_archivable_and_have_a_title_and_a_language(paper_name: str) -> None:
    event = drawn(TM, 8)
    for language, tag in (("pt-br", "pt-BR"), ("en", "en")):
        with override(language):
            paper = paper_of(event, paper_name)
            reader = read(pdf_of(paper))
        assert reader.metadata is not None
        assert reader.metadata.title == paper.title
        assert paper.title.startswith("Copa do Salão: ")
        catalogue: Any = reader.trailer["/Root"]
        assert catalogue["/Lang"] == tag
        assert catalogue["/MarkInfo"]["/Marked"]
        xmp = catalogue["/Metadata"].get_object().get_data().decode()
        assert "<pdfaid:part>2</pdfaid:part>" in xmp
        assert "<pdfuaid:part>1</pdfuaid:part>" in xmp
        for page in reader.pages:
            assert sorted(round(float(side) / 72 * 25.4) for side in page.mediabox[2:]) == [210, 297]


@pytest.mark.parametrize("paper_name", ["chave", "sumulas", "resultado", "crachas", "mesas"])
def test_what_a_name_holds_is_printed_and_never_obeyed(paper_name: str) -> None:
    event = drawn(TM, 4)
    Event.objects.filter(pk=event.pk).update(name=NASTY, place=NASTY)
    Pair.objects.filter(event=event, code="d01").update(name=NASTY)
    text = text_of(paper_of(event, paper_name))
    assert _letters(NASTY) in _letters(text)
    assert "root:" not in text


def _letters(text: str) -> str:
    """A long name is broken into lines where a line ends."""
    return "".join(text.split())


@pytest.mark.parametrize("paper_name", ["chave", "sumulas", "crachas"])
@pytest.mark.parametrize(
    "name",
    ["Łukasz Žižka e Þór Ångström", "José (NFD) e João", "A" * 120, "Maria Aparecida da Conceição " * 4, "x"],
    ids=["latin", "decomposed", "one long word", "many words", "short"],
)
def test_any_latin_name_is_printed_whole(paper_name: str, name: str) -> None:
    event = drawn(TM, 4)
    Pair.objects.filter(event=event, code="d01").update(name=name.strip())
    paper = paper_of(event, paper_name)
    assert _letters(name) in _letters(text_of(paper))
    assert b"pdfuaid" in pdf_of(paper)


def test_a_letter_that_no_font_has_costs_nobody_the_paper() -> None:
    event = drawn(TM, 4)
    Pair.objects.filter(event=event, code="d01").update(name="王小明 e \U0001f0cf")
    text = text_of(paper_of(event, "chave"))
    assert name_of("d02") in text
    assert picture_of(paper_of(event, "chave")).startswith(b"\x89PNG")


def test_any_other_mistake_of_ours_is_heard_of(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(press, "_source", lambda form: b"#nothing-of-that-name")
    with pytest.raises(typst.TypstError):
        pdf_of(Paper(form="wall", name="x", title="x", values={"unheard": "of"}))


def test_the_same_paper_is_set_once(client: Client, monkeypatch: pytest.MonkeyPatch) -> None:
    drawn(TM, 8)
    press._compiled_pdf.cache_clear()
    set_papers: list[object] = []
    compile_paper = typst.compile

    def counted(source: bytes, **named: Any) -> Any:
        set_papers.append(named["format"])
        return compile_paper(source, **named)

    monkeypatch.setattr(typst, "compile", counted)
    address = reverse("print-public", args=["salao", "chave", "pdf"])
    assert client.get(address).content == client.get(address).content
    assert set_papers == ["pdf"]


def test_a_picture_is_that_of_the_first_page_alone(client: Client) -> None:
    drawn(AP, 64, plan=knockout(64))
    answer = client.get(reverse("print-public", args=["salao", "chave", "png"]))
    assert answer["Content-Type"] == "image/png"
    width, height = Image.open(io.BytesIO(answer.content)).size
    assert (width > height, width) == (True, round(297 / 25.4 * press.PREVIEW_PPI))


# --- the page that offers them ------------------------------------------------------------------------------------

TO_ALL = ["chave", "sumulas", "resultado"]
OFFERED: dict[Role, list[str]] = {
    Role.VISITOR: TO_ALL,
    Role.MEMBER: TO_ALL,
    Role.BROADCASTER: [*TO_ALL, "mesas"],
    Role.CLERK: [*TO_ALL, "mesas"],
    Role.REFEREE: [*TO_ALL, "mesas"],
    Role.ORGANISER: [*TO_ALL, "mesas", "crachas"],
    Role.STAFF: [*TO_ALL, "mesas", "crachas"],
}


@pytest.mark.parametrize("role", Role)
def test_everybody_is_offered_what_he_may_print_and_gets_it(client: Client, role: Role) -> None:
    event = drawn(TM, 8)
    person = a_person(role, event)
    if person is not None:
        client.force_login(person)
    page = client.get(reverse("print", args=[event.slug])).content.decode()
    everything = [*OFFERED[Role.ORGANISER], "certificados"]
    assert [paper_name for paper_name in everything if f"/imprimir/{paper_name}.png" in page] == OFFERED[role]
    for paper_name in everything:
        assert (f"/imprimir/{paper_name}.pdf" in page) == (paper_name in OFFERED[role])
        answer = client.get(f"/campeonatos/{event.slug}/imprimir/{paper_name}.pdf")
        assert (answer.status_code == 200) == (paper_name in OFFERED[role]), (paper_name, answer.status_code)


def test_files_have_names_of_their_own(client: Client) -> None:
    drawn(TM, 4)
    names = [
        client.get(f"/campeonatos/salao/imprimir/{paper_name}.pdf")["Content-Disposition"]
        for paper_name in ("chave", "sumulas", "resultado")
    ]
    assert names == [f'inline; filename="salao-{word}.pdf"' for word in ("chave", "sumulas", "resultado")]


def test_a_draft_is_printed_for_its_team_alone(client: Client) -> None:
    draft = a_draft()
    address = reverse("print-public", args=[draft.slug, "chave", "pdf"])
    assert client.get(address).status_code == 404
    organiser = a_person(Role.ORGANISER, draft)
    assert organiser is not None
    client.force_login(organiser)
    assert client.get(address).status_code == 200
