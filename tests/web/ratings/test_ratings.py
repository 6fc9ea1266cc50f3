"""Which matches count, that each counts once and in its order, and that counting all anew gives the same to the bit."""

from collections import Counter
from datetime import timedelta
from random import Random
from typing import Any
from unittest.mock import patch

import pytest
from django.utils import timezone

from carteado.record import replay, write_act
from carteado.web.people.references import of_user
from carteado.web.ratings import rating_storage
from carteado.web.ratings.match_facts import facts_of
from carteado.web.ratings.models import Judged, Kind, Played, Standing, Verdict
from carteado.web.ratings.rating_storage import catch_up, findings_at_table, rebuild, recount_withdrawn, store_findings
from carteado.web.ratings.verdicts import Finding, Part, findings
from carteado.web.tables.match import log_rows
from carteado.web.tables.match.first_row import begin_match
from carteado.web.tables.match.fold import Play, Step, clock_act
from carteado.web.tables.match.from_database import terms_of
from carteado.web.tables.match.log_storage import log_of
from carteado.web.tables.match.match_record import record_of_match
from carteado.web.tables.models import Guest, Match
from carteado.web.tables.players.names import of_guest
from tests.web.ratings.rated import BOT, LONG_AGO, finished_match, many, played_at, somebody, table_of
from tests.web.tables.seats.sitting import TRANCA, any_card, played_out

pytestmark = pytest.mark.django_db


def four() -> list[str]:
    return [of_user(somebody(name)) for name in ("Bia Ramos", "Ivo Lemos", "Cida Reis", "Edson Luz")]


def everything() -> tuple[list[Any], ...]:
    """All that counting writes."""
    return (
        list(
            Standing.objects.order_by("game", "who").values(
                "game", "who", "kind", "mu", "sigma", "value", "matches", "wins"
            )
        ),
        list(
            Played.objects.order_by("judged", "user").values(
                "judged", "user", "value", "upper", "change", "counts", "seat"
            )
        ),
        list(Judged.objects.order_by("match").values("match", "game", "verdict", "sides", "winner", "at")),
    )


def verdict_of(match: Match) -> str:
    catch_up()
    return Judged.objects.get(match=match).verdict


# --- which count --------------------------------------------------------------------------------------------------


def test_a_match_of_four_accounts_counts_for_them_and_their_pairs() -> None:
    one, two, three, other = four()
    match = played_at(table_of(one, two, three, other))
    assert verdict_of(match) == Verdict.RATED
    kinds = Counter(Standing.objects.values_list("kind", flat=True))
    assert kinds == {Kind.PLAYER: 4, Kind.PAIR: 2}
    won = Standing.objects.get(who=(one, two)[match.winner or 0])
    lost = Standing.objects.get(who=(two, one)[match.winner or 0])
    assert won.mu > lost.mu
    assert (won.wins, lost.wins) == (1, 0)
    assert Standing.objects.get(who="+".join(sorted((one, three)))).kind == Kind.PAIR


def test_with_bots_it_counts_for_who_is_a_person() -> None:
    bia = of_user(somebody("Bia"))
    assert verdict_of(played_at(table_of(bia, BOT, BOT, BOT))) == Verdict.RATED
    assert set(Standing.objects.values_list("who", "kind")) == {(bia, Kind.PLAYER), (f"{BOT}+{bia}", Kind.WITH_BOT)}


def test_with_a_guest_it_counts_for_nobody_and_stands_among_the_matches_of_the_others() -> None:
    bia, guest = somebody("Bia"), Guest.objects.create(name="Zeca")
    assert verdict_of(played_at(table_of(of_user(bia), of_guest(guest), BOT, BOT))) == Verdict.GUEST
    assert not Standing.objects.exists()
    assert Played.objects.get().user == bia
    assert Played.objects.get().change is None


def test_to_another_target_it_does_not_count() -> None:
    bia = of_user(somebody("Bia"))
    assert verdict_of(played_at(table_of(bia, BOT, BOT, BOT, target=3))) == Verdict.OWN_TERMS


def test_one_that_goes_on_is_not_looked_at() -> None:
    begin_match(table_of(of_user(somebody("Bia")), BOT, BOT, BOT))
    catch_up()
    assert not Judged.objects.exists()


def test_who_watches_later_learns_no_result_from_the_ranking() -> None:
    table = table_of(of_user(somebody("Bia")), BOT, BOT, BOT, delay=300)
    match = played_at(table)
    catch_up()
    assert not Judged.objects.exists()
    Match.objects.filter(pk=match.pk).update(finished_at=timezone.now() - timedelta(seconds=301))
    assert verdict_of(match) == Verdict.RATED


# --- a bot in somebody's place ------------------------------------------------------------------------------------


def with_bot_in(seat: int, *, winner: int, back: bool = False) -> Match:
    """A match in which a bot sat down in that seat before the first card; ``back``: and left before it did anything."""
    people = four()
    sits = [log_rows.sit_data(seat, BOT), *([log_rows.sit_data(seat, people[seat])] if back else [])]
    for seed in range(60):
        left = list(sits)

        def choose(play: Play, rng: Random, left: list[dict[str, Any]] = left) -> dict[str, Any]:
            return left.pop(0) if left and play.awaited and play.awaited.step is Step.ACT else any_card(play, rng)

        match = played_out(table_of(*people), Random(seed), choose)
        if match.winner == winner:
            return match
    raise AssertionError("nobody ever won")


def test_what_a_bot_won_in_somebodys_place_does_not_count() -> None:
    assert verdict_of(with_bot_in(2, winner=0)) == Verdict.SUBSTITUTED


def test_who_walks_away_and_loses_has_lost() -> None:
    assert verdict_of(with_bot_in(2, winner=1)) == Verdict.RATED


def test_a_bot_that_only_kept_the_seat_warm_played_nothing() -> None:
    assert verdict_of(with_bot_in(2, winner=0, back=True)) == Verdict.RATED


# --- what was done ------------------------------------------------------------------------------------------------


def test_points_and_hands_are_those_of_the_record() -> None:
    match = played_at(table_of(*four()))
    facts, report = facts_of(terms_of(match.table, match), log_of(match.pk)), replay(record_of_match(match))
    for seat, counts in enumerate(facts.counts):
        points = [sum(hand.points[pair] for hand in report.hands) for pair in (seat % 2, 1 - seat % 2)]
        assert [counts.get("points", 0), counts.get("against", 0)] == points
        assert counts["hands"] == len(report.hands)
        assert counts.get("hands_won", 0) == sum(hand.winner == seat % 2 for hand in report.hands)
    assert facts.winner == report.winner


# --- once, and in order -------------------------------------------------------------------------------------------


def test_what_was_found_twice_counts_once() -> None:
    match = played_at(table_of(*four()))
    found = findings_at_table(match.table.code)
    store_findings(found)
    once = everything()
    store_findings(found)
    catch_up()
    assert everything() == once
    assert Standing.objects.filter(kind=Kind.PLAYER, matches=1).count() == 4


def test_matches_are_counted_in_batches_to_the_end() -> None:
    people = four()
    for place in range(5):
        played_at(table_of(*people), place, at=LONG_AGO + timedelta(hours=place))
    with patch.object(rating_storage, "BATCH_SIZE", 2):
        catch_up()
    assert Judged.objects.count() == 5


def test_a_log_that_cannot_be_read_keeps_no_other_match_from_being_counted() -> None:
    people = four()
    Match.objects.create(table=table_of(*people), number=1, finished_at=LONG_AGO - timedelta(hours=1), winner=0)
    whole = played_at(table_of(*people))
    catch_up()
    assert list(Judged.objects.values_list("match", flat=True)) == [whole.pk]


def test_counting_anew_gives_the_same_to_the_last_bit() -> None:
    people = four()
    for place in range(8):
        rng = Random(place)
        seats = rng.sample([*people, BOT, BOT], 4)
        if all(one == BOT for one in seats):
            continue
        played_at(table_of(*seats), place, at=LONG_AGO + timedelta(hours=place))
        catch_up()
    step_by_step = everything()
    assert len(step_by_step[0]) > 6
    Standing.objects.update(mu=0.0, matches=99)
    Played.objects.update(value=1, change=1)
    Judged.objects.filter(pk=Judged.objects.order_by("match").values("pk")[:1]).delete()
    rebuild()
    assert everything() == step_by_step


def test_a_match_that_comes_late_counts_where_it_belongs() -> None:
    people = four()
    matches = [played_at(table_of(*people), seed, at=LONG_AGO + timedelta(hours=seed)) for seed in range(4)]
    found = list(findings(Match.objects.filter(pk__in=[one.pk for one in matches]).select_related("table__event")))
    store_findings(found)
    in_order = everything()
    Judged.objects.all().delete()
    Standing.objects.all().delete()
    for one in (found[0], found[3], found[1], found[2]):
        store_findings([one])
    assert everything() == in_order


def test_another_game_is_another_rating() -> None:
    people = four()
    finished_match(*people, game="truco")
    finished_match(*people, game="canastra")
    assert set(Standing.objects.filter(who=people[0]).values_list("game", "matches")) == {("truco", 1), ("canastra", 1)}


def test_ratings_follow_many_matches_and_counting_anew_agrees() -> None:
    people = [somebody(f"Pessoa{number} Silva") for number in range(8)]
    many(people, 60)
    whole = everything()
    best = Standing.objects.filter(kind=Kind.PLAYER).order_by("-value").first()
    assert best is not None
    assert best.first == people[0]
    Standing.objects.all().delete()
    rating_storage._recount("truco")
    assert everything() == whole


@pytest.mark.parametrize(("verdict", "times"), [(Verdict.RATED, [1]), (Verdict.GUEST, [])])
def test_a_match_judged_again_before_the_recount_counts_by_its_new_verdict_alone(
    verdict: Verdict, times: list[int]
) -> None:
    match = finished_match(*four())
    parts = Played.objects.filter(judged=match.pk).order_by("seat")
    judged = Judged.objects.get(match=match)
    again = Finding(
        match.pk,
        judged.game,
        judged.at,
        verdict,
        (tuple(judged.sides[0]), tuple(judged.sides[1])),
        judged.winner,
        tuple(Part(one.user_id, one.seat, one.is_won, one.counts) for one in parts),
    )
    Judged.objects.update(verdict=Verdict.WAITS)
    store_findings([again])
    assert list(Standing.objects.values_list("matches", flat=True).distinct()) == times
    counted = everything()
    recount_withdrawn()
    assert everything() == counted


# --- who was forgotten --------------------------------------------------------------------------------------------


def test_with_an_account_goes_all_that_is_his_and_the_others_keep_theirs() -> None:
    one, two, three, other = (somebody(name) for name in ("Bia Ramos", "Ivo Lemos", "Cida Reis", "Edson Luz"))
    refs = [of_user(user) for user in (one, two, three, other)]
    for place in range(3):
        finished_match(*refs, at=LONG_AGO + timedelta(hours=place))
    kept = list(Standing.objects.filter(who__in=(refs[1], refs[3])).order_by("who").values_list("who", "mu", "sigma"))
    one.delete()
    assert not Standing.objects.filter(who__contains=refs[0]).exists()
    assert set(Played.objects.values_list("user", flat=True)) == {two.pk, three.pk, other.pk}
    rating_storage._recount("truco")
    again = Standing.objects.filter(who__in=(refs[1], refs[3])).order_by("who").values_list("who", "mu", "sigma")
    assert list(again) == kept
    assert not Standing.objects.filter(who__contains=refs[0]).exists()


def test_all_anew_leaves_matches_with_the_forgotten_as_they_were() -> None:
    people = [somebody(name) for name in ("Bia Ramos", "Ivo Lemos", "Cida Reis", "Edson Luz")]
    for place in range(3):
        played_at(table_of(*map(of_user, people)), place, at=LONG_AGO + timedelta(hours=place))
    catch_up()
    people[0].delete()
    before = everything()
    rebuild()
    assert everything() == before


# --- tranca and canastra -------------------------------------------------------------------------------------------


def greedy(play: Play, rng: Random) -> dict[str, Any]:
    """Lays what can be laid, takes what can be taken, and throws any card away."""
    asked, engine = play.awaited, play.terms.engine
    assert asked is not None
    acts = engine.legal_acts(play.match, asked.seats[0]) if asked.step is Step.ACT else []
    written = [write_act(act, engine.notation) for act in acts]
    for name in ("extend", "lay", "exchange", "take", "draw"):
        if some := [data for data in written if data["act"] == name]:
            return dict(rng.choice(some))
    return dict(rng.choice(written)) if written else clock_act(play) or {}


def test_melds_are_counted_as_their_record_has_them() -> None:
    """Match after match, until somebody went out and had a canastra."""
    seen, players = Counter[str](), four()
    for seed in range(12):
        seen.update(counted_as_recorded(players, seed))
        if seen["pair_out"] and seen["clean"] + seen["dirty"]:
            return
    raise AssertionError("nobody went out")


def counted_as_recorded(players: list[str], seed: int) -> Counter[str]:
    table = table_of(*players, regulation=TRANCA, target=600)
    match = played_out(table, Random(seed), choose=greedy)
    facts, report = facts_of(terms_of(table, match), log_of(match.pk)), replay(record_of_match(match))
    lines = [[line for hand in report.hands for line in hand.lines[pair]] for pair in (0, 1)]
    for seat, counts in enumerate(facts.counts):
        for item, name in (("clean_canastas", "clean"), ("dirty_canastas", "dirty"), ("went_out", "pair_out")):
            said = sum(line.number for line in lines[seat % 2] if line.item == item)
            assert counts.get(name, 0) == said, (seat, name)
        assert counts.get("points", 0) == report.score[seat % 2]
        assert counts["hands"] == len(report.hands)
    for pair in (0, 1):
        alone = [facts.counts[seat].get("out", 0) for seat in (pair, pair + 2)]
        assert sum(alone) == facts.counts[pair].get("pair_out", 0)
    total = Counter[str]()
    for counts in facts.counts:
        total.update(counts)
    return total
