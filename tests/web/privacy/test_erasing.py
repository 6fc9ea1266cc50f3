"""Erasing a person leaves no trace of what was planted of him: in no table, sealed or not, page, file or memory."""

import io
import re
import zipfile
from datetime import timedelta
from typing import Any, get_args

import pytest
from allauth.account.models import EmailAddress
from allauth.mfa.recovery_codes.internal.auth import RecoveryCodes
from allauth.mfa.totp.internal.auth import TOTP, generate_totp_secret
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from carteado.regulation.event_rules import SuspensionReason
from carteado.tournament.files.codec import fields_of
from carteado.tournament.operations import AnyOperation, CallMatch, ChangeEntry, Decide, Resume, Suspend
from carteado.tournament.registrations.acts import Actor, AskBack, Complete, EntryState
from carteado.tournament.registrations.acts import Role as Capacity
from carteado.tournament.state.championship import Championship
from carteado.web.events import store, team
from carteado.web.events.details import Details
from carteado.web.events.models import Document, DocumentKind, Event, Pair
from carteado.web.kit.guarding.policy import Role
from carteado.web.log.models import LogEntry
from carteado.web.pages.templatetags import carteado
from carteado.web.people.models import Membership, OneTimeLink, Profile, User
from carteado.web.people.one_time_links import sign_in_link
from carteado.web.privacy import rewriting
from carteado.web.privacy.erasing import LastOrganiser, erase_account, erase_entrant
from carteado.web.registrations.models import Agreement, Entrant, Erased, Registration
from tests.web.world import event_people
from tests.web.world.database_dump import found_in, left_of
from tests.web.world.event_people import an_open_event, append, draw, enter, founder, play, with_papers
from tools.policy_matrix import django_routes

NAME, CALLED = "Hermenegildo Ximbica Zaratustra", "Ximbiquinha"
EMAIL, PHONE, CPF, BORN = "ximbica@zaratustra.example", "+5548991827364", "52998224725", "1961-02-03"
PROFILE_PHONE, CITY = "11977665544", "Zaratustrópolis"
PLANTED = ("hermenegildo", "ximbica", "ximbiquinha", "zaratustra", "991827364", CPF, BORN, "03/02/1961", "977665544")
PASSWORD = "sete-de-copas-no-varal"

pytestmark = pytest.mark.django_db


def planted_in(text: str) -> list[str]:
    return found_in(text, PLANTED)


def traces_left() -> set[str]:
    return left_of(PLANTED)


@pytest.fixture
def ximbica() -> User:
    user = User.objects.create_user(EMAIL, PASSWORD, name=NAME)
    EmailAddress.objects.create(user=user, email=EMAIL, primary=True, verified=True)
    EmailAddress.objects.create(user=user, email="velho." + EMAIL, primary=False, verified=True)
    Profile.objects.create(
        user=user, document_kind="cpf", document=CPF, birth_date=BORN, phone=PROFILE_PHONE, city=CITY
    )
    TOTP.activate(user, generate_totp_secret())
    RecoveryCodes.activate(user)
    return user


@pytest.fixture
def event(ximbica: User) -> Event:
    """Everywhere a form lets it in: told by himself, by his partner, by the organiser, by a referee. He helps at the
    desk, too."""
    event = an_open_event()
    Membership.objects.create(event=event, user=ximbica, role=Role.CLERK)
    told = with_papers(user=ximbica, name=NAME, called=CALLED, email=EMAIL, phone=PHONE, document=CPF, birth_date=BORN)
    enter(event, "d1", told, {"called": "Bia", "name": "Beatriz Ramos"})
    enter(event, "d2", {"called": "Ivo"}, {"called": "Cida"})
    Registration.objects.filter(pair__code="d2").update(answers={"Prato que trazem": f"Dividimos com {NAME}."})
    now, by = timezone.now(), store.author(founder())
    organiser, registrant = Actor(Capacity.ORGANISER, by), Actor(Capacity.REGISTRANT, "d1a")
    asked = AskBack(by=organiser, at=now, why=f"{NAME}, o CPF 529.982.247-25 confere?")
    answered = Complete(by=registrant, at=now, why=f"Confere. {CALLED}, (48) 99182-7364, nascido em 3/2/1961.")
    append(
        event,
        ChangeEntry(by=by, at=now, entry="d1", change=asked),
        ChangeEntry(by="d1a", at=now, entry="d1", change=answered),
        Suspend(by=by, at=now, reason=SuspensionReason.TECHNICAL, why=f"Hermenegildo derrubou o café. {CALLED} e Bia."),
        Resume(by=by, at=now, why=f"o XIMBIQUINHA limpou; Hermenegildo Zaratustra agradece: {EMAIL.upper()}"),
        Decide(
            by=by,
            at=now,
            question=f"{CALLED} e Bia podem sentar?",
            decision=f"Hermenegildo   Ximbica\nZaratustra senta ({EMAIL})",
            why="Nasceu em 1961-02-03",
        ),
    )
    details = store.details_of(event)
    saved = store.save_details(
        event,
        Details(
            **{
                **{name: getattr(details, name) for name in fields_of(Details)},
                "about": f"Dúvidas com {NAME}, fone +55 48 99182-7364.",
                "fee_note": f"Pague a {NAME}",
                "pix_key": CPF,
                "pix_name": NAME[:25],
                "pix_city": "Floripa",
            }
        ),
        expected=event.version,
        step="lugar",
        by=founder(),
    )
    assert isinstance(saved, Event)
    team.invite(saved, Role.CLERK, by=founder(), email=EMAIL)
    sign_in_link(ximbica)
    Document.objects.create(
        event=event, kind=DocumentKind.TERMS, number=1, filename=f"{NAME}.pdf", content=b"%PDF", sha256="0" * 64
    )
    saved.refresh_from_db()
    return saved


def signed_in(user: User) -> Client:
    client = Client()
    client.force_login(user)
    return client


def guess_password() -> None:
    Client().post(reverse("account_login"), {"login": EMAIL, "password": "errada"})
    Client().post(reverse("account_login"), {"login": EMAIL.upper(), "password": CPF})


# --- nothing is left ----------------------------------------------------------------------------------------------


class TestNothingIsLeft:
    def test_what_was_planted_is_found_at_first(self, ximbica: User, event: Event) -> None:
        """Else the other tests would prove nothing."""
        signed_in(ximbica).get(reverse("profile"))
        guess_password()
        tables = {place.partition(".")[0] for place in traces_left()}
        assert tables >= {
            "people_user",
            "people_profile",
            "people_onetimelink",
            "account_emailaddress",
            "entries_entrant",
            "entries_registration",
            "events_pair",
            "events_operation",
            "events_version",
            "events_document",
            "axes_accessattempt",
        }

    def test_of_account_and_events(self, ximbica: User, event: Event) -> None:
        signed_in(ximbica).get(reverse("profile"))
        guess_password()
        assert erase_account(ximbica, with_events=True) is None
        assert traces_left() == set()
        assert not User.objects.filter(pk=ximbica.pk).exists()

    def test_nothing_is_left_after_the_draw_and_the_last_match(self, ximbica: User, event: Event) -> None:
        draw(event)
        before = play(event)
        erase_account(ximbica, with_events=True)
        assert traces_left() == set()
        event.refresh_from_db()
        after = store.championship_of(event)
        assert after.bracket.champion == before.bracket.champion
        assert [one.rank for one in after.bracket.placings()] == [one.rank for one in before.bracket.placings()]

    def test_of_one_event_the_account_stays(self, ximbica: User, event: Event) -> None:
        erase_entrant(Entrant.objects.get(code="d1a"))
        left = {place.partition(".")[0] for place in traces_left()}
        assert left <= {"people_user", "people_profile", "account_emailaddress", "people_onetimelink"}
        assert User.objects.filter(pk=ximbica.pk).exists()

    def test_nothing_is_left_in_memory(
        self, ximbica: User, event: Event, django_capture_on_commit_callbacks: Any
    ) -> None:
        Event.objects.filter(pk=event.pk).update(embargo_until=timezone.now() + timedelta(days=9))
        event.refresh_from_db()
        with django_capture_on_commit_callbacks(execute=True):
            store.championship_of(event)
        store.shown_to_all(event)
        assert event.pk in store._championships
        Client().get(reverse("event", kwargs={"slug": event.slug}))
        with django_capture_on_commit_callbacks(execute=True):
            erase_account(ximbica, with_events=True)
        event.refresh_from_db()
        remembered = [*store._championships.values(), *store._before_play.values(), store.championship_of(event)]
        assert planted_in(repr(remembered)) == []
        assert planted_in(repr(store.shown_to_all(event).log)) == []
        assert carteado._bracket.cache_info().currsize == 0

    def test_nothing_is_left_in_a_page_of_the_event(self, ximbica: User, event: Event) -> None:
        draw(event)
        play(event)
        erase_account(ximbica, with_events=True)
        client, opened = signed_in(founder()), set()
        for route in django_routes():
            if re.findall(r"<(?:\w+:)?(\w+)>", route.path) != ["slug"]:
                continue
            answer = client.get(reverse(route.name, kwargs={"slug": event.slug}))
            if answer.status_code == 200:
                opened.add(route.name)
                assert planted_in(answer.content.decode("utf-8", "replace")) == [], route.name
        assert opened >= {
            "event",
            "entries",
            "tables",
            "pairs",
            "standings",
            "results-sheet",
            "event-history",
            "versions",
        }
        sheet = client.get(reverse("results-sheet", kwargs={"slug": event.slug})).content.decode()
        assert "Participante 1 e Bia" in sheet

    def test_nothing_is_left_in_a_file(self, ximbica: User, event: Event) -> None:
        draw(event)
        play(event)
        erase_account(ximbica, with_events=True)
        client = signed_in(founder())
        packed = client.get(reverse("records-file", kwargs={"slug": event.slug}), {"nomes": "sim"}).content
        records = zipfile.ZipFile(io.BytesIO(packed))
        read = {name: records.read(name) for name in records.namelist()}
        book = zipfile.ZipFile(io.BytesIO(read.pop("resultado.xlsx")))
        read |= {f"resultado.xlsx/{name}": book.read(name) for name in book.namelist()}
        for name, content in read.items():
            assert planted_in(content.decode("utf-8", "replace")) == [], name
        assert "Participante 1 e Bia" in read["pairs.json"].decode()


# --- what stays ---------------------------------------------------------------------------------------------------


class TestWhatStays:
    def test_the_others_and_what_was_written_of_them(self, ximbica: User, event: Event) -> None:
        erase_entrant(Entrant.objects.get(code="d1a"))
        assert Pair.objects.get(code="d1").name == "Participante 1 e Bia"
        assert Pair.objects.get(code="d2").name == "Ivo e Cida"
        assert Entrant.objects.get(code="d1b").name == "Beatriz Ramos"
        event.refresh_from_db()
        [decision] = store.championship_of(event).decisions
        assert decision.question == "Participante 1 e Bia podem sentar?"
        assert decision.decision == "Participante 1 senta (Participante 1)"
        assert "Participante 1" in store.details_of(event).about

    def test_a_pix_key_that_was_his_takes_name_and_town_along(self, ximbica: User, event: Event) -> None:
        erase_entrant(Entrant.objects.get(code="d1a"))
        details = store.details_of(Event.objects.get(pk=event.pk))
        assert (details.pix_key, details.pix_name, details.pix_city) == ("", "", "")
        assert details.place == "Florianópolis"

    def test_a_word_that_somebody_else_is_called_by_is_left(self, db: None) -> None:
        event = an_open_event()
        enter(event, "d1", {"called": "Bia", "name": "Bia Souza"}, {"called": "Ivo"})
        enter(event, "d2", {"called": "Bia", "name": "Bia Ramos"}, {"called": "Cida"})
        now, by = timezone.now(), store.author(founder())
        append(event, Decide(by=by, at=now, question="A Bia pode?", decision="Pode, Bia Souza e Bia Ramos.", why="Sim"))
        erase_entrant(Entrant.objects.get(code="d1a"))
        event.refresh_from_db()
        [decision] = store.championship_of(event).decisions
        assert decision.question == "A Bia pode?"
        assert decision.decision == "Pode, Participante 1 e Bia Ramos."

    def test_of_a_team_too_by_his_first_name_alone(self, db: None) -> None:
        event = an_open_event()
        enter(event, "d1", {"called": "Ivo"}, {"called": "Cida"})
        for email, name in (("x@x.test", "Ximbica"), ("c@x.test", "Cida Prado")):
            helper = User.objects.create_user(email, name=name)
            Membership.objects.create(event=event, user=helper, role=Role.CLERK)
        now, by = timezone.now(), store.author(founder())
        append(event, Decide(by=by, at=now, question="Quem viu?", decision="Ximbica e Cida viram.", why="Estavam lá."))
        for user in User.objects.filter(email__in=("x@x.test", "c@x.test")):
            erase_account(user, with_events=True)
        event.refresh_from_db()
        [decision] = store.championship_of(event).decisions
        assert re.fullmatch(r"Participante \d+ e Cida viram\.", decision.decision)

    def test_history_knows_him_by_number(self, ximbica: User, event: Event) -> None:
        team.invite(event, Role.CLERK, by=ximbica)
        number = ximbica.pk
        erase_account(ximbica, with_events=True)
        page = signed_in(founder()).get(reverse("event-history", kwargs={"slug": event.slug})).content.decode()
        assert f"Participante {number}" in page
        assert planted_in(page) == []

    def test_without_the_events_his_entry_stays_as_it_was(self, ximbica: User, event: Event) -> None:
        erase_account(ximbica, with_events=False)
        entrant = Entrant.objects.get(code="d1a")
        assert (entrant.name, entrant.called, entrant.user) == (NAME, CALLED, None)
        assert Pair.objects.get(code="d1").name == f"{CALLED} e Bia"
        event.refresh_from_db()
        assert store.championship_of(event).entries["d1"].state is EntryState.ENTERED

    def test_the_chain_is_that_of_the_new_words(self, ximbica: User, event: Event) -> None:
        before = event.chain
        erase_entrant(Entrant.objects.get(code="d1a"))
        event.refresh_from_db()
        assert event.chain != before
        chain = ""
        for row in event.operations.order_by("seq"):
            chain = store.next_chain_hash(chain, row.document)
        assert chain == event.chain

    def test_who_was_never_named_leaves_the_acts_alone(self, db: None) -> None:
        event = an_open_event()
        enter(event, "d1", {"called": "Ivo"}, {"called": "Cida"})
        enter(event, "d2", {"called": "Zilá"}, {"called": "Abel"})
        championship = draw(event)
        documents = list(event.operations.order_by("seq").values_list("document", flat=True))
        erase_entrant(Entrant.objects.get(code="d2a"))
        assert list(event.operations.order_by("seq").values_list("document", flat=True)) == documents
        event.refresh_from_db()
        assert store.championship_of(event) == championship


# --- what follows -------------------------------------------------------------------------------------------------


class TestWhatFollows:
    def test_before_the_draw_the_pair_withdraws(self, ximbica: User, event: Event) -> None:
        erase_entrant(Entrant.objects.get(code="d1a"))
        event.refresh_from_db()
        assert store.championship_of(event).entries["d1"].state is EntryState.WITHDRAWN

    def test_after_it_the_pair_stays_in_the_bracket(self, ximbica: User, event: Event) -> None:
        draw(event)
        erase_entrant(Entrant.objects.get(code="d1a"))
        event.refresh_from_db()
        championship = store.championship_of(event)
        assert championship.entries["d1"].state is EntryState.ENTERED
        assert "d1" in championship.pairs

    def test_an_event_that_stands_still_keeps_nobody(self, ximbica: User, event: Event) -> None:
        now, by = timezone.now(), store.author(founder())
        append(event, Suspend(by=by, at=now, reason=SuspensionReason.TECHNICAL, why="Sem luz"))
        erase_account(ximbica, with_events=True)
        assert traces_left() == set()

    def test_while_a_match_is_on_it_goes_on(self, ximbica: User, event: Event) -> None:
        championship = draw(event)
        [match] = championship.fixtures
        append(event, CallMatch(by=store.author(founder()), at=timezone.now(), match=match, table="1"))
        seen = event.seq
        erase_entrant(Entrant.objects.get(code="d1a"))
        event.refresh_from_db()
        assert event.seq == seen
        assert play(event, most=0).logs[match].is_on
        start = event_people.result(championship, match, at=timezone.now(), by=store.author(founder()))[1:]
        after = store.append_all(event, start, by=founder(), expected=seen)
        assert isinstance(after, Championship)
        assert after.bracket.champion is not None

    def test_twice_is_once(self, ximbica: User, event: Event) -> None:
        entrant = Entrant.objects.get(code="d1a")
        erase_entrant(entrant)
        logged, operations = LogEntry.objects.count(), event.operations.count()
        erase_entrant(entrant)
        assert (LogEntry.objects.count(), event.operations.count()) == (logged, operations)
        erase_account(ximbica, with_events=True)
        logged = LogEntry.objects.count()
        assert erase_account(ximbica, with_events=True) is None
        assert LogEntry.objects.count() == logged

    def test_what_somebody_still_holds_of_him_is_not_written_again(self, ximbica: User, event: Event) -> None:
        held = Entrant.objects.get(code="d1a")
        erase_account(ximbica, with_events=True)
        held.called = "Floripa"
        with pytest.raises(Erased):
            held.save()
        assert traces_left() == set()

    def test_a_delegation_keeps_its_name(self, db: None) -> None:
        event = an_open_event()
        enter(event, "d1", {"called": "Ivo"}, {"called": "Cida"}, delegation="Bahia")
        Pair.objects.filter(code="d1").update(name="Bahia")
        erase_entrant(Entrant.objects.get(code="d1a"))
        assert Pair.objects.get(code="d1").name == "Bahia"

    def test_his_paper_can_enter_again(self, ximbica: User, event: Event) -> None:
        erase_entrant(Entrant.objects.get(code="d1a"))
        enter(event, "d3", with_papers(called="Novo", document=CPF), {"called": "Nova"})
        assert Entrant.objects.filter(document_index__gt="").count() == 1

    def test_what_he_agreed_to_and_his_link_are_gone(self, ximbica: User, event: Event) -> None:
        entrant = Entrant.objects.get(code="d1a")
        erase_entrant(entrant)
        assert not Agreement.objects.filter(entrant=entrant).exists()
        erased = Entrant.objects.get(pk=entrant.pk)
        assert erased.secret_hash != entrant.secret_hash
        assert erased.erased_at is not None


class TestLastOrganiser:
    def test_an_event_is_not_left_without_one(self, ximbica: User) -> None:
        event = an_open_event()
        Membership.objects.filter(event=event).update(user=ximbica)
        assert erase_account(ximbica, with_events=True) == LastOrganiser([event])
        assert User.objects.filter(pk=ximbica.pk).exists()
        assert traces_left()

    def test_another_organiser_sets_him_free(self, ximbica: User) -> None:
        event = an_open_event()
        Membership.objects.create(event=event, user=ximbica, role=Role.ORGANISER)
        assert erase_account(ximbica, with_events=True) is None
        assert not event.memberships.filter(user=ximbica.pk).exists()

    def test_a_draft_that_nobody_else_knows_goes_with_him(self, ximbica: User) -> None:
        draft = store.create(Details(regulation=event_people.REGULATION, name="Rascunho"), by=ximbica)
        assert erase_account(ximbica, with_events=True) is None
        assert not Event.objects.filter(pk=draft.pk).exists()

    def test_a_draft_that_others_prepare_too_stays(self, ximbica: User) -> None:
        draft = store.create(Details(regulation=event_people.REGULATION, name="Rascunho"), by=ximbica)
        Membership.objects.create(event=draft, user=founder(), role=Role.CLERK)
        assert erase_account(ximbica, with_events=True) == LastOrganiser([draft])

    def test_an_archived_event_needs_nobody(self, ximbica: User) -> None:
        event = an_open_event()
        Membership.objects.filter(event=event).update(user=ximbica)
        Event.objects.filter(pk=event.pk).update(archived_at=timezone.now())
        assert erase_account(ximbica, with_events=True) is None


# --- every text that can be written -------------------------------------------------------------------------------

CODES = {
    *("by", "id", "people", "registrant", "entry", "delegation", "match", "leaves", "enters", "pair", "pairs", "draw"),
    *("commitment", "secret", "entropy", "stage", "agreed", "absent", "key", "forms", "type", "phase", "group"),
    *("documents", "fixtures", "from_stage", "players", "starters", "substitutes", "delegations", "person"),
    *("changes", "to", "version", "hash", "residence", "nationality"),
}
"""Fields of operations that hold what the site itself writes, or what a draw was worked out from."""


def test_every_text_of_an_operation_is_free_or_a_code() -> None:
    """A new field in which somebody may write what he likes must be among those that are rewritten."""
    unknown = {name for name in text_fields() if name not in rewriting.FREE_TEXTS | CODES}
    assert unknown == set()


def text_fields() -> set[str]:
    found: set[str] = set()
    seen: set[Any] = set()

    def walk(kind: Any, name: str) -> None:
        if kind is str:
            found.add(name)
        for one in get_args(kind):
            walk(one, name)
        is_record = hasattr(kind, "_fields") or hasattr(kind, "__dataclass_fields__")
        if isinstance(kind, type) and is_record and kind not in seen:
            seen.add(kind)
            for field, hint in fields_of(kind).items():
                walk(hint, field)

    walk(AnyOperation, "")
    return found


def test_links_by_his_e_mail_go(ximbica: User, event: Event) -> None:
    assert OneTimeLink.objects.filter(email=EMAIL).exists()
    erase_account(ximbica, with_events=False)
    assert not OneTimeLink.objects.filter(email=EMAIL).exists()
