"""Names and words that somebody reports: at the table, before the site's team, and what becomes of them."""

from datetime import timedelta
from typing import Any

import pytest
from django.test import Client
from django.utils import timezone

from carteado.web.history.actions import Action, NameReported, RemarkReported, ReportDismissed, ReportUpheld
from carteado.web.history.models import LogEntry
from carteado.web.mydata.kept import held, of_account, of_guest
from carteado.web.people.anonymous import NAMELESS
from carteado.web.people.erasing import erase_account
from carteado.web.people.models import User
from carteado.web.retention import SECURITY, purge_expired
from carteado.web.tables import guests, remarks, reporting, reports, seating, sitters
from carteado.web.tables.models import Guest, Remark, Report, Table
from carteado.web.tables.running import rooms
from tests.web.sitting import a_table, post, sit, who

pytestmark = pytest.mark.django_db


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


def settle(client: Client, found: Report, act: str) -> int:
    return client.post(f"/denuncias/{found.pk}/", {"ato": act}).status_code


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
    remarks.add(table.code, 1, who(rude), "", "<b>grosseria</b>")
    reports.of_remark(table.code, 1, who(bia))
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
    assert logged(ReportUpheld, ReportDismissed) == [ReportUpheld.code]


def test_a_name_that_he_changed_himself_is_left_to_him(bia: Client, rude: Client, table: Table) -> None:
    report(bia, table, rude)
    guests.rename(Guest.objects.get(name="Palavrão"), "Anjinho")
    settle(staff(), Report.objects.get(), "procede")
    assert sitters.names_of([who(rude)], None)[who(rude)] == "Anjinho"


def test_words_that_are_wrong_are_taken_away_and_nobody_who_comes_is_told_them(
    bia: Client, rude: Client, table: Table
) -> None:
    remarks.add(table.code, 1, who(rude), "", "grosseria")
    reports.of_remark(table.code, 1, who(bia))
    settle(staff(), Report.objects.get(), "procede")
    assert Remark.objects.get().text == ""
    assert remarks.last(table.code) == []
    assert "Palavrão" in [guest.name for guest in Guest.objects.all()], "it was about his words"


def test_what_is_not_wrong_stays(bia: Client, rude: Client, table: Table) -> None:
    remarks.add(table.code, 1, who(rude), "", "pato")
    reports.of_remark(table.code, 1, who(bia))
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


def test_an_accounts_name_is_its_owners_and_the_team_says_that_it_saw_to_it(bia: Client, table: Table) -> None:
    user = User.objects.create_user("feio@carteado.example", name="Feio Nome")
    seating.sit(table, sitters.of_user(user), 3)
    assert post(bia, table, "denunciar/nome", who=seating.trace_of(sitters.of_user(user))).status_code == 302
    admin, found = staff(), Report.objects.get()
    assert not reports.can_be_taken_away(found)
    assert settle(admin, found, "procede") == 302
    user.refresh_from_db()
    assert user.name == "Feio Nome"
    assert Report.objects.get().outcome == Report.Outcome.UPHELD


# --- what is left -------------------------------------------------------------------------------------------------


def test_who_is_forgotten_leaves_no_name_in_reports(bia: Client, rude: Client, table: Table) -> None:
    report(bia, table, rude)
    guest = Guest.objects.get(name="Palavrão")
    assert any("Palavrão" in str(one) for one in held(of_guest(guest)))
    guests.forget(guest)
    assert Report.objects.get().name == ""
    assert "Palavrão" not in staff().get("/denuncias/").content.decode()


def test_an_account_takes_its_reported_name_along_and_erased_leaves_none(bia: Client, table: Table) -> None:
    user = User.objects.create_user("feio@carteado.example", name="Feio Nome")
    seating.sit(table, sitters.of_user(user), 3)
    post(bia, table, "denunciar/nome", who=seating.trace_of(sitters.of_user(user)))
    name = Report.objects.get().name
    assert name
    assert "tables.report.name" in str(held(of_account(user)))
    assert erase_account(user, with_events=True) is None
    assert Report.objects.get().name == ""


def test_reports_are_thrown_away_after_a_while(bia: Client, rude: Client, table: Table) -> None:
    report(bia, table, rude)
    purge_expired(timezone.now() + SECURITY - timedelta(hours=1))
    assert Report.objects.exists()
    purge_expired(timezone.now() + SECURITY + timedelta(hours=1))
    assert not Report.objects.exists()


def test_a_remark_takes_its_report_along(bia: Client, rude: Client, table: Table) -> None:
    remarks.add(table.code, 1, who(rude), "", "grosseria")
    reports.of_remark(table.code, 1, who(bia))
    assert logged(RemarkReported) == [RemarkReported.code]
    Remark.objects.all().delete()
    assert not Report.objects.exists()
