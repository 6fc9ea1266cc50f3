"""Which finished matches count, and what they come to.

A match counts between people with accounts, and bots. Who is a guest, or an entrant without an account, is somebody
else tomorrow: his match counts for nobody. A match to another target than the regulation's is another test, and does
not count either.

Where a bot has played in somebody's seat the match counts only if that side lost. So nobody saves his rating by walking
away, and nobody wins by what a bot did for him; where both sides were left, nothing was measured.

A championship's match counts when the event is over and its results are told, and only as the championship has it: one
that it played again, gave to somebody by a walkover, or to those who had lost it, is void. Until then it waits; and
when the championship decides something more, it waits again, and is judged anew.
"""

from collections.abc import Iterable, Iterator, Mapping
from datetime import datetime
from typing import NamedTuple

from django.db.models import Q
from django.utils import timezone

from carteado.web.events import store
from carteado.web.events.models import Event, Stage
from carteado.web.people.models import User
from carteado.web.ratings.match_facts import Counts, Facts, facts_of
from carteado.web.ratings.models import Verdict
from carteado.web.ratings.plackett_luce import Outcome, Side
from carteado.web.registrations.models import Entrant
from carteado.web.regulations.games import game_of
from carteado.web.tables.match.championship_match import live_tables
from carteado.web.tables.match.from_database import log_with_terms, regulation_of
from carteado.web.tables.models import Match
from carteado.web.tables.players import names as sitters

OVER = frozenset({Stage.FINISHED, Stage.CANCELLED})


def is_told() -> Q:
    """Tables of championships that are over and keep no result from anybody; as ``_waits`` says it of one."""
    is_over = Q(table__event__archived_at__isnull=False) | Q(table__event__stage__in=OVER)
    return is_over & ~Q(table__event__embargo_until__gt=timezone.now())


def _waits(event: Event) -> bool:
    return event.is_embargoed or (event.archived_at is None and event.stage not in OVER)


class Part(NamedTuple):
    """Somebody with an account, in his seat."""

    user: int
    seat: int
    is_won: bool
    counts: Counts


class Finding(NamedTuple):
    """What a match comes to."""

    match: int
    game: str
    at: datetime
    verdict: Verdict
    sides: tuple[Side, Side]
    winner: int
    parts: tuple[Part, ...]
    seq: int = 0
    """How much its championship had decided."""

    @property
    def outcome(self) -> Outcome:
        return Outcome(self.sides, self.winner)

    @property
    def place(self) -> tuple[datetime, int]:
        """Matches count in the order in which they were over."""
        return self.at, self.match


def findings(matches: Iterable[Match]) -> Iterator[Finding]:
    """Of finished matches, each read with its ``table`` and the table's ``event``."""
    for match in matches:
        written = log_with_terms(match.table, match)
        yield finding(match, facts_of(written.terms, written.log))


def finding(match: Match, facts: Facts) -> Finding:
    assert match.finished_at is not None
    table = match.table
    accounts = _accounts(facts.players, table.event)
    players = tuple(accounts.get(one, one) for one in facts.players)
    known = facts._replace(players=players)
    return Finding(
        match=match.pk,
        game=game_of(regulation_of(table)).value,
        at=match.finished_at,
        verdict=_verdict(match, known, set(accounts.values())),
        sides=known.sides,
        winner=facts.winner,
        parts=tuple(
            Part(_number(who), seat, seat % 2 == facts.winner, facts.counts[seat])
            for seat, who in enumerate(players)
            if who in accounts.values()
        ),
        seq=table.event.seq if table.event is not None else 0,
    )


def _accounts(players: Iterable[str], event: Event | None) -> Mapping[str, str]:
    """The accounts of those who have one, by what they sat down as. Of two whose pages one account opened the first is
    its owner, as at the table."""
    people = set(players)
    users = {one: _number(one) for one in people if one.startswith(f"{sitters.USER}:")}
    there = set(User.objects.filter(pk__in=users.values()).values_list("pk", flat=True))
    found = {one: one for one, number in users.items() if number in there}
    codes = {one.partition(":")[2]: one for one in people if one.startswith(f"{sitters.ENTRANT}:")}
    entrants = Entrant.objects.filter(event=event, code__in=codes, user__isnull=False, erased_at=None) if codes else ()
    own = {one.user_id: one.code for one in sorted(entrants, key=lambda one: one.pk, reverse=True)}
    return found | {codes[code]: f"{sitters.USER}:{user}" for user, code in own.items()}


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
    """None where it stands as it was played."""
    if _waits(event):
        return Verdict.WAITS
    championship, table = store.championship_of(event), match.table
    ended, log = championship.bracket.ended(table.fixture), championship.logs.get(table.fixture)
    stands = live_tables(championship, event).get(table.fixture) == table.code
    is_played = ended is not None and ended.outcome is not None and not ended.outcome.walkover
    games = log.counted.games if log is not None and log.counted is not None else ()
    is_same = winner in [game.winner for game in games[match.number - 1 : match.number]]
    return None if stands and is_played and is_same and event.stage != Stage.CANCELLED else Verdict.VOID
