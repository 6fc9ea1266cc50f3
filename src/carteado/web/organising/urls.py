"""Addresses for organising an event: the wizard, managing it once published, its hours, documents and team.

A version is one state of what the organiser decided, saved by a step of the wizard. ``change-state`` suspends, resumes
or cancels the event: the act is the last word of its address.
"""

from django.urls import path, re_path

from carteado.web.organising import document_pages, hours_pages, wizard
from carteado.web.organising import management_pages as manage
from carteado.web.organising import team_pages as team

urlpatterns = [
    path("campeonatos/novo/", wizard.create, name="create-event"),
    path("campeonatos/<slug:slug>/preparar/<slug:step>/", wizard.show_step, name="wizard"),
    path("campeonatos/<slug:slug>/publicar/", wizard.publish, name="publish"),
    path("campeonatos/<slug:slug>/organizar/", manage.manage, name="manage"),
    path("campeonatos/<slug:slug>/horarios/", hours_pages.hours, name="hours"),
    path("campeonatos/<slug:slug>/versoes/", manage.versions, name="versions"),
    path("campeonatos/<slug:slug>/versoes/<int:number>/restaurar/", manage.restore, name="restore-version"),
    re_path(
        rf"^campeonatos/(?P<slug>[-\w]+)/(?P<act>{'|'.join(manage.StateAct)})/$",
        manage.change_state,
        name="change-state",
    ),
    path("campeonatos/<slug:slug>/documentos/<slug:kind>/<int:number>/", document_pages.download, name="document"),
    path("campeonatos/<slug:slug>/equipe/", team.show, name="team"),
    path("campeonatos/<slug:slug>/equipe/convidar/", team.invite, name="invite"),
    path("campeonatos/<slug:slug>/equipe/convites/<int:number>/", team.share, name="share-invitation"),
    path("campeonatos/<slug:slug>/equipe/convites/<int:number>/revogar/", team.revoke, name="revoke-invitation"),
    path("campeonatos/<slug:slug>/equipe/<int:number>/remover/", team.remove, name="remove-member"),
]
