"""A match of truco between a person at seat 0 and bots, kept as a record while it is played."""

import sys
import time
from collections.abc import Callable, Sequence
from dataclasses import replace

from rich.markup import escape
from rich.text import Text

from carteado import truco
from carteado.bots import Faults, Matreiro, OurBot, Player, ask_player, make_bot, tell_others
from carteado.cards import Card, Pass
from carteado.cli.announcing import announce, call_name
from carteado.cli.chance import Chance
from carteado.cli.commands import Wish, understood
from carteado.cli.context import Context
from carteado.cli.drawing import card_text, draw_table
from carteado.fair import Fair, commitment, deal_label, shuffled_deck
from carteado.record import Engine, Question, Record, RecordedAct, RecordedHand, Table, engine_for
from carteado.record.notation import Act
from carteado.regulation import Refusal, Regulation

PERSON = 0
BOT_NAMES = ("Bia", "Caio", "Davi")
PAUSE_SECONDS = 0.6


class Left(Exception):
    """The person left the table."""


class Game:
    """The table, its players and its record."""

    def __init__(self, regulation: Regulation, players: int, seed: str | None, context: Context) -> None:
        self.regulation, self.context = regulation, context
        self.engine: Engine = engine_for(regulation)
        self.names = (context.say("you"), *BOT_NAMES[: players - 1])
        self.chance = Chance(seed)
        self.bots: dict[int, Player] = {
            seat: OurBot(make_bot(Matreiro.name, regulation, seed=self.chance.rng.getrandbits(64)))
            for seat in range(players)
            if seat != PERSON
        }
        self.drawn, first_dealer = self._draw_for_the_deal(players)
        self.first_dealer = first_dealer
        self.table = Table(self.engine, self.engine.start(players=players, first_dealer=first_dealer))
        self.hands: list[RecordedHand] = []

    @property
    def match(self) -> truco.Match:
        match: truco.Match = self.table.match
        return match

    def play(self) -> None:
        """Hands until somebody wins the match."""
        self._welcome()
        while self.match.winner is None:
            self._deal()
            while (question := self.table.question()) is not None:
                self._do(self._person_decides(question) if question.seat == PERSON else self._bot_decides(question))
            self._close_hand()

    def record(self) -> Record:
        """The match so far; the seeds are in it once the match is over."""
        over = self.match.winner is not None
        return Record(
            regulation=self.regulation,
            seats=self.names,
            first_dealer=self.first_dealer,
            hands=tuple(hand if over else _without_seed(hand) for hand in self.hands),
            dealer_draw=self.drawn,
            about={"match": self.chance.match_id},
        )

    # --- before a hand --------------------------------------------------------------------------------------------

    def _welcome(self) -> None:
        say, names = self.context.say, self.names
        alone = len(names) == 2
        who = {} if alone else {"partner": names[2], "left": names[3]}
        self.context.print(
            Text(say("welcome_alone" if alone else "welcome", regulation=self.regulation.name, right=names[1], **who))
        )
        self.context.print(Text(say("help"), style="dim"))
        cards = Text(", ").join(
            Text.assemble(f"{names[seat]} ", card_text(str(card)))
            for cards in self.drawn
            for seat, card in enumerate(cards)
            if card is not None
        )
        before, after = say("dealer_drawn", cards="\0", name=names[self.first_dealer]).split("\0")
        self.context.print(Text.assemble(before, cards, after))

    def _draw_for_the_deal(self, players: int) -> tuple[tuple[tuple[Card | None, ...], ...], int]:
        """Each draws a card and the tied ones draw again, until the engine names a dealer."""
        rounds: list[tuple[Card | None, ...]] = []
        drawing: Sequence[int] = range(players)
        deck = list(self.engine.deck())
        while True:
            cards = dict(zip(drawing, self.chance.rng.sample(deck, len(drawing)), strict=True))
            rounds.append(tuple(cards.get(seat) for seat in range(players)))
            dealer = self.engine.first_dealer(players, rounds)
            if isinstance(dealer, int):
                return tuple(rounds), dealer
            drawing = [seat for seat in range(players) if seat in _tied(dealer)]

    def _deal(self) -> None:
        number, match = len(self.hands), self.match
        seed = self.chance.deal_seed(number)
        published = commitment(deal_label(self.chance.match_id, number), seed)
        dealer = self.names[match.dealer]
        line = self.context.say("commitment", number=number + 1, dealer=dealer, commitment=published[:16] + "…")
        self.context.print()
        self.context.print(Text(line, style="dim"))
        cuts, burn = self._cut(), self._burn()
        fair = Fair(published, seed.hex(), cuts, burn)
        deck = shuffled_deck(self.engine.deck(), match=self.chance.match_id, hand=number, seed=seed)
        deal = self.engine.dealt_from(self.match, deck, cuts=cuts, burn=burn)
        self.hands.append(RecordedHand(deal=deal, dealer=match.dealer, fair=fair))
        self.table = self.table.after(deal)

    def _cut(self) -> tuple[int, ...]:
        cutter = self.match.cutter
        if cutter != PERSON:
            at = self.chance.rng.randrange(1, len(self.engine.deck()))
            self.table = self.table.after(truco.Cut(cutter, at))
            return (at,)
        at = self._ask_number("ask_cut", lambda number: truco.Cut(PERSON, number))
        return (at,) if at else ()

    def _burn(self) -> int:
        if self.match.dealer != PERSON or self.match.kind_to_deal is not truco.Kind.ORDINARY:
            self.table = self.table.after(truco.Burn(self.match.dealer, 0))
            return 0
        limit = self.match.rules.dealing.burn_limit
        return self._ask_number("ask_burn", lambda number: truco.Burn(PERSON, number), limit=limit)

    def _ask_number(self, key: str, act_for: Callable[[int], Act], **details: object) -> int:
        """A number that the rules accept; Enter is 0 and does nothing."""
        while True:
            text = self._read(self.context.say(key, **details)).strip()
            if not text:
                return 0
            if not text.isdecimal():
                self.context.print(Text(self.context.say("not_a_number"), style="red"))
                continue
            if refused := self.engine.refusal(self.match, act_for(int(text))):
                self._explain(refused)
                continue
            self.table = self.table.after(act_for(int(text)))
            return int(text)

    # --- deciding -------------------------------------------------------------------------------------------------

    def _bot_decides(self, question: Question) -> Act:
        if sys.stdout.isatty():
            time.sleep(PAUSE_SECONDS)
        return ask_player(self.table, question, self.bots[question.seat], Faults())

    def _person_decides(self, question: Question) -> Act:
        self.context.print(draw_table(self.engine.view(self.match, PERSON), self.names, self.context))
        while True:
            self.context.print(self._choices(question))
            text = self._read("> ")
            act = understood(text, self.match, PERSON)
            if act is Wish.QUIT:
                raise Left
            if act is Wish.HELP:
                self.context.print(Text(self.context.say("help"), style="dim"))
            elif act is None:
                said = self.context.say("not_understood", text=text.strip(), help=self.context.say("help"))
                self.context.print(Text(said, style="red"))
            elif isinstance(act, Pass):
                if act in question.legal:
                    return act
                self.context.print(Text(self.context.say("nothing_to_pass"), style="red"))
            elif refused := self.engine.refusal(self.match, act):
                self._explain(refused)
            else:
                return act

    def _choices(self, question: Question) -> str:
        """One line with what can be done now, asked of the engine."""
        say, hand, legal = self.context.say, self.match.hand, question.legal
        assert hand is not None
        if hand.undecided:
            eleven = self.match.rules.eleven
            return say("choice_eleven", value=eleven.value, declined=eleven.declined)
        parts = []
        held = [str(number) for number, card in enumerate(hand.held[PERSON], start=1) if card is not None]
        if any(isinstance(act, truco.Play | truco.PlayBlind) for act in legal):
            parts.append(say("choice_play", cards=" ".join(held)))
        if any(isinstance(act, truco.Hide) for act in legal):
            parts.append(say("choice_hide", cards=" ".join(say("hide_letter") + number for number in held)))
        if hand.pending is not None:
            parts.append(say("choice_accept", value=hand.pending.value))
            parts.append(say("choice_refuse", value=hand.value))
        parts += [
            say("choice_call", call=call_name(act.value, self.context)) for act in legal if isinstance(act, truco.Call)
        ]
        if Pass(PERSON) in legal:
            parts.append(say("choice_pass", partner=self.names[2]))
        return say("choices") + " " + " · ".join(parts)

    def _explain(self, refused: Refusal) -> None:
        """A refusal with its article."""
        cited = self.regulation.cite(refused.key)
        self.context.print(Text(f"{self.context.words.refusal(refused)} [{cited}]", style="bold red"))

    def _read(self, prompt: str) -> str:
        return self.context.console.input(escape(prompt))

    # --- doing ----------------------------------------------------------------------------------------------------

    def _do(self, act: Act) -> None:
        before = self.table
        self.table = before.after(act)
        if isinstance(act, Pass):
            return
        tell_others(self.engine, act, self.bots)
        hand = self.hands[-1]
        self.hands[-1] = replace(hand, acts=(*hand.acts, RecordedAct(act=act)))
        announce(self.engine.apply(before.match, act)[1], self.match, self.names, self.context)

    def _close_hand(self) -> None:
        self.hands[-1] = replace(self.hands[-1], score=self.match.score)


def _tied(refused: Refusal) -> Sequence[int]:
    seats = refused.details["seats"]
    assert isinstance(seats, tuple)
    return seats


def _without_seed(hand: RecordedHand) -> RecordedHand:
    return hand if hand.fair is None else replace(hand, fair=replace(hand.fair, seed=None))
