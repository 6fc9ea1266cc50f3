"""Home, the list of championships, regulations with their search, about, privacy."""

from django.core.exceptions import PermissionDenied
from django.core.paginator import Paginator
from django.http import Http404, HttpResponse, HttpResponseRedirect
from django.shortcuts import render, resolve_url
from django.urls import reverse
from django.utils import timezone
from django.utils.http import url_has_allowed_host_and_scheme
from django.views.decorators.csrf import csrf_exempt
from django.views.decorators.http import require_POST
from django.views.decorators.vary import vary_on_headers

from carteado.regulation import NOTHING_DECIDED, Regulation, UnknownRegulation, available, load
from carteado.web.display.event_posters import home_page_events, is_this_week, posters_of, public_events
from carteado.web.front.event_filter import Filter
from carteado.web.kit.appearance import COOKIE_AGE, Appearance
from carteado.web.kit.guarding.personal_data_list import stored_data
from carteado.web.kit.guarding.policy import Action, Target
from carteado.web.kit.words.catalogue import title_of
from carteado.web.pages.access import SiteRequest, needs
from carteado.web.regulations.full_articles import parts_of
from carteado.web.regulations.games import CARDS, game_of
from carteado.web.regulations.rulebook import article_groups, rulebook, rulings
from carteado.web.regulations.ruling_texts import ruling_groups
from carteado.web.regulations.search import LONGEST_QUESTION, search
from carteado.web.tables.seats.lobby import one_of_each

POSTERS_AT_HOME = 10
POSTERS_A_PAGE = 20


@needs(Action.READ, Target.SITE)
def home(request: SiteRequest) -> HttpResponse:
    """Posters of current events, and for each game a button that opens a live table."""
    today = timezone.localdate()
    events = list(home_page_events(today, most=POSTERS_AT_HOME))
    context = {
        "posters": posters_of(events),
        "is_this_week": is_this_week(events, today),
        "games": one_of_each(),
    }
    return render(request, "pages/home.html", context)


@needs(Action.READ, Target.SITE)
def list_events(request: SiteRequest) -> HttpResponse:
    chosen = Filter(request.GET)
    found = chosen.narrowed(public_events(), timezone.now())
    page = Paginator(found, POSTERS_A_PAGE).get_page(request.GET.get("pagina"))
    context = {
        "filter": chosen,
        "is_narrowed": any(chosen.cleaned_data.values()),
        "page": page,
        "posters": posters_of(page.object_list),
    }
    return render(request, "pages/events.html", context)


@needs(Action.READ, Target.SITE)
def list_regulations(request: SiteRequest) -> HttpResponse:
    booklets = [_booklet(load(name)) for name in available()]
    return render(request, "pages/regulations.html", {"booklets": booklets})


def _booklet(regulation: Regulation) -> dict[str, object]:
    """The cover of a regulation, with the numbers of its articles and of the rules that we took from it."""
    return {
        "regulation": regulation,
        "title": title_of(regulation),
        "game": game_of(regulation).label,
        "card": CARDS[game_of(regulation)],
        "articles": len(regulation.articles),
        "rules": sum(1 for _rule in regulation.entries()),
    }


@needs(Action.READ, Target.SITE)
def list_rulings(request: SiteRequest) -> HttpResponse:
    return render(request, "pages/rulings.html", {"groups": ruling_groups()})


@needs(Action.READ, Target.SITE)
def show_regulation(request: SiteRequest, regulation_id: str) -> HttpResponse:
    loaded = _regulation(regulation_id)
    book = rulebook(loaded)
    context = {
        "booklet": _booklet(loaded),
        "regulation": loaded,
        "title": title_of(loaded),
        "book": book,
        "articles": article_groups(book),
        "rulings": rulings(book),
    }
    return render(request, "pages/regulation.html", context)


@needs(Action.READ, Target.SITE)
def show_articles(request: SiteRequest, regulation_id: str) -> HttpResponse:
    """Every article in full, as published."""
    loaded = _regulation(regulation_id)
    context = {
        "regulation": loaded,
        "title": title_of(loaded),
        "parts": parts_of(rulebook(loaded), NOTHING_DECIDED),  # no event, so no date or place of one
        "rules_page": reverse("regulation", args=[loaded.id]),
    }
    return render(request, "pages/articles.html", context)


def _regulation(name: str) -> Regulation:
    try:
        return load(name)
    except UnknownRegulation:
        raise Http404 from None


@needs(Action.READ, Target.SITE)
@vary_on_headers("HX-Request")
def search_regulations(request: SiteRequest) -> HttpResponse:
    """The search page, or only its answers while the visitor types."""
    question = request.GET.get("q", "").strip()[:LONGEST_QUESTION]
    name = request.GET.get("regulamento", "")
    within = _regulation(name) if name else None
    context = {
        "question": question,
        "within": within,
        "answers": search(question, regulation=name or None) if question else [],
        "regulations": [load(one) for one in available()],
    }
    part = "pages/answers.html" if request.htmx and not request.htmx.boosted else "pages/search.html"
    return render(request, part, context)


@needs(Action.READ, Target.SITE)
def about(request: SiteRequest) -> HttpResponse:
    return render(request, "pages/about.html", {"regulations": [load(one) for one in available()]})


@needs(Action.READ, Target.SITE)
def privacy(request: SiteRequest) -> HttpResponse:
    return render(request, "pages/privacy.html", {"kept": stored_data()})


@needs(Action.READ, Target.SITE)
@require_POST
@csrf_exempt
def keep_appearance(request: SiteRequest) -> HttpResponse:
    """Store the reader's appearance choice in cookies and redirect to the same page.

    The form is on every page. A personal CSRF token would make cached pages impossible, so the check uses a header of
    the browser that states whether the form came from this site.
    """
    # Browsers send ``none`` if no site caused the request. Old ones do not send the header, and are let pass.
    if request.headers.get("Sec-Fetch-Site", "same-origin") not in ("same-origin", "none"):
        raise PermissionDenied
    back = request.POST.get("next", "")
    if not url_has_allowed_host_and_scheme(back, allowed_hosts=None):  # only a path of this site
        back = resolve_url("home")
    response = HttpResponseRedirect(back)
    chosen = Appearance.of(request.POST)
    for name in ("theme", "deck"):
        # Not HttpOnly: scripts set the same cookie when a choice is made without a reload.
        response.set_cookie(name, getattr(chosen, name), max_age=COOKIE_AGE, samesite="Lax", secure=request.is_secure())
    return response
