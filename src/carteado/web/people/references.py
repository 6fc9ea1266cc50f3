"""Who a player is, written as one word: ``user:3``, ``guest:CODE``, ``entrant:CODE``, ``bot:NAME``.

A user is an account, a guest plays at a live table without one, an entrant is known by the event only.
"""

from carteado.web.people.models import User
from carteado.web.people.public_names import anonymous

USER, GUEST, ENTRANT, BOT = "user", "guest", "entrant", "bot"


def of_user(user: User) -> str:
    return f"{USER}:{user.pk}"


def public_name(user: User) -> str:
    """The name of an account that others see: the first word of its name, or "Participante" and its number if it has
    none. It is never the e-mail address."""
    if user.name == anonymous(user.pk):
        return user.name
    return next(iter(user.name.split()), anonymous(user.pk))


def of_entrant(code: str) -> str:
    return f"{ENTRANT}:{code}"


def of_bot(bot: str) -> str:
    return f"{BOT}:{bot}"


def is_bot(player: str) -> bool:
    """True if the reference is a bot's."""
    return player.startswith(f"{BOT}:")
