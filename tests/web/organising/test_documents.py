"""The organiser's own papers: what is taken, what is not, and how they are given out."""

import hashlib
import time
import zlib

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.test import Client
from django.urls import reverse
from django.utils.translation import override

from carteado.web.events import store
from carteado.web.events.details import Details
from carteado.web.events.documents import add_document, documents_of, latest
from carteado.web.events.models import DocumentKind, Event
from carteado.web.log.models import LogEntry
from carteado.web.organising.document_pages import LARGEST
from carteado.web.organising.pdf_check import MOST_DECOMPRESSED_BYTES, pdf_problem
from carteado.web.people.models import User

PDF = b"%PDF-1.7\n1 0 obj\n<< /Type /Catalog /Pages 2 0 R >>\nendobj\ntrailer\n<< /Root 1 0 R >>\nstartxref\n9\n%%EOF\n"


def with_object(text: bytes) -> bytes:
    return PDF.replace(b"trailer", b"3 0 obj\n<< " + text + b" >>\nendobj\ntrailer")


def with_stream(text: bytes, heading: bytes = b"/Type /ObjStm /Filter /FlateDecode") -> bytes:
    stream = b"4 0 obj\n<< " + heading + b" >>\nstream\n" + text + b"\nendstream\nendobj\ntrailer"
    return PDF.replace(b"trailer", stream)


def commented(text: bytes, folded: bytes = b"") -> bytes:
    """What looks like a stream and is a comment, for readers who find objects by their numbers."""
    inside = b"%stream\n6 0 obj\n<< " + text + b" >>\nendobj\n"
    if folded:
        inside += b"7 0 obj\n<< /N 1 /First 4 /Filter /FlateDecode >>\nstream\n" + folded + b"\n"
    return PDF.replace(b"trailer", inside + b"%endstream\ntrailer")


def stored(text: bytes) -> bytes:
    """Folded so that the text stands there as it is."""
    return zlib.compress(text, 0)


# --- what is in the file ------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "content",
    [
        PDF,
        PDF + b"\n\n",
        with_object(b"/Title (Regulamento /Javali)"),
        with_stream(zlib.compress(b"1 0 << /Type /Page >>")),
        with_stream(b"1 0 << /Type /Page >>", b"/Type /ObjStm"),
        with_stream(zlib.compress(b"BT (/JS is only a word on a page) Tj ET"), b"/Filter /FlateDecode"),
        with_stream(bytes(range(256)) * 40, b"/Subtype /Image /Filter /DCTDecode"),
        with_stream(zlib.compress(bytes(3000)), b"/N 3 /Alternate /DeviceRGB /Filter /FlateDecode"),
        with_stream(b"picture", b"/First 9 0 R /AP << /N 8 0 R >> >>\nendobj\n5 0 obj\n<< /Filter /DCTDecode"),
        with_stream(zlib.compress(bytes(MOST_DECOMPRESSED_BYTES + 1)), b"/Subtype /Image /Filter /FlateDecode"),
    ],
)
def test_a_pdf_that_only_shows_pages_is_taken(content: bytes) -> None:
    assert pdf_problem(content) is None


@pytest.mark.parametrize(
    ("content", "word"),
    [
        (b"", "not a PDF"),
        (b"PK\x03\x04 a Word file called regulamento.pdf", "not a PDF"),
        (b"<html><script>alert(1)</script>%PDF-1.7 %%EOF", "not a PDF"),
        (PDF[: len(PDF) // 2], "cut off"),
        (PDF[:-6], "cut off"),
        (with_object(b"/S /JavaScript /JS (app.alert(1))"), "does more"),
        (with_object(b"/S /Java#53cript"), "does more"),
        (with_object(b"/S /#4c#61unch /F (calc.exe)"), "does more"),
        (with_object(b"/Names << /EmbeddedFiles 5 0 R >>"), "does more"),
        (with_object(b"/Type /EmbeddedFile"), "does more"),
        (with_object(b"/AcroForm << /XFA 6 0 R >>"), "does more"),
        (with_object(b"/Subtype/RichMedia/A 1"), "does more"),
        (with_stream(zlib.compress(b"1 0 << /S /JavaScript >>")), "does more"),
        (with_stream(zlib.compress(b"1 0 << /S /Java#53cript >>")), "does more"),
        (with_stream(zlib.compress(b"1 0 << /JS (x) >>"), b"/Type /Obj#53tm /Filter /FlateDecode"), "does more"),
        (with_stream(b"1 0 << /JS (x) >>", b"/Type /ObjStm"), "does more"),
        (commented(b"/S /J#61vaScript /J#53 (x)"), "does more"),
        (commented(b"/S /Rendition /J#53 (x)"), "does more"),
        (commented(b"/XFA [1 0 R]"), "does more"),
        (with_stream(zlib.compress(b"1 0 << /JS (x) >>"), b"/N 1 /First 4 /Filter /FlateDecode"), "does more"),
        (with_stream(zlib.compress(b"1 0 << /JS 5 0 R >>"), b"/First 4 /X (endobj) /Filter /FlateDecode"), "does more"),
        (commented(b"", zlib.compress(b"1 0 << /JS (x) >>")), "does more"),
        (with_stream(stored(b"endstream << /JS (x) >>")), "does more"),
        (with_object(b"/Encrypt 7 0 R"), "password"),
        (with_stream(b"not compressed at all"), "hides"),
        (with_stream(zlib.compress(bytes(MOST_DECOMPRESSED_BYTES + 1))), "hides"),
    ],
)
def test_anything_else_is_told_what_is_wrong_with_it(content: bytes, word: str) -> None:
    with override("en"):
        assert word in str(pdf_problem(content))


def test_the_largest_file_is_looked_through_at_once() -> None:
    pages = b"".join(b"5 0 obj\n<<>>\nstream\n" + bytes(10_000) + b"endstream\n" for _ in range(500))
    started = time.perf_counter()
    assert pdf_problem(PDF.replace(b"trailer", pages + b"trailer")) is None
    assert time.perf_counter() - started < 1


@pytest.mark.parametrize(
    "again",
    [b"<</N 1/Filter/A>>stream\n" + zlib.compress(b""), b"#41", b"<< /First ", b"stream\n", b"/JS" + b" " * 1000],
)
def test_nobody_keeps_the_site_busy_with_a_file(again: bytes) -> None:
    started = time.perf_counter()
    pdf_problem(PDF.replace(b"trailer", again * (LARGEST // len(again)) + b"trailer"))
    assert time.perf_counter() - started < 10


# --- adding and giving out ----------------------------------------------------------------------------------------


@pytest.fixture
def draft(ana: User) -> Event:
    return store.create(Details(regulation="truco-masters-2025", name="Copa do Clube XV"), by=ana)


@pytest.fixture
def organiser(client: Client, ana: User) -> Client:
    client.force_login(ana)
    return client


def upload(name: str = "regulamento.pdf", content: bytes = PDF) -> SimpleUploadedFile:
    return SimpleUploadedFile(name, content, content_type="application/pdf")


def page_of(event: Event) -> str:
    return reverse("wizard", args=[event.slug, "documentos"])


def send(client: Client, event: Event, file: SimpleUploadedFile, kind: str = "regulation") -> str:
    answer = client.post(page_of(event), {"kind": kind, "file": file}, follow=True)
    assert answer.status_code == 200
    return answer.content.decode()


def test_a_document_is_added_shown_with_its_fingerprint_and_downloaded(organiser: Client, draft: Event) -> None:
    html = send(organiser, draft, upload())
    assert hashlib.sha256(PDF).hexdigest() in html
    answer = organiser.get(reverse("document", args=[draft.slug, "regulation", 1]))
    assert answer.content == PDF
    assert answer["Content-Type"] == "application/pdf"
    assert answer["Content-Disposition"] == 'attachment; filename="regulamento.pdf"'
    assert answer["X-Content-Type-Options"] == "nosniff"
    assert answer["Content-Security-Policy"] == "sandbox; default-src 'none'"
    assert list(LogEntry.objects.filter(action="event.file_added").values_list("details", flat=True)) == [
        {"kind": "regulation", "version": 1}
    ]


def test_a_new_version_leaves_the_old_one_readable(organiser: Client, draft: Event) -> None:
    send(organiser, draft, upload())
    other = with_object(b"/Title (Versao dois)")
    send(organiser, draft, upload(content=other))
    assert [organiser.get(reverse("document", args=[draft.slug, "regulation", n])).content for n in (1, 2)] == [
        PDF,
        other,
    ]
    documents = documents_of(draft)
    assert [document.number for document in documents] == [2, 1]
    assert [document.number for document in latest(documents)] == [2]


def test_the_same_file_sent_twice_is_one_version(organiser: Client, draft: Event) -> None:
    send(organiser, draft, upload())
    send(organiser, draft, upload(name="outra-vez.pdf"))
    assert draft.documents.count() == 1
    assert LogEntry.objects.filter(action="event.file_added").count() == 1


def test_kinds_are_numbered_apart(ana: User, draft: Event) -> None:
    for kind in DocumentKind:
        add_document(draft, kind, upload(), by=ana)
    assert [one.number for one in draft.documents.all()] == [1] * len(DocumentKind)


@pytest.mark.parametrize(
    ("file", "word"),
    [
        (upload(content=b"PK\x03\x04 not it"), "não é um PDF"),
        (upload(content=PDF[:60]), "cortado"),
        (upload(content=with_object(b"/S /JavaScript")), "faz mais"),
        (upload(content=PDF + bytes(LARGEST)), "5 MB"),
        (upload(content=b""), "vazio"),
    ],
)
def test_a_file_that_is_not_taken_is_answered_at_its_field(
    organiser: Client, draft: Event, file: SimpleUploadedFile, word: str
) -> None:
    """And what was there stays."""
    send(organiser, draft, upload())
    answer = organiser.post(page_of(draft), {"kind": "terms", "file": file})
    assert answer.status_code == 200
    assert word in answer.content.decode()
    assert draft.documents.count() == 1


def test_a_form_without_a_file_says_so(organiser: Client, draft: Event) -> None:
    answer = organiser.post(page_of(draft), {"kind": "terms"})
    assert answer.status_code == 200
    assert b"error-summary" in answer.content
    assert draft.documents.count() == 0


@pytest.mark.parametrize(
    ("name", "kept"),
    [
        ("Regulamento Final.PDF", "Regulamento_Final.pdf"),
        ("../../etc/passwd.pdf", "passwd.pdf"),
        ('a"; filename="b.exe.pdf', "a_filenameb.exe.pdf"),
        ("x" * 300 + ".pdf", "x" * 116 + ".pdf"),
        ("regulamento.exe", "regulamento.pdf"),
        ("\N{PLAYING CARD ACE OF SPADES}", "documento.pdf"),
        ("!.", "documento.pdf"),
    ],
)
def test_whatever_the_file_was_called_it_is_saved_as_a_pdf(ana: User, draft: Event, name: str, kept: str) -> None:
    add_document(draft, DocumentKind.TERMS, upload(name=name), by=ana)
    assert draft.documents.get().filename == kept


def test_a_name_in_any_letters_is_still_a_file_to_be_saved(organiser: Client, ana: User, draft: Event) -> None:
    add_document(draft, DocumentKind.TERMS, upload(name="日本語 regulamento.pdf"), by=ana)
    answer = organiser.get(reverse("document", args=[draft.slug, "terms", 1]))
    assert answer["Content-Disposition"] == ("attachment; filename*=utf-8''%E6%97%A5%E6%9C%AC%E8%AA%9E_regulamento.pdf")


def test_nobody_else_reads_the_papers_of_a_draft(client: Client, organiser: Client, ana: User, draft: Event) -> None:
    add_document(draft, DocumentKind.TERMS, upload(), by=ana)
    path = reverse("document", args=[draft.slug, "terms", 1])
    assert Client().get(path).status_code in (302, 404)
    store.publish(draft, expected=Event.objects.get(pk=draft.pk).version, by=ana)
    assert Client().get(path).status_code == 200


def test_a_version_that_is_not_there_is_not_found(organiser: Client, draft: Event) -> None:
    assert organiser.get(reverse("document", args=[draft.slug, "terms", 1])).status_code == 404


def test_what_is_in_the_files_is_not_read_for_the_list(ana: User, draft: Event) -> None:
    add_document(draft, DocumentKind.TERMS, upload(), by=ana)
    assert all("content" in document.get_deferred_fields() for document in documents_of(draft))
