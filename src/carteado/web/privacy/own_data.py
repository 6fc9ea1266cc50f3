"""Collects all personal data of one person, field by field of the register ``kit.guarding.personal_data``: for the
page that shows it and for the file to download."""

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
from carteado.web.ratings.own_data import exported_ratings, standings_of
from carteado.web.registrations.models import Entrant, Letter, Material, Registration
from carteado.web.registrations.person_forms import PersonForm
from carteado.web.sumula.models import Reason, SetAsideEntry, SheetEntry
from carteado.web.tables.models import Guest, RefusedName, Remark, Report
from carteado.web.tables.players import names as sitters

FORMAT = "carteado-my-data/1"


@dataclass(frozen=True)
class DataSubject:
    """The person whose data is shown: a user with all their entries, an entrant with what one event has of them, or a
    guest, who is a person at live tables without an account."""

    user: User | None
    entrants: tuple[Entrant, ...]
    guest: Guest | None = None

    @cached_property
    def emails(self) -> set[str]:
        """The addresses under which the account's failed tries to sign in are stored."""
        return emails.own_addresses(self.user) if self.user else set()

    @cached_property
    def pairs(self) -> list[Pair]:
        """The pairs the person is in, whatever the state of their entries."""
        in_pairs = Q(pk__in=[])
        for entrant in self.entrants:
            entries = championship_of(entrant.event).entries.values()
            in_pairs |= Q(event=entrant.event, code__in=[one.id for one in entries if entrant.code in one.people])
        return list(Pair.objects.filter(in_pairs).select_related("event"))


def of_account(user: User) -> DataSubject:
    entrants = Entrant.objects.filter(user=user, erased_at=None).select_related("event").prefetch_related("agreements")
    return DataSubject(user, tuple(entrants.order_by("-pk")))


def of_entrant(entrant: Entrant) -> DataSubject:
    return DataSubject(None, (entrant,))


def of_guest(guest: Guest) -> DataSubject:
    return DataSubject(None, (), guest)


# --- which rows belong to the person ------------------------------------------------------------------------------

Rows = Callable[[DataSubject], Iterable[Model]]
"""Finds the rows of one table that belong to a person."""


def _by_account(table: type[Model], field: str = "user") -> Rows:
    return lambda person: table._default_manager.filter(**{field: person.user}) if person.user else ()


def _by_email(table: type[Model]) -> Rows:
    """The rows of failed tries to sign in, which name an account by its address."""
    return lambda person: table._default_manager.filter(username__in=person.emails) if person.user else ()


def _operations(person: DataSubject) -> Iterable[Model]:
    """Operations that the person made. Those by others name them only by code, which identifies no one."""
    rows = Q(by=person.user) if person.user else Q(pk__in=[])
    for entrant in person.entrants:
        rows |= Q(event=entrant.event, document__by=entrant.code)
    return Operation.objects.filter(rows).select_related("event").order_by("pk")


def _links(person: DataSubject) -> Iterable[Model]:
    """One-time links sent to the person.

    An invitation reveals an event that may still be a draft, so it is included only if the address is proved to be
    theirs.
    """
    rows = Q(user=person.user) | Q(email__in=emails.proven_addresses(person.user)) if person.user else Q(pk__in=[])
    return OneTimeLink.objects.filter(rows).exclude(email="").defer("secret").select_related("event")


def _sessions(person: DataSubject) -> Iterable[Model]:
    keys = UserSession.objects.filter(user=person.user).values("session_key") if person.user else []
    return Session.objects.filter(session_key__in=keys)


def _references(person: DataSubject) -> list[str]:
    """The references by which live tables name the person, apart from entrants in championships."""
    return (
        [references.of_user(person.user)] if person.user else [sitters.of_guest(person.guest)] if person.guest else []
    )


def _remarks(person: DataSubject) -> Iterable[Model]:
    return Remark.objects.filter(who__in=_references(person)).exclude(text="").order_by("pk")


def _reports(person: DataSubject) -> Iterable[Model]:
    rows = Q(who__in=_references(person))
    for entrant in person.entrants:
        rows |= Q(table__event=entrant.event, who=references.of_entrant(entrant.code))
    return Report.objects.filter(rows).exclude(name="").order_by("pk")


def _refused_names(person: DataSubject) -> Iterable[Model]:
    rows = Q(event=None, who__in=_references(person))
    for entrant in person.entrants:
        rows |= Q(event=entrant.event, who=references.of_entrant(entrant.code))
    return RefusedName.objects.filter(rows).order_by("pk")


ROWS_OF_A_PERSON: Mapping[str, Rows] = {
    "people.user": lambda person: [person.user] if person.user else [],
    "people.profile": _by_account(Profile),
    "people.onetimelink": _links,
    "account.emailaddress": _by_account(EmailAddress),
    "mfa.authenticator": _by_account(Authenticator),
    "usersessions.usersession": _by_account(UserSession),
    "sessions.session": _sessions,
    "axes.accessattempt": _by_email(AccessAttempt),
    "axes.accessfailurelog": _by_email(AccessFailureLog),
    "axes.accesslog": _by_email(AccessLog),
    "events.pair": lambda person: person.pairs,
    "events.version": lambda person: (
        Version.objects.filter(by=person.user).select_related("event") if person.user else ()
    ),
    "events.operation": _operations,
    "events.document": lambda person: (
        Document.objects.filter(by=person.user).defer("content").select_related("event") if person.user else ()
    ),
    "entries.entrant": lambda person: person.entrants,
    "entries.material": lambda person: Material.objects.filter(entrant__in=person.entrants).select_related(
        "entrant__event"
    ),
    "entries.letter": lambda person: Letter.objects.filter(entrant__in=person.entrants).select_related(
        "entrant__event"
    ),
    "entries.registration": lambda person: Registration.objects.filter(pair__in=person.pairs).select_related(
        "pair__event"
    ),
    "sumula.sheetentry": lambda person: (
        SheetEntry.objects.filter(user=person.user).exclude(said={}).select_related("sheet__event")
        if person.user
        else ()
    ),
    "sumula.setasideentry": lambda person: (
        SetAsideEntry.objects.filter(user=person.user).exclude(said={}).select_related("sheet__event")
        if person.user
        else ()
    ),
    "ratings.standing": lambda person: standings_of(person.user) if person.user else (),
    "ratings.played": _by_account(Played),
    "ratings.wish": _by_account(Wish),
    "sumula.reason": _by_account(Reason),
    "tables.guest": lambda person: [person.guest] if person.guest else (),
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
    "entries.material.photo": gettext_lazy("a picture; it can be seen on your own page"),
    "tables.refusedname.trace": gettext_lazy("a fingerprint, of use to nobody else"),
    "events.document.content": gettext_lazy("a file; it can be loaded from the event's page"),
}
"""Shown instead of values that are secret, or that mean nothing in words."""

COUNTED_FIELDS = frozenset(
    {
        "events.operation.document",
        "events.version.details",
        "ratings.standing.mu",
        "ratings.standing.sigma",
        "ratings.played.counts",
    }
)
"""Fields too long for the page, which only shows how many values there are. The file has them in full."""
MOST_TEXTS_A_LINE = 5


# --- field by field -----------------------------------------------------------------------------------------------


class Value(NamedTuple):
    """One stored value. ``raw`` goes into the file, ``text`` onto the page; ``about`` is the name of the event that it
    belongs to, and empty without one."""

    raw: object
    text: str
    about: str


class FieldWithValues(NamedTuple):
    """A field of the registry with its values for the person."""

    field: PersonalField
    values: tuple[Value, ...]

    @property
    def reason(self) -> "StorageReason":
        """Why the field is stored, in words."""
        one = self.field
        return StorageReason(
            str(one.what), str(one.purpose), str(BASES[one.basis]), str(RETENTIONS[one.retention]), one.sealed
        )

    def lines(self, *, name_events: bool) -> list[str]:
        """The lines for the page. ``name_events`` adds the event's name; a page about one event does not need it."""
        if self.field.field in COUNTED_FIELDS:
            number = len(self.values)
            text = ngettext("%(number)d entry, in the file", "%(number)d entries, in the file", number)
            return [text % {"number": number}]
        return [f"{one.text} ({one.about})" if one.about and name_events else one.text for one in self.values]


class StorageReason(NamedTuple):
    """What a value is, its purpose, its legal basis, and how long it is stored."""

    description: str
    purpose: str
    basis: str
    until: str
    is_sealed: bool


class Line(NamedTuple):
    """One line of the page. Fields stored for the same reason share a line."""

    reason: StorageReason
    texts: list[str]


def lines_of(subject: DataSubject) -> list[Line]:
    """The lines of the page. Each text appears once, and a line shows at most MOST_TEXTS_A_LINE texts."""
    texts: dict[StorageReason, dict[str, None]] = {}
    for one in fields_with_values(subject):
        line_texts = one.lines(name_events=subject.user is not None)
        texts.setdefault(one.reason, {}).update(dict.fromkeys(line_texts))
    return [Line(reason, _cut(list(line_texts))) for reason, line_texts in texts.items()]


def _cut(texts: list[str]) -> list[str]:
    more = len(texts) - MOST_TEXTS_A_LINE
    return [*texts[:MOST_TEXTS_A_LINE], _("and %(number)d more") % {"number": more}] if more > 0 else texts


def fields_with_values(subject: DataSubject) -> list[FieldWithValues]:
    """Every field of the registry with values for the person, in the registry's order."""
    rows = {table: list(find(subject)) for table, find in ROWS_OF_A_PERSON.items()}
    fields = (FieldWithValues(field, tuple(_values(field, rows))) for field in PERSONAL_FIELDS)
    return [one for one in fields if one.values]


def _values(field: PersonalField, rows: Mapping[str, list[Model]]) -> Iterator[Value]:
    """The values of the field that are not empty. A sealed one that no key opens reads as empty, and is left out. A
    file's content, which always is there, is not loaded."""
    table, _dot, name = field.field.rpartition(".")
    for row in rows[table]:
        if field.field in UNREADABLE:
            if field.field == "events.document.content" or getattr(row, name):
                text = str(UNREADABLE[field.field])
                yield Value(text, text, _event_of(row))
        elif raw := getattr(row, name):
            yield Value(raw, _value_text(row, name, raw), _event_of(row))


def _event_of(row: Any) -> str:
    """The name of the event that the row belongs to; empty without one."""
    place = row.pair if isinstance(row, Registration) else row
    event = getattr(place, "event", None)
    return event.name if event is not None else ""


def _value_text(row: Any, name: str, raw: object) -> str:
    """The value as text. Documents are masked, so that a person looking over the owner's shoulder cannot read them."""
    if name == "document" and isinstance(raw, str):
        return masked_number(DocumentKind(row.document_kind), raw) if row.document_kind else raw
    if name == "declared" and isinstance(raw, str):
        return _listed_text(json.loads(raw))
    if name == "birth_date" and isinstance(raw, str):
        return date_format(date.fromisoformat(raw), "SHORT_DATE_FORMAT")
    if isinstance(raw, datetime):
        return moment_in_words(raw)
    if isinstance(raw, bool):
        return _plain_text(raw)
    return _listed_text(raw) if isinstance(raw, dict) else str(raw)


def _listed_text(values: Mapping[str, object]) -> str:
    return " · ".join(f"{_question_text(name)} {_plain_text(value)}" for name, value in values.items())


def _question_text(name: str) -> str:
    """The question as on the entry form, or the organiser's own question."""
    field = PersonForm.base_fields.get(name)
    label = str(field.label) if field is not None and field.label else name
    return label if label.endswith("?") else f"{label}:"


def _plain_text(value: object) -> str:
    if isinstance(value, bool):
        return _("yes") if value else _("no")
    return value if isinstance(value, str) else json.dumps(value, ensure_ascii=False)


# --- the file -----------------------------------------------------------------------------------------------------


def document_of(subject: DataSubject, now: datetime) -> dict[str, object]:
    """All data as JSON, with the reasons for storing it. Acts of others and secrets are left out."""
    return {
        "format": FORMAT,
        "made_at": now.isoformat(),
        "kept": [
            {
                "field": one.field.field,
                "what": one.reason.description,
                "purpose": one.reason.purpose,
                "ground": one.reason.basis,
                "until": one.reason.until,
                "values": [{"event": value.about or None, "value": _plain(value.raw)} for value in one.values],
            }
            for one in fields_with_values(subject)
        ],
        "entries": [_entry(entrant) for entrant in subject.entrants],
        "roles": [
            {"event": one.event.name, "role": one.role, "since": one.since.isoformat()} for one in _roles(subject)
        ],
        "played": exported_ratings(subject.user) if subject.user else {},
    }


def _roles(subject: DataSubject) -> Iterable[Any]:
    return subject.user.memberships.select_related("event") if subject.user else ()


def _entry(entrant: Entrant) -> dict[str, object]:
    return {
        "event": entrant.event.name,
        "address": entrant.event.slug,
        "code": entrant.code,
        "number": entrant.number,
        "since": entrant.created_at.isoformat(),
        "agreements": [
            {
                "to": one.to,
                "title": one.title,
                "version": one.version,
                "hash": one.hash,
                "given": one.given,
                "at": one.at.isoformat(),
            }
            for one in sorted(entrant.agreements.all(), key=lambda one: one.at)
        ],
    }


def _plain(raw: object) -> object:
    return raw.isoformat() if isinstance(raw, datetime) else raw
