"""What an event decides stands wherever its rules are shown (TM 2.1, 4.2, 4.3, E-8): every page, paper, file and letter
of an event in Santos is read for the day, the window, the city and the number of pairs of the published text."""

import io
import re
import zipfile
from collections.abc import Iterator, Mapping
from contextlib import suppress
from dataclasses import replace
from datetime import timedelta
from html import unescape
from itertools import product

import pytest
from django.conf import settings
from django.core import mail
from django.test import Client, TestCase
from django.urls import NoReverseMatch, reverse
from django.utils import timezone
from django.utils.translation import override
from pypdf import PdfReader

from carteado.tournament.formats.plans import plan_for
from carteado.tournament.matches.timetable import RoundHour, rounds_of
from carteado.tournament.operations import ChangeEntry, Operation, SetHours, Settle
from carteado.tournament.registrations.acts import Actor, Role, Select
from carteado.tournament.registrations.eligibility import EventDay
from carteado.tournament.state.championship import Championship
from carteado.web.events import store
from carteado.web.events.models import Event
from carteado.web.registrations.models import Entrant
from tests.web.world import newcomers
from tests.web.world.halls import hold_draw, sealed
from tools.policy_matrix import django_routes

pytestmark = pytest.mark.django_db

FOREIGN = re.compile(
    r"São Paulo|Guile|trucomasters|16 (?:duplas|pairs)"
    r"|(?:25/10|15/09|18/10|22/08)/2025|2025-(?:10-25|09-15|10-18|08-22)"
)
OF_THE_TEXT_ITSELF = {
    "articles": "the regulation as published",
    "regulation": "the regulation as published",
    "rulings": "readings of the text",
    "search-regulations": "the regulations as published",
    "wizard": "beside each field the organiser reads what the regulation has",
}
CPFS = ("529.982.247-25", "111.444.777-35", "123.456.789-09", "987.654.321-00", "935.411.347-80", "862.883.667-57")


def append(event: Event, *operations: Operation) -> Championship:
    event.refresh_from_db()
    with TestCase.captureOnCommitCallbacks(execute=True):
        after = store.append_all(event, operations, by=newcomers.founder())
    assert isinstance(after, Championship), after
    event.refresh_from_db()
    return after


def an_event_in_santos() -> Event:
    """Truco for three pairs on two days, entered on the site, selected, drawn, with hours."""
    event = newcomers.an_open_event(newcomers.TRUCO, capacity=3)
    begins = (timezone.localtime() + timedelta(days=12)).replace(hour=14, minute=0, second=0, microsecond=0)
    details = store.details_of(event)
    changed = replace(
        details,
        place="Clube XV, Santos",
        producer="Guará Filmes",
        changes=(("selection.pairs", 3),),
        settings=replace(
            details.settings, day=begins.date(), days=(EventDay(begins), EventDay(begins + timedelta(days=1)))
        ),
    )
    saved = store.save_details(
        event, changed, expected=event.version, step="lugar", by=newcomers.founder(), why="marcado"
    )
    assert isinstance(saved, Event), saved
    for number in range(3):
        one, two = CPFS[2 * number : 2 * number + 2]
        registrant = newcomers.enter(Client(), event, newcomers.a_person(f"Ana {number}", document=one))
        partner = newcomers.a_person(f"Bia {number}", document=two)
        assert newcomers.confirm(Client(), newcomers.partner_of(registrant), partner).status_code == 302
    Entrant.objects.update(email="ana@x.test")
    now, by = timezone.now(), Actor(Role.ORGANISER, "system")
    event.refresh_from_db()
    for entry in store.championship_of(event).entries:
        append(event, ChangeEntry(by="system", at=now, entry=entry, change=Select(by=by, at=now)))
    return event


def drawn(event: Event) -> None:
    championship, now = store.championship_of(event), timezone.now()
    plan, begins = plan_for(championship.regulation, 3), championship.settings.begins
    assert begins is not None
    stage = plan.stages[0].id
    settled = Settle(by="system", at=now, plan=plan, pairs=tuple(championship.entries))
    append(event, settled, sealed(event.slug, stage, now), hold_draw(stage, now))
    hours = [RoundHour(*one, begins + number * timedelta(hours=2)) for number, one in enumerate(rounds_of(plan))]
    append(event, SetHours(by="system", at=now, rounds=tuple(hours)))


def values_of(event: Event) -> Mapping[str, tuple[str, ...]]:
    """What the blanks of addresses may be filled with."""
    championship = store.championship_of(event)
    entries = tuple(championship.entries)
    return {
        "slug": (event.slug,),
        "match": tuple(championship.fixtures)[:1],
        "code": entries[:1],
        "first": entries[:1],
        "second": entries[1:2],
        "draw": tuple(championship.draws),
        "secret": (event.entrants.earliest("number").secret,),
        "number": ("1",),
        "what": ("chave", "horarios", "mesas", "crachas", "certificados", "resultado", "inscritos", "recibos"),
        "kind": ("pdf", "csv", "xlsx"),
        "name": ("classificacao.csv", "partidas.csv", "partidas.ics", "decidir", "pontos", "wo", "desclassificar"),
        "regulation": (event.regulation,),
    }


def addresses(event: Event) -> Iterator[str]:
    values = values_of(event)
    for route in django_routes():
        blanks = re.findall(r"<(?:\w+:)?(\w+)>", route.path)
        if route.name in OF_THE_TEXT_ITSELF or not blanks or not set(blanks) <= set(values):
            continue
        for chosen in product(*(values[one] for one in blanks)):
            with suppress(NoReverseMatch):  # a blank that takes fewer words than others of its name
                yield reverse(route.name, kwargs=dict(zip(blanks, chosen, strict=True)))


def readable(content: bytes, kind: str) -> str:
    """What somebody reads of an answer, also of a paper or of a packed file."""
    if "pdf" in kind:
        return " ".join(page.extract_text() for page in PdfReader(io.BytesIO(content)).pages)
    if content.startswith(b"PK"):
        with zipfile.ZipFile(io.BytesIO(content)) as archive:
            parts = {name: archive.read(name) for name in archive.namelist() if name != "event.json"}
        return " ".join(readable(part, name) for name, part in parts.items())
    text = content.decode(errors="replace")
    return unescape(re.sub(r"<(script|style).*?</\1>", "", text, flags=re.DOTALL)) if "html" in kind else text


def foreign_in(event: Event) -> Iterator[tuple[str, str]]:
    """Each address with what of another edition it says, for everybody and for the organiser."""
    organiser = Client()
    organiser.force_login(newcomers.founder())
    for path in addresses(event):
        for client in (Client(), organiser):
            answer = client.get(path)
            if answer.status_code == 200:
                content = b"".join(answer) if answer.streaming else answer.content
                text = readable(content, answer["Content-Type"])
                yield from ((path, found) for found in FOREIGN.findall(text))


@pytest.mark.slow
@pytest.mark.parametrize("language", [code for code, _name in settings.LANGUAGES])
def test_e_8_no_event_in_santos_says_another_editions_day_window_city_or_number(language: str) -> None:
    event = an_event_in_santos()
    with override(language):
        assert set(foreign_in(event)) == set()
        drawn(event)
        assert len(list(addresses(event))) > 60, "the walk goes everywhere"
        assert set(foreign_in(event)) == set()
    letters = {letter.subject: f"{letter.subject} {letter.body}" for letter in mail.outbox}
    assert {subject for subject, text in letters.items() if FOREIGN.search(text)} == set()
    assert any("convocados" in subject for subject in letters)
