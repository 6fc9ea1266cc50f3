"""Whole championships in the browser: organiser, referee and players, from the entry to the delegations' points."""

import json
from collections.abc import Sequence

import pytest
from playwright.sync_api import expect

from tests.browser.championships.championship_people import (
    Match,
    Organiser,
    Person,
    Referee,
    Somebody,
    by_pairs,
    people,
)
from tests.browser.people import Windows
from tests.web.world.viewers import Viewer

pytestmark = pytest.mark.slow

NAMES = (
    *("Bia", "Cida", "Ivo", "Edson", "Dirce", "Nair", "Tonho", "Cleide"),
    *("Ilda", "Neusa", "Zeca", "Odete", "Vilma", "Juca", "Abel", "Elza"),
)


def _team(windows: Windows, language: str = "pt-br") -> tuple[Organiser, Referee]:
    organiser = Organiser(windows.open(Viewer.ORGANISER, language=language), language)
    return organiser, Referee(windows.open(Viewer.MEMBER, language=language), language)


def _invite(organiser: Organiser, referee: Referee) -> None:
    referee.accept(organiser.invite("referee"))
    referee.slug = organiser.slug


def _enter_pair(windows: Windows, slug: str, pair: Sequence[Person]) -> Somebody:
    """One enters both, and the partner says the rest himself, by his own link. Returns the window of the first."""
    registrant, partner = Somebody(windows.open()), Somebody(windows.open())
    registrant.open("enter", slug=slug)
    registrant.tell(pair[0])
    registrant.write("partner-name", pair[1].name)
    registrant.send("Enter the pair")
    partner.page.goto(registrant.shared_links()[0])
    partner.tell(pair[1])
    partner.send("Yes, I am in")
    partner.page.close()
    return registrant


def _name(pair: Sequence[Person]) -> str:
    return f"{pair[0].called} e {pair[1].called}"


def _couples(everybody: Sequence[Person]) -> list[tuple[Person, Person]]:
    return list(zip(everybody[::2], everybody[1::2], strict=True))


def test_truco_masters_from_the_entry_to_the_cup(windows: Windows) -> None:
    """With a W.O., a correction of what the next round stands on, and a disqualification."""
    organiser, referee = _team(windows)
    slug = organiser.publish("truco-masters-2025", "Truco de Ponta a Ponta", pairs=8)
    _invite(organiser, referee)
    couples = _couples(people(NAMES[:16], "Souza"))
    registrants = {_name(pair): _enter_pair(windows, slug, pair) for pair in couples}
    organiser.select_all()
    organiser.settle()
    organiser.draw("knockout", "3 5 1")

    absent, *quarters = [*referee.call_all(), *referee.call_all()][:4]
    referee.give_walkover(absent, absent.pairs[1])
    for match in quarters[1:]:
        referee.play(match, match.pairs[0], (12, 7))
    _agree_from_their_own_pages(referee, quarters[0], registrants)

    first, second = _semi_finals(referee)
    referee.act(first, "comecar")
    corrected = next(match for match in quarters if match.pairs[0] in first.pairs)
    moves = referee.correct(corrected, corrected.pairs[1], (12, 11))
    assert any(corrected.pairs[1] in move for move in moves)

    first, second = _semi_finals(referee)
    assert corrected.pairs[1] in (*first.pairs, *second.pairs)
    referee.play(first, first.pairs[0], (12, 3))
    referee.disqualify(second, second.pairs[1], "referee")
    [final] = referee.call_all()
    assert set(final.pairs) == {first.pairs[0], second.pairs[0]}
    referee.play(final, final.pairs[1], (12, 10))
    _everybody_sees_the_champions(windows, slug, final.pairs[1])


def _semi_finals(referee: Referee) -> tuple[Match, Match]:
    first, second = sorted(referee.call_all())
    return first, second


def _agree_from_their_own_pages(referee: Referee, match: Match, registrants: dict[str, Somebody]) -> None:
    """The result from the desk, the pairs' word from their own phones, then the referee's."""
    referee.act(match, "comecar")
    referee.write_result(match, match.pairs[0], (12, 9))
    for pair in match.pairs:
        player = registrants[pair]
        player.page.reload()
        player.press(player.content.locator("a[href*='/partida/']").first)
        player.send("We agree")
    referee.confirm(match, "referee")
    expect(referee.content.locator(".result.is-official")).to_be_visible()


def _everybody_sees_the_champions(windows: Windows, slug: str, champions: str) -> None:
    visitor = Somebody(windows.open())
    for route in ("event", "bracket", "results-sheet"):
        visitor.open(route, slug=slug)
        visitor.sees(champions)
    protocol = visitor.page.request.get(f"/campeonatos/{slug}/sorteio/knockout/protocolo.json")
    assert json.loads(protocol.body())["entropy"] == "3 5 1"


def test_afia_from_the_delegations_to_their_points(windows: Windows) -> None:
    """A tie for the lucky loser's place goes to lots; a correction after the finals were drawn moves them."""
    organiser, referee = _team(windows)
    slug = organiser.publish("afia-2026-tranca", "Tranca das Delegações", pairs=6)
    _invite(organiser, referee)
    everybody = people(NAMES[:12], "Lima")
    for number, pair in enumerate(_couples(everybody), start=1):
        _enter_delegation(windows, slug, f"Delegação {number}", pair)
    organiser.settle()
    organiser.draw("qualifying", "2 2 6")

    matches = [*referee.call_all()]
    third = matches[2]
    for match, points in zip(matches, [(1500, 900), (1500, 900), (1500, 500)], strict=True):
        referee.play(match, match.pairs[0], points)

    [lots] = [draw for draw in organiser.draws_due() if draw.startswith("lots-")]
    organiser.sees(matches[0].pairs[1])
    organiser.draw(lots, "4 1 3")
    organiser.draw("finals", "6 6 1")

    moves = referee.correct(third, third.pairs[0], (1500, 1000))
    assert any(third.pairs[1] in move for move in moves)
    for draw in organiser.draws_due():
        organiser.draw(draw, "5 5 5")
    semi_finals = referee.ready()
    assert third.pairs[1] in by_pairs(semi_finals)

    one, two = semi_finals
    referee.give_walkover(one, one.pairs[1])
    [called] = referee.call_all()
    assert called.pairs == two.pairs
    referee.play(called, called.pairs[0], (1510, 800))
    final = next(match for match in referee.call_all() if one.pairs[0] in match.pairs)
    referee.play(final, one.pairs[0], (2000, 1990))
    _play_what_is_left(referee)
    visitor = Somebody(windows.open())
    visitor.open("standings", slug=slug)
    visitor.sees(one.pairs[0])
    visitor.sees("Delegação 1")


def _enter_delegation(windows: Windows, slug: str, name: str, pair: Sequence[Person]) -> None:
    captain = Somebody(windows.open())
    captain.open("enter", slug=slug)
    captain.write("delegation-delegation", name)
    captain.choose("delegation-plays", "yes")
    captain.tell(pair[0])
    captain.write("starter-2-name", pair[1].name)
    captain.send("Enter the delegation")
    captain.sees(pair[1].called)
    captain.page.close()


def _play_what_is_left(referee: Referee) -> None:
    for match in referee.call_all():
        referee.play(match, match.pairs[0], (1500, 1))


def test_faraes_as_a_league_in_english(windows: Windows) -> None:
    organiser, referee = _team(windows, "en")
    slug = organiser.publish("faraes-2023-tranca", "A League of Four", pairs=4)
    _invite(organiser, referee)
    for pair in _couples(people(NAMES[:8], "Ramos")):
        _enter_names(windows, slug, pair)
    organiser.settle()
    for draw in organiser.draws_due():
        organiser.draw(draw, "1 2 3")
    while matches := referee.call_all():
        for match in matches:
            referee.play(match, min(match.pairs), (2000, 1500))
    visitor = Somebody(windows.open(language="en"), "en")
    visitor.open("standings", slug=slug)
    expect(visitor.content.locator("table").first).to_contain_text("Bia e Cida")
    visitor.open("results-sheet", slug=slug)
    visitor.sees("Bia e Cida")


def _enter_names(windows: Windows, slug: str, pair: Sequence[Person]) -> None:
    """Where the regulation asks nothing of a partner, two names are enough."""
    registrant = Somebody(windows.open())
    registrant.open("enter", slug=slug)
    registrant.tell(pair[0])
    registrant.write("partner-name", pair[1].name)
    registrant.send("Enter the pair")
    registrant.sees(pair[1].called)
    registrant.page.close()


def test_apcef_draws_its_form_and_plays_it(windows: Windows) -> None:
    organiser, referee = _team(windows)
    slug = organiser.publish("apcef-sc-2022-canastra", "Canastra por Sorteio", pairs=4, forms=("league", "knockout"))
    _invite(organiser, referee)
    for pair in _couples(people(NAMES[:8], "Prado")):
        _enter_names(windows, slug, pair)
    organiser.draw("form", "6 1 1")
    organiser.settle()
    for draw in organiser.draws_due():
        organiser.draw(draw, "1 1 6")
    while matches := referee.call_all():
        for match in matches:
            referee.play(match, min(match.pairs), (3000, 2500))
        for draw in organiser.draws_due():
            organiser.draw(draw, "2 4 6")
    visitor = Somebody(windows.open())
    visitor.open("results-sheet", slug=slug)
    visitor.sees("Bia e Cida")
