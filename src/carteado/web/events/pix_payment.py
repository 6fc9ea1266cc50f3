"""Pix payment texts: a static BR Code, "copia e cola", which any bank's app can pay, after the Central Bank's manual.

Each field is a number, a length and a value (EMV); a checksum ends the text. The pair pays the organiser directly: the
site never learns if it did.
"""

import re
import unicodedata
from collections.abc import Iterator
from enum import StrEnum
from typing import NamedTuple
from uuid import UUID

from django.core.exceptions import ValidationError
from django.core.validators import validate_email
from validate_docbr import CNPJ, CPF

LONGEST_KEY = 77
LONGEST_NAME, LONGEST_CITY, LONGEST_ID = 25, 15, 25
"""The longest values of fields, in characters."""
ANY_ID = "***"
"""Stands in the code for a payment without an identifier."""
_GUI = "br.gov.bcb.pix"
"""Names Pix among the systems of payment that a code may be for."""
_REAL, _COUNTRY = "986", "BR"


class KeyKind(StrEnum):
    """What a Pix key may be."""

    CPF = "cpf"
    CNPJ = "cnpj"
    PHONE = "phone"
    EMAIL = "email"
    RANDOM = "random"


class Key(NamedTuple):
    """``text`` is the key as banks know it."""

    kind: KeyKind
    text: str


def parse_key(text: str) -> Key | None:
    """Read a key, with or without dots and dashes; None if it is none of the five kinds.

    A phone must have its country code, or its area code in brackets: a mistyped CPF must not become a stranger's phone.
    """
    text = text.strip()
    for reader in (_email, _random, _phone, _number):
        if found := reader(text):
            return found
    return None


def _email(text: str) -> Key | None:
    if "@" not in text or len(text) > LONGEST_KEY or not text.isascii():
        return None
    try:
        validate_email(text)
    except ValidationError:
        return None
    return Key(KeyKind.EMAIL, text.lower())


def _random(text: str) -> Key | None:
    return Key(KeyKind.RANDOM, str(UUID(text))) if _UUID.fullmatch(text) else None


def _phone(text: str) -> Key | None:
    """A Brazilian phone: an area code of two digits, then eight or nine digits."""
    bare = re.sub(r"[\s().-]", "", text)
    if text.startswith("+"):
        return Key(KeyKind.PHONE, bare) if _PHONE.fullmatch(bare) else None
    if text.startswith("("):
        return _phone(f"+55{bare}")
    return None


def _number(text: str) -> Key | None:
    bare = re.sub(r"[\s./-]", "", text).upper()
    if not bare.isascii():
        return None
    if len(bare) == 11 and bare.isdigit() and CPF().validate(bare):
        return Key(KeyKind.CPF, bare)
    if len(bare) == 14 and CNPJ().validate(bare):
        return Key(KeyKind.CNPJ, bare)
    return None


_UUID = re.compile(r"[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}", re.ASCII | re.IGNORECASE)
_PHONE = re.compile(r"\+55[1-9][0-9](9[0-9]{8}|[2-5][0-9]{7})", re.ASCII)


# --- the code -----------------------------------------------------------------------------------------------------


def brcode(*, key: str, name: str, city: str, cents: int = 0, txid: str = "") -> str:
    """The text to paste into a bank's app, or to read from a QR code.

    ``name`` and ``city`` are those of the account that is paid. With ``cents`` 0 the payer types the amount. ``txid``
    identifies the payment on the account's statement.
    """
    text = "".join(_fields(key, name, city, cents, txid)) + "6304"  # field 63, four characters: the checksum
    return f"{text}{checksum(text):04X}"


def _fields(key: str, name: str, city: str, cents: int, txid: str) -> Iterator[str]:
    yield _field(0, "01")  # version of the format
    yield _field(26, _field(0, _GUI) + _field(1, key))
    yield _field(52, "0000")  # category of the merchant: none
    yield _field(53, _REAL)
    if cents:
        yield _field(54, f"{cents // 100}.{cents % 100:02}")
    yield _field(58, _COUNTRY)
    yield _field(59, plain(name, LONGEST_NAME))
    yield _field(60, plain(city, LONGEST_CITY))
    yield _field(62, _field(5, _id(txid)))


def _field(number: int, value: str) -> str:
    if not 0 < len(value) <= 99:
        raise ValueError(f"field {number} of a BR Code holds 1 to 99 characters, not {len(value)}")
    return f"{number:02}{len(value):02}{value}"


def plain(text: str, longest: int) -> str:
    """The text without accents, cut to the length of the field: not every bank's app reads more."""
    bare = unicodedata.normalize("NFKD", text).encode("ascii", "ignore").decode()
    return " ".join(re.sub(r"[^ -~]", " ", bare).split())[:longest].strip()


def _id(text: str) -> str:
    return re.sub(r"[^0-9A-Za-z]", "", text)[:LONGEST_ID] or ANY_ID


def checksum(text: str) -> int:
    """CRC-16/CCITT-FALSE: polynomial 0x1021, initial value 0xFFFF."""
    crc = 0xFFFF
    for byte in text.encode("ascii"):
        crc ^= byte << 8
        for _ in range(8):
            crc = (crc << 1) ^ 0x1021 if crc & 0x8000 else crc << 1
        crc &= 0xFFFF
    return crc
