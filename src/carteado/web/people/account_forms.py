"""Forms for accounts and for a person's own data.

The account libraries use the forms that the settings name in ``ACCOUNT_FORMS`` and ``MFA_FORMS``; our own pages use
``ChangeEmailForm`` and ``ProfileForm``. ``personal`` maps a form's fields to the register of personal data, whose
purpose for a field is shown under it.
"""

import re
from datetime import date
from typing import Any, ClassVar

from allauth.account import forms as account
from allauth.account.adapter import get_adapter
from allauth.mfa.base import forms as mfa
from allauth.mfa.totp.forms import ActivateTOTPForm
from django import forms
from django.db import IntegrityError, transaction
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from carteado.web.kit.forms.one_line_field import OneLineField
from carteado.web.kit.guarding.personal_data import PersonalDataForm
from carteado.web.kit.guarding.sealed import Unreadable
from carteado.web.people import account_emails as emails
from carteado.web.people import identity_papers as documents
from carteado.web.people import references
from carteado.web.people.models import DocumentKind, Profile, User
from carteado.web.people.name_checks import refusal_of_name

OLDEST_YEARS = 120
_PHONE = re.compile(r"\+?\d{10,15}", re.ASCII)


class _LabelsAreEnough(forms.BaseForm):
    """Removes the library's placeholders: they repeat each label inside its field, and disappear on typing.

    It also words the e-mail field and the help of a new password the same in every form.
    """

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        for name, field in self.fields.items():
            field.widget.attrs.pop("placeholder", None)
            if name in ("login", "email"):
                field.label = _("E-mail")
            if name == "password1":
                field.help_text = _("Eight characters or more, not only digits. A short sentence is easy to remember.")


# --- accounts -----------------------------------------------------------------------------------------------------


class LoginForm(_LabelsAreEnough, account.LoginForm):
    pass


class SignupForm(PersonalDataForm, _LabelsAreEnough, account.SignupForm):
    personal: ClassVar = {"name": "people.user.name", "email": "people.user.email"}
    field_order = ("name", "email", "password1")

    name = OneLineField(label=_("Name"), max_length=120, widget=forms.TextInput(attrs={"autocomplete": "name"}))

    def clean(self) -> dict[str, Any]:
        # Only for the type checker: the base classes declare different results.
        return super().clean() or self.cleaned_data


class ChangeEmailForm(PersonalDataForm, forms.Form):
    personal: ClassVar = {"email": "people.user.email"}

    email = forms.EmailField(label=_("New e-mail"), widget=forms.EmailInput(attrs={"autocomplete": "email"}))

    def __init__(self, *args: Any, user: User, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.user = user

    def clean_email(self) -> str:
        email = str(self.cleaned_data["email"]).lower()
        if email == self.user.email:
            raise forms.ValidationError(_("This is your e-mail already."))
        if emails.is_taken(email, by_other_than=self.user):
            raise get_adapter().validation_error("email_taken")
        return email


class ChangePasswordForm(_LabelsAreEnough, account.ChangePasswordForm):
    pass


class SetPasswordForm(_LabelsAreEnough, account.SetPasswordForm):
    pass


class ResetPasswordForm(_LabelsAreEnough, account.ResetPasswordForm):
    pass


class NewPasswordForm(_LabelsAreEnough, account.ResetPasswordKeyForm):
    pass


class ConfirmPasswordForm(_LabelsAreEnough, account.ReauthenticateForm):
    pass


class CodeForm(_LabelsAreEnough, mfa.AuthenticateForm):
    pass


class ConfirmCodeForm(_LabelsAreEnough, mfa.ReauthenticateForm):
    pass


class ActivateAppForm(_LabelsAreEnough, ActivateTOTPForm):
    pass


# --- a person's own data ------------------------------------------------------------------------------------------


class ProfileForm(PersonalDataForm, forms.Form):
    """A person's own data. A stored document is never shown in full again: an empty number keeps it, and
    ``forget_document`` erases it, even one that no key opens."""

    personal: ClassVar = {
        "name": "people.user.name",
        "document": "people.profile.document",
        "birth_date": "people.profile.birth_date",
        "phone": "people.profile.phone",
        "city": "people.profile.city",
    }

    name = OneLineField(label=_("Name"), max_length=120, widget=forms.TextInput(attrs={"autocomplete": "name"}))
    document_kind = forms.ChoiceField(
        label=_("Document"), choices=DocumentKind.choices, widget=forms.RadioSelect, required=False
    )
    document = forms.CharField(
        label=_("Number"), max_length=20, required=False, widget=forms.TextInput(attrs={"autocomplete": "off"})
    )
    forget_document = forms.BooleanField(label=_("Erase the document that is kept"), required=False)
    birth_date = forms.DateField(
        label=_("Date of birth"),
        required=False,
        widget=forms.DateInput(format="%Y-%m-%d", attrs={"type": "date", "autocomplete": "bday"}),
    )
    phone = forms.CharField(
        label=_("Phone"),
        max_length=30,
        required=False,
        help_text=_("With the area code."),
        widget=forms.TextInput(attrs={"type": "tel", "autocomplete": "tel"}),
    )
    city = OneLineField(
        label=_("City"), max_length=80, required=False, widget=forms.TextInput(attrs={"autocomplete": "address-level2"})
    )

    def __init__(self, *args: Any, profile: Profile, **kwargs: Any) -> None:
        super().__init__(*args, initial=_initial_values(profile), **kwargs)
        self.profile = profile
        if note := _note_on_stored_document(profile):
            self.fields["document"].help_text = note
        else:
            del self.fields["forget_document"]

    def clean_name(self) -> str:
        """Refuse a name if its public form, which others see, was taken away from this person by the site's team."""
        user, name = self.profile.user, str(self.cleaned_data["name"])
        if sentence := refusal_of_name(references.of_user(user), references.public_name(User(pk=user.pk, name=name))):
            raise forms.ValidationError(sentence)
        return name

    def clean_birth_date(self) -> date | None:
        day: date | None = self.cleaned_data["birth_date"]
        today = timezone.localdate()
        if day is not None and not (day <= today and today.year - day.year <= OLDEST_YEARS):
            raise forms.ValidationError(_("Nobody was born on that day yet, or lives that long."))
        return day

    def clean_phone(self) -> str:
        phone = re.sub(r"[\s().-]", "", self.cleaned_data["phone"])
        if phone and not _PHONE.fullmatch(phone):
            raise forms.ValidationError(_("A phone number has ten digits or more, the area code included."))
        return phone

    def clean(self) -> dict[str, Any]:
        data = super().clean() or {}
        if data.get("document"):
            data["document"] = self._document(data)
        return data

    def _document(self, data: dict[str, Any]) -> str:
        """The number as stored. Empty, with an error on the form, if there is no such number."""
        kind = DocumentKind(data.get("document_kind") or DocumentKind.CPF)
        number = documents.normalised_number(kind, data["document"])
        if number is None:
            self.add_error("document", _("There is no %(kind)s with this number.") % {"kind": kind.label})
            return ""
        return number

    def save(self) -> bool:
        """Save the data.

        False if the document belongs to another account: the form then shows an error, and nothing is saved.
        """
        data, profile, user = self.cleaned_data, self.profile, self.profile.user
        user.name = data["name"]
        if data["document"]:
            profile.document_kind, profile.document = data["document_kind"] or DocumentKind.CPF, data["document"]
        elif data.get("forget_document"):
            profile.document_kind, profile.document = "", ""
        # A field that the user did not change keeps its stored value, even if no key opens it today.
        for name in {"birth_date", "phone", "city"}.intersection(self.changed_data):
            setattr(profile, name, str(data[name] or ""))
        try:
            with transaction.atomic():
                user.save(update_fields=["name"])
                profile.save()
        except IntegrityError:
            self.add_error("document", _("This document is in another account. If that one is yours, sign in to it."))
            return False
        return True


def _note_on_stored_document(profile: Profile) -> str:
    """What stands beside the box for the number: that one is kept; "" if none is."""
    if isinstance(profile.document, Unreadable):
        return str(_("A number is kept that cannot be read today. Leave it empty to keep it."))
    if not profile.document:
        return ""
    masked = documents.masked_number(DocumentKind(profile.document_kind), profile.document)
    return _("Kept: %(number)s. Leave it empty to keep it.") % {"number": masked}


def _initial_values(profile: Profile) -> dict[str, Any]:
    return {
        "name": profile.user.name,
        "document_kind": profile.document_kind or DocumentKind.CPF,
        "birth_date": date.fromisoformat(profile.birth_date) if profile.birth_date else None,
        "phone": profile.phone,
        "city": profile.city,
    }
