"""Fields that are needed, but may be sent empty."""

from typing import Any

from django import forms


class NeededField(forms.Field):
    """A field that is not labelled optional although it may be sent empty.

    A draft may still lack it, or the championship refuses the form with the article that asks for it.
    """

    def validate(self, value: Any) -> None:
        """Let an empty value pass, which Django would refuse in a required field."""
        if value not in self.empty_values:
            super().validate(value)


class NeededText(NeededField, forms.CharField):
    pass
