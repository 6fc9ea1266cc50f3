"""A championship without a database: entries, draws, formats, results, standings, clocks, schedule.

An event is the list of what was done, folded by a pure function: ``apply(championship, operation)`` gives the next
championship, ``refusal`` why not, ``event_document`` the file. From the front door inwards:

- ``operations`` what can be done; ``running`` does it, with ``entering``, ``settling``, ``playing``, ``confirming``,
  ``leaving`` and ``ruling`` for its kinds; ``championship`` is what comes of it, ``document`` its file;
- ``plans`` formats put together from ``stages``, whose matches hang together by ``slots``; ``bracket`` follows them;
- ``standings`` by ``criteria``, ``placings`` over all stages, ``advancing`` with lucky losers, ``certainty`` before the
  end, delegations' ``points``;
- ``entries``, ``eligibility``, ``people``, ``delegations``; ``drawing`` and ``swiss``; ``matches``, ``results``,
  ``clocks``, ``schedule``.
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
