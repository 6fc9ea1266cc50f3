"""What a person reports to the organiser, asks leave for and sends: Truco Masters 2025, 4.7, 4.10, 5.5, 5.6, 8.2.2."""

import struct
import zlib

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from carteado.tournament.registrations.acts import EntryState, Ground
from carteado.web.events.models import Event
from carteado.web.log.models import LogEntry
from carteado.web.people.models import User
from carteado.web.privacy.erasing import erase_entrant
from carteado.web.privacy.own_data import document_of, of_entrant
from carteado.web.registrations.models import Entrant, Letter, Material, Outcome
from carteado.web.registrations.own_link import own_path
from carteado.web.registrations.photo_check import JPEG_HEAD, NoPhoto, cleaned_photo
from carteado.web.registrations.review.acts import EntryAct
from tests.web.draw.draw_desk import Desk
from tests.web.registrations.own_page import a_pair
from tests.web.registrations.review.reviewing import act as review
from tests.web.registrations.review.reviewing import entry_of
from tests.web.registrations.test_acceptance import the_code, the_desk, two_selected_pairs
from tests.web.world.newcomers import FARAES, an_open_event, enter, page_of

pytestmark = pytest.mark.django_db

FACT = "Quebrei o braço e só volto a jogar em dezembro."


def write(entrant: Entrant, kind: str, text: str) -> int:
    path = reverse("entrant-letters", args=[entrant.secret])
    return Client().post(path, {"kind": kind, f"{kind}-text": text}).status_code


def letters_page(entrant: Entrant) -> str:
    return Client().get(reverse("entrant-letters", args=[entrant.secret])).content.decode()


def answer(desk: Client, event: Event, letter: Letter, outcome: str, text: str = "") -> int:
    path = reverse("answer-letter", args=[event.slug, the_code(event), letter.entrant.number, letter.pk])
    return desk.post(path, {"outcome": outcome, "answer": text}).status_code


def entry_page(desk: Client, event: Event) -> str:
    return desk.get(reverse("entry", args=[event.slug, the_code(event)])).content.decode()


# --- reporting a fact ---------------------------------------------------------------------------------------------


def test_tm_5_6_a_pair_reports_an_impeding_fact_from_its_page_and_the_organiser_reads_it(client: Client) -> None:
    event, registrant, partner = a_pair(client)
    assert reverse("entrant-letters", args=[registrant.secret]) in page_of(client, registrant)
    assert "#art-5.6" in letters_page(registrant)
    assert write(registrant, "fact", FACT) == 302
    desk = the_desk(event)
    listed = desk.get(reverse("entries", args=[event.slug])).content.decode()
    assert "1 recado a responder" in listed
    assert FACT in entry_page(desk, event)
    assert FACT not in letters_page(partner)
    assert FACT not in page_of(client, partner)


def test_tm_5_6_the_organiser_lets_the_pair_stay_and_the_person_reads_it(client: Client) -> None:
    event, registrant, _partner = a_pair(client)
    write(registrant, "fact", FACT)
    desk, letter = the_desk(event), Letter.objects.get()
    assert answer(desk, event, letter, "granted") == 422
    assert answer(desk, event, letter, "noted", "Melhoras! Joga o suplente?") == 302
    page = letters_page(registrant)
    assert "lido pela organização" in page
    assert "Melhoras! Joga o suplente?" in page
    assert "recado a responder" not in desk.get(reverse("entries", args=[event.slug])).content.decode()


def test_tm_5_6_or_disqualifies_the_pair_for_it(client: Client) -> None:
    event, registrant, _partner = a_pair(client)
    write(registrant, "fact", FACT)
    desk, code = the_desk(event), the_code(event)
    assert review(desk, event, code, EntryAct.SELECT).status_code == 302
    fields = {"ground": Ground.REPORTED_FACT, "why": "O fato comunicado impede a dupla."}
    assert review(desk, event, code, EntryAct.DISQUALIFY, **fields).status_code == 302
    assert entry_of(event, code).state is EntryState.DISQUALIFIED
    assert write(registrant, "fact", "Outra coisa.") == 302
    assert Letter.objects.count() == 1


def test_a_letter_that_cannot_be_sent_is_answered_with_the_true_reason(client: Client) -> None:
    event, registrant, _partner = a_pair(client)
    path, letter = reverse("entrant-letters", args=[registrant.secret]), {"kind": "fact", "fact-text": FACT}
    Event.objects.filter(pk=event.pk).update(archived_at=timezone.now())
    page = client.post(path, letter, follow=True).content.decode()
    assert "O campeonato está arquivado" in page
    assert "A dupla está fora" not in page
    Event.objects.filter(pk=event.pk).update(archived_at=None)
    review(the_desk(event), event, the_code(event), EntryAct.DECLINE, why="Fora do prazo.")
    assert "A dupla está fora do evento" in client.post(path, letter, follow=True).content.decode()
    assert not Letter.objects.exists()


def test_tm_5_6_after_the_draw_the_letter_leads_to_where_the_pair_is_disqualified(client: Client) -> None:
    event, people = two_selected_pairs(client)
    desk = Desk(User.objects.filter(memberships__event=event).first(), event)
    desk.settle()
    desk.announce("knockout")
    desk.hold("knockout")
    write(people[0], "fact", FACT)
    codes = {one: entry.id for entry in desk.championship.entries.values() for one in entry.people}
    page = desk.client.get(reverse("entry", args=[event.slug, codes[people[0].code]])).content.decode()
    (match,) = desk.championship.fixtures
    told = page[page.index('id="recado-') :].partition("</article>")[0]
    path = reverse("match-desk", args=[event.slug, match])
    assert f'href="{path}"' in told
    assert "Fato comunicado" in desk.client.get(path).content.decode()
    assert "A dupla Bia e Cida já foi sorteada" in page


def test_a_letter_sent_twice_is_one_and_the_log_has_no_word_of_it(client: Client) -> None:
    _event, registrant, _partner = a_pair(client)
    for _time in range(2):
        write(registrant, "fact", FACT)
    assert Letter.objects.count() == 1
    logged = LogEntry.objects.filter(action="entries.letter_sent")
    assert [one.details for one in logged] == [{"entrant": registrant.number}]


def test_the_first_answer_stays(client: Client) -> None:
    event, registrant, _partner = a_pair(client)
    write(registrant, "promotion", "A camisa do Bar do Zé, na mesa.")
    desk, letter = the_desk(event), Letter.objects.get()
    assert answer(desk, event, letter, "granted") == 302
    assert answer(desk, event, letter, "granted") == 302
    assert answer(desk, event, letter, "refused", "Não.") == 409
    letter.refresh_from_db()
    assert letter.outcome == Outcome.GRANTED


def test_where_no_article_asks_for_letters_there_are_none(client: Client) -> None:
    registrant = enter(client, an_open_event(FARAES), {"name": "Bia"})
    assert reverse("entrant-letters", args=[registrant.secret]) not in page_of(client, registrant)
    write(registrant, "fact", FACT)
    assert not Letter.objects.exists()
    assert client.get(reverse("entrant-material", args=[registrant.secret])).status_code == 404


# --- leave to promote ---------------------------------------------------------------------------------------------


def test_tm_8_2_2_nothing_is_promoted_without_leave_which_is_asked_and_refused_with_a_reason(client: Client) -> None:
    event, registrant, _partner = a_pair(client)
    assert "#art-8.2.2" in letters_page(registrant)
    write(registrant, "promotion", "A camisa do Bar do Zé, na mesa.")
    desk, letter = the_desk(event), Letter.objects.get()
    assert answer(desk, event, letter, "refused") == 422
    assert answer(desk, event, letter, "refused", "O patrocinador é outro.") == 302
    page = letters_page(registrant)
    assert "negado" in page
    assert "O patrocinador é outro." in page


def test_only_who_reviews_entries_answers(client: Client) -> None:
    event, registrant, _partner = a_pair(client)
    write(registrant, "promotion", "A camisa do Bar do Zé, na mesa.")
    letter = Letter.objects.get()
    assert answer(Client(), event, letter, "granted") in (302, 403)
    letter.refresh_from_db()
    assert letter.outcome == Outcome.OPEN


# --- what is sent -------------------------------------------------------------------------------------------------


def chunk(name: bytes, body: bytes) -> bytes:
    return struct.pack(">I", len(body)) + name + body + struct.pack(">I", zlib.crc32(name + body))


PIXEL = zlib.compress(b"\0\xff\xff\xff")
PNG = (
    b"\x89PNG\r\n\x1a\n"
    + chunk(b"IHDR", struct.pack(">IIBBBBB", 1, 1, 8, 2, 0, 0, 0))
    + chunk(b"tEXt", b"Author\0Bia Ramos")
    + chunk(b"IDAT", PIXEL)
    + chunk(b"IEND", b"")
)
TIFF = b"II*\0\x08\0\0\0\x02\0" + struct.pack("<HHIHH", 0x0112, 3, 1, 6, 0) + struct.pack("<HHII", 0x8825, 4, 1, 99)
EXIF = b"Exif\0\0" + TIFF + b"\0\0\0\0" + b"-23.96,-46.33"
PART, END = b"\xff\xda\x00\x02a\xff\x00part\xff\xd3of it", b"\xff\xd9"
SCAN = b"\xff\xda\x00\x02picture" + END
JPEG = JPEG_HEAD + b"\xff\xe1" + struct.pack(">H", len(EXIF) + 2) + EXIF + b"\xff\xfe\x00\x08casa!!" + SCAN


def send(entrant: Entrant, **fields: object) -> int:
    path = reverse("entrant-material", args=[entrant.secret])
    return Client().post(path, {"video": "", "biography": "", "interview": "", **fields}).status_code


def test_tm_4_7_4_10_5_5_photo_video_biography_and_hours_for_interviews_reach_the_organiser(client: Client) -> None:
    event, registrant, _partner = a_pair(client)
    page = client.get(reverse("entrant-material", args=[registrant.secret])).content.decode()
    assert all(f"#art-{number}" in page for number in ("4.7", "4.10", "5.5"))
    told = {"video": "https://youtu.be/zap", "biography": "Aprendi com minha avó.", "interview": "Depois das seis."}
    assert send(registrant, photo=SimpleUploadedFile("eu.png", PNG), **told) == 302
    desk = the_desk(event)
    page = entry_page(desk, event)
    assert all(one in page for one in told.values())
    photo = desk.get(reverse("entry-photo", args=[event.slug, the_code(event), registrant.number]))
    assert photo["Content-Type"] == "image/png"
    assert b"Bia Ramos" not in photo.content
    assert photo.content == client.get(reverse("entrant-photo", args=[registrant.secret])).content


def test_tm_5_5_who_is_selected_says_how_to_reach_them_for_an_interview_also_after_the_event(client: Client) -> None:
    event, registrant, _partner = a_pair(client)
    desk, code = the_desk(event), the_code(event)
    assert review(desk, event, code, EntryAct.SELECT).status_code == 302
    told = client.get(reverse("entrant-material", args=[registrant.secret])).content.decode()
    assert "também depois do evento" in told
    Event.objects.filter(pk=event.pk).update(stage="finished")
    assert send(registrant, interview="Depois das seis.") == 302
    page = entry_page(desk, event)
    assert "Depois das seis." in page
    assert "#art-5.5" in page


def test_tm_4_10_nothing_is_sent_without_the_declarations(client: Client) -> None:
    event, registrant, _partner = a_pair(client)
    text = registrant.agreements.get(to="own_material")
    path = reverse("entrant-answer", args=[registrant.secret])
    assert send(registrant, biography="Aprendi com minha avó.") == 302
    client.post(path, {"to": "own_material", "hash": text.hash, "given": "no"})
    answered = client.post(reverse("entrant-material", args=[registrant.secret]), {"biography": "Outra."})
    assert answered.status_code == 409
    assert "#art-4.10" in answered.content.decode()
    assert "Aprendi com minha avó." not in entry_page(the_desk(event), event)


def test_tm_9_10_what_was_sent_is_removed_also_after_the_declarations_were_taken_back(client: Client) -> None:
    _event, registrant, _partner = a_pair(client)
    path = reverse("entrant-material", args=[registrant.secret])
    assert 'name="remove"' not in client.get(path).content.decode()
    send(registrant, biography="Aprendi com minha avó.", photo=SimpleUploadedFile("eu.png", PNG))
    text = registrant.agreements.get(to="material")
    answered = {"to": "material", "hash": text.hash, "given": "no"}
    client.post(reverse("entrant-answer", args=[registrant.secret]), answered)
    assert 'name="remove"' in client.get(path).content.decode()
    for _time in range(2):
        assert client.post(path, {"remove": "yes"}).status_code == 302
    assert not Material.objects.exists()
    assert LogEntry.objects.filter(action="entries.material_sent").count() == 2


def test_nothing_is_sent_into_an_archived_event_and_the_page_says_why(client: Client) -> None:
    event, registrant, _partner = a_pair(client)
    Event.objects.filter(pk=event.pk).update(archived_at=timezone.now())
    path = reverse("entrant-material", args=[registrant.secret])
    answered = client.post(path, {"biography": "Aprendi com minha avó."})
    assert answered.status_code == 409
    assert "está arquivado" in answered.content.decode()
    assert not Material.objects.exists()


def test_a_file_that_is_no_picture_is_refused(client: Client) -> None:
    _event, registrant, _partner = a_pair(client)
    assert send(registrant, photo=SimpleUploadedFile("eu.png", b"<svg onload=alert(1)>")) == 422
    assert send(registrant, video="javascript:alert(1)") == 422
    assert not Material.objects.exists()


def test_a_photo_leaves_behind_where_it_was_taken_and_keeps_which_side_is_up() -> None:
    photo = cleaned_photo(JPEG)
    assert photo.kind == "jpeg"
    assert b"-23.96" not in photo.content
    assert b"casa" not in photo.content
    assert photo.content.endswith(SCAN)
    assert struct.pack(">HHIH", 0x0112, 3, 1, 6) in photo.content
    assert cleaned_photo(photo.content) == photo


def segment(kind: int, body: bytes) -> bytes:
    return bytes((0xFF, kind)) + struct.pack(">H", len(body) + 2) + body


WHERE = b"-23.96,-46.33"


@pytest.mark.parametrize(
    "telling",
    [
        pytest.param(PART + END + b"\0\0ftypmp42" + WHERE + END, id="a film after the picture"),
        pytest.param(PART + END + JPEG_HEAD + segment(0xE1, EXIF) + SCAN, id="a second picture with its own remarks"),
        pytest.param(PART + segment(0xE1, EXIF) + segment(0xFE, WHERE) + SCAN, id="remarks between the scans"),
        pytest.param(segment(0xE2, b"MPF\0" + WHERE) + SCAN, id="the list of more pictures"),
        pytest.param(segment(0xE0, b"JFXX\0" + WHERE) + SCAN, id="a small picture apart"),
        pytest.param(segment(0xE0, b"JFIF\0\1\2\1\0\x48\0\x48\1\1" + WHERE) + SCAN, id="a small picture in the head"),
    ],
)
def test_nothing_that_goes_with_a_photo_tells_where_it_was_taken(telling: bytes) -> None:
    photo = cleaned_photo(JPEG_HEAD + telling)
    assert WHERE not in photo.content
    assert photo.content.endswith(END)
    assert cleaned_photo(photo.content) == photo


def test_a_photo_in_several_scans_stays_whole() -> None:
    profile = segment(0xE2, b"ICC_PROFILE\0\1\1sRGB")
    whole = JPEG_HEAD + profile + PART + segment(0xC4, b"table") + PART + END
    assert cleaned_photo(whole).content == whole


@pytest.mark.parametrize("broken", [b"", PNG[:40], JPEG[:30], JPEG_HEAD, b"GIF89a", JPEG_HEAD + b"\xff\xda\x00\x02"])
def test_half_a_picture_is_none(broken: bytes) -> None:
    with pytest.raises(NoPhoto):
        cleaned_photo(broken)


# --- whose it is --------------------------------------------------------------------------------------------------


def test_tm_9_10_what_was_written_and_sent_is_shown_exported_and_erased(client: Client) -> None:
    _event, registrant, _partner = a_pair(client)
    write(registrant, "fact", FACT)
    send(registrant, biography="Aprendi com minha avó.", photo=SimpleUploadedFile("eu.png", PNG))
    kept = str(document_of(of_entrant(registrant), timezone.now()))
    assert FACT in kept
    assert "Aprendi com minha avó." in kept
    erase_entrant(registrant)
    assert not Letter.objects.exists()
    assert not Material.objects.exists()


def test_a_link_that_is_passed_on_shows_nothing_of_it(client: Client) -> None:
    event = an_open_event("truco-masters-2025")
    enter(client, event)
    partner = Entrant.objects.exclude(name="Bia Ramos").get()
    for route in ("entrant-letters", "entrant-material", "entrant-photo"):
        answered = client.get(reverse(route, args=[partner.secret]))
        assert answered["Location"] == own_path(partner)
    assert User.objects.count() == 1
