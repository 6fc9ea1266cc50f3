"""How a text is written anew: whoever is meant is found however he is written, and nobody else is touched."""

import unicodedata

import pytest

from carteado.web.people.traces import (
    are_alike,
    exchanged,
    is_called_like,
    renamed,
    stands_in,
    traces,
    without,
    words_of,
)

JOSE = traces(
    names=["José  Carlos da Silva"],
    emails=["ze@x.br"],
    numbers=["52998224725", "+5511987654321", "V1234567K"],
    days=["1980-03-07"],
    words=["Zeca"],
)


@pytest.mark.parametrize(
    "text",
    [
        "José Carlos da Silva",
        "Jose Carlos DA Silva",
        "JOSÉ CARLOS DA SILVA",
        "José\n Silva",
        unicodedata.normalize("NFD", "José Carlos da Silva"),
        "ZECA",
        "Zéca",
        "ze@x.br",
        "ZE@X.BR",
        "52998224725",
        "529.982.247-25",
        "529 982 247 25",
        "11987654321",
        "(11) 98765-4321",
        "+55 (11) 98765-4321",
        "+5511987654321",
        "v123456-7k",
        "1980-03-07",
        "7/3/1980",
        "07.03.1980",
    ],
)
def test_he_is_found_however_he_is_written(text: str) -> None:
    assert without(JOSE, "P3")(text) == "P3"
    assert without(JOSE, "P3")(f"({text}), disse") == "(P3), disse"


@pytest.mark.parametrize(
    "text",
    [
        "José Carlos",
        "Carlos da Silva Neto",
        "Zecão",
        "joze@x.br",
        "ze@x.brasil",
        "152998224725",
        "5299822472",
        "17/3/1980",
        "José Carlos da Silveira",
        "josé carlos da silva",
        "José silva",
        "zeca",
        "",
    ],
)
def test_nobody_else_is_touched(text: str) -> None:
    assert without(JOSE, "P3")(text) == text


def test_of_nothing_known_nothing_is_found() -> None:
    nothing = traces(names=["", "Bia"], emails=[""], numbers=["", "123"], days=["", "ontem"], words=["", "B", "10"])
    assert without(nothing, "P3")("Bia 123 ontem B 10") == "Bia 123 ontem B 10"


@pytest.mark.parametrize("called", ["desclassificada", "a dupla", "Mesa 4"])
def test_a_word_like_others_is_nobodys_name(called: str) -> None:
    text = "A dupla desclassificada na mesa 4 não volta: a dupla saiu."
    assert without(traces(names=[called], words=[called]), "P3")(text) == text
    assert exchanged({called: "P3"})(text) == text


@pytest.mark.parametrize("called", ["de", "E", "da dos", "10", "10 e 20", "O"])
def test_particles_and_numbers_are_nobodys_name(called: str) -> None:
    text = "Venceu por 10 e 20 E de 10 da dos O"
    assert without(traces(names=[called], words=[called]), "P3")(text) == text
    assert exchanged({called: "P3"})(text) == text


@pytest.mark.parametrize(
    ("name", "text"),
    [
        ("joana d'arc", "Joana d'Arc"),
        ("Joana D'Arc", "JOANA D'ARC"),
        ("ludwig von Beethoven", "Ludwig von Beethoven"),
        ("o rei", "o Rei"),
        ("érico Ávila", "Érico Avila"),
        ("Юра Лот", "Юра Лот"),
    ],
)
def test_capitals_are_where_names_have_them(name: str, text: str) -> None:
    found = traces(names=[name])
    assert without(found, "P3")(f"{text} venceu") == "P3 venceu"
    assert without(found, "P3")(f"{text.lower()} venceu") == f"{text.lower()} venceu"


def test_in_what_is_itself_a_name_capitals_do_not_matter() -> None:
    assert without(JOSE, "P3", is_name=True)("equipe josé carlos da silva e zeca") == "equipe P3 e P3"


def test_a_name_with_signs_of_patterns_is_a_name() -> None:
    assert without(traces(names=["A+ (B] Souza"], words=["Zé.*"]), "P3")("o A+ (B] Souza e o Zé.*") == "o P3 e o P3"


def test_whole_names_become_what_people_are_called() -> None:
    said = renamed({"José Carlos da Silva": "Zeca", "Ana Lima": "Ana"})
    assert said("Jose Silva venceu ANA  LIMA; José e ana lima não") == "Zeca venceu Ana; José e ana lima não"
    assert renamed({})("José") == "José"


def test_a_word_that_others_are_called_by_is_known() -> None:
    others = words_of("Beatriz de Souza", "Zeca")
    assert is_called_like("zéca", others)
    assert not is_called_like("Bia", others)
    assert not is_called_like("de", others)


def test_a_name_stands_where_all_its_words_do() -> None:
    texts = ["Copa do Clube XV", "Santos"]
    assert stands_in("clube xv", texts)
    assert stands_in("Copa", texts)
    assert not stands_in("Clube Santos", texts)
    assert not stands_in("Zé do Clube", texts)
    assert are_alike("José Silva", "jose silva")
    assert not are_alike("José Silva", "José da Silva")
