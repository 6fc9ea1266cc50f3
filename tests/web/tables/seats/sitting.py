"""At a live table, by its pages: those who open one, sit down and leave."""

from collections.abc import Callable
from random import Random
from typing import Any

from django.test import Client
from django.utils import timezone

from carteado.record import write_act
from carteado.web.people.models import new_secret
from carteado.web.tables.match.clock import now_ms
from carteado.web.tables.match.first_row import begin_match
from carteado.web.tables.match.fold import Play, Step, apply_row, clock_act, fold, next_chance_act
from carteado.web.tables.match.from_database import terms_of
from carteado.web.tables.match.log_rows import LogRow
from carteado.web.tables.match.log_storage import Summary, insert_rows, log_of, stored_row, update_summaries
from carteado.web.tables.models import Match, Seat, Table
from carteado.web.tables.players.visitor import GUEST_KEY
from carteado.web.tables.seats.seat_forms import Company, NewTableChoice

TRUCO, TRANCA, CANASTRA = "truco-masters-2025", "afia-2026-tranca", "apcef-sc-2022-canastra"
OTHER_TRANCA = "faraes-2023-tranca"
Chooser = Callable[[Play, Random], dict[str, Any]]


def send(client: Client, path: str, **fields: object) -> Any:
    return client.post(path, {name: str(value) for name, value in fields.items()})


def make(client: Client, how: Company = Company.FRIENDS, regulation: str = TRUCO, **fields: object) -> Any:
    return send(client, "/jogar/mesa/", **{"play": NewTableChoice(how, regulation), "form": new_secret(), **fields})


def a_table(client: Client, how: Company = Company.FRIENDS, regulation: str = TRUCO, *, name: str = "Bia") -> Table:
    answer = make(client, how, regulation, name=name)
    assert answer.status_code == 302, answer.content.decode()
    return Table.objects.get(code=answer.url.rstrip("/").rpartition("/")[2])


def post(client: Client, table: Table, act: str, **fields: object) -> Any:
    return send(client, f"/mesa/{table.code}/{act}/", **fields)


def sit(client: Client, table: Table, seat: int, name: str = "") -> Any:
    return post(client, table, "sentar", seat=seat, name=name, form=new_secret())


def full(owner: Client, other: Client) -> Table:
    """Two people and two bots, who could begin."""
    table = a_table(owner)
    sit(other, table, 1, "Ivo")
    for seat in (2, 3):
        post(owner, table, "robo", seat=seat)
    return table


def finish(table: Table) -> None:
    Match.objects.filter(table=table).update(finished_at=timezone.now(), winner=1, score_first=9, score_second=12)


def page(client: Client, table: Table) -> str:
    answer = client.get(f"/mesa/{table.code}/")
    assert answer.status_code == 200
    return str(answer.content.decode())


def who(client: Client) -> str:
    return f"guest:{client.session[GUEST_KEY]}"


def sitting(table: Table) -> dict[int, str]:
    return dict(Seat.objects.filter(table=table).values_list("number", "who"))


def played_out(table: Table, rng: Random, choose: Chooser | None = None) -> Match:
    """A match at a full table; of truco, unless told how to ``choose``: there all play any card that they may."""
    match = begin_match(table)
    log, play = log_of(match.pk), fold(terms_of(table, match), log_of(match.pk))
    while not play.is_over:
        log.append(LogRow(len(log) + 1, now_ms(), next_chance_act(play) or (choose or any_card)(play, rng)))
        play = apply_row(play, log[-1])
        assert len(log) < 9_000
    insert_rows([stored_row(match.pk, entry) for entry in log[1:]])
    update_summaries(Summary(match.pk, play.match.score, len(play.fairs), play.match.winner, now_ms()))
    match.refresh_from_db()
    return match


def any_card(play: Play, rng: Random) -> dict[str, Any]:
    asked, engine = play.awaited, play.terms.engine
    assert asked is not None
    acts = (
        [act for seat in asked.seats for act in engine.legal_acts(play.match, seat)] if asked.step is Step.ACT else []
    )
    cards = [data for data in (write_act(act, engine.notation) for act in acts) if data["act"] == "play"]
    data = rng.choice(cards) if cards else clock_act(play)
    assert data is not None
    return data
