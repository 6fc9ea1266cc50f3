"""What a person sends about themselves, and how to reach them for an interview, on their own page."""

from typing import Any, ClassVar

from django import forms
from django.contrib import messages
from django.core.exceptions import ValidationError
from django.core.files.uploadedfile import UploadedFile
from django.http import Http404, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy
from django.views.decorators.http import require_http_methods, require_safe

from carteado.regulation import out_of_order
from carteado.tournament.registrations.eligibility import Requirement, VerdictState, verdicts
from carteado.web.events import store
from carteado.web.events.trouble import NO_TROUBLE, Trouble, trouble_from_refusal
from carteado.web.kit.forms.one_line_field import OneLineField
from carteado.web.kit.guarding.personal_data import PersonalDataForm
from carteado.web.kit.guarding.policy import Action, Target
from carteado.web.log.recording import record
from carteado.web.pages.access import SiteRequest, needs
from carteado.web.registrations.eligibility_facts import person_of
from carteado.web.registrations.log_actions import MaterialSent
from carteado.web.registrations.materials import material_of, photo_response
from carteado.web.registrations.models import Entrant, Material
from carteado.web.registrations.own_link import own_page, own_path, owner_only
from carteado.web.registrations.photo_check import NoPhoto, Photo, cleaned_photo
from carteado.web.registrations.registering import locked_entrant

LARGEST_PHOTO = 4 * 1024 * 1024
LONGEST_BIOGRAPHY = 2000


class MaterialForm(PersonalDataForm, forms.Form):
    """Everything is optional. Keys: consents.material, consents.own_material, publicity.interviews."""

    use_required_attribute = False
    personal: ClassVar = {
        "photo": "entries.material.photo",
        "video": "entries.material.video",
        "biography": "entries.material.biography",
        "interview": "entries.material.interview",
    }

    photo = forms.FileField(
        label=gettext_lazy("Photo"),
        help_text=gettext_lazy("JPEG or PNG, up to 4 MB. Where and when it was taken is removed from it."),
        required=False,
        widget=forms.FileInput(attrs={"accept": "image/jpeg,image/png"}),
        error_messages={"empty": gettext_lazy("The file is empty.")},
    )
    without_photo = forms.BooleanField(label=gettext_lazy("Remove the photo that is there"), required=False)
    video = forms.URLField(
        label=gettext_lazy("Link to a video"),
        help_text=gettext_lazy("YouTube, Vimeo, Drive: where the organiser can watch it."),
        max_length=300,
        required=False,
        assume_scheme="https",
    )
    biography = forms.CharField(
        label=gettext_lazy("About you"),
        help_text=gettext_lazy("Where you are from, with whom you learnt, what you won."),
        max_length=LONGEST_BIOGRAPHY,
        required=False,
        widget=forms.Textarea(attrs={"rows": 5}),
    )
    interview = OneLineField(
        label=gettext_lazy("How and when to reach you for an interview"),
        help_text=gettext_lazy("“WhatsApp, after six in the evening”."),
        max_length=200,
        required=False,
    )

    def __init__(self, material: Material | None, *arguments: Any, **settings: Any) -> None:
        initial = {name: getattr(material, name) for name in ("video", "biography", "interview")} if material else {}
        super().__init__(*arguments, **settings, initial=initial)
        if material is None or not material.photo:
            del self.fields["without_photo"]

    def clean_photo(self) -> Photo | None:
        file: UploadedFile[bytes] | None = self.cleaned_data.get("photo")
        if file is None:
            return None
        if (file.size or 0) > LARGEST_PHOTO:
            raise ValidationError(_("The photo is larger than 4 MB: save it smaller."))
        try:
            return cleaned_photo(file.read())
        except NoPhoto:
            raise ValidationError(_("This file is no JPEG or PNG picture.")) from None

    def clean_video(self) -> str:
        video: str = self.cleaned_data["video"]
        if video and not video.startswith("https://"):
            raise ValidationError(_("The link must begin with https://."))
        return video


@needs(Action.READ, Target.SITE)
@require_http_methods(["GET", "HEAD", "POST"])
@own_page
@owner_only
def materials(request: SiteRequest, entrant: Entrant) -> HttpResponse:
    """Show and change what the person sends, or remove it all (``remove``). Key: consents.material."""
    rules = store.championship_of(entrant.event).regulation
    if "consents.material" not in rules.citations:
        raise Http404
    if request.method == "POST" and "remove" in request.POST:
        _remove(entrant)
        messages.success(request, _("Removed: nothing of it is kept."))
        return redirect(own_path(entrant))
    material, trouble = material_of(entrant), _trouble(entrant)
    sent = (request.POST, request.FILES) if request.method == "POST" else (None, None)
    form, status = MaterialForm(material, *sent), 200
    if request.method == "POST":
        status = 422
        if trouble != NO_TROUBLE:
            status = 409
        elif form.is_valid():
            _save(entrant, form)
            messages.success(request, _("Kept. The organiser can see it."))
            return redirect(own_path(entrant))
    context = {
        "event": entrant.event,
        "regulation": rules,
        "entrant": entrant,
        "form": form,
        "material": material,
        "trouble": trouble,
    }
    return render(request, "registrations/materials.html", context, status=status)


def _trouble(entrant: Entrant) -> Trouble:
    """Why nothing may be sent, if so: the event is archived, or a declaration is missing. Removing is always possible.

    Keys: consents.material, consents.own_material.
    """
    rules = store.championship_of(entrant.event).regulation
    if entrant.event.archived_at is not None:
        return trouble_from_refusal(out_of_order("event_is_archived"), rules)
    asked = (Requirement.MATERIAL_ALLOWED, Requirement.OWN_MATERIAL)
    found = verdicts(rules, person_of(entrant, entrant.agreements.all(), {}))  # no paper matters to these two
    missing = next((one for one in found if one.requirement in asked and one.state is not VerdictState.MET), None)
    if missing is None:
        return NO_TROUBLE
    sentence = _("First agree on your page that it may be used, and declare that it is yours.")
    return Trouble(refusal=sentence, key=missing.key)


def _save(entrant: Entrant, form: MaterialForm) -> None:
    values = form.cleaned_data
    with locked_entrant(entrant) as now:
        material = material_of(now) or Material(entrant=now)
        material.video, material.biography, material.interview = (
            values["video"],
            values["biography"],
            values["interview"],
        )
        if values["photo"]:
            material.photo_kind, material.photo = values["photo"]
        elif values.get("without_photo"):
            material.photo_kind, material.photo = "", b""
        material.save()
        record(MaterialSent(entrant=now.number), actor=None, event=now.event)


def _remove(entrant: Entrant) -> None:
    """Delete what the person sent, whatever they declared of it. Key: personal_data.erasure."""
    with locked_entrant(entrant) as now:
        material = material_of(now)
        if material is not None:
            material.delete()
            record(MaterialSent(entrant=now.number), actor=None, event=now.event)


@needs(Action.READ, Target.SITE)
@require_safe
@own_page
@owner_only
def photo(_request: SiteRequest, entrant: Entrant) -> HttpResponse:
    return photo_response(material_of(entrant))
