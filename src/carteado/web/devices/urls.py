"""Addresses of an event's devices, and of the broadcast overlay."""

from django.urls import path

from carteado.web.broadcast import address_pages as broadcasts
from carteado.web.broadcast import strip_page as overlay
from carteado.web.devices import phone_pages as phones

urlpatterns = [
    path("campeonatos/<slug:slug>/aparelhos/", phones.show, name="devices"),
    path("campeonatos/<slug:slug>/aparelhos/mesas/", phones.let_in_tables, name="new-devices"),
    path("campeonatos/<slug:slug>/aparelhos/arbitragem/", phones.let_in_phone, name="new-phone"),
    path("campeonatos/<slug:slug>/aparelhos/<int:number>/revogar/", phones.revoke, name="revoke-device"),
    path("campeonatos/<slug:slug>/transmissao/", broadcasts.show, name="broadcasts"),
    path("campeonatos/<slug:slug>/transmissao/nova/", broadcasts.make, name="new-broadcast"),
    path("campeonatos/<slug:slug>/transmissao/<int:number>/revogar/", broadcasts.revoke, name="revoke-broadcast"),
    path("transmissao/", overlay.show, name="overlay"),
    path("transmissao/faixa/", overlay.strip, name="overlay-strip"),
]
