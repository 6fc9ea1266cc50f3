"""Whoever is forgotten takes nothing of others along: what he said of himself nobody has proved."""

from dataclasses import replace
from typing import Any
from uuid import uuid4

import pytest
from allauth.account.models import EmailAddress
from axes.models import AccessAttempt
from django.test import Client
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import override

from carteado.fair import DRAW_FORMAT, commitment
from carteado.tournament.formats.plans import knockout
from carteado.tournament.operations import CommitDraw, Decide, HoldDraw, Settle
from carteado.web.draw.models import DrawSecret
from carteado.web.events import store, team
from carteado.web.events.details import Details, Question
from carteado.web.events.models import Document, DocumentKind, Event, Pair, Version
from carteado.web.kit.guarding.policy import Role
from carteado.web.kit.sending.mail import WITHOUT_MAIL
from carteado.web.people.models import Membership, Profile, User
from carteado.web.privacy.erasing import erase_account, erase_entrant
from carteado.web.registrations.delegation_registering import NewDelegation, enter_delegation
from carteado.web.registrations.models import Entrant, Registration
from tests.web.registrations.review import reviewing
from tests.web.world.database_dump import left_of
from tests.web.world.event_people import SECRET, an_open_event, append, draw, enter, founder

pytestmark = pytest.mark.django_db

CLUB = "clube@xv.org.br"
PHONE = "+5513998760000"
CPF = "52998224725"
NAME = "Hermenegildo Zaratustra"


def decide(event: Event, question: str, decision: str = "Não volta.", why: str = "regra") -> None:
    by = store.author(founder())
    append(event, Decide(by=by, at=timezone.now(), question=question, decision=decision, why=why))


def tell(event: Event, *, by: User | None = None, **changes: Any) -> Details:
    """The organiser tells something of the event."""
    details = replace(store.details_of(event), **changes)
    saved = store.save_details(event, details, expected=event.version, step="lugar", by=by or founder())
    assert isinstance(saved, Event)
    event.refresh_from_db()
    return details


def ruled(event: Event) -> list[str]:
    event.refresh_from_db()
    return [text for one in store.championship_of(event).decisions for text in (one.question, one.decision, one.why)]


def details_now(event: Event) -> Details:
    return store.details_of(Event.objects.get(pk=event.pk))


def a_stranger(**profile: str) -> User:
    user = User.objects.create_user("estranho@x.test", name=NAME)
    EmailAddress.objects.create(user=user, email=user.email, primary=True, verified=True)
    Profile.objects.create(user=user, **profile)
    return user


@pytest.fixture
def event() -> Event:
    event = an_open_event("Copa do Clube XV")
    tell(
        event,
        about=f"Inscreva-se no Clube XV: {CLUB} ou (13) 99876-0000, com {NAME}, CPF 529.982.247-25.",
        fee_note=f"Para {NAME}",
        questions=(Question(text=f"Conhece {NAME}?"),),
        pix_key=CLUB,
        pix_name="Clube XV",
        pix_city="Santos",
    )
    Document.objects.create(
        event=event, kind=DocumentKind.TERMS, number=1, filename=f"{NAME}.pdf", content=b"%PDF", sha256="0" * 64
    )
    return event


# --- a stranger ---------------------------------------------------------------------------------------------------


class TestStranger:
    def test_what_he_typed_of_himself_changes_no_event_of_others(self, event: Event) -> None:
        user = a_stranger(phone=PHONE, document_kind="cpf", document=CPF)
        EmailAddress.objects.create(user=user, email=CLUB, primary=False, verified=False)
        decide(event, f"Quem atende {CLUB}, (13) 99876-0000?", f"{NAME}.")
        before, acts = list(Version.objects.values()), list(event.operations.values())
        erase_account(user, with_events=True)
        assert list(Version.objects.values()) == before
        assert list(event.operations.values()) == acts

    def test_his_paper_and_the_addresses_that_answered_go_out_of_what_was_done(self, event: Event) -> None:
        user = a_stranger(phone=PHONE, document_kind="cpf", document=CPF)
        EmailAddress.objects.create(user=user, email=CLUB, primary=False, verified=True)
        decide(event, f"E {CLUB.upper()}?", "CPF 529.982.247-25 e estranho@x.test", f"(13) 99876-0000, {NAME}")
        before, number = details_now(event), user.pk
        erase_account(user, with_events=True)
        he = f"Participante {number}"
        assert ruled(event) == [f"E {he}?", f"CPF {he} e {he}", f"(13) 99876-0000, {NAME}"]
        assert details_now(event) == before

    def test_an_address_of_another_s_shuts_no_door_of_his(self, event: Event) -> None:
        victim = User.objects.create_user("vitima@x.test", "sete-de-copas-no-varal", name="Outra")
        EmailAddress.objects.create(user=victim, email=victim.email, primary=True, verified=True)
        user = a_stranger()
        EmailAddress.objects.create(user=user, email=victim.email, primary=False, verified=False)
        link = team.invite(event, Role.CLERK, by=founder(), email=victim.email)
        for name in (victim.email, user.email):
            Client().post(reverse("account_login"), {"login": name, "password": "errada"})
        assert AccessAttempt.objects.count() == 2
        erase_account(user, with_events=True)
        assert AccessAttempt.objects.get().username == victim.email
        assert type(link).objects.filter(pk=link.pk).exists()

    @pytest.mark.parametrize("is_answered", [False, True])
    def test_an_address_that_did_not_answer_is_nobody_s(self, is_answered: bool, event: Event) -> None:
        """Of hers, who has no account yet: her invitation to a draft, and who tried to sign in with it."""
        draft = store.create(replace(details_now(event), name="Rascunho Secreto"), by=founder())
        link = team.invite(draft, Role.CLERK, by=founder(), email=CLUB)
        client = Client(REMOTE_ADDR="203.0.113.9")
        client.post(reverse("account_login"), {"login": CLUB, "password": "errada"})
        user = a_stranger()
        EmailAddress.objects.create(user=user, email=CLUB, primary=False, verified=is_answered)
        client = Client()
        client.force_login(user)
        seen = client.get(reverse("my-data-file")).content.decode() + client.get(reverse("my-data")).content.decode()
        assert ("Rascunho Secreto" in seen) is is_answered
        assert ("203.0.113.9" in seen) is is_answered
        erase_account(user, with_events=True)
        assert type(link).objects.filter(pk=link.pk).exists() is not is_answered
        assert AccessAttempt.objects.filter(username=CLUB).exists() is not is_answered

    @pytest.mark.parametrize("has_mail", [False, True])
    def test_an_unanswered_sign_in_address_is_nobody_s_where_it_could_have_answered(
        self, has_mail: bool, event: Event, settings: Any
    ) -> None:
        if not has_mail:
            settings.EMAIL_BACKEND = WITHOUT_MAIL
        draft = store.create(replace(details_now(event), name="Rascunho Secreto"), by=founder())
        link = team.invite(draft, Role.CLERK, by=founder(), email=CLUB)
        user = User.objects.create_user(CLUB, name=NAME)
        EmailAddress.objects.create(user=user, email=CLUB, primary=True, verified=False)
        client = Client()
        client.force_login(user)
        assert ("Rascunho Secreto" in client.get(reverse("my-data-file")).content.decode()) is not has_mail
        erase_account(user, with_events=True)
        assert type(link).objects.filter(pk=link.pk).exists() is has_mail


# --- one who entered ----------------------------------------------------------------------------------------------


def entered(event: Event, **he: Any) -> Entrant:
    enter(event, "d1", {"name": NAME, "called": "Ximbica", "document_kind": "cpf", "document": CPF, **he}, {})
    enter(event, "d2", {"called": "Ivo"}, {"called": "Cida"})
    return Entrant.objects.get(event=event, code="d1a")


class TestEntrant:
    def test_who_only_entered_changes_nothing_that_the_organiser_told(self, event: Event) -> None:
        entrant = entered(event, email=CLUB, phone=PHONE)
        asked = {f"Conhece {NAME}?": "Sim"}
        Registration.objects.filter(pair__code="d2").update(answers=asked)
        before = list(Version.objects.values())
        erase_entrant(entrant)
        assert list(Version.objects.values()) == before
        assert Registration.objects.get(pair__code="d2").answers == asked
        assert Document.objects.get().filename == f"{NAME}.pdf"

    def test_who_played_goes_out_by_name_and_paper_alone(self, event: Event) -> None:
        entrant = entered(event, email=CLUB, phone=PHONE)
        Registration.objects.filter(pair__code="d2").update(answers={f"Conhece {NAME}?": "O Ximbica, sim"})
        draw(event)
        erase_entrant(entrant)
        details = details_now(event)
        assert details.about == (
            f"Inscreva-se no Clube XV: {CLUB} ou (13) 99876-0000, com Participante 1, CPF Participante 1."
        )
        assert details.fee_note == "Para Participante 1"
        assert [one.text for one in details.questions] == ["Conhece Participante 1?"]
        assert (details.pix_key, details.pix_name, details.pix_city) == (CLUB, "Clube XV", "Santos")
        assert Document.objects.get().filename == "Participante 1.pdf"
        answers = Registration.objects.get(pair__code="d2").answers
        assert answers == {"Conhece Participante 1?": "O Participante 1, sim"}

    def test_a_pix_key_that_is_his_paper_stays_the_organiser_s(self, event: Event) -> None:
        tell(event, pix_key=CPF, pix_name=NAME)
        entrant = entered(event)
        draw(event)
        erase_entrant(entrant)
        assert (details_now(event).pix_key, details_now(event).pix_name) == (CPF, NAME)

    @pytest.mark.parametrize("called", ["desclassificada", "a dupla", "Clube", "Santos", "Participante", "de"])
    def test_a_word_like_others_is_nobody_s(self, called: str, event: Event) -> None:
        tell(event, place="Santos")
        decide(event, "Dupla desclassificada volta?", "A dupla desclassificada não volta a Santos.", "regra do Clube")
        decide(event, "Participante 7 pode?", "Pode, de novo.")
        entrant, before = entered(event, name="Clube XV", called=called, email=CLUB), ruled(event)
        draw(event)
        erase_entrant(entrant)
        assert ruled(event) == before
        assert "no Clube XV: " in details_now(event).about

    def test_a_name_that_somebody_else_has_there_is_that_one_s(self, event: Event) -> None:
        """The organiser's, and another player's."""
        tell(event, about="Fale com Célia Prado.")
        decide(event, "Célia Prado e Ana Lima podem?", "Podem, Célia Prado e ANA LIMA.")
        enter(event, "d3", {"name": "Ana Lima", "called": "Aninha"}, {"called": "Rui"})
        enter(event, "d4", {"name": "célia PRADO", "called": "Célia"}, {"name": "Ana Lima", "called": "Ana"})
        before = ruled(event)
        draw(event)
        for code in ("d4a", "d4b"):
            erase_entrant(Entrant.objects.get(code=code))
        assert ruled(event) == before
        assert details_now(event).about == "Fale com Célia Prado."

    def test_a_word_of_another_pair_s_name_or_delegation_is_left(self, event: Event) -> None:
        entrant = entered(event, called="Bahia")
        Pair.objects.filter(code="d2").update(name="Sol da Bahia")
        decide(event, "Bahia joga?")
        erase_entrant(entrant)
        assert ruled(event)[0] == "Bahia joga?"
        assert Pair.objects.get(code="d2").name == "Sol da Bahia"

    def test_by_capitals_he_is_found(self, event: Event) -> None:
        entrant = entered(event)
        decide(event, "XIMBICA e Hermenegildo, ou o ximbica?", "HERMENEGILDO  ZARATUSTRA")
        erase_entrant(entrant)
        assert ruled(event)[:2] == ["Participante 1 e Participante 1, ou o ximbica?", "Participante 1"]

    @pytest.mark.parametrize(
        ("name", "text", "after"),
        [
            ("Hermenegildo Ximbica Zaratustra", "O sr. Zaratustra saiu; XIMBICA também", "O sr. P saiu; P também"),
            ("Joana D'Arcanjo", "A Joana D’Arcanjo, a DʼArcanjo", "A P, a P"),
            ("Otto Weißkopf", "Otto Weißkopf, Otto WEISSKOPF e Weisskopf", "P, P e P"),
            ("Ana-Lua Quebranoz", "Ana Lua Quebranoz saiu", "P saiu"),
            ("Beatriz Quebranoz", "Quebranoz, Beatriz. Beatriz_Quebranoz", "P, P. P"),
            ("Beatriz Reis", "Reis e Beatriz", "Reis e P"),
            ("Beatriz Sá", "Sá e Beatriz", "Sá e P"),
            ("Beatriz Quebranoz", "o quebranoz caiu", "o quebranoz caiu"),
            ("Beatriz Mesa", "Mesa 4, Dupla 3: Beatriz Mesa", "Mesa 4, Dupla 3: P"),
            ("Beatriz Lima-Reis", "Lima-Reis, Reis", "Lima-Reis, Reis"),
        ],
    )
    def test_a_surname_that_nobody_else_has_tells_him(self, name: str, text: str, after: str, event: Event) -> None:
        entrant = entered(event, name=name, called="Jojo")
        Entrant.objects.filter(code="d2a").update(name="Ivo Reis")
        decide(event, text)
        erase_entrant(entrant)
        assert ruled(event)[0] == after.replace("P", "Participante 1")

    def test_failed_attempts_with_an_address_without_account_go(self, event: Event) -> None:
        entrant = entered(event, email="ze@x.test")
        for login in ("ze@x.test", "ZE@X.TEST", "outro@x.test"):
            Client().post(reverse("account_login"), {"login": login, "password": "errada"})
        assert AccessAttempt.objects.count() > 1
        erase_entrant(entrant)
        assert [one.username for one in AccessAttempt.objects.all()] == ["outro@x.test"]
        assert left_of(["ze@x.test"]) == set()

    @pytest.mark.parametrize("is_his", [False, True])
    def test_those_of_an_account_stay_with_it(self, is_his: bool, event: Event) -> None:
        user = a_stranger()
        entrant = entered(event, email=user.email.upper(), user=user if is_his else None)
        link = team.invite(event, Role.CLERK, by=founder(), email=user.email)
        Client().post(reverse("account_login"), {"login": user.email, "password": "errada"})
        erase_entrant(entrant)
        assert AccessAttempt.objects.get().username == user.email
        assert type(link).objects.filter(pk=link.pk).exists() is not is_his


# --- one of the team ----------------------------------------------------------------------------------------------


def joined(event: Event, user: User) -> None:
    link = team.invite(event, Role.CLERK, by=founder())
    team.accept(link, by=user)


def left(event: Event, user: User) -> None:
    joined(event, user)
    Membership.objects.filter(event=event, user=user).delete()


def wrote(event: Event, user: User) -> None:
    tell(event, by=user, tables=3)


class TestTeam:
    @pytest.mark.parametrize("how", [joined, left, wrote])
    def test_what_was_told_of_one_who_was_of_it_goes(self, how: Any, event: Event) -> None:
        user = a_stranger(phone=PHONE, document_kind="cpf", document=CPF)
        EmailAddress.objects.create(user=user, email=CLUB, primary=False, verified=True)
        how(event, user)
        he = f"Participante {user.pk}"
        erase_account(user, with_events=True)
        details = details_now(event)
        assert details.about == f"Inscreva-se no Clube XV: {he} ou {he}, com {he}, CPF {he}."
        assert (details.pix_key, details.pix_name, details.pix_city) == ("", "", "")
        assert Document.objects.get().filename == f"{he}.pdf"

    def test_a_pix_name_of_his_in_small_letters_too(self, event: Event) -> None:
        tell(event, pix_key=str(uuid4()), pix_name=NAME.lower())
        user = a_stranger()
        joined(event, user)
        erase_account(user, with_events=True)
        assert (details_now(event).pix_key, details_now(event).pix_name) == ("", "")


# --- delegations and draws ----------------------------------------------------------------------------------------

PLANTED = ("hermenegildo", "zaratustra")


class TestDelegation:
    @pytest.mark.parametrize("name", [f"Equipe {NAME}", f"equipe {NAME.lower()}"])
    @pytest.mark.parametrize("place", ["starter", "substitute", "registrant"])
    def test_its_name_is_without_his(self, place: str, name: str) -> None:
        event = reviewing.an_open_event(reviewing.AF)
        he = Entrant(name=NAME, called="Hermenegildo", email="h@x.test")
        others = [Entrant(name=f"Pessoa {one}", called=f"Pessoa{one}") for one in ("Um", "Dois", "Três")]
        starters, substitutes = {
            "starter": ([he, others[0]], [others[1]]),
            "substitute": (others[:2], [he]),
            "registrant": (others[:2], [others[2]]),
        }[place]
        registrant = others[0] if place == "substitute" else he
        new = NewDelegation(uuid4(), name, registrant, starters, substitutes, (), {"Camisetas": "GG"})
        done_by = enter_delegation(event, new, by=None)
        assert isinstance(done_by, Entrant), done_by
        DrawSecret.objects.create(event=event, draw="x", secret="00", entropy_from=f"Número que {NAME} disser")
        event.refresh_from_db()
        decide(event, f"{name} joga?", "Joga Hermenegildo.")
        he = Entrant.objects.get(name=NAME)
        erase_entrant(he)
        pair, called = Pair.objects.get(), f"{name.split()[0]} Participante {he.number}"
        assert (pair.name, pair.delegation) == (called, called)
        event.refresh_from_db()
        [delegation] = store.championship_of(event).delegations_entered.values()
        assert delegation.name == called
        assert DrawSecret.objects.get().entropy_from == f"Número que Participante {he.number} disser"
        assert Registration.objects.get().answers == ({} if place == "starter" else {"Camisetas": "GG"})
        if name.istitle():
            assert left_of(PLANTED) == set()
            assert ruled(event)[:2] == [f"{called} joga?", f"Joga Participante {he.number}."]

    def test_of_another_it_stays(self) -> None:
        event = reviewing.an_open_event(reviewing.AF)
        people = [Entrant(name=f"Pessoa {one}", called=f"Pessoa{one}") for one in ("Um", "Dois")]
        enter_delegation(event, NewDelegation(uuid4(), "Sport Recife", people[0], people, [], (), {}), by=None)
        rogue = [Entrant(name="Sport Recife", called="Sport"), Entrant(name="Bia Ramos", called="Bia")]
        enter_delegation(event, NewDelegation(uuid4(), "Bahia", rogue[0], rogue, [], (), {}), by=None)
        event.refresh_from_db()
        decide(event, "Sport Recife e Sport jogam?")
        erase_entrant(Entrant.objects.get(name="Sport Recife"))
        assert sorted(Pair.objects.values_list("name", "delegation")) == [("Bahia", "Bahia"), ("Sport Recife",) * 2]
        assert ruled(event)[0] == "Sport Recife e Sport jogam?"
        names = {one.name for one in store.championship_of(event).delegations_entered.values()}
        assert names == {"Sport Recife", "Bahia"}


def hold_draw_with(event: Event, entropy: str) -> None:
    championship, at, by = store.championship_of(event), timezone.now(), store.author(founder())
    plan = knockout(len(championship.entries))
    stage = plan.stages[0].id
    append(
        event,
        Settle(by=by, at=at, plan=plan, pairs=tuple(championship.entries)),
        CommitDraw(by=by, at=at, draw=stage, commitment=commitment(f"{DRAW_FORMAT}|{event.slug}|{stage}", SECRET)),
        HoldDraw(by=by, at=at, draw=stage, secret=SECRET.hex(), entropy=entropy),
    )


class TestDraw:
    SAID = "What a draw was made from stays"

    @pytest.mark.parametrize(("entropy", "is_said"), [("Ximbica disse 42", True), ("loteria 42", False)])
    def test_what_it_was_made_from_stays_and_he_is_told(self, event: Event, entropy: str, is_said: bool) -> None:
        user = a_stranger()
        entrant = entered(event, user=user)
        hold_draw_with(event, entropy)
        before = store.championship_of(event).draws
        client = Client()
        with override("en"):
            addresses = [reverse("entrant-erase", args=[entrant.secret]), reverse("erase-account")]
        client.force_login(user)
        for address in addresses:
            assert (self.SAID in client.get(address).content.decode()) is is_said
        erase_entrant(entrant)
        event.refresh_from_db()
        assert store.championship_of(event).draws == before
