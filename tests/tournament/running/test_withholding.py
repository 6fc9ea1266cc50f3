"""What those know of a championship from whom some operations are still withheld."""

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from carteado.tournament.formats.plans import knockout
from carteado.tournament.operations import CallMatch, Undo
from carteado.tournament.running.dispatch import apply
from carteado.tournament.running.withholding import OF_ONE_MATCH, revealed_by, up_to, without
from carteado.tournament.state.championship import Championship
from tests.tournament.championships import AP, NOON, open_matches, pairs_of, ready, submitting, won
from tests.tournament.running.random_operations import SOME_WHIMS, Setting, Whim, some_setting
from tests.tournament.running.test_random_operations import Desk, check


def of_match(championship: Championship, match: str) -> set[int]:
    """The places in the log of everything that gives the match away."""
    log = championship.log
    found = (index for index in range(len(log)) if (one := revealed_by(log, index)) and one.match == match)
    return set(found)


@pytest.fixture
def semi_finals() -> Championship:
    """Both semi-finals are played, and the final is called."""
    championship = ready(AP, knockout(4))
    first, second = open_matches(championship)
    return called(first_wins(first_wins(championship, first), second))


def first_wins(championship: Championship, match: str) -> Championship:
    return won(championship, match, pairs_of(championship, match)[0])


def called(championship: Championship) -> Championship:
    [final] = open_matches(championship)[:1]
    return apply(championship, CallMatch(by="desk", at=NOON, match=final, table="1"))


def test_what_is_withheld_of_a_match_withholds_the_call_of_the_next(semi_finals: Championship) -> None:
    first = next(iter(semi_finals.fixtures))
    known = without(semi_finals, of_match(semi_finals, first))
    assert known.bracket.ended(first) is None
    assert len([match for match in known.fixtures if known.bracket.ended(match)]) == 1
    assert not any(isinstance(one, CallMatch) and one.match not in known.logs for one in known.log)
    assert not any(log.is_on for log in known.logs.values())


def test_nothing_withheld_is_the_championship_itself(semi_finals: Championship) -> None:
    assert without(semi_finals, set()) == semi_finals


def test_another_result_of_a_withheld_match_is_the_same_to_those_who_do_not_know_it() -> None:
    before = ready(AP, knockout(4))
    first, second = open_matches(before)
    seen = []
    for winner in (0, 1):
        played = first_wins(won(before, first, pairs_of(before, first)[winner]), second)
        seen.append(without(called(played), of_match(called(played), first)))
    assert seen[0] == seen[1]


def test_an_undo_is_known_when_what_it_took_back_may_be_known() -> None:
    before = ready(AP, knockout(4))
    first, second = open_matches(before)
    played = apply(before, submitting(before, first, pairs_of(before, first)[0]))
    later = apply(played, submitting(before, second, pairs_of(before, second)[0]))
    undone = apply(apply(later, Undo(by="desk", at=NOON)), Undo(by="desk", at=NOON))
    index = len(before.log)
    assert revealed_by(undone.log, index + 3) == revealed_by(undone.log, index)
    # the second match and its Undo are withheld, the first match and its Undo are known
    assert without(undone, {index + 1, index + 2}) == before
    # the second match is known to stand, because that it was taken back is withheld
    assert without(undone, {index + 2, index + 3}) == later


@settings(max_examples=60, deadline=None, suppress_health_check=[HealthCheck.too_slow])
@given(setting=some_setting(), whims=SOME_WHIMS, since=st.integers(0, 80), which=st.integers(0, 9))
def test_whatever_happens_a_match_can_be_withheld(setting: Setting, whims: list[Whim], since: int, which: int) -> None:
    desk = Desk(setting)
    for whim in whims:
        desk.wants(whim)
    championship = desk.now
    matches = list(championship.fixtures) or [""]
    withheld = {index for index in of_match(championship, matches[which % len(matches)]) if index >= since}
    known = without(championship, withheld)
    check(known)
    assert not {id(championship.log[index]) for index in withheld} & set(map(id, known.log))
    first = min(withheld, default=len(championship.log))
    prefix = up_to(championship, first)
    assert without(championship, withheld, after=prefix) == known


def test_only_what_is_done_at_the_match_itself_gives_it_away() -> None:
    assert CallMatch not in set[type](OF_ONE_MATCH), "a pair must come to its table at once"
