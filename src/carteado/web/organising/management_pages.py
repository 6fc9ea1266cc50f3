"""The organiser's page of an event: its state, what to do next, its versions, and the buttons that suspend or cancel
it."""

from collections.abc import Sequence
from enum import StrEnum
from typing import Any, NamedTuple

from django import forms
from django.contrib import messages
from django.core.paginator import Paginator
from django.http import HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.utils import timezone
from django.utils.functional import Promise
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext
from django.views.decorators.http import require_POST, require_safe

from carteado.regulation import Refusal, Regulation
from carteado.regulation.event_rules import SuspensionReason
from carteado.tournament.operations import Cancel, Operation, Resume, Suspend
from carteado.tournament.registrations.acts import EntryState
from carteado.tournament.registrations.eligibility import closing, opening
from carteado.tournament.state.championship import Championship
from carteado.web.events import store
from carteado.web.events.details import Details, read_details
from carteado.web.events.details_in_words import summary
from carteado.web.events.differences import Difference, differences
from carteado.web.events.documents import documents_of, latest
from carteado.web.events.models import Event, Stage, Version
from carteado.web.events.preparation_steps import Step
from carteado.web.events.readiness import completed_steps, missing
from carteado.web.events.trouble import NO_TROUBLE, Trouble, trouble_from_refusal
from carteado.web.kit.forms.form_numbers import parse_count
from carteado.web.kit.guarding.policy import Action
from carteado.web.kit.sending.site_address import absolute_url
from carteado.web.kit.words.catalogue import title_of, words
from carteado.web.pages.access import SiteRequest, needs

VERSIONS_A_PAGE = 10

STAGES: dict[Stage, str | Promise] = {
    Stage.DRAFT: gettext_lazy("Draft"),
    Stage.PUBLISHED: gettext_lazy("Published"),
    Stage.RUNNING: gettext_lazy("Being played"),
    Stage.FINISHED: gettext_lazy("Over"),
    Stage.SUSPENDED: gettext_lazy("Suspended"),
    Stage.CANCELLED: gettext_lazy("Cancelled"),
}


class StateAct(StrEnum):
    """Acts that stop an event or let it continue. Each is the last word of its address."""

    SUSPEND = "suspender"
    RESUME = "retomar"
    CANCEL = "cancelar"


class ReasonForm(forms.Form):
    """Why an event stops: one of the regulation's reasons, and what happened. Key: suspension.reasons."""

    reason = forms.ChoiceField(label=gettext_lazy("Reason"), widget=forms.RadioSelect)
    why = forms.CharField(
        label=gettext_lazy("What happened?"),
        help_text=gettext_lazy("Published with the notice. Leave people's names out."),
        max_length=300,
        widget=forms.Textarea(attrs={"rows": 3}),
    )

    def __init__(self, regulation: Regulation, *arguments: Any, **settings: Any) -> None:
        super().__init__(*arguments, **settings)
        suspension = regulation.event.suspension
        reasons: Sequence[SuspensionReason] = suspension.reasons if suspension else tuple(SuspensionReason)
        chosen = self.fields["reason"]
        assert isinstance(chosen, forms.ChoiceField)
        chosen.choices = [(str(one), words().in_words(one).capitalize()) for one in reasons]


@needs(Action.EDIT)
@require_safe
def manage(request: SiteRequest) -> HttpResponse:
    return _page(request)


def _page(
    request: SiteRequest, trouble: Trouble = NO_TROUBLE, act: str = "", form: ReasonForm | None = None
) -> HttpResponse:
    """The page of the event. ``act`` is the ``StateAct`` that was not done, ``form`` what was typed for it.

    ``parts`` are the parts of the details, each with what it still lacks, and whether its step is done.
    """
    event = request.event
    details = store.details_of(event)
    documents, now = documents_of(event), timezone.now()
    lacking = missing(details, now=now) if event.is_draft else []
    done_steps = completed_steps(details, has_documents=bool(documents), now=now) if event.is_draft else frozenset()
    next_step = _next_step(event, details, any(one.blocks for one in lacking))
    context = {
        "event": event,
        "regulation": details.rules,
        "title": title_of(details.rules),
        "state": STAGES[Stage(event.stage)],
        "next": next_step,
        "entry_link": absolute_url(reverse("enter", args=[event.slug]), request=request)
        if next_step.shares_entry
        else "",
        "entry_text": _("Enter your pair in %(event)s:") % {"event": event.name},
        "parts": [
            (part, [one.sentence for one in lacking if one.step is part.step], part.step in done_steps)
            for part in summary(details, latest(documents), is_draft=event.is_draft)
        ],
        "trouble": trouble,
        "act": act,
        "form": form or ReasonForm(details.rules),
        # a suspended event may still be cancelled, which the page offers by its stage
        "may_suspend": event.stage not in (Stage.DRAFT, Stage.SUSPENDED, Stage.CANCELLED),
    }
    return render(request, "organising/manage.html", context)


class NextStep(NamedTuple):
    """What the organiser has to do now, or what they wait for. ``label`` is on a button that leads to the URL name
    ``page``; there is no button without them. ``shares_entry`` if the page offers the link for entering, to share."""

    sentence: str | Promise
    label: str | Promise = ""
    page: str = ""
    shares_entry: bool = False


def _next_step(event: Event, details: Details, is_lacking: bool) -> NextStep:
    """``is_lacking`` if a draft lacks something without which it cannot be published."""
    if event.is_draft:
        return _draft_step(is_lacking)
    if event.stage != Stage.PUBLISHED:
        return _STEPS_BY_STAGE[Stage(event.stage)]
    championship = store.championship_of(event)
    if championship.places:
        return NextStep(_("The pairs are drawn: now they can be called to their tables."), _("To the tables"), "tables")
    # No event is published without these dates.
    opens, closes = opening(details.rules, championship.settings), closing(details.rules, championship.settings)
    now, waiting = timezone.now(), _waiting(championship)
    if opens is not None and now < opens.at:
        sentence = _("Entries open on {at}.").format(at=words().in_words(timezone.localtime(opens.at)))
        return NextStep(sentence, shares_entry=True)
    if closes is not None and now < closes.at:
        sentence = _("Pairs may enter until {at}.").format(at=words().in_words(timezone.localtime(closes.at)))
        return NextStep(sentence, _("See the entries"), "entries", shares_entry=True)
    if waiting:
        sentence = ngettext(
            "Entries are closed: {count} waits for you.", "Entries are closed: {count} wait for you.", waiting
        )
        return NextStep(sentence.format(count=waiting), _("Look at the entries"), "entries")
    return NextStep(_("Entries are closed: the draw comes next."), _("To the draw"), "draws")


def _draft_step(is_lacking: bool) -> NextStep:
    """A step without a button: the page has *Review and publish* for every draft."""
    if is_lacking:
        return NextStep(_("Something is still missing before it can be published."))
    return NextStep(_("Ready to be published."))


def _waiting(championship: Championship) -> int:
    """Number of pairs that the organiser has yet to accept or refuse. Key: selection.by."""
    if championship.regulation.event.selection is None:
        return 0
    states = (EntryState.ENTERED, EntryState.UNDER_REVIEW)
    return sum(entry.state in states for entry in championship.entries.values())


_STEPS_BY_STAGE: dict[Stage, NextStep] = {
    Stage.RUNNING: NextStep(gettext_lazy("The matches are on."), gettext_lazy("To the tables"), "tables"),
    Stage.FINISHED: NextStep(
        gettext_lazy("Everything has been played."), gettext_lazy("To the results"), "results-sheet"
    ),
    Stage.SUSPENDED: NextStep(gettext_lazy("Nothing goes on until you resume it.")),
    Stage.CANCELLED: NextStep(gettext_lazy("It will not take place. What was decided and played stays readable.")),
}


# --- suspending, resuming and cancelling --------------------------------------------------------------------------


@needs(Action.SUSPEND)
@require_POST
def change_state(request: SiteRequest, act: str) -> HttpResponse:
    """Suspend, resume or cancel the event, or show why that is refused. Keys: suspension.reasons,
    suspension.recorded."""
    event, kind = request.event, StateAct(act)
    rules = store.championship_of(event).regulation
    form = ReasonForm(rules, request.POST)
    if kind is not StateAct.RESUME and not form.is_valid():
        return _page(request, act=act, form=form)
    seq_seen = request.POST.get("seq", "")  # without it, the act is done whatever else was done meanwhile
    result = store.append(
        event, _operation(kind, request, form), by=request.user, expected=parse_count(seq_seen) if seq_seen else None
    )
    if isinstance(result, store.Stale):
        event.refresh_from_db()
        return _page(request, Trouble(refusal=_("Meanwhile something else was done to the event. Look at it first.")))
    if isinstance(result, Refusal):
        return _page(request, trouble_from_refusal(result, rules), act=act, form=form)
    messages.success(request, str(_DONE_MESSAGES[kind]))
    return redirect("manage", slug=event.slug)


def _operation(kind: StateAct, request: SiteRequest, form: ReasonForm) -> Operation:
    by, at = store.author(request.user), timezone.now()
    if kind is StateAct.RESUME:
        return Resume(by=by, at=at)
    stop = Suspend if kind is StateAct.SUSPEND else Cancel
    return stop(by=by, at=at, reason=SuspensionReason(form.cleaned_data["reason"]), why=form.cleaned_data["why"])


_DONE_MESSAGES = {
    StateAct.SUSPEND: gettext_lazy("Suspended. Everybody can read why."),
    StateAct.RESUME: gettext_lazy("It goes on."),
    StateAct.CANCEL: gettext_lazy("Cancelled. Everybody can read why."),
}


# --- versions -----------------------------------------------------------------------------------------------------


class ListedVersion(NamedTuple):
    """A version, and how it differs from the one before; empty for the first."""

    version: Version
    changes: list[Difference]


@needs(Action.EDIT)
@require_safe
def versions(request: SiteRequest) -> HttpResponse:
    """All saved versions, the newest first, each with its changes."""
    event = request.event
    numbers = Paginator(range(event.version, 0, -1), VERSIONS_A_PAGE).get_page(request.GET.get("pagina"))
    context = {
        "event": event,
        "regulation": store.details_of(event).rules,
        "page": numbers,
        "versions": _listed(event, list(numbers.object_list)),
    }
    return render(request, "organising/versions.html", context)


def _listed(event: Event, numbers: list[int]) -> list[ListedVersion]:
    """The versions with these numbers, which are consecutive, the highest first."""
    rows = event.versions.filter(number__gte=numbers[-1] - 1, number__lte=numbers[0]).select_related("by")
    by_number = {row.number: row for row in rows}
    details = {number: read_details(row.details) for number, row in by_number.items()}
    return [
        ListedVersion(by_number[one], differences(details[one - 1], details[one]) if one > 1 else []) for one in numbers
    ]


@needs(Action.EDIT)
@require_POST
def restore(request: SiteRequest, number: int) -> HttpResponse:
    """Save an old version of a draft as the next one. A published event can only be changed step by step."""
    event = request.event
    old = get_object_or_404(event.versions, number=number)
    if not event.is_draft:
        messages.error(request, _("The event is published: change it step by step, as far as its regulation lets it."))
        return redirect("versions", slug=event.slug)
    result = store.save_details(
        event,
        read_details(old.details),
        expected=parse_count(request.POST.get("version", "")),
        step=Step.REVIEW,  # for the log: a restored version is of no single step
        by=request.user,
    )
    if not isinstance(result, Event):
        messages.error(request, _("Somebody saved another version meanwhile. Look at it first."))
    else:
        messages.success(request, _("As it was in version {number}.").format(number=number))
    return redirect("versions", slug=event.slug)
