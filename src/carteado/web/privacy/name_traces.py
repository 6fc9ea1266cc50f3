"""Finds the traces of a person in texts that people write, and replaces them. A trace is a name, an e-mail address, a
number or a day by which a text may identify the person.

An event may have a thousand people and many texts. So a text is not searched once for each person: it is read once, and
each of its words is looked up among the first words of all known traces.
"""

import re
import unicodedata
from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, fields
from datetime import date
from functools import cache
from typing import NamedTuple

TextChange = Callable[[str], str]
"""Gives the text with the changes, or the same text."""

_PARTICLES = frozenset(
    {*("a", "as", "da", "das", "de", "do", "dos", "e", "o", "os"), *("del", "der", "di", "du", "la", "van", "von", "y")}
)
"""Words of names that identify no person, in Portuguese and in other languages."""
_BETWEEN_DIGITS = r"[\s./()-]*"
_APOSTROPHES = frozenset("'’‘ʼ`´")
_JOINING = frozenset("-‐‑_")
"""Signs that separate words as a space does, if they stand between two letters."""
LEAST_SURNAME_LETTERS = 4
LEAST_NUMBER_SIGNS = 6
"""Shorter numbers are not looked for: they would be found everywhere."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Traces:
    """Everything by which a text may identify a person.

    ``names`` are whole names. ``papers`` are the numbers of identity documents, ``numbers`` those of phones and others,
    all as stored. ``days`` are days of birth in ISO form. ``words`` are single words from the person's names, which
    identify them only within one event.
    """

    names: frozenset[str] = frozenset()
    emails: frozenset[str] = frozenset()
    papers: frozenset[str] = frozenset()
    numbers: frozenset[str] = frozenset()
    days: frozenset[str] = frozenset()
    words: frozenset[str] = frozenset()

    def __or__(self, other: "Traces") -> "Traces":
        return Traces(**{one.name: getattr(self, one.name) | getattr(other, one.name) for one in fields(self)})

    def spellings(self) -> set[str]:
        """The e-mails and identity documents in their usual spellings, to search the database for."""
        # a number of 11 digits is a CPF, which people write as 529.982.247-25
        dotted = {f"{one[:3]}.{one[3:6]}.{one[6:9]}-{one[9:]}" for one in self.papers if len(one) == 11}
        return {*self.emails, *self.papers, *dotted}


def traces(
    *,
    names: Iterable[str] = (),
    emails: Iterable[str] = (),
    papers: Iterable[str] = (),
    numbers: Iterable[str] = (),
    days: Iterable[str] = (),
    words: Iterable[str] = (),
) -> Traces:
    """The traces of a person from these values. Values that are too short or invalid are left out.

    A name of one word is no trace; give it among ``words`` if it may count. For each longer name, its first and last
    word together are a trace, too.
    """
    whole = {" ".join(name.split()) for name in names}
    return Traces(
        names=frozenset(
            form for name in whole if " " in name for form in (name, _first_and_last(name)) if _is_name(form)
        ),
        emails=frozenset(filter(None, emails)),
        papers=frozenset(number for number in papers if len(number) >= LEAST_NUMBER_SIGNS),
        numbers=frozenset(number for number in numbers if len(number) >= LEAST_NUMBER_SIGNS),
        days=frozenset(filter(_is_day, days)),
        words=frozenset(word for word in words if len(word) > 1 and _is_name(word)),
    )


def words_of(*names: str) -> set[str]:
    """The words of these names, in lower case and without accents."""
    return {word for name in names for word in _plain(name).split()} - _PARTICLES


def surnames_of(name: str) -> list[str]:
    """The words of a name after the first that are long enough to identify a person by themselves."""
    return [
        word
        for word in name.split()[1:]
        if sum(map(str.isalpha, word)) >= LEAST_SURNAME_LETTERS and _plain(word) not in _PARTICLES
    ]


def is_among_words(name: str, words: set[str]) -> bool:
    """True if a word of the name is one of these words, which come from ``words_of``."""
    return not words_of(name).isdisjoint(words)


def occurs_in(name: str, texts: Iterable[str]) -> bool:
    """True if one of the texts contains all words of the name."""
    words = words_of(name)
    return any(words <= words_of(text) for text in texts)


def are_alike(one: str, other: str) -> bool:
    """True if the names differ at most in accents and capitals."""
    return _plain(one) == _plain(other)


def replacing_traces(known_traces: Traces, replacement: str, *, is_name: bool = False) -> TextChange:
    """A function that replaces every trace in a text with ``replacement``, however it is spaced or accented.

    Names are found only with their capitals. With ``is_name`` the text is itself a name, and capitals do not matter.
    """
    # "rosa" in a sentence is a colour, "Rosa" a person. But people type their own names in lower case, too.
    names = _Names(dict.fromkeys(known_traces.names | known_traces.words, replacement), in_capitals=not is_name)
    emails, days = _Emails(known_traces.emails), _Days(known_traces.days)
    numbers = _Numbers(known_traces.papers | known_traces.numbers)

    def places(text: str) -> Iterator[_Place]:
        yield from names.places(text)
        for kind in (emails, numbers, days):
            yield from (_Place(start, end, replacement) for start, end in kind.places(text))

    return lambda text: _with_replacements(text, places(text))


def replacing_full_names(names_at_table: Mapping[str, str]) -> TextChange:
    """A function that replaces people's whole names with the names that they use at a table.

    ``names_at_table`` are these by the whole name.
    """
    return replacing_names(
        {form: short for name, short in names_at_table.items() for form in traces(names=[name]).names}
    )


def replacing_names(names: Mapping[str, str]) -> TextChange:
    """A function that replaces each of the names with its new one, ``names`` being old to new. They are found only with
    their capitals."""
    old_names = _Names({old: new for old, new in names.items() if _is_name(old)})
    return lambda text: _with_replacements(text, old_names.places(text))


# --- finding traces in a text -------------------------------------------------------------------------------------


class _Place(NamedTuple):
    """A part of a text, by its indexes, and what replaces it."""

    start: int
    end: int
    replacement: str


def _with_replacements(text: str, places: Iterable[_Place]) -> str:
    """Replace the places from left to right.

    Of those that start together the longest wins: a whole name, not its words.
    """
    parts, done_to = [], 0
    for start, end, replacement in sorted(places, key=lambda one: (one.start, -one.end)):
        if start >= done_to:
            parts += [text[done_to:start], replacement]
            done_to = end
    return "".join((*parts, text[done_to:])) if parts else text


class _Form(NamedTuple):
    """A name to look for. ``plain`` is the name in lower case and without accents.

    ``signs_before`` is the number of characters before its first word. ``capitals_at`` are the indexes in ``plain`` of
    the letters that must be capitals in the text.
    """

    plain: str
    signs_before: int
    capitals_at: tuple[int, ...]
    replacement: str


class _Names:
    """Finds names by their first words."""

    def __init__(self, names: Mapping[str, str], *, in_capitals: bool = True) -> None:
        self._forms: defaultdict[str, list[_Form]] = defaultdict(list)
        for name, replacement in names.items():
            plain = _plain(name).strip()
            if first := _WORD.search(plain):
                capitals_at = tuple(_capitals(name)) if in_capitals else ()
                self._forms[first.group()].append(_Form(plain, first.start(), capitals_at, replacement))

    def places(self, text: str) -> Iterator[_Place]:
        if not self._forms:
            return
        readable = _ReadableText(text)
        for word in _WORD.finditer(readable.plain):
            for form in self._forms.get(word.group(), ()):
                start = word.start() - form.signs_before
                end = start + len(form.plain)
                if readable.has(form, start, end):
                    yield _Place(readable.starts[start], readable.ends[end - 1], form.replacement)


class _Emails:
    """Finds addresses by the word before their ``@``. Like the next two, it gives the start and end of each place."""

    def __init__(self, emails: Iterable[str]) -> None:
        self._known: defaultdict[str, list[str]] = defaultdict(list)
        for email in emails:
            if words := _AT.findall(email):
                self._known[words[-1].lower()].append(email.lower())

    def places(self, text: str) -> Iterator[tuple[int, int]]:
        for at in _AT.finditer(text) if self._known else ():
            for email in self._known.get(at.group(1).lower(), ()):
                start = at.end() - 1 - email.rindex("@")
                end = start + len(email)
                if start >= 0 and text[start:end].lower() == email and _is_whole_address(text, start, end):
                    yield start, end


_AT = re.compile(r"([\w.+-]*)@")


def _is_whole_address(text: str, start: int, end: int) -> bool:
    """True if the place is not part of a longer address."""
    before, after = text[max(start - 1, 0) : start], text[end : end + 1]
    return not re.match(r"[\w.+-]", before) and not re.match(r"[\w-]", after)


class _Numbers:
    """Finds documents and phones by their first digits."""

    def __init__(self, numbers: Iterable[str]) -> None:
        self._known: defaultdict[str, set[str]] = defaultdict(set)
        for number in map(_without_country, numbers):
            for written in (number, f"55{number}"):
                self._known[written[:_FIRST_DIGITS]].add(number)

    def places(self, text: str) -> Iterator[tuple[int, int]]:
        for first in _NUMBER.finditer(text) if self._known else ():
            begins = "".join(filter(str.isalnum, first.group(1))).lower()
            for number in self._known.get(begins, ()):
                yield from _number_at(text, first.start(), number)


_FIRST_DIGITS = LEAST_NUMBER_SIGNS
"""So many digits of a number are looked up first; every number has as many."""
_NUMBER = re.compile(rf"(?<!\w)(?=(\w(?:{_BETWEEN_DIGITS}\w){{{_FIRST_DIGITS - 1}}}))")


def _without_country(number: str) -> str:
    """Only the letters and digits of a number; of a phone without the country code of Brazil, 55."""
    bare = "".join(filter(str.isalnum, number)).lower()
    is_phone = bare.isdecimal() and (number.startswith("+") or len(bare) in (12, 13))
    return bare[2:] if is_phone and bare.startswith("55") else bare


def _number_at(text: str, start: int, number: str) -> Iterator[tuple[int, int]]:
    """The places at which the number begins at ``start``: at most two, with the 55 taken as a country code or not.

    A plus sign and a bracket before the first digit are included.
    """
    country = re.compile(r"55[\s()-]*").match(text, start) if number.isdecimal() else None
    if country and (end := _end_of_number(text, country.end(), number)):
        yield _start_with_sign(text, start, "+"), end
    if end := _end_of_number(text, start, number):
        if re.compile(r"[0-9]{2}\)").match(text, start):
            start = _start_with_sign(text, start, "(")
        yield _start_with_sign(text, start, "+") if number.isdecimal() else start, end


def _start_with_sign(text: str, start: int, sign: str) -> int:
    """The start, moved back over the sign if it stands before it and no word before the sign."""
    is_there = text[max(start - 1, 0) : start] == sign and not re.match(r"\w", text[max(start - 2, 0) : start - 1])
    return start - 1 if is_there else start


def _end_of_number(text: str, start: int, number: str) -> int | None:
    """Where the number ends, if it stands at ``start``, perhaps with signs between its digits. None if it does not, or
    if it is part of a longer one."""
    place = start
    for digit in number:
        if place > start and (between := _SIGNS.match(text, place)):
            place = between.end()
        if text[place : place + 1].lower() != digit:
            return None
        place += 1
    return None if re.match(r"\w", text[place : place + 1]) else place


_SIGNS = re.compile(_BETWEEN_DIGITS)


class _Days:
    """Finds days in ISO form, and as Brazilians write them."""

    def __init__(self, days: Iterable[str]) -> None:
        self._known = {(day.year, day.month, day.day) for day in map(date.fromisoformat, days)}

    def places(self, text: str) -> Iterator[tuple[int, int]]:
        for day in _DAY.finditer(text) if self._known else ():
            whole, *parts = day.groups()
            year, month, number = parts[:3] if parts[0] else reversed(parts[3:])
            if (int(year), int(month), int(number)) in self._known:
                yield day.start(), day.start() + len(whole)


_DAY = re.compile(
    r"(?<!\w)(?=((?:([0-9]{4})-([0-9]{2})-([0-9]{2})|0?([0-9]{1,2})[./-]0?([0-9]{1,2})[./-]([0-9]{4}))(?!\w)))"
)


# --- reading a text -----------------------------------------------------------------------------------------------

_WORD = re.compile(r"[^\W_]+")


class _ReadableText:
    """A text in lower case and without accents (``plain``).

    For each character of ``plain``, ``starts`` and ``ends`` are the place in the original text that it comes from, and
    ``is_capital`` says if it was a capital there; a sign or a digit counts as one. Spaces that follow each other are
    one.
    """

    def __init__(self, text: str) -> None:
        letters: list[str] = []
        self.starts: list[int] = []
        self.ends: list[int] = []
        self.is_capital: list[bool] = []
        for place, char in enumerate(text):
            plain = _plain_letter(char)
            if plain in _JOINING and _joins(text, place):
                plain = " "
            if not plain or (plain == " " and letters and letters[-1] == " "):
                # An accent belongs to the letter before it, and a further space to the first one.
                self.ends[-1:] = [place + 1] * bool(letters)
                continue
            letters += plain
            self.starts += [place] * len(plain)
            self.ends += [place + 1] * len(plain)
            self.is_capital += [not char.islower()] * len(plain)
        self.plain = "".join(letters)

    def has(self, form: _Form, start: int, end: int) -> bool:
        """True if the name stands there, with its capitals and not as part of a longer word."""
        if start < 0 or not self.plain.startswith(form.plain, start):
            return False
        is_apart = not _WORD.match(self.plain, end) and not (start and _WORD.match(self.plain, start - 1))
        return is_apart and all(self.is_capital[start + place] for place in form.capitals_at)


@cache
def _plain_letter(char: str) -> str:
    """The character as one or more lower-case letters without accents. A combining accent gives an empty text."""
    if char.isspace():
        return " "
    if char in _APOSTROPHES:
        return "'"
    parts = unicodedata.normalize("NFD", char.casefold())
    return "".join("i" if one == "ı" else one for one in parts if not unicodedata.combining(one))


def _joins(text: str, place: int) -> bool:
    """True if the hyphen at this place is inside a word."""
    before, after = text[place - 1 : place], text[place + 1 : place + 2]
    return bool(before and after) and after.isalnum() and (before.isalnum() or unicodedata.combining(before) > 0)


def _plain(text: str) -> str:
    return _ReadableText(text).plain


def _capitals(name: str) -> Iterator[int]:
    """The index of the first letter of each word in the plain name.

    Particles are left out, because people write them with and without a capital; so is the *d'* of d'Ávila.
    """
    place = 0
    for word in filter(None, map(_plain, name.split())):
        begins = 2 if word.startswith("d'") else 0
        letters = (at for at, char in enumerate(word) if at >= begins and char.isalpha())
        first = next(letters, None)
        if first is not None and word not in _PARTICLES:
            yield place + first
        place += len(word) + 1


def _is_name(text: str) -> bool:
    """True if the text has a word that is neither a particle nor a number."""
    return any(char.isalpha() for word in words_of(text) for char in word)


def _first_and_last(name: str) -> str:
    words = name.split()
    return f"{words[0]} {words[-1]}"


def _is_day(text: str) -> bool:
    try:
        date.fromisoformat(text)
    except ValueError:
        return False
    return True
