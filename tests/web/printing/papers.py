"""Printed papers as a reader has them: their text, their pages, and what a phone reads on them."""

import io
from collections.abc import Mapping
from typing import Any

import zxingcpp
from django.http import HttpRequest
from django.test import RequestFactory
from PIL import Image
from pypdf import PdfReader

from carteado.web.events.models import Event
from carteado.web.kit.sending.typesetting import Paper, pdf_of, pictures_of
from carteado.web.printing.offers import OFFERS
from carteado.web.watch.visible_event import visible_to_team

SITE = "https://localhost"
GOOD_PRINTER = 144.0


def offered(event: Event, name: str, **query: str) -> Paper | None:
    """As the team gets it."""
    event.refresh_from_db()
    [offer] = [offers[name] for offers in OFFERS.values() if name in offers]
    return offer.make(visible_to_team(event), request_with(query))


def paper_of(event: Event, name: str, **query: str) -> Paper:
    paper = offered(event, name, **query)
    assert paper is not None
    return paper


def request_with(query: Mapping[str, str]) -> HttpRequest:
    return RequestFactory().get("/", dict(query), secure=True, SERVER_NAME="localhost")


def read(pdf: bytes) -> PdfReader:
    return PdfReader(io.BytesIO(pdf))


def pages_of(paper: Paper) -> list[str]:
    """The text of each page, in words that one blank parts."""
    return pages_in(pdf_of(paper))


def pages_in(pdf: bytes) -> list[str]:
    return [plain(page.extract_text()) for page in read(pdf).pages]


def text_of(paper: Paper) -> str:
    return " ".join(pages_of(paper))


def plain(text: str) -> str:
    return " ".join(text.replace("\u200b", "").split())


def codes_on(paper: Paper) -> list[list[str]]:
    """What a phone reads, page by page."""
    return [codes_in(picture) for picture in pictures_of(paper, paper.values, ppi=GOOD_PRINTER)]


def codes_in(picture: bytes) -> list[str]:
    image: Any = Image.open(io.BytesIO(picture)).convert("L")
    return [code.text for code in zxingcpp.read_barcodes(image)]
