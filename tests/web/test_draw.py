"""The public draw: announced, held and checked, for every form of dispute; nothing of it done twice or out of turn."""

import pytest

from carteado.fair import DRAW_FORMAT, commitment, verify_draw
from carteado.web.people.models import User
from tests.web.drawing import TM, Desk, an_event_of, codes

pytestmark = pytest.mark.django_db


@pytest.fixture
def ana() -> User:
    return User.objects.create_user("ana@exemplo.com.br", name="Ana Lima")


@pytest.fixture
def truco(ana: User) -> Desk:
    return Desk(ana, an_event_of(TM, 32, by=ana))


# --- the whole way ------------------------------------------------------------------------------------------------


def test_tm_32_pairs_are_settled_announced_and_drawn_into_a_bracket(truco: Desk) -> None:
    truco.settle()
    assert truco.championship.pairs == codes(32)
    truco.announce("knockout")
    published = truco.championship.commitments["knockout"]
    truco.hold("knockout", "48213")
    protocol = truco.championship.draws["knockout"]
    assert verify_draw(dict(protocol)) == []
    assert protocol["commitment"] == published
    assert protocol["entropy"] == "48213"
    assert commitment(f"{DRAW_FORMAT}|{truco.event.slug}|knockout", bytes.fromhex(str(protocol["secret"]))) == published
    assert sorted(truco.championship.places["knockout"]) == list(codes(32))
