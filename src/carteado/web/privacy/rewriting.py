"""Replace people's names in all texts of an event: a person's when they are erased, everybody's when it is archived."""

from collections.abc import Callable
from functools import partial
from typing import Any

from django.db import transaction

from carteado.tournament.files.codec import to_json
from carteado.web.events import store
from carteado.web.events.details import Details, read_details
from carteado.web.events.models import Event
from carteado.web.kit.push import topics
from carteado.web.sumula.models import Reason, SetAsideEntry, SheetEntry

FREE_TEXTS = frozenset({"why", "question", "decision", "name", "referee", "table", "place"})
"""Fields of operations, at any depth, that hold free text. All other fields are our own codes."""


def rewrite(
    event: Event,
    *,
    reword: Callable[[str], str],
    reword_name: Callable[[str], str] | None = None,
    reword_details: Callable[[Details], Details] = lambda unchanged: unchanged,
) -> None:
    """Rewrite the texts that may name people, in operations, details and score sheets.

    ``reword`` rewrites a text; ``reword_name`` rewrites fields that hold nothing but a name, and is ``reword`` if it is
    not given; ``reword_details`` rewrites a version of the details, which otherwise stay. The hash chain is computed
    again, so every process notices that its cached championship is outdated and folds the operations again.
    """
    with transaction.atomic():
        event = Event.objects.select_for_update().get(pk=event.pk)
        chain = ""
        for row in event.operations.order_by("seq"):
            document = _reworded(row.document, reword, reword_name or reword)
            if document != row.document:
                row.document = document
                row.save(update_fields=["document"])
            chain = store.next_chain_hash(chain, document)
        for entry in SheetEntry.objects.filter(sheet__event=event).exclude(said={}):
            if (free_texts := {name: reword(text) for name, text in entry.said.items()}) != entry.said:
                entry.said = free_texts
                entry.save(update_fields=["said"])  # the only change that a row of a sheet accepts
        for apart in SetAsideEntry.objects.filter(sheet__event=event).exclude(said={}):
            SetAsideEntry.objects.filter(pk=apart.pk).update(
                said={name: reword(text) for name, text in apart.said.items()}
            )
        for reason in Reason.objects.filter(sheet__event=event):
            Reason.objects.filter(pk=reason.pk).update(text=reword(reason.text))
        for version in event.versions.all():
            details = read_details(version.details)
            if (reworded := reword_details(details)) != details:
                version.details = to_json(reworded)
                version.save(update_fields=["details"])
        Event.objects.filter(pk=event.pk).update(chain=chain)
        transaction.on_commit(partial(store.forget, event.pk))
        topics.changed("evento", event.slug)


def _reworded(value: Any, reword: Callable[[str], str], reword_name: Callable[[str], str], field: str = "") -> Any:
    """The value of an operation's field, at any depth, with its free texts reworded."""
    if isinstance(value, dict):
        return {name: _reworded(one, reword, reword_name, name) for name, one in value.items()}
    if isinstance(value, list):
        return [_reworded(one, reword, reword_name) for one in value]
    if field not in FREE_TEXTS or not isinstance(value, str):
        return value
    return reword_name(value) if field == "name" else reword(value)
