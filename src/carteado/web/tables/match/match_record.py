"""A live match as a record, in the form that any program can read and replay.

While the match is on, its record has cards that only a referee may see, but no seeds of decks. A record is made with
references instead of names; the names come in last. So a record can be kept in memory, and still a person is forgotten
at once.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from datetime import UTC, datetime
from itertools import chain

from django.utils.translation import gettext as _

from carteado.cards import Sit, parse_card
from carteado.fair import Fair, shuffled_deck
from carteado.record import NEUTRAL, Record, RecordedAct, RecordedHand
from carteado.web.tables.match.fold import TABLE_ONLY_ROWS, Play, Terms, act_of, apply_row, start_play
from carteado.web.tables.match.from_database import stored_match
from carteado.web.tables.match.log_rows import LogRow
from carteado.web.tables.models import Match
from carteado.web.tables.players import names as sitters


def record_of_match(match: Match) -> Record:
    """The record of a match that is over, or of a match so far."""
    return with_names(record_without_names(match), match)


def record_without_names(match: Match) -> Record:
    """The record with references in place of names."""
    stored = stored_match(match.table, match)
    return _fold_record(stored.terms, stored.log)


def with_names(record: Record, match: Match) -> Record:
    """The record with the names that people have now."""
    substitutes = {act.act.player for act in _acts(record) if isinstance(act.act, Sit)}
    return _with_these_names(record, sitters.names_of({*record.seats, *substitutes}, match.table.event_id))


def record_of(terms: Terms, log: Sequence[LogRow], names: Mapping[str, str]) -> Record:
    """The record with these names. A player without one is named by their seat."""
    return _with_these_names(_fold_record(terms, log), names)


def _fold_record(terms: Terms, log: Sequence[LogRow]) -> Record:
    """The record of a match as far as its log goes, with references in place of names. Seeds only once it is over."""
    first = log[0]
    play, hands, before_deal = start_play(terms, first), list[RecordedHand](), list[RecordedAct]()
    for row in log[1:]:
        if row.act == "deal":
            hands = [*_with_last_score(hands, play), _recorded_hand(play, row)]
        elif row.act not in TABLE_ONLY_ROWS:
            _add(hands, before_deal, _recorded_act(play, row))
        play = apply_row(play, row)
    hands = _with_last_score(hands, play)
    # see ``_add``: acts before the first deal stay there only if one of them changed the match
    if hands and all(isinstance(one.act, NEUTRAL) for one in before_deal):
        hands[0], before_deal = replace(hands[0], acts=(*before_deal, *hands[0].acts)), []
    return Record(
        regulation=terms.regulation,
        seats=start_play(terms, first).players,
        first_dealer=first.data["first_dealer"],
        opening_acts=tuple(before_deal),
        hands=tuple(hands) if play.is_over else tuple(_without_seeds(hands)),
        target=terms.target,
        dealer_draw=tuple(tuple(card and parse_card(card) for card in one) for one in first.data["draw"]) or None,
        about={"match": terms.match, "date": _day(first.at), **({"phase": terms.phase} if terms.phase else {})},
    )


def _with_last_score(hands: list[RecordedHand], play: Play) -> list[RecordedHand]:
    """The hands, with the score after the last one if it is over.

    Readers need it to know how the next one was dealt.
    """
    if not hands or play.match.hand_is_on:
        return hands
    return [*hands[:-1], replace(hands[-1], score=play.match.score)]


def _recorded_hand(play: Play, row: LogRow) -> RecordedHand:
    assert play.ceremony is not None
    engine, fair = play.terms.engine, play.ceremony.fair(row.data["burn"])
    deck = shuffled_deck(engine.deck(), match=play.terms.match, hand=len(play.fairs), seed=play.ceremony.seed)
    deal = engine.dealt_from(play.match, deck, cuts=fair.cuts, burn=fair.burn)
    return RecordedHand(deal=deal, dealer=play.match.dealer, fair=fair)


def _recorded_act(play: Play, row: LogRow) -> RecordedAct:
    """An act as records have it. They say that the clock or a referee did it, but never which referee."""
    by = row.data.get("by")
    extra = {"_by": "referee" if ":" in by else by} if by else {}
    return RecordedAct(act=act_of(play, row), at=_instant(row.at), extra_keys=extra)


def _add(hands: list[RecordedHand], before_deal: list[RecordedAct], act: RecordedAct) -> None:
    """Add an act to the last hand dealt, where records have it, even if that hand is over.

    Acts before the first deal are put after it in the end, if none of them changes the match.
    """
    if hands:
        hands[-1] = replace(hands[-1], acts=(*hands[-1].acts, act))
    else:
        before_deal.append(act)


def _without_seeds(hands: Sequence[RecordedHand]) -> Iterator[RecordedHand]:
    for hand in hands:
        assert hand.fair is not None
        yield replace(hand, fair=Fair(hand.fair.commitment, None, hand.fair.cuts, hand.fair.burn))


def _with_these_names(record: Record, names: Mapping[str, str]) -> Record:
    return replace(
        record,
        seats=tuple(_name(who, seat, names) for seat, who in enumerate(record.seats)),
        opening_acts=_acts_with_names(record.opening_acts, names),
        hands=tuple(replace(hand, acts=_acts_with_names(hand.acts, names)) for hand in record.hands),
    )


def _acts(record: Record) -> Iterator[RecordedAct]:
    return chain(record.opening_acts, *(hand.acts for hand in record.hands))


def _acts_with_names(acts: tuple[RecordedAct, ...], names: Mapping[str, str]) -> tuple[RecordedAct, ...]:
    """The same acts, but with a name for each player who sits down."""
    return tuple(replace(one, act=_sit_with_name(one.act, names)) if isinstance(one.act, Sit) else one for one in acts)


def _sit_with_name(sit: Sit, names: Mapping[str, str]) -> Sit:
    return sit if sitters.is_bot(sit.player) else replace(sit, player=_name(sit.player, sit.seat, names))


def _name(who: str, seat: int, names: Mapping[str, str]) -> str:
    """A player's name. A bot has the name of its seat, then its kind in brackets."""
    if sitters.is_bot(who):
        return f"{sitters.bot_name(seat)} ({names[who]})"
    return names.get(who) or _("Player %(number)d") % {"number": seat + 1}


def _instant(at: int) -> str:
    return datetime.fromtimestamp(at / 1000, UTC).isoformat(timespec="milliseconds").replace("+00:00", "Z")


def _day(at: int) -> str:
    return _instant(at)[:10]
