"""Arguments: which languages, which settings, and what is said of wrong ones."""

import os
from unittest import mock

import pytest

from carteado import __version__
from tests.cli.command import Ran, carteado, process
from tests.cli.records import a_record, as_bytes

SUBCOMMANDS = ("play", "replay", "score", "rules", "verify", "standings", "advance", "draw", "bot", "arena")
TM = "truco-masters-2025"

WRONG = {
    "nothing": (),
    "no_such_subcommand": ("shuffle",),
    "option_before_the_subcommand": ("--sideways", "replay", "-"),
    "no_file": ("replay",),
    "two_files": ("replay", "a.json", "b.json"),
    "unknown_option": ("rules", "--shout"),
    "no_bots": ("arena",),
    "unknown_language": ("rules", "--lang", "tupi"),
    "language_left_out": ("rules", "--lang"),
    "unknown_regulation": ("rules", "truco-mineiro"),
    "regulation_path": ("rules", "../truco-masters-2025"),
    "unknown_regulation_in_arena": ("arena", "--bots", "random,random", "--regulation", "x"),
    "deals_in_words": ("arena", "--bots", "random,random", "--deals", "many"),
    "no_deals": ("arena", "--bots", "random,random", "--deals", "0"),
    "fewer_than_no_deals": ("arena", "--bots", "random,random", "--deals", "-4"),
    "deals_beyond_reading": ("arena", "--bots", "random,random", "--deals", "9" * 5000),
    "three_players": ("arena", "--bots", "random,random", "--players", "3"),
    "half_a_player": ("arena", "--bots", "random,random", "--players", "2.5"),
    "one_bot": ("arena", "--bots", "random"),
    "no_bot_at_all": ("arena", "--bots", ""),
    "half_a_pair": ("arena", "--bots", "random,"),
    "three_bots": ("arena", "--bots", "random,random,random"),
    "unknown_first_bot": ("arena", "--bots", "nobody,random"),
    "unknown_second_bot": ("arena", "--bots", "random,nobody"),
    "a_program_without_a_name": ("arena", "--bots", "cmd:,random"),
    "a_program_of_spaces": ("arena", "--bots", "random,cmd:  "),
    "a_program_that_is_not_there": ("arena", "--bots", "cmd:/no/such/program --fast,random"),
    "a_quote_left_open": ("arena", "--bots", "cmd:'program,random"),
    "bot_without_a_name": ("bot",),
    "unknown_bot": ("bot", "nobody"),
    "play_in_json": ("play", "--json"),
    "play_with_three": ("play", "--players", "3"),
    "play_an_unknown_game": ("play", "--regulation", "buraco"),
}


def in_both_languages(*arguments: str, stdin: bytes = b"") -> tuple[Ran, Ran]:
    """The same wrong input told in Portuguese and in English: exit 2, a message and nothing else."""
    pt, en = (carteado(*arguments, stdin=stdin, lang=lang) for lang in ("pt", "en"))
    for ran in (pt, en):
        assert (ran.code, ran.out) == (2, "") or "--json" in arguments
        assert ran.err.startswith("carteado: ")
        assert ran.err.endswith("\n")
        assert len(ran.err) > len("carteado: \n")
    return pt, en


@pytest.mark.parametrize("name", WRONG)
def test_wrong_arguments_are_bad_input_like_any_other(name: str) -> None:
    pt, en = in_both_languages(*WRONG[name])
    assert pt.err != en.err
    as_json = WRONG[name] if "--json" in WRONG[name] else (*WRONG[name], "--json")
    assert carteado(*as_json).error["rule"] is None


WRONG_SETTINGS = {
    "no_sign": ("match.target", "KEY=VALUE"),
    "no_key": ("=12", "KEY=VALUE"),
    "empty": ("", "KEY=VALUE"),
    "no_value": ("match.target=", "match.target"),
    "unknown_key": ("match.colour=red", "match.colour"),
    "unknown_section": ("weather=rain", "weather"),
    "a_section": ("match=12", "match"),
    "a_rule_without_a_value": ("match.end=3", "match.end"),
    "words_for_a_number": ("match.target=twelve", "match.target"),
    "a_fraction": ("match.target=1.5", "match.target"),
    "not_a_number": ("match.target=NaN", "match.target"),
    "beyond_all_numbers": ("match.target=1e999", "match.target"),
    "more_digits_than_are_read": ("match.target=" + "9" * 5000, "match.target"),
    "truth_for_a_number": ("match.target=true", "match.target"),
    "nothing_for_a_number": ("match.target=null", "match.target"),
    "a_number_for_truth": ("calls.reraise=1", "calls.reraise"),
    "not_one_of_them": ("ties.second_round=coin", "ties.second_round"),
    "an_object_for_a_word": ('ties.second_round={"a": 1}', "ties.second_round"),
    "a_word_in_the_list": ('calls.ladder=[1, "three"]', "calls.ladder"),
    "a_number_for_a_list": ("calls.ladder=3", "calls.ladder"),
    "a_ladder_that_falls": ("calls.ladder=[3, 1]", "calls.ladder"),
    "no_ladder": ("calls.ladder=[]", "calls.ladder"),
    "five_players": ("table.players=[5]", "table.players"),
    "no_players": ("table.players=[]", "table.players"),
    "a_target_of_nothing": ("match.target=0", "match.target"),
    "unknown_cards": ('deck.without=["Z"]', "deck.without"),
    "ranks_missing": ("deck.without=[]", "strength.ranks"),
    "a_fourth_round": ("hiding.rounds=[4]", "hiding.rounds"),
    "too_many_to_burn": ("dealing.burn_limit=30", "dealing.burn_limit"),
    "half_a_character": ('ties.second_round="\\ud800"', "ties.second_round"),
    "half_a_key": ('\\ud800="x"', "\\ud800"),
    "nested_without_end": ("match.target=" + "[" * 100_000, "match.target"),
    "nested_deep": ("match.target=" + "[" * 900 + "]" * 900, "match.target"),
    "nested_objects": ("match.target=" + '{"a":' * 480 + "1" + "}" * 480, "match.target"),
    "nested_in_a_list": ("calls.ladder=" + "[" * 600 + "]" * 600, "calls.ladder"),
}


@pytest.mark.parametrize("name", WRONG_SETTINGS)
def test_a_wrong_setting_is_named(name: str) -> None:
    setting, named = WRONG_SETTINGS[name]
    pt, en = in_both_languages("rules", TM, "--set", setting)
    assert named.replace("KEY=VALUE", "CHAVE=VALOR") in pt.err
    assert named in en.err
    assert len(en.err) < 1000
    for subcommand in (("arena", "--bots", "random,random"), ("rules", TM)):
        ran = carteado(*subcommand, "--json", "--set", setting)
        assert ran.error["rule"] is None
    assert carteado("play", "--set", setting).code == 2


@pytest.mark.parametrize("setting", ["match.target=twelve", "match.colour=1", "x"])
def test_a_wrong_setting_is_found_even_where_nothing_is_played(setting: str) -> None:
    assert carteado("rules", "--set", setting).code == 2


# --- languages ----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("arguments", "environment", "lang"),
    [
        ((), {}, "pt"),
        ((), {"LANG": "pt_BR.UTF-8"}, "pt"),
        ((), {"LANG": "de_DE.UTF-8"}, "pt"),
        ((), {"LANG": "en_GB.UTF-8"}, "en"),
        ((), {"LC_ALL": "en_US.UTF-8", "LANG": "pt_BR.UTF-8"}, "en"),
        ((), {"CARTEADO_LANG": "pt", "LANG": "en_US.UTF-8"}, "pt"),
        ((), {"CARTEADO_LANG": "en", "LANG": "pt_BR.UTF-8"}, "en"),
        (("--lang", "en"), {"CARTEADO_LANG": "pt"}, "en"),
        (("--lang=pt",), {"CARTEADO_LANG": "en"}, "pt"),
    ],
)
def test_the_language_asked_for_comes_first(arguments: tuple[str, ...], environment: dict[str, str], lang: str) -> None:
    with mock.patch.dict(os.environ):
        for name in ("LC_ALL", "LANG"):
            os.environ.pop(name, None)
        os.environ.update(environment)
        ran = carteado("rules", *arguments, lang=environment.get("CARTEADO_LANG", ""))
    assert ("1ª edição" if lang == "pt" else "1st edition") in ran.out


@pytest.mark.parametrize("lang", ["pt", "en"])
@pytest.mark.parametrize("subcommand", ["", *SUBCOMMANDS])
def test_help_is_there_for_everything(subcommand: str, lang: str) -> None:
    ran = carteado(*([subcommand] if subcommand else []), "--help", lang=lang)
    assert (ran.code, ran.err) == (0, "")
    assert "carteado" in ran.out
    other = carteado(*([subcommand] if subcommand else []), "--help", lang="pt" if lang == "en" else "en")
    assert ran.out != other.out


def test_version() -> None:
    assert carteado("--version") == Ran(0, f"carteado {__version__}\n", "")


def test_options_are_not_guessed_from_their_first_letters() -> None:
    """``--js`` would be taken for ``--json`` by one reader of the arguments and not by the other."""
    assert carteado("rules", "--js").code == 2
    assert carteado("rules", "--lan", "en").code == 2


def test_json_is_understood_wherever_it_stands() -> None:
    record = as_bytes(a_record())
    assert (
        carteado("replay", "--json", "-", stdin=record).document
        == carteado("replay", "-", "--json", stdin=record).document
    )


def test_as_a_process() -> None:
    ran = process("rules", "truco-mineiro", lang="pt")
    assert (ran.code, ran.out) == (2, "")
    assert "desconhecido" in ran.err
    assert "unknown" in process("rules", "truco-mineiro", "--json", lang="en").error["message"]
