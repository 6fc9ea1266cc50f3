"""A referee's decision on a case that no rule covers."""

from django import forms
from django.http import QueryDict
from django.utils.translation import gettext_lazy

from carteado.regulation.event_rules import Authority
from carteado.tournament.operations import Decide
from carteado.web.kit.guarding.policy import Action
from carteado.web.matches.acts.base import LONGEST_REASON, Act, Author, reason_field
from carteado.web.matches.match_desk import Desk


class Decision(Act):
    """A decision on an omitted case. Who decides for the organisers is not asked whether the pairs agree.

    Keys: omitted_cases.by, omitted_cases.recorded.
    """

    name, title, button = "decidir", gettext_lazy("Decision on an omitted case"), gettext_lazy("Decide")
    done_message = gettext_lazy("Decided and on record.")
    permission = Action.RULE
    keys = ("omitted_cases.by", "omitted_cases.recorded")

    question = forms.CharField(label=gettext_lazy("What does no rule say?"), max_length=LONGEST_REASON)
    decision = forms.CharField(label=gettext_lazy("What is decided?"), max_length=LONGEST_REASON)
    why = reason_field()
    agreed = forms.MultipleChoiceField(label=gettext_lazy("Who agrees?"), widget=forms.CheckboxSelectMultiple)

    def __init__(self, desk: Desk, data: QueryDict | None = None) -> None:
        super().__init__(desk, data)
        if desk.may_decide or not _is_with_both_pairs(desk):
            del self.fields["agreed"]
            return
        self.choose_from("agreed", desk.pair_choices)

    @classmethod
    def is_offered(cls, desk: Desk) -> bool:
        """Offered to whom the regulation lets decide: to referees only where they decide with both pairs."""
        return desk.pairs is not None and (desk.may_decide or _is_with_both_pairs(desk))

    def operation(self, author: Author) -> Decide:
        question, decision, why = (self.cleaned_data[name] for name in ("question", "decision", "why"))
        agreed = tuple(self.cleaned_data.get("agreed", ()))
        return Decide(
            by=author.by,
            at=author.at,
            question=question,
            decision=decision,
            why=why,
            match=self.desk.match,
            agreed=agreed,
            by_referee=not self.desk.may_decide,
        )


def _is_with_both_pairs(desk: Desk) -> bool:
    """True if a referee and both pairs decide together. Key: omitted_cases.by."""
    omitted = desk.championship.regulation.event.omitted_cases
    return omitted is not None and omitted.by is Authority.REFEREE_AND_BOTH_PAIRS
