"""Every place beside the championship: what it shows that is not so, and what it leaves out although it must not."""

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from enum import StrEnum
from typing import NamedTuple

from django.utils import timezone
from django.utils.translation import override

from carteado.web.events.delays import behind_delays
from carteado.web.events.models import Event
from carteado.web.events.store import championship_of, names_of
from carteado.web.sumula.running_scores import scores_for_team, scores_of
from carteado.web.watch.visible_event import visible_to_everybody
from tests.web.journeys.facts import Facts, Known, Subject
from tests.web.journeys.readers.reading import Visitor

Reader = Callable[[Visitor], Facts]
Must = Callable[[Known], set[Subject]]


def nothing(_known: Known) -> set[Subject]:
    return set()


class Audience(StrEnum):
    """Who reads a place, and so what it may say."""

    EVERYBODY = "everybody"
    """Nothing of an embargo, and everything late under a delay."""
    PROGRAMME = "programme"
    """Who records the event: late under a delay, and whatever an embargo withholds."""
    TEAM = "team"
    """Everything at once. A player reads their own matches so."""


@dataclass(frozen=True)
class Place:
    """Somewhere that says something of the event. ``must`` are the subjects that it may not leave out.

    ``is_slow`` if it is many pages.
    """

    name: str
    read: Reader
    must: Must = nothing
    audience: Audience = Audience.EVERYBODY
    is_slow: bool = False


class Disagreement(NamedTuple):
    """One fact that a place shows, and what the championship says. ``shown`` is None if the place leaves it out."""

    place: str
    subject: Subject
    fact: str
    shown: str | None
    expected: str | None

    def __str__(self) -> str:
        about = f"{self.place}: {self.subject.kind} {self.subject.name}".strip()
        if self.shown is None:
            return f"{about} is not there"
        if self.expected is None:
            return f"{about} is there, and the championship does not know it ({self.shown})"
        return f"{about}: {self.fact} is {self.shown!r}, should be {self.expected!r}"


def known_to_everybody(event: Event, language: str) -> Known:
    with override(language):
        visible = visible_to_everybody(event)
        return Known(visible.championship, visible.names, scores_of(event), language)


def known_to_programme(event: Event, language: str) -> Known:
    if not event.is_embargoed:
        return known_to_everybody(event, language)
    with override(language):
        championship = behind_delays(event, championship_of(event), timezone.now())
        return Known(championship, names_of(event), scores_for_team(event), language)


def known_to_team(event: Event, language: str) -> Known:
    with override(language):
        return Known(championship_of(event), names_of(event), scores_for_team(event), language)


KNOWN: Mapping[Audience, Callable[[Event, str], Known]] = {
    Audience.EVERYBODY: known_to_everybody,
    Audience.PROGRAMME: known_to_programme,
    Audience.TEAM: known_to_team,
}


def disagreements(place: Place, visitor: Visitor, known: Known) -> Iterator[Disagreement]:
    with override(visitor.language):
        shown = place.read(visitor)
    for subject, facts in shown.items():
        expected = known.facts.get(subject)
        if expected is None:
            if not known.is_ambiguous(subject):
                yield Disagreement(place.name, subject, "", str(facts), None)
            continue
        for fact, value in facts.items():
            if value != expected.get(fact, value if fact == "title" else None):
                yield Disagreement(place.name, subject, fact, value, expected.get(fact, "unknown"))
    for subject in sorted(place.must(known) - shown.keys()):
        yield Disagreement(place.name, subject, "", None, "")
