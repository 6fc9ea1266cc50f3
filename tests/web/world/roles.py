"""An event, and a person of every role to it."""

from carteado.web.events import store
from carteado.web.events.details import Details
from carteado.web.events.models import Event, Stage
from carteado.web.kit.guarding.policy import Role
from carteado.web.people.models import Membership, User


def an_event(stage: Stage = Stage.PUBLISHED, *, slug: str = "") -> Event:
    """As far as lists and the log need one."""
    return Event.objects.create(
        slug=slug or f"copa-{stage}", regulation="truco-masters-2025", name=f"Copa {stage.label}", stage=stage
    )


def a_draft(name: str = "Copa Rascunho") -> Event:
    """A whole one, with a version, begun by somebody of no further account."""
    founder, _is_new = User.objects.get_or_create(email="founder@carteado.test")
    return store.create(Details(regulation="truco-masters-2025", name=name), by=founder)


def a_published_event(name: str = "Copa Aberta") -> Event:
    draft = a_draft(name)
    founder = User.objects.get(email="founder@carteado.test")
    published = store.publish(draft, expected=draft.version, by=founder)
    assert isinstance(published, Event)
    return published


def a_person(role: Role, *events: Event, email: str = "") -> User | None:
    """None for a visitor, who has no account."""
    if role == Role.VISITOR:
        return None
    email = email or f"{role}@carteado.test"
    user = User.objects.create_user(email, name=str(role).capitalize(), is_staff=role == Role.STAFF)
    if role in Role.of_events():
        Membership.objects.bulk_create(Membership(event=event, user=user, role=role) for event in events)
    return user
