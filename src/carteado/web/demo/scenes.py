"""The events of the demo, as they stand when the site is first started.

Names and places are invented. Texts play an organiser's own, so they are in Portuguese only.
"""

import hashlib
from calendar import FRIDAY, SATURDAY, SUNDAY
from collections.abc import Sequence
from dataclasses import dataclass, replace
from datetime import date, datetime, time, timedelta
from typing import NamedTuple

from carteado.fair import DRAW_FORMAT, commitment
from carteado.planning.simulation import BRASILIA, ORGANISER, Hall
from carteado.tournament.formats.stages import phase_of
from carteado.tournament.operations import Announce, CommitDraw, OfferForms, OpenEntry, Operation
from carteado.tournament.registrations.acts import Actor, Enter, Role
from carteado.tournament.registrations.eligibility import EventDay, EventSettings
from carteado.tournament.running.draws import FORM
from carteado.web.demo.cast import NamedPair, delegations_of, pairs_of
from carteado.web.demo.rehearsal import liveliest_moment, play_event, shifted
from carteado.web.events.details import Details, Question, QuestionKind

_LAST_MINUTE = time(23, 59)
_SHIRT = Question(text="Tamanho das camisetas", kind=QuestionKind.CHOICE, choices=("P", "M", "G", "GG"), required=True)
_ACCESS = Question(text="Precisam de mesa sem degraus?", kind=QuestionKind.YES_NO)


class Announced(NamedTuple):
    """An announced draw: its name, its secret, the public fact that will decide it, and when it is planned."""

    draw: str
    secret: bytes
    entropy_from: str
    planned_at: datetime


@dataclass(frozen=True, kw_only=True)
class Scene:
    """An event of the demo: its details, pairs, operations since publication, and a draw that is announced, if any.

    A draft has neither ``published_at`` nor a ``slug``; it gets one when it is stored.
    """

    details: Details
    pairs: tuple[NamedPair, ...] = ()
    slug: str = ""
    published_at: datetime | None = None
    operations: tuple[Operation, ...] = ()
    announced: Announced | None = None


def scenes(now: datetime) -> tuple[Scene, ...]:
    """All events, as they stand at ``now``."""
    return in_play(now), just_over(now), open_for_entries(now), before_the_lot(now), draft(now)


def in_play(now: datetime) -> Scene:
    """Truco, with the quarter-finals in play. The event changed the rule on the number of pairs."""
    slug, day = "copa-do-clube-xv", _local(now).date()
    pairs = pairs_of(slug, 32)
    details = Details(
        regulation="truco-masters-2025",
        name="Copa do Clube XV",
        place="Clube XV, Santos",
        about="Trinta e duas duplas, oito mesas, uma taça. Torcida na arquibancada; sinal, só da própria dupla.",
        capacity=len(pairs),
        fee_cents=80_00,
        fee_note="Com almoço.",
        changes=(("selection.pairs", len(pairs)),),
        tables=8,
        questions=(_SHIRT, _ACCESS),
    )
    championship = play_event(details.rules, pairs, event=slug, seed="10", hall=Hall(tables=details.tables))
    operations = shifted(liveliest_moment(championship, phase_of(8)), last_at=now - timedelta(minutes=1))
    settings = EventSettings(day=day, opens=_at(day, -38, time(8)), closes=_at(day, -9, _LAST_MINUTE))
    return _published(details, settings, pairs, slug=slug, operations=operations, at=_at(day, -40, time(19)))


def just_over(now: datetime) -> Scene:
    """Tranca between delegations, played last Sunday: champions, and points for every delegation."""
    slug, day = "tranca-afia", _last_weekday_before(now, SUNDAY)
    pairs = delegations_of(slug, ["BA", "CE", "DF", "ES", "GO", "MG", "PE", "PR", "RJ", "RS", "SC", "SP"])
    details = Details(
        regulation="afia-2026-tranca",
        name="Tranca AFIA",
        place="Foz do Iguaçu",
        about="Doze delegações, uma dupla e dois reservas cada. Os pontos entram no quadro geral dos jogos.",
        capacity=len(pairs),
        tables=6,
    )
    championship = play_event(details.rules, pairs, event=slug, seed="1", hall=Hall(day=day, tables=details.tables))
    settings = EventSettings(
        day=day,
        opens=_at(day, -45, time(8)),
        closes=_at(day, -12, _LAST_MINUTE),
        days=(EventDay(_at(day, 0, time(9)), _at(day, 0, time(20))),),
    )
    return _published(details, settings, pairs, slug=slug, operations=championship.log, at=_at(day, -48, time(10)))


def open_for_entries(now: datetime) -> Scene:
    """Tranca in a league. Entries are open until Friday, and some pairs have entered."""
    slug, today = "tranca-das-comadres", _local(now).date()
    closes = _next_weekday_after(now, FRIDAY)
    details = Details(
        regulation="faraes-2023-tranca",
        name="Tranca das Comadres",
        place="Salão da Praia do Canto, Vitória",
        about="Todas contra todas, em dois domingos de café e bolo. Sorteio das rodadas em público, na abertura.",
        capacity=10,
        fee_cents=30_00,
        fee_note="O bolo é por nossa conta.",
        tables=5,
        questions=(_ACCESS, Question(text="Prato que vocês trazem para o lanche")),
    )
    pairs = pairs_of(slug, 6)
    opens = _at(today, -9, time(8))
    first = closes + timedelta(days=9)
    sundays = tuple(EventDay(_at(first, apart, time(14)), _at(first, apart, time(19))) for apart in (0, 7))
    settings = EventSettings(day=first, opens=opens, closes=_at(closes, 0, _LAST_MINUTE), days=sundays)
    entered = _entries(pairs, opens=opens, until=now)
    return _published(details, settings, pairs, slug=slug, operations=entered, at=_at(today, -10, time(18)))


def before_the_lot(now: datetime) -> Scene:
    """Canastra. All places are taken, and a lot will decide the form of the tournament. The draw is announced."""
    slug, today = "torneio-da-praia", _local(now).date()
    pairs = pairs_of(slug, 12)
    details = Details(
        regulation="apcef-sc-2022-canastra",
        name="Torneio da Praia",
        place="Praia da Armação, Florianópolis",
        about="Canastra de pé na areia. A forma de disputa sai por sorteio, na frente de todo mundo.",
        capacity=len(pairs),
        forms=("groups_knockout", "league", "double_elimination"),
        tables=6,
        questions=(_SHIRT,),
    )
    opens = _at(today, -20, time(8))
    settings = EventSettings(day=_next_weekday_after(now, SATURDAY), opens=opens, closes=_at(today, -1, _LAST_MINUTE))
    published_at = _at(today, -21, time(20))
    sealed = commitment(f"{DRAW_FORMAT}|{slug}|{FORM}", form_secret(slug))
    operations = (
        OfferForms(by=ORGANISER, at=published_at, forms=details.forms),
        CommitDraw(by=ORGANISER, at=published_at, draw=FORM, commitment=sealed),
        *_entries(pairs, opens=opens, until=_at(today, -1, time(20))),
    )
    scene = _published(details, settings, pairs, slug=slug, operations=operations, at=published_at)
    saturday = _last_weekday_before(now, SATURDAY)  # past, so that a visitor can hold the draw at once
    lottery = f"Loteria Federal de {saturday:%d/%m}, 1º prêmio"
    return replace(scene, announced=Announced(FORM, form_secret(slug), lottery, _at(saturday, 0, time(19))))


def draft(now: datetime) -> Scene:
    """Truco. A draft that the organiser has not finished."""
    day = _next_weekday_after(now, SATURDAY) + timedelta(weeks=6)
    details = Details(
        regulation="truco-masters-2025",
        name="Truco no Mercado",
        place="Mercado Municipal, São Paulo",
        settings=EventSettings(day=day),
        capacity=64,
        changes=(("selection.pairs", 64),),
    )
    return Scene(details=details)


def form_secret(slug: str) -> bytes:
    """The secret for the lot that decides the form. It need not be secret: every visitor may hold the draw."""
    return hashlib.sha256(f"carteado-demo|{slug}|{FORM}".encode()).digest()


# --- parts --------------------------------------------------------------------------------------------------------


def _published(
    details: Details,
    settings: EventSettings,
    pairs: tuple[NamedPair, ...],
    *,
    slug: str,
    operations: Sequence[Operation],
    at: datetime,
) -> Scene:
    """The scene of an event that was published ``at`` a time, and whose dates were announced with it."""
    dated = replace(details, settings=settings)
    announced = Announce(by=ORGANISER, at=at, settings=dated.announced)
    return Scene(
        details=dated,
        pairs=pairs,
        slug=slug,
        published_at=at,
        operations=(announced, *operations),
    )


def _entries(pairs: Sequence[NamedPair], *, opens: datetime, until: datetime) -> tuple[OpenEntry, ...]:
    """One entry for each pair, made by one of its players, evenly spread over the time given."""
    apart = (until - opens) / (len(pairs) + 1)
    return tuple(_entry(pair, opens + place * apart) for place, pair in enumerate(pairs, 1))


def _entry(pair: NamedPair, at: datetime) -> OpenEntry:
    registrant = pair.players[0]
    by = Actor(Role.REGISTRANT, registrant)
    opening = Enter(by=by, at=at, id=pair.code, people=pair.players, registrant=registrant)
    return OpenEntry(by=registrant, at=at, opening=opening)


def _local(at: datetime) -> datetime:
    return at.astimezone(BRASILIA)


def _at(day: date, days: int, hour: time) -> datetime:
    """The time ``days`` after a day, by the clocks of Brasília."""
    return datetime.combine(day + timedelta(days=days), hour, BRASILIA)


def _last_weekday_before(now: datetime, weekday: int) -> date:
    """The last such weekday before today."""
    yesterday = _local(now).date() - timedelta(days=1)
    return yesterday - timedelta(days=(yesterday.weekday() - weekday) % 7)


def _next_weekday_after(now: datetime, weekday: int) -> date:
    """The first such weekday from tomorrow on."""
    tomorrow = _local(now).date() + timedelta(days=1)
    return tomorrow + timedelta(days=(weekday - tomorrow.weekday()) % 7)
