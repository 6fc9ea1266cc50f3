"""Addresses for entering an event, and for the page behind a person's own link.

Below ``inscricao/`` the secret of the link says whose page it is (``own_link``). There a partner confirms, a person
claims the link, puts the entry into their account (``conta``), gives up for the pair, answers the convocation, corrects
their data, gives and takes back consents (``answer``), writes to the organiser, sends material about themselves and
signs a paper. ``ACTS`` need only a button.
"""

from django.urls import path, re_path

from carteado.web.registrations.own_page import consent_pages as agreeing
from carteado.web.registrations.own_page import entry_form as enter
from carteado.web.registrations.own_page import letter_pages as letters
from carteado.web.registrations.own_page import material_pages as materials
from carteado.web.registrations.own_page import my_entries as mine
from carteado.web.registrations.own_page import pages as page
from carteado.web.registrations.own_page.case import ACTS
from carteado.web.registrations.review.urls import urlpatterns as of_the_desk

_OWN = "inscricao/<str:secret>/"

urlpatterns = [
    path("campeonatos/<slug:slug>/inscrever/", enter.enter, name="enter"),
    path("conta/inscricoes/", mine.my_entries, name="my-entries"),
    path(_OWN, page.show, name="entrant"),
    path(f"{_OWN}confirmar/", page.confirm, name="entrant-confirm"),
    path(f"{_OWN}assumir/", page.claim, name="entrant-take"),
    path(f"{_OWN}conta/", page.put_into_account, name="entrant-account"),
    path(f"{_OWN}desistir/", page.withdraw, name="entrant-withdraw"),
    path(f"{_OWN}convocacao/", page.answer_convocation, name="entrant-convocation"),
    path(f"{_OWN}dados/", page.data, name="entrant-data"),
    path(f"{_OWN}aceites/", agreeing.answer, name="entrant-answer"),
    path(f"{_OWN}recados/", letters.letters, name="entrant-letters"),
    path(f"{_OWN}material/", materials.materials, name="entrant-material"),
    path(f"{_OWN}material/foto/", materials.photo, name="entrant-photo"),
    path(f"{_OWN}assinar/", agreeing.sign_paper, name="entrant-sign"),
    re_path(rf"^inscricao/(?P<secret>[^/]+)/(?P<word>{'|'.join(ACTS)})/$", page.act, name="entrant-act"),
    *of_the_desk,
]
