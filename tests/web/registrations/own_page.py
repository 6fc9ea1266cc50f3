"""A pair that has said what truco asks, and what its pages and its entry show."""

import re
from collections.abc import Mapping
from typing import Any

from django.test import Client
from django.urls import reverse

from carteado.tournament.registrations.acts import EntryState
from carteado.web.events import store
from carteado.web.events.models import Event
from carteado.web.registrations.models import Entrant
from tests.web.world.newcomers import TRUCO, a_person, an_open_event, at, confirm, enter, page_of, partner_of


def state_of(event: Event) -> EntryState:
    (entry,) = store.championship_of(Event.objects.get(pk=event.pk)).entries.values()
    return entry.state


def posted(client: Client, path: str, fields: Mapping[str, object] | None = None) -> Any:
    return client.post(path, fields or {})


def steps_of(event: Event) -> int:
    (entry,) = store.championship_of(Event.objects.get(pk=event.pk)).entries.values()
    return len(entry.history)


def a_pair(client: Client, **person: str) -> tuple[Event, Entrant, Entrant]:
    """Both have said what truco asks."""
    event = an_open_event(TRUCO)
    registrant = enter(client, event, a_person(**person))
    answer = confirm(client, partner_of(registrant))
    assert answer.status_code == 302, answer.content.decode()
    return event, Entrant.objects.get(pk=registrant.pk), at(answer.url)


def accept_everything(client: Client, entrant: Entrant) -> None:
    """Presses every button of the page that gives a consent."""
    path = reverse("entrant-answer", args=[entrant.secret])
    for form in page_of(client, entrant).split(f'action="{path}"')[1:]:
        fields = dict(re.findall(r'name="(to|hash)" value="([^"]*)"', form[: form.index("</form>")]))
        assert client.post(path, {**fields, "given": "yes"}).status_code == 302


def missing_in(page: str) -> str:
    """What the page says is still open with its owner."""
    if 'id="missing-t"' not in page:
        return ""
    section = page[page.index('id="missing-t"') :]
    return section[: section.index("</section>")]
