"""Regulations as pages: every rule in words, every citation leads to its article."""

import re
from html import unescape

import pytest
from django.template import Context, Template
from django.test import Client
from django.utils.translation import override

from carteado.regulation import Override, Regulation, Stated, available, catalogue, load, rulings_in
from carteado.web.kit.words.address_prefixes import PREFIXES
from carteado.web.regulations.games import GameName, game_of, regulations_of
from carteado.web.regulations.rulebook import article_anchor, article_groups, rulebook, ruling_anchor, rulings
from carteado.web.regulations.ruling_texts import in_html

REGULATIONS = available()


@pytest.fixture
def faraes() -> Regulation:
    return load("faraes-2023-tranca")


def page(client: Client, path: str) -> str:
    response = client.get(path)
    assert response.status_code == 200
    return unescape(response.content.decode())


def ids(html: str) -> list[str]:
    return re.findall(r'\sid="([^"]+)"', html)


pytestmark = pytest.mark.django_db


@pytest.mark.parametrize("language", PREFIXES)
@pytest.mark.parametrize("name", REGULATIONS)
def test_every_rule_and_every_article_stand_on_the_page(client: Client, name: str, language: str) -> None:
    html = page(client, f"{PREFIXES[language]}/regulamentos/{name}/")
    regulation, words = load(name), catalogue(language[:2])
    for entry in regulation.entries():
        assert words.rule(entry) in html
    for article in regulation.articles.values():
        matter = article.matter[language[:2]]
        assert matter[1:] in html
        assert article_anchor(article.number) in ids(html)


@pytest.mark.parametrize("name", REGULATIONS)
def test_every_link_within_the_page_leads_somewhere(client: Client, name: str) -> None:
    html = page(client, f"/regulamentos/{name}/")
    here = set(re.findall(rf'href="(?:/regulamentos/{name}/)?#([^"]+)"', html))
    assert here
    assert here <= set(ids(html))


@pytest.mark.parametrize("name", REGULATIONS)
def test_no_id_is_given_twice(client: Client, name: str) -> None:
    given = ids(page(client, f"/regulamentos/{name}/"))
    assert len(given) == len(set(given))


@pytest.mark.parametrize("name", REGULATIONS)
def test_two_articles_never_share_an_anchor(name: str) -> None:
    numbers = load(name).articles
    assert len({article_anchor(number) for number in numbers}) == len(numbers)


def test_a_regulation_that_does_not_exist_is_not_found(client: Client) -> None:
    assert client.get("/regulamentos/pif-paf/").status_code == 404


def test_the_booklets_lead_to_the_regulations(client: Client) -> None:
    html = page(client, "/regulamentos/")
    assert all(f'href="/regulamentos/{name}/"' in html for name in REGULATIONS)


# --- what may be changed ------------------------------------------------------------------------------------------


@pytest.mark.parametrize("name", REGULATIONS)
def test_every_rule_with_a_value_may_be_changed_and_no_other(name: str) -> None:
    entries = {entry.key: entry for entry in load(name).entries()}
    with override("pt-br"):
        for rule in rulebook(load(name)).rules:
            assert rule.may_change == (entries[rule.key].value is not Stated.STATED)
            assert bool(rule.choices or rule.kind) == rule.may_change


@pytest.mark.parametrize("name", REGULATIONS)
def test_a_closed_set_of_values_is_told_as_sentences_one_of_which_is_in_force(name: str) -> None:
    with override("pt-br"):
        for rule in rulebook(load(name)).rules:
            if rule.choices:
                assert [choice.text for choice in rule.choices if choice.is_current] == [rule.text]


def test_the_other_ways_to_take_the_pile_are_on_the_page(client: Client) -> None:
    html = page(client, "/regulamentos/faraes-2023-tranca/")
    assert "Pode-se levar o lixo livremente, sem precisar baixar nada." in html


def test_a_changed_regulation_is_told_as_changed(faraes: Regulation) -> None:
    changed = faraes.with_overrides((Override("match.target", 3000, by="event"),))
    with override("pt-br"):
        [rule] = [one for one in rulebook(changed).rules if one.citation.changed_by]
        assert (rule.key, rule.text) == ("match.target", "A partida vale 3000 pontos.")
        assert "A partida vale 2000 pontos." in {one.text for one in rulebook(faraes).rules}


# --- rulings and articles -----------------------------------------------------------------------------------------


@pytest.mark.parametrize("name", REGULATIONS)
def test_rulings_are_in_the_order_of_their_numbers(name: str) -> None:
    with override("pt-br"):
        numbers = [ruling.number for ruling in rulings(rulebook(load(name)))]
    assert numbers == sorted(numbers, key=lambda number: (number.split("-")[0], int(number.split("-")[1])))
    assert set(numbers) == {citation.ruling for citation in load(name).citations.values() if citation.ruling}


@pytest.mark.parametrize("language", PREFIXES)
@pytest.mark.parametrize("name", REGULATIONS)
def test_a_ruling_cited_on_the_page_opens_its_text(client: Client, name: str, language: str) -> None:
    html = page(client, f"{PREFIXES[language]}/regulamentos/{name}/")
    cited = set(re.findall(r'#(decisao-[^"]+)">(?:decisão|ruling) ([A-Z]+-\d+)</a>', html))
    assert cited
    for anchor, number in cited:
        _before, _id, text = html.partition(f'id="{anchor}"')
        assert unescape(in_html(rulings_in(language[:2])[number].reading)) in text.partition("</details>")[0]


@pytest.mark.parametrize("language", PREFIXES)
def test_all_rulings_stand_on_one_page_with_the_articles_that_they_read(client: Client, language: str) -> None:
    html = page(client, f"{PREFIXES[language]}/regulamentos/decisoes/")
    for number, ruling in rulings_in(language[:2]).items():
        assert ruling_anchor(number) in ids(html)
        for text in (ruling.title, ruling.reading, ruling.text_restated, ruling.why, ruling.instead):
            assert unescape(in_html(text)) in html
    assert f'href="{PREFIXES[language]}/regulamentos/faraes-2023-tranca/artigos/#art-iv.20"' in html
    assert len(ids(html)) == len(set(ids(html)))


def test_every_link_of_the_rulings_leads_somewhere(client: Client) -> None:
    html = page(client, "/regulamentos/decisoes/")
    here = set(re.findall(r'href="(?:/regulamentos/decisoes/)?#([^"]+)"', html))
    assert "decisao-c-10" in here
    assert here <= set(ids(html))
    for name in REGULATIONS:
        there = set(re.findall(rf'href="/regulamentos/{name}/artigos/#([^"]+)"', html))
        assert there <= set(ids(page(client, f"/regulamentos/{name}/artigos/")))


_CITED = re.compile(r"(?:[Ii]t(?:em|ens|ems)|[Aa]rti(?:go|cle)s?|[Aa]rts?\.) \d[\w.]*|§ ?\d|\(\d[\d.]*[^\s\w]")


@pytest.mark.parametrize("language", PREFIXES)
@pytest.mark.parametrize("path", ["regulamentos/decisoes/", *(f"regulamentos/{one}/" for one in REGULATIONS)])
def test_every_article_that_the_rulings_name_is_a_link(client: Client, path: str, language: str) -> None:
    html = page(client, f"{PREFIXES[language]}/{path}")
    html = html[html.index("<main") : html.index("</main>")].replace("\n", " ")
    rulings = html if "decisoes/" in path else html.partition('id="decisoes"')[2].partition("</section>")[0]
    plain = re.sub(r"<[^>]+>", "", re.sub(r"<a\b.*?</a>", "", rulings))
    assert _CITED.findall(plain) == []


def test_an_article_that_a_ruling_names_is_the_one_it_reads() -> None:
    """Of a text that is named, or of the only one it can be. Chapter IV of FARAES counts its articles anew."""
    with override("pt-br"):
        rulings = rulings_in("pt")
        named = {number: in_html(rulings[number].why) for number in ("C-20", "C-10", "TM-8")}
        again = in_html(rulings["E-6"].text_restated)
    assert "apcef-sc-2022-canastra/artigos/#art-11" in named["C-20"]
    assert "afia-2026-tranca/artigos/#art-6" in named["C-10"]
    assert "truco-masters-2025/artigos/#art-4" in named["TM-8"]
    assert "faraes-2023-tranca/artigos/#art-iv.20" in again


def test_a_ruling_links_those_that_it_names_and_shows_no_markup() -> None:
    with override("en"):
        html = in_html("Taken *direto* <b>, as in C-10 (CRC-16).")
    assert html == (
        'Taken <em>direto</em> &lt;b&gt;, as in <a href="/en/regulamentos/decisoes/#decisao-c-10">C-10</a> (CRC-16).'
    )


@pytest.mark.parametrize("name", REGULATIONS)
def test_every_article_is_listed_once(name: str) -> None:
    with override("en"):
        listed = [one.number for group in article_groups(rulebook(load(name))) for one in group.articles]
    assert sorted(listed) == sorted(load(name).articles)


@pytest.mark.parametrize("name", REGULATIONS)
def test_the_columns_have_all_sections_in_their_order(name: str) -> None:
    with override("pt-br"):
        book = rulebook(load(name))
        shown = [*book.play[0], *book.play[1], *book.event[0], *book.event[1]]
        assert shown == list(book.sections)


# --- citations everywhere -----------------------------------------------------------------------------------------


def rendered(source: str, **context: object) -> str:
    return Template(source).render(Context(context))


def test_a_citation_leads_to_its_article(faraes: Regulation) -> None:
    with override("pt-br"):
        by_name = rendered('{% article "faraes-2023-tranca" "going_out.requires" %}')
        assert rendered("{% article rules 'going_out.requires' %}", rules=faraes) == by_name
    assert by_name == (
        '<a class="article" href="/regulamentos/faraes-2023-tranca/artigos/#art-14">art. 14</a> '
        '<a class="article" href="/regulamentos/faraes-2023-tranca/artigos/#art-15">art. 15</a>'
    )


def test_a_citation_of_a_ruling_leads_to_the_ruling(faraes: Regulation) -> None:
    with override("en"):
        html = rendered("{% article rules 'melds.wild_limit' %}", rules=faraes)
    assert '<a class="article" href="/en/regulamentos/faraes-2023-tranca/#decisao-c-1">ruling C-1</a>' in html
    assert '#art-gloss">gloss.</a>' in html


# --- the search as a page -----------------------------------------------------------------------------------------


def test_a_question_is_answered_with_article_and_link(client: Client) -> None:
    html = page(client, "/regulamentos/busca/?q=posso bater sem canastra limpa")
    assert "Para bater, a dupla precisa ter" in html
    assert 'href="/regulamentos/faraes-2023-tranca/#regra-going-out-requires"' in html
    assert 'href="/regulamentos/faraes-2023-tranca/artigos/#art-14"' in html
    assert 'value="posso bater sem canastra limpa"' in html


def test_while_somebody_types_only_the_answers_come(client: Client) -> None:
    response = client.get("/regulamentos/busca/?q=tento", headers={"HX-Request": "true"})
    html = response.content.decode()
    assert "<html" not in html
    assert "Tento confirmado" in html
    assert "HX-Request" in response.headers["Vary"]


def test_a_question_may_be_asked_of_one_regulation(client: Client) -> None:
    html = page(client, "/regulamentos/busca/?q=tento&regulamento=faraes-2023-tranca")
    assert "Truco Masters 2025" not in html
    assert client.get("/regulamentos/busca/?q=tento&regulamento=pif-paf").status_code == 404


def test_without_a_question_some_are_suggested_and_without_an_answer_it_is_said(client: Client) -> None:
    suggestion = re.search(
        r'class="button[^"]*" href="(/regulamentos/busca/\?q=[^"]+)"', page(client, "/regulamentos/busca/")
    )
    assert suggestion is not None
    assert 'class="panel"' in page(client, suggestion[1])
    assert 'class="empty"' in page(client, "/regulamentos/busca/?q=xyzzyq")


def test_a_question_is_shown_as_text_and_nothing_else(client: Client) -> None:
    response = client.get("/regulamentos/busca/", {"q": '"><script>alert(1)</script>'})
    assert b"<script>alert" not in response.content


# --- games --------------------------------------------------------------------------------------------------------


def test_tranca_is_the_game_in_which_a_black_three_locks() -> None:
    assert {name: game_of(load(name)) for name in REGULATIONS} == {
        "afia-2026-tranca": GameName.TRANCA,
        "apcef-sc-2022-canastra": GameName.CANASTRA,
        "faraes-2023-tranca": GameName.TRANCA,
        "truco-masters-2025": GameName.TRUCO,
    }
    assert regulations_of(GameName.TRANCA) == ["afia-2026-tranca", "faraes-2023-tranca"]
