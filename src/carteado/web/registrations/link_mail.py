"""Own links by mail, where the site has a server for it. Nothing depends on it: the pages show them, too."""

from collections.abc import Iterable

from carteado.web.kit.guarding import attempt_limits as misses
from carteado.web.kit.sending import mail
from carteado.web.pages.access import SiteRequest
from carteado.web.registrations.models import Entrant
from carteado.web.registrations.own_link import is_given, is_renewed, own_link

_LETTERS = "letters"
"""Counted like misses: nobody uses the entry form to write to strangers all day."""


def send_own_links(request: SiteRequest, entrants: Iterable[Entrant]) -> None:
    """To each who gave an e-mail, or whose partner did; once what they are about is committed."""
    if mail.is_configured():
        for entrant in entrants:
            send_own_link(request, entrant)


def send_own_link(request: SiteRequest, entrant: Entrant) -> bool:
    """To the e-mail on file; False when it did not go out."""
    if not entrant.email or misses.missed_too_often(request, _LETTERS):
        return False
    misses.miss(request, _LETTERS)
    context = {
        "event": entrant.event,
        "called": entrant.called,
        "link": own_link(entrant, request),
        "is_given": is_given(entrant) and not is_renewed(entrant),
    }
    return mail.send("entries/email/own_page", to=entrant.email, context=context)
