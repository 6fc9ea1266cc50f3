"""What a referee does at his desk: answers a call, marks an absence, freezes a score, rules, reviews."""

from collections.abc import Sequence
from typing import Any, NamedTuple
from uuid import UUID

from django.contrib import messages
from django.db import transaction
from django.http import Http404, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils import timezone
from django.utils.crypto import salted_hmac
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_POST

from carteado import sumula
from carteado.regulation import Refusal
from carteado.tournament.championship import Championship
from carteado.tournament.operations import DisqualifyPair, Operation, WalkOver
from carteado.tournament.running import apply, refusal
from carteado.web.access import SiteRequest, needs
from carteado.web.day.acts.act import Act, Author
from carteado.web.day.acts.clock import Mark
from carteado.web.day.acts.correction import MoveInWords, moves_by
from carteado.web.day.doing import Overtaken, do
from carteado.web.day.telling import Telling
from carteado.web.events import store
from carteado.web.events.models import Event
from carteado.web.events.trouble import NO_TROUBLE, Trouble, refused
from carteado.web.history.actions import ScoreFrozen, ScoreReleased
from carteado.web.history.log import record
from carteado.web.numbers import count_in
from carteado.web.pages.words import words
from carteado.web.people.models import User
from carteado.web.policy import Action
from carteado.web.referee.models import Look
from carteado.web.referee.penalties import of_ruling, warnings_in
from carteado.web.referee.reviewing import Review, look_at
from carteado.web.referee.rulings import RULINGS, Document, Redeal, SheetRuling, Warning
from carteado.web.referee.table import AtTable, author_of
from carteado.web.referee.views import match_page, no_such_match, table_of
from carteado.web.sumula.freezing import freeze, unfreeze
from carteado.web.sumula.models import Sheet, SheetEntry
from carteado.web.sumula.sheets import sheet_of
from carteado.web.sumula.writing import append, hand_in, note
from carteado.web.tables import refereeing
from carteado.web.tables.identity import rules_at
from carteado.web.tables.refereeing import PLAYS_HIMSELF, LiveMatch


def _id(*parts: object) -> str:
    """Of what was meant, where nothing else tells two forms apart: sent twice, or by two at once, it is one entry. No
    phone can work it out and write something else under it first."""
    return f"site-{salted_hmac('carteado.referee', '/'.join(map(str, parts))).hexdigest()[:40]}"


def _back(request: SiteRequest, match: str) -> HttpResponse:
    """To the page with the button."""
    if request.POST.get("volta") == "mesas":
        return redirect("referee", slug=request.event.slug)
    return redirect(f"{reverse('referee-match', args=[request.event.slug, match])}#content")


# --- one tap ------------------------------------------------------------------------------------------------------


@needs(Action.RULE)
@require_POST
def answer_call(request: SiteRequest, match: str) -> HttpResponse:
    """“I am coming”: the first who says so is the one who comes."""
    table, call = table_of(request, match), request.POST.get("chamado", "")
    if table is None or table.sheet is None:
        return no_such_match(request)
    if not any(row.entry_id == call and row.content["kind"] == "call" for row in table.rows):
        messages.warning(request, _("There is no such call, or no longer."))
        return _back(request, match)
    [row] = append(table.sheet, note("answer", id=_id("answer", call), of=call), by=request.user).kept
    if row.user_id == request.user.pk:
        messages.success(request, _("The table knows that you are coming."))
    else:
        row.user = User.objects.filter(pk=row.user_id or 0).first()
        messages.info(request, _("{name} is on the way already.").format(name=author_of(row)))
    return _back(request, match)


@needs(Action.RUN_MATCHES)
@require_POST
def mark_time(request: SiteRequest, match: str) -> HttpResponse:
    """What the clock of a match is told with one tap."""
    table = table_of(request, match)
    if table is None:
        return no_such_match(request)
    form = Mark(table.desk, request.POST)
    if not form.is_valid():
        raise Http404
    operation = form.operation(Author(store.author(request.user), timezone.now()))
    seen = count_in(request.POST.get("seq", ""))
    result = do(request.event, [operation], by=request.user, seen=seen, concerns=form.concerns)
    if isinstance(result, Championship):
        messages.success(request, form.told(result))
    elif isinstance(result, Overtaken):
        told = Telling(request.event, store.championship_of(request.event))
        done = " ".join(told.done(one, told.authors(result.by)) for one in result.by)
        messages.warning(request, " ".join(filter(None, (_("Somebody was faster; yours was not done."), done))))
    else:
        messages.warning(request, _with_article(table, result))
    return _back(request, match)


def _with_article(table: AtTable, result: Refusal) -> str:
    text, regulation = words().refusal(table.desk.told.named(result)), table.desk.regulation
    return f"{text} ({regulation.cite(result.key)})" if result.key in regulation.citations else text


@needs(Action.RULE)
@require_POST
def freeze_score(request: SiteRequest, match: str) -> HttpResponse:
    """What everybody sees stands still while he looks into it, or goes on."""
    table = table_of(request, match)
    if table is None or table.sheet is None:
        return no_such_match(request)
    is_on = request.POST.get("ato") == "congelar"
    number = table.desk.told.numbers.get(match, 0)
    with transaction.atomic():
        Event.objects.select_for_update().get(pk=request.event.pk)
        was_on = Sheet.objects.get(pk=table.sheet.pk).is_frozen
        (freeze if is_on else unfreeze)(table.sheet, by=request.user)
        if was_on != is_on:
            action = ScoreFrozen(match=number) if is_on else ScoreReleased(match=number)
            record(action, actor=request.user, event=request.event)
    said = _("The public score stands still.") if is_on else _("Everybody sees the score again.")
    messages.success(request, said)
    return _back(request, match)


@needs(Action.RULE)
@require_POST
def hand_in_again(request: SiteRequest, match: str) -> HttpResponse:
    """The result of the sheet, which the desk took back."""
    table = table_of(request, match)
    if table is None or table.sheet is None:
        return no_such_match(request)
    if not table.is_taken_back:
        messages.info(request, _("There is nothing to hand in again."))
    elif trouble := hand_in(table.sheet, by=request.user).trouble:
        messages.warning(request, _with_article(table, trouble))
    else:
        messages.success(request, _("The result is handed in."))
    return _back(request, match)


# --- writing over what was seen -----------------------------------------------------------------------------------


def write_over(sheet: Sheet, documents: Sequence[Document], *, seen: int, by: User) -> bool:
    """Only if nobody has written since what its author saw, or he himself wrote exactly this."""
    with transaction.atomic():
        Event.objects.select_for_update().get(pk=sheet.event_id)
        wanted = [document["id"] for document in documents]
        is_there = SheetEntry.objects.filter(sheet=sheet, entry_id__in=wanted).exists()
        if not is_there and Sheet.objects.get(pk=sheet.pk).seq != seen:
            return False
        append(sheet, *documents, by=by)
        return True


def _changed_meanwhile() -> Trouble:
    return Trouble(refusal=_("Meanwhile somebody wrote on this score sheet. Look again: this is how it stands now."))


def _let_stand_meanwhile(look: Look) -> Trouble:
    name = look.by.get_short_name() if look.by else ""
    return Trouble(refusal=_("Meanwhile {name} let it stand. Look again before you put it back.").format(name=name))


# --- rulings ------------------------------------------------------------------------------------------------------


class Weighed(NamedTuple):
    """What a ruling would change, before it is made: ``about`` whom, ``scores`` on the sheet, ``moves`` after it."""

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
    """First a form, then what it would change, then it is done."""
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
        return _back(request, match)
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
    """A ruling that stands on the súmula."""

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
        """By the rule that was found; who names none is asked for it first."""
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
        return self._page(form, weighed=weighed, trouble=_changed_meanwhile() if seen else NO_TROUBLE)

    def _write(self, documents: Sequence[Document]) -> bool:
        sheet = self.table.sheet or sheet_of(self.request.event, self.table.desk.match)
        assert sheet is not None  # the pairs are known
        return write_over(sheet, documents, seen=self.table.seq, by=self.request.user)

    def _refused(self, documents: Sequence[Document], after: sumula.Sheet) -> Trouble | None:
        """Why the count would make nothing of it; a hand to be dealt anew is only put on record."""
        told = self.table.desk.told
        found = [after.refused[str(one["id"])] for one in documents if one["id"] in after.refused]
        if found and not issubclass(self.kind, Redeal):
            return refused(told.named(found[0]), self.table.desk.regulation)
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
        return _back(self.request, self.table.desk.match)

    @property
    def seen(self) -> str:
        """What a ruling is weighed on."""
        return str(self.table.seq)

    def _page(
        self, form: SheetRuling, *, weighed: Weighed | None = None, trouble: Trouble = NO_TROUBLE
    ) -> HttpResponse:
        key = str(form["key"].value() or "")
        return _ruling_page(self.request, self.table, form, key=key, seen=self.seen, weighed=weighed, trouble=trouble)


class _AtLiveTable(_OnSheet):
    """A ruling on the match that is on at a live table: an act of it, weighed and done by its own rules."""

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
            return self._page(form, trouble=refused(self.table.desk.told.named(outcome), self.table.desk.regulation))
        seen = self.request.POST.get("visto", "")
        if seen == self.seen:
            return self._do(form, act)
        pair = [self.table.desk.seats[form.at_fault].name] if "pair" in form.cleaned_data else []
        winner = self.table.desk.seats[outcome.winner].name if outcome.winner is not None else ""
        weighed = Weighed(about=pair, scores=outcome.scores, winner=winner)
        return self._page(form, weighed=weighed, trouble=_changed_meanwhile() if seen else NO_TROUBLE)

    def _do(self, form: SheetRuling, act: dict[str, Any]) -> HttpResponse:
        sent, why = form.cleaned_data["form"], form.cleaned_data["why"]
        trouble = refereeing.do(self.live.table, act, form=sent, by=self.request.user, why=why)
        return self._page(form, trouble=Trouble(refusal=trouble)) if trouble else self._done()


class _InEvent:
    """A ruling that the championship is told: the same form and the same act as at the desk of the match."""

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
        seen = count_in(self.request.POST["visto"])
        result = do(self.request.event, [operation], by=self.request.user, seen=seen, concerns=form.concerns)
        if isinstance(result, Championship):
            messages.success(self.request, form.told(result))
            return _back(self.request, desk.match)
        return self._again(result)

    def _again(self, result: Overtaken | Refusal) -> HttpResponse:
        """As it stands now, with what was typed."""
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
        done = " ".join(told.done(one, told.authors(result.by)) for one in result.by)
        said = _("Somebody was faster, and yours was not done. Look again: this is how it stands now.")
        return now._page(form, trouble=Trouble(refusal=" ".join(filter(None, (said, done)))))

    def _weighed(self, operation: Operation) -> Weighed:
        """Of a decision nothing follows by itself."""
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


# --- reviews ------------------------------------------------------------------------------------------------------


@needs(Action.RULE)
@require_POST
def review(request: SiteRequest, match: str) -> HttpResponse:
    """What was changed stands, is put back, or a doubt is settled."""
    table = table_of(request, match)
    if table is None or table.sheet is None:
        return no_such_match(request)
    acts = {"visto": _let_stand, "devolver": _put_back, "resolver": _settle, "desfazer": _take_back}
    act = acts.get(request.POST.get("ato", ""))
    if act is None:
        raise Http404
    return act(request, table, table.sheet)


def _let_stand(request: SiteRequest, table: AtTable, sheet: Sheet) -> HttpResponse:
    entry = request.POST.get("entrada", "")
    if not Review(table).has(entry):
        raise Http404
    look, is_first = look_at(sheet, entry, by=request.user, at=timezone.now())
    if is_first or look.by_id == request.user.pk:
        messages.success(request, _("Seen: it stands."))
    else:
        name = look.by.get_short_name() if look.by else ""
        messages.info(request, _("{name} looked at it before.").format(name=name))
    return _back(request, table.desk.match)


def _put_back(request: SiteRequest, table: AtTable, sheet: Sheet) -> HttpResponse:
    entry, why = request.POST.get("entrada", ""), request.POST.get("why", "").strip()[:500]
    own = _id("back", entry, request.POST.get("visto", ""))
    if any(row.entry_id == own for row in table.rows):
        return _reviewed(request, table, _("Put back. Both pairs accept the sheet anew."))
    if not why:
        return _not_without_reason(request, table, entry)
    documents = Review(table).put_back(entry, why=why, id=own)
    if documents is None:
        text = _("It cannot be put back: another version stands by now, or the result is in.")
        return match_page(request, table, trouble=Trouble(refusal=text), tried=entry, why=why)
    return _written(request, table, sheet, documents, entry, _("Put back. Both pairs accept the sheet anew."))


def _take_back(request: SiteRequest, table: AtTable, sheet: Sheet) -> HttpResponse:
    """A ruling of any referee, with all that was written for it; both stay on the sheet."""
    together = of_ruling(table.rows, request.POST.get("entrada", ""))
    standing = [one for one in together if one not in table.counted.resolved.without_effect]
    if not together:
        raise Http404
    if standing:
        documents = [note("undo", id=_id("undo", one), of=one) for one in standing]
        append(sheet, *documents, by=request.user)
        for document in documents:
            look_at(sheet, str(document["id"]), by=request.user, at=timezone.now())
    return _reviewed(request, table, _("Taken back. Both stay on record."))


def _settle(request: SiteRequest, table: AtTable, sheet: Sheet) -> HttpResponse:
    entry, chosen = request.POST.get("entrada", ""), request.POST.get("escolha", "")
    why = request.POST.get("why", "").strip()[:500]
    own = _id("settle", entry, chosen, request.POST.get("visto", ""))
    if any(row.entry_id == own for row in table.rows):
        return _reviewed(request, table, _("The doubt is settled."))
    found = Review(table)
    question = found.question(entry)
    asked = next((one for one in found.asked if entry == one.entry), None)
    if question is None or asked is None or chosen not in {option.value for option in asked.options}:
        text = _("There is no such doubt any more. This is how the sheet stands now.")
        return match_page(request, table, trouble=Trouble(refusal=text), tried=entry, why=why)
    if not why:
        return _not_without_reason(request, table, entry)
    documents = found.settled(question, chosen, why=why, id=own)
    return _written(request, table, sheet, documents, entry, _("The doubt is settled."))


def _not_without_reason(request: SiteRequest, table: AtTable, entry: str) -> HttpResponse:
    return match_page(request, table, trouble=Trouble(refusal=_("Say why: it stays on record.")), tried=entry)


def _written(
    request: SiteRequest, table: AtTable, sheet: Sheet, documents: Sequence[Document], entry: str, said: str
) -> HttpResponse:
    """What a referee wrote himself he has looked at; what another let stand meanwhile he is told first."""
    seen, why = count_in(request.POST.get("visto", "")), request.POST.get("why", "").strip()
    with transaction.atomic():
        Event.objects.select_for_update().get(pk=sheet.event_id)
        was_seen = "olhado" in request.POST or not sheet.looks.filter(entry_id=entry).exists()
        is_done = was_seen and write_over(sheet, documents, seen=seen, by=request.user)
        if is_done:
            for one in (entry, *(str(document["id"]) for document in documents)):
                look_at(sheet, one, by=request.user, at=timezone.now())
    if not is_done:
        now = table_of(request, table.desk.match)
        if now is None:
            return no_such_match(request)
        trouble = _changed_meanwhile() if was_seen else _let_stand_meanwhile(sheet.looks.get(entry_id=entry))
        return match_page(request, now, trouble=trouble, tried=entry, why=why)
    return _reviewed(request, table, said)


def _reviewed(request: SiteRequest, table: AtTable, said: str) -> HttpResponse:
    messages.success(request, said)
    return _back(request, table.desk.match)
