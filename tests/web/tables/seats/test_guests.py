"""Guests at live tables: a name and nothing else, kept when they sign in, gone when they want; and what time takes."""

from datetime import timedelta

import pytest
from django.test import Client
from django.utils import timezone

from carteado.web.people import references
from carteado.web.people.models import User
from carteado.web.people.public_names import anonymous
from carteado.web.privacy.erasing import erase_account
from carteado.web.privacy.retention import purge_expired
from carteado.web.tables.models import Act, Guest, Match, Remark, Seat, Table
from carteado.web.tables.page_refusals import PageRefusal
from carteado.web.tables.players import names as sitters
from carteado.web.tables.players.visitor import GUEST_KEY, person_at
from carteado.web.tables.seats import guest_accounts as guests
from carteado.web.tables.seats import seating
from carteado.web.tables.seats.page_content import table_for_page
from carteado.web.tables.seats.seat_forms import NameForm
from tests.web.tables.seats.sitting import a_table, finish, full, page, post, send, sit, sitting, who

pytestmark = pytest.mark.django_db


# --- a guest ------------------------------------------------------------------------------------------------------


def test_a_guest_sees_what_is_kept_changes_his_name_and_is_forgotten(bia: Client, ivo: Client) -> None:
    table = a_table(bia)
    sit(ivo, table, 1, "Ivo")
    Remark.objects.create(table=table, number=1, at=1, who=who(ivo), text="Boa, parceiro")
    html = ivo.get("/jogar/visitante/").content.decode()
    assert "Boa, parceiro" in html
    assert "trinta dias" in html
    assert send(ivo, "/jogar/visitante/nome/", name="").status_code == 422
    assert send(ivo, "/jogar/visitante/nome/", name="Ivo Lemos").status_code == 302
    assert "<strong>Ivo Lemos</strong>" in page(bia, table)
    assert send(ivo, "/jogar/visitante/esquecer/").url == "/dados-apagados/"
    assert sitting(table) == {0: who(bia)}
    assert [one.name for one in Guest.objects.all()] == ["Bia"]
    assert Remark.objects.get().text == ""
    assert GUEST_KEY not in ivo.session
    assert send(ivo, "/jogar/visitante/esquecer/").url == "/dados-apagados/", "twice is once"
    assert send(ivo, "/jogar/visitante/nome/", name="Ivo").status_code == 302
    assert ivo.get("/jogar/visitante/").status_code == 200
    assert "Ivo" not in page(bia, table)


def test_the_name_form_says_what_the_name_is_for() -> None:
    assert NameForm.personal == {"name": "tables.guest.name"}


def test_a_match_stays_when_a_guest_is_forgotten(bia: Client, ivo: Client) -> None:
    table = full(bia, ivo)
    post(bia, table, "comecar", after=0)
    gone = who(ivo)
    send(ivo, "/jogar/visitante/esquecer/")
    assert sitting(table)[1] == gone, "a bot will sit in for him"
    assert gone in Act.objects.get(match__table=table).data
    assert "<strong>Participante</strong>" in page(bia, table)
    assert "<strong>Participant</strong>" in bia.get(f"/en/mesa/{table.code}/").content.decode()
    finish(table)
    assert table_for_page(Table.objects.get(pk=table.pk), "").free == 1
    assert post(bia, table, "comecar", after=1).status_code == 409, "nobody plays against somebody who is gone"
    assert post(bia, table, "robo", seat=1).status_code == 302
    assert post(bia, table, "comecar", after=1).status_code == 302


def test_a_table_of_somebody_forgotten_is_given_to_who_stays(bia: Client, ivo: Client) -> None:
    table = full(bia, ivo)
    send(bia, "/jogar/visitante/esquecer/")
    assert Table.objects.get(pk=table.pk).owner == who(ivo)
    assert table_for_page(Table.objects.get(pk=table.pk), who(ivo)).is_owner


def test_an_erased_account_leaves_its_matches_and_takes_its_words(client: Client, bia: Client, ivo: Client) -> None:
    user = User.objects.create_user("dito@carteado.test", name="Dito Reis")
    client.force_login(user)
    playing, waits = full(bia, ivo), a_table(bia)
    Seat.objects.filter(table=playing, number=1).update(who=references.of_user(user))
    post(bia, playing, "comecar", after=0)
    sit(client, waits, 2)
    Remark.objects.create(table=waits, number=1, at=1, who=references.of_user(user), text="Sou o Dito")
    Remark.objects.create(table=waits, number=2, at=2, who=who(bia), text="Oi, Dito")
    number = user.pk
    assert erase_account(user, with_events=True) is None
    assert list(Remark.objects.order_by("number").values_list("text", flat=True)) == ["", "Oi, Dito"]
    assert sitting(waits) == {0: who(bia)}
    assert sitting(playing)[1] == f"user:{number}"
    assert Match.objects.filter(table=playing).count() == 1
    html = page(bia, playing)
    assert f"<strong>{anonymous(number)}</strong>" in html
    assert "Dito" not in html


def test_names_are_readable_also_of_who_is_known_no_longer() -> None:
    guest = Guest.objects.create(name="Bia")
    names = sitters.names_of(["guest:gone", "user:77", "bot:matreiro", sitters.of_guest(guest), "entrant:p1"], None)
    assert names == {
        "guest:gone": "Participante",
        "user:77": "Participante 77",
        "bot:matreiro": "Matreiro",
        sitters.of_guest(guest): "Bia",
        "entrant:p1": "Participante",
    }
    assert sitters.forgotten(["guest:gone", "user:77", "bot:x", sitters.of_guest(guest)]) == {"guest:gone", "user:77"}


# --- a guest who signs in -----------------------------------------------------------------------------------------


def sign_in(client: Client) -> User:
    user = User.objects.create_user("ivo@carteado.test", "sete-de-copas-no-varal", name="Ivo Lemos")
    answer = client.post("/entrar/", {"login": user.email, "password": "sete-de-copas-no-varal"})
    assert answer.status_code == 302
    return user


def test_a_guest_who_signs_in_keeps_his_seat(bia: Client, ivo: Client) -> None:
    table, own = a_table(bia), a_table(ivo, name="Ivo")
    sit(ivo, table, 1)
    user = sign_in(ivo)
    assert sitting(table)[1] == sitting(own)[0] == references.of_user(user)
    assert Table.objects.get(pk=own.pk).owner == references.of_user(user)
    assert "<strong>Ivo</strong>" in page(bia, table)
    assert post(ivo, table, "levantar").status_code == 302
    assert sitting(table) == {0: who(bia)}


def test_in_a_match_that_is_on_he_plays_as_the_guest_he_was(bia: Client, ivo: Client) -> None:
    table = full(bia, ivo)
    guest = who(ivo)
    post(bia, table, "comecar", after=0)
    user = sign_in(ivo)
    assert sitting(table)[1] == guest
    assert table_for_page(table, guest).you is not None
    html = page(ivo, table)
    assert "live-seat--you" in html
    known = person_at(table.code, {"sessionid": ivo.cookies["sessionid"].value})
    assert known is not None
    assert known.who == guest
    elsewhere = a_table(bia)
    sit(ivo, elsewhere, 2)
    assert sitting(elsewhere)[2] == references.of_user(user), "but at another table he is himself"


def test_who_has_a_seat_in_both_ways_keeps_one(bia: Client, ivo: Client) -> None:
    table = a_table(bia)
    sit(ivo, table, 1, "Ivo")
    user = User.objects.create_user("ivo@carteado.test", name="Ivo")
    Seat.objects.create(table=table, number=3, who=references.of_user(user))
    guests.sign_in(Guest.objects.get(name="Ivo"), user)
    assert sitting(table) == {0: who(bia), 3: references.of_user(user)}


# --- what is kept for how long ------------------------------------------------------------------------------------


def test_what_nobody_needs_any_more_is_thrown_away(bia: Client, ivo: Client) -> None:
    long_ago = timezone.now() - timedelta(days=31)
    unused, played, lately = a_table(bia), full(bia, ivo), a_table(bia)
    post(bia, played, "comecar", after=0)
    Table.objects.exclude(pk=lately.pk).update(used_at=long_ago)
    stranger, recent = Guest.objects.create(name="Velho"), Guest.objects.create(name="Novo")
    Guest.objects.filter(pk=stranger.pk).update(created_at=long_ago)
    for number, at in enumerate((long_ago, timezone.now())):
        Remark.objects.create(table=played, number=number, at=int(at.timestamp() * 1000), who="x", text="oi")
    purge_expired()
    assert set(Table.objects.all()) == {played, lately}, unused
    assert recent in Guest.objects.all()
    assert stranger not in Guest.objects.all()
    assert [remark.number for remark in Remark.objects.all()] == [1]


def test_the_name_of_a_guest_goes_after_thirty_days_though_he_sits_at_a_table(bia: Client, ivo: Client) -> None:
    """As the privacy page says. The match stays, and the seat is free."""
    table = full(bia, ivo)
    post(bia, table, "comecar", after=0)
    finish(table)
    Guest.objects.filter(name="Bia").update(created_at=timezone.now() - timedelta(days=31))
    purge_expired()
    assert [one.name for one in Guest.objects.all()] == ["Ivo"]
    assert Match.objects.count() == 1
    assert "Bia" not in page(ivo, table)
    sit(ivo, table, 0)
    assert sitting(table)[0] == who(ivo)


def test_in_a_match_that_is_on_the_seat_of_an_old_guest_stays_and_the_name_goes(bia: Client, ivo: Client) -> None:
    table = full(bia, ivo)
    post(bia, table, "comecar", after=0)
    seat = who(bia)
    Guest.objects.filter(name="Bia").update(created_at=timezone.now() - timedelta(days=31))
    purge_expired()
    assert sitting(table)[0] == seat
    assert "Bia" not in page(ivo, table)


def test_what_is_refused_is_said_in_both_languages(bia: Client) -> None:
    table = a_table(bia)
    for prefix, said in (("", "Ainda há lugar vazio."), ("/en", "A seat is still empty.")):
        answer = bia.post(f"{prefix}/mesa/{table.code}/comecar/", {"after": "0"})
        assert said in answer.content.decode()
    assert seating.start(table, who(bia), after=0) is PageRefusal.NOT_FULL
