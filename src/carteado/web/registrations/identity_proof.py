"""How a person proves that a renewed link is theirs, and what a page answers to a document of another person.

Failed tries are counted, and after too many the pages are closed to their address for a while.
"""

from datetime import date

from django.core.exceptions import ValidationError
from django.forms import DateField
from django.utils.translation import gettext as _

from carteado.regulation import Refusal
from carteado.web.events.trouble import Trouble
from carteado.web.kit.guarding import attempt_limits
from carteado.web.pages.access import SiteRequest
from carteado.web.people.identity_papers import normalised_number
from carteado.web.people.models import DocumentKind
from carteado.web.registrations.models import Entrant
from carteado.web.registrations.own_link import has_unclaimed_link, member
from carteado.web.registrations.registering import DocumentTaken

DOCUMENT_TRIES = "document"
"""Name of the counter of failed tries. It keeps visitors from finding out by trial whose documents are in an event.
The form for an account's own data counts under the same name."""


def proof_needed(request: SiteRequest, entrant: Entrant) -> str:
    """The field with which a visitor proves that an unclaimed link is theirs. Without it they see no data of the
    person.

    Empty if the link is claimed, if the visitor is signed in to the person's account, or if no data is known to check
    against, which is so before the person first used their page.
    """
    user = member(request)
    if not has_unclaimed_link(entrant) or (user is not None and entrant.user_id == user.pk):
        return ""
    return next(iter(proofs_of(entrant)), "")


def proofs_of(entrant: Entrant) -> list[str]:
    """The fields that only the person themselves can know."""
    return [name for name in ("document", "birth_date") if getattr(entrant, name)]


def is_proof(entrant: Entrant, name: str, answer: str) -> bool:
    if name == "document":
        return normalised_number(DocumentKind(entrant.document_kind), answer) == entrant.document
    try:
        day: date = DateField().clean(answer)
    except ValidationError:
        return False
    return day.isoformat() == entrant.birth_date


def document_trouble(request: SiteRequest, failure: Refusal | Exception) -> Trouble | None:
    """The message for a document that is already in the event. It does not reveal the pair, and it counts as a try.

    None for another failure.
    """
    if isinstance(failure, DocumentTaken):
        attempt_limits.count_miss(request, DOCUMENT_TRIES)
        message = _("This document is of somebody who entered here with an account. If it is yours, sign in first.")
        return Trouble(refusal=message)
    if isinstance(failure, Refusal) and failure.code == "person_in_two_pairs":
        attempt_limits.count_miss(request, DOCUMENT_TRIES)
        return Trouble(refusal=_("This document is in another pair of this event, and a person plays in one."))
    return None
