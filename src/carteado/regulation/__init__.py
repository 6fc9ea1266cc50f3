"""Regulations as data: each value with the article it comes from, and the sentences that explain it to people."""

from carteado.regulation.citation import Citation, IllegalAct, Refusal, forbidden_by, out_of_order
from carteado.regulation.event_rules import EventRules
from carteado.regulation.loading import (
    About,
    Article,
    EngineKind,
    Override,
    Regulation,
    UnknownRegulation,
    available,
    load,
    read,
)
from carteado.regulation.melds_rules import MeldsRules
from carteado.regulation.rulings import Ruling, rulings_in
from carteado.regulation.schema import Entry, RegulationError, Stated
from carteado.regulation.truco_rules import TrucoRules
from carteado.regulation.wording import LANGUAGES, Catalogue, catalogue

__all__ = [
    "LANGUAGES",
    "About",
    "Article",
    "Catalogue",
    "Citation",
    "EngineKind",
    "Entry",
    "EventRules",
    "IllegalAct",
    "MeldsRules",
    "Override",
    "Refusal",
    "Regulation",
    "RegulationError",
    "Ruling",
    "Stated",
    "TrucoRules",
    "UnknownRegulation",
    "available",
    "catalogue",
    "forbidden_by",
    "load",
    "out_of_order",
    "read",
    "rulings_in",
]
