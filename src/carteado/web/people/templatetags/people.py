"""Template tags for sharing links without a mail server, and for names of roles and devices."""

from urllib.parse import urlencode

from django import template
from django.utils.safestring import SafeString

from carteado.web.kit.guarding import role_names as roles
from carteado.web.kit.sending import mail
from carteado.web.kit.sending.qr_code import qr_svg
from carteado.web.people import browser_names as devices

register = template.Library()


@register.simple_tag
def qr(link: str, label: str) -> SafeString:
    return qr_svg(link, label)


@register.simple_tag
def whatsapp(text: str, link: str) -> str:
    """A link that opens WhatsApp with the message written; the user chooses the receiver there."""
    return f"https://wa.me/?{urlencode({'text': f'{text} {link}'})}"


@register.simple_tag
def sends_mail() -> bool:
    return mail.is_configured()


@register.filter
def role_name(role: str) -> str:
    return roles.name_of(role)


@register.filter
def device(user_agent: str) -> str:
    """The browser and system in words, for the list of the devices where the user is signed in."""
    return devices.browser_in_words(user_agent)
