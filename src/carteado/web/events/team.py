"""The team of an event: invited by links, removed by an organiser. Each change is stored together with its log row."""

from enum import Enum, auto

from django.db import transaction

from carteado.web.events.log_actions import InvitationMade, InvitationRevoked
from carteado.web.events.models import Event
from carteado.web.kit.guarding.policy import Role
from carteado.web.log.recording import record
from carteado.web.people import one_time_links as links
from carteado.web.people.log_actions import RoleGiven, RoleTaken
from carteado.web.people.models import LinkPurpose, Membership, OneTimeLink, OneTimeLinkQuerySet, User
from carteado.web.people.one_time_links import new_link


class Answer(Enum):
    """The result of accepting an invitation."""

    JOINED = auto()
    ALREADY_THERE = auto()
    """The person had the role before. The invitation stays open."""
    CLOSED = auto()
    """The invitation was used, revoked or expired."""


class Removal(Enum):
    """The result of taking a role from a person."""

    DONE = auto()
    GONE_ALREADY = auto()
    LAST_ORGANISER = auto()
    """Refused: an event without an organiser could never be opened again."""


@transaction.atomic
def invite(event: Event, role: Role, *, by: User, email: str = "") -> OneTimeLink:
    """Make an invitation. The caller mails it to ``email``, or the organiser passes it on without one."""
    link = invitation_link(event, role, by, email)
    record(InvitationMade(role=role, link=link.pk), actor=by, event=event)
    return link


@transaction.atomic
def revoke_invitation(link: OneTimeLink, *, by: User) -> bool:
    """Revoke the invitation. False if it was already used, revoked or expired."""
    if not links.revoke(link):
        return False
    record(InvitationRevoked(role=Role(link.role), link=link.pk), actor=by, event=link.event)
    return True


@transaction.atomic
def accept(link: OneTimeLink, *, by: User) -> Answer:
    """Join the team. A user who already has the role does not use up the link, which was meant for another person."""
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
    """The members of the team with all their roles. Roles with more authority come first."""
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
    """Take a role from a person. ``membership`` is its primary key."""
    # Two organisers who remove each other at the same time must not both succeed.
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
    """Revoke the open invitations that a former organiser made: with one of them they could come back."""
    for link in open_invitations(organiser.event).filter(created_by=organiser.user_id):
        revoke_invitation(link, by=by)


def open_invitations(event: Event) -> OneTimeLinkQuerySet:
    return OneTimeLink.objects.open().filter(event=event, purpose=LinkPurpose.INVITATION)


def invitation_link(event: Event, role: Role, made_by: User | None, email: str = "") -> OneTimeLink:
    """A link that lets its visitor join the event's team in the role.

    The e-mail is only where the link is sent. Any visitor with the link may use it, as with a link the organiser hands
    over.
    """
    return new_link(LinkPurpose.INVITATION, event=event, role=role, created_by=made_by, email=email)
