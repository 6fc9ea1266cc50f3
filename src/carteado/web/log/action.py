"""The registry of actions. Each is a class whose fields have no personal data, only numbers and fixed words.

``sentence`` is the text in the history; ``tells`` are the roles in the event that get a notice. A new action needs one
class here, and its sentence in the other language.
"""

from collections.abc import Callable
from dataclasses import dataclass
from typing import ClassVar

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

from carteado.web.events.operation_sentences import SENTENCES, UNSIGNED
from carteado.web.kit.guarding.policy import Role
from carteado.web.log.vocabulary import (
    OperationWord,
    PaperWord,
    PersonNumber,
    ReasonWord,
    RegulationId,
    RoleWord,
    StepWord,
    fits,
    kinds_of,
    said,
)

THE_SITE = _("The site")


@dataclass(frozen=True, slots=True)
class Action:
    """An action as the log stores it. Raises ValueError for a word that is not in the field's vocabulary."""

    code: ClassVar[str]
    sentence: ClassVar[str | Promise]
    tells: ClassVar[frozenset[Role]] = frozenset()

    def __post_init__(self) -> None:
        for name, kind in kinds_of(type(self)).items():
            if not fits(getattr(self, name), kind):
                raise ValueError(f"{type(self).__name__}.{name} cannot be {getattr(self, name)!r}")

    def details(self) -> dict[str, object]:
        return {name: getattr(self, name) for name in kinds_of(type(self))}

    def told(self, actor: str | None, name_of_person: Callable[[int], str]) -> str:
        """The action in the current language. Without an actor, the sentence for acts without an account."""
        words = {name: said(getattr(self, name), kind, name_of_person) for name, kind in kinds_of(type(self)).items()}
        if actor is None:
            return str(self.unsigned).format(actor=THE_SITE, **words)
        return str(self.text).format(actor=actor, **words)

    @property
    def text(self) -> str | Promise:
        return self.sentence

    @property
    def unsigned(self) -> str | Promise:
        """The sentence without an account; then the site itself acted."""
        return self.text


@dataclass(frozen=True, slots=True)
class EventCreated(Action):
    code = "event.created"
    sentence = _("{actor} began the event under the regulation {regulation}.")
    regulation: RegulationId


@dataclass(frozen=True, slots=True)
class EventEdited(Action):
    code = "event.edited"
    sentence = _("{actor} changed “{step}” (version {version}).")
    tells = frozenset({Role.ORGANISER})
    step: StepWord
    version: int


@dataclass(frozen=True, slots=True)
class FileAdded(Action):
    code = "event.file_added"
    sentence = _("{actor} added version {version} of the document “{kind}”.")
    tells = frozenset({Role.ORGANISER})
    kind: PaperWord
    version: int


@dataclass(frozen=True, slots=True)
class EventPublished(Action):
    code = "event.published"
    sentence = _("{actor} published the event (version {version}).")
    tells = frozenset(Role.of_events())
    version: int


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


@dataclass(frozen=True, slots=True)
class RoleGiven(Action):
    code = "team.role_given"
    sentence = _("{actor} joined the team as {role}.")
    tells = frozenset({Role.ORGANISER})
    role: RoleWord


@dataclass(frozen=True, slots=True)
class RoleTaken(Action):
    code = "team.role_taken"
    sentence = _("{actor} took the role {role} from {person}.")
    tells = frozenset({Role.ORGANISER})
    role: RoleWord
    person: PersonNumber


@dataclass(frozen=True, slots=True)
class InvitationMade(Action):
    code = "team.invited"
    sentence = _("{actor} invited somebody as {role}.")
    tells = frozenset({Role.ORGANISER})
    role: RoleWord
    link: int


@dataclass(frozen=True, slots=True)
class InvitationRevoked(Action):
    code = "team.invitation_revoked"
    sentence = _("{actor} revoked the invitation as {role}.")
    tells = frozenset({Role.ORGANISER})
    role: RoleWord
    link: int


@dataclass(frozen=True, slots=True)
class PaymentMarked(Action):
    code = "entries.paid"
    sentence = _("{actor} noted that a pair paid (entry {registration}).")
    registration: int


@dataclass(frozen=True, slots=True)
class PaymentTakenBack(Action):
    code = "entries.not_paid"
    sentence = _("{actor} took back that a pair paid (entry {registration}).")
    registration: int


@dataclass(frozen=True, slots=True)
class DocumentShown(Action):
    code = "entries.document_shown"
    sentence = _("{actor} looked at the document of participant {entrant}.")
    entrant: int


@dataclass(frozen=True, slots=True)
class LinkRenewed(Action):
    code = "entries.link_renewed"
    sentence = _("{actor} made a new link for participant {entrant}.")
    entrant: int


@dataclass(frozen=True, slots=True)
class EntriesImported(Action):
    code = "entries.imported"
    sentence = _("{actor} entered {pairs} pairs from a list.")
    tells = frozenset({Role.ORGANISER})
    pairs: int


@dataclass(frozen=True, slots=True)
class DocumentsExported(Action):
    code = "entries.documents_exported"
    sentence = _("{actor} saved the list of entries with the documents of {people} people.")
    tells = frozenset({Role.ORGANISER})
    people: int


@dataclass(frozen=True, slots=True)
class EventArchived(Action):
    code = "event.archived"
    sentence = _("{actor} archived the event: what was known of people beyond the results is gone.")
    tells = frozenset(Role.of_events())


@dataclass(frozen=True, slots=True)
class EntrantErased(Action):
    """``number`` is the number by which the event still knows the entrant."""

    code = "entries.erased"
    sentence = _("{actor} erased, on request, what the event knew of participant {number}.")
    tells = frozenset({Role.ORGANISER})
    number: int


@dataclass(frozen=True, slots=True)
class AccountErased(Action):
    code = "account.erased"
    sentence = _("{actor} erased, at its owner's request, the account of {person}.")
    person: PersonNumber


@dataclass(frozen=True, slots=True)
class DevicesMade(Action):
    """``number`` is the first device's number; those of the others follow it."""

    code = "devices.made"
    sentence = _("{actor} made QR codes for phones that keep súmulas: {count}, from device {number} on.")
    tells = frozenset({Role.ORGANISER})
    count: int
    number: int


@dataclass(frozen=True, slots=True)
class DeviceRevoked(Action):
    code = "devices.revoked"
    sentence = _("{actor} revoked device {number}: it keeps no súmula any more.")
    tells = frozenset({Role.ORGANISER})
    number: int


@dataclass(frozen=True, slots=True)
class ScoreFrozen(Action):
    """``match`` is the match's public number."""

    code = "sumula.frozen"
    sentence = _("{actor} froze the public score of match {match}: it is under review.")
    tells = frozenset({Role.ORGANISER, Role.REFEREE})
    match: int


@dataclass(frozen=True, slots=True)
class ScoreReleased(Action):
    code = "sumula.released"
    sentence = _("{actor} showed everybody the score of match {match} again.")
    tells = frozenset({Role.ORGANISER, Role.REFEREE})
    match: int


@dataclass(frozen=True, slots=True)
class OverlayMade(Action):
    code = "devices.overlay_made"
    sentence = _("{actor} made an address for a broadcast (device {number}).")
    tells = frozenset({Role.ORGANISER})
    number: int


@dataclass(frozen=True, slots=True)
class OverlayRevoked(Action):
    code = "devices.overlay_revoked"
    sentence = _("{actor} revoked the address of a broadcast (device {number}).")
    tells = frozenset({Role.ORGANISER})
    number: int


@dataclass(frozen=True, slots=True)
class RemarkReported(Action):
    """``remark`` is the number of the remark, which stores the words until they are deleted."""

    code = "tables.remark_reported"
    sentence = _("{actor} reported what was said at a table (remark {remark}).")
    tells = frozenset({Role.ORGANISER})
    remark: int


@dataclass(frozen=True, slots=True)
class NameReported(Action):
    """``report`` is the number of the report, which stores the name until it is deleted."""

    code = "tables.name_reported"
    sentence = _("{actor} reported what somebody is called at a table (report {report}).")
    tells = frozenset({Role.ORGANISER})
    report: int


@dataclass(frozen=True, slots=True)
class ReportDismissed(Action):
    code = "tables.report_dismissed"
    sentence = _("{actor} found nothing wrong in what was reported from a table (report {report}).")
    report: int


@dataclass(frozen=True, slots=True)
class ReportUpheld(Action):
    code = "tables.report_upheld"
    sentence = _("{actor} agreed with a report from a table and saw to it (report {report}).")
    report: int


@dataclass(frozen=True, slots=True)
class NameTakenAway(Action):
    """``report`` is the number of the report, which stores the name until it is deleted."""

    code = "tables.name_taken_away"
    sentence = _("{actor} took away what somebody was called at a table, because {why} (report {report}).")
    report: int
    why: ReasonWord


@dataclass(frozen=True, slots=True)
class TableClosed(Action):
    """``table`` is the table's number, ``report`` the number of the report about it."""

    code = "tables.table_closed"
    sentence = _("{actor} closed table {table} for everybody, because {why} (report {report}).")
    table: int
    report: int
    why: ReasonWord


REGISTRY: dict[str, type[Action]] = {
    kind.code: kind
    for kind in (
        EventCreated,
        EventEdited,
        FileAdded,
        EventPublished,
        OperationDone,
        RoleGiven,
        RoleTaken,
        InvitationMade,
        InvitationRevoked,
        EventArchived,
        EntrantErased,
        AccountErased,
        PaymentMarked,
        PaymentTakenBack,
        DocumentShown,
        LinkRenewed,
        EntriesImported,
        DocumentsExported,
        DevicesMade,
        DeviceRevoked,
        ScoreFrozen,
        ScoreReleased,
        OverlayMade,
        OverlayRevoked,
        RemarkReported,
        NameReported,
        ReportDismissed,
        ReportUpheld,
        NameTakenAway,
        TableClosed,
    )
}
