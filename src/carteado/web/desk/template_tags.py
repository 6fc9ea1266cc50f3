"""What the pages of others show of the day."""

from django import template

from carteado.tournament.championship import Championship
from carteado.web.desk import own_match_pages as pairs
from carteado.web.registrations.models import Entrant

register = template.Library()


@register.simple_tag
def own_matches(entrant: Entrant, championship: Championship) -> list[pairs.OwnMatch]:
    """The matches of a player: what waits for his word, is on or comes next, and what he played."""
    return pairs.own_matches(entrant, championship)
