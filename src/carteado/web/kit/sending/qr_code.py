"""A link as a square that a phone's camera reads."""

import segno
from django.utils.html import format_html
from django.utils.safestring import SafeString, mark_safe

INK, PAPER = "#211a16", "#fffaf0"


def qr_svg(text: str, label: str) -> SafeString:
    """Ink on paper in both themes, with the margin that cameras need; no styles, so that it may stand in any page."""
    code = segno.make(text, error="m", micro=False)
    drawing = code.svg_inline(border=2, dark=INK, light=PAPER, omitsize=True, svgclass="share__qr", lineclass=None)
    # The drawing is made of numbers alone: there is nothing in it to escape.
    opening, rest = mark_safe("<svg"), mark_safe(drawing.removeprefix("<svg"))
    return format_html('{} role="img" aria-label="{}"{}', opening, label, rest)
