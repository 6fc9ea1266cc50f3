"""What is done with one tap: answer a call, mark a time, freeze or release a public score, hand a result in again.

The staff of the tables may mark times. Everything else is for referees.
"""

from django.contrib import messages
from django.db import transaction
from django.http import Http404, HttpResponse
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST

from carteado.tournament.state.championship import Championship
from carteado.web.display.championship_in_words import ChampionshipInWords
from carteado.web.events import store
from carteado.web.events.models import Event
from carteado.web.events.trouble import Trouble
from carteado.web.kit.forms.form_numbers import parse_count
from carteado.web.kit.guarding.policy import Action
from carteado.web.log.recording import record
from carteado.web.matches.acts.base import LONGEST_REASON, Author
from carteado.web.matches.acts.clock import Mark
from carteado.web.matches.match_writing import Overtaken, append_unless_overtaken
from carteado.web.pages.access import SiteRequest, needs
from carteado.web.people.models import User
from carteado.web.referee.match_at_table import author_of
from carteado.web.referee.pages import back_to, no_such_match, table_of
from carteado.web.referee.sheet_writing import entry_id, write_entries
from carteado.web.sumula.freezing import freeze, unfreeze
from carteado.web.sumula.log_actions import ScoreFrozen, ScoreReleased
from carteado.web.sumula.models import Sheet
from carteado.web.sumula.sheet_writing import hand_in, note


@needs(Action.RULE)
@require_POST
def answer_call(request: SiteRequest, match: str) -> HttpResponse:
    """“I am coming”. The first referee to answer is the one who goes; another learns who that is."""
    table, call = table_of(request, match), request.POST.get("chamado", "")
    if table is None or table.sheet is None:
        return no_such_match(request)
    if not any(row.entry_id == call and row.content["kind"] == "call" for row in table.rows):
        messages.warning(request, _("There is no such call, or no longer."))
        return back_to(request, match)
    # every referee's answer to this call has the same id, so the row is that of the first one
    answer = note("answer", id=entry_id("answer", call), of=call)
    rows = write_entries(table.sheet, [answer], by=request.user)
    if isinstance(rows, Trouble):
        messages.warning(request, rows.refusal)
        return back_to(request, match)
    [row] = rows
    if row.user_id == request.user.pk:
        messages.success(request, _("The table knows that you are coming."))
    else:
        row.user = User.objects.filter(pk=row.user_id or 0).first()  # None if the account was deleted
        messages.info(request, _("{name} is on the way already.").format(name=author_of(row)))
    return back_to(request, match)


@needs(Action.RUN_MATCHES)
@require_POST
def mark_clock(request: SiteRequest, match: str) -> HttpResponse:
    """Add a mark to the clock of a match: a pair came, left its table or is back, the clock is paused or goes on, or a
    part of the dealing began. The page sends only marks that its buttons offered."""
    table = table_of(request, match)
    if table is None:
        return no_such_match(request)
    form = Mark(table.desk, request.POST)
    if not form.is_valid():
        raise Http404
    operation = form.operation(Author(store.author(request.user), timezone.now()))
    seq_seen = parse_count(request.POST.get("seq", ""))
    result = append_unless_overtaken(
        request.event, [operation], by=request.user, operations_seen=seq_seen, is_conflict=form.is_conflict
    )
    if isinstance(result, Championship):
        messages.success(request, form.message_after(result))
    elif isinstance(result, Overtaken):
        in_words = ChampionshipInWords(request.event, store.championship_of(request.event))
        done_meanwhile = " ".join(in_words.operation(one, in_words.authors(result.by)) for one in result.by)
        messages.warning(
            request, " ".join(filter(None, (_("Somebody was faster; yours was not done."), done_meanwhile)))
        )
    else:
        messages.warning(request, table.desk.in_words.with_article(result, table.desk.regulation))
    return back_to(request, match)


@needs(Action.RULE)
@require_POST
def freeze_or_release_public_score(request: SiteRequest, match: str) -> HttpResponse:
    """Freeze the score that the public sees while the referee looks into the match, or release it.

    Nothing else freezes a score. While it is frozen, the championship does not get its result.
    """
    table = table_of(request, match)
    if table is None or table.sheet is None:
        return no_such_match(request)
    freezes = request.POST.get("ato") == "congelar"
    number = table.desk.in_words.numbers.get(match, 0)
    with transaction.atomic():
        Event.objects.select_for_update().get(pk=request.event.pk)
        was_frozen = Sheet.objects.get(pk=table.sheet.pk).is_frozen
        (freeze if freezes else unfreeze)(table.sheet, by=request.user)
        if was_frozen != freezes:
            action = ScoreFrozen(match=number) if freezes else ScoreReleased(match=number)
            record(action, actor=request.user, event=request.event)
    message = _("The public score stands still.") if freezes else _("Everybody sees the score again.")
    messages.success(request, message)
    return back_to(request, match)


@needs(Action.RULE)
@require_POST
def hand_in_again(request: SiteRequest, match: str) -> HttpResponse:
    """Send the sheet's result to the championship again: after the desk undid it, or with the referee's reason for a
    bell that rang too early (ruling E-17)."""
    table = table_of(request, match)
    if table is None or table.sheet is None:
        return no_such_match(request)
    why = request.POST.get("why", "").strip()[:LONGEST_REASON]
    if table.clock_trouble and not why:
        messages.warning(request, _("Say why it counts: your reason stays on record."))
    elif not table.is_taken_back and not table.clock_trouble:
        messages.info(request, _("There is nothing to hand in again."))
    elif trouble := hand_in(table.sheet, by=request.user, why=why).trouble:
        messages.warning(request, table.desk.in_words.with_article(trouble, table.desk.regulation))
    else:
        messages.success(request, _("The result is handed in."))
    return back_to(request, match)
