"""The log: typed, told in both languages, never changed, and read at the same cost however long it is."""

import re
from dataclasses import dataclass
from datetime import timedelta
from typing import Any, get_args

import pytest
from django.db import DatabaseError, connection, transaction
from django.test import Client
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import override

from carteado.tournament.files.codec import tag
from carteado.tournament.matches.match_log import Game, Party
from carteado.tournament.operations import AnyOperation, CallMatch, Dispute, Submit
from carteado.web.devices.log_actions import DeviceRevoked, DevicesMade, OverlayMade, OverlayRevoked, ProgrammeMade
from carteado.web.events import operation_sentences as operations
from carteado.web.events import store
from carteado.web.events.log_actions import (
    DelaySet,
    EventArchived,
    EventCreated,
    EventEdited,
    EventPublished,
    FileAdded,
    HallShown,
    InvitationMade,
    InvitationRevoked,
    OperationDone,
)
from carteado.web.events.models import DocumentKind, Event, Pair, Stage
from carteado.web.events.preparation_steps import Step
from carteado.web.history.entries_in_words import entries_in_words
from carteado.web.history.notices import count_new, mark_as_seen, new_notices_for, notices_for
from carteado.web.kit.guarding.append_only import NeverChanged
from carteado.web.kit.guarding.policy import Role
from carteado.web.log import triggers as guards
from carteado.web.log.action import Action
from carteado.web.log.models import LogEntry, Seen
from carteado.web.log.recording import record
from carteado.web.log.registry import ACTIONS
from carteado.web.log.vocabulary import Person, Vocabulary, kinds_of
from carteado.web.people.log_actions import AccountErased, RoleGiven, RoleTaken
from carteado.web.people.models import Membership, User
from carteado.web.registrations.log_actions import (
    ConsentTakenBack,
    DocumentsExported,
    DocumentShown,
    EntrantErased,
    EntriesImported,
    LetterAnswered,
    LetterSent,
    LinkRenewed,
    MaterialSent,
    PaymentMarked,
    PaymentTakenBack,
)
from carteado.web.sumula.log_actions import EntriesSetAside, ScoreFrozen, ScoreReleased
from carteado.web.tables.log_actions import (
    NameReported,
    NameTakenAway,
    RemarkReported,
    ReportDismissed,
    ReportUpheld,
    TableClosed,
)
from tests.web.world.event_people import an_open_event, append, draw, enter, founder
from tests.web.world.halls import TM, drawn, open_matches, team
from tests.web.world.halls import append as happened
from tests.web.world.roles import a_person, an_event

EXAMPLES = (
    EventCreated(regulation="afia-2026-tranca"),
    EventEdited(step=Step.RULES, version=3),
    FileAdded(kind=DocumentKind.TERMS, version=2),
    EventPublished(version=4),
    DelaySet(what="table", seconds=30),
    HallShown(at_once=1),
    OperationDone(kind="hold_draw", seq=7),
    RoleGiven(role=Role.REFEREE),
    RoleTaken(role=Role.CLERK, person=1),
    InvitationMade(role=Role.CLERK, link=1),
    InvitationRevoked(role=Role.CLERK, link=1),
    EventArchived(),
    EntrantErased(number=3),
    AccountErased(person=1),
    PaymentMarked(registration=2),
    PaymentTakenBack(registration=2),
    DocumentShown(entrant=3),
    LinkRenewed(entrant=3),
    EntriesImported(pairs=12),
    DocumentsExported(people=24),
    ConsentTakenBack(entrant=3),
    MaterialSent(entrant=3),
    LetterSent(entrant=3),
    LetterAnswered(entrant=3),
    DevicesMade(count=8, number=1),
    DeviceRevoked(number=2),
    EntriesSetAside(match=26),
    ScoreFrozen(match=26),
    ScoreReleased(match=26),
    OverlayMade(number=9),
    ProgrammeMade(number=9),
    OverlayRevoked(number=9),
    RemarkReported(remark=5),
    NameReported(report=6),
    ReportDismissed(report=6),
    ReportUpheld(report=6),
    NameTakenAway(report=6, why="offends"),
    TableClosed(table=2, report=6, why="pretends"),
)


# --- the registry --------------------------------------------------------------------------------------------------


def _all_actions() -> set[type[Action]]:
    return {one for one in Action.__subclasses__() if one.__module__.endswith(".log_actions")}


def test_every_action_is_in_the_registry() -> None:
    # A dataclass with slots is made twice; the first of the two is never used.
    assert {action.code for action in _all_actions()} == set(ACTIONS) == {one.code for one in EXAMPLES}


@pytest.mark.parametrize("action", ACTIONS.values(), ids=lambda action: action.code)
def test_no_field_of_an_action_can_hold_free_text(action: type[Action]) -> None:
    assert all(kind is int or isinstance(kind, Vocabulary | Person) for kind in kinds_of(action).values())


def test_a_field_that_could_hold_anything_is_refused() -> None:
    @dataclass(frozen=True, slots=True)
    class NoteWritten(Action):
        code = "note.written"
        sentence = "{actor} wrote {note}"
        note: str

    with pytest.raises(TypeError, match=r"NoteWritten\.note could hold anything"):
        NoteWritten(note="Ivo has the flu")


def test_a_word_that_is_not_ours_is_refused() -> None:
    wild: dict[str, Any] = {"role": Role.CLERK, "person": "Bia"}
    with pytest.raises(ValueError, match="step"):
        EventEdited(step="called Bia at 11 99999-0000", version=1)
    with pytest.raises(ValueError, match="role"):
        RoleGiven(role="bia@carteado.test")
    with pytest.raises(ValueError, match="regulation"):
        EventCreated(regulation="Ivo's own")
    with pytest.raises(ValueError, match="kind"):
        OperationDone(kind="gossip", seq=1)
    with pytest.raises(ValueError, match="person"):
        RoleTaken(**wild)


def sentence(entry: LogEntry, language: str) -> str:
    with override(language):
        [entry_in_words] = entries_in_words([entry])
    return entry_in_words.text


def test_every_operation_of_a_championship_has_a_sentence() -> None:
    kinds = {tag(kind) for kind in get_args(AnyOperation)}
    assert len(kinds) == 30
    assert set(operations.SENTENCES) == set(operations.UNSIGNED) == kinds
    assert set(operations.NOTIFIES) <= kinds


@pytest.mark.django_db
@pytest.mark.parametrize("action", EXAMPLES, ids=lambda action: action.code)
def test_every_action_is_told_in_both_languages(action: Action) -> None:
    entry = record(action, actor=a_person(Role.ORGANISER))
    portuguese, english = sentence(entry, "pt-br"), sentence(entry, "en")
    assert portuguese != english
    assert portuguese.startswith("Organiser ")
    assert english.startswith("Organiser ")
    assert "{" not in portuguese + english


@pytest.mark.parametrize("kind", operations.SENTENCES)
def test_every_operation_is_told_in_both_languages(kind: str) -> None:
    sentences = {}
    for language in ("pt-br", "en"):
        with override(language):
            sentences[language] = OperationDone(kind=kind, seq=1).in_words("Bia", str)
    assert sentences["pt-br"] != sentences["en"]
    assert all(text.startswith("Bia ") for text in sentences.values())


@pytest.mark.parametrize("kind", operations.UNSIGNED)
def test_an_operation_that_no_account_stands_for_was_not_done_by_the_site(kind: str) -> None:
    sentences = {}
    for language in ("pt-br", "en"):
        with override(language):
            sentences[language] = OperationDone(kind=kind, seq=1).in_words(None, str)
    assert sentences["pt-br"] != sentences["en"]
    assert not any(word in text for text in sentences.values() for word in ("{", " site "))


# --- who did it ----------------------------------------------------------------------------------------------------


@pytest.mark.django_db
class TestNames:
    def test_the_name_is_the_one_that_somebody_has_now(self) -> None:
        bia = a_person(Role.ORGANISER)
        assert bia is not None
        entry = record(EventPublished(version=1), actor=bia)
        User.objects.filter(pk=bia.pk).update(name="Beatriz")
        assert sentence(entry, "en") == "Beatriz published the event (version 1)."

    def test_who_erased_the_account_is_a_number(self) -> None:
        bia = a_person(Role.ORGANISER)
        assert bia is not None
        number = bia.pk
        entry = record(RoleTaken(role=Role.CLERK, person=number), actor=bia)
        bia.delete()
        entry.refresh_from_db()
        assert sentence(entry, "pt-br").count(f"Participante {number}") == 2
        assert sentence(entry, "en").count(f"Participant {number}") == 2

    def test_who_gave_no_name_is_not_known_by_his_e_mail(self) -> None:
        entry = record(EventPublished(version=1), actor=User.objects.create_user("bia@carteado.test"))
        assert "bia" not in sentence(entry, "en")

    def test_what_nobody_did_the_site_did(self) -> None:
        assert sentence(record(EventPublished(version=1), actor=None), "en").startswith("The site ")

    def test_an_entry_of_another_version_of_the_site_is_told_all_the_same(self) -> None:
        unknown = LogEntry.objects.create(action="event.sung", details={"song": "Asa Branca"})
        changed = LogEntry.objects.create(action=EventEdited.code, details={"chapter": 3})
        gone = LogEntry.objects.create(action=EventEdited.code, details={"step": "no-such-step", "version": 1})
        for entry in (unknown, changed, gone):
            assert sentence(entry, "en") == "The site did something that this version of the site has no words for."


# --- it only grows -------------------------------------------------------------------------------------------------


@pytest.mark.django_db
class TestNeverChanged:
    def test_not_by_the_models(self) -> None:
        entry = record(EventPublished(version=1), actor=None)
        entry.action = "event.created"
        with pytest.raises(NeverChanged):
            entry.save()
        with pytest.raises(NeverChanged):
            entry.delete()
        with pytest.raises(NeverChanged):
            LogEntry.objects.update(action="event.created")
        with pytest.raises(NeverChanged):
            LogEntry.objects.all().delete()
        with pytest.raises(NeverChanged):
            LogEntry.objects.bulk_update([entry], ["action"])

    def test_not_by_the_database(self) -> None:
        record(EventPublished(version=1), actor=None)
        with pytest.raises(DatabaseError, match="never changed"), transaction.atomic(), connection.cursor() as cursor:
            cursor.execute("UPDATE history_logentry SET action = 'event.created'")
        assert LogEntry.objects.get().action == "event.published"

    @pytest.mark.one_database
    def test_no_other_row_can_take_the_place_of_an_entry(self) -> None:
        entry = record(EventPublished(version=1), actor=None)
        again = (
            "INSERT OR REPLACE INTO history_logentry (id, at, action, details) VALUES (%s, %s, 'event.created', '{}')"
        )
        with pytest.raises(DatabaseError, match="never changed"), transaction.atomic(), connection.cursor() as cursor:
            cursor.execute(again, [entry.pk, entry.at])
        assert LogEntry.objects.get().action == "event.published"
        record(EventPublished(version=2), actor=None)
        assert LogEntry.objects.count() == 2

    @pytest.mark.postgres
    def test_the_database_does_not_delete_an_entry(self) -> None:
        record(EventPublished(version=1), actor=None)
        with pytest.raises(DatabaseError, match="never changed"), transaction.atomic(), connection.cursor() as cursor:
            cursor.execute("DELETE FROM history_logentry")

    def test_the_guard_can_be_set_again(self) -> None:
        guards.install(using="default")
        self.test_not_by_the_database()

    def test_what_failed_is_not_in_the_log(self) -> None:
        with transaction.atomic():
            record(EventPublished(version=1), actor=None)
            transaction.set_rollback(True)
        assert not LogEntry.objects.exists()

    def test_an_event_may_go_and_its_history_stays(self) -> None:
        event = an_event()
        record(EventPublished(version=1), actor=None, event=event)
        event.delete()
        [entry] = entries_in_words(LogEntry.objects.all())
        assert entry.event is None


# --- notices -------------------------------------------------------------------------------------------------------


@pytest.fixture
def event(db: None) -> Event:
    return an_event()


@pytest.fixture
def organiser(event: Event) -> User:
    user = a_person(Role.ORGANISER, event)
    assert user is not None
    return user


@pytest.fixture
def clerk(event: Event) -> User:
    user = a_person(Role.CLERK, event)
    assert user is not None
    return user


class TestNotices:
    def test_they_go_to_the_roles_that_the_action_tells(self, event: Event, organiser: User, clerk: User) -> None:
        record(InvitationMade(role=Role.CLERK, link=1), actor=None, event=event)
        assert (count_new(organiser), count_new(clerk)) == (1, 0)
        record(EventPublished(version=1), actor=None, event=event)
        assert (count_new(organiser), count_new(clerk)) == (2, 1)

    def test_an_operation_tells_by_its_kind(self, event: Event, organiser: User, clerk: User) -> None:
        for kind in ("call_match", "dispute", "suspend"):
            record(OperationDone(kind=kind, seq=1), actor=None, event=event)
        assert [entry.details["kind"] for entry in notices_for(organiser)] == ["suspend", "dispute"]
        assert [entry.details["kind"] for entry in notices_for(clerk)] == ["suspend"]

    def test_nobody_is_told_what_he_did_himself(self, event: Event, organiser: User) -> None:
        record(EventPublished(version=1), actor=organiser, event=event)
        assert count_new(organiser) == 0

    def test_nobody_is_told_of_another_event(self, organiser: User) -> None:
        record(EventPublished(version=1), actor=None, event=an_event(slug="outra"))
        assert count_new(organiser) == 0

    def test_nobody_is_told_of_the_time_before_they_joined(self, event: Event) -> None:
        record(EventPublished(version=1), actor=None, event=event)
        assert count_new(_joined_later(event)) == 0

    def test_two_roles_are_told_once(self, event: Event, organiser: User) -> None:
        Membership.objects.create(event=event, user=organiser, role=Role.REFEREE)
        record(EventPublished(version=1), actor=None, event=event)
        assert count_new(organiser) == 1

    def test_what_was_looked_at_is_not_new(self, event: Event, organiser: User) -> None:
        record(EventPublished(version=1), actor=None, event=event)
        mark_as_seen(organiser)
        assert count_new(organiser) == 0
        record(EventPublished(version=2), actor=None, event=event)
        assert [entry.details["version"] for entry in new_notices_for(organiser)] == [2]
        assert notices_for(organiser).count() == 2

    def test_counting_is_one_question(self, event: Event, organiser: User, django_assert_num_queries: Any) -> None:
        for version in range(20):
            record(EventPublished(version=version), actor=None, event=event)
        with django_assert_num_queries(1):
            assert count_new(organiser) == 20

    def test_the_page_shows_what_is_new_and_stops_the_bell(self, event: Event, organiser: User, client: Client) -> None:
        record(EventPublished(version=1), actor=None, event=event)
        client.force_login(organiser)
        first = client.get("/avisos/").content.decode()
        assert first.count("tag--new") == 1
        assert Seen.objects.get().user == organiser
        assert "tag--new" not in client.get("/avisos/").content.decode()

    def test_without_any_the_page_says_what_will_come(self, organiser: User, client: Client) -> None:
        client.force_login(organiser)
        assert "empty" in client.get("/en/avisos/").content.decode()


def _joined_later(event: Event) -> User:
    user = a_person(Role.BROADCASTER, event)
    assert user is not None
    Membership.objects.filter(user=user).update(since=timezone.now() + timedelta(seconds=1))
    return user


# --- pages ---------------------------------------------------------------------------------------------------------


def _fill(event: Event, actors: list[User], rows: int) -> None:
    kinds = list(operations.SENTENCES)
    LogEntry.objects.bulk_create(
        LogEntry(
            action=OperationDone.code,
            details={"kind": kinds[number % len(kinds)], "seq": number + 1},
            event=event,
            actor=actors[number % len(actors)],
        )
        for number in range(rows)
    )


@pytest.mark.parametrize(
    "address",
    ["/campeonatos/copa-published/historico/", "/avisos/", "/auditoria/", "/auditoria/?campeonato=copa-published"],
)
def test_a_page_of_the_log_asks_as_much_for_512_rows_as_for_16(
    address: str, event: Event, client: Client, django_assert_max_num_queries: Any
) -> None:
    staff = a_person(Role.STAFF)
    assert staff is not None
    Membership.objects.create(event=event, user=staff, role=Role.ORGANISER, since=timezone.now() - timedelta(days=1))
    client.force_login(staff)
    actors = [User.objects.create_user(f"p{n}@carteado.test", name=f"Pessoa {n}") for n in range(16)]
    asked = {}
    for rows in (16, 512 - 16):
        _fill(event, actors, rows)
        with django_assert_max_num_queries(13) as queries:
            assert client.get(address).status_code == 200
        asked[rows] = len(queries)
    assert asked[16] == asked[512 - 16]


@pytest.mark.parametrize("language", ["", "/en"])
def test_an_event_s_history_can_be_read_to_its_beginning(
    language: str, event: Event, organiser: User, client: Client
) -> None:
    _fill(event, [organiser], 120)
    client.force_login(organiser)
    address, seen = f"{language}/campeonatos/{event.slug}/historico/", []
    page = client.get(address).context["page"]
    while page.older:
        seen += [one.number for one in page.entries]
        page = client.get(address, {"antes": page.older}).context["page"]
    assert [*seen, *(one.number for one in page.entries)] == list(range(120, 0, -1))


@pytest.mark.django_db
def test_acts_are_told_with_pair_and_match_in_the_names_of_today(client: Client) -> None:
    event = an_open_event()
    for number in range(1, 5):
        enter(event, f"d{number}", {"called": f"Ana{number}"}, {"called": f"Zé{number}"})
    draw(event)
    match = next(iter(store.championship_of(event).fixtures))
    one, two = store.championship_of(event).bracket.pairs(match) or ("", "")
    append(event, CallMatch(by="system", at=timezone.now(), match=match, table="1"))
    Pair.objects.filter(event=event, code=one).update(name="Bia e Participante 2")
    names = store.names_of(event)
    client.force_login(founder())
    page = client.get(reverse("event-history", args=[event.slug])).content.decode()
    assert "<strong>Ana" in page
    link = reverse("match-desk", args=[event.slug, match])
    assert re.search(rf'href="{link}">[^<]*Bia e Participante 2[^<]*<', page)
    assert names[two] in page
    documents = [str(row.details) for row in LogEntry.objects.all()]
    assert not any(name in text for name in names.values() for text in documents)


@pytest.mark.django_db
def test_a_notice_names_the_match_its_table_and_its_pairs_and_leads_there(client: Client) -> None:
    people = team()
    halls = [drawn(TM, 4, slug=slug, people=people) for slug in ("um", "dois")]
    for event in halls:
        match = open_matches(store.championship_of(event))[0]
        now, games = timezone.now(), (Game(points=(12, 3), winner=0),)
        happened(
            event,
            CallMatch(by="system", at=now, match=match, table="3"),
            Submit(by="system", at=now, match=match, games=games),
            Dispute(by="system", at=now, match=match, version=0, party=Party.SECOND, why="contaram errado"),
        )
    referee = halls[0].memberships.get(role=Role.REFEREE).user
    client.force_login(referee)
    page = client.get(reverse("notices")).content.decode()
    for event in halls:
        championship = store.championship_of(event)
        match = open_matches(championship)[0]
        pairs = " × ".join(store.names_of(event)[pair] for pair in championship.bracket.pairs(match) or ())
        link = reverse("match-desk", args=[event.slug, match])
        assert re.search(rf'href="{link}">[^<]*mesa 3: {pairs}<', page)
    assert "contaram errado" not in page


@pytest.mark.django_db
def test_who_does_not_run_matches_is_not_led_to_their_desks(client: Client) -> None:
    event = drawn(TM, 4)
    match = open_matches(store.championship_of(event))[0]
    happened(event, CallMatch(by="system", at=timezone.now(), match=match, table="3"))
    broadcaster = a_person(Role.BROADCASTER, event)
    assert broadcaster is not None
    client.force_login(broadcaster)
    page = client.get(reverse("event-history", args=[event.slug])).content.decode()
    assert "mesa 3: Dupla" in page
    assert reverse("match-desk", args=[event.slug, match]) not in page


def test_a_history_without_rows_and_with_a_wild_address(event: Event, organiser: User, client: Client) -> None:
    client.force_login(organiser)
    answer = client.get(f"/campeonatos/{event.slug}/historico/", {"antes": "-1 OR 1=1"})
    assert answer.status_code == 200
    assert "empty" in answer.content.decode()


def test_the_audit_can_be_narrowed(event: Event, client: Client) -> None:
    staff, other = a_person(Role.STAFF), an_event(slug="outra", stage=Stage.DRAFT)
    assert staff is not None
    client.force_login(staff)
    record(EventPublished(version=1), actor=None, event=event)
    record(RoleGiven(role=Role.CLERK), actor=staff, event=event)
    record(RoleGiven(role=Role.CLERK), actor=staff, event=other)
    for narrowed, expected in (
        ({}, 3),
        ({"campeonato": event.slug}, 2),
        ({"ato": RoleGiven.code}, 2),
        ({"campeonato": event.slug, "ato": RoleGiven.code}, 1),
        ({"campeonato": "nenhuma"}, 0),
        ({"ato": "nonsense"}, 3),
    ):
        assert len(client.get("/auditoria/", narrowed).context["page"].entries) == expected


def test_the_narrowed_audit_keeps_its_filter_from_page_to_page(event: Event, client: Client) -> None:
    staff = a_person(Role.STAFF)
    assert staff is not None
    client.force_login(staff)
    _fill(event, [staff], 60)
    older = client.get("/auditoria/", {"campeonato": event.slug}).content.decode()
    assert f"?campeonato={event.slug}&amp;antes=" in older


@pytest.mark.django_db
def test_an_event_that_cannot_be_has_no_entries_in_the_audit(client: Client) -> None:
    staff = a_person(Role.STAFF)
    assert staff is not None
    client.force_login(staff)
    record(EventPublished(version=1), actor=None)
    assert client.get("/auditoria/", {"campeonato": "\0"}).context["page"].entries == []
