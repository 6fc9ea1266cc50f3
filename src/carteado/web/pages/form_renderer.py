"""How forms look: templates of our own under ``templates/django/forms``, and fields that say why they ask."""

from typing import Any

from django.forms.boundfield import BoundField
from django.forms.renderers import TemplatesSetting


class SiteBoundField(BoundField):
    """A field that also reads out its purpose, where it asks for personal data."""

    @property
    def purpose(self) -> str:
        return str(getattr(self.field, "purpose", ""))

    @property
    def aria_describedby(self) -> str | None:
        described = super().aria_describedby
        if described is None or not self.purpose or not self.auto_id:
            return described
        return f"{described} {self.auto_id}_purpose".strip()

    @property
    def is_single_choice(self) -> bool:
        """A lone checkbox stands inside its own label."""
        return bool(getattr(self.field.widget, "input_type", "") == "checkbox" and not self.use_fieldset)

    @property
    def error_anchor(self) -> str:
        """Where a link of the error summary leads: the control, or the first choice of a group."""
        return self.id_for_label or f"{self.auto_id}_0"


class SiteRenderer(TemplatesSetting):
    """``{{ form }}`` and ``{{ field.as_field_group }}`` give the site's own markup."""

    bound_field_class: type[Any] = SiteBoundField
