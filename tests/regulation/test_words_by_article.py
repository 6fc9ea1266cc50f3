"""Rules in words, in both languages: sentences of the texts that once no sentence of ours told."""

import pytest

from carteado.regulation import LANGUAGES, Override, Regulation, catalogue, load
from tests.regulation.data import AF, AP, FA, TM


def rule_sentence(regulation_id: str, key: str, language: str, **changed: object) -> str:
    """The rule as it is read to people; ``changed`` is the value of an event."""
    regulation: Regulation = load(regulation_id)
    if changed:
        regulation = regulation.with_overrides((Override(key, changed["value"], "the organisers"),))
    entry = next(one for one in regulation.entries() if one.key == key)
    return catalogue(language).rule(entry)


WORDS = [
    ("C-0: anybody cuts", AF, "dealing.cut_by", "any player may cut", "qualquer jogador pode cortar"),
    ("C-0: anybody cuts", FA, "dealing.cut_by", "any player may cut", "qualquer jogador pode cortar"),
    ("C-0: AP plays with two packs", AP, "deck.copies", "2 full decks", "2 baralhos"),
    ("C-0: FA deals one by one", FA, "dealing.one_by_one", "one at a time", "uma a uma"),
    ("C-18", AF, "scoring.no_morto_paid_by", "if nobody goes out, nobody pays", "se ninguém bate, ninguém paga"),
    ("FA 13, C-18", FA, "scoring.no_morto_paid_by", "also when nobody took one", "também quando ninguém pegou"),
    ("FA 13, first sentence", FA, "stock.when_empty", "mortos do not enter", "os mortos não entram"),
    ("FA 7", FA, "red_threes.place", "beside the player who lays", "ao lado de quem baixa"),
    ("FA 23", FA, "counting.pile_size", "piles of 10", "montes de 10"),
    ("FA 23", FA, "counting.face_up", "face up", "face para cima"),
    ("AF 3", AF, "presence.before_start", "all its players sit at the table", "todos os jogadores sentados à mesa"),
    ("AF 6, C-10", AF, "red_threes.card_added", "is not added", "não soma"),
    ("E-13", AF, "omitted_cases.by", "anything else is decided by the organisers", "quem decide é a organização"),
    ("E-13", FA, "omitted_cases.by", "the organisers", "a organização"),
    ("E-13", AP, "omitted_cases.by", "technical coordination", "coordenação técnica"),
    ("E-19", AF, "delegation_points.after_leaving", "keeps its points of participation", "fica com os pontos"),
    ("E-5", AF, "delegation_points.without_a_match", "gets no points", "não ganha pontos"),
    ("C-23", AP, "pile.single_card_discardable", "may discard that card", "pode descartá-la"),
    ("C-20", AP, "scoring.going_out_paid", "every permitted way", "toda maneira permitida"),
    ("TM 24: subir", TM, "dealing.from_the_bottom", "Subir: ", "Subir: "),
    ("TM 24: as often as they like", TM, "dealing.cutter", "as often as they like", "quantas vezes quiser"),
    ("TM 24: no card is taken out", TM, "dealing.conduct", "takes a card out", "não tira carta"),
    ("TM 30: cerrar", TM, "eleven.cuts", "cerrar", "cerrar"),
    ("TM 31: cerrar", TM, "iron.cuts", "cerrar", "cerrar"),
    ("TM 25", TM, "dealing.cards", "one more is turned up", "mais uma é virada para cima"),
    ("TM-16: online", TM, "dealing.online", "one at a time, the vira last", "uma a uma, a vira por último"),
    ("E-2: from the hour or the call", AF, "lateness.counted_from", "or from its call", "ou da chamada dela"),
    ("E-2: later matches", TM, "lateness.counted_from", "for later matches, from their call", "nas partidas seguintes"),
    ("TM 26", TM, "dealing.burn_limit", "in the middle of the table", "no meio da mesa"),
    ("E-18", TM, "consents.regulation", "neither selected nor drawn", "não é selecionada nem sorteada"),
    ("E-19", TM, "disqualification.no_place", "no place, medal or certificate", "não tem colocação, medalha"),
    ("E-20", TM, "changes.days_before", "when the change is published", "quando a mudança sai"),
    ("TM 8.4", TM, "publicity.silence", "answers for the damage", "responde por perdas e danos"),
    ("TM 8.6", TM, "suspension.by", "the programme", "o programa"),
    ("TM 8.6", TM, "suspension.conditions", "may be changed", "podem mudar"),
    ("TM 8.6", TM, "suspension.compensation", "no right to compensation", "não dão direito a indenização"),
]


@pytest.mark.parametrize(
    ("regulation_id", "key", "en", "pt"), [row[1:] for row in WORDS], ids=[row[0] for row in WORDS]
)
def test_a_sentence_of_the_text_is_told_in_words(regulation_id: str, key: str, en: str, pt: str) -> None:
    assert en in rule_sentence(regulation_id, key, "en")
    assert pt in rule_sentence(regulation_id, key, "pt")


CHOICES = [
    (AF, "red_threes.card_added", True),
    (AP, "scoring.going_out_paid", "after_morto"),
    (AP, "pile.single_card_discardable", False),
    (AF, "delegation_points.after_leaving", "none"),
    (AF, "delegation_points.without_a_match", "counted"),
    (AF, "scoring.no_morto_paid_by", "every_pair"),
    (AF, "dealing.cut_by", "nobody"),
]


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize(("regulation_id", "key", "value"), CHOICES)
def test_what_an_event_chooses_instead_has_its_own_sentence(
    regulation_id: str, key: str, value: object, language: str
) -> None:
    assert rule_sentence(regulation_id, key, language, value=value) != rule_sentence(regulation_id, key, language)
