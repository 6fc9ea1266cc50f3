"""The pages around a live table: what to play and with whom, the tables that wait, and the seats of one.

A form changes a table, and says in words what could not be done. All who have the table open see the change at once.
"""

from collections.abc import Callable
from datetime import timedelta

from django.core.paginator import Paginator
from django.http import HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_POST, require_safe

from carteado.web.kit.forms.form_numbers import parse_count
from carteado.web.kit.guarding import attempt_limits
from carteado.web.kit.guarding.policy import Action, Permission, Target
from carteado.web.pages.access import SiteRequest, may, needs
from carteado.web.pages.page_frame import absolute
from carteado.web.tables.championship.pages import OfficialShown, official_part
from carteado.web.tables.models import Table
from carteado.web.tables.page_refusals import PageRefusal
from carteado.web.tables.players.visitor import Person, guest_of, person_of, table_seen_by
from carteado.web.tables.seats import guest_accounts as guests
from carteado.web.tables.seats import seating
from carteado.web.tables.seats.lobby import listed, open_tables, own_tables, watched
from carteado.web.tables.seats.page_content import TableShown, booklets, table_for_page
from carteado.web.tables.seats.seat_forms import Company, MaybeNameForm, NameForm, NewTableForm, SettingsForm, terms_of

TABLES_A_PAGE = 12
MOST_TABLES = 60
"""Tables from one address within a quarter of an hour. A hall full of people may share an address."""
MOST_OF_ONE = 12
"""Tables of one person in the same time."""
MOST_GUESTS = 200
"""Guests from one address within a quarter of an hour."""
_TABLES, _GUESTS = "tables", "guests"
"""What ``attempt_limits`` counts for each address."""
_QUARTER = timedelta(seconds=attempt_limits.WINDOW_S)

FORM = "form"
"""The field with the secret of a form. What the form makes gets its code from it, so that it is made once."""
EVERY_SEAT = "all"
"""The value of the button that puts a bot in every empty seat."""


# --- what to play -------------------------------------------------------------------------------------------------


@needs(Action.PLAY, Target.SITE)
@never_cache
@require_safe
def play(request: SiteRequest) -> HttpResponse:
    return _play(request)


def _play(
    request: SiteRequest, *, name: NameForm | None = None, trouble: object = "", status: int = 200
) -> HttpResponse:
    """The page of what to play. ``trouble`` is why a form was refused, ``name`` the form with the name that was sent.

    The secret of a refused form stays, so that its next try makes the same table and guest.
    """
    page = Paginator(open_tables(), TABLES_A_PAGE).get_page(request.GET.get("pagina"))
    person = person_of(request)
    context = {
        "own": own_tables(person.who),
        "booklets": booklets(),
        "page": page,
        "waiting": listed(page.object_list),
        "watched": watched(),
        "person": person,
        "name_form": name or NameForm(),
        "secret": guests.secret_of(request.POST.get(FORM, "")),
        "trouble": trouble,
    }
    return render(request, "tables/play.html", context, status=status)


@needs(Action.PLAY, Target.SITE)
@never_cache
@require_POST
def new_table(request: SiteRequest) -> HttpResponse:
    """Make a table. Its owner gets a seat, and becomes a guest if they are unknown.

    A form sent twice makes one table, and its sender stays the same guest.
    """
    form = NewTableForm(request.POST)
    if not form.is_valid():
        return _play(request, trouble=form.errors["play"][0], status=422)
    choice, secret = form.cleaned_data["play"], guests.secret_of(request.POST.get(FORM, ""))
    name = _name_form(request, is_needed=choice.company is not Company.BOTS)
    if not name.is_valid():
        return _play(request, name=name, status=422)
    code = guests.code_from(secret, str(choice))
    try:
        who = _who_sits_down(request, name, secret)
        _count_table(request, who, code)
    except _TooMany as limit:
        return _play(request, name=name, trouble=limit, status=429)
    table = seating.make(
        code=code,
        regulation=choice.regulation,
        owner=who,
        with_bots=choice.company is Company.BOTS,
        is_public=choice.company is Company.ANYBODY,
    )
    return redirect("live-table", code=table.code)


class _TooMany(Exception):
    """A visitor wants more than they need. The message says what to do."""


def _name_form(request: SiteRequest, *, is_needed: bool, at: Table | None = None) -> NameForm:
    """The form for a name, which is optional unless ``is_needed``, and for all who have a name at that table."""
    return (NameForm if is_needed and not person_of(request, at).who else MaybeNameForm)(request.POST)


def _who_sits_down(request: SiteRequest, name: NameForm, secret: str, at: Table | None = None) -> str:
    """The reference of the visitor at that table, or on the site. An unknown visitor becomes a guest.

    Raises ``_TooMany`` if the address has made too many guests.
    """
    who = person_of(request, at).who
    if who:
        return who
    if attempt_limits.tries_so_far(request, _GUESTS) >= MOST_GUESTS:
        raise _TooMany(_("Too many people have sat down from this connection. Try again in fifteen minutes."))
    attempt_limits.count_try(request, _GUESTS)
    return guests.make_guest(request.session, name.cleaned_data["name"] or _("Guest"), secret)


def _count_table(request: SiteRequest, who: str, code: str) -> None:
    """Count a new table, and refuse too many. A table that exists already is not counted."""
    if Table.objects.filter(code=code).exists():
        return
    lately = Table.objects.filter(owner=who, created_at__gt=timezone.now() - _QUARTER).count()
    if lately >= MOST_OF_ONE or attempt_limits.tries_so_far(request, _TABLES) >= MOST_TABLES:
        raise _TooMany(_("That is a lot of tables. Play at one of them, and open another in fifteen minutes."))
    attempt_limits.count_try(request, _TABLES)


# --- a table ------------------------------------------------------------------------------------------------------


@needs(Action.PLAY, Target.SITE)
@never_cache
@require_safe
def show_table(request: SiteRequest, code: str) -> HttpResponse:
    return _page(request, table_seen_by(request, code))


def _page(
    request: SiteRequest,
    table: Table,
    *,
    name: NameForm | None = None,
    settings: SettingsForm | None = None,
    trouble: object = "",
    status: int = 200,
) -> HttpResponse:
    """The page of a table. ``trouble`` is why a change was refused; ``name`` and ``settings`` are forms with errors."""
    if table.closed_at is not None:
        return _closed_page(request, table, status)
    person = person_of(request, table)
    view = _table_for(request, table, person.who)
    context = {
        "view": view,
        "live": _official_part(request, table, person) if table.is_official else None,
        "table": table,
        "person": person,
        "guest": guest_of(request),
        "name_form": name or NameForm(),
        "terms": terms_of(table),
        "settings_form": settings or SettingsForm.of(table),
        "secret": guests.secret_of(request.POST.get(FORM, "")),
        "link": absolute(request, reverse("live-table", args=[table.code])),
        "socket": f"{reverse('live-table', args=[table.code])}ao-vivo",
        "trouble": trouble,
    }
    response = render(request, "tables/table.html", context, status=status)
    response["X-Robots-Tag"] = "noindex, nofollow"
    return response


def _official_part(request: SiteRequest, table: Table, person: Person) -> OfficialShown:
    """The part of the page that only a championship's table has."""
    is_team = may(request.user, Permission(Action.SEE_HISTORY), table.event)
    return official_part(table, person, is_team=is_team)


def _closed_page(request: SiteRequest, table: Table, status: int) -> HttpResponse:
    """The page of a table that the site's team closed. Matches that were played to the end stay."""
    view = _table_for(request, table, person_of(request, table).who)
    response = render(request, "tables/closed.html", {"view": view, "table": table}, status=status)
    response["X-Robots-Tag"] = "noindex, nofollow"
    return response


def _table_for(request: SiteRequest, table: Table, who: str) -> TableShown:
    """The table as this visitor may see it. Referees see it without delay."""
    rules = table.event is not None and may(request.user, Permission(Action.RULE), table.event)
    return table_for_page(table, who, is_referee=rules)


@needs(Action.PLAY, Target.SITE)
@never_cache
@require_safe
def table_news(request: SiteRequest, code: str) -> HttpResponse:
    """Answer an open page: no content, or a redirect to the table once it shows something else.

    ``desde`` is the ``stamp`` of the page.
    """
    table = table_seen_by(request, code)
    if request.GET.get("desde") == _table_for(request, table, person_of(request, table).who).stamp:
        return HttpResponse(status=204)
    return redirect("live-table", code=code)


def _change(request: SiteRequest, table: Table, change: Callable[[], PageRefusal | None]) -> HttpResponse:
    """Make the change and go back to the table. If it is refused, show the table with the reason."""
    refusal = change()
    if refusal is not None:
        return _page(request, table, trouble=refusal.label, status=409)
    return redirect("live-table", code=table.code)


def _seat(sent: str) -> int:
    """The seat that a form names. If it names none, one that no table has."""
    return parse_count(sent, otherwise=-1)


@needs(Action.PLAY, Target.SITE)
@never_cache
@require_POST
def sit(request: SiteRequest, code: str) -> HttpResponse:
    """Sit down. An unknown visitor becomes a guest with the name in the form, even if the seat is taken."""
    table = table_seen_by(request, code)
    name = _name_form(request, is_needed=True, at=table)
    if not name.is_valid():
        return _page(request, table, name=name, status=422)
    try:
        who = _who_sits_down(request, name, guests.secret_of(request.POST.get(FORM, "")), table)
    except _TooMany as limit:
        return _page(request, table, name=name, trouble=limit, status=429)
    if _table_for(request, table, who).is_on:  # also while onlookers may not know that it is over
        return _page(request, table, trouble=PageRefusal.MATCH_ON.label, status=409)
    return _change(request, table, lambda: seating.sit(table, who, _seat(request.POST.get("seat", ""))))


@needs(Action.PLAY, Target.SITE)
@never_cache
@require_POST
def leave(request: SiteRequest, code: str) -> HttpResponse:
    table = table_seen_by(request, code)
    return _change(request, table, lambda: seating.leave(table, person_of(request, table).who))


@needs(Action.PLAY, Target.SITE)
@never_cache
@require_POST
def put_bot(request: SiteRequest, code: str) -> HttpResponse:
    """Put a bot in the seat that the button names, or in all empty seats."""
    table = table_seen_by(request, code)
    who = person_of(request, table).who
    if request.POST.get("seat") == EVERY_SEAT:
        return _change(request, table, lambda: seating.fill(table, who))
    return _change(request, table, lambda: seating.put_bot(table, who, _seat(request.POST.get("seat", ""))))


@needs(Action.PLAY, Target.SITE)
@never_cache
@require_POST
def free_seat(request: SiteRequest, code: str) -> HttpResponse:
    """Take a bot or a player out of a seat. The button sends the seat, and the token of the sitter whom it showed
    there."""
    table = table_seen_by(request, code)
    number, _dash, trace = request.POST.get("seat", "").partition("-")
    who = person_of(request, table).who
    return _change(request, table, lambda: seating.free(table, who, _seat(number), trace))


@needs(Action.PLAY, Target.SITE)
@never_cache
@require_POST
def settle(request: SiteRequest, code: str) -> HttpResponse:
    """Change the settings of the table."""
    table, form = table_seen_by(request, code), SettingsForm(request.POST)
    if not form.is_valid():
        return _page(request, table, settings=form, status=422)
    who = person_of(request, table).who
    return _change(request, table, lambda: seating.settle(table, who, form.cleaned_data))


@needs(Action.PLAY, Target.SITE)
@never_cache
@require_POST
def start(request: SiteRequest, code: str) -> HttpResponse:
    table = table_seen_by(request, code)
    # ``after`` is the number of the last match that the page showed
    who, after = person_of(request, table).who, parse_count(request.POST.get("after", ""))
    return _change(request, table, lambda: seating.start(table, who, after=after))
