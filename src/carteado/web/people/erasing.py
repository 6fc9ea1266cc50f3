"""Forgetting somebody: what he told goes, what he did stays, and he is ``Participante`` and a number in it.

The regulation and the law ask for it (TM 9.10, LGPD art. 18): nothing is kept that no law obliges us to keep. All of it
happens in one transaction, and doing it twice is doing it once.
"""

import json
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from dataclasses import replace
from typing import Any, NamedTuple

from allauth.account.models import EmailAddress
from axes.models import AccessAttempt, AccessFailureLog, AccessLog
from django.contrib.auth import SESSION_KEY
from django.contrib.sessions.models import Session
from django.db import connection, transaction
from django.db.models import Count, Q, QuerySet, TextField
from django.db.models.functions import Cast
from django.utils import timezone

from carteado.tournament.championship import Championship
from carteado.tournament.entry_acts import FINAL, Actor, Withdraw
from carteado.tournament.entry_acts import Role as Capacity
from carteado.tournament.operations import ChangeEntry
from carteado.web.entries.models import Entrant, Registration
from carteado.web.events import store
from carteado.web.events.details import Details
from carteado.web.events.models import Document, Event, Operation, Pair, Version
from carteado.web.history.actions import AccountErased, EntrantErased
from carteado.web.history.log import record
from carteado.web.history.models import LogEntry
from carteado.web.pages.templatetags.carteado import forget_drawings
from carteado.web.people.models import Membership, OneTimeLink, Profile, User
from carteado.web.people.traces import Text, Traces, is_called_like, traces, without, words_of
from carteado.web.policy import Role

ATTEMPTS = (AccessAttempt, AccessFailureLog, AccessLog)


def anonymous(number: int) -> str:
    """How results go on to name somebody who is forgotten: pairs have one name in all languages."""
    return f"Participante {number}"


# --- one event ----------------------------------------------------------------------------------------------------


def erase_entrant(entrant: Entrant) -> None:
    """He leaves one event: before the draw his pair withdraws, after it the pair stays in the bracket."""
    with forgetting():
        event = Event.objects.select_for_update().get(pk=entrant.event_id)
        entrant = Entrant.objects.select_related("user").get(pk=entrant.pk)
        if entrant.erased_at is not None:
            return
        _withdraw(event, entrant)
        event.refresh_from_db()
        found = _traces_at_the_table(entrant) | (_traces_of_account(entrant.user) if entrant.user else Traces())
        _empty(entrant)
        renamed = _rename_pairs(store.championship_of(event), entrant, without(found, anonymous(entrant.number)))
        _reword(event, found, anonymous(entrant.number), renamed)
        OneTimeLink.objects.filter(_any_of("email", found.emails), event=event).delete()
        record(EntrantErased(number=entrant.number), actor=None, event=event)


def _withdraw(event: Event, entrant: Entrant) -> None:
    """What may not be withdrawn any more, or from an event that stands still, is forgotten all the same."""
    championship = store.championship_of(event)
    if championship.places or event.archived_at is not None:
        return
    now, code = timezone.now(), entrant.code
    for entry in championship.entries.values():
        if code in entry.people and entry.state not in FINAL:
            capacity = Capacity.REGISTRANT if code == entry.registrant else Capacity.PARTNER
            change = Withdraw(by=Actor(capacity, code), at=now, in_writing=True)
            store.append(event, ChangeEntry(by=code, at=now, entry=entry.id, change=change), by=None)


def _empty(entrant: Entrant) -> None:
    """His link opens nothing any more; what he agreed to goes with him."""
    entrant.agreements.all().delete()
    kept = ("pk", "event", "code", "number", "created_at")
    for field in Entrant._meta.local_concrete_fields:
        if field.name not in ("id", *kept):
            setattr(entrant, field.name, field.get_default())
    entrant.called, entrant.erased_at = anonymous(entrant.number), timezone.now()
    entrant.save()


def _rename_pairs(championship: Championship, entrant: Entrant, said: Text) -> dict[str, str]:
    """A pair is called by what its two are called now, a delegation's by its own name; what it answered to the
    organiser's questions goes."""
    entries = {one.id: one for one in championship.entries.values() if entrant.code in one.people}
    called = {one.code: one.called or one.name for one in entrant.event.entrants.only("code", "called", "name")}
    renamed = {}
    for pair in Pair.objects.filter(event=entrant.event, code__in=entries):
        entry = entries[pair.code]
        two = [called[code] for code in entry.people if code in called]
        by_people = entry.delegation is None and len(two) == 2
        before, pair.name = pair.name, " e ".join(two) if by_people else said(pair.name)
        pair.save(update_fields=["name"])
        renamed[before] = pair.name
    Registration.objects.filter(pair__event=entrant.event, pair__code__in=entries).update(answers={})
    return renamed


def _traces_at_the_table(entrant: Entrant) -> Traces:
    return traces(
        names=[entrant.name, entrant.called],
        emails=[entrant.email],
        numbers=[entrant.document, entrant.phone],
        days=[entrant.birth_date],
        words=_words_of_his_own(entrant.event, [entrant.called, entrant.name], entrant=entrant, user=entrant.user),
    )


def _words_of_his_own(
    event: Event, names: Iterable[str], *, entrant: Entrant | None = None, user: User | None = None
) -> list[str]:
    """What he is called by, or begins with; a word by which somebody else of the event is called too tells nobody."""
    entrants = event.entrants.filter(erased_at=None).exclude(pk=entrant.pk if entrant else 0)
    others = {text for both in entrants.values_list("name", "called") for text in both}
    others.update(event.memberships.exclude(user=user).values_list("user__name", flat=True))
    called_so = words_of(*others)
    firsts = (word for name in names for word in (name, name.partition(" ")[0]))
    return [word for word in firsts if not is_called_like(word, called_so)]


# --- an account ---------------------------------------------------------------------------------------------------


class LastOrganiser(NamedTuple):
    """Events that would have nobody to open them any more."""

    events: list[Event]


def erase_account(user: User, *, with_events: bool) -> LastOrganiser | None:
    """The account and all that hangs on it; ``with_events`` also what he told each event that he entered. Drafts that
    nobody else knows of go with him."""
    with forgetting():
        if not User.objects.select_for_update().filter(pk=user.pk).exists():
            return None
        # Two organisers who leave at once must not both succeed.
        list(_organised_by(user).select_for_update().order_by("pk"))
        if needed := needed_in(user):
            return LastOrganiser(needed)
        found = _traces_of_account(user)
        for entrant in user.entrants.filter(erased_at=None) if with_events else ():
            erase_entrant(entrant)
        for draft in _drafts_of_his_own(user):
            draft.delete()
        staying = Entrant.objects.filter(user=user, erased_at=None).values("event")
        for event in _events_of(user).exclude(pk__in=staying):
            called = traces(words=_words_of_his_own(event, [user.name], user=user))
            _reword(event, found | called, anonymous(user.pk))
        for event in _events_with(found.unmistakable).exclude(pk__in=staying):
            _reword(event, found.unmistakable, anonymous(user.pk))
        _close_doors(user, found)
        record(AccountErased(person=user.pk), actor=None)
        user.delete()
    return None


def needed_in(user: User) -> list[Event]:
    """The events of which he is the only organiser: another one is invited first, or the event is archived."""
    mine = _organised_by(user)
    organisers = Membership.objects.filter(role=Role.ORGANISER, event__in=mine.values("pk")).values("event")
    alone = organisers.annotate(count=Count("user")).filter(count=1).values("event")
    drafts = [draft.pk for draft in _drafts_of_his_own(user)]
    return list(mine.filter(pk__in=alone).exclude(pk__in=drafts).order_by("pk"))


def _organised_by(user: User) -> QuerySet[Event]:
    his = Membership.objects.filter(user=user, role=Role.ORGANISER).values("event")
    return Event.objects.filter(pk__in=his, archived_at=None)


def _drafts_of_his_own(user: User) -> list[Event]:
    drafts = Event.objects.filter(stage="draft", memberships__user=user)
    shared = Membership.objects.exclude(user=user).values("event")
    return list(drafts.exclude(pk__in=shared).distinct())


def _traces_of_account(user: User) -> Traces:
    profile = Profile.objects.filter(user=user).first() or Profile()
    addresses = EmailAddress.objects.filter(user=user).values_list("email", flat=True)
    return traces(
        names=[user.name],
        emails=[user.email, *addresses],
        numbers=[profile.document, profile.phone],
        days=[profile.birth_date],
    )


def _events_of(user: User) -> QuerySet[Event]:
    """Where he did something, or had a role: there somebody may have written his name."""
    did = LogEntry.objects.filter(actor=user, event__isnull=False).values("event")
    acted = Operation.objects.filter(by=user).values("event")
    there = Q(pk__in=did) | Q(pk__in=acted) | Q(memberships__user=user) | Q(versions__by=user) | Q(entrants__user=user)
    return Event.objects.filter(there).distinct()


def _events_with(found: Traces) -> QuerySet[Event]:
    """Wherever else on the site somebody wrote down an e-mail or a number of his."""
    there = _any_of("text", found.spellings(), "icontains")
    acts = Operation.objects.annotate(text=Cast("document", TextField())).filter(there).values("event")
    versions = Version.objects.annotate(text=Cast("details", TextField())).filter(there).values("event")
    return Event.objects.filter(Q(pk__in=acts) | Q(pk__in=versions))


def _close_doors(user: User, found: Traces) -> None:
    """Sessions, invitations and failed attempts that only his e-mail ties to him."""
    Session.objects.filter(pk__in=list(_sessions_of(user, found))).delete()
    OneTimeLink.objects.filter(_any_of("email", found.emails)).delete()
    for table in ATTEMPTS:
        table._default_manager.filter(_any_of("username", found.emails)).delete()


def _sessions_of(user: User, found: Traces) -> Iterator[str]:
    for session in Session.objects.iterator():
        told = session.get_decoded()
        text = json.dumps(told, ensure_ascii=False, default=str)
        if told.get(SESSION_KEY) == str(user.pk) or any(email in text for email in found.emails):
            yield session.pk


def _any_of(field: str, values: Iterable[str], how: str = "iexact") -> Q:
    found = Q(pk__in=[])
    for value in values:
        found |= Q(**{f"{field}__{how}": value})
    return found


# --- what others wrote --------------------------------------------------------------------------------------------


def _reword(event: Event, found: Traces, instead: str, renamed: dict[str, str] | None = None) -> None:
    """At the tables a single word tells him; in what the organiser tells of the event it may be anything."""
    at_tables = _after(renamed or {}, without(found, instead))
    elsewhere = without(replace(found, words=frozenset()), instead)
    store.rewritten(event, said=at_tables, details=lambda details: _reworded_details(details, elsewhere))
    for registration in Registration.objects.filter(pair__event=event):
        answers = _each_text(registration.answers, at_tables)
        if answers != registration.answers:
            registration.answers = answers
            registration.save(update_fields=["answers"])
    _reword_column(Document.objects.filter(event=event), "filename", elsewhere)
    _reword_column(event.draw_secrets.all(), "entropy_from", at_tables)


def _after(renamed: dict[str, str], said: Text) -> Text:
    """Where somebody wrote the pair's whole name, the pair's new one."""

    def reworded(text: str) -> str:
        for before, after in renamed.items():
            text = text.replace(before, after)
        return said(text)

    return reworded


def _reworded_details(details: Details, said: Text) -> Details:
    """The event keeps its name and its place; a Pix key that is his goes, and whose it was."""
    pix = (details.pix_key, details.pix_name, details.pix_city)
    is_his = any(said(text) != text for text in (details.pix_key, details.pix_name) if text)
    pix_key, pix_name, pix_city = ("", "", "") if is_his else pix
    return replace(
        details,
        about=said(details.about),
        fee_note=said(details.fee_note),
        questions=tuple(
            replace(one, text=said(one.text), choices=tuple(map(said, one.choices))) for one in details.questions
        ),
        pix_key=pix_key,
        pix_name=pix_name,
        pix_city=pix_city,
    )


def _each_text(value: Any, said: Text) -> Any:
    """Answers stand under the words of their questions."""
    if isinstance(value, dict):
        return {said(name): _each_text(one, said) for name, one in value.items()}
    if isinstance(value, list):
        return [_each_text(one, said) for one in value]
    return said(value) if isinstance(value, str) else value


def _reword_column(rows: "QuerySet[Any]", name: str, said: Text) -> None:
    for pk, text in rows.values_list("pk", name):
        if (after := said(text)) != text:
            rows.filter(pk=pk).update(**{name: after})


@contextmanager
def forgetting() -> Iterator[None]:
    """A transaction whose deleted rows SQLite does not leave lying in the file, and pages do not leave in memory."""
    if connection.vendor == "sqlite":
        with connection.cursor() as cursor:
            cursor.execute("PRAGMA secure_delete = ON")
    with transaction.atomic():
        transaction.on_commit(forget_drawings)
        yield
