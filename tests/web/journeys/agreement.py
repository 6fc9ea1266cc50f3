"""Every place beside the championship: what it shows that is not so, and what it leaves out although it must not."""

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import NamedTuple

from django.utils.translation import override

from carteado.web.events.models import Event
from carteado.web.events.store import championship_of, names_of
from carteado.web.sumula.running_scores import scores_for_team, scores_of
from carteado.web.watch.visible_event import visible_to_everybody
from tests.web.journeys.facts import Facts, Known, Subject
from tests.web.journeys.reading import Visitor

Reader = Callable[[Visitor], Facts]
Must = Callable[[Known], set[Subject]]


def nothing(_known: Known) -> set[Subject]:
    return set()


@dataclass(frozen=True)
class Place:
    """Somewhere that says something of the event. ``must`` are the subjects that it may not leave out.

    ``is_slow`` if it is many pages.
    """

    name: str
    read: Reader
    must: Must = nothing
    is_for_team: bool = False
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
    """What everybody may know: nothing under an embargo, everything late under a delay."""
    with override(language):
        visible = visible_to_everybody(event)
        return Known(visible.championship, visible.names, scores_of(event), language)


def known_to_team(event: Event, language: str) -> Known:
    with override(language):
        return Known(championship_of(event), names_of(event), scores_for_team(event), language)


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
