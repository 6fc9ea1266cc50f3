"""What people type into the site's own forms, and that none of it is left when one of them asks to be forgotten."""

import json
import re

import pytest
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from carteado.tournament.operations import ChangeEntry, Decide
from carteado.tournament.registrations.acts import Actor, AskBack
from carteado.tournament.registrations.acts import Role as Capacity
from carteado.web.events import store
from carteado.web.events.details import Question
from carteado.web.events.models import Event, Pair
from carteado.web.people.models import Profile, User
from carteado.web.registrations.models import Entrant
from tests.web.world import newcomers
from tests.web.world.database_dump import left_of
from tests.web.world.newcomers import TRUCO, a_person, partner_of

pytestmark = pytest.mark.django_db

PASSWORD = "sete-de-copas-no-varal"
QUESTION = Question(text="Quem vem de carro?", required=True)
XIMBICA = {
    "name": "Hermenegildo Ximbica Zaratustra",
    "called": "Ximbiquinha",
    "email": "ximbica@zaratustra.example",
    "phone": "(48) 99182-7364",
    "document": "111.444.777-35",
    "birth_date": "1961-02-03",
}
PLANTED = ("hermenegildo", "ximbi", "zaratustra", "991827364", "11144477735", "1961-02-03", "3/2/1961", "y1234567k")


@pytest.fixture
def event() -> Event:
    return newcomers.an_open_event(TRUCO, questions=(QUESTION,))


@pytest.fixture
def ximbica() -> Client:
    """With an account and a profile, by the forms for them."""
    client = Client()
    signup = {"name": XIMBICA["name"], "email": XIMBICA["email"], "password1": PASSWORD}
    assert client.post(reverse("account_signup"), signup).status_code == 302
    told = {name: XIMBICA[name] for name in ("name", "document", "birth_date", "phone")}
    assert client.post(reverse("profile"), {**told, "document_kind": "cpf", "city": "Zaratustra"}).status_code == 302
    assert Profile.objects.get().document == "11144477735"
    Client().post(reverse("account_login"), {"login": XIMBICA["email"], "password": "errada"})
    return client


def entered(client: Client, event: Event, person: dict[str, str], partner: dict[str, str]) -> Entrant:
    html = newcomers.open_form(client, event)
    fields = newcomers.filled_in(html, person, partner)
    questions = re.findall(r'name="(answers-[\w-]+)"', html)
    fields |= {name: [f"{XIMBICA['name']} vem de carro"] for name in questions}
    answer = newcomers.send(client, event, fields)
    assert answer.status_code == 302, answer.content.decode()
    return newcomers.at(answer.url)


def write_about_the_person(event: Event, pair: str, paper: str) -> None:
    """Have an organiser and a referee write about the person."""
    founder, now = newcomers.founder(), timezone.now()
    by = store.author(founder)
    asked = AskBack(by=Actor(Capacity.ORGANISER, by), at=now, why=f"Hermenegildo, mande o {paper} de novo")
    for operation in (
        ChangeEntry(by=by, at=now, entry=pair, change=asked),
        Decide(by=by, at=now, question="Ximbiquinha pode trocar de lugar?", decision="Hermenegildo pode.", why="Sim."),
    ):
        store.append(event, operation, by=founder)


def forget_account(client: Client) -> None:
    asked = client.post(reverse("erase-account"), {"what": "all", "sure": "on"})
    again = client.post(asked.headers["Location"], {"password": PASSWORD, "next": reverse("erase-account")})
    assert again.headers["Location"] == reverse("erased")


def test_tm_9_10_who_entered_the_pair_is_erased_at_once_and_everywhere(event: Event, ximbica: Client) -> None:
    registrant = entered(ximbica, event, a_person(**XIMBICA), {"name": "Cida Lopes"})
    assert registrant.user is not None
    newcomers.confirm(Client(), partner_of(registrant))
    write_about_the_person(event, Pair.objects.get(event=event).code, "CPF 111.444.777-35")
    tables = {place.partition(".")[0] for place in left_of(PLANTED)}
    assert tables >= {"entries_entrant", "entries_registration", "events_pair", "events_operation", "people_profile"}
    forget_account(ximbica)
    assert left_of(PLANTED) == set()
    assert not User.objects.filter(email=XIMBICA["email"]).exists()


def test_tm_9_10_a_partner_without_an_account_is_erased_by_his_own_link(event: Event) -> None:
    registrant = entered(Client(), event, a_person(), {"name": XIMBICA["name"], "called": XIMBICA["called"]})
    partner = partner_of(registrant)
    person = a_person(**XIMBICA) | {"document_kind": "rne", "document": "Y123456-7K"} | {"nationality": "no"}
    foreigner = {"regular_situation": "yes", "rne_issued": "2010-01-01", "speaks_portuguese": "yes"}
    answer = newcomers.confirm(Client(), partner, person | foreigner)
    assert answer.status_code == 302, answer.content.decode()
    partner.refresh_from_db()
    assert (partner.document_kind, partner.document) == ("rne", "Y1234567K")
    write_about_the_person(event, Pair.objects.get(event=event).code, "RNE y123456-7k")
    answer = Client().post(reverse("entrant-erase", args=[partner.secret]), {"sure": "on"})
    assert answer.status_code == 302
    assert left_of(PLANTED) == set()
    assert Entrant.objects.get(pk=registrant.pk).name == "Bia Ramos"


def test_tm_9_2_a_person_sees_and_takes_along_what_he_typed(event: Event) -> None:
    registrant = entered(Client(), event, a_person(**XIMBICA), {"name": "Cida Lopes"})
    document = json.loads(Client().get(reverse("entrant-my-data-file", args=[registrant.secret])).content)
    values = {one["field"]: one["values"][0]["value"] for one in document["kept"]}
    assert values["entries.entrant.name"] == XIMBICA["name"]
    assert values["entries.entrant.document"] == "11144477735"
    assert values["entries.entrant.birth_date"] == XIMBICA["birth_date"]
    assert values["entries.entrant.email"] == XIMBICA["email"]
    assert json.loads(values["entries.entrant.declared"])["residence"] == "BR"
    assert {one["to"] for one in document["entries"][0]["agreements"]} >= {"regulation", "image", "personal_data"}
    page = Client().get(reverse("entrant-my-data", args=[registrant.secret])).content.decode()
    assert '#art-9.10"' in page
    assert '#art-9.2"' in page
