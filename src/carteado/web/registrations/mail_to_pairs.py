"""Mail to the pairs of an event: news and the convocation.

No pair depends on mail, because its own page shows the same. A site without a mail server sends none.
"""

from collections.abc import Iterable, Iterator
from datetime import timedelta

from django.conf import settings
from django.core.mail import EmailMessage
from django.utils.translation import override

from carteado.tournament.operations import ChangeEntry, Undo
from carteado.tournament.registrations.acts import FINAL, AcceptInvitation, Select
from carteado.tournament.registrations.entries import taking_part
from carteado.tournament.state.championship import Championship
from carteado.web.display.event_news import latest_news
from carteado.web.events.models import Event
from carteado.web.events.operation_sentences import NEWS_OPERATIONS
from carteado.web.events.store import details_of
from carteado.web.kit.sending import mail
from carteado.web.kit.words.dates import plain_date
from carteado.web.registrations.convocation import convocation_of
from carteado.web.registrations.models import Entrant
from carteado.web.registrations.own_link import own_link


def mail_news(event: Event, championship: Championship) -> None:
    """Mail the news from the last operation to the people of all pairs in the event.

    If the operation selected a pair, mail the convocation to that pair. Key: selection.called.
    """
    if not mail.is_configured() or not championship.log:
        return
    last = championship.log[-1]
    if isinstance(last, ChangeEntry) and isinstance(last.change, Select | AcceptInvitation):
        if "selection.called" in championship.regulation.citations:
            send_convocations(event, championship, [last.entry])
        return
    if not isinstance(last, (*NEWS_OPERATIONS, Undo)) or _has_mailed_enough(championship):
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


MOST_NEWS_MAILS_A_DAY = 12
"""Most mails of news about one event to one person in 24 hours. An organiser may correct the hours all afternoon."""


def _has_mailed_enough(championship: Championship) -> bool:
    since = championship.log[-1].at - timedelta(days=1)
    lately = [one for one in championship.log if isinstance(one, (*NEWS_OPERATIONS, Undo)) and one.at > since]
    return len(lately) > MOST_NEWS_MAILS_A_DAY


def _context(event: Event, entrant: Entrant) -> dict[str, object]:
    return {"event": event, "called": entrant.called, "link": own_link(entrant)}


def _people_in(event: Event, championship: Championship) -> Iterator[Entrant]:
    """People with an address, without those whose every pair has left: declined, withdrawn or disqualified.

    A person who belongs to no pair yet is included.
    """
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
        convocation = convocation_of(event, details, championship)
        context = {"convocation": convocation, "day": plain_date(convocation.day) if convocation.day else ""}
        people = event.entrants.filter(erased_at=None, code__in=codes).exclude(email="").order_by("number")
        messages: list[EmailMessage] = [
            mail.message("registrations/email/convocation", to=one.email, context=_context(event, one) | context)
            for one in people
        ]
    mail.deliver_all(messages)
    return len(messages)
