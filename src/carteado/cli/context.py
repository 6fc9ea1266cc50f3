"""What every subcommand shares: the language, the streams, and how results and errors are printed, as text or as
JSON."""

import json
import sys
import tomllib
from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cache
from importlib import resources
from pathlib import Path
from typing import Any

from rich.console import Console

from carteado.record import InputError
from carteado.record.reading import SIZE_LIMIT_MIB
from carteado.regulation import LANGUAGES, Catalogue, catalogue

DONE, CHECK_FAILED, BAD_INPUT = 0, 1, 2


@cache
def command_texts(language: str) -> Mapping[str, str]:
    """The command line's own sentences."""
    file = resources.files("carteado.cli") / "texts" / f"{language}.toml"
    return tomllib.loads(file.read_text("utf-8"))


def chosen_language(arguments: list[str], environment: Mapping[str, str]) -> str:
    """``--lang``, then CARTEADO_LANG, then the system's language if it is one of ours; otherwise Portuguese."""
    for previous, argument in zip(["", *arguments], arguments, strict=False):
        language = argument.removeprefix("--lang=") if argument.startswith("--lang=") else argument
        if (previous == "--lang" or argument.startswith("--lang=")) and language in LANGUAGES:
            return language
    system = environment.get("CARTEADO_LANG") or environment.get("LC_ALL") or environment.get("LANG", "")
    return next((language for language in LANGUAGES if system.startswith(language)), "pt")


@dataclass(frozen=True)
class Context:
    """The language, output format and console of one run of the command."""

    language: str
    json: bool
    console: Console = field(
        default_factory=lambda: Console(highlight=False, emoji=False, soft_wrap=not sys.stdout.isatty())
    )

    @property
    def catalogue(self) -> Catalogue:
        return catalogue(self.language)

    def say(self, key: str, **details: object) -> str:
        return command_texts(self.language)[key].format(**details)

    def print(self, *parts: Any) -> None:
        self.console.print(*parts)

    def print_json(self, document: object) -> None:
        print(json.dumps(document, ensure_ascii=False, indent=None))

    def fail(self, error: InputError) -> int:
        """Print what is wrong with the input and return the exit code."""
        if self.json:
            self.print_json({"error": error.to_json(self.catalogue)})
        place = ""
        if error.hand is not None:
            place = self.say("in_hand", hand=error.hand)
            if error.action is not None:
                place = self.say("in_act", hand=error.hand, action=error.action)
        print(f"carteado: {place}{error.message(self.catalogue)}", file=sys.stderr)
        return BAD_INPUT


def read_input(path: str) -> bytes:
    """The bytes of a file, or of standard input for ``-``, up to just over the reader's limit."""
    most = SIZE_LIMIT_MIB * 1024 * 1024 + 1
    try:
        if path == "-":
            return sys.stdin.buffer.read(most)
        with Path(path).open("rb") as file:
            return file.read(most)
    except (OSError, ValueError) as error:
        reason = error.strerror if isinstance(error, OSError) and error.strerror else str(error)
        raise InputError("cannot_read", path=path, reason=reason) from None
