"""Results under an embargo (TM 8.4): until its hour no byte of any public page, file, list or push depends on them."""

from collections.abc import Mapping
from dataclasses import replace
from datetime import datetime, timedelta
from typing import Any

import pytest
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from carteado.fair import DRAW_FORMAT, commitment
from carteado.tournament.formats.plans import knockout
from carteado.tournament.matches.match_log import Game, Party, Side
from carteado.tournament.operations import (
    CallMatch,
    CommitDraw,
    Confirm,
    HoldDraw,
    Operation,
    Settle,
    Submit,
    WithdrawPair,
)
from carteado.tournament.registrations.eligibility import EventSettings
from carteado.tournament.running.dispatch import apply, fold
from carteado.tournament.state.championship import Championship
from carteado.web.events import store
from carteado.web.events.details import Details
from carteado.web.events.importing import ImportedOperation, import_event
from carteado.web.events.models import Event, Pair, Stage
from carteado.web.kit.guarding.policy import PUSHED, Action, Permission, Role
from carteado.web.kit.push import topics
from carteado.web.kit.push.topics import LANGUAGES, render
from carteado.web.people.models import User
from carteado.web.watch import live_parts as pushing
from tools.policy_matrix import django_routes

pytestmark = pytest.mark.django_db

SLUG, BY, SECRET = "copa", "system", bytes(32)
PAIRS = tuple(f"d{number}" for number in range(1, 9))
NOW = timezone.now().replace(microsecond=0)
UNTIL = NOW + timedelta(hours=5)
BLANKS = {"slug": SLUG, "code": "d1", "first": "d1", "second": "d2", "draw": "knockout", "name": "partidas.csv"}
BLANKS |= {"what": "resultado", "kind": "pdf"}
NOT_OF_RESULTS = {"document"}


def an_event(winner: Side, matches: int, *, embargo: datetime | None = UNTIL) -> Event:
    """The first so many matches are won by one side of the table; of the next the pairs are called."""
    User.objects.filter(email="celia@exemplo.com.br").delete()
    organiser = User.objects.create_user("celia@exemplo.com.br", name="Célia")
    settings = EventSettings(day=timezone.localdate(NOW), opens=NOW - timedelta(days=9), closes=NOW - timedelta(days=2))
    details = Details(
        regulation="apcef-sc-2022-canastra",
        name="Copa da Praia",
        settings=settings,
        capacity=8,
        tables=4,
        embargo_until=embargo,
    )
    opening = Championship(event=SLUG, regulation=details.rules)
    done = [ImportedOperation(one) for one in _done(opening, winner, matches)]
    event = import_event(details, done, team={Role.ORGANISER: organiser}, at=NOW - timedelta(days=9), slug=SLUG)
    Pair.objects.bulk_create(Pair(event=event, code=code, name=f"Bia e {code.upper()}") for code in PAIRS)
    return event


def _sealed(slug: str) -> str:
    return commitment(f"{DRAW_FORMAT}|{slug}|knockout", SECRET)


def _done(opening: Championship, winner: Side, matches: int) -> tuple[Operation, ...]:
    plan, at = knockout(8), NOW - timedelta(hours=1)
    sealed = _sealed(SLUG)
    championship = fold(
        opening,
        (
            Settle(by=BY, at=at, plan=plan, pairs=PAIRS),
            CommitDraw(by=BY, at=at, draw="knockout", commitment=sealed),
            HoldDraw(by=BY, at=at, draw="knockout", secret=SECRET.hex(), entropy="loteria"),
        ),
    )
    for number, match in enumerate(plan.fixtures):
        if number < matches:
            score = (3000, 100 * number) if winner == 0 else (100 * number, 3000)
            championship = apply(championship, Submit(by=BY, at=at, match=match.id, games=(Game(score, winner),)))
            for party in Party:
                championship = apply(championship, Confirm(by=BY, at=at, match=match.id, version=0, party=party))
        elif number == matches:
            championship = apply(championship, CallMatch(by=BY, at=at, match=match.id, table="3"))
    return championship.log


def public_bodies(client: Client, **blanks: str) -> Mapping[str, bytes]:
    """The bodies of all public pages of the event, in every language, and of the lists in which it stands.

    ``blanks`` are others for the addresses, such as the code of another pair.
    """
    filled = BLANKS | blanks
    routes = [one for one in django_routes() if one.permission == Permission(Action.READ)]
    paths = [
        reverse(one.name, kwargs={blank: filled[blank] for blank in _blanks(one.path)})
        for one in routes
        if one.name not in NOT_OF_RESULTS
    ]
    lists = ["/", "/campeonatos/", *(f"/campeonatos/?fase={state}" for state in ("ao-vivo", "jogados", "a-jogar"))]
    found = {path: _body(client, path) for path in (*paths, *(f"/en{path}" for path in paths), *lists)}
    pushed = {kind for kind, action in PUSHED.items() if action is Action.READ and kind in pushing.PARTS}
    found |= {f"{kind} {language}": render(kind, SLUG, language).encode() for kind in pushed for language in LANGUAGES}
    pair = f"{SLUG}/{filled['code']}"
    return found | {f"dupla {language}": render("dupla", pair, language).encode() for language in LANGUAGES}


def _blanks(path: str) -> list[str]:
    return [part.partition(">")[0].rpartition(":")[2] for part in path.replace("(?P<", "<").split("<")[1:]]


def _body(client: Client, path: str) -> bytes:
    answer = client.get(path)
    assert answer.status_code == 200, (path, answer.status_code)
    assert not answer.cookies, f"{path} cannot be kept for everybody"
    return b"".join(answer) if answer.streaming else answer.content


@pytest.fixture
def still(monkeypatch: pytest.MonkeyPatch) -> None:
    """Time stands still: what differs, differs by the results."""
    monkeypatch.setattr(timezone, "now", lambda: NOW)


@pytest.mark.usefixtures("still")
@pytest.mark.parametrize(("winner", "matches"), [(1, 3), (0, 6), (1, 7)], ids=["others", "almost over", "over"])
def test_e_14_no_byte_that_everybody_sees_depends_on_results_under_an_embargo(winner: Side, matches: int) -> None:
    an_event(0, 3)
    before = public_bodies(Client())
    Event.objects.all().delete()
    store._championships.clear()
    store._before_play.clear()
    an_event(winner, matches)
    after = public_bodies(Client())
    assert before.keys() == after.keys()
    assert [path for path in before if before[path] != after[path]] == []


@pytest.mark.usefixtures("still")
def test_the_same_walk_finds_results_where_there_is_no_embargo() -> None:
    """Else the walk would prove nothing."""
    an_event(0, 7, embargo=None)
    before = public_bodies(Client())
    Event.objects.all().delete()
    store._championships.clear()
    an_event(1, 7, embargo=None)
    after = public_bodies(Client())
    differing = {path for path in before if before[path] != after[path]}
    assert {
        f"/campeonatos/{SLUG}/{page}" for page in ("", "chave/", "classificacao/", "telao/", "duplas/d1/")
    } <= differing
    assert {"/", "/campeonatos/", "chave pt-br", "telao en", "dupla en"} <= differing


@pytest.mark.usefixtures("still")
def test_a_player_who_is_signed_in_is_everybody_too() -> None:
    event = an_event(0, 7)
    player = User.objects.create_user("bia@exemplo.com.br")
    client = Client()
    client.force_login(player)
    html = client.get(f"/campeonatos/{event.slug}/chave/").content.decode()
    assert "3000" not in html
    assert "Resultados em" in html


@pytest.mark.usefixtures("still")
def test_e_14_the_team_sees_what_an_embargo_hides_and_that_others_do_not() -> None:
    event = an_event(0, 7)
    client = Client()
    client.force_login(User.objects.get(email="celia@exemplo.com.br"))
    html = client.get(f"/campeonatos/{event.slug}/chave/").content.decode()
    assert "3000" in html
    assert "Sob embargo até" in html
    assert f"/ao-vivo/equipe-chave/{event.slug}" in html
    assert "3000" in render("equipe-chave", event.slug, "pt-br")


def test_e_14_when_the_hour_of_an_embargo_comes_everybody_sees_and_nobody_has_to_act(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    event = an_event(0, 7)
    for moment, is_told in ((UNTIL - timedelta(seconds=1), False), (UNTIL, True)):
        monkeypatch.setattr(timezone, "now", lambda moment=moment: moment)
        pages = (f"/campeonatos/{event.slug}/", f"/campeonatos/{event.slug}/chave/", "/campeonatos/")
        assert [b"Dupla campe" in Client().get(path).content for path in (pages[0], pages[2])] == [is_told] * 2
        assert (b"3000" in Client().get(pages[1]).content) is is_told
        assert ("3000" in render("chave", event.slug, "pt-br")) is is_told


def test_open_pages_are_told_when_an_embargo_ends(monkeypatch: pytest.MonkeyPatch) -> None:
    an_event(0, 7)
    told: list[str] = []
    monkeypatch.setattr(pushing, "push", lambda _kind, slug: told.append(slug))
    monkeypatch.setattr(timezone, "now", lambda: UNTIL - timedelta(seconds=1))
    looked = pushing.push_ended_embargoes(UNTIL - timedelta(seconds=9))
    assert told == []
    monkeypatch.setattr(timezone, "now", lambda: UNTIL + timedelta(seconds=1))
    assert pushing.push_ended_embargoes(pushing.push_ended_embargoes(looked)) == UNTIL + timedelta(seconds=1)
    assert told == [SLUG]


@pytest.mark.usefixtures("still")
def test_how_far_an_event_is_cannot_be_asked_of_the_list() -> None:
    an_event(0, 7)
    assert Event.objects.get().stage == Stage.FINISHED
    client = Client()
    assert b"Copa da Praia" in client.get("/campeonatos/?fase=ao-vivo").content
    assert b"Copa da Praia" not in client.get("/campeonatos/?fase=jogados").content


def test_a_pair_that_leaves_before_the_draw_does_not_hide_the_draw() -> None:
    """Only what is done at a table tells of results."""
    event = an_event(0, 0)
    log = store.championship_of(event).log
    settle, commit, hold = log[:3]
    assert isinstance(commit, CommitDraw)
    leaves = WithdrawPair(by=BY, at=settle.at, pair="d8", why="Viagem", in_writing=True)
    again = import_event(
        store.details_of(event),
        [
            ImportedOperation(one)
            for one in (settle, leaves, replace(commit, commitment=_sealed("outra")), hold, *log[3:])
        ],
        team={Role.ORGANISER: User.objects.get()},
        at=NOW - timedelta(days=9),
        slug="outra",
    )
    shown = store.shown_to_all(again)
    assert list(shown.draws) == ["knockout"]
    assert not any(log.has_begun for log in shown.logs.values() if not log.follows)


@pytest.mark.parametrize("embargo", [UNTIL, None])
def test_whoever_listens_is_told_that_an_embargo_is_set_or_lifted(
    embargo: datetime | None, django_capture_on_commit_callbacks: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    event = an_event(0, 3, embargo=None if embargo else UNTIL)
    told: list[tuple[str, str]] = []
    monkeypatch.setattr(topics, "push", lambda kind, name: told.append((kind, name)))
    details = replace(store.details_of(event), embargo_until=embargo)
    with django_capture_on_commit_callbacks(execute=True):
        saved = store.save_details(event, details, expected=event.version, step="lugar", by=User.objects.get())
    assert isinstance(saved, Event)
    assert ("evento", SLUG) in told
