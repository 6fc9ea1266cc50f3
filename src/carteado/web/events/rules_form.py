"""The form for the rules of an event: each rule in plain words, with a control for its type in the schema.

The regulation decides what is possible. Its own schema reads the values, and a combination that cannot be played is
refused at the rule that the error names.
"""

import enum
import re
import unicodedata
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from functools import cache
from itertools import groupby
from typing import Any, NamedTuple, get_args, get_origin

from django.core.validators import ProhibitNullCharactersValidator
from django.http import QueryDict
from django.template.loader import render_to_string
from django.utils.translation import gettext as _

from carteado.cards import RANKS, SUITS
from carteado.regulation import (
    Citation,
    Entry,
    EventRules,
    Override,
    Regulation,
    RegulationError,
    Stated,
    load,
    out_of_order,
)
from carteado.regulation.event_rules import Criterion
from carteado.regulation.schema import LARGEST_NUMBER, fields_of
from carteado.web.events.details import Details
from carteado.web.events.differences import SET_ELSEWHERE
from carteado.web.events.preparation_steps import Step
from carteado.web.kit.words.catalogue import language, words
from carteado.web.regulations.rulebook import hint_of, rule_anchor

LONGEST_REASON = 300
NUL = "\0"
"""A character that PostgreSQL cannot store in a text."""


class Control(enum.StrEnum):
    """Kinds of input for a value."""

    NUMBER = "number"
    CHOICE = "choice"
    """One of a closed set, with the whole rule as it reads with each value."""
    SEVERAL = "several"
    """Any of a closed set."""
    ORDER = "order"
    """Values of a closed set one after the other, as for tie-breaks."""
    TEXT = "text"
    """A word, or a list or table written with commas."""


class Option(NamedTuple):
    """A value that can be chosen, as the form sends it and in words."""

    value: str
    text: str
    is_chosen: bool


class Rank(NamedTuple):
    """One place of an ordered list, with the values that can stand there."""

    number: int
    options: tuple[Option, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class Row:
    """A rule on the page. ``text`` is its sentence as it is in force in the event, without what the form changes.
    ``original`` is the regulation's own wording if the event changes the rule, else "". A date or place that the event
    decided changes no rule (see ``as_decided``).

    ``control`` is None for a rule that cannot be changed here. ``value`` is for numbers and texts, ``options`` for a
    choice or several, ``ranks`` for an order. ``set_in`` is the step that sets the rule instead. ``is_found`` is False
    if the page is searched and the rule does not fit: it is then hidden.
    """

    key: str
    text: str
    citation: Citation
    original: str = ""
    control: Control | None = None
    value: str = ""
    options: tuple[Option, ...] = ()
    ranks: tuple[Rank, ...] = ()
    set_in: Step | None = None
    error: str = ""
    is_found: bool = True

    @property
    def anchor(self) -> str:
        return rule_anchor(self.key)

    @property
    def is_changed(self) -> bool:
        return bool(self.original)

    @property
    def is_open(self) -> bool:
        """True if the page shows the control at once, without a click."""
        return self.is_changed or bool(self.error)


@dataclass(frozen=True, slots=True, kw_only=True)
class SectionOfRows:
    """A section of rules. ``is_of_event`` is False for rules of play at the table.

    ``html`` is the rendered list of the regulation's own rules. It is empty if the rows must be rendered for this page:
    one is touched (see ``RulesForm.sections``), or a search found one.
    """

    name: str
    title: str
    is_of_event: bool
    rows: tuple[Row, ...]
    html: str = ""

    @property
    def changed(self) -> int:
        """How many rules are changed."""
        return sum(row.is_changed for row in self.rows)

    @property
    def is_found(self) -> bool:
        return any(row.is_found for row in self.rows)

    @property
    def is_open(self) -> bool:
        return any(row.is_open for row in self.rows)


class PartOfRules(NamedTuple):
    """The sections with rules of play, or those with rules of the event."""

    is_of_event: bool
    sections: tuple[SectionOfRows, ...]

    @property
    def found(self) -> int:
        """How many rules the search found; without a search, all."""
        return sum(row.is_found for section in self.sections for row in section.rows)


@cache
def _unchanged_sections(regulation_id: str, _language: str) -> tuple[SectionOfRows, ...]:
    """The sections without changes, rendered once: they are the same for every event, and take long to render.

    The language is only a key of the cache: rendering uses the current one.
    """
    regulation = load(regulation_id)
    form = RulesForm(Details(regulation=regulation_id, name=""))
    rows = (form.row(entry, entry) for entry in regulation.entries())
    sections = (
        SectionOfRows(
            name=name, title=words().sections[name], is_of_event=name in fields_of_event(), rows=tuple(of_section)
        )
        for name, of_section in groupby(rows, key=lambda row: row.key.partition(".")[0])
    )
    return tuple(replace(section, html=_html(section, regulation)) for section in sections)


def _html(section: SectionOfRows, regulation: Regulation) -> str:
    return render_to_string("events/rule_list.html", {"rows": section.rows, "regulation": regulation})


class RulesForm:
    """The whole step. ``data`` is the submitted form; rules that it does not contain stay as they are.

    ``changes`` are then the event's changed rules by key, with the submitted ones. A published event needs ``why``, a
    reason that the public reads. ``query`` is what the page is searched for; the search sends the form without saving.

    The desk of a match reads the rule of a house rule with this form, too.
    """

    def __init__(self, details: Details, data: QueryDict | None = None, *, is_published: bool = False) -> None:
        self.details, self.data, self.is_published = details, data, is_published
        self.regulation = load(details.regulation)
        self.changes = dict(details.changes)
        self.errors: dict[str, str] = {}
        sent = QueryDict() if data is None else data
        self.why = sent.get("why", "").strip()[:LONGEST_REASON]
        self.query = sent.get("q", "").strip()
        self._read(sent)

    def _read(self, sent: QueryDict) -> None:
        """Read every rule in the form that may be changed here. Its hidden field sends it even if nothing is chosen."""
        for entry in self.regulation.entries():
            if entry.key in sent and control_of(self.regulation, entry) is not None:
                self._read_rule(entry, [value.strip() for value in sent.getlist(entry.key) if value.strip()])

    def _read_rule(self, entry: Entry, sent: list[str]) -> None:
        """Read a submitted value. One that equals the regulation's own is not a change."""
        if any(NUL in text for text in sent):
            self.errors[entry.key] = str(ProhibitNullCharactersValidator.message)
            return
        try:
            value = _parsed(hint_of(self.regulation, entry.key), sent, _codes(entry))
        except ValueError as error:
            self.errors[entry.key] = str(error)
            return
        if value == plain(entry.value):
            self.changes.pop(entry.key, None)
        else:
            self.changes[entry.key] = value

    def is_valid(self) -> bool:
        """True if nothing is wrong with the form. The values are checked together once each of them can be read."""
        if not self.errors and (error := self._impossible()):
            self.errors[error.key] = sentence(error)
        if self.is_published and not self.why:
            self.errors["why"] = words().refusal(out_of_order("reason_needed"))
        if NUL in self.why:
            self.errors["why"] = str(ProhibitNullCharactersValidator.message)
        return not self.errors

    def _impossible(self) -> RegulationError | None:
        """Why no game could be played with these values. None if one could."""
        try:
            self.regulation.with_overrides(tuple(Override(*change, by="event") for change in self.changes.items()))
        except RegulationError as error:
            return error
        return None

    def applied(self, details: Details) -> Details:
        """The details with these changes. Rules that another step sets stay as they are."""
        elsewhere = {key: value for key, value in details.changes if key in SET_ELSEWHERE}
        set_on_this_step = {key: value for key, value in self.changes.items() if key not in SET_ELSEWHERE}
        return replace(details, changes=tuple(sorted({**set_on_this_step, **elsewhere}.items())))

    # --- what the page shows ------------------------------------------------------------------------------------------

    def sections(self) -> list[SectionOfRows]:
        """All sections of the page. A rule is touched if the event or the form changes it, if its value has an error,
        or if a date or place that the event decided stands in its text; the others come from the cache."""
        original = {entry.key: entry for entry in self.regulation.entries()}
        in_force = {entry.key: entry for entry in self.details.rules_as_decided.entries()}
        decided = {key for key, entry in in_force.items() if entry.value != original[key].value}
        touched = {*self.changes, *dict(self.details.changes), *self.errors, *decided}
        return [
            self._as_changed(section, original, in_force, touched)
            for section in _unchanged_sections(self.regulation.id, language())
        ]

    def _as_changed(
        self, section: SectionOfRows, original: Mapping[str, Entry], in_force: Mapping[str, Entry], touched: set[str]
    ) -> SectionOfRows:
        """A section with this event's own rows, rendered again only if one of them looks different."""
        rows = tuple(
            self.row(original[row.key], in_force[row.key]) if row.key in touched else self._looked_for(row)
            for row in section.rows
        )
        is_unchanged = not any(row.key in touched or (self.query and row.is_found) for row in rows)
        return replace(section, rows=rows, html=section.html if is_unchanged else "")

    def _looked_for(self, row: Row) -> Row:
        """The cached row, marked by whether the search finds it."""
        return replace(row, is_found=self._is_found(row.text, row.key, row.citation)) if self.query else row

    def _is_found(self, text: str, key: str, citation: Citation) -> bool:
        """True if the rule contains every word of the search, ignoring accents."""
        found = folded(f"{text} {key} {citation} {citation.ruling or ''}")
        return all(word in found for word in folded(self.query).split())

    def parts(self) -> list[PartOfRules]:
        """The rules of play, and the rules of the event."""
        by_part = groupby(self.sections(), key=lambda section: section.is_of_event)
        return [PartOfRules(is_of_event, tuple(sections)) for is_of_event, sections in by_part]

    @property
    def all_errors(self) -> list[tuple[str, str, str]]:
        """Errors for the summary: the field's id, its heading and the message."""
        titles = words().sections
        return [(f"id_{key}", titles.get(key.partition(".")[0], ""), error) for key, error in self.errors.items()]

    def row(self, original: Entry, in_force: Entry) -> Row:
        """The row of a rule, which the regulation has as ``original`` and the event as ``in_force``."""
        text = words().rule(in_force)
        control = control_of(self.regulation, original)
        is_changed = original.key in dict(self.details.changes) and in_force.value != original.value
        row = Row(
            key=original.key,
            text=text,
            citation=in_force.citation,
            original=words().rule(original) if is_changed else "",
            set_in=SET_ELSEWHERE.get(original.key),
            error=self.errors.get(original.key, ""),
            is_found=self._is_found(text, original.key, in_force.citation),
        )
        return row if control is None else self._with_control(row, control, original)

    def _with_control(self, row: Row, control: Control, original: Entry) -> Row:
        """The row with its control, set to the value of the form or of the event."""
        value = self.changes.get(row.key, plain(original.value))
        hint = hint_of(self.regulation, row.key)
        if control is Control.CHOICE:
            return replace(row, control=control, options=tuple(_readings(original, hint, value)))
        if control is Control.SEVERAL:
            return replace(row, control=control, options=tuple(_options(get_args(hint)[0], value)))
        if control is Control.ORDER:
            return replace(row, control=control, ranks=tuple(_ranks(get_args(hint)[0], value)))
        # A value that could not be read is shown as it was typed.
        raw = self.data.get(row.key, "") if row.error and self.data else None
        return replace(row, control=control, value=_value_as_text(value) if raw is None else raw)


def folded(text: str) -> str:
    """The text in lower case and without accents, to compare it with another."""
    plain_text = unicodedata.normalize("NFKD", text.casefold())
    return "".join(letter for letter in plain_text if not unicodedata.combining(letter))


# --- types --------------------------------------------------------------------------------------------------------


@cache
def fields_of_event() -> frozenset[str]:
    """The sections with rules of the event. All others have rules of play at the table."""
    return frozenset(fields_of(EventRules))


def control_of(regulation: Regulation, entry: Entry) -> Control | None:
    """The control of a rule. None for a rule without a value, and for one that another step sets."""
    if isinstance(entry.value, Stated) or entry.key in SET_ELSEWHERE:
        return None
    hint = hint_of(regulation, entry.key)
    if hint is int:
        return Control.NUMBER
    if _is_enum(hint) or hint is bool:
        return Control.CHOICE
    if get_origin(hint) is tuple and _is_enum(get_args(hint)[0]):
        return Control.ORDER if get_args(hint)[0] is Criterion else Control.SEVERAL
    return Control.TEXT


def _is_enum(hint: Any) -> bool:
    return isinstance(hint, type) and issubclass(hint, enum.StrEnum)


def plain(value: object) -> Any:
    """The value as ``Details.changes`` has it and JSON stores it: enums as texts, tuples as lists."""
    if isinstance(value, enum.StrEnum):
        return str(value)
    if isinstance(value, Mapping):
        return {name: plain(one) for name, one in value.items()}
    return [plain(one) for one in value] if isinstance(value, tuple) else value


# --- showing values -----------------------------------------------------------------------------------------------


def _readings(entry: Entry, hint: Any, value: object) -> Iterator[Option]:
    """Options for a closed set: the whole rule as it reads with each value."""
    for one in (True, False) if hint is bool else hint:
        yield Option(_value_as_text(one), words().rule(entry._replace(value=one)), plain(one) == value)


def _options(kind: type[enum.StrEnum], chosen: Any) -> Iterator[Option]:
    for one in kind:
        yield Option(str(one), words().in_words(one), str(one) in chosen)


def _ranks(kind: type[enum.StrEnum], order: Any) -> Iterator[Rank]:
    """As many places as there are values, because each value can stand at any of them. Each may also stay empty."""
    for number in range(len(kind)):
        chosen = order[number] if number < len(order) else ""
        empty = Option("", "—", not chosen)
        yield Rank(number + 1, (empty, *(Option(str(one), words().in_words(one), str(one) == chosen) for one in kind)))


def _value_as_text(value: object) -> str:
    """A value as written in a text field: ``4, 5, 6, 10`` or ``A: 15, 8-K: 10``."""
    if isinstance(value, bool):
        return str(value).lower()
    if isinstance(value, list):
        return ", ".join(words().in_words(one) for one in value)
    return words().in_words(value) if isinstance(value, dict) else str(value)


# --- reading values -----------------------------------------------------------------------------------------------


def _codes(entry: Entry) -> dict[str, str]:
    """Codes of the rules by the words that the page shows for them: ``10`` is ``T``, ``paus`` is ``c``."""
    value_names = list(entry.value) if isinstance(entry.value, tuple | Mapping) else []
    # A list of cards may get any rank or suit. Of another list only the regulation's own words are known.
    codes = [*RANKS, *SUITS] if {*"".join(map(str, value_names))} <= {*RANKS, *SUITS, "-"} else value_names
    return {words().in_words(code).casefold(): str(code) for code in codes}


def _parsed(hint: Any, sent: list[str], codes: Mapping[str, str]) -> object:
    """Convert the submitted text to the type of the rule. Raises ValueError with a message for the person."""
    origin, parts = get_origin(hint), get_args(hint)
    if origin is tuple and _is_enum(parts[0]):
        return sent
    if origin is tuple:
        words_sent = _split(sent)
        return [_number(one) for one in words_sent] if parts[0] is int else [_code(one, codes) for one in words_sent]
    if origin is not None:
        return _table(_split(sent), codes)
    if not sent:
        raise ValueError(_("A value is needed here."))
    if hint is int:
        return _number(sent[0])
    return sent[0] == "true" if hint is bool else sent[0]


def _split(sent: list[str]) -> list[str]:
    return [word.strip() for text in sent for word in text.replace(";", ",").split(",") if word.strip()]


_WHOLE_NUMBER = re.compile(r"-?(\d+|\d{1,3}([. ]\d{3})+)")
"""Digits, also with thousands as Portuguese writes them: ``1.500`` is 1500, and ``1.5`` is none."""


def _number(text: str) -> int:
    digits = text.replace(".", "").replace(" ", "")
    if not _WHOLE_NUMBER.fullmatch(text) or len(digits) > len(str(LARGEST_NUMBER)):
        raise ValueError(_("A whole number is needed here, not “{text}”.").format(text=text))
    return int(digits)


def _code(text: str, codes: Mapping[str, str]) -> str:
    """The code for a typed word. An unknown word stays as it is, and the regulation's schema refuses it."""
    return codes.get(text.casefold(), text)


def _table(cells: list[str], codes: Mapping[str, str]) -> dict[str, int]:
    """Read ``A: 15, 8-K: 10``: a number for each card or range of cards."""
    table: dict[str, int] = {}
    for cell in cells:
        name, colon, number = cell.partition(":")
        if not colon:
            raise ValueError(_("Write each value with its number, as in “A: 15, 8-K: 10”."))
        table["-".join(_code(rank.strip(), codes) for rank in name.split("-"))] = _number(number.strip())
    return table


def sentence(error: RegulationError) -> str:
    """The catalogue's sentence for why a value is impossible."""
    sentence_text = words().error(error.code, error.details)
    return f"{sentence_text[:1].upper()}{sentence_text[1:]}."
