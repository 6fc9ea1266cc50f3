"""An event's documents, such as its regulation as a PDF: the form that uploads one, and the download."""

from django import forms
from django.core.exceptions import ValidationError
from django.core.files.uploadedfile import UploadedFile
from django.http import HttpResponse
from django.shortcuts import get_object_or_404
from django.utils.http import content_disposition_header
from django.utils.translation import gettext_lazy as _
from django.views.decorators.http import require_safe

from carteado.web.events.models import Document, DocumentKind
from carteado.web.kit.guarding.policy import Action
from carteado.web.organising.pdf_check import pdf_problem
from carteado.web.pages.access import SiteRequest, needs

LARGEST = 5 * 1024 * 1024
"""Most bytes of one document."""


class DocumentForm(forms.Form):
    kind = forms.ChoiceField(label=_("Which document is it?"), choices=DocumentKind.choices, widget=forms.RadioSelect)
    file = forms.FileField(
        label=_("PDF file"),
        help_text=_("Up to 5 MB. What was there before stays where everybody can still read it."),
        widget=forms.FileInput(attrs={"accept": "application/pdf,.pdf"}),
        error_messages={"empty": _("The file is empty.")},
    )

    def clean_file(self) -> "UploadedFile[bytes]":
        file: UploadedFile[bytes] = self.cleaned_data["file"]
        if (file.size or 0) > LARGEST:
            raise ValidationError(_("The file is larger than 5 MB. Save it again with smaller pictures."))
        if reason := pdf_problem(file.read()):
            raise ValidationError(str(reason))
        file.seek(0)
        return file


@needs(Action.READ)
@require_safe
def download(request: SiteRequest, kind: str, number: int) -> HttpResponse:
    """Serve a version of a document as a download. Organisers upload these files, so whatever is in one must not run
    under the site's own address: the browser saves it, and would run nothing in it."""
    document = get_object_or_404(Document, event=request.event, kind=kind, number=number)
    response = HttpResponse(bytes(document.content), content_type="application/pdf")
    response["Content-Disposition"] = content_disposition_header(True, document.filename) or "attachment"
    response["Content-Security-Policy"] = "sandbox; default-src 'none'"
    response["X-Content-Type-Options"] = "nosniff"
    return response
