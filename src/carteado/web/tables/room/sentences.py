"""Sentences that a table says to people, in their language. Those about rules come from the regulation."""

from collections.abc import Mapping, Sequence
from functools import cache

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _
from django.utils.translation import override

from carteado.regulation import Refusal, catalogue
from carteado.web.tables.match.act_reading import ActRefusal
from carteado.web.tables.match.championship_match import Closing
from carteado.web.tables.page_refusals import PageRefusal
from carteado.web.tables.protocol import Preset

CODES: Mapping[str, str | Promise] = {
    "stale": _("The table has moved on since: look again."),
    "unreadable": _("The table does not understand this."),
    "no_match": _("No match is on at this table."),
    "match_over": _("The match is over."),
    "stopped": _("The match is stopped."),
    **{one.value: one.label for one in Closing},
    "shut": PageRefusal.CLOSED.label,
    "no_such_rule": _("The regulation has no such rule."),
    "not_stopped": _("The match is not stopped."),
    "not_yours": _("This is for those who play."),
    "not_for_referees": _("A referee rules and does not play."),
    "another_seat": _("Nobody acts for another seat."),
    "played_by_bot": _("A bot plays for you: take your seat back first."),
    "not_away": _("You have your seat already."),
    "no_such_sign": _("Partners show each other the table's signs, and nothing else."),
    "no_hand": _("Partners show each other signs while they hold cards."),
    "too_many_signs": _("That is sign enough for one hand."),
    "nothing_to_cut": _("It is not for you to cut now."),
    "nothing_to_deal": _("It is not for you to deal now."),
    "nothing_to_burn": _("No card is burnt in this game."),
    "not_written": _("This could not be written, and is not done. Try again."),
    "too_busy": _("Too much at once: the table could not take it."),
    "too_fast": _("Too fast: wait a moment."),
    "words_in_hand": _("During a hand partners speak by signs, never by words."),
    "presets_only": _("At this table only its own sentences are said."),
    "not_noted": _("This could not be written down: try again."),
}
"""By the code of a refusal that no regulation gives: of an act, of too many messages, or of a remark."""

NOT_ON_TURN = _("It is not your turn: {name} plays.")
"""Replaces the regulation's own sentence where the table knows the name."""

SENTENCES: Mapping[str, str | Promise] = {
    "hello": _("Hello, everybody"),
    "good_game": _("Have a good game"),
    "nice": _("Well played"),
    "sorry": _("My mistake"),
    "thanks": _("Thank you"),
    "wait": _("One moment, please"),
    "hurry": _("Shall we go on?"),
    "laugh": _("Ha ha ha"),
}
"""The ready sentences of the chat, by their codes. A table offers some of them (``match.from_database``)."""


@cache
def presets(codes: tuple[str, ...]) -> tuple[Preset, ...]:
    """The sentences as a client shows them."""
    return tuple(Preset(code, _in("pt-br", SENTENCES[code]), _in("en", SENTENCES[code])) for code in codes)


def _in(language: str, text: str | Promise) -> str:
    with override(language):
        return str(text)


def act_refusal_in_words(refusal: ActRefusal, language: str, names: Sequence[str] = ()) -> str:
    """Why an act was not done, in words. ``names`` are the players at the table, by seat, if they may be named."""
    rule_sentences = catalogue(language.partition("-")[0])
    if refusal.rule_refusal is not None:
        name = _on_turn(refusal.rule_refusal, names)
        return _in(language, NOT_ON_TURN).format(name=name) if name else rule_sentences.refusal(refusal.rule_refusal)
    if refusal.error is not None:
        return refusal.error.message(rule_sentences)
    return _in(language, CODES[refusal.code])


def _on_turn(refusal: Refusal, names: Sequence[str]) -> str:
    """The name of the player whose turn it is, if that is why the act was refused. Empty for another reason, or if
    their name is not known."""
    seat = refusal.details.get("turn") if refusal.code == "not_on_turn" else None
    return names[seat] if isinstance(seat, int) and seat < len(names) else ""
