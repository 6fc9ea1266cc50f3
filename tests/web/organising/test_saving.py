"""Two people at the same step, the same form twice, and the regulation's limits on what is published already."""

from dataclasses import replace
from datetime import timedelta

import pytest
from django.test import Client
from django.utils import timezone

from carteado.tournament.formats.plans import Plan
from carteado.tournament.formats.stages import Kind
from carteado.tournament.operations import Settle
from carteado.tournament.state.championship import Championship
from carteado.web.events import store
from carteado.web.events.details import Details, StageChoice
from carteado.web.events.formats import plan_of
from carteado.web.events.models import Event
from carteado.web.events.preparation_steps import Step
from carteado.web.kit.guarding.policy import Role
from carteado.web.people.models import Membership, User
from tests.web.organising.complete_event import CLOSES, DAY, OPENS, TM
from tests.web.world.organising import Organiser

FA = "faraes-2023-tranca"


@pytest.fixture
def bia(db: None) -> User:
    return User.objects.create_user("bia@exemplo.com.br", name="Bia Ramos")


def signed_in(user: User) -> Organiser:
    client = Client()
    client.force_login(user)
    return Organiser(client)


@pytest.fixture
def event(ana: User, bia: User) -> Event:
    draft = store.create(Details(regulation=TM, name="Copa do Clube XV"), by=ana)
    Membership.objects.create(event=draft, user=bia, role=Role.ORGANISER)
    return draft


def details() -> Details:
    return store.details_of(Event.objects.get())


# --- two at once --------------------------------------------------------------------------------------------------


def test_who_was_second_sees_the_other_value_keeps_his_own_and_saves_it_over(
    ana: User, bia: User, event: Event
) -> None:
    fields = signed_in(bia).fields(event, Step.PLACE)
    signed_in(ana).fill(event, Step.PLACE, place="Clube XV, Santos")
    fields["place"] = ["Ginásio, Guarujá"]
    answer = signed_in(bia).send(event, Step.PLACE, fields)
    html = answer.content.decode()
    assert answer.status_code == 200
    assert "Ana mudou isto há" in html
    assert "Clube XV, Santos" in html
    assert 'value="Ginásio, Guarujá"' in html
    assert details().place == "Clube XV, Santos"

    again = {**fields, "version": ["2"]}
    assert '<input type="hidden" name="version" value="2">' in html
    assert signed_in(bia).send(event, Step.PLACE, again).status_code == 302
    assert details().place == "Ginásio, Guarujá"
    assert Event.objects.get().version == 3


def test_another_step_changed_meanwhile_is_in_nobodys_way(ana: User, bia: User, event: Event) -> None:
    fields = signed_in(bia).fields(event, Step.PLACE)
    signed_in(ana).fill(event, Step.TABLES, tables=8)
    fields["place"] = ["Ginásio, Guarujá"]
    assert signed_in(bia).send(event, Step.PLACE, fields).status_code == 302
    assert (details().place, details().tables) == ("Ginásio, Guarujá", 8)


def test_both_said_the_same_and_both_are_content(ana: User, bia: User, event: Event) -> None:
    fields = signed_in(bia).fields(event, Step.PLACE)
    signed_in(ana).fill(event, Step.PLACE, place="Santos")
    fields["place"] = ["Santos"]
    assert signed_in(bia).send(event, Step.PLACE, fields).status_code == 302
    assert Event.objects.get().version == 2


def test_one_person_on_two_pages_is_told_that_it_was_himself(ana: User, event: Event) -> None:
    fields = signed_in(ana).fields(event, Step.PLACE)
    signed_in(ana).fill(event, Step.PLACE, place="Santos")
    html = signed_in(ana).send(event, Step.PLACE, {**fields, "place": ["Guarujá"]}).content.decode()
    assert "Você mudou isto há" in html


@pytest.mark.parametrize(
    ("step", "theirs", "mine", "shown"),
    [
        (Step.RULES, {"match.target": "15"}, {"match.target": "24"}, "A partida vale 15 pontos."),
        (Step.ENTRIES, {"capacity": "32"}, {"capacity": "8"}, "32 duplas"),
        (Step.TABLES, {"tables": "8"}, {"tables": "4"}, "8 mesas"),
    ],
)
def test_every_step_tells_what_the_other_wrote(
    ana: User, bia: User, event: Event, step: Step, theirs: dict[str, str], mine: dict[str, str], shown: str
) -> None:
    fields = signed_in(bia).fields(event, step)
    signed_in(ana).fill(event, step, more=theirs)
    html = (
        signed_in(bia).send(event, step, {**fields, **{name: [value] for name, value in mine.items()}}).content.decode()
    )
    assert shown in html
    for value in mine.values():
        assert f'value="{value}"' in html
    assert Event.objects.get().version == 2


def test_the_form_sent_twice_is_one_version(ana: User, event: Event) -> None:
    organiser = signed_in(ana)
    fields = {**organiser.fields(event, Step.PLACE), "place": ["Santos"]}
    answers = [organiser.send(event, Step.PLACE, fields) for _ in range(2)]
    assert [answer.status_code for answer in answers] == [302, 302]
    assert Event.objects.get().version == 2


@pytest.mark.parametrize("version", ["", "abc", "-1", "999"])
def test_a_version_that_nobody_saw_does_no_harm(ana: User, event: Event, version: str) -> None:
    organiser = signed_in(ana)
    fields = {**organiser.fields(event, Step.PLACE), "place": ["Santos"], "version": [version]}
    assert organiser.send(event, Step.PLACE, fields).status_code in (200, 302)


# --- after publishing ---------------------------------------------------------------------------------------------


def published(ana: User, regulation: str = TM, days: int = 60) -> Event:
    organiser = signed_in(ana)
    event = organiser.begin(regulation, "Copa publicada")
    organiser.fill(event, Step.PLACE, place="Santos", day=timezone.localdate() + timedelta(days=days))
    closes = CLOSES if days > 3 else f"{timezone.localdate() + timedelta(days=days)}T23:59"
    organiser.fill(event, Step.ENTRIES, opens=OPENS if days > 3 else "2026-01-01T00:00", closes=closes)
    event.refresh_from_db()
    assert organiser.client.post(organiser.path("publish", event.slug), {"version": event.version}).status_code == 302
    event.refresh_from_db()
    return event


def test_dates_of_a_published_event_move_by_notice(ana: User) -> None:
    event = published(ana)
    later = DAY + timedelta(days=7)
    assert signed_in(ana).fill(event, Step.PLACE, day=later, why="O salão está em obras.").status_code == 302
    event.refresh_from_db()
    assert store.championship_of(event).settings.day == later
    assert event.seq == 2


def test_tm_2_2_1_rules_of_play_change_with_a_reason_until_the_fifth_day_before(ana: User) -> None:
    event = published(ana)
    organiser = signed_in(ana)
    without = organiser.fill(event, Step.RULES, more={"match.target": 15})
    assert without.status_code == 200
    assert "É preciso dizer o motivo." in without.content.decode()
    assert (
        organiser.fill(event, Step.RULES, why="Combinado com os clubes", more={"match.target": 15}).status_code == 302
    )
    event.refresh_from_db()
    [version] = store.championship_of(event).versions
    assert version.why == "Combinado com os clubes"
    assert store.championship_of(event).regulation.citation("match.target").changed_by == store.author(ana)


def test_tm_2_2_1_too_late_for_the_rules_of_play_is_refused_with_the_article(ana: User) -> None:
    event = published(ana, days=3)
    answer = signed_in(ana).fill(event, Step.RULES, why="Tarde demais", more={"match.target": 15})
    html = answer.content.decode()
    assert answer.status_code == 200
    assert "As regras do jogo só mudam até 5 dias antes do evento" in html
    assert "art. 2.2.1" in html
    assert 'name="match.target" id="id_match.target" value="15"' in html
    assert details_of(event).changes == ()


def details_of(event: Event) -> Details:
    return store.details_of(Event.objects.get(pk=event.pk))


def test_where_the_regulation_knows_no_changes_the_rules_stay(ana: User) -> None:
    event = published(ana, FA)
    answer = signed_in(ana).fill(event, Step.RULES, why="Queríamos", more={"match.target": 1000})
    assert answer.status_code == 200
    assert "não prevê mudança de regras" in answer.content.decode()
    assert details_of(event).changes == ()


def test_a_refused_change_leaves_nothing_half_done(ana: User) -> None:
    """Dates and rules together: the dates would have moved, the rule may not, so neither does."""
    event = published(ana, FA)
    before = details_of(event)
    both = store.save_details(
        event,
        replace(
            before,
            changes=(("match.target", 1000),),
            settings=replace(before.settings, day=DAY + timedelta(days=1)),
        ),
        expected=event.version,
        step=Step.RULES,
        by=ana,
    )
    assert not isinstance(both, Event)
    event.refresh_from_db()
    assert (event.seq, details_of(event)) == (1, before)
    assert store.championship_of(event).settings.day == DAY


def test_a_rule_taken_back_is_the_regulations_again(ana: User) -> None:
    event = published(ana)
    organiser = signed_in(ana)
    organiser.fill(event, Step.RULES, why="Ida", more={"match.target": 15})
    organiser.fill(event, Step.RULES, why="Volta", more={"match.target": 12})
    event.refresh_from_db()
    championship = store.championship_of(event)
    assert details_of(event).changes == ()
    assert championship.regulation.rules.match.target == 12


def test_tm_2_1_the_number_of_pairs_of_a_published_event_changes_with_a_reason(ana: User) -> None:
    event = published(ana)
    organiser = signed_in(ana)
    assert organiser.fill(event, Step.ENTRIES, capacity=32).status_code == 200
    assert organiser.fill(event, Step.ENTRIES, capacity=32, why="Mais clubes").status_code == 302
    event.refresh_from_db()
    assert event.pairs == 32


def test_what_no_operation_depends_on_changes_freely(ana: User) -> None:
    event = published(ana)
    assert signed_in(ana).fill(event, Step.TABLES, tables=12).status_code == 302
    event.refresh_from_db()
    assert (event.seq, details_of(event).tables) == (1, 12)


def test_after_the_field_is_settled_the_format_is_no_longer_chosen(ana: User) -> None:
    event = published(ana)
    plan = plan_of(details_of(event), 4)
    assert isinstance(plan, Plan)
    settled = Settle(by=store.author(ana), at=timezone.now(), plan=plan, pairs=("d01", "d02", "d03", "d04"))
    assert isinstance(store.append(event, settled, by=ana), Championship)
    answer = signed_in(ana).fill(
        event,
        Step.FORMAT,
        mode="own",
        stages=1,
        more={"stage-0-kind": "swiss", "stage-0-rounds": 3, "stage-0-best_of": 1},
    )
    assert answer.status_code == 200
    assert "O sorteio já foi feito." in answer.content.decode()
    assert details_of(event).stages == ()


def test_looking_at_something_saves_nothing(ana: User, event: Event) -> None:
    organiser = signed_in(ana)
    looks = {Step.RULES: ("search", "match.target"), Step.FORMAT: ("look", "pairs"), Step.TABLES: ("look", "tables")}
    for step, (act, field) in looks.items():
        answer = organiser.send(event, step, {**organiser.fields(event, step), field: ["15"]}, act=act)
        assert answer.status_code == 200
        assert 'value="15"' in answer.content.decode()
    assert Event.objects.get().version == 1


AF = "afia-2026-tranca"


@pytest.mark.parametrize(
    ("step", "changed", "word"),
    [
        (Step.PLACE, {"place": ""}, "Falta o lugar"),
        (Step.PLACE, {"day": ""}, "Falta o dia"),
        (Step.ENTRIES, {"opens": "", "closes": ""}, "quando as inscrições abrem"),
    ],
)
def test_a_published_event_stays_complete(ana: User, step: Step, changed: dict[str, str], word: str) -> None:
    event = published(ana, AF)
    before = store.details_of(event)
    answer = signed_in(ana).fill(event, step, **changed, why="O salão está em obras.")
    html = answer.content.decode()
    assert answer.status_code == 200
    assert "Nada mudou" in html
    assert word in html
    event.refresh_from_db()
    assert store.details_of(event) == before


def test_the_number_of_pairs_of_a_published_event_fits_its_format(ana: User) -> None:
    stages = (StageChoice(kind=Kind.GROUPS, groups=4, advance=8), StageChoice(kind=Kind.KNOCKOUT))
    event = store.create(Details(regulation=AF, name="Copa", stages=stages), by=ana)
    store.publish(event, expected=1, by=ana)
    answer = signed_in(ana).fill(event, Step.ENTRIES, capacity=4)
    assert answer.status_code == 200
    assert "O formato não fecha" in answer.content.decode()
    assert signed_in(ana).fill(event, Step.ENTRIES, capacity=12).status_code == 302


def test_what_was_lacking_before_is_in_nobodys_way(ana: User) -> None:
    """A date that went by, or an event published when less was needed, can still be seen to."""
    event = store.create(Details(regulation=AF, name="Copa"), by=ana)
    store.publish(event, expected=1, by=ana)
    assert signed_in(ana).fill(event, Step.TABLES, tables=4).status_code == 302
    yesterday = timezone.localdate() - timedelta(days=1)
    assert signed_in(ana).fill(event, Step.PLACE, day=yesterday, why="Foi ontem.").status_code == 302
    assert store.details_of(Event.objects.get(pk=event.pk)).tables == 4
