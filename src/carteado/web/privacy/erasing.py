"""Erasing a person: their data is deleted, their results stay, under the name ``Participante`` and a number.

A regulation and the law require it (Truco Masters 2025, 9.10; LGPD, art. 18): the site keeps no personal data that the
law does not oblige it to keep. An erasure runs in one transaction, and doing it twice has the effect of doing it once.

A person's traces (``name_traces``) are what a text may name them by. Data that a person enters about themselves is not
verified: it may be another person's. So in texts by others, only what identifies this person alone is replaced. In an
organiser's text about the event, it is replaced only for the team and for people whose pair played.
"""

import json
from collections.abc import Iterable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, replace
from typing import Any, NamedTuple

from allauth.account.models import EmailAddress
from axes.models import AccessAttempt, AccessFailureLog, AccessLog
from django.contrib.auth import SESSION_KEY
from django.contrib.sessions.models import Session
from django.db import connection, transaction
from django.db.models import Count, Q, QuerySet, TextField
from django.db.models.functions import Cast
from django.utils import timezone

from carteado.tournament.files.codec import tag
from carteado.tournament.operations import ChangeEntry, HoldDraw
from carteado.tournament.registrations.acts import FINAL, Actor, Withdraw
from carteado.tournament.registrations.acts import Role as Capacity
from carteado.tournament.registrations.entries import Entry
from carteado.tournament.state.championship import Championship
from carteado.web.events import store
from carteado.web.events.details import Details
from carteado.web.events.models import Document, Event, Operation, Pair
from carteado.web.kit.guarding.policy import Role
from carteado.web.kit.process.sqlite_wal import cut_off_log
from carteado.web.log.models import LogEntry
from carteado.web.log.recording import record
from carteado.web.pages.templatetags.carteado import forget_drawings
from carteado.web.people import account_emails as emails
from carteado.web.people.log_actions import AccountErased, RoleGiven
from carteado.web.people.models import Membership, OneTimeLink, Profile, User
from carteado.web.people.public_names import anonymous
from carteado.web.people.references import of_entrant, of_user
from carteado.web.privacy import rewriting
from carteado.web.privacy.name_traces import (
    TextChange,
    Traces,
    are_alike,
    is_among_words,
    occurs_in,
    replacing_names,
    replacing_traces,
    surnames_of,
    traces,
    words_of,
)
from carteado.web.registrations.log_actions import EntrantErased
from carteado.web.registrations.models import Entrant, Letter, Material, Registration
from carteado.web.sumula.models import Reason, SetAsideEntry, SheetEntry
from carteado.web.tables.models import Report, Table
from carteado.web.tables.players import taken_names
from carteado.web.tables.seats.guest_accounts import leave_tables
from carteado.web.tables.seats.seating import touch

ATTEMPT_TABLES = (AccessAttempt, AccessFailureLog, AccessLog)
GAME_WORDS = (
    "Árbitro Árbitra Arbitragem Artigo Baralho Campeão Campeã Canastra Carta Cartas Chave Clube Decisão Delegação"
    " Dupla Duplas Equipe Final Fase Grupo Horário Jogador Jogadora Jogadores Jogo Jogos Mesa Mesas Organizador"
    " Organizadora Organização Parceiro Parceira Partida Partidas Placar Ponto Pontos Prazo Recurso Regra Regras"
    " Regulamento Resultado Rodada Semifinal Sorteio Tranca Truco Turno Vaga"
)
"""Words that begin sentences about the game, so that they have a capital. None of them identifies a person by itself,
even one who is called so."""


# --- one event ----------------------------------------------------------------------------------------------------


def erase_entrant(entrant: Entrant) -> None:
    """Erase a person from one event. Before the draw the pair withdraws; after it, the pair stays in the bracket."""
    with erasing_transaction():
        event = Event.objects.select_for_update().get(pk=entrant.event_id)
        entrant = Entrant.objects.select_related("user").get(pk=entrant.pk)
        if entrant.erased_at is not None:
            return
        _withdraw(event, entrant)
        event.refresh_from_db()
        user = entrant.user
        part = _part_in(event, user=user, entrant=entrant)
        known_traces = _traces_of_entrant(entrant) | (_traces_of_account(user) if user else Traces())
        names = [entrant.name, user.name if user else ""]
        own_traces = part.traces_of_person_alone(known_traces, called=[entrant.called, entrant.name], names=names)
        _erase_row(entrant)
        _reword(part, own_traces, anonymous(entrant.number), _rename_pairs(part, entrant, own_traces))
        orphaned_addresses = {email for email in known_traces.emails if not _has_account(email, but=user)}
        # An address that the entrant only typed may be another person's, and so may the invitation sent to it.
        proved = {email.lower() for email in (emails.proven_addresses(user) if user else ())}
        own_addresses = {email for email in orphaned_addresses if email.lower() in proved}
        OneTimeLink.objects.filter(_any_of("email", own_addresses), event=event).delete()
        _forget_attempts(email for email in orphaned_addresses if not _has_account(email))
        record(EntrantErased(number=entrant.number), actor=None, event=event)


def _withdraw(event: Event, entrant: Entrant) -> None:
    """Withdraw the person's pairs, if that is still possible.

    If not, or if the event is archived, they are erased anyway.
    """
    championship = store.championship_of(event)
    if championship.places or event.archived_at is not None:
        return
    at, code = timezone.now(), entrant.code
    for entry in championship.entries.values():
        if code in entry.people and entry.state not in FINAL:
            capacity = Capacity.REGISTRANT if code == entry.registrant else Capacity.PARTNER
            change = Withdraw(by=Actor(capacity, code), at=at, in_writing=True)
            store.append(event, ChangeEntry(by=code, at=at, entry=entry.id, change=change), by=None)


def _erase_row(entrant: Entrant) -> None:
    """Delete the person's data, consents and letters, and close their link: the row gets a secret that nobody knows.

    Open pages of their tables are updated.
    """
    entrant.agreements.all().delete()
    entrant.letters.all().delete()
    Material.objects.filter(entrant=entrant).delete()
    kept_fields = ("id", "event", "code", "number", "created_at")
    for field in Entrant._meta.local_concrete_fields:
        if field.name not in kept_fields:
            setattr(entrant, field.name, field.get_default())
    entrant.called, entrant.erased_at = anonymous(entrant.number), timezone.now()
    entrant.save()
    who = of_entrant(entrant.code)
    Report.objects.filter(table__event=entrant.event_id, who=who).update(name="")
    taken_names.forget_taken_names(who, event=entrant.event)
    touch(Table.objects.filter(event=entrant.event_id, seats__who=who))


def _rename_pairs(part: "_PartInEvent", entrant: Entrant, known_traces: Traces) -> dict[str, str]:
    """Rename the person's pairs, and delete the pairs' answers to the organiser's questions.

    A pair is named after its two people; a delegation keeps its name without the person's. Returns the changed names,
    old to new.
    """
    event, reword_name = part.event, replacing_traces(known_traces, anonymous(entrant.number), is_name=True)
    called = {one.code: one.called or one.name for one in event.entrants.only("code", "called", "name")}
    renamed: dict[str, str] = {}
    for pair in Pair.objects.filter(event=event, code__in=part.entries):
        entry = part.entries[pair.code]
        two = [called[code] for code in entry.people if code in called]
        by_people = entry.delegation is None and entrant.code in entry.people and len(two) == 2
        old_names = (pair.name, pair.delegation)
        pair.name = " e ".join(two) if by_people else reword_name(pair.name)
        pair.delegation = reword_name(pair.delegation)
        pair.save(update_fields=["name", "delegation"])
        renamed.update(zip(old_names, (pair.name, pair.delegation), strict=True))
    answered = [entry.id for entry in part.entries.values() if entrant.code in entry.people]
    Registration.objects.filter(pair__event=event, pair__code__in=answered).update(answers={})
    return {old: new for old, new in renamed.items() if old != new}


def _traces_of_entrant(entrant: Entrant) -> Traces:
    return traces(
        names=[entrant.name, entrant.called],
        emails=[entrant.email],
        papers=[entrant.document],
        numbers=[entrant.phone],
        days=[entrant.birth_date],
    )


# --- an account ---------------------------------------------------------------------------------------------------


class LastOrganiser(NamedTuple):
    """Events that would be left without an organiser."""

    events: list[Event]


def erase_account(user: User, *, with_events: bool) -> LastOrganiser | None:
    """Erase the account with all that depends on it, and drafts that no other user belongs to.

    ``with_events`` also erases the person from each event they entered. Otherwise their entries stay, each with its own
    link. None once it is done, or was done before; ``LastOrganiser`` if nothing was erased.
    """
    with erasing_transaction():
        if not User.objects.select_for_update().filter(pk=user.pk).exists():
            return None
        # Two organisers who leave at the same time must not both succeed.
        list(_organised_by(user).select_for_update().order_by("pk"))
        if needed := needed_in(user):
            return LastOrganiser(needed)
        known_traces, proved = _traces_of_account(user), _proved_traces(user)
        for entrant in user.entrants.filter(erased_at=None) if with_events else ():
            erase_entrant(entrant)
        for draft in _drafts_of_user_alone(user):
            draft.delete()
        # Where the person stays as an entrant, texts may still name them.
        staying = Entrant.objects.filter(user=user, erased_at=None).values("event")
        for event in _events_of(user).exclude(pk__in=staying):
            part = _part_in(event, user=user)
            own_traces = part.traces_of_person_alone(known_traces, called=[user.name], names=[user.name])
            _reword(part, own_traces, anonymous(user.pk), {})
        for event in _events_with(proved).exclude(pk__in=staying):
            rewriting.rewrite(event, reword=replacing_traces(proved, anonymous(user.pk)))
        leave_tables(of_user(user))
        _delete_access(user)
        record(AccountErased(person=user.pk), actor=None)
        user.delete()
    return None


def needed_in(user: User) -> list[Event]:
    """Events whose only organiser is the user. They must invite another one or archive the event first."""
    mine = _organised_by(user)
    organisers = Membership.objects.filter(role=Role.ORGANISER, event__in=mine.values("pk")).values("event")
    alone = organisers.annotate(count=Count("user")).filter(count=1).values("event")
    drafts = [draft.pk for draft in _drafts_of_user_alone(user)]
    return list(mine.filter(pk__in=alone).exclude(pk__in=drafts).order_by("pk"))


def _organised_by(user: User) -> QuerySet[Event]:
    """The events that need the user or another organiser. An archived one needs none."""
    memberships = Membership.objects.filter(user=user, role=Role.ORGANISER).values("event")
    return Event.objects.filter(pk__in=memberships, archived_at=None)


def _drafts_of_user_alone(user: User) -> list[Event]:
    drafts = Event.objects.filter(stage="draft", memberships__user=user)
    shared = Membership.objects.exclude(user=user).values("event")
    return list(drafts.exclude(pk__in=shared).distinct())


def _traces_of_account(user: User) -> Traces:
    profile = _profile_of(user)
    return traces(
        names=[user.name],
        emails=emails.own_addresses(user),
        papers=[profile.document],
        numbers=[profile.phone],
        days=[profile.birth_date],
    )


def _proved_traces(user: User) -> Traces:
    """What no other person shares with the user: their document, and confirmed addresses."""
    return traces(emails=emails.confirmed_addresses(user), papers=[_profile_of(user).document])


def _profile_of(user: User) -> Profile:
    return Profile.objects.filter(user=user).first() or Profile()


def _events_of(user: User) -> QuerySet[Event]:
    """Events in which the user acted or had a role: texts there may contain their name."""
    acted_on_site = LogEntry.objects.filter(actor=user, event__isnull=False).values("event")
    operated = Operation.objects.filter(by=user).values("event")
    took_part = (
        Q(pk__in=acted_on_site)
        | Q(pk__in=operated)
        | Q(memberships__user=user)
        | Q(versions__by=user)
        | Q(entrants__user=user)
    )
    return Event.objects.filter(took_part).distinct()


def _events_with(known_traces: Traces) -> QuerySet[Event]:
    """Events with an operation, a score sheet or a reason that contains an e-mail or document of the user."""
    has_trace = _any_of("text", known_traces.spellings(), "icontains")
    acts = Operation.objects.annotate(text=Cast("document", TextField())).filter(has_trace).values("event")
    sheets, apart = (
        kind.objects.annotate(text=Cast("said", TextField())).filter(has_trace).values("sheet__event")
        for kind in (SheetEntry, SetAsideEntry)
    )
    reasons = Reason.objects.filter(has_trace).values("sheet__event")
    return Event.objects.filter(Q(pk__in=acts) | Q(pk__in=sheets) | Q(pk__in=apart) | Q(pk__in=reasons))


def _delete_access(user: User) -> None:
    """Delete the user's sessions, and the invitations and failed attempts tied to their e-mail.

    What belongs to an address that another account has too stays. An invitation goes only if the address is proved to
    be the user's.
    """
    own_addresses = {email for email in emails.own_addresses(user) if not _has_account(email, but=user)}
    Session.objects.filter(pk__in=list(_sessions_of(user, own_addresses))).delete()
    OneTimeLink.objects.filter(_any_of("email", own_addresses & emails.proven_addresses(user))).delete()
    _forget_attempts(own_addresses)


def _has_account(email: str, *, but: User | None = None) -> bool:
    """True if an account other than ``but`` has the address, confirmed or to sign in with."""
    addresses, users = EmailAddress.objects.filter(email__iexact=email, verified=True), User.objects.all()
    if but is not None:
        addresses, users = addresses.exclude(user=but), users.exclude(pk=but.pk)
    return addresses.exists() or users.filter(email__iexact=email).exists()


def _forget_attempts(addresses: Iterable[str]) -> None:
    """Delete the failed tries to sign in with these addresses."""
    names = _any_of("username", addresses)
    for table in ATTEMPT_TABLES:
        table._default_manager.filter(names).delete()


def _sessions_of(user: User, addresses: Iterable[str]) -> Iterator[str]:
    """Keys of the sessions in which the user is signed in, or which mention one of the addresses: a sign-up or a new
    password that was begun, too."""
    for session in Session.objects.iterator():
        content = session.get_decoded()
        text = json.dumps(content, ensure_ascii=False, default=str)
        if content.get(SESSION_KEY) == str(user.pk) or any(email in text for email in addresses):
            yield session.pk


def _any_of(field: str, values: Iterable[str], how: str = "iexact") -> Q:
    """Rows in which the field matches one of the values. Without values, none."""
    matches = Q(pk__in=[])
    for value in values:
        matches |= Q(**{f"{field}__{how}": value})
    return matches


# --- texts by others ----------------------------------------------------------------------------------------------


@dataclass(frozen=True, kw_only=True)
class _PartInEvent:
    """A person's part in an event: as a member of its team now or earlier, or in pairs, entered by any registrant.

    ``entries`` are those in which they play, may step in or are the registrant, by code. ``has_played`` if a pair for
    which they play or may step in was settled to play. ``user`` is None without an account, ``entrant`` for the part
    of an account alone.
    """

    event: Event
    user: User | None
    entrant: Entrant | None
    is_team: bool
    entries: Mapping[str, Entry]
    has_played: bool

    def traces_of_person_alone(self, known_traces: Traces, *, called: Iterable[str], names: Iterable[str]) -> Traces:
        """The traces that identify only this person in the event. Single words are among them: from ``called``, their
        names at the table, and the surnames in ``names``.

        A team member's whole name always is one: those who run an event are known by name in it. Any other person's
        name is none if the event, its place, another person or another pair has it too.
        """
        people, names_of_others = self._other_people(), self._other_names(known_traces)
        if not self.is_team:
            forms = traces(names=people).names
            own_forms = (one for one in known_traces.names if not any(are_alike(one, form) for form in forms))
            known_traces = replace(
                known_traces, names=frozenset(one for one in own_forms if not occurs_in(one, names_of_others))
            )
        words_of_others = words_of(*people)
        firsts = (word for name in called for word in (name, name.partition(" ")[0]))
        lasts = (word for name in names for word in surnames_of(name))
        words = (word for word in (*firsts, *lasts) if word and not is_among_words(word, words_of_others))
        return known_traces | traces(words=(word for word in words if not occurs_in(word, names_of_others)))

    def traces_for_organiser_texts(self, known_traces: Traces) -> Traces:
        """The traces to replace in the organiser's own texts about the event. A single word there may mean anything."""
        if self.is_team:
            return replace(known_traces, words=frozenset())
        return Traces(names=known_traces.names, papers=known_traces.papers) if self.has_played else Traces()

    def _other_people(self) -> set[str]:
        """The names of the other entrants and of the other members of the team."""
        entrants = self.event.entrants.filter(erased_at=None).exclude(pk=self.entrant.pk if self.entrant else 0)
        if self.user:
            entrants = entrants.exclude(user=self.user)
        names = {text for both in entrants.values_list("name", "called") for text in both}
        return names | set(self.event.memberships.exclude(user=self.user).values_list("user__name", flat=True))

    def _other_names(self, known_traces: Traces) -> list[str]:
        """Names in which a word of the person's name means something else: of the event, its place, other pairs and
        delegations, words of the game, and the word for an erased person.

        The person's own delegation counts without the person's name.
        """
        without_person = replacing_traces(known_traces, "", is_name=True)
        names = [self.event.name, self.event.place, anonymous(0), GAME_WORDS]
        for code, name, delegation in self.event.pairs_named.values_list("code", "name", "delegation"):
            names += [without_person(delegation)] if code in self.entries else [name, delegation]
        own_delegations = {entry.delegation for entry in self.entries.values()}
        entered = store.championship_of(self.event).delegations_entered
        return names + [without_person(one.name) if one.id in own_delegations else one.name for one in entered.values()]


def _part_in(event: Event, *, user: User | None, entrant: Entrant | None = None) -> _PartInEvent:
    """The person's part in the event, as it is before they are erased."""
    championship, code = store.championship_of(event), entrant.code if entrant else ""
    playing = {one.id for one in championship.entries.values() if code in _players_of(championship, one)}
    entries = {one.id: one for one in championship.entries.values() if one.id in playing or code == one.registrant}
    return _PartInEvent(
        event=event,
        user=user,
        entrant=entrant,
        is_team=user is not None and _is_of_team(event, user),
        entries=entries,
        has_played=not playing.isdisjoint(championship.pairs),
    )


def _players_of(championship: Championship, entry: Entry) -> tuple[str, ...]:
    """The pair, and all players of its delegation."""
    line_up = championship.line_ups.get(entry.delegation or "")
    return (*entry.people, *(line_up.players if line_up else ()))


def _is_of_team(event: Event, user: User) -> bool:
    """True if the user is or was in the event's team, or saved its details."""
    joined = LogEntry.objects.filter(event=event, actor=user, action=RoleGiven.code)
    return event.memberships.filter(user=user).exists() or event.versions.filter(by=user).exists() or joined.exists()


def _reword(part: _PartInEvent, known_traces: Traces, replacement: str, renamed: Mapping[str, str]) -> None:
    """Replace the traces in all texts of the event with ``replacement``, the name of an erased person.

    ``renamed`` are the person's pairs and delegations, old name to new: a text with the whole old name of one gets its
    new name.
    """
    event, by_new_names = part.event, replacing_names(renamed)
    reword_text = replacing_traces(known_traces, replacement)
    reword_organiser_text = replacing_traces(part.traces_for_organiser_texts(known_traces), replacement)

    def reword(text: str) -> str:
        return reword_text(by_new_names(text))

    def reword_name(text: str) -> str:
        return renamed.get(text) or reword(text)

    def reword_details(details: Details) -> Details:
        return _reworded_details(details, reword_organiser_text, with_pix=part.is_team)

    for registration in Registration.objects.filter(pair__event=event):
        answers = {
            reword_organiser_text(question): _each_text(answer, reword)
            for question, answer in registration.answers.items()
        }
        if answers != registration.answers:
            registration.answers = answers
            registration.save(update_fields=["answers"])
    for pair in event.pairs_named.exclude(code__in=part.entries).exclude(delegation=""):
        if (new := reword_name(pair.delegation)) != pair.delegation:
            # A delegation may line up new pairs for every match: then it takes part itself, under its own name.
            pair.name, pair.delegation = new if pair.name == pair.delegation else pair.name, new
            pair.save(update_fields=["name", "delegation"])
    letters = Letter.objects.filter(entrant__event=event)
    _reword_column(letters, "text", reword)
    _reword_column(letters, "answer", reword)
    _reword_column(Material.objects.filter(entrant__event=event), "biography", reword)
    _reword_column(Document.objects.filter(event=event), "filename", reword_organiser_text)
    _reword_column(event.draw_secrets.all(), "entropy_from", reword)
    rewriting.rewrite(event, reword=reword, reword_name=reword_name, reword_details=reword_details)


def _reworded_details(details: Details, reword: TextChange, *, with_pix: bool) -> Details:
    """The organiser's texts about the event, reworded. The event keeps its name and place.

    With ``with_pix``, a Pix key that is the person's or stands under their name goes, with its name and city.
    """
    reworded = replace(
        details,
        about=reword(details.about),
        fee_note=reword(details.fee_note),
        producer_contact=reword(details.producer_contact),
        data_contact=reword(details.data_contact),
        questions=tuple(
            replace(one, text=reword(one.text), choices=tuple(map(reword, one.choices))) for one in details.questions
        ),
    )
    # Names are found only with their capitals, and the name of an account may be typed without.
    pix_owner = (details.pix_key, details.pix_name.title())
    is_persons_pix = with_pix and any(reword(text) != text for text in pix_owner)
    return replace(reworded, pix_key="", pix_name="", pix_city="") if is_persons_pix else reworded


def _each_text(value: Any, reword: TextChange) -> Any:
    """A pair's answer to a question with its texts reworded. A yes or no stays."""
    if isinstance(value, list):
        return [_each_text(one, reword) for one in value]
    return reword(value) if isinstance(value, str) else value


def _reword_column(rows: "QuerySet[Any]", name: str, reword: TextChange) -> None:
    for pk, text in rows.values_list("pk", name):
        if (new := reword(text)) != text:
            rows.filter(pk=pk).update(**{name: new})


def is_named_in_draws(entrants: Iterable[Entrant], user: User | None = None) -> bool:
    """True if the data of some draw names the person. That data stays, because it makes the draw verifiable."""
    known_traces, events = _traces_of_account(user) if user else Traces(), Q(pk__in=[])
    for entrant in entrants:
        known_traces |= _traces_of_entrant(entrant) | traces(words=[entrant.called, *surnames_of(entrant.name)])
        events |= Q(pk=entrant.event_id)
    events_of_person = Event.objects.filter(events | Q(pk__in=_events_of(user).values("pk")) if user else events)
    draws = Operation.objects.filter(event__in=events_of_person.values("pk"), document__type=tag(HoldDraw))
    reword = replacing_traces(known_traces, "")
    return any(reword(text) != text for text in draws.values_list("document__entropy", flat=True))


@contextmanager
def erasing_transaction() -> Iterator[None]:
    """A transaction that leaves no trace of deleted rows in SQLite's files, nor of pages in memory."""
    if connection.vendor == "sqlite":
        with connection.cursor() as cursor:
            cursor.execute("PRAGMA secure_delete = ON")
    is_whole = not connection.in_atomic_block
    with transaction.atomic():
        transaction.on_commit(forget_drawings)
        if is_whole:
            transaction.on_commit(cut_off_log)
        yield
