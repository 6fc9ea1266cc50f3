"""Every address of the site. English pages stand under ``/en/``."""

from django.conf.urls.i18n import i18n_patterns
from django.urls import include, path

from carteado.web.events.public import show_event
from carteado.web.pages import views as pages

handler400 = "carteado.web.errors.bad_request"
handler403 = "carteado.web.errors.forbidden"
handler404 = "carteado.web.errors.not_found"
handler500 = "carteado.web.errors.server_error"

urlpatterns = [
    *i18n_patterns(
        path("", pages.home, name="home"),
        path("aparencia/", pages.keep_appearance, name="appearance"),
        path("campeonatos/", pages.list_events, name="events"),
        path("", include("carteado.web.events.urls")),
        path("regulamentos/", pages.list_regulations, name="regulations"),
        path("regulamentos/busca/", pages.search_regulations, name="search-regulations"),
        path("regulamentos/<slug:regulation_id>/", pages.show_regulation, name="regulation"),
        path("sobre/", pages.about, name="about"),
        path("privacidade/", pages.privacy, name="privacy"),
        path("", include("carteado.web.people.urls")),
        path("", include("carteado.web.history.urls")),
        path("", include("carteado.web.entries.urls")),
        path("", include("carteado.web.draw.urls")),
        path("", include("carteado.web.day.urls")),
        path("", include("carteado.web.watch.urls")),
        path("", include("carteado.web.printing.urls")),
        path("", include("carteado.web.sumula.urls")),
        path("", include("carteado.web.referee.urls")),
        path("", include("carteado.web.afterwards.urls")),
        path("", include("carteado.web.mydata.urls")),
        path("", include("carteado.web.devices.urls")),
        path("", include("carteado.web.lan.urls")),
        path("", include("carteado.web.tables.urls")),
        path("", include("carteado.web.tables.official_urls")),
        path("", include("carteado.web.tables.report_urls")),
        path("", include("carteado.web.ratings.urls")),
        # Last: an address of the site is never taken for that of an event.
        path("campeonatos/<slug:slug>/", show_event, name="event"),
        prefix_default_language=False,
    ),
]
