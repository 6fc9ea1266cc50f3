"""Which people of a pair have confirmed that they play, whether or not the regulation requires it."""

from datetime import datetime
from typing import NamedTuple

from django.utils.translation import gettext as _

from carteado.tournament.registrations.acts import ConfirmPartner
from carteado.tournament.registrations.entries import Entry
from carteado.web.kit.words.dates import moment_in_words
from carteado.web.registrations.consents import CONFIRMATION
from carteado.web.registrations.models import Entrant
from carteado.web.registrations.own_link import has_entered_data, has_unclaimed_link, is_renewed


class Confirmation(NamedTuple):
    """Whether a person has confirmed, in words. ``called`` is their name at the table.

    ``at`` is None without a confirmation, and for one from before the time was recorded.
    """

    called: str
    is_given: bool
    at: datetime | None

    def __str__(self) -> str:
        if not self.is_given:
            return _("%(name)s: not confirmed yet") % {"name": self.called}
        if self.at is None:
            return _("confirmed by %(name)s") % {"name": self.called}
        return _("confirmed by %(name)s on %(at)s") % {"name": self.called, "at": moment_in_words(self.at)}


def confirmation_of(entrant: Entrant, entry: Entry) -> Confirmation | None:
    """Whether the person has confirmed. A person who has used their page counts as having confirmed.

    None for the one who entered the pair, because entering it confirmed it, and for an erased person.
    """
    if entry.history[0].by.id == entrant.code or entrant.erased_at is not None:
        return None
    at = _confirmed_at(entrant, entry)
    return Confirmation(entrant.called or entrant.name, at is not None or has_used_page(entrant), at)


def has_used_page(entrant: Entrant) -> bool:
    """True if the person has used their page, even if their link was renewed since."""
    return not has_unclaimed_link(entrant) or is_renewed(entrant) or has_entered_data(entrant)


def _confirmed_at(entrant: Entrant, entry: Entry) -> datetime | None:
    """The time at which the partner agreed, as the regulation asks, or the person claimed their link.

    Key: consents.partner.
    """
    confirmed = (step.at for step in entry.history if step.act == ConfirmPartner.name and step.by.id == entrant.code)
    came = (one.at for one in entrant.agreements.all() if one.to == CONFIRMATION)
    return next(confirmed, None) or next(came, None)
