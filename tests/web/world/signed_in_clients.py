"""Those who look at the pages, in Django's own test client: signed in as people are."""

from django.test import Client
from django.urls import reverse

from tests.web.world.viewers import Viewer
from tests.web.world.world import PASSWORD, World


def client_of(viewer: Viewer, world: World) -> Client:
    """An answer that is an error comes back as the page that people would see."""
    client = Client(raise_request_exception=False, SERVER_NAME="localhost")
    match viewer:
        case Viewer.VISITOR:
            pass
        case Viewer.ORGANISER:
            client.post(world["organiser_link"])
        case Viewer.MEMBER | Viewer.STAFF | Viewer.HALFWAY | Viewer.GUARDED:
            client.post(reverse("account_login"), {"login": world[viewer], "password": PASSWORD})
    if viewer is Viewer.GUARDED:
        client.post(reverse("mfa_authenticate"), {"code": world["second_factor"]})
        client.post(reverse("account_reauthenticate"), {"password": PASSWORD})
    return client
