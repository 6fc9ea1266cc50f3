"""The form that invites a person to the team of an event. Without a mail server it has no field for an e-mail; then the
invitation is only a link to share."""

from typing import Any, ClassVar

from django import forms
from django.utils.html import format_html
from django.utils.translation import gettext_lazy as _

from carteado.web.kit.guarding.personal_data import PersonalDataForm
from carteado.web.kit.guarding.policy import Role
from carteado.web.kit.guarding.role_names import DUTIES, name_of
from carteado.web.kit.sending import mail


class InvitationForm(PersonalDataForm, forms.Form):
    """``personal`` names the field in the register of personal data, whose purpose is shown under the e-mail."""

    personal: ClassVar = {"email": "people.onetimelink.email"}

    role = forms.ChoiceField(label=_("Role"), widget=forms.RadioSelect)
    email = forms.EmailField(
        label=_("E-mail"),
        required=False,
        widget=forms.EmailInput(attrs={"autocomplete": "off"}),
    )

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        role = self.fields["role"]
        assert isinstance(role, forms.ChoiceField)
        role.choices = [(str(one), _option(one)) for one in Role.of_events()]
        if not mail.is_configured():
            del self.fields["email"]


def _option(role: Role) -> str:
    name = name_of(role)
    return format_html("<strong>{}</strong> <small>{}</small>", name[:1].upper() + name[1:], DUTIES[role])
