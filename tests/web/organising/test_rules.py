"""The rules as controls: each in words, typed by the schema, and refused in the regulation's own words."""

from datetime import UTC, date, datetime

import pytest
from django.http import QueryDict
from django.utils.translation import override

from carteado.regulation import Stated, available, catalogue, load
from carteado.tournament.registrations.eligibility import EventDay, EventSettings
from carteado.web.events.details import Details
from carteado.web.events.differences import SET_ELSEWHERE
from carteado.web.events.rules_form import Control, Row, RulesForm, plain

TM, AF, AP = "truco-masters-2025", "afia-2026-tranca", "apcef-sc-2022-canastra"


def sent(**fields: str | list[str]) -> QueryDict:
    data = QueryDict(mutable=True)
    for name, value in fields.items():
        data.setlist(name.replace("__", "."), value if isinstance(value, list) else [value])
    return data


def form(regulation: str = TM, data: QueryDict | None = None, *changes: tuple[str, object]) -> RulesForm:
    return RulesForm(Details(regulation=regulation, name="Copa", changes=changes), data)


def rows(made: RulesForm) -> dict[str, Row]:
    return {row.key: row for section in made.sections() for row in section.rows}


# --- what is shown ------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("language", ["pt-br", "en"])
@pytest.mark.parametrize("regulation", available())
def test_every_rule_stands_there_in_words_with_its_article(regulation: str, language: str) -> None:
    with override(language):
        shown = rows(form(regulation))
        words = catalogue(language[:2])
        for entry in load(regulation).entries():
            row = shown[entry.key]
            assert row.text == words.rule(entry)
            assert row.citation == entry.citation
            assert not row.is_changed


@pytest.mark.parametrize("regulation", available())
def test_every_rule_with_a_value_has_a_control_or_another_step(regulation: str) -> None:
    shown = rows(form(regulation))
    for entry in load(regulation).entries():
        row = shown[entry.key]
        if isinstance(entry.value, Stated):
            assert row.control is None
        else:
            assert (row.control is None) == (entry.key in SET_ELSEWHERE)
            assert (row.set_in is None) == (row.control is not None)


@pytest.mark.parametrize(
    ("regulation", "key", "control"),
    [
        (TM, "match.target", Control.NUMBER),
        (TM, "ties.leader_shows_highest", Control.CHOICE),
        (TM, "ties.second_round", Control.CHOICE),
        (TM, "suspension.reasons", Control.SEVERAL),
        (AF, "lucky_losers.to_quarter_finals", Control.ORDER),
        (TM, "strength.ranks", Control.TEXT),
        (TM, "edition.city", Control.TEXT),
        (AP, "scoring.card_values", Control.TEXT),
    ],
)
def test_the_schema_gives_each_rule_its_control(regulation: str, key: str, control: Control) -> None:
    assert rows(form(regulation))[key].control is control


@pytest.mark.parametrize(
    ("regulation", "key", "value", "said"),
    [
        (AF, "red_threes.card_added", "true", "soma também o valor da carta"),
        (AF, "scoring.no_morto_paid_by", "every_pair", "toda dupla que não pegou o morto"),
        (AF, "dealing.cut_by", "nobody", "ninguém corta"),
        (AF, "delegation_points.after_leaving", "none", "não ganha pontos"),
        (AF, "delegation_points.without_a_match", "counted", "pontos de participação"),
        (AP, "scoring.going_out_paid", "after_morto", "só pontua para a dupla que pegou o morto"),
        (AP, "pile.single_card_discardable", "false", "não pode descartar essa carta"),
    ],
)
def test_what_the_rulings_leave_to_an_event_is_chosen_in_the_form(
    regulation: str, key: str, value: str, said: str
) -> None:
    """C-0, C-10, C-18, C-20, C-23, E-5, E-19: each choice is a whole sentence, and is part of the event once chosen."""
    with override("pt-br"):
        made = form(regulation, sent(**{key.replace(".", "__"): value}))
        assert made.is_valid(), made.errors
        row = rows(made)[key]
        assert row.control is Control.CHOICE
        assert said in next(option.text for option in row.options if option.value == value)
        decided = made.applied(Details(regulation=regulation, name="Copa"))
        changed = rows(form(regulation, None, *decided.changes))[key]
        assert changed.is_changed
        assert said in changed.text


def test_choices_are_whole_sentences() -> None:
    with override("pt-br"):
        options = rows(form())["table.direction"].options
    assert [(option.value, option.text, option.is_chosen) for option in options] == [
        ("clockwise", "Joga-se no sentido horário.", False),
        ("anticlockwise", "Joga-se no sentido anti-horário.", True),
    ]


def test_a_changed_rule_is_marked_and_shows_what_the_regulation_has() -> None:
    with override("pt-br"):
        row = rows(form(TM, None, ("match.target", 15)))["match.target"]
    assert row.is_changed
    assert row.is_open
    assert (row.text, row.original) == ("A partida vale 15 pontos.", "A partida vale 12 pontos.")


@pytest.mark.parametrize("language", ["pt-br", "en"])
def test_a_table_of_cards_names_them_as_people_do_and_reads_back(language: str) -> None:
    change = ("scoring.card_values", {"A": 20, "T": 15, "2-9": 10, "J-K": 10})
    other = ("scoring.card_values", {"A": 20, "2-7": 5, "8-T": 10, "J-K": 10})
    with override(language):
        one, two = (rows(form(AP, None, changed))["scoring.card_values"] for changed in (change, other))
        read_back = [form(AP, sent(scoring__card_values=row.value)).changes for row in (one, two)]
    assert one.value == "A: 20, 10: 15, 2-9: 10, J-K: 10"
    assert two.value == "A: 20, 2-7: 5, 8-10: 10, J-K: 10"
    assert "10: 15" in one.text
    assert "8-10: 10" in two.text
    assert read_back == [dict([change]), dict([other])]


def test_tm_4_3_a_decided_day_without_a_place_changes_no_rule() -> None:
    """The rules are read with the day of the event, and with its place to be announced. Neither is a changed rule."""
    settings = EventSettings(day=date(2026, 3, 14), days=(EventDay(datetime(2026, 3, 14, 12, tzinfo=UTC)),))
    details = Details(regulation=TM, name="Copa", settings=settings)
    with override("en"):
        shown = rows(RulesForm(details))
    assert shown["edition.day"].text == "The event is on 2026-03-14."
    assert shown["edition.city"].text == "Place of the matches: to be announced."
    assert not [row.key for row in shown.values() if row.is_changed]


# --- looking for a rule -------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("question", "key"),
    [("mao de ONZE", "eleven.value"), ("truco 2.2.1", None), ("33", "signs.offered"), ("tm-17", "signs.offered")],
)
def test_a_rule_is_found_by_its_words_without_accents_and_by_its_article(question: str, key: str | None) -> None:
    with override("pt-br"):
        found = {name for name, row in rows(form(TM, sent(q=question))).items() if row.is_found}
    assert key in found if key else not found


def test_looking_for_a_rule_loses_nothing_that_was_typed() -> None:
    made = form(TM, sent(q="relógio", match__target="15", match__unknown="1"))
    row = rows(made)["match.target"]
    assert not row.is_found
    assert row.value == "15"


# --- what is said -------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("language", ["pt-br", "en"])
@pytest.mark.parametrize("regulation", available())
def test_what_the_page_shows_reads_back_as_it_was(regulation: str, language: str) -> None:
    """Every control sent as it stands changes nothing, in either language."""
    with override(language):
        data = QueryDict(mutable=True)
        for row in rows(form(regulation)).values():
            if row.control in (Control.NUMBER, Control.TEXT):
                data.setlist(row.key, ["", row.value])
            elif row.control is Control.ORDER:
                chosen = [option.value for rank in row.ranks for option in rank.options if option.is_chosen]
                data.setlist(row.key, ["", *chosen])
            elif row.control is not None:
                data.setlist(row.key, ["", *(option.value for option in row.options if option.is_chosen)])
        made = form(regulation, data)
        assert made.is_valid(), made.errors
        assert made.changes == {}


@pytest.mark.parametrize(
    ("regulation", "key", "value", "stored"),
    [
        (TM, "match.target", "1.500", 1500),
        (TM, "match.target", "1 500", 1500),
        (TM, "match.target", "1.500.000", 1_500_000),
        (TM, "ties.leader_shows_highest", "false", False),
        (TM, "ties.all_rounds", "nobody", "nobody"),
        (TM, "suspension.reasons", ["", "judicial", "technical"], ["judicial", "technical"]),
        (TM, "hiding.rounds", "", []),
        (TM, "calls.ladder", "1, 3, 6; 9", [1, 3, 6, 9]),
        (TM, "strength.manilha_suits", "ouros, Espadas, copas, paus", ["d", "s", "h", "c"]),
        (TM, "signs.offered", "zap, copas, três", ["zap", "copas", "tres"]),
        (AF, "lucky_losers.to_semi_finals", ["", "scored", "", "lots"], ["scored", "lots"]),
        (AP, "melds.set_ranks", "10, k", ["T", "K"]),
        (AP, "scoring.card_values", "A: 20, 2-K: 10", {"A": 20, "2-K": 10}),
        (TM, "edition.city", "Santos", "Santos"),
    ],
)
def test_a_value_is_read_in_the_type_of_its_rule(regulation: str, key: str, value: str, stored: object) -> None:
    with override("pt-br"):
        made = form(regulation, sent(**{key.replace(".", "__"): value}))
        assert made.is_valid(), made.errors
        assert made.changes == {key: stored}
        applied = made.applied(Details(regulation=regulation, name="Copa"))
    in_force = {entry.key: plain(entry.value) for entry in applied.rules.entries()}
    assert in_force[key] == stored


@pytest.mark.parametrize(
    ("regulation", "key", "value", "words"),
    [
        (TM, "match.target", "doze", "número inteiro"),
        (TM, "match.target", "", "preciso um valor"),
        (TM, "match.target", "99999999999999", "número inteiro"),
        (TM, "match.target", "1.5", "número inteiro"),
        (TM, "match.target", "1 5", "número inteiro"),
        (TM, "match.target", "1500.000", "número inteiro"),
        (TM, "match.target", "15.", "número inteiro"),
        (TM, "calls.ladder", "1, 3.5", "número inteiro"),
        (AP, "scoring.card_values", "A: 1.5, 2-K: 10", "número inteiro"),
        (TM, "match.target", "0", "deve ser positivo"),
        (TM, "dealing.cards", "4", "são três cartas"),
        (TM, "calls.ladder", "3, 1", "deve subir"),
        (TM, "calls.ladder", "um, três", "número inteiro"),
        (TM, "strength.ranks", "A, K", "exatamente os valores do baralho"),
        (TM, "suspension.reasons", "", "não pode ficar vazio"),
        (TM, "ties.all_rounds", "whatever", "não é um destes"),
        (AF, "lucky_losers.to_semi_finals", ["lots", "scored"], "sorteio deve ser o último"),
        (AF, "delegations.substitutes", "1", "titulares mais os suplentes"),
        (AP, "scoring.card_values", "A 20", "cada carta com o seu número"),
        (AP, "scoring.card_values", "A: 20", "cada"),
        (AP, "deck.copies", "9", "no máximo"),
    ],
)
def test_what_cannot_be_is_refused_in_the_regulations_own_words(
    regulation: str, key: str, value: str, words: str
) -> None:
    with override("pt-br"):
        made = form(regulation, sent(**{key.replace(".", "__"): value}))
        assert not made.is_valid()
        said = " ".join(made.errors.values())
    assert words in said.casefold()


def test_an_impossible_combination_stands_at_the_rule_that_it_names_with_what_was_typed() -> None:
    """Two rules that must change together can: the form is read as a whole."""
    with override("pt-br"):
        alone = form(TM, sent(deck__without="8, 9, 10, 4"))
        assert not alone.is_valid()
        assert list(alone.errors) == ["strength.ranks"]
        assert rows(alone)["deck.without"].value == "8, 9, 10, 4"
        both = form(TM, sent(deck__without="8, 9, 10, 4", strength__ranks="5, 6, 7, Q, J, K, A, 2, 3"))
        assert both.is_valid(), both.errors


def test_a_text_that_no_database_keeps_is_refused_at_its_rule() -> None:
    made = RulesForm(
        Details(regulation=TM, name="Copa"), sent(edition__city="San\0tos", why="por\0que"), is_published=True
    )
    assert not made.is_valid()
    assert set(made.errors) == {"edition.city", "why"}


def test_a_rule_back_to_what_the_regulation_has_is_no_change() -> None:
    made = form(TM, sent(match__target="12"), ("match.target", 15))
    assert made.is_valid()
    assert made.changes == {}


def test_what_another_step_sets_is_left_alone() -> None:
    made = form(TM, sent(match__target="15", selection__pairs="99"), ("selection.pairs", 32))
    applied = made.applied(Details(regulation=TM, name="Copa", changes=(("selection.pairs", 24),)))
    assert dict(applied.changes) == {"match.target": 15, "selection.pairs": 24}
