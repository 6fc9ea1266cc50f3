"""The three regulations as plain constants."""

AF = "afia-2026-tranca"
FA = "faraes-2023-tranca"
AP = "apcef-sc-2022-canastra"
TRANCA = (AF, FA)

RANKS = "A23456789TJQK"
SUITS = "chsd"
DECK = [rank + suit for suit in SUITS for rank in RANKS] * 2
RED_THREES = ("3h", "3d")
BLACK_THREES = ("3c", "3s")

# C-3: the places of a run from low to high. In AF and FA a run has no place for a 2 or a 3.
PLACES = {AF: "456789TJQKA", FA: "456789TJQKA", AP: "A23456789TJQKA"}
# C-4
SET_RANKS = {AF: "456789TJQKA", FA: "A4K", AP: ""}

# C-21
TARGETS = {AF: 1500, FA: 2000, AP: 3000}
AF_FINAL_TARGET = 2000

# C-22: a vulnerable pair's minimum, first and after each failed attempt; the last one is for good.
VULNERABLE_FROM = 1500
MINIMUMS = (75, 90, 120, 150)

# C-24
IDLE_TURNS = 40


def value(card: str, regulation: str) -> int:
    """C-20: what a card counts, melded or (but for threes in Tranca) in hand."""
    if regulation in TRANCA or card[0] in "289TJQK":
        return 10
    return 15 if card[0] == "A" else 5
