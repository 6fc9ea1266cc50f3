"""Template tag that puts a player's matches on the entrant's page, which belongs to another package."""

from django import template

from carteado.tournament.state.championship import Championship
from carteado.web.desk import own_match_pages as pairs
from carteado.web.registrations.models import Entrant

register = template.Library()


@register.simple_tag
def own_matches(entrant: Entrant, championship: Championship) -> list[pairs.OwnMatch]:
    """The matches of a player: those waiting for their confirmation, in play, to come, and played."""
    return pairs.own_matches(entrant, championship)
