"""A referee in front of his desk: pages opened, forms sent as a browser would."""

from dataclasses import dataclass
from html import unescape
from typing import Any

from django.test import Client
from django.urls import reverse

from carteado.web.events.models import Event
from carteado.web.people.models import User
from carteado.web.sumula.models import Sheet
from tests.web.world.halls import alert, forms_in, page_html


@dataclass
class Desk:
    """Somebody of the team at the desk of an event."""

    event: Event
    client: Client

    @classmethod
    def of(cls, event: Event, user: User) -> "Desk":
        client = Client(SERVER_NAME="localhost")
        client.force_login(user)
        return cls(event, client)

    def path(self, name: str, *arguments: str) -> str:
        return reverse(name, args=[self.event.slug, *arguments])

    def open(self, name: str, *arguments: str, **query: str) -> str:
        answer = self.client.get(self.path(name, *arguments), query)
        assert answer.status_code == 200, answer.status_code
        return unescape(answer.content.decode())

    def leads_to(self, name: str, *arguments: str, **query: str) -> str:
        """Where an address sends whoever opens it."""
        answer = self.client.get(self.path(name, *arguments), query)
        assert answer.status_code == 302, answer.status_code
        return str(answer["Location"])

    def post(self, name: str, match: str, **fields: object) -> Any:
        return self.client.post(self.path(name, match), {key: str(value) for key, value in fields.items()})

    # --- rulings --------------------------------------------------------------------------------------------------

    def form(self, match: str, ruling: str, key: str = "") -> dict[str, list[str]]:
        """As it comes, untouched."""
        answer = self.client.get(self.path("referee-ruling", match, ruling), {"regra": key} if key else {})
        assert answer.status_code == 200, answer.get("Location")
        return forms_in(answer.content.decode())[""]

    def weigh(self, match: str, ruling: str, *, key: str = "", **fields: object) -> str:
        """What the page says that it would change, or what it says against it."""
        return page_html(self._sent(match, ruling, self._filled(match, ruling, key, fields)))

    def _filled(self, match: str, ruling: str, key: str, fields: dict[str, object]) -> dict[str, Any]:
        sent_fields = {name: value if isinstance(value, list) else [str(value)] for name, value in fields.items()}
        return {**self.form(match, ruling, key), **sent_fields}

    def _sent(self, match: str, ruling: str, form: dict[str, Any]) -> Any:
        return self.client.post(self.path("referee-ruling", match, ruling), form)

    def confirm(self, match: str, ruling: str, page: str, **fields: object) -> Any:
        """The button under what it would change."""
        mark = 'name="visto" value="'
        assert mark in page, alert(page) if 'role="alert"' in page else page[-3000:]
        state_seen = page.partition(mark)[2].partition('"')[0]
        form = {**forms_in(page)[""], "visto": [state_seen], **{name: [str(one)] for name, one in fields.items()}}
        return self._sent(match, ruling, form)

    def rules(self, match: str, ruling: str, *, key: str = "", **fields: object) -> None:
        page = self.weigh(match, ruling, key=key, **fields)
        answer = self.confirm(match, ruling, page)
        assert answer.status_code == 302, alert(page_html(answer))
        assert answer["Location"].startswith(self.path("referee-match", match))

    def refused(self, match: str, ruling: str, *, key: str = "", **fields: object) -> str:
        return alert(self.weigh(match, ruling, key=key, **fields))


def kinds(sheet: Sheet) -> list[str]:
    return [row.content["kind"] for row in sheet.entries.all()]
