"""What can be done now at the desk of draws, derived from the championship."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import NamedTuple

from django.utils import timezone

from carteado.regulation import Refusal, out_of_order
from carteado.tournament.formats.plans import FORMS, Plan, form_plan
from carteado.tournament.formats.stages import Kind, Stage
from carteado.tournament.operations import EndRounds, PairRound, Settle
from carteado.tournament.outcomes import PairId
from carteado.tournament.registrations.eligibility import closing
from carteado.tournament.registrations.entries import taking_part, unaccepted
from carteado.tournament.running.dispatch import in_force, refusal
from carteado.tournament.running.draws import FORM, drawn_form
from carteado.tournament.state.championship import Championship
from carteado.web.display.championship_in_words import ChampionshipInWords
from carteado.web.draw.draw_in_words import DrawShown, is_reached
from carteado.web.draw.draw_names import stage_of_draw
from carteado.web.draw.models import DrawSecret
from carteado.web.draw.secrets import Hindrance, hindrance_to
from carteado.web.events import store
from carteado.web.events.details import Details
from carteado.web.events.formats import (
    StageInWords,
    is_drawn_by_lot,
    offers_one_place,
    plan_in_words,
    plan_of,
    title_of,
)
from carteado.web.events.models import Event
from carteado.web.events.trouble import NO_TROUBLE, Trouble, trouble_from_refusal
from carteado.web.registrations.eligibility_verdicts import with_names
from carteado.web.registrations.entry_texts import REQUIREMENTS, VERDICTS
from carteado.web.registrations.registering import with_people

# --- the field ----------------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True, kw_only=True)
class Field:
    """The field: the pairs that take part, in order of entry, and the stages that they play, as far as that is known.

    ``operation`` settles it now; if it is None, ``trouble`` says why, unless it is too early or too late for that.
    ``is_settled`` if it was settled before, ``is_as_settled`` if settling again would change nothing. ``is_drawn`` once
    the first draw was held or a match was called: then the field is closed. ``may_undo`` while the settling can be
    undone. ``waits_for_form`` while a draw has to decide the form of dispute first. ``entries_open`` while the dates
    still let pairs enter: they would be missing in a field settled now. ``offers_one_place`` if the page
    should propose a form with one place for an eliminated pair after each phase. ``owing`` are the pairs for which the
    field has to wait.
    """

    pairs: tuple[PairId, ...]
    stages: tuple[StageInWords, ...]
    operation: Settle | None
    trouble: Trouble
    is_settled: bool
    is_as_settled: bool
    is_drawn: bool
    may_undo: bool
    waits_for_form: bool
    entries_open: bool
    offers_one_place: bool
    owing: tuple["Owing", ...]


class Owing(NamedTuple):
    """A pair because of which the field may not be settled or drawn yet, with what its people have not accepted or
    signed."""

    code: str
    name: str
    missing: tuple["Missing", ...]


class Missing(NamedTuple):
    """What one person has not accepted or signed, or has refused. ``person`` is their name, ``title`` says what it is,
    ``key`` leads to its article."""

    person: str
    title: str
    state_label: str
    key: str


def field_of(event: Event, details: Details, championship: Championship, by: str) -> Field:
    """The field as it stands now. ``by`` would be the author of the operation that settles it."""
    championship = with_people(championship, event)
    pairs = entered(event, championship)
    is_drawn = bool(championship.places or championship.logs)
    waits = FORM not in championship.draws and (
        bool(championship.forms) or (is_drawn_by_lot(championship.regulation) and not details.stages)
    )
    operation, trouble = (None, NO_TROUBLE) if is_drawn or waits else _settling(event, details, championship, pairs, by)
    plan = championship.plan if is_drawn or operation is None else operation.plan
    closes = closing(championship.regulation, details.settings)
    return Field(
        pairs=championship.pairs if is_drawn else pairs,
        stages=plan_in_words(plan),
        operation=operation,
        trouble=trouble,
        is_settled=bool(championship.plan.stages),
        is_as_settled=operation is not None
        and (championship.plan, championship.pairs) == (operation.plan, operation.pairs),
        is_drawn=is_drawn,
        may_undo=may_undo(championship),
        waits_for_form=waits,
        entries_open=bool(closes and timezone.now() < closes.at),
        offers_one_place=not is_drawn and not championship.plan.stages and offers_one_place(details, len(pairs)),
        owing=() if is_drawn else owing(event, championship, pairs),
    )


def owing(event: Event, championship: Championship, pairs: Iterable[PairId]) -> tuple[Owing, ...]:
    """The pairs that owe an acceptance or a signature. ``championship`` knows its people.

    Keys: consents.regulation and the others, consents.documents.
    """
    entries = [championship.entries[pair] for pair in pairs if pair in championship.entries]
    found = {entry.id: missing for entry in entries if (missing := unaccepted(championship.roll, entry))}
    if not found:
        return ()
    codes = [one.person for missing in found.values() for one in missing]
    called = {one.code: one.shown for one in event.entrants.filter(code__in=codes).only("code", "called", "name")}
    names = store.names_of(event)
    return tuple(
        Owing(
            pair,
            names.get(pair, pair),
            tuple(
                Missing(
                    called.get(one.person, ""),
                    str(REQUIREMENTS[one.verdict.requirement]),
                    str(VERDICTS[one.verdict.state]),
                    one.verdict.key,
                )
                for one in missing
            ),
        )
        for pair, missing in found.items()
    )


def entered(event: Event, championship: Championship) -> tuple[PairId, ...]:
    """The pairs that take part, in order of entry. If none registered on this site, the pairs that were named."""
    if championship.entries:
        return tuple(entry.id for entry in taking_part(championship.roll))
    return tuple(event.pairs_named.order_by("pk").values_list("code", flat=True))


def _settling(
    event: Event, details: Details, championship: Championship, pairs: tuple[PairId, ...], by: str
) -> tuple[Settle | None, Trouble]:
    """The operation that settles the field and no trouble, or None and the reason why it would be refused."""
    plan = _plan(details, championship, len(pairs))
    if isinstance(plan, Refusal):
        return None, trouble_from_refusal(plan, championship.regulation)
    of_pairs = (  # a pair that entered has its delegation in its entry
        () if championship.entries else event.pairs_named.exclude(delegation="").values_list("code", "delegation")
    )
    operation = Settle(by=by, at=timezone.now(), plan=plan, pairs=pairs, delegations=tuple(of_pairs))
    refused = refusal(championship, operation)
    return (None, trouble_with_names(event, refused, championship)) if refused else (operation, NO_TROUBLE)


def trouble_with_names(event: Event, refused: Refusal, championship: Championship) -> Trouble:
    """The refusal, with the names of the pair, the person, the match or the draw that it is about."""
    codes = [str(one) for one in refused.details.values()]
    people = {one.code: one.shown for one in event.entrants.filter(code__in=codes)}
    names = store.names_of(event)
    named = with_names(refused, {**names, **people})
    return trouble_from_refusal(
        ChampionshipInWords(event, championship, names).with_names(named), championship.regulation
    )


def _plan(details: Details, championship: Championship, pairs: int) -> Plan | Refusal:
    """The plan that the organiser chose or the regulation prescribes, or the form that was drawn. Key: format.kind."""
    chosen = plan_of(details, pairs)
    if isinstance(chosen, Refusal) or FORM not in championship.draws:
        return chosen
    form = drawn_form(championship)
    if pairs < FORMS[form].least:
        return out_of_order("stage_needs_pairs", least=FORMS[form].least, pairs=pairs)
    return form_plan(championship.regulation, form, pairs)


def may_undo(championship: Championship) -> bool:
    """True while settling the field is the last act that still stands, so nothing depends on it yet."""
    standing = in_force(championship.log)
    return bool(standing) and isinstance(standing[-1], Settle)


# --- draws --------------------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True, kw_only=True)
class DrawTask:
    """A draw and its next step: ``may_announce``, ``may_hold``, or what it waits for.

    ``announced`` is the announcement as this site stored it. ``is_reached`` once all pairs of its stage are known; for
    lots, while a tie needs them; for the form of dispute, always. ``hindrance`` is the reason of the site for not
    holding an announced draw now.
    """

    draw: DrawShown
    announced: DrawSecret | None
    is_reached: bool
    hindrance: Hindrance | None

    @property
    def may_announce(self) -> bool:
        return self.draw.state == "open"

    @property
    def may_hold(self) -> bool:
        return self.draw.state == "announced" and self.is_reached and self.hindrance is None


def draw_task(championship: Championship, draw: DrawShown, sealed: DrawSecret | None) -> DrawTask:
    stage = stage_of_draw(championship, draw.name)
    return DrawTask(
        draw=draw,
        announced=sealed,
        is_reached=is_reached(championship, stage) if stage else draw.is_still_needed,
        hindrance=hindrance_to(championship, sealed) if draw.is_announced else None,
    )


# --- rounds of a Swiss --------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True, kw_only=True)
class RoundTask:
    """The next round of a Swiss stage: round ``number`` of ``rounds``. ``trouble`` says why it cannot be paired now.
    ``may_end`` if the stage may end without it."""

    stage: str
    title: str
    number: int
    rounds: int
    trouble: Trouble
    may_end: bool


def round_tasks(championship: Championship, by: str) -> list[RoundTask]:
    """The next round of every Swiss stage that has its pairs and rounds left."""
    swiss = (stage for stage in championship.plan.stages if stage.kind is Kind.SWISS)
    return [
        _round_task(championship, stage, by)
        for stage in swiss
        if championship.bracket.is_filled(stage) and not championship.bracket.is_paired(stage)
    ]


def _round_task(championship: Championship, stage: Stage, by: str) -> RoundTask:
    now = timezone.now()
    reason_against = refusal(championship, PairRound(by=by, at=now, stage=stage.id))
    return RoundTask(
        stage=stage.id,
        title=title_of(stage),
        number=len(championship.sat_out.get(stage.id, ())) + 1,  # it has one item for each round that was paired
        rounds=stage.rounds,
        trouble=trouble_from_refusal(reason_against, championship.regulation) if reason_against else NO_TROUBLE,
        # any reason will do here: without one it would be refused
        may_end=refusal(championship, EndRounds(by=by, at=now, stage=stage.id, why="-")) is None,
    )


def secrets_of(event: Event) -> Mapping[str, DrawSecret]:
    """The announcements of the draws with their secrets, by name, for the desk: it asks whether each can be held."""
    return {one.draw: one for one in event.draw_secrets.all()}


def announcements_of(event: Event) -> Mapping[str, DrawSecret]:
    """The announcements of the draws, by name, for public pages. The secrets are not loaded."""
    return {one.draw: one for one in event.draw_secrets.defer("secret")}
