"""A running championship in words: names of pairs, matches by phase and number, operations and their authors."""

from collections.abc import Iterable, Mapping
from functools import cached_property

from django.utils.translation import gettext as _

from carteado.regulation import Refusal, Regulation
from carteado.tournament.files.codec import tag
from carteado.tournament.formats.slots import MatchId, StageId
from carteado.tournament.formats.stages import GROUP, QUALIFYING, SWISS, Fixture
from carteado.tournament.operations import Operation
from carteado.tournament.outcomes import PairId
from carteado.tournament.ranking.criteria import Reason
from carteado.tournament.registrations.people import PersonId
from carteado.tournament.state.bracket import NOBODY, Occupant
from carteado.tournament.state.championship import Championship
from carteado.tournament.state.numbering import match_numbers, phase_word
from carteado.web.display.phases import group_title
from carteado.web.events import store
from carteado.web.events.formats import title_of
from carteado.web.events.models import Event
from carteado.web.events.operation_sentences import SENTENCES, UNSIGNED
from carteado.web.events.trouble import Trouble, trouble_from_refusal
from carteado.web.kit.forms.form_numbers import parse_count
from carteado.web.kit.words.catalogue import words
from carteado.web.people.models import User
from carteado.web.people.public_names import shown_name

_BY_USER, _BY_DEVICE = "user:", "device:"
"""Prefixes of author codes. What follows is an account's primary key, or a device's number in the event. A code without
these prefixes is an entrant's, or ``system`` for the site itself, which has no name."""
NO_BREAK = "\N{NO-BREAK SPACE}"


class ChampionshipInWords:
    """Puts the parts of a championship into words.

    A code for which no name is found is returned as it is. Names of pairs and people and the numbers of matches are
    read at most once, and only if a page needs them.
    """

    def __init__(self, event: Event, championship: Championship, names: Mapping[PairId, str] | None = None) -> None:
        """``names`` saves a query if the caller has them already."""
        self.event, self.championship, self._names = event, championship, names

    @cached_property
    def names(self) -> Mapping[PairId, str]:
        return store.names_of(self.event) if self._names is None else self._names

    @cached_property
    def numbers(self) -> Mapping[MatchId, int]:
        """The public number of each match."""
        return match_numbers(self.championship)

    @cached_property
    def people(self) -> Mapping[PersonId, str]:
        """Names of the players by code. Players who erased their data are called by their number."""
        rows = self.event.entrants.values_list("code", "called", "name", "number")
        return {code: shown_name(called or name) or participant(number) for code, called, name, number in rows}

    def pair(self, pair: Occupant) -> str:
        """The name of a pair, or words for a place that nobody takes, or that is not filled yet."""
        if not isinstance(pair, str):
            return _("nobody") if pair is NOBODY else _("not known yet")
        return self.names.get(pair, pair)

    def person(self, person: PersonId) -> str:
        return self.people.get(person, person)

    # --- places and matches -------------------------------------------------------------------------------------------

    def match(self, match: MatchId) -> str:
        """``quarter-final · match 25``, or words for a match that the championship no longer has."""
        fixture = self.championship.fixtures.get(match)
        if fixture is None:
            return _("a match that was removed")
        return " · ".join(filter(None, (self.phase(fixture), self.number(match))))

    def encounter(self, match: MatchId) -> str:
        """``quarter-final · match 25, table 3: Bia e Ivo × Cida e Edson``."""
        log = self.championship.logs.get(match)
        sides = self.championship.bracket.occupants(match) if match in self.championship.fixtures else ()
        table = _("table %(table)s") % {"table": log.table} if log and log.table else ""
        place = ", ".join(filter(None, (self.match(match), table)))
        return f"{place}: {' × '.join(map(self.pair, sides))}" if sides else place

    def pairing(self, match: MatchId) -> str:
        """``match 25: Bia e Ivo × Cida e Edson``, or the number alone until both pairs are known."""
        pairs = self.championship.bracket.pairs(match) if match in self.championship.fixtures else None
        sides = " × ".join(map(self.pair, pairs)) if pairs else ""
        return ": ".join(filter(None, (self.number(match), sides))) or match

    def phase(self, fixture: Fixture) -> str:
        """``group stage, round 2 · group B``."""
        stage = self.championship.plan.stage(fixture.stage)
        name = words().in_words(phase_word(stage, fixture.phase))
        if fixture.phase in (GROUP, SWISS, QUALIFYING):
            name = _("%(phase)s, round %(number)d") % {"phase": name, "number": fixture.round}
        return f"{name} · {group_title(fixture.group)}" if stage.groups > 1 else name

    def number(self, match: MatchId) -> str:
        """``match 25``; empty for a match without a public number."""
        number = self.numbers.get(match)
        return _("match {number}").format(number=number).replace(" ", NO_BREAK) if number else ""

    def match_or_stage(self, name: MatchId | StageId) -> str:
        """The title of a match, or of a stage whose draw is meant."""
        if name in self.championship.fixtures:
            return self.match(name)
        stage = next((one for one in self.championship.plan.stages if one.id == name), None)
        return name if stage is None else title_of(stage)

    # --- refusals and reasons -----------------------------------------------------------------------------------------

    def trouble(self, refusal: Refusal) -> Trouble:
        """A refusal as forms show it."""
        return trouble_from_refusal(self.with_names(refusal), self.championship.regulation)

    def with_article(self, refusal: Refusal, regulation: Regulation) -> str:
        """A refusal in one line, with its article and ruling."""
        text = words().refusal(self.with_names(refusal))
        return f"{text} ({regulation.cite_with_ruling(refusal.key)})" if refusal.key in regulation.citations else text

    def with_names(self, refusal: Refusal) -> Refusal:
        """The refusal with its codes replaced by names."""
        details = {name: self._value_with_name(name, value) for name, value in refusal.details.items()}
        return refusal._replace(details=details)

    def _value_with_name(self, name: str, value: object) -> object:
        """A detail of a refusal. Its ``name`` says what kind of code the value is; other values stay."""
        if name == "pair" and isinstance(value, str):
            return self.names.get(value, value)
        if name in ("match", "other", "feeder") and value in self.championship.fixtures:
            return self.match(str(value))
        if name in ("stage", "draw") and isinstance(value, str):
            return self.match_or_stage(value)
        if name == "person" and isinstance(value, str):
            return self.person(value)
        if name == "matches" and isinstance(value, tuple):
            return tuple(self.match_or_stage(one) for one in value)
        return value

    def reason(self, reason: Reason) -> str:
        """Why a pair has its place in the standings. Without the article: the page cites it."""
        details = {name: self._opponent_name(name, value) for name, value in reason.details.items()}
        return Reason(reason.criterion, None, reason.code, details).sentence(self.championship.regulation, words())

    def _opponent_name(self, name: str, value: object) -> object:
        return self.names.get(value, value) if name == "other" and isinstance(value, str) else value

    # --- operations ---------------------------------------------------------------------------------------------------

    def authors(self, operations: Iterable[Operation]) -> dict[str, str]:
        """Names of the authors of these operations, by author code."""
        return self.names_of(operation.by for operation in operations)

    def names_of(self, authors: Iterable[str]) -> dict[str, str]:
        """Names of team members, devices and players, with one query for each kind. Unknown authors are left out."""
        codes = set(authors)
        numbers = {code: int(code.removeprefix(_BY_USER)) for code in codes if _is_user(code)}
        short_names = {user.pk: user.get_short_name() for user in User.objects.filter(pk__in=numbers.values())}
        known = {code: short_names.get(number) or participant(number) for code, number in numbers.items()}
        others = codes - numbers.keys()
        return known | self._phones(others) | {code: self.people[code] for code in others if code in self.people}

    def _phones(self, codes: Iterable[str]) -> dict[str, str]:
        """Names of the devices among the codes. A phone is named after its table."""
        numbers = {code: parse_count(code.removeprefix(_BY_DEVICE)) for code in codes if code.startswith(_BY_DEVICE)}
        if not numbers:
            return {}
        tables = dict(self.event.devices.filter(number__in=numbers.values()).values_list("number", "table"))
        return {code: phone_of(tables[number]) for code, number in numbers.items() if number in tables}

    def operation(self, operation: Operation, authors: Mapping[str, str] | None = None) -> str:
        """A sentence for an operation, with its author if ``authors`` has a name for them."""
        author = (authors or {}).get(operation.by)
        code = tag(type(operation))
        return str(SENTENCES[code]).format(actor=author) if author else str(UNSIGNED[code])

    def subject_of(self, operation: Operation) -> str:
        """The match or the pair that an operation concerns; empty if it concerns neither."""
        match, pair = getattr(operation, "match", None), getattr(operation, "pair", None)
        return self.match(match) if match else self.pair(pair) if pair else ""


def participant(number: int) -> str:
    return _("Participant {number}").format(number=number)


def phone_of(table: str) -> str:
    """The name of a phone that keeps súmulas. Its table is empty if it keeps those of all tables."""
    return _("Phone of table {table}").format(table=table) if table else _("Phone of all tables")


def _is_user(code: str) -> bool:
    return code.startswith(_BY_USER) and code.removeprefix(_BY_USER).isdecimal()
