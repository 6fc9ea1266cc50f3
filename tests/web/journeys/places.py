"""Every place that says something of an event, each with its reader and what it may not leave out."""

from tests.web.journeys.agreement import Audience, Place
from tests.web.journeys.facts import DELEGATION, PAIR, ROUND, ROW, Known, Subject
from tests.web.journeys.readers import everybody, files, screens, team


def all_matches(known: Known) -> set[Subject]:
    return known.matches()


def known_matches(known: Known) -> set[Subject]:
    """Those whose pairs are both known."""
    return {one for one in known.matches() if known.facts[one]["pairs in full"] != " × "}


def played(known: Known) -> set[Subject]:
    return known.matches("over")


def at_tables(known: Known) -> set[Subject]:
    return {one for one in known.matches("called", "playing", "submitted", "disputed") if known.facts[one]["table"]}


def ranked(known: Known) -> set[Subject]:
    """All pairs, once a result is in."""
    return known.of_kind(PAIR) | known.of_kind(DELEGATION) if known.has_begun else set()


def standings(known: Known) -> set[Subject]:
    return ranked(known) | known.of_kind(ROW) | lucky(known)


def lucky(known: Known) -> set[Subject]:
    return known.of_kind(PAIR, lucky="yes")


def results(known: Known) -> set[Subject]:
    return ranked(known) | played(known)


def with_hours(known: Known) -> set[Subject]:
    return {one for one in known.matches() if known.facts[one]["in calendar"]}


def with_hours_to_come(known: Known) -> set[Subject]:
    return {one for one in known_matches(known) - known.matches("over", "unopposed") if known.facts[one]["hour"]}


def matches_and_rounds(known: Known) -> set[Subject]:
    resting = {one for one in known.of_kind(ROUND) if known.facts[one]["rests"]}
    return known.matches() | resting


def in_brackets(known: Known) -> set[Subject]:
    stages = {stage.id: stage for stage in known.championship.plan.stages}
    return {
        known.match(match)
        for match in known.numbers
        if stages[known.championship.fixtures[match].stage].kind == "knockout"
    }


def left(known: Known) -> set[Subject]:
    return {one for one in known.of_kind(PAIR) if known.facts[one]["left"]}


def pairs(known: Known) -> set[Subject]:
    return known.of_kind(PAIR)


FOR_EVERYBODY = (
    Place("bracket", everybody.bracket_lists, matches_and_rounds),
    Place("bracket, drawn", everybody.bracket_drawing, in_brackets),
    Place("bracket, as a table", everybody.bracket_table, in_brackets),
    Place("standings", everybody.standings, standings),
    Place("draws", everybody.draw_list, lucky),
    Place("agenda", everybody.agenda, all_matches),
    Place("calendar", files.calendar, with_hours),
    Place("pairs", everybody.pair_list, pairs),
    Place("page of a pair", everybody.pair_pages, pairs, is_slow=True),
    Place("page of the event", everybody.event_page),
    Place("projector", everybody.projector),
    Place("public overlay", screens.public_strips),
    Place("results page", everybody.results_page, results),
    Place("results page, what was decided", everybody.left_on_results_page, left),
    Place("results on paper", files.results_paper, results),
    Place("hours on paper", files.hours_paper, with_hours_to_come),
    Place("bracket on paper", files.wall_paper, all_matches),
    Place("CSV", files.csv_files, lambda known: ranked(known) | all_matches(known)),
    Place("XLSX", files.spreadsheet, lambda known: ranked(known) | all_matches(known)),
    Place("calendar of results", files.calendar_of_results),
)

FOR_THE_TEAM = (
    Place("board", team.board, known_matches, audience=Audience.TEAM),
    Place("desk of a match", team.desks, known_matches, audience=Audience.TEAM, is_slow=True),
    Place("referee's desk", team.referee_board, at_tables, audience=Audience.TEAM),
    Place("phone", screens.phones, at_tables, audience=Audience.TEAM),
    Place("programme overlay", screens.programme_strips, audience=Audience.PROGRAMME),
    Place("own page", team.own_pages, audience=Audience.TEAM, is_slow=True),
    Place("history", team.history, audience=Audience.TEAM),
    Place("event file", files.event_file, audience=Audience.TEAM),
)

PLACES = (*FOR_EVERYBODY, *FOR_THE_TEAM)
