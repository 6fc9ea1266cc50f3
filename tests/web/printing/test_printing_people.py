"""Badges and certificates: names of people, which leave only by whoever answers for them."""

from collections.abc import Iterator
from dataclasses import replace
from math import ceil

import pytest
from django.test import Client
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import override

from carteado.tournament.matches.match_log import Game, Party
from carteado.tournament.operations import Confirm, Submit, WalkOver
from carteado.tournament.state.championship import Departure
from carteado.web.events import store
from carteado.web.events.details import Prize
from carteado.web.events.models import Event, Pair
from carteado.web.kit.guarding.policy import Role
from carteado.web.people.models import Membership
from carteado.web.printing.badges_and_certificates import Player
from carteado.web.printing.prize_receipts import receipts_paper, worth
from carteado.web.registrations.models import Entrant
from carteado.web.watch.visible_event import visible_to_team
from tests.web.printing.papers import SITE, codes_on, offered, pages_of, paper_of, text_of
from tests.web.watch.test_embargo import an_event as an_event_of_eight
from tests.web.world.halls import AF, TM, append, drawn, name_of
from tests.web.world.roles import a_person

pytestmark = pytest.mark.django_db


@pytest.fixture(autouse=True)
def portuguese() -> Iterator[None]:
    with override("pt-br"):
        yield


def people_of(paper_people: object) -> list[dict[str, str]]:
    assert isinstance(paper_people, list)
    return paper_people


def with_people(event: Event) -> list[Entrant]:
    """Four of each delegation, by their names."""
    line_ups = store.championship_of(event).line_ups.values()
    codes = [code for line_up in line_ups for code in line_up.players]
    return Entrant.objects.bulk_create(
        Entrant(
            event=event,
            number=number,
            code=code,
            called=f"Zé {code}",
            name=f"José {code} da Silva",
            secret=f"s-{event.pk}-{code}",
            secret_hash=f"h-{event.pk}-{code}",
        )
        for number, code in enumerate(codes, start=1)
    )


# --- badges -------------------------------------------------------------------------------------------------------


def test_players_wear_the_names_of_the_table_and_the_team_its_roles() -> None:
    event = drawn(AF, 6, with_delegations=True)
    people = with_people(event)
    paper = paper_of(event, "crachas")
    badges = people_of(paper.values["people"])
    players = [one for one in badges if not one["heavy"]]
    assert {one["name"] for one in players} == {one.called for one in people}
    assert {one["beside"] for one in players} == {f"Delegação d{number:02}" for number in range(1, 7)}
    assert not any("da Silva" in str(one) for one in players), "the whole name is for certificates"
    team = [one for one in badges if one["heavy"]]
    assert [(one["name"], one["role"]) for one in team] == [
        ("Organiser Lima", "organização"),
        ("Referee Lima", "arbitragem"),
        ("Clerk Lima", "súmula"),
    ]


def test_eight_a_page() -> None:
    event = drawn(AF, 6, with_delegations=True)
    with_people(event)
    pages = pages_of(paper_of(event, "crachas"))
    assert len(pages) == ceil((6 * 4 + 3) / 8)
    assert [page.count("PARTICIPANTE") for page in pages] == [8, 8, 8, 0]


def test_who_is_two_things_has_one_badge() -> None:
    event = drawn(TM, 4)
    referee = event.memberships.get(role=Role.REFEREE).user
    Membership.objects.create(event=event, user=referee, role=Role.BROADCASTER)
    [own] = [one for one in people_of(paper_of(event, "crachas").values["people"]) if one["name"] == referee.name]
    assert own["role"].startswith("arbitragem · ")


def test_a_pair_of_which_nobody_is_known_goes_by_its_name() -> None:
    badges = people_of(paper_of(drawn(TM, 4), "crachas").values["people"])
    assert [(one["name"], one["role"]) for one in badges[:2]] == [("Dupla 01", "dupla"), ("Dupla 02", "dupla")]


def test_who_was_forgotten_is_a_number() -> None:
    event = drawn(AF, 6, with_delegations=True)
    entrant = with_people(event)[0]
    Entrant.objects.filter(pk=entrant.pk).update(called="", name="", erased_at=timezone.now())
    text = text_of(paper_of(event, "crachas"))
    assert f"Participante {entrant.number}" in text
    assert "Zé d01a" not in text


# --- certificates -------------------------------------------------------------------------------------------------


def test_there_are_none_before_the_last_match() -> None:
    event = an_event_of_eight(0, 6, embargo=None)
    assert offered(event, "certificados") is None


def test_champions_placed_and_who_took_part() -> None:
    event = an_event_of_eight(0, 7, embargo=None)
    Event.objects.filter(pk=event.pk).update(place="Ginásio da Praia, salão 2, fundos\nRua das Palmeiras, 1500")
    champion = store.championship_of(event).bracket.champion
    paper = paper_of(event, "certificados")
    people, pages = people_of(paper.values["people"]), pages_of(paper)
    names = dict(Pair.objects.filter(event=event).values_list("code", "name"))
    assert len(pages) == len(people) == 8
    assert people[0]["name"] == names[str(champion)]
    assert [one["place"] for one in people] == ["Dupla campeã", "2º lugar", "3º lugar", "3º lugar", "", "", "", ""]
    for one, page in zip(people, pages, strict=True):
        for words in (one["name"], one["place"], "Copa da Praia", "Ginásio da Praia", "Organização", "Arbitragem"):
            assert words in page
    assert {code for page in codes_on(paper) for code in page} == {
        f"{SITE}{reverse('results-sheet', args=[event.slug])}"
    }
    assert len(people_of(paper_of(event, "certificados", quem="premiados").values["people"])) == 4


def test_only_organisers_take_names_with_them(client: Client) -> None:
    event = an_event_of_eight(0, 7, embargo=None)
    with_prizes(event, TROPHY)
    for what in ("crachas", "certificados", "recibos"):
        address = reverse("print-people", args=[event.slug, what, "pdf"])
        client.logout()
        assert client.get(address).status_code == 302
        for role in (Role.MEMBER, Role.CLERK, Role.REFEREE):
            person = a_person(role, event, email=f"{role}-{what}@carteado.test")
            assert person is not None
            client.force_login(person)
            assert client.get(address).status_code == 403, role
        client.force_login(event.memberships.get(role=Role.ORGANISER).user)
        assert client.get(address).status_code == 200


# --- receipts -----------------------------------------------------------------------------------------------------


def with_prizes(event: Event, *prizes: Prize) -> Event:
    event.refresh_from_db()
    details = replace(store.details_of(event), prizes=prizes, producer="Clube XV")
    by = event.memberships.get(role=Role.ORGANISER).user
    saved = store.save_details(event, details, expected=event.version, step="realizacao", by=by)
    assert isinstance(saved, Event), saved
    return saved


TROPHY = Prize(place=1, what="Troféu e uma semana em Caldas Novas", cents=500_00)


def test_tm_3_1_1_3_1_2_who_won_a_prize_signs_a_receipt_with_the_tax() -> None:
    medal = Prize(place=2, what="Medalha", giver="Bar do Zé")
    event = with_prizes(an_event_of_eight(0, 7, embargo=None), TROPHY, medal)
    champion = store.championship_of(event).bracket.champion
    text = text_of(paper_of(event, "recibos"))
    assert dict(Pair.objects.filter(event=event).values_list("code", "name"))[str(champion)] in text
    for words in ("Troféu e uma semana", "R$ 500,00", "recebi de Clube XV", "recebi de Bar do Zé", "imposto de renda"):
        assert words in text


def test_tm_3_1_2_the_receipt_cites_the_articles_and_nobody_of_the_pair_signs_for_all_of_it_alone() -> None:
    event = with_prizes(drawn(TM, 2), TROPHY)
    (final,) = store.championship_of(event).fixtures
    now, game = timezone.now(), Game((12, 3), 0)
    confirmed = (Confirm(by="system", at=now, match=final, version=0, party=party) for party in Party)
    append(event, Submit(by="system", at=now, match=final, games=(game,)), *confirmed)
    text = text_of(paper_of(event, "recibos"))
    assert "art. 3.1.1, art. 3.1.2" in text
    assert "Valor: R$ 500,00" in text, "nothing is known of who plays, and the pair signs as one"
    winner = visible_to_team(event).championship.bracket.champion
    player = Player("Bia", "Bia Ramos", "Bia e Cida", str(winner))
    assert worth(TROPHY, player) == "Valor do prêmio inteiro, para Bia e Cida em conjunto: R$ 500,00"


def test_tm_5_8_who_left_the_event_signs_no_receipt() -> None:
    event = with_prizes(an_event_of_eight(0, 7, embargo=None), TROPHY)
    visible = visible_to_team(event)
    champion = str(visible.championship.bracket.champion)
    gone = Departure("disqualification.breach", timezone.now(), "apurado")
    left = replace(visible.championship, departures={champion: gone})
    assert receipts_paper(replace(visible, championship=left)) is None


def test_af_7_who_missed_the_final_keeps_the_second_place_and_its_prize() -> None:
    event = drawn(AF, 2)
    [final] = store.championship_of(event).fixtures
    pairs = store.championship_of(event).bracket.pairs(final)
    assert pairs is not None
    walkover = WalkOver(by="system", at=timezone.now(), match=final, absent=pairs[:1], why="não veio")
    append(event, walkover)
    event = with_prizes(event, Prize(place=2, what="Medalha"))
    assert name_of(pairs[0]) in text_of(paper_of(event, "recibos"))


def test_no_receipts_without_prizes_or_before_the_end() -> None:
    assert offered(an_event_of_eight(0, 7, embargo=None), "recibos") is None
    assert offered(with_prizes(drawn(TM, 4), TROPHY), "recibos") is None
