"""Addresses of the draws: the public pages, and the desk, which is under the name ``draws``. A draw is named as in the
championship; ``act`` is a key of ``desk_pages.ACTS``."""

from django.urls import path

from carteado.web.draw import desk_pages as desk
from carteado.web.draw import public_pages as public

urlpatterns = [
    path("campeonatos/<slug:slug>/sorteios/", public.list_draws, name="draw-list"),
    path("campeonatos/<slug:slug>/sorteio/", desk.show_desk, name="draws"),
    path("campeonatos/<slug:slug>/sorteio/mesa/<slug:act>/", desk.run_act, name="draw-act"),
    path("campeonatos/<slug:slug>/sorteio/<slug:draw>/", public.show_draw, name="draw"),
    path("campeonatos/<slug:slug>/sorteio/<slug:draw>/protocolo.json", public.protocol, name="draw-protocol"),
    path("campeonatos/<slug:slug>/sorteio/<slug:draw>/telao/", public.show_hall, name="draw-hall"),
]
