"""People without a screen play whole matches, on a network as bad as a test wants it."""

import asyncio
from collections.abc import Sequence
from random import Random
from typing import Any, NamedTuple

from tests.web.tables.transport.client import PATIENCE, Broken, Message, Sent, Tab, require
from tests.web.tables.transport.site import Site, Table

DULL = {"discard"}
"""Acts that are done when there is nothing better: so matches of points come to an end."""
HURRY = 0.02


class Whims(NamedTuple):
    """How often what goes wrong on a network goes wrong, of one."""

    drops_before: float = 0
    drops_after: float = 0
    drops_meanwhile: float = 0
    twice: float = 0
    again_later: float = 0
    old: float = 0
    late: float = 0
    out_of_turn: float = 0.02
    afresh: float = 0


CALM = Whims()
ROUGH = Whims(
    drops_before=0.03,
    drops_after=0.05,
    drops_meanwhile=0.01,
    twice=0.1,
    again_later=0.1,
    old=0.05,
    late=0.05,
    out_of_turn=0.05,
    afresh=0.1,
)


class Player:
    """Plays one tab: by what it is told that it may do, at random."""

    def __init__(self, tab: Tab, rng: Random, whims: Whims = CALM) -> None:
        self.tab, self.rng, self.whims = tab, rng, whims
        self._thought_at = -1
        self._for_later: list[Sent] = []

    async def play(self) -> None:
        """Until the match is over and every act has its answer."""
        tab = self.tab
        while True:
            if not tab.is_open:
                await tab.connect(afresh=self._happens(self.whims.afresh))
                await tab.say(*(one.message for one in tab.unanswered))
            if tab.unanswered:
                await self._await_answers()
            elif tab.is_over:
                return
            elif (act := self._choice()) is not None:
                await self._do(act)
            else:
                await tab.news(1)
                if self._happens(self.whims.drops_meanwhile):
                    await tab.disconnect()

    def _happens(self, chance: float) -> bool:
        return self.rng.random() < chance

    # --- sending --------------------------------------------------------------------------------------------------

    async def _do(self, act: Message) -> None:
        tab, whims = self.tab, self.whims
        if self._happens(whims.old) and tab.seq > 1:
            old = tab.prepare(act, seq=tab.seq + self.rng.choice((-1, -2, 1)))
            await tab.say(old.message)
        one = tab.prepare(act)
        if self._happens(whims.drops_before):
            await tab.disconnect()
            return
        if self._happens(whims.late):
            await tab.news(HURRY)
        copies = 2 if self._happens(whims.twice) else 1
        if self._happens(0.5):
            await tab.say(*[one.message] * copies)
        else:
            for _ in range(copies):
                await tab.say(one.message)
        if self._happens(whims.again_later):
            self._for_later.append(one)
        if self._for_later and self._happens(0.3):
            await tab.say(*(old.message for old in reversed(self._for_later)))
            self._for_later.clear()
        if self._happens(whims.drops_after):
            await tab.disconnect()

    async def _await_answers(self) -> None:
        """What has no answer is sent again when the connection is lost; while it holds, the answer must come."""
        tab = self.tab
        try:
            async with asyncio.timeout(PATIENCE):
                while tab.is_open and tab.unanswered:
                    await tab.news()
                    if tab.to_repeat:
                        await asyncio.sleep(0.1)
                        tab.to_repeat.clear()
                        await tab.say(*(one.message for one in tab.unanswered))
        except TimeoutError:
            raise Broken(tab.name, "no answer to", tab.unanswered) from None

    # --- choosing -------------------------------------------------------------------------------------------------

    def _choice(self) -> Message | None:
        """What to do now; once for everything that is new."""
        tab = self.tab
        if not tab.state or self._thought_at == tab.seq:
            return None
        if tab.state["clock"].get("stopped"):  # until all are back
            return None
        asked, legal = tab.state["asked"], tab.state.get("legal", [])
        if asked is not None and tab.observer in asked["seats"]:
            return self.answer(asked["step"], legal)
        self._thought_at = tab.seq
        if not self._happens(self.whims.out_of_turn):
            return None
        if (signs := tab.table["signs"]) and tab.state["view"].get("hand") is not None and self._happens(0.5):
            return {"act": "sign", "sign": self.rng.choice(signs)}
        return self.rng.choice(legal) if legal else None

    def answer(self, step: str, legal: list[Message]) -> Message:
        """What is done by whoever is asked."""
        if step == "cut":
            return {"act": "cut", "cuts": [self.rng.randint(1, 30)] if self._happens(0.8) else []}
        if step == "deal":
            return {"act": "deal", "burn": self.rng.randint(0, self.tab.state.get("most_burnt", 0))}
        require(bool(legal), self.tab.name, "is asked and may do nothing", self.tab.state)
        better = [act for act in legal if act["act"] not in DULL]
        return self.rng.choice(better if better and self._happens(0.8) else legal)


def seated(
    site: Site, table: Table, rng: Random, whims: Whims = CALM, *, second_tabs: Sequence[int] = ()
) -> list[Player]:
    """A player for every seat, and for some a second page."""
    seats = [*range(len(table.keys)), *second_tabs]
    return [
        Player(Tab(site.address, table.code, table.keys[seat], f"{seat}{'ab'[number >= len(table.keys)]}"), rng, whims)
        for number, seat in enumerate(seats)
    ]


async def play_all(players: Sequence[Player], timeout: float = 120) -> None:
    """To the end; what one of them finds broken ends it."""
    async with asyncio.timeout(timeout):
        try:
            async with asyncio.TaskGroup() as group:
                for player in players:
                    group.create_task(player.play())
        except* Broken as broken:
            raise broken.exceptions[0] from None
        finally:
            for player in players:
                player.tab.abort()


def check(written: dict[str, Any], tabs: Sequence[Tab]) -> None:
    """What is written is what everybody was told and what was acknowledged, each once."""
    require(written["seqs"] == list(range(1, len(written["seqs"]) + 1)), "numbers")
    clients = [tuple(one) for one in written["clients"] if one is not None]
    require(len(clients) == len(set(clients)), "an act stands twice")
    for tab in tabs:
        _check_tab(written, tab)
    ours = {(str(tab.observer), name) for tab in tabs for name in tab.acks}
    require(set(clients) == ours, "written and acknowledged", set(clients) ^ ours)


def _check_tab(written: dict[str, Any], tab: Tab) -> None:
    told = written["told"][str(tab.observer)]
    require(tab.seq == len(told), tab.name, "has seen all", tab.seq, len(told))
    for seq, one in tab.seen_acts.items():
        _, at, act = told[seq - 1]
        require(one == {"seq": seq, "at": at, "act": act}, tab.name, "told otherwise than written", one, told[seq - 1])
    if not tab.snapshots > 1:
        require(sorted(tab.seen_acts) == list(range(min(tab.seen_acts), tab.seq + 1)), tab.name, "not all was told")
    require(tab.state["view"] == written["views"][str(tab.observer)], tab.name, "another view")
    places = {tuple(one): index for index, one in enumerate(written["clients"]) if one is not None}
    for name, seq in tab.acks.items():
        index = places.get((str(tab.observer), name))
        require(index is not None and told[seq - 1][0] == index, tab.name, "acknowledged and not there", name, seq)
        sent, done = tab.sent[name].act, told[seq - 1][2]
        require(done["seat"] == tab.observer and done["act"] == sent["act"], tab.name, "another act", sent, done)


def check_over(written: dict[str, Any]) -> None:
    require(written["winner"] is not None and written["is_finished"], "not over")
    require(written["noted"] == written["folded"], "lists say otherwise", written["noted"], written["folded"])
