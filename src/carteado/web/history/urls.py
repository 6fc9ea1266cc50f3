"""Addresses of the log's pages: an event's history, a user's notices, and the audit by the site's team."""

from django.urls import path

from carteado.web.history import pages as views

urlpatterns = [
    path("campeonatos/<slug:slug>/historico/", views.event_history, name="event-history"),
    path("avisos/", views.my_notices, name="notices"),
    path("auditoria/", views.audit, name="audit"),
]
