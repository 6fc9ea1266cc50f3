"""The score sheet app as a browser gets it: one small page for all its addresses, the service worker, the manifest and
the icons."""

import hashlib
import json
import re
from collections.abc import Callable
from functools import cache
from importlib import resources
from pathlib import Path
from posixpath import dirname, join, normpath
from typing import Any

import typst
from django.conf import settings
from django.contrib.staticfiles import finders
from django.http import Http404, HttpResponse, JsonResponse
from django.template.loader import render_to_string
from django.templatetags.static import static
from django.urls import reverse
from django.utils.translation import get_language, override
from django.utils.translation import gettext as _
from django.views.decorators.cache import cache_control
from django.views.decorators.http import require_safe

from carteado.regulation import available, load
from carteado.web.kit.guarding.policy import Action, Target
from carteado.web.kit.words.catalogue import title_of
from carteado.web.pages.access import SiteRequest, needs
from carteado.web.pages.page_frame import trust_page
from carteado.web.regulations.games import game_of

SCRIPT, STYLES, WORKER, MARK = "sumula.js", "sumula.css", "sumula-worker.js", "favicon.svg"
"""Static files of the app. ``MARK`` is the drawing from which its icons are made."""
LANGUAGES = tuple(code for code, _name in settings.LANGUAGES)
PAPER = "#F6EEDD"
ICONS = {"192": (192, 1.0), "512": (512, 1.0), "180": (180, 0.9), "mascara": (512, 0.78)}
"""By the name in their address: the size in pixels, and the part of it that the drawing fills. ``mascara`` is for
phones that cut icons to a shape of their own, ``180`` for those of Apple. In these two the drawing has no border."""
POINTS = 512
"""Size of the page of ``icon.typ`` in points, of which an inch has 72."""
_EDGE = ' stroke="#211A16" stroke-width="3"'
"""The border, as it stands in the drawing."""
_VARIABLE = re.compile(r"var\(--[\w-]+,\s*(#\w+)\)")
"""A colour with a CSS variable, which Typst cannot read, and the colour to use instead."""
_ADDRESS = re.compile(r"""url\(\s*["']?([^"')]+)["']?\s*\)""")
PERMISSIONS = "camera=(self), geolocation=(), microphone=(), payment=(), usb=()"
"""The camera is allowed because a phone takes over a sheet by scanning a code on another."""


@needs(Action.READ, Target.SITE)
@require_safe
@cache_control(no_cache=True)
def shell(_request: SiteRequest, **_address: str) -> HttpResponse:
    """The same page for every address and visitor. The app in it loads the sheet from the site or from its own
    store."""
    return HttpResponse(_page(), headers={"Permissions-Policy": PERMISSIONS})


def _page() -> str:
    """The HTML of the app. ``trust_page`` is where a phone learns to trust a site that runs in the hall, else ""."""
    context = {"regulations": json.dumps(_regulations(), ensure_ascii=False), "trust_page": trust_page()}
    return render_to_string("sumula/shell.html", context)


def _regulations() -> list[dict[str, str]]:
    regulations = [load(name) for name in available()]
    return [{"id": one.id, "title": title_of(one), "game": str(game_of(one).label)} for one in regulations]


# --- name and icons ---------------------------------------------------------------------------------------------------


@needs(Action.READ, Target.SITE)
@require_safe
@cache_control(no_cache=True)
def manifest(_request: SiteRequest) -> HttpResponse:
    start = reverse("sumula")
    document = {
        "id": start,
        "name": _("Carteado: score sheet"),
        "short_name": _("Score sheet"),
        "description": _("Keeps the score of truco, tranca and canastra beside the table, also without a network."),
        "lang": get_language(),
        "start_url": start,
        "scope": start,
        "display": "standalone",
        "background_color": PAPER,
        "theme_color": PAPER,
        "icons": [
            {"src": static(MARK), "sizes": "any", "type": "image/svg+xml"},
            *(_icon(name) for name in ("192", "512")),
            {**_icon("mascara"), "purpose": "maskable"},
        ],
    }
    return JsonResponse(document, content_type="application/manifest+json")


def _icon(name: str) -> dict[str, str]:
    pixels, _room = ICONS[name]
    return {"src": reverse("sumula-icon", args=[name]), "sizes": f"{pixels}x{pixels}", "type": "image/png"}


@needs(Action.READ, Target.SITE)
@require_safe
@cache_control(public=True, max_age=24 * 3600)
def icon(_request: SiteRequest, name: str) -> HttpResponse:
    if name not in ICONS:
        raise Http404
    return HttpResponse(_drawn(*ICONS[name]), content_type="image/png")


@cache
def _drawn(pixels: int, room: float) -> bytes:
    """An icon as PNG, of which the drawing fills the part ``room``."""
    mark = _VARIABLE.sub(r"\1", Path(settings.STATICFILES_DIRS[0], MARK).read_text("utf-8"))
    mark = mark if room == 1 else mark.replace(_EDGE, "")
    sheet = (resources.files("carteado.web.sumula") / "icon.typ").read_bytes()
    return typst.compile(sheet, format="png", ppi=72.0 * pixels / POINTS, sys_inputs={"mark": mark, "room": str(room)})


# --- without a network ------------------------------------------------------------------------------------------------


@needs(Action.READ, Target.SITE)
@require_safe
@cache_control(no_cache=True)
def worker(_request: SiteRequest) -> HttpResponse:
    """The service worker, after a line that lists the files it keeps. A changed list makes a new worker.

    It may serve all of the site's addresses, because the app also has addresses with a language before ``/sumula/``.
    """
    files = json.dumps(_offline_files(), ensure_ascii=False)
    code = _file_text(WORKER)
    headers = {"Service-Worker-Allowed": "/"}
    return HttpResponse(f"self.SUMULA = {files};\n{code}", content_type="text/javascript", headers=headers)


def _offline_files() -> dict[str, Any]:
    """The addresses that the worker keeps: files, pages of the app (``shells``) and forms, each in every language.
    ``version`` changes with the text of any file or page."""
    files = [static(SCRIPT), static(STYLES), static(MARK), *_files_loaded_by(STYLES)]
    texts = [*files, *map(_file_text, (SCRIPT, STYLES, WORKER)), *_in_every_language(_page)]
    return {
        "version": hashlib.sha256("\n".join(texts).encode()).hexdigest()[:16],
        "files": list(dict.fromkeys(files)),
        "shells": _in_every_language(reverse, "sumula"),
        "forms": [one for name in available() for one in _in_every_language(reverse, "sumula-form", None, [name])],
    }


def _in_every_language(text_in_language: Callable[..., str], *arguments: object) -> list[str]:
    """What the function returns, once in each language of the site."""
    texts = []
    for language in LANGUAGES:
        with override(language):
            texts.append(text_in_language(*arguments))
    return texts


def _files_loaded_by(styles: str) -> list[str]:
    """The addresses of fonts and drawings that a style sheet loads."""
    place = dirname(static(styles))
    inner = (one for one in _ADDRESS.findall(_file_text(styles)) if not one.startswith(("data:", "#")))
    return [normpath(join(place, one.partition("#")[0])) for one in inner]


def _file_text(name: str) -> str:
    """The text of a file as the browser gets it: the collected one with a hashed name, or else the source file."""
    collected = Path(str(settings.STATIC_ROOT), static(name).removeprefix(settings.STATIC_URL or ""))
    file = collected if collected.is_file() else finders.find(name)
    return Path(str(file)).read_text("utf-8") if file else ""
