"""Questions as players ask them, and the rule that answers."""

import pytest
from django.utils.translation import override

from carteado.regulation import available, load
from carteado.web.kit.words.catalogue import language
from carteado.web.regulations.rulebook import rulebook
from carteado.web.regulations.search import LONGEST_QUESTION, MOST_ANSWERS, _index, _terms, search
from carteado.web.regulations.search_stems import folded, stem, stems
from tools import refusal_keys

IN_PORTUGUESE = (
    ("o que acontece se a primeira rodada empatar?", "ties.first_round"),
    ("empatou a segunda rodada", "ties.second_round"),
    ("e se as três rodadas empatarem?", "ties.all_rounds"),
    ("quem corre do truco perde quanto?", "calls.refused"),
    ("posso pedir truco fora da minha vez?", "calls.when"),
    ("posso responder truco com seis?", "calls.reraise"),
    ("quantos pontos vale a mão de onze", "eleven.value"),
    ("posso ver as cartas do meu parceiro na mão de onze", "eleven.partner_seen"),
    ("posso trucar na mão de onze?", "eleven.calls"),
    ("mão de ferro é às cegas?", "iron.blind"),
    ("posso esconder a carta na primeira rodada", "hiding.rounds"),
    ("e se alguém tiver quatro cartas?", "referee.four_cards"),
    ("pedi tento", "referee.tento"),
    ("carta virada na hora de dar", "dealing.exposed_card"),
    ("qual é a manilha mais forte", "strength.manilha_suits"),
    ("quantas cartas posso queimar", "dealing.burn_limit"),
    ("acabou o tempo e está empatado", "clock.extra_minutes"),
    ("o jogador sumiu da mesa", "clock.absence_minutes"),
    ("posso bater sem canastra limpa?", "going_out.requires"),
    ("preciso de canastra para pegar o morrinho?", "morto.requires"),
    ("três preto em cima do lixo", "black_threes.locks"),
    ("trancar o lixo", "black_threes.locks"),
    ("quanto custa não pegar o morto", "scoring.no_morto"),
    ("posso bater sem descartar?", "going_out.final_discard"),
    ("o monte acabou", "stock.when_empty"),
    ("posso pegar o lixo com uma carta na mão", "pile.one_card_draws"),
    ("tem um 2 em cima do lixo", "pile.two_on_top"),
    ("quanto vale a canastra suja", "scoring.dirty_canastra"),
    ("fiquei com três vermelho na mão no fim", "red_threes.retained"),
    ("cheguei atrasado", "lateness.tolerance_minutes"),
    ("W.O. vale quantos pontos?", "walkover.score"),
    ("quantos curingas cabem num jogo", "melds.wild_limit"),
    ("posso fazer lavadeira de dama", "melds.set_ranks"),
    ("vulnerável: qual o mínimo para baixar", "vulnerable.minimums"),
    ("menor de idade pode jogar?", "eligibility.minimum_age"),
    ("como desempata entre duas duplas", "standings.two_tied"),
    ("o lixo pode ser levado inteiro?", "pile.whole"),
    ("meu parceiro desistiu", "withdrawal.request"),
    ("quantos pontos tem que fazer pra ganhar a partida", "match.target"),
    ("posso juntar dois jogos?", "melds.never_joined"),
)
IN_ENGLISH = (
    ("what happens if the first round is tied", "ties.first_round"),
    ("all three rounds tied", "ties.all_rounds"),
    ("can I call out of turn", "calls.when"),
    ("how much do we lose when we refuse truco", "calls.refused"),
    ("can I hide a card in the first round", "hiding.rounds"),
    ("do partners see each other's cards in the mão de onze", "eleven.partner_seen"),
    ("somebody has four cards", "referee.four_cards"),
    ("can we go out without a clean canastra", "going_out.requires"),
    ("black three on top of the pile", "black_threes.locks"),
    ("what does a dirty canastra score", "scoring.dirty_canastra"),
    ("the stock runs out", "stock.when_empty"),
    ("we arrived late", "lateness.tolerance_minutes"),
    ("how many wild cards in a meld", "melds.wild_limit"),
    ("what is a walkover worth", "walkover.score"),
)


def keys(question: str, *, regulation: str | None = None, language: str = "pt-br") -> list[str]:
    with override(language):
        return [answer.key for answer in search(question, regulation=regulation)]


@pytest.mark.parametrize(("question", "key"), IN_PORTUGUESE)
def test_a_question_in_portuguese_finds_its_rule(question: str, key: str) -> None:
    assert key in keys(question)[:3]


@pytest.mark.parametrize(("question", "key"), IN_ENGLISH)
def test_a_question_in_english_finds_its_rule(question: str, key: str) -> None:
    assert key in keys(question, language="en")[:3]


def test_the_questions_that_the_site_suggests_have_answers() -> None:
    suggested = {
        "a primeira rodada empatar": "ties.first_round",
        "a gente quiser bater sem canastra limpa": "going_out.requires",
        "alguém tiver quatro cartas": "referee.four_cards",
        "o lixo estiver com um três preto em cima": "black_threes.locks",
    }
    assert {question: keys(question)[0] for question in suggested} == suggested


def test_accents_and_case_do_not_matter() -> None:
    assert keys("MAO DE ONZE") == keys("mão de onze")


def test_a_misspelt_word_is_understood() -> None:
    assert "melds.wild_limit" in keys("quantos coringass num jogo")[:3]


def test_a_word_that_is_still_being_typed_is_completed() -> None:
    assert "morto.requires" in keys("morrinho sem canas")[:3]


@pytest.mark.parametrize("word", ["rulin", "ruling"])
def test_a_word_is_completed_with_words_alone(word: str) -> None:
    """The index holds rulings and articles by names of its own, which nobody types."""
    with override("pt-br"):
        terms = _terms(word, _index(None, language()))
    assert [one for one in terms if not one.isalnum()] == []


def test_an_article_is_found_by_its_number() -> None:
    assert keys("art. 29b", regulation="truco-masters-2025") == ["ties.second_round"]
    assert "going_out.requires" in keys("artigo 14", regulation="faraes-2023-tranca")
    assert keys("item 9.4", regulation="truco-masters-2025") == ["personal_data.subcontractors"]


@pytest.mark.parametrize(
    ("question", "regulation", "article"),
    [
        ("artigo 7 §2", "apcef-sc-2022-canastra", "7 §2"),
        ("art. 7º, § 2º", "apcef-sc-2022-canastra", "7 §2"),
        ("artigo 7o parágrafo 2", "apcef-sc-2022-canastra", "7 §2"),
        ("art. 12, §3", "apcef-sc-2022-canastra", "12 §3"),
        ("artigo 12d", "apcef-sc-2022-canastra", "12d"),
        ("artigo 14º", "faraes-2023-tranca", "14"),
        ("artigo IV.20", "faraes-2023-tranca", "IV.20"),
        ("art. iv.20", "faraes-2023-tranca", "IV.20"),
        ("item 4.10", "truco-masters-2025", "4.10"),
    ],
)
def test_an_article_is_found_by_its_paragraph_chapter_and_ordinal(question: str, regulation: str, article: str) -> None:
    with override("pt-br"):
        best = search(question, regulation=regulation)[0]
    rule = best.readings[0].sources[0].rule
    assert rule is not None
    assert article in rule.citation.articles


def test_an_article_with_paragraphs_is_found_by_its_own_number_alone() -> None:
    with override("pt-br"):
        found = search("artigo 7", regulation="apcef-sc-2022-canastra")
    assert [source.anchor for one in found[:1] for reading in one.readings for source in reading.sources] == ["art-7"]


def test_a_ruling_is_found_by_its_number() -> None:
    assert set(keys("TM-9")) == {"eleven.decision", "eleven.partner_seen"}


def test_what_is_said_to_who_breaks_a_rule_finds_the_rule() -> None:
    assert "calls.alternate" in keys("quem fez o último pedido", regulation="truco-masters-2025")[:3]


def test_one_regulation_answers_for_itself_alone() -> None:
    with override("pt-br"):
        found = search("quanto vale a canastra suja", regulation="faraes-2023-tranca")
    names = {source.regulation.id for answer in found for reading in answer.readings for source in reading.sources}
    assert names == {"faraes-2023-tranca"}


def test_the_same_rule_in_several_regulations_is_one_answer() -> None:
    with override("pt-br"):
        [answer] = [one for one in search("canastra limpa vale quanto") if one.key == "scoring.clean_canastra"]
    [reading] = answer.readings
    assert len(reading.sources) == 3
    assert reading.text == "Canastra limpa: 200 pontos cada."


def test_a_rule_that_regulations_have_differently_is_one_answer_with_several_readings() -> None:
    with override("pt-br"):
        answer = search("posso bater sem canastra limpa?")[0]
    assert (answer.key, len(answer.readings)) == ("going_out.requires", 3)


def test_an_article_that_no_rule_comes_from_is_found_too() -> None:
    with override("pt-br"):
        [answer] = [one for one in search("definições no anexo") if not one.key]
    [source] = answer.readings[0].sources
    assert (source.regulation.id, source.anchor) == ("truco-masters-2025", "art-2.2")


@pytest.mark.parametrize("question", ["", "   ", "?!", "xyzzyq", "de a o que se", "art.", "\x00", "💥" * 50])
def test_nothing_answers_to_nothing(question: str) -> None:
    assert keys(question) == []


def test_a_question_that_never_ends_is_cut() -> None:
    assert keys("tento " * LONGEST_QUESTION) == keys("tento")


def test_there_are_never_more_answers_than_anybody_reads() -> None:
    assert len(keys("carta")) == MOST_ANSWERS


@pytest.mark.parametrize("language", ["pt-br", "en"])
@pytest.mark.parametrize("regulation", available())
def test_every_rule_is_found_by_its_own_sentence(regulation: str, language: str) -> None:
    with override(language):
        for rule in rulebook(load(regulation)).rules:
            assert rule.key in [answer.key for answer in search(rule.text, regulation=regulation)], rule


def test_forms_of_a_word_have_one_stem() -> None:
    assert {stem(word, "pt") for word in ("bate", "bateu", "bater", "batida", "batidas")} == {"bat"}
    assert {stem(word, "pt") for word in ("tranca", "trancar", "trancado", "trancados")} == {"tranc"}
    assert {stem(word, "en") for word in ("call", "calls", "called", "calling")} == {"call"}


def test_numbers_are_figures_and_small_words_are_left_out() -> None:
    assert list(stems("e se as três rodadas empatarem na mão de onze", "pt")) == ["3", "rod", "empatar", "mao", "11"]


def test_abbreviations_are_one_word() -> None:
    assert folded("W.O.") == folded("WO") == "wo"


def test_the_refusals_of_each_rule_are_those_of_the_engines() -> None:
    assert refusal_keys.FILE.read_text("utf-8") == refusal_keys.document(), "run python -m tools.refusal_keys"
