"""The versions of a submitted result for display, and who still has to confirm them."""

from typing import NamedTuple

from django.utils.translation import gettext as _

from carteado.tournament.matches.match_log import Party, State, Submission
from carteado.tournament.operations import WalkOver
from carteado.tournament.outcomes import PairId
from carteado.tournament.running.dispatch import in_force
from carteado.web.kit.words.catalogue import words
from carteado.web.matches.acts.game_points import ENDINGS
from carteado.web.matches.match_desk import Desk

WALKOVER_SCORE = "walkover.score"
"""Key of the rule on the points for which a W.O. counts."""


class GameShown(NamedTuple):
    """One game of a result. ``winner`` is 0 or 1; ``ending`` says how it ended, in words."""

    points: tuple[int, int]
    winner: int
    ending: str


class Version(NamedTuple):
    """One version of a result. ``number`` counts from 0. ``by`` is the name of who handed it in, "" if no name is known
    for them. ``disputes`` has the name and the reason of each party that disputes it."""

    number: int
    submission: Submission
    by: str
    games: list[GameShown]
    is_official: bool
    disputes: list[tuple[str, str]]


class ConfirmationShown(NamedTuple):
    """A party that has to confirm the result. ``sign`` is the icon of a pair, "" for the referee."""

    party: Party
    name: str
    sign: str
    has_confirmed: bool


class Forfeit(NamedTuple):
    """A W.O.

    ``absences`` has a sentence about each pair that lost by it, and the key of the rule by which the pair left the
    event, before this match or by missing it; "" if it has not left, left later for another reason, or gave up where
    no rule covers that. ``points`` are those for which the W.O. counts, None if it counts for none. ``rule`` is the
    sentence of the rule that says so, ``reason`` the recorded reasons; both may be "".
    """

    absences: list[tuple[str, str]]
    points: tuple[int, int] | None
    rule: str
    reason: str


def forfeit_of(desk: Desk) -> Forfeit | None:
    """The W.O. of a match, or None if it did not end by one."""
    if desk.log is None or desk.state is not State.WALKOVER:
        return None
    ended = desk.championship.bracket.ended(desk.match)
    return Forfeit(
        absences=[_absence(desk, pair) for pair in desk.log.absent],
        points=ended.outcome.points if ended and ended.outcome else None,
        rule=words().rule(desk.entries[WALKOVER_SCORE]) if WALKOVER_SCORE in desk.entries else "",
        reason=" ".join(dict.fromkeys(_reasons(desk))),
    )


def _absence(desk: Desk, pair: PairId) -> tuple[str, str]:
    """An item of ``Forfeit.absences``."""
    left, had_left = desk.championship.departures.get(pair), _had_left(desk)
    text = _("The pair {pair} had left the event.") if had_left else _("The pair {pair} did not come.")
    key = left.key if left and (had_left or left.match == desk.match) else ""
    return text.format(pair=desk.in_words.pair(pair)), key


def _had_left(desk: Desk) -> bool:
    """True if the W.O. followed from pairs that had left the event; False if it was given for this match."""
    return desk.log is not None and desk.log.follows


def _reasons(desk: Desk) -> list[str]:
    """Reasons recorded with the W.O., or when the pair left the event."""
    if desk.log is not None and _had_left(desk):
        left = (desk.championship.departures.get(pair) for pair in desk.log.absent)
        return [one.why for one in left if one]
    walkovers = (
        one for one in in_force(desk.championship.log) if isinstance(one, WalkOver) and one.match == desk.match
    )
    return [one.why for one in walkovers][-1:]


def versions_of(desk: Desk) -> list[Version]:
    """All versions, the latest first."""
    if desk.log is None or not desk.log.submissions:
        return []
    by = desk.in_words.names_of(one.by for one in desk.log.submissions)
    names = {seat.party: seat.name for seat in desk.seats}
    return [
        Version(
            number=number,
            submission=one,
            by=by.get(one.by, ""),
            games=[GameShown(game.points, game.winner, str(ENDINGS[game.ending])) for game in one.games],
            is_official=desk.log.official == number,
            disputes=[(names.get(party, _("The referee")), why) for party, why in one.disputed.items()],
        )
        for number, one in reversed(list(enumerate(desk.log.submissions)))
    ]


def confirmations_of(desk: Desk) -> list[ConfirmationShown]:
    """The confirmations that the result needs. Empty once the match is decided."""
    if desk.last is None or not desk.is_open:
        return []
    pairs = {seat.party: (seat.name, seat.sign) for seat in desk.seats}
    referee = (_("The referee"), "")
    return [
        ConfirmationShown(party, *pairs.get(party, referee), party in desk.last.confirmed)
        for party in Party
        if party in desk.championship.confirmed_by
    ]
