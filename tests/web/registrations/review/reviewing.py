"""Events with entries, as the forms leave them, for the organiser's desk; made without a browser."""

import json
import re
from datetime import timedelta
from typing import Any

from django.test import Client
from django.urls import reverse
from django.utils import timezone

from carteado.tournament.operations import ChangeEntry, OpenEntry, Operation
from carteado.tournament.registrations.acts import Actor, AnyChange, ConfirmPartner, Enter
from carteado.tournament.registrations.acts import Role as Capacity
from carteado.tournament.registrations.eligibility import EventSettings
from carteado.tournament.registrations.entries import Entry
from carteado.tournament.registrations.people import ConsentName
from carteado.tournament.state.championship import Championship
from carteado.web.events import store
from carteado.web.events.details import Details, Question
from carteado.web.events.models import Event, Pair
from carteado.web.kit.guarding.policy import Role
from carteado.web.organising.step_forms import with_pairs
from carteado.web.people.models import DocumentKind, Membership, User
from carteado.web.registrations.models import Agreement, Entrant, Registration
from carteado.web.registrations.review.acts import EntryAct

TM, FA, AF = "truco-masters-2025", "faraes-2023-tranca", "afia-2026-tranca"
CPFS = ("52998224725", "11144477735", "12345678909", "98765432100")
DECLARED = {
    "residence": "BR", "nationality": "BR", "capable": True, "unimpeded": True, "available": True, "ties": [],
}  # fmt: skip
THREE = (("Bia Ramos", "Cida Lopes"), ("Ivo Lemos", "Edson Melo"), ("Nair Reis", "Dito Braga"))
QUESTION = "Tamanho das camisetas"


def an_organiser(event: Event, email: str = "ana@exemplo.com.br", name: str = "Ana Lima") -> User:
    user = User.objects.create_user(email, name=name)
    Membership.objects.create(event=event, user=user, role=Role.ORGANISER)
    return user


def an_open_event(regulation: str = TM, *, places: int = 16, fee_cents: int = 80_00, pix_key: str = "") -> Event:
    """Entries are open since yesterday."""
    now = timezone.now().replace(second=0, microsecond=0)
    founder, _is_new = User.objects.get_or_create(email="founder@carteado.test")
    details = Details(
        regulation=regulation,
        name="Copa do Clube XV",
        place="Santos",
        fee_cents=fee_cents,
        settings=EventSettings(
            day=(now + timedelta(days=30)).date(), opens=now - timedelta(days=1), closes=now + timedelta(days=9)
        ),
        questions=(Question(text=QUESTION),),
        pix_key=pix_key,
        pix_name="Clube XV" if pix_key else "",
        pix_city="Santos" if pix_key else "",
    )
    draft = store.create(with_pairs(details, places), by=founder)
    event = store.publish(draft, expected=draft.version, by=founder)
    assert isinstance(event, Event)
    return event


def a_pair(
    event: Event, one: str = "Bia Ramos", other: str = "Cida Lopes", *, born: str = "1980-05-01", confirmed: bool = True
) -> str:
    """The code of a pair that entered itself; both told everything, and nothing of them keeps them out."""
    people = [_person(event, name, born) for name in (one, other)]
    called = " e ".join(person.called for person in people)
    pair = Pair.objects.create(event=event, code=f"d{event.pairs_named.count() + 1:04}", name=called)
    Registration.objects.create(pair=pair, answers={QUESTION: "GG"})
    registrant, partner = (person.code for person in people)
    now = timezone.now()
    entered = Enter(
        by=Actor(Capacity.REGISTRANT, registrant),
        at=now,
        id=pair.code,
        people=(registrant, partner),
        registrant=registrant,
    )
    do(event, OpenEntry(by=registrant, at=now, opening=entered))
    if confirmed and "consents.partner" in store.championship_of(event).regulation.citations:
        change(event, pair.code, ConfirmPartner(by=Actor(Capacity.PARTNER, partner), at=timezone.now()))
    return pair.code


def _person(event: Event, name: str, born: str) -> Entrant:
    number = event.entrants.count() + 1
    person = Entrant.objects.create(
        event=event,
        code=f"p{number:04}",
        number=number,
        name=name,
        called=name.split()[0],
        email=f"{name.split()[0].lower()}@exemplo.com.br",
        phone=f"+551399876{number:04}",
        document_kind=DocumentKind.CPF if number <= len(CPFS) else "",
        document=CPFS[number - 1] if number <= len(CPFS) else "",
        birth_date=born,
        declared=json.dumps(DECLARED),
    )
    for consent in ConsentName:
        Agreement.objects.create(entrant=person, to=consent, version="1", hash="0" * 64, given=True)
    return person


def do(event: Event, operation: Operation) -> None:
    event.refresh_from_db()
    after = store.append(event, operation, by=None)
    assert isinstance(after, Championship), after
    event.refresh_from_db()


def change(event: Event, code: str, made: AnyChange) -> None:
    do(event, ChangeEntry(by=made.by.id, at=made.at, entry=code, change=made))


def entry_of(event: Event, code: str) -> Entry:
    event.refresh_from_db()
    return store.championship_of(event).entries[code]


def page(client: Client, name: str, *blanks: object, **asked: str) -> str:
    answer = client.get(reverse(name, args=blanks), asked)
    assert answer.status_code == 200, answer.status_code
    return answer.content.decode()


def act(client: Client, event: Event, code: str, word: EntryAct, **said: object) -> Any:
    """As the button on the entry's page sends it."""
    sent = {"seen": len(entry_of(event, code).history), **said}
    return client.post(reverse("act-on-entry", args=[event.slug, code, word]), sent)


def words_in(html: str) -> str:
    return " ".join(re.sub(r"<[^>]*>", " ", html).split())
