"""Who may do what, before any page is asked."""

import re

import pytest
from django.contrib.auth.models import AnonymousUser

from carteado.web.events.models import Stage
from carteado.web.kit.guarding.policy import POLICY, Action, Permission, Role, Target, allows
from carteado.web.pages.access import Can, SiteRequest, may, roles_of
from carteado.web.people.models import Membership
from tests.web.world.roles import a_person, an_event
from tools.messages import SITE, templates

READS_ROLES = re.compile(r"\b(is_staff|is_superuser|has_perms?|Membership|memberships)\b")


def test_what_the_table_does_not_name_nobody_may() -> None:
    assert not allows(frozenset(Role), Action.CREATE_EVENT, Target.EVENT)


def test_a_visitor_may_only_read_sign_in_play_and_enter() -> None:
    everything = [(target, action) for target, actions in POLICY.items() for action in actions]
    granted = {(target, action) for target, action in everything if allows({Role.VISITOR}, action, target)}
    assert granted == {
        (Target.SITE, Action.READ),
        (Target.SITE, Action.SIGN_IN),
        (Target.SITE, Action.PLAY),
        (Target.EVENT, Action.READ),
        (Target.EVENT, Action.ENTER),
        (Target.ARCHIVED, Action.READ),
    }


@pytest.mark.django_db
class TestRoles:
    def test_a_role_in_one_event_is_none_in_another(self) -> None:
        one, other = an_event(slug="uma"), an_event(slug="outra")
        organiser = a_person(Role.ORGANISER, one)
        assert roles_of(organiser, one) == {Role.MEMBER, Role.ORGANISER}
        assert roles_of(organiser, other) == {Role.MEMBER}

    def test_somebody_may_have_two_roles_at_once(self) -> None:
        event = an_event()
        referee = a_person(Role.REFEREE, event)
        assert referee is not None
        Membership.objects.create(event=event, user=referee, role=Role.BROADCASTER)
        assert roles_of(referee, event) == {Role.MEMBER, Role.REFEREE, Role.BROADCASTER}

    def test_who_has_no_account_or_a_closed_one_is_a_visitor(self) -> None:
        closed = a_person(Role.STAFF)
        assert closed is not None
        closed.is_active = False
        assert roles_of(AnonymousUser()) == roles_of(closed) == roles_of(None) == {Role.VISITOR}

    def test_nobody_may_anything_to_an_event_that_is_not(self) -> None:
        assert not may(a_person(Role.STAFF), Permission(Action.READ), event=None)

    def test_a_draft_is_only_for_its_team(self) -> None:
        draft = an_event(Stage.DRAFT)
        assert may(a_person(Role.CLERK, draft), Permission(Action.READ), draft)
        assert not may(a_person(Role.MEMBER), Permission(Action.READ), draft)

    def test_templates_ask_the_same_table(self) -> None:
        event = an_event()
        request = SiteRequest()
        assert not Can(request)["create_event"]
        assert Can(request)["read"]
        request.event = event
        request.roles = roles_of(a_person(Role.ORGANISER, event), event)
        assert Can(request)["edit"]
        assert Can(request)["suspend"]
        assert Can(request)["create_event"], "the site's, as events know no such action"
        assert not Can(request)["administer"]


def test_templates_ask_only_for_actions_that_are() -> None:
    asked = {(path.name, name) for path in templates() for name in re.findall(r"\bcan\.(\w+)", path.read_text("utf-8"))}
    assert [one for one in asked if one[1] not in set(Action)] == []


def test_roles_are_read_in_one_place_alone() -> None:
    """Pages of teams and oneself handle memberships as data; to know what somebody may, everybody asks ``access``."""
    allowed = {
        "pages/access.py": {"is_staff", "memberships"},
        "people/models.py": {"is_staff", "is_superuser", "memberships", "Membership"},
        "events/team.py": {"memberships", "Membership"},
        "privacy/erasing.py": {"memberships", "Membership"},
        "privacy/own_data.py": {"memberships"},
        "organising/team_pages.py": {"memberships"},
        "my_account/own_pages.py": {"memberships", "Membership"},
        "events/importing.py": {"Membership"},
        "events/store.py": {"Membership"},
        "history/notices.py": {"Membership"},
    }
    for path in SITE.rglob("*.py"):
        name = path.relative_to(SITE).as_posix()
        if "migrations" not in path.parts:
            assert set(READS_ROLES.findall(path.read_text("utf-8"))) <= allowed.get(name, set()), name
