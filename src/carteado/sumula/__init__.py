"""The súmula: the score sheet of a table with real cards, which several phones write as an append-only list.

``read_entry`` reads an entry from a phone, ``count`` counts the entries by the regulation, and ``form_of`` gives a
phone what it needs to show points while it is offline.
"""

from carteado.sumula.counting import CountedHand, GameScore, Sheet, Terms, count
from carteado.sumula.entries import OF_THE_REFEREE, Entry, Reader, read_entry
from carteado.sumula.forms import form_of
from carteado.sumula.resolving import Doubt, Question, Resolved, StandingHand, WithoutEffect, resolve

__all__ = [
    "OF_THE_REFEREE",
    "CountedHand",
    "Doubt",
    "Entry",
    "GameScore",
    "Question",
    "Reader",
    "Resolved",
    "Sheet",
    "StandingHand",
    "Terms",
    "WithoutEffect",
    "count",
    "form_of",
    "read_entry",
    "resolve",
]
