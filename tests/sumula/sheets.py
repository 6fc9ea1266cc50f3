"""Súmulas at random: everything that phones and referees can write, in any order, sense or nonsense."""

from collections.abc import Mapping
from functools import cache
from typing import Any, NamedTuple

from hypothesis import strategies as st

from carteado.regulation import MeldsRules, Override, load
from carteado.sumula import Terms
from carteado.sumula.entries import SITE

TM, AF, FA, AP = "truco-masters-2025", "afia-2026-tranca", "faraes-2023-tranca", "apcef-sc-2022-canastra"
EntryJson = dict[str, Any]

OVERRIDES: Mapping[str, tuple[Mapping[str, Any], ...]] = {
    TM: (
        {},
        {"match.target": 4, "calls.ladder": [1, 2, 4]},
        {"match.target": 24, "eleven.short_of_target": 2, "eleven.value": 4, "eleven.declined": 2},
        {"match.target": 3, "calls.ladder": [1], "iron.value": 5},
    ),
    AF: (
        {},
        {"match.target": 200, "match.equal_at_target": "hand_alone", "red_threes.retained": "each"},
        {
            "scoring.no_morto": 0,
            "red_threes.requires": ["clean_canastra"],
            "red_threes.retained": "all",
            "red_threes.card_added": True,
        },
        {
            "scoring.no_morto_paid_by": "every_pair",
            "scoring.unplayed_morto": "anyone_goes_out",
            "red_threes.requires": ["morto_taken_or_none_left"],
            "match.target": 1,
        },
    ),
    FA: (
        {},
        {
            "match.target": 300,
            "red_threes.retained": "ordinary",
            "scoring.going_out": 0,
            "scoring.no_morto_paid_by": "not_the_pair_that_went_out",
        },
        {"red_threes.requires": ["morto_taken"], "scoring.unplayed_morto": "always_counted"},
        {"red_threes.requires": [], "scoring.card_values": {"A": 20, "2-7": 5, "8-K": 10}},
    ),
    AP: (
        {},
        {"match.target": 200, "vulnerable.from_score": 100, "vulnerable.minimums": [10, 20]},
        {
            "match.target": 150,
            "match.equal_at_target": "totals",
            "vulnerable.from_score": 1,
            "scoring.converted_morto_pays": False,
        },
        {
            "scoring.card_values": {"A-K": 10},
            "melds.canastra_cards": 6,
            "scoring.going_out_paid": "after_morto",
            "scoring.no_morto_paid_by": "only_when_somebody_went_out",
        },
    ),
}


class Setting(NamedTuple):
    """What a match is played by, and a name for it."""

    regulation: str
    variant: int
    phase: str | None
    best_of: int

    @property
    def terms(self) -> Terms:
        return _terms(self)


@cache
def _terms(setting: Setting) -> Terms:
    changes = OVERRIDES[setting.regulation][setting.variant]
    overrides = tuple(Override(key, value, "test") for key, value in changes.items())
    return Terms(load(setting.regulation).with_overrides(overrides), setting.phase, setting.best_of)


settings_of_matches = st.builds(
    Setting,
    st.sampled_from(tuple(OVERRIDES)),
    st.integers(0, 3),
    st.sampled_from((None, "final")),
    st.sampled_from((1, 1, 3, 5)),
)
pairs = st.integers(0, 1)
texts = st.sampled_from(("wrong", "não foi assim"))


def hands(terms: Terms) -> st.SearchStrategy[EntryJson]:
    """Hands as a table would count them, and such as no table could."""
    rules = terms.regulation.rules
    return _melds_hands(tuple(rules.scoring.card_values)) if isinstance(rules, MeldsRules) else _truco_hands


_truco_hands = st.fixed_dictionaries(
    {"winner": pairs, "value": st.sampled_from((1, 1, 3, 3, 6, 9, 12, 2, 4, 5, 24, 999))},
    optional={"refused": st.sampled_from((False, True, None))},
)


@cache
def _melds_hands(spans: tuple[str, ...]) -> st.SearchStrategy[EntryJson]:
    count = st.sampled_from((0, 0, 1, 2, 3, None))
    many = st.sampled_from((0, 1, 2, 7, 10, 14, 30, 60, 104, 999))
    cards = many if len(spans) == 1 else st.fixed_dictionaries({}, optional=dict.fromkeys(spans, many))
    counts = dict.fromkeys(("clean", "dirty", "red_threes", "red_threes_in_hand", "black_threes_in_hand"), count)
    morto = st.sampled_from(("taken", "not_taken", "unplayed", "converted", None))
    tally = st.fixed_dictionaries({}, optional={**counts, "melded": cards, "in_hand": cards, "morto": morto})
    few = st.fixed_dictionaries({"melded": cards, "morto": morto})
    return st.fixed_dictionaries(
        {"pairs": st.lists(st.one_of(few, tally), min_size=2, max_size=2)},
        optional={"went_out": st.sampled_from((0, 1, None))},
    )


RULINGS = ("adjust", "adjust", "disqualify", "redeal")
OF_TRUCO = ("tento", "tento_rejected", "four_cards", "time_up")


@st.composite
def sheets(draw: st.DrawFn, terms: Terms, *, most: int = 14) -> list[EntryJson]:
    """What two or three devices wrote, in the order in which the server took it."""
    written: list[EntryJson] = []
    for number in range(draw(st.integers(0, most))):
        kind = draw(st.sampled_from(_KINDS))
        head = {"id": f"e{number}", **_author(draw, kind), "at": "2026-11-21T18:00:00Z", "kind": kind}
        written.append({**head, **_fields(draw, kind, terms, written)})
        if draw(st.integers(0, 19)) == 0:
            written.append(draw(st.sampled_from(written)))
    return written


_KINDS = (
    *("hand",) * 8,
    *("correct",) * 4,
    *("undo", "settle", "accept") * 2,
    *("attempt", "bell", "bell", "call", "answer", "warn", "rule", "rule"),
)


def _author(draw: st.DrawFn, kind: str) -> EntryJson:
    """A phone, or the site for a referee; ``by`` is not there before the server has seen it."""
    referees = kind in ("rule", "warn", "answer") or (kind == "undo" and draw(st.booleans()))
    device = SITE if referees else draw(st.sampled_from(("a", "a", "b", "c")))
    return {"device": device, **draw(st.sampled_from(({}, {"by": "device:1"}, {"by": "device:1"}, {"by": "user:2"})))}


def _fields(draw: st.DrawFn, kind: str, terms: Terms, written: list[EntryJson]) -> EntryJson:
    place = _place(draw, written)
    match kind:
        case "hand":
            return {"place": place, "hand": _hand(draw, terms, written), **_despite(draw)}
        case "correct":
            hand = None if draw(st.integers(0, 4)) == 0 else _hand(draw, terms, written)
            return {**_version(draw, written), "hand": hand, "why": draw(texts), **_despite(draw)}
        case "undo" | "answer":
            return {"of": _id(draw, written)}
        case "settle":
            return {"place": place, **_settled(draw, place, written)}
        case "attempt":
            return {"place": place, "pair": draw(pairs), "number": draw(st.integers(1, 3))}
        case "bell":
            game = {"game": draw(st.integers(0, 2))} if draw(st.booleans()) else {}
            return {"place": place, "number": draw(st.integers(1, 2)), "during": draw(st.booleans()), **game}
        case "accept":
            return {"pair": draw(pairs), "versions": _accepted(draw, written)}
        case "call":
            return {"about": draw(texts)} if draw(st.booleans()) else {}
        case "warn":
            return {"pair": draw(pairs), "key": "match.target", "why": draw(texts)}
    return {"place": place, "act": _act(draw, terms), "why": draw(texts)}


def _place(draw: st.DrawFn, written: list[EntryJson]) -> int:
    """Mostly the next one or the last, as phones give it."""
    known = [one["place"] for one in written if one["kind"] == "hand"]
    last = max(known, default=-1)
    return max(0, last + draw(st.sampled_from((1, 1, 1, 1, 0, 0, -1, 2))))


def _hand(draw: st.DrawFn, terms: Terms, written: list[EntryJson]) -> EntryJson:
    """Now and then the same as somebody else's, perhaps in other words."""
    known = [one["hand"] for one in written if one.get("hand")]
    if not known or draw(st.integers(0, 3)):
        return draw(hands(terms))
    hand: EntryJson = draw(st.sampled_from(known))
    return _shortened(hand) if draw(st.booleans()) else hand


def _shortened(hand: EntryJson) -> EntryJson:
    """The same hand without what says nothing."""
    if "pairs" not in hand:
        return {name: value for name, value in hand.items() if name != "refused" or value}
    went_out = {"went_out": hand["went_out"]} if hand.get("went_out") is not None else {}
    return {**went_out, "pairs": [_without_nothing(tally) for tally in hand["pairs"]]}


def _without_nothing(counts: EntryJson) -> EntryJson:
    inner = {name: _without_nothing(one) if isinstance(one, dict) else one for name, one in counts.items()}
    return {name: one for name, one in inner.items() if one and one != "not_taken"}


def _despite(draw: st.DrawFn) -> EntryJson:
    return {"despite": draw(texts)} if draw(st.integers(0, 5)) == 0 else {}


def _id(draw: st.DrawFn, written: list[EntryJson]) -> str:
    known: list[str] = [one["id"] for one in written]
    return draw(st.sampled_from([*known, "nonsense"]))


def _version(draw: st.DrawFn, written: list[EntryJson]) -> EntryJson:
    """Mostly over the version that was written last; sometimes over another, or of nothing that is there."""
    noted = [one["id"] for one in written if one["kind"] == "hand"]
    if not noted or draw(st.integers(0, 9)) == 0:
        return {"of": _id(draw, written), "over": _id(draw, written)}
    of = draw(st.sampled_from(noted))
    versions = [of, *(one["id"] for one in written if one["kind"] == "correct" and one["of"] == of)]
    return {"of": of, "over": versions[-1] if draw(st.integers(0, 2)) else draw(st.sampled_from(versions))}


def _settled(draw: st.DrawFn, place: int, written: list[EntryJson]) -> EntryJson:
    there = [one["id"] for one in written if one["kind"] == "hand" and one["place"] == place]
    among = draw(st.sampled_from((there, there, there[:1], [*there, "nonsense"])))
    some = draw(st.permutations(among))
    return {"among": list(dict.fromkeys(among)), "hands": list(dict.fromkeys(some))[: draw(st.integers(0, 2))]}


def _accepted(draw: st.DrawFn, written: list[EntryJson]) -> list[str]:
    """All that stands, as somebody would read it who saw no doubt; sometimes not."""
    versions: dict[str, str] = {}
    for one in written:
        if one["kind"] == "hand":
            versions[one["id"]] = one["id"]
        elif one["kind"] == "correct" and one["of"] in versions:
            versions[one["of"]] = one["id"]
    read = [one for one in written if one["kind"] in _READ_IN_THIS_ORDER]
    in_order = sorted(read, key=lambda one: (one["place"], _READ_IN_THIS_ORDER.index(one["kind"])))
    stand: list[str] = [versions.get(one["id"]) or one["id"] for one in in_order]
    return list(dict.fromkeys(stand))[: draw(st.integers(0, 9))]


_READ_IN_THIS_ORDER = ("rule", "bell", "hand")


def _act(draw: st.DrawFn, terms: Terms) -> EntryJson:
    choices = RULINGS if isinstance(terms.regulation.rules, MeldsRules) else (*RULINGS, *OF_TRUCO)
    ruling = draw(st.sampled_from(choices))
    act: EntryJson = {"seat": None, "act": "ruling", "ruling": ruling, "article": "1"}
    if ruling not in ("redeal", "time_up"):
        act["pair"] = draw(pairs)
    if ruling == "adjust":
        act |= {"points": draw(st.sampled_from((-100, -3, -1, 1, 5, 100, 2000))), "reason": "so it is"}
    return act
