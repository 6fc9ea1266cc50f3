"""The public ranking, and a player's own matches as they see them."""

from collections import Counter
from collections.abc import Iterable, Sequence
from typing import NamedTuple

from django.db.models import Exists, OuterRef, Q, QuerySet
from django.utils.functional import Promise
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from carteado.bots.registry import ONE_GAME
from carteado.regulation import load
from carteado.web.people.models import User
from carteado.web.people.public_names import anonymous, is_nameless, shown_name
from carteado.web.ratings.models import Kind, Played, Standing, Verdict
from carteado.web.ratings.names import called, event_of, names_by_event
from carteado.web.ratings.plackett_luce import BOT, ENOUGH, ENOUGH_TOGETHER, FIRM_SIGMA, Tally, together
from carteado.web.ratings.play_statistics import partner_of
from carteado.web.registrations.models import Entrant
from carteado.web.regulations.games import GameName, regulations_of
from carteado.web.tables.players import names as sitters

SCALE_END = 2400
"""Value at the right end of the ranking's scale. Hardly any player gets there."""

# --- the ranking --------------------------------------------------------------------------------------------------


class RankingLine(NamedTuple):
    """A line of the ranking. ``rank`` is None for a bot, which is the yardstick and does not compete.

    ``value`` is the strength that is almost certain, ``upper`` the greatest that is likely. ``is_firm`` means that the
    rating hardly moves any more.
    """

    rank: int | None
    name: str
    value: int
    upper: int
    matches: int
    wins: int
    is_firm: bool
    is_you: bool = False

    @property
    def percent(self) -> int:
        """Matches won, in percent."""
        return round(100 * self.wins / self.matches) if self.matches else 0

    @property
    def start(self) -> str:
        """Where the bar between ``value`` and ``upper`` begins, on a scale of 100, as SVG writes it."""
        return _on_scale(self.value)

    @property
    def length(self) -> str:
        return f"{float(_on_scale(self.upper)) - float(self.start):.2f}"


def _on_scale(value: int) -> str:
    return f"{100 * min(max(value, 0), SCALE_END) / SCALE_END:.2f}"


def listed_standings(game: GameName, kind: Kind) -> QuerySet[Standing]:
    """Players or pairs to list: with enough matches, a name, and no wish to be hidden. For a pair this holds for
    both."""
    enough = ENOUGH if kind is Kind.PLAYER else ENOUGH_TOGETHER
    standings = Standing.objects.filter(game=game, kind=kind, matches__gte=enough, first__is_active=True)
    standings = standings.exclude(first__name="").exclude(first__ranking_wish__is_hidden=True)
    if kind is Kind.PAIR:
        standings = standings.filter(second__is_active=True).exclude(second__name="")
        standings = standings.exclude(second__ranking_wish__is_hidden=True).exclude(
            pk__in=_pairs_hidden_by_erasure(game)
        )
    return standings.select_related("first", "second").order_by("-value", "pk")


def _pairs_hidden_by_erasure(game: GameName) -> list[int]:
    """Pairs to leave out because one of the two was erased by a championship, and they have too few matches without it.
    The ranking would reveal who their partner was there."""
    events = Entrant.objects.exclude(erased_at=None).values("event")
    # An erased entrant has no account any more.
    not_erased = Entrant.objects.filter(event=OuterRef("judged__match__table__event"), user=OuterRef("user"))
    parts = Played.objects.filter(~Exists(not_erased), judged__match__table__event__in=events, game=game)
    sides = parts.filter(judged__verdict=Verdict.RATED).values_list("judged", "judged__sides", "seat")
    hidden = Counter(pair for _match, pair in {(match, together(both[seat % 2])) for match, both, seat in sides})
    pairs = Standing.objects.filter(game=game, kind=Kind.PAIR, who__in=hidden)
    return [one.pk for one in pairs if one.matches - hidden[one.who] < ENOUGH_TOGETHER]


def lines_of(standings: Sequence[Standing], *, first: int, reader: object) -> list[RankingLine]:
    """Lines for consecutive standings. ``first`` is the rank of the first one."""
    return [_line(one, first + place, reader) for place, one in enumerate(standings)]


def _line(one: Standing, rank: int, reader: object) -> RankingLine:
    people = [person for person in (one.first, one.second) if person is not None]
    return RankingLine(
        rank=rank,
        name=_(" & ").join(public_name(person) for person in people),
        value=max(0, one.value),
        upper=tally_of(one).upper,
        matches=one.matches,
        wins=one.wins,
        is_firm=one.sigma <= FIRM_SIGMA,
        is_you=reader in people,
    )


def tally_of(one: Standing) -> Tally:
    return Tally(one.mu, one.sigma, one.matches, one.wins)


def public_name(user: User) -> str:
    """First name and initial of the last name, on one line.

    The initial distinguishes two people named Bia. Both together are too little to find a person by.
    """
    if is_nameless(user.name) or not user.name.split():
        return shown_name(anonymous(user.pk))
    first, *others = user.name.split()
    return f"{first}\N{NO-BREAK SPACE}{others[-1][0]}." if others else first


def yardstick(game: GameName) -> RankingLine:
    """The line of the game's bot among the players."""
    engine = load(regulations_of(game)[0]).engine_kind
    bot = next(name for name, plays in ONE_GAME.items() if plays is engine)
    return RankingLine(
        rank=None, name=bot.capitalize(), value=BOT.value, upper=BOT.upper, matches=0, wins=0, is_firm=True
    )


# --- a player's own -----------------------------------------------------------------------------------------------


class OwnStanding(NamedTuple):
    """A player's rating in a game, for their own page. ``place`` is their rank, None if they are not listed."""

    game: GameName
    tally: Tally
    place: int | None

    @property
    def value(self) -> int:
        return max(0, self.tally.value)

    @property
    def losses(self) -> int:
        return self.tally.matches - self.tally.wins

    @property
    def left(self) -> int:
        """Matches left until the rating is no longer provisional."""
        return max(0, ENOUGH - self.tally.matches)

    @property
    def is_firm(self) -> bool:
        return self.tally.sigma <= FIRM_SIGMA


def own_standings(user: User) -> list[OwnStanding]:
    by_game = {one.game: one for one in Standing.objects.filter(first=user, kind=Kind.PLAYER)}
    return [OwnStanding(game, tally_of(by_game[game]), place_of(by_game[game])) for game in GameName if game in by_game]


def place_of(standing: Standing) -> int | None:
    """The player's rank in the public ranking. None if they are not listed there."""
    ahead = Q(value__gt=standing.value) | Q(value=standing.value, pk__lt=standing.pk)
    standings = listed_standings(GameName(standing.game), Kind.PLAYER)
    return standings.filter(ahead).count() + 1 if standings.filter(pk=standing.pk).exists() else None


REASONS_UNCOUNTED: dict[str, str | Promise] = {
    Verdict.GUEST: gettext_lazy("Did not count: somebody played without an account."),
    Verdict.SUBSTITUTED: gettext_lazy("Did not count: a bot finished it in somebody's place."),
    Verdict.OWN_TERMS: gettext_lazy("Did not count: it was played to another target."),
    Verdict.VOID: gettext_lazy("Did not count: the championship decided otherwise."),
    Verdict.WAITS: gettext_lazy("Counts when the championship is over."),
}


class MatchShown(NamedTuple):
    """A match as one of its players sees it. ``ours`` and ``theirs`` are the final scores of their pair and the other.

    If it does not count, ``change`` is None and ``reason_uncounted`` says why; else that is empty. ``has_replay`` is
    False while the results of its championship are under embargo.
    """

    part: Played
    game: GameName
    regulation: str
    partner: str
    opponents: str
    ours: int
    theirs: int
    change: int | None
    reason_uncounted: str | Promise
    has_replay: bool


def matches_of(parts: Iterable[Played]) -> list[MatchShown]:
    parts_listed = list(parts)
    names = names_by_event(parts_listed)
    return [_match(one, names[event_of(one)]) for one in parts_listed]


def _match(one: Played, names: sitters.Names) -> MatchShown:
    match, mine = one.judged.match, one.seat % 2
    scores, partner = (match.score_first, match.score_second), partner_of(one)
    event = match.table.event
    return MatchShown(
        part=one,
        game=GameName(one.game),
        regulation=load(match.table.regulation).name,
        partner=called(partner, names) if partner else "",
        opponents=_(" & ").join(called(who, names) for who in one.judged.sides[1 - mine]),
        ours=scores[mine],
        theirs=scores[1 - mine],
        change=one.change,
        reason_uncounted=REASONS_UNCOUNTED.get(one.judged.verdict, ""),
        has_replay=event is None or not event.is_embargoed,
    )
