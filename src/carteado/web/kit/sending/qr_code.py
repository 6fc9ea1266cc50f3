"""QR codes for links."""

import segno
from django.utils.html import format_html
from django.utils.safestring import SafeString, mark_safe

INK, PAPER = "#211a16", "#fffaf0"


def qr_svg(text: str, label: str) -> SafeString:
    """Dark on light in both themes, with the margin that cameras need. ``label`` is for screen readers.

    It has no styles, which the site's security policy would not allow in a page.
    """
    code = segno.make(text, error="m", micro=False)
    drawing = code.svg_inline(border=2, dark=INK, light=PAPER, omitsize=True, svgclass="share__qr", lineclass=None)
    # The drawing contains numbers only, so there is nothing to escape.
    opening, rest = mark_safe("<svg"), mark_safe(drawing.removeprefix("<svg"))
    return format_html('{} role="img" aria-label="{}"{}', opening, label, rest)
