"""An organiser at work, in Django's test client: fills in forms as a browser would, and says what the pages say."""

from html.parser import HTMLParser
from typing import Any
from uuid import uuid4

from django.test import Client
from django.urls import reverse
from django.utils.translation import override

from carteado.web.events.models import Event
from carteado.web.events.preparation_steps import Step

Fields = dict[str, list[str]]


class _FormReader(HTMLParser):
    """What the form of the page would send if nobody touched it; menus of the frame have forms of their own."""

    def __init__(self, action: str) -> None:
        super().__init__()
        self.action, self.is_inside = action, False
        self.fields: Fields = {}
        self._select: str | None = None
        self._text: str | None = None

    def handle_starttag(self, tag: str, given: list[tuple[str, str | None]]) -> None:
        attributes = {name: value or "" for name, value in given}
        if tag == "form":
            self.is_inside = attributes.get("action", "") == self.action and attributes.get("method") == "post"
        if not self.is_inside:
            return
        name = attributes.get("name", "")
        if tag == "input" and name and attributes.get("type") != "file":
            is_box = attributes.get("type") in ("radio", "checkbox")
            if not is_box or "checked" in attributes:
                self._add(name, attributes.get("value", "on" if is_box else ""))
        elif tag == "select":
            self._select = name
        elif tag == "option" and self._select and "selected" in attributes:
            self._add(self._select, attributes["value"])
        elif tag == "textarea":
            self._text = name
            self._add(name, "")

    def handle_data(self, data: str) -> None:
        if self._text:
            self.fields[self._text][-1] += data

    def handle_endtag(self, tag: str) -> None:
        if tag == "form":
            self.is_inside = False
        elif tag == "textarea" and self._text:
            # A browser leaves out the line break with which the tag begins.
            self.fields[self._text][-1] = self.fields[self._text][-1].removeprefix("\n")
            self._text = None

    def _add(self, name: str, value: str) -> None:
        self.fields.setdefault(name, []).append(value)


def form_in(html: str, action: str = "") -> Fields:
    reader = _FormReader(action)
    reader.feed(html)
    return reader.fields


class Organiser:
    """``language`` is that of the pages; every step is opened before it is filled in."""

    def __init__(self, client: Client, language: str = "pt-br") -> None:
        self.client, self.language = client, language

    def path(self, name: str, *arguments: object) -> str:
        with override(self.language):
            return reverse(name, args=arguments)

    def begin(self, regulation: str, name: str = "Copa do Clube XV") -> Event:
        given = {"form": str(uuid4()), "regulation": regulation, "name": name}
        answer = self.client.post(self.path("create-event"), given)
        assert answer.status_code == 302, answer.content.decode()
        return Event.objects.latest("pk")

    def open(self, event: Event, step: Step) -> str:
        answer = self.client.get(self.path("wizard", event.slug, step))
        assert answer.status_code == 200
        return answer.content.decode()

    def fields(self, event: Event, step: Step) -> Fields:
        return form_in(self.open(event, step))

    def send(self, event: Event, step: Step, fields: Fields, act: str = "save") -> Any:
        return self.client.post(self.path("wizard", event.slug, step), {**fields, "act": [act]})

    def fill(self, event: Event, step: Step, **changed: object) -> Any:
        """Opens the step, changes some fields and saves. Names with dots and dashes come as a dictionary ``more``."""
        more = changed.pop("more", {})
        assert isinstance(more, dict)
        fields = self.fields(event, step)
        for name, value in {**changed, **more}.items():
            fields[name] = [str(one) for one in value] if isinstance(value, list) else [str(value)]
        return self.send(event, step, fields)
