"""Secrets, and the commitments published before a deal or draw: a hash of what the secret is for and the secret."""

import hashlib
import re
import secrets

from carteado.fair.errors import FairError

_HEX_32_BYTES = re.compile(r"[0-9a-f]{64}")


def new_seed() -> bytes:
    """32 unpredictable bytes: the seed of a deal or the secret of a draw."""
    return secrets.token_bytes(32)


def parse_seed(text: object) -> bytes:
    """Read 64 lower-case hexadecimal digits. The commitment hashes the text, so a seed has only one spelling."""
    if isinstance(text, str) and _HEX_32_BYTES.fullmatch(text):
        return bytes.fromhex(text)
    raise FairError("bad_seed")


def checked_seed(seed: bytes) -> bytes:
    if len(seed) != 32:
        raise FairError("bad_seed")
    return seed


def checked_id(value: object, *, what: str) -> str:
    """Printable ASCII without ``|``, so that two different ids never give the same label."""
    if isinstance(value, str) and value and value.isascii() and value.isprintable() and "|" not in value:
        return value
    raise FairError("bad_id", what=what, value=value)


def commitment(label: str, secret: bytes) -> str:
    """SHA-256 of ``LABEL|`` and the secret in lower-case hex; published before the deal or draw."""
    return hashlib.sha256(f"{label}|{checked_seed(secret).hex()}".encode("ascii")).hexdigest()
