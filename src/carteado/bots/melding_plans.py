"""The choice of melds to lay in one turn: melds that share no card, chosen together from the list of legal acts."""

from collections import Counter
from collections.abc import Sequence
from typing import NamedTuple

from carteado.bots.bot import ActJson
from carteado.bots.melding import Form
from carteado.bots.melding_sight import Sight
from carteado.bots.melding_worth import Worth

MOST_TRIED = 12
MOST_LOOKS = 20_000
"""Limits of the search: first melds tried for a plan, and melds examined for an empty hand."""
STRANDED = 200.0
"""The cost in points of one card left after the discard with no morto or way out, because it can never be laid."""


class Option(NamedTuple):
    """An act that lays cards: the cards of the hand it uses, the meld it adds to, the melds after it, and its gain."""

    act: ActJson
    used: tuple[str, ...]
    meld: int | None
    after: tuple[Form, ...]
    gain: float


Plan = tuple[Option, ...]


def options(worth: Worth, legal: Sequence[ActJson]) -> list[Option]:
    """The acts that lay cards, best first. Of acts that lay the same cards in the same place, only the best."""
    found: dict[tuple[int | None, bool, tuple[str, ...]], Option] = {}
    for act in legal:
        option = option_of(worth, act)
        key = (option.meld, option.after[0].is_run, tuple(sorted(option.used)))
        if key not in found or option.gain > found[key].gain:
            found[key] = option
    return sorted(found.values(), key=lambda option: -option.gain)


def option_of(worth: Worth, act: ActJson, *, top: str | None = None) -> Option:
    """An act as an option. If it takes the pile, the ``top`` card of the pile is not counted as a card of the hand."""
    given = [] if top is None else [top]
    if "to" in act:
        before = worth.sight.own_melds[act["meld"]]
        used = _without(act["to"], [*worth.sight.own["melds"][act["meld"]]["cards"], *given])
        after = worth.lore.form(tuple(act["to"]), before.is_run)
        return Option(act, used, act["meld"], (after,), worth.gain(used, before, after))
    melds = act.get("melds") or [act["lay"]]
    forms = tuple(worth.lore.form(tuple(meld), None) for meld in melds)
    laid = [_without(melds[0], given), *map(tuple, melds[1:])]
    gain = sum(worth.gain(cards, None, form) for cards, form in zip(laid, forms, strict=True))
    return Option(act, tuple(card for cards in laid for card in cards), None, forms, gain)


def _without(cards: Sequence[str], others: Sequence[str]) -> tuple[str, ...]:
    left = list(cards)
    for card in others:
        left.remove(card)
    return tuple(left)


def best_plan(worth: Worth, found: Sequence[Option], *, most_used: int) -> Plan:
    """The melds to lay together; empty if holding the cards is worth more."""
    plans = [_completed(worth, first, found, most_used) for first in found[:MOST_TRIED]]
    best = max(plans, key=lambda plan: value_of(worth, plan), default=())
    return best if best and value_of(worth, best) > 0 else ()


def value_of(worth: Worth, plan: Plan) -> float:
    """The gain of the melds plus the worth of a smaller hand. Too few cards may be worse than many."""
    held = len(worth.sight.cards)
    left = held - sum(len(option.used) for option in plan)
    value = sum(option.gain for option in plan) + worth.empty_hand(left) - worth.empty_hand(held)
    return value - STRANDED * worth.sight.time if left <= 2 and _has_no_exit(worth.sight, plan) else value


def _has_no_exit(sight: Sight, plan: Plan) -> bool:
    melds = melds_after(sight, plan)
    return not sight.morto_awaits(melds) and not sight.may_go_out(melds)


def melds_after(sight: Sight, plan: Plan) -> list[Form]:
    """The pair's melds after the plan is laid."""
    replaced = {option.meld: option.after[0] for option in plan if option.meld is not None}
    old = [replaced.get(index, form) for index, form in enumerate(sight.own_melds)]
    return [*old, *(form for option in plan if option.meld is None for form in option.after)]


def _completed(worth: Worth, first: Option, found: Sequence[Option], most_used: int) -> Plan:
    """The first meld with all others, best first, that can be laid with it and add value."""
    left = Counter(worth.sight.cards)
    left.subtract(first.used)
    room = most_used - len(first.used)
    if room < 0:
        return ()
    plan: Plan = (first,)
    for option in found:
        if len(option.used) > room or not _goes_with(option, plan, left):
            continue
        if value_of(worth, (*plan, option)) > value_of(worth, plan):
            plan = (*plan, option)
            left.subtract(option.used)
            room -= len(option.used)
    return plan


def _goes_with(option: Option, plan: Sequence[Option], left: Counter[str]) -> bool:
    """Whether its cards are still in hand and its meld is still unchanged."""
    if option.meld is not None and any(option.meld == other.meld for other in plan):
        return False
    return all(option.used.count(card) <= left[card] for card in option.used)


def emptying_plan(sight: Sight, found: Sequence[Option], *, keep: int) -> Plan | None:
    """Melds that use all but ``keep`` cards of the hand, or None. The search is no deeper than a person's would be."""
    left = Counter(sight.cards)
    covered = {card for option in found for card in option.used}
    if sum(count for card, count in left.items() if card not in covered) > keep:
        return None
    return _Emptying(keep).search(left, (), found)


class _Emptying:
    """A search card by card, starting with the card that the fewest melds can use."""

    def __init__(self, keep: int) -> None:
        self._keep, self._looks = keep, 0

    def search(self, left: Counter[str], plan: Plan, found: Sequence[Option]) -> Plan | None:
        held = left.total()
        if held <= self._keep:
            return plan if held == self._keep else None
        self._looks += len(found)
        if self._looks > MOST_LOOKS:
            return None
        usable = [option for option in found if _goes_with(option, plan, left)]
        return self._with_scarcest(left, plan, usable)

    def _with_scarcest(self, left: Counter[str], plan: Plan, usable: Sequence[Option]) -> Plan | None:
        users = {card: [one for one in usable if card in one.used] for card in left if left[card]}
        orphans = sum(left[card] for card, ways in users.items() if not ways)
        if orphans > self._keep:
            return None
        open_cards = [card for card, ways in users.items() if ways]
        for card in sorted(open_cards, key=lambda card: len(users[card]))[: 1 + self._keep - orphans]:
            for option in users[card]:
                found = self.search(left - Counter(option.used), (*plan, option), usable)
                if found is not None:
                    return found
        return None
