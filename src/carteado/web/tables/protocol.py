"""The protocol of a live table, ``carteado-table/1``: the messages between client and server.

A frame is a JSON list of messages. ``docs/protocol.md`` explains how they go together. The client's types are generated
from this module.
"""

from typing import Annotated, Any, Literal

import msgspec
from msgspec import Meta, Raw, Struct

PROTOCOL = 1
"""The version. A client that says hello with another one is turned away."""
LONGEST_ID_CHARS = 40
LONGEST_TEXT_CHARS = 200
MOST_CUTS = 20

ClientId = Annotated[str, Meta(min_length=1, max_length=LONGEST_ID_CHARS, pattern=r"^[\w-]+$")]


class FromClient(Struct, tag_field="type", forbid_unknown_fields=True, frozen=True):
    """A message from the client."""


class Hello(FromClient, tag="hello", frozen=True):
    """The first message. ``match`` is the code of the match that the client has seen, ``seq`` how many of its acts.

    A client that has seen none leaves both out.
    """

    protocol: int
    match: str | None = None
    seq: int = 0


class Act(FromClient, tag="act", frozen=True):
    """Asks for an act.

    The client chooses ``id``. If it gets no answer, it sends the act again with the same ``id``, and the act is done
    once. ``seq`` is how many acts the client has seen: the act is refused if the game has gone on since.
    """

    id: ClientId
    seq: int
    act: Raw


class Say(FromClient, tag="say", frozen=True):
    """Speaks to the table: the code of a ready sentence, or free text where the table allows it. Never both."""

    preset: Annotated[str, Meta(max_length=40)] | None = None
    text: Annotated[str, Meta(max_length=LONGEST_TEXT_CHARS)] | None = None


class Report(FromClient, tag="report", frozen=True):
    """Reports a remark to the site's team, by its number ``said``."""

    said: int


class Mute(FromClient, tag="mute", frozen=True):
    """Mutes a seat for the sender alone, or hears it again. Signs are not words and stay visible."""

    seat: int
    on: bool


Incoming = Hello | Act | Say | Report | Mute


class ToClient(Struct, tag_field="type", frozen=True, omit_defaults=True):
    """A message to the client."""


class You(Struct, frozen=True, omit_defaults=True):
    """Who the reader is at this table: a seat, counted from 0, or ``spectator`` or ``referee``.

    ``name`` is empty for an unknown visitor.
    """

    observer: int | str
    name: str = ""
    is_owner: bool = False


class SeatFacts(Struct, frozen=True, omit_defaults=True):
    """A seat, and who has it.

    ``here`` is true while they are at the table. ``played_by`` is the bot that sits in for them, ``since`` the time
    (milliseconds since 1970) since when they are away.
    """

    name: str = ""
    kind: Literal["empty", "person", "bot"] = "empty"
    here: bool = False
    played_by: str | None = None
    since: int | None = None


class Preset(Struct, frozen=True):
    """A ready sentence in both languages; ``code`` names it in other messages."""

    code: str
    pt: str
    en: str


class TableFacts(Struct, frozen=True):
    """What all may know of the table.

    ``regulation`` is its id, ``match`` the code of the last match that the reader may know of. ``act_seconds`` is the
    time to think, None for no limit. ``delay`` is the seconds by which onlookers are behind. ``free_chat`` is true if
    players may write what they like, ``official`` if the match is a championship's. ``presets`` are the ready sentences
    and ``signs`` the signs of this table. ``run_order`` gives the ranks in the order of a run, for games with runs.
    """

    code: str
    regulation: str
    players: int
    direction: Literal["clockwise", "anticlockwise"]
    seats: tuple[SeatFacts, ...]
    act_seconds: int | None
    delay: int
    free_chat: bool
    presets: tuple[Preset, ...]
    signs: tuple[str, ...]
    official: bool
    match: str | None
    run_order: str = ""


class AskedFacts(Struct, frozen=True):
    """The step that the match waits for (``cut``, ``deal`` or ``act``), the seats that are asked, and their deadline.

    ``until`` is in milliseconds since 1970; None if they may take as long as they like, or the match is stopped.
    """

    step: str
    seats: tuple[int, ...]
    until: int | None


class ClockFacts(Struct, frozen=True, omit_defaults=True):
    """Times of the server, in milliseconds since 1970.

    ``bell`` is when the time of the match is up. ``stopped`` is ``referee`` if a referee stopped the match, or else why
    it stands still: ``nobody`` is at the table, the site was ``down``, or nothing may be played there (``closed``).
    Delayed onlookers get all deadlines later by their delay.
    """

    now: int
    bell: int | None = None
    stopped: str | None = None


class SeenAct(Struct, frozen=True, omit_defaults=True):
    """An act that happened, as the reader may know it. ``seq`` counts what the reader has seen, from 1.

    ``at`` is its time in milliseconds since 1970.
    """

    seq: int
    at: int
    act: Any


class Welcome(ToClient, tag="welcome", frozen=True):
    """The answer to ``hello``: who the reader is, the table, and the time of the server."""

    protocol: int
    you: You
    table: TableFacts
    now: int


class Table(ToClient, tag="table", frozen=True):
    """The table has changed: a player sat down, came or left, or a match began."""

    you: You
    table: TableFacts


class LayFacts(Struct, frozen=True):
    """A meld that the reader's cards can form, and its points."""

    cards: list[str]
    points: int


class State(ToClient, tag="state", frozen=True):
    """How the match stands after ``acts``.

    With ``whole`` it is a snapshot: ``acts`` are those of this hand, and the client forgets what it had before.
    Otherwise ``acts`` follow what the reader has seen.

    ``seq`` counts all acts that the reader has seen of the match. ``view`` is what they may know, ``legal`` what they
    may do now; always empty for those who do not play. ``lays`` are the melds that their cards can form, while they
    must reach a minimum. ``may_sign`` is true while they may make a sign. ``deck`` is the number of cards that are
    shuffled and not dealt, ``most_burnt`` how many of them the reader may burn as the dealer. ``commitment`` binds the
    site to the seed of the deck in use. ``lines`` is the score sheet of the hand just played. ``fair`` has the seeds of
    all hands, once the match is over.
    """

    match: str
    seq: int
    acts: list[Any]
    view: Any
    asked: AskedFacts | None
    clock: ClockFacts
    legal: list[Any] = []
    whole: bool = False
    deck: int = 0
    most_burnt: int = 0
    commitment: str | None = None
    fair: list[Any] | None = None
    lines: list[Any] | None = None
    lays: list[LayFacts] | None = None
    may_sign: bool = False


class Ack(ToClient, tag="ack", frozen=True):
    """The act ``id`` is written for good; ``seq`` is its number in what the reader has seen."""

    id: str
    seq: int


class Refusal(ToClient, tag="refusal", frozen=True):
    """Something was not done. ``message`` is in words. ``id`` is the act that was refused, if it was an act.

    ``rule`` and ``article`` are set if a regulation forbids it: the key of the rule, and the articles with the ruling
    that reads them, ``31; TM-10``. ``seq`` is how many acts the reader has seen by now; a ``stale`` act can be sent
    again with it. It is None if no match is known to them, or what was refused is not an act of the match.
    """

    code: str
    message: str
    id: str | None = None
    rule: str | None = None
    article: str | None = None
    seq: int | None = None


class Presence(ToClient, tag="presence", frozen=True):
    """Who is at the table, and how many watch. Onlookers of a delayed table learn late who comes and goes."""

    seats: tuple[SeatFacts, ...]
    spectators: int


class Said(ToClient, tag="said", frozen=True):
    """A remark, by its speaker's name. ``number`` names it in a report. ``seat`` is None if they have none any more.

    It has the code of a ready sentence (``preset``) or a text. ``at`` is in milliseconds since 1970.
    """

    number: int
    name: str
    at: int
    seat: int | None = None
    preset: str | None = None
    text: str | None = None


class Muted(ToClient, tag="muted", frozen=True):
    """The seats that the reader has muted."""

    seats: tuple[int, ...]


class Reported(ToClient, tag="reported", frozen=True):
    """The report is noted: the site's team will look at the remark with the number ``said``."""

    said: int


class Beat(ToClient, tag="beat", frozen=True):
    """Sent every few seconds, so that the client notices a dead connection. ``now`` is the time of the server."""

    now: int


class Bye(ToClient, tag="bye", frozen=True):
    """The server closes the connection. ``code`` says why, and ``message`` in words if there is something to tell."""

    code: str
    message: str = ""


Outgoing = Welcome | Table | State | Ack | Refusal | Presence | Said | Muted | Reported | Beat | Bye

encode = msgspec.json.Encoder().encode
decode_frame = msgspec.json.Decoder(list[Incoming]).decode


def frame(messages: list[bytes]) -> bytes:
    """Several messages as one frame."""
    return b"[%b]" % b",".join(messages)
