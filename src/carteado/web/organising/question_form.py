"""Form for the organiser's questions to every pair that enters: they can be added, edited, moved and removed."""

from dataclasses import replace
from typing import Any

from django import forms
from django.http import QueryDict
from django.utils.translation import gettext_lazy as _

from carteado.web.events.details import Details, Question, QuestionKind
from carteado.web.events.differences import QUESTION_KINDS
from carteado.web.kit.forms.form_numbers import parse_count

MOST_QUESTIONS = 20
LONGEST_QUESTION, LONGEST_CHOICE, MOST_CHOICES = 200, 80, 20
NEW_QUESTION = Question(text="")


class QuestionForm(forms.Form):
    """One question. ``number`` counts the questions from 0."""

    text = forms.CharField(
        label=_("What do you want to know?"),
        help_text=_("“Size of the shirt”, “Will you stay for lunch?” Ask only for what the event needs."),
        max_length=LONGEST_QUESTION,
        widget=forms.TextInput(attrs={"autocomplete": "off"}),
    )
    kind = forms.ChoiceField(
        label=_("Answered by"), choices=[(str(kind), name) for kind, name in QUESTION_KINDS.items()]
    )
    choices = forms.CharField(
        label=_("To choose from"),
        help_text=_("One a line, for “one of several”."),
        max_length=(LONGEST_CHOICE + 2) * MOST_CHOICES,
        required=False,
        widget=forms.Textarea(attrs={"rows": 3}),
    )
    required = forms.BooleanField(label=_("Nobody enters without answering it"), required=False)

    def __init__(self, question: Question, data: QueryDict | None = None, *, number: int) -> None:
        initial = {
            "text": question.text,
            "kind": str(question.kind),
            "choices": "\n".join(question.choices),
            "required": question.required,
        }
        super().__init__(data, initial=initial, prefix=f"question-{number}")
        self.number = number

    def clean(self) -> dict[str, Any]:
        cleaned = super().clean() or {}
        choices = _lines(cleaned.get("choices", ""))
        if cleaned.get("kind") == QuestionKind.CHOICE and len(choices) < 2:
            self.add_error("choices", str(_("Give at least two answers to choose from, one a line.")))
        if len(choices) > MOST_CHOICES or any(len(choice) > LONGEST_CHOICE for choice in choices):
            too_much = str(_("At most {most} answers of up to {longest} letters."))
            self.add_error("choices", too_much.format(most=MOST_CHOICES, longest=LONGEST_CHOICE))
        return cleaned


def _lines(text: str) -> tuple[str, ...]:
    """The distinct lines, in the order written."""
    return tuple(dict.fromkeys(line.strip() for line in text.splitlines() if line.strip()))


def _question_sent(data: QueryDict, number: int) -> Question:
    """The question as it was sent, not checked yet."""

    def value(name: str) -> str:
        return data.get(f"question-{number}-{name}", "").strip()

    kind = QuestionKind(value("kind")) if value("kind") in list(QuestionKind) else QuestionKind.TEXT
    return Question(
        text=value("text"),
        kind=kind,
        choices=_lines(value("choices")),
        required=bool(value("required")),
    )


class QuestionsForm:
    """The whole step. ``act`` is the button pressed: ``add``, ``remove-2``, ``up-2`` and ``down-2`` change the list of
    questions, counted from 0, ``save`` saves it, anything else only shows it. ``questions`` in the data is how many
    questions the page had."""

    def __init__(self, details: Details, data: QueryDict | None = None) -> None:
        self.data = data
        self.act = "" if data is None else data.get("act", "")
        self.questions = details.questions if data is None else tuple(self._sent(data))

    def _sent(self, data: QueryDict) -> list[Question]:
        count = min(parse_count(data.get("questions", "")), MOST_QUESTIONS)
        questions = [_question_sent(data, number) for number in range(count)]
        act, _dash, text = self.act.partition("-")
        number = parse_count(text, -1)
        if act == "add" and len(questions) < MOST_QUESTIONS:
            questions.append(NEW_QUESTION)
        elif act == "remove" and 0 <= number < len(questions):
            del questions[number]
        elif act == "up" and 0 < number < len(questions):
            questions[number - 1 : number + 1] = [questions[number], questions[number - 1]]
        elif act == "down" and 0 <= number < len(questions) - 1:
            questions[number : number + 2] = [questions[number + 1], questions[number]]
        return questions

    @property
    def is_saving(self) -> bool:
        return self.act == "save"

    @property
    def may_add(self) -> bool:
        return len(self.questions) < MOST_QUESTIONS

    def question_forms(self) -> list[QuestionForm]:
        """Forms of the questions. Only a form to be saved is bound, so that a changed list shows no errors."""
        data = self.data if self.is_saving else None
        return [QuestionForm(question, data, number=number) for number, question in enumerate(self.questions)]

    def is_valid(self) -> bool:
        return all(form.is_valid() for form in self.question_forms())

    def applied(self, details: Details) -> Details:
        """The details with these questions. Only a question with answers to choose from keeps its choices."""
        return replace(
            details,
            questions=tuple(
                one if one.kind is QuestionKind.CHOICE else replace(one, choices=()) for one in self.questions
            ),
        )
