"""What is done at the desk of a match: a form for each act, which makes the operation. The championship decides."""

from collections.abc import Iterator
from functools import cached_property
from typing import Any, ClassVar, NamedTuple

from django import forms
from django.http import QueryDict
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from carteado.regulation import Override, Refusal
from carteado.regulation.event_rules import Approval, Authority
from carteado.tournament import clocks
from carteado.tournament.championship import Championship
from carteado.tournament.clocks import Limit, Moment
from carteado.tournament.confirming import Moved, RankMoved
from carteado.tournament.entry_acts import GROUND_KEYS, Ground, grounds
from carteado.tournament.matches import Party, State
from carteado.tournament.operations import (
    AgreeHouseRule,
    CallMatch,
    Confirm,
    Correct,
    Decide,
    Dispute,
    DisqualifyPair,
    MarkTime,
    Operation,
    StartMatch,
    Submit,
    Substitute,
    Undo,
    WalkOver,
    WithdrawPair,
)
from carteado.tournament.running import moved_by, ranks_moved_by
from carteado.tournament.stages import FINAL
from carteado.web.day.act import LONGEST_REASON, Act, Author, reason_field
from carteado.web.day.board import Board
from carteado.web.day.desk import CEREMONY, OF_A_PAIR, OF_THE_TABLE, Desk
from carteado.web.day.doing import Concerns, everywhere, to_a_version
from carteado.web.day.games import GamesAct
from carteado.web.events.details import Details
from carteado.web.events.formats import title_of
from carteado.web.events.rules import Row, RulesForm, control_of, fields_of_event, plain
from carteado.web.one_line import OneLineField
from carteado.web.pages.results import group_title
from carteado.web.pages.words import words
from carteado.web.policy import Action

LONGEST_TABLE = 20


# --- calling and starting -----------------------------------------------------------------------------------------


class Call(Act):
    name, title, button = "chamar", gettext_lazy("Call to the table"), gettext_lazy("Call them")
    said = gettext_lazy("Called.")
    keys = ("lateness.tolerance_minutes",)

    table = OneLineField(label=gettext_lazy("Table"), max_length=LONGEST_TABLE, required=False)
    anyway = OneLineField(max_length=LONGEST_TABLE, required=False)

    @classmethod
    def is_offered(cls, desk: Desk) -> bool:
        return desk.is_open and not desk.has_begun

    def operation(self, author: Author) -> CallMatch:
        table = self.cleaned_data["table"] or None
        return CallMatch(by=author.by, at=author.at, match=self.desk.match, table=table)

    def question(self, board: Board) -> str:
        """What there is to say against the table, until the call is meant all the same."""
        table = self.cleaned_data["table"]
        is_meant = self.cleaned_data["anyway"] == table
        return "" if is_meant else board.doubt(self.desk.match, table)

    def told(self, after: Championship) -> str:
        """With what the regulation says of who is late: a tolerance counts from the call only where it counts from
        matches."""
        key, regulation = self.keys[0], after.regulation_of(self.desk.match)
        clock = after.logs[self.desk.match].clock
        running = clocks.running(regulation, self.desk.fixture.phase, clock, clock.marks[-1].at)
        if any(one.kind is Limit.LATENESS for one in running):
            return _("Called. The tolerance counts from now ({article}).").format(article=regulation.cite(key))
        said = [f"{sentence} ({regulation.cite(key)})" for sentence, key in self.rules]
        return " ".join((str(self.said), *said))


class Start(Act):
    name, title, button = "comecar", gettext_lazy("Start"), gettext_lazy("Start the match")
    said = gettext_lazy("Started.")

    @classmethod
    def is_offered(cls, desk: Desk) -> bool:
        return desk.is_open and desk.state is State.CALLED

    def operation(self, author: Author) -> StartMatch:
        return StartMatch(by=author.by, at=author.at, match=self.desk.match)


class MarkButton(NamedTuple):
    """What the clock can be told now."""

    value: str
    text: str


class Mark(Act):
    """One button a moment: ``paused``, or ``arrived:d07`` where it is about a pair."""

    name, title, button = "tempo", gettext_lazy("Time"), gettext_lazy("Note it")
    said = gettext_lazy("Noted.")

    mark = forms.CharField(max_length=80)

    @property
    def buttons(self) -> list[MarkButton]:
        return list(self._buttons((*OF_A_PAIR, *OF_THE_TABLE)))

    @property
    def ceremony(self) -> list[MarkButton]:
        return list(self._buttons(CEREMONY)) if self.desk.has_ceremony else []

    def _buttons(self, moments: tuple[Moment, ...]) -> Iterator[MarkButton]:
        for moment in moments:
            for pair in (self.desk.pairs or ()) if moment in OF_A_PAIR else (None,):
                if self.desk.may_mark(moment, pair):
                    value = f"{moment}:{pair}" if pair else str(moment)
                    yield MarkButton(value, str(_MARKS[moment]).format(pair=self.desk.told.pair(pair)))

    @classmethod
    def is_offered(cls, desk: Desk) -> bool:
        return desk.is_open and desk.log is not None and desk.log.is_on

    def clean_mark(self) -> tuple[Moment, str | None]:
        """A pair only where the moment is about one: nothing else is kept."""
        name, _colon, pair = str(self.cleaned_data["mark"]).partition(":")
        if name not in set(Moment):
            raise forms.ValidationError(_("That is no moment that a clock knows."))
        moment = Moment(name)
        return moment, pair if moment in OF_A_PAIR else None

    def operation(self, author: Author) -> MarkTime:
        moment, pair = self.cleaned_data["mark"]
        return MarkTime(by=author.by, at=author.at, match=self.desk.match, moment=moment, pair=pair)


_MARKS = {
    Moment.ARRIVED: gettext_lazy("{pair}: here"),
    Moment.ABSENT: gettext_lazy("{pair}: left the table"),
    Moment.RETURNED: gettext_lazy("{pair}: back"),
    Moment.PAUSED: gettext_lazy("Pause"),
    Moment.RESUMED: gettext_lazy("Go on"),
    Moment.EXTRA_STARTED: gettext_lazy("Start the extra time"),
    Moment.SHUFFLING: gettext_lazy("Shuffling"),
    Moment.CUTTING: gettext_lazy("Cutting"),
    Moment.DEALING: gettext_lazy("Dealing"),
    Moment.DEALT: gettext_lazy("Dealt"),
}


class Substitution(Act):
    """Until the match starts another of the delegation takes somebody's place. Key: delegations.substitution."""

    name, title, button = "substituir", gettext_lazy("Substitution"), gettext_lazy("Substitute")
    said = gettext_lazy("Substituted, for this match.")
    keys = ("delegations.substitution",)

    leaves = forms.ChoiceField(label=gettext_lazy("Leaves"))
    enters = forms.ChoiceField(label=gettext_lazy("Comes in"))
    why = reason_field(required=False)

    def __init__(self, desk: Desk, data: QueryDict | None = None) -> None:
        super().__init__(desk, data)
        line_ups = [seat.line_up for seat in desk.seats if seat.line_up]
        playing = [(one.delegation, person) for one in line_ups for person in one.pair_for(desk.match)]
        others = [(one.delegation, person) for one in line_ups for person in one.players]
        self.choose_from("leaves", map(self._in_words, playing))
        self.choose_from("enters", (self._in_words(one) for one in others if one not in playing))

    def _in_words(self, one: tuple[str, str]) -> tuple[str, str]:
        delegation, person = one
        name = self.desk.championship.delegation_name(delegation)
        return person, f"{self.desk.told.person(person)} ({name})"

    @classmethod
    def is_offered(cls, desk: Desk) -> bool:
        return desk.is_open and not desk.has_begun and any(seat.line_up for seat in desk.seats)

    def operation(self, author: Author) -> Substitute:
        leaves = self.cleaned_data["leaves"]
        line_ups = [seat.line_up for seat in self.desk.seats if seat.line_up]
        delegation = next(one.delegation for one in line_ups if leaves in one.pair_for(self.desk.match))
        return Substitute(
            by=author.by,
            at=author.at,
            delegation=delegation,
            match=self.desk.match,
            leaves=leaves,
            enters=self.cleaned_data["enters"],
            why=self.cleaned_data["why"],
        )


# --- results ------------------------------------------------------------------------------------------------------


class Result(GamesAct):
    name, title, button = "resultado", gettext_lazy("Result"), gettext_lazy("Hand in the result")
    said = gettext_lazy("The result is in. Now both pairs and the referee confirm it.")
    keys = ("match.target", "match.final_target", "match.equal_at_target", "clock.time_up")

    @property
    def rules(self) -> list[tuple[str, str]]:
        """The final may go to another target."""
        final, usual = "match.final_target", "match.target"
        is_final = self.desk.fixture.phase == FINAL and final in self.desk.entries
        return [one for one in super().rules if one[1] != (usual if is_final else final)]

    @classmethod
    def is_offered(cls, desk: Desk) -> bool:
        return desk.is_open and desk.state in (State.OPEN, State.CALLED, State.PLAYING, State.SUBMITTED, State.DISPUTED)

    def operation(self, author: Author) -> Submit:
        return Submit(by=author.by, at=author.at, match=self.desk.match, games=self.games)


class Confirmation(Act):
    """The word of a pair, given on this device. ``version`` is the one that it saw."""

    name, title, button = "confirmar", gettext_lazy("Confirmation"), gettext_lazy("We agree")
    said = gettext_lazy("Confirmed.")
    parties: ClassVar[tuple[Party, ...]] = (Party.FIRST, Party.SECOND)

    party = forms.ChoiceField()
    version = forms.IntegerField(min_value=0, max_value=9999)

    def __init__(self, desk: Desk, data: QueryDict | None = None) -> None:
        super().__init__(desk, data)
        self.choose_from("party", [(str(party), str(party)) for party in self.parties])

    @property
    def concerns(self) -> Concerns:
        return to_a_version(self.desk.match)

    @classmethod
    def is_offered(cls, desk: Desk) -> bool:
        return desk.is_open and desk.state is State.SUBMITTED

    def operation(self, author: Author) -> Confirm:
        party, version = Party(self.cleaned_data["party"]), self.cleaned_data["version"]
        return Confirm(by=author.by, at=author.at, match=self.desk.match, version=version, party=party)


class RefereesConfirmation(Confirmation):
    name, button = "confirmar-arbitragem", gettext_lazy("I confirm as the referee")
    permission = Action.RULE
    parties = (Party.REFEREE,)


class Objection(Act):
    """Somebody does not agree with the result: the referee decides."""

    name, title, button = "contestar", gettext_lazy("Dispute"), gettext_lazy("Dispute the result")
    said = gettext_lazy("Disputed. The referee decides.")

    party = forms.ChoiceField(label=gettext_lazy("Who disputes it?"), widget=forms.RadioSelect)
    version = forms.IntegerField(widget=forms.HiddenInput, min_value=0, max_value=9999)
    why = reason_field(label=gettext_lazy("What is wrong with it?"))

    def __init__(self, desk: Desk, data: QueryDict | None = None) -> None:
        super().__init__(desk, data)
        self.choose_from("party", [(str(seat.party), seat.name) for seat in desk.seats])
        self.fields["version"].initial = desk.version

    @property
    def concerns(self) -> Concerns:
        return to_a_version(self.desk.match)

    @classmethod
    def is_offered(cls, desk: Desk) -> bool:
        """While there is a pair that has not disputed it yet."""
        agrees = desk.last is not None and any(seat.party not in desk.last.disputed for seat in desk.seats)
        return desk.is_open and agrees

    def operation(self, author: Author) -> Dispute:
        party, version = Party(self.cleaned_data["party"]), self.cleaned_data["version"]
        why = self.cleaned_data["why"]
        return Dispute(by=author.by, at=author.at, match=self.desk.match, version=version, party=party, why=why)


# --- the referee --------------------------------------------------------------------------------------------------


class Absence(Act):
    """Keys: lateness.tolerance_minutes, lateness.result, walkover.score, walkover.opponent."""

    name, title, button = "wo", gettext_lazy("W.O."), gettext_lazy("Give the W.O.")
    said = gettext_lazy("W.O. given.")
    permission = Action.RULE
    keys = ("lateness.tolerance_minutes", "lateness.result", "walkover.score", "walkover.opponent")

    absent = forms.MultipleChoiceField(label=gettext_lazy("Who did not come?"), widget=forms.CheckboxSelectMultiple)
    why = reason_field()

    def __init__(self, desk: Desk, data: QueryDict | None = None) -> None:
        super().__init__(desk, data)
        self.choose_from("absent", desk.pair_choices)

    @classmethod
    def is_offered(cls, desk: Desk) -> bool:
        return desk.is_open and not desk.has_begun

    def operation(self, author: Author) -> WalkOver:
        absent = tuple(self.cleaned_data["absent"])
        return WalkOver(by=author.by, at=author.at, match=self.desk.match, absent=absent, why=self.cleaned_data["why"])


class MoveInWords(NamedTuple):
    """A place that a correction would give to another pair."""

    where: str
    before: str
    after: str
    has_begun: bool


class Correction(GamesAct):
    """A result that counts at once. What it would move is shown first; ``weighed`` says that it was."""

    name, title, button = "corrigir", gettext_lazy("Correction"), gettext_lazy("Correct the result")
    said = gettext_lazy("Corrected. The new result counts.")
    permission = Action.RULE

    def __init__(self, desk: Desk, data: QueryDict | None = None) -> None:
        super().__init__(desk, data)
        self.moves = ""
        self.fields["why"] = reason_field()
        self.fields["weighed"] = forms.CharField(required=False, widget=forms.HiddenInput, max_length=10_000)

    @classmethod
    def is_offered(cls, desk: Desk) -> bool:
        return desk.log is not None and bool(desk.log.submissions or desk.log.absent)

    def operation(self, author: Author) -> Correct:
        """By force only where it was shown what begins anew."""
        why, force = self.cleaned_data["why"], bool(self.cleaned_data["weighed"])
        return Correct(by=author.by, at=author.at, match=self.desk.match, games=self.games, why=why, force=force)

    @property
    def concerns(self) -> Concerns:
        """What it moves was shown as everything stood."""
        return everywhere

    def to_weigh(self, author: Author) -> list[MoveInWords]:
        """What it would move and nobody has looked at yet."""
        moves = moves_by(self.desk, self.operation(author))
        if not moves.in_words or self.cleaned_data["weighed"] == moves.as_weighed:
            return []
        self.moves = moves.as_weighed
        return moves.in_words


class Moves(NamedTuple):
    """What an operation would move, and the line by which a form says that it was shown."""

    in_words: list[MoveInWords]
    as_weighed: str


def moves_by(desk: Desk, operation: Operation) -> Moves:
    """Nothing where it is refused."""
    moves, ranks = moved_by(desk.championship, operation), ranks_moved_by(desk.championship, operation)
    if isinstance(moves, Refusal) or isinstance(ranks, Refusal):
        return Moves([], "")
    in_words = [*(_move(desk, one) for one in moves), *(_rank_move(desk, one) for one in ranks)]
    return Moves(in_words, as_weighed(moves, ranks))


def _move(desk: Desk, move: Moved) -> MoveInWords:
    told = desk.told
    return MoveInWords(told.where(move.where), told.pair(move.before), told.pair(move.after), move.has_begun)


def _rank_move(desk: Desk, move: RankMoved) -> MoveInWords:
    stage = desk.championship.plan.stage(move.stage)
    table = group_title(move.group) if stage.groups > 1 else title_of(stage)
    where = _("place {rank}, {table}").format(rank=move.rank, table=table)
    return MoveInWords(where, desk.told.pair(move.before), desk.told.pair(move.after), has_begun=False)


def as_weighed(moves: tuple[Moved, ...], ranks: tuple[RankMoved, ...]) -> str:
    """The moves in a line, by which a form says which of them it was shown."""
    return ";".join("/".join(map(str, one)) for one in (*moves, *ranks))


class Upholding(Act):
    """A disputed result that the referee finds right: written down by him, it counts."""

    name, title, button = "manter", gettext_lazy("The result stands"), gettext_lazy("Keep this result")
    said = gettext_lazy("The result stands, and counts.")
    permission = Action.RULE

    why = reason_field()

    @classmethod
    def is_offered(cls, desk: Desk) -> bool:
        return desk.is_open and desk.state is State.DISPUTED

    def operation(self, author: Author) -> Correct:
        games = self.desk.last.games if self.desk.last else ()
        return Correct(by=author.by, at=author.at, match=self.desk.match, games=games, why=self.cleaned_data["why"])


class Disqualification(Act):
    """Keys: disqualification.final, referee.disqualify, clock.absence_minutes."""

    name, title, button = "desclassificar", gettext_lazy("Disqualification"), gettext_lazy("Disqualify")
    said = gettext_lazy("Disqualified. The pair loses by W.O. what it has not finished.")
    permission = Action.RULE
    keys = ("disqualification.final", "referee.disqualify")

    pair = forms.ChoiceField(label=gettext_lazy("Pair"), widget=forms.RadioSelect)
    ground = forms.ChoiceField(label=gettext_lazy("On which ground?"), widget=forms.RadioSelect)
    why = reason_field(label=gettext_lazy("What happened?"))

    def __init__(self, desk: Desk, data: QueryDict | None = None) -> None:
        super().__init__(desk, data)
        regulation = desk.championship.regulation
        self.choose_from("pair", _staying(desk))
        known = [(str(one), _ground_in_words(desk, one)) for one in grounds(regulation)]
        self.choose_from("ground", known)
        self.fields["ground"].initial = known[0][0] if len(known) == 1 else None

    @classmethod
    def is_offered(cls, desk: Desk) -> bool:
        return bool(_staying(desk)) and bool(grounds(desk.championship.regulation))

    def operation(self, author: Author) -> DisqualifyPair:
        pair, ground = self.cleaned_data["pair"], Ground(self.cleaned_data["ground"])
        return DisqualifyPair(by=author.by, at=author.at, pair=pair, ground=ground, why=self.cleaned_data["why"])


def _ground_in_words(desk: Desk, ground: Ground) -> str:
    """With its article, because the choice is between articles."""
    regulation = desk.championship.regulation
    return f"{words().shown(ground).capitalize()} ({regulation.cite(GROUND_KEYS[ground])})"


def _staying(desk: Desk) -> list[tuple[str, str]]:
    """Those of the match who are still in the event."""
    return [one for one in desk.pair_choices if one[0] not in desk.championship.departures]


class Withdrawal(Act):
    """Keys: withdrawal.request, withdrawal.effect."""

    name, title, button = "desistencia", gettext_lazy("A pair gives up"), gettext_lazy("Note that it gives up")
    said = gettext_lazy("Noted. The pair loses by W.O. what it has not finished.")
    permission = Action.RULE
    keys = ("withdrawal.request", "withdrawal.effect", "walkover.opponent")

    pair = forms.ChoiceField(label=gettext_lazy("Pair"), widget=forms.RadioSelect)
    why = reason_field()
    in_writing = forms.BooleanField(label=gettext_lazy("It gave it in writing"), required=False)

    def __init__(self, desk: Desk, data: QueryDict | None = None) -> None:
        super().__init__(desk, data)
        self.choose_from("pair", _staying(desk))

    @classmethod
    def is_offered(cls, desk: Desk) -> bool:
        return bool(_staying(desk))

    def operation(self, author: Author) -> WithdrawPair:
        pair, why, in_writing = (self.cleaned_data[name] for name in ("pair", "why", "in_writing"))
        return WithdrawPair(by=author.by, at=author.at, pair=pair, why=why, in_writing=in_writing)


class HouseRule(Act):
    """A rule of play for one match, signed by both pairs and the referee. ``key`` is chosen first, then its value.

    Keys: house_rules.needs, house_rules.one_match, house_rules.otherwise.
    """

    name, title, button = "regra-da-mesa", gettext_lazy("House rule for this match"), gettext_lazy("Sign it")
    said = gettext_lazy("Written down and signed: this match is played so.")
    permission = Action.RULE
    keys = ("house_rules.needs", "house_rules.one_match", "house_rules.recorded", "house_rules.otherwise")

    key = forms.ChoiceField(label=gettext_lazy("Rule"))
    agreed = forms.MultipleChoiceField(
        label=gettext_lazy("Signed by"), widget=forms.CheckboxSelectMultiple, required=False
    )

    def __init__(self, desk: Desk, data: QueryDict | None = None) -> None:
        super().__init__(desk, data)
        self.choose_from("key", [("", "—"), *self._rules_of_play()])
        self.choose_from("agreed", desk.pair_choices)
        house_rules = desk.championship.regulation.event.house_rules
        self.fields["agreed"].required = bool(house_rules and Approval.BOTH_PAIRS_AGREE in house_rules.needs)

    def _rules_of_play(self) -> list[tuple[str, str]]:
        regulation = self.desk.regulation
        return [
            (entry.key, f"{words().rule(entry)} ({entry.citation})")
            for entry in regulation.entries()
            if entry.key.partition(".")[0] not in fields_of_event() and control_of(regulation, entry) is not None
        ]

    @classmethod
    def is_offered(cls, desk: Desk) -> bool:
        house_rules = desk.championship.regulation.event.house_rules
        return house_rules is not None and desk.is_open and not desk.has_begun

    @cached_property
    def _sent(self) -> RulesForm:
        """What was written for the value, read as the rules of an event are."""
        details = Details(regulation=self.desk.regulation.id, name="")
        return RulesForm(details, self.data if isinstance(self.data, QueryDict) else None)

    @property
    def row(self) -> Row | None:
        """The rule that was chosen, with the control for its value."""
        entry = self.desk.entries.get(self.data.get("key", "") if self.is_bound else self.desk.chosen_rule)
        if entry is None or control_of(self.desk.regulation, entry) is None:
            return None
        return self._sent.row(entry, entry)

    def clean(self) -> dict[str, Any]:
        key = self.cleaned_data.get("key", "")
        if key and key not in self.data:
            self.add_error(None, _("Now say what it is to be."))
        elif error := self._sent.errors.get(key):
            self.add_error(None, error)
        return self.cleaned_data

    def operation(self, author: Author) -> AgreeHouseRule:
        key = self.cleaned_data["key"]
        as_written = {entry.key: entry.value for entry in self._sent.regulation.entries()}
        value = self._sent.changes.get(key, plain(as_written[key]))
        agreed = tuple(self.cleaned_data["agreed"])
        rule = Override(key, value, by=author.by)
        return AgreeHouseRule(
            by=author.by, at=author.at, match=self.desk.match, rule=rule, referee=author.by, agreed=agreed
        )


class Decision(Act):
    """What no rule covers. Keys: omitted_cases.by, omitted_cases.recorded."""

    name, title, button = "decidir", gettext_lazy("Decision on an omitted case"), gettext_lazy("Decide")
    said = gettext_lazy("Decided and on record.")
    permission = Action.RULE
    keys = ("omitted_cases.by", "omitted_cases.recorded")

    question = forms.CharField(label=gettext_lazy("What does no rule say?"), max_length=LONGEST_REASON)
    decision = forms.CharField(label=gettext_lazy("What is decided?"), max_length=LONGEST_REASON)
    why = reason_field()
    agreed = forms.MultipleChoiceField(label=gettext_lazy("Who agrees?"), widget=forms.CheckboxSelectMultiple)

    def __init__(self, desk: Desk, data: QueryDict | None = None) -> None:
        super().__init__(desk, data)
        omitted = desk.championship.regulation.event.omitted_cases
        if omitted is None or omitted.by is not Authority.REFEREE_AND_BOTH_PAIRS:
            del self.fields["agreed"]
            return
        self.choose_from("agreed", desk.pair_choices)

    @classmethod
    def is_offered(cls, desk: Desk) -> bool:
        return desk.pairs is not None

    def operation(self, author: Author) -> Decide:
        question, decision, why = (self.cleaned_data[name] for name in ("question", "decision", "why"))
        agreed = tuple(self.cleaned_data.get("agreed", ()))
        return Decide(
            by=author.by,
            at=author.at,
            question=question,
            decision=decision,
            why=why,
            match=self.desk.match,
            agreed=agreed,
        )


class TakeBack(Act):
    """The last act of the event, where it is about this match; what it was is said first."""

    name, title, button = "desfazer", gettext_lazy("Take the last act back"), gettext_lazy("Undo it")
    said = gettext_lazy("Taken back. Both stay on record.")
    permission = Action.RULE

    why = reason_field(required=False)

    @classmethod
    def is_offered(cls, desk: Desk) -> bool:
        last = desk.last_done
        return last is not None and _is_of(desk, last)

    @property
    def concerns(self) -> Concerns:
        return everywhere

    @property
    def what(self) -> str:
        return self.desk.told.done(self.desk.last_done) if self.desk.last_done else ""

    def operation(self, author: Author) -> Undo:
        return Undo(by=author.by, at=author.at, why=self.cleaned_data["why"])


def _is_of(desk: Desk, operation: Operation) -> bool:
    of_pair = isinstance(operation, WithdrawPair | DisqualifyPair) and operation.pair in (desk.pairs or ())
    return of_pair or getattr(operation, "match", None) == desk.match


ACTS: dict[str, type[Act]] = {
    act.name: act
    for act in (
        *(Call, Start, Mark, Substitution, Result, Confirmation, Objection),
        *(RefereesConfirmation, Absence, Upholding, Correction, Disqualification, Withdrawal, HouseRule, Decision),
        TakeBack,
    )
}


def offered(desk: Desk) -> dict[str, Act]:
    """The acts that the desk shows whoever looks at it, by their names."""
    allowed = {Action.RUN_MATCHES, Action.RULE} if desk.may_rule else {Action.RUN_MATCHES}
    return {name: act(desk) for name, act in ACTS.items() if act.permission in allowed and act.is_offered(desk)}
