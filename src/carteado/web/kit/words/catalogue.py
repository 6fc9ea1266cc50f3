"""The sentences of rules and refusals, in the language of the page."""

from django.utils.translation import get_language

from carteado.regulation import Catalogue, Regulation, catalogue


def language() -> str:
    """The page's language as the regulations name it: ``pt`` or ``en``."""
    return (get_language() or "pt").partition("-")[0]


def words() -> Catalogue:
    """The sentences in the page's language."""
    return catalogue(language())


def title_of(regulation: Regulation) -> str:
    return regulation.title[language()]
