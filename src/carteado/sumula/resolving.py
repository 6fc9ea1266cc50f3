"""Which hands count on a súmula that several devices write. This needs no rule of any game.

No entry is ever thrown away. If two devices noted a hand separately, it is one hand if both noted the same; if they
differ, the first counts until a player or the referee settles it. The same entries in the same order always give the
same result.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from enum import StrEnum
from typing import Any, NamedTuple

from carteado.sumula.entries import (
    SITE,
    Accept,
    Answer,
    Attempt,
    Bell,
    CallReferee,
    Correct,
    Entry,
    EntryId,
    Hand,
    Rule,
    Settle,
    Undo,
    Warn,
)


class StandingHand(NamedTuple):
    """A hand that counts, in its current version; ``of`` is the entry that noted it first."""

    place: int
    of: EntryId
    version: EntryId
    hand: Any
    despite: str


class Doubt(StrEnum):
    """Why the table should check a hand: one noted on two devices (or two alike), two that differ, two corrections."""

    TWICE = "twice"
    DIFFERENT = "different"
    CORRECTIONS = "corrections"


class Question(NamedTuple):
    """A question for the table. ``entries`` are the versions to choose from, beginning with the one that counts.

    Until it is answered there is no result, even if both versions are alike: most hands of truco are, and two
    phones may each have noted a different one.
    """

    doubt: Doubt
    place: int
    entries: tuple[EntryId, ...]


class WithoutEffect(StrEnum):
    """Why an entry is kept but has no effect."""

    UNKNOWN = "unknown"
    NOT_YOURS = "not_yours"
    ACCEPTED = "accepted"
    SAME = "same"
    OVERTAKEN = "overtaken"
    TAKEN_BACK = "taken_back"


@dataclass(frozen=True, slots=True, kw_only=True)
class Resolved:
    """A súmula read from its entries.

    ``versions`` are all hands, bells and rulings for a pair to accept, in the order of the count. ``accepted`` is
    how many hands each pair has accepted, from the first on, and ``agreed`` whether it has accepted all versions.
    ``next_place`` is the place of the next hand. It skips places whose hands were settled as not played, or the
    question would come up again. ``calls`` has the call for the referee that the table waits for, if any.
    """

    hands: tuple[StandingHand, ...]
    versions: tuple[EntryId, ...]
    next_place: int
    questions: tuple[Question, ...]
    accepted: tuple[int, int]
    agreed: tuple[bool, bool]
    attempts: Mapping[tuple[int, int], int]
    bells: tuple[Entry, ...]
    rulings: tuple[Entry, ...]
    warnings: tuple[Entry, ...]
    calls: tuple[Entry, ...]
    without_effect: Mapping[EntryId, WithoutEffect]


def resolve(entries: Iterable[Entry]) -> Resolved:
    """Read the entries. They come in the server's order, and those that it does not have yet come last."""
    sheet = _Sheet()
    for entry in entries:
        if entry.id not in sheet.entries:
            sheet.add(entry)
    return sheet.resolved()


@dataclass(slots=True)
class _NotedHand:
    """A hand with its current version. ``apart`` are competing corrections, ``answered`` those a later one settled."""

    entry: Entry
    stands: Entry
    apart: list[EntryId] = field(default_factory=list)
    answered: dict[EntryId, list[EntryId]] = field(default_factory=dict)

    @property
    def content(self) -> Any:
        return _content(self.stands).hand

    def standing(self) -> StandingHand:
        content = _content(self.stands)
        place = self.entry.content.place if isinstance(self.entry.content, Hand) else 0
        return StandingHand(place, self.entry.id, self.stands.id, content.hand, content.despite)


def _content(entry: Entry) -> Hand | Correct:
    assert isinstance(entry.content, Hand | Correct)
    return entry.content


@dataclass(slots=True)
class _Sheet:
    entries: dict[EntryId, Entry] = field(default_factory=dict)
    noted: dict[EntryId, _NotedHand] = field(default_factory=dict)
    by_place: dict[int, dict[EntryId, _NotedHand]] = field(default_factory=dict)
    settled: dict[int, Settle] = field(default_factory=dict)
    accepts: dict[EntryId, Accept] = field(default_factory=dict)
    others: dict[EntryId, Entry] = field(default_factory=dict)
    without_effect: dict[EntryId, WithoutEffect] = field(default_factory=dict)

    def add(self, entry: Entry) -> None:
        self.entries[entry.id] = entry
        match entry.content:
            case Hand(place=place):
                self.noted[entry.id] = self.by_place.setdefault(place, {})[entry.id] = _NotedHand(entry, entry)
            case Correct() as correction:
                self._correct(entry, correction)
            case Undo(of):
                self._undo(entry, of)
            case Settle() as settle:
                self.settled[settle.place] = settle
            case Accept() as accept:
                self.accepts[entry.id] = accept
            case Answer(of):
                self._answer(entry, of)
            case _:
                self.others[entry.id] = entry

    # --- entries that change earlier ones -----------------------------------------------------------------------------

    def _correct(self, entry: Entry, correction: Correct) -> None:
        noted = self.noted.get(correction.of)
        if noted is None:
            self.without_effect[entry.id] = WithoutEffect.UNKNOWN
        elif correction.over == noted.stands.id:
            noted.answered[entry.id] = noted.apart
            noted.stands, noted.apart = entry, []
        elif correction.hand == noted.content:
            self.without_effect[entry.id] = WithoutEffect.SAME
        else:
            noted.apart.append(entry.id)
            self.without_effect[entry.id] = WithoutEffect.OVERTAKEN

    def _answer(self, entry: Entry, of: EntryId) -> None:
        """A referee who comes to the table answers all its calls."""
        calls = self._calls()
        if of not in (call.id for call in calls):
            self.without_effect[entry.id] = WithoutEffect.UNKNOWN
            return
        self.without_effect |= _more_than_one(calls)
        for call in calls:
            del self.others[call.id]

    def _undo(self, entry: Entry, of: EntryId) -> None:
        target = self.entries.get(of)
        refused = self._refusal_of_undo(entry, target)
        if refused is not None:
            self.without_effect[entry.id] = refused
            return
        assert target is not None
        self.without_effect[of] = WithoutEffect.TAKEN_BACK
        match target.content:
            case Hand(place=place):
                del self.noted[of], self.by_place[place][of]
            case Correct(of=hand, over=over):
                noted = self.noted[hand]
                noted.stands, noted.apart = self.entries[over], [*noted.answered.pop(of), *noted.apart]
            case Accept():
                del self.accepts[of]
            case _:
                del self.others[of]

    def _refusal_of_undo(self, entry: Entry, target: Entry | None) -> WithoutEffect | None:
        if target is None or not self._has_effect(target):
            return WithoutEffect.UNKNOWN
        if not _is_of_the_same(target, entry):
            return WithoutEffect.NOT_YOURS
        return WithoutEffect.ACCEPTED if self._is_accepted(target.id) else None

    def _has_effect(self, target: Entry) -> bool:
        """Whether the entry still has an effect that can be undone."""
        match target.content:
            case Hand():
                return target.id in self.noted and self.noted[target.id].stands is target
            case Correct(of=of):
                return of in self.noted and self.noted[of].stands is target
            case Accept():
                return target.id in self.accepts
            case Attempt() | Bell() | CallReferee() | Rule() | Warn():
                return target.id in self.others
        return False

    def _is_accepted(self, version: EntryId) -> bool:
        """Whether a pair accepted the version. Never for a referee's: they may undo it, and the pairs accept again."""
        if self.entries[version].device == SITE:
            return False
        versions = self._versions(tuple(self._hands()))
        return version in versions[: max(self._accepted(versions))]

    # --- the result ---------------------------------------------------------------------------------------------------

    def resolved(self) -> Resolved:
        hands, questions = tuple(self._hands()), tuple(self._questions())
        versions = self._versions(hands)
        accepted = self._accepted(versions)
        of_hands = {one.version for one in hands}
        kinds = [(entry, entry.content) for entry in self.others.values()]
        calls = self._calls()
        return Resolved(
            hands=hands,
            versions=versions,
            next_place=max((place for place in self._places() if self._at(place)), default=-1) + 1,
            questions=questions,
            accepted=(
                sum(one in of_hands for one in versions[: accepted[0]]),
                sum(one in of_hands for one in versions[: accepted[1]]),
            ),
            agreed=(accepted[0] == len(versions) > 0, accepted[1] == len(versions) > 0),
            attempts=self._attempts(),
            bells=self._bells(),
            rulings=tuple(entry for entry, content in kinds if isinstance(content, Rule)),
            warnings=tuple(entry for entry, content in kinds if isinstance(content, Warn)),
            calls=tuple(calls[:1]),
            without_effect=self.without_effect | _more_than_one(calls),
        )

    def _at(self, place: int) -> list[_NotedHand]:
        """The hands noted at a place, except those never played, in the order in which they came."""
        return [noted for noted in self.by_place[place].values() if noted.content is not None]

    @staticmethod
    def _place(noted: _NotedHand) -> int:
        assert isinstance(noted.entry.content, Hand)
        return noted.entry.content.place

    def _places(self) -> list[int]:
        return sorted(self.by_place)

    def _hands(self) -> Iterator[StandingHand]:
        for place in self._places():
            for noted in self._counting_hands(place):
                yield noted.standing()

    def _counting_hands(self, place: int) -> Sequence[_NotedHand]:
        noted_hands = self._at(place)
        settled = self._settled(place, noted_hands)
        if settled is None:
            return noted_hands[:1]
        by_id = {noted.entry.id: noted for noted in noted_hands}
        return [by_id[one] for one in settled.hands if one in by_id]

    def _settled(self, place: int, noted_hands: Sequence[_NotedHand]) -> Settle | None:
        """The settlement of a place, unless a hand was added or removed later that its writer did not know about."""
        settle = self.settled.get(place)
        if settle is None or not self.noted.keys() >= set(settle.hands):
            return None
        return settle if {noted.entry.id for noted in noted_hands} <= set(settle.among) else None

    def _questions(self) -> Iterator[Question]:
        for place in self._places():
            noted_hands = self._at(place)
            if len(noted_hands) > 1 and self._settled(place, noted_hands) is None:
                alike = all(noted.content == noted_hands[0].content for noted in noted_hands)
                doubt = Doubt.TWICE if alike else Doubt.DIFFERENT
                yield Question(doubt, place, tuple(noted.entry.id for noted in noted_hands))
        for noted in self.noted.values():
            if noted.apart:
                yield Question(Doubt.CORRECTIONS, self._place(noted), (noted.stands.id, *noted.apart))

    def _versions(self, hands: Sequence[StandingHand]) -> tuple[EntryId, ...]:
        """The hands, with the bells and rulings before them."""
        rulings = (entry for entry in self.others.values() if isinstance(entry.content, Rule))
        between = [(_place_of(entry), 0, entry.id) for entry in (*rulings, *self._bells())]
        return tuple(one for _, _, one in sorted((*between, *_in_places(hands)), key=lambda one: one[:2]))

    def _accepted(self, versions: Sequence[EntryId]) -> tuple[int, int]:
        most, stand = [0, 0], tuple(versions)
        for accept in self.accepts.values():
            count = len(accept.versions)
            if most[accept.pair] < count <= len(stand) and accept.versions == stand[:count]:
                most[accept.pair] = count
        return most[0], most[1]

    def _attempts(self) -> Mapping[tuple[int, int], int]:
        """How many attempts failed, by place and pair. The same attempt noted twice counts once."""
        numbers: dict[tuple[int, int], set[int]] = {}
        for entry in self.others.values():
            if isinstance(entry.content, Attempt):
                numbers.setdefault((entry.content.place, entry.content.pair), set()).add(entry.content.number)
        return {where: len(known) for where, known in numbers.items()}

    def _calls(self) -> list[Entry]:
        """The calls not yet answered or taken back. The table waits for the first; the others have no effect."""
        return [entry for entry in self.others.values() if isinstance(entry.content, CallReferee)]

    def _bells(self) -> tuple[Entry, ...]:
        """The first bell noted for each period: a game's time and its extension."""
        bells: dict[tuple[int, int], Entry] = {}
        for entry in self.others.values():
            if isinstance(entry.content, Bell):
                bells.setdefault((entry.content.game, entry.content.number), entry)
        return tuple(bells[one] for one in sorted(bells))


def _more_than_one(calls: Sequence[Entry]) -> dict[EntryId, WithoutEffect]:
    return {call.id: WithoutEffect.SAME for call in calls[1:]}


def _in_places(hands: Sequence[StandingHand]) -> Iterator[tuple[int, int, EntryId]]:
    return ((hand.place, 1, hand.version) for hand in hands)


def _place_of(entry: Entry) -> int:
    assert isinstance(entry.content, Bell | Rule)
    return entry.content.place


def _is_of_the_same(one: Entry, another: Entry) -> bool:
    """Whether both entries have the same writer: any referee, or one phone.

    An entry that the server has not seen yet has only the name of its device.
    """
    if one.device != another.device:
        return False
    return one.device == SITE or not one.by or not another.by or one.by == another.by
