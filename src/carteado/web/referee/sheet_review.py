"""The review of changed súmulas: each change before and after, and the referee's answer.

Nothing is removed from a sheet. Putting a version back is a new entry, and reviewed changes remain listed.
"""

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from functools import cached_property
from typing import Any, NamedTuple

from django.db import transaction
from django.db.models import Q, QuerySet
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from carteado import sumula
from carteado.record import HandReport
from carteado.sumula import CountedHand, Doubt, Question, count
from carteado.sumula.entries import SITE, Correct, EntryId, Hand, Settle, Undo
from carteado.tournament.matches.match_log import Game
from carteado.web.display.championship_in_words import ChampionshipInWords
from carteado.web.events.models import Event
from carteado.web.kit.forms.form_numbers import figure
from carteado.web.kit.push import topics
from carteado.web.kit.words.catalogue import words
from carteado.web.people.models import User
from carteado.web.referee.match_at_table import MatchAtTable, ReadableEntry, author_of
from carteado.web.referee.models import Look
from carteado.web.regulations.score_line_names import ITEMS, VALUE
from carteado.web.sumula.championship_news import games_of
from carteado.web.sumula.match_sheets import current_sheets
from carteado.web.sumula.models import Sheet, SheetEntry
from carteado.web.sumula.sheet_writing import note

SCORING_KINDS = ("hand", "correct", "undo", "settle", "attempt", "bell")
"""Kinds of entries that phones write and that may change a score. If they come after the result, they are reviewed.

An attempt is a first lay that was too low for a vulnerable pair; a bell says that the playing time is up.
"""
ALL_PLAYED = "todas"
"""The answer to a doubt that says that all hands of the question were played. Other answers are ids of entries."""
FOR_REFEREES, FOR_CLERKS = TOPICS = ("arbitragem", "arbitragem-mesa")
"""Topics of the live pages: for referees who rule, and for staff who only see the tables."""
MOST_ITEMS, MOST_COUNTED = 20, 2000
"""Most changes that a page shows with their counts, and the most that their number times the sheet's entries may be.
Each change takes two counts of the sheet, so a long sheet shows fewer."""


def _to_review() -> Q:
    """Entries to review: corrections, settled doubts, impossible counts kept on purpose, rulings that were taken back
    (an "undo" by the site), and scores that came after the result."""
    is_late = Q(late=True, content__kind__in=SCORING_KINDS)
    taken_back = Q(content__kind="undo", device=SITE)
    return Q(content__kind__in=("correct", "settle")) | Q(said__has_key="despite") | taken_back | is_late


def rows_to_review(event: Event) -> QuerySet[SheetEntry]:
    """Entries that may need a review, also on sheets that no longer count. ``needs_review`` decides for each: an entry
    may have an empty ``despite``."""
    return SheetEntry.objects.filter(_to_review(), sheet__event=event)


def needs_review(row: SheetEntry) -> bool:
    """True if a referee has to look at the entry, whether or not one did."""
    kind = row.content["kind"]
    takes_ruling_back = kind == "undo" and row.device == SITE
    is_late = row.late and kind in SCORING_KINDS
    return kind in ("correct", "settle") or bool(row.said.get("despite")) or takes_ruling_back or is_late


def unreviewed_counts(event: Event) -> Mapping[int, int]:
    """Number of entries that no referee has reviewed, by the primary key of the sheet. Sheets without any are left
    out."""
    looked = set(Look.objects.filter(sheet__event=event).values_list("sheet", "entry_id"))
    rows = filter(needs_review, rows_to_review(event))
    return Counter(row.sheet_id for row in rows if (row.sheet_id, row.entry_id) not in looked)


# --- all of an event ----------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True, kw_only=True)
class Listed:
    """A change in one line. ``labels`` say what it is, ``where`` names the match, ``names`` are its pairs. ``look`` is
    its review; None before."""

    row: SheetEntry
    labels: tuple[str, ...]
    where: str
    names: tuple[str, str]
    by: str
    why: str
    look: Look | None


def listed(event: Event, in_words: ChampionshipInWords) -> list[Listed]:
    """Changes on the sheets of matches as they are played now, the latest first; those not reviewed come before the
    others."""
    looks = {(one.sheet_id, one.entry_id): one for one in Look.objects.filter(sheet__event=event).select_related("by")}
    rows = rows_to_review(event).select_related("sheet", "access", "user").order_by("-received", "-seq")
    current = {one.pk for one in current_sheets(in_words.championship, {row.sheet for row in rows})}
    found = [
        _listed(row, in_words, looks.get((row.sheet_id, row.entry_id)))
        for row in rows
        if row.sheet_id in current and needs_review(row)
    ]
    return sorted(found, key=lambda one: one.look is not None)


def _listed(row: SheetEntry, in_words: ChampionshipInWords, look: Look | None) -> Listed:
    first, second = map(in_words.pair, row.sheet.pairs)
    return Listed(
        row=row,
        labels=kind_labels(row),
        where=in_words.match(row.sheet.match),
        names=(first, second),
        by=author_of(row),
        why=_reasons(row),
        look=look,
    )


def kind_labels(row: SheetEntry) -> tuple[str, ...]:
    """Why the entry is to be reviewed: its kind, and what is special about it."""
    labels = [kind_in_words(row.content)]
    labels += [_("impossible count")] if row.said.get("despite") else []
    return (*labels, *([_("after the result")] if row.late else []))


def kind_in_words(content: Mapping[str, Any]) -> str:
    """The kind of an entry, in words. It is not read by the rules of its match, which may be gone."""
    is_struck = content["kind"] == "correct" and content.get("hand") is None
    return str(_KINDS.get("struck" if is_struck else content["kind"], content["kind"]))


def _reasons(row: SheetEntry) -> str:
    return " ".join(filter(None, (row.said.get("why", ""), row.said.get("despite", ""))))


_KINDS = {
    "correct": gettext_lazy("correction"),
    "struck": gettext_lazy("hand struck out"),
    "settle": gettext_lazy("doubt settled"),
    "hand": gettext_lazy("hand noted"),
    "undo": gettext_lazy("taken back"),
    "attempt": gettext_lazy("failed attempt"),
    "bell": gettext_lazy("bell"),
    "accept": gettext_lazy("sheet accepted"),
    "call": gettext_lazy("referee called"),
    "answer": gettext_lazy("call answered"),
    "warn": gettext_lazy("warning"),
    "rule": gettext_lazy("ruling"),
}


# --- one sheet ----------------------------------------------------------------------------------------------------


class LineShown(NamedTuple):
    """A line of a hand: how many of an item the pair had, and the points for them. For the value of a hand, which is no
    item to count, ``number`` is 1."""

    item: str
    number: int
    points: int


class SideShown(NamedTuple):
    """One pair's part of a hand: its points in the hand, and its score after it. ``sign`` is the name of the icon that
    marks the pair."""

    name: str
    sign: str
    lines: tuple[LineShown, ...]
    points: int
    score: int


class HandShown(NamedTuple):
    """A hand as it counts, for both pairs."""

    sides: tuple[SideShown, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class Item:
    """A change under review, with the count of the sheet right before it and right after it.

    ``place`` is the number of the hand, from 1; None if the change is about none. ``before`` and ``after`` are the hand
    as it counted, None if it did not count. ``scores`` and ``winners`` are each before and after: the score of the game
    in play, and the winner of the match, "" while undecided. ``despite`` is the reason why the hand counts although it
    seems impossible; ``doubts`` say why it does, each with the key of the rule.
    """

    row: SheetEntry
    labels: tuple[str, ...]
    place: int | None
    by: str
    why: str
    despite: str
    before: HandShown | None
    after: HandShown | None
    scores: tuple[tuple[int, int], tuple[int, int]]
    winners: tuple[str, str]
    doubts: tuple[tuple[str, str], ...]
    look: Look | None
    may_be_put_back: bool

    @property
    def moves_winner(self) -> bool:
        return self.winners[0] != self.winners[1]


class Option(NamedTuple):
    """One answer to a doubt: that one hand counts, or that all were played.

    ``value`` is the id of the hand's entry, or ``ALL_PLAYED``, which alone has a ``text``. ``by`` wrote the hand.
    ``hand`` and ``score`` are as they would count with this answer. ``counts`` marks the hand that counts until the
    doubt is settled.
    """

    value: str
    text: str
    by: str
    hand: HandShown | None
    score: tuple[int, int]
    counts: bool


class OpenDoubt(NamedTuple):
    """A doubt of the sheet with its possible answers. ``entry``, the entry that counts until then, identifies it.
    ``place`` is the number of its hand, from 1; two doubts may have the same."""

    text: str
    place: int
    entry: EntryId
    options: tuple[Option, ...]


class AfterResult(NamedTuple):
    """The result that the sheet has now, and the last one that was handed in to the championship."""

    games: tuple[Game, ...]
    official: tuple[Game, ...]


class Review:
    """The sheet of one match under review."""

    def __init__(self, table: MatchAtTable, first_seq: int | None = None) -> None:
        """``first_seq`` is the ``seq`` of the change to show first."""
        self.table, self.first_seq = table, first_seq

    @cached_property
    def looks(self) -> Mapping[EntryId, Look]:
        sheet = self.table.sheet
        return {one.entry_id: one for one in sheet.looks.select_related("by")} if sheet else {}

    @cached_property
    def changes(self) -> list[tuple[int, ReadableEntry]]:
        """Changes with their index among the readable entries.

        The one with ``first_seq`` comes first, then those not reviewed, then the others, each group with the latest
        first.
        """
        found = [(index, one) for index, one in enumerate(self.table.readable) if needs_review(one.row)]
        return sorted(
            found, key=lambda one: (one[1].row.seq != self.first_seq, self._is_reviewed(one[1]), -one[1].row.seq)
        )

    def _is_reviewed(self, one: ReadableEntry) -> bool:
        return one.row.entry_id in self.looks

    @property
    def _most(self) -> int:
        """How many changes to show in full."""
        return min(MOST_ITEMS, max(1, MOST_COUNTED // (len(self.table.rows) + 1)))

    @cached_property
    def items(self) -> list[Item]:
        """The first changes, in full. ``others`` has the rest."""
        return [self._item(index, one) for index, one in self.changes[: self._most]]

    @cached_property
    def others(self) -> list[Listed]:
        """The remaining changes, one line each, because there may be many."""
        in_words = self.table.desk.in_words
        rows = [one.row for _index, one in self.changes[self._most :]]
        return [_listed(row, in_words, self.looks.get(row.entry_id)) for row in rows]

    def has(self, entry: EntryId) -> bool:
        """True if the entry is a change to review."""
        return any(one.row.entry_id == entry for _index, one in self.changes)

    def _item(self, index: int, one: ReadableEntry) -> Item:
        entries, terms = self.table.entries, self.table.terms
        before, after = count(terms, entries[:index]), count(terms, entries[: index + 1])
        hand = _hand_of(one)
        counted = _counted(after, hand) if hand else None
        return Item(
            row=one.row,
            labels=kind_labels(one.row),
            place=self._place(one),
            by=author_of(one.row),
            why=one.row.said.get("why", ""),
            despite=one.row.said.get("despite", ""),
            before=self._hand_shown(_counted(before, hand)) if hand else None,
            after=self._hand_shown(counted),
            scores=(before.score, after.score),
            winners=(self._winner(before), self._winner(after)),
            doubts=tuple((words().refusal(self._with_pair_name(one)), one.key) for one in counted.doubts)
            if counted
            else (),
            look=self.looks.get(one.row.entry_id),
            may_be_put_back=self._restoring_entry(one) is not None,
        )

    def _with_pair_name(self, refusal: Any) -> Any:
        """The refusal with the name of its pair."""
        pair = refusal.details.get("pair")
        seats = self.table.desk.seats
        if isinstance(pair, int) and pair < len(seats):
            return refusal._replace(details={**refusal.details, "pair": seats[pair].name})
        return refusal

    def _place(self, one: ReadableEntry) -> int | None:
        """Number of the hand that the entry concerns, from 1; None if it concerns none."""
        content = one.entry.content
        if isinstance(content, Hand | Settle):
            return content.place + 1
        hand = _hand_of(one)
        noted = next((readable.entry.content for readable in self.table.readable if readable.entry.id == hand), None)
        return noted.place + 1 if isinstance(noted, Hand) else None

    def _winner(self, sheet: sumula.Sheet) -> str:
        return "" if sheet.winner is None else self.table.desk.seats[sheet.winner].name

    def _hand_shown(self, counted: CountedHand | None) -> HandShown | None:
        return None if counted is None else hand_shown(self.table, counted.report)

    # --- putting back -------------------------------------------------------------------------------------------------

    def restoring_entries(self, entry: EntryId, *, why: str, id: str) -> list[Mapping[str, object]] | None:
        """Entries that restore the version before the correction ``entry``. None if it is no correction, if another
        version stands by now, or if the match has its result."""
        one = next((readable for readable in self.table.readable if readable.entry.id == entry), None)
        document = self._restoring_entry(one, why=why, id=id) if one else None
        return [document] if document else None

    def _restoring_entry(self, one: ReadableEntry, *, why: str = "?", id: str = "") -> Mapping[str, object] | None:
        """The correction that restores the version ``over``. Without a reason, only to see whether that is possible."""
        content = one.entry.content
        if not isinstance(content, Correct) or self.table.is_closed:
            return None
        # ``of`` is the entry that first noted the hand, ``over`` the version that the correction replaces
        hand = self._hand(content.over)
        fields = {"of": content.of, "over": one.entry.id, "why": why, **({"hand": hand} if hand else {})}
        document = note("correct", id=id, **fields)
        after = self.table.counted_with([document])
        # without effect if another version has replaced that of the correction by now
        return None if document["id"] in after.resolved.without_effect else document

    def _hand(self, version: EntryId) -> Any:
        """The hand as it was sent with the entry ``version``; None if that entry struck it out."""
        row = next((row for row in self.table.rows if row.entry_id == version), None)
        return row.content.get("hand") if row else None

    # --- doubts -------------------------------------------------------------------------------------------------------

    @cached_property
    def open_doubts(self) -> list[OpenDoubt]:
        return [self._open_doubt(question) for question in self.table.counted.resolved.questions]

    def _open_doubt(self, question: Question) -> OpenDoubt:
        choices = [(entry, self.settled(question, entry)) for entry in question.entries]
        if question.doubt is not Doubt.CORRECTIONS:
            choices.append((ALL_PLAYED, self.settled(question, ALL_PLAYED)))
        return OpenDoubt(
            text=str(_DOUBTS[question.doubt]),
            place=question.place + 1,
            entry=question.entries[0],
            options=tuple(self._option(question, value, documents) for value, documents in choices),
        )

    def question(self, entry: EntryId) -> Question | None:
        """The open question with this entry among its answers."""
        found = self.table.counted.resolved.questions
        return next((one for one in found if entry in one.entries), None)

    def _option(self, question: Question, value: str, documents: Sequence[Mapping[str, object]]) -> Option:
        """The answer ``value``, counted with the entries that it would write."""
        after = self.table.counted_with(documents)
        row = next((row for row in self.table.rows if row.entry_id == value), None)
        hand = next((one for one in after.hands if value in (one.standing.of, one.standing.version)), None)
        if hand is None and row is not None:  # a correction: the entry that answers makes a new version of its hand
            hand = next((one for one in after.hands if one.standing.of == row.content.get("of")), None)
        return Option(
            value=value,
            text=_("All of them were played") if value == ALL_PLAYED else "",
            by=author_of(row) if row else "",
            hand=self._hand_shown(hand),
            score=after.score,
            counts=value == question.entries[0],
        )

    def settled(
        self, question: Question, chosen: EntryId, *, why: str = "?", id: str = ""
    ) -> list[Mapping[str, object]]:
        """The entries that answer a doubt: which hands were played, or which version stands. Without a reason, only to
        count what the answer would do."""
        if question.doubt is not Doubt.CORRECTIONS:
            hands = list(question.entries) if chosen == ALL_PLAYED else [chosen]
            return [note("settle", id=id, place=question.place, hands=hands, among=list(question.entries), why=why)]
        standing = question.entries[0]  # the version that counts until then
        first = next(one.entry for one in self.table.readable if one.entry.id == standing)
        of = first.content.of if isinstance(first.content, Correct) else first.id
        hand = self._hand(chosen)
        fields = {"of": of, "over": standing, "why": why, **({"hand": hand} if hand else {})}
        return [note("correct", id=id, **fields)]

    # --- after the result ---------------------------------------------------------------------------------------------

    @cached_property
    def after_result(self) -> AfterResult | None:
        """Both results, if the sheet's result now differs from the last one that was handed in."""
        log = self.table.desk.championship.logs.get(self.table.desk.match)
        official = log.submissions[-1].games if log and log.submissions else ()
        if not self.table.is_closed or self.table.counted.winner is None or not official:
            return None
        games = games_of(self.table.counted)
        return AfterResult(games, official) if games != official else None


_DOUBTS = {
    Doubt.TWICE: gettext_lazy("One hand, noted twice alike: was it played once?"),
    Doubt.DIFFERENT: gettext_lazy("Two devices noted different hands at one place."),
    Doubt.CORRECTIONS: gettext_lazy("Two corrections of one hand, made past each other."),
}


def _hand_of(one: ReadableEntry) -> EntryId:
    """The id of the entry that first noted the hand that an entry concerns; "" if it concerns none. For a settled
    doubt, the first hand that was played. For an undo, the id of what it takes back, which may be no hand."""
    match one.entry.content:
        case Hand():
            return one.entry.id
        case Correct(of=of) | Undo(of=of):
            return of
        case Settle(hands=hands, among=among):
            return next(iter(hands or among), "")
    return ""


def _counted(sheet: sumula.Sheet, hand: EntryId) -> CountedHand | None:
    """The hand that this entry first noted, as it counts; None if it does not count."""
    return next((one for one in sheet.hands if one.standing.of == hand), None)


def hand_shown(table: MatchAtTable, report: HandReport) -> HandShown:
    return HandShown(
        tuple(
            SideShown(
                name=seat.name,
                sign=seat.sign,
                lines=tuple(
                    LineShown(str(ITEMS[line.item]), 1 if line.item == VALUE else line.number, line.points)
                    for line in report.lines[pair]
                ),
                points=report.points[pair],
                score=report.score[pair],
            )
            for pair, seat in enumerate(table.desk.seats)
        )
    )


def score_in_words(games: Sequence[Game]) -> str:
    return ", ".join(" × ".join(map(figure, game.points)) for game in games)


def record_review(sheet: Sheet, entry: EntryId, *, by: User, at: datetime) -> tuple[Look, bool]:
    """Record that a referee reviewed the entry. A second review does not replace the first. Returns the review that
    counts, and True if it is this one."""
    with transaction.atomic():
        look, is_first = Look.objects.get_or_create(sheet=sheet, entry_id=entry, defaults={"by": by, "at": at})
        if is_first:
            for kind in TOPICS:
                topics.changed(kind, sheet.event.slug)
    return look, is_first
