"""``matreiro``, the hand-written truco bot: counts cards, wins rounds cheaply, calls with reason, rarely bluffs."""

from collections.abc import Sequence
from random import Random

from carteado import truco
from carteado.bots.bot import ActJson, View
from carteado.bots.estimate import SeatKnowledge, win_chance
from carteado.cards import Card, pair_of, parse_card
from carteado.record import InputError
from carteado.regulation import Regulation, TrucoRules

RAISE_ABOVE = 0.64
RERAISE_ABOVE = 0.74
BLUFF = 0.05
CALLER_IS_STRONG = 0.82
"""Our chance is multiplied by this after a call, because the caller's cards are better than average."""
ELEVEN_ABOVE = 0.42


class Matreiro:
    """Plays one seat of truco."""

    name = "matreiro"

    def __init__(self, regulation: Regulation, rng: Random) -> None:
        if not isinstance(regulation.rules, TrucoRules):
            raise InputError("not_yet", regulation=regulation.id)
        self._rules = regulation.rules
        self._rng = rng

    def note_act(self, act: ActJson) -> None:
        pass

    def choose(self, view: View, legal: Sequence[ActJson]) -> ActJson:
        seat = Seat(view, self._rules)
        by_name = {act["act"]: act for act in legal}
        if "accept" in by_name:
            return self._answer(seat, by_name)
        if "call" in by_name and self._wants_to_call(seat):
            return by_name["call"]
        if any("position" in act for act in legal):
            return self._rng.choice(legal)
        return seat.card_to_play(legal)

    def _answer(self, seat: "Seat", by_name: dict[str, ActJson]) -> ActJson:
        if seat.hand["pending"] is None:
            return self._decide_eleven(seat, by_name)
        chance = seat.chance * CALLER_IS_STRONG
        called, before = seat.hand["pending"]["value"], seat.hand["value"]
        if "call" in by_name and (chance > RERAISE_ABOVE or seat.loses_match_with(before)):
            return by_name["call"]
        if seat.loses_match_with(before) or chance > (called - before) / (2 * called):
            return by_name["accept"]
        return by_name.get("pass", by_name["refuse"])

    def _decide_eleven(self, seat: "Seat", by_name: dict[str, ActJson]) -> ActJson:
        at_stake = seat.loses_match_with(self._rules.eleven.declined)
        return by_name["accept"] if at_stake or seat.chance > ELEVEN_ABOVE else by_name["refuse"]

    def _wants_to_call(self, seat: "Seat") -> bool:
        value = seat.hand["value"]
        if seat.wins_match_with(value):
            return False
        if seat.loses_match_with(value):
            return True
        return seat.chance > RAISE_ABOVE or (value == self._rules.calls.ladder[0] and self._rng.random() < BLUFF)


class Seat:
    """A view prepared for decisions: strengths of cards, who is winning, and how the hand stands."""

    def __init__(self, view: View, rules: TrucoRules) -> None:
        self.view, self.rules = view, rules
        self.hand = view["hand"]
        self.seat: int = view["observer"]
        self.pair = pair_of(self.seat)
        self.strength = truco.strengths(rules.strength, parse_card(self.hand["vira"]))

    @property
    def chance(self) -> float:
        return win_chance(self._knowledge())

    def wins_match_with(self, value: int) -> bool:
        return int(self.view["score"][self.pair]) + value >= int(self.view["target"])

    def loses_match_with(self, value: int) -> bool:
        return int(self.view["score"][1 - self.pair]) + value >= int(self.view["target"])

    def _knowledge(self) -> SeatKnowledge:
        won = [done["winner"] for done in self.hand["rounds"]]
        own = self._own_and_partners() + self._on_table(self.pair)
        theirs = self._on_table(1 - self.pair)
        hidden_from_us = [card for card in self.strength if card not in self._seen_cards()]
        held = sum(len(_cards_left(cards)) for seat, cards in self._seats() if pair_of(seat) != self.pair)
        return SeatKnowledge(
            ours=tuple(sorted((self.strength[card] for card in own), reverse=True)),
            unseen=tuple(self.strength[card] for card in (*hidden_from_us, *theirs)),
            against=held + len(theirs),
            partner_unseen=any(None in cards for seat, cards in self._seats() if pair_of(seat) == self.pair),
            won=won.count(self.pair),
            lost=won.count(1 - self.pair),
            tied=won.count(None),
        )

    def _seats(self) -> list[tuple[int, list[str | None]]]:
        return list(enumerate(self.hand["cards"]))

    def _own_and_partners(self) -> list[Card]:
        return [
            parse_card(card) for seat, cards in self._seats() if pair_of(seat) == self.pair for card in cards if card
        ]

    def _on_table(self, pair: int) -> list[Card]:
        """The cards that a pair has shown in the current round, which still count in it."""
        return [
            parse_card(played["card"])
            for played in self.hand["plays"]
            if pair_of(played["seat"]) == pair and not played["hidden"]
        ]

    def _seen_cards(self) -> set[Card]:
        played = [one for done in self.hand["rounds"] for one in done["plays"]] + self.hand["plays"]
        known = [one["card"] for one in played] + [card for _, cards in self._seats() for card in cards]
        return {parse_card(card) for card in (*known, self.hand["vira"]) if card}

    def card_to_play(self, legal: Sequence[ActJson]) -> ActJson:
        """The cheapest card that serves: win the round if we must, else throw away the weakest card."""
        shown = sorted((act for act in legal if act["act"] == "play"), key=self._power)
        best = self._best_on_table()
        if best is None:
            return self._lead(shown)
        if self._partner_is_winning() and (self._is_last() or best >= self.strength_of_kings()):
            return self._throw_away(legal, shown)
        winning = [act for act in shown if self._power(act) > best]
        if winning and not self._better_kept(winning[0]):
            return winning[0]
        tying = [act for act in shown if self._power(act) == best]
        return tying[0] if tying and self._tie_helps() else self._throw_away(legal, shown)

    def _lead(self, shown: Sequence[ActJson]) -> ActJson:
        """First round: the best ordinary card if it is worth something. Later: keep the best for last when ahead."""
        rounds = self.hand["rounds"]
        if not rounds:
            ordinary = [act for act in shown if self._power(act) < len(self.rules.strength.ranks)]
            worthy = [act for act in ordinary if self._power(act) > self.strength_of_kings()]
            return worthy[-1] if worthy else (ordinary or shown)[0]
        ahead = rounds[0]["winner"] == self.pair
        return shown[0] if ahead and len(rounds) == 1 and len(shown) > 1 else shown[-1]

    def _throw_away(self, legal: Sequence[ActJson], shown: Sequence[ActJson]) -> ActJson:
        """Play the weakest card, face down if that is allowed."""
        hidden = [act for act in legal if act["act"] == "hide" and act["card"] == shown[0]["card"]]
        return hidden[0] if hidden else shown[0]

    def _better_kept(self, act: ActJson) -> bool:
        """Whether to keep the card: zap and copas are kept in a first round that the partner may still win."""
        partner_to_come = len(self.hand["plays"]) == 1 and int(self.view["players"]) == 4
        top_two = len(self.rules.strength.ranks) + 2
        return not self.hand["rounds"] and partner_to_come and self._power(act) >= top_two

    def _power(self, act: ActJson) -> int:
        return self.strength[parse_card(act["card"])]

    def strength_of_kings(self) -> int:
        return self.rules.strength.ranks.index("K")

    def _best_on_table(self) -> int | None:
        plays = self.hand["plays"]
        if not plays:
            return None
        return max(-1 if one["hidden"] else self.strength[parse_card(one["card"])] for one in plays)

    def _partner_is_winning(self) -> bool:
        plays = [
            truco.Played(one["seat"], parse_card(one["card"] or self.hand["vira"]), one["hidden"])
            for one in self.hand["plays"]
        ]
        winner = truco.round_winner(plays, self.strength)
        return winner is not None and pair_of(winner) == self.pair

    def _is_last(self) -> bool:
        return len(self.hand["plays"]) == int(self.view["players"]) - 1

    def _tie_helps(self) -> bool:
        """A tie is good for the pair that won the first round, and in the first round it is better than a loss."""
        rounds = self.hand["rounds"]
        return not rounds or rounds[0]["winner"] in (None, self.pair)


def _cards_left(cards: Sequence[str | None]) -> list[str | None]:
    return [card for card in cards if card != ""]
