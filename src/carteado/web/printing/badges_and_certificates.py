"""Badges and certificates: the players, the team, and the places they reached."""

from collections.abc import Iterator
from typing import Any, NamedTuple

from django.utils.translation import gettext as _
from django.utils.translation import pgettext

from carteado.tournament.outcomes import PairId
from carteado.web.display.championship_in_words import participant
from carteado.web.events.team import roles_by_member
from carteado.web.kit.guarding.role_names import name_of
from carteado.web.kit.sending.typesetting import Paper, qr
from carteado.web.kit.words.dates import plain_date
from carteado.web.watch.standings import standings_of
from carteado.web.watch.visible_event import VisibleEvent

BADGES_A_PAGE = 8
NAMED_PLACES = 3
"""Places named on a certificate."""


class Player(NamedTuple):
    """A person on a badge or certificate.

    ``called`` is the name used at the table, ``name`` the full one. ``side`` is the name of their pair, or of their
    delegation if that lines up new pairs for every match. ``pair`` is the code of what takes part in the event, a pair
    or such a delegation.

    A pair whose players are not known is one such person: ``called`` and ``name`` are those of the pair, and ``side``
    is empty.
    """

    called: str
    name: str
    side: str
    pair: PairId


def players_of(visible: VisibleEvent) -> Iterator[Player]:
    """Players pair by pair. For a delegation, all players of its line-up."""
    championship = visible.championship
    rows = visible.event.entrants.values_list("code", "called", "name", "number")
    people = {code: (called or name or participant(number), name or called) for code, called, name, number in rows}
    for pair in visible.codes:
        entry, delegation = championship.entries.get(pair), championship.delegations.get(pair, "")
        line_up = championship.line_ups.get(delegation)
        codes = line_up.players if line_up else tuple(entry.people) if entry else ()
        known_people = [people[code] for code in codes if code in people]
        side = championship.delegation_name(delegation) if line_up else visible.name(pair)
        if not known_people:
            yield Player(visible.name(pair), visible.name(pair), "", pair)
        for called, name in known_people:
            yield Player(called, name or called, side, pair)


# --- badges -------------------------------------------------------------------------------------------------------


def badges_paper(visible: VisibleEvent) -> Paper:
    people = [*_player_badges(visible), *_team_badges(visible)]
    return Paper(
        form="badges",
        name=f"{visible.event.slug}-crachas",
        title=f"{visible.event.name}: {_('Badges')}",
        values={"event": visible.event.name, "people": people},
        first={"people": people[:BADGES_A_PAGE]},  # for a picture of the first page
    )


def _player_badges(visible: VisibleEvent) -> Iterator[dict[str, Any]]:
    """``heavy`` prints the role white on black, as for members of the team."""
    for one in players_of(visible):
        role = pgettext("on a badge", "player") if one.side else pgettext("on a badge", "pair")
        yield {"name": one.called, "beside": one.side, "role": role, "heavy": False}


def _team_badges(visible: VisibleEvent) -> Iterator[dict[str, Any]]:
    """One badge for each member of the team, with all their roles. Without a name, the badge has room to write one."""
    for user, roles in roles_by_member(visible.event).items():
        yield {"name": user.name, "beside": "", "role": " · ".join(map(name_of, roles)), "heavy": True}


# --- certificates -------------------------------------------------------------------------------------------------


def certificates_paper(visible: VisibleEvent, *, address: str, only_placed: bool = False) -> Paper | None:
    """Certificates, or None while the places may still change. A pair that left or never came gets none.

    ``address`` is the page of the results, for the QR code. ``only_placed`` leaves out all but the first places.
    """
    standings = standings_of(visible)
    if standings is None or not standings.is_final:
        return None
    placings = visible.championship.bracket.placings()
    # A pair may have its place by W.O. alone.
    ranks = {one.pair: one.rank for one in placings if one.rank is not None and (one.has_played or one.wins)}
    players = sorted((one for one in players_of(visible) if one.pair in ranks), key=lambda one: ranks[one.pair])
    chosen = [one for one in players if not only_placed or ranks[one.pair] <= NAMED_PLACES]
    people = [{"name": one.name, "with": one.side, "place": _place(ranks[one.pair])} for one in chosen]
    event = visible.event
    content = {
        "word": _("Certificate"),
        "says": _("We certify that"),
        "sentence": _("took part in"),
        "event": event.name,
        "where": [*filter(None, (event.place, plain_date(event.day) if event.day else ""))],
        "signatures": [
            {"caption": pgettext("signature", "Organiser"), "name": ""},
            {"caption": pgettext("signature", "Referee"), "name": ""},
        ],
        "code": qr(address),
        "caption": _("The results on the site"),
    }
    return Paper(
        form="certificates",
        name=f"{event.slug}-certificados",
        title=f"{event.name}: {_('Certificates')}",
        values={**content, "people": people},
        first={"people": people[:1]},  # for a picture of the first page
    )


def _place(rank: int) -> str:
    """The place as a certificate names it; empty if it is not named."""
    if rank == 1:
        return _("Champions")
    return pgettext("on a certificate", "Place {rank}").format(rank=rank) if rank <= NAMED_PLACES else ""
