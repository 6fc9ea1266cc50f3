"""How a text is written anew: whoever is meant is found however he is written, and nobody else is touched."""

import random
import time
import unicodedata

import pytest

from carteado.web.privacy.name_traces import (
    are_alike,
    is_among_words,
    occurs_in,
    replacing_full_names,
    replacing_names,
    replacing_traces,
    surnames_of,
    traces,
    words_of,
)
from tests.web.privacy.searching import exchanged_one_by_one, found_one_by_one

pytestmark = pytest.mark.every_database

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
    assert replacing_traces(JOSE, "P3")(text) == "P3"
    assert replacing_traces(JOSE, "P3")(f"({text}), disse") == "(P3), disse"


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
    assert replacing_traces(JOSE, "P3")(text) == text


def test_of_nothing_known_nothing_is_found() -> None:
    nothing = traces(names=["", "Bia"], emails=[""], numbers=["", "123"], days=["", "ontem"], words=["", "B", "10"])
    assert replacing_traces(nothing, "P3")("Bia 123 ontem B 10") == "Bia 123 ontem B 10"


@pytest.mark.parametrize("called", ["desclassificada", "a dupla", "Mesa 4"])
def test_a_word_like_others_is_nobodys_name(called: str) -> None:
    text = "A dupla desclassificada na mesa 4 não volta: a dupla saiu."
    assert replacing_traces(traces(names=[called], words=[called]), "P3")(text) == text
    assert replacing_names({called: "P3"})(text) == text


@pytest.mark.parametrize("called", ["de", "E", "da dos", "10", "10 e 20", "O"])
def test_particles_and_numbers_are_nobodys_name(called: str) -> None:
    text = "Venceu por 10 e 20 E de 10 da dos O"
    assert replacing_traces(traces(names=[called], words=[called]), "P3")(text) == text
    assert replacing_names({called: "P3"})(text) == text


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
    assert replacing_traces(found, "P3")(f"{text} venceu") == "P3 venceu"
    assert replacing_traces(found, "P3")(f"{text.lower()} venceu") == f"{text.lower()} venceu"


def test_in_what_is_itself_a_name_capitals_do_not_matter() -> None:
    assert replacing_traces(JOSE, "P3", is_name=True)("equipe josé carlos da silva e zeca") == "equipe P3 e P3"


def test_a_name_with_signs_of_patterns_is_a_name() -> None:
    assert (
        replacing_traces(traces(names=["A+ (B] Souza"], words=["Zé.*"]), "P3")("o A+ (B] Souza e o Zé.*")
        == "o P3 e o P3"
    )


def test_whole_names_become_what_people_are_called() -> None:
    said = replacing_full_names({"José Carlos da Silva": "Zeca", "Ana Lima": "Ana"})
    assert said("Jose Silva venceu ANA  LIMA; José e ana lima não") == "Zeca venceu Ana; José e ana lima não"
    assert replacing_full_names({})("José") == "José"


def test_a_word_that_others_are_called_by_is_known() -> None:
    others = words_of("Beatriz de Souza", "Zeca")
    assert is_among_words("zéca", others)
    assert not is_among_words("Bia", others)
    assert not is_among_words("de", others)


def test_a_name_stands_where_all_its_words_do() -> None:
    texts = ["Copa do Clube XV", "Santos"]
    assert occurs_in("clube xv", texts)
    assert occurs_in("Copa", texts)
    assert not occurs_in("Clube Santos", texts)
    assert not occurs_in("Zé do Clube", texts)
    assert are_alike("José Silva", "jose silva")
    assert not are_alike("José Silva", "José da Silva")


# --- however it is written ----------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("name", "text"),
    [
        ("Joana D'Arcanjo", "Joana D’Arcanjo"),
        ("Joana D'Arcanjo", "JOANA DʼARCANJO"),
        ("Joana D´Arcanjo", "Joana d`Arcanjo"),
        ("Otto Weißkopf", "Otto Weißkopf"),
        ("Otto Weißkopf", "Otto WEISSKOPF"),
        ("Otto Weisskopf", "Otto Weißkopf"),
        ("Ana-Lua Quebranoz", "Ana Lua Quebranoz"),
        ("Ana Lua Quebranoz", "Ana-Lua Quebranoz"),
        ("Ana Lua Quebranoz", "Ana‑Lua\u00a0Quebranoz"),
        ("Ana Lua Quebranoz", "Ana_Lua_Quebranoz"),
        ("Silvio Lima", "Sılvio Lima"),
        ("Sılvio Lima", "SİLVIO LIMA"),
        ("Zoë Núñez", unicodedata.normalize("NFD", "Zoë Núñez")),
    ],
)
def test_signs_and_letters_that_are_alike_are_one(name: str, text: str) -> None:
    found = traces(names=[name])
    assert replacing_traces(found, "P3")(f"({text}), e {text}.") == "(P3), e P3."
    assert replacing_full_names({name: "Jo"})(f"A {text} saiu") == "A Jo saiu"
    assert replacing_traces(found, "P3")(f"A {text}a saiu") == f"A {text}a saiu"
    assert replacing_traces(found, "P3")(f"x{text} saiu") == f"x{text} saiu"


@pytest.mark.parametrize("text", ["José - Silva", "José, Silva", "José-Silva-Neto?", "José—Silva", "Jose\u0301s Silva"])
def test_what_parts_sentences_parts_names(text: str) -> None:
    found = replacing_traces(traces(names=["José Silva"]), "P3")(text)
    assert found == ("P3-Neto?" if "Neto" in text else text)


def test_a_word_whose_last_letter_has_an_accent_of_its_own_is_another() -> None:
    text = unicodedata.normalize("NFD", "Zecão")
    assert replacing_traces(JOSE, "P3")(text) == text


def test_no_letter_breaks_it() -> None:
    """Anybody may write any."""
    by_name, he_out, changed = replacing_full_names({"Silvio Lima": "Sil"}), replacing_traces(JOSE, "P3"), set()
    for char in map(chr, range(0x2500)):
        text = f"S{char}lvio Lima"
        if by_name(text) != text:
            changed.add(char)
        odd = f"{char} {char} b{char}"
        assert he_out(odd) == odd
        replacing_traces(traces(names=[odd], emails=[char], numbers=[char * 9], words=[odd]), "P3")(f"{odd} {char * 9}")
    assert {"i", "I", "í", "ı", "İ"} <= changed
    assert all(unicodedata.normalize("NFD", char.casefold())[0] in "iı" for char in changed)


def test_surnames_are_long_words_after_the_first() -> None:
    assert surnames_of("Hermenegildo Ximbica da Costa e Sá D'Arc") == ["Ximbica", "Costa", "D'Arc"]
    assert surnames_of("Zaratustra") == []


def test_the_longest_that_begins_first_goes_as_one() -> None:
    found = traces(names=["Ana Lima Prado"], emails=["ana@x.br"], words=["Ana", "Lima"])
    assert replacing_traces(found, "P3")("Ana Lima Prado, Ana Prado, Ana Lima, Ana@x.br") == "P3, P3, P3 P3, P3"


# --- as if each were looked for by himself ------------------------------------------------------------------------

PEOPLE = ["José Carlos da Silva", "Ana Lima", "Ana Maria Lima Prado", "joana d'arc", "Zé.* (B] Souza", "Юра Лот"]
CROWD = traces(
    names=PEOPLE,
    emails=["ze@x.br", "o'neil+1@sub.x-y.com", "ze@x.br.org"],
    papers=["52998224725", "V1234567K", "55123456789"],
    numbers=["+5511987654321", "+5555991234567", "4833334444"],
    days=["1980-03-07", "2001-11-30"],
    words=["Zeca", "Biá", "Rei do Truco", "Lima"],
)
PIECES = [
    *PEOPLE,
    *("Zeca", "Bia", "Rei do Truco", "Lima", "lima", "José", "Silva", "Ana", "dá", "da", "d'Arc", "Souza", "Zecas"),
    *("ze@x.br", "ZE@X.BR", "o'neil+1@sub.x-y.com", "ze@x.br.org", "a.ze@x.br", "@", "x.br"),
    *("52998224725", "529.982.247-25", "v123456-7k", "55 123 456 789", "5299822472", "55"),
    *("(11) 98765-4321", "+55 (11) 98765-4321", "11987654321", "+5511987654321", "(55) 99123-4567", "55 55 991234567"),
    *("4833334444", "(48)3333.4444", "+", "(", "1", "7/3/1980", "07.03.1980", "1980-03-07", "30-11-2001", "1/2/3/1980"),
]
BETWEEN = [" ", " ", " ", ", ", ".", "/", "(", ") ", "  ", "\n", "+", "x", "1", "", "'", "@"]


def a_text(chance: random.Random) -> str:
    written = (str, str, str.upper, str.lower, str.title)
    pieces = [chance.choice(written)(chance.choice(PIECES)) for _ in range(chance.randint(1, 7))]
    text = "".join(piece + chance.choice(BETWEEN) for piece in pieces)
    return text if chance.random() < 0.8 else text.replace("é", "ê").replace("a", "ã")


@pytest.mark.parametrize("seed", range(4))
def test_all_are_found_as_if_each_were_looked_for_alone(seed: int) -> None:
    chance, names = random.Random(seed), {name: f"<{place}>" for place, name in enumerate([*PEOPLE, "Zeca"])}
    pairs = [
        (replacing_traces(CROWD, "•"), found_one_by_one(CROWD, "•")),
        (replacing_traces(CROWD, "•", is_name=True), found_one_by_one(CROWD, "•", is_name=True)),
        (replacing_names(names), exchanged_one_by_one(names)),
    ]
    changed = 0
    for _ in range(1000):
        text = a_text(chance)
        for said, believed in pairs:
            assert said(text) == believed(text), text
            changed += said(text) != text
    assert changed > 1000


def test_a_thousand_people_are_found_at_once() -> None:
    """Each with a pattern of his own this took most of a minute, with everybody else waiting."""
    chance = random.Random(7)

    def word() -> str:
        return "".join(chance.choices("abcdefghijlmnoprstuvz", k=7)).title()

    people = [f"{word()} {word()} {word()}" for _ in range(1024)]
    numbers = [f"+55119{chance.randrange(10**8):08}" for _ in people] + [
        f"{chance.randrange(10**11):011}" for _ in people
    ]
    began = time.process_time()
    by_name = replacing_full_names({name: name.split()[0] for name in people})
    others = replacing_traces(
        traces(emails=[f"{word()}@x.br" for _ in people], numbers=numbers, days=["1980-03-07"]), "•"
    )
    text = "A dupla chegou tarde, e o árbitro esperou até as 14h30; ligou para 11 91234-5678."
    for name in people[:200]:
        assert others(by_name(f"{name.upper()}: {text}")) == f"{name.split()[0]}: {text}"
    assert time.process_time() - began < 5
