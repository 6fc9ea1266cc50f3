"""The addresses of championships' live tables."""

from django.urls import path

from carteado.web.tables.championship import pages as official_views
from carteado.web.tables.championship import referee_panel as refereeing

_DESK = "campeonatos/<slug:slug>/partida/<slug:match>/mesa-ao-vivo"
_REFEREE = "campeonatos/<slug:slug>/arbitragem/partida/<slug:match>/mesa-ao-vivo"

urlpatterns = [
    path(f"{_DESK}/", official_views.open_table, name="open-live-table"),
    path(f"{_DESK}/comecar/", official_views.start_from_desk, name="start-live-match"),
    path(f"{_REFEREE}/parar/", refereeing.pause, name="referee-live-pause"),
    path(f"{_REFEREE}/registro.json", refereeing.download_record, name="referee-live-record"),
    path("inscricao/<str:secret>/partida/<slug:match>/jogar/", official_views.come, name="entrant-play"),
    path("mesa/<slug:code>/comecar-partida/", official_views.start_at_table, name="live-official-start"),
]
