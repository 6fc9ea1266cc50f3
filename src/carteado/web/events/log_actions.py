"""Log actions of events: their details, documents, team, delays and operations.

``notifies`` are the roles whose holders find the action among their notices; without it nobody does. The notices of
operations are in ``operation_sentences``.
"""

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
DocumentWord = Annotated[str, Vocabulary(lambda: DocumentKind.values, lambda word: str(DocumentKind(word).label))]
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
    """A version of one of the organiser's documents was added."""

    code = "event.file_added"
    sentence = _("{actor} added version {version} of the document “{kind}”.")
    notifies = frozenset({Role.ORGANISER})
    kind: DocumentWord
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
    """An operation of the championship. ``seq`` is its number in the event.

    ``kind`` is its tag in the stored operation, as ``open_entry``. Each kind has its own sentence, and another one for
    an operation by a person without an account; ``sentence`` itself only names the action in the audit's filter. Who
    gets a notice also depends on the kind: see ``operation_sentences.NOTIFIES``.
    """

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
    """A delay was set: the public sees what it is for this many seconds later than the team.

    0 if a delay was taken back. Which table or match it is for is not logged.
    """

    code = "event.delay_set"
    sentence = _("{actor} set a delay of {seconds} s for {what}.")
    notifies = frozenset({Role.ORGANISER, Role.BROADCASTER})
    what: DelayedWord
    seconds: int


@logged
@dataclass(frozen=True, slots=True)
class HallShown(Action):
    """One of the team decided whether the delays count for the projector that the team opens in the hall.

    ``at_once`` is 1 if it shows everything at once, 0 if it shows it as late as the public sees it.
    """

    code = "event.hall_shown"
    sentence = _("{actor} decided whether the projector in the hall has a delay too.")
    notifies = frozenset({Role.ORGANISER, Role.BROADCASTER})
    at_once: int


@logged
@dataclass(frozen=True, slots=True)
class InvitationMade(Action):
    """An invitation to the team was made. ``link`` is the number of its one-time link."""

    code = "team.invited"
    sentence = _("{actor} invited somebody as {role}.")
    notifies = frozenset({Role.ORGANISER})
    role: RoleWord
    link: int


@logged
@dataclass(frozen=True, slots=True)
class InvitationRevoked(Action):
    """``link`` is the number of the one-time link of the invitation."""

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
