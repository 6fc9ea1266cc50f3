"""The organiser's PDF documents, stored in versions. ``organising.document_pages`` checks each file and serves it."""

import hashlib
from collections.abc import Iterable
from dataclasses import replace

from django.core.exceptions import SuspiciousFileOperation
from django.core.files.uploadedfile import UploadedFile
from django.db import transaction
from django.utils import timezone
from django.utils.text import get_valid_filename

from carteado.regulation import Refusal
from carteado.tournament.running.rulings import refusal_to_update_regulation
from carteado.web.events import store
from carteado.web.events.log_actions import FileAdded
from carteado.web.events.models import Document, DocumentKind, Event
from carteado.web.events.preparation_steps import Step
from carteado.web.log.recording import record
from carteado.web.people.models import User

LONGEST_NAME = 120


def add_document(event: Event, kind: DocumentKind, file: "UploadedFile[bytes]", *, by: User) -> Document | Refusal:
    """Add the next version of a document. The same file again returns the version that exists.

    The regulation of a published event may be replaced only until its day. Key: changes.until_the_day.
    """
    content = file.read()
    sha256 = hashlib.sha256(content).hexdigest()
    with transaction.atomic():
        now = store.locked(event)
        if isinstance(now, Refusal):
            return now
        event = now
        last = event.documents.filter(kind=kind).defer("content").order_by("-number").first()
        if last is not None and last.sha256 == sha256:
            return last
        if kind == DocumentKind.REGULATION and not event.is_draft:
            championship = store.championship_of(event)
            if refused := refusal_to_update_regulation(championship, timezone.now()):
                return refused
        document = Document.objects.create(
            event=event,
            kind=kind,
            number=last.number + 1 if last else 1,
            filename=_file_name(file.name or ""),
            content=content,
            sha256=sha256,
            by=by,
        )
        record(FileAdded(kind=kind, version=document.number), actor=by, event=event)
        if kind == DocumentKind.TERMS:
            _announce_terms(event, by)
    return document


def _announce_terms(event: Event, by: User) -> None:
    """If players sign the event's documents, name the terms among those to be signed. Key: consents.documents.

    The championship learns of it through the saved details.
    """
    details = store.details_of(event)
    papers, kind = details.settings.documents, DocumentKind.TERMS
    if kind in papers or "consents.documents" not in details.rules.citations:
        return
    announced = replace(details, settings=replace(details.settings, documents=(*papers, str(kind))))
    # only a cancelled event refuses it, and nobody signs for that one any more
    store.save_details(event, announced, expected=event.version, step=Step.DOCUMENTS, by=by)


def _file_name(name: str) -> str:
    """The name under which the file is downloaded: always a PDF, and no longer than the column."""
    try:
        stem = get_valid_filename(name).rpartition(".")[0]
    except SuspiciousFileOperation:  # no character of it may be in a file name
        stem = ""
    return f"{stem[: LONGEST_NAME - 4] or 'documento'}.pdf"


def documents_of(event: Event) -> list[Document]:
    """All versions of all documents, the newest first, without their content."""
    return list(event.documents.defer("content").select_related("by").order_by("kind", "-number"))


def latest(documents: Iterable[Document]) -> list[Document]:
    """The newest version of each kind of document. ``documents`` must have newer versions first."""
    newest: dict[str, Document] = {}
    for document in documents:
        newest.setdefault(document.kind, document)
    return list(newest.values())
