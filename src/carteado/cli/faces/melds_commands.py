"""Read what a person types at a table of Tranca or Canastra. Cards and melds are given by their numbers on screen."""

from collections.abc import Sequence

from carteado import melds
from carteado.cards import Card
from carteado.cli.faces import HELP, QUIT, Ask, Wish, number_in

_WORDS = {
    "exchange": {"t", "troca", "trocar", "exchange"},
    "redraw": {"2a", "2ª", "2nd", "segunda", "second"},
}
_VERBS = {
    "pt": {"c": "draw", "l": "take", "b": "lay", "a": "extend", "d": "discard"},
    "en": {"d": "draw", "p": "take", "l": "lay", "e": "extend", "x": "discard"},
}
_WHOLE_VERBS = {
    "compra": "draw",
    "draw": "draw",
    "lixo": "take",
    "pile": "take",
    "take": "take",
    "baixa": "lay",
    "lay": "lay",
    "acrescenta": "extend",
    "extend": "extend",
    "descarta": "discard",
    "discard": "discard",
}
PERSON = 0


class Typed:
    """A line typed by the person whose turn it is."""

    def __init__(self, text: str, language: str, match: melds.Match, ask: Ask, which: str) -> None:
        self._words = text.strip().lower().split()
        self._verbs = _VERBS[language] | _WHOLE_VERBS
        self._match, self._ask, self._which = match, ask, which
        assert match.hand is not None
        self._hand = match.hand
        self._cards = melds.faces(sorted(match.hand.hands[PERSON]))

    def act(self) -> melds.Act | Wish | None:
        """The act or wish that the line means, legal or not. None if it means nothing."""
        if not self._words:
            return None
        verb, *numbers = self._words
        if verb in QUIT and not numbers:
            return Wish.QUIT
        if verb in HELP:
            return Wish.HELP
        if verb in _WORDS["exchange"]:
            return melds.Exchange(PERSON)
        if verb in _WORDS["redraw"]:
            return melds.Redraw(PERSON)
        if verb not in self._verbs:
            return None
        doing = {
            "draw": self._draw,
            "take": self._take,
            "lay": self._lay,
            "extend": self._extend,
            "discard": self._discard,
        }
        return doing[self._verbs[verb]](numbers)

    def _draw(self, _numbers: Sequence[str]) -> melds.Act:
        return melds.Draw(PERSON)

    def _discard(self, numbers: Sequence[str]) -> melds.Act | None:
        chosen = self._chosen(numbers)
        return melds.Discard(PERSON, chosen[0]) if chosen and len(chosen) == 1 else None

    def _lay(self, numbers: Sequence[str]) -> melds.Act | None:
        """``1 2 3``, or several melds separated by ``/``."""
        groups = " ".join(numbers).split("/")
        chosen = [self._chosen(group.split()) for group in groups]
        if not all(chosen):
            return None
        return melds.Lay(
            PERSON,
            tuple(self._one_of(melds.meld_forms(self._match.rules, some or ()), some or ()) for some in chosen),
        )

    def _extend(self, numbers: Sequence[str]) -> melds.Act | None:
        return self._extended(numbers, (), melds.Extend)

    def _take(self, numbers: Sequence[str]) -> melds.Act | None:
        """Alone, with cards of the hand for a new meld, or with ``j1`` or ``m1`` onto a meld."""
        top = self._hand.top
        if not numbers or top is None:
            return melds.Take(PERSON)
        if numbers[0].lstrip("jm") != numbers[0]:
            rest = [numbers[0].lstrip("jm"), *numbers[1:]]
            return self._extended(rest, (melds.face(top),), melds.TakeExtending)
        chosen = self._chosen(numbers)
        if chosen is None:
            return None
        cards = (*chosen, melds.face(top))
        return melds.TakeLaying(PERSON, self._one_of(melds.meld_forms(self._match.rules, cards), cards))

    def _extended(
        self,
        numbers: Sequence[str],
        more: Sequence[Card],
        form: type[melds.Extend] | type[melds.TakeExtending],
    ) -> melds.Act | None:
        number = number_in(numbers[0]) if numbers else None
        if number is None:
            return None
        index, chosen = number - 1, self._chosen(numbers[1:])
        ours = self._hand.side(PERSON).melds
        if chosen is None:
            return None
        added = (*chosen, *more)
        if not 0 <= index < len(ours):
            return form(PERSON, index, added)
        forms = melds.extended_forms(self._match.rules, ours[index], added)
        return form(PERSON, index, self._one_of(forms, (*ours[index].faces, *added)))

    def _chosen(self, numbers: Sequence[str]) -> tuple[Card, ...] | None:
        """The cards of the hand with these numbers. None if a number is wrong or repeated."""
        places = [place - 1 for number in numbers if (place := number_in(number)) is not None]
        if len(places) != len(numbers) or len(set(places)) != len(places):
            return None
        if not all(0 <= place < len(self._cards) for place in places):
            return None
        return tuple(self._cards[place] for place in places)

    def _one_of(self, forms: Sequence[tuple[Card, ...]], otherwise: Sequence[Card]) -> tuple[Card, ...]:
        """The only form, the one the person picks, or the cards as typed, which the rules then refuse with a reason."""
        if not forms:
            return tuple(otherwise)
        if len(forms) == 1:
            return forms[0]
        options = "  ".join(f"{number}) {_spoken(form)}" for number, form in enumerate(forms, start=1))
        answer = self._ask(self._which.format(options=options)).strip()
        chosen = (number_in(answer) or 1) - 1
        return forms[chosen] if 0 <= chosen < len(forms) else forms[0]


def _spoken(cards: Sequence[Card]) -> str:
    return " ".join(card.symbol for card in cards)
