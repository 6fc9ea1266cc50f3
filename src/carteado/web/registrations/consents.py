"""The texts that a person agrees to, each on its own, with the version and hash of what the person read."""

import hashlib
import json
from collections.abc import Iterable, Mapping
from typing import NamedTuple

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

from carteado.regulation import Regulation
from carteado.tournament.files.codec import to_json
from carteado.tournament.registrations.people import ConsentName
from carteado.web.events.models import Document, DocumentKind, Event
from carteado.web.kit.words.catalogue import language
from carteado.web.registrations.models import Agreement, Entrant

VERSION = 1
"""Version of the texts below. Change it with their wording."""

TITLES: Mapping[ConsentName, str | Promise] = {
    ConsentName.REGULATION: _("The regulation"),
    ConsentName.IMAGE: _("Image and voice"),
    ConsentName.MATERIAL: _("Use of what you send"),
    ConsentName.OWN_MATERIAL: _("What you send is yours"),
    ConsentName.PERSONAL_DATA: _("Personal data"),
}
_TEXTS: Mapping[ConsentName, str | Promise] = {
    ConsentName.REGULATION: _(
        "I know the regulation of this event, with the changes that its page shows, and I accept it."
    ),
    ConsentName.IMAGE: _(
        "My image, my voice and my game at the event may be recorded and shown: in broadcasts, in the programme made "
        "of it and in its publicity, also after the event."
    ),
    ConsentName.MATERIAL: _(
        "Videos, pictures and texts that I send with the entry may be edited and used to make the event known."
    ),
    ConsentName.OWN_MATERIAL: _("What I send is mine, or I have leave to send it, and it takes nothing from anybody."),
    ConsentName.PERSONAL_DATA: _(
        "What I tell here may be kept and used to run this event: to check who may play, to call the pairs and to "
        "publish results. I can see it, correct it and have it erased."
    ),
}


class ConsentText(NamedTuple):
    """One text to agree to. ``key`` is the rule that asks for it, ``hash`` the hash of the text as shown."""

    name: ConsentName
    key: str
    title: str
    text: str
    version: str
    hash: str


def texts_of(rules: Regulation) -> tuple[ConsentText, ...]:
    """The texts that the regulation asks for, in the language of the page. Keys: consents.regulation and the others."""
    return tuple(_text(name, rules) for name in ConsentName if f"consents.{name}" in rules.citations)


def asks_consent(rules: Regulation) -> bool:
    return any(f"consents.{name}" in rules.citations for name in ConsentName)


def _text(name: ConsentName, rules: Regulation) -> ConsentText:
    text = str(_TEXTS[name])
    if name is ConsentName.REGULATION:
        hashed = rules_hash(rules)
        version = f"{rules.id[:30]}/{hashed[:8]}"
    else:
        hashed, version = hashlib.sha256(text.encode()).hexdigest(), f"{VERSION}/{language()}"
    return ConsentText(name, f"consents.{name}", str(TITLES[name]), text, version, hashed)


def rules_hash(rules: Regulation) -> str:
    """Hash of every rule of the event with its value in force: another value makes another regulation."""
    document = {"regulation": rules.id, "rules": {one.key: to_json(one.value) for one in rules.entries()}}
    text = json.dumps(document, sort_keys=True, ensure_ascii=False, separators=(",", ":"), default=str)
    return hashlib.sha256(text.encode()).hexdigest()


def agree(entrant: Entrant, texts: Iterable[ConsentText], *, given: bool = True) -> None:
    """Store one row for each text. Earlier answers stay."""
    Agreement.objects.bulk_create(
        Agreement(entrant=entrant, to=one.name, version=one.version, hash=one.hash, given=given) for one in texts
    )


class Answer(NamedTuple):
    """A text and the person's latest answer. ``of_this_text`` is False if the text has changed since."""

    text: ConsentText
    agreement: Agreement | None

    @property
    def is_given(self) -> bool:
        return self.agreement is not None and self.agreement.given

    @property
    def of_this_text(self) -> bool:
        return self.agreement is not None and self.agreement.hash == self.text.hash


def answers_of(entrant: Entrant, rules: Regulation) -> tuple[Answer, ...]:
    latest = {one.to: one for one in entrant.agreements.filter(is_document=False).order_by("at", "pk")}
    return tuple(Answer(text, latest.get(text.name)) for text in texts_of(rules))


# --- confirming that one is in the pair ---------------------------------------------------------------------------

CONFIRMATION = "pair"
_CONFIRMATION_TEXT = _("This page is mine, and I am in the pair.")


def record_confirmation(entrant: Entrant) -> None:
    """Record, once, that a person whom another entered is in the pair. They confirm it by taking the page."""
    if entrant.agreements.filter(to=CONFIRMATION).exists():
        return
    hashed = hashlib.sha256(str(_CONFIRMATION_TEXT).encode()).hexdigest()
    Agreement.objects.create(
        entrant=entrant, to=CONFIRMATION, version=f"{VERSION}/{language()}", hash=hashed, given=True
    )


# --- papers to sign -----------------------------------------------------------------------------------------------


def paper_to_sign(event: Event, rules: Regulation) -> Document | None:
    """The latest terms, if the regulation requires the players to sign them. Key: consents.documents."""
    if "consents.documents" not in rules.citations:
        return None
    return event.documents.filter(kind=DocumentKind.TERMS).defer("content").order_by("-number").first()


def signature_of(entrant: Entrant, paper: Document) -> Agreement | None:
    """The person's latest answer to any version of the paper."""
    return entrant.agreements.filter(is_document=True, to=paper.kind).order_by("-at", "-pk").first()


def sign(entrant: Entrant, paper: Document, *, given: bool = True) -> None:
    Agreement.objects.create(
        entrant=entrant, to=paper.kind, is_document=True, version=str(paper.number), hash=paper.sha256, given=given
    )
