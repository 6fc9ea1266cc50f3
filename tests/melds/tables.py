"""A table of Tranca or Canastra as a referee would tell it: who deals, what is laid, what is refused, what is counted.

Seats are 0 to 3 in order of play; seats 0 and 2 are pair 0, seats 1 and 3 pair 1. Unless a test says otherwise seat 3
deals, so seat 0 begins. The seat on turn acts, and its turn is one text: ``draw, lay 4h 5h 6h / Kc Kd Kh, discard 9c``.
The other acts are ``exchange``, ``redraw``, ``take`` (the pile, freely), ``take 4h 5h 6h`` (for a new meld),
``take 0: 4h 5h 6h 7h`` and ``add 0: 4h 5h 6h 7h`` (to the pair's meld 0); ``pass`` is a draw and its card discarded.
"""

import dataclasses
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from typing import Any

import pytest

from carteado.cards import Card, Onlooker, Scored, canonical_deck, parse_card
from carteado.melds import (
    Act,
    Cut,
    Deal,
    Discard,
    Draw,
    Ending,
    Event,
    Exchange,
    Extend,
    Hand,
    IllegalAct,
    Lay,
    Match,
    PlayerAct,
    Redraw,
    Take,
    TakeExtending,
    TakeLaying,
    apply,
    face,
    faces,
    is_legal,
    legal_acts,
    refusal,
    refusal_in_any_order,
    start,
    view,
)
from carteado.record import Record, RecordedAct, RecordedHand, Report, RuleBroken, read_record, replay, write_record
from carteado.regulation import LANGUAGES, Entry, MeldsRules, Override, Regulation, catalogue, load
from tests.record.cases import written_and_read

AF = load("afia-2026-tranca")
FA = load("faraes-2023-tranca")
AP = load("apcef-sc-2022-canastra")
NAMES = ("Ana", "Bia", "Caio", "Davi")
CLUB = "Clube da Vila"


def card(text: str) -> Card:
    return parse_card(text)


def cards(text: str) -> tuple[Card, ...]:
    return tuple(parse_card(one) for one in text.split())


def as_text(some: Iterable[Card]) -> str:
    return " ".join(str(one) for one in some)


def rules_of(regulation: Regulation) -> MeldsRules:
    assert isinstance(regulation.rules, MeldsRules)
    return regulation.rules


def article(regulation: Regulation, numbers: str) -> str:
    """How articles of the regulation are cited."""
    return f"{regulation.name}, Art. {numbers}"


def house(regulation: Regulation, **values: object) -> Regulation:
    """The regulation as a club plays it; ``melds__wild_limit`` is the key ``melds.wild_limit``."""
    return regulation.with_overrides(
        tuple(Override(key.replace("__", "."), value, CLUB) for key, value in values.items())
    )


def entry(regulation: Regulation, key: str) -> Entry:
    return next(one for one in regulation.entries() if one.key == key)


# --- cards dealt --------------------------------------------------------------------------------------------------

SIZE = 11
"""Of a hand and of a morto."""

_FILLING = "4567T89JQKA23"


def deal(*hands: str, mortos: Sequence[str] = (), stock: str = "", bottom: str = "") -> Deal:
    """The two decks dealt: the cards that matter where they are named, the others where there is room.

    ``stock`` names the first cards that are drawn and ``bottom`` the last. Twos and threes that are not named lie
    deep in the stock, so that no wild and no three turns up unasked.
    """
    heaps = [list(cards(named)) for named in (*hands, *[""] * (4 - len(hands)), *mortos, *[""] * (2 - len(mortos)))]
    top, last = cards(stock), cards(bottom)
    left = Counter(canonical_deck(copies=2))
    left.subtract([*top, *last, *(one for heap in heaps for one in heap)])
    assert min(left.values()) >= 0, "a card is named three times"
    spare = sorted(left.elements(), key=lambda one: (_FILLING.index(one.rank), one.suit))
    for heap in heaps:
        assert len(heap) <= SIZE, "too many cards are named"
        heap += [spare.pop(0) for _ in range(SIZE - len(heap))]
    *dealt, upper, lower = (tuple(heap) for heap in heaps)
    return Deal(tuple(dealt), (upper, lower), (*top, *spare, *last))


# --- acts, said and written ---------------------------------------------------------------------------------------


def act_of(seat: int, said: str) -> PlayerAct:
    """The act that a seat announces in these words."""
    name, _, rest = said.partition(" ")
    meld, colon, to = rest.partition(":")
    match name, bool(colon):
        case "take", True:
            return TakeExtending(seat, int(meld), cards(to))
        case "take", False:
            return TakeLaying(seat, cards(rest)) if rest else Take(seat)
        case "add", True:
            return Extend(seat, int(meld), cards(to))
        case "lay", False:
            return Lay(seat, tuple(cards(one) for one in rest.split("/")))
        case "discard", False:
            return Discard(seat, card(rest))
        case "exchange", False:
            return Exchange(seat)
        case "draw", False:
            return Draw(seat)
        case "redraw", False:
            return Redraw(seat)
    raise AssertionError(f"no such act: {said}")


def spoken(act: PlayerAct) -> str:
    """The words that announce the act."""
    match act:
        case TakeExtending(_, meld, to):
            return f"take {meld}: {as_text(to)}"
        case TakeLaying(_, lay):
            return f"take {as_text(lay)}"
        case Extend(_, meld, to):
            return f"add {meld}: {as_text(to)}"
        case Lay(_, melds):
            return "lay " + " / ".join(as_text(one) for one in melds)
        case Discard(_, discarded):
            return f"discard {discarded}"
    return type(act).__name__.lower()


# --- the table ----------------------------------------------------------------------------------------------------

Counted = list[tuple[str, int, int, str]]
"""Lines of the score: the item, how many, the points, and the articles."""


@dataclass(frozen=True)
class Table:
    """A match on the table; each act gives the table afterwards. ``events`` are those of the last act."""

    match: Match
    regulation: Regulation
    events: tuple[Event, ...] = ()
    story: tuple[Act, ...] = field(default=(), repr=False)
    first: Match | None = field(default=None, repr=False)
    about: dict[str, str | int] = field(default_factory=dict, repr=False)

    # what lies on it

    @property
    def hand(self) -> Hand:
        assert self.match.hand is not None
        return self.match.hand

    @property
    def turn(self) -> int:
        assert self.match.hand_is_on, "the hand is over"
        return self.hand.turn

    @property
    def score(self) -> tuple[int, int]:
        return self.match.score

    @property
    def ending(self) -> Ending:
        assert self.hand.result is not None, "the hand is still on"
        return self.hand.result.ending

    @property
    def out(self) -> int | None:
        """The pair that went out; none when nobody did."""
        assert self.hand.result is not None, "the hand is still on"
        return self.hand.result.winner

    @property
    def pile(self) -> str:
        return as_text(faces(self.hand.pile))

    @property
    def stock(self) -> int:
        return len(self.hand.stock)

    @property
    def drawn(self) -> str:
        """The card of this turn's draw."""
        assert self.hand.drawn is not None
        return str(face(self.hand.drawn))

    def cards_of(self, seat: int) -> str:
        """The cards of a seat, in the order of the deck."""
        return as_text(faces(sorted(self.hand.hands[seat])))

    def holds(self, seat: int, text: str) -> bool:
        return not Counter(cards(text)) - Counter(faces(self.hand.hands[seat]))

    def melds(self, pair: int) -> list[str]:
        return [as_text(meld.faces) for meld in self.hand.sides[pair].melds]

    def red_threes(self, pair: int) -> str:
        return as_text(faces(self.hand.sides[pair].red_threes))

    def took_morto(self, pair: int) -> bool:
        return self.hand.sides[pair].took_morto

    def had_events(self, *events: Event) -> bool:
        """Whether these came of the last act, in this order."""
        return [event for event in self.events if event in events] == list(events)

    # what happens

    def do(self, *acts: Act) -> "Table":
        table = self
        for act in acts:
            match, events = apply(table.match, act)
            table = dataclasses.replace(table, match=match, events=events, story=(*table.story, act))
        return table

    def deal(self, *hands: str, mortos: Sequence[str] = (), stock: str = "", bottom: str = "") -> "Table":
        """The cards of seat 0, of seat 1 and so on, completed to the whole deck; see ``deal``."""
        return self.do(deal(*hands, mortos=mortos, stock=stock, bottom=bottom))

    def plays(self, *turns: str) -> "Table":
        """Each text is said by the seat on turn; an act that the rules refuse is a failure of the test."""
        table = self
        for text in turns:
            seat = table.turn
            for said in text.split(","):
                table = table._passed() if said.strip() == "pass" else table.do(act_of(seat, said.strip()))
        return table

    def _passed(self) -> "Table":
        """A draw, and the card drawn discarded; another one where the draw brought none."""
        drawn = self.do(Draw(self.turn))
        if not drawn.match.hand_is_on:
            return drawn
        cards_held = drawn.hand.hands[drawn.turn]
        return drawn.do(Discard(drawn.turn, face(min(cards_held) if drawn.hand.drawn is None else drawn.hand.drawn)))

    def passes(self, turns: int) -> "Table":
        return self.plays(*["pass"] * turns)

    def passes_until(self, *, stock: int) -> "Table":
        """Turns pass until the stock has no more than that many cards."""
        table = self
        while table.stock > stock:
            table = table.passes(1)
        assert table.stock == stock, "a red three was replaced, and the stock went past that number"
        return table

    def passes_to_the_end(self) -> "Table":
        """Turns pass until the hand is over."""
        table = self
        while table.match.hand_is_on:
            table = table.passes(1)
        return table

    def passes_until_no_morto_lies_there(self) -> "Table":
        """Turns pass until both mortos are in hands or became stock and seat 0 is on turn; then it draws."""
        table = self
        while table.hand.mortos or table.turn != 0:
            table = table.passes(1)
        return table.plays("draw")

    # what may be done

    @property
    def choices(self) -> list[str]:
        """Everything the seat on turn may do, as it would say it."""
        return [spoken(act) for act in legal_acts(self.match, self.turn)]

    def allows(self, *said: str | Act) -> bool:
        return all(is_legal(self.match, act_of(self.turn, one) if isinstance(one, str) else one) for one in said)

    def refuses(self, said: str | Act, key: str, numbers: str) -> None:
        """The act is refused everywhere, under that key, which cites those articles, in words that people read."""
        act = act_of(self.turn, said) if isinstance(said, str) else said
        refused = refusal(self.match, act)
        assert refused is not None, f"{said} should be refused"
        assert refused.key == key
        assert self.regulation.cite(refused.key) == article(self.regulation, numbers)
        for language in LANGUAGES:
            assert catalogue(language).refusal(refused)
        with pytest.raises(IllegalAct):
            apply(self.match, act)
        if (seat := getattr(act, "seat", None)) is not None:
            assert act not in legal_acts(self.match, seat)
        if not isinstance(act, Cut):
            self._refused_on_record(act, key, numbers)

    def refuses_as_meant(self, said: str, key: str, numbers: str) -> None:
        """Whoever names the cards of a meld in another order is told what stands against the meld; a record is read
        as it is written."""
        act = act_of(self.turn, said)
        self.refuses(act, "melds.run_order", self.regulation.cite("melds.run_order").partition("Art. ")[2])
        refused = refusal_in_any_order(self.match, act)
        assert refused is not None
        assert refused.key == key
        assert self.regulation.cite(refused.key) == article(self.regulation, numbers)

    def _refused_on_record(self, act: Act, key: str, numbers: str) -> None:
        """A record that goes on with the act is refused there, with the article."""
        record = dataclasses.replace(self, story=(*self.story, act)).record()
        with pytest.raises(RuleBroken) as broken:
            replay(read_record(write_record(record)))
        told = broken.value.to_json(catalogue("pt"))
        last = len(record.hands[-1].acts) - 1
        assert (told["rule"], told["article"]) == (key, numbers)
        assert (told["hand"], told["action"]) == (len(record.hands) - 1, None if isinstance(act, Deal) else last)

    # what goes on record

    def record(self) -> Record:
        """The match so far, as it goes on record. Cuts are left out."""
        assert self.first is not None
        start_score = self.first.score if any(self.first.score) else None
        return Record(
            regulation=self.regulation,
            seats=NAMES,
            first_dealer=self.first.first_dealer,
            hands=tuple(_recorded(self.story, start_score)),
            about=self.about,
        )

    def replayed(self) -> Report:
        """What the record of this match gives after being written, read back and replayed."""
        report = written_and_read(self.record())
        assert (report.score, report.winner) == (self.match.score, self.match.winner)
        return report

    def counted(self, pair: int) -> Counted:
        """The lines of the last hand for one pair, from the record."""
        lines = self.replayed().hands[-1].lines[pair]
        scored = [event for event in self.events if isinstance(event, Scored) and event.pair == pair]
        assert [(one.item, one.number, one.points) for one in scored] == [line[:3] for line in lines]
        return [(line.item, line.number, line.points, line.article) for line in lines]

    def points(self, item: str, pair: int) -> int:
        """What the last hand gave the pair for an item; nothing when it has no such line."""
        return sum(points for name, _, points, _ in self.counted(pair) if name == item)


def _recorded(story: tuple[Act, ...], start_score: tuple[int, int] | None) -> Iterator[RecordedHand]:
    """One recorded hand for each deal of the story, with the acts up to the next."""
    played = [act for act in story if not isinstance(act, Cut)]
    deals = [index for index, act in enumerate(played) if isinstance(act, Deal)]
    for number, (begins, ends) in enumerate(zip(deals, [*deals[1:], len(played)], strict=True)):
        acts = tuple(RecordedAct(act=act) for act in played[begins + 1 : ends])
        yield RecordedHand(deal=played[begins], acts=acts, start=start_score if number == 0 else None)


def table(
    regulation: Regulation, *, dealer: int = 3, score: tuple[int, int] = (0, 0), phase: str | None = None
) -> Table:
    """A match about to be dealt."""
    rules = rules_of(regulation)
    target = rules.match.final_target if phase == "final" else rules.match.target
    match = start(rules, first_dealer=dealer, target=target, score=score)
    return Table(match, regulation, first=match, about={"phase": phase} if phase else {})


def dealt(
    regulation: Regulation,
    *hands: str,
    mortos: Sequence[str] = (),
    stock: str = "",
    bottom: str = "",
    **heading: Any,
) -> Table:
    """A hand just dealt; ``heading`` is the dealer, the score or the phase of ``table``."""
    return table(regulation, **heading).deal(*hands, mortos=mortos, stock=stock, bottom=bottom)


def view_of_melds(on: Table, pair: int) -> list[Any]:
    """The melds of a pair as everybody at the table sees them."""
    seen = view(on.match, Onlooker.SPECTATOR)["hand"]
    assert seen is not None
    return list(seen["sides"][pair]["melds"])


# --- a hand that ends in one turn ---------------------------------------------------------------------------------

SWIFT = "4h 5h 6h 7h 8h 9h Th Tc Jc Qc Kc"
"""A hand that is laid at once: seven hearts, a clean canastra, and with the ace drawn a run of five clubs."""

SWIFT_LAY = "lay 4h 5h 6h 7h 8h 9h Th / Tc Jc Qc Kc Ac"

SWIFT_MORTO = "Jh Qh Kh Ah 4c 5c 6c 7c 8c 9c 9d"
"""A morto of which all but the nine of diamonds goes to those two runs."""

SWIFT_ADDS = "add 0: 4h 5h 6h 7h 8h 9h Th Jh Qh Kh Ah, add 1: 4c 5c 6c 7c 8c 9c Tc Jc Qc Kc Ac"

DIRECT = f"draw, {SWIFT_LAY}"
"""The turn that takes the morto without a discard."""

INDIRECT = "draw, lay 4h 5h 6h 7h 8h 9h Th / Tc Jc Qc Kc, discard Ac"
"""The turn that takes it by the discard."""

OUT_AT_ONCE = f"{DIRECT}, {SWIFT_ADDS}, discard 9d"
"""The whole hand in one turn: morto, two clean canastras of eleven cards, and out by a discard."""


def swift(regulation: Regulation, *others: str, **more: Any) -> Table:
    """Seat 0 is dealt the swift hand and the swift morto; ``others`` are the hands of seats 1, 2 and 3."""
    mortos = more.pop("mortos", (SWIFT_MORTO,))
    stock = more.pop("stock", "Ac")
    return dealt(regulation, SWIFT, *others, mortos=mortos, stock=stock, **more)


# --- a hand that ends a round later -------------------------------------------------------------------------------

LOOSE_MORTO = "4c 5c 6c 7c 8d 9d Td Jd 4s 5s 6s"
"""A morto of three runs, none of them a canastra."""

LOOSE_LAY = "lay 4c 5c 6c 7c / 8d 9d Td Jd / 4s 5s 6s"


def morto_in_hand(regulation: Regulation, hand: str, lay: str, *others: str, **more: Any) -> Table:
    """Seat 0 lays its whole hand, takes the loose morto by the discard of the queen it drew, and is on turn again; it
    will draw the other queen.
    """
    mortos = more.pop("mortos", (LOOSE_MORTO,))
    begun = dealt(regulation, hand, *others, mortos=mortos, stock="Qs 8s 8s 9s Qd", **more)
    return begun.plays(f"draw, {lay}, discard Qs").passes(3)


def after_clean_canastra(regulation: Regulation, *others: str, **more: Any) -> Table:
    return morto_in_hand(regulation, SWIFT, "lay 4h 5h 6h 7h 8h 9h Th / Tc Jc Qc Kc", *others, **more)


def after_dirty_canastra(regulation: Regulation, *others: str, **more: Any) -> Table:
    """The 2 of spades stands for the ten of hearts."""
    hand = "4h 5h 6h 7h 8h 9h 2s Tc Jc Qc Kc"
    return morto_in_hand(regulation, hand, "lay 4h 5h 6h 7h 8h 9h 2s / Tc Jc Qc Kc", *others, **more)


def after_no_canastra(regulation: Regulation, *others: str, **more: Any) -> Table:
    """Six hearts and five clubs: no canastra, but the morto."""
    hand = "4h 5h 6h 7h 8h 9h 9c Tc Jc Qc Kc"
    return morto_in_hand(regulation, hand, "lay 4h 5h 6h 7h 8h 9h / 9c Tc Jc Qc Kc", *others, **more)


# --- whole hands, for scores and matches --------------------------------------------------------------------------

SLOW = "4s 5s 6s 7s 8s 9s Ts Js Qs Ks As"
"""A hand that is one run, the longest of Tranca."""

MIDDLING = "8d 8d 9d Td Td Jd Jd Qd Qd Kd Kd"
"""Eleven cards worth 110 points in every regulation."""

HEAVY = "8s 8s 9s 9s Ts Ts Js Js Qs Qs Ks"
"""Eleven others, worth the same."""

SMALL = "4d 4d 5d 5d 6d 6d 7d 7d 4s 5s 6s"
"""Eleven cards worth 110 points in Tranca and 55 in Canastra."""


def turned(given: Deal, seats: int) -> Deal:
    """The same deal with every hand that many seats further on."""
    return Deal(tuple(given.hands[(seat - seats) % 4] for seat in range(4)), given.mortos, given.stock)


def swift_hand(before: Table) -> Table:
    """A hand in which the first player goes out in his first turn. In Tranca his pair gets 610 points, the other −320:
    out 100, two clean canastras 400, 22 cards laid 220, the partner's cards −110; 22 cards in hand and no morto.
    In Canastra it is 580 and −265.
    """
    given = deal(SWIFT, HEAVY, MIDDLING, SMALL, mortos=(SWIFT_MORTO,), stock="Ac")
    return before.do(turned(given, before.match.dealer + 1)).plays(OUT_AT_ONCE)


def shared_hand(before: Table) -> Table:
    """A hand in which the second player lays a clean canastra of ten cards and the first goes out a round later.

    In Tranca the first player's pair gets 610 points and the other 80: canastra 200, ten cards laid 100, twelve cards
    in hand −120, no morto −100. In Canastra it is 580 and 110.
    """
    given = deal(SWIFT, SLOW, MIDDLING, SMALL, mortos=(SWIFT_MORTO,), stock="8s 9s 5c 6c Ac")
    lays = f"draw, lay {SLOW.removesuffix(' As')}, discard 9s"
    return before.do(turned(given, before.match.dealer + 1)).plays("pass", lays, "pass", "pass", OUT_AT_ONCE)


def dull_hand(before: Table) -> Table:
    """A hand in which everybody draws and discards until nothing is left to draw; nobody takes a morto."""
    return before.do(turned(deal(), before.match.dealer + 1)).passes_to_the_end()
