"""Template tag for the bell in every page's header."""

from django import template
from django.template import Context

from carteado.web.history.notices import count_new
from carteado.web.people.models import User

register = template.Library()


@register.simple_tag(takes_context=True)
def notices(context: Context) -> int:
    """The number of new notices for the reader; 0 for a visitor who is not signed in."""
    user = context.get("user")
    return count_new(user) if isinstance(user, User) else 0
