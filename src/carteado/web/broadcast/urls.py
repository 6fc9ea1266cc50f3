"""Addresses of a broadcaster: who gets one, the overlay, and a live table on air."""

from django.urls import path

from carteado.web.broadcast import address_pages, live_table, strip_page

urlpatterns = [
    path("campeonatos/<slug:slug>/transmissao/", address_pages.show_broadcasts, name="broadcasts"),
    path("campeonatos/<slug:slug>/transmissao/nova/", address_pages.create_address, name="new-broadcast"),
    path("campeonatos/<slug:slug>/transmissao/atrasos/", address_pages.change_delays, name="event-delays"),
    path("campeonatos/<slug:slug>/transmissao/<int:number>/revogar/", address_pages.revoke, name="revoke-broadcast"),
    path("transmissao/", strip_page.show_overlay, name="overlay"),
    path("transmissao/faixa/", strip_page.show_strip, name="overlay-strip"),
    path("mesa/<slug:code>/transmissao/", live_table.show_overlay, name="live-overlay"),
]
