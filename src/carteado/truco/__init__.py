"""Truco as an exact, pure engine: ``start`` a match, ask for ``legal_acts``, ``apply`` an act, take a ``view``.

match = start(load("truco-masters-2025").rules, first_dealer=3)
match, events = apply(match, Deal(hands, vira))
"""

from carteado.regulation import IllegalAct
from carteado.truco.acts import (
    Accept,
    Act,
    Burn,
    Call,
    Cut,
    Deal,
    FourCards,
    Hide,
    HideBlind,
    Play,
    PlayBlind,
    PlayerAct,
    Refuse,
    Tento,
    TentoRejected,
)
from carteado.truco.dealing import dealt_from, deck, first_dealer, most_burnt
from carteado.truco.events import Event
from carteado.truco.legality import is_blind, is_legal, legal_acts, next_call, refusal
from carteado.truco.outcome import TIED, decision
from carteado.truco.play import Step, apply
from carteado.truco.sheet import SheetLine, count_sheet_line, doubts, ring_bell, sheet_line
from carteado.truco.state import Clock, Ending, Hand, Kind, Match, Played, Result, Round, refusal_of_start, start
from carteado.truco.strength import manilha_rank, round_winner, strengths
from carteado.truco.turns import default_act, seats_to_ask
from carteado.truco.views import Concealed, TrucoView, act_seen_by, may_see_cards, view, views_of

__all__ = [
    "TIED",
    "Accept",
    "Act",
    "Burn",
    "Call",
    "Clock",
    "Concealed",
    "Cut",
    "Deal",
    "Ending",
    "Event",
    "FourCards",
    "Hand",
    "Hide",
    "HideBlind",
    "IllegalAct",
    "Kind",
    "Match",
    "Play",
    "PlayBlind",
    "Played",
    "PlayerAct",
    "Refuse",
    "Result",
    "Round",
    "SheetLine",
    "Step",
    "Tento",
    "TentoRejected",
    "TrucoView",
    "act_seen_by",
    "apply",
    "count_sheet_line",
    "dealt_from",
    "decision",
    "deck",
    "default_act",
    "doubts",
    "first_dealer",
    "is_blind",
    "is_legal",
    "legal_acts",
    "manilha_rank",
    "may_see_cards",
    "most_burnt",
    "next_call",
    "refusal",
    "refusal_of_start",
    "ring_bell",
    "round_winner",
    "seats_to_ask",
    "sheet_line",
    "start",
    "strengths",
    "view",
    "views_of",
]
