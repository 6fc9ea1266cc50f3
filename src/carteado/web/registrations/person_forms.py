"""The forms of an entry: who a person is, the questions of the regulation and of the organiser, and the consents."""

import re
from collections.abc import Iterable, Mapping, Sequence
from datetime import date
from typing import Any, ClassVar

from django import forms
from django.forms.boundfield import BoundField
from django.utils import timezone
from django.utils.functional import Promise
from django.utils.html import format_html
from django.utils.safestring import SafeString
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from carteado.regulation import Regulation
from carteado.web.events.details import Details, Question, QuestionKind
from carteado.web.events.models import Event
from carteado.web.kit.forms.one_line_field import OneLineField
from carteado.web.kit.guarding.personal_data import PersonalDataForm
from carteado.web.pages.templatetags.carteado import article_links
from carteado.web.people import identity_papers as documents
from carteado.web.people.account_forms import OLDEST_YEARS
from carteado.web.people.models import DocumentKind, Profile, User
from carteado.web.people.name_checks import refusal_of_name
from carteado.web.people.references import of_entrant
from carteado.web.registrations.consents import ConsentText
from carteado.web.registrations.models import Entrant
from carteado.web.registrations.person_questions import (
    ASKED_BY,
    DEGREE_UNKNOWN,
    NO_RELATIVE,
    OF_FOREIGNERS,
    declared_json,
    fields_from_declared,
    is_asked,
)

LONGEST_CALLED = 40
LONGEST_ANSWER = 500
LONGEST_REASON = 300
_PHONE = re.compile(r"\+?\d{10,15}", re.ASCII)
_YES_NO: Sequence[tuple[str, str | Promise]] = (("yes", _("Yes")), ("no", _("No")))


class YesNoField(forms.TypedChoiceField):
    """Yes or no, without a default: an explicit answer is needed. An empty answer is None."""

    def __init__(self, **settings: Any) -> None:
        super().__init__(
            choices=_YES_NO,
            coerce=lambda value: value == "yes",
            empty_value=None,
            widget=forms.RadioSelect,
            error_messages={"required": _("Say yes or no.")},
            **settings,
        )

    def prepare_value(self, value: Any) -> Any:
        return {True: "yes", False: "no"}.get(value, value) if isinstance(value, bool) else value


class YesNoOfForeigners(YesNoField):
    """A question for foreigners. The field may stay empty; the form requires it of a foreigner."""

    def validate(self, value: Any) -> None:
        if value not in self.empty_values:
            super().validate(value)


def _date_input(autocomplete: str) -> forms.DateInput:
    return forms.DateInput(format="%Y-%m-%d", attrs={"type": "date", "autocomplete": autocomplete})


def plain_phone(text: str) -> str:
    """A phone number without spaces, brackets and dashes. Raises ValidationError for text that is none; an empty text
    stays empty."""
    phone = re.sub(r"[\s().-]", "", text)
    if phone and not _PHONE.fullmatch(phone):
        raise forms.ValidationError(_("A phone number has ten digits or more, the area code included."))
    return phone


def first_name(name: str) -> str:
    """The name at the table for a person who gave no other."""
    return name.split()[0][:LONGEST_CALLED]


class ContactForm(PersonalDataForm, forms.Form):
    """A person's name, name at the table, e-mail and phone: all that another person may enter about them.

    ``whose`` says whose form it is, before an error, on a page with several of these forms.
    """

    whose = ""
    use_required_attribute = False
    personal: ClassVar = {
        "name": "entries.entrant.name",
        "called": "entries.entrant.called",
        "email": "entries.entrant.email",
        "phone": "entries.entrant.phone",
    }

    name = OneLineField(label=_("Full name"), max_length=120, widget=forms.TextInput(attrs={"autocomplete": "name"}))
    called = OneLineField(
        label=_("Name at the table"),
        help_text=_("A nickname, if you like. Left empty, the first name."),
        max_length=LONGEST_CALLED,
        required=False,
        widget=forms.TextInput(attrs={"autocomplete": "nickname"}),
    )
    email = forms.EmailField(
        label=_("E-mail"), required=False, widget=forms.EmailInput(attrs={"autocomplete": "email"})
    )
    phone = forms.CharField(
        label=_("Phone"),
        max_length=30,
        required=False,
        help_text=_("With the area code."),
        widget=forms.TextInput(attrs={"type": "tel", "autocomplete": "tel"}),
    )

    def clean_phone(self) -> str:
        return plain_phone(self.cleaned_data["phone"])

    def clean(self) -> dict[str, Any]:
        values = super().clean() or self.cleaned_data
        if not values.get("called") and values.get("name"):
            values["called"] = first_name(values["name"])
        return values

    def copy_to(self, entrant: Entrant) -> None:
        """Copy the form's data to the row. The caller saves it."""
        values = self.cleaned_data
        entrant.name, entrant.called, entrant.email = values["name"], values["called"], values["email"]
        # A phone that the person did not change keeps its stored value, even if no key opens it today.
        if "phone" in self.changed_data or entrant.pk is None:
            entrant.phone = values["phone"]


class OtherForm(ContactForm):
    """The same for a partner or another person of a delegation.

    Without autocompletion, which would fill in the data of the person at the browser.
    """

    def __init__(self, *arguments: Any, **settings: Any) -> None:
        super().__init__(*arguments, **settings)
        for field in self.fields.values():
            field.widget.attrs["autocomplete"] = "off"
            field.help_text = ""


class PersonForm(ContactForm):
    """The data that a person enters about themselves, as far as the regulation asks for it.

    The fields begin with what is stored in ``entrant``, or else in the account of ``user``. ``event`` has the names of
    the companies in the questions about ties, ``articles_of`` is the event to whose articles the help texts link. A
    stored document is never shown in full again: an empty field keeps it.
    """

    personal: ClassVar = {
        **ContactForm.personal,
        "document": "entries.entrant.document",
        "birth_date": "entries.entrant.birth_date",
    }
    document_kind = forms.ChoiceField(
        label=_("Document"), choices=DocumentKind.choices, widget=forms.RadioSelect, initial=DocumentKind.CPF
    )
    document = forms.CharField(label=_("Number"), max_length=20, widget=forms.TextInput(attrs={"autocomplete": "off"}))
    birth_date = forms.DateField(label=_("Date of birth"), widget=_date_input("bday"))
    residence = YesNoField(label=_("Do you live in Brazil?"))
    nationality = YesNoField(label=_("Are you Brazilian?"))
    regular_situation = YesNoOfForeigners(label=_("Is your situation in Brazil regular?"))
    rne_issued = forms.DateField(label=_("When was your RNE issued?"), required=False, widget=_date_input("off"))
    no_rne = forms.BooleanField(label=_("I have no RNE"), required=False)
    speaks_portuguese = YesNoOfForeigners(label=_("Do you speak and understand Portuguese?"))
    capable = YesNoField(label=_("Do you have full legal capacity?"))
    unimpeded = YesNoField(label=_("Are you free of any law or contract that would keep you from playing?"))
    available = YesNoField(label=_("Can you be there on the day and at the hour of the event?"))
    producer_tie = YesNoField(label=_("Do you have a tie with whoever organises the event, or work there?"))
    relative = forms.ChoiceField(
        label=_("Are you a relative of somebody who organises it, or works there?"),
        widget=forms.RadioSelect,
        choices=(
            (NO_RELATIVE, _("No")),
            ("1", _("Yes: father, mother, son or daughter (1st degree)")),
            ("2", _("Yes: grandparent, grandchild, brother or sister (2nd degree)")),
            ("3", _("Yes, but farther")),
            (DEGREE_UNKNOWN, _("Yes, and I do not know the degree")),
        ),
        error_messages={"required": _("Choose one.")},
    )
    sponsor_tie = YesNoField(label=_("Do you represent a sponsor of the event, or work for one?"))

    def __init__(
        self,
        rules: Regulation,
        data: Mapping[str, Any] | None = None,
        *,
        entrant: Entrant | None = None,
        user: User | None = None,
        event: Details | None = None,
        articles_of: Event | None = None,
        prefix: str | None = None,
    ) -> None:
        self.rules, self.entrant = rules, entrant
        self.stored_document = _stored_document(entrant, user)
        super().__init__(data, initial=_initial_values(entrant, user, rules), prefix=prefix)
        for name in [name for name in self.fields if not is_asked(name, rules)]:
            del self.fields[name]
        for name, label in tie_labels(event).items():
            if name in self.fields:
                self.fields[name].label = label
        for name in self.fields.keys() & ASKED_BY.keys():
            field = self.fields[name]
            field.help_text = format_html(
                "{} {}", field.help_text, article_links(rules, ASKED_BY[name], event=articles_of)
            )
        if self.stored_document and "document" in self.fields:
            self._mask_stored_document(*self.stored_document)

    def _mask_stored_document(self, kind: str, number: str) -> None:
        document = self.fields["document"]
        masked = documents.masked_number(DocumentKind(kind), number)
        help_text = _("Kept: %(number)s. Leave it empty to keep it.") % {"number": masked}
        document.required = False
        document.help_text = format_html("{} {}", help_text, document.help_text)

    # --- the groups of fields on the page

    def _bound(self, names: Iterable[str]) -> list[BoundField]:
        return [self[name] for name in names if name in self.fields]

    @property
    def identity(self) -> list[BoundField]:
        return self._bound(("name", "called", "document_kind", "document", "birth_date", "email", "phone"))

    @property
    def conditions(self) -> list[BoundField]:
        """Up to the question after which the foreigners' questions follow."""
        return self._bound(("capable", "residence", "nationality"))

    @property
    def of_foreigners(self) -> list[BoundField]:
        return self._bound(OF_FOREIGNERS)

    @property
    def more_conditions(self) -> list[BoundField]:
        return self._bound(("unimpeded", "available", "producer_tie", "relative", "sponsor_tie"))

    # --- reading the answers

    def clean_birth_date(self) -> date:
        day: date = self.cleaned_data["birth_date"]
        today = timezone.localdate()
        if not (day <= today and today.year - day.year <= OLDEST_YEARS):
            raise forms.ValidationError(_("Nobody was born on that day yet, or lives that long."))
        return day

    def clean(self) -> dict[str, Any]:
        """Check the name at the table, the document, and what only a foreigner must answer."""
        values = super().clean()
        if values.get("called") and (sentence := self._refusal_of_name(values["called"])):
            self.add_error("called", sentence)
        if values.get("document"):
            values["document"] = self._document(values)
        if values.get("nationality") is False:
            self._check_foreigner(values)
        return values

    def _refusal_of_name(self, called: str) -> str | None:
        """Why the person may not use the name: the site's team took it away from them. A new person may use any."""
        entrant = self.entrant
        if entrant is None or entrant.pk is None:
            return None
        return refusal_of_name(of_entrant(entrant.code), called, entrant.event_id)

    def _document(self, values: dict[str, Any]) -> str:
        """The number as stored. Empty, with an error on the form, if there is no such number."""
        kind = DocumentKind(values.get("document_kind") or DocumentKind.CPF)
        number = documents.normalised_number(kind, values["document"])
        if number is None:
            self.add_error("document", str(_("There is no %(kind)s with this number.")) % {"kind": kind.label})
        return number or ""

    def _check_foreigner(self, values: dict[str, Any]) -> None:
        for name in ("regular_situation", "speaks_portuguese"):
            if name in self.fields and values.get(name) is None and name not in self.errors:
                self.add_error(name, _("Say yes or no."))
        is_missing = "rne_issued" in self.fields and not values.get("rne_issued") and not values.get("no_rne")
        if is_missing and "rne_issued" not in self.errors:
            self.add_error("rne_issued", _("Give the day, or say that you have none."))

    def copy_to(self, entrant: Entrant) -> None:
        """Copy the form's data to the row. What was left empty keeps its stored value, or gets that of the account."""
        super().copy_to(entrant)
        values = self.cleaned_data
        if values.get("document"):
            entrant.document_kind, entrant.document = values["document_kind"], values["document"]
        elif "document" in self.fields and self.stored_document and not entrant.document:
            entrant.document_kind, entrant.document = self.stored_document
        if values.get("birth_date") and ("birth_date" in self.changed_data or not entrant.birth_date):
            entrant.birth_date = values["birth_date"].isoformat()
        entrant.declared = declared_json(values, self.rules)


def tie_labels(event: Details | None) -> dict[str, str]:
    """The questions about ties: with all people and companies whom the article names, by their names in this event.

    Keys: eligibility.producer_ties, eligibility.kinship_degree, eligibility.sponsor_staff.
    """
    producer = (event.producer if event else "") or gettext("whoever runs the event")
    named = [*event.sponsors, *event.supporters] if event else []
    sponsors = gettext("the sponsors and supporters of the event (%(names)s)") % {"names": ", ".join(named)}
    return {
        "producer_tie": gettext(
            "Do you have a tie with %(producer)s: do you represent it, work for it or collaborate with it, or are you "
            "tied to somebody who does?"
        )
        % {"producer": producer},
        "relative": gettext(
            "Are you a relative of somebody who represents %(producer)s, works for it or collaborates with it?"
        )
        % {"producer": producer},
        "sponsor_tie": gettext("Do you represent, work for or collaborate with %(sponsors)s?")
        % {"sponsors": sponsors if named else gettext("a sponsor or supporter of the event")},
    }


def _stored_document(entrant: Entrant | None, user: User | None) -> tuple[str, str] | None:
    """Kind and number of the stored document: from the entry, or else from the account of the user who fills in the
    form."""
    profile = _profile(user)
    for row in (entrant, profile):
        if row is not None and row.document:
            return row.document_kind, row.document
    return None


def _profile(user: User | None) -> Profile | None:
    return Profile.objects.filter(user=user).first() if user is not None else None


def _initial_values(entrant: Entrant | None, user: User | None, rules: Regulation) -> dict[str, object]:
    """The initial values of the fields: from this event's row, or else from the account."""
    profile = _profile(user)
    values: dict[str, object] = {}
    if user is not None:
        values |= {"name": user.name, "email": user.email}
    if profile is not None:
        values |= {"phone": profile.phone, "birth_date": profile.birth_date, "document_kind": profile.document_kind}
    if entrant is not None:
        of_event = {name: getattr(entrant, name) for name in (*ContactForm.personal, "birth_date", "document_kind")}
        values |= {name: value for name, value in of_event.items() if value}
        values |= fields_from_declared(entrant.declared, rules)
    values["document_kind"] = values.get("document_kind") or DocumentKind.CPF
    if born := values.get("birth_date"):
        values["birth_date"] = date.fromisoformat(str(born))
    return values


class AnswersForm(forms.Form):
    """The organiser's own questions to the pair. They concern no person alone, so ``whose`` is empty."""

    whose = ""
    use_required_attribute = False

    def __init__(self, questions: Sequence[Question], data: Mapping[str, Any] | None = None, **settings: Any) -> None:
        super().__init__(data, **settings)
        self.questions = questions
        for number, question in enumerate(questions):
            self.fields[f"answer-{number}"] = _question_field(question)

    def answers(self) -> dict[str, object]:
        """The answers by the text of each question, so that they keep their question if the organiser changes it."""
        answers = ((one.text, self.cleaned_data.get(f"answer-{at}")) for at, one in enumerate(self.questions))
        return {text: answer for text, answer in answers if answer not in (None, "")}


def _question_field(question: Question) -> forms.Field:
    settings: dict[str, Any] = {"label": question.text, "required": question.required}
    if question.kind is QuestionKind.YES_NO:
        return YesNoField(**settings)
    if question.kind is QuestionKind.CHOICE:
        return forms.ChoiceField(**settings, choices=[(one, one) for one in question.choices], widget=forms.RadioSelect)
    return OneLineField(**settings, max_length=LONGEST_ANSWER, widget=forms.TextInput(attrs={"autocomplete": "off"}))


class ConsentsForm(forms.Form):
    """One box for each text, never one for two, and none ticked beforehand. An unticked box is no answer.

    The page sends the hash of each text that it showed. A tick under a text that has changed since counts for nothing:
    the form comes back with the text as it is now, and without the tick.
    """

    whose = ""
    read_suffix = "-read"
    """Ends the name of the hidden field with the hash of a text that the page shows."""

    def __init__(
        self,
        texts: Sequence[ConsentText],
        rules: Regulation,
        data: Mapping[str, Any] | None = None,
        *,
        articles_of: Event | None = None,
        **settings: Any,
    ) -> None:
        self.texts = texts
        self.outdated: list[str] = []
        super().__init__(data, **settings)
        self._untick_outdated()
        for one in texts:
            label = format_html("<strong>{}</strong><br>{}", one.title, one.text)
            help_text = format_html("{} {}", _document_link(one), article_links(rules, one.key, event=articles_of))
            self.fields[str(one.name)] = forms.BooleanField(label=label, required=False, help_text=help_text)

    def _untick_outdated(self) -> None:
        """Take out of the submitted data the ticks under texts that have changed since, and note their names."""
        if not self.is_bound:
            return
        ticked = [one for one in self.texts if self.add_prefix(str(one.name)) in self.data]
        read = {one.name: self.data.get(self.add_prefix(f"{one.name}{self.read_suffix}")) for one in ticked}
        self.outdated = [str(one.name) for one in ticked if read[one.name] not in one.hashes]
        gone = {self.add_prefix(name) for name in self.outdated}
        self.data = {name: self.data[name] for name in self.data if name not in gone}

    def clean(self) -> dict[str, Any]:
        for name in self.outdated:
            self.add_error(name, _("The text has changed since you opened the page. Read it again."))
        return self.cleaned_data

    def shown(self) -> list[tuple[str, str]]:
        """The names and values of the hidden fields that say which texts the page shows."""
        return [(self.add_prefix(f"{one.name}{self.read_suffix}"), one.hash) for one in self.texts]

    def agreed(self) -> tuple[ConsentText, ...]:
        """The texts whose box was ticked."""
        return tuple(one for one in self.texts if self.cleaned_data.get(str(one.name)))


def _document_link(text: ConsentText) -> SafeString | str:
    """A link to the document that the text speaks of, with its version and the beginning of its hash."""
    if not text.document:
        return ""
    version = gettext("version %(version)s") % {"version": text.version}
    return format_html('<a href="{}">{}</a> · {} · <code>{}</code>', text.url, text.document, version, text.hash[:12])


class WithdrawForm(forms.Form):
    """A written withdrawal; sending this form is the writing. Key: withdrawal.request."""

    why = forms.CharField(
        label=_("Why, if you want to say it"),
        help_text=_("The organiser reads it. Leave people's names out."),
        max_length=LONGEST_REASON,
        required=False,
        widget=forms.Textarea(attrs={"rows": 2}),
    )
