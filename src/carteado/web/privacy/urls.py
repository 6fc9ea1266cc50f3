"""Addresses of the pages on which people and guests see, download and erase their data.

A guest sits at a live table without an account. ``inscricao/<secret>/`` is the page behind an entrant's own link.
``erased`` says that it is done.
"""

from django.urls import path

from carteado.web.privacy import guest_pages
from carteado.web.privacy import pages as views

urlpatterns = [
    path("jogar/visitante/", guest_pages.show_guest, name="guest"),
    path("jogar/visitante/nome/", guest_pages.rename_guest, name="rename-guest"),
    path("jogar/visitante/esquecer/", guest_pages.forget_guest, name="forget-guest"),
    path("conta/meus-dados/", views.my_data, name="my-data"),
    path("conta/meus-dados/arquivo.json", views.my_data_file, name="my-data-file"),
    path("conta/meus-dados/apagar/", views.erase_my_account, name="erase-account"),
    path("inscricao/<str:secret>/meus-dados/", views.entrant_data, name="entrant-my-data"),
    path("inscricao/<str:secret>/meus-dados/arquivo.json", views.entrant_data_file, name="entrant-my-data-file"),
    path("inscricao/<str:secret>/meus-dados/apagar/", views.erase_entry, name="entrant-erase"),
    path("dados-apagados/", views.erased, name="erased"),
]
