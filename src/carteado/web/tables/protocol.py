"""The protocol of a live table, ``carteado-table/1``: what a client says and what it is told.

A frame is a JSON list of messages. ``docs/protocol.md`` tells how they go together. The client's types are generated
from here.
"""

from typing import Annotated, Any, Literal

import msgspec
from msgspec import Meta, Raw, Struct

PROTOCOL = 1
LONGEST_ID = 40
LONGEST_TEXT = 200
MOST_CUTS = 20

ClientId = Annotated[str, Meta(min_length=1, max_length=LONGEST_ID, pattern=r"^[\w-]+$")]


class FromClient(Struct, tag_field="type", forbid_unknown_fields=True, frozen=True):
    """What a client says."""


class Hello(FromClient, tag="hello", frozen=True):
    """The first message. ``match`` and ``seq`` are how far the client has seen, if it has seen anything."""

    protocol: int
    match: str | None = None
    seq: int = 0


class Act(FromClient, tag="act", frozen=True):
    """Does something. ``id`` is the client's own, and the same when it is sent again; ``seq`` is how far the client has
    seen: an act on what has changed since is refused."""

    id: ClientId
    seq: int
    act: Raw


class Say(FromClient, tag="say", frozen=True):
    """Speaks to the table: one of its sentences, or words of one's own where the table allows them."""

    preset: Annotated[str, Meta(max_length=40)] | None = None
    text: Annotated[str, Meta(max_length=LONGEST_TEXT)] | None = None


class Report(FromClient, tag="report", frozen=True):
    """Tells the site's team of something that was said."""

    said: int


class Mute(FromClient, tag="mute", frozen=True):
    """Hears nothing from a seat any more, or hears it again; its signs are no words."""

    seat: int
    on: bool


Incoming = Hello | Act | Say | Report | Mute


class ToClient(Struct, tag_field="type", frozen=True, omit_defaults=True):
    """What a client is told."""


class You(Struct, frozen=True, omit_defaults=True):
    """Who the reader is at this table: a seat, ``spectator`` or ``referee``."""

    observer: int | str
    name: str = ""
    is_owner: bool = False


class SeatFacts(Struct, frozen=True, omit_defaults=True):
    """Who has a seat. ``here`` is whether that person is at the table now; ``played_by`` a bot that sits in for him;
    ``since`` the instant since when he has been away."""

    name: str = ""
    kind: Literal["empty", "person", "bot"] = "empty"
    here: bool = False
    played_by: str | None = None
    since: int | None = None


class Preset(Struct, frozen=True):
    """A sentence of the table's, in both languages; ``code`` names it in ``say`` and ``said``."""

    code: str
    pt: str
    en: str


class TableFacts(Struct, frozen=True):
    """What everybody may know of the table itself; ``run_order`` are the ranks as a run goes through them, where there
    are runs."""

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
    """Who is to do what, and until when; None for as long as he likes."""

    step: str
    seats: tuple[int, ...]
    until: int | None


class ClockFacts(Struct, frozen=True, omit_defaults=True):
    """Instants are the server's, in milliseconds since 1970; ``bell`` is when the time of the match is up, ``stopped``
    who stopped the match. What is asked and rings later for who is told later, too."""

    now: int
    bell: int | None = None
    stopped: str | None = None


class Told(Struct, frozen=True, omit_defaults=True):
    """Something that happened, as the reader may know it; ``seq`` counts what he has seen."""

    seq: int
    at: int
    act: Any


class Welcome(ToClient, tag="welcome", frozen=True):
    protocol: int
    you: You
    table: TableFacts
    now: int


class Table(ToClient, tag="table", frozen=True):
    """The table has changed: somebody sat down, came, left, or a match began."""

    you: You
    table: TableFacts


class LayFacts(Struct, frozen=True):
    """A meld that the reader's cards can form, and its points."""

    cards: list[str]
    points: int


class State(ToClient, tag="state", frozen=True):
    """How the match stands after ``acts``. With ``whole`` it is a snapshot: ``acts`` are those of this hand, and what
    the reader had before is to be forgotten; else they follow what he has seen.

    ``view`` is what the reader may know, ``legal`` what he may do now, ``lays`` the melds of his cards while they must
    reach a minimum, ``may_sign`` whether he may make the table's signs now; ``deck`` is how many cards are shuffled and
    not dealt, ``most_burnt`` how many of them he may burn when he is to deal. ``fair`` are the seeds, once the match is
    over.
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
    """The act was not done. ``rule`` and ``article`` where a regulation forbids it; ``message`` is for the person."""

    code: str
    message: str
    id: str | None = None
    rule: str | None = None
    article: str | None = None
    seq: int | None = None


class Presence(ToClient, tag="presence", frozen=True):
    """Who is at the table."""

    seats: tuple[SeatFacts, ...]
    spectators: int


class Said(ToClient, tag="said", frozen=True):
    """``number`` names it in a report."""

    number: int
    name: str
    at: int
    seat: int | None = None
    preset: str | None = None
    text: str | None = None


class Muted(ToClient, tag="muted", frozen=True):
    """The seats that the reader does not hear."""

    seats: tuple[int, ...]


class Reported(ToClient, tag="reported", frozen=True):
    """The site's team will look at what was said."""

    said: int


class Beat(ToClient, tag="beat", frozen=True):
    """The server is there."""

    now: int


class Bye(ToClient, tag="bye", frozen=True):
    """The server closes the connection, and why."""

    code: str
    message: str = ""


Outgoing = Welcome | Table | State | Ack | Refusal | Presence | Said | Muted | Reported | Beat | Bye

encode = msgspec.json.Encoder().encode
decode_frame = msgspec.json.Decoder(list[Incoming]).decode


def frame(messages: list[bytes]) -> bytes:
    """What is sent together."""
    return b"[%b]" % b",".join(messages)
