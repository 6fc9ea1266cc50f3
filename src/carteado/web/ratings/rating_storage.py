"""Storage of ratings: every finished match counts exactly once, in the order in which matches ended, however often it
is brought in.

A process locks the game's row before it writes. A match may come late, because its championship has only just ended or
another machine was slower; then the game is counted again from its first match, so that each match counts in its place.
So writing step by step gives the same ratings as ``rebuild`` makes from all the logs, to the last bit. If a
championship decides something after its matches were counted, they stop counting, wait, and are judged again.
"""

import logging
from collections.abc import Iterable, Iterator, Sequence
from datetime import datetime, timedelta
from itertools import groupby
from typing import NamedTuple

from django.db import DatabaseError, transaction
from django.db.models import OuterRef, Q, QuerySet, Value
from django.db.models.functions import Concat
from django.utils import timezone

from carteado.web.events.models import Event
from carteado.web.people import references
from carteado.web.people.models import User
from carteado.web.ratings.models import Judged, Kind, Ledger, Played, Standing, Verdict
from carteado.web.ratings.plackett_luce import NEW, Outcome, Tally, Who, is_bot, members, rated, ratings_after
from carteado.web.ratings.verdicts import Finding, findings, is_over_and_public
from carteado.web.registrations.models import Entrant
from carteado.web.regulations.games import GameName
from carteado.web.tables.models import Match, Seat

_log = logging.getLogger(__name__)

BATCH_SIZE = 20
"""Matches read before each write."""


# --- what is still to be counted ----------------------------------------------------------------------------------


class FindingBatch(NamedTuple):
    """A batch of matches to be counted. ``last`` is the end and the key of its last match: the next batch begins after
    it. None if no batch follows."""

    findings: list[Finding]
    last: tuple[datetime, int] | None


def _finished() -> QuerySet[Match]:
    """Matches that somebody has won."""
    return Match.objects.exclude(finished_at=None).exclude(winner=None).select_related("table__event")


def _unjudged() -> QuerySet[Match]:
    """Matches without a final verdict. Reading a log takes time, so a match that waits for its championship is included
    only once that is over."""
    waits = Q(judged__verdict=Verdict.WAITS) & is_over_and_public()
    return _finished().filter(Q(judged=None) | waits).order_by("finished_at", "pk")


def findings_at_table(code: str) -> list[Finding]:
    """Read the matches of one table that are still to be counted. Writes nothing."""
    return list(_readable(_unjudged().filter(table__code=code)))


def next_batch(last: tuple[datetime, int] | None) -> FindingBatch:
    """Read the next batch from all tables: matches left uncounted by a crash, or by an event that was not over."""
    rest = _unjudged()
    if last is not None:
        rest = rest.filter(Q(finished_at__gt=last[0]) | Q(finished_at=last[0], pk__gt=last[1]))
    some = list(rest[:BATCH_SIZE])
    reached = (some[-1].finished_at, some[-1].pk) if len(some) == BATCH_SIZE and some[-1].finished_at else None
    return FindingBatch(list(_readable(some)), reached)


def catch_up() -> None:
    """Count all matches that are still to be counted, in this thread."""
    recount_withdrawn()
    last = None
    while True:
        batch = next_batch(last)
        store_findings(batch.findings)
        if (last := batch.last) is None:
            return


def _readable(matches: Iterable[Match]) -> Iterator[Finding]:
    """Read the matches whose end is public. One that cannot be read does not keep the others from being counted."""
    for match in _publicly_ended(matches):
        try:
            yield from findings([match])
        except DatabaseError:
            raise
        except Exception:
            _log.exception("match %s could not be read, and was not counted", match.pk)


def _publicly_ended(matches: Iterable[Match]) -> list[Match]:
    """Matches whose end all onlookers have seen, after the table's delay."""
    now = timezone.now()
    return [one for one in matches if one.finished_at and one.finished_at + timedelta(seconds=one.table.delay) <= now]


# --- counting -----------------------------------------------------------------------------------------------------


def store_findings(findings: Iterable[Finding]) -> None:
    """Store findings and update the ratings. A match that has a final verdict already stays as it is."""
    in_order = sorted(findings, key=lambda one: (one.game, one.place))
    for game, some in groupby(in_order, key=lambda one: one.game):
        with transaction.atomic():
            _lock_game(game)
            written = _write(list(some))
            counting = [one for one in written.findings if one.verdict is Verdict.RATED]
            if written.is_counted_already or (counting and _comes_late(game, counting)):
                _recount(game)
            else:
                _count_next(game, counting)


def _lock_game(game: str) -> None:
    """Lock the game's ratings until the transaction ends."""
    Ledger.objects.get_or_create(game=game)
    Ledger.objects.select_for_update().get(game=game)


class _Written(NamedTuple):
    """The findings that were stored. With ``is_counted_already`` the ratings contain one of these matches by its
    earlier verdict, which was withdrawn, so the game has to be recounted."""

    findings: list[Finding]
    is_counted_already: bool


def _write(findings: Sequence[Finding]) -> _Written:
    """Store the findings on new matches, and on matches that were waiting and have a final verdict now."""
    current = _still_current(findings)
    stored_verdicts = dict(Judged.objects.filter(pk__in=[one.match for one in current]).values_list("pk", "verdict"))
    new = [one for one in current if stored_verdicts.get(one.match) is None]
    settled = [
        one for one in current if stored_verdicts.get(one.match) == Verdict.WAITS and one.verdict is not Verdict.WAITS
    ]
    _insert(new)
    Judged.objects.bulk_update([_row(one) for one in settled], ["verdict", "sides"])
    parts_before = Played.objects.filter(judged__in=[one.match for one in settled])
    is_counted_already = parts_before.exclude(change=None).exists()
    parts_before.delete()  # an account may have been added since
    _insert_parts(settled)
    return _Written(new + settled, is_counted_already)


def _still_current(findings: Sequence[Finding]) -> list[Finding]:
    """Leave out matches whose championship has decided something since they were read; they are read again later. The
    lock on the events keeps them from deciding anything more until this is written."""
    official = Match.objects.filter(pk__in=[one.match for one in findings], table__event__isnull=False)
    events = dict(official.values_list("pk", "table__event"))
    concerned = Event.objects.select_for_update().filter(pk__in=set(events.values())).order_by("pk")
    decided = {event.pk: event.seq for event in concerned}
    return [one for one in findings if one.match not in events or decided[events[one.match]] == one.seq]


def _insert(new: Sequence[Finding]) -> None:
    Judged.objects.bulk_create(_row(one) for one in new)
    _insert_parts(new)


def _insert_parts(findings: Sequence[Finding]) -> None:
    Played.objects.bulk_create(
        Played(
            judged_id=one.match,
            user_id=part.user,
            game=one.game,
            at=one.at,
            seat=part.seat,
            is_won=part.is_won,
            counts=part.counts,
        )
        for one in findings
        for part in one.parts
    )


def _row(one: Finding) -> Judged:
    return Judged(match_id=one.match, game=one.game, at=one.at, verdict=one.verdict, sides=one.sides, winner=one.winner)


def _comes_late(game: str, counting: Sequence[Finding]) -> bool:
    """True if a match that is counted already ended after one of these."""
    ours = {one.match for one in counting}
    last = Judged.objects.filter(game=game, verdict=Verdict.RATED).exclude(pk__in=ours).order_by("at", "match").last()
    return last is not None and (last.at, last.pk) > min(one.place for one in counting)


def _count_next(game: str, counting: Sequence[Finding]) -> None:
    """Update the ratings with matches that ended after all those counted before."""
    concerned = {who for one in counting for who in rated(one.outcome)}
    rows = {one.who: one for one in Standing.objects.filter(game=game, who__in=concerned)}
    ratings = {who: Tally(row.mu, row.sigma, row.matches, row.wins) for who, row in rows.items()}
    for one in sorted(counting, key=lambda one: one.place):
        new_ratings = ratings_after(ratings, one.outcome)
        for who, tally in new_ratings.items():
            if len(members(who)) == 1:
                _note_change(one.match, who, ratings.get(who, NEW), tally)
        ratings |= new_ratings
    _store_ratings(game, ratings, rows)


def _note_change(match: int, who: Who, before: Tally, after: Tally) -> None:
    """Store beside a player's part in the match what it did to their rating."""
    Played.objects.filter(judged=match, user=_numbers(who)[0]).update(
        value=shown_value(after), upper=after.upper, change=shown_value(after) - shown_value(before)
    )


def shown_value(tally: Tally) -> int:
    """The value for people to see: never below 0."""
    return max(0, tally.value)


def _store_ratings(game: str, ratings: dict[Who, Tally], rows: dict[Who, Standing]) -> None:
    """Store ratings, but only of accounts that still exist: an erased account does not come back. ``rows`` are the
    stored ones to be changed."""
    people = {number for who in ratings for number in _numbers(who)}
    existing = set(User.objects.filter(pk__in=people).values_list("pk", flat=True))
    listed = {who: tally for who, tally in ratings.items() if existing.issuperset(_numbers(who))}
    Standing.objects.bulk_create(_standing(game, who, tally) for who, tally in listed.items() if who not in rows)
    changed = [_changed(rows[who], tally) for who, tally in listed.items() if who in rows]
    Standing.objects.bulk_update(changed, ["mu", "sigma", "value", "matches", "wins"], batch_size=100)


def _standing(game: str, who: Who, tally: Tally) -> Standing:
    first, *others = _numbers(who)
    alone = Kind.PLAYER if len(members(who)) == 1 else Kind.WITH_BOT
    one = Standing(game=game, who=who, kind=Kind.PAIR if others else alone, first_id=first)
    one.second_id = others[0] if others else None
    return _changed(one, tally)


def _changed(one: Standing, tally: Tally) -> Standing:
    """The same row with the new rating, not saved yet."""
    one.mu, one.sigma, one.value = tally.mu, tally.sigma, tally.value
    one.matches, one.wins = tally.matches, tally.wins
    return one


def _numbers(who: Who) -> list[int]:
    """The numbers of the accounts in a reference, without bots."""
    return [int(one.partition(":")[2]) for one in members(who) if not is_bot(one)]


# --- when the championship decides something else ---------------------------------------------------------------------


def withdraw_verdicts(event: int) -> bool:
    """Let a championship's matches wait for a new verdict, because it has decided something more or more of it may be
    known. Return whether there were any. The ratings are not changed yet: ``recount_withdrawn`` does that.

    A match with an erased player keeps its verdict, as it could not be judged again.
    """
    judged = Judged.objects.filter(match__table__event=event).exclude(verdict=Verdict.WAITS)
    numbers = set(judged.values_list("pk", flat=True))
    again = numbers - _with_erased_players(judged) if numbers else numbers
    Judged.objects.filter(pk__in=again).update(verdict=Verdict.WAITS)
    return bool(again)


def recount_withdrawn() -> None:
    """Recount each game in which a match still counts although its verdict was withdrawn."""
    counted = Played.objects.filter(judged__verdict=Verdict.WAITS).exclude(change=None)
    for game in sorted(set(counted.values_list("game", flat=True))):
        with transaction.atomic():
            _lock_game(game)
            _recount(game)


# --- counting again from the start --------------------------------------------------------------------------------

Notes = dict[tuple[int, int], tuple[int, int, int]]
"""By match and account: the value after the match, the upper value, and the change of the value."""


def _recount(game: str) -> None:
    """Recompute a game's ratings from its first match. Verdicts stay as they are."""
    Standing.objects.filter(game=game).delete()
    ratings: dict[Who, Tally] = {}
    notes: Notes = {}
    counted = Judged.objects.filter(game=game, verdict=Verdict.RATED).order_by("at", "match")
    for match, sides, winner in counted.values_list("pk", "sides", "winner").iterator():
        new_ratings = ratings_after(ratings, Outcome((tuple(sides[0]), tuple(sides[1])), winner))
        for who, tally in new_ratings.items():
            if len(members(who)) == 1:
                before, value = shown_value(ratings.get(who, NEW)), shown_value(tally)
                notes[match, _numbers(who)[0]] = value, tally.upper, value - before
        ratings |= new_ratings
    _store_ratings(game, ratings, {})
    _note_all(game, notes)


def _note_all(game: str, notes: Notes) -> None:
    """Store what each match did to a player's rating. A match that does not count any more loses its note."""
    changed = []
    for part in Played.objects.filter(game=game).only("judged_id", "user_id", "value", "upper", "change").iterator():
        is_now = notes.get((part.judged_id, part.user_id), (None, None, None))
        if is_now != (part.value, part.upper, part.change):
            part.value, part.upper, part.change = is_now
            changed.append(part)
    Played.objects.bulk_update(changed, ["value", "upper", "change"], batch_size=200)


def rebuild() -> int:
    """Judge and count all matches again from their logs, and return how many matches there are.

    A match with an erased player stays as it was judged: who they were cannot be found out any more.
    """
    not_judgeable = _with_erased_players(Judged.objects.all())
    judged_again = list(findings(_publicly_ended(_finished().exclude(pk__in=not_judgeable))))
    with transaction.atomic():
        for game in GameName.values:
            _lock_game(game)
        Judged.objects.exclude(pk__in=not_judgeable).delete()
        for start in range(0, len(judged_again), BATCH_SIZE):
            _insert(_still_current(judged_again[start : start + BATCH_SIZE]))
        for game in GameName.values:
            _recount(game)
    catch_up()  # what is no longer current was left out, and what was judged meanwhile was deleted too
    return len(not_judgeable) + len(judged_again)


def _with_erased_players(judged: QuerySet[Judged]) -> set[int]:
    """The keys of those matches with a player whose account is gone, or whom the championship has erased."""
    existing = set(User.objects.values_list("pk", flat=True))
    of_accounts = {
        match
        for match, sides in judged.values_list("pk", "sides").iterator()
        if not {number for side in sides for who in side if who.startswith("user:") for number in _numbers(who)}
        <= existing
    }
    erased = Entrant.objects.filter(event=OuterRef("table__event")).exclude(erased_at=None)
    seats = Seat.objects.filter(who__in=erased.values_list(Concat(Value(f"{references.ENTRANT}:"), "code")))
    of_entrants = judged.filter(match__table__in=seats.values("table")).values_list("pk", flat=True)
    return {*of_accounts, *of_entrants}
