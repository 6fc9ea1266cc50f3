"""The form of a súmula: what a phone needs to show points and warnings while it is offline.

It is compiled from the regulation with the engine's score sheet, so a phone knows no rule. The points of a count are a
table by the few signs that matter, and impossible counts are the engine's limits. The server's count decides; a test
checks that both agree.
"""

from collections.abc import Iterator, Mapping
from itertools import product
from typing import Any

from carteado import melds, truco
from carteado.cards import Scored
from carteado.melds import MortoState, Tally
from carteado.melds.limits import Limit, Sum, limits_of
from carteado.record import FINAL
from carteado.regulation import (
    About,
    Catalogue,
    MeldsRules,
    Regulation,
    TrucoRules,
    article_in_full,
    as_text,
    forbidden_by,
)
from carteado.regulation.melds_rules import NoMortoPaidBy
from carteado.sumula.counting import Terms

VERSION = 1
Json = dict[str, Any]


def form_of(terms: Terms, catalogue: Catalogue) -> Json:
    """The form in the language of the catalogue, as plain JSON values."""
    rules = terms.regulation.rules
    game = _truco(terms, rules, catalogue) if isinstance(rules, TrucoRules) else _melds(terms, rules, catalogue)
    in_full = {
        number: as_text(article_in_full(terms.regulation, number, catalogue.language))
        for number, article in terms.regulation.articles.items()
        if article.about in (About.PLAY, About.SCORING)
    }
    return {
        "version": VERSION,
        "regulation": terms.regulation.id,
        "name": terms.regulation.name,
        "title": terms.regulation.title[catalogue.language],
        "language": catalogue.language,
        "phase": terms.phase,
        "best_of": terms.best_of,
        "target": {"points": terms.target, **_rule(terms.regulation, "match.target", catalogue)},
        "in_full": in_full,
        **game,
    }


def _rule(regulation: Regulation, key: str, catalogue: Catalogue) -> Json:
    """A key with its article, and its sentence if the regulation has one."""
    entry = next((one for one in regulation.entries() if one.key == key), None)
    return {
        "key": key,
        "article": str(regulation.citation(key)),
        "rule": catalogue.rule(entry) if entry is not None else "",
    }


# --- truco --------------------------------------------------------------------------------------------------------


def _truco(terms: Terms, rules: TrucoRules, catalogue: Catalogue) -> Json:
    """The possible results of a hand, by the kind that is dealt at a score; most scores have the ordinary kind.

    ``doubts`` apply to all values except some. ``wins_match`` are the kinds whose winner gets all missing points.
    """
    examples: dict[str, truco.Match] = {}
    at: dict[str, str] = {}
    for a, b in product(range(terms.target), repeat=2):
        match = truco.start(rules, players=4, first_dealer=0, target=terms.target, score=(a, b))
        name = str(match.kind_to_deal) if match.eleven_pair is None else f"{match.kind_to_deal}-{match.eleven_pair}"
        examples.setdefault(name, match)
        if match.kind_to_deal is not truco.Kind.ORDINARY:
            at[f"{a}-{b}"] = name
    clock = {
        "minutes": rules.clock.final_minutes if terms.phase == FINAL else rules.clock.match_minutes,
        "extra": rules.clock.extra_minutes,
        **_rule(terms.regulation, "clock.time_up", catalogue),
    }
    return {
        "game": "truco",
        "kinds": {name: list(_choices(terms.regulation, match, rules)) for name, match in examples.items()},
        "at": at,
        "articles": {name: _hand_articles(terms.regulation, match) for name, match in examples.items()},
        "doubts": {name: list(_doubts(terms.regulation, match, rules, catalogue)) for name, match in examples.items()},
        "wins_match": [name for name, match in examples.items() if match.kind_to_deal is truco.Kind.IRON],
        "clock": clock,
    }


def _choices(regulation: Regulation, match: truco.Match, rules: TrucoRules) -> Iterator[Json]:
    """The results that can be noted without a doubt, and their points for a pair that is far from the target."""
    iron = match.kind_to_deal is truco.Kind.IRON
    values = (rules.iron.value,) if iron else _usual_values(rules)
    for winner, refused, value in product((0, 1), (False, True), values):
        line = truco.SheetLine(winner, value, refused)
        if not any(truco.doubts(match, line)):
            article = _hand_article(regulation, match, line)
            points = match.target if iron else value
            yield {"winner": winner, "value": value, "refused": refused, "points": points, "article": article}


def _usual_values(rules: TrucoRules) -> list[int]:
    return sorted({*rules.calls.ladder, rules.eleven.value, rules.eleven.declined})


def _hand_article(regulation: Regulation, match: truco.Match, line: truco.SheetLine) -> str:
    _match, events = truco.count_sheet_line(match, line)
    return next(str(regulation.citation(one.key)) for one in events if isinstance(one, Scored))


def _hand_articles(regulation: Regulation, match: truco.Match) -> Json:
    """The articles of a hand played out and of one refused, for any value."""
    return {
        "played": _hand_article(regulation, match, truco.SheetLine(0, 1)),
        "refused": _hand_article(regulation, match, truco.SheetLine(0, 1, refused=True)),
    }


def _doubts(regulation: Regulation, match: truco.Match, rules: TrucoRules, catalogue: Catalogue) -> Iterator[Json]:
    """The doubts about a value that no regulation has; ``but`` are the usual values without this doubt."""
    unheard_of = max(_usual_values(rules)) + 1
    for winner, refused in product((0, 1), (False, True)):
        codes = {value: _doubt_codes(match, winner, value, refused) for value in _usual_values(rules)}
        for doubt in truco.doubts(match, truco.SheetLine(winner, unheard_of, refused)):
            open_value = {**doubt.details, "value": "{value}"} if "value" in doubt.details else doubt.details
            yield {
                "winner": winner,
                "refused": refused,
                "but": [value for value, codes_of_value in codes.items() if doubt.code not in codes_of_value],
                "code": doubt.code,
                "key": doubt.key,
                "article": str(regulation.citation(doubt.key)),
                "text": catalogue.refusal(forbidden_by(doubt.key, doubt.code, **open_value)),
            }


def _doubt_codes(match: truco.Match, winner: int, value: int, refused: bool) -> set[str]:
    return {doubt.code for doubt in truco.doubts(match, truco.SheetLine(winner, value, refused))}


# --- tranca and canastra ------------------------------------------------------------------------------------------


_SIGNS: Mapping[str, tuple[object, ...]] = {
    "went_out": (False, True),
    "clean": (0, 1),
    "dirty": (0, 1),
    "red_threes_in_hand": (0, 1),
}
"""The facts that the points of a count can depend on: whether there is any of these."""
_MORTO = "morto"
"""The state of the morto, another such fact."""
_OTHERS = "others_went_out"
"""A fact of the other pair, on which the fine for no morto depends under some regulations."""


def _facts(rules: MeldsRules) -> Mapping[str, tuple[object, ...]]:
    """Key: scoring.no_morto_paid_by."""
    on_others = rules.scoring.no_morto_paid_by is NoMortoPaidBy.ONLY_WHEN_SOMEBODY_WENT_OUT
    facts = {**_SIGNS, _MORTO: melds.morto_states(rules)}
    return {**facts, _OTHERS: (False, True)} if on_others else facts


def _melds(terms: Terms, rules: MeldsRules, catalogue: Catalogue) -> Json:
    fields = list(_fields(rules))
    return {
        "game": "melds",
        "equal": str(rules.match.equal_at_target),
        "fields": [_field(terms.regulation, rules, field, catalogue) for field in fields],
        "signs": list(_facts(rules)),
        "worth": {key: _worth(rules, signs, fields) for key, signs in _states(rules)},
        "limits": [_limit(terms.regulation, limit, catalogue) for limit in limits_of(rules)],
        "vulnerable": _vulnerable(terms.regulation, rules, catalogue),
    }


def _fields(rules: MeldsRules) -> Iterator[str]:
    """The fields that a table counts, in order, with cards by the rows of the table of values."""
    yield from ("went_out", "clean", "dirty")
    if rules.red_threes is not None:
        yield "red_threes"
    for name in ("melded", "in_hand"):
        spans = list(rules.scoring.card_values)
        yield from (f"{name}:{span}" for span in spans)
    if rules.black_threes is not None:
        yield "black_threes_in_hand"
    if rules.red_threes is not None:
        yield "red_threes_in_hand"
    if rules.dealing.mortos:
        yield "morto"


_KEYS: Mapping[str, str] = {
    "went_out": "scoring.going_out",
    "clean": "scoring.clean_canastra",
    "dirty": "scoring.dirty_canastra",
    "red_threes": "red_threes.value",
    "red_threes_in_hand": "red_threes.retained",
    "black_threes_in_hand": "black_threes.penalty",
    "melded": "scoring.melded",
    "in_hand": "scoring.in_hand",
    "morto": "scoring.no_morto",
}


def _field(regulation: Regulation, rules: MeldsRules, field: str, catalogue: Catalogue) -> Json:
    name, _, span = field.partition(":")
    return {
        "name": name,
        "span": span,
        "is_only_row": len(rules.scoring.card_values) == 1,
        "item": _item(rules, field),
        **({"states": list(melds.morto_states(rules))} if name == _MORTO else {}),
        **_rule(regulation, _KEYS[name], catalogue),
    }


_FLAT_ITEMS: Mapping[str, str] = {"went_out": "went_out", "morto": "no_morto"}
"""The fields that are a choice, not a number, and the score line of each."""


def _item(rules: MeldsRules, field: str) -> str:
    """The score line that counts the field."""
    if field in _FLAT_ITEMS:
        return _FLAT_ITEMS[field]
    _key, signs = next(_states(rules))
    tally = _with_one_more(_nothing(rules, {**signs, "morto": MortoState.TAKEN}), field)
    [line] = melds.lines_of(rules, 0, tally, others_went_out=False)
    return line.item


def _states(rules: MeldsRules) -> Iterator[tuple[str, dict[str, Any]]]:
    facts = _facts(rules)
    for values in product(*facts.values()):
        yield (
            ".".join(str(int(one) if isinstance(one, bool) else one) for one in values),
            dict(zip(facts, values, strict=True)),
        )


def _worth(rules: MeldsRules, signs: dict[str, Any], fields: list[str]) -> dict[str, int | None]:
    """The points of one more of each field, given these signs; for a field that is a choice, the points of its line."""
    none, others_went_out = _nothing(rules, signs), bool(signs.get(_OTHERS))
    return {
        field: _flat(rules, none, field, others_went_out=others_went_out)
        if field in _FLAT_ITEMS
        else _of_one_more(rules, none, field)
        for field in fields
    }


def _nothing(rules: MeldsRules, signs: dict[str, Any]) -> Tally:
    """A tally with no cards except those of the signs."""
    spans = list(rules.scoring.card_values)
    tally = Tally(
        went_out=signs["went_out"],
        clean=signs["clean"],
        dirty=signs["dirty"],
        red_threes=0,
        red_threes_in_hand=signs["red_threes_in_hand"],
        black_threes_in_hand=0,
        melded=dict.fromkeys(spans, 0),
        in_hand=dict.fromkeys(spans, 0),
        morto=MortoState.NOT_TAKEN,
    )
    return melds.with_morto(tally, signs[_MORTO])


def _flat(rules: MeldsRules, tally: Tally, field: str, *, others_went_out: bool) -> int | None:
    lines = melds.lines_of(rules, 0, tally, others_went_out=others_went_out)
    return next((line.points for line in lines if line.item == _FLAT_ITEMS[field]), None)


def _of_one_more(rules: MeldsRules, tally: Tally, field: str) -> int:
    """The points from one to two of the field: the first one may change a sign."""
    once = _with_one_more(tally, field)
    return _points(rules, _with_one_more(once, field)) - _points(rules, once)


def _with_one_more(tally: Tally, field: str) -> Tally:
    name, _, span = field.partition(":")
    counted = getattr(tally, name)
    more: Any = {**counted, span: counted[span] + 1} if span else counted + 1
    changed: dict[str, Any] = {name: more}
    return tally._replace(**changed)


def _points(rules: MeldsRules, tally: Tally) -> int:
    return sum(line.points for line in melds.lines_of(rules, 0, tally, others_went_out=False))


def _limit(regulation: Regulation, limit: Limit, catalogue: Catalogue) -> Json:
    """The limit as JSON. Its sentence has fixed details filled in; those that depend on counts stay in braces."""
    fixed = {name: one for name, one in limit.details.items() if not isinstance(one, Sum)}
    counted = {name: one for name, one in limit.details.items() if isinstance(one, Sum)}
    open_details: dict[str, object] = {name: f"{{{name}}}" for name in (*counted, "pair")}
    refusal = forbidden_by(limit.key, limit.code, **fixed, **open_details)
    return {
        "code": limit.code,
        "key": limit.key,
        "article": str(regulation.citation(limit.key)),
        "text": catalogue.refusal(refusal),
        "of_pair": limit.of_pair,
        "sums": [_sum(one) for one in limit.sums],
        "details": {name: _sum(one) for name, one in counted.items()},
    }


def _sum(one: Sum) -> Json:
    return {"terms": dict(one.terms), "constant": one.constant}


def _vulnerable(regulation: Regulation, rules: MeldsRules, catalogue: Catalogue) -> Json | None:
    if rules.vulnerable is None:
        return None
    rule = _rule(regulation, "vulnerable.minimums", catalogue)
    return {"from": rules.vulnerable.from_score, "minimums": list(rules.vulnerable.minimums), **rule}
