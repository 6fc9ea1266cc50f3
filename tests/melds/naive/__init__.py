"""A second reading of the Tranca and Canastra regulations, to hold the engine against.

It was written from the texts and the rulings C-0 to C-24 alone, shares no line with the package and imports nothing
from it: cards are strings, piles are lists, every rule is asked in the plainest way there is. It is slow on purpose.
Records and sheets are taken to be well formed, and without overrides.
"""

from tests.melds.naive.counting import naive_sheet
from tests.melds.naive.melding import naive_legal_melds
from tests.melds.naive.replay import naive_replay

__all__ = ["naive_legal_melds", "naive_replay", "naive_sheet"]
