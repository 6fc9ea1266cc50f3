#!/usr/bin/env python3
"""Recompute a draw, or every deal of a match record, with nothing but Python's standard library.

    python3 carteado_verify.py FILE        ("-" reads standard input)

Exit status: 0 all that is revealed is verified, 1 a check failed, 2 the input cannot be checked.
Of a record only the deals are checked, not its moves, scores and names.

Chance, the same for both:
  words       HMAC-SHA256(key = 32-byte seed, message = LABEL|0), then LABEL|1, LABEL|2, ... (in ASCII);
              each result is read as eight 32-bit big-endian numbers.
  below n     Take words until one is below n * floor(2^32 / n); the number is that word modulo n.
  shuffle     For i from the last place down to 1: j = a number below i + 1; swap the places i and j.
  commitment  SHA-256 of LABEL|SECRET, the secret (or seed) as 64 lower-case hexadecimal digits.

Deals, carteado-fair/1 in a carteado-record/1: LABEL is carteado-fair/1|MATCH|HAND, HAND the index in "hands".
  deck        Suits c h s d, in each A 2 3 4 5 6 7 8 9 T J Q K. Truco lacks 8 9 T; Tranca and Canastra have
              the whole list twice. It is shuffled with the hand's seed; the first card is the top.
  cuts, burn  Each cut k moves the first k cards to the end. Then the burnt cards leave the top: in truco
              3 at most, none when a side is one point from the target; in Tranca and Canastra none.
  owed        If one hand has a commitment, all must. A match that is over by its score must reveal its seeds.
  dealing     One card at a time from the seat after the dealer on. Truco: 3 each, three at a time when both
              sides are one point from the target (mao de ferro), then the vira. Tranca and Canastra: 11
              each, then two mortos of 11; the rest is the stock.

Draws, carteado-draw/1: LABEL is carteado-draw/1|EVENT|NAME.
  seed        SHA-256 of the 32 bytes of the secret, then "|", then the public entropy in UTF-8.
  drawn       The entrants' ids in code-point order, shuffled.
  result      Places 0 and 1, 2 and 3, ... meet first, except the last "byes" places (none if not given) and one
              left over before them. Walk these pairs in order. Where "apart" puts both in
              one group, exchange the second with the first entrant after the pair or, failing that, the
              nearest before it, such that neither of the two pairs then has two of one group. If no entrant
              fits, the clash stays and is listed as unavoidable.
"""

import hashlib
import hmac
import json
import sys
from pathlib import Path
from typing import Any

TRUCO = ("truco-masters-2025",)
MELDS = ("afia-2026-tranca", "faraes-2023-tranca", "apcef-sc-2022-canastra")
TARGETS = {**dict.fromkeys(TRUCO, 12), **dict(zip(MELDS, (1500, 2000, 3000), strict=True))}
FINAL_TARGETS = {**TARGETS, "afia-2026-tranca": 2000}
MOST_BURNT = 3
CHANGES_DEALING = (
    *("dealing.cards", "dealing.hand_size", "dealing.morto_size", "dealing.mortos"),
    *("deck.without", "eleven.short_of_target", "iron.packet", "table.players"),
)
NEEDS = "this stand-alone check needs "


class BadInput(Exception):
    """The input lacks information for the check, or has the wrong form."""


class Fails(Exception):
    """A check failed: the input contradicts the published values."""


def need(condition: bool, otherwise: str) -> None:
    if not condition:
        raise BadInput(otherwise)


# ---- chance ----


def shuffle(canonical: list[str], label: str, seed: bytes) -> list[str]:
    items, unread, block = list(canonical), b"", 0
    for i in range(len(items) - 1, 0, -1):
        word = limit = (i + 1) * (2**32 // (i + 1))
        while word >= limit:
            if not unread:
                unread = hmac.new(seed, f"{label}|{block}".encode("ascii"), hashlib.sha256).digest()
                block += 1
            word, unread = int.from_bytes(unread[:4], "big"), unread[4:]
        j = word % (i + 1)
        items[i], items[j] = items[j], items[i]
    return items


def commitment(label: str, secret: bytes) -> str:
    return hashlib.sha256(f"{label}|{secret.hex()}".encode("ascii")).hexdigest()


# ---- reading ----


def a_list(value: Any, name: str) -> list[Any]:
    need(isinstance(value, list), f"{name} must be a list")
    return list(value)


def an_object(value: Any, name: str) -> dict[str, Any]:
    need(isinstance(value, dict), f"{name} must be an object")
    return dict(value)


def a_number(value: Any, name: str, highest: int) -> int:
    need(type(value) is int and 0 <= value <= highest, f"{name} must be a number from 0 to {highest}")
    return int(value)


def a_text(value: Any, name: str) -> str:
    writable = isinstance(value, str) and not any("\ud800" <= c <= "\udfff" for c in value)
    need(writable, f"{name} must be a text that UTF-8 can write")
    return str(value)


def an_id(value: Any, name: str) -> str:
    fit = isinstance(value, str) and value != "" and all(" " <= c <= "~" and c != "|" for c in value)
    need(fit, f"{name} must be printable ASCII without '|', and not empty")
    return str(value)


def hex_digits(value: Any, name: str) -> str:
    fit = isinstance(value, str) and len(value) == 64 and set(value) <= set("0123456789abcdef")
    need(fit, f"{name} must be 64 lower-case hexadecimal digits")
    return str(value)


def cards(value: Any, name: str) -> list[str]:
    """Read cards, normalised to the form Tc; 10c and suit symbols are accepted."""
    texts = [a_text(card, f"each card of {name}") for card in a_list(value, name)]
    return [text.replace("10", "T").translate(str.maketrans("♣♥♠♦", "chsd")) for text in texts]


# ---- deals ----


def scores(value: Any, name: str) -> list[int]:
    fit = isinstance(value, list) and len(value) == 2 and all(type(points) is int for points in value)
    need(fit, NEEDS + name + ", as two numbers")
    return list(value)


def target(record: dict[str, Any]) -> int:
    is_final = record.get("phase") == "final"
    points = (FINAL_TARGETS if is_final else TARGETS)[record["regulation"]]
    key = "match.final_target" if is_final and record["regulation"] in MELDS else "match.target"
    named = record.get("target")
    return overridden(record, key, points) if named is None else a_number(named, '"target"', 10**9)


def overridden(record: dict[str, Any], key: str, value: int) -> int:
    """The value that the event sets, or else the regulation's."""
    override = an_object(record.get("overrides") or {}, '"overrides"').get(key)
    return value if override is None else a_number(an_object(override, key).get("value"), key, 10**9)


def short_of_target(record: dict[str, Any], index: int) -> list[int]:
    """How many points both sides need before this hand."""
    if index == 0:
        start = record["hands"][0].get("start")
        score = [0, 0] if start is None else scores(start, '"start" of hand 0')
    else:
        score = scores(record["hands"][index - 1].get("score"), f'"score" of hand {index - 1}')
    return [target(record) - points for points in score]


def is_over(record: dict[str, Any]) -> bool | None:
    """Whether one side has reached the target, by the score after the last hand; None without such a score."""
    score = record["hands"][-1].get("score")
    if score is None:
        return None
    first, second = scores(score, '"score" of the last hand')
    return max(first, second) >= target(record) and first != second


def dealer(record: dict[str, Any], index: int) -> int:
    seat = record["hands"][index].get("dealer")
    if seat is None and index == 0:
        seat = record.get("first_dealer")
    need(seat is not None, NEEDS + '"dealer" in each hand, or "first_dealer" for the first')
    return a_number(seat, '"dealer"', len(record["seats"]) - 1)


def dealt_by(seed: bytes, record: dict[str, Any], index: int, fair: dict[str, Any]) -> dict[str, list[str]]:
    """The piles that this seed, these cuts and this burn give."""
    truco, seats = record["regulation"] in TRUCO, len(record["seats"])
    ranks, copies, each = ("A234567JQK", 1, 3) if truco else ("A23456789TJQK", 2, 11)
    deck = [rank + suit for suit in "chsd" for rank in ranks] * copies
    deck = shuffle(deck, f"carteado-fair/1|{record['match']}|{index}", seed)
    for k in a_list(fair.get("cuts", []), '"cuts"'):
        a_number(k, "each cut", len(deck) - 1)
        deck = deck[k:] + deck[:k]
    short = short_of_target(record, index) if truco else [0, 0]
    burn = a_number(fair.get("burn", 0), '"burn"', len(deck))
    most = overridden(record, "dealing.burn_limit", MOST_BURNT) if truco and 1 not in short else 0
    if burn > most:
        raise Fails(f"{burn} cards were burnt, where {most} may be")
    deck = deck[burn:]
    packet = 3 if truco and short == [1, 1] else 1
    piles: dict[str, list[str]] = {f"hand of seat {seat}": [] for seat in range(seats)}
    for turn in range(seats * each // packet):
        seat = (dealer(record, index) + 1 + turn) % seats
        piles[f"hand of seat {seat}"] += deck[:packet]
        deck = deck[packet:]
    rest = {"vira": deck[:1]} if truco else {"morto 0": deck[:11], "morto 1": deck[11:22], "stock": deck[22:]}
    return {**piles, **rest}


def recorded(record: dict[str, Any], index: int) -> dict[str, list[str]]:
    """The same piles as recorded, and any other piles of the record."""
    deal = an_object(record["hands"][index].get("deal"), '"deal"')
    piles = {f"hand of seat {seat}": hand for seat, hand in enumerate(a_list(deal.pop("hands", None), '"hands"'))}
    if record["regulation"] in TRUCO:
        piles["vira"] = [deal.pop("vira", None)]
    else:
        piles.update({f"morto {i}": m for i, m in enumerate(a_list(deal.pop("mortos", None), '"mortos"'))})
        piles["stock"] = deal.pop("stock", None)
    piles.update({name: pile for name, pile in deal.items() if not name.startswith("_")})
    return {name: cards(pile, name) for name, pile in piles.items()}


def check_hand(record: dict[str, Any], index: int) -> str:
    """The verdict on a hand. Raises ``Fails`` if a check fails."""
    if record["hands"][index].get("fair") is None:
        raise Fails("it has no commitment, and other hands have")
    fair = an_object(record["hands"][index]["fair"], '"fair"')
    promised = hex_digits(fair.get("commitment"), '"commitment"')
    if fair.get("seed") is None:
        if is_over(record):
            raise Fails("the match is over and the seed is not revealed")
        return "not revealed"
    seed = bytes.fromhex(hex_digits(fair["seed"], '"seed"'))
    if commitment(f"carteado-fair/1|{record['match']}|{index}", seed) != promised:
        raise Fails("the seed is not the one committed to")
    due, found = dealt_by(seed, record, index, fair), recorded(record, index)
    wrong = [name for name in {**due, **found} if due.get(name) != found.get(name)]
    if wrong:
        raise Fails("the seed gives another " + ", ".join(wrong))
    return "verified"


def judged(record: dict[str, Any], index: int) -> tuple[str, str]:
    """The verdict, and why."""
    try:
        return check_hand(record, index), ""
    except Fails as error:
        return "FAILED", f": {error}"
    except BadInput as error:
        return "cannot be checked", f": {error}"


def ending(record: dict[str, Any]) -> str:
    """A note if the record does not show that its match is over."""
    try:
        over = is_over(record)
    except BadInput:
        over = None
    if over is None:
        return "the record does not say how it ends: the rest may be missing"
    first, second = record["hands"][-1]["score"]
    why = "the match was not over, a referee decided it, or the rest is missing"
    return "" if over else f"the record ends at {first} x {second}: {why}"


def check_record(record: dict[str, Any]) -> int:
    known = TRUCO + MELDS
    need(record.get("regulation") in known, '"regulation" must be one of ' + ", ".join(known))
    names = [a_text(name, "each seat") for name in a_list(record.get("seats"), '"seats"')]
    need(len(names) in (2, 4), '"seats" must have 2 or 4 names')
    hands = [an_object(hand, "each hand") for hand in a_list(record.get("hands"), '"hands"')]
    need(any(hand.get("fair") is not None for hand in hands), "no hand of this record carries a fair deal")
    an_id(record.get("match"), '"match"')
    for key, override in an_object(record.get("overrides") or {}, '"overrides"').items():
        need(key not in CHANGES_DEALING, NEEDS + f"a deal by the regulation; this event changes {key}")
        need(key.startswith("_") or {"value", "by"} == set(an_object(override, key)), f"{key} needs value and by")
    verdicts = []
    for index in range(len(hands)):
        verdict, why = judged(record, index)
        verdicts.append(verdict)
        print(f"hand {index}: {verdict}{why}")
    print("in all: " + ", ".join(f"{verdicts.count(v)} {v}" for v in dict.fromkeys(verdicts)))
    if ending(record):
        print(ending(record))
    print("checked: the deals; not moves, scores and names")
    if "FAILED" not in verdicts and "cannot be checked" in verdicts:
        return 2
    return 1 if "FAILED" in verdicts else 0


# ---- draws ----


def keep_apart(places: list[str], apart: dict[str, str], byes: int) -> dict[str, Any]:
    """Exchange entrants in ``places`` and return the moves and the unavoidable clashes."""
    meeting = (len(places) - byes) // 2 * 2

    def clash(place: int) -> bool:
        groups = [apart.get(entrant) for entrant in places[place - place % 2 : place - place % 2 + 2]]
        return place < meeting and groups[0] is not None and groups[0] == groups[1]

    moves, unavoidable = [], []
    for first in range(0, meeting, 2):
        if not clash(first):
            continue
        second, stays, mover = first + 1, places[first], places[first + 1]
        for to in [*range(second + 1, len(places)), *range(first - 1, -1, -1)]:
            places[second], places[to] = places[to], mover
            if not clash(first) and not clash(to):
                why = {"opponent": stays, "group": apart[stays]}
                move = {"entrant": mover, "from": second, "to": to, "exchanged_with": places[second]}
                moves.append({**move, "why": why})
                break
            places[second], places[to] = mover, places[second]
        else:
            unavoidable.append({"places": [first, second], "entrants": [stays, mover], "group": apart[stays]})
    return {"moves": moves, "unavoidable": unavoidable}


def check_draw(given: dict[str, Any]) -> int:
    label = f"carteado-draw/1|{an_id(given.get('event'), 'event')}|{an_id(given.get('name'), 'name')}"
    need(a_text(given.get("algorithm"), "algorithm").startswith("carteado-draw/1"), "unknown algorithm")
    secret = bytes.fromhex(hex_digits(given.get("secret"), "secret"))
    entropy = a_text(given.get("entropy"), "entropy").encode("utf-8")
    entrants = [a_text(entrant, "each entrant") for entrant in a_list(given.get("entrants"), "entrants")]
    apart = an_object(given.get("apart", {}), "apart")
    groups = [a_text(group, "each group") for group in apart.values()]
    need(len(entrants) > 0 and len(set(entrants)) == len(entrants), "each entrant must be entered once")
    need(set(apart) <= set(entrants), "only entrants can be kept apart")
    byes = given.get("byes", 0)
    need(type(byes) is int and 0 <= byes <= len(entrants), "byes are a number of entrants")
    need("" not in entrants + groups, "the id of an entrant, or a group, is empty")
    seed = hashlib.sha256(secret + b"|" + entropy).digest()
    drawn = shuffle(sorted(entrants), label, seed)
    result = list(drawn)
    due: dict[str, Any] = {"commitment": commitment(label, secret), "seed": seed.hex(), "drawn": drawn}
    due.update({"constraints": keep_apart(result, apart, byes), "result": result})
    wrong = [name for name in due if not same(given.get(name), due[name])]
    for name in due:
        print(f"{name}: {'FAILED: the inputs give another' if name in wrong else 'verified'}")
    return 1 if wrong else 0


def same(found: Any, due: Any) -> bool:
    """Equal as values and as text; Python alone would take true for 1."""
    return bool(found == due) and json.dumps(found, sort_keys=True) == json.dumps(due, sort_keys=True)


# ---- command line ----


def check(path: str) -> int:
    raw = sys.stdin.buffer.read() if path == "-" else Path(path).read_bytes()
    data = an_object(json.loads(raw.decode("utf-8")), "the input")
    kinds = {"carteado-draw/1": check_draw, "carteado-record/1": check_record}
    need(str(data.get("format")) in kinds, '"format" must be one of ' + ", ".join(kinds))
    return kinds[data["format"]](data)


def main(arguments: list[str]) -> int:
    try:
        need(len(arguments) == 1, "give one file, or - for standard input")
        return check(arguments[0])
    except (BadInput, OSError, ValueError) as error:  # ValueError: neither UTF-8 nor JSON
        print(f"bad input: {error}", file=sys.stderr)
    except RecursionError:
        print("bad input: nested too deeply", file=sys.stderr)
    return 2


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
