"""The addresses of live tables and of their finished matches.

Those of championships' tables are in ``championship.urls``, those of reports in ``talk.report_urls``. ``number`` counts
the matches of a table from 1, ``hand`` the hands of a match from 0.
"""

from django.urls import path

from carteado.web.tables.replay import pages as replays
from carteado.web.tables.seats import pages as views

urlpatterns = [
    path("jogar/", views.play, name="play"),
    path("jogar/mesa/", views.new_table, name="new-table"),
    path("conferir/", replays.verify_file, name="verify-record"),
    path("mesa/<slug:code>/", views.show_table, name="live-table"),
    path("mesa/<slug:code>/novidades/", views.table_news, name="live-table-news"),
    path("mesa/<slug:code>/sentar/", views.sit, name="live-table-sit"),
    path("mesa/<slug:code>/levantar/", views.leave, name="live-table-leave"),
    path("mesa/<slug:code>/robo/", views.put_bot, name="live-table-bot"),
    path("mesa/<slug:code>/liberar/", views.free_seat, name="live-table-free"),
    path("mesa/<slug:code>/combinar/", views.settle, name="live-table-settings"),
    path("mesa/<slug:code>/comecar/", views.start, name="live-table-start"),
    path("mesa/<slug:code>/partidas/<int:number>/", replays.show_match, name="live-match"),
    path("mesa/<slug:code>/partidas/<int:number>/conferir/", replays.show_deals, name="live-verify"),
    path("mesa/<slug:code>/partidas/<int:number>/registro.json", replays.download_record, name="live-record"),
    path("mesa/<slug:code>/partidas/<int:number>/maos/<int:hand>.json", replays.show_steps, name="live-steps"),
]
