"""The desk of draws: settle the field, announce what will decide a draw, hold it, pair the next Swiss round."""

from collections.abc import Callable
from typing import Any, NamedTuple

from django.contrib import messages
from django.http import Http404, HttpResponse
from django.shortcuts import redirect, render
from django.utils import timezone
from django.utils.functional import Promise
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy
from django.views.decorators.http import require_POST, require_safe

from carteado.regulation import Refusal, out_of_order
from carteado.tournament.operations import EndRounds, Operation, PairRound, Undo
from carteado.tournament.registrations.entries import refusal_of_field
from carteado.tournament.state.championship import Championship
from carteado.web.draw import secrets as sealing
from carteado.web.draw.desk_tasks import (
    DrawTask,
    RoundTask,
    draw_task,
    field_of,
    may_undo,
    round_tasks,
    secrets_of,
    trouble_with_names,
)
from carteado.web.draw.draw_in_words import draw_shown, in_numbers
from carteado.web.draw.draw_names import draws_of
from carteado.web.draw.forms import (
    AnnounceForm,
    DeskForm,
    EndRoundsForm,
    HoldForm,
    ReplaceForm,
    StageForm,
    announce_form,
)
from carteado.web.draw.secrets import Hindrance
from carteado.web.draw.ties_and_lots import lucky_losers, ties
from carteado.web.events import store
from carteado.web.events.trouble import NO_TROUBLE, Trouble
from carteado.web.kit.guarding.policy import Action
from carteado.web.pages.access import SiteRequest, needs
from carteado.web.registrations.registering import with_people

Result = Championship | store.Stale | Refusal | Hindrance

MOST_NAMED = 64
"""Pairs that the desk lists by name. It only counts the others, which the page of the draw lists."""


class Attempt(NamedTuple):
    """A refused act: its form with the values typed, the draw or stage that it is ``about``, and the reason for the
    refusal. Empty if nothing was refused."""

    form: DeskForm | None = None
    about: str = ""
    trouble: Trouble = NO_TROUBLE

    def stands_for(self, form: DeskForm, about: str) -> bool:
        """True if the page must show the refused form in place of this one."""
        return self.about == about and type(self.form) is type(form)


class DrawOnDesk(NamedTuple):
    """A draw on the desk.

    ``numbers`` is its size in words. ``form`` is for its next step, None if there is none now. ``again`` is for
    replacing its announcement, None unless it is announced. ``is_tried`` if one of them is the form that was refused.
    """

    task: DrawTask
    numbers: str
    form: DeskForm | None
    again: DeskForm | None
    is_tried: bool

    @property
    def hindrance_in_words(self) -> str:
        return str(HINDRANCES[self.task.hindrance]) if self.task.hindrance else ""


class RoundOnDesk(NamedTuple):
    """The next round of a Swiss stage on the desk, with the form that ends the rounds early."""

    task: RoundTask
    form: DeskForm


@needs(Action.HOLD_DRAW)
@require_safe
def show_desk(request: SiteRequest) -> HttpResponse:
    return _page(request, Attempt())


def _page(request: SiteRequest, tried: Attempt) -> HttpResponse:
    """The desk. Why an act was refused stands beside its form, if that is the form of a draw that the page still has;
    otherwise at the top, with what was typed."""
    event = request.event
    championship, names, secrets = store.championship_of(event), store.names_of(event), secrets_of(event)
    by = store.author(request.user)
    all_draws = [draw_shown(championship, draw, names, secrets.get(draw)) for draw in draws_of(championship)]
    draws = [_draw_on_desk(draw_task(championship, one, secrets.get(one.name)), event.seq, tried) for one in all_draws]
    the_field = field_of(event, store.details_of(event), championship, by)
    context = {
        "event": event,
        "regulation": championship.regulation,
        "field": the_field,
        "names": [names.get(pair, pair) for pair in the_field.pairs[:MOST_NAMED]],
        "more": max(0, len(the_field.pairs) - MOST_NAMED),
        "draws": draws,
        "ties": ties(championship, names),
        "lucky": lucky_losers(championship, names),
        "rounds": [_round_on_desk(one, event.seq, tried) for one in round_tasks(championship, by)],
        "trouble": tried.trouble,
        "is_beside_its_form": any(one.is_tried for one in draws),
        "typed": _typed(tried),
    }
    return render(request, "draw/desk.html", context)


def _draw_on_desk(task: DrawTask, seq: int, tried: Attempt) -> DrawOnDesk:
    name, numbers = task.draw.name, in_numbers(task.draw)
    form: DeskForm | None = None
    if task.may_announce:
        form = announce_form(name, seq, task.announced)
    elif task.may_hold:
        form = HoldForm(initial={"seq": seq, "draw": name})
    again = announce_form(name, seq, task.announced, ReplaceForm) if task.draw.is_announced else None
    if form is not None and tried.stands_for(form, name):
        return DrawOnDesk(task, numbers, tried.form, again, is_tried=True)
    if again is not None and tried.stands_for(again, name):
        return DrawOnDesk(task, numbers, form, tried.form, is_tried=True)
    return DrawOnDesk(task, numbers, form, again, is_tried=False)


def _round_on_desk(task: RoundTask, seq: int, tried: Attempt) -> RoundOnDesk:
    form = EndRoundsForm(initial={"seq": seq, "stage": task.stage})
    return RoundOnDesk(task, tried.form if tried.form and tried.stands_for(form, task.stage) else form)


def _typed(tried: Attempt) -> list[tuple[str, str]]:
    """Values typed into the refused form. The page shows them if it no longer offers that form, so that they are not
    lost."""
    fields = tried.form.visible_fields() if tried.form else ()
    return [(str(one.label), str(one.value())) for one in fields if one.value()]


# --- acts ---------------------------------------------------------------------------------------------------------


class DeskAct(NamedTuple):
    """An act at the desk.

    ``about`` is the field of the form that names the draw or stage; "" for the field of pairs. ``do`` gets the valid
    form's values.
    """

    form: type[DeskForm]
    about: str
    do: Callable[[SiteRequest, dict[str, Any]], Result]
    done_message: str | Promise


@needs(Action.HOLD_DRAW)
@require_POST
def run_act(request: SiteRequest, act: str) -> HttpResponse:
    """Run an act, or show the current desk with the refusal and the values typed."""
    if act not in ACTS:
        raise Http404
    chosen = ACTS[act]
    form = chosen.form(request.POST)
    about = request.POST.get(chosen.about, "")
    if not form.is_valid():
        # no page sends a wrong hidden field: the form must be an old one
        trouble = _stale() if form.hidden_errors() else NO_TROUBLE
        return _page(request, Attempt(form, about, trouble))
    result = chosen.do(request, form.cleaned_data)
    if isinstance(result, Championship):
        messages.success(request, str(chosen.done_message))
        return redirect("draws", slug=request.event.slug)
    request.event.refresh_from_db()
    return _page(request, Attempt(_with_seq(request, chosen.form), about, _trouble(request, result)))


def _with_seq(request: SiteRequest, kind: type[DeskForm]) -> DeskForm:
    """The submitted form, updated to the current number of operations, so that it can be sent again."""
    data = request.POST.copy()
    data["seq"] = str(request.event.seq)
    return kind(data)


def _trouble(request: SiteRequest, result: store.Stale | Refusal | Hindrance) -> Trouble:
    if isinstance(result, store.Stale):
        return _stale()
    if isinstance(result, Hindrance):
        return Trouble(refusal=str(HINDRANCES[result]))
    return trouble_with_names(request.event, result, store.championship_of(request.event))


def _stale() -> Trouble:
    sentence = _("Meanwhile something else was done to the event. This is how it stands now; yours was not done.")
    return Trouble(refusal=sentence)


HINDRANCES = {
    Hindrance.LOST: gettext_lazy(
        "This server cannot open the secret of the draw: the keys under which it was sealed are not here, or it was "
        "announced elsewhere. Bring the keys back (a backup has them); the commitment stays as it is."
    ),
    Hindrance.TOO_EARLY: gettext_lazy("The hour that you announced has not come. Nobody holds the draw before it."),
    Hindrance.KNOWN: gettext_lazy(
        "This draw was held once and taken back, so its secret is known: it cannot be held with it again. Take the "
        "announcement back too, and announce it anew."
    ),
}


def _append(request: SiteRequest, values: dict[str, Any], operation: Operation) -> Result:
    return store.append(request.event, operation, by=request.user, expected=values["seq"])


def _settle(request: SiteRequest, values: dict[str, Any]) -> Result:
    """Settle the field: the pairs now entered, in the form that their number requires.

    Refused while a pair owes an acceptance or a signature. Stale if it cannot be settled for another reason, which the
    current desk shows: a draw was held, the form is not drawn yet, or no plan fits.
    """
    event, championship = request.event, store.championship_of(request.event)
    the_field = field_of(event, store.details_of(event), championship, store.author(request.user))
    if the_field.operation is None and the_field.owing:
        people = with_people(championship, event)
        return refusal_of_field(people.roll, the_field.pairs) or store.Stale(event.seq)
    return _append(request, values, the_field.operation) if the_field.operation else store.Stale(event.seq)


def _undo_settling(request: SiteRequest, values: dict[str, Any]) -> Result:
    """Undo the settling of the field, if it was the last operation. For an older page ``append`` decides: Stale, or
    done already if the form was sent twice."""
    if request.event.seq == values["seq"] and not may_undo(store.championship_of(request.event)):
        return store.Stale(request.event.seq)
    return _append(request, values, Undo(by=store.author(request.user), at=timezone.now()))


def _announce(request: SiteRequest, values: dict[str, Any]) -> Result:
    """Announce a draw that the event has or will have. Other names are refused: a name for lots could be anything.

    Stale if the form replaces an announcement that fell meanwhile: the draw is announced again with its first secret.
    """
    championship = store.championship_of(request.event)
    if values["draw"] not in draws_of(championship):
        return out_of_order("no_such_draw", draw=values["draw"])
    is_fallen = request.event.seq == values["seq"] and values["draw"] not in championship.commitments
    if "why" in values and is_fallen:
        return store.Stale(request.event.seq)
    return sealing.commit(
        request.event,
        values["draw"],
        entropy_from=values["entropy_from"],
        planned_at=values["planned_at"],
        by=request.user,
        expected=values["seq"],
        why=values.get("why", ""),
    )


def _hold(request: SiteRequest, values: dict[str, Any]) -> Result:
    return sealing.hold(
        request.event, values["draw"], entropy=values["entropy"], by=request.user, expected=values["seq"]
    )


def _pair_round(request: SiteRequest, values: dict[str, Any]) -> Result:
    operation = PairRound(by=store.author(request.user), at=timezone.now(), stage=values["stage"])
    return _append(request, values, operation)


def _end_rounds(request: SiteRequest, values: dict[str, Any]) -> Result:
    operation = EndRounds(by=store.author(request.user), at=timezone.now(), stage=values["stage"], why=values["why"])
    return _append(request, values, operation)


ACTS = {
    "definir": DeskAct(DeskForm, "", _settle, gettext_lazy("The field is settled. Now announce the draw.")),
    "desfazer": DeskAct(DeskForm, "", _undo_settling, gettext_lazy("Taken back: the field is open again.")),
    "anunciar": DeskAct(
        AnnounceForm,
        "draw",
        _announce,
        gettext_lazy("Announced. The secret is sealed, and everybody can read the commitment."),
    ),
    "reanunciar": DeskAct(
        ReplaceForm,
        "draw",
        _announce,
        gettext_lazy("Announced anew, under another secret. The first commitment stays on record, with your reason."),
    ),
    "sortear": DeskAct(HoldForm, "draw", _hold, gettext_lazy("Drawn. The protocol is there for everybody to check.")),
    "parear": DeskAct(StageForm, "stage", _pair_round, gettext_lazy("The round is paired.")),
    "encerrar": DeskAct(EndRoundsForm, "stage", _end_rounds, gettext_lazy("The rounds have ended.")),
}
"""The acts of the desk, by the last word of their address."""
