"""Chance for a game in the terminal: fresh secrets, or the same game again from a given seed."""

import hashlib
import secrets
from random import Random

from carteado.fair import new_seed


class Chance:
    """Seeds for deals, and the randomness of the bots."""

    def __init__(self, seed: str | None) -> None:
        self._seed = seed
        self.match_id = f"play-{_safe(seed)}" if seed is not None else f"play-{secrets.token_hex(6)}"
        self.rng = Random(secrets.token_bytes(16) if seed is None else f"carteado-play|{seed}")

    def deal_seed(self, hand: int) -> bytes:
        if self._seed is None:
            return new_seed()
        return hashlib.sha256(f"carteado-play|{self._seed}|{hand}".encode()).digest()


def _safe(seed: str) -> str:
    """The seed in a form that fits a match id, which is plain ASCII without ``|``."""
    return seed if seed.isascii() and seed.isalnum() else hashlib.sha256(seed.encode()).hexdigest()[:12]
