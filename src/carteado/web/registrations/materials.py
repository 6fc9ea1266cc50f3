"""What people send about themselves: whether it may be used, and how a photo is served."""

from django.http import Http404, HttpResponse

from carteado.tournament.registrations.people import ConsentName
from carteado.web.registrations.models import Entrant, Material

_DECLARATIONS = frozenset({ConsentName.MATERIAL, ConsentName.OWN_MATERIAL})


def material_of(entrant: Entrant) -> Material | None:
    return Material.objects.filter(entrant=entrant).first()


def may_be_used(entrant: Entrant) -> bool:
    """True while both declarations stand; without them the organiser sees nothing of what the person sent.

    For many people, prefetch ``agreements``. Keys: consents.material, consents.own_material.
    """
    latest = {one.to: one.given for one in sorted(entrant.agreements.all(), key=lambda one: (one.at, one.pk))}
    return all(latest.get(name, False) for name in _DECLARATIONS)


def photo_response(material: Material | None) -> HttpResponse:
    """The photo as a picture that can do nothing but be seen, and of which no copy stays in the browser."""
    if material is None or not material.photo:
        raise Http404
    response = HttpResponse(bytes(material.photo), content_type=f"image/{material.photo_kind}")
    response["Content-Security-Policy"] = "sandbox; default-src 'none'"
    response["X-Content-Type-Options"] = "nosniff"
    response["Cache-Control"] = "private, no-store"
    return response
