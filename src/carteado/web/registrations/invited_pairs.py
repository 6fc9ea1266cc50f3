"""Pairs that the organiser brings into an event, by invitation or from a list."""

from collections.abc import Sequence
from datetime import datetime
from uuid import UUID

from carteado.regulation import Regulation
from carteado.tournament.operations import EnterDelegation, OpenEntry, Operation
from carteado.tournament.registrations.acts import Actor, Enter, InvitePair, Role
from carteado.tournament.registrations.delegations import Delegation, LineUp
from carteado.web.events import store
from carteado.web.events.models import Event, Pair
from carteado.web.people.models import User
from carteado.web.registrations.delegation_registering import check_delegations_are_new, is_represented
from carteado.web.registrations.models import Entrant, Registration
from carteado.web.registrations.own_link import secret_to_pass_on
from carteado.web.registrations.registering import LONGEST_NAME, new_code, write_people


def add_people(event: Event, people: Sequence[Entrant]) -> list[Entrant]:
    """Add people. The organiser gives them their links, which they then claim.

    The caller has locked the event.
    """
    for person in people:
        person.secret = secret_to_pass_on()
    return write_people(event, people)


def check_delegations(event: Event, names: Sequence[str]) -> None:
    """Raise RegistrationRefused if pairs represent delegations and one of these has already entered.

    Key: delegations.players.
    """
    if is_represented(store.championship_of(event).regulation):
        check_delegations_are_new(event, [name for name in names if name])


def add_pair(event: Event, name: str, *, delegation: str = "", form: UUID | None = None) -> Pair:
    """Add the row of a pair. ``form`` identifies the form, or the row of a list, that it comes from."""
    pair = Pair.objects.create(event=event, code=new_code("d"), name=name[:LONGEST_NAME], delegation=delegation)
    Registration.objects.create(pair=pair, form=form)
    return pair


def opening_operations(
    kind: type[Enter] | type[InvitePair],
    pair: Pair,
    people: Sequence[Entrant],
    *,
    rules: Regulation,
    by: User,
    at: datetime,
    why: str = "",
) -> list[Operation]:
    """The operations that add the pair to the championship: ``InvitePair`` asks it to come, ``Enter`` enters it from a
    list. The first of ``people`` is the registrant.

    People after the first two may step in for the delegation, if the regulation has delegations.
    Key: delegations.represented.
    """
    author, codes = store.author(by), tuple(person.code for person in people)
    delegation = new_code("g") if pair.delegation and is_represented(rules) else None
    act = kind(
        by=Actor(Role.ORGANISER, author),
        at=at,
        why=why,
        id=pair.code,
        people=(codes[0], codes[1]),
        registrant=codes[0],
        delegation=delegation,
    )
    entry = OpenEntry(by=author, at=at, opening=act)
    if delegation is None:
        return [entry]
    line_up = LineUp(delegation=delegation, starters=codes[:2], substitutes=codes[2:])
    entered = Delegation(id=delegation, name=pair.delegation)
    return [EnterDelegation(by=author, at=at, delegation=entered, line_up=line_up), entry]
