"""Template tags and filters for all templates: cards, icons, citations of articles, brackets, dates, figures."""

from datetime import datetime
from functools import lru_cache

from django import template
from django.template import Context
from django.template.loader import render_to_string
from django.templatetags.static import static
from django.urls import reverse
from django.utils.html import conditional_escape, format_html, format_html_join
from django.utils.safestring import SafeString, mark_safe
from django.utils.translation import get_language
from django.utils.translation import gettext as _

from carteado.regulation import Citation, Regulation, load
from carteado.web.display.bracket_drawing import BracketView, drawn
from carteado.web.events.models import Event
from carteado.web.kit.forms.form_numbers import figure
from carteado.web.kit.words.dates import moment_in_words, short_day
from carteado.web.regulations.rulebook import article_anchor, article_name, ruling_anchor
from carteado.web.regulations.ruling_texts import in_html
from carteado.web.regulations.written_citations import WrittenArticle, parts_of_sentence

register = template.Library()


@register.simple_tag
def icon(name: str, css: str = "icon") -> SafeString:
    """An icon beside words that mean the same; screen readers skip it."""
    return format_html('<svg class="{}" aria-hidden="true"><use href="{}#{}"/></svg>', css, static("icons.svg"), name)


@register.simple_tag
def card(code: str, css: str = "card") -> SafeString:
    """A card as an ornament: ``{% card "7c" %}``."""
    return format_html(
        '<svg class="{}" viewBox="0 0 100 140" aria-hidden="true"><use href="{}#{}"/></svg>',
        css,
        static("cards.svg"),
        code,
    )


@register.simple_tag(takes_context=True)
def article(context: Context, regulation: Regulation | str, key: str) -> SafeString:
    """The articles of a rule, as links: ``{% article "faraes-2023-tranca" "going_out.requires" %}``."""
    regulation = load(regulation) if isinstance(regulation, str) else regulation
    return citation_links(regulation, regulation.citation(key), event=context.get("event"))


@register.simple_tag(takes_context=True)
def cited(context: Context, regulation: Regulation, citation: Citation) -> SafeString:
    """A citation as links: ``{% cited regulation rule.citation %}``."""
    return citation_links(regulation, citation, event=context.get("event"))


def article_links(regulation: Regulation, key: str, *, event: object = None) -> SafeString:
    """The articles of a rule as links, for the help text of a form."""
    return citation_links(regulation, regulation.citation(key), event=event)


def citation_links(regulation: Regulation, citation: Citation, *, event: object = None) -> SafeString:
    """A citation as links to the articles in full: those of the ``event`` of the page, if it is played by this
    regulation.

    A ruling of ours looks different from an article of the text.
    """
    articles, rulings = articles_page(regulation, event), reverse("regulation", args=[regulation.id])
    places = [(articles, article_anchor(number), article_name(number)) for number in citation.articles]
    if citation.ruling:
        words = _("ruling %(number)s") % {"number": citation.ruling}
        places.append((rulings, ruling_anchor(citation.ruling), words))
    return format_html_join(" ", '<a class="article" href="{}#{}">{}</a>', places)


@register.simple_tag(takes_context=True)
def with_citations(context: Context, sentence: str) -> SafeString:
    """A sentence in which each article that it names is a link: ``{% with_citations message %}``."""
    event = context.get("event")
    parts = (
        part if isinstance(part, str) else _written_article(part, event)
        for part in parts_of_sentence(conditional_escape(str(sentence)))
    )
    return mark_safe("".join(parts))  # escaped above; a link is made of an address and a number


def _written_article(cited: WrittenArticle, event: object) -> SafeString:
    address = f"{articles_page(cited.regulation, event)}#{article_anchor(cited.number)}"
    return format_html('<a href="{}">{}</a>', address, cited.words)


@register.simple_tag
def articles_page(regulation: Regulation, event: object = None) -> str:
    """The address of the articles in full, with the values of the event if it is played by this regulation."""
    if isinstance(event, Event) and event.regulation == regulation.id:
        return reverse("event-articles", args=[event.slug])
    return reverse("articles", args=[regulation.id])


@register.simple_tag
def bracket(view: BracketView, open_phase: str = "", room: int = 0) -> SafeString:
    """A knockout, as a drawing and as lists.

    ``open_phase`` is the title of the phase to show on a narrow page; if it is empty, the first is shown. ``room`` is a
    width, in units of the drawing, over which its columns are spread if they need less.
    """
    return _bracket(view, open_phase, room, get_language() or "")


@lru_cache(maxsize=64)
def _bracket(view: BracketView, open_phase: str, room: int, _language: str) -> SafeString:
    """Cached for each language, because many readers share it: a bracket of sixty-four pairs has hundreds of boxes,
    names and lines."""
    context = {"view": view, "drawing": drawn(view, room=room), "open_phase": open_phase}
    return render_to_string("components/bracket.html", context)


def forget_drawings() -> None:
    """Empty the cache, because its drawings may hold a name that was erased."""
    _bracket.cache_clear()


register.filter(figure)
register.filter("ruling_in_html", in_html)


@register.filter(name="moment")
def moment_filter(at: datetime | None) -> str:
    """A day and time, as all pages write them."""
    return moment_in_words(at) if at else ""


@register.filter(name="short_day")
def short_day_filter(at: datetime | None) -> str:
    return short_day(at) if at else ""


@register.filter
def starts_with(text: str, beginning: str) -> bool:
    return text.startswith(beginning)
