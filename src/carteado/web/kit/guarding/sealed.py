"""Model fields that are encrypted in the database: sealed with the first key, opened with any of them.

A sealed value cannot be searched for. Use ``keyed_index`` to store a fingerprint that finds an equal value.
"""

import hashlib
import hmac
import logging
from functools import cache
from typing import TYPE_CHECKING, Any

from cryptography.fernet import Fernet, InvalidToken, MultiFernet
from django.conf import settings
from django.db import models
from django.db.backends.base.base import BaseDatabaseWrapper
from django.db.models.expressions import Expression

if TYPE_CHECKING:
    _Text = models.TextField[str, str]
else:
    _Text = models.TextField

logger = logging.getLogger(__name__)


class CannotOpen(ValueError):
    """The value was sealed with a key that we do not have, or was tampered with."""


class Unreadable(str):
    """Stands for a value that cannot be opened. It is an empty text, so that one bad row does not break a page.

    Saving it keeps the stored value, because the missing key may come back. Code that derives another value from it,
    such as its ``keyed_index``, must first check that it is not of this class.
    """

    token: str

    @classmethod
    def in_place_of(cls, token: str) -> "Unreadable":
        unreadable = cls()
        unreadable.token = token
        return unreadable


def seal(text: str) -> str:
    """The text encrypted with the first key."""
    return _keys().encrypt(text.encode()).decode()


def unseal(token: str) -> str:
    try:
        return _keys().decrypt(token.encode()).decode()
    except InvalidToken:
        raise CannotOpen("sealed with a key that is not among ours, or tampered with") from None


def is_under_first_key(token: str) -> bool:
    try:
        Fernet(settings.PERSONAL_DATA_KEYS[0]).decrypt(token.encode())
    except InvalidToken:
        return False
    return True


def resealed(token: str) -> str:
    """The same content sealed with the first key, used when a key is retired."""
    try:
        return _keys().rotate(token.encode()).decode()
    except InvalidToken:
        raise CannotOpen("sealed with a key that is not among ours, or tampered with") from None


def keyed_index(text: str) -> str:
    """A fingerprint, the same for equal texts. Without the key the text cannot be found out, not even by trying all
    texts."""
    return hmac.new(settings.PERSONAL_DATA_INDEX_KEY.encode(), text.encode(), hashlib.sha256).hexdigest()


def _keys() -> MultiFernet:
    return _ring_of(tuple(settings.PERSONAL_DATA_KEYS))


@cache
def _ring_of(keys: tuple[str, ...]) -> MultiFernet:
    return MultiFernet([Fernet(key) for key in keys])


class SealedField(_Text):
    """A text that is stored sealed. An empty text stays empty."""

    def get_prep_value(self, value: Any) -> Any:
        if isinstance(value, Unreadable):
            return value.token
        text = super().get_prep_value(value)
        return seal(text) if text else text

    def from_db_value(self, value: str | None, _expression: Expression, _connection: BaseDatabaseWrapper) -> str | None:
        if not value:
            return value
        try:
            return unseal(value)
        except CannotOpen as error:
            logger.error("%s.%s: %s", self.model._meta.label, self.name, error)
            return Unreadable.in_place_of(value)
