"""A live match on its súmula: what is played at the table is what the championship counts, without retyping."""

from datetime import timedelta
from typing import Any

import pytest
from django.utils import timezone

from carteado.cards import Onlooker
from carteado.melds import Lay
from carteado.record import write_act
from carteado.tournament.formats.plans import knockout
from carteado.tournament.matches.clocks import Moment
from carteado.tournament.matches.match_log import Ending, Party, State
from carteado.web.events import store
from carteado.web.kit.guarding.policy import Role
from carteado.web.people.models import User
from carteado.web.sumula.match_sheets import counted
from carteado.web.sumula.models import SheetEntry
from carteado.web.sumula.running_scores import scores_for_team, scores_of
from carteado.web.tables.serving import sheet_entries
from carteado.web.tables.serving.rooms import rooms
from tests.web.sumula.sumulas import Phone, a_device, truco_hand
from tests.web.tables.championship.table_hall import Hall
from tests.web.world.halls import AF, AP, FA, TM, Worker

pytestmark = pytest.mark.django_db

MINUTE = 60_000


def begun(monkeypatch: pytest.MonkeyPatch, regulation: str = TM, **settings: Any) -> Hall:
    """All four have come, and the first game is on."""
    hall = Hall.with_open_table(regulation, **settings)
    monkeypatch.setattr(rooms, "seats_present", hall.seats_present)
    monkeypatch.setattr(rooms, "referee_act", hall.referee_act)
    monkeypatch.setattr(timezone, "now", lambda: sheet_entries.instant(hall.services.time))
    hall.start()
    return hall


@pytest.fixture
def hall(monkeypatch: pytest.MonkeyPatch) -> Hall:
    return begun(monkeypatch)


def agrees(hall: Hall) -> bool:
    """Whether the sheet counts what was played."""
    sheet = counted(hall.sheet)
    return sheet.games[-1][:2] == (hall.score, hall.play.match.winner) and not sheet.refused


# --- a whole match ------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("regulation", [TM, AF, FA, AP])
def test_a_whole_match_is_on_the_sheet_hand_by_hand_and_its_result_with_the_word_of_both_pairs(
    regulation: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    hall = begun(monkeypatch, regulation)
    assert hall.championship.logs[hall.match].state is State.PLAYING
    while not hall.play.is_over:
        hall.play_hand()
        assert agrees(hall)
    log = hall.championship.logs[hall.match]
    assert log.state is State.SUBMITTED
    [game] = log.submissions[-1].games
    assert (game.points, game.winner) == (hall.score, hall.play.match.winner)
    assert log.submissions[-1].confirmed == {Party.FIRST, Party.SECOND}
    assert hall.sheet.questions == 0
    assert "call" not in hall.kinds()


def test_with_the_referees_word_the_bracket_goes_on(hall: Hall) -> None:
    hall.play_out()
    winner = hall.championship.logs[hall.match].pairs[hall.play.match.winner]
    Worker.of(hall.event, Role.REFEREE).does(hall.match, "confirmar-arbitragem", party="referee")
    ended = hall.championship.bracket.ended(hall.match)
    assert ended is not None
    assert ended.winner == winner


def test_best_of_three_is_played_at_one_table_game_by_game(monkeypatch: pytest.MonkeyPatch) -> None:
    hall = begun(monkeypatch, TM, plan=knockout(4, best_of=3))
    hall.play_out()
    winners = [hall.play.match.winner]
    assert hall.championship.logs[hall.match].state is State.PLAYING
    while max(winners.count(0), winners.count(1)) < 2:
        hall.start_next()
        hall.play_out()
        winners.append(hall.play.match.winner)
    [submission] = hall.championship.logs[hall.match].submissions
    assert [game.winner for game in submission.games] == winners
    assert submission.confirmed == {Party.FIRST, Party.SECOND}
    places = [one["place"] for one in hall.entries("hand")]
    assert places == list(range(len(places)))


# --- once, in order, and whatever a crash left out ----------------------------------------------------------------


def test_what_a_crash_kept_from_the_sheet_is_written_when_somebody_asks_again(hall: Hall) -> None:
    hall.play_hand()
    hall.services.is_deaf = True
    hall.play_hand()
    hall.rule("tento_rejected", pair=0, article="referee.tento_rejected")
    hall.play_out()
    assert hall.championship.logs[hall.match].state is State.PLAYING
    sheet_entries.update_sheet(hall.table.code)
    assert agrees(hall)
    assert hall.championship.logs[hall.match].state is State.SUBMITTED


def test_asked_twice_nothing_is_written_twice(hall: Hall) -> None:
    hall.play_out()
    before = hall.entries()
    sheet_entries.update_sheet(hall.table.code)
    sheet_entries.update_sheet(hall.table.code)
    assert hall.entries() == before
    assert len(hall.championship.logs[hall.match].submissions) == 1


def test_every_prefix_of_a_log_gives_a_prefix_of_the_sheet(hall: Hall) -> None:
    hall.deal()
    hall.rule("adjust", pair=0, points=1, article="referee.adjust", reason="referee.adjust")
    hall.wait(61 * MINUTE)
    hall.play_out()
    [match] = hall.table.matches.all()
    whole = [one["id"] for one in hall.entries()]
    terms = hall.play.terms
    for length in range(1, len(hall.log)):
        game = sheet_entries.Game(match.code, terms, hall.log[:length])
        told = sheet_entries.SheetEntryBuilder(counted(hall.sheet).terms, {})
        told.add_game(game)
        assert [line.document["id"] for line in told.lines] == whole[: len(told.lines)]


def test_hands_that_a_phone_noted_meanwhile_are_asked_about_and_no_result_is_handed_in(hall: Hall) -> None:
    phone = Phone(hall.sheet, a_device(hall.event, ""))
    phone.send(phone.entry("hand", place=0, hand=truco_hand(0, 12)))
    hall.play_out()
    assert hall.sheet.questions > 0
    assert hall.championship.logs[hall.match].state is State.PLAYING


# --- who may know it ----------------------------------------------------------------------------------------------


def later(monkeypatch: pytest.MonkeyPatch, seconds: int) -> None:
    now = timezone.now() + timedelta(seconds=seconds)
    monkeypatch.setattr(timezone, "now", lambda: now)


def test_no_public_page_knows_a_hand_before_the_onlookers_of_the_table(monkeypatch: pytest.MonkeyPatch) -> None:
    hall = begun(monkeypatch, TM, delay=120)
    hall.play_hand()
    hall.event.refresh_from_db()
    assert hall.kinds() == ["hand"], "the desk sees it at once"
    assert scores_for_team(hall.event)[hall.match].score == hall.score
    later(monkeypatch, 110)
    assert scores_of(hall.event) == {}
    later(monkeypatch, 11)
    assert scores_of(hall.event)[hall.match].score == hall.score


def test_the_result_waits_for_the_onlookers_too(monkeypatch: pytest.MonkeyPatch) -> None:
    hall = begun(monkeypatch, TM, delay=30)
    hall.play_out()
    assert hall.championship.logs[hall.match].state is State.SUBMITTED
    assert store.shown_to_all(hall.event).logs[hall.match].state is State.CALLED
    later(monkeypatch, 31)
    assert store.shown_to_all(hall.event).logs[hall.match].state is State.SUBMITTED


# --- the bell -----------------------------------------------------------------------------------------------------


def until_the_bell(hall: Hall) -> None:
    """Nobody deals until it rings."""
    assert hall.play.bell is not None
    hall.services.time = hall.play.bell - 1000
    hall.wait(1000)


def test_tm_18_the_bell_in_the_midst_of_a_hand_ends_the_match_with_it(hall: Hall) -> None:
    hall.deal()
    hall.wait(61 * MINUTE)
    hall.play_hand()
    assert hall.play.is_over
    assert [(one["number"], one["during"]) for one in hall.entries("bell")] == [(1, True)]
    assert agrees(hall)
    [game] = hall.championship.logs[hall.match].submissions[-1].games
    assert game.ending in (Ending.TIME_UP, Ending.TARGET)


def test_tm_19_a_last_hand_that_nobody_wins_leads_to_the_extension(hall: Hall) -> None:
    hall.deal()
    hall.wait(61 * MINUTE)
    hall.rule("redeal", article="dealing.exposed_card")
    assert agrees(hall)
    assert not hall.play.is_over
    hall.deal()
    hall.wait(16 * MINUTE)
    hall.play_hand()
    assert hall.play.is_over
    assert agrees(hall)
    assert [(one["number"], one["during"]) for one in hall.entries("bell")] == [(1, False), (2, True)]
    assert hall.championship.logs[hall.match].state is State.SUBMITTED


def test_tm_18_the_bell_between_two_hands_ends_the_match_for_the_pair_ahead(hall: Hall) -> None:
    while hall.score[0] == hall.score[1]:
        hall.play_hand()
    until_the_bell(hall)
    assert hall.play.is_over
    assert agrees(hall)
    [game] = hall.championship.logs[hall.match].submissions[-1].games
    assert game.ending is Ending.TIME_UP


def test_tm_18_a_referee_does_not_ring_the_bell_before_its_time(hall: Hall) -> None:
    while hall.score[0] == hall.score[1]:
        hall.play_hand()
    hall.wait(20 * MINUTE)
    refused = hall.rule("time_up", article="clock.time_up").last
    assert refused["code"] == "clock_time_not_up"
    assert "18" in refused["article"]
    assert not hall.play.is_over
    hall.send(Onlooker.REFEREE, {"act": "pause"})
    assert hall.rule("time_up", article="clock.time_up").last["code"] == "stopped"
    assert not hall.entries("bell")


def test_tm_19_tied_again_at_a_live_table_the_pair_that_scored_first_wins(hall: Hall) -> None:
    """J6: a tie at sixty minutes, fifteen more, still a tie."""
    for caller in (1, 0):
        hall.deal()
        hall.send(caller, {"act": "call", "value": 3})
        hall.send(caller + 1, {"act": "refuse"})
    assert hall.score == (1, 1)
    until_the_bell(hall)
    assert not hall.play.is_over
    until_the_bell(hall)
    assert hall.play.is_over
    [game] = hall.championship.logs[hall.match].submissions[-1].games
    assert game == ((1, 1), 1, Ending.TIME_UP), "the pair that scored first"
    assert hall.championship.logs[hall.match].clock.has(Moment.EXTRA_STARTED)


# --- the referee --------------------------------------------------------------------------------------------------


def test_tm_32_a_claim_upheld_ends_the_match_and_no_pair_is_said_to_accept_it(hall: Hall) -> None:
    hall.deal()
    hall.rule("tento", pair=1, article="referee.tento")
    assert hall.score[0] == 12
    assert agrees(hall)
    log = hall.championship.logs[hall.match]
    assert log.state is State.SUBMITTED
    assert log.submissions[-1].games[0].ending in (Ending.RULING, Ending.TARGET)
    assert log.submissions[-1].confirmed == frozenset()
    assert hall.kinds() == ["rule"]


@pytest.mark.parametrize("regulation", [TM, AF])
def test_a_disqualification_ends_the_match_for_the_others(regulation: str, monkeypatch: pytest.MonkeyPatch) -> None:
    hall = begun(monkeypatch, regulation)
    hall.deal()
    hall.rule("disqualify", pair=0, article="referee.disqualify")
    assert agrees(hall)
    [submission] = hall.championship.logs[hall.match].submissions
    assert submission.games[0].winner == 1
    assert submission.confirmed == frozenset()
    assert hall.kinds() == ["rule"]


def test_tm_32_four_cards_are_noted_as_on_paper(hall: Hall) -> None:
    hall.deal()
    hall.rule("four_cards", pair=0, article="referee.four_cards")
    assert hall.kinds() == ["warn", "hand"]
    assert agrees(hall)
    hall.play_hand()
    assert agrees(hall)


def test_points_taken_in_the_midst_of_a_hand_stand_before_it(hall: Hall) -> None:
    hall.play_hand()
    hall.deal()
    hall.rule("adjust", pair=0, points=-1, article="referee.adjust", reason="referee.adjust")
    assert agrees(hall)
    hall.play_hand()
    assert agrees(hall)
    rule = hall.entries("rule")[0]
    assert (rule["place"], rule["act"]["points"]) == (1, -1)
    [row] = SheetEntry.objects.filter(entry_id=rule["id"])
    assert row.user == User.objects.get(email="referee@salao.example")


def test_where_the_sheet_counts_otherwise_the_referee_is_called_and_nobody_accepts(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    hall = begun(monkeypatch, AF)
    hall.deal()
    target = hall.play.match.target
    hall.rule("adjust", pair=0, points=target + 50, article="referee.adjust", reason="referee.adjust")
    assert not hall.play.is_over  # in the midst of a hand points end nothing; on paper they would
    hall.rule("adjust", pair=0, points=-target, article="referee.adjust", reason="referee.adjust")
    hall.play_hand()
    assert not hall.play.is_over
    assert hall.kinds().count("call") == 1
    assert "accept" not in hall.kinds()
    assert hall.championship.logs[hall.match].state is State.PLAYING


# --- a vulnerable pair --------------------------------------------------------------------------------------------


def test_ap_14_an_attempt_that_fails_is_on_the_sheet(monkeypatch: pytest.MonkeyPatch) -> None:
    hall = begun(monkeypatch, AP)
    for pair in (0, 1):
        hall.rule("adjust", pair=pair, points=2000, article="referee.adjust", reason="referee.adjust")
    hall.deal()
    while not hall.entries("attempt") and hall.play.match.hand_is_on:
        small = _a_small_lay(hall)
        if small is None:
            hall.step()
        else:
            hall.send(small.seat, write_act(small, hall.play.terms.engine.notation))
            sheet_entries.update_sheet(hall.table.code)
    [attempt, *_others] = hall.entries("attempt")
    assert (attempt["place"], attempt["number"]) == (0, 1)
    hall.play_hand()
    assert agrees(hall)


def _a_small_lay(hall: Hall) -> Lay | None:
    """What whoever is asked could lay if his pair were not vulnerable, and too little since it is."""
    match, engine = hall.play.match, hall.play.terms.engine
    free = match._replace(
        hand=match.hand._replace(sides=tuple(side._replace(vulnerable=False) for side in match.hand.sides))
    )
    [seat, *_] = engine.seats_to_ask(match)
    bound = match.hand.sides[seat % 2]
    if not bound.vulnerable or bound.melds:
        return None
    lays = [act for act in engine.legal_acts(free, seat) if isinstance(act, Lay)]
    return min(lays, key=lambda act: len(act.melds[0]) if hasattr(act, "melds") else 0, default=None)


# --- who is away --------------------------------------------------------------------------------------------------


def test_tm_20_who_is_away_too_long_is_told_to_the_referee_and_nobody_sits_in(hall: Hall) -> None:
    hall.deal()
    hall.go(2)
    hall.wait(7 * MINUTE)
    assert hall.kinds() == []
    hall.wait(2 * MINUTE)
    [call] = hall.entries("call")
    assert "TM" in call["about"] or "20" in call["about"]
    assert hall.sheet.calls_open == 1
    page = Worker.of(hall.event, Role.REFEREE).open("referee")
    assert call["about"] in page
    assert all(player.startswith("entrant:") for player in hall.play.players)
    hall.wait(30 * MINUTE)
    assert len(hall.entries("call")) == 1


def test_who_comes_back_and_leaves_again_is_missed_again(hall: Hall) -> None:
    hall.deal()
    hall.go(1)
    hall.wait(9 * MINUTE)
    hall.come(1)
    hall.go(1)
    hall.wait(9 * MINUTE)
    assert len(hall.entries("call")) == 2


def test_a_match_that_the_referee_stopped_misses_nobody(hall: Hall) -> None:
    hall.deal()
    hall.send(Onlooker.REFEREE, {"act": "pause"})
    hall.go(1)
    hall.wait(20 * MINUTE)
    assert hall.kinds() == []
