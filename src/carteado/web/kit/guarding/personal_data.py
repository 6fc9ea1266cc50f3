"""Register of all fields with personal data: the purpose, the legal basis, and how long they are kept.

A field is named ``app.model.field``, by the label of the app: ``entries`` is the app ``registrations``, and ``history``
the app ``log``.

Forms show the purpose, and the privacy page lists everything. A test fails for a field that could hold personal data
and is neither registered nor listed as harmless.
"""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from enum import StrEnum
from typing import Any, ClassVar

from django import forms
from django.db import models
from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _


class Basis(StrEnum):
    """The legal bases of LGPD, art. 7."""

    CONSENT = "consent"
    LEGAL_DUTY = "legal_duty"
    CONTRACT = "contract"
    LEGITIMATE_INTEREST = "legitimate_interest"


class Retention(StrEnum):
    """How long a field is kept."""

    ACCOUNT = "account"
    """Until the person erases the account."""
    EVENT = "event"
    """Until the event is archived, or the person asks for it."""
    SECURITY = "security"
    """30 days. ``privacy.retention`` says from when they count, and what is kept longer."""
    SESSION = "session"
    """Until the session ends."""


@dataclass(frozen=True, slots=True)
class PersonalField:
    """A registered field. ``what`` is its name for people. A ``sealed`` one is encrypted in the database."""

    field: str
    what: str | Promise
    purpose: str | Promise
    basis: Basis
    retention: Retention
    sealed: bool = False


def _attempts(table: str, *more: str) -> tuple[PersonalField, ...]:
    """Fields about failed attempts to sign in."""
    what, purpose = _("Attempts to sign in that failed"), _("To stop whoever guesses passwords.")
    names = ("username", "ip_address", "user_agent", "http_accept", "path_info", *more)
    return tuple(
        PersonalField(f"axes.{table}.{name}", what, purpose, Basis.LEGITIMATE_INTEREST, Retention.SECURITY)
        for name in names
    )


def _session(table: str, *names: str, what: str | Promise, purpose: str | Promise) -> tuple[PersonalField, ...]:
    return tuple(PersonalField(f"{table}.{name}", what, purpose, Basis.CONTRACT, Retention.SESSION) for name in names)


def _ratings(*names: str, what: str | Promise, purpose: str | Promise) -> tuple[PersonalField, ...]:
    return tuple(PersonalField(f"ratings.{name}", what, purpose, Basis.CONTRACT, Retention.ACCOUNT) for name in names)


PERSONAL_FIELDS: tuple[PersonalField, ...] = (
    # the account
    PersonalField(
        "people.user.email",
        _("E-mail"),
        _("To sign in and to be told what concerns you."),
        Basis.CONTRACT,
        Retention.ACCOUNT,
    ),
    PersonalField(
        "account.emailaddress.email",
        _("E-mail"),
        _("To sign in and to be told what concerns you."),
        Basis.CONTRACT,
        Retention.ACCOUNT,
    ),
    PersonalField(
        "people.user.name", _("Name"), _("How organisers and opponents call you."), Basis.CONTRACT, Retention.ACCOUNT
    ),
    PersonalField(
        "people.user.password",
        _("Password"),
        _("So that nobody signs in as you. We keep only a trace of it that cannot be read."),
        Basis.CONTRACT,
        Retention.ACCOUNT,
    ),
    PersonalField(
        "people.user.last_login",
        _("Last time signed in"),
        _("So that an account that somebody else uses is noticed."),
        Basis.LEGITIMATE_INTEREST,
        Retention.ACCOUNT,
    ),
    PersonalField(
        "mfa.authenticator.data",
        _("Secret of the authenticator app"),
        _("So that the code of your phone can be asked for beside your password."),
        Basis.CONSENT,
        Retention.ACCOUNT,
    ),
    # what a person provides
    PersonalField(
        "people.profile.document",
        _("CPF or RNE"),
        _("Where a regulation asks who plays: nobody enters twice, and the organiser can check it at the table."),
        Basis.CONTRACT,
        Retention.ACCOUNT,
        sealed=True,
    ),
    PersonalField(
        "people.profile.document_index",
        _("Fingerprint of the document"),
        _("To find out that a document is in two accounts, without reading it."),
        Basis.LEGITIMATE_INTEREST,
        Retention.ACCOUNT,
    ),
    PersonalField(
        "people.profile.birth_date",
        _("Date of birth"),
        _("For the ages that a regulation asks for."),
        Basis.CONTRACT,
        Retention.ACCOUNT,
        sealed=True,
    ),
    PersonalField(
        "people.profile.phone",
        _("Phone"),
        _("So that the organiser can call you when your table waits."),
        Basis.CONSENT,
        Retention.ACCOUNT,
        sealed=True,
    ),
    PersonalField(
        "people.profile.city",
        _("City"),
        _("For delegations and for events of one town or region."),
        Basis.CONSENT,
        Retention.ACCOUNT,
    ),
    PersonalField(
        "people.onetimelink.email",
        _("E-mail of somebody invited"),
        _("To send the invitation there, and for nothing else."),
        Basis.LEGITIMATE_INTEREST,
        Retention.SECURITY,
    ),
    # events
    PersonalField(
        "events.pair.name",
        _("Names of a pair"),
        _("So that pairs are called to their tables and results can be read."),
        Basis.CONTRACT,
        Retention.EVENT,
    ),
    PersonalField(
        "events.pair.delegation",
        _("Delegation of a pair"),
        _("So that points are counted for the delegation."),
        Basis.CONTRACT,
        Retention.EVENT,
    ),
    PersonalField(
        "events.version.details",
        _("Description of the event"),
        _("What the organiser tells about the event: it may say whom to ask."),
        Basis.CONTRACT,
        Retention.EVENT,
    ),
    PersonalField(
        "events.operation.document",
        _("Acts of the championship"),
        _("So that every result can be checked: what was done at the tables, and why. Names stand apart."),
        Basis.CONTRACT,
        Retention.EVENT,
    ),
    PersonalField(
        "events.document.content",
        _("Files of the organiser"),
        _("The organiser's own papers, which may name people."),
        Basis.CONTRACT,
        Retention.EVENT,
    ),
    PersonalField(
        "events.document.filename",
        _("Files of the organiser"),
        _("The organiser's own papers, which may name people."),
        Basis.CONTRACT,
        Retention.EVENT,
    ),
    # entries
    PersonalField(
        "entries.entrant.name",
        _("Full name"),
        _("So that the organiser knows who plays, and for certificates."),
        Basis.CONTRACT,
        Retention.EVENT,
    ),
    PersonalField(
        "entries.entrant.called",
        _("Name at the table"),
        _("So that pairs are called to their tables and results can be read. Everybody sees it."),
        Basis.CONTRACT,
        Retention.EVENT,
    ),
    PersonalField(
        "entries.entrant.email",
        _("E-mail"),
        _("To be told what becomes of the entry."),
        Basis.CONTRACT,
        Retention.EVENT,
    ),
    PersonalField(
        "entries.entrant.phone",
        _("Phone"),
        _("So that the organiser can call you when your table waits."),
        Basis.CONSENT,
        Retention.EVENT,
        sealed=True,
    ),
    PersonalField(
        "entries.entrant.document",
        _("CPF or RNE"),
        _("Where a regulation asks who plays: nobody enters twice, and the organiser can check it at the table."),
        Basis.CONTRACT,
        Retention.EVENT,
        sealed=True,
    ),
    PersonalField(
        "entries.entrant.document_index",
        _("Fingerprint of the document"),
        _("To find out that somebody is in two pairs, without reading the document."),
        Basis.CONTRACT,
        Retention.EVENT,
    ),
    PersonalField(
        "entries.entrant.birth_date",
        _("Date of birth"),
        _("For the ages that a regulation asks for."),
        Basis.CONTRACT,
        Retention.EVENT,
        sealed=True,
    ),
    PersonalField(
        "entries.entrant.declared",
        _("What you declare"),
        _("For the conditions of the regulation: residence, nationality, ties with who organises, and so on."),
        Basis.CONTRACT,
        Retention.EVENT,
        sealed=True,
    ),
    PersonalField(
        "entries.material.photo",
        _("Photo"),
        _("To make the event known and to produce works about it, as you agreed."),
        Basis.CONSENT,
        Retention.EVENT,
    ),
    PersonalField(
        "entries.material.video",
        _("Link to a video"),
        _("To make the event known and to produce works about it, as you agreed."),
        Basis.CONSENT,
        Retention.EVENT,
    ),
    PersonalField(
        "entries.material.biography",
        _("About you"),
        _("To make the event known and to produce works about it, as you agreed."),
        Basis.CONSENT,
        Retention.EVENT,
    ),
    PersonalField(
        "entries.material.interview",
        _("How to reach you for an interview"),
        _("So that the organiser can agree on interviews with you."),
        Basis.CONSENT,
        Retention.EVENT,
    ),
    PersonalField(
        "entries.letter.text",
        _("What you write to the organiser"),
        _("Facts that may keep you from playing, and what you ask leave for. Only the organisers read it."),
        Basis.CONTRACT,
        Retention.EVENT,
    ),
    PersonalField(
        "entries.letter.answer",
        _("What the organiser answered you"),
        _("So that you know what was decided."),
        Basis.CONTRACT,
        Retention.EVENT,
    ),
    PersonalField(
        "entries.registration.answers",
        _("Answers to the organiser's questions"),
        _("What the organiser asks every pair, to prepare the event."),
        Basis.CONSENT,
        Retention.EVENT,
    ),
    PersonalField(
        "sumula.sheetentry.said",
        _("Words on a score sheet"),
        _("Why a hand was corrected or counted all the same, and what the referee was called for."),
        Basis.CONTRACT,
        Retention.EVENT,
    ),
    PersonalField(
        "sumula.setasideentry.said",
        _("Words written for a match that was changed"),
        _("So that the referee reads what a phone noted for a match that was no more."),
        Basis.CONTRACT,
        Retention.EVENT,
    ),
    PersonalField(
        "sumula.reason.text",
        _("Words of a ruling at a live table"),
        _("Why a referee ruled so, until it stands on the score sheet."),
        Basis.CONTRACT,
        Retention.SECURITY,
    ),
    # live tables
    PersonalField(
        "tables.guest.name",
        _("Name at a table"),
        _("So that those who play with you know what to call you."),
        Basis.CONTRACT,
        Retention.SECURITY,
    ),
    PersonalField(
        "tables.report.name",
        _("Name that somebody reported"),
        _("So that the site's team sees what was reported, whatever the name is now."),
        Basis.CONTRACT,
        Retention.SECURITY,
    ),
    PersonalField(
        "tables.refusedname.trace",
        _("Fingerprint of a name that the site's team took away"),
        _("So that it is not chosen again."),
        Basis.LEGITIMATE_INTEREST,
        Retention.ACCOUNT,
    ),
    PersonalField(
        "tables.remark.text",
        _("Words at a table"),
        _("So that those at the table read them, and so that what is reported can be looked at."),
        Basis.CONTRACT,
        Retention.SECURITY,
    ),
    # what finished matches record about their players
    *_ratings(
        "standing.mu",
        "standing.sigma",
        what=_("Rating"),
        purpose=_("So that you know how strong you play, and others too where you let them."),
    ),
    *_ratings(
        "played.counts",
        what=_("How you played"),
        purpose=_("So that you see your matches and what became of them. Only you see it."),
    ),
    *_ratings(
        "wish.is_hidden", what=_("Kept out of the ranking"), purpose=_("So that your name does not stand there.")
    ),
    # sessions, and failed guesses at passwords
    *_session(
        "usersessions.usersession",
        *("ip", "user_agent", "session_key", "data"),
        what=_("Browser and network address"),
        purpose=_("So that you see where you are signed in, and can sign out there."),
    ),
    *_session(
        "sessions.session",
        *("session_key", "session_data"),
        what=_("Session"),
        purpose=_("So that you stay signed in."),
    ),
    *_attempts("accessattempt", "get_data", "post_data"),
    *_attempts("accessfailurelog"),
    *_attempts("accesslog", "session_hash"),
)

HARMLESS_FIELDS: frozenset[str] = frozenset(
    {
        # random texts, and hashes
        "account.emailconfirmation.key",
        "people.onetimelink.secret",
        "people.onetimelink.secret_hash",
        "events.document.sha256",
        "devices.device.secret_hash",
        "devices.device.form",
        "entries.entrant.secret",
        "entries.entrant.secret_hash",
        "entries.registration.form",
        "draw.drawsecret.secret",
        "sumula.sheet.code",
        "sumula.sheetentry.entry_id",
        "sumula.reason.mark",
        "referee.look.entry_id",
        "sumula.sheetentry.device",
        "sumula.setasideentry.entry_id",
        "sumula.setasideentry.device",
        # about an event or a table, and codes by which they name people
        "events.event.slug",
        "events.event.regulation",
        "events.event.name",
        "events.event.place",
        "events.event.day",
        "events.event.chain",
        "events.event.headline",
        "events.event.delays",
        "events.event.form",
        "events.pair.code",
        "entries.entrant.code",
        "draw.drawsecret.draw",
        "draw.drawsecret.entropy_from",
        "devices.device.table",
        "devices.device.match",
        "sumula.sheet.match",
        "sumula.sheet.first",
        "sumula.sheet.second",
        "tables.guest.code",
        "tables.table.code",
        "tables.table.regulation",
        "tables.table.overrides",
        "tables.table.phase",
        "tables.table.fixture",
        "tables.table.first",
        "tables.table.second",
        "tables.table.owner",
        "tables.table.pace",
        "tables.seat.who",
        "tables.match.code",
        "tables.act.client",
        "tables.alive.node",
        "tables.remark.who",
        "tables.remark.preset",
        "tables.report.who",
        "tables.report.by",
        "tables.report.outcome",
        "tables.refusedname.who",
        "tables.refusedname.why",
        "ratings.standing.who",
        "ratings.judged.sides",
        # cards, and people by reference
        "tables.act.data",
        "tables.act.seed",
        # counts of cards and points; what people wrote beside them stands apart
        "sumula.sheet.counted",
        "sumula.sheet.in_time",
        "sumula.sheet.shown",
        "sumula.sheetentry.content",
        "sumula.setasideentry.content",
        # which text a person agreed to, and that they did: the text is not about them
        "entries.material.photo_kind",
        "entries.letter.kind",
        "entries.letter.outcome",
        "entries.agreement.to",
        "entries.agreement.title",
        "entries.agreement.version",
        "entries.agreement.hash",
        # the site's own words
        "history.logentry.action",
        "history.logentry.details",
        "auth.group.name",
        "auth.permission.name",
        "auth.permission.codename",
        "contenttypes.contenttype.app_label",
        "contenttypes.contenttype.model",
    }
)
"""Fields that could hold a text about a person, and do not."""


def purpose_of(field: str) -> str | Promise:
    return _BY_FIELD[field].purpose


_BY_FIELD = {one.field: one for one in PERSONAL_FIELDS}


class PersonalDataForm(forms.BaseForm):
    """A form whose fields with personal data show their purpose. ``personal`` maps names of the form's fields to
    registered ones, ``app.model.field``."""

    personal: ClassVar[Mapping[str, str]] = {}

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        for name, field in self.personal.items():
            if name in self.fields:
                setattr(self.fields[name], _PURPOSE_ATTRIBUTE, purpose_of(field))


_PURPOSE_ATTRIBUTE = "purpose"
"""The attribute from which ``form_renderer`` takes the purpose for the page."""


# --- which fields must be registered ------------------------------------------------------------------------------


def could_hold_personal_data(field: "models.Field[Any, Any]") -> bool:
    """Strict: any field except relations, whole numbers, booleans, closed choices, and points in time."""
    if field.is_relation or field.choices:
        return False
    return not isinstance(field, models.BooleanField | models.IntegerField | models.DateTimeField)


def name_of(field: "models.Field[Any, Any]") -> str:
    return f"{field.model._meta.label_lower}.{field.name}"


def unregistered(tables: Iterable[type[models.Model]]) -> list[str]:
    """Fields that are neither registered nor listed as harmless."""
    known = _BY_FIELD.keys() | HARMLESS_FIELDS
    fields = (field for table in tables for field in table._meta.local_fields if could_hold_personal_data(field))
    return [name_of(field) for field in fields if name_of(field) not in known]
