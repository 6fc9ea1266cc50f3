"""Which hands stand on a súmula that several devices write: a reading of its entries that knows no rule of any game.

Nothing sent is ever thrown away. What two devices noted apart from each other is one hand where both noted the same;
where they differ the first counts until somebody settles it. The same entries in the same order always read the same.
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


class Standing(NamedTuple):
    """A hand that counts, in the version that stands; ``of`` is the entry that noted it first."""

    place: int
    of: EntryId
    version: EntryId
    hand: Any
    despite: str


class Doubt(StrEnum):
    """Why somebody should look: one hand noted on two devices (or two alike), two that differ, two corrections."""

    TWICE = "twice"
    DIFFERENT = "different"
    CORRECTIONS = "corrections"


class Question(NamedTuple):
    """``entries`` are the versions to choose from, the one that counts first. Until it is answered there is no result,
    also where both look alike: most hands of truco do, and two phones may each have noted another one."""

    doubt: Doubt
    place: int
    entries: tuple[EntryId, ...]


class WithoutEffect(StrEnum):
    """Why an entry is kept and changes nothing."""

    UNKNOWN = "unknown"
    NOT_YOURS = "not_yours"
    ACCEPTED = "accepted"
    SAME = "same"
    OVERTAKEN = "overtaken"
    TAKEN_BACK = "taken_back"


@dataclass(frozen=True, slots=True, kw_only=True)
class Resolved:
    """``versions`` are all that a pair accepts, in the order in which it counts: hands, bells and rulings. ``accepted``
    is how many hands each has accepted, from the first on, and ``agreed`` whether it has accepted all there is.
    ``next_place`` is where the next hand goes: not to hands of which somebody settled that they were not played, or
    they would be asked about again. ``calls`` is the one for which the table waits, if it does."""

    hands: tuple[Standing, ...]
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
    """The entries in the server's order, those that it does not have yet after them."""
    sheet = _Sheet()
    for entry in entries:
        if entry.id not in sheet.entries:
            sheet.take(entry)
    return sheet.resolved()


@dataclass(slots=True)
class _Noted:
    """A hand with the version that stands, and what was sent past it; ``answered`` is what one was chosen over."""

    entry: Entry
    stands: Entry
    apart: list[EntryId] = field(default_factory=list)
    answered: dict[EntryId, list[EntryId]] = field(default_factory=dict)

    @property
    def content(self) -> Any:
        return _content(self.stands).hand

    def standing(self) -> Standing:
        content = _content(self.stands)
        place = self.entry.content.place if isinstance(self.entry.content, Hand) else 0
        return Standing(place, self.entry.id, self.stands.id, content.hand, content.despite)


def _content(entry: Entry) -> Hand | Correct:
    assert isinstance(entry.content, Hand | Correct)
    return entry.content


@dataclass(slots=True)
class _Sheet:
    entries: dict[EntryId, Entry] = field(default_factory=dict)
    noted: dict[EntryId, _Noted] = field(default_factory=dict)
    by_place: dict[int, dict[EntryId, _Noted]] = field(default_factory=dict)
    settled: dict[int, Settle] = field(default_factory=dict)
    accepts: dict[EntryId, Accept] = field(default_factory=dict)
    others: dict[EntryId, Entry] = field(default_factory=dict)
    without_effect: dict[EntryId, WithoutEffect] = field(default_factory=dict)

    def take(self, entry: Entry) -> None:
        self.entries[entry.id] = entry
        match entry.content:
            case Hand(place=place):
                self.noted[entry.id] = self.by_place.setdefault(place, {})[entry.id] = _Noted(entry, entry)
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

    # --- what changes what was written before -------------------------------------------------------------------------

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
        """Who comes to the table comes for all that it called for."""
        calls = self._calls()
        if of not in (call.id for call in calls):
            self.without_effect[entry.id] = WithoutEffect.UNKNOWN
            return
        self.without_effect |= _more_than_one(calls)
        for call in calls:
            del self.others[call.id]

    def _undo(self, entry: Entry, of: EntryId) -> None:
        target = self.entries.get(of)
        refused = self._why_not_undo(entry, target)
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

    def _why_not_undo(self, entry: Entry, target: Entry | None) -> WithoutEffect | None:
        if target is None or not self._is_there(target):
            return WithoutEffect.UNKNOWN
        if not _is_of_the_same(target, entry):
            return WithoutEffect.NOT_YOURS
        return WithoutEffect.ACCEPTED if self._is_accepted(target.id) else None

    def _is_there(self, target: Entry) -> bool:
        """Whether it still has an effect that can be taken away."""
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
        """What the referee wrote he may take back all the same; who accepted it accepts anew."""
        if self.entries[version].device == SITE:
            return False
        versions = self._versions(tuple(self._hands()))
        return version in versions[: max(self._accepted(versions))]

    # --- how it stands ------------------------------------------------------------------------------------------------

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

    def _at(self, place: int) -> list[_Noted]:
        """The hands noted at a place, but for those that were never played, in the order in which they came."""
        return [noted for noted in self.by_place[place].values() if noted.content is not None]

    @staticmethod
    def _place(noted: _Noted) -> int:
        assert isinstance(noted.entry.content, Hand)
        return noted.entry.content.place

    def _places(self) -> list[int]:
        return sorted(self.by_place)

    def _hands(self) -> Iterator[Standing]:
        for place in self._places():
            for noted in self._counting(place):
                yield noted.standing()

    def _counting(self, place: int) -> Sequence[_Noted]:
        there = self._at(place)
        settled = self._settled(place, there)
        if settled is None:
            return there[:1]
        by_id = {noted.entry.id: noted for noted in there}
        return [by_id[one] for one in settled.hands if one in by_id]

    def _settled(self, place: int, there: Sequence[_Noted]) -> Settle | None:
        """What was settled, as long as nothing has come or gone since that whoever settled it did not know."""
        settle = self.settled.get(place)
        if settle is None or not self.noted.keys() >= set(settle.hands):
            return None
        return settle if {noted.entry.id for noted in there} <= set(settle.among) else None

    def _questions(self) -> Iterator[Question]:
        for place in self._places():
            there = self._at(place)
            if len(there) > 1 and self._settled(place, there) is None:
                alike = all(noted.content == there[0].content for noted in there)
                doubt = Doubt.TWICE if alike else Doubt.DIFFERENT
                yield Question(doubt, place, tuple(noted.entry.id for noted in there))
        for noted in self.noted.values():
            if noted.apart:
                yield Question(Doubt.CORRECTIONS, self._place(noted), (noted.stands.id, *noted.apart))

    def _versions(self, hands: Sequence[Standing]) -> tuple[EntryId, ...]:
        """Hands with what was rung or ruled before them."""
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
        """How many attempts failed, by place and pair. The same one, noted twice, is one."""
        numbers: dict[tuple[int, int], set[int]] = {}
        for entry in self.others.values():
            if isinstance(entry.content, Attempt):
                numbers.setdefault((entry.content.place, entry.content.pair), set()).add(entry.content.number)
        return {where: len(known) for where, known in numbers.items()}

    def _calls(self) -> list[Entry]:
        """Those that nobody has answered or taken back. The first is the table's; another waits behind it."""
        return [entry for entry in self.others.values() if isinstance(entry.content, CallReferee)]

    def _bells(self) -> tuple[Entry, ...]:
        """The first that was noted of each: of a game's time and of its extension."""
        bells: dict[tuple[int, int], Entry] = {}
        for entry in self.others.values():
            if isinstance(entry.content, Bell):
                bells.setdefault((entry.content.game, entry.content.number), entry)
        return tuple(bells[one] for one in sorted(bells))


def _more_than_one(calls: Sequence[Entry]) -> dict[EntryId, WithoutEffect]:
    return {call.id: WithoutEffect.SAME for call in calls[1:]}


def _in_places(hands: Sequence[Standing]) -> Iterator[tuple[int, int, EntryId]]:
    return ((hand.place, 1, hand.version) for hand in hands)


def _place_of(entry: Entry) -> int:
    assert isinstance(entry.content, Bell | Rule)
    return entry.content.place


def _is_of_the_same(one: Entry, another: Entry) -> bool:
    """Whether both were written by the same: by any referee, or by one phone. What the server has not seen yet has only
    the name of its device."""
    if one.device != another.device:
        return False
    return one.device == SITE or not one.by or not another.by or one.by == another.by
