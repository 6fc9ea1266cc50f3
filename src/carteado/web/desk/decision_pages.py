"""The page of decisions: rulings, corrections, departures, changed rules and cases that no rule covers.

The public sees those that count in the results and those that the regulation wants on record, each with its time and
article; of rulings about people it sees no reason, and of none the author. The team sees everything.
"""

from collections.abc import Mapping, Sequence
from datetime import datetime
from typing import NamedTuple

from django import forms
from django.contrib import messages
from django.http import HttpResponse
from django.shortcuts import redirect, render
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy
from django.views.decorators.http import require_POST, require_safe

from carteado.regulation import Override, Refusal, Regulation
from carteado.tournament.formats.slots import MatchId
from carteado.tournament.matches.match_log import Game
from carteado.tournament.operations import (
    AgreeHouseRule,
    Cancel,
    ChangeRules,
    Correct,
    Decide,
    DisqualifyPair,
    Operation,
    Resume,
    Submit,
    Suspend,
    Undo,
    WalkOver,
    WithdrawPair,
)
from carteado.tournament.registrations.acts import GROUND_KEYS
from carteado.tournament.state.championship import Championship
from carteado.web.display.championship_in_words import ChampionshipInWords
from carteado.web.events import store
from carteado.web.events.trouble import NO_TROUBLE, Trouble
from carteado.web.kit.forms.form_numbers import figure, parse_count
from carteado.web.kit.guarding.policy import Action, allows
from carteado.web.kit.words.catalogue import words
from carteado.web.matches.acts.base import LONGEST_REASON, reason_field
from carteado.web.matches.match_writing import Overtaken, append_unless_overtaken
from carteado.web.pages.access import SiteRequest, needs, target_of
from carteado.web.watch.visible_event import frame_of, visible_to_everybody, visible_to_team

READ_BY_PUBLIC: Mapping[type[Operation], str] = {
    Decide: "omitted_cases.recorded",
    ChangeRules: "changes.last_version",
    Suspend: "",
    Resume: "",
    Cancel: "",
    WalkOver: "",
    Correct: "",
    WithdrawPair: "",
    DisqualifyPair: "",
}
"""Operations that the public may read, with the rule that asks to record them; "" if their effect on results
suffices."""
RULINGS = (*READ_BY_PUBLIC, AgreeHouseRule)
"""All operations that the page lists. House rules are listed for the team alone."""
RULINGS_ABOUT_PEOPLE = (WalkOver, Correct, WithdrawPair, DisqualifyPair)
"""Rulings about people. The public reads that there was one, its article and its ground. The reason in words stays with
the team and the pair concerned, as on the results sheet."""


class Ruling(NamedTuple):
    """One ruling in words.

    ``kind`` says what it is, ``text`` what was ruled. ``about`` is the match with its pairs, or the pair; "" if it
    concerns the whole event. ``why`` is "" where the reader may not see it or none was given. ``by`` is the name of the
    author, "" for the public and where it is not known. ``key`` is the rule to cite, "" without one. ``is_taken_back``
    if the ruling no longer stands.
    """

    kind: str
    text: str
    about: str
    why: str
    by: str
    at: datetime
    key: str
    is_taken_back: bool


class DecisionForm(forms.Form):
    """A case that concerns the whole event and that no rule covers. Keys: omitted_cases.by, omitted_cases.recorded."""

    question = forms.CharField(label=gettext_lazy("What does no rule say?"), max_length=LONGEST_REASON)
    decision = forms.CharField(label=gettext_lazy("What is decided?"), max_length=LONGEST_REASON)
    why = reason_field()


@needs(Action.READ)
@require_safe
def show_decisions(request: SiteRequest) -> HttpResponse:
    """The page of decisions, for everybody who may see the event."""
    return _page(request)


@needs(Action.RULE)
@require_POST
def decide(request: SiteRequest) -> HttpResponse:
    """Record a decision on a case that no rule covers. A referee decides as such, unless they speak for organisers."""
    form = DecisionForm(request.POST)
    if not form.is_valid():
        return _page(request, form)
    by_referee = not allows(request.roles, Action.DECIDE, target_of(request.event))
    operation = Decide(by=store.author(request.user), at=timezone.now(), by_referee=by_referee, **form.cleaned_data)
    seq_seen = parse_count(request.POST.get("seq", ""))
    result = append_unless_overtaken(
        request.event, [operation], by=request.user, operations_seen=seq_seen, is_conflict=_conflicts_with_decision
    )
    if isinstance(result, Overtaken):
        text = _("Meanwhile something else was decided. Look at it first; yours is still in the form.")
        return _page(request, form, Trouble(refusal=text))
    if isinstance(result, Refusal):
        return _page(
            request, form, ChampionshipInWords(request.event, store.championship_of(request.event)).trouble(result)
        )
    messages.success(request, _("Decided and on record."))
    return redirect("decisions", slug=request.event.slug)


def _conflicts_with_decision(operation: Operation) -> bool:
    """True for what the author of a decision must see first: rulings that others made meanwhile, or any act undone."""
    return isinstance(operation, (Undo, *RULINGS))


def _page(request: SiteRequest, form: DecisionForm | None = None, trouble: Trouble = NO_TROUBLE) -> HttpResponse:
    event = request.event
    is_team = allows(request.roles, Action.RUN_MATCHES, target_of(event))
    visible = visible_to_team(event) if is_team else visible_to_everybody(event)
    championship = visible.championship
    context = {
        **frame_of(visible),
        "regulation": championship.regulation,
        "rulings": rulings_of(championship, ChampionshipInWords(event, championship, visible.names), is_team=is_team),
        "is_team": is_team,
        "may_decide": allows(request.roles, Action.DECIDE, target_of(event)),
        "form": form or DecisionForm(),
        "seq": event.seq,
        "trouble": trouble,
    }
    return render(request, "desk/decisions.html", context)


def rulings_of(championship: Championship, in_words: ChampionshipInWords, *, is_team: bool) -> list[Ruling]:
    """The rulings, the latest first. Only the team sees those that were taken back, marked as such."""
    listed = [
        (place, one, is_standing)
        for place, (one, is_standing) in enumerate(zip(championship.log, standing(championship.log), strict=True))
        if (isinstance(one, RULINGS) if is_team else is_standing and _is_public(one, championship.regulation))
    ]
    authors = in_words.authors(one for _place, one, _stands in listed) if is_team else {}
    results_before = _results_before(championship.log)
    return [
        Ruling(
            kind=str(_KINDS[type(one)]),
            text=_correction_in_words(one, results_before[place])
            if isinstance(one, Correct)
            else _ruling_text(one, in_words),
            about=_about(one, in_words),
            why=getattr(one, "why", "") if is_team or not isinstance(one, RULINGS_ABOUT_PEOPLE) else "",
            by=authors.get(one.by, ""),
            at=one.at,
            key=_cited_key(one, championship.regulation),
            is_taken_back=not is_standing,
        )
        for place, one, is_standing in reversed(listed)
    ]


def _is_public(operation: Operation, regulation: Regulation) -> bool:
    """True if the public may read this kind of operation."""
    key = READ_BY_PUBLIC.get(type(operation))
    return key == "" or key in regulation.citations


def standing(log: Sequence[Operation]) -> list[bool]:
    """For each operation, True if it still stands. Each ``Undo`` takes back the last one that stands."""
    stands = [True] * len(log)
    in_force: list[int] = []
    for place, operation in enumerate(log):
        if isinstance(operation, Undo):
            stands[in_force.pop()] = False
        else:
            in_force.append(place)
    return stands


_KINDS = {
    Decide: gettext_lazy("Omitted case"),
    ChangeRules: gettext_lazy("Rules changed"),
    Suspend: gettext_lazy("Suspended"),
    Resume: gettext_lazy("Resumed"),
    Cancel: gettext_lazy("Cancelled"),
    WalkOver: gettext_lazy("W.O."),
    Correct: gettext_lazy("Correction"),
    WithdrawPair: gettext_lazy("Gave up"),
    DisqualifyPair: gettext_lazy("Disqualified"),
    AgreeHouseRule: gettext_lazy("House rule"),
}


def _about(operation: Operation, in_words: ChampionshipInWords) -> str:
    """The match with its two pairs, or the pair; "" for a ruling about the whole event."""
    match = getattr(operation, "match", None)
    return in_words.encounter(match) if match else in_words.subject_of(operation)


def _score(games: Sequence[Game]) -> str:
    return ", ".join(" × ".join(map(figure, game.points)) for game in games)


def _results_before(log: Sequence[Operation]) -> dict[int, str]:
    """The result in force before each correction, by the correction's place in the log."""
    last: dict[MatchId, str] = {}
    found: dict[int, str] = {}
    for place, (operation, is_standing) in enumerate(zip(log, standing(log), strict=True)):
        if isinstance(operation, Correct):
            found[place] = last.get(operation.match, "")
        if is_standing and isinstance(operation, WalkOver):
            last[operation.match] = _("W.O.")
        elif is_standing and isinstance(operation, Submit | Correct):
            last[operation.match] = _score(operation.games)
    return found


def _correction_in_words(operation: Correct, old_score: str) -> str:
    """The old and the new result. The new one alone if the referee kept a disputed result, or if nobody recorded the
    old one: a W.O. that follows from a pair's departure."""
    new_score = _score(operation.games)
    return f"{old_score} → {new_score}" if old_score and old_score != new_score else new_score


def _rule(in_words: ChampionshipInWords, override: Override) -> str:
    """The sentence of the rule with its new value."""
    changed = in_words.championship.regulation.with_overrides((override,))
    return next(words().rule(entry) for entry in changed.entries() if entry.key == override.key)


def _rules(operation: ChangeRules, in_words: ChampionshipInWords) -> str:
    return " ".join(_rule(in_words, Override(key, value, operation.by)) for key, value in operation.changes)


def _ruling_text(operation: Operation, in_words: ChampionshipInWords) -> str:
    """The content of a ruling, without the match or pair that it is about. "" if its kind says all. Corrections have
    their own function."""
    match operation:
        case Decide():
            return f"{operation.question} → {operation.decision}"
        case ChangeRules():
            return _rules(operation, in_words)
        case AgreeHouseRule():
            return _rule(in_words, operation.rule)
        case WalkOver():
            return _("Absent: {pairs}.").format(pairs=", ".join(map(in_words.pair, operation.absent)))
        case Suspend() | Cancel():
            return words().in_words(operation.reason).capitalize()
        case DisqualifyPair():
            return words().in_words(operation.ground).capitalize()
    return ""


_KEYS: Mapping[type[Operation], tuple[str, ...]] = {
    Decide: ("omitted_cases.by",),
    ChangeRules: ("changes.by",),
    Suspend: ("suspension.reasons",),
    Resume: ("suspension.reasons",),
    Cancel: ("suspension.reasons",),
    WalkOver: ("lateness.result", "walkover.score"),
    Correct: ("referee.adjust",),
    WithdrawPair: ("withdrawal.effect",),
    DisqualifyPair: (),
    AgreeHouseRule: ("house_rules.needs",),
}
"""The rules of each kind of ruling, of which the page cites the first that the regulation has. For a disqualification,
it is the rule of its ground."""


def _cited_key(operation: Operation, regulation: Regulation) -> str:
    keys = (GROUND_KEYS[operation.ground],) if isinstance(operation, DisqualifyPair) else _KEYS[type(operation)]
    return next((key for key in keys if key in regulation.citations), "")
