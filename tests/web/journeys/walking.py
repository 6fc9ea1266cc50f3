"""Every address of the site that is only read, filled with whatever somebody could guess of an event."""

import io
from collections.abc import Iterator
from itertools import product
from typing import Any
from zipfile import ZipFile

from django.test import Client
from django.urls import NoReverseMatch, reverse

from carteado.regulation import Regulation
from carteado.tournament.state.championship import Championship
from carteado.web.regulations.games import game_of
from carteado.web.results.result_files import FILES
from tests.web.printing.papers import pages_in
from tests.web.watch.test_delay import content_of_sheets
from tools.policy_matrix import django_routes

NOT_OF_THE_EVENT = {"account_logout", "usersessions_list", "mfa_activate_totp"}
"""Signing out would end the walk, a session has the hour of its last request, a second step a new key each time."""


def guessable_paths(championship: Championship, secret: str) -> Iterator[str]:
    """``secret`` opens the reader's own page."""
    matches, pairs = list(championship.fixtures), list(championship.pairs)
    blanks: dict[str, list[str]] = {
        "slug": [championship.event],
        "secret": [secret],
        "code": pairs,
        "first": pairs[:2],
        "second": pairs[2:4],
        "draw": [*championship.draws],
        "match": matches,
        "name": [*FILES],
        "what": ["resultado", "chave", "sumulas", "certificados", "crachas"],
        "kind": ["pdf"],
        "number": ["1", "2"],
        "game": [_game(championship.regulation)],
        "regulation_id": [championship.regulation.id],
    }
    for route in django_routes():
        names = [part.partition(">")[0].rpartition(":")[2] for part in route.path.replace("(?P<", "<").split("<")[1:]]
        if route.name in NOT_OF_THE_EVENT or not set(names) <= blanks.keys():
            continue
        for values in product(*(blanks[name] for name in names)):
            try:
                yield reverse(route.name, kwargs=dict(zip(names, values, strict=True)))
            except NoReverseMatch:
                continue
    yield from (f"/campeonatos/?fase={phase}" for phase in ("ao-vivo", "jogados", "a-jogar"))
    news = reverse("entrant-news", args=[secret])
    yield from (f"{news}?desde={number}" for number in range(len(championship.log) + 2))


def _game(regulation: Regulation) -> str:
    return str(game_of(regulation))


def answer_of(client: Client, path: str) -> tuple[int, str | None, str]:
    """Status, where it sends, and the text: of a spreadsheet without the hour at which it was made."""
    answer: Any = client.get(path)
    body = b"".join(answer) if answer.streaming else answer.content
    if path.endswith(".xlsx") and answer.status_code == 200:
        body = content_of_sheets(body)
    return answer.status_code, answer.get("Location"), body.decode("latin-1")


def text_of(client: Client, path: str) -> str:
    """All that a person could read at an address: of a paper its words, of a packed file each file in it."""
    answer: Any = client.get(path)
    body = b"".join(answer) if answer.streaming else answer.content
    if answer.status_code != 200:
        return str(answer.get("Location", ""))
    if body.startswith(b"%PDF"):
        return " ".join(pages_in(body))
    return _unpacked(body)


def _unpacked(body: bytes) -> str:
    if not body.startswith(b"PK"):
        return body.decode("utf-8", "replace")
    with ZipFile(io.BytesIO(body)) as packed:
        return " ".join(_unpacked(packed.read(name)) for name in packed.namelist())
