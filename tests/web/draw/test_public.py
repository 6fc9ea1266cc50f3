"""What everybody sees of a draw: nothing of the secret before, everything after, and lines that anybody can run."""

import json
import logging
import subprocess
import sys
from collections.abc import Iterator
from dataclasses import replace
from datetime import timedelta
from html.parser import HTMLParser
from pathlib import Path

import pytest
from django.db import connection
from django.test import Client
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import override

from carteado.fair import verify_draw
from carteado.tournament.operations import Operation, Settle, Undo
from carteado.tournament.running.draws import FORM
from carteado.web.draw import secrets as sealing
from carteado.web.draw.models import DrawSecret
from carteado.web.draw.public_pages import hall_update, live_url, sheet_update
from carteado.web.events import store
from carteado.web.events.models import Event
from carteado.web.kit.guarding.policy import OTHER_ROUTES, Role
from carteado.web.kit.process.database_threads import in_thread
from carteado.web.kit.words.address_prefixes import PREFIXES
from carteado.web.pages.live_stream import LiveEvent
from carteado.web.people.models import Membership, User
from carteado.web.privacy.erasing import erase_account
from tests.web.draw.draw_desk import AF, AP, FA, LOTTERY, TM, Desk, an_event_of
from tests.web.kit.push.test_live_stream import PT, Page, opened_page, played

LANGUAGES = tuple(PREFIXES)
PAGES = ("draw", "draw-hall")


@pytest.fixture
def desk(ana: User) -> Desk:
    """Sixteen pairs, settled, whose draw is announced for within the hour."""
    desk = Desk(ana, an_event_of(TM, 16, by=ana))
    desk.settle()
    desk.announce("knockout", at=timezone.now() + timedelta(minutes=50))
    return desk


def hold_draw(desk: Desk, draw: str = "knockout", entropy: str = "48213") -> None:
    """The hour has come."""
    DrawSecret.objects.update(planned_at=timezone.now())
    desk.hold(draw, entropy)


def read(name: str, *arguments: str, language: str = "pt-br", client: Client | None = None) -> str:
    with override(language):
        path = reverse(name, args=arguments)
    answer = (client or Client()).get(path)
    assert answer.status_code == 200, path
    return str(answer.content.decode())


class _Listings(HTMLParser):
    """The text of every listing, by its id."""

    def __init__(self) -> None:
        super().__init__()
        self.found: dict[str, str] = {}
        self._inside = ""

    def handle_starttag(self, tag: str, given: list[tuple[str, str | None]]) -> None:
        if tag == "pre":
            self._inside = dict(given).get("id") or ""
            self.found[self._inside] = ""

    def handle_endtag(self, tag: str) -> None:
        if tag == "pre":
            self._inside = ""

    def handle_data(self, data: str) -> None:
        if self._inside:
            self.found[self._inside] += data


def listings(html: str) -> dict[str, str]:
    reader = _Listings()
    reader.feed(html)
    return reader.found


# --- before -------------------------------------------------------------------------------------------------------


def everything_public(event: Event, draw: str) -> Iterator[str]:
    for language in LANGUAGES:
        yield from (read(name, event.slug, draw, language=language) for name in PAGES)
        yield read("draw-list", event.slug, language=language)
        with override(language):
            yield hall_update(f"{event.slug}/{draw}")
            yield sheet_update(f"{event.slug}/{draw}")


def test_before_the_draw_everybody_sees_the_promise_and_who_is_in_it(desk: Desk) -> None:
    page = read("draw", desk.event.slug, "knockout")
    assert desk.championship.commitments["knockout"] in page
    assert "Loteria Federal, 1º prêmio" in page
    assert "data-countdown" in page
    assert all(f"Bia e {code}" in page for code in desk.championship.pairs)
    assert "protocolo.json" not in page


def test_nobody_finds_the_secret_before_the_draw_in_pages_logs_or_tables(
    desk: Desk, caplog: pytest.LogCaptureFixture
) -> None:
    caplog.set_level(logging.DEBUG)
    secret = DrawSecret.objects.get().secret
    assert len(bytes.fromhex(secret)) == 32
    event_page = read("event", desk.event.slug)
    places = [*everything_public(desk.event, "knockout"), event_page, desk.page(), caplog.text, *_tables()]
    assert not [place[:80] for place in places if secret in place]
    assert any(desk.championship.commitments["knockout"] in place for place in _tables()), "the scan reads the tables"
    path = reverse("draw-protocol", args=[desk.event.slug, "knockout"])
    assert Client().get(path).status_code == desk.client.get(path).status_code == 404


def _tables() -> Iterator[str]:
    """Every row of the database, as it lies there."""
    with connection.cursor() as cursor:
        for table in connection.introspection.table_names(cursor):
            cursor.execute(f"SELECT * FROM {connection.ops.quote_name(table)}")
            yield from map(repr, cursor.fetchall())


def test_another_secret_changes_nothing_that_anybody_sees_but_the_commitment(
    ana: User, monkeypatch: pytest.MonkeyPatch
) -> None:
    seen = []
    now = timezone.now().replace(microsecond=0)
    for secret in (bytes(32), bytes(range(32))):
        monkeypatch.setattr(sealing, "new_seed", lambda secret=secret: secret)
        desk = Desk(ana, an_event_of(TM, 16, by=ana))
        desk.settle()
        desk.announce("knockout", at=now + timedelta(hours=1))
        published = desk.championship.commitments["knockout"]
        slices = {published[at : at + 16]: f"h{at}" for at in range(0, 64, 16)}
        pages = [page.replace(published, "HASH") for page in everything_public(desk.event, "knockout")]
        for part, name in slices.items():
            pages = [page.replace(part, name) for page in pages]
        seen.append([_without_times(page.replace(desk.event.slug, "copa")) for page in pages])
    assert len(seen[0]) == len(seen[1]) == 5 * len(LANGUAGES)
    assert seen[0] == seen[1]


def _without_times(page: str) -> str:
    """When it was announced differs by the seconds between the two."""
    lines = (line for line in page.splitlines() if "csrfmiddlewaretoken" not in line)
    return "\n".join(line for line in lines if "committed" not in line and "<time" not in line)


def test_a_name_in_the_announcement_is_forgotten_with_its_owner(ana: User) -> None:
    desk = Desk(ana, an_event_of(TM, 8, by=ana))
    desk.settle()
    desk.announce("knockout", "Um número que Eulália Prates vai dizer")
    eulalia = User.objects.create_user("eulalia@exemplo.com.br", name="Eulália Prates")
    Membership.objects.create(event=desk.event, user=eulalia, role=Role.CLERK)
    assert erase_account(eulalia, with_events=True) is None
    assert "Eulália" not in DrawSecret.objects.get().entropy_from
    assert "Eulália" not in read("draw", desk.event.slug, "knockout")
    desk.hold("knockout")
    assert verify_draw(dict(desk.championship.draws["knockout"])) == []


# --- after --------------------------------------------------------------------------------------------------------


def test_the_protocol_is_exactly_what_the_championship_has(desk: Desk) -> None:
    hold_draw(desk)
    answer = Client().get(reverse("draw-protocol", args=[desk.event.slug, "knockout"]))
    assert answer["Content-Type"] == "application/json"
    assert json.loads(answer.content) == json.loads(json.dumps(dict(desk.championship.draws["knockout"])))
    assert verify_draw(json.loads(answer.content)) == []


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("regulation", [TM, AF, FA])
def test_the_lines_on_the_page_check_the_draw(ana: User, regulation: str, language: str, tmp_path: Path) -> None:
    desk = Desk(ana, an_event_of(regulation, 12, by=ana))
    for number, pair in enumerate(desk.event.pairs_named.all()):
        pair.delegation = f"Delegação {number % 4}"
        pair.save()
    desk.settle()
    draw = desk.championship.plan.stages[0].id
    desk.announce(draw)
    hold_draw(desk, draw, "Prêmio nº 48.213 “à vista”")
    found = listings(read("draw", desk.event.slug, draw, language=language))
    served = Client().get(reverse("draw-protocol", args=[desk.event.slug, draw])).content
    assert found["five-lines"].strip().count("\n") == 4
    assert _run(tmp_path, found["five-lines"] + found["the-order"], served) == "True\nTrue\nTrue\n"
    protocol = json.loads(served)
    for field, changed in (("secret", "0" * 64), ("entropy", "outro")):
        lied = json.dumps(protocol | {field: changed}).encode()
        assert "False" in _run(tmp_path, found["five-lines"], lied)
    lied = json.dumps(protocol | {"result": protocol["result"][::-1]}).encode()
    assert _run(tmp_path, found["five-lines"] + found["the-order"], lied) == "True\nTrue\nFalse\n"


def _run(folder: Path, program: str, protocol: bytes) -> str:
    (folder / "protocolo.json").write_bytes(protocol)
    done = subprocess.run([sys.executable, "-c", program], cwd=folder, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    return done.stdout


def test_the_line_for_a_terminal_prints_the_commitment_and_the_command_checks_all(desk: Desk, tmp_path: Path) -> None:
    hold_draw(desk)
    shell = listings(read("draw", desk.event.slug, "knockout"))["in-shell"]
    served = Client().get(reverse("draw-protocol", args=[desk.event.slug, "knockout"])).content
    (tmp_path / "protocolo.json").write_bytes(served)
    ours = str(Path(sys.executable).parent)
    done = subprocess.run(
        ["sh", "-ec", shell],
        cwd=tmp_path,
        env={"PATH": f"{ours}:/usr/bin:/bin"},
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    assert done.stdout.startswith(desk.championship.commitments["knockout"])


def test_after_the_draw_the_page_has_secret_entropy_seed_and_everybody_in_his_place(desk: Desk) -> None:
    hold_draw(desk)
    protocol = desk.championship.draws["knockout"]
    page = read("draw", desk.event.slug, "knockout")
    assert all(str(protocol[name]) in page for name in ("secret", "entropy", "seed", "commitment"))
    boxes = page[page.index('id="result"') : page.index('id="facts"')]
    assert [boxes.count(f"Bia e {code}") for code in desk.championship.pairs] == [1] * 16


def test_the_form_that_was_drawn_is_announced_in_large_letters(ana: User) -> None:
    desk = Desk(ana, an_event_of(AP, 12, by=ana, forms=("league", "double_elimination")))
    desk.announce(FORM)
    hold_draw(desk, FORM)
    page = read("draw", desk.event.slug, FORM)
    assert 'class="panel panel--table champion"' in page


def test_a_draw_taken_back_is_told_to_everybody(desk: Desk) -> None:
    hold_draw(desk, entropy="48213")
    desk.append(Undo(by=store.author(desk.user), at=timezone.now()))
    page = read("draw", desk.event.slug, "knockout")
    assert "48213" in page
    assert "não vale mais" in page
    assert "protocolo.json" not in page


def test_a_draw_that_is_not_there_is_no_page(desk: Desk) -> None:
    for name in ("draw", "draw-hall", "draw-protocol"):
        assert Client().get(reverse(name, args=[desk.event.slug, "groups"])).status_code == 404


def test_who_is_kept_apart_is_told_before_and_who_moved_after(ana: User) -> None:
    desk = Desk(ana, an_event_of(AF, 8, by=ana))
    desk.event.pairs_named.filter(code__in=("d001", "d002", "d003", "d004")).update(delegation="Bahia")
    desk.settle()
    desk.announce("knockout")
    before = read("draw", desk.event.slug, "knockout")
    apart = before[before.index("Não se pegam logo de cara") :]
    assert "Bahia" in apart
    assert all(f"Bia e d00{number}" in apart for number in (1, 2, 3, 4))
    hold_draw(desk)
    moves = desk.championship.draws["knockout"]["constraints"]
    assert isinstance(moves, dict)
    after = read("draw", desk.event.slug, "knockout")
    assert after.count("trocou de lugar com") == len(moves["moves"])


# --- lots ---------------------------------------------------------------------------------------------------------


def _left_equal(ana: User) -> Desk:
    """Tranca of five delegations: both who lost their match scored and conceded the same."""
    desk = Desk(ana, an_event_of(AF, 5, by=ana))
    desk.settle()
    desk.announce("qualifying")
    desk.hold("qualifying")
    for match in [one for one in desk.championship.fixtures if desk.championship.bracket.is_open(one)]:
        desk.play(match, (1500, 700))
    return desk


LOTS = "lots-qualifying-qualifying"


def test_af_10_who_is_left_equal_and_by_what_stands_on_the_public_page_and_then_who_goes_on(ana: User) -> None:
    desk = _left_equal(ana)
    tied = desk.championship.bracket.lots_needed()["qualifying-qualifying"]
    for page in (read("draw-list", desk.event.slug), read("draw", desk.event.slug, LOTS)):
        assert all(f"Bia e {pair}" in page for pair in tied)
        assert "art. 10" in page
        assert page.count('<td class="number">700</td>') == 2
    desk.announce(LOTS)
    hold_draw(desk, LOTS)
    first, second = desk.championship.lots["qualifying-qualifying"]
    page = read("draw", desk.event.slug, LOTS)
    outcome = page[page.index("Quem segue, e por quê") : page.index('id="facts"')]
    assert f"<strong>Bia e {first}</strong>" in outcome
    assert f"<strong>Bia e {second}</strong>" not in outcome
    assert "por sorteio" in outcome


def test_e_14_under_an_embargo_lots_are_for_the_team_alone(ana: User) -> None:
    desk = _left_equal(ana)
    desk.announce(LOTS)
    hold_draw(desk, LOTS)
    Event.objects.update(embargo_until=timezone.now() + timedelta(hours=3))
    for name in ("draw", "draw-hall", "draw-protocol"):
        path = reverse(name, args=[desk.event.slug, LOTS])
        assert Client().get(path).status_code == 404
        assert desk.client.get(path).status_code == 200
    assert hall_update(f"{desk.event.slug}/{LOTS}") == ""
    assert "data-live" not in read("draw-hall", desk.event.slug, LOTS, client=desk.client).replace("data-draw-live", "")
    listed = read("draw-list", desk.event.slug)
    assert LOTS not in listed
    assert "Repescagem" not in listed
    assert read("draw", desk.event.slug, "qualifying"), "what was drawn before the first card is no secret"


# --- on a wall ----------------------------------------------------------------------------------------------------


def test_the_projector_waits_with_closed_cards_and_then_has_all_in_place_without_scripts(desk: Desk) -> None:
    page = read("draw-hall", desk.event.slug, "knockout")
    assert page.count("is-closed") == 16
    assert 'data-draw-hall="announced"' in page
    assert "data-draw-clock" in page
    assert not any(f"Bia e {code}" in page for code in desk.championship.pairs)
    hold_draw(desk)
    page = read("draw-hall", desk.event.slug, "knockout")
    assert "is-closed" not in page
    drawn = desk.championship.places["knockout"]
    turns = [page.index(f'data-draw-turn="{turn}"') for turn in range(16)]
    for place, at in enumerate(turns):
        assert f"Bia e {drawn[place]}" in page[at : at + 700]


@pytest.mark.parametrize("fell_by", [Undo, Settle])
def test_the_projector_shows_nothing_of_an_announcement_that_fell(desk: Desk, fell_by: type[Operation]) -> None:
    now, by = timezone.now(), "system"
    assert LOTTERY in read("draw-hall", desk.event.slug, "knockout")
    championship = desk.championship
    settled = next(one for one in championship.log if isinstance(one, Settle))
    desk.append(Undo(by=by, at=now) if fell_by is Undo else replace(settled, at=now))
    page = read("draw-hall", desk.event.slug, "knockout")
    assert "Ainda não anunciado." in page
    assert 'data-draw-hall="open"' in page
    assert LOTTERY not in page
    assert "data-draw-clock" not in page


def test_a_draw_that_nobody_knows_pushes_nothing(desk: Desk) -> None:
    assert hall_update(f"{desk.event.slug}/groups") == ""
    assert hall_update("nenhum/knockout") == ""
    assert hall_update("") == ""
    assert live_url(desk.event, "knockout") == f"/ao-vivo/sorteio/{desk.event.slug}/knockout"


def test_the_page_of_a_draw_is_pushed_as_everybody_reads_it(desk: Desk) -> None:
    slug = desk.event.slug
    assert sheet_update(f"{slug}/groups") == sheet_update("nenhum/knockout") == ""
    announced = sheet_update(f"{slug}/knockout")
    protocol = reverse("draw-protocol", args=[slug, "knockout"])
    assert announced in read("draw", slug, "knockout")
    assert protocol not in announced
    hold_draw(desk)
    held, page = sheet_update(f"{slug}/knockout"), read("draw", slug, "knockout")
    assert f'data-live="/ao-vivo/folha-sorteio/{slug}/knockout">{held}' in page
    assert protocol in held


@pytest.mark.django_db(transaction=True)
def test_an_open_projector_gets_the_draw_the_moment_it_is_held() -> None:
    ana = User.objects.create_user("ana@exemplo.com.br", name="Ana Lima")
    desk = Desk(ana, an_event_of(TM, 8, by=ana))
    desk.settle()
    desk.announce("knockout")

    async def scene() -> None:
        page = Page(desk.event)
        page.scope["path_params"] = {"slug": desk.event.slug, "draw": "knockout"}
        page.stream = LiveEvent("sorteio", OTHER_ROUTES["/ao-vivo/sorteio/{slug}/{draw}"], PT)
        async with opened_page(page):
            assert 'data-draw-hall="announced"' in str(await page.next())
            await in_thread(desk.hold, "knockout")
            assert 'data-draw-hall="held"' in str(await page.next())
            await in_thread(desk.append, Undo(by=store.author(ana), at=timezone.now()))
            assert 'data-draw-hall="announced"' in str(await page.next())

    played(scene())
