"""What an entrant does about his entry on his own page."""

from typing import Any

import pytest
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from carteado.tournament.matches.match_log import Game, Party
from carteado.tournament.operations import ChangeEntry, Confirm, OpenEntry, Operation, Submit
from carteado.tournament.registrations.acts import (
    Actor,
    AskBack,
    Decline,
    EntryState,
    Invite,
    InvitePair,
    KeepInReserve,
    Role,
    Select,
)
from carteado.tournament.state.championship import Championship
from carteado.web.events import store
from carteado.web.events.models import Event
from carteado.web.registrations.models import Entrant
from carteado.web.registrations.own_link import secret_to_pass_on
from carteado.web.registrations.registering import write_people
from tests.web.registrations.own_page import a_pair, accept_everything, posted, state_of, steps_of
from tests.web.world.event_people import draw
from tests.web.world.newcomers import (
    AFIA,
    FARAES,
    OTHER_CPF,
    TRUCO,
    a_person,
    an_open_event,
    at,
    confirm,
    enter,
    filled_in,
    founder,
    page_of,
    partner_of,
)

pytestmark = pytest.mark.django_db


def organiser_does(event: Event, kind: Any, why: str = "") -> None:
    """The organiser's own act on the one entry."""
    (entry,) = store.championship_of(Event.objects.get(pk=event.pk)).entries.values()
    name, now = store.author(founder()), timezone.now()
    change = kind(by=Actor(Role.ORGANISER, name), at=now, why=why)
    after = store.append(event, ChangeEntry(by=name, at=now, entry=entry.id, change=change), by=founder())
    assert isinstance(after, Championship), after


def act(client: Client, entrant: Entrant, word: str, **more: object) -> Any:
    fields = {"steps": steps_of(entrant.event), **more}
    return client.post(reverse("entrant-act", args=[entrant.secret, word]), fields)


def test_what_the_organiser_asks_back_is_read_and_completed(client: Client) -> None:
    event, registrant, _partner = a_pair(client)
    organiser_does(event, AskBack, "Falta a foto da dupla.")
    page = page_of(client, registrant)
    assert "Falta a foto da dupla." in page
    assert act(client, registrant, "concluir").status_code == 302
    assert state_of(event) is EntryState.ENTERED


def test_an_act_on_what_was_not_seen_is_not_done_and_the_page_shows_what_is(client: Client) -> None:
    event, registrant, _partner = a_pair(client)
    organiser_does(event, AskBack, "Falta a foto da dupla.")
    stale = act(client, registrant, "concluir", steps=2)
    assert stale.status_code == 409
    assert "Falta a foto da dupla." in stale.content.decode()
    assert state_of(event) is EntryState.INCOMPLETE


def test_an_act_sent_twice_is_done_once(client: Client) -> None:
    event, registrant, _partner = a_pair(client)
    organiser_does(event, AskBack, "Falta a foto da dupla.")
    seen = steps_of(event)
    answers = [act(client, registrant, "concluir", steps=seen).status_code for _ in range(2)]
    assert answers == [302, 302]
    assert steps_of(event) == seen + 1


@pytest.mark.parametrize(("word", "after"), [("aceitar", EntryState.SELECTED), ("recusar", EntryState.DECLINED)])
def test_tm_5_2_an_invitation_is_accepted_or_declined(client: Client, word: str, after: EntryState) -> None:
    event, registrant, partner = a_pair(client)
    organiser_does(event, KeepInReserve)
    organiser_does(event, Invite)
    assert reverse("entrant-act", args=[registrant.secret, word]) in page_of(client, registrant)
    assert reverse("entrant-act", args=[partner.secret, "aceitar"]) not in page_of(client, partner)
    assert act(client, registrant, word).status_code == 302
    assert state_of(event) is after


def test_tm_2_1_a_pair_that_is_invited_takes_its_links_agrees_and_accepts(client: Client) -> None:
    event = an_open_event(TRUCO)
    bia, cida = write_people(
        event, [Entrant(name=name, called=name, secret=secret_to_pass_on()) for name in ("Bia", "Cida")]
    )
    name, now = store.author(founder()), timezone.now()
    invited = InvitePair(
        by=Actor(Role.ORGANISER, name), at=now, id="d1", people=(bia.code, cida.code), registrant=bia.code
    )
    assert isinstance(store.append(event, OpenEntry(by=name, at=now, opening=invited), by=founder()), Championship)
    bia = at(posted(client, reverse("entrant-take", args=[bia.secret])).url)
    accept = reverse("entrant-act", args=[bia.secret, "aceitar"])
    page = page_of(client, bia)
    assert accept not in page
    assert "O parceiro ainda não confirmou" in page
    assert "#art-4.1.2" in page
    assert act(client, bia, "aceitar").status_code == 409
    assert confirm(client, cida).status_code == 302
    assert state_of(event) is EntryState.INVITED
    page = page_of(client, bia)
    assert accept not in page
    assert "ainda não deu este aceite" in page
    accept_everything(client, bia)
    assert accept in page_of(client, bia)
    assert act(client, bia, "aceitar").status_code == 302
    assert state_of(event) is EntryState.SELECTED


def test_what_bars_the_partner_is_not_told_to_who_would_accept(client: Client) -> None:
    event = an_open_event(TRUCO)
    registrant = enter(client, event)
    confirm(client, partner_of(registrant), a_person("Cida Lopes", document=OTHER_CPF, capable="no"))
    organiser_does(event, KeepInReserve)
    organiser_does(event, Invite)
    page = page_of(client, registrant)
    assert "capacidade civil não pode participar" not in page
    refused = act(client, registrant, "aceitar")
    assert refused.status_code == 409
    assert "capacidade civil não pode participar" not in refused.content.decode()
    assert state_of(event) is EntryState.INVITED


def test_tm_5_9_giving_up_is_in_writing_after_a_page_that_says_what_follows(client: Client) -> None:
    event, registrant, _partner = a_pair(client)
    organiser_does(event, Select)
    path = reverse("entrant-withdraw", args=[registrant.secret])
    page = client.get(path).content.decode()
    assert "#art-5.9" in page
    assert state_of(event) is EntryState.SELECTED
    assert client.post(path, {"steps": steps_of(event), "why": "Trabalho no dia."}).status_code == 302
    assert state_of(event) is EntryState.WITHDRAWN
    assert "Trabalho no dia." in page_of(client, registrant)
    assert reverse("entrant-withdraw", args=[registrant.secret]) not in page_of(client, registrant)


def test_what_was_written_stays_when_something_changed_meanwhile(client: Client) -> None:
    event, registrant, _partner = a_pair(client)
    organiser_does(event, Select)
    path = reverse("entrant-withdraw", args=[registrant.secret])
    stale = client.post(path, {"steps": 2, "why": "Trabalho no dia."})
    assert stale.status_code == 409
    assert "Trabalho no dia." in stale.content.decode()
    assert state_of(event) is EntryState.SELECTED


def test_after_the_draw_who_gives_up_leaves_the_field_once(client: Client) -> None:
    event = an_open_event(FARAES)
    registrant = enter(client, event, {"name": "Bia Ramos"})
    enter(client, event, {"name": "Dora Reis"})
    draw(Event.objects.get(pk=event.pk))
    path = reverse("entrant-withdraw", args=[registrant.secret])
    assert client.get(path).status_code == 200
    codes = [client.post(path, {"steps": 1, "why": "Chuva."}).status_code for _ in range(2)]
    assert codes == [302, 302]
    championship = store.championship_of(Event.objects.get(pk=event.pk))
    assert [one.why for one in championship.departures.values()] == ["Chuva."]
    assert path not in page_of(client, registrant)


def test_when_it_is_over_the_place_stands_there_and_nobody_gives_up_any_more(client: Client) -> None:
    event = an_open_event(FARAES)
    registrant = enter(client, event, {"name": "Bia Ramos"})
    enter(client, event, {"name": "Dora Reis"})
    draw(Event.objects.get(pk=event.pk))
    assert "estão no sorteio" in page_of(client, registrant)
    [match] = store.championship_of(Event.objects.get(pk=event.pk)).fixtures
    at = timezone.now()
    games = (Game((2000, 1500), 0),)
    done: list[Operation] = [Submit(by="system", at=at, match=match, games=games)]
    done += [Confirm(by="system", at=at, match=match, version=0, party=party) for party in Party]
    after = store.append_all(event, done, by=None)
    assert isinstance(after, Championship)
    rank = next(one.rank for one in after.bracket.placings() if after.entries[one.pair].registrant == registrant.code)
    page = page_of(client, registrant)
    assert f"{rank}º lugar" in page
    assert reverse("entrant-withdraw", args=[registrant.secret]) not in page


def test_a_pair_that_was_declined_is_asked_for_no_fee_and_passes_no_link_on(client: Client) -> None:
    event, registrant, partner = a_pair(client)
    organiser_does(event, Decline, why="Não há mais lugar.")
    page = page_of(client, registrant)
    assert "Não há mais lugar." in page
    assert "Pix" not in page
    assert partner.secret not in page


def test_the_partner_may_give_up_too(client: Client) -> None:
    event, _registrant, partner = a_pair(client)
    client.post(reverse("entrant-withdraw", args=[partner.secret]), {"steps": steps_of(event), "why": ""})
    assert state_of(event) is EntryState.WITHDRAWN


def test_a_substitute_has_a_page_and_gives_nobody_up(client: Client) -> None:
    event = an_open_event(AFIA)
    fields = filled_in(client.get(reverse("enter", args=[event.slug])).content.decode(), {"name": "Ivo Lemos"})
    told = {
        "delegation-delegation": "Ilha do Mel",
        "delegation-plays": "yes",
        "starter-2-name": "Cida Lopes",
        "substitute-1-name": "Dora Reis",
    }
    client.post(reverse("enter", args=[event.slug]), fields | {name: [value] for name, value in told.items()})
    dora = at(posted(client, reverse("entrant-take", args=[Entrant.objects.get(name="Dora Reis").secret])).url)
    page = page_of(client, dora)
    assert "Ilha do Mel" in page
    path = reverse("entrant-withdraw", args=[dora.secret])
    assert path not in page
    client.post(path, {"steps": "1", "why": ""})
    assert state_of(event) is EntryState.ENTERED
