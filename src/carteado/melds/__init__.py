"""Tranca and Canastra as one exact, pure engine for all their regulations.

``start`` a match, ask for ``legal_acts``, ``apply`` an act, take a ``view``.
"""

from carteado.melds.acts import (
    Act,
    Cut,
    Deal,
    Discard,
    Draw,
    Exchange,
    Extend,
    Lay,
    PlayerAct,
    Redraw,
    Take,
    TakeExtending,
    TakeLaying,
)
from carteado.melds.asking import asked, default_act
from carteado.melds.dealing import cutter, dealt_from, deck, first_dealer, is_cut
from carteado.melds.deck import CardId, face, faces
from carteado.melds.events import Event
from carteado.melds.forms import extended_forms, written_forms
from carteado.melds.legality import is_legal, refusal, refusal_as_meant
from carteado.melds.listing import Worth, counted_lays, legal_acts
from carteado.melds.play import Step, apply
from carteado.melds.shapes import Kind, Shape, Shapes, shapes_of
from carteado.melds.sheet import doubts, note, noted
from carteado.melds.state import Ending, Hand, Match, Meld, Phase, Result, Side, start, why_not_start
from carteado.melds.tally import MortoState, Tally, lines_of
from carteado.melds.views import MeldsView, seen, view, viewer
from carteado.regulation import IllegalAct

__all__ = [
    "Act",
    "CardId",
    "Cut",
    "Deal",
    "Discard",
    "Draw",
    "Ending",
    "Event",
    "Exchange",
    "Extend",
    "Hand",
    "IllegalAct",
    "Kind",
    "Lay",
    "Match",
    "Meld",
    "MeldsView",
    "MortoState",
    "Phase",
    "PlayerAct",
    "Redraw",
    "Result",
    "Shape",
    "Shapes",
    "Side",
    "Step",
    "Take",
    "TakeExtending",
    "TakeLaying",
    "Tally",
    "Worth",
    "apply",
    "asked",
    "counted_lays",
    "cutter",
    "dealt_from",
    "deck",
    "default_act",
    "doubts",
    "extended_forms",
    "face",
    "faces",
    "first_dealer",
    "is_cut",
    "is_legal",
    "legal_acts",
    "lines_of",
    "note",
    "noted",
    "refusal",
    "refusal_as_meant",
    "seen",
    "shapes_of",
    "start",
    "view",
    "viewer",
    "why_not_start",
    "written_forms",
]
