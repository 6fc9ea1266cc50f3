"""Who sits at a table, by reference: ``user:3``, ``guest:CODE``, ``entrant:CODE``, ``bot:matreiro``. Names are looked
up, so that they can be erased while the matches stay."""

from collections import Counter
from collections.abc import Iterable, Mapping

from carteado.bots.registry import ONE_GAME
from carteado.regulation import Regulation
from carteado.web.entries.models import Entrant
from carteado.web.people.anonymous import NAMELESS, anonymous
from carteado.web.people.models import User
from carteado.web.tables.models import Guest

Names = Mapping[str, str]

BOT_NAMES = ("Bento", "Tonha", "Zé", "Zefa")
"""What a bot is called at a table, by its seat: no two alike, whoever plays there."""
USER, GUEST, ENTRANT, BOT = "user", "guest", "entrant", "bot"


def of_user(user: User) -> str:
    return f"{USER}:{user.pk}"


def called(user: User) -> str:
    """What an account is called before others: never by its address."""
    return next(iter(user.name.split()), anonymous(user.pk))


def of_guest(guest: Guest) -> str:
    return f"{GUEST}:{guest.code}"


def of_entrant(code: str) -> str:
    return f"{ENTRANT}:{code}"


def of_bot(bot: str) -> str:
    return f"{BOT}:{bot}"


def is_bot(reference: str) -> bool:
    return reference.startswith(f"{BOT}:")


def best_bot(regulation: Regulation) -> str:
    """The one that sits in for somebody who is away."""
    return next(name for name, game in ONE_GAME.items() if game is regulation.game)


def names_of(references: Iterable[str]) -> Names:
    """What each is called; who is known no longer is a participant, an account's with its number."""
    asked = set(references)
    return {reference: _nameless(reference) for reference in asked} | _known(asked)


def names_at(seats: Mapping[int, str]) -> dict[int, str]:
    """What those at one table are called there, by their seats: of two with one name the second gets a number."""
    names, taken, called = names_of(seats.values()), Counter[str](), dict[int, str]()
    for seat, who in sorted(seats.items()):
        name = bot_name(seat) if is_bot(who) else names[who]
        taken[name.casefold()] += 1
        again = taken[name.casefold()]
        called[seat] = f"{name} {again}" if again > 1 else name
    return called


def bot_name(seat: int) -> str:
    return BOT_NAMES[seat % len(BOT_NAMES)]


def forgotten(references: Iterable[str]) -> set[str]:
    """Accounts and guests that are no more."""
    asked = {one for one in references if one.partition(":")[0] in (USER, GUEST)}
    return asked - _known(asked).keys()


def _known(references: set[str]) -> dict[str, str]:
    by_kind: dict[str, set[str]] = {}
    for reference in references:
        kind, _, name = reference.partition(":")
        by_kind.setdefault(kind, set()).add(name)
    names = {of_bot(bot): bot.capitalize() for bot in by_kind.get(BOT, ())}
    if users := by_kind.get(USER):
        names |= {of_user(user): called(user) for user in User.objects.filter(pk__in=users)}
    if guests := by_kind.get(GUEST):
        names |= {of_guest(guest): guest.name for guest in Guest.objects.filter(code__in=guests)}
    if entrants := by_kind.get(ENTRANT):
        names |= {of_entrant(one.code): one.shown for one in Entrant.objects.filter(code__in=entrants)}
    return names


def _nameless(reference: str) -> str:
    kind, _, number = reference.partition(":")
    return anonymous(int(number)) if kind == USER else NAMELESS
