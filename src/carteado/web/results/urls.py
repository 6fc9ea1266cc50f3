"""Addresses of the pages for after the event. ``records`` is also the page from which it is archived."""

from django.urls import path, re_path

from carteado.web.results import pages as views
from carteado.web.results.result_files import FILES

_FILE = "|".join(name.replace(".", r"\.") for name in FILES)

urlpatterns = [
    path("campeonatos/<slug:slug>/resultado/", views.results_sheet, name="results-sheet"),
    re_path(rf"^campeonatos/(?P<slug>[-\w]+)/resultado/(?P<name>{_FILE})$", views.results_file, name="results-file"),
    path("campeonatos/<slug:slug>/estatisticas/", views.statistics, name="event-statistics"),
    path("campeonatos/<slug:slug>/arquivo/", views.records, name="records"),
    path("campeonatos/<slug:slug>/arquivo/registros.zip", views.records_file, name="records-file"),
    path("campeonatos/<slug:slug>/arquivo/arquivar/", views.archive, name="archive"),
]
