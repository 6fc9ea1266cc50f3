"""Registering a delegation: its starters, its substitutes, and the person who answers for it. Keys: delegations.*"""

from collections.abc import Iterator, Mapping, Sequence
from typing import Any, NamedTuple
from unicodedata import combining, normalize
from uuid import UUID

from django import forms
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, pgettext

from carteado.regulation import Refusal, Regulation, forbidden_by
from carteado.tournament.operations import EnterDelegation
from carteado.tournament.registrations.acts import FINAL
from carteado.tournament.registrations.delegations import Delegation, LineUp
from carteado.tournament.registrations.eligibility import cited
from carteado.tournament.state.championship import Championship
from carteado.web.events import store
from carteado.web.events.details import Details
from carteado.web.events.models import Event, Pair
from carteado.web.kit.forms.one_line_field import OneLineField
from carteado.web.pages.templatetags.carteado import article_links
from carteado.web.people.models import User
from carteado.web.registrations.consents import ConsentText, agree
from carteado.web.registrations.models import Entrant, Registration
from carteado.web.registrations.own_link import secret_to_pass_on
from carteado.web.registrations.person_forms import OtherForm, PersonForm, YesNoField
from carteado.web.registrations.registering import (
    RegistrationRefused,
    append_or_raise,
    author_of,
    new_code,
    once_per_form,
    opening_operation,
    take_document,
    write_people,
)


def is_represented(rules: Regulation) -> bool:
    """True if every pair plays for a delegation. Key: delegations.represented."""
    return "delegations.represented" in rules.citations


class DelegationForm(forms.Form):
    """The name of the delegation, and whether the registrant plays.

    ``articles_of`` is the event to whose articles the help text links. ``whose`` precedes the form's errors on the
    page; it is empty because this form is of nobody in particular.
    """

    whose = ""
    use_required_attribute = False

    delegation = OneLineField(
        label=gettext_lazy("Delegation"),
        max_length=80,
        widget=forms.TextInput(attrs={"autocomplete": "organization"}),
    )
    plays = YesNoField(label=gettext_lazy("Do you play yourself?"))

    def __init__(
        self,
        rules: Regulation,
        data: Mapping[str, Any] | None = None,
        *,
        articles_of: Event | None = None,
        **settings: Any,
    ) -> None:
        super().__init__(data, **settings)
        self.fields["delegation"].help_text = article_links(rules, "delegations.represented", event=articles_of)
        if "entries.one_enters_the_pair" in rules.citations:
            del self.fields["plays"]

    @property
    def registrant_plays(self) -> bool:
        """True if the registrant plays. Not asked if the regulation wants one of the players to register."""
        return bool(self.cleaned_data.get("plays", True))


class PlayerForm(OtherForm):
    """A player's name; the rest they enter themselves. ``number`` is their place in the line-up."""

    def __init__(self, number: int, *arguments: Any, **settings: Any) -> None:
        super().__init__(*arguments, **settings)
        self.number = number
        del self.fields["email"], self.fields["phone"]

    def clean(self) -> dict[str, Any]:
        """The values with those that ``copy_to`` reads and the form does not ask for."""
        return {"email": "", "phone": "", **super().clean()}


class LineUpForms:
    """All forms of a delegation: its name, the registrant, the starters and the substitutes.

    The first starter may be left empty, because a registrant who plays takes that place. ``user`` is the user who
    fills in the forms; ``event`` has the names that questions mention.
    """

    def __init__(
        self,
        rules: Regulation,
        data: Mapping[str, Any] | None = None,
        *,
        user: User | None = None,
        event: Details | None = None,
        articles_of: Event | None = None,
    ) -> None:
        limits = rules.event.delegations
        starters, substitutes = (limits.starters, limits.substitutes) if limits else (2, 0)  # two people are a pair
        self.delegation = DelegationForm(rules, data, articles_of=articles_of, prefix="delegation")
        self.person = PersonForm(rules, data, user=user, event=event, articles_of=articles_of, prefix="person")
        self.starters = [
            PlayerForm(number, data, prefix=f"starter-{number}", empty_permitted=number == 1)
            for number in range(1, starters + 1)
        ]
        self.substitutes = [
            PlayerForm(number, data, prefix=f"substitute-{number}", empty_permitted=True)
            for number in range(1, substitutes + 1)
        ]
        # ``whose`` stands before each error of a form, because the fields of all persons have the same labels.
        self.person.whose = pgettext("entry form", "You")
        for form in self.starters:
            form.whose = _("Starter %(number)s") % {"number": form.number}
        for form in self.substitutes:
            form.whose = _("Substitute %(number)s") % {"number": form.number}

    @property
    def all(self) -> list[forms.BaseForm]:
        return [self.delegation, self.person, *self.starters, *self.substitutes]

    def is_valid(self) -> bool:
        if not all(form.is_valid() for form in self.all):
            return False
        first = self.starters[0]
        if not self.delegation.registrant_plays and not first.has_changed():
            first.add_error("name", _("Who plays in this place?"))
            return False
        return True

    def players(self, registrant: Entrant) -> tuple[list[Entrant], list[Entrant]]:
        """Starters and substitutes. A registrant who plays is the first starter, whatever the first form says."""
        others = self.starters[1:] if self.delegation.registrant_plays else self.starters
        starters = [_entrant(form) for form in others]
        if self.delegation.registrant_plays:
            starters.insert(0, registrant)
        return starters, [_entrant(form) for form in self.substitutes if form.has_changed()]


def _entrant(form: PlayerForm) -> Entrant:
    entrant = Entrant(secret=secret_to_pass_on())
    form.copy_to(entrant)
    return entrant


class NewDelegation(NamedTuple):
    """People who are not in the database yet. ``form`` identifies the page on which they were entered.

    The registrant is among the starters, or does not play. ``agreed`` are the texts that the registrant accepted,
    ``answers`` those to the organiser's questions.
    """

    form: UUID
    name: str
    registrant: Entrant
    starters: Sequence[Entrant]
    substitutes: Sequence[Entrant]
    agreed: tuple[ConsentText, ...]
    answers: Mapping[str, object]


def enter_delegation(event: Event, new: NewDelegation, *, by: User | None) -> Entrant | Refusal:
    """Enter the delegation and return its registrant. Raises DocumentTaken, FormUsed."""
    return once_per_form(event, new.form, lambda locked: _enter(locked, new, by))


def _enter(event: Event, new: NewDelegation, by: User | None) -> Entrant:
    """Write the delegation, its pair and its people, and append the operations that enter them. The first two starters
    are the pair."""
    check_delegations_are_new(event, [new.name])
    registrant, starters = new.registrant, new.starters
    others = [one for one in (*starters, *new.substitutes) if one is not registrant]
    take_document(event, registrant, by)
    write_people(event, [registrant, *others])
    pair = Pair.objects.create(event=event, code=new_code("d"), name=new.name, delegation=new.name)
    Registration.objects.create(pair=pair, form=new.form, answers=dict(new.answers))
    agree(registrant, new.agreed)
    code = new_code("g")
    line_up = LineUp(
        delegation=code,
        starters=tuple(one.code for one in starters),
        substitutes=tuple(one.code for one in new.substitutes),
    )
    entered = EnterDelegation(
        by=author_of(by, registrant),
        at=timezone.now(),
        delegation=Delegation(id=code, name=new.name),
        line_up=line_up,
    )
    people = (starters[0].code, starters[1].code)
    append_or_raise([entered, opening_operation(pair.code, people, registrant, by=by, delegation=code)], event, by)
    return registrant


def check_delegations_are_new(event: Event, names: Sequence[str]) -> None:
    """Raise RegistrationRefused if one of the delegations has already entered. Key: delegations.players.

    Names are compared, without accents and capitals, because a delegation's code is random. A delegation whose pair
    left before the draw may enter again, as a pair may.
    """
    championship = store.championship_of(event)
    entered = {_alike(one) for one in _delegations_in(event, championship)}
    for name in map(_alike, names):
        if name in entered:
            raise RegistrationRefused(
                cited(championship.regulation, forbidden_by("delegations.players", "delegation_entered_already"))
            )
        entered.add(name)


def _delegations_in(event: Event, championship: Championship) -> Iterator[str]:
    """The names of the delegations that are in the event, those without an entry yet among them."""
    staying = [entry for entry in championship.entries.values() if entry.state not in FINAL]
    pairs = event.pairs_named.filter(code__in=[entry.id for entry in staying])
    yield from pairs.exclude(delegation="").values_list("delegation", flat=True)
    left = {entry.delegation for entry in championship.entries.values()} - {entry.delegation for entry in staying}
    yield from (one.name for code, one in championship.delegations_entered.items() if code not in left)


def _alike(name: str) -> str:
    """The name without accents, capitals and extra spaces."""
    letters = (one for one in normalize("NFKD", name.casefold()) if not combining(one))
    return " ".join("".join(letters).split())
