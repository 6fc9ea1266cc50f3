"""Reasons of the site's team for taking something down: fixed words, which the log stores and people read."""

from django.db.models import TextChoices
from django.utils.translation import gettext_lazy as _


class Reason(TextChoices):
    OFFENDS = "offends", _("it offends somebody")
    PRETENDS = "pretends", _("it passes for somebody else")
    ADVERTISES = "advertises", _("it advertises something")
    TELLS = "tells", _("it tells what is somebody's own business")
