"""What pages write in one way only: points, days with their hours, and no word twice in a row."""

import re
from collections.abc import Iterator
from datetime import datetime, timedelta

import pytest
from django.test import Client
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext, override, pgettext

from carteado.web.events.models import Event
from carteado.web.kit.forms.form_numbers import figure
from carteado.web.kit.guarding.policy import Role
from carteado.web.kit.words.address_prefixes import PREFIXES
from carteado.web.kit.words.dates import moment_in_words
from carteado.web.regulations.games import GameName, is_named_in
from tests.web.world.halls import FA, Worker, drawn, open_matches
from tests.web.world.roles import a_person

LANGUAGES = tuple(PREFIXES)


def test_points_below_nought_have_a_minus_and_thousands_no_mark() -> None:
    assert [figure(number) for number in (2000, 0, -210, 41_560)] == ["2000", "0", "\N{MINUS SIGN}210", "41560"]


def test_a_day_with_its_hour_is_written_in_one_way_a_language() -> None:
    this = timezone.localtime().replace(month=11, day=21, hour=18, minute=0)
    before = timezone.make_aware(datetime(2019, 3, 7, 8, 5))
    with override("pt-br"):
        assert (moment_in_words(this), moment_in_words(before)) == ("21 de novembro, 18h", "7 de março de 2019, 8h05")
    with override("en"):
        assert (moment_in_words(this), moment_in_words(before)) == ("21 November, 18:00", "7 March 2019, 08:05")


@pytest.fixture
def referee(db: None) -> Worker:
    """A league in which somebody went below nought."""
    referee = Worker.of(drawn(FA, 4), Role.REFEREE)
    match = open_matches(referee.championship)[0]
    pair = (referee.championship.bracket.pairs(match) or ("", ""))[1]
    referee.does(match, "resultado", first_1=2150, second_1=-1210)
    for party in ("first", "second"):
        referee.does(match, "confirmar", party=party)
    referee.does(match, "confirmar-arbitragem", party="referee")
    referee.does(match, "corrigir", first_1=2150, second_1=-1200, why="conta")
    assert next(one for one in referee.championship.bracket.placings() if one.pair == pair).balance == -3350
    return referee


def _pages(event: Event, match: str, pairs: tuple[str, str], referee: Worker) -> Iterator[str]:
    first, second = pairs
    addresses = [
        *((name, [event.slug]) for name in ("event", "bracket", "standings", "agenda", "results-sheet", "projector")),
        *((name, [event.slug]) for name in ("event-statistics", "decisions", "event-rules")),
        ("pair", [event.slug, second]),
        ("encounter", [event.slug, first, second]),
    ]
    yield from (Client().get(reverse(name, args=given)).content.decode() for name, given in addresses)
    yield referee.client.get(reverse("match-desk", args=[event.slug, match])).content.decode()


@pytest.mark.parametrize("language", LANGUAGES)
def test_no_page_mixes_ways_to_write_points(referee: Worker, language: str) -> None:
    championship = referee.championship
    match = next(iter(championship.logs))
    with override(language):
        pages = list(_pages(referee.event, match, championship.logs[match].pairs, referee))
    texts = [re.sub(r"<(script|svg|style).*?</\1>|<[^>]+>", " ", page, flags=re.DOTALL) for page in pages]
    assert sum("\N{MINUS SIGN}1200" in text or "\N{MINUS SIGN}3350" in text for text in texts) >= 6
    for text in texts:
        assert not re.search(r"(?<![\w-])-\d", text), re.findall(r".{20}(?<![\w-])-\d.{9}", text)
        assert not re.search(r"\b\d[.,]\d{3}\b", text), re.findall(r".{20}\b\d[.,]\d{3}\b.{9}", text)


@pytest.mark.django_db
@pytest.mark.parametrize("language", LANGUAGES)
def test_the_page_of_an_event_writes_days_with_their_hours_in_words(language: str) -> None:
    event = drawn(FA, 4)
    Event.objects.filter(pk=event.pk).update(embargo_until=timezone.now() + timedelta(days=30))
    with override(language):
        page = Client().get(reverse("event", args=[event.slug])).content.decode()
    assert not re.search(r">[^<]*\d\d/\d\d/20\d\d", page)


# --- no word twice ------------------------------------------------------------------------------------------------


def test_a_name_that_says_the_game_needs_it_not_said_before() -> None:
    assert is_named_in(GameName.TRUCO, "Truco Masters 2025")
    assert is_named_in(GameName.TRANCA, "29ª tranca do FARAES")
    assert not is_named_in(GameName.TRANCA, "Destranca geral")


@pytest.mark.django_db
@pytest.mark.parametrize("language", LANGUAGES)
def test_nobody_reads_truco_truco_masters(client: Client, language: str) -> None:
    organiser = a_person(Role.ORGANISER)
    assert organiser is not None
    client.force_login(organiser)
    with override(language):
        page = client.get(reverse("create-event")).content.decode()
    labels = re.findall(r"<label[^>]*>(.*?)</label>", page)
    plain = [re.sub("<[^>]+>", "", label) for label in labels]
    assert any("Truco Masters" in label for label in plain)
    assert not [label for label in plain if re.search(r"(?i)\b(\w+) · \1\b", label)]


def test_what_was_done_to_an_entry_is_not_the_word_for_its_state() -> None:
    with override("pt-br"):
        assert gettext("Selected.").rstrip(".") != pgettext("entry", "Selected")
        assert not gettext("came in on %(at)s").casefold().startswith(pgettext("entry", "Entered").casefold())
