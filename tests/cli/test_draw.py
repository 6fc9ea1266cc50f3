"""``carteado draw``: the protocol that ``carteado verify`` accepts, and an order for people."""

import json
from typing import Any

import pytest

from tests.cli.command import Ran, carteado

SECRET = "0123456789abcdef" * 4
ENTRANTS = ["ana-bia", "caio-davi", "edu-fabi", "gil-hugo", "iara-joão"]
INPUT: dict[str, Any] = {
    "event": "copa-2026",
    "name": "quarter-finals",
    "entrants": ENTRANTS,
    "apart": {"ana-bia": "Ponta Grossa", "caio-davi": "Ponta Grossa", "edu-fabi": "Ponta Grossa"},
}


def draw(document: object, *options: str, secret: str = SECRET, lang: str = "en") -> Ran:
    data = document if isinstance(document, bytes) else json.dumps(document)
    arguments = ("draw", "-", "--secret", secret, "--entropy", "loteria 2.871", *options)
    return carteado(*arguments, stdin=data, lang=lang)


def test_the_protocol_verifies() -> None:
    ran = draw(INPUT, "--json")
    assert ran.code == 0
    protocol = ran.document
    assert sorted(protocol["result"]) == sorted(ENTRANTS)
    assert protocol["entropy"] == "loteria 2.871"
    verified = carteado("verify", "-", "--json", stdin=ran.out)
    assert (verified.code, verified.document["holds"]) == (0, True)
    forged = {**protocol, "result": protocol["result"][::-1]}
    assert carteado("verify", "-", stdin=json.dumps(forged)).code == 1


def test_the_order_in_which_entrants_are_written_does_not_count() -> None:
    turned = {**INPUT, "entrants": ENTRANTS[::-1]}
    assert draw(turned, "--json").document["result"] == draw(INPUT, "--json").document["result"]
    assert draw(INPUT, "--json", secret="f" * 64).document["seed"] != draw(INPUT, "--json").document["seed"]


def test_those_with_a_bye_meet_nobody() -> None:
    free = draw({**INPUT, "byes": 5}, "--json").document
    assert free["constraints"] == {"moves": [], "unavoidable": []}
    assert carteado("verify", "-", stdin=json.dumps(free)).code == 0
    assert "5" in draw({**INPUT, "byes": 6}, "--json").error["message"]


@pytest.mark.parametrize("lang", ["pt", "en"])
def test_people_see_the_order_and_what_to_verify_it_with(lang: str) -> None:
    protocol = draw(INPUT, "--json").document
    ran = draw(INPUT, lang=lang)
    assert ran.code == 0
    places = [ran.out.index(entrant) for entrant in protocol["result"]]
    assert places == sorted(places)
    for key in ("commitment", "secret", "entropy", "seed"):
        assert protocol[key] in ran.out


@pytest.mark.parametrize(("lang", "said"), [("pt", "não havia como evitar"), ("en", "it could not be avoided")])
def test_people_are_told_whom_no_draw_keeps_apart(lang: str, said: str) -> None:
    everybody = {**INPUT, "apart": dict.fromkeys(ENTRANTS, "[b]Ponta Grossa")}
    ran = draw(everybody, lang=lang)
    assert ran.out.count(said) == 2
    assert "[b]Ponta Grossa" in ran.out


def test_people_are_told_who_was_moved() -> None:
    for number in range(20):
        document = {**INPUT, "name": f"draw {number}"}
        moves = draw(document, "--json").document["constraints"]["moves"]
        assert draw(document).out.count("changed to place") == len(moves)
        if moves:
            return
    pytest.fail("nobody was moved in twenty draws")


def test_nobody_need_be_kept_apart() -> None:
    without = {key: value for key, value in INPUT.items() if key != "apart"}
    assert draw(without, "--json").document["apart"] == {}
    assert draw({**INPUT, "apart": None, "_note": 1}, "--json").document["apart"] == {}


WRONG: dict[str, tuple[object, str]] = {
    "no_json": (b"ana-bia", ""),
    "a_list": ([], ""),
    "no_event": ({key: value for key, value in INPUT.items() if key != "event"}, ""),
    "event_a_number": ({**INPUT, "event": 7}, "event"),
    "event_empty": ({**INPUT, "event": ""}, ""),
    "name_with_a_bar": ({**INPUT, "name": "a|b"}, ""),
    "name_with_an_accent": ({**INPUT, "name": "semifinál"}, ""),
    "no_entrants": ({**INPUT, "entrants": [], "apart": {}}, ""),
    "entrants_not_a_list": ({**INPUT, "entrants": "ana"}, "entrants"),
    "entrant_a_number": ({**INPUT, "entrants": [1]}, "entrants[0]"),
    "entrant_empty": ({**INPUT, "entrants": [""]}, "entrants[0]"),
    "entrant_twice": ({**INPUT, "entrants": [*ENTRANTS, "ana-bia"]}, ""),
    "apart_a_stranger": ({**INPUT, "apart": {"zé-téo": "x"}}, ""),
    "apart_a_list": ({**INPUT, "apart": ["ana-bia"]}, "apart"),
    "group_a_number": ({**INPUT, "apart": {"ana-bia": 3}}, "apart.ana-bia"),
    "unknown_key": ({**INPUT, "seeds": 2}, ""),
}


@pytest.mark.parametrize("name", WRONG)
def test_a_wrong_draw_is_told_in_both_languages(name: str) -> None:
    document, where = WRONG[name]
    pt, en = (draw(document, lang=lang) for lang in ("pt", "en"))
    assert (pt.code, en.code, pt.out, en.out) == (2, 2, "", "")
    assert pt.err != en.err
    assert (draw(document, "--json").error["where"] or "") == where


@pytest.mark.parametrize("secret", ["", "ab", "G" * 64, "A" * 64, "0" * 63, "é" * 64])
def test_a_secret_has_one_spelling(secret: str) -> None:
    pt, en = (draw(INPUT, secret=secret, lang=lang) for lang in ("pt", "en"))
    assert (pt.code, en.code) == (2, 2)
    assert pt.err != en.err
    assert ("segredo" in pt.err, "secret must" in en.err) == (True, True)
    assert draw(INPUT, "--json", secret=secret).error["where"] == "--secret"


@pytest.mark.parametrize("missing", ["--secret", "--entropy"])
def test_both_halves_of_the_chance_are_needed(missing: str) -> None:
    arguments = {"--secret": SECRET, "--entropy": "x"}
    arguments.pop(missing)
    ran = carteado("draw", "-", *next(iter(arguments.items())), "--json", stdin=json.dumps(INPUT))
    assert missing in ran.error["message"]
