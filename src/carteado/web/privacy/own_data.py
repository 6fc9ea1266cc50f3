"""Collects all personal data of one person, by walking the registry of personal data field by field."""

import json
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass
from datetime import date, datetime
from functools import cached_property
from typing import Any, NamedTuple

from allauth.account.models import EmailAddress
from allauth.mfa.models import Authenticator
from allauth.usersessions.models import UserSession
from axes.models import AccessAttempt, AccessFailureLog, AccessLog
from django.contrib.sessions.models import Session
from django.db.models import Model, Q
from django.utils.formats import date_format
from django.utils.functional import Promise
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext

from carteado.web.events.models import Document, Operation, Pair, Version
from carteado.web.events.store import championship_of
from carteado.web.kit.guarding.personal_data import PERSONAL_FIELDS, PersonalField
from carteado.web.kit.guarding.personal_data_list import BASES, RETENTIONS
from carteado.web.kit.words.dates import moment_in_words
from carteado.web.people import account_emails as emails
from carteado.web.people import references
from carteado.web.people.identity_papers import masked_number
from carteado.web.people.models import DocumentKind, OneTimeLink, Profile, User
from carteado.web.ratings.models import Played, Wish
from carteado.web.ratings.own_data import played_by, standings_of
from carteado.web.registrations.models import Entrant, Registration
from carteado.web.registrations.person_forms import PersonForm
from carteado.web.sumula.models import Reason, SetAsideEntry, SheetEntry
from carteado.web.tables.models import Guest, RefusedName, Remark, Report
from carteado.web.tables.players import names as sitters

FORMAT = "carteado-my-data/1"


@dataclass(frozen=True)
class Subject:
    """The person whose data is shown: a user with all their entries, an entrant without an account, or a guest.

    A guest is a person at live tables who has no account.
    """

    user: User | None
    entrants: tuple[Entrant, ...]
    guest: Guest | None = None

    @cached_property
    def emails(self) -> set[str]:
        if self.user is None:
            return {entrant.email for entrant in self.entrants if entrant.email}
        return emails.own_addresses(self.user)

    @cached_property
    def pairs(self) -> list[Pair]:
        """The pairs the person is in, whatever the state of their entries."""
        found = Q(pk__in=[])
        for entrant in self.entrants:
            entries = championship_of(entrant.event).entries.values()
            found |= Q(event=entrant.event, code__in=[one.id for one in entries if entrant.code in one.people])
        return list(Pair.objects.filter(found).select_related("event"))


def of_account(user: User) -> Subject:
    entrants = Entrant.objects.filter(user=user, erased_at=None).select_related("event").prefetch_related("agreements")
    return Subject(user, tuple(entrants.order_by("-pk")))


def of_entrant(entrant: Entrant) -> Subject:
    return Subject(None, (entrant,))


def of_guest(guest: Guest) -> Subject:
    return Subject(None, (), guest)


# --- which rows belong to the person ------------------------------------------------------------------------------

Rows = Callable[[Subject], Iterable[Model]]


def _by_account(table: type[Model], field: str = "user") -> Rows:
    return lambda he: table._default_manager.filter(**{field: he.user}) if he.user else ()


def _by_email(table: type[Model]) -> Rows:
    return lambda he: table._default_manager.filter(username__in=he.emails) if he.user else ()


def _acts(he: Subject) -> Iterable[Model]:
    """Operations that the person made. Those by others name them only by code, which identifies no one."""
    mine = Q(by=he.user) if he.user else Q(pk__in=[])
    for entrant in he.entrants:
        mine |= Q(event=entrant.event, document__by=entrant.code)
    return Operation.objects.filter(mine).select_related("event").order_by("pk")


def _links(he: Subject) -> Iterable[Model]:
    """One-time links sent to the person.

    An invitation reveals an event that may still be a draft, so it is included only if the address is proved to be
    theirs.
    """
    his = Q(user=he.user) | Q(email__in=emails.proven_addresses(he.user)) if he.user else Q(pk__in=[])
    return OneTimeLink.objects.filter(his).exclude(email="").defer("secret").select_related("event")


def _sessions(he: Subject) -> Iterable[Model]:
    keys = UserSession.objects.filter(user=he.user).values("session_key") if he.user else []
    return Session.objects.filter(session_key__in=keys)


def _references(he: Subject) -> list[str]:
    """The references by which live tables name the person, apart from entrants in championships."""
    return [references.of_user(he.user)] if he.user else [sitters.of_guest(he.guest)] if he.guest else []


def _remarks(he: Subject) -> Iterable[Model]:
    return Remark.objects.filter(who__in=_references(he)).exclude(text="").order_by("pk")


def _reports(he: Subject) -> Iterable[Model]:
    his = Q(who__in=_references(he))
    for entrant in he.entrants:
        his |= Q(table__event=entrant.event, who=references.of_entrant(entrant.code))
    return Report.objects.filter(his).exclude(name="").order_by("pk")


def _refused_names(he: Subject) -> Iterable[Model]:
    his = Q(event=None, who__in=_references(he))
    for entrant in he.entrants:
        his |= Q(event=entrant.event, who=references.of_entrant(entrant.code))
    return RefusedName.objects.filter(his).order_by("pk")


HIS: Mapping[str, Rows] = {
    "people.user": lambda he: [he.user] if he.user else [],
    "people.profile": _by_account(Profile),
    "people.onetimelink": _links,
    "account.emailaddress": _by_account(EmailAddress),
    "mfa.authenticator": _by_account(Authenticator),
    "usersessions.usersession": _by_account(UserSession),
    "sessions.session": _sessions,
    "axes.accessattempt": _by_email(AccessAttempt),
    "axes.accessfailurelog": _by_email(AccessFailureLog),
    "axes.accesslog": _by_email(AccessLog),
    "events.pair": lambda he: he.pairs,
    "events.version": lambda he: Version.objects.filter(by=he.user).select_related("event") if he.user else (),
    "events.operation": _acts,
    "events.document": lambda he: (
        Document.objects.filter(by=he.user).defer("content").select_related("event") if he.user else ()
    ),
    "entries.entrant": lambda he: he.entrants,
    "entries.registration": lambda he: Registration.objects.filter(pair__in=he.pairs).select_related("pair__event"),
    "sumula.sheetentry": lambda he: (
        SheetEntry.objects.filter(user=he.user).exclude(said={}).select_related("sheet__event") if he.user else ()
    ),
    "sumula.setasideentry": lambda he: (
        SetAsideEntry.objects.filter(user=he.user).exclude(said={}).select_related("sheet__event") if he.user else ()
    ),
    "ratings.standing": lambda he: standings_of(he.user) if he.user else (),
    "ratings.played": _by_account(Played),
    "ratings.wish": _by_account(Wish),
    "sumula.reason": _by_account(Reason),
    "tables.guest": lambda he: [he.guest] if he.guest else (),
    "tables.remark": _remarks,
    "tables.report": _reports,
    "tables.refusedname": _refused_names,
}
"""For each table of the registry, the rows that belong to the person."""

UNREADABLE: Mapping[str, str | Promise] = {
    "people.user.password": gettext_lazy("kept, and unreadable for everybody"),
    "mfa.authenticator.data": gettext_lazy("kept sealed; shown to nobody"),
    "sessions.session.session_key": gettext_lazy("kept; shown to nobody"),
    "sessions.session.session_data": gettext_lazy("kept; shown to nobody"),
    "usersessions.usersession.session_key": gettext_lazy("kept; shown to nobody"),
    "usersessions.usersession.data": gettext_lazy("kept; shown to nobody"),
    "axes.accesslog.session_hash": gettext_lazy("kept; shown to nobody"),
    "people.profile.document_index": gettext_lazy("a fingerprint, of use to nobody else"),
    "entries.entrant.document_index": gettext_lazy("a fingerprint, of use to nobody else"),
    "tables.refusedname.trace": gettext_lazy("a fingerprint, of use to nobody else"),
    "events.document.content": gettext_lazy("a file; it can be loaded from the event's page"),
}
"""Shown instead of values that are secret, or that mean nothing in words."""

COUNTED = frozenset(
    {
        "events.operation.document",
        "events.version.details",
        "ratings.standing.mu",
        "ratings.standing.sigma",
        "ratings.played.counts",
    }
)
"""Fields too long for the page, which only shows how many values there are. The file has them in full."""
MOST_SHOWN = 5


# --- field by field -----------------------------------------------------------------------------------------------


class Value(NamedTuple):
    """One stored value. ``shown`` is its text on the page; ``about`` is the event's name, if it belongs to one."""

    raw: object
    shown: str
    about: str


class Held(NamedTuple):
    """A field of the registry with its values for the person."""

    field: PersonalField
    values: tuple[Value, ...]

    @property
    def why(self) -> "Why":
        one = self.field
        return Why(str(one.what), str(one.purpose), str(BASES[one.basis]), str(RETENTIONS[one.retention]), one.sealed)

    def lines(self, *, name_events: bool) -> list[str]:
        """The lines for the page. ``name_events`` adds the event's name; a page about one event does not need it."""
        if self.field.field in COUNTED:
            number = len(self.values)
            said = ngettext("%(number)d entry, in the file", "%(number)d entries, in the file", number)
            return [said % {"number": number}]
        return [f"{one.shown} ({one.about})" if one.about and name_events else one.shown for one in self.values]


class Why(NamedTuple):
    """What a value is, its purpose, its legal basis, and how long it is stored."""

    what: str
    purpose: str
    basis: str
    until: str
    is_sealed: bool


class Line(NamedTuple):
    """One line of the page. Fields stored for the same reason share a line."""

    why: Why
    texts: list[str]


def lines_of(subject: Subject) -> list[Line]:
    """The lines of the page. Each text appears once, and a line shows at most MOST_SHOWN texts."""
    texts: dict[Why, dict[str, None]] = {}
    for one in held(subject):
        said = one.lines(name_events=subject.user is not None)
        texts.setdefault(one.why, {}).update(dict.fromkeys(said))
    return [Line(why, _cut(list(said))) for why, said in texts.items()]


def _cut(texts: list[str]) -> list[str]:
    more = len(texts) - MOST_SHOWN
    return [*texts[:MOST_SHOWN], _("and %(number)d more") % {"number": more}] if more > 0 else texts


def held(subject: Subject) -> list[Held]:
    """Every field of the registry with values for the person, in the registry's order."""
    rows = {table: list(find(subject)) for table, find in HIS.items()}
    found = (Held(field, tuple(_values(field, rows))) for field in PERSONAL_FIELDS)
    return [one for one in found if one.values]


def _values(field: PersonalField, rows: Mapping[str, list[Model]]) -> Iterator[Value]:
    table, _dot, name = field.field.rpartition(".")
    for row in rows[table]:
        if field.field in UNREADABLE:
            if field.field == "events.document.content" or getattr(row, name):
                said = str(UNREADABLE[field.field])
                yield Value(said, said, _event_of(row))
        elif raw := getattr(row, name):
            yield Value(raw, _shown(row, name, raw), _event_of(row))


def _event_of(row: Any) -> str:
    place = row.pair if isinstance(row, Registration) else row
    event = getattr(place, "event", None)
    return event.name if event is not None else ""


def _shown(row: Any, name: str, raw: object) -> str:
    """The value as text. Documents are masked, so that a person looking over the owner's shoulder cannot read them."""
    if name == "document" and isinstance(raw, str):
        return masked_number(DocumentKind(row.document_kind), raw) if row.document_kind else raw
    if name == "declared" and isinstance(raw, str):
        return _listed(json.loads(raw))
    if name == "birth_date" and isinstance(raw, str):
        return date_format(date.fromisoformat(raw), "SHORT_DATE_FORMAT")
    if isinstance(raw, datetime):
        return moment_in_words(raw)
    if isinstance(raw, bool):
        return _said(raw)
    return _listed(raw) if isinstance(raw, dict) else str(raw)


def _listed(told: Mapping[str, object]) -> str:
    return " · ".join(f"{_asked(name)} {_said(value)}" for name, value in told.items())


def _asked(name: str) -> str:
    """The question as on the entry form, or the organiser's own question."""
    field = PersonForm.base_fields.get(name)
    asked = str(field.label) if field is not None and field.label else name
    return asked if asked.endswith("?") else f"{asked}:"


def _said(value: object) -> str:
    if isinstance(value, bool):
        return _("yes") if value else _("no")
    return value if isinstance(value, str) else json.dumps(value, ensure_ascii=False)


# --- the file -----------------------------------------------------------------------------------------------------


def document_of(subject: Subject, now: datetime) -> dict[str, object]:
    """All data as JSON, with the reasons for storing it. Acts of others and secrets are left out."""
    return {
        "format": FORMAT,
        "made_at": now.isoformat(),
        "kept": [
            {
                "field": one.field.field,
                "what": one.why.what,
                "purpose": one.why.purpose,
                "ground": one.why.basis,
                "until": one.why.until,
                "values": [{"event": value.about or None, "value": _plain(value.raw)} for value in one.values],
            }
            for one in held(subject)
        ],
        "entries": [_entry(entrant) for entrant in subject.entrants],
        "roles": [
            {"event": one.event.name, "role": one.role, "since": one.since.isoformat()} for one in _roles(subject)
        ],
        "played": played_by(subject.user) if subject.user else {},
    }


def _roles(subject: Subject) -> Iterable[Any]:
    return subject.user.memberships.select_related("event") if subject.user else ()


def _entry(entrant: Entrant) -> dict[str, object]:
    return {
        "event": entrant.event.name,
        "address": entrant.event.slug,
        "code": entrant.code,
        "number": entrant.number,
        "since": entrant.created_at.isoformat(),
        "agreements": [
            {"to": one.to, "version": one.version, "hash": one.hash, "given": one.given, "at": one.at.isoformat()}
            for one in sorted(entrant.agreements.all(), key=lambda one: one.at)
        ],
    }


def _plain(raw: object) -> object:
    return raw.isoformat() if isinstance(raw, datetime) else raw
