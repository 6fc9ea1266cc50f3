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
from carteado.melds.dealing import cutter, dealt_from, deck, first_dealer, is_cut
from carteado.melds.deck import CardId, face, faces
from carteado.melds.events import Event
from carteado.melds.forms import extended_forms, meld_forms
from carteado.melds.legality import is_legal, refusal, refusal_in_any_order
from carteado.melds.listing import ValuedMeld, legal_acts, valued_melds
from carteado.melds.play import Step, apply
from carteado.melds.shapes import Kind, Shape, Shapes, shapes_of
from carteado.melds.sheet import (
    CONVERTED,
    count_sheet_line,
    doubts,
    morto_on_sheet,
    morto_states,
    sheet_line,
    with_morto,
)
from carteado.melds.state import Ending, Hand, Match, Meld, Phase, Result, Side, refusal_of_start, start
from carteado.melds.tally import MortoState, Tally, lines_of
from carteado.melds.turns import default_act, seats_to_ask
from carteado.melds.views import MeldsView, act_seen_by, view, views_of
from carteado.regulation import IllegalAct

__all__ = [
    "CONVERTED",
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
    "ValuedMeld",
    "act_seen_by",
    "apply",
    "count_sheet_line",
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
    "meld_forms",
    "morto_on_sheet",
    "morto_states",
    "refusal",
    "refusal_in_any_order",
    "refusal_of_start",
    "seats_to_ask",
    "shapes_of",
    "sheet_line",
    "start",
    "valued_melds",
    "view",
    "views_of",
    "with_morto",
]
