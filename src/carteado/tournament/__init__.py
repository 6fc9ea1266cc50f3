"""A championship without a database: entries, draws, formats, results, standings, clocks, schedule.

An event is a list of operations, folded by a pure function: ``apply(championship, operation)`` returns the next
championship, ``refusal`` says why an operation is not allowed, ``event_document`` gives the file. Where to look:

- ``operations`` lists what can be done. ``running`` applies it, with a module for each kind: ``entering``,
  ``settling``, ``playing``, ``confirming``, ``leaving`` and ``ruling``. ``championship`` is the resulting state,
  ``document`` its file;
- ``plans`` builds whole formats from ``stages``, whose matches are connected by ``slots``. ``bracket`` finds the pair
  in each slot;
- ``standings`` ranks pairs by ``criteria``, ``placings`` over all stages. ``advancing`` decides who goes on, with lucky
  losers. ``certainty`` says what can still change, ``points`` what delegations earn;
- ``entries``, ``eligibility``, ``people`` and ``delegations`` decide who takes part, ``drawing`` and ``swiss`` who
  meets whom. ``matches``, ``results``, ``clocks`` and ``schedule`` deal with single matches.
"""

from carteado.tournament.advancing import Advance, Advancing, advancing
from carteado.tournament.bracket import NOBODY, Bracket
from carteado.tournament.certainty import Certainty, rank_ranges, standing_in
from carteado.tournament.championship import Championship, Departure, Status
from carteado.tournament.confirming import Moved
from carteado.tournament.document import EVENT_FORMAT, event_document, event_of, read_event
from carteado.tournament.matches import Ending, Game, MatchLog, Party, State, Submission
from carteado.tournament.operations import Operation
from carteado.tournament.outcomes import Outcome, PairId
from carteado.tournament.plans import FORMS, Plan, plan_for
from carteado.tournament.results import game_of
from carteado.tournament.running import apply, fold, moved_by, ranks_moved_by, refusal
from carteado.tournament.settling import lots_name
from carteado.tournament.standings import Placing, event_placings, knockout_placings, standings

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
