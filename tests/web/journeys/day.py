"""A championship run through the site's own forms, from the wizard to the last result, at hours that the test sets."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from datetime import datetime, timedelta, tzinfo
from typing import Self

import pytest
from django.conf import settings
from django.test import Client
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import override

from carteado.tournament.formats.slots import MatchId
from carteado.tournament.matches.match_log import State
from carteado.tournament.outcomes import PairId
from carteado.tournament.running.draws import lots_name
from carteado.tournament.state.championship import Championship
from carteado.web.devices.models import Right
from carteado.web.events import store
from carteado.web.events.models import Event
from carteado.web.events.preparation_steps import Step
from carteado.web.kit.guarding.policy import Role
from carteado.web.people.models import Membership, User
from carteado.web.registrations.models import Entrant
from tests.web.draw.draw_desk import Desk as DrawDesk
from tests.web.journeys.agreement import KNOWN, Audience, Disagreement, Place, disagreements
from tests.web.journeys.places import PLACES
from tests.web.journeys.readers.markup import tree_of
from tests.web.journeys.readers.reading import Visitor
from tests.web.journeys.readers.screens import a_device
from tests.web.sumula.sumulas import Phone, sheet_at
from tests.web.world.halls import Worker, forms_in, open_matches, page_html, points, why_not
from tests.web.world.newcomers import a_person, enter
from tests.web.world.organising import Organiser

LANGUAGES = ("pt-br", "en")


class Clock:
    """The time of the test. It stands still until the test moves it."""

    def __init__(self, now: datetime) -> None:
        self.now = now

    def moves(self, **by: int) -> None:
        self.now += timedelta(**by)

    def at(self, day: datetime, hour: str) -> None:
        """To this time of a day, such as 14:59. Never back: what was written later would not be known yet."""
        hours, minutes = map(int, hour.split(":"))
        then = timezone.localtime(day).replace(hour=hours, minute=minutes, second=0, microsecond=0)
        assert then >= self.now, (then, self.now)
        self.now = then


@dataclass
class Day:
    """The event with its team, and whoever looks at it. ``compares_always`` compares after every act on the day."""

    clock: Clock
    regulation: str
    name: str = "Copa do Cais"
    compares_always: bool = False
    people: dict[Role, User] = field(default_factory=dict)
    event: Event = field(init=False)
    checks: int = 0

    @classmethod
    def around(cls, event: Event, clock: Clock) -> "Day":
        """An event that is drawn already, with its team."""
        people = {Role(one.role): one.user for one in event.memberships.select_related("user")}
        day = cls(clock, event.regulation, people=people)
        day.event = event
        return day

    def __post_init__(self) -> None:
        roles = () if self.people else (Role.ORGANISER, Role.REFEREE, Role.CLERK)
        for role in roles:
            self.people[role] = User.objects.create_user(f"{role}@cais.example", name=f"{role.capitalize()} Lima")

    # --- before the day -----------------------------------------------------------------------------------------------

    def prepare(self, *, begins: datetime, days: int = 1, pairs: int, tables: int = 5, **place: object) -> None:
        """In the wizard, as far as publishing."""
        client = Client(SERVER_NAME="localhost")
        client.force_login(self.people[Role.ORGANISER])
        organiser = Organiser(client)
        event = organiser.begin(self.regulation, self.name)
        fields: dict[str, object] = {"place": "Clube do Cais, Santos"}
        for number in range(days):
            day = begins + timedelta(days=number)
            end = "" if number == 0 else f"_{number + 1}"
            fields |= {f"day{end}": day.date(), f"hour{end}": f"{day:%H:%M}", f"until{end}": "22:00"}
        organiser.fill(event, Step.PLACE, **fields)
        now = timezone.localtime()
        window = {"opens": f"{now:%Y-%m-%dT%H:%M}", "closes": f"{begins - timedelta(days=1):%Y-%m-%dT%H:%M}"}
        organiser.fill(event, Step.ENTRIES, **window, capacity=pairs)
        organiser.fill(event, Step.TABLES, tables=tables)
        for step, given in place.items():
            organiser.fill(event, Step(step), **given)  # type: ignore[arg-type]
        event.refresh_from_db()
        answer = client.post(reverse("publish", args=[event.slug]), {"version": event.version})
        assert answer.status_code == 302, page_html(answer)
        self.event = Event.objects.get(pk=event.pk)
        for role in (Role.REFEREE, Role.CLERK):
            Membership.objects.create(event=self.event, user=self.people[role], role=role)

    def select(self, *codes: str) -> str:
        """Ticked in the list of entries; what is said against it, if anything."""
        organiser = self.worker(Role.ORGANISER)
        path, page = (
            organiser.path("select-entries"),
            tree_of(organiser.client.get(organiser.path("entries")).content.decode()),
        )
        boxes = [box for box in page.all("input[name=pair]") if box["id"].removeprefix("tick-") in codes]
        answer = organiser.client.post(path, {"pair": [box["value"] for box in boxes]})
        self.clock.moves(minutes=1)
        return "" if answer.status_code == 302 and len(boxes) == len(codes) else why_not(answer)

    def settle(self) -> None:
        self.draws.settle()

    def draw(self, draw: str, entropy: str = "48213") -> None:
        """Announced, and held when its minute has come."""
        if draw not in self.championship.commitments:
            self.draws.announce(draw)
            self.clock.moves(minutes=1)
            self.step()
        self.draws.hold(draw, entropy)
        self.step()

    def draw_lots(self) -> list[str]:
        """Wherever pairs are level now; the names of the draws."""
        drawn = [lots_name(self.championship, where) for where in self.championship.bracket.lots_needed()]
        for draw in drawn:
            self.draw(draw)
        return drawn

    def publish_hours(self, hours: dict[str, datetime], *, why: str = "") -> None:
        """``hours`` by the field of the form, such as ``round-0`` or ``match-…``."""
        organiser = self.worker(Role.ORGANISER)
        path = organiser.path("hours")
        form = forms_in(organiser.client.get(path).content.decode())[""]
        typed = {name: [f"{timezone.localtime(at):%Y-%m-%dT%H:%M}"] for name, at in hours.items()}
        answer = organiser.client.post(path, {**form, **typed, "why": [why], "act": ["publish"]})
        if answer.status_code == 200:  # warnings about rest and tables: published all the same
            form = forms_in(answer.content.decode())[""]
            answer = organiser.client.post(path, {**form, "act": ["publish"]})
        assert answer.status_code == 302, page_html(answer)

    def enter(self, *people: str, **told: str) -> Entrant:
        """A pair enters by the form, as its regulation asks; the partner confirms where that is asked."""
        client = Client(SERVER_NAME="localhost")
        registrant = enter(client, self.event, a_person(people[0], **told), {"name": people[1]})
        self.clock.moves(minutes=1)
        return registrant

    def takes_over_link(self, person: str) -> None:
        """A player makes the page of a link that was passed on their own."""
        secret = self.event.entrants.get(code=person).secret
        path, client = reverse("entrant-take", args=[secret]), Client(SERVER_NAME="localhost")
        if form := forms_in(client.get(reverse("entrant", args=[secret])).content.decode()).get(path):
            assert client.post(path, form).status_code == 302

    # --- who does what ------------------------------------------------------------------------------------------------

    @property
    def championship(self) -> Championship:
        self.event.refresh_from_db()
        return store.championship_of(self.event)

    @property
    def draws(self) -> DrawDesk:
        return DrawDesk(self.people[Role.ORGANISER], self.event)

    def worker(self, role: Role) -> Worker:
        self.event.refresh_from_db()
        return Worker.of(self.event, role)

    @property
    def clerk(self) -> Worker:
        return self.worker(Role.CLERK)

    @property
    def referee(self) -> Worker:
        return self.worker(Role.REFEREE)

    def name_of(self, pair: PairId) -> str:
        return store.names_of(self.event)[pair]

    def pair_named(self, name: str) -> PairId:
        [code] = [code for code, known in store.names_of(self.event).items() if known == name]
        return code

    def match_of(self, *pairs: PairId) -> MatchId:
        """The undecided match of a pair, or of two."""
        championship = self.championship
        [found] = [
            one
            for one in championship.fixtures
            if championship.bracket.ended(one) is None and set(pairs) <= set(championship.bracket.occupants(one))
        ]
        return found

    # --- on the day ---------------------------------------------------------------------------------------------------

    def call(self, match: MatchId, table: str) -> None:
        self.clerk.does(match, "chamar", table=table)
        self.step()

    def call_next(self) -> list[MatchId]:
        clerk = self.clerk
        before = {match for match, log in self.championship.logs.items() if log.is_on}
        path = clerk.path("call-matches")
        form = forms_in(clerk.client.get(clerk.path("tables")).content.decode()).get(path, {})
        if "plan" not in form:
            return []
        answer = clerk.client.post(path, form)
        assert answer.status_code == 302, why_not(answer)
        self.step()
        return [match for match, log in self.championship.logs.items() if log.is_on and match not in before]

    def arrive(self, match: MatchId, *pairs: PairId) -> None:
        for pair in pairs or self.championship.logs[match].pairs:
            self.clerk.does(match, "tempo", mark=f"arrived:{pair}")
        self.step()

    def start(self, match: MatchId) -> None:
        log = self.championship.logs[match]
        self.arrive(match, *(pair for pair in log.pairs if not log.clock.last("arrived", pair=pair)))  # type: ignore[arg-type]
        self.clerk.does(match, "comecar")
        self.step()

    def hand_in(self, match: MatchId, winner: PairId, loser_points: int = 0) -> None:
        side = self.championship.logs[match].pairs.index(winner)
        self.clerk.does(match, "resultado", **points(self.championship, match, side, loser_points))
        self.step()

    def confirm(self, match: MatchId) -> None:
        """Both pairs at the desk, then the referee."""
        self.clerk.does(match, "confirmar", party="first")
        self.clerk.does(match, "confirmar", party="second")
        self.confirm_as_referee(match)

    def confirm_as_referee(self, match: MatchId) -> None:
        """Where the regulation asks for it."""
        if self.championship.logs[match].state is not State.OFFICIAL:
            self.referee.does(match, "confirmar-arbitragem", party="referee")
        self.step()

    def play(self, match: MatchId, winner: PairId, loser_points: int = 0, *, minutes: int = 15) -> None:
        """A called match, from the arrival of both to the official result."""
        self.start(match)
        self.clock.moves(minutes=minutes)
        self.hand_in(match, winner, loser_points)
        self.confirm(match)

    def correct(self, match: MatchId, winner: PairId, loser_points: int, why: str) -> str:
        """What the referee is shown first if the correction moves others; the correction is done all the same."""
        side = self.championship.logs[match].pairs.index(winner)
        typed = points(self.championship, match, side, loser_points)
        answer = self.referee.act(match, "corrigir", **typed, why=why)
        if answer.status_code == 302:
            self.step()
            return ""
        page = page_html(answer)
        weighed = page.partition('name="weighed" value="')[2].partition('"')[0]
        self.referee.does(match, "corrigir", **typed, why=why, weighed=weighed)
        self.step()
        return page

    def walkover(self, match: MatchId, *absent: PairId, why: str = "") -> None:
        self.referee.does(match, "wo", absent=list(absent), why=why)
        self.step()

    def withdraw(self, match: MatchId, pair: PairId, why: str) -> None:
        self.referee.does(match, "desistencia", pair=pair, why=why, in_writing="on")
        self.step()

    def disqualify(self, match: MatchId, pair: PairId, ground: str, why: str) -> None:
        self.referee.does(match, "desclassificar", pair=pair, ground=ground, why=why)
        self.step()

    def phone(self, table: str) -> Phone:
        """The phone beside a table, with the sheet of the match that is called there."""
        [match] = [one for one, log in self.championship.logs.items() if log.is_on and log.table == table]
        return Phone(sheet_at(self.event, match), a_device(self.event, Right.SUMULA, table), f"t{table}-{match}")

    def refused(self, match: MatchId, act: str, **fields: object) -> str:
        """What the referee is told instead."""
        return self.referee.refused(match, act, **fields)

    def open_matches(self) -> list[MatchId]:
        return open_matches(self.championship)

    # --- comparing ----------------------------------------------------------------------------------------------------

    def step(self) -> None:
        """After an act: time passes, and every place may be compared."""
        self.clock.moves(seconds=1)
        if self.compares_always:
            self.all_agree()

    def disagreements(self, places: Sequence[Place] = PLACES, language: str = "pt-br") -> list[Disagreement]:
        """What any place says that the championship does not."""
        with override(settings.LANGUAGE_CODE):  # a request leaves its language behind
            return self._disagreements(places, language)

    def _disagreements(self, places: Sequence[Place], language: str) -> list[Disagreement]:
        self.event.refresh_from_db()
        everybody = Visitor(self.event, language=language)
        team = Visitor(self.event, language=language)
        team.client.force_login(self.people[Role.ORGANISER])
        known = {audience: find(self.event, language) for audience, find in KNOWN.items()}
        return [
            one
            for place in places
            for one in disagreements(
                place, team if place.audience is Audience.TEAM else everybody, known[place.audience]
            )
        ]

    def all_agree(self, places: Sequence[Place] = PLACES) -> None:
        """Every place says what the championship says, in one language after the other. Slow places take turns, unless
        everything is compared always."""
        language = LANGUAGES[self.checks % len(LANGUAGES)]
        self.checks += 1
        if not self.compares_always:
            places = [
                place for number, place in enumerate(places) if not place.is_slow or (self.checks + number) % 3 == 0
            ]
        found = self.disagreements(places, language)
        assert not found, f"{len(found)} disagree in {language}:\n" + "\n".join(map(str, found[:40]))


def clock_at(now: datetime, monkeypatch: pytest.MonkeyPatch) -> Clock:
    clock = Clock(now)
    stop_time(monkeypatch, lambda: clock.now)
    return clock


def stop_time(monkeypatch: pytest.MonkeyPatch, now: Callable[[], datetime]) -> None:
    """The whole site reads this time: models keep the function ``timezone.now``, so it is not replaced itself."""

    class Stopped(datetime):
        @classmethod
        def now(cls, tz: tzinfo | None = None) -> Self:
            at = now().astimezone(tz)
            return cls(*at.timetuple()[:6], at.microsecond, tz)

    monkeypatch.setattr(timezone, "datetime", Stopped)


def entrant_of(event: Event, code: str) -> Entrant:
    return event.entrants.get(code=code)
