"""The form of a súmula as phones receive it: what can be written, in words, and what it counts. A form is built once
for all phones and cached in memory."""

import hashlib
import json
from collections import OrderedDict
from typing import Any, NamedTuple

from carteado.regulation import catalogue
from carteado.sumula import Terms, form_of

MOST_CACHED = 128
_LANGUAGE_OF_VERSION = "pt"
"""A phone compares versions to learn that its rules changed, so all phones get the version of one language."""
_cache: "OrderedDict[tuple[object, ...], Form]" = OrderedDict()


class Form(NamedTuple):
    """A form with a hash of its content, which changes with any part of it."""

    content: dict[str, Any]
    version: str


def form_for(terms: Terms, language: str) -> Form:
    """The form for matches with these terms. The oldest ones leave the cache when it is full."""
    regulation = terms.regulation
    key = (regulation.id, repr(regulation.overrides), terms.phase, terms.best_of, language)
    form = _cache.get(key)
    if form is None:
        form = _cache[key] = _new_form(terms, language)
        while len(_cache) > MOST_CACHED:
            _cache.popitem(last=False)
    return form


def version_of(terms: Terms) -> str:
    """The version of the form in one language, which stands for the form in every language."""
    return form_for(terms, _LANGUAGE_OF_VERSION).version


def _new_form(terms: Terms, language: str) -> Form:
    content = form_of(terms, catalogue(language))
    text = json.dumps(content, sort_keys=True, ensure_ascii=False)
    return Form(content, hashlib.sha256(text.encode()).hexdigest()[:16])
