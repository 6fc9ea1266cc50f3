"""An entrant with all that their page needs, and the acts that it offers by a button."""

from collections.abc import Mapping
from typing import NamedTuple

from django.utils.translation import gettext as _

from carteado.regulation import Refusal, Regulation, out_of_order
from carteado.tournament.registrations.acts import AcceptInvitation, Complete, Decline, EntryState, Withdraw
from carteado.tournament.registrations.delegations import LineUp
from carteado.tournament.registrations.entries import Entry, entry_verdicts, owes_partners_word
from carteado.tournament.running.dispatch import refusal
from carteado.tournament.state.championship import Championship
from carteado.web.events import store
from carteado.web.events.models import Event, Pair
from carteado.web.events.trouble import Trouble, trouble_from_refusal
from carteado.web.people.models import User
from carteado.web.registrations import registering as entering
from carteado.web.registrations.eligibility_verdicts import with_names
from carteado.web.registrations.models import Entrant
from carteado.web.registrations.registering import MakeChange, RequestedChange

ACTS: Mapping[str, MakeChange] = {
    "concluir": lambda by, at: Complete(by=by, at=at),
    "aceitar": lambda by, at: AcceptInvitation(by=by, at=at),
    "recusar": lambda by, at: Decline(by=by, at=at),
}
"""The acts that need only a button, by their word in the address."""


class OwnPageCase(NamedTuple):
    """An entrant with all that their page needs.

    ``championship`` has the facts about people, so that its refusals are those that an act would meet. ``entry`` is
    None for a person in no pair, and for one whose delegation has a line-up but whose pair has no entry. ``people`` are
    all people of the entry or the line-up by code, the entrant among them; empty for a person with neither. ``line_up``
    is that of their delegation.
    """

    entrant: Entrant
    event: Event
    championship: Championship
    entry: Entry | None
    pair: Pair | None
    people: Mapping[str, Entrant]
    line_up: LineUp | None = None

    @property
    def rules(self) -> Regulation:
        return self.championship.regulation

    @property
    def plays(self) -> bool:
        """True if the person is one of the two. A substitute and a registrant who does not play are not."""
        return self.entry is not None and self.entrant.code in self.entry.people

    @property
    def is_of_pair(self) -> bool:
        """True if the person plays or answers for the pair, and so may act for it."""
        return self.entry is not None and entering.is_of_pair(self.entry, self.entrant.code)

    @property
    def owes_confirmation(self) -> bool:
        """True if the pair waits for this person to agree. Key: consents.partner."""
        entry = self.entry
        return (
            entry is not None
            and entry.state in (EntryState.INCOMPLETE, EntryState.INVITED)
            and self.plays
            and self.entrant.code != entry.registrant
            and owes_partners_word(entry, self.rules)
        )

    def refusal(self, make: MakeChange, by: User | None = None) -> Refusal | None:
        """Why the regulation does not let this person act now; None if it does. ``by`` is the user who is signed in,
        if any."""
        if self.entry is None:
            return out_of_order("no_such_entry", entry="")
        steps_seen = len(self.entry.history)  # of no matter here: nothing is written
        requested = RequestedChange(self.entrant, make, steps_seen, by)
        return refusal(self.championship, entering.operation_for(self.championship, self.entry, requested))


def case_of(entrant: Entrant) -> OwnPageCase:
    """Read what the entrant's page needs. People come with their agreements."""
    event = entrant.event
    championship = entering.with_people(store.championship_of(event), event)
    entry = entering.entry_of(championship, entrant.code)
    line_up = entering.line_up_of(championship, entrant.code)
    if entry is not None:
        codes, pair = list(entering.people_of_entry(championship, entry)), entry.id
    elif line_up is not None:  # the delegation was brought into the event without an entry
        codes, pair = list(line_up.players), entering.pair_of_delegation(championship, line_up.delegation) or ""
    else:
        return OwnPageCase(entrant, event, championship, None, None, {})
    people = {one.code: one for one in event.entrants.filter(code__in=codes).prefetch_related("agreements")}
    return OwnPageCase(
        entrant, event, championship, entry, event.pairs_named.filter(code=pair).first(), people, line_up
    )


def refusal_in_words(case: OwnPageCase, refusal: Refusal) -> Trouble:
    """The refusal in words. The reason that bars a partner is shown to the partner; here, only that there is one."""
    if case.entry is not None:
        verdicts = entry_verdicts(case.championship.roll, case.entry)
        others = [one for code, of_one in verdicts.items() if code != case.entrant.code for one in of_one]
        of_person = [one.reason for one in verdicts.get(case.entrant.code, ())]
        if refusal in [one.reason for one in others] and refusal not in of_person:
            return Trouble(refusal=_("Something is open on your partner's side. It stands on your partner's own page."))
    return trouble_from_refusal(with_names(refusal, {code: one.shown for code, one in case.people.items()}), case.rules)


def failure_in_words(case: OwnPageCase, failure: Refusal | Exception) -> Trouble:
    """The failure in words. It must be a refusal: the caller has handled the exceptions."""
    assert isinstance(failure, Refusal)
    return refusal_in_words(case, failure)


def withdrawal(why: str) -> MakeChange:
    """Giving up. Sending the form counts as doing it in writing."""
    return lambda by, at: Withdraw(by=by, at=at, why=why, in_writing=True)
