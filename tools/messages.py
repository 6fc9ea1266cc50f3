"""Translations of the site's texts: English is in code and templates, each other language in one ``django.po``.

``python -m tools.messages extract`` prints every text to translate; ``merge [FILE.po …]`` brings ``django.po`` up to
date and takes translations from the files; ``compile`` writes the ``.mo`` files that the site reads; ``check`` lists
what is missing and then exits 1.
"""

import io
import os
import re
import sys
from collections.abc import Iterable, Iterator
from html.parser import HTMLParser
from pathlib import Path

from babel.messages.catalog import Catalog, Message
from babel.messages.extract import extract as babel_extract
from babel.messages.mofile import write_mo
from babel.messages.pofile import read_po, write_po
from django.template.base import Lexer, TokenType
from django.utils.translation.template import templatize

ROOT = Path(__file__).parents[1]
SITE = ROOT / "src" / "carteado" / "web"
LANGUAGES = ("pt_BR",)

KEYWORDS = {
    "_": None,
    "gettext": None,
    "gettext_lazy": None,
    "gettext_noop": None,
    "ngettext": (1, 2),
    "ngettext_lazy": (1, 2),
    "pgettext": ((1, "c"), 2),
    "pgettext_lazy": ((1, "c"), 2),
    "npgettext": ((1, "c"), 2, 3),
    "npgettext_lazy": ((1, "c"), 2, 3),
}
NAMES = frozenset(
    {
        *("Canastra", "Carteado", "Lua", "Sol", "Tranca", "Truco", "W.O"),
        *("CPF", "CSV", "English", "GitHub", "LGPD", "MIT", "Português", "QR", "RNE", "WhatsApp", "XLSX"),
        *("Android", "iPad", "iPhone", "Linux", "macOS", "Windows"),
    }
)
"""Words that are the same in every language, and names of languages as that language writes them."""
SAME_IN_PORTUGUESE = frozenset(
    {"Agenda", "art. %(number)s", "e-mail", "E-mail", "E-mail {number}", "Final", "Link", "Menu", "Ranking", "Total"}
)
PLACEHOLDER = re.compile(r"%\(\w+\)[sd]|%[sd]|\{\w*\}|</?\w+")
READ_ALOUD = frozenset({"alt", "aria-label", "placeholder", "title"})
"""Attributes whose text reaches people."""

TextKey = tuple[str, str | None]


# --- from the sources ---------------------------------------------------------------------------------------------


def templates(site: Path = SITE) -> list[Path]:
    return sorted(path for path in (site / "templates").rglob("*") if path.suffix in (".html", ".txt"))


def extract(site: Path = SITE) -> Catalog:
    """Every text of the site, with the files that use it."""
    catalog = Catalog()
    for path in sorted(site.rglob("*.py")):
        _add(catalog, path.read_text("utf-8"), path.relative_to(site))
    for path in templates(site):
        calls = templatize(path.read_text("utf-8"), origin=str(path))
        # The rest of the template is not a program, so its indentation has no meaning.
        _add(catalog, "\n".join(line.lstrip() for line in calls.split("\n")), path.relative_to(site))
    return catalog


def _add(catalog: Catalog, program: str, path: Path) -> None:
    found = babel_extract("python", io.BytesIO(program.encode()), KEYWORDS, ("Translators:",), {"encoding": "utf-8"})
    for _line, text, comments, context in found:
        catalog.add(text, locations=[(path.as_posix(), 0)], auto_comments=comments, context=context)


# --- the catalogue of a language ----------------------------------------------------------------------------------


def file_of(language: str, site: Path = SITE) -> Path:
    return site / "locale" / language / "LC_MESSAGES" / "django.po"


def read(path: Path, language: str) -> Catalog:
    if not path.exists():
        return Catalog(locale=language)
    with path.open("rb") as stream:
        return read_po(stream, locale=language, abort_invalid=True)


def merge(language: str, files: Iterable[Path] = (), site: Path = SITE) -> Iterator[str]:
    """Rewrite the language's file with the current texts, its earlier translations, and those of the files.

    Yields a line for each translation that a file replaced, and for each of its texts that the site does not have.
    """
    catalog = read(file_of(language, site), language)
    catalog.update(extract(site), no_fuzzy_matching=True)
    for path in files:
        yield from _take(catalog, read(path, language), path)
    file_of(language, site).parent.mkdir(parents=True, exist_ok=True)
    file_of(language, site).write_bytes(as_po(catalog))


def _take(catalog: Catalog, given: Catalog, path: Path) -> Iterator[str]:
    for message in _texts(given):
        ours = catalog.get(_singular(message), message.context)
        if ours is None:
            yield f"{path.name}: the site has no text {_singular(message)!r}"
        elif any(_forms(message)):
            if any(_forms(ours)) and ours.string != message.string:
                yield f"{path.name}: {_singular(message)!r} was {ours.string!r}, is {message.string!r}"
            ours.string = message.string


def as_po(catalog: Catalog) -> bytes:
    """The catalogue sorted by text, without dates and line numbers, so that a diff shows only real changes."""
    header = [
        "# Written by `python -m tools.messages merge`; the translations are ours.",
        'msgid ""',
        'msgstr ""',
        f'"Language: {catalog.locale_identifier}\\n"',
        '"Content-Type: text/plain; charset=utf-8\\n"',
        '"Content-Transfer-Encoding: 8bit\\n"',
        f'"Plural-Forms: {catalog.plural_forms}\\n"',
    ]
    return "\n".join(header).encode() + b"\n\n" + _entries(catalog)


def _entries(catalog: Catalog) -> bytes:
    body = io.BytesIO()
    write_po(body, catalog, width=120, omit_header=True, sort_output=True, ignore_obsolete=True, include_lineno=False)
    return body.getvalue()


def compile_language(language: str, site: Path = SITE) -> Path:
    """Write the file that the site reads. A server that starts meanwhile finds either the old file or the new one."""
    path = file_of(language, site).with_suffix(".mo")
    draft = path.with_name(f"{path.name}.{os.getpid()}")
    with draft.open("wb") as stream:
        write_mo(stream, read(file_of(language, site), language))
    return draft.replace(path)


# --- what is wrong ------------------------------------------------------------------------------------------------


def problems(language: str, site: Path = SITE) -> Iterator[str]:
    catalog, texts = read(file_of(language, site), language), extract(site)
    for message in _texts(texts):
        ours = catalog.get(_singular(message), message.context)
        wrong = f"{_singular(message)!r} is not in the file" if ours is None else _wrong_with(ours)
        if wrong:
            yield f"{language}: {wrong} ({message.locations[0][0]})"
    for key in sorted(_keys(catalog) - _keys(texts), key=str):
        yield f"{language}: {key[0]!r} is used nowhere"


def _wrong_with(message: Message) -> str | None:
    text, forms = _singular(message), _forms(message)
    wanted = [_placeholders(one) for one in _ids(message)]
    if not all(forms):
        return f"{text!r} has no translation"
    if message.fuzzy:
        return f"{text!r} is fuzzy"
    if any(_placeholders(form) not in wanted for form in forms):
        return f"{text!r} has other placeholders or tags than {forms!r}"
    if text in forms and text not in SAME_IN_PORTUGUESE and not _is_of_names(text):
        return f"{text!r} is still English"
    return _wrong_voice(forms)


def _wrong_voice(forms: Iterable[str]) -> str | None:
    """Check the site's voice: it has no exclamation marks except for calls (TRUCO!), and never uses "Ops"."""
    for form in forms:
        if re.search(r"(?i)\bo+ps\b", form) or re.search(r"(?<![A-ZÀ-Ü]{2})!", form):
            return f"{form!r} is not in the site's voice"
    return None


def bare_texts(path: Path) -> Iterator[str]:
    """The texts of a template that are not marked for translation."""
    literal = "".join(_literal_parts(path.read_text("utf-8")))
    parser = _ReadAloud()
    if path.suffix == ".html":
        parser.feed(literal)
        parser.close()
    texts = parser.texts if path.suffix == ".html" else literal.splitlines()
    yield from (text.strip() for text in texts if re.search(r"[^\W\d_]{2}", text) and not _is_of_names(text))


def _literal_parts(source: str) -> Iterator[str]:
    inside = ""
    for token in Lexer(source).tokenize():
        word = token.contents.split(maxsplit=1)[0] if token.token_type == TokenType.BLOCK and token.contents else ""
        if inside:
            inside = "" if word == f"end{inside}" else inside
        elif word in ("blocktranslate", "blocktrans", "comment"):
            inside = word
        elif token.token_type == TokenType.TEXT:
            yield token.contents


class _ReadAloud(HTMLParser):
    """Collects texts and the attributes that are read aloud."""

    def __init__(self) -> None:
        super().__init__(convert_charrefs=True)
        self.texts: list[str] = []

    def handle_data(self, data: str) -> None:
        self.texts.append(data)

    def handle_starttag(self, _tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.texts += [value for name, value in attrs if name in READ_ALOUD and value]


def _is_of_names(text: str) -> bool:
    return all(word.strip(",.:;·—") in NAMES or not re.search(r"[^\W\d_]", word) for word in text.split())


def _placeholders(text: str) -> list[str]:
    return sorted(PLACEHOLDER.findall(text))


def _texts(catalog: Catalog) -> list[Message]:
    return [message for message in catalog if message.id]


def _keys(catalog: Catalog) -> set[TextKey]:
    return {(_singular(message), message.context) for message in _texts(catalog)}


def _ids(message: Message) -> list[str]:
    return [message.id] if isinstance(message.id, str) else list(message.id)


def _singular(message: Message) -> str:
    return _ids(message)[0]


def _forms(message: Message) -> list[str]:
    return [message.string or ""] if isinstance(message.string, str | None) else list(message.string)


def check(site: Path = SITE) -> list[str]:
    """Every problem that leaves the site incomplete in one of its languages."""
    found = [problem for language in LANGUAGES for problem in problems(language, site)]
    for path in templates(site):
        found += [f"{path.relative_to(site)}: {text!r} is not marked for translation" for text in bare_texts(path)]
    return found


def main(arguments: list[str]) -> int:
    match arguments:
        case ["extract"]:
            sys.stdout.buffer.write(_entries(extract()))
        case ["merge", *files]:
            for language in LANGUAGES:
                for line in merge(language, map(Path, files)):
                    print(line, file=sys.stderr)
        case ["compile"]:
            for language in LANGUAGES:
                compile_language(language)
        case ["check"]:
            found = check()
            for problem in found:
                print(problem, file=sys.stderr)
            return 1 if found else 0
        case _:
            print(__doc__, file=sys.stderr)
            return 2
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
