"""The template tag for the lessons of a game, ``{% lessons regulation %}``, on the page of a live table."""

from typing import Any

from django import template

from carteado.regulation import Regulation
from carteado.web.regulations.lessons import lessons_of

register = template.Library()


@register.inclusion_tag("tables/lessons.html")
def lessons(regulation: Regulation) -> dict[str, Any]:
    return {"regulation": regulation, "sections": lessons_of(regulation)}
