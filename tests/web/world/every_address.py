"""Every route of the site with the blanks of its address filled in, for an event and its people."""

import re

from allauth.account.models import EmailAddress, EmailConfirmationHMAC
from allauth.mfa.recovery_codes.internal.auth import RecoveryCodes
from allauth.mfa.totp.internal.auth import TOTP, generate_totp_secret
from django.urls import reverse
from django.utils import timezone

from carteado.fair import DRAW_FORMAT, commitment
from carteado.tournament.formats.plans import knockout
from carteado.tournament.operations import CommitDraw, HoldDraw, OpenEntry, Settle
from carteado.tournament.registrations.acts import Actor, InvitePair
from carteado.tournament.registrations.acts import Role as Function
from carteado.tournament.registrations.people import ConsentName
from carteado.web.devices.models import Device, Right
from carteado.web.events import store
from carteado.web.events.models import Document, DocumentKind, Event, Pair
from carteado.web.events.preparation_steps import Step
from carteado.web.events.team import invitation_link
from carteado.web.kit.guarding.policy import Role
from carteado.web.organising.management_pages import StateAct
from carteado.web.people.models import Membership, User, fingerprint
from carteado.web.people.one_time_links import sign_in_link
from carteado.web.registrations.models import Agreement, Entrant, Letter, LetterKind, Material
from carteado.web.registrations.review.acts import EntryAct
from carteado.web.sumula.models import Sheet
from carteado.web.tables.models import Table
from tests.web.world.roles import a_person
from tests.web.world.world import a_live_table, a_report, an_entrant
from tools.policy_matrix import SiteRoute

People = dict[Role, User | None]


def people_of(*events: Event) -> People:
    """One of every role."""
    return {role: _equipped(a_person(role, *events)) for role in Role}


def _equipped(person: User | None) -> User | None:
    """With a password and an authenticator app, so that every page of an account has something to show."""
    if person is not None:
        person.set_password("sete-copas-e-um-zap")
        person.save()
        TOTP.activate(person, generate_totp_secret())
        RecoveryCodes.activate(person)
    return person


def address_of(route: SiteRoute, event: Event, people: People) -> str:
    """The route with its blanks filled in; one that nobody knows how to fill fails the test."""
    blanks = re.findall(r"<(?:\w+:)?(\w+)>", route.path)
    return reverse(route.name, kwargs={name: _filled(route.name, name, event, people) for name in blanks})


def _filled(route: str, blank: str, event: Event, people: People) -> object:
    member = people[Role.MEMBER]
    assert member is not None
    match route, blank:
        case _, "slug":
            return event.slug
        case "sign-in-link", "secret":
            return sign_in_link(member).rstrip("/").rpartition("/")[2]
        case "invitation", "secret":
            return invitation_link(event, Role.CLERK, people[Role.ORGANISER]).secret
        case "share-invitation" | "revoke-invitation", "number":
            return invitation_link(event, Role.CLERK, people[Role.ORGANISER]).pk
        case "revoke-device", "number":
            return _device(event, Right.SUMULA)
        case "revoke-broadcast", "number":
            return _device(event, Right.OVERLAY)
        case "remove-member", "number":
            return Membership.objects.get(event=event, role=Role.CLERK).pk
        case "account_confirm_email", "key":
            return EmailConfirmationHMAC.create(EmailAddress.objects.create(user=member, email="a@b.test")).key
        case "account_reset_password_from_key", "key":
            return "no-such-key"
        case "account_reset_password_from_key", "uidb36":
            return "1"
        case (("regulation" | "articles"), "regulation_id"):
            return event.regulation
        case "wizard", "step":
            return Step.PLACE
        case (("live-match" | "live-record" | "live-steps" | "live-verify"), "number"):
            return 1
        case "live-steps", "hand":
            return 1
        case (("live-match" | "live-record" | "live-steps" | "live-verify"), "code"):
            return a_live_table(is_over=True).code
        case _, "code" if route.startswith(("live-table", "live-report", "live-overlay")):
            return a_live_table().code
        case "settle-report" | "close-reported-table", "number":
            return a_report().pk
        case (("my-game" | "ranking-players" | "ranking-pairs"), "game"):
            return "tranca"
        case "restore-version", "number":
            return event.version
        case (("match-desk" | "match-act" | "match-rule" | "partida-confirmar"), "match"):
            return "final"
        case (("open-live-table" | "start-live-match" | "entrant-play"), "match"):
            return "final"
        case (("referee-live-pause" | "referee-live-record"), "match"):
            return "final"
        case "entrant-play", "secret":
            return an_entrant(event).secret
        case "live-official-start", "code":
            return Table.objects.get_or_create(event=event, fixture="final", regulation=event.regulation)[0].code
        case (
            (
                "referee-match"
                | "referee-ruling"
                | "referee-answer"
                | "referee-time"
                | "referee-freeze"
                | "referee-hand-in"
                | "referee-review"
            ),
            "match",
        ):
            return "final"
        case "referee-ruling", "name":
            return "advertencia"
        case "sheet" | "sheet-data" | "sheet-sync", "code":
            return Sheet.objects.get_or_create(event=event, match="final", first="d1", second="d2")[0].code
        case "open-sheet" | "print-sumula", "match":
            return "final"
        case "print-public", "what":
            return "chave"
        case "print-for-hall", "what":
            return "mesas"
        case "print-people", "what":
            return "crachas"
        case (("print-public" | "print-for-hall" | "print-people" | "print-blank"), "kind"):
            return "pdf"
        case "print-blank", "regulation":
            return event.regulation
        case "sumula-icon", "name":
            return "192"
        case "sumula-form", "regulation":
            return event.regulation
        case "match-act", "act":
            return "comecar"
        case "match-rule", "act":
            return "wo"
        case "partida-confirmar", "secret":
            return an_entrant(event).secret
        case "change-state", "act":
            return StateAct.SUSPEND
        case (
            (
                "entry"
                | "act-on-entry"
                | "answer-letter"
                | "mark-fee"
                | "entry-link"
                | "entry-photo"
                | "renew-link"
                | "show-document"
            ),
            "code",
        ):
            return _invited_pair(event)
        case "entry-photo", "number":
            return _with_photo(event.entrants.get(number=1)).number
        case "entrant-photo", "secret":
            return _with_photo(an_entrant(event)).secret
        case (("answer-letter" | "entry-link" | "renew-link" | "show-document"), "number"):
            return 1
        case "answer-letter", "letter":
            return Letter.objects.create(entrant=event.entrants.get(number=1), kind=LetterKind.FACT, text="Febre.").pk
        case "act-on-entry", "act":
            return EntryAct.DECLINE
        case "export-entries", "kind":
            return "csv"
        case "draw" | "draw-hall" | "draw-protocol", "draw":
            return _held_draw(event)
        case "draw-act", "act":
            return "definir"
        case (("pair" | "pair-calendar"), "code") | ("encounter", "first"):
            _held_draw(event)
            return "d1"
        case "encounter", "second":
            return "d2"
        case "document", "kind":
            Document.objects.create(event=event, kind=DocumentKind.TERMS, number=1, filename="a.pdf", content=b"%PDF")
            return DocumentKind.TERMS
        case "document", "number":
            return 1
        case (("entrant-my-data" | "entrant-my-data-file" | "entrant-erase"), "secret"):
            return an_entrant(event).secret
        case "results-file", "name":
            return "partidas.csv"
        case "entrant-act", "word":
            return "concluir"
        case (
            (
                "entrant"
                | "entrant-account"
                | "entrant-act"
                | "entrant-answer"
                | "entrant-confirm"
                | "entrant-convocation"
                | "entrant-data"
                | "entrant-news"
                | "entrant-letters"
                | "entrant-material"
                | "entrant-sign"
                | "entrant-take"
                | "entrant-withdraw"
            ),
            "secret",
        ):
            return an_entrant(event).secret
    raise LookupError(f"what stands for {blank} in the address of {route!r}?")


def _with_photo(entrant: Entrant) -> Entrant:
    """Give the entrant a photo and consent to its use."""
    Material.objects.update_or_create(entrant=entrant, defaults={"photo": b"\x89PNG", "photo_kind": "png"})
    for consent in (ConsentName.MATERIAL, ConsentName.OWN_MATERIAL):
        Agreement.objects.create(entrant=entrant, to=consent, version="1", hash="0" * 64, given=True)
    return entrant


def _device(event: Event, right: Right) -> int:
    trace = fingerprint(f"{event.slug} {right}")
    return Device.objects.get_or_create(event=event, right=right, number=1, secret_hash=trace)[0].number


def _held_draw(event: Event) -> str:
    """Hold a draw between two new pairs, if the event has none yet, and return its name."""
    at, secret = timezone.now(), bytes(32)
    stage = knockout(2).stages[0].id
    sealed = commitment(f"{DRAW_FORMAT}|{event.slug}|{stage}", secret)
    if stage not in store.championship_of(event).draws:
        operations = (
            Settle(by="system", at=at, plan=knockout(2), pairs=("d1", "d2")),
            CommitDraw(by="system", at=at, draw=stage, commitment=sealed),
            HoldDraw(by="system", at=at, draw=stage, secret=secret.hex(), entropy="loteria"),
        )
        store.append_all(event, operations, by=None)
        Event.objects.filter(pk=event.pk).update(stage=event.stage)  # a draft stays one
    return stage


def _invited_pair(event: Event) -> str:
    """Invite a pair, if the event has none yet, and return its code."""
    at, code, people = timezone.now(), "d1", ("p1", "p2")
    if code not in store.championship_of(event).entries:
        by = Actor(Function.ORGANISER, "user:1")
        invited = InvitePair(by=by, at=at, id=code, people=people, registrant=people[0])
        store.append(event, OpenEntry(by="user:1", at=at, opening=invited), by=None)
        Event.objects.filter(pk=event.pk).update(stage=event.stage)  # a draft stays one
        Pair.objects.create(event=event, code=code, name="Bia e Cida")
        an_entrant(event)
    return code
