"""The permission table: which role may do which action on which target.

Every page and route needs one permission: our own views declare it with ``needs``, the others are listed in
``OTHER_ROUTES``. ``allows`` answers from the table.
"""

from collections.abc import Iterable, Mapping
from enum import StrEnum
from typing import NamedTuple

from carteado.web.kit.words.address_prefixes import PREFIXES


class Role(StrEnum):
    """A role of a user on the site or in an event. A user may have several.

    A visitor is not signed in; whoever is signed in is a member. Staff keep the whole site.
    """

    VISITOR = "visitor"
    MEMBER = "member"
    BROADCASTER = "broadcaster"
    CLERK = "clerk"
    REFEREE = "referee"
    ORGANISER = "organiser"
    STAFF = "staff"

    @staticmethod
    def of_events() -> tuple["Role", ...]:
        """The roles that an organiser can give."""
        return (Role.ORGANISER, Role.REFEREE, Role.CLERK, Role.BROADCASTER)


class Target(StrEnum):
    """What a permission concerns. An event is a draft, visible to its team only, until it is published. An archived one
    no longer changes."""

    SITE = "site"
    OWN_ACCOUNT = "own_account"
    DRAFT = "draft"
    EVENT = "event"
    ARCHIVED = "archived"


class Action(StrEnum):
    """What may be done.

    ``PLAY`` is at a live table. ``ENTER`` registers a pair, ``REVIEW_ENTRIES`` decides on it and shows its people's
    data. ``RUN_MATCHES`` calls pairs and notes results. ``RULE`` acts as referee. ``DECIDE`` settles what the
    regulation leaves open. ``EXPORT`` takes files with people's names out of the site. ``ADMINISTER`` looks after the
    whole site. Pages ask for ``SEE_HISTORY`` also to find out if a reader is in the team, which sees what an embargo or
    a delay hides from the public.
    """

    READ = "read"
    SIGN_IN = "sign_in"
    PLAY = "play"
    CREATE_EVENT = "create_event"
    EDIT = "edit"
    PUBLISH = "publish"
    SUSPEND = "suspend"
    SEE_HISTORY = "see_history"
    MANAGE_TEAM = "manage_team"
    ENTER = "enter"
    REVIEW_ENTRIES = "review_entries"
    HOLD_DRAW = "hold_draw"
    RUN_MATCHES = "run_matches"
    BROADCAST = "broadcast"
    RULE = "rule"
    DECIDE = "decide"
    EXPORT = "export"
    ARCHIVE = "archive"
    ADMINISTER = "administer"


_EVERYBODY = frozenset(Role)
_SIGNED_IN = _EVERYBODY - {Role.VISITOR}
_TEAM = frozenset({Role.ORGANISER, Role.REFEREE, Role.CLERK, Role.BROADCASTER, Role.STAFF})
_ORGANISERS = frozenset({Role.ORGANISER, Role.STAFF})
_WHO_RULES = _ORGANISERS | {Role.REFEREE}

POLICY: Mapping[Target, Mapping[Action, frozenset[Role]]] = {
    Target.SITE: {
        Action.READ: _EVERYBODY,
        Action.SIGN_IN: _EVERYBODY,
        Action.PLAY: _EVERYBODY,
        Action.CREATE_EVENT: _SIGNED_IN,
        Action.ADMINISTER: frozenset({Role.STAFF}),
    },
    Target.OWN_ACCOUNT: {
        Action.READ: _SIGNED_IN,
        Action.EDIT: _SIGNED_IN,
    },
    Target.DRAFT: {
        Action.READ: _TEAM,
        Action.EDIT: _ORGANISERS,
        Action.PUBLISH: _ORGANISERS,
        Action.SUSPEND: frozenset(),  # a draft is not public, so there is nothing to suspend
        Action.SEE_HISTORY: _ORGANISERS,
        Action.MANAGE_TEAM: _ORGANISERS,
    },
    Target.EVENT: {
        Action.READ: _EVERYBODY,
        Action.EDIT: _ORGANISERS,
        # Publishing twice is allowed, so a second press of the button gets the same answer.
        Action.PUBLISH: _ORGANISERS,
        Action.SUSPEND: _ORGANISERS,
        Action.SEE_HISTORY: _TEAM,
        Action.MANAGE_TEAM: _ORGANISERS,
        Action.ENTER: _EVERYBODY,
        Action.REVIEW_ENTRIES: _ORGANISERS,
        Action.HOLD_DRAW: _WHO_RULES,
        Action.RUN_MATCHES: _WHO_RULES | {Role.CLERK},
        Action.BROADCAST: _ORGANISERS | {Role.BROADCASTER},
        Action.RULE: _WHO_RULES,
        # What the text leaves to the producer or the committee, a referee does not decide for them.
        Action.DECIDE: _ORGANISERS,
        Action.EXPORT: _ORGANISERS,
        Action.ARCHIVE: _ORGANISERS,
    },
    Target.ARCHIVED: {
        Action.READ: _EVERYBODY,
        Action.SEE_HISTORY: _TEAM,
        Action.MANAGE_TEAM: _ORGANISERS,
        Action.EXPORT: _ORGANISERS,
        # Archiving twice is allowed, too.
        Action.ARCHIVE: _ORGANISERS,
    },
}


class Permission(NamedTuple):
    """The permission that a page needs. Without ``target`` it concerns the event in the address, whether that is a
    draft, published or archived."""

    action: Action
    target: Target | None = None

    @property
    def of_event(self) -> bool:
        return self.target is None


_SIGNING_IN = Permission(Action.SIGN_IN, Target.SITE)
_OWN_ACCOUNT = Permission(Action.EDIT, Target.OWN_ACCOUNT)

PUSHED: Mapping[str, Action] = {
    "evento": Action.READ,
    "chave": Action.READ,
    "classificacao": Action.READ,
    "agenda": Action.READ,
    "telao": Action.READ,
    "mesas": Action.RUN_MATCHES,
    "arbitragem": Action.RULE,
    "arbitragem-mesa": Action.RUN_MATCHES,
    # the same for the team, which also sees what is under an embargo
    "equipe-evento": Action.SEE_HISTORY,
    "equipe-chave": Action.SEE_HISTORY,
    "equipe-classificacao": Action.SEE_HISTORY,
    "equipe-agenda": Action.SEE_HISTORY,
    "equipe-telao": Action.SEE_HISTORY,
}
"""The live topics of an event, by the word in their address, with the action that a listener must be allowed to do.
Topics of a part of an event, such as a draw or a pair, are listed in ``OTHER_ROUTES`` alone."""

OTHER_ROUTES: Mapping[str, Permission] = {
    # allauth's pages, by the name of their address
    "account_login": _SIGNING_IN,
    "account_logout": _SIGNING_IN,
    "account_signup": _SIGNING_IN,
    "account_inactive": _SIGNING_IN,
    "account_reset_password": _SIGNING_IN,
    "account_reset_password_done": _SIGNING_IN,
    "account_reset_password_from_key": _SIGNING_IN,
    "account_confirm_email": _SIGNING_IN,
    "mfa_authenticate": _SIGNING_IN,
    "account_reauthenticate": _OWN_ACCOUNT,
    "account_change_password": _OWN_ACCOUNT,
    "account_set_password": _OWN_ACCOUNT,
    "mfa_index": _OWN_ACCOUNT,
    "mfa_reauthenticate": _OWN_ACCOUNT,
    "mfa_activate_totp": _OWN_ACCOUNT,
    "mfa_deactivate_totp": _OWN_ACCOUNT,
    "mfa_view_recovery_codes": _OWN_ACCOUNT,
    "mfa_generate_recovery_codes": _OWN_ACCOUNT,
    "mfa_download_recovery_codes": _OWN_ACCOUNT,
    "usersessions_list": _OWN_ACCOUNT,
    # what Starlette answers without Django, by its path: checks, static files, sockets of live tables, live streams
    "/healthz": Permission(Action.READ, Target.SITE),
    "/readyz": Permission(Action.READ, Target.SITE),
    "/static/{name:path}": Permission(Action.READ, Target.SITE),
    **{
        f"{prefix}/mesa/{{code}}/{line}": Permission(Action.PLAY, Target.SITE)
        for prefix in PREFIXES.values()
        for line in ("ao-vivo", "transmissao/ao-vivo")
    },
    **{
        f"{prefix}/ao-vivo/{kind}/{{slug}}": Permission(action)
        for kind, action in PUSHED.items()
        for prefix in PREFIXES.values()
    },
    **{
        f"{prefix}/ao-vivo/{kind}/{{slug}}/{{draw}}": Permission(Action.READ)
        for kind in ("sorteio", "folha-sorteio")
        for prefix in PREFIXES.values()
    },
    **{
        f"{prefix}/ao-vivo/{kind}/{{slug}}/{{code}}": Permission(action)
        for kind, action in (("dupla", Action.READ), ("equipe-dupla", Action.SEE_HISTORY))
        for prefix in PREFIXES.values()
    },
}
"""Permissions of views that cannot declare their own with ``needs``."""


def allows(roles: Iterable[Role], action: Action, target: Target) -> bool:
    """True if one of the roles may do the action. What is not in the table is forbidden."""
    return not POLICY[target].get(action, frozenset()).isdisjoint(roles)
