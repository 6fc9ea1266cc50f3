"""Pages of the ranking, and of a player's own matches and statistics."""

from django.contrib import messages
from django.core.paginator import Page, Paginator
from django.http import Http404, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_POST, require_safe

from carteado.web.kit.guarding.policy import Action, Target
from carteado.web.pages.access import SiteRequest, needs
from carteado.web.ratings import charts as drawing
from carteado.web.ratings.models import Kind, Played, Standing, Wish
from carteado.web.ratings.plackett_luce import BOT, ENOUGH, ENOUGH_TOGETHER
from carteado.web.ratings.play_statistics import statistics_of
from carteado.web.ratings.ranking import (
    RankingLine,
    lines_of,
    listed_standings,
    matches_of,
    own_standings,
    public_name,
    yardstick,
)
from carteado.web.regulations.games import GameName

LINES_A_PAGE = 50
MATCHES_A_PAGE = 20


# --- public pages -------------------------------------------------------------------------------------------------


@needs(Action.READ, Target.SITE)
@require_safe
def ranking(request: SiteRequest) -> HttpResponse:
    return _ranking(request, GameName.TRUCO, Kind.PLAYER)


@needs(Action.READ, Target.SITE)
@require_safe
def ranking_of_players(request: SiteRequest, game: str) -> HttpResponse:
    return _ranking(request, _game(game), Kind.PLAYER)


@needs(Action.READ, Target.SITE)
@require_safe
def ranking_of_pairs(request: SiteRequest, game: str) -> HttpResponse:
    return _ranking(request, _game(game), Kind.PAIR)


def _game(name: str) -> GameName:
    if name not in GameName.values:
        raise Http404
    return GameName(name)


def _ranking(request: SiteRequest, game: GameName, kind: Kind) -> HttpResponse:
    page = Paginator(listed_standings(game, kind), LINES_A_PAGE).get_page(request.GET.get("pagina"))
    lines = lines_of(list(page.object_list), first=page.start_index(), reader=request.user)
    context = {
        "game": game,
        "games": list(GameName),
        "is_pairs": kind is Kind.PAIR,
        "page": page,
        "lines": _with_yardstick(lines, game, page) if kind is Kind.PLAYER and lines else lines,
        "enough": ENOUGH_TOGETHER if kind is Kind.PAIR else ENOUGH,
        "bot_at": yardstick(game).start,  # its place on the scale of the bars
    }
    return render(request, "ratings/ranking.html", context)


def _with_yardstick(lines: list[RankingLine], game: GameName, page: Page[Standing]) -> list[RankingLine]:
    """Insert the game's bot among the players where its strength puts it, if that place is on this page."""
    bot = yardstick(game)
    place = listed_standings(game, Kind.PLAYER).filter(value__gte=bot.value).count() - page.start_index() + 1
    is_here = 0 <= place < len(lines) or (place == len(lines) and not page.has_next())
    return [*lines[:place], bot, *lines[place:]] if is_here else lines


@needs(Action.READ, Target.SITE)
@require_safe
def how_it_counts(request: SiteRequest) -> HttpResponse:
    context = {"enough": ENOUGH, "enough_together": ENOUGH_TOGETHER, "bot": BOT.value}
    return render(request, "ratings/how.html", context)


# --- own pages ----------------------------------------------------------------------------------------------------


@needs(Action.READ, Target.OWN_ACCOUNT)
@never_cache
@require_safe
def my_matches(request: SiteRequest) -> HttpResponse:
    mine = Played.objects.filter(user=request.user).select_related("judged__match__table__event")
    page = Paginator(mine.order_by("-at", "-pk"), MATCHES_A_PAGE).get_page(request.GET.get("pagina"))
    context = {
        "page": page,
        "matches": matches_of(page.object_list),
        "standings": own_standings(request.user),
        "is_hidden": Wish.objects.filter(user=request.user, is_hidden=True).exists(),
        "public_name": public_name(request.user) if request.user.name.split() else "",  # only a name can be listed
        "enough": ENOUGH,
    }
    return render(request, "ratings/my_matches.html", context)


@needs(Action.EDIT, Target.OWN_ACCOUNT)
@never_cache
@require_POST
def choose(request: SiteRequest) -> HttpResponse:
    """Store the choice about the ranking; sending it twice changes nothing. Only the exact value ``dentro`` puts a
    player into the ranking."""
    is_hidden = request.POST.get("ranking") != "dentro"
    Wish.objects.update_or_create(user=request.user, defaults={"is_hidden": is_hidden})
    message = _("Your name is out of the ranking.") if is_hidden else _("Your name may stand in the ranking.")
    messages.success(request, message)
    return redirect("my-matches")


@needs(Action.READ, Target.OWN_ACCOUNT)
@never_cache
@require_safe
def my_game(request: SiteRequest, game: str) -> HttpResponse:
    name = _game(game)
    statistics = statistics_of(request.user.pk, name)
    own_standing = next((one for one in own_standings(request.user) if one.game is name), None)
    context: dict[str, object] = {
        "game": name,
        "games": list(GameName),
        "own_standing": own_standing,
        "statistics": statistics,
    }
    if statistics.matches:
        context |= {"facts": drawing.facts_of(statistics, name), "charts": drawing.charts_of(statistics, name)}
    return render(request, "ratings/my_game.html", context)
