"""Facts about entrants, as the eligibility rules read them: their answers, age, consents and signatures."""

import json
from collections.abc import Iterable, Mapping

from carteado.record import Node
from carteado.tournament.registrations.people import Consent, Person, PersonId
from carteado.web.events.models import Event
from carteado.web.registrations.consents import CONFIRMATION, papers_in_force
from carteado.web.registrations.models import Agreement, Entrant


def people_of(event: Event) -> dict[PersonId, Person]:
    """All people of the event, by code. Three queries, however many people there are. An erased person is there too,
    without answers and consents."""
    entrants, papers = event.entrants.prefetch_related("agreements"), papers_in_force(event)
    return {entrant.code: person_of(entrant, entrant.agreements.all(), papers) for entrant in entrants}


def person_of(entrant: Entrant, agreements: Iterable[Agreement], papers: Mapping[str, str]) -> Person:
    """The facts about one person, with all answers to consents in their order, so that the latest counts.

    ``papers`` are the hashes of the papers in force: a signature under an older version counts no more, while a consent
    to an older text does. A signature under a kind of paper without a version in force counts. The confirmation of
    being in the pair is left out, because no regulation asks for it.
    """
    answers = sorted(agreements, key=lambda one: one.at)
    declared = json.loads(entrant.declared or "{}")
    facts = {
        **declared,
        "id": entrant.code,
        "name": entrant.name or entrant.code,
        **({"born": entrant.birth_date} if entrant.birth_date else {}),
        "consents": [_consent(one).to_json() for one in answers if not one.is_document and one.to != CONFIRMATION],
        "documents": [
            _consent(one).to_json() for one in answers if one.is_document and papers.get(one.to, one.hash) == one.hash
        ],
    }
    return Person.from_json(Node(facts))


def _consent(agreement: Agreement) -> Consent:
    return Consent(
        to=agreement.to, version=agreement.version, hash=agreement.hash, at=agreement.at, given=agreement.given
    )
