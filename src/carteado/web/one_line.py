"""Names of people, pairs, tables and events: whatever is typed or pasted into them, they are one line."""

import re
from typing import Any

from django import forms

_GAPS = re.compile(r"[\s\x00-\x1f\x7f-\x9f]+")


def one_line(text: str) -> str:
    """With one space for every run of spaces, line breaks and signs that nobody sees."""
    return _GAPS.sub(" ", text).strip()


class OneLineField(forms.CharField):
    def to_python(self, value: Any) -> Any:
        return super().to_python(one_line(value) if isinstance(value, str) else value)
