"""Two events that differ only in what is still withheld, and all that somebody outside of it may look at.

An event is made on a clock that the test advances. ``seen`` is what everybody, a former referee, the players of other
matches, the phones of other tables and the broadcasts are shown; of twin events it is the same to the byte.
"""

import re
from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import ExitStack, contextmanager
from datetime import datetime, timedelta
from functools import partial
from io import BytesIO
from typing import Any
from unittest.mock import patch
from zipfile import ZipFile

from django.apps import apps
from django.db.models import QuerySet
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from carteado.tournament.formats.slots import MatchId
from carteado.tournament.matches.match_log import Game, Party, Side
from carteado.tournament.operations import CallMatch, Confirm, Operation, Submit
from carteado.tournament.outcomes import PairId
from carteado.tournament.state.championship import Championship
from carteado.web.devices.models import Device, Purpose, Right
from carteado.web.events import delays, store
from carteado.web.events.models import Event
from carteado.web.kit.guarding.policy import PUSHED, Action, Role
from carteado.web.kit.push.topics import LANGUAGES, exists, render
from carteado.web.people.models import Membership, User, fingerprint
from carteado.web.registrations.models import Entrant
from carteado.web.results.result_files import FILES
from carteado.web.sumula.models import Sheet
from carteado.web.tables.models import Table
from tests.tournament.championships import target
from tests.web.sumula.sumulas import Phone, a_device, sheet_at
from tests.web.world.halls import append, drawn, open_matches
from tools.policy_matrix import SiteRoute, django_routes

SLUG = "copa"
REAL_NOW = timezone.now
START = REAL_NOW().replace(microsecond=0)
"""The moment from which on the twins differ."""

Look = Callable[[], bytes]


class FakeClock:
    """The time that the site believes it is. It stands still unless the test advances it."""

    def __init__(self) -> None:
        self.now = START

    def at(self, seconds: float) -> None:
        """So many seconds after the start."""
        self.now = START + timedelta(seconds=seconds)

    def advance(self, seconds: float) -> None:
        self.now += timedelta(seconds=seconds)

    @contextmanager
    def running(self) -> Iterator["FakeClock"]:
        """Models have kept the real clock as the default of their fields."""
        fields = (field for model in apps.get_models() for field in model._meta.concrete_fields)
        with ExitStack() as patches:
            patches.enter_context(patch.object(timezone, "now", self._read))
            for field in fields:
                if field.default is REAL_NOW:
                    patches.enter_context(patch.object(field, "_get_default", self._read))
            yield self

    def _read(self) -> datetime:
        return self.now


def forget_everything() -> None:
    Event.objects.all().delete()
    User.objects.all().delete()
    for cache in (store._championships, store._before_play, store._notices, delays._cache, delays._prefixes):
        cache.clear()


class TwinEvent:
    """An event at the start. The match ``late`` is called to table 1, ``over`` is over since an hour."""

    def __init__(self, clock: FakeClock, regulation: str, pairs: int, **settings: Any) -> None:
        forget_everything()
        self.clock = clock
        clock.at(-7200)
        self.event = drawn(regulation, pairs, slug=SLUG, with_delegations=True, at=clock.now, **settings)
        self.players = {pair: self._player(pair) for pair in self.championship.pairs}
        self.former_referee = self._former_referee()
        self.with_account = self._with_accounts()
        clock.at(-5400)
        self.late, self.over, *_others = self.open
        self.calls(self.over, "2")
        clock.at(-3600)
        self.decides(self.over, 0)
        self.calls(self.late, "1")
        self.phones = {table: a_device(self.event, table) for table in ("1", "2", "3", "")}
        self.broadcasts = [
            self._broadcast(table="1"),
            self._broadcast(table="1", delay=5),
            self._broadcast(table="3"),
            self._broadcast(match=self.late),
        ]
        self.programme = self._broadcast(table="1", purpose=Purpose.PROGRAMME)
        clock.at(-60)
        Membership.objects.filter(event=self.event, role=Role.REFEREE).exclude(user__name__contains="Lima").delete()
        clock.at(0)
        self.polled: dict[PairId, list[str]] = {}

    def _player(self, pair: PairId) -> Entrant:
        known = {"called": f"Jogador {pair}", "number": int(pair.removeprefix("d"))}
        return Entrant.objects.create(event=self.event, code=f"{pair}a", **known)

    def _former_referee(self) -> Client:
        """Signed in while they were a referee, and still so."""
        former = User.objects.create_user("foi@salao.example", name="Foi Juiz")
        Membership.objects.create(event=self.event, user=former, role=Role.REFEREE)
        client = Client()
        client.force_login(former)
        return client

    def _with_accounts(self) -> Client:
        """A browser of somebody who is entered in every pair, as far as accounts go."""
        user = User.objects.create_user("joga@salao.example", name="Joga Muito")
        Entrant.objects.filter(event=self.event).update(user=user)
        client = Client()
        client.force_login(user)
        return client

    def _broadcast(self, **fields: Any) -> str:
        """The secret of an address."""
        number = self.event.devices.count() + 1
        secret = f"no-ar-{number}"
        known = {"right": Right.OVERLAY, "number": number, "secret_hash": fingerprint(secret)}
        Device.objects.create(event=self.event, **known, **fields)
        return secret

    # --- what happens -------------------------------------------------------------------------------------------------

    @property
    def championship(self) -> Championship:
        self.event.refresh_from_db()
        return store.championship_of(self.event)

    @property
    def open(self) -> list[MatchId]:
        return open_matches(self.championship)

    @property
    def pairs(self) -> tuple[PairId, PairId]:
        """Of the late match."""
        found = self.championship.bracket.pairs(self.late)
        assert found is not None
        return found

    def changes(self, **columns: object) -> None:
        Event.objects.filter(pk=self.event.pk).update(**columns)
        self.event.refresh_from_db()

    def does(self, *operations: Operation) -> None:
        append(self.event, *operations)

    def calls(self, match: MatchId, table: str) -> None:
        self.does(CallMatch(by="system", at=self.clock.now, match=match, table=table))

    def submits(self, match: MatchId, winner: Side, loser: int = 3) -> None:
        points = target(self.championship, self.championship.fixtures[match])
        games = (Game((points, loser) if winner == 0 else (loser, points), winner),)
        self.does(Submit(by="system", at=self.clock.now, match=match, games=games))

    def decides(self, match: MatchId, winner: Side, loser: int = 3) -> None:
        self.submits(match, winner, loser)
        for party in Party:
            if party in self.championship.confirmed_by:
                self.does(Confirm(by="system", at=self.clock.now, match=match, version=0, party=party))

    def notes(self, match: MatchId, *hands: Any, name: str = "a") -> None:
        """Hands on the sheet, from a phone of the referee's."""
        phone = Phone(sheet_at(self.event, match), self.phones[""], name)
        for place, hand in enumerate(hands):
            phone.send(phone.entry("hand", place=place, hand=hand))

    # --- what is seen -------------------------------------------------------------------------------------------------

    def opens_pages(self) -> None:
        """The players of other matches open their pages, which ask from then on whether anything has changed."""
        for pair, entrant in self.players.items():
            paths = [reverse("entrant", args=[entrant.secret]), *self._own_matches(entrant)]
            pages = [answer_to(Client(), path).decode() for path in paths]
            self.polled[pair] = [address for page in pages for address in ASKED_AGAIN.findall(page)]

    def seen(self, *involved: PairId) -> dict[str, bytes]:
        """All that is shown to those outside. ``involved`` are pairs that see what they play themselves."""
        mask = self._mask()
        return {name: mask(look()) for name, look in self._looks({*self.pairs, *involved})}

    def _looks(self, involved: set[PairId]) -> Iterator[tuple[str, Look]]:
        everybody = Client()
        for path in self._addresses(django_routes()):
            yield f"everybody {path}", partial(answer_to, everybody, path)
        for path in self._addresses(one for one in django_routes() if not is_public(one) or one.name in SEEN_BY_MANY):
            yield f"former referee {path}", partial(answer_to, self.former_referee, path)
        for name in OF_ACCOUNTS:
            yield f"account {name}", partial(answer_to, self.with_account, reverse(name))
        for kind, action in PUSHED.items():
            if action is Action.READ:
                yield from self._pushes(kind)
        for pair, entrant in self.players.items():
            if pair not in involved:
                yield from self._own_pages(pair, entrant)
        for table in ("2", "3"):
            yield f"phone {table}", partial(answer_to, Client(), reverse("sumula-table"), self.phones[table])
        for secret in self.broadcasts:
            yield f"broadcast {secret}", partial(answer_to, Client(), reverse("overlay-strip"), secret)

    def _pushes(self, kind: str) -> Iterator[tuple[str, Look]]:
        names = [SLUG]
        if kind == "dupla":
            names = [f"{SLUG}/{pair}" for pair in self.players]
        elif "sorteio" in kind:
            names = [f"{SLUG}/{draw}" for draw in self._draws]
        for name in names:
            for language in LANGUAGES:
                yield f"push {kind} {name} {language}", partial(_pushed, kind, name, language)

    def _own_pages(self, pair: PairId, entrant: Entrant) -> Iterator[tuple[str, Look]]:
        """The page of a player, what it asks again and again, and every match whose address they can guess."""
        client, own = Client(), partial(reverse, args=[entrant.secret])
        paths = [own("entrant"), own("entrant-my-data"), own("entrant-my-data-file")]
        for path in (*paths, *self._own_matches(entrant), *self.polled.get(pair, ())):
            yield f"player of {pair} {path.replace(entrant.secret, 'own')}", partial(answer_to, client, path)

    def _own_matches(self, entrant: Entrant) -> list[str]:
        """The pages of all matches, of which the player may open their own."""
        return [reverse("partida-confirmar", args=[entrant.secret, match]) for match in self._guessable]

    @property
    def _guessable(self) -> list[MatchId]:
        return [*(one.id for one in self.championship.plan.fixtures), "no-such-match"]

    @property
    def _draws(self) -> list[str]:
        return [stage.id for stage in self.championship.plan.stages]

    def _addresses(self, routes: Iterable[SiteRoute]) -> Iterable[str]:
        """Every address with its blanks filled in, also those that only the team may open."""
        found = dict.fromkeys(path for route in routes for path in self._filled_in(route))
        lists = [f"/campeonatos/?fase={one}" for one in ("ao-vivo", "jogados", "a-jogar", "inscricoes")]
        return [*found, *lists, "/campeonatos/?q=copa"]

    def _filled_in(self, route: SiteRoute) -> list[str]:
        if route.name.startswith(OF_NO_EVENT) or ":" in route.name:
            return []
        fillings: list[dict[str, Any]] = [{}]
        for blank in re.findall(r"<(?:\w+:)?(\w+)>", route.path):
            values = self._values(route.name, blank)
            fillings = [{**filling, blank: value} for filling in fillings for value in values]
        return [reverse(route.name, kwargs=filling) for filling in fillings]

    def _values(self, route: str, blank: str) -> list[Any]:
        """What stands for a blank. Nothing where it is a secret, which a stranger does not have."""
        one, two = self.pairs
        if (route, blank) in OF_ROUTES:
            return OF_ROUTES[route, blank]
        values: dict[str, list[Any]] = {
            "slug": [SLUG],
            "match": [self.late, self._guessable[-2]],
            "code": [one, two] if route.startswith("pair") else list(self._tables.values_list("code", flat=True)),
            "first": [one],
            "second": [two],
            "draw": self._draws,
            "game": ["truco"],
            "number": [1],
        }
        return values.get(blank, [])

    @property
    def _tables(self) -> QuerySet[Table]:
        return Table.objects.filter(event=self.event).order_by("fixture", "pk")

    def _mask(self) -> Callable[[bytes], bytes]:
        """A function that takes out codes that nobody can guess, and tokens of forms."""
        sheets = Sheet.objects.filter(event=self.event).order_by("match", "pk").values_list("code", flat=True)
        tables = self._tables.values_list("code", flat=True)
        secrets = [entrant.secret for entrant in self.players.values()]
        names = {code: f"code {number}" for number, code in enumerate((*secrets, *sheets, *tables))}

        def mask(content: bytes) -> bytes:
            for code, name in names.items():
                content = content.replace(code.encode(), name.encode())
            return CHANGING.sub(b"", content)

        return mask


OF_ACCOUNTS = ("home", "my-entries", "my-events", "notices", "my-matches", "ranking")
"""Pages that show an account what concerns it."""
SEEN_BY_MANY = ("home", "events", "event", "bracket", "agenda", "projector", "results-file", "draw-hall")
"""Public routes that are looked at by who was a referee, too."""
OF_NO_EVENT = (
    *("account_", "mfa_", "usersessions", "profile", "erase", "my-data-file", "appearance", "create-event"),
    *("regulations", "search-", "rulings", "about", "privacy", "verify-record", "trust", "ranking-how"),
    *("sumula", "overlay"),
)
"""Beginnings of routes that show nothing of an event, or ask for the secret of a phone."""
OF_ROUTES: Mapping[tuple[str, str], list[Any]] = {
    ("results-file", "name"): list(FILES),
    ("print-public", "what"): ["chave", "horarios", "sumulas", "resultado"],
    ("print-public", "kind"): ["pdf"],
}
ASKED_AGAIN = re.compile(r'data-news="([^"]*)"')
CHANGING = re.compile(
    rb'name="(?:csrfmiddlewaretoken|form|own)" value="[^"]*"|"csrf": ?"[^"]*"|/ID ?\[[^\]]*\]|D:\d{14}[^)]*'
    rb"|<[^>]*(?:CreateDate|ModifyDate|MetadataDate|DocumentID|InstanceID)[^<]*<"
)


def is_public(route: SiteRoute) -> bool:
    return route.permission is not None and route.permission.action is Action.READ


def answer_to(client: Client, path: str, secret: str = "") -> bytes:
    """Status, where it leads, and the body, without the time at which a file was made."""
    answer = client.get(path, headers={"Authorization": f"Bearer {secret}"} if secret else {})
    body = b"".join(answer) if getattr(answer, "streaming", False) else answer.content
    if path.endswith(".xlsx") and answer.status_code == 200:
        with ZipFile(BytesIO(body)) as packed:
            body = b"".join(packed.read(name) for name in sorted(packed.namelist()) if not name.startswith("docProps/"))
    return b"%d %s\n%s" % (answer.status_code, answer.headers.get("Location", "").encode(), body)


def _pushed(kind: str, name: str, language: str) -> bytes:
    return render(kind, name, language).encode() if exists(kind, name) else b"404"


def differing(one: Mapping[str, bytes], other: Mapping[str, bytes]) -> list[str]:
    """The names of what is not the same in both, or only in one."""
    return [name for name in dict.fromkeys([*one, *other]) if one.get(name) != other.get(name)]
