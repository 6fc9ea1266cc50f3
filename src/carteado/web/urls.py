"""The addresses of all pages. English pages stand under ``/en/``. ``routes`` has the few addresses that Django does not
answer."""

from django.conf.urls.i18n import i18n_patterns
from django.urls import include, path

from carteado.web.front import pages
from carteado.web.watch.event_page import show_event

handler400 = "carteado.web.pages.error_pages.bad_request"
handler403 = "carteado.web.pages.error_pages.forbidden"
handler404 = "carteado.web.pages.error_pages.not_found"
handler500 = "carteado.web.pages.error_pages.server_error"

urlpatterns = [
    *i18n_patterns(
        path("", pages.home, name="home"),
        path("aparencia/", pages.keep_appearance, name="appearance"),
        path("campeonatos/", pages.list_events, name="events"),
        path("", include("carteado.web.organising.urls")),
        path("regulamentos/", pages.list_regulations, name="regulations"),
        path("regulamentos/busca/", pages.search_regulations, name="search-regulations"),
        path("regulamentos/decisoes/", pages.list_rulings, name="rulings"),
        path("regulamentos/<slug:regulation_id>/", pages.show_regulation, name="regulation"),
        path("regulamentos/<slug:regulation_id>/artigos/", pages.show_articles, name="articles"),
        path("sobre/", pages.about, name="about"),
        path("privacidade/", pages.privacy, name="privacy"),
        path("", include("carteado.web.my_account.urls")),
        path("", include("carteado.web.history.urls")),
        path("", include("carteado.web.registrations.urls")),
        path("", include("carteado.web.draw.urls")),
        path("", include("carteado.web.desk.urls")),
        path("", include("carteado.web.watch.urls")),
        path("", include("carteado.web.printing.urls")),
        path("", include("carteado.web.sumula.urls")),
        path("", include("carteado.web.referee.urls")),
        path("", include("carteado.web.results.urls")),
        path("", include("carteado.web.privacy.urls")),
        path("", include("carteado.web.devices.urls")),
        path("", include("carteado.web.broadcast.urls")),
        path("", include("carteado.web.server.lan.urls")),
        path("", include("carteado.web.tables.urls")),
        path("", include("carteado.web.tables.championship.urls")),
        path("", include("carteado.web.tables.talk.report_urls")),
        path("", include("carteado.web.ratings.urls")),
        # Last, so that an address of the site is never taken for that of an event.
        path("campeonatos/<slug:slug>/", show_event, name="event"),
        prefix_default_language=False,
    ),
]
