"""Positions of Tranca and Canastra for ``canastreiro``: met in random play, or with the cards that matter named."""

import random
from collections.abc import Iterator, Sequence
from functools import cache
from typing import Any, NamedTuple

import pytest

from carteado.bots import Bot, make_bot
from carteado.bots.bot import ActJson
from carteado.cards import parse_card
from carteado.melds import CardId, Match, Meld, Phase, Shape, apply, dealt_from, deck, face, faces, shapes_of, start
from carteado.melds.deck import card_ids, cards_with_faces
from carteado.record import Table, engine_for, write_act
from carteado.regulation import MeldsRules, Override, Regulation, RegulationError, load

AF, FA, AP = load("afia-2026-tranca"), load("faraes-2023-tranca"), load("apcef-sc-2022-canastra")
REGULATIONS = {"AF": AF, "FA": FA, "AP": AP}
EVERYWHERE = pytest.mark.parametrize("regulation", REGULATIONS.values(), ids=REGULATIONS)
TRANCA = pytest.mark.parametrize("regulation", [AF, FA], ids=["AF", "FA"])


def canastreiro(regulation: Regulation) -> Bot:
    return make_bot("canastreiro", regulation, seed=0)


def changed(regulation: Regulation, changes: dict[str, object]) -> Regulation:
    """The regulation with those of the changes that it knows and that leave a game to be played, one by one."""
    for key, value in changes.items():
        try:
            regulation = regulation.with_overrides((*regulation.overrides, Override(key, value, "club")))
        except RegulationError:
            continue
    return regulation


class BotQuestion(NamedTuple):
    table: Table
    view: Any
    legal: list[ActJson]


def questions(regulation: Regulation, *, rng: random.Random, chance: float) -> Iterator[BotQuestion]:
    """Every question of a hand played by four of the bot, whose acts are replaced by any other with that chance."""
    engine = engine_for(regulation)
    assert isinstance(regulation.rules, MeldsRules)
    score = rng.choice([(0, 0), (1400, 200), (200, 1400)])
    match = engine.start(players=4, first_dealer=rng.randrange(4), score=score)
    cards = list(engine.deck())
    rng.shuffle(cards)
    table = Table(engine, match).after_act(engine.dealt_from(match, cards, cuts=(), burn=0))
    bots = [canastreiro(regulation) for _ in range(4)]
    while (question := table.question()) is not None:
        view = engine.view(table.match, question.seat)
        legal = [write_act(act, engine.notation) for act in question.legal]
        yield BotQuestion(table, view, legal)
        chosen = bots[question.seat].choose(view, legal)
        assert chosen in legal
        act = question.legal[legal.index(chosen)]
        act = rng.choice(question.legal) if rng.random() < chance else act
        table = table.after_act(act)
        for seat, bot in enumerate(bots):
            if seat != question.seat:
                bot.note_act(write_act(act, engine.notation))


@cache
def whole_deck(rules: MeldsRules) -> frozenset[CardId]:
    [ids] = card_ids([deck(rules)])
    return frozenset(ids)


def cards(named: str) -> list[str]:
    return named.split()


class Heaps:
    """The deck of a position: named cards are taken out by face, the others as they come."""

    def __init__(self, rules: MeldsRules) -> None:
        self.rules, self.left = rules, set(whole_deck(rules))

    def named_cards(self, cards: str) -> tuple[CardId, ...]:
        ids = cards_with_faces([parse_card(card) for card in cards.split()], self.left)
        assert ids is not None, f"too many of a card in {cards}"
        self.left -= set(ids)
        return ids

    def some(self, count: int) -> tuple[CardId, ...]:
        """Cards that have no line of their own on the score sheet, spread over suits and ranks."""
        plain = [card for card in sorted(self.left, key=lambda card: card * 37 % 211) if face(card).rank not in "23"]
        self.left -= set(plain[:count])
        return tuple(plain[:count])

    def meld(self, cards: str) -> Meld:
        ids = self.named_cards(cards)
        shape = shapes_of(self.rules.melds).read(faces(ids))
        assert isinstance(shape, Shape)
        return Meld(cards=ids, faces=faces(ids), shape=shape)


def position(
    regulation: Regulation,
    hand: str,
    *,
    own: Sequence[str] = (),
    theirs: Sequence[str] = (),
    pile: str = "",
    held: tuple[int, int, int] = (11, 11, 11),
    took: tuple[bool, bool] = (False, False),
    phase: Phase = Phase.PLAY,
    score: tuple[int, int] = (0, 0),
    vulnerable: bool = False,
    stock: int = 30,
) -> Match:
    """Seat 0 is asked; its pair has ``own`` on the table, the other seats hold so many cards, the rest is stock."""
    rules = regulation.rules
    assert isinstance(rules, MeldsRules)
    match = start(rules, first_dealer=3, score=score)
    match = apply(match, dealt_from(match, deck(rules), cuts=(), burn=0)).match
    assert match.hand is not None
    heaps = Heaps(rules)
    mine = heaps.named_cards(hand)
    melds = [tuple(heaps.meld(cards) for cards in side) for side in (own, theirs)]
    pile_ids = heaps.named_cards(pile)
    others = [heaps.some(count) for count in held]
    mortos = tuple(heaps.some(11) for _ in range(rules.dealing.mortos - sum(took)))
    first, second = (
        side._replace(melds=melds[pair], took_morto=took[pair], vulnerable=vulnerable, red_threes=())
        for pair, side in enumerate(match.hand.sides)
    )
    placed = match.hand._replace(
        hands=tuple(map(frozenset, (mine, *others))),
        sides=(first, second),
        pile=pile_ids,
        mortos=mortos,
        phase=phase,
        drawn=None,
        second_card=False,
        stock=tuple(sorted(heaps.left))[:stock],
    )
    return match._replace(hand=placed)


def discarded(seat: int, card: str) -> ActJson:
    return {"seat": seat, "act": "discard", "card": card}


def choice(regulation: Regulation, match: Match, bot: Bot | None = None) -> ActJson:
    """What the bot, or one that has seen nothing before, does when it is asked for seat 0."""
    engine, bot = engine_for(regulation), bot or canastreiro(regulation)
    legal = [write_act(act, engine.notation) for act in engine.legal_acts(match, 0)]
    act = bot.choose(engine.view(match, 0), legal)
    assert act in legal
    return act


def whole_turn(regulation: Regulation, match: Match) -> tuple[list[ActJson], Match]:
    """What the bot does from here to the end of its turn."""
    engine, bot, done = engine_for(regulation), canastreiro(regulation), []
    while match.hand is not None and match.hand.result is None and match.hand.turn == 0:
        acts = engine.legal_acts(match, 0)
        legal = [write_act(act, engine.notation) for act in acts]
        done.append(bot.choose(engine.view(match, 0), legal))
        match, _ = engine.apply(match, acts[legal.index(done[-1])])
    return done, match
