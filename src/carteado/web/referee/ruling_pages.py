"""The pages of a ruling: fill in a form, see what it would change, then confirm it."""

from collections.abc import Sequence
from typing import Any, NamedTuple
from uuid import UUID

from django.contrib import messages
from django.http import Http404, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods

from carteado import sumula
from carteado.regulation import Refusal
from carteado.tournament.operations import DisqualifyPair, Operation, WalkOver
from carteado.tournament.running.dispatch import apply, refusal
from carteado.tournament.state.championship import Championship
from carteado.web.events import store
from carteado.web.events.trouble import NO_TROUBLE, Trouble, trouble_from_refusal
from carteado.web.kit.forms.form_numbers import parse_count
from carteado.web.kit.guarding.policy import Action
from carteado.web.kit.words.catalogue import words
from carteado.web.matches.acts.base import Act, Author
from carteado.web.matches.acts.correction import MoveInWords, moves_by
from carteado.web.matches.match_writing import Overtaken, do
from carteado.web.pages.access import SiteRequest, needs
from carteado.web.referee.match_at_table import AtTable
from carteado.web.referee.pages import back_to, no_such_match, table_of
from carteado.web.referee.penalties import warnings_in
from carteado.web.referee.ruling_forms import RULINGS, Document, Redeal, SheetRuling, Warning
from carteado.web.referee.sheet_writing import changed_meanwhile, write_over
from carteado.web.sumula.match_sheets import sheet_of
from carteado.web.tables.championship import referee_panel as refereeing
from carteado.web.tables.championship.referee_panel import PLAYS_HIMSELF, LiveMatch
from carteado.web.tables.players.visitor import rules_at


class Weighed(NamedTuple):
    """What a ruling would change: the pairs concerned, the scores before and after, and the places that would move."""

    about: Sequence[str] = ()
    scores: tuple[tuple[int, int], tuple[int, int]] | None = None
    winner: str = ""
    moves: Sequence[MoveInWords] = ()
    warning: int = 0
    leaves: str = ""

    @property
    def changes_score(self) -> bool:
        return self.scores is not None and self.scores[0] != self.scores[1]


@needs(Action.RULE)
@require_http_methods(["GET", "HEAD", "POST"])
@never_cache
def rule(request: SiteRequest, match: str, name: str) -> HttpResponse:
    """Show the form, then what the ruling would change, then make it."""
    kind, table = RULINGS.get(name), table_of(request, match)
    if kind is None:
        raise Http404
    if table is None:
        return no_such_match(request)
    if issubclass(kind, SheetRuling):
        if not kind.changes_score or table.live is None:
            return _OnSheet(request, table, kind).answer()
        if rules_at(request, table.live):
            return _AtLiveTable(request, table, kind).answer()
        messages.warning(request, PLAYS_HIMSELF)
        return back_to(request, match)
    return _InEvent(request, table, kind).answer()


def _ruling_page(
    request: SiteRequest,
    table: AtTable,
    form: Any,
    *,
    key: str,
    seen: object,
    weighed: Weighed | None = None,
    trouble: Trouble = NO_TROUBLE,
) -> HttpResponse:
    desk = table.desk
    rules = [key, *(one for one in form.keys if one != key)] if key else list(form.keys)
    context = {
        "event": desk.event,
        "regulation": desk.regulation,
        "desk": desk,
        "title": desk.told.match(desk.match),
        "ruling": form,
        "rules": [(words().rule(desk.entries[one]), one) for one in rules if one in desk.entries],
        "seen": seen,
        "weighed": weighed,
        "trouble": trouble,
        "question": request.GET.get("q", ""),
    }
    return render(request, "referee/ruling.html", context)


def _not_here(request: SiteRequest, match: str) -> HttpResponse:
    messages.warning(
        request, _("This cannot be ruled here, or no longer: the regulation does not know it, or a result is in.")
    )
    return redirect("referee-match", slug=request.event.slug, match=match)


class _OnSheet:
    """A ruling that is written on the súmula."""

    def __init__(self, request: SiteRequest, table: AtTable, kind: type[SheetRuling]) -> None:
        self.request, self.table, self.kind = request, table, kind

    def answer(self) -> HttpResponse:
        if self.request.method != "POST":
            return self._begin()
        if self._was_done():
            return self._done()
        if not self.kind.is_offered(self.table):
            return _not_here(self.request, self.table.desk.match)
        form = self.kind(self.table, self.request.POST)
        if not form.is_valid() or "mudar" in self.request.POST:
            return self._page(form)
        return self._weigh(form)

    def _begin(self) -> HttpResponse:
        """The empty form, with the rule that was found. Without a rule, the referee is sent to search for one."""
        desk, known = self.table.desk, self.table.desk.regulation.citations
        if not self.kind.is_offered(self.table):
            return _not_here(self.request, desk.match)
        named = (self.request.GET.get("regra", ""), self.kind.rule, *self.kind.keys)
        key = next((one for one in named if one in known), "")
        if not key:
            return redirect(f"{reverse('referee-rules', args=[desk.event.slug])}?partida={desk.match}")
        return self._page(self.kind(self.table, key=key))

    def _was_done(self) -> bool:
        try:
            form = UUID(self.request.POST.get("form", ""))
        except ValueError:
            return False
        return self._is_there(form)

    def _is_there(self, form: UUID) -> bool:
        return any(row.entry_id == f"site-{form.hex}" for row in self.table.rows)

    def _weigh(self, form: SheetRuling) -> HttpResponse:
        documents = form.documents()
        after = self.table.counted_with(documents)
        if why_not := self._refused(documents, after):
            return self._page(form, trouble=why_not)
        seen = self.request.POST.get("visto", "")
        if seen == str(self.table.seq):
            if self._write(documents):
                return self._done()
            table = table_of(self.request, self.table.desk.match)
            return _OnSheet(self.request, table, self.kind).answer() if table else no_such_match(self.request)
        weighed = self._weighed(form, after)
        return self._page(form, weighed=weighed, trouble=changed_meanwhile() if seen else NO_TROUBLE)

    def _write(self, documents: Sequence[Document]) -> bool:
        sheet = self.table.sheet or sheet_of(self.request.event, self.table.desk.match)
        assert sheet is not None  # the pairs are known
        return write_over(sheet, documents, seen=self.table.seq, by=self.request.user)

    def _refused(self, documents: Sequence[Document], after: sumula.Sheet) -> Trouble | None:
        """Why the count would ignore the ruling. A redeal is never ignored here: it only goes on record."""
        told = self.table.desk.told
        found = [after.refused[str(one["id"])] for one in documents if one["id"] in after.refused]
        if found and not issubclass(self.kind, Redeal):
            return trouble_from_refusal(told.with_names(found[0]), self.table.desk.regulation)
        return None

    def _weighed(self, form: SheetRuling, after: sumula.Sheet) -> Weighed:
        before, desk = self.table.counted, self.table.desk
        is_decided = after.winner is not None and before.winner is None
        pair = desk.seats[form.at_fault].pair if "pair" in form.cleaned_data else ""
        is_warning = issubclass(self.kind, Warning)
        return Weighed(
            about=[desk.told.pair(pair)] if pair else [],
            scores=(before.score, after.score),
            winner=desk.seats[after.winner].name if is_decided and after.winner is not None else "",
            warning=warnings_in(desk.event).get(pair, 0) + 1 if is_warning else 0,
        )

    def _done(self) -> HttpResponse:
        messages.success(self.request, str(self.kind.said))
        return back_to(self.request, self.table.desk.match)

    @property
    def seen(self) -> str:
        """The state on which the preview was based."""
        return str(self.table.seq)

    def _page(
        self, form: SheetRuling, *, weighed: Weighed | None = None, trouble: Trouble = NO_TROUBLE
    ) -> HttpResponse:
        key = str(form["key"].value() or "")
        return _ruling_page(self.request, self.table, form, key=key, seen=self.seen, weighed=weighed, trouble=trouble)


class _AtLiveTable(_OnSheet):
    """A ruling on a match at a live table: an act of that match, which the live table previews and applies."""

    @property
    def live(self) -> LiveMatch:
        assert self.table.live_match is not None  # else nothing is offered
        return self.table.live_match

    @property
    def seen(self) -> str:
        return self.live.seen

    def _is_there(self, form: UUID) -> bool:
        return self.table.live is not None and refereeing.was_done(self.table.live, form)

    def _weigh(self, form: SheetRuling) -> HttpResponse:
        act = form.act_at_table()
        outcome = refereeing.weighed(self.live, act)
        if isinstance(outcome, Refusal):
            return self._page(
                form, trouble=trouble_from_refusal(self.table.desk.told.with_names(outcome), self.table.desk.regulation)
            )
        seen = self.request.POST.get("visto", "")
        if seen == self.seen:
            return self._do(form, act)
        pair = [self.table.desk.seats[form.at_fault].name] if "pair" in form.cleaned_data else []
        winner = self.table.desk.seats[outcome.winner].name if outcome.winner is not None else ""
        weighed = Weighed(about=pair, scores=outcome.scores, winner=winner)
        return self._page(form, weighed=weighed, trouble=changed_meanwhile() if seen else NO_TROUBLE)

    def _do(self, form: SheetRuling, act: dict[str, Any]) -> HttpResponse:
        sent, why = form.cleaned_data["form"], form.cleaned_data["why"]
        trouble = refereeing.do(self.live.table, act, form=sent, by=self.request.user, why=why)
        return self._page(form, trouble=Trouble(refusal=trouble)) if trouble else self._done()


class _InEvent:
    """A ruling that becomes an operation of the championship: the same form and act as at the desk of the match."""

    def __init__(self, request: SiteRequest, table: AtTable, kind: type[Act]) -> None:
        self.request, self.table, self.kind = request, table, kind

    def answer(self) -> HttpResponse:
        desk = self.table.desk
        if self.request.method != "POST":
            return self._page(self.kind(desk)) if self.kind.is_offered(desk) else _not_here(self.request, desk.match)
        form = self.kind(desk, self.request.POST)
        if not form.is_valid() or "mudar" in self.request.POST:
            return self._page(form)
        operation = form.operation(Author(store.author(self.request.user), timezone.now()))
        if not self.request.POST.get("visto"):
            if why_not := refusal(desk.championship, operation):
                return self._page(form, trouble=desk.told.trouble(why_not))
            return self._page(form, weighed=self._weighed(operation))
        seen = parse_count(self.request.POST["visto"])
        result = do(self.request.event, [operation], by=self.request.user, seen=seen, concerns=form.concerns)
        if isinstance(result, Championship):
            messages.success(self.request, form.told(result))
            return back_to(self.request, desk.match)
        return self._again(result)

    def _again(self, result: Overtaken | Refusal) -> HttpResponse:
        """The form with its values, on the state as it is now."""
        table = table_of(self.request, self.table.desk.match)
        if table is None:
            return no_such_match(self.request)
        now = _InEvent(self.request, table, self.kind)
        form = self.kind(table.desk, self.request.POST)
        if not form.is_valid():
            return now._page(form)
        if isinstance(result, Refusal):
            return now._page(form, trouble=table.desk.told.trouble(result))
        told = table.desk.told
        done = " ".join(told.operation(one, told.authors(result.by)) for one in result.by)
        said = _("Somebody was faster, and yours was not done. Look again: this is how it stands now.")
        return now._page(form, trouble=Trouble(refusal=" ".join(filter(None, (said, done)))))

    def _weighed(self, operation: Operation) -> Weighed:
        """The preview. A decision has no effects of its own."""
        desk = self.table.desk
        if not isinstance(operation, DisqualifyPair | WalkOver):
            return Weighed()
        absent = operation.absent if isinstance(operation, WalkOver) else ()
        ended = apply(desk.championship, operation).bracket.ended(desk.match)
        return Weighed(
            about=[desk.told.pair(pair) for pair in absent],
            winner=desk.told.pair(ended.winner) if desk.is_open and ended and ended.winner else "",
            moves=moves_by(desk, operation).in_words,
            leaves=desk.told.pair(operation.pair) if isinstance(operation, DisqualifyPair) else "",
        )

    def _page(self, form: Act, *, weighed: Weighed | None = None, trouble: Trouble = NO_TROUBLE) -> HttpResponse:
        key, seen = self.request.GET.get("regra", ""), self.table.desk.event.seq
        return _ruling_page(self.request, self.table, form, key=key, seen=seen, weighed=weighed, trouble=trouble)
