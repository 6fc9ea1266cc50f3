"""Addresses of the referee's desk."""

from django.urls import path

from carteado.web.referee import one_tap_acts as acting
from carteado.web.referee import pages as views
from carteado.web.referee import review_answers as settling
from carteado.web.referee import ruling_pages as deciding

_AT = "campeonatos/<slug:slug>/arbitragem"
_MATCH = f"{_AT}/partida/<slug:match>"

urlpatterns = [
    path(f"{_AT}/", views.show_board, name="referee"),
    path(f"{_AT}/regras/", views.search_rules, name="referee-rules"),
    path(f"{_AT}/revisao/", views.show_reviews, name="referee-reviews"),
    path(f"{_AT}/penalidades/", views.show_penalties, name="referee-penalties"),
    path(f"{_MATCH}/", views.show_match, name="referee-match"),
    path(f"{_MATCH}/decidir/<slug:name>/", deciding.rule, name="referee-ruling"),
    path(f"{_MATCH}/vou/", acting.answer_call, name="referee-answer"),
    path(f"{_MATCH}/tempo/", acting.mark_time, name="referee-time"),
    path(f"{_MATCH}/placar/", acting.freeze_score, name="referee-freeze"),
    path(f"{_MATCH}/entregar/", acting.hand_in_again, name="referee-hand-in"),
    path(f"{_MATCH}/revisao/", settling.review, name="referee-review"),
]
