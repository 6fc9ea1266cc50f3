"""Readers of what stands beside tables and over pictures: the phone's score sheets and the strip of a broadcast."""

from django.test import Client
from django.urls import reverse
from django.utils.dateparse import parse_datetime

from carteado.web.devices.models import Device, Purpose, Right
from carteado.web.events import store
from carteado.web.events.models import Event
from carteado.web.people.models import fingerprint
from tests.web.journeys.facts import MATCH, MEETING, Facts, Subject, second, versus
from tests.web.journeys.readers.markup import tree_of
from tests.web.journeys.readers.reading import Visitor, number_in, of_lines


def a_device(event: Event, right: Right, table: str = "", *, purpose: Purpose = Purpose.PUBLIC, match: str = "") -> str:
    """The secret of a device with this right, made once."""
    secret = f"{right}-{table}-{match}-{purpose}-{event.pk}"
    if not event.devices.filter(secret_hash=fingerprint(secret)).exists():
        number = event.devices.count() + 1
        Device.objects.create(
            event=event,
            number=number,
            right=right,
            table=table,
            match=match,
            purpose=purpose,
            secret_hash=fingerprint(secret),
        )
    return secret


def tables_of(event: Event) -> list[str]:
    logs = store.championship_of(event).logs.values()
    return sorted({log.table for log in logs if log.table})


# --- phones -----------------------------------------------------------------------------------------------------------


def phones(visitor: Visitor) -> Facts:
    """What the phone beside each table finds there, and the sheet that it opens."""
    found: Facts = {}
    for table in tables_of(visitor.event):
        secret = a_device(visitor.event, Right.SUMULA, table)
        headers = {"Authorization": f"Bearer {secret}"}
        answer = Client(SERVER_NAME="localhost").get(reverse("sumula-table"), headers=headers)
        assert answer.status_code == 200
        for one in answer.json()["tables"]:
            facts = {"pairs": versus(*one["names"]), "table": one["table"]}
            if one["sheet"]:
                facts |= _sheet(one["sheet"], headers)
            found[Subject(MATCH, number_in(one["title"]))] = facts
    return found


def _sheet(code: str, headers: dict[str, str]) -> dict[str, str]:
    answer = Client(SERVER_NAME="localhost").get(f"{reverse('sheet-data', args=[code])}?since=0", headers=headers)
    assert answer.status_code == 200
    told = answer.json()
    changed = told["changed"]["kind"] if told["changed"] else ""
    facts = {"pairs": versus(*told["names"]), "table": told["table"], "sheet": changed}
    if not changed:
        limits = told["clock"]["limits"] if told["clock"] else []
        instants = {parse_datetime(one["at"]) for one in limits}
        facts["limits"] = ", ".join(sorted(second(at) for at in instants if at))
    if not changed and told["counted"]["hands"]:
        facts["score"] = versus(*told["counted"]["score"])
    return facts


# --- broadcasts -------------------------------------------------------------------------------------------------------


def public_strips(visitor: Visitor) -> Facts:
    return _strips(visitor, Purpose.PUBLIC)


def programme_strips(visitor: Visitor) -> Facts:
    return _strips(visitor, Purpose.PROGRAMME)


def _strips(visitor: Visitor, purpose: Purpose) -> Facts:
    """The strip of every table, and of every match that is at no table of the hall."""
    found: Facts = {}
    logs = store.championship_of(visitor.event).logs
    shown = [(table, "") for table in tables_of(visitor.event)]
    shown += [("", match) for match, log in logs.items() if log.table is None and not log.follows]
    for table, match in shown:
        secret = a_device(visitor.event, Right.OVERLAY, table, purpose=purpose, match=match)
        answer = Client(SERVER_NAME="localhost").get(
            reverse("overlay-strip"), headers={"Authorization": f"Bearer {secret}"}
        )
        assert answer.status_code == 200
        strip = tree_of(answer.content.decode())
        sides = list(strip.all("li.overlay__side"))
        if not sides:
            continue
        lines = [
            (
                side.text_of("span"),
                side.text_of("b") or side.text_of("em"),
                ("is-winner" if "is-winner" in side.classes else "is-loser") if strip.first(".is-over") else "is-known",
            )
            for side in sides
        ]
        facts = of_lines(lines, {"table": table}, nobody="")
        if not strip.first(".is-over"):
            phase = strip.text_of(".overlay__aside small")
            _in_play(visitor, phase, facts)
        found[Subject(MEETING, facts["pairs"])] = facts
    return found


def _in_play(visitor: Visitor, note: str, facts: dict[str, str]) -> None:
    """A picture begins at 0 × 0, where other places wait for the first hand. A note names the state, if it is not the
    phase."""
    if facts["score"] == versus(0, 0):
        facts["score"] = versus("", "")
    if state := visitor.state_in(note):
        facts["state"] = state
    else:
        facts.pop("state", None)
