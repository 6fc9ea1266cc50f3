"""How forms look: label, help, purpose, control and error of a field hang together for eyes and ears."""

import re
from collections.abc import Iterator, Mapping
from datetime import date, datetime
from typing import Any, ClassVar

import pytest
from django import forms
from django.template import Context, Template
from django.urls import get_resolver
from django.utils.formats import date_format
from django.utils.translation import override

from carteado.web.kit.guarding.personal_data import PersonalDataForm, purpose_of
from tools.messages import file_of, read


class EntryForm(forms.Form):
    name = forms.CharField(label="Nome", help_text="Como vai no cartaz.")
    city = forms.CharField(label="Cidade", required=False)
    game = forms.ChoiceField(label="Jogo", choices=[("t", "Truco"), ("c", "Canastra")], widget=forms.RadioSelect)
    days = forms.MultipleChoiceField(
        label="Dias", choices=[("s", "sábado"), ("d", "domingo")], widget=forms.CheckboxSelectMultiple, required=False
    )
    agrees = forms.BooleanField(label="Li o regulamento")
    paper = forms.FileField(label="Regulamento", required=False)
    day = forms.DateField(label="Dia", widget=forms.DateInput(attrs={"type": "date"}))
    closes = forms.DateTimeField(label="Até", widget=forms.DateTimeInput(attrs={"type": "datetime-local"}))
    token = forms.CharField(widget=forms.HiddenInput)

    def clean(self) -> dict[str, Any]:
        if self.cleaned_data.get("name") == "repetido":
            raise forms.ValidationError("Esse campeonato já existe.")
        return self.cleaned_data


class PersonForm(PersonalDataForm, EntryForm):
    personal: ClassVar[Mapping[str, str]] = {"city": "people.profile.city"}


@pytest.fixture(autouse=True)
def in_portuguese() -> Iterator[None]:
    with override("pt-br"):
        yield


def html_of(form: forms.Form, field: str | None = None) -> str:
    source = "{{ form }}" if field is None else "{{ field.as_field_group }}"
    return Template(source).render(Context({"form": form, "field": form[field] if field else None}))


def test_a_label_belongs_to_its_control() -> None:
    html = html_of(EntryForm(), "name")
    assert re.search(r'<label class="field__label" for="id_name">Nome\s*</label>', html)
    assert 'id="id_name"' in html


def test_what_may_stay_empty_says_so() -> None:
    assert "(opcional)" in html_of(EntryForm(), "city")
    assert "(opcional)" not in html_of(EntryForm(), "name")


def test_help_and_error_are_read_with_the_control() -> None:
    html = html_of(EntryForm({}), "name")
    assert '<div class="field__help" id="id_name_helptext">Como vai no cartaz.</div>' in html
    assert '<ul class="field__error" id="id_name_error">' in html
    assert 'aria-describedby="id_name_helptext id_name_error"' in html
    assert 'aria-invalid="true"' in html


def test_a_field_with_personal_data_says_why_it_asks() -> None:
    html = html_of(PersonForm({}), "city")
    purpose = purpose_of("people.profile.city")
    assert f'<p class="field__purpose" id="id_city_purpose">{purpose}</p>' in html
    assert 'aria-describedby="id_city_purpose"' in html


def test_choices_are_tiles_in_a_named_group() -> None:
    html = html_of(EntryForm({"game": "t"}), "game")
    assert 'role="group" aria-labelledby="id_game_label"' in html
    assert '<p class="field__label" id="id_game_label">Jogo' in html
    assert html.count('<label class="choice"') == 2
    assert re.search(r'<input type="radio" name="game" value="t"[^>]* checked', html)
    assert html_of(EntryForm(), "days").count('type="checkbox"') == 2


def test_a_lone_box_stands_in_its_own_label() -> None:
    html = html_of(EntryForm(), "agrees")
    assert re.search(
        r'<label class="consent"><input type="checkbox"[^>]*>\s*<span>Li o regulamento</span></label>', html
    )


@pytest.mark.parametrize(("field", "kind"), [("paper", "file"), ("day", "date"), ("closes", "datetime-local")])
def test_other_controls_keep_their_kind(field: str, kind: str) -> None:
    assert f'type="{kind}"' in html_of(EntryForm(), field)


def test_the_summary_leads_to_every_field_that_is_wrong() -> None:
    html = html_of(EntryForm({}))
    summary = html[: html.index("</div>")]
    assert 'class="error-summary" role="alert"' in summary
    anchors = re.findall(r'href="#([^"]+)"', summary)
    assert anchors == ["id_name", "id_game_0", "id_agrees", "id_day", "id_closes"]
    assert all(f'id="{anchor}"' in html for anchor in anchors)


def test_a_hidden_field_that_is_wrong_is_told_without_a_link() -> None:
    html = html_of(EntryForm({}))
    assert 'href="#id_token"' not in html
    assert html.count('name="token"') == 1


def test_what_is_wrong_with_the_whole_form_is_said_once() -> None:
    html = html_of(EntryForm({"name": "repetido", "token": "x"}))
    assert html.count("Esse campeonato já existe.") == 1


def test_an_untouched_form_complains_of_nothing() -> None:
    assert "error-summary" not in html_of(EntryForm())


def test_no_template_of_a_form_brings_style_or_script() -> None:
    assert not re.search(r"style=|<script|\son\w+=", html_of(EntryForm({})))


# --- what a field says --------------------------------------------------------------------------------------------


def _fields() -> Iterator[forms.Field]:
    """Of every form of the site."""
    assert get_resolver().url_patterns  # loads every view, and with them their forms
    waiting = [forms.BaseForm]
    while waiting:
        form = waiting.pop()
        waiting += form.__subclasses__()
        if form.__module__.startswith("carteado.web"):
            yield from getattr(form, "base_fields", {}).values()


def _sentences() -> set[str]:
    with override("en"):
        said = {str(text) for field in _fields() for text in field.error_messages.values()}
        for validator in (one for field in _fields() for one in field.validators):
            text = getattr(validator, "message", "")
            said |= {str(text)} if not hasattr(text, "_kwargs") else set()
    return said - {""}


def test_every_sentence_about_a_field_is_in_our_own_catalogue() -> None:
    ours = {message.id for message in read(file_of("pt_BR"), "pt_BR") if isinstance(message.id, str)}
    said = _sentences()
    assert "This field is required." in said
    assert {text for text in said if text not in ours} <= NEVER_SAID


NEVER_SAID = {
    "Please either submit a file or check the clear checkbox, not both.",
    "Enter a valid UUID.",
    "Enter a valid “slug” consisting of letters, numbers, underscores or hyphens.",
}
"""No file has a tick that clears it; the others are of hidden fields."""


@pytest.mark.parametrize(
    ("field", "given", "sentence"),
    [
        (forms.CharField(), "", "Falta preencher."),
        (forms.IntegerField(min_value=2), "1", "No mínimo 2."),
        (forms.IntegerField(max_value=9), "10", "No máximo 9."),
        (forms.IntegerField(), "dois", "Escreva um número inteiro."),
        (forms.CharField(max_length=3), "truco", "No máximo 3 letras e sinais; aqui há 5."),
        (forms.ChoiceField(choices=[("t", "Truco")]), "x", "“x” não está entre as opções. Escolha uma delas."),
    ],
)
def test_what_is_wrong_is_said_in_our_own_voice(field: forms.Field, given: str, sentence: str) -> None:
    with pytest.raises(forms.ValidationError) as caught:
        field.clean(given)
    assert caught.value.messages == [sentence]


def test_english_dates_are_british() -> None:
    eight = datetime(2026, 11, 15, 8, 0)
    with override("en"):
        assert date_format(eight, "SHORT_DATETIME_FORMAT") == "15 Nov 2026, 08:00"
        assert date_format(eight.date()) == "15 November 2026"
        assert forms.DateField().clean("02/11/2026") == date(2026, 11, 2)
    assert date_format(eight, "SHORT_DATETIME_FORMAT") == "15/11/2026 08:00"
