"""Mail to the pairs of an event: news and the convocation.

No pair depends on mail, because its own page shows the same. A site without a mail server sends none.
"""

from collections.abc import Iterable, Iterator
from datetime import timedelta

from django.conf import settings
from django.core.mail import EmailMessage
from django.utils.translation import override

from carteado.tournament.operations import Announce, ChangeEntry, ChangeRules, Resume, SetHours, Undo
from carteado.tournament.registrations.acts import FINAL, AcceptInvitation, Select
from carteado.tournament.registrations.entries import taking_part
from carteado.tournament.state.championship import Championship
from carteado.web.display.event_news import latest_news
from carteado.web.events.models import Event
from carteado.web.events.operation_sentences import NEWS_OPERATIONS
from carteado.web.events.store import details_of
from carteado.web.kit.sending import mail
from carteado.web.kit.words.dates import plain_date
from carteado.web.registrations.convocation import answered, asks_for_answers, convocation_of, is_convoked
from carteado.web.registrations.models import Entrant
from carteado.web.registrations.own_link import own_link


def mail_news(event: Event, championship: Championship) -> None:
    """Mail the news from the last operation to the people of all pairs in the event. Other operations are no news.

    If the operation selected a pair, mail the convocation to that pair. Key: selection.called. It is called after
    each operation (``store.LISTENERS``), with the championship after it.
    """
    if not mail.is_configured() or not championship.log:
        return
    last = championship.log[-1]
    if isinstance(last, ChangeEntry) and isinstance(last.change, Select | AcceptInvitation):
        if "selection.called" in championship.regulation.citations:
            send_convocations(event, championship, [last.entry])
        return
    if not isinstance(last, (*NEWS_OPERATIONS, Undo)):  # taking news back is news, too
        return
    sent_before = _news_mails_today(championship)
    if sent_before >= MOST_NEWS_MAILS_A_DAY:
        return
    with override(settings.LANGUAGE_CODE):
        news = latest_news(championship)
        if news is None:
            return
        owing = _people_owing_an_answer(championship) if isinstance(last, Announce | Resume) else frozenset()
        content = {"news": news, "is_last_today": sent_before == MOST_NEWS_MAILS_A_DAY - 1}
        messages = [
            mail.message(
                "registrations/email/news",
                to=one.email,
                context=_context(event, one) | content | {"asks_for_answer": one.code in owing},
            )
            for one in _people_in(event, championship)
        ]
    mail.deliver_all(messages)


MOST_NEWS_MAILS_A_DAY = 12
"""To one person about corrected hours and rules of one event: an organiser who corrects all afternoon must not fill
mailboxes. The last mail says that the page has the rest. When and where the event is, and that it stops or goes on,
is always written."""
_COUNTED = (SetHours, ChangeRules)
"""The operations whose mails are limited."""


def _news_mails_today(championship: Championship) -> int:
    """The mails of such news that went out in the day before the last operation; 0 if that is of another kind."""
    *before, last = championship.log
    if not isinstance(last, _COUNTED):
        return 0
    return sum(isinstance(one, _COUNTED) and one.at > last.at - timedelta(days=1) for one in before)


def _people_owing_an_answer(championship: Championship) -> frozenset[str]:
    """Whom the convocation, as it stands now, asks whether they come. Key: selection.called."""
    if not asks_for_answers(championship):
        return frozenset()
    return frozenset(
        person
        for entry in championship.entries.values()
        if is_convoked(entry, championship) and answered(entry, championship).step is None
        for person in entry.people
    )


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
    """Mail the convocation to both people of all selected pairs, or only of the ``pairs`` named by their codes.

    Returns how many mails it made. Key: selection.called.
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
