"""A hand played with real cards, as the table counted it: two tallies, and who went out."""

from collections.abc import Iterator

from carteado.cards import SUITS
from carteado.melds.scoring import Outcome, count_lines
from carteado.melds.state import Match
from carteado.melds.tally import MortoState, Tally, lines_of, met
from carteado.regulation import MeldsRules, Refusal, refuse
from carteado.regulation.melds_rules import UnplayedMorto, ranks_in

Tallies = tuple[Tally, Tally]


def note(match: Match, tallies: Tallies) -> Outcome:
    """Counts the hand as it was noted, and passes the deal."""
    lines = tuple(line for pair in (0, 1) for line in lines_of(match.rules, pair, tallies[pair]))
    return count_lines(match._replace(dealer=(match.dealer + 1) % match.players), lines)


def doubts(match: Match, tallies: Tallies) -> Iterator[Refusal]:
    """What cannot have happened at the table; the sheet is counted all the same, and the table is warned."""
    rules = match.rules
    for pair, tally in enumerate(tallies):
        yield from _doubtful_melds(rules, pair, tally)
        yield from _doubtful_threes(rules, pair, tally)
        yield from _doubtful_end(rules, pair, tally, went_out=[one.went_out for one in tallies])
    yield from _too_many(rules, tallies)


def _doubtful_melds(rules: MeldsRules, pair: int, tally: Tally) -> Iterator[Refusal]:
    """Keys: melds.canastra_cards, melds.min_cards."""
    melded, full = sum(tally.melded.values()), tally.clean + tally.dirty
    if melded < full * rules.melds.canastra_cards:
        details = {"pair": pair, "canastras": full, "cards": melded, "least": full * rules.melds.canastra_cards}
        yield refuse("melds.canastra_cards", "canastras_without_cards", **details)
    elif 0 < melded < rules.melds.min_cards:
        yield refuse("melds.min_cards", "too_few_cards", count=melded, least=rules.melds.min_cards)


def _doubtful_threes(rules: MeldsRules, pair: int, tally: Tally) -> Iterator[Refusal]:
    """Threes have lines of their own only where the regulation sets them apart."""
    if rules.red_threes is None and (tally.red_threes or tally.red_threes_in_hand):
        yield refuse("scoring.card_values", "threes_are_ordinary", pair=pair)
    if rules.black_threes is None and tally.black_threes_in_hand:
        yield refuse("scoring.card_values", "threes_are_ordinary", pair=pair)


def _doubtful_end(rules: MeldsRules, pair: int, tally: Tally, *, went_out: list[bool]) -> Iterator[Refusal]:
    """Keys: going_out.requires, scoring.unplayed_morto."""
    if tally.went_out:
        # Whether mortos became stock is not on a sheet: only what every way of going out needs is doubted.
        with_stock = tally._replace(morto_converted=True)
        for requirement in rules.going_out.requires:
            if not met(requirement, with_stock):
                yield refuse("going_out.requires", "sheet_going_out_needs", pair=pair, missing=requirement)
    if tally.morto is MortoState.UNPLAYED:
        possible = {
            UnplayedMorto.OPPONENTS_GO_OUT: went_out[1 - pair],
            UnplayedMorto.ANYONE_GOES_OUT: any(went_out),
            UnplayedMorto.ALWAYS_COUNTED: False,
        }[rules.scoring.unplayed_morto]
        if not possible:
            yield refuse("scoring.unplayed_morto", "unplayed_morto_counts", pair=pair)


def _too_many(rules: MeldsRules, tallies: Tallies) -> Iterator[Refusal]:
    """More cards than the decks have. Key: deck.copies."""
    copies = rules.deck.copies
    red = sum(tally.red_threes + tally.red_threes_in_hand for tally in tallies)
    black = sum(tally.black_threes_in_hand for tally in tallies)
    for three, count in (("red", red), ("black", black)):
        if count > 2 * copies:
            yield refuse("deck.copies", f"too_many_{three}_threes", count=count, most=2 * copies)
    for span in rules.scoring.card_values:
        count = sum(tally.melded.get(span, 0) + tally.in_hand.get(span, 0) for tally in tallies)
        most = len(ranks_in(span)) * len(SUITS) * copies
        if count > most:
            yield refuse("deck.copies", "too_many_cards", span=span, count=count, most=most)
    unplayed = sum(rules.dealing.morto_size for tally in tallies if tally.morto is MortoState.UNPLAYED)
    cards = sum(sum(tally.melded.values()) + sum(tally.in_hand.values()) for tally in tallies)
    whole = 13 * len(SUITS) * copies
    if cards + red + black + unplayed > whole:
        yield refuse("deck.copies", "more_than_the_deck", count=cards + red + black + unplayed, most=whole)
