"""What pages show live. A topic is a kind and a name, ``evento/copa-do-bairro``; its renderer says how it stands now.

Code that changes something calls ``changed`` in the same transaction, and every page that shows it gets the new HTML:
rendered once a language, however many look.
"""

from collections.abc import Callable
from functools import partial
from threading import Lock

from django.conf import settings
from django.db import transaction
from django.utils.translation import override

from carteado.web.bus import bus

Renderer = Callable[[str], str]

RENDERERS: dict[str, Renderer] = {}
LANGUAGES = tuple(code for code, _ in settings.LANGUAGES)

_pushing = Lock()


def topic(kind: str) -> Callable[[Renderer], Renderer]:
    """Declares how topics of the kind are rendered: the function gets the name and renders in the language in force."""

    def register(renderer: Renderer) -> Renderer:
        RENDERERS[kind] = renderer
        return renderer

    return register


def render(kind: str, name: str, language: str) -> str:
    with override(language):
        return RENDERERS[kind](name)


def channel(kind: str, name: str, language: str) -> str:
    """The topic's name on the bus."""
    return f"{kind}/{name}/{language}"


def changed(kind: str, name: str) -> None:
    """Tells the pages that show it, once the transaction is committed."""
    transaction.on_commit(partial(_push, kind, name))


def _push(kind: str, name: str) -> None:
    """One at a time: whoever renders last has seen every change before, so nothing older is ever told after it."""
    with _pushing:
        for language in LANGUAGES:
            address = channel(kind, name, language)
            if bus.listeners(address):
                bus.publish(address, render(kind, name, language))
