"""What a person accepts: texts to agree to and documents to sign, each on its own, with the version and the hash of
what was read. Each answer is a row of ``Agreement``; the latest one counts.

TM stands for the articles of the regulation Truco Masters 2025, E-18 for a ruling in ``docs/rulings.md``.
"""

import hashlib
import json
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from datetime import datetime
from typing import NamedTuple

from django.conf import settings
from django.urls import reverse
from django.utils import translation
from django.utils.functional import Promise
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from carteado.regulation import Regulation
from carteado.tournament.files.codec import to_json
from carteado.tournament.registrations.people import ConsentName
from carteado.web.events.details import Details
from carteado.web.events.models import Document, DocumentKind, Event
from carteado.web.events.store import details_of
from carteado.web.kit.words.catalogue import language
from carteado.web.registrations.models import Agreement, Entrant

VERSION = 2
"""Version of the texts below. Change it with their wording."""

TITLES: Mapping[ConsentName, str | Promise] = {
    ConsentName.REGULATION: gettext_lazy("The regulation"),
    ConsentName.IMAGE: gettext_lazy("Image and voice"),
    ConsentName.MATERIAL: gettext_lazy("Use of what you send"),
    ConsentName.OWN_MATERIAL: gettext_lazy("What you send is yours"),
    ConsentName.PERSONAL_DATA: gettext_lazy("Personal data"),
}
_TEXTS: Mapping[ConsentName, str | Promise] = {
    ConsentName.REGULATION: gettext_lazy(
        "I know the regulation of this event, with the changes that its page shows, and I accept it whole."
    ),
    # TM 6.1, 7.1, 7.1.1, 7.2: what is licensed, in which media and countries, for how long, for products, and unpaid
    ConsentName.IMAGE: gettext_lazy(
        "From the entry on and at every stage of the event, %(producer)s may record and use my image, my looks, my "
        "voice, my game, what I say and what I tell of my life: in the programme made of the event, in other "
        "audiovisual works and in their publicity, with excerpts too. This holds for every medium that exists or "
        "will exist (television of every kind, radio, streaming, video on demand, social networks, the internet, "
        "phones, screens in public places, print), in every country, any number of times, shown free or for money, "
        "directly or through companies that %(producer)s makes agreements with, for as long as the law protects the "
        "work. The programme may be licensed, sold, subtitled and dubbed, here and abroad, without asking me again. "
        "If we are among the pairs that play, my image and voice may also be used, for ever and irrevocably, in "
        "licensed products and services with the marks of the event or of the programme. I am paid for none of this."
    ),
    # TM 4.7
    ConsentName.MATERIAL: gettext_lazy(
        "What I send with the entry (videos, pictures, statements, documents, what I tell of my life) may be used and "
        "edited freely by %(producer)s: to make the event known and to produce audiovisual works, shown in any medium, "
        "any number of times, in every country and without end. I am paid nothing for it."
    ),
    # TM 4.10
    ConsentName.OWN_MATERIAL: gettext_lazy(
        "I alone hold the author's rights, the related rights and the rights to the images, names and voices in what I "
        "send; it takes nothing from anybody; it agrees with Brazilian law; and where somebody's permission was "
        "needed, I have it."
    ),
    # TM 9.2, 9.3, 9.5, 9.10, 9.11
    ConsentName.PERSONAL_DATA: gettext_lazy(
        "%(producer_at_start)s may collect and use what I tell here, for the event and its programme alone and no more "
        "than they need: to check who may play, to call the pairs, to publish results. Afterwards only what the law "
        "demands is kept. I can see it, correct it and have it erased. %(producer_at_start)s answers for it, also "
        "where others work on it by order. Whom to ask: %(data_contact)s."
    ),
}


@dataclass(frozen=True, slots=True)
class Wording:
    """What an event puts into the texts: the names that it decided, and its own regulation if it has one.

    ``data_contact`` is whom people ask about their data. ``regulation`` is a file of the event with this ``slug``.
    """

    producer: str = ""
    data_contact: str = ""
    regulation: Document | None = None
    slug: str = ""


NOTHING_NAMED = Wording()


def wording_of(event: Event, details: Details | None = None) -> Wording:
    """What the event puts into the texts. Two queries, or one if the details are known."""
    details = details or details_of(event)
    newest = event.documents.filter(kind=DocumentKind.REGULATION).defer("content").order_by("-number").first()
    contact = details.data_contact or details.producer_contact
    return Wording(details.producer, contact, newest, event.slug)


class ConsentText(NamedTuple):
    """One text to agree to. ``key`` is the rule that asks for it, ``hash`` the hash of the text as shown.

    ``hashes`` are those of the same text in every language. ``document`` is the title of the document that the text
    speaks of, at ``url``; for most texts there is none.
    """

    name: ConsentName
    key: str
    title: str
    text: str
    version: str
    hash: str
    hashes: frozenset[str] = frozenset()
    document: str = ""
    url: str = ""


def texts_of(rules: Regulation, wording: Wording = NOTHING_NAMED) -> tuple[ConsentText, ...]:
    """The texts that the regulation asks for, in the language of the page. Keys: consents.regulation and the others."""
    return tuple(_text(name, rules, wording) for name in ConsentName if f"consents.{name}" in rules.citations)


def asks_consent(rules: Regulation) -> bool:
    """True if people have to agree to any text."""
    return any(f"consents.{name}" in rules.citations for name in ConsentName)


def _text(name: ConsentName, rules: Regulation, wording: Wording) -> ConsentText:
    text = _in_words(name, wording)
    consent = ConsentText(name, f"consents.{name}", str(TITLES[name]), text, "", "")
    if name is ConsentName.REGULATION:
        return _of_regulation(consent, rules, wording)
    return consent._replace(version=f"{VERSION}/{language()}", hash=_hash(text), hashes=_hashes(name, wording))


def _of_regulation(consent: ConsentText, rules: Regulation, wording: Wording) -> ConsentText:
    """The consent to the regulation: to the organiser's own file where there is one, else to the published text with
    the event's changes. Its hash is that of the file or of the rules, in every language the same. Ruling E-18."""
    file = wording.regulation
    if file is not None:
        url = reverse("document", kwargs={"slug": wording.slug, "kind": file.kind, "number": file.number})
        version, hashed, title = f"pdf/{file.number}", file.sha256, file.filename
    else:
        url, hashed, title = reverse("regulation", args=[rules.id]), rules_hash(rules), rules.name
        version = f"{rules.id[:30]}/{hashed[:8]}"
    return consent._replace(version=version, hash=hashed, hashes=frozenset({hashed}), document=title, url=url)


def _in_words(name: ConsentName, wording: Wording) -> str:
    producer = wording.producer or _("whoever runs the event")
    return str(_TEXTS[name]) % {
        "producer": producer,
        "producer_at_start": producer[0].upper() + producer[1:],
        "data_contact": wording.data_contact or _("the organisers of the event, through its page"),
    }


def _hash(text: str) -> str:
    return hashlib.sha256(text.encode()).hexdigest()


def _hashes(name: ConsentName, wording: Wording) -> frozenset[str]:
    """The hashes of the text in every language: who agreed in one language agreed in the others too."""
    hashes = set()
    for code, _name in settings.LANGUAGES:
        with translation.override(code):
            hashes.add(_hash(_in_words(name, wording)))
    return frozenset(hashes)


def rules_hash(rules: Regulation) -> str:
    """Hash of every rule of the event with its value in force: another value makes another regulation."""
    document = {"regulation": rules.id, "rules": {one.key: to_json(one.value) for one in rules.entries()}}
    text = json.dumps(document, sort_keys=True, ensure_ascii=False, separators=(",", ":"), default=str)
    return hashlib.sha256(text.encode()).hexdigest()


def agree(entrant: Entrant, texts: Iterable[ConsentText], *, given: bool = True) -> None:
    """Store that the person agrees to each text, or that they take it back. Earlier answers stay."""
    Agreement.objects.bulk_create(
        Agreement(entrant=entrant, to=one.name, title=one.document, version=one.version, hash=one.hash, given=given)
        for one in texts
    )


class Answer(NamedTuple):
    """A text and the person's latest answer; ``agreement`` is None if they never answered."""

    text: ConsentText
    agreement: Agreement | None

    @property
    def is_given(self) -> bool:
        return self.agreement is not None and self.agreement.given

    @property
    def is_called_irrevocable(self) -> bool:
        """True if the article says so, although the law lets the person take the consent back. Ruling E-18."""
        return self.text.name is ConsentName.IMAGE

    @property
    def of_this_text(self) -> bool:
        """True if the latest answer is to the text as it is now. False also without an answer."""
        return self.agreement is not None and self.agreement.hash in self.text.hashes


def answers_of(entrant: Entrant, rules: Regulation, wording: Wording = NOTHING_NAMED) -> tuple[Answer, ...]:
    """Every text that the regulation asks for, with the person's answer."""
    latest = {one.to: one for one in entrant.agreements.filter(is_document=False).order_by("at", "pk")}
    return tuple(Answer(text, latest.get(text.name)) for text in texts_of(rules, wording))


class InForce(NamedTuple):
    """The hashes of what people are asked to accept and to sign now: of texts by the name of the consent, of papers by
    the kind of document."""

    texts: Mapping[str, frozenset[str]]
    papers: Mapping[str, str]

    def has(self, agreement: Agreement) -> bool:
        """True if the agreement is to the text as it is now. A text that nobody is asked for any more cannot have
        changed."""
        if agreement.is_document:
            return self.papers.get(agreement.to, agreement.hash) == agreement.hash
        return agreement.hash in self.texts.get(agreement.to, frozenset({agreement.hash}))


def in_force(event: Event, details: Details, rules: Regulation) -> InForce:
    """What people are asked to accept and to sign now. Two queries."""
    texts = texts_of(rules, wording_of(event, details))
    return InForce({one.name: one.hashes for one in texts}, papers_in_force(event))


class Accepted(NamedTuple):
    """A person's latest answer on one text, for the organiser. ``is_of_older`` if they agreed and the text has changed
    since."""

    title: str
    agreement: Agreement
    is_of_older: bool


def accepted_by(entrant: Entrant, now: InForce) -> list[Accepted]:
    """The person's latest answers, those about papers last. For many people, prefetch ``agreements``."""
    rows = sorted((one for one in entrant.agreements.all() if one.to != CONFIRMATION), key=lambda one: (one.at, one.pk))
    latest = {(one.is_document, one.to): one for one in rows}
    kinds = dict(DocumentKind.choices)
    consents = [(str(TITLES[name]), latest[False, name]) for name in ConsentName if (False, name) in latest]
    papers = [(str(kinds.get(to, to)), one) for (is_paper, to), one in latest.items() if is_paper]
    return [Accepted(title, one, one.given and not now.has(one)) for title, one in (*consents, *papers)]


def image_withdrawn_at(entrant: Entrant) -> datetime | None:
    """When the person took back the use of their image, which the text calls irrevocable. None if it stands or was
    never given. For many people, prefetch ``agreements``.

    Key: consents.image. Ruling E-18.
    """
    rows = sorted((one for one in entrant.agreements.all() if one.to == ConsentName.IMAGE), key=lambda one: one.at)
    if not rows or rows[-1].given or not any(one.given for one in rows):
        return None
    return rows[-1].at


# --- confirming that one is in the pair ---------------------------------------------------------------------------

CONFIRMATION = "pair"
"""``Agreement.to`` of a person's confirmation that they are in the pair. It is no consent of the regulation."""
_CONFIRMATION_TEXT = gettext_lazy("This page is mine, and I am in the pair.")


def record_confirmation(entrant: Entrant) -> None:
    """Record, once, that a person whom another entered is in the pair. They confirm it by claiming their link."""
    if entrant.agreements.filter(to=CONFIRMATION).exists():
        return
    hashed = hashlib.sha256(str(_CONFIRMATION_TEXT).encode()).hexdigest()
    Agreement.objects.create(
        entrant=entrant, to=CONFIRMATION, version=f"{VERSION}/{language()}", hash=hashed, given=True
    )


# --- papers to sign -----------------------------------------------------------------------------------------------


def paper_to_sign(event: Event, rules: Regulation) -> Document | None:
    """The latest terms that the players sign. None if the regulation requires no signature, or if the organiser has
    uploaded no terms. Key: consents.documents."""
    if "consents.documents" not in rules.citations:
        return None
    return event.documents.filter(kind=DocumentKind.TERMS).defer("content").order_by("-number").first()


def signature_of(entrant: Entrant, paper: Document) -> Agreement | None:
    """The person's latest answer to any version of the paper."""
    return entrant.agreements.filter(is_document=True, to=paper.kind).order_by("-at", "-pk").first()


def sign(entrant: Entrant, paper: Document, *, given: bool = True) -> None:
    """Store that the person signs this version of the paper, or that they take the signature back."""
    Agreement.objects.create(
        entrant=entrant,
        to=paper.kind,
        is_document=True,
        title=paper.filename,
        version=str(paper.number),
        hash=paper.sha256,
        given=given,
    )


def papers_in_force(event: Event) -> dict[str, str]:
    """The hash of the newest version of each kind of document. Who signed an older one has not signed this one."""
    return dict(event.documents.order_by("number").values_list("kind", "sha256"))
