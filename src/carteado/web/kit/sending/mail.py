"""Sending mail, if the site has a mail server. Optional: all that is mailed can be shared by hand as well."""

import logging
from collections.abc import Mapping
from smtplib import SMTPException

from django.conf import settings
from django.core.mail import EmailMessage
from django.template.loader import render_to_string

WITHOUT_MAIL = "django.core.mail.backends.dummy.EmailBackend"

logger = logging.getLogger(__name__)


def is_configured() -> bool:
    return bool(settings.EMAIL_BACKEND != WITHOUT_MAIL)


def send(template: str, *, to: str, context: Mapping[str, object]) -> bool:
    """Send ``TEMPLATE_subject.txt`` and ``TEMPLATE_message.txt``. False if the mail could not be sent."""
    subject = " ".join(render_to_string(f"{template}_subject.txt", dict(context)).split())
    text = render_to_string(f"{template}_message.txt", dict(context)).strip()
    return deliver(EmailMessage(f"{settings.ACCOUNT_EMAIL_SUBJECT_PREFIX}{subject}", text, to=[to]))


def deliver(message: EmailMessage) -> bool:
    """Send the message. False on failure: a mail server that is down must not take the page with it."""
    if not is_configured():
        return False
    try:
        return message.send() > 0
    except (SMTPException, OSError):
        logger.exception("mail was not sent")
        return False
