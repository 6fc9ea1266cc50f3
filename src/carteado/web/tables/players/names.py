"""The names of those who sit at a table, by their references: ``user:3``, ``guest:CODE``, ``entrant:CODE``,
``bot:matreiro``.

Names are looked up, so that they can be erased while the matches stay. An entrant's code is valid in one event; in
another event it may be another person's.

Names are in the form in which they are stored (``public_names``): pass each through ``shown_name`` before showing it.
"""

from collections import Counter
from collections.abc import Iterable, Mapping

from carteado.bots.registry import ONE_GAME
from carteado.regulation import Regulation
from carteado.web.people.models import User
from carteado.web.people.public_names import NAMELESS, anonymous
from carteado.web.people.references import BOT as BOT
from carteado.web.people.references import ENTRANT, GUEST, USER, of_bot, of_entrant, of_user, public_name
from carteado.web.people.references import is_bot as is_bot
from carteado.web.registrations.models import Entrant
from carteado.web.tables.models import Guest

Names = Mapping[str, str]
"""Names by reference."""
EventNumber = int | None
"""The primary key of the event of a championship's table; None for other tables."""

BOT_NAMES = ("Bento", "Tonha", "Zé", "Zefa")
"""The names of bots by seat, modulo four: no two at a table are alike, whichever bots play there."""


def of_guest(guest: Guest) -> str:
    return f"{GUEST}:{guest.code}"


def best_bot(regulation: Regulation) -> str:
    """The bot made for the game of this regulation, as references name it (``matreiro``). It fills seats and sits in
    for absent players."""
    return next(name for name, game in ONE_GAME.items() if game is regulation.engine_kind)


def names_of(references: Iterable[str], event: EventNumber) -> Names:
    """The names at a table of that event, or of none.

    Every reference gets a name. An account is called by the first word of its name. A person who is no longer known is
    called ``Participante``, with a number if it was an account. A bot is called by its kind here; ``names_at`` calls it
    by its seat.
    """
    return names_in({event: references})[event]


def names_in(asked: Mapping[EventNumber, Iterable[str]]) -> dict[EventNumber, Names]:
    """The names in several events, read together."""
    references_by_event = {event: set(references) for event, references in asked.items()}
    all_references = {one for references in references_by_event.values() for one in references}
    names, entrants = _names_of_accounts_and_bots(all_references), _entrants(references_by_event)
    return {
        event: {one: entrants.get((event, one)) or names.get(one) or _nameless(one) for one in references}
        for event, references in references_by_event.items()
    }


def names_at(seats: Mapping[int, str], event: EventNumber) -> dict[int, str]:
    """The names at one table, by seat. If two have the same name, the second gets a number."""
    names, counts, by_seat = names_of(seats.values(), event), Counter[str](), dict[int, str]()
    for seat, who in sorted(seats.items()):
        name = bot_name(seat) if is_bot(who) else names[who]
        counts[name.casefold()] += 1
        again = counts[name.casefold()]
        by_seat[seat] = f"{name} {again}" if again > 1 else name
    return by_seat


def bot_name(seat: int) -> str:
    return BOT_NAMES[seat % len(BOT_NAMES)]


def forgotten(references: Iterable[str]) -> set[str]:
    """Those of the references whose account or guest no longer exists."""
    asked = {one for one in references if one.partition(":")[0] in (USER, GUEST)}
    return asked - _names_of_accounts_and_bots(asked).keys()


def _names_of_accounts_and_bots(references: set[str]) -> dict[str, str]:
    """Bots, accounts and guests: each is the same at every table."""
    by_kind: dict[str, set[str]] = {}
    for reference in references:
        kind, _, name = reference.partition(":")
        by_kind.setdefault(kind, set()).add(name)
    names = {of_bot(bot): bot.capitalize() for bot in by_kind.get(BOT, ())}
    if users := by_kind.get(USER):
        names |= {of_user(user): public_name(user) for user in User.objects.filter(pk__in=users)}
    if guests := by_kind.get(GUEST):
        names |= {of_guest(guest): guest.name for guest in Guest.objects.filter(code__in=guests)}
    return names


def _entrants(asked: Mapping[EventNumber, set[str]]) -> dict[tuple[EventNumber, str], str]:
    codes = {
        event: {one.partition(":")[2] for one in references if one.startswith(f"{ENTRANT}:")}
        for event, references in asked.items()
        if event is not None
    }
    every = {code for those in codes.values() for code in those}
    found = Entrant.objects.filter(event__in=codes, code__in=every) if every else ()
    return {(one.event_id, of_entrant(one.code)): one.shown for one in found if one.code in codes[one.event_id]}


def _nameless(reference: str) -> str:
    kind, _, number = reference.partition(":")
    return anonymous(int(number)) if kind == USER else NAMELESS
