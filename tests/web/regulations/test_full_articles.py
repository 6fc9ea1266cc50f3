"""Articles in full: every citation leads to the whole article, on an event's pages with the event's own values."""

import re
from datetime import date, datetime, timedelta
from html import unescape
from zoneinfo import ZoneInfo

import pytest
from django.template import Context, Template
from django.test import Client
from django.utils import timezone
from django.utils.translation import override

from carteado.regulation import article_in_full, available, load
from carteado.tournament.registrations.eligibility import EventDay, EventSettings
from carteado.web.events import store
from carteado.web.events.details import Details
from carteado.web.events.models import Event
from carteado.web.kit.words.address_prefixes import PREFIXES
from carteado.web.people.models import User
from carteado.web.regulations.full_articles import parts_of
from carteado.web.regulations.rulebook import article_anchor, rulebook
from tests.web.world.halls import TM

pytestmark = pytest.mark.django_db


def page(client: Client, path: str) -> str:
    response = client.get(path)
    assert response.status_code == 200
    return unescape(response.content.decode())


def plain(html: str) -> str:
    """The words of a page in one line, without its tags."""
    return " ".join(re.sub(r"</?(?:mark|a|strong)\b[^>]*>", "", html).split())


def of_article(html: str, number: str) -> str:
    return html.partition(f'<article id="{article_anchor(number)}"')[2].partition("</article>")[0]


@pytest.mark.parametrize("language", PREFIXES)
@pytest.mark.parametrize("name", available())
def test_every_article_stands_on_the_page_in_full(client: Client, name: str, language: str) -> None:
    html = page(client, f"{PREFIXES[language]}/regulamentos/{name}/artigos/")
    for number in load(name).articles:
        shown = plain(of_article(html, number))
        for block in article_in_full(load(name), number, language[:2]):
            assert " ".join(block.text.split()) in shown, number


@pytest.mark.parametrize("name", available())
def test_no_id_is_given_twice_and_every_link_leads_somewhere(client: Client, name: str) -> None:
    html = page(client, f"/regulamentos/{name}/artigos/")
    ids = re.findall(r'\sid="([^"]+)"', html)
    assert len(ids) == len(set(ids))
    assert set(re.findall(r'href="#([^"]+)"', html)) <= set(ids)
    book = page(client, f"/regulamentos/{name}/")
    for anchor in re.findall(rf'href="/regulamentos/{name}/#([^"]+)"', html):
        assert f'id="{anchor}"' in book


def test_the_articles_of_an_unknown_regulation_are_not_found(client: Client) -> None:
    assert client.get("/regulamentos/pif-paf/artigos/").status_code == 404


def test_an_article_names_the_rulings_that_read_it(client: Client) -> None:
    assert "#decisao-tm-7" in of_article(page(client, f"/regulamentos/{TM}/artigos/"), "29a")


@pytest.mark.parametrize("name", available())
def test_the_whole_text_is_in_its_own_order(name: str) -> None:
    with override("pt-br"):
        shown = [one.number for part in parts_of(rulebook(load(name)), {}) for one in part.articles]
    assert shown == list(load(name).articles)


# --- from a citation ----------------------------------------------------------------------------------------------


def rendered(source: str, **context: object) -> str:
    return Template(source).render(Context(context))


def test_a_citation_of_an_event_leads_to_the_events_articles() -> None:
    event = Event(slug="copa", regulation=TM)
    with override("pt-br"):
        html = rendered("{% article rules 'edition.day' %}", rules=load(TM), event=event)
        other = rendered("{% article 'faraes-2023-tranca' 'going_out.requires' %}", event=event)
    assert html == '<a class="article" href="/campeonatos/copa/regulamento/artigos/#art-2.1">art. 2.1</a>'
    assert 'href="/regulamentos/faraes-2023-tranca/artigos/#art-14"' in other


@pytest.mark.parametrize(
    ("sentence", "linked"),
    [
        ("Tarde (AFIA 2026, Art. 7).", ["7"]),
        ("FARAES 2023, Art. 14, 15", ["14", "15"]),
        ("Truco Masters 2025, Anexo I, item 29a; Truco Masters 2025, item 4.2.1", ["29a", "4.2.1"]),
        ("APCEF/SC 2022, Art. 7 §2, e ponto", ["7-2"]),
        ("AFIA 2026, Art. 99", []),
        ("nada aqui", []),
    ],
)
def test_articles_named_in_a_sentence_are_links(sentence: str, linked: list[str]) -> None:
    with override("pt-br"):
        html = rendered("{% with_citations sentence %}", sentence=sentence)
    assert re.findall(r"#art-([^\"]+)", html) == linked
    assert re.sub("<[^>]+>", "", html) == sentence


def test_a_sentence_is_escaped_once_and_leads_to_the_event() -> None:
    event = Event(slug="copa", regulation="afia-2026-tranca")
    with override("pt-br"):
        html = rendered("{% with_citations s %}", s="<b>Ana & Bia</b> (AFIA 2026, Art. 7)", event=event)
        safe = rendered("{% with_citations s|safe %}", s="<b>A</b>")
    link = '<a href="/campeonatos/copa/regulamento/artigos/#art-7">AFIA 2026, Art. 7</a>'
    assert html == f"&lt;b&gt;Ana &amp; Bia&lt;/b&gt; ({link})"
    assert safe == "<b>A</b>"


# --- an event's own values ----------------------------------------------------------------------------------------


def at(day: int, hour: int, minute: int = 0) -> datetime:
    return datetime(2031, 3, day, hour, minute, tzinfo=ZoneInfo("America/Sao_Paulo"))


@pytest.fixture
def santos() -> Event:
    return published(opens=at(1, 8))


def published(*, opens: datetime, days: tuple[EventDay, ...] = ()) -> Event:
    founder = User.objects.create_user("founder@carteado.test")
    settings = EventSettings(day=date(2031, 3, 22), opens=opens, closes=at(20, 22, 30), days=days)
    details = Details(
        regulation=TM,
        name="Truco de Santos",
        place="Clube XV, Santos",
        settings=settings,
        capacity=24,
        producer="Clube XV",
        data_contact="dados@clubexv.example",
        changes=(("selection.pairs", 24),),
    )
    draft = store.create(details, by=founder)
    event = store.publish(draft, expected=draft.version, by=founder)
    assert isinstance(event, Event)
    return event


def own(client: Client, event: Event, number: str, language: str = "") -> str:
    return plain(of_article(page(client, f"{language}/campeonatos/{event.slug}/regulamento/artigos/"), number))


def test_tm_2_1_an_event_reads_its_own_day_and_pairs(client: Client, santos: Event) -> None:
    text = own(client, santos, "2.1")
    assert "22/03/2031" in text
    assert "com 24 duplas" in text


def test_tm_2_1_an_event_of_several_days_reads_all_of_them(client: Client) -> None:
    event = published(opens=at(1, 8), days=(EventDay(at(22, 9)), EventDay(at(23, 9), at(23, 18))))
    assert "truco paulista, em 22/03/2031 e 23/03/2031, com 24 duplas" in own(client, event, "2.1")
    assert "on 2031-03-22 and 2031-03-23, with 24 pairs" in own(client, event, "2.1", "/en")
    assert "22/03/2031 e 23/03/2031" in page(client, f"/campeonatos/{event.slug}/regulamento/")
    with override("pt-br"):
        rules = rulebook(store.championship_of(event).rules_as_decided).rules
    (rule,) = (one for one in rules if one.key == "edition.day")
    assert rule.text == "O evento é em 22/03/2031 e 23/03/2031."
    assert rule.citation.changed_by == ""


def test_tm_4_2_an_event_reads_its_own_window_in_its_own_time(client: Client, santos: Event) -> None:
    assert "abrem em 01/03/2031 08h00 e fecham em 20/03/2031 22h30" in own(client, santos, "4.2")
    assert "2031-03-20 22:30" in own(client, santos, "4.2", "/en")


def test_tm_4_3_an_event_reads_its_own_place(client: Client, santos: Event) -> None:
    assert "neste local: Clube XV, Santos" in own(client, santos, "4.3")
    assert "this place: Clube XV, Santos" in own(client, santos, "4.3", "/en")


def test_no_article_of_an_event_keeps_the_day_and_the_place_of_the_published_one(client: Client, santos: Event) -> None:
    html = page(client, f"/campeonatos/{santos.slug}/regulamento/artigos/")
    articles = "".join(of_article(html, number) for number in load(TM).articles)
    for published in ("2025", "São Paulo/SP", "Guile", "trucomasters.com.br"):
        assert published not in articles.replace("Truco Masters 2025", ""), published


def test_tm_1_1_an_event_names_who_runs_it(client: Client, santos: Event) -> None:
    assert "realiza e produz é Clube XV." in own(client, santos, "1.1")


def test_tm_9_3_an_event_says_who_answers_for_its_data(client: Client, santos: Event) -> None:
    html = page(client, f"/campeonatos/{santos.slug}/")
    assert "Clube XV" in html
    assert "dados@clubexv.example" in html


def test_what_the_event_decided_stands_out(client: Client, santos: Event) -> None:
    html = page(client, f"/campeonatos/{santos.slug}/regulamento/artigos/")
    assert '<mark class="decided">24</mark>' in of_article(html, "2.1")
    assert "<mark" not in of_article(html, "29a")


def test_a_changed_rule_is_told_with_the_article(client: Client, santos: Event) -> None:
    html = page(client, f"/campeonatos/{santos.slug}/regulamento/artigos/")
    assert "Mudou neste evento" in of_article(html, "2.1")


@pytest.mark.parametrize("path", ["", "regulamento/"])
def test_the_citations_of_an_event_lead_to_its_articles(client: Client, santos: Event, path: str) -> None:
    html = page(client, f"/campeonatos/{santos.slug}/{path}")
    cited = set(re.findall(r'class="article" href="([^"#]+)#art-', html))
    assert cited == {f"/campeonatos/{santos.slug}/regulamento/artigos/"}


def test_tm_4_3_the_entry_form_cites_its_own_article(client: Client) -> None:
    santos = published(opens=timezone.now() - timedelta(days=1))
    html = page(client, f"/campeonatos/{santos.slug}/inscrever/")
    assert f'href="/campeonatos/{santos.slug}/regulamento/artigos/#art-4.3"' in html
    assert 'href="/regulamentos/truco-masters-2025/artigos/' not in html
