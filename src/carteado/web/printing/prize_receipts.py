"""Receipts for prizes: one a person of each pair that won one, to be signed when it is handed over. Of a delegation
every player signs one.

Key of the rule in the regulation: edition.prizes.
"""

from collections.abc import Iterator
from typing import Any

from django.utils.translation import gettext as _
from django.utils.translation import pgettext

from carteado.web.events.details import Details, Prize
from carteado.web.events.differences import reais
from carteado.web.events.store import details_of
from carteado.web.kit.sending.typesetting import Paper
from carteado.web.kit.words.dates import plain_date
from carteado.web.printing.badges_and_certificates import Player, players_of
from carteado.web.regulations.rulebook import article_name
from carteado.web.watch.standings import standings_of
from carteado.web.watch.visible_event import VisibleEvent

TO_FILL_IN = "_" * 24


def has_receipts(visible: VisibleEvent) -> bool:
    """True if the organiser has named prizes and the places are final."""
    return bool(details_of(visible.event).prizes) and _is_final(visible)


def _is_final(visible: VisibleEvent) -> bool:
    standings = standings_of(visible) if visible.championship.fixtures else None
    return standings is not None and standings.is_final


def receipts_paper(visible: VisibleEvent) -> Paper | None:
    """None while the places may still change, or without prizes. A pair that withdrew or was disqualified gets none."""
    details = details_of(visible.event)
    if not _is_final(visible):
        return None
    receipts = list(_receipts(visible, details))
    if not receipts:
        return None
    event = visible.event
    values = {
        "word": pgettext("of a prize", "Receipt"),
        "event": event.name,
        "tax": _("Income tax on this prize is for whoever receives it to declare and to pay."),
        "articles": _articles(details),
        "line": _("Place and date"),
    }
    return Paper(
        form="receipts",
        name=f"{event.slug}-recibos",
        title=_("{event}: receipts for prizes").format(event=event.name),
        values={**values, "receipts": receipts},
        first={"receipts": receipts[:1]},
    )


def _receipts(visible: VisibleEvent, details: Details) -> Iterator[dict[str, Any]]:
    championship = visible.championship
    ranks = {one.pair: one.rank for one in championship.bracket.placings()}
    players = list(players_of(visible))
    for prize in sorted(details.prizes, key=lambda one: one.place):
        for player in players:
            if ranks.get(player.pair) == prize.place:
                yield _receipt(visible, details, prize, player)


def _receipt(visible: VisibleEvent, details: Details, prize: Prize, player: Player) -> dict[str, Any]:
    event = visible.event
    where = [event.place, plain_date(event.day) if event.day else ""]
    sentence = _("I, {name}, CPF {document}, received from {giver}, for place {place} of {event} ({where}):").format(
        name=player.name,
        document=TO_FILL_IN,  # the person writes their number; it is not taken from the site
        giver=prize.giver or details.producer or TO_FILL_IN,
        place=prize.place,
        event=event.name,
        where=", ".join(filter(None, where)) or TO_FILL_IN,
    )
    return {"sentence": sentence, "what": prize.what, "worth": worth(prize, player), "name": player.name}


def worth(prize: Prize, player: Player) -> str:
    """The value of the whole prize, empty if the organiser named none. Everybody of the pair signs a receipt for it,
    and none of them got all of it."""
    if not prize.cents:
        return ""
    amount = reais(prize.cents)
    if not player.side:  # the receipt goes to the pair itself
        return _("Value: {amount}").format(amount=amount)
    return _("Value of the whole prize, for {side} together: {amount}").format(side=player.side, amount=amount)


def _articles(details: Details) -> str:
    """The articles on prizes, empty if the regulation has none."""
    rules = details.rules
    if "edition.prizes" not in rules.citations:
        return ""
    named = ", ".join(map(article_name, rules.citation("edition.prizes").articles))
    return f"{rules.name}, {named}"
