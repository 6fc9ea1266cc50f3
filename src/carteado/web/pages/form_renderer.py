"""The look of forms: our templates under ``templates/django/forms``, and fields that state why they ask."""

from typing import Any

from django.forms.boundfield import BoundField
from django.forms.renderers import TemplatesSetting


class SiteBoundField(BoundField):
    """A field that also shows its purpose, if it asks for personal data. Screen readers read it out with the field."""

    @property
    def purpose(self) -> str:
        """Why the site asks, as set by ``PersonalDataForm``; empty for other fields."""
        return str(getattr(self.field, "purpose", ""))

    @property
    def aria_describedby(self) -> str | None:
        described = super().aria_describedby  # None for a widget with a text of its own, which stays as it is
        if described is None or not self.purpose or not self.auto_id:
            return described
        return f"{described} {self.auto_id}_purpose".strip()

    @property
    def is_single_choice(self) -> bool:
        """True for a lone checkbox, which stands inside its own label."""
        return bool(getattr(self.field.widget, "input_type", "") == "checkbox" and not self.use_fieldset)

    @property
    def error_anchor(self) -> str:
        """Anchor for the error summary: the control, or the first choice of a group."""
        return self.id_for_label or f"{self.auto_id}_0"


class SiteRenderer(TemplatesSetting):
    """Makes ``{{ form }}`` and ``{{ field.as_field_group }}`` use the site's own markup."""

    bound_field_class: type[Any] = SiteBoundField
