"""Template tags with which the entrant's page, which belongs to another package, shows the player's matches."""

from django import template

from carteado.tournament.state.championship import Championship
from carteado.web.desk import player_match_pages
from carteado.web.registrations.models import Entrant

register = template.Library()


@register.simple_tag
def player_matches(entrant: Entrant, championship: Championship) -> list[player_match_pages.PlayerMatch]:
    """The matches of a player: those waiting for their confirmation, in play, to come, and played."""
    return player_match_pages.player_matches(entrant, championship)


@register.simple_tag
def player_page_version(entrant: Entrant, championship: Championship) -> str:
    """What the entrant's open page sends to ask whether it is out of date."""
    return player_match_pages.page_version(entrant, championship)
