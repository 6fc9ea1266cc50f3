"""What pages show live. A topic is a kind and a name, ``evento/copa-do-bairro``; its renderer says how it stands now.

Code that changes something calls ``changed`` in the same transaction, and every page that shows it gets the new HTML:
rendered once a language, however many look.
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
Parts = Callable[[str], Container[str]]

RENDERERS: dict[str, Renderer] = {}
FOLLOWERS: dict[str, list[str]] = defaultdict(list)
"""The kinds that change whenever another does."""
PARTS: dict[str, Parts] = {}
"""Of kinds that tell of a part of something: which parts there are, by what it is called."""
LANGUAGES = tuple(code for code, _ in settings.LANGUAGES)

_pushing = Lock()


def topic(kind: str, *, follows: str | None = None, parts: Parts | None = None) -> Callable[[Renderer], Renderer]:
    """Declares how topics of the kind are rendered: the function gets the name and renders in the language in force.
    What ``follows`` another kind is told anew whenever that one changed. With ``parts`` a name goes on after a slash,
    ``copa-do-bairro/knockout``, and there is no topic of any other part."""

    def register(renderer: Renderer) -> Renderer:
        RENDERERS[kind] = renderer
        if parts is not None:
            PARTS[kind] = parts
        if follows is not None and kind not in FOLLOWERS[follows]:
            FOLLOWERS[follows].append(kind)
        return renderer

    return register


def exists(kind: str, name: str) -> bool:
    """Whether what the name says has the part that it says; what it says first must be there."""
    whole, _, part = name.partition("/")
    return kind not in PARTS or part in PARTS[kind](whole)


def render(kind: str, name: str, language: str) -> str:
    with override(language):
        return RENDERERS[kind](name)


def channel(kind: str, name: str, language: str) -> str:
    """The topic's name on the bus."""
    return f"{kind}/{name}/{language}"


def changed(kind: str, name: str) -> None:
    """Tells the pages that show it, once the transaction is committed."""
    transaction.on_commit(partial(push, kind, name))


def push(kind: str, name: str) -> None:
    """Forgets the pages that are kept, and tells those who listen.

    One at a time: whoever renders last has seen every change before, so nothing older is ever told after it.
    """
    forget(name)
    with _pushing:
        for one in (kind, *FOLLOWERS.get(kind, ())):
            heard = [(part, language) for language in LANGUAGES for part in _heard(one, name, language)]
            there = PARTS[one](name) if heard and one in PARTS else None
            for part, language in heard:
                is_there = there is None or part.partition("/")[2] in there
                bus.publish(channel(one, part, language), render(one, part, language) if is_there else "")


def _heard(kind: str, name: str, language: str) -> list[str]:
    """The name itself and its parts, ``copa-do-bairro/knockout``, as far as anybody listens to them."""
    start, end = f"{kind}/", f"/{language}"
    named = (topic for topic in bus.topics() if topic.startswith(f"{start}{name}/") and topic.endswith(end))
    return [topic[len(start) : -len(end)] for topic in named]
