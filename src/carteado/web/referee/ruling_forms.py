"""The forms for rulings on a súmula, and the list of all rulings that a referee can make.

Each form makes entries; the count of the sheet decides what they do. Rulings that are operations of the championship
have their forms in ``matches.acts``.
"""

from abc import abstractmethod
from collections.abc import Mapping, Sequence
from typing import Any, ClassVar, NamedTuple
from uuid import uuid4

from django import forms
from django.http import QueryDict
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from carteado.sumula.rulings import adjustment, four_cards, ruling, values_in_force
from carteado.web.kit.forms.abstract_form import AbstractForm
from carteado.web.kit.forms.form_numbers import figure
from carteado.web.matches.acts.base import Act, Text, reason_field
from carteado.web.matches.acts.decision import Decision
from carteado.web.matches.acts.departures import Absence, Disqualification
from carteado.web.referee.match_at_table import MatchAtTable
from carteado.web.sumula.sheet_writing import note

MOST_POINTS = 9990
Document = Mapping[str, object]
"""An entry of a súmula, as a device would send it."""
REDEAL_KEYS = ("dealing.exposed_card", "referee.redeal")
"""Rules for dealing a hand again. A redeal cites the first that its regulation has."""


class SheetRuling(AbstractForm):
    """A form for one ruling on a súmula.

    ``name`` is its part of the address. ``rule`` is the regulation key that allows it, empty if every referee may make
    it. ``keys`` are the rules beside which it is offered; with ``beside_any_rule`` it is offered beside every rule.
    With ``changes_score`` it cannot be made after the result. That holds for a redeal, too, although the score stays.

    Of the fields, ``key`` is the rule that the referee found, ``pair`` is 0 or 1, and ``form`` identifies this form, so
    that a form sent twice makes one ruling.

    At a live table, a ruling with ``changes_score`` is an act of the match, and its súmula follows. ``only_live``
    rulings exist only there.
    """

    name: ClassVar[str]
    title: ClassVar[Text]
    pair_question: ClassVar[Text] = gettext_lazy("Which pair?")
    done_message: ClassVar[Text]
    rule: ClassVar[str] = ""
    keys: ClassVar[tuple[str, ...]] = ()
    beside_any_rule: ClassVar[bool] = False
    changes_score: ClassVar[bool] = True
    only_live: ClassVar[bool] = False

    pair = forms.ChoiceField(widget=forms.RadioSelect)
    why = reason_field(label=gettext_lazy("What happened?"))
    key = forms.ChoiceField(widget=forms.HiddenInput)
    form = forms.UUIDField(widget=forms.HiddenInput)

    def __init__(self, table: MatchAtTable, data: QueryDict | None = None, *, key: str = "") -> None:
        super().__init__(data, auto_id=f"id_{self.name}_%s", initial={"form": uuid4(), "key": key})
        self.table = table
        seats = enumerate(table.desk.seats)
        self._choose("pair", [(str(number), seat.name) for number, seat in seats])
        self._choose("key", [(one, one) for one in table.desk.regulation.citations])
        self.fields["pair"].label = str(self.pair_question)

    def _choose(self, field: str, choices: Sequence[tuple[str, str]]) -> None:
        chosen = self.fields[field]
        assert isinstance(chosen, forms.ChoiceField)
        chosen.choices = list(choices)

    @classmethod
    def is_offered(cls, table: MatchAtTable) -> bool:
        """True if the regulation has the rule and the match is at a point at which the ruling can be made.

        With ``changes_score``: while a match is on at the live table or, without such a table, until there is a result.
        """
        has_rule = not cls.rule or cls.rule in table.desk.regulation.citations
        if table.live is not None and cls.changes_score:
            return has_rule and table.live_match is not None
        is_late = cls.changes_score and table.is_closed
        return has_rule and table.desk.pairs is not None and not is_late and not cls.only_live

    def documents(self) -> list[Document]:
        """The entries, from ``cleaned_data``."""
        [*entries] = self.contents()
        return [
            note(id=f"{self.entry_id}-{number}" if number else self.entry_id, **one)
            for number, one in enumerate(entries)
        ]

    @property
    def entry_id(self) -> str:
        """The id of the first entry. A second one has a hyphen and its number after it."""
        return f"site-{self.cleaned_data['form'].hex}"

    @abstractmethod
    def contents(self) -> list[dict[str, Any]]:
        """The entries, without their ids."""

    def act_at_table(self) -> dict[str, Any]:
        """The ruling as an act of a live match, in the notation of records."""
        act: dict[str, Any] = self.contents()[0]["act"]
        return act

    @property
    def at_fault(self) -> int:
        """The pair that the ruling names, 0 or 1."""
        return int(self.cleaned_data["pair"])

    def act(self, name: str, key: str, **fields: Any) -> dict[str, Any]:
        """The content of an entry with the ruling ``name``, placed before the next hand. ``key`` is its rule, of which
        the article is noted."""
        counted = self.table.counted
        act = ruling(counted, name, key=key, **fields)
        return {"kind": "rule", "place": counted.resolved.next_place, "act": act, "why": self.cleaned_data["why"]}


class PairWarning(SheetRuling):
    """A warning to a pair."""

    name, title = "advertencia", gettext_lazy("Warn")
    pair_question = gettext_lazy("Which pair is warned?")
    done_message = gettext_lazy("Warned, and on record.")
    beside_any_rule = True
    changes_score = False

    def contents(self) -> list[dict[str, Any]]:
        key, why = self.cleaned_data["key"], self.cleaned_data["why"]
        return [{"kind": "warn", "pair": self.at_fault, "key": key, "why": why}]


class Penalty(SheetRuling):
    """Points given or taken away. Key: referee.adjust."""

    name, title = "pontos", gettext_lazy("Penalty points")
    pair_question = gettext_lazy("Whose points?")
    done_message = gettext_lazy("The points are on the score sheet.")
    rule = "referee.adjust"
    beside_any_rule = True

    points = forms.IntegerField(
        label=gettext_lazy("Points"),
        help_text=gettext_lazy("With a minus they are taken away."),
        min_value=-MOST_POINTS,
        max_value=MOST_POINTS,
        widget=forms.NumberInput(attrs={"inputmode": "text", "class": "points", "autocomplete": "off"}),
    )
    field_order = ("pair", "points", "why")

    def clean_points(self) -> int:
        points: int = self.cleaned_data["points"]
        if points == 0:
            raise forms.ValidationError(_("Nought changes nothing."))
        return points

    def contents(self) -> list[dict[str, Any]]:
        counted, points = self.table.counted, self.cleaned_data["points"]
        act = adjustment(counted, pair=self.at_fault, points=points, key=self.cleaned_data["key"])
        return [{"kind": "rule", "place": counted.resolved.next_place, "act": act, "why": self.cleaned_data["why"]}]


class TentoUpheld(SheetRuling):
    """A tento claim that is upheld. Key: referee.tento."""

    name, title = "tento", gettext_lazy("Tento: uphold it")
    pair_question = gettext_lazy("Against which pair?")
    done_message = gettext_lazy("The claim is upheld: the match is decided.")
    rule, keys = "referee.tento", ("referee.tento", "referee.tento_rejected")

    def contents(self) -> list[dict[str, Any]]:
        return [self.act("tento", self.rule, pair=self.at_fault)]


class TentoRejected(SheetRuling):
    """A tento claim that is rejected. Key: referee.tento_rejected."""

    name, title = "tento-negado", gettext_lazy("Tento: reject it")
    pair_question = gettext_lazy("Which pair claimed it?")
    done_message = gettext_lazy("The claim is not upheld; that stays on record.")
    rule, keys = "referee.tento_rejected", ("referee.tento", "referee.tento_rejected")

    def contents(self) -> list[dict[str, Any]]:
        return [self.act("tento_rejected", self.rule, pair=self.at_fault)]


class FourCards(SheetRuling):
    """A pair has four cards. One entry warns it, with the reason; another has the points that this costs.

    Key: referee.four_cards.
    """

    name, title = "quatro-cartas", gettext_lazy("Four cards")
    pair_question = gettext_lazy("Which pair has four cards?")
    done_message = gettext_lazy("Four cards: it is on the score sheet.")
    rule, keys = "referee.four_cards", ("referee.four_cards",)

    value = forms.TypedChoiceField(label=gettext_lazy("The hand was worth"), coerce=int, widget=forms.RadioSelect)
    field_order = ("pair", "value", "why")

    def __init__(self, table: MatchAtTable, data: QueryDict | None = None, *, key: str = "") -> None:
        super().__init__(table, data, key=key)
        if table.live_match is not None:
            del self.fields["value"]  # the table knows what the hand is worth
            return
        values = values_in_force(table.counted)
        self._choose("value", [(str(value), figure(value)) for value in values])
        self.fields["value"].initial = values[0] if len(values) == 1 else None

    @classmethod
    def is_offered(cls, table: MatchAtTable) -> bool:
        is_known = table.live_match is not None or bool(values_in_force(table.counted))
        return super().is_offered(table) and is_known

    def act_at_table(self) -> dict[str, Any]:
        """The engine knows this ruling, and what it costs; only a súmula has to write the effect."""
        return ruling(self.table.counted, "four_cards", key=self.rule, pair=self.at_fault)

    def contents(self) -> list[dict[str, Any]]:
        why, value = self.cleaned_data["why"], self.cleaned_data["value"]
        counts = four_cards(self.table.counted, pair=self.at_fault, value=value, key=self.rule)
        because = {"why": why} if counts["kind"] == "rule" else {}  # a hand for the opponents takes no reason
        return [{"kind": "warn", "pair": self.at_fault, "key": self.rule, "why": why}, {**counts, **because}]


class Redeal(SheetRuling):
    """A hand to be dealt again. It never enters the sheet; only the ruling does, with its reason."""

    name, title = "dar-de-novo", gettext_lazy("Deal again")
    done_message = gettext_lazy("To be dealt again. The score stays; the ruling is on record.")
    keys = REDEAL_KEYS

    def __init__(self, table: MatchAtTable, data: QueryDict | None = None, *, key: str = "") -> None:
        super().__init__(table, data, key=key)
        del self.fields["pair"]

    @classmethod
    def is_offered(cls, table: MatchAtTable) -> bool:
        return super().is_offered(table) and cls._rule(table) != ""

    @classmethod
    def _rule(cls, table: MatchAtTable) -> str:
        """The first of the rules that this regulation has; "" if it has none."""
        return next((key for key in cls.keys if key in table.desk.regulation.citations), "")

    def contents(self) -> list[dict[str, Any]]:
        return [self.act("redeal", self._rule(self.table))]


class EndOfMatch(SheetRuling):
    """The pair loses the current match. Leaving the event is a separate ruling. Key: referee.disqualify."""

    name, title = "encerrar", gettext_lazy("End the match against a pair")
    pair_question = gettext_lazy("Which pair loses it?")
    done_message = gettext_lazy("The match is over.")
    rule, keys = "referee.disqualify", ("referee.disqualify", "clock.absence_minutes")
    only_live = True  # without a live table, the referee notes the result as decided by them

    def contents(self) -> list[dict[str, Any]]:
        return [self.act("disqualify", self.rule, pair=self.at_fault)]


SHEET_RULINGS: tuple[type[SheetRuling], ...] = (
    TentoUpheld,
    TentoRejected,
    FourCards,
    Redeal,
    EndOfMatch,
    Penalty,
    PairWarning,
)
EVENT_RULINGS: Mapping[type[Act], tuple[str, ...]] = {
    Absence: ("lateness.", "walkover."),
    Disqualification: ("disqualification.", "referee.disqualify", "clock.absence_minutes"),
    Decision: ("omitted_cases.",),
}
"""Rulings that are operations of the championship, with the prefixes of the keys beside which each is offered."""

Ruling = type[SheetRuling] | type[Act]
RULINGS: Mapping[str, Ruling] = {
    **{on_sheet.name: on_sheet for on_sheet in SHEET_RULINGS},
    **{in_event.name: in_event for in_event in EVENT_RULINGS},
}


class Offer(NamedTuple):
    """A ruling that can be made. Templates get this instead of the form's class, which they would call."""

    name: str
    title: str


def offered(table: MatchAtTable, key: str) -> list[Offer]:
    """The rulings possible here under a rule, the ones specific to it first."""
    on_sheet = [one for one in SHEET_RULINGS if (one.beside_any_rule or key in one.keys) and one.is_offered(table)]
    in_event = [act for act, starts in EVENT_RULINGS.items() if key.startswith(starts) and act.is_offered(table.desk)]
    specific_rulings: list[Ruling] = [one for one in on_sheet if not one.beside_any_rule]
    general_rulings: list[Ruling] = [one for one in on_sheet if one.beside_any_rule]
    return [Offer(one.name, str(one.title)) for one in (*specific_rulings, *in_event, *general_rulings)]
