"""Addresses of the pages that follow an event."""

from django.urls import path

from carteado.web.watch import pages as views
from carteado.web.watch import share_image

urlpatterns = [
    path("campeonatos/<slug:slug>/chave/", views.bracket, name="bracket"),
    path("campeonatos/<slug:slug>/classificacao/", views.standings, name="standings"),
    path("campeonatos/<slug:slug>/agenda/", views.agenda, name="agenda"),
    path("campeonatos/<slug:slug>/agenda.ics", views.calendar, name="calendar"),
    path("campeonatos/<slug:slug>/duplas/", views.list_pairs, name="pairs"),
    path("campeonatos/<slug:slug>/duplas/<str:code>/", views.show_pair, name="pair"),
    path("campeonatos/<slug:slug>/duplas/<str:code>/agenda.ics", views.pair_calendar, name="pair-calendar"),
    path("campeonatos/<slug:slug>/confronto/<str:first>/<str:second>/", views.encounter, name="encounter"),
    path("campeonatos/<slug:slug>/regulamento/", views.rules, name="event-rules"),
    path("campeonatos/<slug:slug>/regulamento/artigos/", views.articles, name="event-articles"),
    path("campeonatos/<slug:slug>/imagem.png", share_image.share_image, name="share-image"),
    path("campeonatos/<slug:slug>/telao/", views.projector, name="projector"),
]
