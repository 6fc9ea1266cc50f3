"""Typesets papers: a form of ours filled with plain values. Names are printed as they are and never run as code."""

import io
import json
import re
import unicodedata
from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cache, lru_cache
from importlib import resources
from pathlib import Path
from typing import Any, cast

import segno
import typst
from django.conf import settings
from django.utils.translation import get_language

PREVIEW_PPI = 60.0
BLACK, WHITE = "#000000", "#ffffff"
_VARIABLE = re.compile(r"var\(--[\w-]+,\s*(#\w+)\)")
"""A CSS variable in an icon, with the colour that stands for it where there is no style sheet."""
_FOREIGN = re.compile("[^\0-\u017e\u200b\u2013\u2014\u2018-\u201e\u2022\u2026\u20ac\u2122\u2212]")
"""Letters that the site's own fonts may lack. They cover the languages of Europe."""


@dataclass(frozen=True, kw_only=True)
class Paper:
    """A paper to be typeset.

    ``form`` names the typst file, which ``values`` fill. ``name`` is the file name of the PDF, without its ending. For
    a picture of the first page, ``first`` replaces some of the values: of many pages that are alike it has only one.
    """

    form: str
    name: str
    title: str
    values: Mapping[str, Any]
    first: Mapping[str, Any] = field(default_factory=dict)


def pdf_of(paper: Paper) -> bytes:
    return _compiled_pdf(paper.form, _json_of(paper, paper.values))


def picture_of(paper: Paper) -> bytes:
    """A small picture of the first page, as PNG."""
    return pictures_of(paper, {**paper.values, **paper.first}, ppi=PREVIEW_PPI)[0]


def pictures_of(paper: Paper, values: Mapping[str, Any], *, ppi: float) -> tuple[bytes, ...]:
    """A picture of each page, as PNG. ``values`` fill the form in place of the paper's own."""
    return _compiled_pictures(paper.form, _json_of(paper, values), ppi)


def qr(address: str) -> str:
    """A QR code as an SVG drawing. Without a margin: the paper around it is the margin that cameras need."""
    drawing = io.BytesIO()
    code = segno.make(address, error="m", micro=False)
    code.save(drawing, kind="svg", border=0, dark=BLACK, xmldecl=False, omitsize=True, svgclass=None, lineclass=None)
    return drawing.getvalue().decode()


def _json_of(paper: Paper, values: Mapping[str, Any]) -> str:
    language, _, region = (get_language() or "pt-br").partition("-")
    head = {"title": paper.title, "lang": language, "region": region.upper() or None}
    return unicodedata.normalize("NFC", json.dumps({**head, **values}, ensure_ascii=False, default=str))


@lru_cache(maxsize=48)
def _compiled_pdf(form: str, values: str) -> bytes:
    """The PDF, cached. It is fit for archives (PDF/A) and screen readers (PDF/UA)."""
    source, letters, inputs = _source(form), _fonts_for(values), {"values": values, **_signs()}
    try:
        return typst.compile(
            source, font_paths=letters, format="pdf", pdf_standards=["a-2a", "ua-1"], sys_inputs=inputs
        )
    except typst.TypstError as error:
        if "could not be displayed" not in str(error):
            raise
        # No font here has a letter of this text. The standards forbid an empty box, but people still want the paper.
        return typst.compile(source, font_paths=letters, format="pdf", sys_inputs=inputs)


@lru_cache(maxsize=48)
def _compiled_pictures(form: str, values: str, ppi: float) -> tuple[bytes, ...]:
    inputs = {"values": values, **_signs()}
    # The binding returns a list for several pages, which its types do not declare.
    pages: object = typst.compile(
        _source(form), font_paths=_fonts_for(values), format="png", ppi=ppi, sys_inputs=inputs
    )
    return tuple(pages) if isinstance(pages, list) else (cast(bytes, pages),)


def _fonts_for(values: str) -> typst.Fonts:
    return fonts(machine=bool(_FOREIGN.search(values)))


@cache
def _source(form: str) -> bytes:
    """The source of the form, after what all forms share."""
    folder = resources.files("carteado.web.kit.sending") / "sheets"
    return b"\n".join((folder / f"{name}.typ").read_bytes() for name in ("common", form))


@cache
def fonts(*, machine: bool = False) -> typst.Fonts:
    """The site's own fonts, and those of the machine only for letters that they lack."""
    return typst.Fonts(include_system_fonts=machine, include_embedded_fonts=False, font_paths=[_static() / "fonts"])


@cache
def _signs() -> dict[str, str]:
    """The signs of the two pairs in black ink: black rays for the sun, a black moon. Forms use them by name."""
    sol = sign("sol", {'<path fill="var(--sol, #F2B90F)"': f'<path fill="{BLACK}"', "#F2B90F": WHITE, "#211A16": BLACK})
    lua = sign("lua", {"#211A16": WHITE, "#A9CCF5": BLACK})
    return {"sol": sol, "lua": lua}


def sign(name: str, inks: Mapping[str, str]) -> str:
    """The sign of a pair, Sol or Lua, from the site's icons. ``inks`` maps colours, or pieces of the drawing, to what
    replaces them."""
    sprite = (_static() / "icons.svg").read_text("utf-8")
    found = re.search(rf'<symbol id="{name}" viewBox="([^"]+)">(.*?)</symbol>', sprite, re.DOTALL)
    assert found is not None
    box, drawing = found.groups()
    for ink, instead in inks.items():
        drawing = drawing.replace(ink, instead)
    coloured = _VARIABLE.sub(r"\1", drawing)
    return f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="{box}">{coloured}</svg>'


def _static() -> Path:
    return Path(settings.STATICFILES_DIRS[0])
