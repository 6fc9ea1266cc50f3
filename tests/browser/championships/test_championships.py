"""Whole championships in the browser: organiser, referee and players, from the entry to the delegations' points.

After every act of the team every place that says something of the event is compared with the championship.
"""

import json
from collections.abc import Iterator, Sequence

import pytest
from playwright.sync_api import expect

from tests.browser.championships.championship_people import (
    Match,
    Organiser,
    Person,
    Referee,
    Somebody,
    by_pairs,
    local_minute,
    people,
)
from tests.browser.championships.comparing import Comparer, comparing
from tests.browser.people import Windows
from tests.browser.site_process import Site
from tests.browser.sumula.sheet_scorer import Scorer, asked
from tests.web.world.viewers import Viewer

pytestmark = pytest.mark.slow

NAMES = (
    *("Bia", "Cida", "Ivo", "Edson", "Dirce", "Nair", "Tonho", "Cleide"),
    *("Ilda", "Neusa", "Zeca", "Odete", "Vilma", "Juca", "Abel", "Elza"),
)


MAKES_A_PHONE = """
import json
from carteado.web.devices.models import Right
from carteado.web.events.models import Event
from tests.web.journeys.readers.screens import a_device
print(json.dumps(a_device(Event.objects.get(slug={slug!r}), Right.SUMULA, {table!r})))
"""
DELAY_S = 6


@pytest.fixture
def everywhere(site: Site) -> Iterator[Comparer]:
    with comparing(site) as comparer:
        yield comparer


def _team(windows: Windows, everywhere: Comparer, language: str = "pt-br") -> tuple[Organiser, Referee]:
    organiser = Organiser(windows.open(Viewer.ORGANISER, language=language), language, everywhere.all_agree)
    return organiser, Referee(windows.open(Viewer.MEMBER, language=language), language, everywhere.all_agree)


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


def test_truco_masters_from_the_entry_to_the_cup(windows: Windows, everywhere: Comparer, site: Site) -> None:
    """With a convocation, hours that change, a W.O., a correction that takes the next match away from under the phone
    of its table, and a disqualification."""
    organiser, referee = _team(windows, everywhere)
    slug = organiser.publish("truco-masters-2025", "Truco de Ponta a Ponta", pairs=8)
    _invite(organiser, referee)
    couples = _couples(people(NAMES[:16], "Souza"))
    registrants = {_name(pair): _enter_pair(windows, slug, pair) for pair in couples}
    organiser.select_all()
    _are_convoked([*registrants.values()], "Clube XV, Santos")
    organiser.move_to("Clube do Cais, Santos", "A sala ficou pequena.")
    _are_told(registrants[_name(couples[0])], "A sala ficou pequena.", "Clube do Cais, Santos")
    organiser.settle()
    organiser.draw("knockout", "3 5 1")
    organiser.publish_hours()
    organiser.put_off(30, "A sala abre mais tarde.")
    _are_told(registrants[_name(couples[0])], "A sala abre mais tarde.")

    absent, *quarters = [*referee.call_all(), *referee.call_all()][:4]
    referee.give_walkover(absent, absent.pairs[1])
    for match in quarters[1:]:
        referee.play(match, match.pairs[0], (12, 7))
    _agree_from_their_own_pages(referee, quarters[0], registrants)

    first, second = _semi_finals(referee)
    referee.act(first, "comecar")
    phone = _phone_at(windows, site, slug, referee.table_of(first))
    expect(phone.page.locator(".sheet")).to_be_visible()
    corrected = next(match for match in quarters if match.pairs[0] in first.pairs)
    moves = referee.correct(corrected, corrected.pairs[1], (12, 11))
    assert any(corrected.pairs[1] in move for move in moves)
    expect(phone.page.locator(".taken")).to_contain_text("Esta partida mudou", timeout=20_000)
    expect(phone.page.locator(".half")).to_have_count(0)

    first, second = _semi_finals(referee)
    assert corrected.pairs[1] in (*first.pairs, *second.pairs)
    expect(phone.page.locator(".told")).to_contain_text("Esta é a súmula de agora", timeout=20_000)
    expect(phone.page.locator(".half__score").first).to_have_text("0")
    referee.play(first, first.pairs[0], (12, 3))
    referee.disqualify(second, second.pairs[1], "referee")
    _are_out(registrants[second.pairs[1]])
    [final] = referee.call_all()
    assert set(final.pairs) == {first.pairs[0], second.pairs[0]}
    referee.play(final, final.pairs[1], (12, 10))
    _everybody_sees_the_champions(windows, slug, final.pairs[1])


def _are_convoked(registrants: Sequence[Somebody], place: str) -> None:
    """Each reads it on their own page; all but the last say that they will come."""
    for player in registrants:
        player.page.reload()
        player.sees("Vocês estão convocados")
        player.sees(place)
        player.sees("14h")
        if player is not registrants[-1]:
            player.send("We will come")
            player.sees(player.say("You answered: we will come."))


def _are_told(player: Somebody, *texts: str) -> None:
    player.page.reload()
    for text in texts:
        player.sees(text)


def _are_out(player: Somebody) -> None:
    player.page.reload()
    player.sees("Desclassificada")


def _phone_at(windows: Windows, site: Site, slug: str, table: str) -> Scorer:
    secret = asked(site.environment, MAKES_A_PHONE.format(slug=slug, table=table))
    phone = Scorer(windows.open())
    phone.sit_down(str(secret))
    return phone


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


def test_afia_from_the_delegations_to_their_points(windows: Windows, everywhere: Comparer) -> None:
    """A tie for the lucky loser's place goes to lots; a correction after the finals were drawn moves them."""
    organiser, referee = _team(windows, everywhere)
    slug = organiser.publish("afia-2026-tranca", "Tranca das Delegações", pairs=6)
    _invite(organiser, referee)
    everybody = people(NAMES[:12], "Lima")
    for number, pair in enumerate(_couples(everybody), start=1):
        _enter_delegation(windows, slug, f"Delegação {number}", pair)
    organiser.settle()
    organiser.draw("qualifying", "2 2 6")
    organiser.publish_hours()

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


def test_faraes_as_a_league_in_english(windows: Windows, everywhere: Comparer) -> None:
    """Everybody sees everything some seconds late. A pair withdraws, and one result is corrected."""
    organiser, referee = _team(windows, everywhere, "en")
    slug = organiser.publish("faraes-2023-tranca", "A League of Four", pairs=4)
    _invite(organiser, referee)
    for pair in _couples(people(NAMES[:8], "Ramos")):
        _enter_names(windows, slug, pair)
    organiser.settle()
    for draw in organiser.draws_due():
        organiser.draw(draw, "1 2 3")
    organiser.publish_hours()
    organiser.delay(DELAY_S)
    visitor = Somebody(windows.open(language="en"), "en")
    visitor.open("bracket", slug=slug)
    first, other = referee.call_all()
    referee.play(first, min(first.pairs), (2000, 1500))
    expect(visitor.page.locator(".is-winner").first).to_be_visible(timeout=(DELAY_S + 10) * 1000)
    referee.withdraw(other, max(other.pairs))
    referee.correct(first, min(first.pairs), (2000, 1900))
    while matches := referee.call_all():
        for match in matches:
            referee.play(match, min(match.pairs), (2000, 1500))
    visitor.page.wait_for_timeout(DELAY_S * 1000)
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


def test_apcef_draws_its_form_and_plays_it(windows: Windows, everywhere: Comparer) -> None:
    """Recorded now and shown later: until the embargo ends nobody but the team reads a result."""
    organiser, referee = _team(windows, everywhere)
    slug = organiser.publish("apcef-sc-2022-canastra", "Canastra por Sorteio", pairs=4, forms=("league", "knockout"))
    _invite(organiser, referee)
    for pair in _couples(people(NAMES[:8], "Prado")):
        _enter_names(windows, slug, pair)
    organiser.draw("form", "6 1 1")
    organiser.settle()
    for draw in organiser.draws_due():
        organiser.draw(draw, "1 1 6")
    organiser.publish_hours()
    organiser.keep_results(until=local_minute(days=3))
    visitor = Somebody(windows.open())
    while matches := referee.call_all():
        for match in matches:
            referee.play(match, min(match.pairs), (3000, 2500))
        for draw in organiser.draws_due():
            organiser.draw(draw, "2 4 6")
    for route in ("bracket", "standings", "results-sheet", "agenda"):
        visitor.open(route, slug=slug)
        expect(visitor.content).not_to_contain_text("3000")
        expect(visitor.page.locator(".is-winner")).to_have_count(0)
    organiser.keep_results(until="")
    visitor.open("results-sheet", slug=slug)
    visitor.sees("Bia e Cida")
