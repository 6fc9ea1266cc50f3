"""Normalises words for the search: no accents, endings or small words; numbers as figures."""

import re
import unicodedata
from collections.abc import Iterator

SHORTEST_STEM = 3

_WORD = re.compile(r"[a-z0-9]+")
_ABBREVIATION = re.compile(r"\b([a-z])\.\s?([a-z])\b\.?")

_SMALL_WORDS = {
    "pt": (
        "a alguem algum alguma ao aos as ate com como da das de do dos e ela ele eles em entao era essa esse esta "
        "estao estiver este eu foi ha houver isso ja la lhe mais mas me meu meus minha na nas nem no nos nossa "
        "nosso num numa o onde os ou para pela pelo por porque pra pro qual quais quando quanta quantas quanto "
        "quantos que quem se sem ser seu seus so sobre sua tambem tem tenho ter tiver um uma vai voce acontece "
        "acontecer art artigo artigos arts deve devo faco faz fazer fica gente hora item itens pode podem podemos "
        "posso preciso quer quero quiser regra regras"
    ),
    "en": (
        "a about an and any anybody are article articles as at be been but by can cannot could did do does for "
        "from had happen happens has have he her his how i if in into is it item items its many me much must my "
        "of on or our rule rules shall she should so somebody someone that the their them then there they this to "
        "was we what when where which who whose why will with would you your"
    ),
}
# The place of a word is its number. A point keeps the place of 1, whose word is not turned into a figure.
_NUMBERS = {
    "pt": "zero . dois tres quatro cinco seis sete oito nove dez onze doze",
    "en": "zero . two three four five six seven eight nine ten eleven twelve",
}
# The first that fits is cut off.
_ENDINGS = {
    "pt": (
        "amentos amento imentos imento mente adores ador edores edor acoes acao icoes icao idade "
        "ariam aria eriam eria avam ava ando endo indo aram eram iram asse esse isse ados adas ado ada idos idas "
        "ido ida ar er ir ou eu iu am em as es os a e o"
    ),
    "en": "ingly ings ing edly ed ers er ies es ly s e",
}
_PLURALS = (("oes", "ao"), ("aes", "ao"), ("ais", "al"), ("eis", "el"), ("ns", "m"), ("zes", "z"), ("res", "r"))

SMALL_WORDS = {language: frozenset(words.split()) for language, words in _SMALL_WORDS.items()}
ENDINGS = {language: tuple(words.split()) for language, words in _ENDINGS.items()}
NUMBERS = {
    language: {word: str(number) for number, word in enumerate(words.split())} | {"duas": "2"}  # feminine of “dois”
    for language, words in _NUMBERS.items()
}


def folded(text: str) -> str:
    """Lower case without accents. ``W.O.`` becomes ``wo``."""
    plain = unicodedata.normalize("NFKD", text.casefold()).encode("ascii", "ignore").decode()
    return _ABBREVIATION.sub(r"\1\2", plain)


def words_and_stems(text: str, language: str) -> Iterator[tuple[str, str]]:
    """The words of a text that carry meaning, each with its stem."""
    for word in _WORD.findall(folded(text)):
        if word not in SMALL_WORDS[language]:
            yield word, stem(NUMBERS[language].get(word, word), language)


def stems(text: str, language: str) -> Iterator[str]:
    for _word, found in words_and_stems(text, language):
        yield found


def stem(word: str, language: str) -> str:
    """A light stem. It need not be a root, only the same for ``bate``, ``bateu`` and ``batida``."""
    if language == "pt":
        word = _singular(word)
    for ending in ENDINGS[language]:
        if word.endswith(ending) and len(word) - len(ending) >= SHORTEST_STEM:
            return word[: -len(ending)]
    return word


def _singular(word: str) -> str:
    for plural, singular in _PLURALS:
        if word.endswith(plural) and len(word) - len(plural) >= 2:
            return word[: -len(plural)] + singular
    return word
