"""Ratings in the database: every finished match counts once, in the order in which matches were over, whoever brings it
and however often.

Whoever writes holds the row of the game. What was found of a match that came late, because its championship has ended
or another machine was slower, is counted where it belongs: the game is counted anew from its first match. So what is
written step by step and what ``rebuild`` makes of all the logs are the same, to the last bit. Where a championship
decides something after its matches were counted, they wait again, count no more, and are judged anew.
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
from carteado.web.people.models import User
from carteado.web.ratings.models import Judged, Kind, Ledger, Played, Standing, Verdict
from carteado.web.ratings.plackett_luce import NEW, Outcome, Tally, Who, after, is_bot, members, rated
from carteado.web.ratings.verdicts import Finding, findings, is_told
from carteado.web.registrations.models import Entrant
from carteado.web.regulations.games import GameName
from carteado.web.tables.models import Match, Seat
from carteado.web.tables.players import names as sitters

_log = logging.getLogger(__name__)

AT_ONCE = 20
"""Matches read between two times of writing."""


# --- what is still to be counted ----------------------------------------------------------------------------------


class Lot(NamedTuple):
    """Some of what is still to be counted; ``last`` is how far it was looked, None at the end."""

    found: list[Finding]
    last: tuple[datetime, int] | None


def _finished() -> QuerySet[Match]:
    return Match.objects.exclude(finished_at=None).exclude(winner=None).select_related("table__event")


def _unjudged() -> QuerySet[Match]:
    """Of which nobody has said yet whether they count; of those that wait for a championship only what may do so no
    longer: reading a log takes its time."""
    waits = Q(judged__verdict=Verdict.WAITS) & is_told()
    return _finished().filter(Q(judged=None) | waits).order_by("finished_at", "pk")


def found_at(code: str) -> list[Finding]:
    """Of a table: reads, and writes nothing."""
    return list(_readable(_unjudged().filter(table__code=code)))


def found_after(last: tuple[datetime, int] | None) -> Lot:
    """Of all tables, so many as are soon read: what a crash, or an event that was not over, left uncounted."""
    rest = _unjudged()
    if last is not None:
        rest = rest.filter(Q(finished_at__gt=last[0]) | Q(finished_at=last[0], pk__gt=last[1]))
    some = list(rest[:AT_ONCE])
    reached = (some[-1].finished_at, some[-1].pk) if len(some) == AT_ONCE and some[-1].finished_at else None
    return Lot(list(_readable(some)), reached)


def catch_up() -> None:
    count_no_more()
    last = None
    while True:
        lot = found_after(last)
        take(lot.found)
        if (last := lot.last) is None:
            return


def _readable(matches: Iterable[Match]) -> Iterator[Finding]:
    """What those come to whose end is known. One that cannot be read keeps no other from being counted."""
    for match in _told(matches):
        try:
            yield from findings([match])
        except DatabaseError:
            raise
        except Exception:
            _log.exception("match %s could not be read, and was not counted", match.pk)


def _told(matches: Iterable[Match]) -> list[Match]:
    """Those whose end everybody who watches the table has seen."""
    now = timezone.now()
    return [one for one in matches if one.finished_at and one.finished_at + timedelta(seconds=one.table.delay) <= now]


# --- counting -----------------------------------------------------------------------------------------------------


def take(found: Iterable[Finding]) -> None:
    """Writes what was found; what is written already stays."""
    in_order = sorted(found, key=lambda one: (one.game, one.place))
    for game, some in groupby(in_order, key=lambda one: one.game):
        with transaction.atomic():
            _hold(game)
            new = _write(list(some))
            counting = [one for one in new if one.verdict is Verdict.RATED]
            if counting and _comes_late(game, counting):
                _count_anew(game)
            else:
                _count_on(game, counting)


def _hold(game: str) -> None:
    Ledger.objects.get_or_create(game=game)
    Ledger.objects.select_for_update().get(game=game)


def _write(found: Sequence[Finding]) -> list[Finding]:
    """Those of which it was not known before."""
    known = _still_so(found)
    there = dict(Judged.objects.filter(pk__in=[one.match for one in known]).values_list("pk", "verdict"))
    new = [one for one in known if there.get(one.match) is None]
    settled = [one for one in known if there.get(one.match) == Verdict.WAITS and one.verdict is not Verdict.WAITS]
    _insert(new)
    Judged.objects.bulk_update([_row(one) for one in settled], ["verdict", "sides"])
    Played.objects.filter(judged__in=[one.match for one in settled]).delete()  # an account may have come since
    _insert_parts(settled)
    return new + settled


def _still_so(found: Sequence[Finding]) -> list[Finding]:
    """Without those whose championship has decided something since they were read: they are read again. Until this is
    written it decides nothing more."""
    official = Match.objects.filter(pk__in=[one.match for one in found], table__event__isnull=False)
    events = dict(official.values_list("pk", "table__event"))
    concerned = Event.objects.select_for_update().filter(pk__in=set(events.values())).order_by("pk")
    decided = {event.pk: event.seq for event in concerned}
    return [one for one in found if one.match not in events or decided[events[one.match]] == one.seq]


def _insert(new: Sequence[Finding]) -> None:
    Judged.objects.bulk_create(_row(one) for one in new)
    _insert_parts(new)


def _insert_parts(found: Sequence[Finding]) -> None:
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
        for one in found
        for part in one.parts
    )


def _row(one: Finding) -> Judged:
    return Judged(match_id=one.match, game=one.game, at=one.at, verdict=one.verdict, sides=one.sides, winner=one.winner)


def _comes_late(game: str, counting: Sequence[Finding]) -> bool:
    ours = {one.match for one in counting}
    last = Judged.objects.filter(game=game, verdict=Verdict.RATED).exclude(pk__in=ours).order_by("at", "match").last()
    return last is not None and (last.at, last.pk) > min(one.place for one in counting)


def _count_on(game: str, counting: Sequence[Finding]) -> None:
    concerned = {who for one in counting for who in rated(one.outcome)}
    rows = {one.who: one for one in Standing.objects.filter(game=game, who__in=concerned)}
    known = {who: Tally(row.mu, row.sigma, row.matches, row.wins) for who, row in rows.items()}
    for one in sorted(counting, key=lambda one: one.place):
        now = after(known, one.outcome)
        for who, tally in now.items():
            if len(members(who)) == 1:
                _note(one.match, who, known.get(who, NEW), tally)
        known |= now
    _keep(game, known, rows)


def _note(match: int, who: Who, before: Tally, now: Tally) -> None:
    Played.objects.filter(judged=match, user=_numbers(who)[0]).update(
        value=shown(now), upper=now.upper, change=shown(now) - shown(before)
    )


def shown(tally: Tally) -> int:
    """Nobody is told that he is worth less than nothing."""
    return max(0, tally.value)


def _keep(game: str, known: dict[Who, Tally], rows: dict[Who, Standing]) -> None:
    """Only of those whose accounts are there: who was forgotten stays so."""
    people = {number for who in known for number in _numbers(who)}
    there = set(User.objects.filter(pk__in=people).values_list("pk", flat=True))
    listed = {who: tally for who, tally in known.items() if there.issuperset(_numbers(who))}
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
    one.mu, one.sigma, one.value = tally.mu, tally.sigma, tally.value
    one.matches, one.wins = tally.matches, tally.wins
    return one


def _numbers(who: Who) -> list[int]:
    return [int(one.partition(":")[2]) for one in members(who) if not is_bot(one)]


# --- decided otherwise since ------------------------------------------------------------------------------------------


def judge_again(event: int) -> bool:
    """The championship has decided something more: what was judged of its matches is so no longer. Whether there was
    any. A match with somebody who was forgotten stays as it was judged."""
    judged = Judged.objects.filter(match__table__event=event).exclude(verdict=Verdict.WAITS)
    numbers = set(judged.values_list("pk", flat=True))
    again = numbers - _with_the_forgotten(judged) if numbers else numbers
    Judged.objects.filter(pk__in=again).update(verdict=Verdict.WAITS)
    return bool(again)


def count_no_more() -> None:
    """Games in which something is counted that waits again are counted without it."""
    counted = Played.objects.filter(judged__verdict=Verdict.WAITS).exclude(change=None)
    for game in sorted(set(counted.values_list("game", flat=True))):
        with transaction.atomic():
            _hold(game)
            _count_anew(game)


# --- anew ---------------------------------------------------------------------------------------------------------


def _count_anew(game: str) -> None:
    """From the first match on. What was judged stands."""
    Standing.objects.filter(game=game).delete()
    known: dict[Who, Tally] = {}
    notes: dict[tuple[int, int], tuple[int, int, int]] = {}
    counted = Judged.objects.filter(game=game, verdict=Verdict.RATED).order_by("at", "match")
    for match, sides, winner in counted.values_list("pk", "sides", "winner").iterator():
        now = after(known, Outcome((tuple(sides[0]), tuple(sides[1])), winner))
        for who, tally in now.items():
            if len(members(who)) == 1:
                before, value = shown(known.get(who, NEW)), shown(tally)
                notes[match, _numbers(who)[0]] = value, tally.upper, value - before
        known |= now
    _keep(game, known, {})
    _note_all(game, notes)


def _note_all(game: str, notes: dict[tuple[int, int], tuple[int, int, int]]) -> None:
    changed = []
    for part in Played.objects.filter(game=game).only("judged_id", "user_id", "value", "upper", "change").iterator():
        is_now = notes.get((part.judged_id, part.user_id), (None, None, None))
        if is_now != (part.value, part.upper, part.change):
            part.value, part.upper, part.change = is_now
            changed.append(part)
    Played.objects.bulk_update(changed, ["value", "upper", "change"], batch_size=200)


def rebuild() -> int:
    """Everything anew from the logs; how many matches were looked at. A match with somebody who was forgotten since
    stays as it was judged: nobody could say any more who he was."""
    kept = _with_the_forgotten(Judged.objects.all())
    found = list(findings(_told(_finished().exclude(pk__in=kept))))
    with transaction.atomic():
        for game in GameName.values:
            _hold(game)
        Judged.objects.exclude(pk__in=kept).delete()
        _insert(found)
        for game in GameName.values:
            _count_anew(game)
    catch_up()
    return len(kept) + len(found)


def _with_the_forgotten(judged: QuerySet[Judged]) -> set[int]:
    """Of those: with somebody whose account is no more, or who was forgotten by the championship."""
    there = set(User.objects.values_list("pk", flat=True))
    of_accounts = {
        match
        for match, sides in judged.values_list("pk", "sides").iterator()
        if not {number for side in sides for who in side if who.startswith("user:") for number in _numbers(who)}
        <= there
    }
    erased = Entrant.objects.filter(event=OuterRef("table__event")).exclude(erased_at=None)
    seats = Seat.objects.filter(who__in=erased.values_list(Concat(Value(f"{sitters.ENTRANT}:"), "code")))
    of_entrants = judged.filter(match__table__in=seats.values("table")).values_list("pk", flat=True)
    return {*of_accounts, *of_entrants}
