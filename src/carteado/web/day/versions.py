"""The versions of a result as pages show them, and whose word each of them still needs."""

from typing import NamedTuple

from django.utils.translation import gettext as _

from carteado.tournament.matches import Party, Submission
from carteado.web.day.desk import Desk
from carteado.web.day.games import ENDINGS


class GameShown(NamedTuple):
    points: tuple[int, int]
    winner: int
    ending: str


class Version(NamedTuple):
    """``counts`` is the one that is official; ``disputes`` are who does not agree, and why."""

    number: int
    submission: Submission
    by: str
    games: list[GameShown]
    counts: bool
    disputes: list[tuple[str, str]]


class PartyShown(NamedTuple):
    """Somebody whose word a result needs, and whether it was given."""

    party: Party
    name: str
    sign: str
    has_confirmed: bool


def versions_of(desk: Desk) -> list[Version]:
    """The latest first."""
    if desk.log is None or not desk.log.submissions:
        return []
    by = desk.told.names_of(one.by for one in desk.log.submissions)
    names = {seat.party: seat.name for seat in desk.seats}
    return [
        Version(
            number=number,
            submission=one,
            by=by.get(one.by, ""),
            games=[GameShown(game.points, game.winner, str(ENDINGS[game.ending])) for game in one.games],
            counts=desk.log.official == number,
            disputes=[(names.get(party, _("The referee")), why) for party, why in one.disputed.items()],
        )
        for number, one in reversed(list(enumerate(desk.log.submissions)))
    ]


def parties_of(desk: Desk) -> list[PartyShown]:
    """Nobody once it is decided."""
    if desk.last is None or not desk.is_open:
        return []
    pairs = {seat.party: (seat.name, seat.sign) for seat in desk.seats}
    referee = (_("The referee"), "")
    return [
        PartyShown(party, *pairs.get(party, referee), party in desk.last.confirmed)
        for party in Party
        if party in desk.championship.confirmed_by
    ]
