"""The rules that a regulation may give for the event around the matches. The annotations are the schema of its file."""

from collections.abc import Iterator
from dataclasses import dataclass
from datetime import date, datetime
from enum import StrEnum
from itertools import pairwise

from carteado.regulation.schema import Problem, Stated


class Authority(StrEnum):
    """Who decides about the event."""

    PRODUCER = "producer"
    ORGANISING_COMMITTEE = "organising_committee"
    TECHNICAL_COORDINATION = "technical_coordination"
    ORGANISER = "organiser"
    REFEREE_AND_BOTH_PAIRS = "referee_and_both_pairs"


class Source(StrEnum):
    """Where the pairs of an event come from."""

    ENTERED = "entered"
    INVITED = "invited"


class FormatKind(StrEnum):
    """How the competition is played; a format drawn by lot is known only at the event."""

    SINGLE_ELIMINATION = "single_elimination"
    ELIMINATION_WITH_LUCKY_LOSERS = "elimination_with_lucky_losers"
    LEAGUE = "league"
    BEST_OF = "best_of"
    DRAWN_BY_LOT = "drawn_by_lot"


class Criterion(StrEnum):
    """One step in ranking pairs: more of the first five, fewer points conceded, or lots."""

    WINS = "wins"
    DIRECT_ENCOUNTER = "direct_encounter"
    BALANCE = "balance"
    SCORED = "scored"
    OPPONENTS_WINS = "opponents_wins"
    CONCEDED_FIRST_ROUND = "conceded_first_round"
    CONCEDED_SECOND_ROUND = "conceded_second_round"
    LOTS = "lots"


class LuckyPlaces(StrEnum):
    """How many eliminated pairs go on."""

    ONE = "one"
    AS_NEEDED = "as_needed"


class ThirdPlace(StrEnum):
    """How the third place is decided."""

    PLAYED = "played"
    BY_POINTS_SCORED = "by_points_scored"


class Participation(StrEnum):
    """Whether a delegation gets the points of participation, those of every place behind the podium."""

    COUNTED = "counted"
    NONE = "none"


class CountedFrom(StrEnum):
    """The scheduled time from which lateness is counted."""

    MATCH = "match"
    EVENT = "event"


class LateResult(StrEnum):
    """What happens to a pair that arrives too late."""

    ELIMINATED = "eliminated"
    WITHDRAWN = "withdrawn"


class Approval(StrEnum):
    """An agreement that a house rule may need."""

    REFEREE_AUTHORISES = "referee_authorises"
    BOTH_PAIRS_AGREE = "both_pairs_agree"


class SuspensionReason(StrEnum):
    JUDICIAL = "judicial"
    TECHNICAL = "technical"
    OPERATIONAL = "operational"
    COMMERCIAL = "commercial"
    FORCE_MAJEURE = "force_majeure"


@dataclass(frozen=True, slots=True, kw_only=True)
class Edition:
    day: date
    city: str
    may_move: Stated
    expenses: Stated
    prizes: Stated


@dataclass(frozen=True, slots=True, kw_only=True)
class Changes:
    by: Authority
    days_before: int
    last_version: Stated
    until_the_day: Stated


@dataclass(frozen=True, slots=True, kw_only=True)
class Delegations:
    represented: Stated
    players: int
    starters: int
    substitutes: int
    substitution: Stated


@dataclass(frozen=True, slots=True, kw_only=True)
class Entries:
    opens: datetime
    closes: datetime
    may_move: Stated
    web_form: Stated
    one_enters_the_pair: Stated
    no_right_to_a_place: Stated


@dataclass(frozen=True, slots=True, kw_only=True)
class Eligibility:
    """One field for each condition, so that a refusal cites the article of the condition that failed."""

    capable: Stated
    minimum_age: int
    residence: str
    no_impediment: Stated
    foreigners_regular: Stated
    foreigners_rne_years: int
    foreigners_portuguese: Stated
    available: Stated
    producer_ties: Stated
    kinship_degree: int
    sponsor_staff: Stated


@dataclass(frozen=True, slots=True, kw_only=True)
class Selection:
    pairs: int
    sources: tuple[Source, ...]
    by: Authority
    criteria: Stated
    called: Stated


@dataclass(frozen=True, slots=True, kw_only=True)
class Consents:
    regulation: Stated
    partner: Stated
    image: Stated
    material: Stated
    own_material: Stated
    personal_data: Stated
    documents: Stated


@dataclass(frozen=True, slots=True, kw_only=True)
class Format:
    kind: FormatKind
    draw: Stated


@dataclass(frozen=True, slots=True, kw_only=True)
class Schedule:
    set_by: Authority
    published: Stated


@dataclass(frozen=True, slots=True, kw_only=True)
class Presence:
    before_start: Stated


@dataclass(frozen=True, slots=True, kw_only=True)
class Lateness:
    tolerance_minutes: int
    counted_from: CountedFrom
    result: LateResult


@dataclass(frozen=True, slots=True, kw_only=True)
class Walkover:
    score: Stated
    opponent: Stated


@dataclass(frozen=True, slots=True, kw_only=True)
class Withdrawal:
    request: Stated
    effect: Stated


@dataclass(frozen=True, slots=True, kw_only=True)
class Disqualification:
    by: Authority
    breach: Stated
    behaviour: Stated
    hidden_tie: Stated
    irregular_entry: Stated
    unsigned_documents: Stated
    reported_fact: Stated
    final: Stated
    no_place: Stated


@dataclass(frozen=True, slots=True, kw_only=True)
class LuckyLosers:
    places: LuckyPlaces
    to_quarter_finals: tuple[Criterion, ...]
    to_semi_finals: tuple[Criterion, ...]
    eliminated: Stated
    second_round_missing: Stated
    excluded: Stated


@dataclass(frozen=True, slots=True, kw_only=True)
class Standings:
    ranked_by: tuple[Criterion, ...]
    two_tied: tuple[Criterion, ...]
    more_tied: tuple[Criterion, ...]
    left_equal: Stated
    matches_counted: Stated


@dataclass(frozen=True, slots=True, kw_only=True)
class DelegationPoints:
    champion: int
    runner_up: int
    third: int
    others: int
    without_a_match: Participation
    after_leaving: Participation
    third_place: ThirdPlace


@dataclass(frozen=True, slots=True, kw_only=True)
class HouseRules:
    needs: tuple[Approval, ...]
    one_match: Stated
    recorded: Stated
    otherwise: Stated


@dataclass(frozen=True, slots=True, kw_only=True)
class OmittedCases:
    by: Authority
    recorded: Stated


class Improper(StrEnum):
    """Examples of behaviour that does not befit the event, in public or not."""

    CONTESTING_MATCHES = "contesting_matches"
    CONTESTING_EVENT = "contesting_event"
    CONTESTING_JURORS = "contesting_jurors"
    PARTY_POLITICS = "party_politics"
    CONTESTING_PRODUCTION = "contesting_production"


@dataclass(frozen=True, slots=True, kw_only=True)
class Conduct:
    purpose: Stated
    improper: tuple[Improper, ...]
    others_opinions: Stated
    own_words: Stated
    damage: Stated


@dataclass(frozen=True, slots=True, kw_only=True)
class Publicity:
    programme: Stated
    interviews: Stated
    silence: Stated
    embargo: Stated
    promotion: Stated


@dataclass(frozen=True, slots=True, kw_only=True)
class Suspension:
    by: Authority
    reasons: tuple[SuspensionReason, ...]
    recorded: Stated
    conditions: Stated
    compensation: Stated


@dataclass(frozen=True, slots=True, kw_only=True)
class PersonalData:
    law: Stated
    purpose: Stated
    rights: Stated
    consent: Stated
    responsible: Stated
    subcontractors: Stated
    abroad: Stated
    secrecy: Stated
    security: Stated
    incidents: Stated
    retention: Stated
    erasure: Stated
    results_stay: Stated


@dataclass(frozen=True, slots=True, kw_only=True)
class EventRules:
    """The rules of the event, from its announcement to the data kept afterwards; any section may be missing."""

    edition: Edition | None
    changes: Changes | None
    delegations: Delegations | None
    entries: Entries | None
    eligibility: Eligibility | None
    selection: Selection | None
    consents: Consents | None
    format: Format | None
    schedule: Schedule | None
    presence: Presence | None
    lateness: Lateness | None
    walkover: Walkover | None
    withdrawal: Withdrawal | None
    disqualification: Disqualification | None
    lucky_losers: LuckyLosers | None
    standings: Standings | None
    delegation_points: DelegationPoints | None
    house_rules: HouseRules | None
    omitted_cases: OmittedCases | None
    conduct: Conduct | None
    publicity: Publicity | None
    suspension: Suspension | None
    personal_data: PersonalData | None


_RANKED_TOGETHER = {FormatKind.LEAGUE, FormatKind.BEST_OF, FormatKind.DRAWN_BY_LOT}
_ROUND_CRITERIA = {Criterion.CONCEDED_FIRST_ROUND, Criterion.CONCEDED_SECOND_ROUND}
_LEAGUE_CRITERIA = {Criterion.WINS, Criterion.DIRECT_ENCOUNTER, Criterion.BALANCE, Criterion.OPPONENTS_WINS}


def impossible_event(rules: EventRules) -> Iterator[Problem]:
    """Find the combinations of values that make an event impossible."""
    yield from _impossible_amounts(rules)
    yield from _impossible_dates(rules)
    yield from _impossible_delegations(rules)
    yield from _impossible_format(rules)
    yield from _impossible_criteria(rules)
    for key, choices in (
        ("selection.sources", rules.selection and rules.selection.sources),
        ("house_rules.needs", rules.house_rules and rules.house_rules.needs),
        ("suspension.reasons", rules.suspension and rules.suspension.reasons),
    ):
        if choices == ():
            yield Problem(key, "must_not_be_empty")


def _impossible_amounts(rules: EventRules) -> Iterator[Problem]:
    amounts: dict[str, int] = {}
    if rules.changes:
        amounts["changes.days_before"] = rules.changes.days_before
    if rules.eligibility:
        amounts["eligibility.minimum_age"] = rules.eligibility.minimum_age
        amounts["eligibility.foreigners_rne_years"] = rules.eligibility.foreigners_rne_years
        amounts["eligibility.kinship_degree"] = rules.eligibility.kinship_degree
    if rules.lateness:
        amounts["lateness.tolerance_minutes"] = rules.lateness.tolerance_minutes
    for key, value in amounts.items():
        if value < 0:
            yield Problem(key, "must_not_be_negative")


def _impossible_dates(rules: EventRules) -> Iterator[Problem]:
    if rules.entries is None:
        return
    opens, closes = rules.entries.opens, rules.entries.closes
    for key, at in (("entries.opens", opens), ("entries.closes", closes)):
        if at.tzinfo is None:
            yield Problem(key, "needs_a_time_zone")
            return
    if closes <= opens:
        yield Problem("entries.closes", "closes_before_it_opens", {"opens": opens})
    if rules.edition and closes.date() > rules.edition.day:
        yield Problem("entries.closes", "closes_after_the_event", {"day": rules.edition.day})


def _impossible_delegations(rules: EventRules) -> Iterator[Problem]:
    delegations, points = rules.delegations, rules.delegation_points
    if delegations:
        if delegations.starters != 2:
            yield Problem("delegations.starters", "a_pair_is_two")
        if delegations.substitutes < 0:
            yield Problem("delegations.substitutes", "must_not_be_negative")
        if delegations.players != delegations.starters + delegations.substitutes:
            yield Problem("delegations.players", "starters_and_substitutes")
    if points:
        for ahead, behind in pairwise(("champion", "runner_up", "third", "others")):
            if getattr(points, behind) > getattr(points, ahead):
                yield Problem(f"delegation_points.{behind}", "points_must_not_rise")
        if points.others < 0:
            yield Problem("delegation_points.others", "must_not_be_negative")


def _impossible_format(rules: EventRules) -> Iterator[Problem]:
    if rules.selection and rules.selection.pairs < 2:
        yield Problem("selection.pairs", "two_pairs_at_least")
    if rules.format is None:
        return
    with_lucky_losers = rules.format.kind is FormatKind.ELIMINATION_WITH_LUCKY_LOSERS
    if with_lucky_losers and rules.lucky_losers is None:
        yield Problem("format.kind", "needs_lucky_losers")
    if rules.format.kind in _RANKED_TOGETHER and rules.standings is None:
        yield Problem("format.kind", "needs_standings")


def _impossible_criteria(rules: EventRules) -> Iterator[Problem]:
    lucky, standings = rules.lucky_losers, rules.standings
    if lucky:
        for name in ("to_quarter_finals", "to_semi_finals"):
            yield from _impossible_ties(f"lucky_losers.{name}", getattr(lucky, name), unfit=_LEAGUE_CRITERIA)
    if standings:
        for name in ("two_tied", "more_tied"):
            yield from _impossible_ties(f"standings.{name}", getattr(standings, name), unfit=_ROUND_CRITERIA)
        if not standings.ranked_by:
            yield Problem("standings.ranked_by", "must_not_be_empty")
        for criterion in standings.ranked_by:
            if criterion not in (Criterion.WINS, Criterion.BALANCE, Criterion.SCORED):
                yield Problem("standings.ranked_by", "criterion_out_of_place", {"criterion": criterion})


def _impossible_ties(key: str, criteria: tuple[Criterion, ...], *, unfit: set[Criterion]) -> Iterator[Problem]:
    """Criteria for a tie must settle it, so lots come last and only there."""
    if not criteria or criteria[-1] is not Criterion.LOTS:
        yield Problem(key, "lots_must_end_it")
    if len(set(criteria)) != len(criteria):
        yield Problem(key, "criterion_twice")
    for criterion in criteria:
        if criterion in unfit:
            yield Problem(key, "criterion_out_of_place", {"criterion": criterion})
