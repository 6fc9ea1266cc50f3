"""Who may take part: Truco Masters 2025, articles 2, 4, 5, 7, 8 and 9; AFIA 2026, Art. 1; rulings E-8 and E-9."""

from datetime import UTC, date, datetime, timedelta, timezone
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from carteado.record import InputError, Node
from carteado.regulation import LANGUAGES, Override, Regulation, catalogue
from carteado.tournament.registrations.eligibility import (
    Circumstances,
    EventSettings,
    Requirement,
    Verdict,
    VerdictState,
    closing,
    eligible,
    event_day,
    local_date,
    open_questions,
    opening,
    refusal_by_time,
    unmet,
    verdicts,
)
from carteado.tournament.registrations.people import ConsentName, Person, Tie, TieKind
from tests.tournament.registrations.entrants import AF, AP, FA, IN_TIME, TM, agreed, brazilian, foreigner

SAO_PAULO = timezone(timedelta(hours=-3))
MET, UNMET, UNKNOWN = VerdictState
ENTERED = Circumstances(entered_at=IN_TIME)


def judged(
    person: Person,
    circumstances: Circumstances = ENTERED,
    settings: EventSettings | None = None,
    regulation: Regulation = TM,
) -> dict[Requirement, Verdict]:
    found = verdicts(regulation, person, circumstances, settings)
    assert len({verdict.requirement for verdict in found}) == len(found)
    return {verdict.requirement: verdict for verdict in found}


def only_fault(person: Person, **around: Any) -> tuple[Requirement, str, str]:
    """The one requirement that is not met, why, and its article."""
    [fault] = [verdict for verdict in judged(person, **around).values() if verdict.state is not MET]
    assert fault.state is UNMET
    assert fault.reason is not None
    assert fault.reason.key == fault.key
    return fault.requirement, fault.reason.code, str(TM.citation(fault.key))


def only_question(person: Person, **around: Any) -> tuple[Requirement, str]:
    """The one requirement that is open, and its article."""
    [question] = [verdict for verdict in judged(person, **around).values() if verdict.state is not MET]
    assert question.state is UNKNOWN
    return question.requirement, str(TM.citation(question.key))


# --- 4.1: capable, of age, living in Brazil, free to take part ----------------------------------------------------


def test_tm_4_1_who_meets_everything_may_take_part() -> None:
    found = verdicts(TM, brazilian(), ENTERED)
    assert eligible(found)
    assert open_questions(found) == unmet(found) == ()
    assert {verdict.state for verdict in found} == {MET}


@pytest.mark.parametrize(
    ("fact", "requirement", "code"),
    [
        ({"capable": False}, Requirement.CAPABLE, "not_capable"),
        ({"born": date(2010, 1, 1)}, Requirement.AGE, "too_young"),
        ({"residence": "PT"}, Requirement.RESIDENCE, "lives_elsewhere"),
        ({"unimpeded": False}, Requirement.NO_IMPEDIMENT, "impeded"),
    ],
)
def test_tm_4_1_each_condition_bars_by_itself(fact: dict[str, Any], requirement: Requirement, code: str) -> None:
    assert only_fault(brazilian(**fact)) == (requirement, code, "4.1")


@pytest.mark.parametrize(
    ("fact", "requirement"),
    [
        ("capable", Requirement.CAPABLE),
        ("born", Requirement.AGE),
        ("residence", Requirement.RESIDENCE),
        ("unimpeded", Requirement.NO_IMPEDIMENT),
    ],
)
def test_tm_4_1_what_is_unknown_is_asked_and_not_refused(fact: str, requirement: Requirement) -> None:
    unknown: dict[str, Any] = {fact: None}
    person = brazilian(**unknown)
    assert only_question(person) == (requirement, "4.1")
    found = verdicts(TM, person, ENTERED)
    assert not eligible(found)
    assert [verdict.requirement for verdict in open_questions(found)] == [requirement]
    assert unmet(found) == ()


@pytest.mark.parametrize(("born", "state"), [(date(2007, 10, 25), MET), (date(2007, 10, 26), UNMET)])
def test_tm_4_1_eighteen_on_the_day_of_the_event(born: date, state: VerdictState) -> None:
    verdict = judged(brazilian(born=born))[Requirement.AGE]
    assert verdict.state is state
    assert TM.citation(verdict.key).ruling == "E-9"


@pytest.mark.parametrize(
    ("day", "state"), [(date(2026, 2, 28), UNMET), (date(2026, 3, 1), MET), (date(2028, 2, 29), MET)]
)
def test_tm_4_1_who_was_born_on_29_february_is_of_age_on_1_march(day: date, state: VerdictState) -> None:
    person = brazilian(born=date(2008, 2, 29))
    assert judged(person, settings=EventSettings(day=day))[Requirement.AGE].state is state


# --- 4.1.1: foreigners --------------------------------------------------------------------------------------------


def test_tm_4_1_1_a_foreigner_in_order_may_take_part() -> None:
    assert eligible(verdicts(TM, foreigner(), ENTERED))


@pytest.mark.parametrize(
    ("fact", "requirement", "code"),
    [
        ({"regular_situation": False}, Requirement.REGULAR_SITUATION, "not_regular"),
        ({"has_rne": False, "rne_issued": None}, Requirement.RNE, "without_rne"),
        ({"rne_issued": date(2025, 1, 1)}, Requirement.RNE, "rne_too_recent"),
        ({"speaks_portuguese": False}, Requirement.PORTUGUESE, "speaks_no_portuguese"),
    ],
)
def test_tm_4_1_1_each_condition_on_foreigners(fact: dict[str, Any], requirement: Requirement, code: str) -> None:
    assert only_fault(foreigner(**fact)) == (requirement, code, "4.1.1")


def test_tm_4_1_1_a_brazilian_is_asked_none_of_it() -> None:
    asked = set(judged(foreigner())) - set(judged(brazilian()))
    assert asked == {Requirement.REGULAR_SITUATION, Requirement.RNE, Requirement.PORTUGUESE}
    assert eligible(verdicts(TM, brazilian(has_rne=False, speaks_portuguese=False), ENTERED))


def test_tm_4_1_1_who_does_not_say_where_he_is_from_may_be_a_foreigner() -> None:
    questions = open_questions(verdicts(TM, brazilian(nationality=None), ENTERED))
    assert {str(TM.citation(question.key)) for question in questions} == {"4.1.1"}
    assert len(questions) == 3


@pytest.mark.parametrize(
    ("issued", "entered", "state"),
    [
        (date(2023, 9, 20), datetime(2025, 9, 20, 12, tzinfo=SAO_PAULO), MET),
        (date(2023, 9, 21), datetime(2025, 9, 20, 12, tzinfo=SAO_PAULO), UNMET),
        (date(2023, 9, 21), datetime(2025, 9, 21, 2, 59, tzinfo=UTC), UNMET),  # still the 20th in São Paulo
        (date(2023, 9, 21), datetime(2025, 9, 21, 3, 0, tzinfo=UTC), MET),
    ],
)
def test_tm_4_1_1_two_years_of_rne_on_the_date_of_the_entry(
    issued: date, entered: datetime, state: VerdictState
) -> None:
    verdict = judged(foreigner(rne_issued=issued), Circumstances(entered_at=entered))[Requirement.RNE]
    assert verdict.state is state


@pytest.mark.parametrize(("entry_day", "state"), [(28, UNMET), (1, MET)])
def test_tm_4_1_1_an_rne_of_29_february(entry_day: int, state: VerdictState) -> None:
    month = 2 if entry_day == 28 else 3
    entered = Circumstances(entered_at=datetime(2026, month, entry_day, 12, tzinfo=SAO_PAULO))
    assert judged(foreigner(rne_issued=date(2024, 2, 29)), entered)[Requirement.RNE].state is state


@pytest.mark.parametrize("fact", [{"rne_issued": None}, {"has_rne": None, "rne_issued": None}])
def test_tm_4_1_1_an_rne_not_shown_yet_is_asked_for(fact: dict[str, Any]) -> None:
    assert only_question(foreigner(**fact)) == (Requirement.RNE, "4.1.1")


# --- 4.1.2: the partner's own word --------------------------------------------------------------------------------


def test_tm_4_1_2_the_partner_agrees_himself() -> None:
    entered_by_another = Circumstances(entered_at=IN_TIME, is_partner=True)
    assert only_question(brazilian(), circumstances=entered_by_another) == (Requirement.PARTNER_AGREES, "4.1.2")
    confirmed = Circumstances(entered_at=IN_TIME, is_partner=True, confirmed=True)
    assert judged(brazilian(), confirmed)[Requirement.PARTNER_AGREES].state is MET
    assert Requirement.PARTNER_AGREES not in judged(brazilian()), "who enters the pair is not asked"


# --- 4.2, 4.2.1, 4.4: the time of entry ---------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("at", "code"),
    [
        (datetime(2025, 9, 14, 23, 59, 59, 999_999, tzinfo=SAO_PAULO), "entries_not_open"),
        (datetime(2025, 9, 15, 0, 0, tzinfo=SAO_PAULO), None),
        (datetime(2025, 10, 18, 23, 59, 59, 999_999, tzinfo=SAO_PAULO), None),
        (datetime(2025, 10, 19, 0, 0, tzinfo=SAO_PAULO), "entries_closed"),
        (datetime(2025, 10, 19, 2, 59, 59, tzinfo=UTC), None),
        (datetime(2025, 10, 19, 3, 0, tzinfo=UTC), "entries_closed"),
    ],
)
def test_tm_4_2_entries_from_the_first_minute_to_the_end_of_the_last(at: datetime, code: str | None) -> None:
    refused = refusal_by_time(TM, at, EventSettings())
    assert (refused.code if refused else None) == code
    faults = [verdict.reason for verdict in unmet(verdicts(TM, brazilian(), Circumstances(entered_at=at)))]
    assert faults == ([refused] if refused else [])
    if refused:
        assert str(TM.citation(refused.key)) == "4.2"


def test_tm_4_2_before_entering_the_time_is_an_open_question() -> None:
    questions = open_questions(verdicts(TM, brazilian()))
    assert [question.requirement for question in questions] == [Requirement.AFTER_OPENING, Requirement.BEFORE_CLOSING]


@pytest.mark.parametrize(
    "closes",
    [
        datetime(2025, 10, 20, 12, 0, tzinfo=SAO_PAULO),
        datetime(2025, 10, 20, 12, 0, 59, tzinfo=SAO_PAULO),
        datetime(2025, 10, 20, 15, 0, tzinfo=UTC),
    ],
)
def test_tm_4_2_1_the_closing_may_be_moved_by_notice(closes: datetime) -> None:
    moved = EventSettings(closes=closes)
    assert refusal_by_time(TM, datetime(2025, 10, 20, 12, 0, 59, tzinfo=SAO_PAULO), moved) is None
    refused = refusal_by_time(TM, datetime(2025, 10, 20, 12, 1, tzinfo=SAO_PAULO), moved)
    assert refused is not None
    assert str(TM.citation(refused.key)) == "4.2.1, 4.4"
    assert catalogue("pt").refusal(refused) == "As inscrições fecharam em 20/10/2025 12h00."


def test_tm_4_2_1_an_earlier_closing_counts_too() -> None:
    moved = EventSettings(closes=datetime(2025, 9, 19, 12, tzinfo=UTC))
    assert only_fault(brazilian(), settings=moved) == (Requirement.BEFORE_CLOSING, "entries_closed", "4.2.1, 4.4")


def test_tm_4_4_opening_and_day_may_be_moved_too() -> None:
    moved = EventSettings(opens=datetime(2025, 10, 1, 3, tzinfo=UTC), day=date(2025, 11, 29))
    assert only_fault(brazilian(), settings=moved) == (Requirement.AFTER_OPENING, "entries_not_open", "4.2.1, 4.4")
    later_entry = Circumstances(entered_at=datetime(2025, 10, 1, 3, tzinfo=UTC))
    of_age_by_then = brazilian(born=date(2007, 11, 29))
    assert event_day(TM, moved) == date(2025, 11, 29)
    assert eligible(verdicts(TM, of_age_by_then, later_entry, moved))
    assert not eligible(verdicts(TM, of_age_by_then, later_entry))


def test_tm_2_1_invited_pairs_need_not_enter_in_time() -> None:
    late = datetime(2025, 10, 22, 12, tzinfo=UTC)
    assert not eligible(verdicts(TM, brazilian(), Circumstances(entered_at=late)))
    assert eligible(verdicts(TM, brazilian(), Circumstances(entered_at=late, invited=True)))


def test_tm_2_1_the_event_is_on_25_october() -> None:
    assert event_day(TM, EventSettings()) == date(2025, 10, 25)


# --- 4.3, 4.5: available, and without ties ------------------------------------------------------------------------


def test_tm_4_3_whoever_cannot_be_there_is_not_eligible() -> None:
    assert only_fault(brazilian(available=False)) == (Requirement.AVAILABLE, "not_available", "4.3")
    assert only_question(brazilian(available=None)) == (Requirement.AVAILABLE, "4.3")


@pytest.mark.parametrize(
    ("tie", "requirement", "code"),
    [
        (Tie(kind=TieKind.PRODUCER), Requirement.NO_PRODUCER_TIE, "tied_to_the_producer"),
        (Tie(kind=TieKind.RELATIVE, degree=1), Requirement.NO_RELATIVE, "relative_of_the_producer"),
        (Tie(kind=TieKind.SPONSOR), Requirement.NO_SPONSOR_TIE, "tied_to_a_sponsor"),
    ],
)
def test_tm_4_5_each_tie_bars(tie: Tie, requirement: Requirement, code: str) -> None:
    assert only_fault(brazilian(ties=(tie,))) == (requirement, code, "4.5")


def test_tm_4_5_relatives_of_the_second_degree_may_take_part() -> None:
    assert eligible(verdicts(TM, brazilian(ties=(Tie(kind=TieKind.RELATIVE, degree=2),)), ENTERED))


def test_tm_4_5_a_relative_of_unknown_degree_is_asked() -> None:
    assert only_question(brazilian(ties=(Tie(kind=TieKind.RELATIVE),))) == (Requirement.NO_RELATIVE, "4.5")


def test_tm_4_5_ties_not_declared_are_asked() -> None:
    questions = open_questions(verdicts(TM, brazilian(ties=None), ENTERED))
    assert [question.requirement for question in questions] == [
        Requirement.NO_PRODUCER_TIE,
        Requirement.NO_RELATIVE,
        Requirement.NO_SPONSOR_TIE,
    ]


def test_an_event_may_bar_further_relatives_or_none() -> None:
    cousins = TM.with_overrides((Override("eligibility.kinship_degree", 4, "the producer"),))
    nobody = TM.with_overrides((Override("eligibility.kinship_degree", 0, "the producer"),))
    cousin, child = (brazilian(ties=(Tie(kind=TieKind.RELATIVE, degree=degree),)) for degree in (4, 1))
    of_unknown_degree = brazilian(ties=(Tie(kind=TieKind.RELATIVE),))
    assert not eligible(verdicts(cousins, cousin, ENTERED))
    assert eligible(verdicts(nobody, child, ENTERED))
    assert eligible(verdicts(nobody, of_unknown_degree, ENTERED))


# --- consents, each apart -----------------------------------------------------------------------------------------


def without(name: ConsentName) -> Person:
    return brazilian(consents=tuple(agreed(other) for other in ConsentName if other is not name))


def refusing(name: ConsentName) -> Person:
    return brazilian(consents=tuple(agreed(other, given=other is not name) for other in ConsentName))


def holds_apart(name: ConsentName, requirement: Requirement, articles: str) -> None:
    assert only_question(without(name)) == (requirement, articles)
    assert only_fault(refusing(name)) == (requirement, "consent_refused", articles)


def test_tm_4_9_entering_accepts_the_regulation() -> None:
    holds_apart(ConsentName.REGULATION, Requirement.REGULATION_ACCEPTED, "4.9, 8.9")


def test_tm_8_9_and_all_its_conditions() -> None:
    verdict = judged(without(ConsentName.REGULATION))[Requirement.REGULATION_ACCEPTED]
    assert "8.9" in TM.citation(verdict.key).articles
    assert verdict.state is UNKNOWN


def test_tm_4_7_the_material_sent_in_may_be_used() -> None:
    holds_apart(ConsentName.MATERIAL, Requirement.MATERIAL_ALLOWED, "4.7")


def test_tm_4_10_the_material_is_ones_own() -> None:
    holds_apart(ConsentName.OWN_MATERIAL, Requirement.OWN_MATERIAL, "4.10")


def test_tm_7_1_the_image_may_be_used() -> None:
    holds_apart(ConsentName.IMAGE, Requirement.IMAGE_ALLOWED, "6.1, 7.1, 7.1.1, 7.2")


def test_tm_9_11_personal_data_may_be_collected() -> None:
    holds_apart(ConsentName.PERSONAL_DATA, Requirement.PERSONAL_DATA_ALLOWED, "9.11")


def test_tm_9_11_a_consent_taken_back_no_longer_holds() -> None:
    taken_back = agreed(ConsentName.PERSONAL_DATA, given=False, at=IN_TIME + timedelta(days=1))
    person = brazilian(consents=(*brazilian().consents, taken_back))
    assert only_fault(person) == (Requirement.PERSONAL_DATA_ALLOWED, "consent_refused", "9.11")


# --- 5.4: documents -----------------------------------------------------------------------------------------------


TWO_DOCUMENTS = EventSettings(documents=("contract", "safety"))
CHOSEN = Circumstances(entered_at=IN_TIME, selected=True)


def test_tm_5_4_documents_are_signed_only_once_selected() -> None:
    assert Requirement.DOCUMENTS_SIGNED not in judged(brazilian(), settings=TWO_DOCUMENTS)
    asked = only_question(brazilian(), circumstances=CHOSEN, settings=TWO_DOCUMENTS)
    assert asked == (Requirement.DOCUMENTS_SIGNED, "5.4")


def test_tm_5_4_all_of_them_are_signed() -> None:
    one, both = (agreed("contract"),), (agreed("contract"), agreed("safety"))
    assert not eligible(verdicts(TM, brazilian(documents=one), CHOSEN, TWO_DOCUMENTS))
    assert eligible(verdicts(TM, brazilian(documents=both), CHOSEN, TWO_DOCUMENTS))
    refusing_one = brazilian(documents=(agreed("safety", given=False),))
    fault = only_fault(refusing_one, circumstances=CHOSEN, settings=TWO_DOCUMENTS)
    assert fault == (Requirement.DOCUMENTS_SIGNED, "document_not_signed", "5.4")


def test_tm_5_4_an_event_without_documents_asks_for_none() -> None:
    assert eligible(verdicts(TM, brazilian(), CHOSEN))


# --- the other regulations ----------------------------------------------------------------------------------------


def test_af_1_whoever_plays_represents_a_delegation() -> None:
    nobody = Person(id="x", name="X")
    [open_yet] = verdicts(AF, nobody)
    assert open_yet.state is UNKNOWN
    [alone] = verdicts(AF, nobody, ENTERED)
    assert (alone.state, AF.cite(alone.key)) == (UNMET, "AFIA 2026, Art. 1")
    assert eligible(verdicts(AF, nobody, Circumstances(entered_at=IN_TIME, delegation="cascavel")))


@pytest.mark.parametrize("regulation", [FA, AP], ids=lambda one: one.id)
def test_a_regulation_that_asks_nothing_takes_everybody(regulation: Regulation) -> None:
    assert verdicts(regulation, Person(id="x", name="X")) == ()
    assert eligible(())
    assert refusal_by_time(regulation, IN_TIME, EventSettings()) is None
    assert opening(regulation, EventSettings()) is closing(regulation, EventSettings()) is None
    assert event_day(regulation, EventSettings()) is None
    assert local_date(regulation, IN_TIME) == IN_TIME.date()


def test_an_event_may_set_a_time_of_entry_that_its_regulation_does_not_write() -> None:
    set_by_the_event = EventSettings(closes=IN_TIME)
    assert refusal_by_time(AF, IN_TIME + timedelta(seconds=59), set_by_the_event) is None
    refused = refusal_by_time(AF, IN_TIME + timedelta(minutes=1), set_by_the_event)
    assert refused == ("", "entries_closed", {"closes": IN_TIME})


# --- all together -------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_verdict_has_its_article_its_rule_and_its_reason_in_words(language: str) -> None:
    words, rules = catalogue(language), {entry.key: entry for entry in TM.entries()}
    nobody, wrong = Person(id="x", name="X"), foreigner(residence="AR", speaks_portuguese=False, born=date(2015, 1, 1))
    for verdict in (*verdicts(TM, nobody), *verdicts(TM, wrong, CHOSEN, TWO_DOCUMENTS)):
        assert TM.cite(verdict.key).startswith("Truco Masters 2025")
        assert words.rule(rules[verdict.key])
        assert (verdict.reason is None) == (verdict.state is MET)
        assert verdict.reason is None or words.refusal(verdict.reason)


def test_requirements_come_in_the_order_of_their_names() -> None:
    order = list(Requirement)
    found = [verdict.requirement for verdict in verdicts(TM, foreigner(), CHOSEN)]
    assert found == sorted(found, key=order.index)


_FACTS = ["born", "residence", "nationality", "capable", "unimpeded", "available", "ties"]


@given(st.sets(st.sampled_from(_FACTS)), st.sets(st.sampled_from(list(ConsentName))))
def test_forgetting_facts_never_makes_a_fault(forgotten: set[str], unasked: set[ConsentName]) -> None:
    consents = tuple(agreed(name) for name in ConsentName if name not in unasked)
    unknown: dict[str, Any] = dict.fromkeys(forgotten)
    person = brazilian(**unknown, consents=consents)
    found = verdicts(TM, person, ENTERED)
    assert unmet(found) == ()
    assert eligible(found) is not bool(forgotten | unasked)


@given(
    st.none() | st.dates(),
    st.none() | st.datetimes(timezones=st.just(UTC)),
    st.none() | st.datetimes(timezones=st.just(UTC)),
    st.lists(st.sampled_from(["contract", "safety"]), max_size=2),
)
def test_settings_read_as_they_were_written(
    day: date | None, opens: datetime | None, closes: datetime | None, documents: list[str]
) -> None:
    settings = EventSettings(day=day, opens=opens, closes=closes, documents=tuple(documents))
    if opens and closes and closes <= opens:
        with pytest.raises(InputError, match="closes_before_it_opens"):
            EventSettings.from_json(Node(settings.to_json()))
    else:
        assert EventSettings.from_json(Node(settings.to_json())) == settings
