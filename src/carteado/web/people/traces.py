"""By what somebody can be known again in what people write, and that text without it."""

import re
import unicodedata
from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, fields
from datetime import date

Text = Callable[[str], str]

_PARTICLES = frozenset(
    {*("a", "as", "da", "das", "de", "do", "dos", "e", "o", "os"), *("del", "der", "di", "du", "la", "van", "von", "y")}
)
_BETWEEN_DIGITS = r"[\s./()-]*"


@dataclass(frozen=True, slots=True, kw_only=True)
class Traces:
    """Whole names, e-mails, papers and other numbers (as they are kept), days of birth as ISO has them; ``words`` are
    what he is called at one table: a single word tells him only there."""

    names: frozenset[str] = frozenset()
    emails: frozenset[str] = frozenset()
    papers: frozenset[str] = frozenset()
    numbers: frozenset[str] = frozenset()
    days: frozenset[str] = frozenset()
    words: frozenset[str] = frozenset()

    def __or__(self, other: "Traces") -> "Traces":
        return Traces(**{one.name: getattr(self, one.name) | getattr(other, one.name) for one in fields(self)})

    def spellings(self) -> set[str]:
        """The e-mails and papers as they would mostly be written, to be searched for."""
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
    """Of what is known of somebody, what is there; of a name also its first and last word together."""
    whole = {" ".join(name.split()) for name in names}
    return Traces(
        names=frozenset(
            form for name in whole if " " in name for form in (name, _first_and_last(name)) if _is_name(form)
        ),
        emails=frozenset(filter(None, emails)),
        papers=frozenset(number for number in papers if len(number) > 5),
        numbers=frozenset(number for number in numbers if len(number) > 5),
        days=frozenset(filter(_is_day, days)),
        words=frozenset(word for word in words if len(word) > 1 and _is_name(word)),
    )


def words_of(*names: str) -> set[str]:
    """The words of names by which people are called, in small letters and without accents."""
    return {_plain(word) for name in names for word in name.split()} - _PARTICLES


def is_called_like(word: str, others: set[str]) -> bool:
    """Whether somebody else has the word in his name."""
    return not words_of(word).isdisjoint(others)


def stands_in(name: str, texts: Iterable[str]) -> bool:
    """Whether one of the texts has all the words of a name."""
    words = words_of(name)
    return any(words <= words_of(text) for text in texts)


def are_alike(one: str, other: str) -> bool:
    """Whether two names are the same, however they are accented or written large."""
    return _plain(one) == _plain(other)


def without(found: Traces, instead: str, *, is_name: bool = False) -> Text:
    """Puts ``instead`` wherever a text shows a trace, however it is spaced or accented. In what somebody writes a name
    stands with capitals: small, it is a word like others. A text that ``is_name`` itself is written as people like."""
    patterns = list(_patterns(found, in_capitals=not is_name))
    if not patterns:
        return lambda text: text
    any_of_them = re.compile("|".join(f"(?:{pattern})" for pattern in patterns))
    return lambda text: any_of_them.sub(instead, text)


def renamed(called: Mapping[str, str]) -> Text:
    """Puts what people are called in the place of their whole names."""
    return exchanged({form: short for name, short in called.items() for form in traces(names=[name]).names})


def exchanged(names: Mapping[str, str]) -> Text:
    """Puts other names in the place of these."""
    known = {_plain(" ".join(before.split())): after for before, after in names.items() if _is_name(before)}
    if not known:
        return lambda text: text
    any_of_them = re.compile("|".join(_of_name(name) for name in sorted(known, key=len, reverse=True)))
    return lambda text: any_of_them.sub(lambda found: known[_plain(" ".join(found.group().split()))], text)


def _patterns(found: Traces, *, in_capitals: bool) -> Iterator[str]:
    """The longest first: a whole name goes as one, and not word by word."""
    for words in sorted(found.names | found.words, key=len, reverse=True):
        yield _of_name(words, in_capitals=in_capitals)
    for email in sorted(found.emails):
        yield rf"(?i:(?<![\w.+-]){re.escape(email)}(?![\w-]))"
    for number in sorted(found.papers | found.numbers):
        yield f"(?i:{_of_number(number)})"
    for day in sorted(found.days):
        yield _of_day(date.fromisoformat(day))


def _of_name(words: str, *, in_capitals: bool = True) -> str:
    each = _with_capital if in_capitals else _loosely
    return _apart(r"\s+".join(map(each, words.split())))


def _of_number(number: str) -> str:
    """A phone also without its country, or with it."""
    bare = number.lstrip("+")
    is_phone = bare.isdecimal() and (number.startswith("+") or len(bare) in (12, 13))
    if is_phone and bare.startswith("55"):
        bare = bare[2:]
    country = r"\+?(?:55[\s()-]*)?" if bare.isdecimal() else ""
    return _apart(country + r"(?:\((?=\d\d\)))?" + _BETWEEN_DIGITS.join(map(re.escape, bare)))


def _of_day(day: date) -> str:
    """As it is kept, and as people here write it."""
    return _apart(f"{day.isoformat()}|0?{day.day}[./-]0?{day.month}[./-]{day.year}")


def _apart(pattern: str) -> str:
    return rf"(?<!\w)(?:{pattern})(?!\w)"


def _with_capital(word: str) -> str:
    """Its first letter large; particles as one likes, also that of d'Ávila."""
    plain = _plain(word)
    begins = 2 if plain[:2] in ("d'", "d’") else 0
    first = next((place for place, char in enumerate(plain) if place >= begins and char.isalpha()), None)
    if first is None or plain in _PARTICLES:
        return _loosely(word)
    before, capital, after = plain[:first], _letter(plain[first], large=True), plain[first + 1 :]
    return _loosely(before) + capital + _loosely(after)


def _loosely(word: str) -> str:
    return f"(?i:{''.join(map(_letter, _plain(word)))})" if word else ""


def _letter(base: str, *, large: bool = False) -> str:
    """With any accent, which may also be a character of its own."""
    letters = _ACCENTED.get(base, base)
    if large:
        letters = "".join(char.upper() for char in letters if len(char.upper()) == 1) or letters
    return f"[{re.escape(letters)}][\u0300-\u036f]*"


def _is_name(text: str) -> bool:
    """Whether something of it is neither a particle nor a number."""
    return any(char.isalpha() for word in words_of(text) for char in word)


def _plain(text: str) -> str:
    parts = unicodedata.normalize("NFD", text.casefold())
    return "".join(char for char in parts if not unicodedata.combining(char))


def _letters() -> dict[str, str]:
    """Every Latin letter with the accents that it may have."""
    found: defaultdict[str, str] = defaultdict(str)
    for code in (*range(ord("a"), ord("z") + 1), *range(0xE0, 0x180)):
        char = chr(code)
        if char.isalpha() and char.islower() and len(base := _plain(char)) == 1:
            found[base] += char
    return dict(found)


_ACCENTED = _letters()


def _first_and_last(name: str) -> str:
    words = name.split()
    return f"{words[0]} {words[-1]}"


def _is_day(text: str) -> bool:
    try:
        date.fromisoformat(text)
    except ValueError:
        return False
    return True
