"""The organiser answers a letter, in which a person reports what may keep them from playing or asks leave to promote
something, and looks at the photo that a person sent."""

from typing import Any

from django import forms
from django.contrib import messages
from django.http import Http404, HttpResponse
from django.shortcuts import get_object_or_404, redirect
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_POST, require_safe

from carteado.regulation import Refusal
from carteado.web.events import store
from carteado.web.events.models import Event
from carteado.web.events.trouble import trouble_from_refusal
from carteado.web.kit.guarding.policy import Action
from carteado.web.pages.access import SiteRequest, needs
from carteado.web.registrations.letters import LONGEST_ANSWER, OUTCOMES, answer
from carteado.web.registrations.materials import material_of, may_be_used, photo_response
from carteado.web.registrations.models import Entrant, Letter, Outcome
from carteado.web.registrations.registering import people_of_entry
from carteado.web.registrations.review.entry_page import entry_page


class AnswerForm(forms.Form):
    """What the organiser decides about a letter. The outcome ``REFUSED`` needs a reason."""

    outcome = forms.ChoiceField(choices=Outcome.choices)
    answer = forms.CharField(
        label=gettext_lazy("Your answer"),
        max_length=LONGEST_ANSWER,
        required=False,
        widget=forms.Textarea(attrs={"rows": 2}),
    )

    def __init__(self, letter: Letter, *arguments: Any, **settings: Any) -> None:
        super().__init__(*arguments, **settings)
        chosen = self.fields["outcome"]
        assert isinstance(chosen, forms.ChoiceField)
        chosen.choices = [(one, one) for one in OUTCOMES[letter.kind]]

    def clean(self) -> dict[str, Any]:
        values = super().clean() or {}
        if values.get("outcome") == Outcome.REFUSED and not values.get("answer"):
            self.add_error("answer", str(_("Say why.")))
        return values


@needs(Action.REVIEW_ENTRIES)
@never_cache
@require_POST
def answer_letter(request: SiteRequest, code: str, number: int, letter: int) -> HttpResponse:
    """Answer a letter of one person of the entry. Keys: disqualification.reported_fact, publicity.promotion."""
    rows = Letter.objects.select_related("entrant__event")
    row = get_object_or_404(rows, pk=letter, entrant=_entrant(request, code, number))
    form = AnswerForm(row, request.POST)
    if not form.is_valid():
        return entry_page(request, code, letter_form=(row.pk, form), status=422)
    values = form.cleaned_data
    refusal = answer(row, Outcome(values["outcome"]), values["answer"], by=request.user)
    if isinstance(refusal, Refusal):
        rules = store.championship_of(request.event).regulation
        return entry_page(request, code, trouble=trouble_from_refusal(refusal, rules), status=409)
    messages.success(request, _("Answered: it stands on the person's page."))
    return redirect("entry", slug=request.event.slug, code=code)


@needs(Action.REVIEW_ENTRIES)
@never_cache
@require_safe
def show_photo(request: SiteRequest, code: str, number: int) -> HttpResponse:
    """The photo, while the person lets it be used. Keys: consents.material, consents.own_material."""
    entrant = _entrant(request, code, number)
    if not may_be_used(entrant):
        raise Http404
    return photo_response(material_of(entrant))


def _entrant(request: SiteRequest, code: str, number: int) -> Entrant:
    """The person with this number, if they belong to this entry."""
    event: Event = request.event
    championship = store.championship_of(event)
    entry = championship.entries.get(code)
    if entry is None:
        raise Http404
    people = set(people_of_entry(championship, entry))
    return get_object_or_404(event.entrants, number=number, code__in=people, erased_at=None)
