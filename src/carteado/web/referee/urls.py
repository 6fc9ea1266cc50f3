"""Addresses of the referee's desk. Those with ``match`` are about one match.

In the address of a ruling, ``name`` is the name of its form. The acts of one tap answer a call from a table (``vou``),
mark the match's clock (``tempo``), freeze or release the score that the public sees (``placar``), or send the sheet's
result to the championship again (``entregar``). ``mudadas`` is what was written for matches that were changed.
"""

from django.urls import path

from carteado.web.referee import one_tap_acts, review_answers, ruling_pages
from carteado.web.referee import pages as views

_AT = "campeonatos/<slug:slug>/arbitragem"
_MATCH = f"{_AT}/partida/<slug:match>"

urlpatterns = [
    path(f"{_AT}/", views.show_board, name="referee"),
    path(f"{_AT}/regras/", views.search_rules, name="referee-rules"),
    path(f"{_AT}/revisao/", views.show_reviews, name="referee-reviews"),
    path(f"{_AT}/revisao/mudadas/", review_answers.mark_as_seen, name="referee-set-aside"),
    path(f"{_AT}/penalidades/", views.show_penalties, name="referee-penalties"),
    path(f"{_MATCH}/", views.show_match, name="referee-match"),
    path(f"{_MATCH}/decidir/<slug:name>/", ruling_pages.make_ruling, name="referee-ruling"),
    path(f"{_MATCH}/vou/", one_tap_acts.answer_call, name="referee-answer"),
    path(f"{_MATCH}/tempo/", one_tap_acts.mark_clock, name="referee-time"),
    path(f"{_MATCH}/placar/", one_tap_acts.freeze_or_release_public_score, name="referee-freeze"),
    path(f"{_MATCH}/entregar/", one_tap_acts.hand_in_again, name="referee-hand-in"),
    path(f"{_MATCH}/revisao/", review_answers.review, name="referee-review"),
]
