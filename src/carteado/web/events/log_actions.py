"""Log actions of events: their details, documents, team, delays and operations."""

from dataclasses import dataclass
from typing import Annotated

from django.db.models import TextChoices
from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

from carteado.web.events.models import DocumentKind
from carteado.web.events.operation_sentences import SENTENCES, UNSIGNED
from carteado.web.events.preparation_steps import TITLES, Step
from carteado.web.kit.guarding.policy import Role
from carteado.web.log.action import Action
from carteado.web.log.registry import logged
from carteado.web.log.vocabulary import RegulationId, RoleWord, Vocabulary

StepWord = Annotated[str, Vocabulary(lambda: list(Step), lambda word: str(TITLES[Step(word)]))]
PaperWord = Annotated[str, Vocabulary(lambda: DocumentKind.values, lambda word: str(DocumentKind(word).label))]
OperationWord = Annotated[str, Vocabulary(lambda: SENTENCES, str)]


@logged
@dataclass(frozen=True, slots=True)
class EventCreated(Action):
    code = "event.created"
    sentence = _("{actor} began the event under the regulation {regulation}.")
    regulation: RegulationId


@logged
@dataclass(frozen=True, slots=True)
class EventEdited(Action):
    code = "event.edited"
    sentence = _("{actor} changed “{step}” (version {version}).")
    notifies = frozenset({Role.ORGANISER})
    step: StepWord
    version: int


@logged
@dataclass(frozen=True, slots=True)
class FileAdded(Action):
    code = "event.file_added"
    sentence = _("{actor} added version {version} of the document “{kind}”.")
    notifies = frozenset({Role.ORGANISER})
    kind: PaperWord
    version: int


@logged
@dataclass(frozen=True, slots=True)
class EventPublished(Action):
    code = "event.published"
    sentence = _("{actor} published the event (version {version}).")
    notifies = frozenset(Role.of_events())
    version: int


@logged
@dataclass(frozen=True, slots=True)
class OperationDone(Action):
    """An operation of the championship. ``kind`` is its name in the event's document, and has its own sentence."""

    code = "event.operation"
    sentence = _("{actor} did an act of the championship.")
    kind: OperationWord
    seq: int

    @property
    def text(self) -> str | Promise:
        return SENTENCES[self.kind]

    @property
    def unsigned(self) -> str | Promise:
        return UNSIGNED[self.kind]


class DelayedWhat(TextChoices):
    """What a delay is set for."""

    EVENT = "event", _("the whole event")
    TABLE = "table", _("a table")
    MATCH = "match", _("a match")


DelayedWord = Annotated[str, Vocabulary(lambda: DelayedWhat.values, lambda word: str(DelayedWhat(word).label))]


@logged
@dataclass(frozen=True, slots=True)
class DelaySet(Action):
    """A delay was set: the public sees what it is for this many seconds later than the team."""

    code = "event.delay_set"
    sentence = _("{actor} set a delay of {seconds} s for {what}.")
    notifies = frozenset({Role.ORGANISER, Role.BROADCASTER})
    what: DelayedWord
    seconds: int


@logged
@dataclass(frozen=True, slots=True)
class HallShown(Action):
    """Whether the projector that the team opens in the hall is behind the matches too: 1 if it shows all at once."""

    code = "event.hall_shown"
    sentence = _("{actor} decided whether the projector in the hall has a delay too.")
    notifies = frozenset({Role.ORGANISER, Role.BROADCASTER})
    at_once: int


@logged
@dataclass(frozen=True, slots=True)
class InvitationMade(Action):
    code = "team.invited"
    sentence = _("{actor} invited somebody as {role}.")
    notifies = frozenset({Role.ORGANISER})
    role: RoleWord
    link: int


@logged
@dataclass(frozen=True, slots=True)
class InvitationRevoked(Action):
    code = "team.invitation_revoked"
    sentence = _("{actor} revoked the invitation as {role}.")
    notifies = frozenset({Role.ORGANISER})
    role: RoleWord
    link: int


@logged
@dataclass(frozen=True, slots=True)
class EventArchived(Action):
    code = "event.archived"
    sentence = _("{actor} archived the event: what was known of people beyond the results is gone.")
    notifies = frozenset(Role.of_events())
