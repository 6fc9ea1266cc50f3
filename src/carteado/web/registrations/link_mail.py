"""Send people their own links by mail, if the site has a mail server.

The pages show the links as well, except for a renewed link whose page cannot check its visitor (``people_pages``).
"""

from collections.abc import Iterable

from carteado.web.kit.guarding import attempt_limits
from carteado.web.kit.sending import mail
from carteado.web.pages.access import SiteRequest
from carteado.web.registrations.models import Entrant
from carteado.web.registrations.own_link import has_unclaimed_link, is_renewed, own_link

_MAIL_COUNTER = "letters"
"""Name of the counter of mails sent, limited like failed tries: the entry form must not serve for writing to strangers
all day."""


def send_own_links(request: SiteRequest, entrants: Iterable[Entrant]) -> None:
    """Send each person with an e-mail address their link. Call it after the commit."""
    if mail.is_configured():
        for entrant in entrants:
            send_own_link(request, entrant)


def send_own_link(request: SiteRequest, entrant: Entrant) -> bool:
    """Send one link to the address on file. False if it was not sent."""
    if not entrant.email or attempt_limits.has_missed_too_often(request, _MAIL_COUNTER):
        return False
    attempt_limits.count_miss(request, _MAIL_COUNTER)
    context = {
        "event": entrant.event,
        "called": entrant.called,
        "link": own_link(entrant, request),
        # Only a person who never used their page is asked to say yes.
        "has_unclaimed_link": has_unclaimed_link(entrant) and not is_renewed(entrant),
    }
    return mail.send("registrations/email/own_page", to=entrant.email, context=context)
