"""What pages, files and the database tell of a live match before it is over: nothing that follows from its seeds.

A match stands in the database twice, one time after the other, under the same codes: what was done is the same, the
seeds are not, and so hardly a card is. Every address of the site answers the same in both worlds, whoever asks.
"""

import re
from collections.abc import Callable, Iterator

import pytest
from django.contrib.auth.models import AnonymousUser
from django.db import connection, transaction
from django.test import Client
from django.urls import reverse

from carteado.cards import Onlooker
from carteado.web.people.models import User
from carteado.web.tables.match import fold as play
from carteado.web.tables.match import log_storage as storing
from carteado.web.tables.match.from_database import settings_of, terms_of
from carteado.web.tables.match.log_storage import insert_rows, log_of, update_summaries
from carteado.web.tables.match.log_writer import Batch
from carteado.web.tables.models import Match, Seat, Table
from carteado.web.tables.replay import pages as replays
from carteado.web.tables.seats import page_content
from carteado.web.tables.seats import pages as views
from tests.web.tables.room.table_rooms import CODE, TM, FakeServices, Seated
from tests.web.tables.room.table_twins import Leak, equal_commitment
from tools.policy_matrix import django_routes

pytestmark = pytest.mark.django_db

Answers = dict[str, tuple[int, str]]
BLANKS = {"code": "mesa", "number": 1, "hand": 0}
CHANGES_BY_ITSELF = re.compile(
    r'(?<=name="csrfmiddlewaretoken" value=")\w+|(?<=name="form" value=")[\w-]+|(?<=data-csrf=")\w+|nonce="[^"]*"'
    r"|\d{4}-\d\d-\d\dT[\d:.]+|\b\d{1,2}h\d\d\b"
)
LEFT_OUT = {"account_logout", "mfa_activate_totp"}
"""It would end the visit; it shows a new secret every time."""


class Database(FakeServices):
    """Writes what the room writes, under the match's own number."""

    def __init__(self, match: Match, world: str) -> None:
        super().__init__(world=world)
        self.match = match

    def write_batch(self, batch: Batch) -> None:
        super().write_batch(batch)
        if batch.summary is not None:
            update_summaries(batch.summary._replace(match=self.match.pk))


class Worlds:
    """One table and one match, played in two worlds; neither is there any more when the other begins."""

    def __init__(self) -> None:
        self.people = [User.objects.create_user(f"p{number}@exemplo.com.br", name=f"P{number}") for number in range(5)]
        self.table = Table.objects.create(code="mesa", regulation=TM, owner=f"user:{self.people[0].pk}", delay=0)
        self.match = Match.objects.create(table=self.table, number=1, code=CODE)
        for seat in range(4):
            Seat.objects.create(table=self.table, number=seat, who=f"user:{self.people[seat].pk}")

    def play(self, world: str, *, to_the_end: bool = False) -> None:
        """Calls and refusals, which name no card."""
        services = Database(self.match, world)
        terms = terms_of(self.table, self.match)
        table = Seated(services=services, settings=settings_of(self.table), terms=terms)
        for _ in range(3):
            table.deal(cuts=[5])
            table.do(0, "call", value=3)
            table.do(1, "refuse")
        table.deal()
        table.do(0, "sign", sign="zap")
        table.do(2, "call", value=3)
        if to_the_end:
            table.do(Onlooker.REFEREE, "ruling", ruling="disqualify", pair=1, article="match.target")
        insert_rows([row._replace(match=self.match.pk) for row in services.rows])

    def asked(self, world: str, *, to_the_end: bool = False, under: str = "/") -> Answers:
        """What every address answers those at the table and those who are not."""
        with transaction.atomic():
            self.play(world, to_the_end=to_the_end)
            answers = {
                f"{name} {path}": asked(client, path)
                for name, client in self._clients()
                for path in addresses()
                if path.startswith(under)
            }
            answers["the log"] = 0, "\n".join(self._log())
            transaction.set_rollback(True)
        return answers

    def _clients(self) -> Iterator[tuple[str, Client]]:
        for name, person in (
            ("who plays", self.people[1]),
            ("a stranger", self.people[4]),
            ("nobody", AnonymousUser()),
        ):
            client = Client()
            if isinstance(person, User):
                client.force_login(person)
            yield name, client

    def _log(self) -> Iterator[str]:
        """The rows as somebody reads them who has the database and not the keys."""
        with connection.cursor() as cursor:
            cursor.execute("SELECT data, seed FROM tables_act WHERE match_id = %s ORDER BY seq", [self.match.pk])
            for data, seed in cursor.fetchall():
                yield f"{data} {'sealed' if seed.startswith('gAAAA') else seed}"


def addresses() -> list[str]:
    """All that need no blanks but a table's."""
    found = []
    for route in django_routes():
        blanks = re.findall(r"<(?:\w+:)?(\w+)>", route.path)
        if set(blanks) <= set(BLANKS) and route.name not in LEFT_OUT:
            found.append(reverse(route.name, kwargs={name: BLANKS[name] for name in blanks}))
    return sorted(set(found))


def asked(client: Client, path: str) -> tuple[int, str]:
    answer = client.get(path)
    body = b"".join(answer) if answer.streaming else answer.content
    return answer.status_code, CHANGES_BY_ITSELF.sub("", body.decode(errors="replace"))


@pytest.fixture
def worlds(monkeypatch: pytest.MonkeyPatch) -> Worlds:
    monkeypatch.setattr(play, "commitment", equal_commitment)
    return Worlds()


def compared(worlds: Worlds, under: str = "/") -> Answers:
    here, there = worlds.asked("here", under=under), worlds.asked("there", under=under)
    different = [name for name in here if here[name] != there[name]]
    if different:
        raise Leak(f"worlds can be told apart by {different}: {_difference(here, there, different[0])}")
    return here


def _difference(here: Answers, there: Answers, name: str) -> list[tuple[str, str]]:
    """The lines that are not alike."""
    lines = zip(here[name][1].splitlines(), there[name][1].splitlines(), strict=False)
    return [(one, other) for one, other in lines if one != other]


def test_no_page_and_no_file_tells_what_is_hidden_before_the_end(worlds: Worlds) -> None:
    answers = compared(worlds)
    shown = {name.rpartition(" ")[2] for name, (status, _) in answers.items() if status == 200}
    assert "/mesa/mesa/" in shown
    for name in ("live-match", "live-record", "live-steps", "live-verify"):
        route = next(route for route in django_routes() if route.name == name)
        path = reverse(name, kwargs={blank: BLANKS[blank] for blank in re.findall(r"<(?:\w+:)?(\w+)>", route.path)})
        assert {status for one, (status, _) in answers.items() if one.endswith(f" {path}")} == {404}


def test_when_the_match_is_over_everybody_may_know(worlds: Worlds) -> None:
    """Which also proves that the worlds differ."""
    here, there = (worlds.asked(world, to_the_end=True, under="/mesa/") for world in ("here", "there"))
    [path] = [path for path in addresses() if path.endswith("registro.json")]
    for who in ("who plays", "a stranger", "nobody"):
        assert here[f"{who} {path}"][0] == 200
        assert here[f"{who} {path}"] != there[f"{who} {path}"]


def records_before_the_end(patch: pytest.MonkeyPatch) -> None:
    patch.setattr(replays, "_may_see", lambda *_: True)


def seeds_in_the_log_as_they_are(patch: pytest.MonkeyPatch) -> None:
    patch.setattr(storing, "seal", lambda seed: seed)


def a_number_that_follows_from_the_seed(patch: pytest.MonkeyPatch) -> None:
    honest = page_content.table_for_page

    def shown(table: Table, who: str, *, is_referee: bool = False) -> page_content.TableShown:
        told = honest(table, who, is_referee=is_referee)
        if told.match is not None:
            seeds = [row.data["seed"] for row in log_of(told.match.pk) if "seed" in row.data]
            told.match.score_first = int(seeds[-1][:4], 16)
        return told

    patch.setattr(views, "table_for_page", shown)


@pytest.mark.parametrize(
    "leak", [records_before_the_end, seeds_in_the_log_as_they_are, a_number_that_follows_from_the_seed]
)
def test_a_leak_that_is_planted_in_a_page_is_found(
    leak: Callable[[pytest.MonkeyPatch], None], worlds: Worlds, monkeypatch: pytest.MonkeyPatch
) -> None:
    leak(monkeypatch)
    with pytest.raises(Leak):
        compared(worlds, under="/mesa/")
