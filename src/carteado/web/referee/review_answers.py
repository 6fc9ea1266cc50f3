"""The referee's answers in a review: let a change stand, put it back, settle a doubt, take a ruling back.

Fields of the forms: ``ato`` is the answer, ``entrada`` the entry that it is about, ``visto`` the number of entries that
the page showed, ``olhado`` is there if the page showed that the entry had been reviewed, ``escolha`` is the chosen
answer to a doubt. ``sumula`` is the sheet of a ruling to take back.
"""

from collections.abc import Sequence

from django.contrib import messages
from django.db import transaction
from django.http import Http404, HttpResponse
from django.shortcuts import get_object_or_404, redirect
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST

from carteado.web.display.championship_in_words import ChampionshipInWords
from carteado.web.events import store
from carteado.web.events.models import Event
from carteado.web.events.trouble import Trouble
from carteado.web.kit.forms.form_numbers import parse_count
from carteado.web.kit.guarding.policy import Action
from carteado.web.pages.access import SiteRequest, needs
from carteado.web.referee.changed_matches import ChangedMatches, record_seen
from carteado.web.referee.match_at_table import MatchAtTable
from carteado.web.referee.models import Look
from carteado.web.referee.pages import back_to, match_page, no_such_match, table_of
from carteado.web.referee.penalties import entries_of_ruling
from carteado.web.referee.ruling_forms import Document
from carteado.web.referee.sheet_review import Review, record_review
from carteado.web.referee.sheet_writing import entry_id, write_entries, write_unless_changed
from carteado.web.sumula.match_sheets import counted, gone
from carteado.web.sumula.models import Sheet, SheetEntry
from carteado.web.sumula.sheet_writing import note


@needs(Action.RULE)
@require_POST
def review(request: SiteRequest, match: str) -> HttpResponse:
    """Let a change stand, put it back, settle a doubt or take a ruling back."""
    if request.POST.get("ato") == "desfazer":
        return _take_back(request, match)
    table = table_of(request, match)
    if table is None or table.sheet is None:
        return no_such_match(request)
    acts = {"visto": _let_stand, "devolver": _restore_earlier, "resolver": _settle}
    act = acts.get(request.POST.get("ato", ""))
    if act is None:
        raise Http404
    return act(request, table, table.sheet)


@needs(Action.RULE)
@require_POST
def mark_as_seen(request: SiteRequest) -> HttpResponse:
    """Mark what was written for a match that is no more as seen. Here ``visto`` is the last entry set aside that the
    page showed."""
    event = request.event
    sheet = get_object_or_404(event.sheets, pk=parse_count(request.POST.get("sumula", "")))
    championship = store.championship_of(event)
    found = ChangedMatches(event, championship, ChampionshipInWords(event, championship))
    record_seen(found, sheet, last=parse_count(request.POST.get("visto", "")), by=request.user)
    messages.success(request, _("Seen."))
    return redirect(reverse("referee-reviews", args=[event.slug]) + "#mudadas")


def _let_stand(request: SiteRequest, table: MatchAtTable, sheet: Sheet) -> HttpResponse:
    """Mark a change as reviewed, without writing an entry."""
    entry = request.POST.get("entrada", "")
    if not Review(table).has(entry):
        raise Http404
    look, is_first = record_review(sheet, entry, by=request.user, at=timezone.now())
    if is_first or look.by_id == request.user.pk:
        messages.success(request, _("Seen: it stands."))
    else:
        name = look.by.get_short_name() if look.by else ""
        messages.info(request, _("{name} looked at it before.").format(name=name))
    return back_to(request, table.desk.match)


def _restore_earlier(request: SiteRequest, table: MatchAtTable, sheet: Sheet) -> HttpResponse:
    """Put back the version of a hand from before a correction."""
    entry, why = request.POST.get("entrada", ""), request.POST.get("why", "").strip()[:500]
    # with ``visto``, so that the same change can be put back again on a later state of the sheet
    answer_id = entry_id("back", entry, request.POST.get("visto", ""))
    if any(row.entry_id == answer_id for row in table.rows):  # the form was sent twice
        return _reviewed(request, table, _("Put back. Both pairs accept the sheet anew."))
    if not why:
        return _ask_for_reason(request, table, entry)
    documents = Review(table).restoring_entries(entry, why=why, id=answer_id)
    if documents is None:
        text = _("It cannot be put back: another version stands by now, or the result is in.")
        return match_page(request, table, trouble=Trouble(refusal=text), tried=entry, why=why)
    return _write_answer(request, table, sheet, documents, entry, _("Put back. Both pairs accept the sheet anew."))


def _take_back(request: SiteRequest, match: str) -> HttpResponse:
    """Take back a ruling of any referee, with all entries written for it. Both stay on the sheet.

    ``sumula`` is the sheet of the ruling. The match of that sheet may be no more: a warning goes with its pair.
    """
    sheet = get_object_or_404(request.event.sheets, match=match, pk=parse_count(request.POST.get("sumula", "")))
    sheet.event = request.event
    together = entries_of_ruling(list(sheet.entries.all()), request.POST.get("entrada", ""))
    if not together:
        raise Http404
    idle = counted(sheet).resolved.without_effect
    documents = [note("undo", id=entry_id("undo", one), of=one) for one in together if one not in idle]
    with transaction.atomic():
        result = write_entries(sheet, documents, by=request.user) if documents else ()
        if not isinstance(result, Trouble):
            for row in result:
                record_review(sheet, row.entry_id, by=request.user, at=timezone.now())
    if isinstance(result, Trouble):
        messages.warning(request, result.refusal)
    else:
        messages.success(request, _("Taken back. Both stay on record."))
    is_current = gone(store.championship_of(request.event), sheet) is None
    return back_to(request, match) if is_current else redirect("referee-penalties", slug=request.event.slug)


def _settle(request: SiteRequest, table: MatchAtTable, sheet: Sheet) -> HttpResponse:
    """Answer a doubt with the chosen hand, or that all of them were played."""
    entry, chosen = request.POST.get("entrada", ""), request.POST.get("escolha", "")
    why = request.POST.get("why", "").strip()[:500]
    answer_id = entry_id("settle", entry, chosen, request.POST.get("visto", ""))
    if any(row.entry_id == answer_id for row in table.rows):  # the form was sent twice
        return _reviewed(request, table, _("The doubt is settled."))
    found = Review(table)
    question = found.question(entry)
    doubt_shown = next((one for one in found.open_doubts if entry == one.entry), None)
    if question is None or doubt_shown is None or chosen not in {option.value for option in doubt_shown.options}:
        text = _("There is no such doubt any more. This is how the sheet stands now.")
        return match_page(request, table, trouble=Trouble(refusal=text), tried=entry, why=why)
    if not why:
        return _ask_for_reason(request, table, entry)
    documents = found.settled(question, chosen, why=why, id=answer_id)
    return _write_answer(request, table, sheet, documents, entry, _("The doubt is settled."))


def _ask_for_reason(request: SiteRequest, table: MatchAtTable, entry: str) -> HttpResponse:
    return match_page(request, table, trouble=Trouble(refusal=_("Say why: it stays on record.")), tried=entry)


def _write_answer(
    request: SiteRequest, table: MatchAtTable, sheet: Sheet, documents: Sequence[Document], entry: str, message: str
) -> HttpResponse:
    """Write the referee's entries, and mark them and the change as reviewed.

    Nothing is written, and the page says why, if the sheet changed since the page was shown or does not take the
    entries, or if another referee let the change stand meanwhile.
    """
    seq_seen, why = parse_count(request.POST.get("visto", "")), request.POST.get("why", "").strip()
    with transaction.atomic():
        Event.objects.select_for_update().get(pk=sheet.event_id)
        if "olhado" not in request.POST and (look := sheet.looks.filter(entry_id=entry).first()):
            result: Sequence[SheetEntry] | Trouble = _let_stand_meanwhile(look)
        else:
            result = write_unless_changed(sheet, documents, seq_seen=seq_seen, by=request.user)
        if not isinstance(result, Trouble):
            for one in (entry, *(str(document["id"]) for document in documents)):
                record_review(sheet, one, by=request.user, at=timezone.now())
    if isinstance(result, Trouble):
        current = table_of(request, table.desk.match)
        if current is None:
            return no_such_match(request)
        return match_page(request, current, trouble=result, tried=entry, why=why)
    return _reviewed(request, table, message)


def _reviewed(request: SiteRequest, table: MatchAtTable, message: str) -> HttpResponse:
    messages.success(request, message)
    return back_to(request, table.desk.match)


def _let_stand_meanwhile(look: Look) -> Trouble:
    """Another referee reviewed the change after the page was shown, and let it stand."""
    name = look.by.get_short_name() if look.by else ""
    return Trouble(refusal=_("Meanwhile {name} let it stand. Look again before you put it back.").format(name=name))
