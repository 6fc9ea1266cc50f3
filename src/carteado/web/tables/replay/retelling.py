"""Retells a finished match act by act: as data for the page that shows it on a table, and in words for readers without
scripts."""

from collections.abc import Iterator
from typing import Any, NamedTuple

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from carteado.cards import Observer, Onlooker, Pause
from carteado.record import HandReport, Moment, Record, hand_report, moments_of, write_act
from carteado.record.games import Match
from carteado.web.people.public_names import shown_name
from carteado.web.tables.match.log_rows import CLOSED, DOWN, NOBODY
from carteado.web.tables.players import names as sitters

UNSEEN: dict[str, Any] = {"seat": None, "act": "unseen"}
"""Stands for an act that the observer did not see, so that the acts keep their numbers. Only signs are not seen."""

SUITS = {"c": "♣", "h": "♥", "s": "♠", "d": "♦"}


def steps(record: Record, hand: int, before: Match, observer: Observer = Onlooker.REFEREE) -> Iterator[dict[str, Any]]:
    """One hand as the observer may know it: the deal first, then every act.

    Each step has the view after it, the seats that are asked next and, when the hand is over, its score lines. ``hand``
    counts from 0. ``before`` is the match before the hand.
    """
    engine, events = record.engine, list[Any]()
    for moment in moments_of(record, hand, before):
        events += moment.events
        act = _act(record, moment, observer)
        if act is not None:
            match = moment.match
            is_on = match.hand_is_on
            yield {
                "act": act,
                "view": engine.view(match, observer),
                "asked": list(engine.seats_to_ask(match)) if is_on else [],
                "lines": None if is_on else _lines(record, match, events),
            }


def _lines(record: Record, match: Any, events: list[Any]) -> list[Any]:
    report = hand_report(record.regulation, dealer=None, winner=None, score=match.score, events=events)
    return [[line.to_json() for line in of_pair] for of_pair in report.lines]


def _act(record: Record, moment: Moment, observer: Observer) -> dict[str, Any] | None:
    """The act as the observer saw it. None for what comes before the deal, because the deal includes it."""
    engine, hand = record.engine, record.hands[moment.hand]
    if moment.action is None:
        return _deal(record, moment) if moment.act is hand.deal else None
    recorded = hand.acts[moment.action]
    seen = engine.act_seen_by(recorded.act, observer)
    # a match also pauses by itself, so the page has to know why
    cause = {"by": recorded.extra_keys.get("_by")} if isinstance(recorded.act, Pause) else {}
    return {**(UNSEEN if seen is None else write_act(seen, engine.notation)), **cause, "at": recorded.at}


def _deal(record: Record, moment: Moment) -> dict[str, Any]:
    """How the cards were dealt. The view shows which cards they are."""
    fair, match = record.hands[moment.hand].fair, moment.match
    act = {"seat": match.dealer, "act": "deal"}
    if fair is None:
        return act
    return {**act, "cutter": record.engine.cutter(match), "cuts": list(fair.cuts), "burn": fair.burn}


# --- in words ---------------------------------------------------------------------------------------------------------


class StepInWords(NamedTuple):
    """An act in words. ``number`` is 0 for the deal. ``who`` is the player's name; empty for a referee or the clock."""

    number: int
    who: str
    text: str


def hand_in_words(record: Record, hand: int, before: Match) -> list[StepInWords]:
    """A hand in words: who had which cards, and what was done. The arguments are those of ``steps``."""
    return [_step_in_words(record, number, step) for number, step in enumerate(steps(record, hand, before))]


def before_the_deal_in_words(record: Record) -> list[StepInWords]:
    """The acts before the first deal in words, if the record has them there."""
    acts = (write_act(one.act, record.engine.notation) for one in record.opening_acts)
    return [
        StepInWords(number, _actor(record, act), _act_in_words(record, act, {}))
        for number, act in enumerate(acts, start=1)
    ]


def _step_in_words(record: Record, number: int, step: dict[str, Any]) -> StepInWords:
    act = step["act"]
    text = _deal_in_words(record, step) if act["act"] == "deal" else _act_in_words(record, act, step["view"])
    return StepInWords(number, _actor(record, act), text)


def _actor(record: Record, act: dict[str, Any]) -> str:
    """The name of the player whose act it is. Empty for an act that is no seat's."""
    return "" if act["seat"] is None else shown_name(record.seats[act["seat"]])


def _act_in_words(record: Record, act: dict[str, Any], view: dict[str, Any]) -> str:
    return _ruling_in_words(record, act) if act["act"] == "ruling" else _play_in_words(act, view)


def pair_names(record: Record) -> list[str]:
    """The names of both pairs: partners sit opposite one another."""
    return [" & ".join(map(shown_name, record.seats[pair::2])) for pair in (0, 1)]


def _ruling_in_words(record: Record, act: dict[str, Any]) -> str:
    pairs = pair_names(record)
    match act:
        case {"ruling": "time_up", "article": str(article)}:
            return _("Time is up (%(article)s).") % {"article": article}
        case {"ruling": "disqualify", "pair": int(pair), "article": str(article)}:
            values = {"pair": pairs[pair], "article": article}
            return _("The referee disqualifies %(pair)s (%(article)s).") % values
        case {"ruling": "adjust", "pair": int(pair), "points": int(points), "article": str(article)}:
            values = {"pair": pairs[pair], "points": f"{points:+d}", "article": article}
            return _("The referee corrects the score of %(pair)s: %(points)s (%(article)s).") % values
        case {"article": str(article)}:
            return _("The referee rules (%(article)s).") % {"article": article}
    return _("The referee rules.")


def _deal_in_words(record: Record, step: dict[str, Any]) -> str:
    """How the hand was dealt, to follow the dealer's name, and which cards each player got."""
    act, dealt = step["act"], step["view"]["hand"]
    sentences = [_("deals.")]
    sentences += [_("The deck was cut after %(number)d.") % {"number": cut} for cut in act.get("cuts", ())]
    if burnt := act.get("burn", 0):
        sentences.append(ngettext("%(number)d card burnt.", "%(number)d cards burnt.", burnt) % {"number": burnt})
    if "vira" in dealt:
        sentences.append(_("The vira is %(card)s.") % {"card": _card(dealt["vira"])})
    names = map(shown_name, record.seats)
    sentences += [f"{name}: {_cards(cards)}." for name, cards in zip(names, dealt["cards"], strict=True)]
    return " ".join(sentences)


def _play_in_words(act: dict[str, Any], view: dict[str, Any]) -> str:
    """What a player did, to follow their name. ``view`` is that after the act. An ellipsis for an unknown act."""
    match act:
        case {"act": "play", "card": card}:
            return _("plays %(card)s.") % {"card": _card(card)}
        case {"act": "play"}:
            return _("turns up %(card)s.") % {"card": _card(_last_laid(view, act["seat"]))}
        case {"act": "hide", "card": card}:
            return _("hides %(card)s.") % {"card": _card(card)}
        case {"act": "call", "value": value}:
            return _("calls: the hand goes to %(value)d.") % {"value": value}
        case {"act": "take", "lay": cards} | {"act": "take", "to": cards}:
            return _("takes the pile: %(cards)s.") % {"cards": _cards(cards)}
        case {"act": "lay", "melds": melds}:
            return _("lays %(cards)s.") % {"cards": "; ".join(map(_cards, melds))}
        case {"act": "extend", "to": cards}:
            return _("adds to a meld: %(cards)s.") % {"cards": _cards(cards)}
        case {"act": "discard", "card": card}:
            return _("discards %(card)s.") % {"card": _card(card)}
        case {"act": "sit", "player": player}:
            return _("is played by %(name)s from here on.") % {"name": _player(player)}
        case {"act": "pause"}:
            return _pause_in_words(act.get("by"))
        case {"act": str(name)}:
            return _plain().get(name, "…")
    return "…"


def _pause_in_words(by: str | None) -> str:
    """Why the match stops. ``by`` is one of the causes in ``log_rows``, or ``referee``."""
    causes = {
        NOBODY: _("Nobody is at the table: the match stops."),
        DOWN: _("The site is down: the match stops."),
        CLOSED: _("The championship stops the match."),
    }
    return causes.get(by or "", _("The referee stops the match."))


def _plain() -> dict[str, str]:
    """The sentences of acts without details."""
    return {
        "accept": _("accepts."),
        "refuse": _("runs."),
        "sign": _("makes a sign to the partner."),
        "exchange": _("lays the red threes and draws for them."),
        "draw": _("draws."),
        "redraw": _("puts the drawn card back and draws another."),
        "take": _("takes the pile."),
        "resume": _("The match goes on."),
    }


def _last_laid(view: dict[str, Any], seat: int) -> str:
    """The card that the player turned up. The act has only its position; the view shows the card."""
    hand = view["hand"]
    plays = [*(play for one in hand["rounds"] for play in one["plays"]), *hand["plays"]]
    return next((play["card"] for play in reversed(plays) if play["seat"] == seat), "")


def _player(name: str) -> str:
    """The name of the player who sat down. A reference to a bot is shown as a bot's name."""
    if not sitters.is_bot(name):
        return shown_name(name)
    return _("%(bot)s (bot)") % {"bot": name.partition(":")[2].capitalize()}


def _card(code: str) -> str:
    """As the card reads: 10♣."""
    return f"{'10' if code[:1] == 'T' else code[:1]}{SUITS.get(code[1:], '')}"


def _cards(codes: list[str]) -> str:
    return " ".join(map(_card, codes))


def hand_summaries(record: Record, report: tuple[HandReport, ...]) -> list[dict[str, Any]]:
    """For each hand, how many acts it has, who won it, and the score after it."""
    return [
        {"acts": len(hand.acts), "winner": one.winner, "score": list(one.score)}
        for hand, one in zip(record.hands, report, strict=True)
    ]
