"""The desk of draws: announced before it is held, and announced anew where that was wrong."""

from datetime import timedelta
from typing import Any

import pytest
from django.urls import reverse
from django.utils import timezone

from carteado.fair import DRAW_FORMAT, commitment
from carteado.tournament.operations import Undo
from carteado.web.draw.models import DrawSecret
from carteado.web.events.models import Event
from tests.web.draw.draw_checks import STALE, check_held_draw, in_an_hour, operations, secret_of, something_else
from tests.web.draw.draw_desk import LOTTERY, Desk

pytestmark = pytest.mark.django_db


# --- announcing ---------------------------------------------------------------------------------------------------


def test_an_announcement_sent_twice_is_one_with_one_secret(truco: Desk) -> None:
    truco.settle()
    fields = truco.fields("anunciar", draw="knockout")
    typed = {"entropy_from": LOTTERY, "planned_at": in_an_hour()}
    for _ in range(2):
        assert truco.send("anunciar", fields, **typed).status_code == 302
    assert operations(truco).count("CommitDraw") == 1
    assert DrawSecret.objects.count() == 1
    secret = bytes.fromhex(secret_of(truco, "knockout"))
    assert truco.championship.commitments["knockout"] == commitment(
        f"{DRAW_FORMAT}|{truco.event.slug}|knockout", secret
    )


@pytest.mark.parametrize("draw", ["lots-inventado", "lots-a/b", "form", "groups", "", "lots-" + "x" * 90])
def test_nothing_is_announced_that_the_event_has_not(truco: Desk, draw: str) -> None:
    truco.settle()
    fields = {"seq": [str(Event.objects.get().seq)], "draw": [draw]}
    answer = truco.send("anunciar", fields, entropy_from=LOTTERY, planned_at=in_an_hour())
    assert answer.status_code == 200
    assert 'role="alert"' in answer.content.decode()
    assert not truco.championship.commitments
    assert not DrawSecret.objects.exists()


@pytest.mark.parametrize("seq", ["", "-1", "sete", "9" * 20])
def test_a_form_that_no_page_sent_does_nothing_and_says_so(truco: Desk, seq: str) -> None:
    answer = truco.client.post(truco.path("definir"), {"seq": seq})
    assert answer.status_code == 200
    assert STALE in answer.content.decode()
    assert truco.championship.pairs == ()


@pytest.mark.parametrize("missing", ["entropy_from", "planned_at"])
def test_what_decides_and_when_must_be_said(truco: Desk, missing: str) -> None:
    truco.settle()
    typed = {"entropy_from": LOTTERY, "planned_at": in_an_hour()} | {missing: ""}
    answer = truco.send("anunciar", truco.fields("anunciar", draw="knockout"), **typed)
    assert answer.status_code == 200
    assert not truco.championship.commitments
    assert not DrawSecret.objects.exists()


def test_what_may_be_known_already_cannot_decide(truco: Desk) -> None:
    truco.settle()
    past = timezone.localtime(timezone.now() - timedelta(minutes=10)).strftime("%Y-%m-%dT%H:%M")
    answer = truco.send(
        "anunciar", truco.fields("anunciar", draw="knockout"), entropy_from="Loteria de ontem", planned_at=past
    )
    page = answer.content.decode()
    assert "Essa hora já passou" in page
    assert "Loteria de ontem" in page
    assert not truco.championship.commitments


def test_who_announces_what_another_announced_first_is_told_and_changes_nothing(truco: Desk) -> None:
    truco.settle()
    fields = truco.fields("anunciar", draw="knockout")
    truco.announce("knockout")
    promised = DrawSecret.objects.get()
    answer = truco.send("anunciar", fields, entropy_from="Outra loteria", planned_at=in_an_hour())
    page = answer.content.decode()
    assert STALE in page
    assert "Outra loteria" in page, "what was typed is shown, though its form is gone"
    after = DrawSecret.objects.get()
    assert (after.secret, after.entropy_from) == (promised.secret, LOTTERY)


def test_typed_text_survives_a_race_and_one_more_press_announces(truco: Desk) -> None:
    truco.settle()
    fields = truco.fields("anunciar", draw="knockout")
    something_else(truco)
    answer = truco.send("anunciar", fields, entropy_from="Três dados", planned_at=in_an_hour())
    assert answer.status_code == 200
    assert STALE in answer.content.decode()
    again = truco.fields("anunciar", answer.content.decode(), draw="knockout")
    assert again["entropy_from"] == ["Três dados"]
    assert truco.send("anunciar", again).status_code == 302
    assert DrawSecret.objects.get().entropy_from == "Três dados"


# --- an announcement that was wrong -------------------------------------------------------------------------------


WRONG = "A loteria desse dia não corre."


def _replace(desk: Desk, **typed: str) -> Any:
    fields = desk.fields("reanunciar", draw="knockout")
    return desk.send("reanunciar", fields, **{"entropy_from": "Três dados", "planned_at": in_an_hour(), **typed})


def test_a_wrong_announcement_is_taken_back_for_another_and_both_stay_on_record(announced: Desk) -> None:
    first, secret = announced.championship.commitments["knockout"], secret_of(announced, "knockout")
    assert _replace(announced, why=WRONG).status_code == 302
    second = announced.championship.commitments["knockout"]
    assert second != first
    assert secret_of(announced, "knockout") != secret
    for desk in (announced, Desk(None, announced.event)):
        page = desk.client.get(reverse("draw", args=[announced.event.slug, "knockout"])).content.decode()
        assert first in page[: page.index('id="facts"')]
        assert WRONG in page
        assert second in page[page.index('id="facts"') :]
        assert "Três dados" in page
    DrawSecret.objects.update(planned_at=timezone.now())
    announced.hold("knockout", "3 3 3")
    check_held_draw(announced, "knockout")
    page = announced.client.get(reverse("draw", args=[announced.event.slug, "knockout"])).content.decode()
    assert first in page
    assert not announced.offers("reanunciar"), "a draw that was held is not announced again"


def test_what_was_wrong_must_be_said_and_what_was_typed_stays(announced: Desk) -> None:
    before = announced.championship.commitments["knockout"]
    answer = _replace(announced, why=" ")
    assert answer.status_code == 200
    assert announced.fields("reanunciar", answer.content.decode(), draw="knockout")["entropy_from"] == ["Três dados"]
    assert announced.championship.commitments["knockout"] == before


def test_a_wrong_announcement_is_taken_back_even_after_something_else_was_done(announced: Desk) -> None:
    something_else(announced)
    assert _replace(announced, why=WRONG).status_code == 302
    assert operations(announced).count("CommitDraw") == 2


def test_an_announcement_taken_back_twice_is_taken_back_once(announced: Desk) -> None:
    fields = announced.fields("reanunciar", draw="knockout")
    typed = {"entropy_from": "Três dados", "planned_at": in_an_hour(), "why": WRONG}
    for _ in range(2):
        assert announced.send("reanunciar", fields, **typed).status_code == 302
    assert operations(announced).count("CommitDraw") == 2


def test_who_takes_it_back_after_another_did_something_is_told_and_changes_nothing(announced: Desk) -> None:
    fields, secret = announced.fields("reanunciar", draw="knockout"), secret_of(announced, "knockout")
    something_else(announced)
    typed = {"entropy_from": "Três dados", "planned_at": in_an_hour(), "why": WRONG}
    page = announced.send("reanunciar", fields, **typed).content.decode()
    assert STALE in page
    assert WRONG in page
    assert secret_of(announced, "knockout") == secret


def test_a_draw_that_was_held_is_not_announced_in_another_s_place(announced: Desk) -> None:
    fields = announced.fields("reanunciar", draw="knockout")
    announced.hold("knockout")
    secret = secret_of(announced, "knockout")
    fields["seq"] = [str(Event.objects.get().seq)]
    typed = {"entropy_from": "Três dados", "planned_at": in_an_hour(), "why": WRONG}
    assert announced.send("reanunciar", fields, **typed).status_code == 200
    assert secret_of(announced, "knockout") == secret
    check_held_draw(announced, "knockout")


def test_an_announcement_that_fell_is_made_again_and_not_replaced(announced: Desk) -> None:
    """The draw keeps its secret, so the same commitment is published again."""
    fields, secret = announced.fields("reanunciar", draw="knockout"), secret_of(announced, "knockout")
    announced.append(Undo(by="system", at=timezone.now()))
    assert not announced.offers("reanunciar")
    fields["seq"] = [str(Event.objects.get().seq)]
    typed = {"entropy_from": "Três dados", "planned_at": in_an_hour(), "why": WRONG}
    assert STALE in announced.send("reanunciar", fields, **typed).content.decode()
    assert secret_of(announced, "knockout") == secret
    assert not announced.championship.commitments
