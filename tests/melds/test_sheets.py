"""Score sheets of Tranca and Canastra: what they warn of, what they refuse, and that they count as the engine does."""

import json
import random
from collections import Counter
from collections.abc import Sequence
from typing import Any

import pytest

from carteado.cards import Card, Scored
from carteado.melds import (
    Act,
    Discard,
    Draw,
    Ending,
    Hand,
    Match,
    Redraw,
    apply,
    dealt_from,
    deck,
    face,
    legal_acts,
    start,
)
from carteado.record import InputError, RuleBroken, Sheet, read_sheet
from carteado.regulation import LANGUAGES, Regulation, catalogue
from tests.melds.tables import AF, AP, FA, article, rules_of, swift_hand, table

Entered = dict[str, Any]

REGULATIONS = pytest.mark.parametrize("regulation", [AF, FA, AP], ids=["AF", "FA", "AP"])


def sheet(
    regulation: Regulation, first: Entered, second: Entered | None = None, *, went_out: int | None = None, **more: Any
) -> Sheet:
    """A sheet of one hand."""
    hand = {"went_out": went_out, "pairs": [first, second or {"morto": "taken"}]}
    return read_sheet(json.dumps({"regulation": regulation.id, "hands": [hand], **more}))


def warnings(counted: Sheet) -> list[str]:
    """The codes of the warnings; each one can be worded, with its article."""
    for warned in counted.warnings:
        assert counted.report.regulation.cite(warned.doubt.key)
        assert all(catalogue(language).refusal(warned.doubt) for language in LANGUAGES)
    return [warned.doubt.code for warned in counted.warnings]


# --- counting -----------------------------------------------------------------------------------------------------


def test_a_sheet_gives_the_same_lines_as_a_hand_that_was_played() -> None:
    played = swift_hand(table(AF))
    first = {"clean": 2, "melded": 22, "in_hand": 11, "morto": "taken"}
    noted = sheet(AF, first, {"in_hand": 22, "morto": "not_taken"}, went_out=0)
    assert noted.report.hands[0].lines == played.replayed().hands[0].lines
    assert (noted.report.hands[0].points, noted.report.hands[0].winner) == ((610, -320), 0)
    assert warnings(noted) == []


def test_counts_left_out_are_nothing_and_the_morto_not_taken() -> None:
    for empty in ({}, {"melded": None, "morto": None, "clean": None}):
        noted = sheet(FA, empty, {"melded": 0, "in_hand": 0, "morto": "not_taken"})
        assert noted.report.hands[0].points == (-100, -100)
        assert warnings(noted) == []


def test_canastra_enters_cards_by_their_value() -> None:
    first = {"melded": {"A": 2, "2": 1, "8-K": 10, "3-7": 6}, "in_hand": {"A": 1, "3-7": 1}, "morto": "taken"}
    noted = sheet(AP, first)
    assert noted.report.hands[0].points[0] == 30 + 10 + 100 + 30 - 15 - 5
    assert [line.article for line in noted.report.hands[0].lines[0]] == ["12 §1", "12 §2"]


def test_hands_are_added_up_and_the_match_is_won() -> None:
    hand = {"went_out": 0, "pairs": [{"clean": 2, "melded": 30, "morto": "taken"}, {"morto": "taken"}]}
    document = {"regulation": AF.id, "hands": [hand, hand]}
    two = read_sheet(json.dumps(document)).report
    assert (two.score, two.winner, two.finished) == ((1600, 0), 0, True)
    final = read_sheet(json.dumps({**document, "phase": "final"})).report
    assert (final.score, final.winner) == ((1600, 0), None)
    short = read_sheet(json.dumps({**document, "target": 700, "hands": [hand]})).report
    assert short.winner == 0


def test_nothing_is_noted_after_the_end_of_the_match() -> None:
    hand = {"went_out": 0, "pairs": [{"clean": 2, "melded": 30, "morto": "taken"}, {"morto": "taken"}]}
    with pytest.raises(RuleBroken) as over:
        read_sheet(json.dumps({"regulation": AF.id, "hands": [hand, hand, hand]}))
    assert (over.value.hand, AF.cite(over.value.refusal.key)) == (2, article(AF, "4"))
    assert all(over.value.message(catalogue(language)) for language in LANGUAGES)


def test_a_club_rule_changes_the_count() -> None:
    overrides = {"scoring.clean_canastra": {"value": 500, "by": "Clube da Vila"}}
    noted = sheet(FA, {"clean": 1, "melded": 7, "morto": "taken"}, overrides=overrides)
    assert noted.report.hands[0].points == (570, 0)


@pytest.mark.parametrize(
    ("regulation", "red", "points"),
    [(AF, {"red_threes_in_hand": 2}, -20), (FA, {"red_threes_in_hand": 2}, -200)],
    ids=["AF", "FA"],
)
def test_red_threes_in_hand_are_entered_apart(regulation: Regulation, red: Entered, points: int) -> None:
    assert sheet(regulation, {**red, "morto": "taken"}).report.hands[0].points == (points, 0)


# --- what cannot have happened ------------------------------------------------------------------------------------


def test_more_than_104_cards_are_doubted() -> None:
    first, second = {"melded": 60, "morto": "taken"}, {"melded": 44, "morto": "taken"}
    assert warnings(sheet(AF, first, second)) == []
    assert warnings(sheet(AF, first, {**second, "in_hand": 1})) == ["too_many_cards", "more_than_the_deck"]
    assert warnings(sheet(AF, first, {**second, "red_threes": 1})) == ["more_than_the_deck"]
    assert warnings(sheet(AF, first, {**second, "black_threes_in_hand": 1})) == ["more_than_the_deck"]


def test_an_unplayed_morto_counts_among_the_cards() -> None:
    out = {"clean": 1, "melded": 93, "morto": "taken"}
    assert warnings(sheet(AF, out, {"morto": "unplayed"}, went_out=0)) == []
    out["melded"] = 94
    assert warnings(sheet(AF, out, {"morto": "unplayed"}, went_out=0)) == ["more_than_the_deck"]


def test_more_cards_of_a_value_than_there_are_are_doubted() -> None:
    for span, most in (("A", 8), ("2", 8), ("8-K", 48), ("3-7", 40)):
        first: Entered = {"melded": {span: most - 1}, "morto": "taken"}
        assert warnings(sheet(AP, first, {"in_hand": {span: 1}, "morto": "taken"})) == []
        assert warnings(sheet(AP, first, {"in_hand": {span: 2}, "morto": "taken"})) == ["too_many_cards"]


@pytest.mark.parametrize("regulation", [AF, FA], ids=["AF", "FA"])
def test_more_threes_than_exist_are_doubted(regulation: Regulation) -> None:
    laid = {"red_threes": 3, "morto": "taken"}
    assert warnings(sheet(regulation, laid, {"red_threes_in_hand": 1, "morto": "taken"})) == []
    assert warnings(sheet(regulation, laid, {"red_threes_in_hand": 2, "morto": "taken"})) == ["too_many_red_threes"]
    black = {"black_threes_in_hand": 3, "morto": "taken"}
    assert warnings(sheet(regulation, black, {"black_threes_in_hand": 1, "morto": "taken"})) == []
    assert warnings(sheet(regulation, black, {"black_threes_in_hand": 2, "morto": "taken"})) == [
        "too_many_black_threes"
    ]


@pytest.mark.parametrize(
    "name",
    [
        "red_threes",
        "red_threes_in_hand",
        "black_threes_in_hand",
    ],
)
def test_threes_are_ordinary_cards_in_canastra(name: str) -> None:
    noted = sheet(AP, {name: 1, "morto": "taken"})
    assert warnings(noted) == ["threes_are_ordinary"]
    assert noted.report.hands[0].points == (0, 0)


@REGULATIONS
def test_a_canastra_needs_seven_cards(regulation: Regulation) -> None:
    def melded(number: int) -> Any:
        return {"8-K": number} if regulation is AP else number

    for counts, cards in (({"clean": 1}, 7), ({"dirty": 1}, 7), ({"clean": 2, "dirty": 1}, 21)):
        assert warnings(sheet(regulation, {**counts, "melded": melded(cards), "morto": "taken"})) == []
        noted = sheet(regulation, {**counts, "melded": melded(cards - 1), "morto": "taken"})
        assert warnings(noted) == ["canastras_without_cards"]
        assert noted.warnings[0].doubt.key == "melds.canastra_cards"


@REGULATIONS
def test_a_meld_needs_three_cards(regulation: Regulation) -> None:
    for number in (1, 2):
        melded = {"3-7": number} if regulation is AP else number
        assert warnings(sheet(regulation, {"melded": melded, "morto": "taken"})) == ["too_few_cards"]


@pytest.mark.parametrize(
    ("regulation", "counts", "missing"),
    [
        (AF, {"melded": 20, "morto": "taken"}, ["canastra"]),
        (AF, {"dirty": 1, "melded": 20, "morto": "taken"}, []),
        (AF, {"dirty": 1, "melded": 20, "morto": "not_taken"}, []),
        (FA, {"melded": 20, "morto": "taken"}, ["canastra"]),
        (FA, {"dirty": 1, "melded": 20, "morto": "taken"}, []),
        (FA, {"clean": 1, "melded": 20, "morto": "not_taken"}, ["morto_taken"]),
        (FA, {"melded": 20, "morto": "not_taken"}, ["morto_taken", "canastra"]),
        (AP, {"dirty": 1, "melded": {"8-K": 20}, "morto": "taken"}, ["clean_canastra"]),
        (AP, {"clean": 1, "melded": {"8-K": 20}, "morto": "taken"}, []),
        (AP, {"clean": 1, "melded": {"8-K": 20}, "morto": "not_taken"}, []),
    ],
)
def test_going_out_without_what_it_asks_for_is_doubted(
    regulation: Regulation, counts: Entered, missing: list[str]
) -> None:
    noted = sheet(regulation, counts, went_out=0)
    assert warnings(noted) == ["sheet_going_out_needs"] * len(missing)
    assert [str(warned.doubt.details["missing"]) for warned in noted.warnings] == missing
    assert noted.report.hands[0].winner == 0, "it is counted all the same"


@pytest.mark.parametrize(
    ("regulation", "went_out", "doubted"),
    [(AF, None, True), (AF, 0, False), (AF, 1, True), (FA, 0, False), (FA, 1, True), (AP, 0, False), (AP, 1, False)],
)
def test_a_morto_is_unplayed_only_if_somebody_went_out_before_it_could_be(
    regulation: Regulation, went_out: int | None, doubted: bool
) -> None:
    melded = {"8-K": 20} if regulation is AP else 20
    out = {"clean": 1, "melded": melded, "morto": "taken"}
    unplayed = {"clean": 1, "melded": melded, "morto": "unplayed"}
    noted = sheet(regulation, out, unplayed, went_out=went_out)
    assert ("unplayed_morto_counts" in warnings(noted)) is doubted


def test_a_warning_names_its_hand() -> None:
    good = {"pairs": [{"morto": "taken"}, {"morto": "taken"}]}
    bad = {"pairs": [{"melded": 2, "morto": "taken"}, {"morto": "taken"}]}
    noted = read_sheet(json.dumps({"regulation": FA.id, "hands": [good, bad, good, bad]}))
    assert [warned.hand for warned in noted.warnings] == [1, 3]


# --- what is no sheet ---------------------------------------------------------------------------------------------

PAIR = {"morto": "taken"}
HAND = {"went_out": None, "pairs": [PAIR, PAIR]}


def of_pair(**entries: object) -> list[Any]:
    return [{"pairs": [{**PAIR, **entries}, PAIR]}]


MALFORMED: list[tuple[object, str]] = [
    (None, ""),
    ([], ""),
    ("afia", ""),
    ({}, ""),
    ({"hands": []}, ""),
    ({"regulation": AF.id}, ""),
    ({"regulation": None, "hands": []}, "regulation"),
    ({"regulation": "buraco", "hands": []}, "regulation"),
    ({"regulation": [AF.id], "hands": []}, "regulation"),
    ({"regulation": AF.id, "hands": {}}, "hands"),
    ({"regulation": AF.id, "hands": None}, "hands"),
    ({"regulation": AF.id, "hands": [None]}, "hands[0]"),
    ({"regulation": AF.id, "hands": [[]]}, "hands[0]"),
    ({"regulation": AF.id, "hands": [{}]}, "hands[0]"),
    ({"regulation": AF.id, "hands": [{"pairs": None}]}, "hands[0].pairs"),
    ({"regulation": AF.id, "hands": [{"pairs": []}]}, "hands[0].pairs"),
    ({"regulation": AF.id, "hands": [{"pairs": [PAIR]}]}, "hands[0].pairs"),
    ({"regulation": AF.id, "hands": [{"pairs": [PAIR, PAIR, PAIR]}]}, "hands[0].pairs"),
    ({"regulation": AF.id, "hands": [{"pairs": [PAIR, None]}]}, "hands[0].pairs[1]"),
    ({"regulation": AF.id, "hands": [{"pairs": [PAIR, [1]]}]}, "hands[0].pairs[1]"),
    ({"regulation": AF.id, "hands": [HAND, {"pairs": [PAIR, {"clan": 1}]}]}, "hands[1].pairs[1]"),
    ({"regulation": AF.id, "hands": [{**HAND, "winner": 0}]}, "hands[0]"),
    ({"regulation": AF.id, "hands": [{**HAND, "went_out": 2}]}, "hands[0].went_out"),
    ({"regulation": AF.id, "hands": [{**HAND, "went_out": True}]}, "hands[0].went_out"),
    ({"regulation": AF.id, "hands": [{**HAND, "went_out": "0"}]}, "hands[0].went_out"),
    ({"regulation": AF.id, "hands": of_pair(clean=-1)}, "hands[0].pairs[0].clean"),
    ({"regulation": AF.id, "hands": of_pair(clean=1.5)}, "hands[0].pairs[0].clean"),
    ({"regulation": AF.id, "hands": of_pair(dirty=True)}, "hands[0].pairs[0].dirty"),
    ({"regulation": AF.id, "hands": of_pair(red_threes="2")}, "hands[0].pairs[0].red_threes"),
    ({"regulation": AF.id, "hands": of_pair(red_threes_in_hand=[])}, "hands[0].pairs[0].red_threes_in_hand"),
    ({"regulation": AF.id, "hands": of_pair(black_threes_in_hand={})}, "hands[0].pairs[0].black_threes_in_hand"),
    ({"regulation": AF.id, "hands": of_pair(melded={"A": 1})}, "hands[0].pairs[0].melded"),
    ({"regulation": AF.id, "hands": of_pair(melded=10**12)}, "hands[0].pairs[0].melded"),
    ({"regulation": AF.id, "hands": of_pair(in_hand=-3)}, "hands[0].pairs[0].in_hand"),
    ({"regulation": AP.id, "hands": of_pair(melded=10)}, "hands[0].pairs[0].melded"),
    ({"regulation": AP.id, "hands": of_pair(melded={"K": 1})}, "hands[0].pairs[0].melded"),
    ({"regulation": AP.id, "hands": of_pair(melded={"A": -1})}, "hands[0].pairs[0].melded.A"),
    ({"regulation": AP.id, "hands": of_pair(in_hand={"8-K": "2"})}, "hands[0].pairs[0].in_hand.8-K"),
    ({"regulation": AP.id, "hands": of_pair(in_hand=[1])}, "hands[0].pairs[0].in_hand"),
    ({"regulation": AF.id, "hands": of_pair(morto="lost")}, "hands[0].pairs[0].morto"),
    ({"regulation": AF.id, "hands": of_pair(morto=True)}, "hands[0].pairs[0].morto"),
    ({"regulation": AF.id, "hands": of_pair(morto=["taken"])}, "hands[0].pairs[0].morto"),
    ({"regulation": AF.id, "hands": of_pair(morto={"taken": 1})}, "hands[0].pairs[0].morto"),
    ({"regulation": AF.id, "hands": [], "phase": 3}, "phase"),
    ({"regulation": AF.id, "hands": [], "target": 0}, "target"),
    ({"regulation": AF.id, "hands": [], "target": "1500"}, "target"),
    ({"regulation": AF.id, "hands": [], "seats": "Ana"}, "seats"),
    ({"regulation": AF.id, "hands": [], "seats": [1]}, "seats[0]"),
    ({"regulation": AF.id, "hands": [], "score": [0, 0]}, ""),
    ({"regulation": AF.id, "hands": [], "overrides": []}, "overrides"),
    ({"regulation": AF.id, "hands": [], "overrides": {"match.target": 3}}, "overrides.match.target"),
    ({"regulation": AF.id, "hands": [], "overrides": {"no.key": {"value": 3, "by": "x"}}}, "afia-2026-tranca: no.key"),
]


@pytest.mark.parametrize(("document", "where"), MALFORMED)
def test_a_malformed_sheet_is_refused_with_its_place(document: object, where: str) -> None:
    with pytest.raises(InputError) as wrong:
        read_sheet(json.dumps(document))
    assert wrong.value.where == where
    for language in LANGUAGES:
        assert json.loads(json.dumps(wrong.value.to_json(catalogue(language))))["message"]


@pytest.mark.parametrize(
    "text", [b"", b"{", b"[1,", b"\xff\xfe", b'{"regulation": NaN}', b'{"a": 1, "a": 2}', b"[" * 900]
)
def test_what_is_no_json_is_refused(text: bytes) -> None:
    with pytest.raises(InputError) as wrong:
        read_sheet(text)
    assert all(wrong.value.message(catalogue(language)) for language in LANGUAGES)


STRANGE: list[object] = [None, True, -1, 0, 3, 10**10, 1.5, "", "x", [], [0], {}, {"A": 1}, {"value": 1, "by": "x"}]


def spoiled(rng: random.Random, value: object) -> object:
    """The document with something strange somewhere in it."""
    if isinstance(value, dict) and value and rng.random() < 0.8:
        key = rng.choice(list(value))
        changed: dict[str, object] = {**value, key: spoiled(rng, value[key])}
        if rng.random() < 0.1:
            changed.pop(key)
        return changed
    if isinstance(value, list) and value and rng.random() < 0.8:
        index = rng.randrange(len(value))
        return [*value[:index], spoiled(rng, value[index]), *value[index + 1 :]]
    return rng.choice(STRANGE)


def why_refused(text: str) -> list[str]:
    """What is said of a sheet in each language, or nothing when it is counted; any other error is a failure."""
    try:
        noted = read_sheet(text)
    except InputError as wrong:
        return [wrong.message(catalogue(language)) for language in LANGUAGES]
    warnings(noted)
    json.dumps(noted.report.to_json())
    return []


@REGULATIONS
def test_whatever_is_on_a_sheet_it_is_counted_or_refused_in_words(regulation: Regulation) -> None:
    rng = random.Random(f"sheets of {regulation.id}")
    number: object = {"A": 1, "8-K": 9} if regulation is AP else 10
    pair = {"clean": 1, "dirty": 0, "red_threes": 0, "melded": number, "in_hand": number, "morto": "taken"}
    hands = [{"went_out": 0, "pairs": [pair, pair]}]
    document: object = {"regulation": regulation.id, "phase": None, "target": 500, "seats": ["a"], "hands": hands}
    refused = [text for text in (json.dumps(spoiled(rng, document)) for _ in range(400)) if why_refused(text)]
    assert 50 < len(refused) < 400


# --- the sheet of a hand that was played --------------------------------------------------------------------------

ROWS = {"A": "A", "2": "2", "8-K": "89TJQK", "3-7": "34567"}
UP_AND_DOWN = "A23456789TJQKA"
RED, BLACK = ("3h", "3d"), ("3c", "3s")


def is_clean(regulation: Regulation, meld: Sequence[Card]) -> bool:
    """Read from the cards alone: in Tranca no 2 is natural, in Canastra a run of one suit in plain order is clean."""
    if regulation is AP:
        return "".join(card.rank for card in meld) in UP_AND_DOWN and len({card.suit for card in meld}) == 1
    return all(card.rank != "2" for card in meld)


def numbers(regulation: Regulation, cards: Sequence[Card]) -> object:
    if regulation is not AP:
        return len(cards)
    ranks = Counter(card.rank for card in cards)
    return {row: sum(ranks[rank] for rank in held) for row, held in ROWS.items()}


def morto_of(regulation: Regulation, hand: Hand, pair: int) -> str:
    """A morto taken by a discard and not yet played from counts as not taken when (AP) anyone or (AF, FA) the other
    pair goes out."""
    assert hand.result is not None
    out = hand.result.winner
    if not hand.sides[pair].took_morto:
        return "not_taken"
    lost = out is not None if regulation is AP else out == 1 - pair
    return "unplayed" if lost and hand.unplayed & {pair, pair + 2} else "taken"


def entered(regulation: Regulation, hand: Hand, pair: int) -> Entered:
    """What the table would write down for the pair, from what lies there and what is held."""
    assert hand.result is not None
    melds = [meld.faces for meld in hand.sides[pair].melds]
    canastras = [is_clean(regulation, meld) for meld in melds if len(meld) >= 7]
    morto = morto_of(regulation, hand, pair)
    held: list[Card] = []
    red = black = 0
    for seat in (pair, pair + 2):
        if morto == "unplayed" and seat in hand.unplayed:
            continue
        waiting = seat in hand.unplayed and hand.result.winner is None
        for number in sorted(hand.hands[seat]):
            card = face(number)
            unexchanged = number in hand.ordinary_threes or (waiting and number in hand.from_morto)
            if regulation is not AP and str(card) in BLACK:
                black += 1
            elif regulation is not AP and str(card) in RED and not (regulation is FA and unexchanged):
                red += 1
            else:
                held.append(card)
    return {
        "clean": canastras.count(True),
        "dirty": canastras.count(False),
        "red_threes": len(hand.sides[pair].red_threes),
        "red_threes_in_hand": red,
        "black_threes_in_hand": black,
        "melded": numbers(regulation, [card for meld in melds for card in meld]),
        "in_hand": numbers(regulation, held),
        "morto": morto,
    }


def chosen(rng: random.Random, legal: list[Act], zeal: float) -> Act:
    """Any legal act; with zeal melds are laid and piles are taken, the longest of a few first."""
    melding = [act for act in legal if not isinstance(act, Draw | Discard | Redraw)]
    if melding and rng.random() < zeal:
        return max(rng.choices(melding, k=4), key=lambda act: len(getattr(act, "to", getattr(act, "lay", ()))))
    return rng.choice(legal)


def played_hand(regulation: Regulation, seed: str) -> tuple[Match, tuple[Scored, ...]]:
    """A hand played to its end by seeded chance, and its lines."""
    rng = random.Random(seed)
    rules = rules_of(regulation)
    match = start(rules, first_dealer=rng.randrange(4), score=(rng.choice((0, 1600)) if regulation is AP else 0, 0))
    shuffled = list(deck(rules))
    rng.shuffle(shuffled)
    match = apply(match, dealt_from(match, shuffled)).match
    zeal = [rng.choice((0.3, 0.8, 0.95)) for _ in range(4)]
    events: tuple[Any, ...] = ()
    while match.hand_is_on:
        assert match.hand is not None
        seat = match.hand.turn
        match, events = apply(match, chosen(rng, list(legal_acts(match, seat)), zeal[seat]))
    return match, tuple(event for event in events if isinstance(event, Scored))


def check_sheet(regulation: Regulation, seed: str) -> Ending:
    """Writes the sheet of a hand and compares it line by line with what the engine counted."""
    match, scored = played_hand(regulation, seed)
    hand = match.hand
    assert hand is not None
    assert hand.result is not None
    pairs = [entered(regulation, hand, pair) for pair in (0, 1)]
    noted = sheet(regulation, pairs[0], pairs[1], went_out=hand.result.winner)
    lines = [[(one.item, one.number, one.points) for one in scored if one.pair == pair] for pair in (0, 1)]
    assert [[line[:3] for line in of_pair] for of_pair in noted.report.hands[0].lines] == lines, seed
    assert list(noted.report.hands[0].points) == [sum(points for _, _, points in of_pair) for of_pair in lines]
    assert noted.report.hands[0].winner == hand.result.winner
    assert warnings(noted) == [], f"{seed}: what was played is not doubted"
    return hand.result.ending


@REGULATIONS
def test_the_sheet_of_a_finished_hand_gives_the_engines_score(regulation: Regulation) -> None:
    endings = Counter(check_sheet(regulation, f"{regulation.id} {number}") for number in range(30))
    assert endings[Ending.WENT_OUT], "some hands are gone out of"
    assert endings[Ending.NOTHING_TO_DRAW], "and others end with the stock"


@pytest.mark.slow
@REGULATIONS
def test_the_sheets_of_three_hundred_hands(regulation: Regulation) -> None:
    for number in range(300):
        check_sheet(regulation, f"{regulation.id} again {number}")
