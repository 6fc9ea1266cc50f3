"""The one fact that lists show of an event once its pairs are drawn: the champion, or the phase now played.

``Event.headline`` stores a code and not a sentence, because pages exist in two languages and a pair's name may be
erased: ``champion d07`` names the pair with that code, ``phase quarter-final`` a word of the catalogue.
"""

from enum import StrEnum
from typing import NamedTuple

from carteado.tournament.formats.stages import THIRD_PLACE
from carteado.tournament.state.championship import Championship
from carteado.tournament.state.numbering import phase_word


class About(StrEnum):
    CHAMPION = "champion"
    PHASE = "phase"


class Headline(NamedTuple):
    """A headline. ``value`` is the code of a pair, or the name of a phase."""

    about: About
    value: str


def headline_of(championship: Championship) -> Headline | None:
    """The champion of a finished event, otherwise the phase of the first undecided match of the plan. The match for
    third place does not count. None before the draw, and if nothing is left to play without a champion."""
    if champion := championship.bracket.champion:
        return Headline(About.CHAMPION, champion)
    if not championship.places:
        return None
    left = (one for one in championship.fixtures.values() if championship.bracket.ended(one.id) is None)
    first = next((one for one in left if one.phase != THIRD_PLACE), None)
    return first and Headline(About.PHASE, phase_word(championship.plan.stage(first.stage), first.phase))


def write_headline(headline: Headline | None) -> str:
    """The headline in the format of the column; empty without one."""
    return "" if headline is None else f"{headline.about} {headline.value}"


def read_headline(text: str) -> Headline | None:
    about, _, value = text.partition(" ")
    return Headline(About(about), value) if value else None
