"""Addresses of the papers of an event, and of blank súmulas."""

from collections.abc import Iterator

from django.urls import path, re_path

from carteado.web.kit.guarding.policy import Action
from carteado.web.pages.access import Guarded
from carteado.web.printing import pages as views
from carteado.web.printing.offers import OFFERS, WITH_PATTERN_OF_THEIR_OWN

_VIEWS: dict[Action, tuple[str, Guarded]] = {
    Action.READ: ("print-public", views.print_public),
    Action.SEE_HISTORY: ("print-for-hall", views.print_for_hall),
    Action.EXPORT: ("print-people", views.print_people),
}
"""The name of the address and the view, by the permission that a paper needs."""


def _papers_by_pattern() -> Iterator[tuple[Action, list[str]]]:
    """For each address pattern the permission that its papers need, and their names."""
    for action, offers in OFFERS.items():
        yield action, [one for one in offers if one not in WITH_PATTERN_OF_THEIR_OWN]
        yield from ((action, [one]) for one in offers if one in WITH_PATTERN_OF_THEIR_OWN)


urlpatterns = [
    path("campeonatos/<slug:slug>/imprimir/", views.print_list, name="print"),
    path("campeonatos/<slug:slug>/partida/<slug:match>/sumula.pdf", views.print_sumula, name="print-sumula"),
    re_path(r"^sumula/imprimir/(?P<regulation>[-\w]+)\.(?P<kind>pdf|png)$", views.print_blank, name="print-blank"),
    *(
        re_path(
            rf"^campeonatos/(?P<slug>[-\w]+)/imprimir/(?P<what>{'|'.join(names)})\.(?P<kind>pdf|png)$",
            _VIEWS[action][1],
            name=_VIEWS[action][0],
        )
        for action, names in _papers_by_pattern()
    ),
]
