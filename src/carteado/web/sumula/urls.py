"""Addresses of the score sheet app, and those from which it loads its data.

The app reads its own address: it joins a table with a device's secret (``entrar``), shows a sheet that is inside the
link (``ver``), or takes over a sheet scanned from another phone (``receber``).
"""

from django.urls import path

from carteado.web.sumula import phone_api as views
from carteado.web.sumula import phone_app as shell

urlpatterns = [
    path("sumula/", shell.shell, name="sumula"),
    path("sumula/entrar/", shell.shell, name="sumula-join"),
    path("sumula/ver/", shell.shell, name="sumula-shared"),
    path("sumula/receber/", shell.shell, name="sumula-receive"),
    path("sumula/sw.js", shell.worker, name="sumula-worker"),
    path("sumula/manifest.webmanifest", shell.manifest, name="sumula-manifest"),
    path("sumula/icone-<slug:name>.png", shell.icon, name="sumula-icon"),
    path("sumula/mesa.json", views.table_data, name="sumula-table"),
    path("sumula/formas/<slug:regulation>.json", views.form_data, name="sumula-form"),
    path("sumula/<slug:code>/", shell.shell, name="sheet"),
    path("sumula/<slug:code>/dados.json", views.sheet_data, name="sheet-data"),
    path("sumula/<slug:code>/sincronizar", views.synchronise, name="sheet-sync"),
    path("campeonatos/<slug:slug>/partida/<slug:match>/sumula/", views.open_sheet, name="open-sheet"),
]
