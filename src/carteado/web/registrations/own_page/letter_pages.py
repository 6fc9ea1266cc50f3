"""Reporting a fact to the organiser, and asking leave to promote something, on a person's own page."""

from typing import Any, ClassVar

from django import forms
from django.contrib import messages
from django.http import HttpResponse
from django.shortcuts import redirect, render
from django.utils.functional import Promise
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy
from django.views.decorators.http import require_http_methods

from carteado.web.events import store
from carteado.web.events.trouble import Trouble
from carteado.web.kit.guarding.personal_data import PersonalDataForm
from carteado.web.kit.guarding.policy import Action, Target
from carteado.web.pages.access import SiteRequest, needs
from carteado.web.registrations.letters import (
    KEYS,
    LONGEST_LETTER,
    TITLES,
    kinds_in,
    letters_of,
    reason_against_writing,
    write,
)
from carteado.web.registrations.models import Entrant, LetterKind
from carteado.web.registrations.own_link import own_page, owner_only

QUESTIONS: dict[str, str | Promise] = {
    LetterKind.FACT: gettext_lazy("What happened, and what does it keep you from?"),
    LetterKind.PROMOTION: gettext_lazy("What would you promote, where and when, and on whose account?"),
}


class LetterForm(PersonalDataForm, forms.Form):
    """One letter. ``kind`` says what it is about, ``key`` names the rule whose article the page cites."""

    use_required_attribute = False
    personal: ClassVar = {"text": "entries.letter.text"}

    text = forms.CharField(max_length=LONGEST_LETTER, widget=forms.Textarea(attrs={"rows": 4}))

    def __init__(self, kind: LetterKind, *arguments: Any, **settings: Any) -> None:
        super().__init__(*arguments, **settings, prefix=str(kind))
        self.kind, self.title, self.key = kind, TITLES[kind], KEYS[kind]
        self.fields["text"].label = str(QUESTIONS[kind])


@needs(Action.READ, Target.SITE)
@require_http_methods(["GET", "HEAD", "POST"])
@own_page
@owner_only
def letters(request: SiteRequest, entrant: Entrant) -> HttpResponse:
    """Show the person's letters with the answers, and send the letter whose kind the form names.

    Keys: disqualification.reported_fact, publicity.promotion.
    """
    championship = store.championship_of(entrant.event)
    rules = championship.regulation
    sent = request.POST.get("kind", "") if request.method == "POST" else ""
    offered = [LetterForm(kind, request.POST if kind == sent else None) for kind in kinds_in(rules)]
    status = 200
    for form in offered:
        if form.is_bound and form.is_valid():
            letter = write(entrant, form.kind, form.cleaned_data["text"])
            if isinstance(letter, Trouble):
                messages.warning(request, letter.refusal)
            else:
                messages.success(request, _("Sent. The organiser's answer comes here."))
            return redirect("entrant-letters", secret=entrant.secret)
        status = 422 if form.is_bound else status
    context = {
        "event": entrant.event,
        "regulation": rules,
        "entrant": entrant,
        "forms": [] if reason_against_writing(championship, entrant) else offered,
        "letters": letters_of(entrant),
    }
    return render(request, "registrations/letters.html", context, status=status)
