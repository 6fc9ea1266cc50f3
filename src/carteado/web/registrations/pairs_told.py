"""Mail to every pair of an event: what changed, why, and the convocation. Optional: their own pages say the same."""

from collections.abc import Iterable, Iterator
from datetime import timedelta

from django.conf import settings
from django.core.mail import EmailMessage
from django.utils.translation import override

from carteado.tournament.operations import ChangeEntry, Undo
from carteado.tournament.registrations.acts import FINAL, AcceptInvitation, Select
from carteado.tournament.registrations.entries import taking_part
from carteado.tournament.state.championship import Championship
from carteado.web.display.event_news import TOLD, latest_news
from carteado.web.events.models import Event
from carteado.web.events.store import details_of
from carteado.web.kit.sending import mail
from carteado.web.kit.words.dates import plain_date
from carteado.web.registrations.convocation import convocation_of
from carteado.web.registrations.models import Entrant
from carteado.web.registrations.own_link import own_link


def tell_pairs(event: Event, championship: Championship) -> None:
    """After an operation that pairs are told of: mail to everybody whose pair is in the event. A pair that was selected
    gets its convocation. Key: selection.called."""
    if not mail.is_configured() or not championship.log:
        return
    last = championship.log[-1]
    if isinstance(last, ChangeEntry) and isinstance(last.change, Select | AcceptInvitation):
        if "selection.called" in championship.regulation.citations:
            send_convocations(event, championship, [last.entry])
        return
    if not isinstance(last, (*TOLD, Undo)) or _has_written_enough(championship):
        return
    with override(settings.LANGUAGE_CODE):
        news = latest_news(championship)
        if news is None:
            return
        messages = [
            mail.message("registrations/email/news", to=one.email, context=_context(event, one) | {"news": news})
            for one in _people_in(event, championship)
        ]
    mail.deliver_all(messages)


MOST_LETTERS_A_DAY = 12
"""To one person about one event: an organiser who corrects all afternoon must not fill mailboxes."""


def _has_written_enough(championship: Championship) -> bool:
    since = championship.log[-1].at - timedelta(days=1)
    return sum(isinstance(one, (*TOLD, Undo)) and one.at > since for one in championship.log) > MOST_LETTERS_A_DAY


def _context(event: Event, entrant: Entrant) -> dict[str, object]:
    return {"event": event, "called": entrant.called, "link": own_link(entrant)}


def _people_in(event: Event, championship: Championship) -> Iterator[Entrant]:
    """Who has an address and has not left: neither declined nor withdrawn nor disqualified."""
    gone = {
        person
        for entry in championship.entries.values()
        if entry.state in FINAL or entry.id in championship.departures
        for person in (*entry.people, entry.registrant)
    }
    staying = {
        person
        for entry in championship.entries.values()
        if entry.state not in FINAL and entry.id not in championship.departures
        for person in (*entry.people, entry.registrant)
    }
    for one in event.entrants.filter(erased_at=None).exclude(email="").order_by("number"):
        if one.code in staying or one.code not in gone:
            yield one


def send_convocations(event: Event, championship: Championship, pairs: Iterable[str] = ()) -> int:
    """Send the convocation to both people of the selected pairs, or of those named. Returns how many were sent.

    Key: selection.called.
    """
    wanted = set(pairs)
    entries = [one for one in taking_part(championship.roll) if not wanted or one.id in wanted]
    codes = {person for entry in entries for person in entry.people}
    details = details_of(event)
    with override(settings.LANGUAGE_CODE):
        told = convocation_of(event, details, championship)
        context = {"convocation": told, "day": plain_date(told.day) if told.day else ""}
        people = event.entrants.filter(erased_at=None, code__in=codes).exclude(email="").order_by("number")
        messages: list[EmailMessage] = [
            mail.message("registrations/email/convocation", to=one.email, context=_context(event, one) | context)
            for one in people
        ]
    mail.deliver_all(messages)
    return len(messages)
