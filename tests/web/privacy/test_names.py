"""What stands in the place of a name that was erased, in the language of whoever reads it; and what erasing oneself
does not take from others."""

import re

import pytest
from django.test import Client
from django.urls import reverse
from django.utils.translation import override

from carteado.web.events import store, team
from carteado.web.events.models import Event, Pair
from carteado.web.kit.guarding.policy import Role
from carteado.web.people.models import OneTimeLink, User
from carteado.web.people.public_names import NAMELESS, anonymous, shown_name
from carteado.web.privacy.erasing import erase_entrant
from carteado.web.registrations.models import Entrant
from carteado.web.registrations.own_link import own_path
from tests.web.world.event_people import an_open_event, draw, enter, founder, play

pytestmark = pytest.mark.django_db

INVITED = "cida@clube.test"


@pytest.fixture
def event() -> Event:
    event = an_open_event()
    enter(event, "d1", {"called": "Ximbica"}, {"called": "Bia"})
    enter(event, "d2", {"called": "Ivo"}, {"called": "Cida"})
    return event


def erased(event: Event) -> Entrant:
    he = event.entrants.get(called="Ximbica")
    erase_entrant(he)
    return he


def read(path: str, user: User | None = None) -> str:
    client = Client()
    if user is not None:
        client.force_login(user)
    answer = client.get(path)
    assert answer.status_code == 200, path
    return answer.content.decode()


def pages(event: Event, language: str) -> dict[str, str]:
    """Wherever the pair of the erased person is named: to everybody, to its partner, to the organiser."""
    with override(language):
        public = {name: reverse(name, args=[event.slug]) for name in ("pairs", "results-sheet", "standings")}
        public["pair"] = reverse("pair", args=[event.slug, "d1"])
        desk = {"entries": reverse("entries", args=[event.slug]), "entry": reverse("entry", args=[event.slug, "d1"])}
        own = own_path(event.entrants.get(called="Bia"))
    read_by_all = {name: read(path) for name, path in public.items()}
    return {**read_by_all, "own": read(own), **{name: read(path, founder()) for name, path in desk.items()}}


@pytest.mark.parametrize(("language", "word"), [("pt-br", "Participante"), ("en", "Participant")])
def test_every_page_says_it_in_its_own_language(event: Event, language: str, word: str) -> None:
    draw(event)
    play(event)
    he = erased(event)
    assert Pair.objects.get(code="d1").name == f"{anonymous(he.number)} e Bia"
    for name, html in pages(event, language).items():
        assert f"{word} {he.number} e Bia" in html, name
        assert set(re.findall(r"Participante? \d+", html)) == {f"{word} {he.number}"}, name


@pytest.mark.parametrize("language", ["pt-br", "en"])
def test_what_is_said_before_erasing_is_said_in_that_language_too(event: Event, language: str) -> None:
    bia = event.entrants.get(called="Bia")
    with override(language):
        said = shown_name(anonymous(bia.number))
        html = read(reverse("entrant-erase", args=[bia.secret]))
    assert f"“{said}”" in html
    assert ("Participante" in html) is (language == "pt-br")


def test_only_what_erasing_wrote_is_said_otherwise() -> None:
    with override("en"):
        names = ["Participantes 3", "Clube Participante 3B", "Ana e Ivo", "Os Participante"]
        assert [shown_name(one) for one in names] == names
        assert shown_name("Participante 3 e Bia") == "Participant 3 e Bia"
        assert shown_name(NAMELESS) == "Participant"


def test_the_names_of_pairs_are_in_the_language_of_the_page(event: Event) -> None:
    he = erased(event)
    with override("en"):
        assert store.names_of(event)["d1"] == f"Participant {he.number} e Bia"
    with override("pt-br"):
        assert store.names_of(event)["d1"] == f"Participante {he.number} e Bia"


# --- what is not his ----------------------------------------------------------------------------------------------


def test_who_typed_anothers_address_takes_no_invitation_from_her(event: Event) -> None:
    link = team.invite(event, Role.CLERK, by=founder(), email=INVITED)
    he = event.entrants.get(called="Ximbica")
    he.email = INVITED
    he.save()
    assert INVITED not in read(reverse("entrant-my-data", args=[he.secret])).replace(INVITED, "", 1)
    erase_entrant(he)
    assert OneTimeLink.objects.filter(pk=link.pk).exists()


@pytest.mark.parametrize("is_his", [True, False])
def test_with_an_account_only_an_address_that_answered_is_his(event: Event, is_his: bool) -> None:
    link = team.invite(event, Role.CLERK, by=founder(), email=INVITED)
    he = event.entrants.get(called="Ximbica")
    he.email, he.user = INVITED, User.objects.create_user("ximbica@clube.test")
    if is_his:
        he.user.emailaddress_set.create(email=INVITED, verified=True)
    he.save()
    erase_entrant(he)
    assert OneTimeLink.objects.filter(pk=link.pk).exists() is not is_his
