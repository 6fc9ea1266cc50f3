"""Who was erased is named by no page of a live table, its matches or others' statistics, through his account or through
the event."""

import json
from collections.abc import Callable
from datetime import timedelta
from typing import Any

import pytest
from django.test import Client
from django.urls import reverse

from carteado.web.events.models import Event, Stage
from carteado.web.kit.guarding.policy import Role
from carteado.web.people import references
from carteado.web.people.models import User
from carteado.web.people.public_names import NAMELESS, anonymous
from carteado.web.privacy.erasing import erase_account, erase_entrant
from carteado.web.ratings.models import Kind, Standing, Verdict
from carteado.web.ratings.plackett_luce import ENOUGH_TOGETHER
from carteado.web.ratings.play_statistics import PartnerRecord, statistics_of
from carteado.web.ratings.rating_storage import catch_up, store_findings
from carteado.web.ratings.verdicts import Finding, Part
from carteado.web.registrations.models import Entrant
from carteado.web.regulations.games import GameName
from carteado.web.tables.match.match_record import record_of_match
from carteado.web.tables.models import Match, Table
from carteado.web.tables.players import names as sitters
from carteado.web.tables.seats import lobby, seating
from carteado.web.tables.serving.rooms import rooms
from carteado.web.tables.talk import remark_storage, reports
from tests.web.ratings.rated import BOT, LONG_AGO, finished_match, somebody, table_of
from tests.web.tables.championship.table_hall import Hall
from tests.web.world.halls import TM, Worker, drawn
from tests.web.world.roles import an_event

pytestmark = pytest.mark.django_db

CALLED, FIRST, LAST = "Zulmirinha", "Zenaide", "Quaresma"
"""At the event's tables, and by the account."""
IVO = "Ivo\N{NO-BREAK SPACE}L."


@pytest.fixture
def hall(monkeypatch: pytest.MonkeyPatch) -> Hall:
    """A match that four with accounts have played; one of them is told apart by his names."""
    hall = Hall.with_open_table(TM)
    for player in hall.players:
        player.user = somebody(f"Pessoa{player.number} Luz")
        player.save()
    gone = hall.players[2]
    assert gone.user is not None
    gone.called = gone.name = CALLED
    gone.save()
    User.objects.filter(pk=gone.user.pk).update(name=f"{FIRST} {LAST}")
    gone.refresh_from_db()
    monkeypatch.setattr(rooms, "seats_present", hall.seats_present)
    monkeypatch.setattr(rooms, "referee_act", hall.referee_act)
    hall.start()
    hall.play_out()
    Worker.of(hall.event, Role.REFEREE).does(hall.match, "confirmar-arbitragem", party="referee")
    Event.objects.filter(pk=hall.event.pk).update(stage=Stage.FINISHED)
    catch_up()
    return hall


def reader(user: User | None) -> Client:
    client = Client()
    if user is not None:
        client.force_login(user)
    return client


def staff() -> User:
    found = User.objects.filter(email="site@carteado.example").first()
    return found or User.objects.create_user("site@carteado.example", name="Nair", is_staff=True)


def pages(hall: Hall) -> dict[str, str]:
    """Every page of others that tells of the table, its matches, or those who played them, as each of them reads it."""
    table, match = f"/mesa/{hall.table.code}/", f"/mesa/{hall.table.code}/partidas/1/"
    everybody = [
        *(table, f"{table}denunciar/", f"{table}transmissao/", "/jogar/", "/ranking/truco/", "/ranking/truco/duplas/"),
        *(match, f"{match}?mao=1", f"{match}conferir/", f"{match}registro.json", f"{match}maos/0.json"),
        reverse("event", args=[hall.event.slug]),
    ]
    team = [
        reverse(name, args=[hall.event.slug, hall.match])
        for name in ("match-desk", "referee-match", "referee-live-record")
    ]
    own = ["/conta/jogos/", "/conta/jogos/truco/", reverse("my-data"), reverse("my-data-file")]
    referee = hall.event.memberships.get(role=Role.REFEREE).user
    asked: list[tuple[User | None, str]] = [(None, path) for path in everybody]
    asked += [(referee, path) for path in (*everybody, *team, reverse("event-history", args=[hall.event.slug]))]
    asked += [(hall.players[seat].user, path) for seat in (0, 1) for path in (*everybody, *own)]
    asked += [(staff(), path) for path in ("/denuncias/", "/auditoria/")]
    found: dict[str, str] = {}
    for user, path in asked:
        answer = reader(user).get(path)
        assert answer.status_code == 200, (path, user, answer.status_code)
        found[f"{user.pk if user else 0} {path}"] = answer.content.decode()
    return found


def names_in(text: str) -> list[str]:
    """Also where JSON writes letters by their numbers."""
    return [name for name in (CALLED, FIRST, LAST) if name in text or json.dumps(name)[1:-1] in text]


def erased_entrant(gone: Entrant) -> None:
    erase_entrant(gone)


def erased_account(gone: Entrant) -> None:
    assert gone.user is not None
    assert erase_account(gone.user, with_events=True) is None


@pytest.mark.parametrize("erase", [erased_entrant, erased_account])
def test_no_page_of_others_names_who_was_erased(hall: Hall, erase: Callable[[Entrant], None]) -> None:
    gone, partner = hall.players[2], hall.players[0]
    trace = seating.trace_of(references.of_entrant(gone.code))
    assert reader(partner.user).post(f"/mesa/{hall.table.code}/denunciar/nome/", {"who": trace}).status_code == 302
    remark_storage.add_remark(hall.table.code, 1, references.of_entrant(gone.code), "hello", "")
    assert reports.report_remark(hall.table.code, 1, references.of_entrant(partner.code))
    before = {path for path, text in pages(hall).items() if names_in(text)}
    for part in ("partidas/1/", "registro.json", "/conta/jogos/truco/", "/denuncias/", "/denunciar/", "/auditoria/"):
        assert any(path.endswith(part) for path in before), f"{part} would show nothing by itself"
    erase(gone)
    assert {path: names_in(text) for path, text in pages(hall).items() if names_in(text)} == {}


def test_those_at_the_table_are_told_at_once(
    hall: Hall, monkeypatch: pytest.MonkeyPatch, django_capture_on_commit_callbacks: Any
) -> None:
    changed: list[str] = []
    monkeypatch.setattr(rooms, "changed", changed.append)
    assert CALLED in str(hall.room.settings.names)
    with django_capture_on_commit_callbacks(execute=True):
        erase_entrant(hall.players[2])
    assert changed == [hall.table.code]
    hall.read_again()
    assert CALLED not in str(hall.room.settings.names)


# --- others' statistics -------------------------------------------------------------------------------------------


def in_event(event: Event, *who: str, winner: int = 0, number: int = 1) -> Match:
    """A match of a championship between accounts, counted."""
    event.refresh_from_db()
    table = table_of(*who, event=event, fixture=f"f{number}")
    at = LONG_AGO + timedelta(days=1, hours=number)
    match = Match.objects.create(table=table, number=1, finished_at=at, winner=winner, score_first=12, score_second=3)
    users = [(seat, int(one.partition(":")[2])) for seat, one in enumerate(who) if one.startswith("user:")]
    parts = tuple(Part(user, seat, seat % 2 == winner, {"hands": 9}) for seat, user in users)
    store_findings([Finding(match.pk, "truco", at, Verdict.RATED, (who[0::2], who[1::2]), winner, parts, event.seq)])
    return match


def entered(event: Event, user: User, called: str, number: int) -> Entrant:
    return Entrant.objects.create(event=event, code=f"x{number}", number=number, user=user, called=called, name=called)


@pytest.fixture
def two() -> tuple[User, User]:
    return somebody("Beatriz Ramos"), somebody("Ivo Lemos")


def pairs() -> str:
    """Their ranking, as everybody reads it."""
    return str(Client().get("/ranking/truco/duplas/").content.decode())


def partners(user: User) -> tuple[PartnerRecord, ...]:
    return statistics_of(user.pk, GameName.TRUCO).partners


def test_a_partner_is_one_wherever_he_is_known_and_nobody_where_he_was_forgotten(two: tuple[User, User]) -> None:
    bia, ivo = two
    event = drawn(TM, 4)
    him, other = references.of_user(ivo), references.of_user(bia)
    entrant = entered(event, ivo, "Ivão", 71)
    entered(event, bia, "Bia", 72)
    in_event(event, other, BOT, him, BOT)
    assert partners(bia) == (PartnerRecord("Ivão", 1, 0),), "as the event calls him"
    finished_match(other, BOT, him, BOT, winner=1)
    assert partners(bia) == (PartnerRecord("Ivo", 1, 1),)
    erase_entrant(entrant)
    assert set(partners(bia)) == {PartnerRecord("Ivo", 0, 1), PartnerRecord(NAMELESS, 1, 0)}
    assert ivo.name not in reader(bia).get("/conta/jogos/truco/").content.decode()


def test_the_ranking_of_pairs_tells_nobody_whose_partner_he_was_where_he_was_forgotten(two: tuple[User, User]) -> None:
    bia, ivo = two
    event = drawn(TM, 4)
    him, other = references.of_user(ivo), references.of_user(bia)
    entrant = entered(event, ivo, "Ivão", 71)
    entered(event, bia, "Bia", 72)
    for number in range(ENOUGH_TOGETHER):
        in_event(event, other, BOT, him, BOT, number=number)
    assert Standing.objects.get(kind=Kind.PAIR).matches == ENOUGH_TOGETHER
    assert IVO in pairs()
    erase_entrant(entrant)
    assert IVO not in pairs()
    for hour in range(ENOUGH_TOGETHER):
        finished_match(other, BOT, him, BOT, at=LONG_AGO + timedelta(hours=hour))
    assert IVO in pairs(), "they play together elsewhere"


# --- one code in two events ---------------------------------------------------------------------------------------


@pytest.fixture
def twice() -> tuple[Table, Table]:
    """Two events in which another entrant has the same code, each at a table of the event's."""
    tables: list[Table] = []
    for called in ("Amália", "Bonifácia"):
        event = an_event(Stage.RUNNING, slug=f"copa-{len(tables)}")
        Entrant.objects.create(event=event, code="igual", number=90, called=called)
        tables.append(table_of("entrant:igual", BOT, BOT, BOT, event=event, owner="", fixture="f"))
    return tables[0], tables[1]


def test_a_code_is_somebody_in_one_event_and_somebody_else_in_another(twice: tuple[Table, Table]) -> None:
    one, two = (table.event_id for table in twice)
    assert sitters.names_of(["entrant:igual"], one) == {"entrant:igual": "Amália"}
    assert sitters.names_of(["entrant:igual"], two) == {"entrant:igual": "Bonifácia"}
    assert sitters.names_of(["entrant:igual"], None) == {"entrant:igual": NAMELESS}
    assert sitters.names_in({one: ["entrant:igual"], two: ["entrant:igual"], None: ["user:7"]}) == {
        one: {"entrant:igual": "Amália"},
        two: {"entrant:igual": "Bonifácia"},
        None: {"user:7": anonymous(7)},
    }


def test_every_reading_of_a_table_asks_its_own_event(twice: tuple[Table, Table]) -> None:
    for table, name, other in zip(twice, ("Amália", "Bonifácia"), ("Bonifácia", "Amália"), strict=True):
        who = "entrant:igual"
        assert sitters.names_at(seating.seats_of(table), table.event_id)[0] == name
        remark_storage.add_remark(table.code, 1, who, "hello", "")
        assert [one.name for one in remark_storage.last_remarks(table.code)] == [name]
        assert reports.report_remark(table.code, 1, "")
        assert reports.report_name(table, seating.trace_of(who), "")
        assert other not in Client().get(f"/mesa/{table.code}/denunciar/").content.decode()
    assert [one.seats[0].name for one in lobby.listed(twice)] == ["Amália", "Bonifácia"]
    found = reports.reports_for_list(reports.to_be_settled().select_related("table", "remark"))
    assert [(one.current_name, one.name) for one in found] == [
        *(("Amália", ""), ("Amália", "Amália")),
        *(("Bonifácia", ""), ("Bonifácia", "Bonifácia")),
    ]
    audit = reader(staff()).get("/auditoria/").content.decode()
    assert "Amália: “" in audit
    assert "Bonifácia: “" in audit


def test_the_record_of_a_match_names_the_people_of_its_event(hall: Hall) -> None:
    elsewhere = an_event()
    for number, player in enumerate(hall.players, start=50):
        Entrant.objects.create(event=elsewhere, code=player.code, number=number, called="Outra Pessoa")
    assert record_of_match(Match.objects.get()).seats == tuple(player.called for player in hall.players)
    assert "Outra Pessoa" not in reader(hall.players[0].user).get("/conta/jogos/").content.decode()
