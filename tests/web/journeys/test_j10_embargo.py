"""J10: the final is filmed on Saturday and shown on Wednesday. In two worlds that differ by its result alone,
everybody, a pair that lost its semi-final and a former referee read the same, wherever they look."""

import re
from collections.abc import Iterator, Mapping
from datetime import datetime, timedelta
from itertools import product
from zoneinfo import ZoneInfo

import pytest
from django.core.cache import caches
from django.db import transaction
from django.test import Client, TestCase
from django.urls import reverse

from carteado.web.devices.models import Purpose, Right
from carteado.web.events import delays, store
from carteado.web.events.models import Event
from carteado.web.kit.guarding.policy import PUSHED, Action, Role
from carteado.web.kit.push.topics import LANGUAGES, render
from carteado.web.people.models import Membership, User
from carteado.web.registrations.models import Entrant
from carteado.web.watch import live_parts
from tests.web.journeys.day import Day, clock_at
from tests.web.journeys.facts import EVENT, Subject
from tests.web.journeys.readers.everybody import results_page
from tests.web.journeys.readers.reading import Visitor
from tests.web.journeys.readers.screens import a_device, programme_strips, public_strips
from tests.web.journeys.walking import answer_of, guessable_paths
from tests.web.sumula.sumulas import truco_hand
from tests.web.world.halls import TM, codes, drawn, open_matches

pytestmark = pytest.mark.django_db

SATURDAY = datetime(2027, 10, 16, 14, tzinfo=ZoneInfo("America/Sao_Paulo"))
WEDNESDAY = SATURDAY + timedelta(days=4)
SLUG = "salao"
LEFT_OUT = re.compile(r'name="(?:csrfmiddlewaretoken|form)" value="[^"]+"|nonce="[^"]+"')
"""What is new in every answer: marks by which a form is known again."""

Seen = Mapping[str, object]
EVERYBODY, SEMI_FINALIST, FORMER_REFEREE = "everybody", "who lost a semi-final", "a former referee"


class World:
    """Four pairs. Both semi-finals are played, and the final is called to table 1, under an embargo until Wednesday."""

    def __init__(self, day: Day) -> None:
        self.day = day
        Event.objects.filter(pk=day.event.pk).update(embargo_until=WEDNESDAY)
        semi_finals = open_matches(day.championship)
        for table, match in enumerate(semi_finals, start=1):
            day.call(match, str(table))
            day.play(match, min(day.championship.logs[match].pairs), 3)
        [self.final] = open_matches(day.championship)
        day.call(self.final, "1")
        self.phone = day.phone("1")
        a_device(day.event, Right.OVERLAY, "1", purpose=Purpose.PUBLIC)
        self.loser = self._loses_semi_final()
        self.former = day.people.pop(Role.REFEREE)
        Membership.objects.filter(user=self.former).delete()

    def _loses_semi_final(self) -> Entrant:
        """With an account and a page of their own."""
        finalists = self.day.championship.bracket.pairs(self.final) or ()
        pair = next(one for one in codes(4) if one not in finalists)
        user = User.objects.create_user("perdeu@cais.example", name="Bia Semifinal")
        return Entrant.objects.create(
            event=self.day.event, code=f"{pair}a", number=1, called="Bia", user=user, secret="segredo-de-bia"
        )

    def ends(self, winner: int, hands: int) -> None:
        """The final is noted on the phone, hand by hand, and both pairs accept it."""
        self.phone.name, self.phone.seen, self.phone.written = "f", 0, 0
        noted = [self.phone.entry("hand", place=place, hand=truco_hand(winner, 12 // hands)) for place in range(hands)]
        self.phone.send(*noted, *self.phone.accept(*(one["id"] for one in noted)))
        organiser = self.day.worker(Role.ORGANISER)
        organiser.does(self.final, "confirmar-arbitragem", party="referee")
        assert self.day.championship.bracket.is_over


@pytest.fixture
def world(monkeypatch: pytest.MonkeyPatch) -> World:
    clock = clock_at(SATURDAY, monkeypatch)
    return World(Day.around(drawn(TM, 4, with_delegations=True, slug=SLUG, at=SATURDAY - timedelta(hours=3)), clock))


def in_another_world(world: World, winner: int, hands: int, at: datetime, *readers: str) -> dict[str, Seen]:
    """What each of these readers sees at that hour if the final ends so. Nothing of it stays."""
    forget(world.day.event)
    now, point = world.day.clock.now, transaction.savepoint()
    with TestCase.captureOnCommitCallbacks(execute=True):
        world.ends(winner, hands)
    world.day.clock.now = at
    live_parts.push_ended_embargoes(at - timedelta(days=9))
    known = {
        EVERYBODY: (Client(), "nobody"),
        SEMI_FINALIST: (signed_in(world.loser.user), world.loser.secret),
        FORMER_REFEREE: (signed_in(world.former), "nobody"),
    }
    found: dict[str, Seen] = {one: dict(everything(world, *known[one])) for one in readers}
    transaction.savepoint_rollback(point)
    world.day.clock.now = now
    forget(world.day.event)
    return found


def forget(event: Event) -> None:
    store.forget(event.pk)
    delays.forget(event.pk)
    for cache in caches.all():
        cache.clear()


def signed_in(user: User | None) -> Client:
    assert user is not None
    client = Client()
    client.force_login(user)
    return client


# --- everything that can be asked for ---------------------------------------------------------------------------------


def everything(world: World, client: Client, secret: str) -> Iterator[tuple[str, object]]:
    """Every address of the site that is only read, filled with whatever somebody could guess; every push; the strip."""
    for path in sorted(set(guessable_paths(world.day.championship, secret))):
        status, location, text = answer_of(client, path)
        yield path, (status, location, LEFT_OUT.sub("", text))
    public = [kind for kind, action in PUSHED.items() if action is Action.READ and kind in live_parts.PARTS]
    for kind, language in product(public, LANGUAGES):
        yield f"{kind} {language}", render(kind, SLUG, language)
    for pair, language in product(codes(4), LANGUAGES):
        yield f"dupla {pair} {language}", render("dupla", f"{SLUG}/{pair}", language)
    air = a_device(world.day.event, Right.OVERLAY, "1", purpose=Purpose.PUBLIC)
    yield "overlay", Client().get(reverse("overlay-strip"), headers={"Authorization": f"Bearer {air}"}).content


@pytest.mark.parametrize(
    "reader",
    [
        SEMI_FINALIST,
        pytest.param(EVERYBODY, marks=pytest.mark.slow),
        pytest.param(FORMER_REFEREE, marks=pytest.mark.slow),
    ],
)
def test_j10_nothing_tells_who_won_before_wednesday(world: World, reader: str) -> None:
    before = in_another_world(world, 0, 2, SATURDAY + timedelta(hours=3), reader)
    after = in_another_world(world, 1, 4, SATURDAY + timedelta(hours=3), reader)
    assert differences(before, after) == []


def test_j10_the_programme_goes_on_while_everybody_else_waits(world: World) -> None:
    visitor = Visitor(world.day.event)
    assert [public_strips(visitor), results_page(visitor)] == [{}, {Subject(EVENT): {"champion": ""}}]
    assert [facts["state"] for facts in programme_strips(visitor).values()] == ["called", "over"]
    world.day.all_agree()
    world.ends(0, 2)
    world.day.compares_always = True
    world.day.all_agree()


@pytest.mark.slow
def test_j10_on_wednesday_everybody_sees_it_and_nobody_has_to_act(world: World) -> None:
    """Else the walk would prove nothing."""
    before = in_another_world(world, 0, 2, WEDNESDAY + timedelta(minutes=1), EVERYBODY)
    after = in_another_world(world, 1, 4, WEDNESDAY + timedelta(minutes=1), EVERYBODY)
    differing = {path for reader, path in differences(before, after) if reader == EVERYBODY}
    pages = ("", "chave/", "classificacao/", "telao/", "resultado/", "resultado/partidas.csv", "imagem.png")
    assert {f"/campeonatos/{SLUG}/{page}" for page in pages} <= differing
    assert {"/campeonatos/", "chave pt-br", "telao en", "overlay", f"dupla {codes(4)[0]} en"} <= differing


def differences(one: Mapping[str, Seen], other: Mapping[str, Seen]) -> list[tuple[str, str]]:
    """By reader, the addresses whose answers differ."""
    found = []
    for reader, seen in one.items():
        assert seen.keys() == other[reader].keys()
        found += [(reader, path) for path in seen if seen[path] != other[reader][path]]
    return found
