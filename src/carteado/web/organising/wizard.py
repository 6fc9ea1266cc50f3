"""The wizard that prepares an event in ten minutes: choose a regulation, go through the steps, publish."""

from collections.abc import Callable
from typing import Any, NamedTuple
from uuid import uuid4

from django.contrib import messages
from django.http import Http404, HttpResponse
from django.shortcuts import redirect, render
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_POST

from carteado.web.events import store
from carteado.web.events.details import Details, read_details
from carteado.web.events.details_in_words import rule_in_words, summary
from carteado.web.events.differences import differences
from carteado.web.events.documents import add_document, documents_of, latest
from carteado.web.events.models import Document, DocumentKind, Event
from carteado.web.events.preparation_steps import TITLES, Step, step_after
from carteado.web.events.readiness import completed_steps, missing
from carteado.web.events.rules_form import RulesForm
from carteado.web.events.step_saving import Conflict, Saved, save_step
from carteado.web.events.trouble import NO_TROUBLE, Trouble, trouble_from_refusal
from carteado.web.kit.forms.form_numbers import parse_count
from carteado.web.kit.guarding.policy import Action, Target
from carteado.web.organising.document_pages import DocumentForm
from carteado.web.organising.format_form import FormatForm
from carteado.web.organising.format_outlook import outlook
from carteado.web.organising.producer_form import ProducerForm
from carteado.web.organising.question_form import QuestionsForm
from carteado.web.organising.step_forms import CreateForm, EntriesForm, PlaceForm, StepForm, TablesForm
from carteado.web.pages.access import SiteRequest, needs

METHODS = ["GET", "HEAD", "POST"]
GO_ON = "go-on"
"""The button of the documents' page that goes on without uploading one."""


@needs(Action.CREATE_EVENT, Target.SITE)
@require_http_methods(METHODS)
def create(request: SiteRequest) -> HttpResponse:
    """The first page. Its address may choose a regulation: ``?regulation=truco-masters-2025``."""
    initial = {"form": uuid4(), **request.GET.dict()}
    form = CreateForm(request.POST if request.method == "POST" else None, initial=initial)
    if form.is_bound and form.is_valid():
        event = store.create(form.details(), by=request.user, form=form.cleaned_data["form"])
        return redirect("wizard", slug=event.slug, step=Step.RULES)
    return render(request, "organising/wizard/create.html", {"form": form, "tiles": form.tiles()})


# --- one step -----------------------------------------------------------------------------------------------------


class StepLink(NamedTuple):
    """A step in the list at the side of the page, with a check mark if it ``is_done``."""

    step: Step
    title: str
    is_done: bool


@needs(Action.EDIT)
@require_http_methods(METHODS)
def show_step(request: SiteRequest, step: str) -> HttpResponse:
    if step not in list(Step):
        raise Http404
    return _STEPS[Step(step)](request)


def page(
    request: SiteRequest, step: Step, details: Details, trouble: Trouble = NO_TROUBLE, **more: Any
) -> HttpResponse:
    """Render a step. ``version`` is the number of the version that its form is about to change: after a conflict, the
    colleagues', so that saving once more overwrites theirs."""
    done_steps = _done_steps(request.event, details)
    context = {
        "event": request.event,
        "details": details,
        "regulation": details.rules,
        "step": step,
        "title": TITLES[step],
        "steps": [StepLink(one, str(TITLES[one]), one in done_steps) for one in Step],
        "next": step_after(step),
        "trouble": trouble,
        "version": request.event.version,
    }
    return render(request, f"organising/wizard/{step.name.lower()}.html", {**context, **more})


def _done_steps(event: Event, details: Details) -> frozenset[Step]:
    """Complete steps of a draft. A published event has no check marks, as all its steps are complete."""
    if not event.is_draft:
        return frozenset()
    return completed_steps(details, has_documents=event.documents.exists(), now=timezone.now())


def redirect_or_refusal(
    request: SiteRequest, step: Step, applied: Callable[[Details], Details], *, why: str = ""
) -> HttpResponse | Trouble:
    """Save a step and redirect to the next one, or return what prevents it. ``applied`` makes the new details from the
    stored ones; ``why`` is the reason that a published event gives."""
    result = save_step(request.event, step, applied, expected=_version_shown(request), by=request.user, why=why)
    if isinstance(result, Saved):
        if result.is_new and not result.event.is_draft:
            messages.success(request, _("Saved and published as version {number}.").format(number=result.event.version))
        return redirect("wizard", slug=request.event.slug, step=step_after(step))
    if isinstance(result, Conflict):
        return Trouble(conflict=result)
    if isinstance(result, store.Incomplete):
        sentence = _("The event is published and has to stay complete. Nothing was changed: {missing}")
        return Trouble(refusal=sentence.format(missing=" ".join(str(one.sentence) for one in result.newly_missing)))
    return trouble_from_refusal(result, store.details_of(request.event).rules)


def _version_shown(request: SiteRequest) -> int:
    """The version that the form showed. 0 if the form does not name one: then all that was ever saved counts as saved
    since."""
    return parse_count(request.POST.get("version", ""))


def _form_step(kind: type[StepForm]) -> Callable[[SiteRequest], HttpResponse]:
    """Make the view of a step that is one form."""

    def show(request: SiteRequest) -> HttpResponse:
        details = store.details_of(request.event)
        is_published = not request.event.is_draft
        if request.method != "POST":
            return page(request, kind.step, details, form=kind(details, is_published=is_published))
        form = kind(details, request.POST, is_published=is_published)
        trouble = NO_TROUBLE
        if form.is_valid():
            outcome = redirect_or_refusal(request, kind.step, form.applied, why=form.why)
            if isinstance(outcome, HttpResponse):
                return outcome
            trouble = outcome
        return page(request, kind.step, details, trouble, form=form)

    return show


def _review(request: SiteRequest, trouble: Trouble = NO_TROUBLE) -> HttpResponse:
    """The last step: everything at a glance, what is missing, and the button that publishes."""
    details = store.details_of(request.event)
    lacking = missing(details, now=timezone.now())
    return page(
        request,
        Step.REVIEW,
        details,
        trouble,
        summary=summary(details, latest(documents_of(request.event)), is_draft=request.event.is_draft),
        missing=[(one, TITLES[one.step]) for one in lacking],
        may_publish=not any(one.blocks for one in lacking),
    )


@needs(Action.PUBLISH)
@require_POST
def publish(request: SiteRequest) -> HttpResponse:
    """Publish the event, if nothing that it needs is missing and it is unchanged since the organiser looked at it."""
    event = request.event
    if any(one.blocks for one in missing(store.details_of(event), now=timezone.now())):
        return _review(request, Trouble(refusal=_("Something is still missing: it is listed below.")))
    result = store.publish(event, expected=_version_shown(request), by=request.user)
    if isinstance(result, store.Stale):
        since = event.versions.select_related("by").get(number=result.current)
        version_shown = event.versions.filter(number=_version_shown(request)).first()
        changes = differences(read_details(version_shown.details), store.details_of(event)) if version_shown else []
        return _review(request, Trouble(conflict=Conflict(since, changes)))
    messages.success(request, _("Published. Everybody can see it now."))
    return redirect("manage", slug=event.slug)


def _rules(request: SiteRequest) -> HttpResponse:
    """The rules. Searching also sends the form, so that nothing entered is lost."""
    details = store.details_of(request.event)
    data = request.POST if request.method == "POST" else None
    form = RulesForm(details, data, is_published=not request.event.is_draft)
    trouble = NO_TROUBLE
    if data is not None and data.get("act") != "search" and form.is_valid():
        outcome = redirect_or_refusal(request, Step.RULES, form.applied, why=form.why)
        if isinstance(outcome, HttpResponse):
            return outcome
        trouble = outcome
    parts = form.parts()
    found = sum(part.found for part in parts)
    changed = [row for part in parts for section in part.sections for row in section.rows if row.is_changed]
    return page(request, Step.RULES, details, trouble, form=form, parts=parts, found=found, changed=changed)


def _format(request: SiteRequest) -> HttpResponse:
    """The format. Stages can be added, removed and previewed without being saved."""
    details = store.details_of(request.event)
    form = FormatForm(details, request.POST if request.method == "POST" else None)
    trouble = NO_TROUBLE
    if form.is_saving and form.is_valid():
        outcome = redirect_or_refusal(request, Step.FORMAT, form.applied, why=form.why)
        if isinstance(outcome, HttpResponse):
            return outcome
        trouble = outcome
    return page(
        request,
        Step.FORMAT,
        details,
        trouble,
        form=form,
        prescribed=rule_in_words(details.rules, "format.kind"),
        stage_forms=[(one, form.errors.get(f"stage-{one.number}", "")) for one in form.stage_forms()],
        outlooks=[outlook(request.event, form.chosen(), title, plan, form.pairs) for title, plan in form.plans()],
    )


def _tables(request: SiteRequest) -> HttpResponse:
    """The tables, with a forecast for their number. Another number can be previewed before it is saved."""
    details = store.details_of(request.event)
    data = request.POST if request.method == "POST" else None
    form = TablesForm(details, data)
    trouble = NO_TROUBLE
    is_valid = form.is_bound and form.is_valid()
    if is_valid and form.data.get("act") != "look":
        outcome = redirect_or_refusal(request, Step.TABLES, form.applied)
        if isinstance(outcome, HttpResponse):
            return outcome
        trouble = outcome
    previewed = form.applied(details) if is_valid else details
    plans = FormatForm(previewed).plans()
    outlooks = [outlook(request.event, previewed, title, plan, details.capacity) for title, plan in plans]
    return page(request, Step.TABLES, details, trouble, form=form, outlooks=outlooks)


def _questions(request: SiteRequest) -> HttpResponse:
    """The questions. They can be added, moved and removed without being saved."""
    details = store.details_of(request.event)
    form = QuestionsForm(details, request.POST if request.method == "POST" else None)
    trouble = NO_TROUBLE
    if form.is_saving and form.is_valid():
        outcome = redirect_or_refusal(request, Step.QUESTIONS, form.applied)
        if isinstance(outcome, HttpResponse):
            return outcome
        trouble = outcome
    return page(request, Step.QUESTIONS, details, trouble, form=form, question_forms=form.question_forms())


def _documents(request: SiteRequest) -> HttpResponse:
    """Documents, one file at a time; the page lists all versions. Without a file the organiser just continues."""
    details, trouble = store.details_of(request.event), NO_TROUBLE
    goes_on = request.POST.get("act") == GO_ON and not request.FILES
    if goes_on:
        # Saving the details unchanged marks the step as done.
        outcome = redirect_or_refusal(request, Step.DOCUMENTS, lambda details: details)
        if isinstance(outcome, HttpResponse):
            return outcome
        trouble = outcome
    form = DocumentForm(None if goes_on else request.POST or None, request.FILES or None)
    if request.method == "POST" and form.is_valid():
        kind = DocumentKind(form.cleaned_data["kind"])
        document = add_document(request.event, kind, form.cleaned_data["file"], by=request.user)
        if isinstance(document, Document):
            return _added(request, document)
        trouble = trouble_from_refusal(document, details.rules)
    documents = documents_of(request.event)
    return page(request, Step.DOCUMENTS, details, trouble, form=form, documents=documents, latest=latest(documents))


def _added(request: SiteRequest, document: Document) -> HttpResponse:
    sentence = _("{document}: version {number} is there.")
    kind = DocumentKind(document.kind).label
    messages.success(request, sentence.format(document=kind, number=document.number))
    return redirect("wizard", slug=request.event.slug, step=Step.DOCUMENTS)


_STEPS: dict[Step, Callable[[SiteRequest], HttpResponse]] = {
    Step.RULES: _rules,
    Step.PLACE: _form_step(PlaceForm),
    Step.ENTRIES: _form_step(EntriesForm),
    Step.FORMAT: _format,
    Step.TABLES: _tables,
    Step.QUESTIONS: _questions,
    Step.PRODUCER: _form_step(ProducerForm),
    Step.DOCUMENTS: _documents,
    Step.REVIEW: _review,
}
