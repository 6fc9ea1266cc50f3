"""Names and words that somebody reports: at the table, before the site's team, and what becomes of them."""

from datetime import timedelta
from typing import Any

import pytest
from django.test import Client
from django.utils import timezone

from carteado.web.kit.guarding.policy import Action as PolicyAction
from carteado.web.kit.guarding.policy import Role, Target, allows
from carteado.web.log.action import Action
from carteado.web.log.models import LogEntry
from carteado.web.people import references
from carteado.web.people.models import User
from carteado.web.people.public_names import NAMELESS, anonymous, shown_name
from carteado.web.privacy.erasing import erase_account, erase_entrant
from carteado.web.privacy.own_data import fields_with_values, of_account, of_guest
from carteado.web.privacy.retention import SECURITY, purge_expired
from carteado.web.ratings.ranking import public_name
from carteado.web.registrations.models import Entrant
from carteado.web.registrations.own_link import own_path
from carteado.web.tables.log_actions import (
    NameReported,
    NameTakenAway,
    RemarkReported,
    ReportDismissed,
    ReportUpheld,
    TableClosed,
)
from carteado.web.tables.match.act_reading import ActRefusal
from carteado.web.tables.match.from_database import load_table
from carteado.web.tables.match.log_rows import CLOSED
from carteado.web.tables.models import Guest, RefusedName, Remark, Report, Table
from carteado.web.tables.players import names as sitters
from carteado.web.tables.players import taken_names
from carteado.web.tables.protocol import PROTOCOL, Hello
from carteado.web.tables.room import sentences
from carteado.web.tables.room.bot_turns import BotQuestion
from carteado.web.tables.room.room import Room
from carteado.web.tables.seats import guest_accounts as guests
from carteado.web.tables.seats import seating
from carteado.web.tables.serving.rooms import rooms
from carteado.web.tables.talk import remark_storage, reports
from carteado.web.tables.talk import report_pages as reporting
from tests.web.tables.championship.table_hall import FakeServices, Hall
from tests.web.tables.room.table_rooms import Someone
from tests.web.tables.seats.sitting import a_table, post, sit, who
from tests.web.world.halls import TM
from tests.web.world.organising import form_in

pytestmark = pytest.mark.django_db

TOLD = "took away the name that you were called by"
"""To who lost his name."""


@pytest.fixture
def bia() -> Client:
    return Client()


@pytest.fixture
def rude() -> Client:
    return Client()


@pytest.fixture
def table(bia: Client, rude: Client) -> Table:
    """Bia's, where somebody with an ugly name has sat down."""
    table = a_table(bia)
    sit(rude, table, 1, name="Palavrão")
    return table


def report(client: Client, table: Table, rude: Client) -> int:
    answer = post(client, table, "denunciar/nome", who=seating.trace_of(who(rude)))
    return int(answer.status_code)


def staff() -> Client:
    client = Client()
    client.force_login(User.objects.create_user("site@carteado.example", name="Nair", is_staff=True))
    return client


def settle(client: Client, found: Report, act: str, why: str = "offends") -> int:
    return client.post(f"/denuncias/{found.pk}/", {"ato": act, "why": why}).status_code


def close(client: Client, found: Report, why: str = "offends") -> int:
    return client.post(f"/denuncias/{found.pk}/fechar-mesa/", {"why": why}).status_code


def an_account(table: Table, seat: int = 3, name: str = "Feio Nome") -> User:
    """Somebody who sits there, and is called so."""
    user = User.objects.create_user("feio@carteado.example", name=name)
    assert seating.sit(table, references.of_user(user), seat) is None
    return user


def reported(bia: Client, table: Table, who: str) -> Report:
    assert post(bia, table, "denunciar/nome", who=seating.trace_of(who)).status_code == 302
    return Report.objects.latest("pk")


def name_of(user: User) -> str:
    user.refresh_from_db()
    return user.name


def logged(*actions: type[Action]) -> list[str]:
    return [one.action for one in LogEntry.objects.filter(action__in=[action.code for action in actions])]


# --- at the table -------------------------------------------------------------------------------------------------


def test_the_page_lists_those_whose_names_are_their_own(bia: Client, rude: Client, table: Table) -> None:
    seating.put_bot(table, who(bia), 2)
    page = bia.get(f"/mesa/{table.code}/denunciar/").content.decode()
    assert page.count('name="who"') == 1
    assert f'value="{seating.trace_of(who(rude))}"' in page
    assert "Palavrão" in page
    assert who(rude) not in page


def test_a_name_is_reported_once_however_many_ask(bia: Client, rude: Client, table: Table) -> None:
    for client in (bia, bia, Client()):
        assert report(client, table, rude) == 302
    [found] = Report.objects.all()
    assert (found.table, found.who, found.name, found.by) == (table, who(rude), "Palavrão", who(bia))
    assert logged(NameReported) == [NameReported.code]


def test_who_calls_himself_something_else_ugly_is_reported_again(bia: Client, rude: Client, table: Table) -> None:
    report(bia, table, rude)
    guests.rename(Guest.objects.get(name="Palavrão"), "Pior")
    assert report(bia, table, rude) == 302
    assert [one.name for one in Report.objects.order_by("pk")] == ["Palavrão", "Pior"]


@pytest.mark.parametrize("trace", ["", "nobody", "bot", "self"])
def test_there_is_no_name_to_report_there(bia: Client, table: Table, trace: str) -> None:
    seating.put_bot(table, who(bia), 2)
    bot = seating.seats_of(table)[2]
    sent = {"bot": seating.trace_of(bot), "self": seating.trace_of(who(bia))}.get(trace, trace)
    answer = post(bia, table, "denunciar/nome", who=sent)
    assert answer.status_code == 409
    assert not Report.objects.exists()


def test_who_reports_everything_waits(bia: Client, rude: Client, table: Table, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(reporting, "MOST_REPORTS", 2)
    assert [report(bia, table, rude) for _time in range(3)] == [302, 302, 429]


# --- the site's team ----------------------------------------------------------------------------------------------


def test_the_sites_team_reads_what_was_reported_by_whom_where(bia: Client, rude: Client, table: Table) -> None:
    remark_storage.add_remark(table.code, 1, who(rude), "", "<b>grosseria</b>")
    reports.report_remark(table.code, 1, who(bia))
    report(bia, table, rude)
    guests.rename(Guest.objects.get(name="Palavrão"), "Anjinho")
    page = staff().get("/denuncias/").content.decode()
    assert "&lt;b&gt;grosseria&lt;/b&gt;" in page
    assert "<strong>Palavrão</strong>" in page
    assert "Anjinho" in page
    assert page.count(f"/mesa/{table.code}/") == 2


def test_the_audit_names_what_was_reported(bia: Client, rude: Client, table: Table) -> None:
    report(bia, table, rude)
    assert "Palavrão" in staff().get("/auditoria/").content.decode()


def test_nobody_else_sees_or_settles_reports(bia: Client, rude: Client, table: Table) -> None:
    report(bia, table, rude)
    member = Client()
    member.force_login(User.objects.create_user("ana@carteado.example", name="Ana"))
    assert member.get("/denuncias/").status_code == 403
    assert settle(member, Report.objects.get(), "procede") == 403
    assert Report.objects.get().is_open


def test_a_name_that_is_wrong_is_taken_away(
    bia: Client,
    rude: Client,
    table: Table,
    monkeypatch: pytest.MonkeyPatch,
    django_capture_on_commit_callbacks: Any,
) -> None:
    told: list[str] = []
    monkeypatch.setattr(rooms, "changed", told.append)
    report(bia, table, rude)
    with django_capture_on_commit_callbacks(execute=True):
        assert settle(staff(), Report.objects.get(), "procede") == 302
    assert sitters.names_of([who(rude)], None)[who(rude)] == NAMELESS
    assert told == [table.code]
    assert Report.objects.get().outcome == Report.Outcome.UPHELD
    assert logged(ReportUpheld, ReportDismissed, NameTakenAway) == [NameTakenAway.code]
    told_why = LogEntry.objects.get(action=NameTakenAway.code)
    assert told_why.actor is not None
    assert (told_why.actor.name, told_why.details) == ("Nair", {"report": Report.objects.get().pk, "why": "offends"})


def test_a_name_that_he_changed_himself_is_left_to_him(bia: Client, rude: Client, table: Table) -> None:
    report(bia, table, rude)
    guests.rename(Guest.objects.get(name="Palavrão"), "Anjinho")
    settle(staff(), Report.objects.get(), "procede")
    assert sitters.names_of([who(rude)], None)[who(rude)] == "Anjinho"


@pytest.mark.parametrize(("preset", "text"), [("", "grosseria"), ("laugh", "")])
def test_words_that_are_wrong_are_taken_away_and_nobody_who_comes_is_told_them(
    bia: Client, rude: Client, table: Table, preset: str, text: str
) -> None:
    remark_storage.add_remark(table.code, 1, who(rude), preset, text)
    reports.report_remark(table.code, 1, who(bia))
    settle(staff(), Report.objects.get(), "procede")
    remark = Remark.objects.get()
    assert (remark.preset, remark.text) == ("", "")
    assert logged(ReportUpheld) == [ReportUpheld.code]
    assert remark_storage.last_remarks(table.code) == []
    assert "Palavrão" in [guest.name for guest in Guest.objects.all()], "it was about his words"


def test_what_is_not_wrong_stays(bia: Client, rude: Client, table: Table) -> None:
    remark_storage.add_remark(table.code, 1, who(rude), "", "pato")
    reports.report_remark(table.code, 1, who(bia))
    report(bia, table, rude)
    admin = staff()
    for found in Report.objects.all():
        settle(admin, found, "improcede")
    assert Remark.objects.get().text == "pato"
    assert sitters.names_of([who(rude)], None)[who(rude)] == "Palavrão"
    assert logged(ReportUpheld, ReportDismissed) == [ReportDismissed.code] * 2
    assert reports.to_be_settled().count() == 0


def test_a_report_is_settled_once(bia: Client, rude: Client, table: Table) -> None:
    report(bia, table, rude)
    admin = staff()
    for act in ("improcede", "procede"):
        assert settle(admin, Report.objects.get(), act) == 302
    assert Report.objects.get().outcome == Report.Outcome.DISMISSED
    assert Guest.objects.filter(name="Palavrão").exists()
    assert logged(ReportUpheld, ReportDismissed) == [ReportDismissed.code]


@pytest.mark.parametrize("why", ["", "because"])
def test_no_name_goes_without_a_reason_of_the_logs(bia: Client, rude: Client, table: Table, why: str) -> None:
    report(bia, table, rude)
    assert settle(staff(), Report.objects.get(), "procede", why) == 302
    assert Report.objects.get().is_open
    assert Guest.objects.filter(name="Palavrão").exists()
    assert not logged(NameTakenAway)


# --- the name of an account ---------------------------------------------------------------------------------------


def test_an_accounts_name_is_replaced_everywhere_and_its_owner_told_why(bia: Client, table: Table) -> None:
    user = an_account(table)
    settle(staff(), reported(bia, table, references.of_user(user)), "procede", "pretends")
    assert name_of(user) == anonymous(user.pk)
    for path in (f"/mesa/{table.code}/", f"/mesa/{table.code}/denunciar/"):
        page = bia.get(path).content.decode()
        assert anonymous(user.pk) in page
        assert "Feio" not in page
    assert f"<strong>Participant {user.pk}</strong>" in bia.get(f"/en/mesa/{table.code}/").content.decode()
    assert public_name(user) == shown_name(anonymous(user.pk))
    own = Client()
    own.force_login(user)
    for path in ("/en/conta/", "/en/conta/dados/"):
        page = own.get(path).content.decode()
        assert TOLD in page
        assert "it passes for somebody else" in page
        assert f"Participant {user.pk}" in page


def test_he_chooses_another_name_and_none_that_was_refused(bia: Client, table: Table) -> None:
    user = an_account(table)
    settle(staff(), reported(bia, table, references.of_user(user)), "procede")
    own = Client()
    own.force_login(user)
    for again in ("Feio Nome", "feio outro", "Feió", "F.e.i.o. Nome"):
        assert own.post("/conta/dados/", {"name": again}).status_code == 422, again
        assert name_of(user) == anonymous(user.pk)
    assert own.post("/conta/dados/", {"name": "Bela Nome"}).status_code == 302
    assert name_of(user) == "Bela Nome"
    assert TOLD not in own.get("/en/conta/").content.decode()
    other = Client()
    other.force_login(User.objects.create_user("outro@carteado.example", name="Outro"))
    assert other.post("/conta/dados/", {"name": "Feio Silva"}).status_code == 302, "it was refused to one person"


def test_an_account_that_calls_itself_otherwise_by_now_keeps_that_and_cannot_go_back(bia: Client, table: Table) -> None:
    user = an_account(table)
    found = reported(bia, table, references.of_user(user))
    User.objects.filter(pk=user.pk).update(name="Bela")
    settle(staff(), found, "procede")
    assert name_of(user) == "Bela"
    own = Client()
    own.force_login(user)
    assert own.post("/conta/dados/", {"name": "Feio"}).status_code == 422


def test_nobody_loses_the_name_of_the_nameless(bia: Client, table: Table) -> None:
    user = an_account(table)
    settle(staff(), reported(bia, table, references.of_user(user)), "procede")
    again = reported(bia, table, references.of_user(user))
    assert settle(Client(), again, "procede") in (302, 403)
    settle(Client(HTTP_ACCEPT_LANGUAGE="en"), again, "procede")
    admin = Client()
    admin.force_login(User.objects.get(is_staff=True))
    settle(admin, again, "procede")
    assert RefusedName.objects.count() == 1
    assert name_of(user) == anonymous(user.pk)
    assert logged(NameTakenAway, ReportUpheld) == [NameTakenAway.code, ReportUpheld.code], "the second had none to take"


def test_a_guest_chooses_no_name_that_was_refused_to_him(bia: Client, rude: Client, table: Table) -> None:
    report(bia, table, rude)
    settle(staff(), Report.objects.get(), "procede", "advertises")
    assert "it advertises something" in rude.get("/en/jogar/visitante/").content.decode()
    assert rude.post("/jogar/visitante/nome/", {"name": "PALAVRAO"}).status_code == 422
    assert rude.post("/jogar/visitante/nome/", {"name": "Flor"}).status_code == 302
    assert TOLD not in rude.get("/en/jogar/visitante/").content.decode()


def test_only_the_sites_team_takes_names_away_and_closes_tables(bia: Client, rude: Client, table: Table) -> None:
    report(bia, table, rude)
    found = Report.objects.get()
    member = Client()
    member.force_login(User.objects.create_user("ana@carteado.example", name="Ana"))
    for client in (bia, rude, member, Client()):
        assert settle(client, found, "procede") in (302, 403)
        assert close(client, found) in (302, 403)
    assert Guest.objects.filter(name="Palavrão").exists()
    assert Table.objects.get().closed_at is None
    assert not logged(NameTakenAway, TableClosed)
    for role in Role:
        assert allows([role], PolicyAction.ADMINISTER, Target.SITE) == (role is Role.STAFF)


# --- the name of an entrant ---------------------------------------------------------------------------------------


def test_an_entrants_name_is_replaced_in_the_event_and_its_pair_with_it() -> None:
    hall = Hall.with_open_table(TM)
    rude, other = hall.players[0], hall.players[1]
    Entrant.objects.filter(pk=rude.pk).update(called="Palavrão", name="Dona Palavra")
    who = references.of_entrant(rude.code)
    assert reports.report_name(hall.table, seating.trace_of(who), references.of_entrant(other.code))
    settle(staff(), Report.objects.get(), "procede", "offends")
    rude.refresh_from_db()
    assert (rude.called, rude.name) == (anonymous(rude.number), "Dona Palavra"), "the organiser knows who it is"
    assert sitters.names_of([who], hall.event.pk)[who] == anonymous(rude.number)
    own = Client()
    assert "it offends somebody" in own.get(f"/en{own_path(rude)}").content.decode()
    data = f"{own_path(rude)}dados/"
    form = {**form_in(own.get(data).content.decode(), data), "person-called": "palavrão"}
    assert own.post(data, form).status_code == 422
    rude.refresh_from_db()
    assert rude.called == anonymous(rude.number)
    assert taken_names.TakenNames().refusal(who, "Palavrão", None) is None, "it is refused in this event"
    erase_entrant(rude)
    assert not RefusedName.objects.exists()


# --- closing a table ----------------------------------------------------------------------------------------------


def test_a_table_is_closed_for_everybody_and_for_good(
    bia: Client,
    rude: Client,
    table: Table,
    monkeypatch: pytest.MonkeyPatch,
    django_capture_on_commit_callbacks: Any,
) -> None:
    told: list[str] = []
    Table.objects.update(is_public=True)
    report(bia, table, rude)
    monkeypatch.setattr(rooms, "changed", told.append)
    admin = staff()
    assert table.code in bia.get("/jogar/").content.decode()
    with django_capture_on_commit_callbacks(execute=True):
        for _time in range(2):
            assert close(admin, Report.objects.get(), "advertises") == 302
    assert told == [table.code]
    assert logged(TableClosed) == [TableClosed.code], "pressed twice it is closed once"
    assert LogEntry.objects.get(action=TableClosed.code).details["why"] == "advertises"
    assert Report.objects.get().is_open, "what was reported is another matter"
    for client in (bia, rude, Client()):
        page = client.get(f"/en/mesa/{table.code}/").content.decode()
        assert "This table is closed" in page
        assert 'id="mesa"' not in page
    assert table.code not in bia.get("/jogar/").content.decode()
    for act, fields in (("sentar", {"seat": 2}), ("robo", {"seat": 2}), ("comecar", {"after": 0}), ("combinar", {})):
        assert post(bia, table, act, **fields).status_code in (409, 422), act
    assert len(seating.seats_of(table)) == 2


def test_no_table_is_closed_without_a_reason(bia: Client, rude: Client, table: Table) -> None:
    report(bia, table, rude)
    assert close(staff(), Report.objects.get(), "") == 302
    assert Table.objects.get().closed_at is None


class BotsThink(FakeServices):
    """For ever."""

    def ask_bot(self, room: Room, question: BotQuestion) -> None:
        pass


def test_a_match_that_is_on_stands_still_and_those_there_are_let_go(bia: Client, rude: Client, table: Table) -> None:
    for number in (2, 3):
        seating.put_bot(table, who(bia), number)
    assert seating.start(table, who(bia), after=0) is None
    found = load_table(table.code)
    assert found is not None
    services = BotsThink()
    services.is_deaf = True
    room, someone = Room(*found, services), Someone(who(bia))
    room.enter(someone, Hello(PROTOCOL))
    report(bia, table, rude)
    close(staff(), Report.objects.get())
    now = load_table(table.code)
    assert now is not None
    room.refresh(*now)
    assert someone.is_dropped
    assert room.position is not None
    assert room.position.play.stopped_by == CLOSED
    assert sentences.act_refusal_in_words(ActRefusal("shut"), "en").startswith("The site's team has closed")
    assert rude.get("/jogar/").content.decode().count(table.code) == 0
    guests.forget(Guest.objects.get(name="Palavrão"))
    assert who(bia) in seating.seats_of(table).values()
    assert len(seating.seats_of(table)) == 3, "nobody waits for the end of that match"


def test_a_championships_table_is_its_referees() -> None:
    hall = Hall.with_open_table(TM)
    who = references.of_entrant(hall.players[0].code)
    assert reports.report_name(hall.table, seating.trace_of(who), "")
    admin = staff()
    assert "fechar-mesa" not in admin.get("/denuncias/").content.decode()
    assert close(admin, Report.objects.get()) == 302
    assert Table.objects.get().closed_at is None
    assert not logged(TableClosed)


# --- what is left -------------------------------------------------------------------------------------------------


def test_who_is_forgotten_leaves_no_name_in_reports(bia: Client, rude: Client, table: Table) -> None:
    report(bia, table, rude)
    guest = Guest.objects.get(name="Palavrão")
    assert any("Palavrão" in str(one) for one in fields_with_values(of_guest(guest)))
    guests.forget(guest)
    assert Report.objects.get().name == ""
    assert "Palavrão" not in staff().get("/denuncias/").content.decode()


def test_an_account_takes_its_reported_name_along_and_erased_leaves_none(bia: Client, table: Table) -> None:
    user = User.objects.create_user("feio@carteado.example", name="Feio Nome")
    seating.sit(table, references.of_user(user), 3)
    post(bia, table, "denunciar/nome", who=seating.trace_of(references.of_user(user)))
    name = Report.objects.get().name
    assert name
    assert "tables.report.name" in str(fields_with_values(of_account(user)))
    settle(staff(), Report.objects.get(), "procede")
    assert "tables.refusedname.trace" in str(fields_with_values(of_account(user)))
    assert erase_account(user, with_events=True) is None
    assert Report.objects.get().name == ""
    assert not RefusedName.objects.exists()


def test_reports_are_thrown_away_after_a_while(bia: Client, rude: Client, table: Table) -> None:
    report(bia, table, rude)
    purge_expired(timezone.now() + SECURITY - timedelta(hours=1))
    assert Report.objects.exists()
    purge_expired(timezone.now() + SECURITY + timedelta(hours=1))
    assert not Report.objects.exists()


def test_a_remark_takes_its_report_along(bia: Client, rude: Client, table: Table) -> None:
    remark_storage.add_remark(table.code, 1, who(rude), "", "grosseria")
    reports.report_remark(table.code, 1, who(bia))
    assert logged(RemarkReported) == [RemarkReported.code]
    Remark.objects.all().delete()
    assert not Report.objects.exists()
