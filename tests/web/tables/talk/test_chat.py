"""What is said at live tables: who may say what and when, who hears it, and in which words."""

from typing import Any

import pytest
from django.db import DatabaseError

from carteado.cards import Onlooker
from carteado.regulation import LANGUAGES
from carteado.web.tables.match.first_row import begin_match
from carteado.web.tables.match.from_database import GREETINGS, PRESETS
from carteado.web.tables.models import Remark
from carteado.web.tables.protocol import LONGEST_TEXT_CHARS, Say
from carteado.web.tables.room import sentences
from carteado.web.tables.talk import remark_storage
from carteado.web.tables.talk.chat import cleaned
from tests.web.tables.bots.table_bots import Onlooking
from tests.web.tables.talk.table_talk import AP, TM, Scene, heard, refused, run, seated

pytestmark = pytest.mark.django_db(transaction=True)


# --- speaking and hearing ---------------------------------------------------------------------------------------------


def test_what_somebody_says_everybody_hears_after_it_is_written() -> None:
    scene = Scene(seated())

    async def act() -> None:
        await scene.enter()
        await scene.say(scene.people[1], "  Boa  noite,\nmesa! ")
        await scene.say(scene.people[2], preset="hello")

    run(act())
    for reader in (*scene.people, scene.onlooker):
        assert heard(reader) == ["Boa noite, mesa!", "hello"]
    first, second = scene.onlooker.heard[-2:]
    assert (first["number"], first["name"], first["seat"]) == (1, "Bia", 1)
    assert (second["number"], second["name"], second["seat"]) == (2, "Caio", 2)
    assert [(one.number, one.text, one.preset) for one in Remark.objects.order_by("number")] == [
        (1, "Boa noite, mesa!", ""),
        (2, "", "hello"),
    ]


def test_nothing_is_told_that_is_not_written(monkeypatch: pytest.MonkeyPatch) -> None:
    scene = Scene(seated())

    def failing(*_arguments: Any) -> int:
        raise DatabaseError("full")

    async def act() -> None:
        await scene.enter()
        monkeypatch.setattr(remark_storage, "add_remark", failing)
        await scene.say(scene.people[0], "Oi")

    run(act())
    assert not heard(scene.people[1])
    assert refused(scene.people[0]) == ["not_noted"]
    assert not Remark.objects.exists()


def test_all_hear_in_the_order_of_the_numbers() -> None:
    scene = Scene(seated())

    async def act() -> None:
        await scene.enter()
        for reader in scene.people:
            scene.chat.receive(reader, scene.room, Say(None, f"de {reader.name}"))
        await scene.settle()

    run(act())
    numbers = [one["number"] for one in scene.onlooker.heard if one["type"] == "said"]
    assert numbers == [1, 2, 3, 4]


def test_another_process_may_have_taken_the_number() -> None:
    table = seated()
    assert remark_storage.add_remark(table.code, 1, "guest:x", "hello", "") == 1
    Remark.objects.create(table=table, number=2, at=2, who="guest:y", preset="hello")
    assert remark_storage.add_remark(table.code, 3, "guest:x", "hello", "") == 3
    assert remark_storage.add_remark("no-such-table", 3, "guest:x", "hello", "") is None


def test_who_watches_does_not_speak() -> None:
    scene = Scene(seated())
    referee = Onlooking("user:1", "Juiz", is_referee=True)

    async def act() -> None:
        await scene.enter()
        await scene.enter(referee)
        for reader in (scene.onlooker, referee):
            await scene.say(reader, preset="hello")
            await scene.say(reader, "Joga o zap!")

    run(act())
    assert refused(scene.onlooker) == refused(referee) == ["not_yours"] * 2
    assert not Remark.objects.exists()
    assert referee.observer is Onlooker.REFEREE


def test_where_the_table_does_not_allow_words_its_sentences_remain() -> None:
    scene = Scene(seated(free_chat=False))

    async def act() -> None:
        await scene.enter()
        await scene.say(scene.people[0], "Oi")
        await scene.say(scene.people[0], preset="thanks")

    run(act())
    assert refused(scene.people[0]) == ["presets_only"]
    assert heard(scene.people[1]) == ["thanks"]


@pytest.mark.parametrize(
    "say", [Say(), Say("hello", "Oi"), Say("no-such-sentence"), Say(None, " \n\t"), Say(None, "\u202e")]
)
def test_what_is_nothing_is_refused(say: Say) -> None:
    scene = Scene(seated())

    async def act() -> None:
        await scene.enter()
        scene.chat.receive(scene.people[0], scene.room, say)
        await scene.settle()

    run(act())
    assert refused(scene.people[0]) == ["unreadable"]


@pytest.mark.parametrize(
    ("text", "shown"),
    [
        ("  a\r\n\tb ", "a b"),
        ("a\u202eb\u200bc", "abc"),
        ("a\x00\x1bb", "a b"),
        ("👨‍👩‍👧", "👨‍👩‍👧"),
        ("e\u0301", "é"),
        ("\ue000\ud800x", "x"),
        ("x" * 300, "x" * LONGEST_TEXT_CHARS),
    ],
)
def test_words_are_one_line_that_can_be_seen(text: str, shown: str) -> None:
    assert cleaned(text) == shown


def test_who_says_too_much_waits() -> None:
    scene = Scene(seated())

    async def act() -> None:
        await scene.enter()
        for _ in range(7):
            await scene.say(scene.people[0], preset="laugh")
        await scene.say(scene.people[1], preset="hello")

    run(act())
    assert heard(scene.people[2]) == ["laugh"] * 5 + ["hello"]
    assert refused(scene.people[0]) == ["too_fast"] * 2


def test_a_second_tab_says_no_more_than_one() -> None:
    scene = Scene(seated())
    again = Onlooking(scene.people[0].who, "Ana")

    async def act() -> None:
        await scene.enter()
        await scene.enter(again)
        for reader in [scene.people[0], again] * 4:
            await scene.say(reader, preset="laugh")

    run(act())
    assert len(heard(scene.people[2])) == 5


def test_onlookers_of_a_table_that_is_shown_later_hear_nothing() -> None:
    scene = Scene(seated(delay=120))
    late = Onlooking()

    async def act() -> None:
        await scene.enter()
        await scene.say(scene.people[0], "Tenho o zap!")
        await scene.enter(late)

    run(act())
    assert heard(scene.people[1]) == ["Tenho o zap!"]
    assert not heard(scene.onlooker)
    assert not heard(late)


# --- a championship's table -------------------------------------------------------------------------------------------


def official(regulation: str, *, hand_is_on: bool) -> Scene:
    table = seated(regulation=regulation)
    match = begin_match(table)
    scene = Scene(table, is_official=True, presets=GREETINGS)
    assert scene.room.position is not None
    scene.services.settle()
    here = scene.room.position
    if hand_is_on:
        for _ in range(4):
            asked = here.play.awaited
            if asked is None or here.play.match.hand_is_on:
                scene.room._start_by_chance()
            else:
                scene.room._answer_by_clock()
            scene.services.settle()
    assert here.play.match.hand_is_on == hand_is_on
    assert here.match == match.pk
    return scene


def test_tm_33_partners_speak_by_signs_never_by_words_during_a_hand() -> None:
    scene = official(TM, hand_is_on=True)

    async def act() -> None:
        await scene.enter()
        await scene.say(scene.people[0], "tenho o zap")
        await scene.say(scene.people[0], preset="hello")

    run(act())
    first, second = (one for one in scene.people[0].heard if one["type"] == "refusal")
    assert (first["code"], first["rule"]) == (second["code"], second["rule"]) == ("words_in_hand", "signs.offered")
    assert first["article"] == "33; TM-17"
    assert not Remark.objects.exists()


def test_between_hands_of_a_championship_people_greet_and_say_no_more() -> None:
    scene = official(TM, hand_is_on=False)

    async def act() -> None:
        await scene.enter()
        await scene.say(scene.people[0], preset="good_game")
        await scene.say(scene.people[0], preset="hurry")
        await scene.say(scene.people[0], "tenho o zap")

    run(act())
    assert heard(scene.people[2]) == ["good_game"]
    assert refused(scene.people[0]) == ["unreadable", "presets_only"]


def test_where_a_regulation_says_nothing_of_words_greetings_are_free_during_a_hand() -> None:
    scene = official(AP, hand_is_on=True)

    async def act() -> None:
        await scene.enter()
        await scene.say(scene.people[0], preset="good_game")
        await scene.say(scene.people[0], "tenho dois curingas")

    run(act())
    assert heard(scene.people[2]) == ["good_game"]
    assert refused(scene.people[0]) == ["presets_only"]


def test_among_friends_words_are_free_during_a_hand() -> None:
    scene = official(TM, hand_is_on=True)
    scene.room.settings = scene.room.settings._replace(is_official=False)

    async def act() -> None:
        await scene.enter()
        await scene.say(scene.people[0], "truco, ladrão!")

    run(act())
    assert heard(scene.people[1]) == ["truco, ladrão!"]


# --- the words --------------------------------------------------------------------------------------------------------


def test_every_sentence_of_a_table_has_its_words() -> None:
    assert {*PRESETS} == {*sentences.SENTENCES}
    assert {*GREETINGS} < {*PRESETS}
    assert [one.code for one in sentences.presets(PRESETS)] == [*PRESETS]
    assert sentences.presets(("thanks",))[0].en == "Thank you"


def test_who_comes_is_told_the_sentences_in_both_languages() -> None:
    scene = Scene(seated())

    async def act() -> None:
        await scene.enter(scene.onlooker)

    run(act())
    [welcome] = [one for one in scene.onlooker.heard if one["type"] == "welcome"]
    assert [one["code"] for one in welcome["table"]["presets"]] == [*PRESETS]
    assert all(set(one) == {"code", *LANGUAGES} for one in welcome["table"]["presets"])
