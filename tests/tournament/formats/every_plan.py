"""Every form of dispute for every number of pairs that it can be played by."""

from collections.abc import Iterator

from carteado.tournament.formats.plans import FORMS, Plan

SIZES = range(2, 65)


def plans(form: str) -> Iterator[tuple[int, Plan]]:
    for pairs in SIZES:
        if pairs >= FORMS[form].least:
            yield pairs, FORMS[form].plan(pairs)
