"""Addresses of the pages where a phone learns to trust the site of a local network."""

from django.urls import path

from carteado.web.server.lan import pages as views

urlpatterns = [
    path("confiar/", views.trust, name="trust"),
    path("confiar/carteado.crt", views.certificate, name="trust-certificate"),
    path("confiar/carteado.mobileconfig", views.profile, name="trust-profile"),
    path("confiar/prova.json", views.proof, name="trust-proof"),
]
