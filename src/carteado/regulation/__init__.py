"""Regulations as data: each value with the article it comes from, and the sentences that explain it to people."""

from carteado.regulation.articles import (
    NOTHING_DECIDED,
    Block,
    Piece,
    article_in_full,
    article_texts,
    as_text,
    placeholders,
)
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
    "NOTHING_DECIDED",
    "About",
    "Article",
    "Block",
    "Catalogue",
    "Citation",
    "EngineKind",
    "Entry",
    "EventRules",
    "IllegalAct",
    "MeldsRules",
    "Override",
    "Piece",
    "Refusal",
    "Regulation",
    "RegulationError",
    "Ruling",
    "Stated",
    "TrucoRules",
    "UnknownRegulation",
    "article_in_full",
    "article_texts",
    "as_text",
    "available",
    "catalogue",
    "forbidden_by",
    "load",
    "out_of_order",
    "placeholders",
    "read",
    "rulings_in",
]
