"""Decide which finished matches count for ratings.

A match counts if every player has an account or is a bot. A guest, or an entrant without an account, cannot be
recognised in another match, so a match with one counts for none of its players. A match of no championship, to a target
other than the regulation's, measures something else and does not count either.

If a bot has played for a player, the match counts only if that side lost. So no player can save their rating by walking
away, and none gains from what a bot did for them. If bots played for players on both sides, nothing was measured.

A championship's match counts once the event is over and its results are public, and only with the result that the
championship recorded, as far as everybody may know it. A match is void if it was replayed, decided by a walkover, or
awarded to the pair that lost it, and so are all matches of a cancelled event. Until the event is over the match waits.
When the championship decides something more, or more of it may be known, the match waits again and is judged again.
"""

from collections.abc import Iterable, Iterator, Mapping
from datetime import datetime
from typing import NamedTuple

from django.db.models import Q
from django.utils import timezone

from carteado.web.events import store
from carteado.web.events.models import Event, Stage
from carteado.web.people import references
from carteado.web.people.models import User
from carteado.web.ratings.match_facts import Counts, Facts, facts_of
from carteado.web.ratings.models import Verdict
from carteado.web.ratings.plackett_luce import Outcome, Side
from carteado.web.registrations.models import Entrant
from carteado.web.regulations.games import game_of
from carteado.web.tables.match.championship_match import live_tables
from carteado.web.tables.match.from_database import regulation_of, stored_match
from carteado.web.tables.models import Match
from carteado.web.tables.players import names as sitters

OVER = frozenset({Stage.FINISHED, Stage.CANCELLED})
"""Stages of a championship that is over."""


def is_over_and_public() -> Q:
    """Tables of championships that are over and not under embargo. The same rule as ``_waits``, as a query."""
    is_over = Q(table__event__archived_at__isnull=False) | Q(table__event__stage__in=OVER)
    return is_over & ~Q(table__event__embargo_until__gt=timezone.now())


def _waits(event: Event) -> bool:
    """True if the matches of the event wait for a verdict."""
    return event.is_embargoed or (event.archived_at is None and event.stage not in OVER)


class Part(NamedTuple):
    """A player with an account, and their part in the match."""

    user: int
    seat: int
    is_won: bool
    counts: Counts


class Finding(NamedTuple):
    """What was read from one match's log, with the verdict on it. ``match`` is the key of the match, ``at`` when it
    ended, ``winner`` the index of a side. ``parts`` has the players with an account only."""

    match: int
    game: str
    at: datetime
    verdict: Verdict
    sides: tuple[Side, Side]
    winner: int
    parts: tuple[Part, ...]
    seq: int = 0
    """Number of operations of its championship when the match was read; 0 for a match of no championship."""

    @property
    def outcome(self) -> Outcome:
        return Outcome(self.sides, self.winner)

    @property
    def place(self) -> tuple[datetime, int]:
        """Sort key: matches count in the order in which they ended."""
        return self.at, self.match


def findings(matches: Iterable[Match]) -> Iterator[Finding]:
    """Read and judge finished matches. Each comes with its ``table`` and that table's ``event`` loaded."""
    for match in matches:
        log = stored_match(match.table, match)
        yield finding(match, facts_of(log.terms, log.log))


def finding(match: Match, facts: Facts) -> Finding:
    """Judge a finished match by the facts from its log."""
    assert match.finished_at is not None
    table = match.table
    accounts = _accounts(facts.players, table.event)
    players = tuple(accounts.get(one, one) for one in facts.players)
    facts_by_account = facts._replace(players=players)
    return Finding(
        match=match.pk,
        game=game_of(regulation_of(table)).value,
        at=match.finished_at,
        verdict=_verdict(match, facts_by_account, set(accounts.values())),
        sides=facts_by_account.sides,
        winner=facts.winner,
        parts=tuple(
            Part(_number(who), seat, seat % 2 == facts.winner, facts.counts[seat])
            for seat, who in enumerate(players)
            if who in accounts.values()
        ),
        seq=table.event.seq if table.event is not None else 0,
    )


def _accounts(players: Iterable[str], event: Event | None) -> Mapping[str, str]:
    """Map each player's reference to the reference of their account, for those who have one. If one account opened the
    links of two entrants, it belongs to the first, as at the table."""
    people = set(players)
    users = {one: _number(one) for one in people if one.startswith(f"{references.USER}:")}
    there = set(User.objects.filter(pk__in=users.values()).values_list("pk", flat=True))
    found = {one: one for one, number in users.items() if number in there}
    codes = {one.partition(":")[2]: one for one in people if one.startswith(f"{references.ENTRANT}:")}
    entrants = Entrant.objects.filter(event=event, code__in=codes, user__isnull=False, erased_at=None) if codes else ()
    own = {one.user_id: one.code for one in sorted(entrants, key=lambda one: one.pk, reverse=True)}
    return found | {codes[code]: f"{references.USER}:{user}" for user, code in own.items()}


def _number(who: str) -> int:
    return int(who.partition(":")[2])


def _verdict(match: Match, facts: Facts, accounts: set[str]) -> Verdict:
    table = match.table
    if table.event is not None and (decided := _of_championship(match, table.event, facts.winner)) is not None:
        return decided
    if not all(sitters.is_bot(who) or who in accounts for who in facts.players):
        return Verdict.GUEST
    if table.target is not None and table.event is None:
        return Verdict.OWN_TERMS
    if facts.replaced and facts.replaced != {1 - facts.winner}:
        return Verdict.SUBSTITUTED
    return Verdict.RATED


def _of_championship(match: Match, event: Event, winner: int) -> Verdict | None:
    """Return the verdict due to the championship, or None if the match stands as it was played."""
    if _waits(event):
        return Verdict.WAITS
    championship, table = store.shown_to_all(event), match.table  # only what everybody may know of it
    ended, log = championship.bracket.ended(table.fixture), championship.logs.get(table.fixture)
    # Once a match is to be replayed, the table at which it was played is no longer its table.
    stands = live_tables(championship, event).get(table.fixture) == table.code
    is_played = ended is not None and ended.outcome is not None and not ended.outcome.walkover
    games = log.counted.games if log is not None and log.counted is not None else ()
    # At a championship's table each stored match is a game of the same match.
    is_same = winner in [game.winner for game in games[match.number - 1 : match.number]]
    return None if stands and is_played and is_same and event.stage != Stage.CANCELLED else Verdict.VOID
