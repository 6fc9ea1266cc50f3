"""Events brought in whole, and the headline that every operation may change."""

from collections.abc import Sequence
from datetime import UTC, datetime

import pytest

from carteado.fair import DRAW_FORMAT, commitment
from carteado.regulation import IllegalAct
from carteado.tournament.files.codec import tag
from carteado.tournament.formats.plans import knockout
from carteado.tournament.matches.match_log import Game, Party
from carteado.tournament.operations import (
    Announce,
    CommitDraw,
    Confirm,
    HoldDraw,
    Operation,
    Settle,
    Submit,
)
from carteado.tournament.state.championship import Championship
from carteado.web.demo.cast import create_team
from carteado.web.events import store
from carteado.web.events.details import Details
from carteado.web.events.headlines import About, Headline, headline_of, read_headline, write_headline
from carteado.web.events.importing import ImportedOperation, import_event
from carteado.web.events.models import Event, Stage
from carteado.web.kit.guarding.policy import Role
from carteado.web.log.models import LogEntry
from carteado.web.people.models import User

pytestmark = pytest.mark.django_db

AT = datetime(2026, 3, 1, 12, tzinfo=UTC)
SLUG = "final-de-bairro"
DETAILS = Details(regulation="truco-masters-2025", name="Final de Bairro", capacity=4)
PAIRS = ("d01", "d02", "d03", "d04")
SECRET = bytes(32)


def drawn(*, third_place: bool = False) -> list[Operation]:
    """Announced, settled and drawn: four pairs before their semi-finals."""
    sealed = commitment(f"{DRAW_FORMAT}|{SLUG}|knockout", SECRET)
    return [
        Announce(by="organiser", at=AT, settings=DETAILS.settings),
        Settle(by="organiser", at=AT, plan=knockout(4, third_place=third_place), pairs=PAIRS),
        CommitDraw(by="organiser", at=AT, draw="knockout", commitment=sealed),
        HoldDraw(by="organiser", at=AT, draw="knockout", secret=SECRET.hex(), entropy="dado: 4"),
    ]


def result(match: str) -> list[Operation]:
    submitted = Submit(by="clerk", at=AT, match=match, games=(Game((12, 7), 0),))
    return [submitted, *(Confirm(by=party, at=AT, match=match, version=0, party=party) for party in Party)]


def brought_in(operations: Sequence[Operation], people: dict[Role, User]) -> Event:
    done = [ImportedOperation(operation, people[Role.ORGANISER]) for operation in operations]
    return import_event(DETAILS, done, team=people, at=AT, slug=SLUG)


def test_an_event_is_brought_in_whole() -> None:
    people = create_team()
    event = Event.objects.get(pk=brought_in(drawn(), people).pk)
    assert (event.slug, event.seq, event.version, event.published_version) == (SLUG, 4, 1, 1)
    assert (event.created_at, event.published_at, event.stage) == (AT, AT, Stage.PUBLISHED)
    assert store.details_of(event) == DETAILS
    assert store.championship_of(event).pairs == PAIRS
    said = list(event.log.order_by("pk").values_list("action", flat=True))
    assert said == ["event.created", *["team.role_given"] * 3, "event.published", *["event.operation"] * 4]
    assert set(event.log.values_list("at", flat=True)) == {AT}


def test_a_refused_operation_leaves_nothing_behind() -> None:
    people = create_team()
    with pytest.raises(IllegalAct, match="not_committed"):
        brought_in([one for one in drawn() if not isinstance(one, CommitDraw)], people)
    assert not Event.objects.exists()
    assert not LogEntry.objects.exists()


def test_what_follows_is_appended_as_to_any_other_event() -> None:
    people = create_team()
    event = brought_in(drawn(), people)
    for operation in [*result("knockout-semi-final-1"), *result("knockout-semi-final-2")]:
        after = store.append(event, operation, by=people[Role.CLERK], expected=Event.objects.get().seq)
        assert isinstance(after, Championship)
    event.refresh_from_db()
    assert (event.seq, event.stage, event.headline) == (12, Stage.RUNNING, "phase final")
    assert list(event.operations.order_by("seq").values_list("seq", flat=True)) == list(range(1, 13))
    assert event.log.latest("pk").details == {"kind": tag(Confirm), "seq": 12}


# --- headlines ----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("played", "headline"),
    [
        ((), Headline(About.PHASE, "semi-final")),
        (("semi-final-1",), Headline(About.PHASE, "semi-final")),
        (("semi-final-1", "semi-final-2"), Headline(About.PHASE, "final")),
        (("semi-final-1", "semi-final-2", "third-place"), Headline(About.PHASE, "final")),
    ],
)
def test_the_headline_is_the_phase_that_is_on(played: Sequence[str], headline: Headline) -> None:
    operations = [*drawn(third_place=True), *(one for match in played for one in result(f"knockout-{match}"))]
    championship = store.championship_of(brought_in(operations, create_team()))
    assert headline_of(championship) == headline


def test_the_headline_of_an_event_that_is_over_is_its_champion() -> None:
    matches = ("semi-final-1", "semi-final-2", "final")
    operations = [*drawn(), *(one for match in matches for one in result(f"knockout-{match}"))]
    event = brought_in(operations, create_team())
    championship = store.championship_of(event)
    assert championship.bracket.champion in PAIRS
    assert read_headline(event.headline) == Headline(About.CHAMPION, str(championship.bracket.champion))
    assert event.stage == Stage.FINISHED


def test_before_the_draw_there_is_no_headline() -> None:
    assert brought_in(drawn()[:2], create_team()).headline == ""


@pytest.mark.parametrize("headline", [None, Headline(About.CHAMPION, "d07"), Headline(About.PHASE, "round-of-16")])
def test_a_headline_is_read_as_it_was_written(headline: Headline | None) -> None:
    assert read_headline(write_headline(headline)) == headline
