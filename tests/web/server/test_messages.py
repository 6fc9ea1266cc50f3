"""The site's texts: all in both languages, and the tool that keeps them so notices when they are not."""

from pathlib import Path

import pytest

from tools import messages


def test_the_site_is_complete_in_every_language() -> None:
    assert messages.check() == []


@pytest.mark.parametrize("language", messages.LANGUAGES)
def test_the_file_is_as_the_tool_writes_it(language: str) -> None:
    file = messages.file_of(language)
    assert messages.as_po(messages.read(file, language)) == file.read_bytes()


# --- the tool ------------------------------------------------------------------------------------------------------


def _site(folder: Path, *, template: str = "", program: str = "") -> Path:
    (folder / "templates").mkdir()
    (folder / "templates" / "page.html").write_text(template, "utf-8")
    (folder / "views.py").write_text(program, "utf-8")
    return folder


def _translated(site: Path, translations: str) -> list[str]:
    given = site / "given.po"
    given.write_text(translations, "utf-8")
    said = list(messages.merge("pt_BR", [given], site))
    messages.compile_language("pt_BR", site)
    return said


def _po(*pairs: tuple[str, str]) -> str:
    return "\n\n".join(f'msgid "{text}"\nmsgstr "{translation}"' for text, translation in pairs)


def test_texts_come_from_programs_and_templates(tmp_path: Path) -> None:
    site = _site(
        tmp_path,
        program="""
from django.utils.translation import gettext as _, gettext_lazy, ngettext, pgettext
A = _("one")
B = gettext_lazy("two, "
    "in two parts")
C = ngettext("%(n)d pair", "%(n)d pairs", 2)
D = pgettext("role", "clerk")
E = "not this"
""",
        template="""
        {% translate "three" %}
          {% blocktranslate trimmed with name=event.name %}
            Welcome to {{ name }},
            all of you
          {% endblocktranslate %}
        {% blocktranslate count n=n %}{{ n }} card{% plural %}{{ n }} cards{% endblocktranslate %}
        <a title="{% translate 'four' %}">{{ _("five") }}</a> {{ name|default:_("six") }}
        """,
    )
    found = {(message.id, message.context) for message in messages.extract(site) if message.id}
    assert found == {
        ("one", None),
        ("two, in two parts", None),
        (("%(n)d pair", "%(n)d pairs"), None),
        ("clerk", "role"),
        ("three", None),
        ("Welcome to %(name)s, all of you", None),
        (("%(n)s card", "%(n)s cards"), None),
        ("four", None),
        ("five", None),
        ("six", None),
    }


def test_merging_keeps_translations_adds_texts_and_drops_what_went(tmp_path: Path) -> None:
    site = _site(tmp_path, template='{% translate "Draw" %}{% translate "Table" %}')
    assert _translated(site, _po(("Draw", "Sorteio"), ("Table", "Mesa"))) == []
    (site / "templates" / "page.html").write_text('{% translate "Draw" %}{% translate "Pair" %}', "utf-8")
    assert list(messages.merge("pt_BR", site=site)) == []
    catalogue = messages.read(messages.file_of("pt_BR", site), "pt_BR")
    assert {message.id: message.string for message in catalogue if message.id} == {"Draw": "Sorteio", "Pair": ""}


def test_merging_twice_changes_nothing(tmp_path: Path) -> None:
    site = _site(tmp_path, template='{% translate "Draw" %}')
    _translated(site, _po(("Draw", "Sorteio")))
    once = messages.file_of("pt_BR", site).read_bytes()
    list(messages.merge("pt_BR", site=site))
    assert messages.file_of("pt_BR", site).read_bytes() == once
    assert b"Date" not in once


def test_merging_says_what_it_replaced_and_what_it_could_not_place(tmp_path: Path) -> None:
    site = _site(tmp_path, template='{% translate "Draw" %}')
    _translated(site, _po(("Draw", "Empate")))
    replaced, unknown = _translated(site, _po(("Draw", "Sorteio"), ("Dice", "Dados")))
    assert "'Empate'" in replaced
    assert "'Sorteio'" in replaced
    assert "no text 'Dice'" in unknown


@pytest.mark.parametrize(
    ("template", "translation", "complaint"),
    [
        ('{% translate "Draw" %}', "", "has no translation"),
        ('{% translate "The draw" %}', "The draw", "still English"),
        ("{% blocktranslate %}{{ n }} pairs{% endblocktranslate %}", "duplas", "other placeholders"),
        ('{% translate "Hello <b>you</b>" %}', "Olá você", "other placeholders"),
        ('{% translate "Done" %}', "Pronto!", "voice"),
        ('{% translate "Wrong" %}', "Ops, errado", "voice"),
        ("<p>Draw</p>", "", "not marked"),
        ('<img alt="A card">', "", "not marked"),
        ('<p>{% translate "Draw" %} of {{ event }}</p>', "Sorteio", "not marked"),
    ],
)
def test_checking_finds(template: str, translation: str, complaint: str, tmp_path: Path) -> None:
    site = _site(tmp_path, template=template)
    for message in messages.extract(site):
        if message.id:
            _translated(site, _po((str(message.id), translation)))
    assert any(complaint in problem for problem in messages.check(site))


@pytest.mark.parametrize(
    "template",
    [
        "<p>Carteado</p>",
        "<p>12 – 7 · 3 × 4</p>",
        "{# a note to ourselves #}<p>{{ name }}</p>",
        '<p class="lead" id="words">{% comment %}nobody reads this{% endcomment %}</p>',
    ],
)
def test_checking_lets_through_what_is_the_same_in_every_language(template: str, tmp_path: Path) -> None:
    site = _site(tmp_path, template=template)
    _translated(site, "")
    assert messages.check(site) == []


def test_checking_finds_a_fuzzy_translation_and_one_that_nobody_uses(tmp_path: Path) -> None:
    site = _site(tmp_path, template='{% translate "Draw" %}')
    _translated(site, _po(("Draw", "Sorteio")))
    file = messages.file_of("pt_BR", site)
    file.write_text(
        f'{file.read_text("utf-8")}\nmsgid "Dice"\nmsgstr "Dados"\n'.replace('msgid "Draw"', '#, fuzzy\nmsgid "Draw"')
    )
    assert [problem.partition(": ")[2] for problem in messages.problems("pt_BR", site)] == [
        "'Draw' is fuzzy (templates/page.html)",
        "'Dice' is used nowhere",
    ]


def test_plural_forms_may_leave_the_number_out_where_there_is_one(tmp_path: Path) -> None:
    template = "{% blocktranslate count n=n %}One card{% plural %}{{ n }} cards{% endblocktranslate %}"
    site = _site(tmp_path, template=template)
    _translated(site, 'msgid "One card"\nmsgid_plural "%(n)s cards"\nmsgstr[0] "Uma carta"\nmsgstr[1] "%(n)s cartas"\n')
    assert list(messages.problems("pt_BR", site)) == []


def test_the_command_explains_itself(capsys: pytest.CaptureFixture[str]) -> None:
    assert messages.main(["sing"]) == 2
    assert "tools.messages extract" in capsys.readouterr().err
