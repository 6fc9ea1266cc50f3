"""Addresses of the ranking and of a player's own matches."""

from django.urls import path

from carteado.web.ratings import pages as views

urlpatterns = [
    path("ranking/", views.ranking, name="ranking"),
    path("ranking/como-conta/", views.how_it_counts, name="ranking-how"),
    path("ranking/<slug:game>/", views.ranking_of_players, name="ranking-players"),
    path("ranking/<slug:game>/duplas/", views.ranking_of_pairs, name="ranking-pairs"),
    path("conta/jogos/", views.my_matches, name="my-matches"),
    path("conta/jogos/ranking/", views.choose, name="ranking-wish"),
    path("conta/jogos/<slug:game>/", views.my_game, name="my-game"),
]
