"""The pages of a ruling: fill in a form, see what it would change, then confirm it.

All three steps are one address. The form is sent first without ``visto``, and then with it: the state for which the
preview was shown. With ``mudar`` the referee goes back from the preview to the form.
"""

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
from carteado.web.matches.acts.base import Act, Author, append_act
from carteado.web.matches.acts.correction import MoveInWords, moves_by
from carteado.web.matches.match_writing import Overtaken
from carteado.web.pages.access import SiteRequest, needs
from carteado.web.referee.match_at_table import MatchAtTable
from carteado.web.referee.pages import back_to, no_such_match, table_of
from carteado.web.referee.penalties import warnings_in
from carteado.web.referee.ruling_forms import RULINGS, Document, PairWarning, Redeal, SheetRuling
from carteado.web.referee.sheet_writing import changed_meanwhile, write_unless_changed
from carteado.web.sumula.match_sheets import sheet_of
from carteado.web.tables.championship import referee_panel as refereeing
from carteado.web.tables.championship.referee_panel import PLAYS_HIMSELF, LiveMatch
from carteado.web.tables.players.visitor import may_rule_at


class RulingPreview(NamedTuple):
    """What a ruling would change.

    ``about`` are the names of the pairs concerned. ``scores`` are those before and after; None for a ruling of the
    championship, which changes none. ``winner`` is the pair that would win the match by it, ``leaves`` the pair that
    would leave the event; "" if none does. ``moves`` are the places that other pairs would get. ``warning`` says which
    warning of the pair it is, from 1; 0 if it is no warning.
    """

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
def make_ruling(request: SiteRequest, match: str, name: str) -> HttpResponse:
    """Show the form, then what the ruling would change, then make it. ``name`` is the name of a ruling's form.

    At a live table, a ruling that changes the score is made there, unless this referee plays the match themselves.
    """
    kind, table = RULINGS.get(name), table_of(request, match)
    if kind is None:
        raise Http404
    if table is None:
        return no_such_match(request)
    if issubclass(kind, SheetRuling):
        if not kind.changes_score or table.live is None:
            return _SheetRulingPage(request, table, kind).answer()
        if may_rule_at(request, table.live):
            return _LiveRulingPage(request, table, kind).answer()
        messages.warning(request, PLAYS_HIMSELF)
        return back_to(request, match)
    return _EventRulingPage(request, table, kind).answer()


def _ruling_page(
    request: SiteRequest,
    table: MatchAtTable,
    form: Any,
    *,
    key: str,
    state_shown: object,
    preview: RulingPreview | None = None,
    trouble: Trouble = NO_TROUBLE,
) -> HttpResponse:
    """The page with the form, or with the preview. ``key`` is the rule that the referee found; it is shown first."""
    desk = table.desk
    rules = [key, *(one for one in form.keys if one != key)] if key else list(form.keys)
    context = {
        "event": desk.event,
        "regulation": desk.regulation,
        "desk": desk,
        "title": desk.in_words.match(desk.match),
        "ruling": form,
        "rules": [(words().rule(desk.entries[one]), one) for one in rules if one in desk.entries],
        "state_shown": state_shown,
        "preview": preview,
        "trouble": trouble,
        "question": request.GET.get("q", ""),
    }
    return render(request, "referee/ruling.html", context)


def _not_possible(request: SiteRequest, match: str) -> HttpResponse:
    messages.warning(
        request, _("This cannot be ruled here, or no longer: the regulation does not know it, or a result is in.")
    )
    return redirect("referee-match", slug=request.event.slug, match=match)


class _SheetRulingPage:
    """A ruling that is written on the súmula."""

    def __init__(self, request: SiteRequest, table: MatchAtTable, kind: type[SheetRuling]) -> None:
        self.request, self.table, self.kind = request, table, kind

    def answer(self) -> HttpResponse:
        """Show the form, then its preview. Once the preview was shown, write the ruling."""
        if self.request.method != "POST":
            return self._begin()
        if self._is_sent_again():
            return self._success()
        if not self.kind.is_offered(self.table):
            return _not_possible(self.request, self.table.desk.match)
        form = self.kind(self.table, self.request.POST)
        if not form.is_valid() or "mudar" in self.request.POST:
            return self._page(form)
        return self._preview_or_write(form)

    def _begin(self) -> HttpResponse:
        """The empty form, with the rule that was found. Without a rule, the referee is sent to search for one."""
        desk, citations = self.table.desk, self.table.desk.regulation.citations
        if not self.kind.is_offered(self.table):
            return _not_possible(self.request, desk.match)
        candidates = (self.request.GET.get("regra", ""), self.kind.rule, *self.kind.keys)
        key = next((one for one in candidates if one in citations), "")
        if not key:
            return redirect(f"{reverse('referee-rules', args=[desk.event.slug])}?partida={desk.match}")
        return self._page(self.kind(self.table, key=key))

    def _is_sent_again(self) -> bool:
        """True if the ruling of this very form was made before."""
        try:
            form = UUID(self.request.POST.get("form", ""))
        except ValueError:
            return False
        return self._is_recorded(form)

    def _is_recorded(self, form: UUID) -> bool:
        """True if there is a ruling with the id that this form gives it."""
        return any(row.entry_id == f"site-{form.hex}" for row in self.table.rows)

    def _preview_or_write(self, form: SheetRuling) -> HttpResponse:
        """Write the ruling if its preview was shown for the sheet as it is now. Otherwise show the preview."""
        documents = form.documents()
        count_after = self.table.counted_with(documents)
        if reason_against := self._refused(documents, count_after):
            return self._page(form, trouble=reason_against)
        state_seen = self.request.POST.get("visto", "")
        if state_seen == self.current_state:
            reason_against = self._write(documents)
            return self._not_written(form, reason_against) if reason_against else self._success()
        preview = self._preview(form, count_after)
        return self._page(form, preview=preview, trouble=changed_meanwhile() if state_seen else NO_TROUBLE)

    def _write(self, documents: Sequence[Document]) -> Trouble | None:
        """Write the ruling. Returns why it was not written; None if it was."""
        sheet = self.table.sheet or sheet_of(self.request.event, self.table.desk.match)
        assert sheet is not None  # the pairs are known
        result = write_unless_changed(sheet, documents, seq_seen=self.table.seq, by=self.request.user)
        return result if isinstance(result, Trouble) else None

    def _not_written(self, form: SheetRuling, reason_against: Trouble) -> HttpResponse:
        """If somebody wrote on the sheet, or changed its match, since this request read it, answer once more from the
        sheet as it is now. Otherwise say why the sheet does not take the ruling."""
        table = table_of(self.request, self.table.desk.match)
        if table is None:
            return no_such_match(self.request)
        if table.state_of_sheet != self.current_state:
            return _SheetRulingPage(self.request, table, self.kind).answer()
        return self._page(form, trouble=reason_against)

    def _refused(self, documents: Sequence[Document], count_after: sumula.Sheet) -> Trouble | None:
        """Why the ruling would have no effect on the count; None if it would. A redeal needs none: it only goes on
        record."""
        in_words = self.table.desk.in_words
        found = [count_after.refused[str(one["id"])] for one in documents if one["id"] in count_after.refused]
        if found and not issubclass(self.kind, Redeal):
            return trouble_from_refusal(in_words.with_names(found[0]), self.table.desk.regulation)
        return None

    def _preview(self, form: SheetRuling, count_after: sumula.Sheet) -> RulingPreview:
        count_before, desk = self.table.counted, self.table.desk
        is_decided = count_after.winner is not None and count_before.winner is None
        pair = desk.seats[form.at_fault].pair if "pair" in form.cleaned_data else ""
        is_warning = issubclass(self.kind, PairWarning)
        return RulingPreview(
            about=[desk.in_words.pair(pair)] if pair else [],
            scores=(count_before.score, count_after.score),
            winner=desk.seats[count_after.winner].name if is_decided and count_after.winner is not None else "",
            warning=warnings_in(desk.event).get(pair, 0) + 1 if is_warning else 0,
        )

    def _success(self) -> HttpResponse:
        messages.success(self.request, str(self.kind.done_message))
        return back_to(self.request, self.table.desk.match)

    @property
    def current_state(self) -> str:
        """The state for which a preview is shown now: whose sheet it is, and how much is written on it."""
        return self.table.state_of_sheet

    def _page(
        self, form: SheetRuling, *, preview: RulingPreview | None = None, trouble: Trouble = NO_TROUBLE
    ) -> HttpResponse:
        key = str(form["key"].value() or "")
        return _ruling_page(
            self.request, self.table, form, key=key, state_shown=self.current_state, preview=preview, trouble=trouble
        )


class _LiveRulingPage(_SheetRulingPage):
    """A ruling on a match at a live table: an act of that match, which the live table previews and applies."""

    @property
    def live(self) -> LiveMatch:
        assert self.table.live_match is not None  # else nothing is offered
        return self.table.live_match

    @property
    def current_state(self) -> str:
        return self.live.seen

    def _is_recorded(self, form: UUID) -> bool:
        return self.table.live is not None and refereeing.is_done(self.table.live, form)

    def _preview_or_write(self, form: SheetRuling) -> HttpResponse:
        """Do the act at the table if its preview was shown for the match as it is now. Otherwise show the preview."""
        act = form.act_at_table()
        outcome = refereeing.weighed(self.live, act)
        if isinstance(outcome, Refusal):
            return self._page(
                form,
                trouble=trouble_from_refusal(self.table.desk.in_words.with_names(outcome), self.table.desk.regulation),
            )
        state_seen = self.request.POST.get("visto", "")
        if state_seen == self.current_state:
            return self._do(form, act)
        pair = [self.table.desk.seats[form.at_fault].name] if "pair" in form.cleaned_data else []
        winner = self.table.desk.seats[outcome.winner].name if outcome.winner is not None else ""
        preview = RulingPreview(about=pair, scores=outcome.scores, winner=winner)
        return self._page(form, preview=preview, trouble=changed_meanwhile() if state_seen else NO_TROUBLE)

    def _do(self, form: SheetRuling, act: dict[str, Any]) -> HttpResponse:
        sent, why = form.cleaned_data["form"], form.cleaned_data["why"]
        trouble = refereeing.do_in_room(self.live.table, act, form=sent, by=self.request.user, why=why)
        return self._page(form, trouble=Trouble(refusal=trouble)) if trouble else self._success()


class _EventRulingPage:
    """A ruling that becomes an operation of the championship: the same form and act as at the desk of the match.

    Its ``visto`` is the number of the event's operations when the preview was shown.
    """

    def __init__(self, request: SiteRequest, table: MatchAtTable, kind: type[Act]) -> None:
        self.request, self.table, self.kind = request, table, kind

    def answer(self) -> HttpResponse:
        """Show the form, then its preview. Once the preview was shown, append the operation."""
        desk = self.table.desk
        if self.request.method != "POST":
            return (
                self._page(self.kind(desk)) if self.kind.is_offered(desk) else _not_possible(self.request, desk.match)
            )
        form = self.kind(desk, self.request.POST)
        if not form.is_valid() or "mudar" in self.request.POST:
            return self._page(form)
        operation = form.operation(Author(store.author(self.request.user), timezone.now()))
        if not self.request.POST.get("visto"):
            if reason_against := refusal(desk.championship, operation):
                return self._page(form, trouble=desk.in_words.trouble(reason_against))
            if not form.is_offered(desk):
                return _not_possible(self.request, desk.match)
            return self._page(form, preview=self._preview(operation))
        state_seen = parse_count(self.request.POST["visto"])
        result = append_act(form, operation, by=self.request.user, operations_seen=state_seen)
        if isinstance(result, Championship):
            messages.success(self.request, form.message_after(result))
            return back_to(self.request, desk.match)
        return self._again(result)

    def _again(self, result: Overtaken | Refusal) -> HttpResponse:
        """The form with its values, on the state as it is now, and why the operation was not appended."""
        table = table_of(self.request, self.table.desk.match)
        if table is None:
            return no_such_match(self.request)
        current = _EventRulingPage(self.request, table, self.kind)
        form = self.kind(table.desk, self.request.POST)
        if not form.is_valid():
            return current._page(form)
        if isinstance(result, Refusal):
            return current._page(form, trouble=table.desk.in_words.trouble(result))
        in_words = table.desk.in_words
        done_meanwhile = " ".join(in_words.operation(one, in_words.authors(result.by)) for one in result.by)
        text = _("Somebody was faster, and yours was not done. Look again: this is how it stands now.")
        return current._page(form, trouble=Trouble(refusal=" ".join(filter(None, (text, done_meanwhile)))))

    def _preview(self, operation: Operation) -> RulingPreview:
        """The preview; an empty one for a decision, which has no effects of its own."""
        desk = self.table.desk
        if not isinstance(operation, DisqualifyPair | WalkOver):
            return RulingPreview()
        absent = operation.absent if isinstance(operation, WalkOver) else ()
        ended = apply(desk.championship, operation).bracket.ended(desk.match)
        return RulingPreview(
            about=[desk.in_words.pair(pair) for pair in absent],
            winner=desk.in_words.pair(ended.winner) if desk.is_open and ended and ended.winner else "",
            moves=moves_by(desk, operation).in_words,
            leaves=desk.in_words.pair(operation.pair) if isinstance(operation, DisqualifyPair) else "",
        )

    def _page(self, form: Act, *, preview: RulingPreview | None = None, trouble: Trouble = NO_TROUBLE) -> HttpResponse:
        key, state_shown = self.request.GET.get("regra", ""), self.table.desk.event.seq
        return _ruling_page(
            self.request, self.table, form, key=key, state_shown=state_shown, preview=preview, trouble=trouble
        )
