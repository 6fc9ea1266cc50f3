"""News for the team of an event: a draw, lots or a next round that is due, and lucky losers with reasons."""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import NamedTuple

from django.utils.translation import gettext as _

from carteado.tournament.formats.stages import Filling, Kind, Stage
from carteado.tournament.operations import PairRound
from carteado.tournament.running.dispatch import refusal
from carteado.tournament.state.championship import Championship
from carteado.web.display.championship_in_words import ChampionshipInWords
from carteado.web.events.formats import title_of


class PairWithReason(NamedTuple):
    """A pair in an announcement. ``reason`` says why it is listed, if the title does not say it. ``key`` is the rule to
    cite, "" without one."""

    name: str
    reason: str = ""
    key: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class Announcement:
    """A box above the board. If it ``is_due``, someone has to act, and the box leads to the desk of draws. ``key`` is
    the rule to cite, "" without one."""

    title: str
    text: str = ""
    lines: tuple[PairWithReason, ...] = ()
    key: str = ""
    is_due: bool = True


def announcements(championship: Championship, in_words: ChampionshipInWords) -> list[Announcement]:
    """The announcements: what is due first, then what has happened."""
    return [
        *_unsettled(championship),
        *_lots(championship, in_words),
        *_draws(championship),
        *_rounds(championship),
        *_lucky_losers(championship, in_words),
    ]


def _unsettled(championship: Championship) -> Iterator[Announcement]:
    """The field is not settled: the championship has no stages yet."""
    if not championship.plan.stages:
        text = _("Who plays and in which form is settled with the draw. Then matches can be called.")
        yield Announcement(title=_("Nothing is drawn yet"), text=text)


def _lots(championship: Championship, in_words: ChampionshipInWords) -> Iterator[Announcement]:
    """Lots for pairs that remain equal after every criterion. Keys: standings.left_equal, lucky_losers.places."""
    for pairs in championship.bracket.lots_needed().values():
        yield Announcement(
            title=_("Lots must decide"),
            text=_("These pairs are equal in everything that the regulation compares. It goes on after the draw."),
            lines=tuple(PairWithReason(in_words.pair(pair)) for pair in pairs),
            key=_first_cited(championship, "standings.left_equal", "lucky_losers.places"),
        )


def _draws(championship: Championship) -> Iterator[Announcement]:
    """Stages whose pairs are known but that were not drawn yet. Key: format.draw."""
    for stage in championship.plan.stages:
        is_to_be_drawn = stage.filling is not Filling.IN_ORDER and stage.id not in championship.places
        # a slot that stays empty has an occupant too, NOBODY
        if is_to_be_drawn and all(championship.bracket.occupant(slot) is not None for slot in stage.fill):
            yield Announcement(
                title=_("Now the draw: {stage}").format(stage=title_of(stage)),
                text=_("All its pairs are known. Its matches can be called after the draw."),
                key=_first_cited(championship, "format.draw"),
            )


def _rounds(championship: Championship) -> Iterator[Announcement]:
    """Swiss stages whose next round can be paired now."""
    for stage in championship.plan.stages:
        if stage.kind is Kind.SWISS and _can_be_paired(championship, stage):
            yield Announcement(
                title=_("Now the next round: {stage}").format(stage=title_of(stage)),
                text=_("The last one is over; the next is paired by the standings."),
            )


def _can_be_paired(championship: Championship, stage: Stage) -> bool:
    if not championship.log or not championship.bracket.is_filled(stage) or championship.bracket.is_paired(stage):
        return False
    last = championship.log[-1]  # any author and time would do, because nothing is made
    return refusal(championship, PairRound(by=last.by, at=last.at, stage=stage.id)) is None


def _lucky_losers(championship: Championship, in_words: ChampionshipInWords) -> Iterator[Announcement]:
    """Pairs that lost and go on all the same, with the reason for each. Key: lucky_losers.places."""
    for back in championship.bracket.come_back():
        yield Announcement(
            title=_("On by the second chance"),
            text=_("There are more places than winners: the best of those who lost fill them."),
            lines=tuple(
                PairWithReason(in_words.pair(one.pair), in_words.reason(one.by), one.by.key or "") for one in back.lucky
            ),
            key=_first_cited(championship, "lucky_losers.places"),
            is_due=False,
        )


def _first_cited(championship: Championship, *keys: str) -> str:
    """The first of these rules that the regulation has; "" if it has none."""
    return next((key for key in keys if key in championship.regulation.citations), "")
