"""Who works at an event: invited by a link, removed by an organiser. Every act is in the log, or it did not happen."""

from enum import Enum, auto

from django.db import transaction

from carteado.web.events.models import Event
from carteado.web.history.reading import record
from carteado.web.kit.guarding.policy import Role
from carteado.web.log.action import InvitationMade, InvitationRevoked, RoleGiven, RoleTaken
from carteado.web.people import one_time_links as links
from carteado.web.people.models import LinkPurpose, Membership, OneTimeLink, OneTimeLinkQuerySet, User


class Answer(Enum):
    """What became of an invitation that somebody accepts."""

    JOINED = auto()
    ALREADY_THERE = auto()
    CLOSED = auto()


class Removal(Enum):
    DONE = auto()
    GONE_ALREADY = auto()
    LAST_ORGANISER = auto()
    """An event without an organiser could never be opened again."""


@transaction.atomic
def invite(event: Event, role: Role, *, by: User, email: str = "") -> OneTimeLink:
    link = links.invitation_link(event, role, by, email)
    record(InvitationMade(role=role, link=link.pk), actor=by, event=event)
    return link


@transaction.atomic
def revoke_invitation(link: OneTimeLink, *, by: User) -> bool:
    """False when it was used, revoked or too old already."""
    if not links.revoke(link):
        return False
    record(InvitationRevoked(role=Role(link.role), link=link.pk), actor=by, event=link.event)
    return True


@transaction.atomic
def accept(link: OneTimeLink, *, by: User) -> Answer:
    """Who has the role already leaves the link for the one it was meant for."""
    event, role = link.event, Role(link.role)
    assert event is not None
    if has_role(event, by, role):
        return Answer.ALREADY_THERE
    if not links.use(link, by=by):
        return Answer.CLOSED
    _membership, is_new = Membership.objects.get_or_create(event=event, user=by, role=role)
    if is_new:
        record(RoleGiven(role=role), actor=by, event=event)
    return Answer.JOINED


def roles_by_member(event: Event) -> dict[User, list[Role]]:
    """Who is of the team, and all that each of them is; those who decide first."""
    order = list(Role.of_events())
    members = Membership.objects.filter(event=event).select_related("user")
    roles: dict[User, list[Role]] = {}
    for member in sorted(members, key=lambda one: (order.index(Role(one.role)), one.pk)):
        roles.setdefault(member.user, []).append(Role(member.role))
    return roles


def has_role(event: Event, user: User, role: Role) -> bool:
    return event.memberships.filter(user=user, role=role).exists()


@transaction.atomic
def remove(event: Event, membership: int, *, by: User) -> Removal:
    # Two organisers who remove each other at once must not both succeed.
    Event.objects.select_for_update().get(pk=event.pk)
    leaving = event.memberships.filter(pk=membership).first()
    if leaving is None:
        return Removal.GONE_ALREADY
    if leaving.role == Role.ORGANISER and event.memberships.filter(role=Role.ORGANISER).count() == 1:
        return Removal.LAST_ORGANISER
    leaving.delete()
    record(RoleTaken(role=Role(leaving.role), person=leaving.user_id), actor=by, event=event)
    if leaving.role == Role.ORGANISER:
        _revoke_invitations_of(leaving, by=by)
    return Removal.DONE


def _revoke_invitations_of(organiser: Membership, *, by: User) -> None:
    """Who is no organiser any more invites nobody, himself included."""
    for link in open_invitations(organiser.event).filter(created_by=organiser.user_id):
        revoke_invitation(link, by=by)


def open_invitations(event: Event) -> OneTimeLinkQuerySet:
    return OneTimeLink.objects.open().filter(event=event, purpose=LinkPurpose.INVITATION)
