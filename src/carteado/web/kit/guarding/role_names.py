"""The names of roles, and the duties of those that an organiser can give."""

from collections.abc import Mapping

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext_lazy

from carteado.web.kit.guarding.policy import Role

NAMES: Mapping[Role, str | Promise] = {
    Role.VISITOR: pgettext_lazy("role", "visitor"),
    Role.MEMBER: pgettext_lazy("role", "member"),
    Role.BROADCASTER: pgettext_lazy("role", "broadcaster"),
    Role.CLERK: pgettext_lazy("role", "table clerk"),
    Role.REFEREE: pgettext_lazy("role", "referee"),
    Role.ORGANISER: pgettext_lazy("role", "organiser"),
    Role.STAFF: pgettext_lazy("role", "site keeper"),
}

DUTIES: Mapping[Role, str | Promise] = {
    Role.ORGANISER: _("Prepares and runs the event, and chooses the team."),
    Role.REFEREE: _("Decides at the tables, and signs what was decided."),
    Role.CLERK: _("Keeps the score sheet beside a table."),
    Role.BROADCASTER: _("Shows the event on a screen or on the air."),
}


def name_of(role: str) -> str:
    return str(NAMES[Role(role)])
