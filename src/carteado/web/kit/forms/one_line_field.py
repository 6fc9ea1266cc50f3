"""Names of people, pairs, tables and events: whatever is typed or pasted into them, they are one line."""

import re
import unicodedata
from typing import Any

from django import forms

_BLANK = frozenset("\u115f\u1160\u2800\u3164\uffa0")
"""Letters and signs by name, and nothing to see."""
_GAPS = re.compile(r"[\s\x00-\x1f\x7f-\x9f]+")


def one_line(text: str) -> str:
    """With one space for every run of spaces, line breaks and signs that nobody sees."""
    return _GAPS.sub(" ", text).strip()


def seen_line(text: str, *, keep: str = "") -> str:
    """One line of what people can see; what turns or joins letters and shows nothing itself goes, unless ``keep`` has
    it."""
    shown = (one for one in unicodedata.normalize("NFC", text) if one in keep or _is_seen(one))
    return one_line("".join(shown))


def _is_seen(character: str) -> bool:
    """Line breaks and tabs are left to become spaces; marks of direction, private and half characters are not."""
    return unicodedata.category(character) not in ("Cf", "Co", "Cs") and character not in _BLANK


class OneLineField(forms.CharField):
    def to_python(self, value: Any) -> Any:
        return super().to_python(one_line(value) if isinstance(value, str) else value)
