"""Sentences for the operations of a championship in the log, by their tags, and who gets a notice of them.

A tag is the name of an operation's class as the stored operation has it, such as ``open_entry`` for ``OpenEntry``.
"""

from collections.abc import Mapping

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

from carteado.tournament.files.codec import tag
from carteado.tournament.operations import Announce, Cancel, ChangeRules, Resume, SetHours, Suspend
from carteado.web.kit.guarding.policy import Role

SENTENCES: Mapping[str, str | Promise] = {
    "announce": _("{actor} announced the dates and papers of the event."),
    "describe": _("{actor} noted what is known of a player."),
    "open_entry": _("{actor} entered a pair."),
    "change_entry": _("{actor} changed an entry."),
    "enter_delegation": _("{actor} entered a delegation."),
    "substitute": _("{actor} put a substitute into a match."),
    "offer_forms": _("{actor} named the formats to draw from."),
    "settle": _("{actor} settled the pairs and the format."),
    "set_hours": _("{actor} published the hours of the matches."),
    "commit_draw": _("{actor} published the commitment of a draw."),
    "hold_draw": _("{actor} held a draw."),
    "pair_round": _("{actor} paired the next round."),
    "end_rounds": _("{actor} ended the rounds of a stage."),
    "call_match": _("{actor} called a match to its table."),
    "start_match": _("{actor} started a match."),
    "mark_time": _("{actor} noted the time at a match."),
    "submit": _("{actor} handed in a result."),
    "confirm": _("{actor} confirmed a result."),
    "dispute": _("{actor} disputed a result."),
    "correct": _("{actor} corrected a result."),
    "walk_over": _("{actor} gave a W.O."),
    "withdraw_pair": _("{actor} noted that a pair gave up."),
    "disqualify_pair": _("{actor} disqualified a pair."),
    "change_rules": _("{actor} changed rules of the event."),
    "agree_house_rule": _("{actor} wrote down a house rule for one match."),
    "decide": _("{actor} decided a case that no rule covers."),
    "suspend": _("{actor} suspended the event."),
    "resume": _("{actor} resumed the event."),
    "cancel": _("{actor} cancelled the event."),
    "undo": _("{actor} took the last act back."),
}

UNSIGNED: Mapping[str, str | Promise] = {
    "announce": _("The dates and papers of the event were announced."),
    "describe": _("What is known of a player was noted."),
    "open_entry": _("A pair entered."),
    "change_entry": _("An entry was changed."),
    "enter_delegation": _("A delegation entered."),
    "substitute": _("A substitute came into a match."),
    "offer_forms": _("The formats to draw from were named."),
    "settle": _("The pairs and the format were settled."),
    "set_hours": _("The hours of the matches were published."),
    "commit_draw": _("The commitment of a draw was published."),
    "hold_draw": _("A draw was held."),
    "pair_round": _("The next round was paired."),
    "end_rounds": _("The rounds of a stage ended."),
    "call_match": _("A match was called to its table."),
    "start_match": _("A match started."),
    "mark_time": _("The time at a match was noted."),
    "submit": _("A result was handed in."),
    "confirm": _("A result was confirmed."),
    "dispute": _("A result was disputed."),
    "correct": _("A result was corrected."),
    "walk_over": _("A match was decided by W.O."),
    "withdraw_pair": _("A pair gave up."),
    "disqualify_pair": _("A pair was disqualified."),
    "change_rules": _("Rules of the event were changed."),
    "agree_house_rule": _("A house rule for one match was written down."),
    "decide": _("A case that no rule covers was decided."),
    "suspend": _("The event was suspended."),
    "resume": _("The event was resumed."),
    "cancel": _("The event was cancelled."),
    "undo": _("The last act was taken back."),
}
"""For operations whose author is not named: most players and all phones have no account, the site itself hands in the
result of a live table, and some readers see no names."""

_TEAM = frozenset(Role.of_events())
_WHO_DECIDES = frozenset({Role.ORGANISER, Role.REFEREE})

NOTIFIES: Mapping[str, frozenset[Role]] = {
    "announce": _TEAM,
    "set_hours": _TEAM,
    "change_rules": _TEAM,
    "suspend": _TEAM,
    "resume": _TEAM,
    "cancel": _TEAM,
    "dispute": _WHO_DECIDES,
    "withdraw_pair": _WHO_DECIDES,
    "disqualify_pair": _WHO_DECIDES,
}
"""The roles whose holders get a notice of an operation. Other operations give none to the team."""

NEWS_OPERATIONS = (Announce, SetHours, ChangeRules, Suspend, Resume, Cancel)
"""Operations that are news for every pair: on its page, by mail, and as a notice to its people with an account."""
NEWS_TAGS = frozenset(tag(operation) for operation in NEWS_OPERATIONS)
