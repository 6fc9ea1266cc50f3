"""Live parts of pages. A topic is a kind and a name, ``evento/copa-do-bairro``; its renderer produces the current HTML.

The name is the slug of an event. For a kind with parts, that of the part follows it: ``copa-do-bairro/knockout``.

Code that changes something calls ``changed`` in the same transaction. Every page that shows it then gets the new HTML,
rendered once for each language, however many pages are open.
"""

from collections import defaultdict
from collections.abc import Callable, Container
from functools import partial
from threading import Lock

from django.conf import settings
from django.db import transaction
from django.utils.translation import override

from carteado.web.kit.push.bus import bus
from carteado.web.kit.push.public_page_cache import forget

Renderer = Callable[[str], str]
"""From the name of a topic to its HTML."""
Parts = Callable[[str], Container[str]]

RENDERERS: dict[str, Renderer] = {}
FOLLOWERS: dict[str, list[str]] = defaultdict(list)
"""By kind: the other kinds that are rendered again whenever it changes."""
PARTS: dict[str, Parts] = {}
"""For kinds that are shown in parts: a function from the event's slug to the parts that exist."""
LANGUAGES = tuple(code for code, _ in settings.LANGUAGES)

_pushing = Lock()


def topic(kind: str, *, follows: str | None = None, parts: Parts | None = None) -> Callable[[Renderer], Renderer]:
    """Declare the renderer of a kind. It gets the name, and renders in the active language.

    A kind that ``follows`` another is rendered again whenever that one changes. A kind with ``parts`` has the parts
    that this function gives, and no others.
    """

    def register(renderer: Renderer) -> Renderer:
        RENDERERS[kind] = renderer
        if parts is not None:
            PARTS[kind] = parts
        if follows is not None and kind not in FOLLOWERS[follows]:
            FOLLOWERS[follows].append(kind)
        return renderer

    return register


def exists(kind: str, name: str) -> bool:
    """True if the part in the name exists, or the kind has no parts. The caller has checked that the event exists."""
    whole, _, part = name.partition("/")
    return kind not in PARTS or part in PARTS[kind](whole)


def render(kind: str, name: str, language: str) -> str:
    with override(language):
        return RENDERERS[kind](name)


def channel(kind: str, name: str, language: str) -> str:
    """Name of the topic on the bus."""
    return f"{kind}/{name}/{language}"


def changed(kind: str, name: str) -> None:
    """Update the pages that show the topic, once the transaction is committed."""
    transaction.on_commit(partial(push, kind, name))


def push(kind: str, name: str) -> None:
    """Discard cached pages of the event, and send the new state to the listeners of the topic, of its parts and of the
    kinds that follow it. ``name`` is the event's slug. A part that no longer exists is sent as an empty text. Without
    ``changed``, it is called when time alone changes what the public sees: an embargo or a delay has ended.

    One at a time: the last one to render has seen all earlier changes, so no older state is sent after a newer one.
    """
    forget(name)
    with _pushing:
        for one in (kind, *FOLLOWERS.get(kind, ())):
            followed = [(part, language) for language in LANGUAGES for part in _followed_names(one, name, language)]
            existing_parts = PARTS[one](name) if followed and one in PARTS else None
            for part, language in followed:
                is_there = existing_parts is None or part.partition("/")[2] in existing_parts
                bus.publish(channel(one, part, language), render(one, part, language) if is_there else "")


def _followed_names(kind: str, name: str, language: str) -> list[str]:
    """The name and its parts, ``copa-do-bairro/knockout``, as far as they have listeners."""
    start, end = f"{kind}/", f"/{language}"
    named = (topic for topic in bus.topics() if topic.startswith(f"{start}{name}/") and topic.endswith(end))
    return [topic[len(start) : -len(end)] for topic in named]
