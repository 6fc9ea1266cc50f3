"""What the pages of others show of the day."""

from django import template

from carteado.tournament.championship import Championship
from carteado.web.day import pairs
from carteado.web.entries.models import Entrant

register = template.Library()


@register.simple_tag
def own_matches(entrant: Entrant, championship: Championship) -> list[pairs.OwnMatch]:
    """The matches of a player that are on, wait for his word or come next."""
    return pairs.own_matches(entrant, championship)
