"""Entries as spreadsheets: importing one, with a preview of every row before anything is entered, and exporting one."""

import json
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum
from typing import Any, NamedTuple
from uuid import UUID, uuid4, uuid5

from django import forms
from django.contrib import messages
from django.core import signing
from django.core.exceptions import ValidationError
from django.core.files.uploadedfile import UploadedFile
from django.db import transaction
from django.http import HttpResponse
from django.shortcuts import redirect, render
from django.utils import timezone
from django.utils.http import content_disposition_header
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from carteado.planning.field import Contender
from carteado.record import InputError
from carteado.regulation import Refusal, Regulation, out_of_order
from carteado.sheets.entries import EntryList, entries_document, entries_in, read_entries_document
from carteado.sheets.files import MOST_COLUMNS, ReadCell, SheetTable, csv_of, read_cells, xlsx_of
from carteado.tournament.operations import OpenEntry, Operation
from carteado.tournament.registrations.acts import FINAL, Actor, Enter, Role
from carteado.tournament.running.dispatch import refusal
from carteado.tournament.state.championship import Championship
from carteado.web.events import room_for_pairs as places
from carteado.web.events import store
from carteado.web.events.details import MOST_PAIRS
from carteado.web.events.models import Event, Pair
from carteado.web.events.trouble import NO_TROUBLE, Trouble, trouble_from_refusal
from carteado.web.kit.guarding.policy import Action
from carteado.web.kit.words.catalogue import language, words
from carteado.web.log.recording import record
from carteado.web.pages.access import SiteRequest, needs
from carteado.web.people.models import User
from carteado.web.registrations.eligibility_verdicts import with_names
from carteado.web.registrations.invited_pairs import add_pair, add_people, check_delegations, opening_operations
from carteado.web.registrations.log_actions import DocumentsExported, EntriesImported
from carteado.web.registrations.models import Entrant, Registration
from carteado.web.registrations.person_forms import first_name
from carteado.web.registrations.registering import RegistrationRefused, append_or_raise, pair_name
from carteado.web.registrations.review.page_parts import (
    answers_of,
    is_paid,
    names_of_all,
    pairs_of,
    registration_of,
    state_in_words,
)

LARGEST = 1024 * 1024
_SALT = "carteado.entries.list"
_LIST_IS_VALID_S = 24 * 3600


# --- import: the file and its preview -----------------------------------------------------------------------------


class ListForm(forms.Form):
    """The file with the list."""

    use_required_attribute = False

    file = forms.FileField(
        label=gettext_lazy("Spreadsheet"),
        help_text=gettext_lazy("CSV or XLSX, up to 1 MB."),
        widget=forms.FileInput(attrs={"accept": ".csv,.xlsx,text/csv"}),
        error_messages={"empty": gettext_lazy("The file is empty.")},
    )

    def clean_file(self) -> bytes:
        file: UploadedFile[bytes] = self.cleaned_data["file"]
        if (file.size or 0) > LARGEST:
            raise ValidationError(gettext_lazy("The file is larger than 1 MB. A list of pairs needs less."))
        content: bytes = file.read()
        return content


class ListedRow(NamedTuple):
    """A row of the file in the preview. ``is_there`` marks a pair that has already entered.

    ``number`` counts the file's rows from 1; None for problems of the whole list. ``text`` is the pair's name, or all
    that the row says if it cannot be read.
    """

    number: int | None
    text: str
    people: tuple[str, ...]
    delegation: str
    problems: tuple[Trouble, ...]
    is_there: bool


@dataclass(frozen=True, slots=True)
class Preview:
    """The preview of a file. ``new`` counts the pairs that would enter, ``wrong`` the rows with problems, ``ignored``
    are headings of columns that are not read.

    ``signed_list`` is the list, for the button that enters it; empty if there is a problem or nothing new.
    """

    rows: list[ListedRow]
    ignored: tuple[str, ...]
    new: int
    wrong: int
    signed_list: str


@needs(Action.REVIEW_ENTRIES)
@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def import_list(request: SiteRequest) -> HttpResponse:
    """Show the form, and after it is sent, every row with its errors. Nothing is entered yet."""
    if request.method != "POST":
        return _import_page(request, ListForm())
    form = ListForm(request.POST, request.FILES)
    if not form.is_valid():
        return _import_page(request, form, status=422)
    try:
        preview = preview_of(request.event, form.cleaned_data["file"], by=request.user)
    except InputError as error:
        form.add_error("file", sentence(error))
        return _import_page(request, form, status=422)
    return _import_page(request, ListForm(), preview=preview, status=422 if preview.wrong else 200)


def sentence(error: InputError) -> str:
    """What is wrong with the file."""
    text = words().error(error.code, error.details)
    return f"{text[:1].upper()}{text[1:]}."


def _import_page(
    request: SiteRequest,
    form: ListForm,
    *,
    preview: Preview | None = None,
    trouble: Trouble = NO_TROUBLE,
    status: int = 200,
) -> HttpResponse:
    championship = store.championship_of(request.event)
    probed = refusal_to_import(request.event, championship, request.user)
    context = {
        "event": request.event,
        "regulation": championship.regulation,
        "has_delegations": championship.regulation.event.delegations is not None,
        "form": form,
        "preview": preview,
        "trouble": trouble_from_refusal(probed, championship.regulation) if probed else trouble,
        "is_closed": probed is not None,
    }
    return render(request, "registrations/review/import.html", context, status=status)


def refusal_to_import(event: Event, championship: Championship, user: User) -> Refusal | None:
    """Why the organiser cannot enter a pair now. Keys: entries.web_form, .closes.

    Asks the championship with a pair that does not exist.
    """
    now, author = timezone.now(), store.author(user)
    entered = Enter(
        by=Actor(Role.ORGANISER, author), at=now, id="?", people=("?a", "?b"), registrant="?a", delegation="?"
    )
    opening = OpenEntry(by=author, at=now, opening=entered)
    return refusal(championship, opening) or places.refusal_if_full(event, championship)


def preview_of(event: Event, data: bytes, *, by: User) -> Preview:
    """Read the file. Raises InputError if it is no list, or longer than any event has pairs."""
    cells, rules = read_cells(data), store.championship_of(event).regulation
    if len(cells) > MOST_PAIRS + 1:
        raise InputError("sheet_too_large", rows=MOST_PAIRS + 1, columns=MOST_COLUMNS)
    pair_list = entries_in(cells, rules)
    already = people_entered(event)
    rows = list(_listed(pair_list, cells, already, rules))
    wrong = sum(bool(row.problems) for row in rows)
    new = [pair for pair in pair_list.pairs if not already.has(pair)]
    signed_list = "" if wrong or not new else _sign_list(event, pair_list, rules, by)
    return Preview(rows, pair_list.ignored, len(new), wrong, signed_list)


def _listed(
    pair_list: EntryList, cells: Sequence[Sequence[ReadCell]], already: "PeopleEntered", rules: Regulation
) -> Iterator[ListedRow]:
    """Every row with content, in the order of the file, after the errors that concern the whole list."""
    wrong: dict[int | None, list[Refusal]] = {}
    for problem in pair_list.problems:
        wrong.setdefault(problem.row, []).append(problem.refusal)
    good = dict(zip(pair_list.rows, pair_list.pairs, strict=True))
    for number in sorted({*wrong, *good}, key=lambda row: row or 0):
        pair = good.get(number) if number is not None else None
        problems = [*wrong.get(number, ()), *(already.problems(pair) if pair else ())]
        yield ListedRow(
            number=number,
            text=_called(pair) if pair else " · ".join(cell.text for cell in _cells(cells, number) if cell.text),
            people=(*pair.players, *pair.substitutes) if pair else (),
            delegation=(pair.delegation or "") if pair else "",
            problems=tuple(trouble_from_refusal(one, rules) for one in problems),
            is_there=pair is not None and already.has(pair),
        )


def _called(pair: Contender) -> str:
    """The pair's name in the list. Without one, its first names, as with the form: full names are not made public."""
    if pair.id != " e ".join(pair.players):
        return pair.id
    return pair_name([first_name(name) for name in pair.players])


def _cells(cells: Sequence[Sequence[ReadCell]], number: int | None) -> Sequence[ReadCell]:
    return cells[number - 1] if number is not None else ()


def _sign_list(event: Event, pair_list: EntryList, rules: Regulation, by: User) -> str:
    """The signed list.

    A random number in it identifies its pairs on a second press, even if they were renamed since.
    """
    document = entries_document(pair_list.pairs, rules)
    return signing.dumps([event.pk, by.pk, str(uuid4()), document], salt=_SALT, compress=True)


# --- import: pairs already in the event ---------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class PeopleEntered:
    """The people in the event, by normalised name, so that the same list does not enter a person twice.

    ``pairs`` are the two names of each pair that has not left, ``pair_of`` the name of the pair by a person's name.
    """

    pairs: frozenset[frozenset[str]]
    pair_of: Mapping[str, str]

    def has(self, pair: Contender) -> bool:
        """True if these two are a pair of the event already."""
        return frozenset(map(_alike, pair.players)) in self.pairs

    def problems(self, pair: Contender) -> Iterator[Refusal]:
        """A refusal for each person who is already in another pair."""
        if self.has(pair):
            return
        for person in (*pair.players, *pair.substitutes):
            if _alike(person) in self.pair_of:
                other = self.pair_of[_alike(person)]
                yield out_of_order("row_person_in_two_pairs", person=person, pair=other)


def people_entered(event: Event) -> PeopleEntered:
    """The people of all pairs that have not left."""
    championship, names = store.championship_of(event), store.names_of(event)
    people = {code: _alike(name) for code, name in event.entrants.values_list("code", "name") if name}
    staying = [entry for entry in championship.entries.values() if entry.state not in FINAL]
    pairs = (frozenset(people[code] for code in entry.people if code in people) for entry in staying)
    pair_of = {people[code]: names.get(entry.id, "") for entry in staying for code in entry.people if code in people}
    return PeopleEntered(frozenset(pair for pair in pairs if len(pair) == 2), pair_of)


def _alike(name: str) -> str:
    """The name without capitals and extra spaces."""
    return " ".join(name.casefold().split())


# --- import: entering the list ------------------------------------------------------------------------------------


@needs(Action.REVIEW_ENTRIES)
@never_cache
@require_POST
def confirm_list(request: SiteRequest) -> HttpResponse:
    """Enter the list as shown, completely or not at all. A second press finds all its pairs there."""
    event, rules = request.event, store.championship_of(request.event).regulation
    rows = _signed_list(request)
    if rows is None:
        message = _("The list has been open for too long, or was changed on the way. Send the file again.")
        return _import_page(request, ListForm(), trouble=Trouble(refusal=message), status=409)
    result = enter_list(event, rows, by=request.user)
    if isinstance(result, Refusal):
        trouble = trouble_from_refusal(with_names(result, names_of_all(event)), rules)
        return _import_page(request, ListForm(), trouble=trouble, status=409)
    if result:
        message = ngettext("{count} pair has entered.", "{count} pairs have entered.", result)
        messages.success(request, message.format(count=result))
    else:
        messages.info(request, _("All of them had entered already: nothing was done twice."))
    return redirect("entries", slug=event.slug)


ListRows = Mapping[UUID, Contender]
"""The pairs of a list, each by the identifier of its row."""


def _signed_list(request: SiteRequest) -> ListRows | None:
    """The signed list from the form, read and checked again. None unless it was made for this user and event."""
    try:
        signed_list = request.POST.get("list", "")
        event, user, number, document = signing.loads(signed_list, salt=_SALT, max_age=_LIST_IS_VALID_S)
        if (event, user) != (request.event.pk, request.user.pk):
            return None
        rules = store.championship_of(request.event).regulation
        pair_list = read_entries_document(json.dumps(document).encode(), rules)
    except (signing.BadSignature, InputError):
        return None
    if pair_list.problems:
        return None
    return {uuid5(UUID(number), str(row)): pair for row, pair in enumerate(pair_list.pairs)}


def enter_list(event: Event, rows: ListRows, *, by: User) -> int | Refusal:
    """Enter the list and return the number of new pairs.

    Pairs already in the event, or already entered from this list, are skipped.
    """
    try:
        with transaction.atomic():
            event = Event.objects.select_for_update().get(pk=event.pk)
            already, entered = people_entered(event), _rows_entered(event, rows)
            new = {row: pair for row, pair in rows.items() if row not in entered and not already.has(pair)}
            for refusal in (why for pair in new.values() for why in already.problems(pair)):
                raise RegistrationRefused(refusal)
            if new:
                append_or_raise(_operations(event, new, by), event, by)
                record(EntriesImported(pairs=len(new)), actor=by, event=event)
    except RegistrationRefused as stopped:
        return stopped.refusal
    return len(new)


def _rows_entered(event: Event, rows: ListRows) -> set[UUID]:
    """The rows of this list already entered, whatever their state now.

    An entry that was taken back may be entered again.
    """
    entries = store.championship_of(event).entries
    registrations = Registration.objects.filter(pair__event=event, form__in=list(rows))
    registrations.exclude(pair__code__in=list(entries)).update(form=None)
    return {form for form in registrations.values_list("form", flat=True) if form is not None}


def _operations(event: Event, listed: ListRows, by: User) -> list[Operation]:
    """Write the people and pairs of the list, and return the operations that enter them.

    All people are written at once: ``people`` gives them back in the order of the list.
    """
    now, rules = timezone.now(), store.championship_of(event).regulation
    operations: list[Operation] = []
    check_delegations(event, [pair.delegation or "" for pair in listed.values()])
    names = [[*pair.players, *pair.substitutes] for pair in listed.values()]
    people = iter(add_people(event, [Entrant(name=name, called=first_name(name)) for one in names for name in one]))
    for (form, pair), of_pair in zip(listed.items(), names, strict=True):
        row = add_pair(event, _called(pair), delegation=pair.delegation or "", form=form)
        operations += opening_operations(Enter, row, [next(people) for _name in of_pair], rules=rules, by=by, at=now)
    return operations


# --- export -------------------------------------------------------------------------------------------------------


class Format(StrEnum):
    CSV = "csv"
    XLSX = "xlsx"


_TYPES = {
    Format.CSV: "text/csv; charset=utf-8",
    Format.XLSX: "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet",
}


@needs(Action.EXPORT)
@never_cache
@require_safe
def export_list(request: SiteRequest, kind: str) -> HttpResponse:
    """The pairs with their names, contacts, state, fee and answers. No documents, and no answers on eligibility."""
    return _file(request.event, Format(kind), with_documents=False)


@needs(Action.EXPORT)
@never_cache
@require_POST
def export_documents(request: SiteRequest) -> HttpResponse:
    """The same with documents. A separate button, and the log records it."""
    event = request.event
    chosen = Format.XLSX if request.POST.get("format") == Format.XLSX else Format.CSV
    count = event.entrants.exclude(document_index="").filter(erased_at=None).count()
    record(DocumentsExported(people=count), actor=request.user, event=event)
    return _file(event, chosen, with_documents=True)


def _file(event: Event, chosen: Format, *, with_documents: bool) -> HttpResponse:
    table = entries_table(event, with_documents=with_documents)
    # The byte order mark lets a spreadsheet in Brazil read the accents of a CSV.
    content = xlsx_of([table]) if chosen is Format.XLSX else f"\ufeff{csv_of(table, language())}".encode()
    response = HttpResponse(content, content_type=_TYPES[chosen])
    name = f"{event.slug}-{_('entries')}.{chosen}"
    response["Content-Disposition"] = content_disposition_header(True, name) or "attachment"
    response["X-Content-Type-Options"] = "nosniff"
    return response


def entries_table(event: Event, *, with_documents: bool = False) -> SheetTable:
    """One pair per row, under headings that the import recognises."""
    details, championship, pairs = store.details_of(event), store.championship_of(event), pairs_of(event)
    questions = [question.text for question in details.questions]
    rows = event.entrants.filter(erased_at=None).defer("birth_date", "declared", "secret")
    people = {one.code: one for one in (rows if with_documents else rows.defer("document"))}
    columns = [_person_columns(number, with_documents=with_documents) for number in (1, 2)]
    heading = (_("Pair"), *(name for one in columns for name in one), _("Delegation"), _("State"), _("Entered on"))
    heading += (_("Fee paid"),) if details.fee_cents else ()
    lines = []
    for entry in championship.entries.values():
        pair = pairs.get(entry.id)
        answers = dict(answers_of(details.questions, registration_of(pair)))
        cells = [
            cell for code in entry.people for cell in _person_cells(people.get(code), with_documents=with_documents)
        ]
        line = [pair.shown_name if pair else entry.id, *cells, _delegation(championship, entry.delegation, pair)]
        line += [state_in_words(entry, championship), _clock(entry.entered_at)]
        line += [_("yes") if is_paid(pair) else _("no")] if details.fee_cents else []
        lines.append((*line, *(answers.get(text, "") for text in questions)))
    return SheetTable(_("Entries"), (*heading, *questions), tuple(lines))


def _delegation(championship: Championship, code: str | None, pair: Pair | None) -> str:
    delegation = championship.delegations_entered.get(code or "")
    return delegation.name if delegation else (pair.delegation if pair else "")


def _person_columns(number: int, *, with_documents: bool) -> Iterator[str]:
    yield _("Player {number}").format(number=number)
    yield _("Name at the table {number}").format(number=number)
    yield _("E-mail {number}").format(number=number)
    yield _("Phone {number}").format(number=number)
    if with_documents:
        yield _("CPF or RNE {number}").format(number=number)


def _person_cells(person: Entrant | None, *, with_documents: bool) -> Iterator[str]:
    yield person.name if person else ""
    yield person.called if person else ""
    yield person.email if person else ""
    yield person.phone if person else ""
    if with_documents:
        yield person.document if person else ""


def _clock(at: Any) -> Any:
    """The time on the site's clock, to the minute. A cell of a spreadsheet has no time zone."""
    return timezone.localtime(at).replace(tzinfo=None, second=0, microsecond=0)
