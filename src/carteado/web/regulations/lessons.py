"""The rules that a learner of a game needs: a few of the regulation's, in the site's words.

The page of a live table has them folded, and the coach at the table opens the same sentences. So the client knows no
rule.
"""

from carteado.regulation import Regulation
from carteado.web.regulations.rulebook import Section, rulebook

LESSON_KEYS = frozenset(
    {
        "strength.ranks",
        "strength.manilhas",
        "strength.manilha_suits",
        "rounds.winner",
        "rounds.decided",
        "hiding.rounds",
        "hiding.strength",
        "calls.ladder",
        "calls.when",
        "calls.refused",
        "eleven.short_of_target",
        "eleven.value",
        "iron.blind",
        "turn.draw",
        "turn.lay",
        "turn.discard",
        "melds.min_cards",
        "melds.same_suit",
        "melds.run_order",
        "melds.set_ranks",
        "melds.wild_ranks",
        "melds.wild_limit",
        "melds.canastra_cards",
        "melds.clean",
        "pile.taking",
        "black_threes.locks",
        "red_threes.drawn",
        "red_threes.value",
        "morto.first_to_empty",
        "going_out.requires",
        "scoring.going_out",
        "scoring.clean_canastra",
        "scoring.dirty_canastra",
        "scoring.card_values",
        "scoring.no_morto",
        "vulnerable.from_score",
        "vulnerable.minimums",
    }
)
"""The rules that a player needs before sitting down. The rest is in the regulation."""


def lessons_of(regulation: Regulation) -> tuple[Section, ...]:
    """The lessons by section, in the regulation's order."""
    sections = rulebook(regulation).sections
    lessons = (one._replace(rules=tuple(rule for rule in one.rules if rule.key in LESSON_KEYS)) for one in sections)
    return tuple(one for one in lessons if one.rules)
