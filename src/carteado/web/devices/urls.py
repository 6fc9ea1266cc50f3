"""Addresses of the phones that keep súmulas: their list, new ones, and revoking one."""

from django.urls import path

from carteado.web.devices import phone_pages as phones

urlpatterns = [
    path("campeonatos/<slug:slug>/aparelhos/", phones.show, name="devices"),
    path("campeonatos/<slug:slug>/aparelhos/mesas/", phones.let_in_tables, name="new-devices"),
    path("campeonatos/<slug:slug>/aparelhos/arbitragem/", phones.let_in_phone, name="new-phone"),
    path("campeonatos/<slug:slug>/aparelhos/<int:number>/revogar/", phones.revoke, name="revoke-device"),
]
