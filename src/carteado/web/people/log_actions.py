"""Log actions of accounts and roles. The team's invitations are in ``events.log_actions``."""

from dataclasses import dataclass

from django.utils.translation import gettext_lazy as _

from carteado.web.kit.guarding.policy import Role
from carteado.web.log.action import Action
from carteado.web.log.registry import logged
from carteado.web.log.vocabulary import PersonNumber, RoleWord


@logged
@dataclass(frozen=True, slots=True)
class RoleGiven(Action):
    """A person accepted an invitation to the team. The actor is that person."""

    code = "team.role_given"
    sentence = _("{actor} joined the team as {role}.")
    notifies = frozenset({Role.ORGANISER})
    role: RoleWord


@logged
@dataclass(frozen=True, slots=True)
class RoleTaken(Action):
    """A member of the team lost a role. The actor may be that member."""

    code = "team.role_taken"
    sentence = _("{actor} took the role {role} from {person}.")
    notifies = frozenset({Role.ORGANISER})
    role: RoleWord
    person: PersonNumber


@logged
@dataclass(frozen=True, slots=True)
class AccountErased(Action):
    """An account was erased. It is recorded without an actor, so the sentence names the site. After a backup is
    restored, these entries say whom to erase again."""

    code = "account.erased"
    sentence = _("{actor} erased, at its owner's request, the account of {person}.")
    # The name of an erased account is "Participante" and this number.
    person: PersonNumber
