"""Log actions of registrations: payments, documents, links, consents, and what entrants send.

``entrant`` is the person's number in the event, ``registration`` the primary key of the pair's form. ``unsigned`` is
the sentence for what people do on the page behind their own link. It is recorded without an actor, even if they are
signed in.
"""

from dataclasses import dataclass

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

from carteado.web.kit.guarding.policy import Role
from carteado.web.log.action import Action
from carteado.web.log.registry import logged


@logged
@dataclass(frozen=True, slots=True)
class PaymentMarked(Action):
    code = "entries.paid"
    sentence = _("{actor} noted that a pair paid (entry {registration}).")
    registration: int


@logged
@dataclass(frozen=True, slots=True)
class PaymentTakenBack(Action):
    code = "entries.not_paid"
    sentence = _("{actor} took back that a pair paid (entry {registration}).")
    registration: int


@logged
@dataclass(frozen=True, slots=True)
class DocumentShown(Action):
    code = "entries.document_shown"
    sentence = _("{actor} looked at the document of participant {entrant}.")
    entrant: int


@logged
@dataclass(frozen=True, slots=True)
class LinkRenewed(Action):
    code = "entries.link_renewed"
    sentence = _("{actor} made a new link for participant {entrant}.")
    entrant: int


@logged
@dataclass(frozen=True, slots=True)
class EntriesImported(Action):
    code = "entries.imported"
    sentence = _("{actor} entered {pairs} pairs from a list.")
    notifies = frozenset({Role.ORGANISER})
    pairs: int


@logged
@dataclass(frozen=True, slots=True)
class DocumentsExported(Action):
    code = "entries.documents_exported"
    sentence = _("{actor} saved the list of entries with the documents of {people} people.")
    notifies = frozenset({Role.ORGANISER})
    people: int


@logged
@dataclass(frozen=True, slots=True)
class ConsentTakenBack(Action):
    """A person took back a consent or a signature. Until it is given again, the pair cannot be selected or drawn.

    Ruling E-18.
    """

    code = "entries.consent_taken_back"
    sentence = _("{actor} took back, as participant {entrant}, something that the regulation has them accept.")
    notifies = frozenset({Role.ORGANISER})
    entrant: int

    @property
    def unsigned(self) -> str | Promise:
        return _("Participant {entrant} took back something that the regulation has them accept.")


@logged
@dataclass(frozen=True, slots=True)
class MaterialSent(Action):
    """A person sent something about themselves, changed it or removed it."""

    code = "entries.material_sent"
    sentence = _("{actor} changed, as participant {entrant}, what they send about themselves.")
    entrant: int

    @property
    def unsigned(self) -> str | Promise:
        return _("Participant {entrant} changed what they send about themselves.")


@logged
@dataclass(frozen=True, slots=True)
class LetterSent(Action):
    """An entrant wrote to the organisers. The letter's text is stored elsewhere, so that it can be erased."""

    code = "entries.letter_sent"
    sentence = _("{actor} wrote, as participant {entrant}, to the organisers.")
    notifies = frozenset({Role.ORGANISER})
    entrant: int

    @property
    def unsigned(self) -> str | Promise:
        return _("Participant {entrant} wrote to the organisers.")


@logged
@dataclass(frozen=True, slots=True)
class LetterAnswered(Action):
    code = "entries.letter_answered"
    sentence = _("{actor} answered participant {entrant}.")
    entrant: int


@logged
@dataclass(frozen=True, slots=True)
class EntrantErased(Action):
    """``number`` is the person's number in the event, which their results keep. It is recorded without an actor, so the
    history says that the site did it."""

    code = "entries.erased"
    sentence = _("{actor} erased, on request, what the event knew of participant {number}.")
    notifies = frozenset({Role.ORGANISER})
    number: int
