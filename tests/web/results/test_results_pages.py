"""After the event: the sheet and its files, statistics, records that read back, and the archive."""

import csv
import io
import json
import subprocess
import sys
import zipfile
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import replace
from datetime import timedelta
from pathlib import Path

import pytest
from django.test import Client
from django.urls import reverse
from django.utils import timezone
from django.utils.html import escape
from openpyxl import load_workbook

from carteado.regulation import Refusal
from carteado.tournament.files.event_file import event_of
from carteado.tournament.matches.match_log import Game, Party
from carteado.tournament.operations import Correct, Decide, Dispute, Submit, WalkOver
from carteado.tournament.registrations.acts import EntryState
from carteado.web.demo import cast, scenes, seeding
from carteado.web.events import store, team
from carteado.web.events.models import Event, Stage
from carteado.web.kit.guarding.policy import Role
from carteado.web.log.models import LogEntry
from carteado.web.people.models import Membership, OneTimeLink, User
from carteado.web.privacy.erasing import erasing_transaction
from carteado.web.privacy.name_traces import TextChange
from carteado.web.registrations.models import Agreement, Entrant, Registration
from carteado.web.results import archiving
from carteado.web.results.match_statistics import statistics_of
from carteado.web.results.results_sheet import sheet_of
from carteado.web.watch.visible_event import visible_to_everybody
from tests.web.world.event_people import an_open_event, append, draw, enter, founder, play, with_papers
from tests.web.world.organising import form_in

pytestmark = pytest.mark.django_db

CPF = "52998224725"


@pytest.fixture
def event() -> Event:
    """Four pairs, one of which begins like a formula."""
    event = an_open_event()
    papers = with_papers(
        name="Beatriz Ramos",
        called="=Bia",
        email="bia@x.test",
        phone="+5548999998888",
        document=CPF,
        birth_date="1980-01-02",
    )
    enter(event, "d1", papers, {"name": "Ivo Lemos da Costa", "called": ""})
    for code in ("d2", "d3", "d4"):
        enter(event, code, {"called": f"Ana{code}"}, {"called": f"Zé{code}"})
    return event


@pytest.fixture
def over(event: Event) -> Event:
    draw(event)
    by, now = store.author(founder()), timezone.now()
    decided = Decide(by=by, at=now, question="Pode café na mesa?", decision="Pode, longe das cartas.", why="É cedo.")
    append(event, decided)
    play(event)
    event.refresh_from_db()
    assert event.stage == Stage.FINISHED
    return event


def path(route: str, event: Event, **more: str) -> str:
    return reverse(route, kwargs={"slug": event.slug, **more})


def signed_in(user: User) -> Client:
    client = Client()
    client.force_login(user)
    return client


@pytest.fixture
def organiser() -> Client:
    return signed_in(founder())


# --- the sheet ----------------------------------------------------------------------------------------------------


class TestSheet:
    def test_it_has_champions_places_matches_and_decisions(self, over: Event, client: Client) -> None:
        page = client.get(path("results-sheet", over)).content.decode()
        champion = store.championship_of(over).bracket.champion
        assert champion is not None
        assert page.count(store.names_of(over)[champion]) >= 3
        assert page.count("3000 × 1200") == 3
        assert "Pode café na mesa?" in page
        assert "Pode, longe das cartas." in page

    def test_everybody_finds_it_once_the_event_is_over(self, over: Event, client: Client) -> None:
        sheet = path("results-sheet", over)
        assert sheet in client.get(path("event", over)).content.decode()
        assert f'href="{sheet}" aria-current="page"' in client.get(sheet).content.decode()

    def test_the_team_keeps_its_way_between_the_desks(self, over: Event, organiser: Client, client: Client) -> None:
        page = organiser.get(path("results-sheet", over)).content.decode()
        assert f'href="{path("results-sheet", over)}" aria-current="page"' in page
        for name in ("manage", "entries", "draws", "tables", "team"):
            assert f'href="{path(name, over)}"' in page
            assert f'href="{path(name, over)}"' not in client.get(path("results-sheet", over)).content.decode()

    def test_it_has_walkovers_and_corrections_with_article_and_without_reason(
        self, event: Event, client: Client
    ) -> None:
        championship, by, now = draw(event), store.author(founder()), timezone.now()
        first, second = (match for match in championship.fixtures if championship.bracket.is_open(match))
        absent, _stays = championship.bracket.pairs(first) or ("", "")
        names = store.names_of(event)
        append(event, WalkOver(by=by, at=now, match=first, absent=(absent,), why="Dormiram demais"))
        play(event, most=1)
        games = (Game((3000, 1400), 0),)
        append(event, Correct(by=by, at=now, match=second, games=games, why="Somaram errado"))
        append(event, Correct(by=by, at=now, match=second, games=(Game((3100, 1400), 0),), why="Outra vez"))
        sheet = sheet_of(visible_to_everybody(event))
        assert sheet is not None
        assert [(one.number, one.text, one.key) for one in sheet.referee_results] == [
            (1, f"Falta de {names[absent]}. Conta 0 × 3000.", "walkover.score"),
            (2, "3000 × 1200 → 3000 × 1400", "referee.adjust"),
            (2, "3000 × 1400 → 3100 × 1400", "referee.adjust"),
        ]
        page = client.get(path("results-sheet", event)).content.decode()
        section = page.partition('id="decisions"')[2].partition("</section>")[0]
        for one in sheet.referee_results:
            assert escape(one.text) in section
            assert escape(one.pairs) in section
        assert section.count("art. 16") == 1
        assert section.count("art. 17") == 2
        for reason in ("Dormiram", "Somaram", "Outra vez"):
            assert reason not in page
        append(event, Correct(by=by, at=now, match=first, games=games, why="Vieram"))
        played = sheet_of(visible_to_everybody(event))
        assert played is not None
        assert played.referee_results[0].text == "W.O. → 3000 × 1400"

    def test_a_first_result_with_a_reason_is_no_correction(self, event: Event) -> None:
        championship, by, now = draw(event), store.author(founder()), timezone.now()
        match = next(match for match in championship.fixtures if championship.bracket.is_open(match))
        submit = Submit(by=by, at=now, match=match, games=(Game((3000, 1200), 0),), why="O juiz decidiu")
        append(event, submit)
        append(event, Dispute(by=by, at=now, match=match, version=0, party=Party.FIRST, why="Foram 1300"))
        append(event, replace(submit, games=(Game((3000, 1300), 0),)))
        sheet = sheet_of(visible_to_everybody(event))
        assert sheet is not None
        assert sheet.referee_results == ()
        append(event, Correct(by=by, at=now, match=match, games=(Game((3000, 1400), 0),), why="Somaram errado"))
        corrected = sheet_of(visible_to_everybody(event))
        assert corrected is not None
        assert [one.text for one in corrected.referee_results] == ["3000 × 1300 → 3000 × 1400"]

    def test_sheet_and_regulation_lead_to_what_was_decided(self, over: Event, client: Client) -> None:
        for route in ("results-sheet", "event-rules"):
            assert f'href="{path("decisions", over)}"' in client.get(path(route, over)).content.decode(), route

    def test_before_the_draw_it_says_so(self, event: Event, client: Client) -> None:
        assert "empty" in client.get(path("results-sheet", event)).content.decode()

    def test_the_organiser_finds_records_from_it_and_a_visitor_does_not(
        self, over: Event, client: Client, organiser: Client
    ) -> None:
        records = path("records", over)
        assert records in organiser.get(path("results-sheet", over)).content.decode()
        assert records not in client.get(path("results-sheet", over)).content.decode()

    def test_under_an_embargo_nobody_else_learns_who_won(self, over: Event, client: Client, organiser: Client) -> None:
        Event.objects.filter(pk=over.pk).update(embargo_until=timezone.now() + timedelta(days=1))
        for name, more in (("results-sheet", {}), ("event-statistics", {}), ("results-file", {"name": "partidas.csv"})):
            assert "3000" not in client.get(path(name, over, **more)).content.decode(), name
            assert "3000" in organiser.get(path(name, over, **more)).content.decode(), name


class TestFiles:
    def test_csv_has_names_and_runs_no_formula(self, over: Event, client: Client) -> None:
        answer = client.get(path("results-file", over, name="classificacao.csv"))
        assert answer["Content-Disposition"].startswith("attachment")
        rows = list(csv.reader(io.StringIO(answer.content.decode("utf-8-sig")), delimiter=";"))
        assert len(rows) == 1 + 4
        assert not any(cell.startswith("=") for row in rows for cell in row)
        assert any("Bia" in cell for row in rows for cell in row)

    def test_reasons_name_pairs_and_not_their_codes(self, over: Event, client: Client) -> None:
        for language in ("", "/en"):
            text = client.get(language + path("results-file", over, name="classificacao.csv")).content.decode()
            assert not any(
                code in text.replace(f"Ana{code}", "").replace(f"Zé{code}", "") for code in ("d1", "d2", "d3")
            )

    def test_xlsx_has_every_sheet(self, over: Event, client: Client) -> None:
        answer = client.get(path("results-file", over, name="resultado.xlsx"))
        book = load_workbook(io.BytesIO(answer.content))
        assert [sheet.max_row for sheet in book.worksheets] == [5, 4]

    def test_the_calendar_has_every_match(self, over: Event, client: Client) -> None:
        text = client.get(path("results-file", over, name="partidas.ics")).content.decode()
        assert text.count("BEGIN:VEVENT") == 3

    def test_without_delegations_there_is_no_file_of_them(self, over: Event, client: Client) -> None:
        assert client.get(path("results-file", over, name="delegacoes.csv")).status_code == 404
        assert client.get(path("results-sheet", over) + "segredo.csv").status_code == 404


# --- statistics ---------------------------------------------------------------------------------------------------


class TestStatistics:
    def test_they_follow_from_the_matches(self, over: Event) -> None:
        found = statistics_of(visible_to_everybody(over))
        assert found is not None
        assert (found.pairs, found.matches, found.games, found.points, found.walkovers) == (4, 3, 3, 3 * 4200, 0)
        assert [one.margin for one in found.closest] == [1800] * 3
        assert [(bar.number, bar.of, bar.share) for bar in found.wins] == [
            (2, 2, 100),
            (1, 2, 50),
            (0, 1, 0),
            (0, 1, 0),
        ]
        assert [(bar.label, bar.number) for bar in found.tables] == [("1", 3)]

    def test_a_walkover_is_no_match_that_somebody_played(self, event: Event) -> None:
        championship = draw(event)
        match = next(one for one in championship.fixtures if championship.bracket.is_open(one))
        pairs = championship.bracket.pairs(match)
        assert pairs is not None
        append(event, WalkOver(by=store.author(founder()), at=timezone.now(), match=match, absent=(pairs[0],), why="-"))
        found = statistics_of(visible_to_everybody(event))
        assert found is not None
        assert (found.matches, found.walkovers, found.closest) == (0, 1, ())

    def test_before_the_first_result_there_are_none(self, event: Event, client: Client) -> None:
        assert statistics_of(visible_to_everybody(event)) is None
        draw(event)
        assert client.get(path("event-statistics", event)).status_code == 200


# --- records ------------------------------------------------------------------------------------------------------


def records(client: Client, event: Event, **query: str) -> zipfile.ZipFile:
    answer = client.get(path("records-file", event), query)
    assert answer.status_code == 200
    return zipfile.ZipFile(io.BytesIO(answer.content))


class TestRecords:
    def test_the_event_reads_back_as_it_stands(self, over: Event, organiser: Client) -> None:
        packed = records(organiser, over)
        again = event_of(json.loads(packed.read("event.json")))
        assert again == store.championship_of(over)

    def test_the_command_line_shows_it(self, over: Event, organiser: Client, tmp_path: Path) -> None:
        records(organiser, over).extract("event.json", tmp_path)
        command = [str(Path(sys.executable).with_name("carteado")), "tournament", "show", str(tmp_path / "event.json")]
        shown = subprocess.run(command, capture_output=True, text=True, check=False, timeout=60)
        assert shown.returncode == 0, shown.stderr
        assert "d1" in shown.stdout

    def test_every_draw_has_its_protocol(self, over: Event, organiser: Client) -> None:
        packed = records(organiser, over)
        protocols = {name: json.loads(packed.read(name)) for name in packed.namelist() if name.startswith("draws/")}
        assert list(protocols.values()) == [
            json.loads(json.dumps(one)) for one in store.championship_of(over).draws.values()
        ]
        assert protocols

    def test_without_names_nothing_tells_who_played(self, over: Event, organiser: Client) -> None:
        packed = records(organiser, over)
        assert "pairs.json" not in packed.namelist()
        for name in packed.namelist():
            if not name.endswith(".xlsx"):
                assert "Bia" not in packed.read(name).decode(), name

    def test_with_names_they_stand_in_a_file_of_their_own_and_no_paper_does(
        self, over: Event, organiser: Client
    ) -> None:
        packed = records(organiser, over, nomes="sim")
        assert json.loads(packed.read("pairs.json")) == store.names_of(over)
        everything = b"".join(packed.read(name) for name in packed.namelist())
        assert CPF.encode() not in everything
        assert b"1980-01-02" not in everything

    def test_the_rules_in_force_have_their_articles(self, over: Event, organiser: Client) -> None:
        rules = json.loads(records(organiser, over).read("regulation.json"))
        assert rules["id"] == over.regulation
        assert all(one["articles"] or one["ruling"] for one in rules["rules"].values())

    @pytest.mark.parametrize("role", [Role.REFEREE, Role.CLERK, Role.BROADCASTER])
    def test_only_organisers_get_them(self, role: Role, over: Event) -> None:
        helper = User.objects.create_user("helper@x.test")
        Membership.objects.create(event=over, user=helper, role=role)
        for name in ("records", "records-file"):
            assert signed_in(helper).get(path(name, over)).status_code == 403


# --- the archive --------------------------------------------------------------------------------------------------


def archive(client: Client, event: Event, **changed: str) -> int:
    fields = form_in(client.get(path("records", event)).content.decode(), path("archive", event))
    return client.post(path("archive", event), fields | {"name": event.name} | changed).status_code


class TestArchive:
    def test_tm_9_5_what_only_playing_needed_is_gone_and_results_stay(self, over: Event, organiser: Client) -> None:
        team.invite(over, Role.CLERK, by=founder(), email="x@y.test")
        before = store.championship_of(over)
        assert archive(organiser, over) == 302
        over.refresh_from_db()
        assert over.archived_at is not None
        bia, ivo = Entrant.objects.get(code="d1a"), Entrant.objects.get(code="d1b")
        for entrant in (bia, ivo):
            kept = (entrant.name, entrant.email, entrant.phone, entrant.document, entrant.document_index)
            assert kept == ("",) * 5
            assert (entrant.birth_date, entrant.declared, entrant.document_kind) == ("", "", "")
        assert (bia.called, ivo.called) == ("=Bia", "Ivo Lemos da Costa")
        assert all(one.answers == {} for one in Registration.objects.all())
        assert not OneTimeLink.objects.filter(event=over).exists()
        assert Agreement.objects.filter(entrant=bia).exists()
        assert store.championship_of(over) == before
        assert LogEntry.objects.filter(action="event.archived", event=over, actor=founder()).count() == 1

    def test_in_reasons_people_are_called_replace_names(self, over: Event, organiser: Client) -> None:
        now, by = timezone.now(), store.author(founder())
        papers = "CPF 529.982.247-25, nascida em 2/1/1980, (48) 99999-8888, BIA@x.test"
        question = f"A Beatriz  RAMOS ({papers})?"
        append(over, Decide(by=by, at=now, question=question, decision="Anad2 e Zéd2.", why="Ivo Costa"))
        archive(organiser, over)
        over.refresh_from_db()
        ruled = store.championship_of(over).decisions[-1]
        assert ruled.question == "A =Bia (CPF •••, nascida em •••, •••, •••)?"
        assert (ruled.decision, ruled.why) == ("Anad2 e Zéd2.", "Ivo Costa")

    @pytest.mark.parametrize("letter", ["ı", "İ", "ß", "\u0301", "ﬁ", "\u200b"])
    def test_no_letter_keeps_it_open(self, letter: str, over: Event, organiser: Client) -> None:
        now, by = timezone.now(), store.author(founder())
        append(over, Decide(by=by, at=now, question=f"Beatr{letter}z Ramos?", decision="Beatrız Ramos.", why="Sim"))
        assert archive(organiser, over) == 302
        over.refresh_from_db()
        assert over.archived_at is not None
        assert store.championship_of(over).decisions[-1].decision == "=Bia."

    def test_what_is_rewritten_is_known_before_others_have_to_wait(
        self, over: Event, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        now, by = timezone.now(), store.author(founder())
        append(over, Decide(by=by, at=now, question="Beatriz Ramos?", decision="Ana", why="Não"))
        working: list[bool] = []
        worked: list[tuple[str, bool]] = []
        as_usual = archiving._replace_names

        def noting(entrants: Sequence[Entrant]) -> TextChange:
            reworded = as_usual(entrants)

            def noted(text: str) -> str:
                worked.append((text, bool(working)))
                return reworded(text)

            return noted

        @contextmanager
        def waiting() -> Iterator[None]:
            with erasing_transaction():
                working.append(True)
                yield

        monkeypatch.setattr(archiving, "_replace_names", noting)
        monkeypatch.setattr(archiving, "erasing_transaction", waiting)
        archiving.archive(over, by=founder(), expected=over.seq)
        assert ("Beatriz Ramos?", False) in worked
        assert {is_late for _text, is_late in worked} == {False}

    def test_who_is_called_otherwise_meanwhile_is_found_by_that(
        self, over: Event, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        now, by = timezone.now(), store.author(founder())
        append(over, Decide(by=by, at=now, question="Beatriz Ramos e Beatriz Nova?", decision="Ana", why="Não"))

        @contextmanager
        def corrected() -> Iterator[None]:
            Entrant.objects.filter(code="d1a").update(name="Beatriz Nova")
            with erasing_transaction():
                yield

        monkeypatch.setattr(archiving, "erasing_transaction", corrected)
        archiving.archive(over, by=founder(), expected=over.seq)
        over.refresh_from_db()
        assert store.championship_of(over).decisions[-1].question == "Beatriz Ramos e =Bia?"

    def test_twice_is_once(self, over: Event, organiser: Client) -> None:
        fields = {"name": over.name, "seq": str(over.seq)}
        first, second = (organiser.post(path("archive", over), fields) for _ in range(2))
        assert (first.status_code, second.status_code) == (302, 302)
        assert LogEntry.objects.filter(action="event.archived").count() == 1

    @pytest.mark.parametrize("typed", ["", "Copa", "copa da praia 2"])
    def test_not_without_the_event_s_name(self, typed: str, over: Event, organiser: Client) -> None:
        assert archive(organiser, over, name=typed) == 422
        over.refresh_from_db()
        assert over.archived_at is None
        assert Entrant.objects.get(code="d1a").document == CPF

    def test_the_name_may_be_written_small(self, over: Event, organiser: Client) -> None:
        assert archive(organiser, over, name="  copa da  PRAIA ") == 302

    def test_not_while_it_goes_on(self, event: Event, organiser: Client) -> None:
        draw(event)
        answer = organiser.post(path("archive", event), {"name": event.name, "seq": str(event.seq)})
        assert answer.status_code == 409
        with pytest.raises(archiving.NotOver):
            archiving.archive(event, by=founder(), expected=event.seq)

    def test_not_over_what_somebody_did_meanwhile(self, over: Event, organiser: Client) -> None:
        page = organiser.get(path("records", over)).content.decode()
        fields = form_in(page, path("archive", over)) | {"name": over.name}
        now, by = timezone.now(), store.author(founder())
        append(over, Decide(by=by, at=now, question="E o troféu?", decision="Fica.", why="Ganhou."))
        answer = organiser.post(path("archive", over), fields)
        assert answer.status_code == 409
        assert over.name in answer.content.decode()
        over.refresh_from_db()
        assert over.archived_at is None

    def test_then_nothing_changes_any_more(self, over: Event, organiser: Client) -> None:
        archive(organiser, over)
        over.refresh_from_db()
        now, by = timezone.now(), store.author(founder())
        refused = store.append(over, Decide(by=by, at=now, question="?", decision="!", why="-"), by=founder())
        assert isinstance(refused, Refusal)
        assert refused.code == "event_is_archived"
        for name in ("manage", "entries", "draws", "tables"):
            answer = organiser.get(path(name, over))
            assert answer.status_code == 403
            assert f"{over.name} foi para o arquivo em" in answer.content.decode()
            assert f'href="{path("results-sheet", over)}"' in answer.content.decode()
        assert organiser.get(path("wizard", over, step="lugar")).status_code == 403
        assert Client().get(reverse("enter", kwargs={"slug": over.slug})).status_code == 403
        assert organiser.get(path("records", over)).status_code == 200
        assert Client().get(path("results-sheet", over)).status_code == 200
        assert store.championship_of(over).entries["d1"].state is EntryState.ENTERED

    @pytest.mark.parametrize("role", [Role.REFEREE, Role.CLERK, Role.BROADCASTER])
    def test_only_organisers_archive(self, role: Role, over: Event) -> None:
        helper = User.objects.create_user("helper@x.test")
        Membership.objects.create(event=over, user=helper, role=role)
        answer = signed_in(helper).post(path("archive", over), {"name": over.name, "seq": str(over.seq)})
        assert answer.status_code == 403
        over.refresh_from_db()
        assert over.archived_at is None


# --- delegations, as the demo has them ----------------------------------------------------------------------------


@pytest.fixture
def afia() -> Event:
    scene = scenes.just_over(timezone.now())
    seeding._write(scene, cast.create_team())
    return Event.objects.get(slug=scene.slug)


def test_af_12_the_sheet_and_its_files_have_the_points_of_the_delegations(afia: Event, client: Client) -> None:
    page = client.get(path("results-sheet", afia)).content.decode()
    text = client.get(path("results-file", afia, name="delegacoes.csv")).content.decode("utf-8-sig")
    rows = list(csv.reader(io.StringIO(text), delimiter=";"))[1:]
    assert sorted((int(row[3]) for row in rows), reverse=True) == [10, 6, 4, *[2] * 9]
    assert all(row[0] in page and row[1] in page for row in rows)
    assert '#art-12"' in page
    found = statistics_of(visible_to_everybody(afia))
    assert found is not None
    assert found.matches == 14
    times = [one.minutes or 0 for one in found.longest]
    assert times == sorted(times, reverse=True)
    assert times[0] > 0


def test_the_records_of_a_whole_event_read_back(afia: Event) -> None:
    organiser = signed_in(User.objects.get(email=cast.ORGANISER_EMAIL))
    packed = records(organiser, afia, nomes="sim")
    assert event_of(json.loads(packed.read("event.json"))) == store.championship_of(afia)
    assert {"event.json", "regulation.json", "decisions.json", "pairs.json", "delegacoes.csv"} <= set(packed.namelist())
