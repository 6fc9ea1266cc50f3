"""Identity documents: how numbers are normalised, checked, and shown to their owner.

A CPF is the taxpayer's number of a Brazilian, an RNE the registration of a foreigner.
"""

import re

from validate_docbr import CPF

from carteado.web.people.models import DocumentKind

_RNE = re.compile(r"[A-Z]\d{6,7}[A-Z0-9]", re.ASCII)


def normalised_number(kind: DocumentKind, text: str) -> str | None:
    """The number as stored, without dots and dashes. None if no document can have it: the check digits of a CPF are
    wrong, or an RNE has another form."""
    bare = re.sub(r"[\s./-]", "", text).upper()
    if kind == DocumentKind.CPF:
        return bare if CPF().validate(bare) else None
    return bare if _RNE.fullmatch(bare) else None


def masked_number(kind: DocumentKind, number: str) -> str:
    """Part of the number: enough for its owner to recognise it, too little for a person looking over their shoulder."""
    if kind == DocumentKind.CPF:
        return f"•••.{number[3:6]}.{number[6:9]}-••"
    return f"{number[0]}{'•' * (len(number) - 4)}{number[-3:]}"
