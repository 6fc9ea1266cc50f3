"""Addresses of the organiser's desk for entries.

``code`` is the code of an entry's pair, ``number`` that of a person in the event, ``letter`` a primary key. ``convoke``
mails the convocation once more. ``import_list`` only shows what a file would enter, and ``confirm_list`` enters it.
"""

from django.urls import path, re_path

from carteado.web.registrations.review import entry_page as review_entry
from carteado.web.registrations.review import letter_pages as review_letters
from carteado.web.registrations.review import list_page as review
from carteado.web.registrations.review import people_pages as review_people
from carteado.web.registrations.review import spreadsheets as lists
from carteado.web.registrations.review.acts import EntryAct

_DESK = "campeonatos/<slug:slug>/inscricoes/"
_ENTRY = f"{_DESK}<slug:code>/"
_PERSON = f"{_ENTRY}pessoas/<int:number>/"

urlpatterns = [
    path(_DESK, review.show_entries, name="entries"),
    path(f"{_DESK}selecionar/", review.select_several, name="select-entries"),
    path(f"{_DESK}recusar/", review.decline_several, name="decline-entries"),
    path(f"{_DESK}convocar/", review.convoke, name="convoke"),
    path(f"{_DESK}convidar/", review_people.invite_pair, name="invite-pair"),
    path(f"{_DESK}importar/", lists.import_list, name="import-entries"),
    path(f"{_DESK}importar/confirmar/", lists.confirm_list, name="confirm-entries"),
    re_path(
        rf"^campeonatos/(?P<slug>[-\w]+)/inscricoes/lista\.(?P<kind>{'|'.join(lists.Format)})$",
        lists.export_list,
        name="export-entries",
    ),
    path(f"{_DESK}lista-com-documentos/", lists.export_documents, name="export-documents"),
    path(_ENTRY, review_entry.show_entry, name="entry"),
    path(f"{_ENTRY}pago/", review_entry.mark_fee, name="mark-fee"),
    re_path(
        rf"^campeonatos/(?P<slug>[-\w]+)/inscricoes/(?P<code>[-\w]+)/(?P<act>{'|'.join(EntryAct)})/$",
        review_entry.act_on_entry,
        name="act-on-entry",
    ),
    path(f"{_PERSON}documento/", review_people.show_document, name="show-document"),
    path(f"{_PERSON}foto/", review_letters.show_photo, name="entry-photo"),
    path(f"{_PERSON}recados/<int:letter>/", review_letters.answer_letter, name="answer-letter"),
    path(f"{_PERSON}link/", review_people.share_link, name="entry-link"),
    path(f"{_PERSON}link/novo/", review_people.renew_link, name="renew-link"),
]
