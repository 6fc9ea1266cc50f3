"""The form of a súmula as phones receive it. Built once for all phones and cached in memory."""

import hashlib
import json
from collections import OrderedDict
from typing import Any, NamedTuple

from carteado.regulation import catalogue
from carteado.sumula import Terms, form_of

MOST_KEPT = 128
_LANGUAGE_OF_VERSION = "pt"
_kept: "OrderedDict[tuple[object, ...], Form]" = OrderedDict()


class Form(NamedTuple):
    """A form with a hash of its content, which changes with any part of it."""

    content: dict[str, Any]
    version: str


def form_for(terms: Terms, language: str) -> Form:
    regulation = terms.regulation
    key = (regulation.id, repr(regulation.overrides), terms.phase, terms.best_of, language)
    kept = _kept.get(key)
    if kept is None:
        kept = _kept[key] = _made(terms, language)
        while len(_kept) > MOST_KEPT:
            _kept.popitem(last=False)
    return kept


def version_of(terms: Terms) -> str:
    """The form's version, which is the same in every language."""
    return form_for(terms, _LANGUAGE_OF_VERSION).version


def _made(terms: Terms, language: str) -> Form:
    content = form_of(terms, catalogue(language))
    text = json.dumps(content, sort_keys=True, ensure_ascii=False)
    return Form(content, hashlib.sha256(text.encode()).hexdigest()[:16])
