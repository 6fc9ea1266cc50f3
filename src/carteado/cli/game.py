"""A match between a person at seat 0 and bots, recorded while it is played. The game's ``Face`` shows it."""

import sys
import time
from collections.abc import Callable, Sequence
from dataclasses import replace
from typing import Any

from rich.markup import escape
from rich.text import Text

from carteado.bots import Faults, OurBot, Player, ask_player, make_bot, send_act_to_others
from carteado.cards import Card, Pass
from carteado.cli.chance import Chance
from carteado.cli.context import Context
from carteado.cli.faces import QUIT, Face, Wish, number_in
from carteado.cli.faces.melds import MeldsFace
from carteado.cli.faces.paper import card_text
from carteado.cli.faces.truco import TrucoFace
from carteado.fair import Fair, commitment, deal_label, shuffled_deck
from carteado.record import Engine, Question, Record, RecordedAct, RecordedHand, Table, engine_for
from carteado.record.notation import Act
from carteado.regulation import EngineKind, Refusal, Regulation

PERSON = 0
BOT_NAMES = ("Bia", "Caio", "Davi")
PAUSE_SECONDS = 0.6
_FACES: dict[EngineKind, Callable[[Regulation, Context], Face]] = {
    EngineKind.TRUCO: TrucoFace,
    EngineKind.MELDS: MeldsFace,
}


class PersonLeft(Exception):
    """The person has left the table."""


class Game:
    """The table, its players and its record."""

    def __init__(self, regulation: Regulation, players: int, seed: str | None, context: Context) -> None:
        self.regulation, self.context = regulation, context
        self.engine: Engine = engine_for(regulation)
        self.face = _FACES[regulation.engine_kind](regulation, context)
        self.names = (context.say("you"), *BOT_NAMES[: players - 1])
        self.chance = Chance(seed)
        self.bots: dict[int, Player] = {
            seat: OurBot(make_bot(self.face.bot, regulation, seed=self.chance.rng.getrandbits(64)))
            for seat in range(players)
            if seat != PERSON
        }
        self.drawn, first_dealer = self._draw_for_the_deal(players)
        self.first_dealer = first_dealer
        self.table = Table(self.engine, self.engine.start(players=players, first_dealer=first_dealer))
        self.hands: list[RecordedHand] = []

    @property
    def match(self) -> Any:
        return self.table.match

    def play(self) -> None:
        """Play hands until a pair wins the match."""
        self._welcome()
        while self.match.winner is None:
            self._deal()
            while (question := self.table.question()) is not None:
                self._do_act(self._person_decides(question) if question.seat == PERSON else self._bot_decides(question))
            self._close_hand()

    def record(self) -> Record:
        """The match so far. It includes the seeds only once the match is over."""
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
        self.context.print(Text(self.face.welcome(names)))
        self.context.print(Text(self.face.help(), style="dim"))
        cards = Text(", ").join(
            Text.assemble(f"{names[seat]} ", card_text(card))
            for cards in self.drawn
            for seat, card in enumerate(cards)
            if card is not None
        )
        before, after = say("dealer_drawn", cards="\0", name=names[self.first_dealer]).split("\0")
        self.context.print(Text.assemble(before, cards, after))

    def _draw_for_the_deal(self, players: int) -> tuple[tuple[tuple[Card | None, ...], ...], int]:
        """Each player draws a card, and tied players draw again, until the engine names a dealer."""
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
        cuts, burn = self._cut(published), self._burn(published)
        fair = Fair(published, seed.hex(), cuts, burn)
        deck = shuffled_deck(self.engine.deck(), match=self.chance.match_id, hand=number, seed=seed)
        deal = self.engine.dealt_from(self.match, deck, cuts=cuts, burn=burn)
        self.hands.append(RecordedHand(deal=deal, dealer=match.dealer, fair=fair))
        self.table = self.table.after_act(deal)

    def _cut(self, published: str) -> tuple[int, ...]:
        """The one cut, made by the person, or at a random place by a bot. None if this game is played without it."""

        def cut_at(number: int) -> Act:
            return next(self.engine.ceremony(self.match, Fair(published, cuts=(number,))))

        if self.engine.refusal(self.match, cut_at(1)) is not None:
            return ()
        if cut_at(1).seat == PERSON:
            at = self._ask_number(self.face.cut_prompt(), cut_at)
            return (at,) if at else ()
        at = self.chance.rng.randrange(1, len(self.engine.deck()))
        self.table = self.table.after_act(cut_at(at))
        return (at,)

    def _burn(self, published: str) -> int:
        """How many cards the dealer burns, where the game allows it. A bot burns none."""

        def burning(number: int) -> Act:
            return list(self.engine.ceremony(self.match, Fair(published, burn=number)))[-1]

        limit = self.face.burn_limit(self.match)
        if self.match.dealer != PERSON or limit == 0:
            return 0
        return self._ask_number(self.context.say("ask_burn", limit=limit), burning)

    def _ask_number(self, prompt: str, act_for: Callable[[int], Act]) -> int:
        """Ask for a number until the rules accept one. Enter means 0 and does nothing."""
        while True:
            text = self._read(prompt).strip()
            if not text:
                return 0
            if text.lower() in QUIT:
                raise PersonLeft
            if (number := number_in(text)) is None:
                self.context.print(Text(self.context.say("not_a_number"), style="red"))
                continue
            if refused := self.engine.refusal(self.match, act_for(number)):
                self._explain(refused)
                continue
            self.table = self.table.after_act(act_for(number))
            return number

    # --- deciding -------------------------------------------------------------------------------------------------

    def _bot_decides(self, question: Question) -> Act:
        if sys.stdout.isatty():
            time.sleep(PAUSE_SECONDS)
        return ask_player(self.table, question, self.bots[question.seat], Faults())

    def _person_decides(self, question: Question) -> Act:
        self.context.print(self.face.table(self.engine.view(self.match, PERSON), self.names))
        while True:
            self.context.print(self.face.choices(question, self.match, self.names))
            text = self._read("> ")
            act = self.face.act_from_text(text, question, self.match, self._read)
            if act is Wish.QUIT:
                raise PersonLeft
            if act is Wish.HELP:
                self.context.print(Text(self.face.help(), style="dim"))
            elif act is None:
                message = self.context.say("not_understood", text=text.strip(), help=self.face.help())
                self.context.print(Text(message, style="red"))
            elif isinstance(act, Pass):
                if act in question.legal:
                    return act
                self.context.print(Text(self.context.say("nothing_to_pass"), style="red"))
            elif refused := self.engine.refusal(self.match, act):
                self._explain(refused)
            else:
                return act

    def _explain(self, refused: Refusal) -> None:
        """Print a refusal with its article and ruling."""
        cited = self.regulation.cite_with_ruling(refused.key)
        self.context.print(Text(f"{self.context.catalogue.refusal(refused)} [{cited}]", style="bold red"))

    def _read(self, prompt: str) -> str:
        return self.context.console.input(escape(prompt))

    # --- doing ----------------------------------------------------------------------------------------------------

    def _do_act(self, act: Act) -> None:
        table_before = self.table
        self.table = table_before.after_act(act)
        if isinstance(act, Pass):
            return
        send_act_to_others(self.engine, act, self.bots)
        hand = self.hands[-1]
        self.hands[-1] = replace(hand, acts=(*hand.acts, RecordedAct(act=act)))
        for line in self.face.announce(self.engine.apply(table_before.match, act)[1], self.match, self.names):
            self.context.print(line)

    def _close_hand(self) -> None:
        self.hands[-1] = replace(self.hands[-1], score=self.match.score)


def _tied(refused: Refusal) -> Sequence[int]:
    seats = refused.details["seats"]
    assert isinstance(seats, tuple)
    return seats


def _without_seed(hand: RecordedHand) -> RecordedHand:
    return hand if hand.fair is None else replace(hand, fair=replace(hand.fair, seed=None))
