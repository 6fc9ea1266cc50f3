"""A whole match by anybody's whim: players, the ceremony and referees, against a scorekeeper with pen and paper."""

from dataclasses import dataclass, field, replace

import pytest
from hypothesis import settings
from hypothesis import strategies as st
from hypothesis.stateful import (
    RuleBasedStateMachine,
    initialize,
    invariant,
    precondition,
    rule,
    run_state_machine_as_test,
)

from carteado.cards import Adjust, Card, Disqualify, Onlooker, Pause, Redeal, Resume, Sign, Sit, TimeUp, other, pair_of
from carteado.record import Record, RecordedAct, RecordedHand, moments, read_record, write_record
from carteado.truco import (
    Accept,
    Act,
    Burn,
    Call,
    Cut,
    Deal,
    FourCards,
    Hide,
    IllegalAct,
    Match,
    Play,
    PlayBlind,
    PlayerAct,
    Refuse,
    Tento,
    TentoRejected,
    apply,
    default_act,
    legal_acts,
    refusal,
    seats_to_ask,
    start,
    view,
)
from tests.truco.tables import NAMES, TM, rules_of
from tests.truco.test_exhaustive import DECK, ROUNDS, beats

TARGET = 12
PAIRS = st.integers(0, 1)
CUTS = st.tuples(st.integers(0, 3), st.integers(-1, 40))
BURNS = st.tuples(st.integers(0, 3), st.integers(-1, 4))
FEW_RANKS = [card for card in DECK if card.rank in "4Q3"]
DECKS = st.one_of(st.permutations(DECK), st.permutations(FEW_RANKS).map(lambda deck: [*deck, Card("6", "c")]))
"""The second kind makes ties."""

RULINGS = ("noted", "adjust", "level", "time_up", "redeal", "four_cards", "tento", "disqualify")
RARELY = st.integers(0, 3)
STARTS = st.sampled_from([(0, 0), (0, 0), (0, 0), (11, 11), (11, 4), (10, 11), (9, 10)])


@dataclass
class Scorekeeper:
    """What a person beside the table notes and knows: the cards, the calls, the score, who deals, the bell."""

    players: int
    first_dealer: int
    score: list[int]
    dealer: int = 0
    first_to_score: int | None = None
    bell: str = "regular"
    winner: int | None = None
    kind: str = ""
    on: bool = False
    worth: int = 1
    called: int | None = None
    caller: int = 0
    last_to_call: int | None = None
    deciding: int | None = None
    held: list[list[Card | None]] = field(default_factory=list)
    rounds: str = ""
    vira: Card = DECK[0]
    laid: list[tuple[int, Card, bool]] = field(default_factory=list)
    leader: int = 0

    def __post_init__(self) -> None:
        self.dealer = self.first_dealer
        if [points > 0 for points in self.score].count(True) == 1:
            self.first_to_score = 0 if self.score[0] > 0 else 1

    # --- the hand ---

    def deal(self, deal: Deal) -> None:
        eleven = [points == TARGET - 1 for points in self.score]
        self.kind = "iron" if all(eleven) else "eleven" if any(eleven) else "ordinary"
        self.worth = {"ordinary": 1, "eleven": 3, "iron": TARGET}[self.kind]
        self.deciding = eleven.index(True) if self.kind == "eleven" else None
        self.on, self.called, self.last_to_call = True, None, None
        self.held, self.vira = [list(cards) for cards in deal.hands], deal.vira
        self.rounds, self.laid, self.leader = "", [], (self.dealer + 1) % self.players

    @property
    def turn(self) -> int:
        return (self.leader + len(self.laid)) % self.players

    def seats_to_ask(self) -> list[int]:
        """Who is to answer, in order of play from the caller or from the first player on."""
        if not self.on:
            return []
        if self.called is None and self.deciding is None:
            return [self.turn]
        first = self.dealer + 1 if self.called is None else self.caller
        pair = self.deciding if self.called is None else other(pair_of(self.caller))
        seats = [(first + step) % self.players for step in range(self.players)]
        return [seat for seat in seats if pair_of(seat) == pair]

    def choices(self, seat: int) -> set[PlayerAct]:
        if not self.on:
            return set()
        raised = {1: 3, 3: 6, 6: 9, 9: 12}.get(self.called or self.worth)
        calls: set[PlayerAct] = {Call(seat, raised)} if raised and self.kind == "ordinary" else set()
        if self.called is not None or self.deciding is not None:
            answers: set[PlayerAct] = {Accept(seat), Refuse(seat)}
            return answers | calls if seat in self.seats_to_ask() else set()
        if pair_of(seat) == self.last_to_call:
            calls = set()
        return calls | self.cards(seat) if seat == self.turn else calls

    def cards(self, seat: int) -> set[PlayerAct]:
        if self.kind == "iron":
            return {PlayBlind(seat, place) for place, card in enumerate(self.held[seat]) if card is not None}
        cards = [card for card in self.held[seat] if card is not None]
        if self.rounds == "=" and not self.laid:
            return {Play(seat, card) for card in cards if not any(beats(one, card, self.vira) for one in cards)}
        hidden: set[PlayerAct] = {Hide(seat, card) for card in cards} if self.rounds else set()
        return {Play(seat, card) for card in cards} | hidden

    def lay(self, seat: int, card: Card, *, hidden: bool) -> None:
        self.held[seat][self.held[seat].index(card)] = None
        self.laid.append((seat, card, hidden))
        if len(self.laid) < self.players:
            return
        shown = [(seat, card) for seat, card, hidden in self.laid if not hidden]
        best = [seat for seat, card in shown if not any(beats(higher, card, self.vira) for _, higher in shown)]
        if len({pair_of(seat) for seat in best}) == 1:
            self.rounds += str(pair_of(best[0]))
            self.leader = best[0]
        else:
            self.rounds += "="
        self.laid = []
        taken = ROUNDS.get(self.rounds)
        if isinstance(taken, int):
            self.over(taken)
        elif taken is not None:
            self.over(None, same_dealer=True)

    def call(self, seat: int, value: int) -> None:
        self.worth, self.called, self.caller, self.last_to_call = self.called or self.worth, value, seat, pair_of(seat)

    def accept(self) -> None:
        self.worth, self.called, self.deciding = self.called or self.worth, None, None

    def refuse(self, pair: int) -> None:
        if self.called is None:
            self.worth = 1
        self.over(other(pair))

    def over(self, winner: int | None, *, same_dealer: bool = False) -> None:
        self.on = False
        if winner is not None:
            if self.first_to_score is None and max(self.score) <= 0:
                self.first_to_score = winner
            self.add(winner, self.worth)
        if self.winner is None:
            self.dealer = self.dealer if same_dealer else (self.dealer + 1) % self.players
            if self.bell in ("last_hand", "last_extra_hand"):
                self.settle()

    def add(self, pair: int, points: int) -> None:
        self.score[pair] = min(TARGET, self.score[pair] + points)
        if self.score[pair] == TARGET:
            self.end(pair)

    def end(self, winner: int) -> None:
        self.winner, self.on = winner, False

    # --- the clock ---

    def ring(self) -> None:
        self.bell = {"regular": "last_hand", "extra": "last_extra_hand"}[self.bell]
        if not self.on:
            self.settle()

    def settle(self) -> None:
        if self.score[0] != self.score[1]:
            self.end(0 if self.score[0] > self.score[1] else 1)
        elif self.bell == "last_hand":
            self.bell, self.dealer = "extra", self.first_dealer
        elif self.first_to_score is not None:
            self.end(self.first_to_score)
        else:
            self.bell = "referee_decides"

    def throw_out(self, pair: int, *, as_cheats: bool) -> None:
        if as_cheats:
            self.score[other(pair)] = TARGET
        self.end(other(pair))

    def adjust(self, pair: int, points: int) -> None:
        self.add(pair, points)
        if self.winner is None and self.bell == "referee_decides":
            self.settle()


def hand_is_on(machine: "TrucoMatch") -> bool:
    return machine.match.hand_is_on


def may_be_dealt(machine: "TrucoMatch") -> bool:
    paper = machine.paper
    return not paper.on and paper.winner is None and paper.bell != "referee_decides"


class TrucoMatch(RuleBasedStateMachine):
    match: Match
    paper: Scorekeeper
    hands: list[RecordedHand]

    @initialize(players=st.sampled_from([4, 4, 2]), dealer=st.integers(0, 3), score=STARTS)
    def sit_down(self, players: int, dealer: int, score: tuple[int, int]) -> None:
        dealer %= players
        self.match = self.first = start(rules_of(TM), players=players, first_dealer=dealer, score=score)
        self.paper = Scorekeeper(players, dealer, list(score))
        self.hands = []

    @precondition(lambda machine: machine.match.winner is not None)
    @rule(players=st.sampled_from([4, 4, 2]), dealer=st.integers(0, 3), score=STARTS)
    def sit_down_again(self, players: int, dealer: int, score: tuple[int, int]) -> None:
        self.teardown()
        self.sit_down(players, dealer, score)

    def do(self, act: Act) -> bool:
        """Applies the act if it is legal; otherwise sees that it is refused and leaves the match alone."""
        before = self.match
        if refusal(before, act) is not None:
            with pytest.raises(IllegalAct):
                apply(before, act)
            return False
        self.match = apply(before, act).match
        if isinstance(act, Deal):
            self.hands.append(RecordedHand(deal=act))
        elif not isinstance(act, Cut | Burn):
            self.hands[-1] = replace(self.hands[-1], acts=(*self.hands[-1].acts, RecordedAct(act=act)))
        return True

    # --- the ceremony ---

    @precondition(may_be_dealt)
    @rule(cuts=st.lists(CUTS, max_size=3), burns=st.lists(BURNS, max_size=2), deck=DECKS)
    def deal(self, cuts: list[tuple[int, int]], burns: list[tuple[int, int]], deck: list[Card]) -> None:
        """The cutter cuts and the dealer burns; others who try are refused, and so is too much of it."""
        eleven = [points == TARGET - 1 for points in self.paper.score]
        done = 0
        for seat, at in cuts:
            may = seat == (self.paper.dealer - 1) % self.match.players and 0 <= at < 40
            may &= not (any(eleven) and done)
            assert self.do(Cut(seat, at)) == may
            done += may
        burnt = False
        for seat, number in burns:
            may = seat == self.paper.dealer and 0 <= number <= (0 if any(eleven) else 3) and not burnt
            assert self.do(Burn(seat, number)) == may
            burnt |= may
        assert not burnt or not self.do(Cut(self.match.cutter, 1))
        size = self.match.players * 3
        hands = tuple(tuple(deck[first : first + 3]) for first in range(0, size, 3))
        assert self.do(Deal(hands, deck[size]))
        self.paper.deal(Deal(hands, deck[size]))
        # What went before has left nothing but the score and the dealer.
        fresh = start(rules_of(TM), players=self.match.players, first_dealer=self.paper.dealer, score=self.match.score)
        assert self.match.hand == apply(fresh, Deal(hands, deck[size])).match.hand

    # --- players ---

    @precondition(hand_is_on)
    @rule(choices=st.lists(st.integers(0, 5), min_size=1, max_size=12))
    def lay_cards(self, choices: list[int]) -> None:
        """In turn, without a word; what is asked is answered with yes."""
        for choice in choices:
            if not self.match.hand_is_on:
                return
            seat = seats_to_ask(self.match)[0]
            cards = [act for act in legal_acts(self.match, seat) if isinstance(act, Play | PlayBlind | Hide)]
            self._play(cards[choice % len(cards)] if cards else Accept(seat))

    @precondition(hand_is_on)
    @rule(number=st.integers(0, 11))
    def answer(self, number: int) -> None:
        """Somebody who is asked does something that is listed."""
        acts = [act for seat in seats_to_ask(self.match) for act in legal_acts(self.match, seat)]
        self._play(acts[number % len(acts)])

    @precondition(hand_is_on)
    @rule(number=st.integers(0, 23))
    def speak_out_of_turn(self, number: int) -> None:
        acts = [act for seat in range(self.match.players) for act in legal_acts(self.match, seat)]
        spoken = [act for act in acts if isinstance(act, Call | Accept | Refuse)]
        self._play(spoken[number % len(spoken)] if spoken else acts[number % len(acts)])

    @precondition(hand_is_on)
    @rule()
    def time_out(self) -> None:
        """Who does not answer refuses; who does not play shows his weakest card, or the first in a mão de ferro."""
        seat = seats_to_ask(self.match)[-1]
        act = default_act(self.match, seat)
        shown = [one for one in self.paper.choices(seat) if isinstance(one, Play)]
        if isinstance(act, Play):
            assert not any(beats(act.card, one.card, self.paper.vira) for one in shown)
        elif isinstance(act, PlayBlind):
            assert act.position == min(one.position for one in self.paper.cards(seat) if isinstance(one, PlayBlind))
        else:
            assert act == Refuse(seat)
        self._play(act)

    @rule(seat=st.integers(0, 1), card=st.sampled_from(DECK), position=st.integers(-1, 3), value=st.integers(0, 13))
    def try_anything(self, seat: int, card: Card, position: int, value: int) -> None:
        wishes: list[PlayerAct] = [Play(seat, card), Hide(seat, card), PlayBlind(seat, position), Call(seat, value)]
        for act in [*wishes, Accept(seat), Refuse(seat)]:
            assert (refusal(self.match, act) is None) == (act in self.paper.choices(seat))

    def _play(self, act: Act) -> None:
        assert self.do(act)
        if isinstance(act, Play | Hide):
            self.paper.lay(act.seat, act.card, hidden=isinstance(act, Hide))
        elif isinstance(act, PlayBlind):
            card = self.paper.held[act.seat][act.position]
            assert card is not None
            self.paper.lay(act.seat, card, hidden=False)
        elif isinstance(act, Call):
            self.paper.call(act.seat, act.value)
        elif isinstance(act, Accept):
            self.paper.accept()
        else:
            assert isinstance(act, Refuse)
            self.paper.refuse(pair_of(act.seat))

    # --- referees: on record, so never before the first deal ---

    @precondition(lambda machine: machine.hands)
    @rule(ruling=st.sampled_from(RULINGS), pair=PAIRS, points=st.sampled_from([-2, -1, 0, 1, 2, 20]), often=RARELY)
    def rule_on_it(self, ruling: str, pair: int, points: int, often: int) -> None:
        is_open = self.paper.winner is None
        if ruling in ("tento", "disqualify") and often:
            return
        if ruling == "level":
            # So that the bell often finds a tie.
            pair = 0 if self.paper.score[0] < self.paper.score[1] else 1
            ruling, points = "adjust", self.paper.score[other(pair)] - self.paper.score[pair]
        if ruling == "noted":
            before = self.match
            acts = (TentoRejected(pair, "32"), Pause("18"), Resume(None), Sign(pair, "zap"), Sit(pair, "bot:reserve"))
            assert [self.do(act) for act in acts] == [is_open] * len(acts)
            assert self.match == before
        elif ruling == "adjust":
            assert self.do(Adjust(pair, points, "sheet misread", "8.5")) == is_open
            if is_open:
                self.paper.adjust(pair, points)
        elif ruling == "time_up":
            may = is_open and self.paper.bell in ("regular", "extra")
            assert self.do(TimeUp("18")) == may
            if may:
                self.paper.ring()
        elif ruling == "redeal":
            may = self.paper.on
            assert self.do(Redeal("26")) == may
            if may:
                self.paper.over(None, same_dealer=True)
        elif ruling == "four_cards":
            may = self.paper.on
            assert self.do(FourCards(pair, "32")) == may
            if may:
                self.paper.over(other(pair))
        else:
            assert self.do(Tento(pair, "32") if ruling == "tento" else Disqualify(pair, "20")) == is_open
            if is_open:
                self.paper.throw_out(pair, as_cheats=ruling == "tento")

    # --- what holds at every moment ---

    @invariant()
    def the_paper_agrees(self) -> None:
        assert self.match.score == tuple(self.paper.score)
        assert max(self.match.score) <= TARGET
        assert self.match.winner == self.paper.winner
        assert self.match.clock == self.paper.bell
        assert self.match.hand_is_on == self.paper.on
        if self.paper.winner is None:
            assert self.match.dealer == self.paper.dealer

    @invariant()
    def the_hand_agrees(self) -> None:
        hand = self.match.hand
        if hand is None or not self.paper.on:
            return
        assert hand.kind == self.paper.kind
        assert hand.value == (1 if self.paper.kind == "iron" else self.paper.worth)
        assert (hand.pending and hand.pending.value) == self.paper.called
        assert hand.leader == self.paper.leader
        assert "".join("=" if done.winner is None else str(done.winner) for done in hand.rounds) == self.paper.rounds

    @invariant()
    def everybody_may_do_what_the_rules_say(self) -> None:
        assert list(seats_to_ask(self.match)) == self.paper.seats_to_ask()
        for seat in range(self.match.players):
            listed = legal_acts(self.match, seat)
            assert len(listed) == len(set(listed))
            assert set(listed) == self.paper.choices(seat)

    @invariant()
    def every_card_is_in_one_place(self) -> None:
        hand = self.match.hand
        if hand is not None:
            assert [list(cards) for cards in hand.held] == self.paper.held
            played = [played.card for plays in (*(done.plays for done in hand.rounds), hand.plays) for played in plays]
            held = [card for cards in self.paper.held for card in cards if card is not None]
            assert len({*held, *played, hand.vira}) == len(held) + len(played) + 1 == self.match.players * 3 + 1

    @invariant()
    def everybody_can_look(self) -> None:
        for observer in (*range(self.match.players), *Onlooker):
            shown = view(self.match, observer)
            assert shown["score"] == self.paper.score

    def teardown(self) -> None:
        """The record of the match, as far as it went, gives the same match."""
        if not getattr(self, "hands", None):
            return
        hands = (replace(self.hands[0], start=self.first.score), *self.hands[1:])
        seats = NAMES[: self.match.players]
        record = Record(regulation=TM, seats=seats, first_dealer=self.first.first_dealer, hands=hands)
        *_, last = moments(read_record(write_record(record)))
        assert last.match == self.match


def test_a_match_by_anybodys_whim() -> None:
    whim = settings(max_examples=60, stateful_step_count=50, derandomize=True)
    run_state_machine_as_test(TrucoMatch, settings=whim)


@pytest.mark.slow
def test_many_long_matches_by_anybodys_whim() -> None:
    whim = settings(max_examples=1500, stateful_step_count=100)
    run_state_machine_as_test(TrucoMatch, settings=whim)
