"""People looked for in texts one by one, each with a pattern of his own: slow, and plain enough to be believed."""

import re
import unicodedata
from collections import defaultdict
from collections.abc import Iterator, Mapping
from datetime import date

from carteado.web.privacy.name_traces import TextChange, Traces

_PARTICLES = {"a", "as", "da", "das", "de", "do", "dos", "e", "o", "os"}


def found_one_by_one(found: Traces, instead: str, *, is_name: bool = False) -> TextChange:
    patterns = list(_patterns(found, in_capitals=not is_name))
    any_of_them = re.compile("|".join(f"(?:{pattern})" for pattern in patterns))
    return lambda text: any_of_them.sub(instead, text)


def exchanged_one_by_one(names: Mapping[str, str]) -> TextChange:
    known = {_plain(" ".join(before.split())): after for before, after in names.items()}
    any_of_them = re.compile("|".join(_of_name(name) for name in sorted(known, key=len, reverse=True)))
    return lambda text: any_of_them.sub(lambda found: known[_plain(" ".join(found.group().split()))], text)


def _patterns(found: Traces, *, in_capitals: bool) -> Iterator[str]:
    for words in sorted(found.names | found.words, key=len, reverse=True):
        yield _of_name(words, in_capitals=in_capitals)
    for email in sorted(found.emails, key=len, reverse=True):
        yield rf"(?i:(?<![\w.+-]){re.escape(email)}(?![\w-]))"
    for number in sorted(found.papers | found.numbers):
        yield f"(?i:{_of_number(number)})"
    for day in map(date.fromisoformat, sorted(found.days)):
        yield _apart(f"{day.isoformat()}|0?{day.day}[./-]0?{day.month}[./-]{day.year}")


def _of_name(words: str, *, in_capitals: bool = True) -> str:
    each = _with_capital if in_capitals else _loosely
    return _apart(r"\s+".join(map(each, words.split())))


def _of_number(number: str) -> str:
    bare = number.lstrip("+")
    is_phone = bare.isdecimal() and (number.startswith("+") or len(bare) in (12, 13))
    if is_phone and bare.startswith("55"):
        bare = bare[2:]
    country = r"\+?(?:55[\s()-]*)?" if bare.isdecimal() else ""
    return _apart(country + r"(?:\((?=\d\d\)))?" + r"[\s./()-]*".join(map(re.escape, bare)))


def _apart(pattern: str) -> str:
    return rf"(?<!\w)(?:{pattern})(?!\w)"


def _with_capital(word: str) -> str:
    plain = _plain(word)
    begins = 2 if plain[:2] == "d'" else 0
    first = next((place for place, char in enumerate(plain) if place >= begins and char.isalpha()), None)
    if first is None or plain in _PARTICLES:
        return _loosely(word)
    return _loosely(plain[:first]) + _letter(plain[first], large=True) + _loosely(plain[first + 1 :])


def _loosely(word: str) -> str:
    return f"(?i:{''.join(map(_letter, _plain(word)))})" if word else ""


def _letter(base: str, *, large: bool = False) -> str:
    letters = _ACCENTED.get(base, base)
    if large:
        letters = "".join(char.upper() for char in letters if len(char.upper()) == 1) or letters
    return f"[{re.escape(letters)}][\u0300-\u036f]*"


def _plain(text: str) -> str:
    parts = unicodedata.normalize("NFD", text.casefold())
    return "".join(char for char in parts if not unicodedata.combining(char))


def _letters() -> dict[str, str]:
    found: defaultdict[str, str] = defaultdict(str)
    for code in (*range(ord("a"), ord("z") + 1), *range(0xE0, 0x180)):
        char = chr(code)
        if char.isalpha() and char.islower() and len(base := _plain(char)) == 1:
            found[base] += char
    return dict(found)


_ACCENTED = _letters()
