"""Addresses of the papers."""

from django.urls import path, re_path

from carteado.web.kit.guarding.policy import Action
from carteado.web.pages.access import Guarded
from carteado.web.printing import pages as views
from carteado.web.printing.offers import OFFERS

_VIEWS: dict[Action, tuple[str, Guarded]] = {
    Action.READ: ("print-public", views.print_public),
    Action.SEE_HISTORY: ("print-for-hall", views.print_for_hall),
    Action.EXPORT: ("print-people", views.print_people),
}

urlpatterns = [
    path("campeonatos/<slug:slug>/imprimir/", views.print_list, name="print"),
    path("campeonatos/<slug:slug>/partida/<slug:match>/sumula.pdf", views.print_sumula, name="print-sumula"),
    re_path(r"^sumula/imprimir/(?P<regulation>[-\w]+)\.(?P<kind>pdf|png)$", views.print_blank, name="print-blank"),
    *(
        re_path(
            rf"^campeonatos/(?P<slug>[-\w]+)/imprimir/(?P<what>{'|'.join(offers)})\.(?P<kind>pdf|png)$",
            _VIEWS[action][1],
            name=_VIEWS[action][0],
        )
        for action, offers in OFFERS.items()
    ),
]
