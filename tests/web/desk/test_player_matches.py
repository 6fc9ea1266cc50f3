"""A pair's own word on its result, from the page that a player's link opens; nobody else's link says it for them."""

import re
from datetime import timedelta
from typing import Any

import pytest
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from carteado.regulation import load
from carteado.tournament.formats.plans import knockout
from carteado.tournament.matches.match_log import Party, State
from carteado.tournament.operations import CallMatch, OpenEntry, Settle
from carteado.tournament.registrations.acts import Actor, Enter
from carteado.tournament.registrations.acts import Role as Capacity
from carteado.tournament.running.dispatch import fold
from carteado.tournament.state.championship import Championship
from carteado.web.desk.player_match_pages import player_matches
from carteado.web.events.models import Event
from carteado.web.kit.guarding.policy import Role
from carteado.web.matches.players import party_of
from carteado.web.registrations.models import Entrant
from tests.web.world.halls import (
    AF,
    AP,
    Worker,
    alert,
    append,
    drawn,
    forms_in,
    hold_draw,
    open_matches,
    page_html,
    points,
    sealed,
)

pytestmark = pytest.mark.django_db


def player(event: Event, code: str, number: int) -> Entrant:
    return Entrant.objects.create(event=event, code=code, number=number, called=f"Jogador {number}")


def page_of(entrant: Entrant, match: str) -> str:
    return reverse("partida-confirmar", args=[entrant.secret, match])


@pytest.fixture
def clerk() -> Worker:
    return Worker.of(drawn(AF, 4, with_delegations=True), Role.CLERK)


@pytest.fixture
def match(clerk: Worker) -> str:
    return open_matches(clerk.championship)[0]


@pytest.fixture
def two(clerk: Worker, match: str) -> tuple[Entrant, Entrant]:
    first, second = clerk.championship.bracket.pairs(match) or ("", "")
    return player(clerk.event, f"{first}a", 1), player(clerk.event, f"{second}b", 2)


def answer_result(entrant: Entrant, match: str, word: str, **fields: str) -> Any:
    client = Client()
    html = client.get(page_of(entrant, match)).content.decode()
    return client.post(page_of(entrant, match), {**forms_in(html)[""], "word": word, **fields})


def test_each_pair_confirms_for_itself_and_the_referee_makes_it_official(
    clerk: Worker, match: str, two: tuple[Entrant, Entrant]
) -> None:
    clerk.does(match, "resultado", **points(clerk.championship, match))
    for party, entrant in zip((Party.FIRST, Party.SECOND), two, strict=True):
        assert answer_result(entrant, match, "confirmar").status_code == 302
        assert party in clerk.championship.logs[match].submissions[-1].confirmed
        assert clerk.championship.log[-1].by == entrant.code
    Worker.of(clerk.event, Role.REFEREE).does(match, "confirmar-arbitragem", party="referee")
    assert clerk.championship.logs[match].state is State.OFFICIAL


def test_nobody_speaks_for_the_other_pair(clerk: Worker, match: str, two: tuple[Entrant, Entrant]) -> None:
    clerk.does(match, "resultado", **points(clerk.championship, match))
    answer_result(two[0], match, "confirmar", party="second")
    answer_result(two[0], match, "confirmar", party="referee")
    assert clerk.championship.logs[match].submissions[-1].confirmed == {Party.FIRST}


def test_a_secret_opens_only_matches_that_its_owner_plays(clerk: Worker, match: str) -> None:
    other = open_matches(clerk.championship)[1]
    pair = (clerk.championship.bracket.pairs(other) or ("",))[0]
    stranger = player(clerk.event, f"{pair}a", 7)
    own = reverse("entrant", args=[stranger.secret])
    clerk.does(match, "resultado", **points(clerk.championship, match))
    assert Client().get(page_of(stranger, match))["Location"] == own
    answer = Client().post(page_of(stranger, match), {"word": "confirmar", "version": "0", "seq": str(clerk.event.seq)})
    assert answer["Location"] == own
    assert not clerk.championship.logs[match].submissions[-1].confirmed
    assert Client().get(reverse("partida-confirmar", args=["nada", match])).status_code == 404


def test_a_substitute_speaks_once_he_plays_and_who_left_no_longer(clerk: Worker, match: str) -> None:
    first, _second = clerk.championship.bracket.pairs(match) or ("", "")
    clerk.does(match, "substituir", leaves=f"{first}a", enters=f"{first}r", why="adoeceu")
    assert party_of(clerk.championship, match, f"{first}r") is Party.FIRST
    assert party_of(clerk.championship, match, f"{first}a") is None
    assert party_of(clerk.championship, match, f"{first}s") is None


def test_a_dispute_from_the_pairs_page_needs_its_reason(
    clerk: Worker, match: str, two: tuple[Entrant, Entrant]
) -> None:
    clerk.does(match, "resultado", **points(clerk.championship, match))
    assert answer_result(two[1], match, "contestar", why="").status_code == 200
    assert answer_result(two[1], match, "contestar", why="faltou a bate").status_code == 302
    last = clerk.championship.logs[match].submissions[-1]
    assert last.disputed == {Party.SECOND: "faltou a bate"}


def test_a_version_that_was_replaced_meanwhile_is_not_confirmed(
    clerk: Worker, match: str, two: tuple[Entrant, Entrant]
) -> None:
    clerk.does(match, "resultado", **points(clerk.championship, match))
    client = Client()
    old = forms_in(client.get(page_of(two[0], match)).content.decode())[""]
    clerk.does(match, "resultado", **points(clerk.championship, match, side=1, loser=610))
    answer = client.post(page_of(two[0], match), {**old, "word": "confirmar"})
    assert alert(page_html(answer))
    assert ">610<" in page_html(answer)
    assert not clerk.championship.logs[match].submissions[-1].confirmed


def test_two_pairs_that_agree_from_pages_opened_before_either_did_both_do(
    clerk: Worker, match: str, two: tuple[Entrant, Entrant]
) -> None:
    clerk.does(match, "resultado", **points(clerk.championship, match))
    referee = Worker.of(clerk.event, Role.REFEREE)
    path, ruled = referee.filled(match, "confirmar-arbitragem", party="referee")
    opened = [(Client(), page_of(one, match)) for one in two]
    forms = [forms_in(client.get(page).content.decode())[""] for client, page in opened]
    for (client, page), form in zip(opened, forms, strict=True):
        assert client.post(page, {**form, "word": "confirmar"}).status_code == 302
    assert clerk.championship.logs[match].submissions[-1].confirmed == {Party.FIRST, Party.SECOND}
    assert referee.client.post(path, ruled).status_code == 302
    assert clerk.championship.logs[match].state is State.OFFICIAL


def test_both_of_a_pair_may_agree_and_its_word_is_given_once(
    clerk: Worker, match: str, two: tuple[Entrant, Entrant]
) -> None:
    partner = player(clerk.event, f"{two[0].code[:-1]}b", 9)
    clerk.does(match, "resultado", **points(clerk.championship, match))
    opened = [(Client(), page_of(one, match)) for one in (two[0], partner)]
    forms = [forms_in(client.get(page).content.decode())[""] for client, page in opened]
    for (client, page), form in zip(opened, forms, strict=True):
        assert client.post(page, {**form, "word": "confirmar"}).status_code == 302
    assert clerk.championship.logs[match].submissions[-1].confirmed == {Party.FIRST}


def test_a_pair_may_dispute_what_the_other_agreed_to_meanwhile_but_not_agree_to_what_is_disputed(
    clerk: Worker, match: str, two: tuple[Entrant, Entrant]
) -> None:
    clerk.does(match, "resultado", **points(clerk.championship, match))
    opened = [(Client(), page_of(one, match)) for one in two]
    forms = [forms_in(client.get(page).content.decode())[""] for client, page in opened]
    (first, first_page), (second, second_page) = opened
    assert second.post(second_page, {**forms[1], "word": "contestar", "why": "faltou a bate"}).status_code == 302
    refused = page_html(first.post(first_page, {**forms[0], "word": "confirmar"}))
    assert "contestado" in alert(refused)
    assert "faltou a bate" in refused, "as it stands now"
    last = clerk.championship.logs[match].submissions[-1]
    assert (last.confirmed, set(last.disputed)) == (frozenset(), {Party.SECOND})


def test_a_result_taken_back_and_handed_in_anew_is_another_though_it_has_the_same_number(
    clerk: Worker, match: str, two: tuple[Entrant, Entrant]
) -> None:
    clerk.does(match, "resultado", **points(clerk.championship, match))
    client = Client()
    old = forms_in(client.get(page_of(two[0], match)).content.decode())[""]
    Worker.of(clerk.event, Role.REFEREE).does(match, "desfazer", why="mesa trocada")
    clerk.does(match, "resultado", **points(clerk.championship, match, side=1, loser=610))
    answer = client.post(page_of(two[0], match), {**old, "word": "confirmar"})
    assert alert(page_html(answer))
    assert not clerk.championship.logs[match].submissions[-1].confirmed


def test_a_word_given_twice_is_given_once(clerk: Worker, match: str, two: tuple[Entrant, Entrant]) -> None:
    clerk.does(match, "resultado", **points(clerk.championship, match))
    client = Client()
    form = {**forms_in(client.get(page_of(two[0], match)).content.decode())[""], "word": "confirmar"}
    assert [client.post(page_of(two[0], match), form).status_code for _ in range(2)] == [302, 302]
    assert clerk.championship.logs[match].submissions[-1].confirmed == {Party.FIRST}


def test_the_page_is_nobody_elses_business(two: tuple[Entrant, Entrant], match: str) -> None:
    answer = Client().get(page_of(two[0], match))
    assert "no-store" in answer["Cache-Control"]
    assert "noindex" in answer["X-Robots-Tag"]


def test_who_entered_as_a_pair_speaks_for_it_and_nobody_else_does() -> None:
    at = timezone.now()
    regulation = load(AP)
    opening = Championship(event="salao", regulation=regulation)
    entries = [
        OpenEntry(
            by=code,
            at=at,
            opening=Enter(
                by=Actor(Capacity.REGISTRANT, f"{code}a"),
                at=at,
                id=code,
                people=(f"{code}a", f"{code}b"),
                registrant=f"{code}a",
            ),
        )
        for code in ("d01", "d02")
    ]
    plan = knockout(2)
    settle = Settle(by="system", at=at, plan=plan, pairs=("d01", "d02"))
    draw = plan.stages[0].id
    championship = fold(opening, (*entries, settle, sealed("salao", draw, at), hold_draw(draw, at)))
    [match] = open_matches(championship)
    first, second = championship.bracket.pairs(match) or ("", "")
    assert party_of(championship, match, f"{first}b") is Party.FIRST
    assert party_of(championship, match, f"{second}a") is Party.SECOND
    assert party_of(championship, match, "p-alguem") is None


# --- what his own page tells --------------------------------------------------------------------------------------


def test_a_player_sees_his_next_match_his_call_and_what_waits_for_his_word(
    clerk: Worker, match: str, two: tuple[Entrant, Entrant]
) -> None:
    [mine] = player_matches(two[0], clerk.championship)
    assert (mine.match, mine.state, mine.awaits_answer) == (match, State.OPEN, False)
    called = timezone.now() - timedelta(minutes=2)
    append(clerk.event, CallMatch(by="system", at=called, match=match, table="3"))
    [mine] = player_matches(two[0], clerk.championship)
    assert (mine.table, [clock.at for clock in mine.clocks]) == ("3", [called + timedelta(minutes=15)])
    clerk.does(match, "resultado", **points(clerk.championship, match))
    [mine] = player_matches(two[0], clerk.championship)
    assert mine.awaits_answer
    html = Client().get(reverse("entrant", args=[two[0].secret])).content.decode()
    assert page_of(two[0], match) in html
    answer_result(two[0], match, "confirmar")
    [mine] = player_matches(two[0], clerk.championship)
    assert not mine.awaits_answer


def test_a_player_keeps_what_he_played_with_its_score_his_own_points_first(
    clerk: Worker, match: str, two: tuple[Entrant, Entrant]
) -> None:
    referee = Worker.of(clerk.event, Role.REFEREE)
    referee.wins(match, side=1, loser=420)
    [lost], [won, *_next] = player_matches(two[0], clerk.championship), player_matches(two[1], clerk.championship)[::-1]
    assert (lost.state, lost.scores, lost.outcome_in_words) == (State.OFFICIAL, ((420, 1500),), "derrota")
    assert (won.match, won.scores, won.outcome_in_words, won.awaits_answer) == (match, ((1500, 420),), "vitória", False)
    html = page_html(Client().get(reverse("entrant", args=[two[1].secret])))
    assert "1500 × 420" in html
    assert page_of(two[1], match) in html
    assert "vitória" in html


def test_a_walkover_stands_in_the_list_and_on_its_page(clerk: Worker, match: str, two: tuple[Entrant, Entrant]) -> None:
    _first, second = clerk.championship.bracket.pairs(match) or ("", "")
    referee = Worker.of(clerk.event, Role.REFEREE)
    referee.does(match, "wo", absent=[second], why="pneu furado")
    [mine] = [one for one in player_matches(two[0], clerk.championship) if one.match == match]
    assert (mine.outcome_in_words, mine.scores) == ("vitória por W.O.", ((1500, 0),))
    page = page_html(Client().get(page_of(two[1], match)))
    assert "pneu furado" in page
    assert "não veio." in page
    assert "Nenhum resultado" not in page


def test_an_open_page_of_a_player_learns_what_concerns_him(
    clerk: Worker, match: str, two: tuple[Entrant, Entrant]
) -> None:
    other = open_matches(clerk.championship)[1]
    own, client = reverse("entrant", args=[two[0].secret]), Client()

    def poll_url() -> str:
        [found] = re.findall(r'data-news="([^"]*)"', client.get(own).content.decode())
        return str(found)

    old = poll_url()
    assert client.get(old).status_code == 204
    clerk.does(other, "chamar", table="2")
    assert client.get(old).status_code == 204, "others were called"
    clerk.does(match, "chamar", table="1")
    assert client.get(old)["Location"] == own
    now = poll_url()
    assert client.get(now).status_code == 204
    Worker.of(clerk.event, Role.REFEREE).wins(other)
    assert client.get(now)["Location"] == own, "it may have brought him somebody to play against"


def test_an_open_page_of_his_match_learns_of_its_result(
    clerk: Worker, match: str, two: tuple[Entrant, Entrant]
) -> None:
    client = Client()
    [poll_url] = re.findall(r'data-news="([^"]*)"', client.get(page_of(two[0], match)).content.decode())
    assert client.get(poll_url).status_code == 204
    clerk.does(match, "resultado", **points(clerk.championship, match))
    assert 'value="confirmar"' in page_html(client.get(poll_url))


def test_nobody_learns_anything_by_another_secret(match: str) -> None:
    assert Client().get(reverse("entrant-news", args=["nada"]), {"desde": "0"}).status_code == 404
