"""Whether a person may take part: an ordered list of named requirements, each with a verdict that cites its article.

A requirement is checked only if the regulation has its key. Under a regulation with none, any person may take part.
"""

from collections.abc import Callable
from dataclasses import dataclass
from datetime import date, datetime, time, timedelta, timezone, tzinfo
from enum import StrEnum
from itertools import pairwise
from typing import NamedTuple

from carteado.record import Node
from carteado.regulation import Refusal, Regulation, forbidden_by
from carteado.regulation.event_rules import Eligibility
from carteado.tournament.registrations.people import (
    ConsentName,
    Person,
    TieKind,
    complete_years,
    read_day,
    read_instant,
    write_instant,
)

_MINUTE = timedelta(minutes=1)


class EventDay(NamedTuple):
    """A day on which the event is played: its hour, and when the hall closes if that is known."""

    begins: datetime
    ends: datetime | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class EventSettings:
    """What an event sets itself: dates moved by notice, hours, place, documents to sign. None means the regulation's
    date.

    ``day`` is the first day. ``days`` are all days that have an hour, in order.

    Keys: edition.day, edition.city, edition.may_move, entries.opens, entries.closes, entries.may_move,
    consents.documents, schedule.set_by.
    """

    day: date | None = None
    opens: datetime | None = None
    closes: datetime | None = None
    documents: tuple[str, ...] = ()
    days: tuple[EventDay, ...] = ()
    place: str = ""

    @property
    def begins(self) -> datetime | None:
        """The day and hour of the event. Keys: lateness.counted_from, eligibility.available."""
        return self.days[0].begins if self.days else None

    def to_json(self) -> dict[str, object]:
        """Days and place only if they are set, so that earlier readers understand events without them."""
        days = [_day_to_json(one) for one in self.days]
        return {
            "day": self.day and self.day.isoformat(),
            "opens": self.opens and write_instant(self.opens),
            "closes": self.closes and write_instant(self.closes),
            "documents": list(self.documents),
            **({"days": days} if days else {}),
            **({"place": self.place} if self.place else {}),
        }

    @classmethod
    def from_json(cls, node: Node) -> "EventSettings":
        node.mapping(known_keys=frozenset({"day", "opens", "closes", "documents", "days", "place"}))
        settings = cls(
            day=node.optional("day", read_day),
            opens=node.optional("opens", read_instant),
            closes=node.optional("closes", read_instant),
            documents=tuple(one.name() for one in node["documents"].elements()) if node.has("documents") else (),
            days=tuple(_read_event_day(one) for one in node["days"].elements()) if node.has("days") else (),
            place=node["place"].text() if node.has("place") else "",
        )
        if settings.opens and settings.closes and settings.closes <= settings.opens:
            raise node["closes"].wrong("closes_before_it_opens", opens=settings.opens)
        if any(one.begins >= two.begins for one, two in pairwise(settings.days)):
            raise node["days"].wrong("instants_go_back")
        return settings


def _day_to_json(day: EventDay) -> dict[str, object]:
    return {"begins": write_instant(day.begins), "ends": day.ends and write_instant(day.ends)}


def _read_event_day(node: Node) -> EventDay:
    node.mapping(known_keys=frozenset({"begins", "ends"}))
    day = EventDay(read_instant(node["begins"]), node.optional("ends", read_instant))
    if day.ends and day.ends <= day.begins:
        raise node["ends"].wrong("instants_go_back")
    return day


@dataclass(frozen=True, slots=True, kw_only=True)
class Circumstances:
    """A person's situation in their entry. The default is a person not entered yet: questions about the entry stay
    open. ``settings_then`` are the event's dates as they stood when the pair entered, if they have changed since."""

    entered_at: datetime | None = None
    invited: bool = False
    is_partner: bool = False
    confirmed: bool = False
    selected: bool = False
    delegation: str | None = None
    settings_then: EventSettings | None = None


class Requirement(StrEnum):
    """The names of the requirements, in the order in which they are checked."""

    CAPABLE = "capable"
    AGE = "age"
    RESIDENCE = "residence"
    NO_IMPEDIMENT = "no_impediment"
    REGULAR_SITUATION = "regular_situation"
    RNE = "rne"
    PORTUGUESE = "portuguese"
    AVAILABLE = "available"
    NO_PRODUCER_TIE = "no_producer_tie"
    NO_RELATIVE = "no_relative"
    NO_SPONSOR_TIE = "no_sponsor_tie"
    AFTER_OPENING = "after_opening"
    BEFORE_CLOSING = "before_closing"
    DELEGATION = "delegation"
    PARTNER_AGREES = "partner_agrees"
    REGULATION_ACCEPTED = "regulation_accepted"
    MATERIAL_ALLOWED = "material_allowed"
    OWN_MATERIAL = "own_material"
    IMAGE_ALLOWED = "image_allowed"
    PERSONAL_DATA_ALLOWED = "personal_data_allowed"
    DOCUMENTS_SIGNED = "documents_signed"


ACCEPTANCES = frozenset(
    {
        Requirement.REGULATION_ACCEPTED,
        Requirement.MATERIAL_ALLOWED,
        Requirement.OWN_MATERIAL,
        Requirement.IMAGE_ALLOWED,
        Requirement.PERSONAL_DATA_ALLOWED,
        Requirement.DOCUMENTS_SIGNED,
    }
)
"""Requirements that only the person's own word meets. Until it is given, they keep the pair out."""


class VerdictState(StrEnum):
    MET = "met"
    UNMET = "unmet"
    UNKNOWN = "unknown"


class Verdict(NamedTuple):
    """The verdict on one requirement. The key leads to the article; the reason says what is missing, None if met."""

    requirement: Requirement
    key: str
    state: VerdictState
    reason: Refusal | None = None


def verdicts(
    regulation: Regulation,
    person: Person,
    circumstances: Circumstances | None = None,
    settings: EventSettings | None = None,
) -> tuple[Verdict, ...]:
    """The verdict on every requirement of the regulation, in order. Requirements that do not apply to this person are
    left out."""
    case = _Case(regulation, person, circumstances or Circumstances(), settings or EventSettings())
    judged = (_judged(case, *one) for one in _REQUIREMENTS if one[1] in regulation.citations)
    return tuple(verdict for verdict in judged if verdict)


def eligible(found: tuple[Verdict, ...]) -> bool:
    """Whether every requirement is met."""
    return all(verdict.state is VerdictState.MET for verdict in found)


def open_questions(found: tuple[Verdict, ...]) -> tuple[Verdict, ...]:
    """Requirements that are neither met nor unmet, because a fact is not known."""
    return tuple(verdict for verdict in found if verdict.state is VerdictState.UNKNOWN)


def unmet(found: tuple[Verdict, ...]) -> tuple[Verdict, ...]:
    return tuple(verdict for verdict in found if verdict.state is VerdictState.UNMET)


def cited(regulation: Regulation, refused: Refusal) -> Refusal:
    """The refusal under its rule, or under no rule if the regulation does not have that one."""
    return refused if refused.key in regulation.citations else refused._replace(key="")


class _Case(NamedTuple):
    regulation: Regulation
    person: Person
    circumstances: Circumstances
    settings: EventSettings

    @property
    def rules(self) -> Eligibility:
        """The eligibility section. Only its own requirements use it, and without it none of them is checked."""
        assert self.regulation.event.eligibility is not None
        return self.regulation.event.eligibility


_Answer = Refusal | VerdictState | None
"""A refusal if the requirement is unmet, or whether it is met or unknown. None if it does not apply."""
_Check = Callable[[_Case], _Answer]


def _judged(case: _Case, requirement: Requirement, key: str, check: _Check) -> Verdict | None:
    answer = check(case)
    if answer is None:
        return None
    if isinstance(answer, Refusal):
        return Verdict(requirement, answer.key, VerdictState.UNMET, answer)
    reason = Refusal(key, "not_told_yet") if answer is VerdictState.UNKNOWN else None
    return Verdict(requirement, key, answer, reason)


def _declared(fact: bool | None, otherwise: Refusal) -> _Answer:
    """The verdict on a fact that the person declares."""
    if fact is None:
        return VerdictState.UNKNOWN
    return VerdictState.MET if fact else otherwise


# --- the person: capacity, age, residence -------------------------------------------------------------------------


def _capable(case: _Case) -> _Answer:
    return _declared(case.person.capable, forbidden_by("eligibility.capable", "not_capable"))


def _age(case: _Case) -> _Answer:
    """Years completed on the day of the event, the birthday included. Key: eligibility.minimum_age."""
    born, day, minimum = case.person.born, event_day(case.regulation, case.settings), case.rules.minimum_age
    if born is None or day is None:
        return VerdictState.UNKNOWN
    too_young = forbidden_by("eligibility.minimum_age", "too_young", minimum=minimum, day=day)
    return _declared(complete_years(born, day) >= minimum, too_young)


def _residence(case: _Case) -> _Answer:
    lives_in, required = case.person.residence, case.rules.residence
    elsewhere = forbidden_by("eligibility.residence", "lives_elsewhere", country=required)
    return _declared(None if lives_in is None else lives_in == required, elsewhere)


def _no_impediment(case: _Case) -> _Answer:
    return _declared(case.person.unimpeded, forbidden_by("eligibility.no_impediment", "impeded"))


def _available(case: _Case) -> _Answer:
    return _declared(case.person.available, forbidden_by("eligibility.available", "not_available"))


# --- foreigners ---------------------------------------------------------------------------------------------------


def _if_foreigner(check: _Check) -> _Check:
    """A requirement for foreigners only. A person of unknown nationality may be one."""

    def answer(case: _Case) -> _Answer:
        nationality = case.person.nationality
        if nationality is None:
            return VerdictState.UNKNOWN
        return None if nationality == case.rules.residence else check(case)

    return answer


def _regular_situation(case: _Case) -> _Answer:
    return _declared(case.person.regular_situation, forbidden_by("eligibility.foreigners_regular", "not_regular"))


def _rne(case: _Case) -> _Answer:
    """The RNE must be this many years old on the date of the entry. Key: eligibility.foreigners_rne_years."""
    person, entered, years = case.person, case.circumstances.entered_at, case.rules.foreigners_rne_years
    if person.has_rne is False:
        return forbidden_by("eligibility.foreigners_rne_years", "without_rne", years=years)
    if person.rne_issued is None or entered is None:
        return VerdictState.UNKNOWN
    age = complete_years(person.rne_issued, local_date(case.regulation, entered))
    return _declared(age >= years, forbidden_by("eligibility.foreigners_rne_years", "rne_too_recent", years=years))


def _portuguese(case: _Case) -> _Answer:
    refused = forbidden_by("eligibility.foreigners_portuguese", "speaks_no_portuguese")
    return _declared(case.person.speaks_portuguese, refused)


# --- ties ---------------------------------------------------------------------------------------------------------


def _no_producer_tie(case: _Case) -> _Answer:
    return _without(case, TieKind.PRODUCER, forbidden_by("eligibility.producer_ties", "tied_to_the_producer"))


def _no_sponsor_tie(case: _Case) -> _Answer:
    return _without(case, TieKind.SPONSOR, forbidden_by("eligibility.sponsor_staff", "tied_to_a_sponsor"))


def _without(case: _Case, kind: TieKind, otherwise: Refusal) -> _Answer:
    ties = case.person.ties
    return _declared(None if ties is None else all(tie.kind is not kind for tie in ties), otherwise)


def _no_relative(case: _Case) -> _Answer:
    """Relatives up to this degree are barred. An unknown degree leaves the question open. Key:
    eligibility.kinship_degree."""
    if case.person.ties is None:
        return VerdictState.UNKNOWN
    barred = case.rules.kinship_degree
    degrees = [tie.degree for tie in case.person.ties if tie.kind is TieKind.RELATIVE]
    if any(degree is not None and degree <= barred for degree in degrees):
        return forbidden_by("eligibility.kinship_degree", "relative_of_the_producer", degree=barred)
    return VerdictState.UNKNOWN if barred and None in degrees else VerdictState.MET


# --- the time of entry --------------------------------------------------------------------------------------------


class Limit(NamedTuple):
    """The start or end of the time of entry, and the key of the rule that sets it."""

    at: datetime
    key: str


def opening(regulation: Regulation, settings: EventSettings) -> Limit | None:
    """When entries open, as the event sets it or as in the regulation. Keys: entries.opens, entries.may_move."""
    entries = regulation.event.entries
    return _limit(regulation, entries.opens if entries else None, settings.opens, "entries.opens")


def closing(regulation: Regulation, settings: EventSettings) -> Limit | None:
    """The last minute of entry, as the event sets it or as in the regulation. Keys: entries.closes,
    entries.may_move."""
    entries = regulation.event.entries
    return _limit(regulation, entries.closes if entries else None, settings.closes, "entries.closes")


def _limit(regulation: Regulation, written: datetime | None, moved: datetime | None, key: str) -> Limit | None:
    """The event may also set a date that the regulation does not have; no article stands behind it."""
    if moved is None or moved == written:
        return None if written is None else Limit(written, key)
    return Limit(moved, "entries.may_move" if "entries.may_move" in regulation.citations else "")


def refusal_by_time(regulation: Regulation, at: datetime, settings: EventSettings) -> Refusal | None:
    """Why no pair may enter at this time. Keys: entries.opens, entries.closes, entries.may_move."""
    return _too_early(regulation, at, settings) or _too_late(regulation, at, settings)


def _too_early(regulation: Regulation, at: datetime, settings: EventSettings) -> Refusal | None:
    limit = opening(regulation, settings)
    if limit is None or at >= limit.at:
        return None
    return forbidden_by(limit.key, "entries_not_open", opens=at_the_event(regulation, limit.at))


def _too_late(regulation: Regulation, at: datetime, settings: EventSettings) -> Refusal | None:
    """The last minute counts until its end."""
    limit = closing(regulation, settings)
    if limit is None or at < limit.at.replace(second=0, microsecond=0) + _MINUTE:
        return None
    return forbidden_by(limit.key, "entries_closed", closes=at_the_event(regulation, limit.at))


def _after_opening(case: _Case) -> _Answer:
    return _in_time(case, _too_early)


def _before_closing(case: _Case) -> _Answer:
    return _in_time(case, _too_late)


def _in_time(case: _Case, refuses: Callable[[Regulation, datetime, EventSettings], Refusal | None]) -> _Answer:
    """Pairs invited by the organisers need not enter in time. An entry that was in time stays so when the dates move
    (4.2.1, 4.4). Key: entries.may_move."""
    entered, then = case.circumstances.entered_at, case.circumstances.settings_then
    if case.circumstances.invited:
        return None
    if entered is None:
        return VerdictState.UNKNOWN
    refused = refuses(case.regulation, entered, case.settings)
    if refused and then is not None and refuses(case.regulation, entered, then) is None:
        return VerdictState.MET
    return refused or VerdictState.MET


def event_day(regulation: Regulation, settings: EventSettings) -> date | None:
    """The day of the event, moved by notice or as in the regulation. Keys: edition.day, edition.may_move."""
    edition = regulation.event.edition
    return settings.day or (edition.day if edition else None)


def local_date(regulation: Regulation, at: datetime) -> date:
    """The calendar day at the event, in the time zone of the regulation's entry dates."""
    return at_the_event(regulation, at).date()


def local_midnight(regulation: Regulation, day: date | datetime) -> datetime:
    """When that day begins at the event."""
    there = at_the_event(regulation, day) if isinstance(day, datetime) else None
    zone = _zone(regulation)
    return datetime.combine(there.date() if there else day, time.min, zone)


BRASILIA = timezone(timedelta(hours=-3))
"""Where an event takes place whose regulation names no dates of entry, and so no time zone."""


def _zone(regulation: Regulation) -> tzinfo:
    entries = regulation.event.entries
    return (entries.opens.tzinfo if entries else None) or BRASILIA


def at_the_event(regulation: Regulation, at: datetime) -> datetime:
    """The instant as clocks at the event show it."""
    return at.astimezone(_zone(regulation))


# --- the entry, the consents, the documents -----------------------------------------------------------------------


def _delegation(case: _Case) -> _Answer:
    """Every player represents a delegation. Key: delegations.represented."""
    if case.circumstances.entered_at is None:
        return VerdictState.UNKNOWN
    missing = forbidden_by("delegations.represented", "delegation_missing")
    return _declared(case.circumstances.delegation is not None, missing)


def _partner_agrees(case: _Case) -> _Answer:
    """A partner entered by the other player must agree in person. Key: consents.partner."""
    if not case.circumstances.is_partner:
        return None
    return VerdictState.MET if case.circumstances.confirmed else VerdictState.UNKNOWN


def _consent(name: ConsentName) -> _Check:
    """One consent, asked separately from the others."""
    refused = Refusal(f"consents.{name}", "consent_refused")

    def answer(case: _Case) -> _Answer:
        consent = case.person.consent_to(name)
        return _declared(consent.given if consent else None, refused)

    return answer


def _documents(case: _Case) -> _Answer:
    """Selected players sign every document of the event. Key: consents.documents."""
    if not case.circumstances.selected:
        return None
    signatures = [case.person.signature_of(document) for document in case.settings.documents]
    if any(signature and not signature.given for signature in signatures):
        return forbidden_by("consents.documents", "document_not_signed")
    return VerdictState.UNKNOWN if None in signatures else VerdictState.MET


_REQUIREMENTS: tuple[tuple[Requirement, str, _Check], ...] = (
    (Requirement.CAPABLE, "eligibility.capable", _capable),
    (Requirement.AGE, "eligibility.minimum_age", _age),
    (Requirement.RESIDENCE, "eligibility.residence", _residence),
    (Requirement.NO_IMPEDIMENT, "eligibility.no_impediment", _no_impediment),
    (Requirement.REGULAR_SITUATION, "eligibility.foreigners_regular", _if_foreigner(_regular_situation)),
    (Requirement.RNE, "eligibility.foreigners_rne_years", _if_foreigner(_rne)),
    (Requirement.PORTUGUESE, "eligibility.foreigners_portuguese", _if_foreigner(_portuguese)),
    (Requirement.AVAILABLE, "eligibility.available", _available),
    (Requirement.NO_PRODUCER_TIE, "eligibility.producer_ties", _no_producer_tie),
    (Requirement.NO_RELATIVE, "eligibility.kinship_degree", _no_relative),
    (Requirement.NO_SPONSOR_TIE, "eligibility.sponsor_staff", _no_sponsor_tie),
    (Requirement.AFTER_OPENING, "entries.opens", _after_opening),
    (Requirement.BEFORE_CLOSING, "entries.closes", _before_closing),
    (Requirement.DELEGATION, "delegations.represented", _delegation),
    (Requirement.PARTNER_AGREES, "consents.partner", _partner_agrees),
    (Requirement.REGULATION_ACCEPTED, "consents.regulation", _consent(ConsentName.REGULATION)),
    (Requirement.MATERIAL_ALLOWED, "consents.material", _consent(ConsentName.MATERIAL)),
    (Requirement.OWN_MATERIAL, "consents.own_material", _consent(ConsentName.OWN_MATERIAL)),
    (Requirement.IMAGE_ALLOWED, "consents.image", _consent(ConsentName.IMAGE)),
    (Requirement.PERSONAL_DATA_ALLOWED, "consents.personal_data", _consent(ConsentName.PERSONAL_DATA)),
    (Requirement.DOCUMENTS_SIGNED, "consents.documents", _documents),
)
