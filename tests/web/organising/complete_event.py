"""What an event needs before it is published, for tests of the wizard."""

from datetime import timedelta

from django.utils import timezone

from carteado.web.events.models import Event
from carteado.web.events.preparation_steps import Step
from carteado.web.kit.words.address_prefixes import PREFIXES
from tests.web.world.organising import Organiser

TM, AP = "truco-masters-2025", "apcef-sc-2022-canastra"
AF = "afia-2026-tranca"
LANGUAGES = tuple(PREFIXES)
DAY = timezone.localdate() + timedelta(days=60)
OPENS, CLOSES = f"{DAY - timedelta(days=50)}T09:00", f"{DAY - timedelta(days=3)}T22:00"


def prepared(organiser: Organiser, regulation: str = TM) -> Event:
    """A draft with everything that publishing needs."""
    event = organiser.begin(regulation)
    organiser.fill(event, Step.PLACE, place="Clube XV, Santos", day=DAY)
    organiser.fill(event, Step.ENTRIES, opens=OPENS, closes=CLOSES, capacity=16)
    if regulation == AP:
        organiser.fill(event, Step.FORMAT, forms=["knockout", "league"])
    event.refresh_from_db()
    return event
