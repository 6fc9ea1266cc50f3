"""What an organiser decides before the first card. An immutable value: each step of the wizard makes a new one."""

from dataclasses import dataclass, replace
from datetime import datetime
from enum import StrEnum
from functools import cached_property

from carteado.record import Node
from carteado.regulation import Override, Regulation, load
from carteado.tournament.files.codec import from_json
from carteado.tournament.formats.stages import Kind
from carteado.tournament.registrations.decided import as_decided
from carteado.tournament.registrations.eligibility import EventSettings
from carteado.web.events.preparation_steps import Step

NOTHING_SET = EventSettings()


class QuestionKind(StrEnum):
    TEXT = "text"
    YES_NO = "yes_no"
    CHOICE = "choice"


@dataclass(frozen=True, slots=True, kw_only=True)
class Question:
    """A question to every pair that enters. ``choices`` are the possible answers to a question of kind choice."""

    text: str
    kind: QuestionKind = QuestionKind.TEXT
    choices: tuple[str, ...] = ()
    required: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class StageChoice:
    """A stage as chosen in the stage builder. ``advance`` pairs go on to the next stage, 0 after the last one.

    With ``rounds`` 0, the number of pairs decides how many there are. In groups, every two pairs meet ``legs`` times.
    Each match is a best of ``best_of``. Numbers that a kind of stage does not use stay at their default.
    """

    kind: Kind
    groups: int = 1
    rounds: int = 0
    legs: int = 1
    best_of: int = 1
    third_place: bool = False
    advance: int = 0


@dataclass(frozen=True, slots=True, kw_only=True)
class Prize:
    """What a pair gets for its place, and from whom. ``cents`` is its value, which taxes are counted from."""

    place: int
    what: str
    cents: int = 0
    giver: str = ""


@dataclass(frozen=True, kw_only=True)
class Details:
    """Everything decided about an event.

    ``regulation`` is the identifier of the regulation. ``changes`` are rules that differ from it: key and value, as
    JSON has it. ``settings`` are dates, hours and documents. ``capacity`` is the number of pairs
    that fit. Without ``stages`` the event has the form that the regulation prescribes; ``forms`` are those to draw one
    from by lot, if the regulation wants that. ``tables`` is 0 until it is known. The fee is for a pair, 0 if there is
    none, and goes to ``pix_key``, under ``pix_name`` and ``pix_city``; ``fee_note`` says how it is paid. Only the
    team sees results until ``embargo_until``. ``saved`` are the steps saved while the event was a draft, including
    those saved unchanged. ``producer`` runs the event and answers for the data of its people; ``data_contact`` is whom
    they ask about it.
    """

    regulation: str
    name: str
    place: str = ""
    about: str = ""
    settings: EventSettings = NOTHING_SET
    capacity: int = 16
    fee_cents: int = 0
    fee_note: str = ""
    changes: tuple[tuple[str, object], ...] = ()
    stages: tuple[StageChoice, ...] = ()
    forms: tuple[str, ...] = ()
    tables: int = 0
    questions: tuple[Question, ...] = ()
    pix_key: str = ""
    pix_name: str = ""
    pix_city: str = ""
    embargo_until: datetime | None = None
    producer: str = ""
    producer_contact: str = ""
    data_contact: str = ""
    sponsors: tuple[str, ...] = ()
    supporters: tuple[str, ...] = ()
    prizes: tuple[Prize, ...] = ()
    saved: tuple[Step, ...] = ()

    @cached_property
    def rules(self) -> Regulation:
        """The regulation with this event's changes. Raises RegulationError for a change that is not possible."""
        return load(self.regulation).with_overrides(tuple(Override(*change, by="event") for change in self.changes))

    @property
    def announced(self) -> EventSettings:
        """The dates, hours, place and documents that the operation ``Announce`` passes to the championship."""
        return replace(self.settings, place=self.place)

    @cached_property
    def rules_as_decided(self) -> Regulation:
        """The rules for reading, with the event's own dates and place instead of those in the regulation's text."""
        return as_decided(self.rules, self.announced)


def read_details(document: object) -> Details:
    """Read details as stored in the database."""
    details: Details = from_json(Details, Node(document))
    return details


FEWEST_PAIRS, MOST_PAIRS = 2, 512
"""Limits of ``Details.capacity``."""
