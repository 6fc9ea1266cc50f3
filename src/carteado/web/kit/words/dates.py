"""Dates and hours in the reader's language, as posters, pages and papers write them."""

from datetime import date, datetime, timedelta

from django.utils import timezone
from django.utils.formats import date_format
from django.utils.translation import gettext as _

from carteado.web.kit.words.catalogue import words

A_WEEK = timedelta(days=7)


def day_in_words(day: date, today: date) -> str:
    """``today``, ``tomorrow``, a day within the week by its name, any other by its date."""
    if day == today:
        return _("today")
    if day == today + timedelta(days=1):
        return _("tomorrow")
    if today < day < today + A_WEEK:
        # In Portuguese the second half of “sexta-feira” is left out in speech.
        return date_format(day, "l").partition("-")[0].lower() if _is_portuguese() else date_format(day, "l")
    return plain_date(day, with_year=day.year != today.year)


def plain_date(day: date, *, with_year: bool = True) -> str:
    """A date in full: ``18 November 2026``."""
    text = date_format(day, "DATE_FORMAT" if with_year else "MONTH_DAY_FORMAT")
    return text.lower() if _is_portuguese() else text


def short_day(at: datetime) -> str:
    """A day in little room: ``Tue 1 Dec``, in Portuguese ``ter 1/12``."""
    local = timezone.localtime(at)
    return date_format(local, "D j/n").lower() if _is_portuguese() else date_format(local, "D j M")


def moment_in_words(at: datetime) -> str:
    """A day and time: ``18 November, 20:00``. The year is added unless it is the current one."""
    local = timezone.localtime(at)
    day = plain_date(local.date(), with_year=local.year != timezone.localdate().year)
    return f"{day}, {hour_in_words(local)}"


def hour_in_words(at: datetime) -> str:
    """The time of day of a time that is already local. In Portuguese ``18h`` and ``8h05``."""
    if not _is_portuguese():
        return date_format(at, "TIME_FORMAT")
    return f"{at.hour}h{at.minute:02}" if at.minute else f"{at.hour}h"


def _is_portuguese() -> bool:
    return words().language == "pt"
