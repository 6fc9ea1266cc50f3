"""Sending mail, if the site has a mail server. A site may do without: every link that is mailed can also be copied from
a page and handed on."""

import logging
from collections.abc import Mapping, Sequence
from smtplib import SMTPException
from threading import Thread

from django.conf import settings
from django.core.mail import EmailMessage, get_connection
from django.template.loader import render_to_string

WITHOUT_MAIL = "django.core.mail.backends.dummy.EmailBackend"

logger = logging.getLogger(__name__)


def is_configured() -> bool:
    return bool(settings.EMAIL_BACKEND != WITHOUT_MAIL)


def send(template: str, *, to: str, context: Mapping[str, object]) -> bool:
    """Send ``TEMPLATE_subject.txt`` and ``TEMPLATE_message.txt``. False if the mail could not be sent."""
    return deliver(message(template, to=to, context=context))


def deliver(message: EmailMessage) -> bool:
    """Send the message. False if there is no mail server or it fails: then the page that sends it must still work."""
    if not is_configured():
        return False
    try:
        return message.send() > 0
    except (SMTPException, OSError):
        logger.exception("mail was not sent")
        return False


def message(template: str, *, to: str, context: Mapping[str, object]) -> EmailMessage:
    """The mail that ``send`` would send."""
    # A subject is one line, but a template may have several.
    subject = " ".join(render_to_string(f"{template}_subject.txt", dict(context)).split())
    text = render_to_string(f"{template}_message.txt", dict(context)).strip()
    return EmailMessage(f"{settings.ACCOUNT_EMAIL_SUBJECT_PREFIX}{subject}", text, to=[to])


def deliver_all(messages: Sequence[EmailMessage]) -> None:
    """Send many messages over one connection, without keeping the page waiting: a mail server may take a second for
    each. A failure is only logged."""
    if not messages or not is_configured():
        return
    if settings.MAIL_IN_BACKGROUND:  # False in tests
        Thread(target=_deliver_all, args=[messages], name="mail").start()
    else:
        _deliver_all(messages)


def _deliver_all(messages: Sequence[EmailMessage]) -> None:
    try:
        get_connection().send_messages(messages)
    except (SMTPException, OSError):
        logger.exception("mail was not sent")
