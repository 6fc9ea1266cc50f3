"""Words for entries: their states, their steps, and the requirements for players with their verdicts."""

from collections.abc import Mapping

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext_lazy

from carteado.tournament.registrations.acts import EntryState
from carteado.tournament.registrations.eligibility import Requirement, VerdictState

STATES: Mapping[EntryState, str | Promise] = {
    EntryState.INCOMPLETE: pgettext_lazy("entry", "Incomplete"),
    EntryState.ENTERED: pgettext_lazy("entry", "Entered"),
    EntryState.UNDER_REVIEW: pgettext_lazy("entry", "Under review"),
    EntryState.RESERVE: pgettext_lazy("entry", "In reserve"),
    EntryState.INVITED: pgettext_lazy("entry", "Invited"),
    EntryState.SELECTED: pgettext_lazy("entry", "Selected"),
    EntryState.DECLINED: pgettext_lazy("entry", "Declined"),
    EntryState.WITHDRAWN: pgettext_lazy("entry", "Withdrew"),
    EntryState.DISQUALIFIED: pgettext_lazy("entry", "Disqualified"),
}

STEPS: Mapping[str, str | Promise] = {
    "enter": _("The pair entered."),
    "invite_pair": _("The organiser invited the pair."),
    "confirm_partner": _("The partner agreed."),
    "ask_back": _("The organiser asked for something."),
    "complete": _("The pair supplied what was asked."),
    "send_to_review": _("Sent to review."),
    "select": _("Selected."),
    "keep_in_reserve": _("Kept in reserve."),
    "invite": _("Called from the reserve."),
    "accept_invitation": _("The pair accepted the invitation."),
    "will_come": _("The pair answered: we will come."),
    "cannot_come": _("The pair answered: we cannot."),
    "decline": _("Declined."),
    "withdraw": _("The pair gave up."),
    "fail_to_appear": _("The pair did not appear."),
    "disqualify": _("Disqualified."),
}
"""Sentences for the steps of an entry's history, by the name of the act (``Act.name``)."""

REQUIREMENTS: Mapping[Requirement, str | Promise] = {
    Requirement.CAPABLE: _("Full legal capacity"),
    Requirement.AGE: _("Minimum age"),
    Requirement.RESIDENCE: _("Where the person lives"),
    Requirement.NO_IMPEDIMENT: _("No impediment by law or contract"),
    Requirement.REGULAR_SITUATION: _("Regular situation in the country"),
    Requirement.RNE: _("RNE"),  # the registration of a foreigner
    Requirement.PORTUGUESE: _("Speaks Portuguese"),
    Requirement.AVAILABLE: _("Available on the day"),
    Requirement.NO_PRODUCER_TIE: _("No tie with who organises"),
    Requirement.NO_RELATIVE: _("No relative of who organises"),
    Requirement.NO_SPONSOR_TIE: _("No tie with a sponsor"),
    Requirement.AFTER_OPENING: _("Entered after the opening"),
    Requirement.BEFORE_CLOSING: _("Entered before the closing"),
    Requirement.DELEGATION: _("Represents a delegation"),
    Requirement.PARTNER_AGREES: _("Agreed to be in the pair"),
    Requirement.REGULATION_ACCEPTED: _("Accepted the regulation"),
    Requirement.MATERIAL_ALLOWED: _("Allows the use of material"),
    Requirement.OWN_MATERIAL: _("The material is the person's own"),
    Requirement.IMAGE_ALLOWED: _("Allows the use of image and voice"),
    Requirement.PERSONAL_DATA_ALLOWED: _("Allows the use of personal data"),
    Requirement.DOCUMENTS_SIGNED: _("Signed the papers of the event"),
}

VERDICTS: Mapping[VerdictState, str | Promise] = {
    VerdictState.MET: pgettext_lazy("requirement", "met"),
    VerdictState.UNMET: pgettext_lazy("requirement", "not met"),
    VerdictState.UNKNOWN: pgettext_lazy("requirement", "open"),
}
