"""What an organiser decides before the first card. A value: the wizard makes a new one at every step."""

from dataclasses import dataclass
from datetime import datetime
from enum import StrEnum
from functools import cached_property

from carteado.record import Node
from carteado.regulation import Override, Regulation, load
from carteado.tournament.codec import from_json
from carteado.tournament.eligibility import EventSettings
from carteado.tournament.stages import Kind
from carteado.web.events.preparation_steps import Step

NOTHING_SET = EventSettings()


class QuestionKind(StrEnum):
    TEXT = "text"
    YES_NO = "yes_no"
    CHOICE = "choice"


@dataclass(frozen=True, slots=True, kw_only=True)
class Question:
    """Something that the organiser asks every pair that enters; ``choices`` of a choice."""

    text: str
    kind: QuestionKind = QuestionKind.TEXT
    choices: tuple[str, ...] = ()
    required: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class StageChoice:
    """One stage as the builder offers it; ``advance`` pairs go on from it to the next, 0 after the last."""

    kind: Kind
    groups: int = 1
    rounds: int = 0
    legs: int = 1
    best_of: int = 1
    third_place: bool = False
    advance: int = 0


@dataclass(frozen=True, kw_only=True)
class Details:
    """``changes`` are rules set differently, by key. Without ``stages`` the form is the one that the regulation
    prescribes; ``forms`` are those among which a lot decides, where the regulation wants one. ``pix_key``, ``_name``
    and ``_city`` are where the fee goes; results are for the team alone until ``embargo_until``. ``saved`` are the
    steps that somebody saved while it was a draft, also those that he left as they were."""

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
    saved: tuple[Step, ...] = ()

    @cached_property
    def rules(self) -> Regulation:
        """The regulation as this event plays it; RegulationError for a change that cannot be."""
        return load(self.regulation).with_overrides(tuple(Override(*change, by="event") for change in self.changes))


def read_details(document: object) -> Details:
    """From what the database keeps."""
    details: Details = from_json(Details, Node(document))
    return details
