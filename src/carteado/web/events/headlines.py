"""The one thing that a list tells of an event that was drawn: who won it, or what is being played.

``Event.headline`` keeps a code and not a sentence, because pages are read in two languages and a pair's name may be
erased: ``champion d07`` leads to the pair of that code, ``phase quarter-final`` to the catalogue's word.
"""

from enum import StrEnum
from typing import NamedTuple

from carteado.tournament.championship import Championship
from carteado.tournament.stages import THIRD_PLACE
from carteado.web.events.formats import phase_word


class About(StrEnum):
    CHAMPION = "champion"
    PHASE = "phase"


class Headline(NamedTuple):
    """``value`` is the code of a pair, or the name of a phase."""

    about: About
    value: str


def headline_of(championship: Championship) -> Headline | None:
    """The champion of an event that is over; else the phase of the first match to be decided, which is never the one
    for third place while the final waits too."""
    if champion := championship.bracket.champion:
        return Headline(About.CHAMPION, champion)
    if not championship.places:
        return None
    left = (one for one in championship.fixtures.values() if championship.bracket.ended(one.id) is None)
    first = next((one for one in left if one.phase != THIRD_PLACE), None)
    return first and Headline(About.PHASE, phase_word(championship.plan.stage(first.stage), first.phase))


def write_headline(headline: Headline | None) -> str:
    """As the column keeps it."""
    return "" if headline is None else f"{headline.about} {headline.value}"


def read_headline(text: str) -> Headline | None:
    about, _, value = text.partition(" ")
    return Headline(About(about), value) if value else None
