"""The súmula: a score sheet that several phones write beside one table with real cards, as a list that only grows.

``read_entry`` takes what a phone wrote, ``count`` folds it by the regulation, ``form_of`` is what a phone needs to show
points while nobody can be asked.
"""

from carteado.sumula.counting import Counted, GameScore, Sheet, Terms, count
from carteado.sumula.entries import OF_THE_REFEREE, Entry, Reader, read_entry
from carteado.sumula.forms import form_of
from carteado.sumula.resolving import Doubt, Question, Resolved, Standing, WithoutEffect, resolve

__all__ = [
    "OF_THE_REFEREE",
    "Counted",
    "Doubt",
    "Entry",
    "GameScore",
    "Question",
    "Reader",
    "Resolved",
    "Sheet",
    "Standing",
    "Terms",
    "WithoutEffect",
    "count",
    "form_of",
    "read_entry",
    "resolve",
]
