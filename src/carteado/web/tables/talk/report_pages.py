"""The pages of reports: the table's page for reporting a name, and the list of the site's team."""

from django.contrib import messages
from django.core.paginator import Paginator
from django.http import HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_POST, require_safe

from carteado.web.kit.guarding import attempt_limits
from carteado.web.kit.guarding.policy import Action, Target
from carteado.web.pages.access import SiteRequest, needs
from carteado.web.tables.models import Report, Table
from carteado.web.tables.page_refusals import PageRefusal
from carteado.web.tables.players.visitor import person_of, table_seen_by
from carteado.web.tables.seats import page_content
from carteado.web.tables.takedown_reasons import Reason
from carteado.web.tables.talk import reports

MOST_REPORTS = 20
"""Reports from one address within a quarter of an hour."""
REPORTS_A_PAGE = 20
MOST_SETTLED = 10
"""Settled reports that the list shows below the open ones."""
_REPORTS = "reports"
"""What ``attempt_limits`` counts for each address."""


# --- at a table ---------------------------------------------------------------------------------------------------


@needs(Action.PLAY, Target.SITE)
@never_cache
@require_safe
def show_names(request: SiteRequest, code: str) -> HttpResponse:
    """The names that can be reported, of those who play at the table or wait there."""
    return _names(request, table_seen_by(request, code))


def _names(request: SiteRequest, table: Table, *, trouble: str = "", status: int = 200) -> HttpResponse:
    seats = page_content.table_for_page(table, person_of(request, table).who).seats
    others = [seat for seat in seats if not (seat.is_empty or seat.is_bot or seat.is_you)]
    context = {"table": table, "seats": others, "trouble": trouble}
    return render(request, "tables/report.html", context, status=status)


@needs(Action.PLAY, Target.SITE)
@never_cache
@require_POST
def report_name(request: SiteRequest, code: str) -> HttpResponse:
    """Report a name. A second report of the same name changes nothing."""
    table = table_seen_by(request, code)
    if attempt_limits.tries_so_far(request, _REPORTS) >= MOST_REPORTS:
        return _names(request, table, trouble=_("That is a lot of reports. Try again in fifteen minutes."), status=429)
    attempt_limits.count_try(request, _REPORTS)
    if not reports.report_name(table, request.POST.get("who", ""), person_of(request, table).who):
        return _names(request, table, trouble=_("Whoever it was does not sit here any more."), status=409)
    messages.success(request, _("Thank you. The site's team looks at it; nobody at the table is told."))
    return redirect("live-table", code=code)


# --- the site's team ----------------------------------------------------------------------------------------------


@needs(Action.ADMINISTER, Target.SITE)
@never_cache
@require_safe
def show_reports(request: SiteRequest) -> HttpResponse:
    page = Paginator(_with_all(reports.to_be_settled()), REPORTS_A_PAGE).get_page(request.GET.get("pagina"))
    context = {
        "page": page,
        "waiting": reports.reports_for_list(page.object_list),
        "reasons": Reason.choices,
        "settled": reports.reports_for_list(_with_all(reports.settled())[:MOST_SETTLED]),
    }
    return render(request, "tables/reports.html", context)


def _with_all(found: reports.Reports) -> reports.Reports:
    return found.select_related("table__event", "remark")


@needs(Action.ADMINISTER, Target.SITE)
@never_cache
@require_POST
def settle_report(request: SiteRequest, number: int) -> HttpResponse:
    """Uphold the report (``ato=procede``) or dismiss it. Only a report of a name needs a reason to be upheld."""
    report = get_object_or_404(Report, pk=number)
    is_upheld, reason = request.POST.get("ato") == "procede", _reason(request)
    if is_upheld and report.remark_id is None and reason is None:
        return _ask_for_reason(request)
    outcome = Report.Outcome.UPHELD if is_upheld else Report.Outcome.DISMISSED
    reports.settle(report, outcome, by=request.user, reason=reason)
    messages.success(request, _("The report is settled."))
    return redirect("reports")


@needs(Action.ADMINISTER, Target.SITE)
@never_cache
@require_POST
def close_table(request: SiteRequest, number: int) -> HttpResponse:
    """Close the table that the report comes from."""
    report, reason = get_object_or_404(Report.objects.select_related("table"), pk=number), _reason(request)
    if reason is None:
        return _ask_for_reason(request)
    refusal = reports.close_table(report, by=request.user, reason=reason)
    if refusal in (None, PageRefusal.CLOSED):
        messages.success(request, _("The table is closed, and everybody there is told."))
    else:
        messages.warning(request, refusal.label)
    return redirect("reports")


def _reason(request: SiteRequest) -> Reason | None:
    """The reason that was chosen in the form. None if none was."""
    sent = request.POST.get("why", "")
    return Reason(sent) if sent in Reason.values else None


def _ask_for_reason(request: SiteRequest) -> HttpResponse:
    messages.warning(request, _("Say why: it stands in the log, and who loses a name is told."))
    return redirect("reports")
