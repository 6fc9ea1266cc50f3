"""People: what is known of them, what is unknown, and how both are written down."""

from datetime import UTC, date, datetime

import pytest
from hypothesis import given
from hypothesis import strategies as st

from carteado.record import InputError, Node, parse_json
from carteado.record.layout import layout
from carteado.tournament.registrations.people import (
    Consent,
    ConsentName,
    Person,
    Tie,
    TieKind,
    complete_years,
    read_instant,
    write_instant,
)

NOON = datetime(2025, 9, 20, 12, tzinfo=UTC)


def read_again(person: Person) -> Person:
    return Person.from_json(Node(parse_json(layout(person.to_json()))))


def test_a_person_of_whom_nothing_is_known_is_written_by_id_and_name() -> None:
    person = Person(id="ana", name="Ana")
    assert person.to_json() == {"id": "ana", "name": "Ana"}
    assert read_again(person) == person


def test_unknown_ties_and_no_ties_stay_apart() -> None:
    assert read_again(Person(id="a", name="A")).ties is None
    assert read_again(Person(id="a", name="A", ties=())).ties == ()


texts = st.text(st.characters(codec="utf-8", exclude_categories=["Cs"]), min_size=1).filter(lambda text: text.strip())
facts = st.none() | st.booleans()
days = st.none() | st.dates()
instants = st.datetimes(timezones=st.just(UTC))
answers = st.builds(Consent, to=texts, version=texts, hash=texts, at=instants, given=st.booleans())
consents = st.builds(
    Consent, to=st.sampled_from(ConsentName), version=texts, hash=texts, at=instants, given=st.booleans()
)
ties = st.builds(Tie, kind=st.sampled_from(TieKind), degree=st.none() | st.integers(1, 9))
people = st.builds(
    Person,
    id=texts,
    name=texts,
    born=days,
    residence=st.none() | st.sampled_from(["BR", "PT"]),
    nationality=st.none() | st.sampled_from(["BR", "PT"]),
    regular_situation=facts,
    has_rne=facts,
    rne_issued=days,
    speaks_portuguese=facts,
    capable=facts,
    unimpeded=facts,
    available=facts,
    ties=st.none() | st.lists(ties, max_size=3).map(tuple),
    consents=st.lists(consents, max_size=3).map(tuple),
    documents=st.lists(answers, max_size=3).map(tuple),
)


@given(people)
def test_what_is_written_reads_the_same(person: Person) -> None:
    assert read_again(person) == person


@pytest.mark.parametrize(
    ("changed", "where", "code"),
    [
        ({"born": "25/10/2007"}, "born", "expected_day"),
        ({"born": "20071025"}, "born", "expected_day"),
        ({"born": 2007}, "born", "expected_day"),
        ({"capable": "yes"}, "capable", "expected_boolean"),
        ({"name": " "}, "name", "empty_text"),
        ({"cpf": "000.000.000-00"}, "", "unknown_entry"),
        ({"ties": [{"kind": "friend", "degree": None}]}, "ties[0].kind", "not_one_of"),
        ({"ties": [{"kind": "relative", "degree": 0}]}, "ties[0].degree", "expected_positive"),
        ({"consents": [{"to": "image"}]}, "consents[0]", "missing_entry"),
    ],
)
def test_what_cannot_be_read_is_named_with_its_place(changed: dict[str, object], where: str, code: str) -> None:
    with pytest.raises(InputError) as caught:
        Person.from_json(Node({"id": "ana", "name": "Ana", **changed}))
    assert (caught.value.where, caught.value.code) == (where, code)


def test_a_consent_to_something_else_cannot_be_read() -> None:
    person = Person(id="a", name="A", consents=(Consent(to="anything", version="1", hash="h", at=NOON),))
    with pytest.raises(InputError) as caught:
        read_again(person)
    assert (caught.value.where, caught.value.code) == ("consents[0].to", "not_one_of")


def test_of_several_answers_the_latest_counts() -> None:
    given_first = Consent(to="image", version="1", hash="h", at=NOON)
    taken_back = Consent(to="image", version="1", hash="h", at=NOON.replace(hour=13), given=False)
    person = Person(id="a", name="A", consents=(taken_back, given_first))
    assert person.consent_to(ConsentName.IMAGE) == taken_back
    assert person.consent_to(ConsentName.REGULATION) is None


@pytest.mark.parametrize(
    ("since", "on", "years"),
    [
        (date(2007, 10, 25), date(2025, 10, 24), 17),
        (date(2007, 10, 25), date(2025, 10, 25), 18),
        (date(2008, 2, 29), date(2026, 2, 28), 17),
        (date(2008, 2, 29), date(2026, 3, 1), 18),
        (date(2008, 2, 29), date(2028, 2, 29), 20),
        (date(2025, 10, 26), date(2025, 10, 25), -1),
    ],
)
def test_years_are_complete_on_the_anniversary(since: date, on: date, years: int) -> None:
    assert complete_years(since, on) == years


@given(st.datetimes(timezones=st.timezones()))
def test_an_instant_is_written_in_utc_and_read_back(at: datetime) -> None:
    try:
        written = write_instant(at)
    except OverflowError:  # the first and last hours of the calendar have no UTC
        return
    assert written.endswith("Z")
    assert read_instant(Node(written)).timestamp() == at.timestamp()
