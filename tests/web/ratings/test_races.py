"""Two processes that count the same matches at the same instant: each match counts once, and in its order."""

from functools import partial
from itertools import count
from pathlib import Path

import pytest

from carteado.web.people.references import of_user
from carteado.web.ratings.models import Judged, Kind, Played, Standing, Verdict
from carteado.web.ratings.rating_storage import _recount, store_findings
from carteado.web.ratings.verdicts import Finding, Part
from carteado.web.tables.models import Match
from tests.paths import ROOT
from tests.web.ratings.rated import LONG_AGO, somebody, table_of
from tests.web.tables.seats.test_pages_races import at_once
from tests.web.world.running import run_in_site

pytestmark = pytest.mark.every_database

ROUNDS = 2
_names = count(1)


def count_together() -> None:
    """One from the first match on, one from the last back, one the later half: whoever comes second finds it done, and
    what comes late is counted where it belongs."""
    people = [of_user(somebody(f"Pessoa{next(_names)} Reis")) for _seat in range(4)]
    Judged.objects.all().delete()
    Standing.objects.all().delete()
    found = [_found(people, hour) for hour in range(5)]
    at_once(*(partial(_take_each, some) for some in (found, found[::-1], found[2:])))
    together = _standings()
    assert {matches for *_others, matches in together} == {5}
    assert len(together) == 6
    assert Played.objects.filter(judged__in=[one.match for one in found]).count() == 20
    _recount("truco")
    assert _standings() == together
    assert Standing.objects.filter(kind=Kind.PAIR).count() == 2


def _found(people: list[str], hour: int) -> Finding:
    at = LONG_AGO.replace(hour=hour)
    match = Match.objects.create(table=table_of(*people), number=1, finished_at=at, winner=hour % 2)
    parts = tuple(Part(int(who.partition(":")[2]), seat, seat % 2 == hour % 2, {}) for seat, who in enumerate(people))
    sides = (tuple(people[0::2]), tuple(people[1::2]))
    return Finding(match.pk, "truco", at, Verdict.RATED, sides, hour % 2, parts)


def _take_each(found: list[Finding]) -> None:
    for one in found:
        store_findings([one])


def _standings() -> list[tuple[str, float, float, int]]:
    return list(Standing.objects.order_by("who").values_list("who", "mu", "sigma", "matches"))


@pytest.mark.postgres
@pytest.mark.django_db(transaction=True)
def test_at_once_on_postgresql() -> None:
    for _round in range(ROUNDS):
        count_together()


ON_SQLITE = f"""
from tests.web.ratings.test_races import count_together
for _round in range({ROUNDS}):
    count_together()
answer = True
"""


@pytest.mark.one_database
def test_at_once_on_sqlite(tmp_path: Path) -> None:
    """With the settings that the site really has."""
    assert run_in_site(tmp_path, ON_SQLITE, PYTHONPATH=str(ROOT))
