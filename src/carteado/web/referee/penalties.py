"""Rulings against the pairs of an event, from their súmulas and from the championship."""

from collections import Counter, defaultdict
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import NamedTuple

from django.db.models import Q
from django.utils.functional import Promise
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from carteado.cards import Adjust, Disqualify, Redeal, TimeUp
from carteado.regulation import Regulation
from carteado.sumula import Sheet as Counted
from carteado.sumula import count
from carteado.sumula.entries import LIVE_TABLE, SITE, Entry, EntryId, Rule, Warn
from carteado.tournament.formats.slots import MatchId
from carteado.tournament.operations import DisqualifyPair, WalkOver
from carteado.tournament.outcomes import PairId
from carteado.tournament.registrations.acts import GROUND_KEYS
from carteado.tournament.running.dispatch import in_force
from carteado.tournament.state.championship import Championship
from carteado.truco import FourCards, Tento, TentoRejected
from carteado.web.display.championship_in_words import ChampionshipInWords
from carteado.web.events.models import Event
from carteado.web.kit.forms.form_numbers import figure
from carteado.web.kit.words.catalogue import words
from carteado.web.referee.match_at_table import author_of
from carteado.web.referee.ruling_forms import REDEAL_KEYS
from carteado.web.sumula.match_sheets import read_entries, terms_of
from carteado.web.sumula.models import Sheet, SheetEntry

SECOND_ENTRY = 1
"""A ruling's form may write a second entry. Its id is that of the ruling, a hyphen and this number."""


@dataclass(frozen=True, slots=True, kw_only=True)
class ListedRuling:
    """A ruling on a súmula or in the championship. ``pair`` is the pair that it names; "" if it names none.

    ``match`` is "" for a ruling about the whole event, ``where`` is the same in words. ``key`` is the rule to cite; ""
    if the regulation cites none. ``number`` says which warning of the pair in the event it is, from 1; 0 if it is no
    warning, or one that was taken back. ``ineffective_because`` says why a ruling had no effect; "" if it had.
    ``entry`` is the id of its entry on the sheet with the primary key ``sheet``, by which it can be taken back unless
    it ``is_taken_back``; "" for a ruling at a live table or in the championship. ``is_removed`` if its match was
    removed. ``by`` is "" if the account of its author is gone.
    """

    pair: PairId
    kind: str
    match: MatchId
    where: str
    why: str
    key: str
    by: str
    at: datetime
    number: int = 0
    ineffective_because: str = ""
    sheet: int = 0
    entry: EntryId = ""
    is_taken_back: bool = False
    is_removed: bool = False


@dataclass(frozen=True, slots=True)
class PairPenalties:
    """The rulings against one pair, and the number of its warnings that stand. ``pair`` and ``name`` are "" for the
    rulings that name no pair."""

    pair: PairId
    name: str
    warnings: int
    rulings: tuple[ListedRuling, ...]


def warnings_in(event: Event) -> Mapping[PairId, int]:
    """Number of warnings of each pair, from one query. Those on sheets whose match is no more count as well."""
    # A warning is written on the site, so only an "undo" from the site takes it back. Phones write others.
    kinds = Q(content__kind="warn") | Q(content__kind="undo", device=SITE)
    rows = list(SheetEntry.objects.filter(kinds, sheet__event=event).select_related("sheet"))
    taken_back = {(row.sheet_id, row.content["of"]) for row in rows if row.content["kind"] == "undo"}
    stand = [row for row in rows if (row.sheet_id, row.entry_id) not in taken_back and row.content["kind"] == "warn"]
    return Counter(row.sheet.pairs[row.content["pair"]] for row in stand)


def entries_of_ruling(rows: Sequence[SheetEntry], entry: EntryId) -> list[EntryId]:
    """The ids of the entries of a ruling that can be taken back: the ruling, and a second entry of the same form.

    Empty if the entry is no ruling from a page of this site. A ruling at a live table cannot be taken back, because the
    match went on after it.
    """
    ours = {row.entry_id: row.content["kind"] for row in rows if row.device == SITE and not _is_of_live_table(row)}
    if ours.get(entry) not in ("warn", "rule"):
        return []
    return [one for one in (entry, f"{entry}-{SECOND_ENTRY}") if one in ours]


def _is_of_live_table(row: SheetEntry) -> bool:
    return row.entry_id.startswith(LIVE_TABLE)


def penalties_of(event: Event, championship: Championship, in_words: ChampionshipInWords) -> list[PairPenalties]:
    """Pairs with rulings against them, the most warned first, each with its rulings in order of time. The rulings that
    name no pair are listed as if they had one."""
    by_pair: dict[PairId, list[ListedRuling]] = defaultdict(list)
    for ruled in sorted([*_on_sheets(event, championship, in_words), *_in_event(championship, in_words)], key=_when):
        by_pair[ruled.pair].append(ruled)
    found = [_of_pair(in_words, pair, rulings) for pair, rulings in by_pair.items()]
    return sorted(found, key=lambda one: (-one.warnings, -len(one.rulings), one.name))


def penalties_of_pairs(
    event: Event, championship: Championship, in_words: ChampionshipInWords, pairs: Sequence[PairId]
) -> list[PairPenalties]:
    """The penalties of these pairs. A pair without any is included."""
    by_pair = {one.pair: one for one in penalties_of(event, championship, in_words)}
    return [by_pair.get(pair) or PairPenalties(pair, in_words.pair(pair), 0, ()) for pair in pairs]


def _when(ruled: ListedRuling) -> datetime:
    return ruled.at


def _of_pair(in_words: ChampionshipInWords, pair: PairId, rulings: list[ListedRuling]) -> PairPenalties:
    warnings = sum(one.number > 0 for one in rulings)
    return PairPenalties(pair, in_words.pair(pair) if pair else "", warnings, tuple(rulings))


# --- on súmulas ---------------------------------------------------------------------------------------------------


def _on_sheets(event: Event, championship: Championship, in_words: ChampionshipInWords) -> Iterator[ListedRuling]:
    """Rulings on sheets, also on those whose match is no more. The sheets are counted, to find which had an effect."""
    ruled = SheetEntry.objects.filter(sheet__event=event, content__kind__in=("warn", "rule"))
    sheets = {one.pk: one for one in Sheet.objects.filter(pk__in=ruled.values("sheet"))}
    rows: dict[int, list[SheetEntry]] = defaultdict(list)
    for row in SheetEntry.objects.filter(sheet__in=sheets).select_related("access", "user").order_by("received", "seq"):
        rows[row.sheet_id].append(row)
    warnings_so_far: Counter[PairId] = Counter()
    rulings = []
    for number, sheet in sheets.items():
        in_order = sorted(rows[number], key=lambda row: row.seq)
        terms = terms_of(championship, sheet.match)
        entries = read_entries(terms, in_order)
        counted = count(terms, entries)
        by_id = {row.entry_id: row for row in in_order}
        rulings += [(by_id[one.id], one, sheet, counted) for one in entries if isinstance(one.content, Warn | Rule)]
    for row, entry, sheet, counted in sorted(rulings, key=lambda one: one[0].received):
        yield _ruled(row, entry, sheet, counted, in_words, warnings_so_far)


def _ruled(
    row: SheetEntry,
    entry: Entry,
    sheet: Sheet,
    counted: Counted,
    in_words: ChampionshipInWords,
    warnings_so_far: Counter[PairId],
) -> ListedRuling:
    """The ruling of one entry. A warning that stands is added to ``warnings_so_far``."""
    content = entry.content
    assert isinstance(content, Warn | Rule)
    pair = _at_fault(content, sheet)
    is_taken_back = entry.id in counted.resolved.without_effect
    if isinstance(content, Warn) and not is_taken_back:
        warnings_so_far[pair] += 1
    refused = counted.refused.get(entry.id)
    has_no_effect = refused is not None and not _is_only_for_the_record(content)
    return ListedRuling(
        pair=pair,
        kind=_("Warning") if isinstance(content, Warn) else _kind(content),
        match=sheet.match,
        where=in_words.match(sheet.match),
        why=content.why,
        key=_key(content, counted.terms.regulation),
        by=author_of(row),
        at=row.received,
        number=warnings_so_far[pair] if isinstance(content, Warn) and not is_taken_back else 0,
        sheet=sheet.pk,
        entry="" if _is_of_live_table(row) else entry.id,
        is_removed=sheet.match not in in_words.championship.fixtures,
        is_taken_back=is_taken_back,
        ineffective_because=words().refusal(in_words.with_names(refused)) if refused and has_no_effect else "",
    )


def _at_fault(content: Warn | Rule, sheet: Sheet) -> PairId:
    """The pair that the ruling names; "" for a redeal, which names none."""
    number = content.pair if isinstance(content, Warn) else getattr(content.act, "pair", None)
    return "" if number is None else sheet.pairs[number]


def _is_only_for_the_record(content: Warn | Rule) -> bool:
    """True for a redeal, which changes no score: the hand that was dealt again was never on the sheet."""
    return isinstance(content, Rule) and isinstance(content.act, Redeal)


class _KindOfRuling(NamedTuple):
    """What a ruling is, in words. ``keys`` are its rules, of which a regulation cites the first that it has."""

    name: str | Promise
    keys: tuple[str, ...]


_KINDS: Mapping[type, _KindOfRuling] = {
    Tento: _KindOfRuling(gettext_lazy("Tento upheld against them"), ("referee.tento",)),
    TentoRejected: _KindOfRuling(gettext_lazy("Tento claimed, not upheld"), ("referee.tento_rejected",)),
    FourCards: _KindOfRuling(gettext_lazy("Four cards"), ("referee.four_cards",)),
    Disqualify: _KindOfRuling(gettext_lazy("Match ended against them"), ("referee.disqualify",)),
    Redeal: _KindOfRuling(gettext_lazy("Deal again"), REDEAL_KEYS),
    TimeUp: _KindOfRuling(gettext_lazy("Time was up"), ("clock.time_up",)),
}
"""Every kind of ruling but ``Adjust``, which has its own words and names its own rule."""
_NO_RULING = _KindOfRuling(gettext_lazy("Ruling"), ())
"""For an act that is no ruling. A referee's phone could note one; the pages of the site do not."""


def _kind(rule: Rule) -> str:
    if isinstance(rule.act, Adjust):
        points = figure(rule.act.points)
        return _("Points: {points}").format(points=f"+{points}" if rule.act.points > 0 else points)
    return str(_KINDS.get(type(rule.act), _NO_RULING).name)


def _key(content: Warn | Rule, regulation: Regulation) -> str:
    """The rule of the ruling: the one that the referee named, or its own if its kind has one. "" if the regulation does
    not cite it."""
    if isinstance(content, Warn):
        keys: tuple[str, ...] = (content.key,)
    elif isinstance(content.act, Adjust):
        keys = (content.act.reason,)
    else:
        keys = _KINDS.get(type(content.act), _NO_RULING).keys
    return next((key for key in keys if key in regulation.citations), "")


# --- in the championship ------------------------------------------------------------------------------------------


def _in_event(championship: Championship, in_words: ChampionshipInWords) -> Iterator[ListedRuling]:
    """W.O.s and disqualifications that were not undone."""
    standing = [one for one in in_force(championship.log) if isinstance(one, WalkOver | DisqualifyPair)]
    authors = in_words.authors(standing)
    for one in standing:
        if isinstance(one, WalkOver):
            pairs, match, kind, key = one.absent, one.match, _("W.O."), "walkover.score"
        else:
            pairs, match, kind, key = (one.pair,), "", _("Disqualified"), GROUND_KEYS[one.ground]
        for pair in pairs:
            yield ListedRuling(
                pair=pair,
                kind=kind,
                match=match,
                where=in_words.match(match) if match else "",
                is_removed=match != "" and match not in championship.fixtures,
                why=one.why,
                key=key if key in championship.regulation.citations else "",
                by=authors.get(one.by, ""),
                at=one.at,
            )
