"""Addresses of the pages that run the day. ``act`` is the name of an act's form, ``secret`` is that of a player's own
link."""

from django.urls import path

from carteado.web.desk import decision_pages as decisions
from carteado.web.desk import pages as views
from carteado.web.desk import player_match_pages

urlpatterns = [
    path("campeonatos/<slug:slug>/mesas/", views.show_board, name="tables"),
    path("campeonatos/<slug:slug>/mesas/chamar/", views.call, name="call-matches"),
    path("campeonatos/<slug:slug>/partida/<slug:match>/", views.show_match, name="match-desk"),
    path("campeonatos/<slug:slug>/partida/<slug:match>/mesa/<slug:act>/", views.act_at_table, name="match-act"),
    path(
        "campeonatos/<slug:slug>/partida/<slug:match>/arbitragem/<slug:act>/", views.act_as_referee, name="match-rule"
    ),
    path("campeonatos/<slug:slug>/decisoes/", decisions.show_decisions, name="decisions"),
    path("campeonatos/<slug:slug>/decisoes/nova/", decisions.decide, name="decide"),
    path("inscricao/<str:secret>/novidades/", player_match_pages.player_news, name="entrant-news"),
    path("inscricao/<str:secret>/partida/<slug:match>/", player_match_pages.player_match, name="partida-confirmar"),
]
