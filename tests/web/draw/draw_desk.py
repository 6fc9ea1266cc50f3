"""The desk of draws in Django's test client: an event with its pairs, and who settles, announces and draws there."""

from dataclasses import replace
from datetime import datetime, timedelta
from typing import Any

from django.test import Client
from django.urls import reverse
from django.utils import timezone

from carteado.tournament.matches.match_log import Game, Party
from carteado.tournament.operations import Confirm, Operation, Submit
from carteado.tournament.registrations.eligibility import EventSettings
from carteado.tournament.state.championship import Championship
from carteado.web.events import store
from carteado.web.events.details import Details
from carteado.web.events.models import Event, Pair
from carteado.web.people.models import User
from tests.web.world.organising import Fields, form_in

TM, AF = "truco-masters-2025", "afia-2026-tranca"
FA, AP = "faraes-2023-tranca", "apcef-sc-2022-canastra"
LOTTERY = "Loteria Federal, 1º prêmio"


def codes(count: int) -> tuple[str, ...]:
    return tuple(f"d{number:03}" for number in range(1, count + 1))


def an_event_of(regulation: str, pairs: int, *, by: User, **more: Any) -> Event:
    """Published, with as many pairs as it has room for; nobody entered on the site, everybody has a name."""
    now = timezone.now()
    settings = EventSettings(day=now.date() + timedelta(days=9), opens=now - timedelta(5), closes=now - timedelta(1))
    details = Details(
        regulation=regulation,
        name="Copa do Clube XV",
        place="Santos",
        settings=settings,
        capacity=pairs,
        changes=(("selection.pairs", pairs),) if regulation == TM else (),
        tables=4,
    )
    draft = store.create(replace(details, **more), by=by)
    event = store.publish(draft, expected=draft.version, by=by)
    assert isinstance(event, Event)
    Pair.objects.bulk_create(Pair(event=event, code=code, name=f"Bia e {code}") for code in codes(pairs))
    return event


class Desk:
    """One of the team at the desk; every form is opened before it is sent."""

    def __init__(self, user: User | None, event: Event) -> None:
        self.client, self.event, self.user = Client(), event, user
        if user is not None:
            self.client.force_login(user)

    @property
    def championship(self) -> Championship:
        return store.championship_of(Event.objects.get(pk=self.event.pk))

    def path(self, act: str) -> str:
        return reverse("draw-act", args=[self.event.slug, act])

    def page(self) -> str:
        answer = self.client.get(reverse("draws", args=[self.event.slug]))
        assert answer.status_code == 200, answer
        return str(answer.content.decode())

    def fields(self, act: str, html: str = "", draw: str = "") -> Fields:
        """Of several forms of one kind, that of the draw."""
        html = html or self.page()
        if draw:
            html = html[html.index(f'id="sorteio-{draw}"') :]
            html = html[: html.index("</article>")]
        fields = form_in(html, self.path(act))
        assert fields, f"{act} is not offered"
        return fields

    def offers(self, act: str) -> bool:
        return f'action="{self.path(act)}"' in self.page()

    def send(self, act: str, fields: Fields, **typed: str) -> Any:
        return self.client.post(self.path(act), {**fields, **{name: [value] for name, value in typed.items()}})

    def do(self, act: str, draw: str = "", **typed: str) -> Any:
        answer = self.send(act, self.fields(act, draw=draw), **typed)
        assert answer.status_code == 302, answer.content.decode()
        return answer

    def settle(self) -> None:
        self.do("definir")

    def announce(self, draw: str, entropy_from: str = LOTTERY, at: datetime | None = None) -> None:
        planned = timezone.localtime(at or timezone.now())
        self.do("anunciar", draw, entropy_from=entropy_from, planned_at=planned.strftime("%Y-%m-%dT%H:%M"))

    def hold(self, draw: str, entropy: str = "48213") -> None:
        self.do("sortear", draw, entropy=entropy)

    def append(self, *operations: Operation) -> None:
        """What others do meanwhile."""
        result = store.append_all(Event.objects.get(pk=self.event.pk), operations, by=self.user)
        assert isinstance(result, Championship), result

    def play(self, match: str, points: tuple[int, int]) -> None:
        """A match from the table to everybody's confirmation."""
        now, by = timezone.now(), store.author(self.user)
        game = Game(points=points, winner=0 if points[0] > points[1] else 1)
        confirmed = (Confirm(by=by, at=now, match=match, version=0, party=party) for party in Party)
        self.append(Submit(by=by, at=now, match=match, games=(game,)), *confirmed)
