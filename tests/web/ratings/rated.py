"""Matches for ratings: played out at a live table by whoever sits there, or told to have been."""

from collections.abc import Sequence
from datetime import datetime, timedelta
from random import Random

from django.utils import timezone

from carteado.web.people.models import User
from carteado.web.people.references import of_user
from carteado.web.ratings.models import Verdict
from carteado.web.ratings.rating_storage import store_findings
from carteado.web.ratings.verdicts import Finding, Part
from carteado.web.tables.models import Match, Seat, Table
from carteado.web.tables.players.names import is_bot
from tests.web.tables.seats.sitting import TRUCO, played_out

BOT = "bot:matreiro"
LONG_AGO = timezone.now().replace(microsecond=0) - timedelta(days=300)


def somebody(name: str) -> User:
    return User.objects.create_user(f"{name.split()[0].lower()}@exemplo.com.br", name=name)


def table_of(*who: str, **settings: object) -> Table:
    table = Table.objects.create(**{"regulation": TRUCO, "owner": who[0], **settings})
    Seat.objects.bulk_create(Seat(table=table, number=number, who=one) for number, one in enumerate(who))
    return table


def played_at(table: Table, seed: int = 1, *, at: datetime | None = None) -> Match:
    match = played_out(table, Random(seed))
    if at is not None:
        Match.objects.filter(pk=match.pk).update(finished_at=at)
        match.refresh_from_db()
    return match


def finished_match(
    *who: str, winner: int = 0, at: datetime = LONG_AGO, game: str = "truco", counts: Sequence[dict[str, int]] = ()
) -> Match:
    """A match of which only the end is known, counted; ``who`` by seats."""
    regulation = {"truco": TRUCO, "tranca": "afia-2026-tranca", "canastra": "apcef-sc-2022-canastra"}[game]
    table = table_of(*who, regulation=regulation)
    score = (12, 7) if winner == 0 else (9, 12)
    match = Match.objects.create(
        table=table, number=1, finished_at=at, winner=winner, score_first=score[0], score_second=score[1], hands=15
    )
    parts = tuple(
        Part(int(one.partition(":")[2]), seat, seat % 2 == winner, counts[seat] if counts else {"hands": 15})
        for seat, one in enumerate(who)
        if one.startswith("user:")
    )
    is_known = all(is_bot(one) or one.startswith("user:") for one in who)
    verdict = Verdict.RATED if is_known else Verdict.GUEST
    store_findings([Finding(match.pk, game, at, verdict, (tuple(who[0::2]), tuple(who[1::2])), winner, parts)])
    return match


def many(people: Sequence[User], number: int, *, seed: int = 5, game: str = "truco") -> None:
    """Any four of them, every hour; the first of all wins more often."""
    rng, refs = Random(seed), [of_user(one) for one in people]
    for place in range(number):
        four = rng.sample(refs, 4)
        odds = 0.5 + 0.3 * ((refs[0] in four[0::2]) - (refs[0] in four[1::2]))
        finished_match(*four, winner=0 if rng.random() < odds else 1, at=LONG_AGO + timedelta(hours=place), game=game)
