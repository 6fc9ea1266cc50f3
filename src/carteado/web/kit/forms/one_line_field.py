"""One-line texts: names of people, pairs, tables and events stay on one line, whatever is typed or pasted."""

import re
import unicodedata
from typing import Any

from django import forms

_BLANK = frozenset("\u115f\u1160\u2800\u3164\uffa0")
"""Characters that Unicode classes as letters or symbols, but that display nothing."""
_GAPS = re.compile(r"[\s\x00-\x1f\x7f-\x9f]+")


def one_line(text: str) -> str:
    """Replace every run of spaces, line breaks and control characters by one space."""
    return _GAPS.sub(" ", text).strip()


def visible_line(text: str, *, keep: str = "") -> str:
    """One line of visible characters. Invisible ones, such as marks that turn or join letters, are removed unless they
    are in ``keep``."""
    visible = (one for one in unicodedata.normalize("NFC", text) if one in keep or _is_visible(one))
    return one_line("".join(visible))


def _is_visible(character: str) -> bool:
    """Line breaks and tabs count as visible, as they become spaces later. Direction marks, private and half characters
    do not."""
    return unicodedata.category(character) not in ("Cf", "Co", "Cs") and character not in _BLANK


class OneLineField(forms.CharField):
    def to_python(self, value: Any) -> Any:
        return super().to_python(one_line(value) if isinstance(value, str) else value)
