"""A championship without a database: entries, draws, formats, results, standings, clocks, schedule.

An event is a list of operations, folded by a pure function: ``apply(championship, operation)`` returns the next
championship, ``refusal`` says why an operation is not allowed, ``event_document`` gives the file. Where to look:

- ``operations`` lists what can be done. ``running`` applies it, with a module for each kind; start at
  ``running.dispatch``. ``state`` holds what results: the championship, its bracket, every pair's placing and what can
  no longer change;
- ``registrations`` decides who takes part: people, eligibility, delegations, entries;
- ``formats`` builds whole plans from stages, whose matches are connected by slots, and draws who meets whom;
- ``matches`` deals with single matches: log, clocks, results, schedule;
- ``ranking`` ranks pairs by criteria and decides who goes on, with lucky losers, and what delegations earn;
- ``files`` reads and writes an event; ``outcomes`` is the result of one match, as everything else reads it.
"""

from carteado.tournament.files.event_file import EVENT_FORMAT, event_document, event_of, read_event
from carteado.tournament.formats.plans import FORMS, Plan, plan_for
from carteado.tournament.matches.match_log import Ending, Game, MatchLog, Party, State, Submission
from carteado.tournament.matches.results import game_of
from carteado.tournament.operations import Operation
from carteado.tournament.outcomes import Outcome, PairId
from carteado.tournament.ranking.advancing import Advance, Advancing, advancing
from carteado.tournament.ranking.standings import Placing, event_placings, knockout_placings, standings
from carteado.tournament.running.dispatch import apply, fold, moved_by, ranks_moved_by, refusal
from carteado.tournament.running.draws import lots_name
from carteado.tournament.running.results import Moved
from carteado.tournament.state.bracket import NOBODY, Bracket
from carteado.tournament.state.certainty import Certainty, rank_ranges, standing_in
from carteado.tournament.state.championship import Championship, Departure, Status

__all__ = [
    "EVENT_FORMAT",
    "FORMS",
    "NOBODY",
    "Advance",
    "Advancing",
    "Bracket",
    "Certainty",
    "Championship",
    "Departure",
    "Ending",
    "Game",
    "MatchLog",
    "Moved",
    "Operation",
    "Outcome",
    "PairId",
    "Party",
    "Placing",
    "Plan",
    "State",
    "Status",
    "Submission",
    "advancing",
    "apply",
    "event_document",
    "event_of",
    "event_placings",
    "fold",
    "game_of",
    "knockout_placings",
    "lots_name",
    "moved_by",
    "plan_for",
    "rank_ranges",
    "ranks_moved_by",
    "read_event",
    "refusal",
    "standing_in",
    "standings",
]
