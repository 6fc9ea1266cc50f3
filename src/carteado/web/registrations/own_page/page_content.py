"""What an entrant's own page shows: the state of the entry, what is missing, and what can be done about it.

``context_of`` puts it together; the functions around it each make one part.
"""

from collections.abc import Mapping
from dataclasses import replace
from typing import NamedTuple

from django.utils.functional import Promise
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from carteado.tournament.outcomes import PairId
from carteado.tournament.registrations.acts import FINAL, EntryState, WillCome
from carteado.tournament.registrations.eligibility import VerdictState
from carteado.tournament.registrations.entries import Entry, Step, owes_partners_word
from carteado.tournament.state.championship import Championship, Status
from carteado.web.display.departures import DepartureInWords, departure_in_words, departure_of_entry
from carteado.web.display.event_news import news_of, stop_in_force
from carteado.web.events import store
from carteado.web.events.trouble import NO_TROUBLE, Trouble
from carteado.web.kit.guarding.personal_data import purpose_of
from carteado.web.pages.access import SiteRequest
from carteado.web.people.models import User, new_secret
from carteado.web.people.name_checks import RemovedName, removed_name
from carteado.web.people.public_names import anonymous
from carteado.web.people.references import of_entrant
from carteado.web.registrations.consents import Answer, answers_of, paper_to_sign, signature_of, wording_of
from carteado.web.registrations.convocation import answered, asks_for_answers, convocation_of, is_convoked
from carteado.web.registrations.eligibility_verdicts import VerdictInWords, verdicts_in_words
from carteado.web.registrations.entry_texts import STATES, STEPS
from carteado.web.registrations.fees import Fee, fee_of
from carteado.web.registrations.identity_proof import proof_needed
from carteado.web.registrations.letters import kinds_in
from carteado.web.registrations.models import Entrant, Registration
from carteado.web.registrations.own_confirmation import Confirmation, confirmation_of, has_used_page
from carteado.web.registrations.own_link import has_unclaimed_link, member, own_link
from carteado.web.registrations.own_page.case import ACTS, OwnPageCase, refusal_in_words, withdrawal
from carteado.web.registrations.registering import account_for
from carteado.web.regulations.rulebook import Rule, rulebook

MOST_NEWS = 12

SENTENCES: Mapping[EntryState, str | Promise] = {
    EntryState.INCOMPLETE: gettext_lazy("Something is missing. What it is stands below."),
    EntryState.ENTERED: gettext_lazy("The pair is entered."),
    EntryState.UNDER_REVIEW: gettext_lazy("The organiser is looking at it. The answer comes here."),
    EntryState.RESERVE: gettext_lazy("You are in reserve: if a place becomes free, you are called here."),
    EntryState.INVITED: gettext_lazy("There is a place for you, if you accept."),
    EntryState.SELECTED: gettext_lazy("You are in. Now comes the draw."),
    EntryState.DECLINED: gettext_lazy("It did not work out this time."),
    EntryState.WITHDRAWN: gettext_lazy("The pair gave up."),
    EntryState.DISQUALIFIED: gettext_lazy("The pair is out."),
}
"""What the page says first, by the state of the entry. ``_sentence`` has closer words for some cases."""


_STILL_IN = gettext_lazy("You are still in. When your table is called, it stands here.")
_ALL_PLAYED = gettext_lazy("You have played all your matches here. Your rank is certain once the others have played.")
_OUT = gettext_lazy("You are out. Your place is certain once the others of this phase have played.")
_WITHOUT_PLACE: Mapping[str, str | Promise] = {
    "placed_may_come_back": gettext_lazy(
        "You lost and may still go on as a lucky loser: the end of the phase decides."
    ),
    "placed_comes_back": gettext_lazy("You go on as a lucky loser. Your next match stands here once it is known."),
    "placed_for_third": gettext_lazy("You play for third place. When your table is called, it stands here."),
    "placed_out_in": _OUT,
    "placed_out_by_walkover": _OUT,
}
"""What a pair reads whose place is not earned yet, by the reason for it in the standings."""


class StepShown(NamedTuple):
    """A step of the entry's history, with its sentence."""

    text: str | Promise
    step: Step


class Companion(NamedTuple):
    """A person of the entry, with what all its people may know about them. ``part`` is what they do in it."""

    called: str
    part: str


class LinkToGive(NamedTuple):
    """The link of a person who has not claimed it. ``text`` is the message that goes with it."""

    called: str
    part: str
    link: str
    text: str


def _history(entry: Entry) -> list[StepShown]:
    """The latest step first."""
    return [StepShown(STEPS[step.act], step) for step in reversed(entry.history)]


def _verdicts(case: OwnPageCase) -> tuple[VerdictInWords, ...]:
    """What the regulation asks of this person, and whether it is met. Their partner's verdicts are shown to the partner
    only.

    A substitute is judged as if they played. Nothing is asked of a registrant who does not play.
    """
    entry, code = case.entry, case.entrant.code
    if entry is None or (code == entry.registrant and not case.plays):
        return ()
    as_playing = entry if case.plays else replace(entry, people=(code, entry.people[1]))
    return verdicts_in_words(case.championship.roll, as_playing).get(code, ())


def _missing(entry: Entry | None, verdicts: tuple[VerdictInWords, ...]) -> list[VerdictInWords]:
    """Requirements that are open or not met; empty once the entry's state is final."""
    if entry is None or entry.state in FINAL:
        return []
    return [one for one in verdicts if one.state is not VerdictState.MET]


def _changed_texts(entry: Entry | None, answers: tuple[Answer, ...]) -> list[Answer]:
    """Texts that have changed since the person agreed to them. Their yes stands (Truco Masters 2025, 8.7), and they
    may say it anew."""
    if entry is None or entry.state in FINAL:
        return []
    return [one for one in answers if one.is_given and not one.of_this_text]


def _companions(case: OwnPageCase) -> list[Companion]:
    """All people of a delegation, the reader too; empty for a pair, whose name already names both."""
    entry = case.entry
    if entry is None or entry.delegation is None:
        return []
    return [Companion(one.shown, _part(entry, one.code)) for one in _by_number(case)]


def _confirmations(case: OwnPageCase) -> list[Confirmation]:
    """Which of the others have confirmed themselves that they play."""
    entry = case.entry
    if entry is None or entry.state in FINAL:
        return []
    confirmations = (confirmation_of(one, entry) for one in _by_number(case) if one.code != case.entrant.code)
    return [one for one in confirmations if one is not None]


def _links(case: OwnPageCase, request: SiteRequest) -> list[LinkToGive]:
    """The links that the registrant passes on to the others.

    A person who has used their page gets a new link from the organiser only.
    """
    entry = case.entry
    if entry is None or entry.state in FINAL or case.entrant.code != entry.registrant:
        return []
    text = _("%(event)s: you are entered. Open it to say yes and to see how it stands.") % {"event": case.event.name}
    others = [one for one in _by_number(case) if one.code != entry.registrant and has_unclaimed_link(one)]
    others = [one for one in others if not has_used_page(one)]
    return [LinkToGive(one.called, _part(entry, one.code), own_link(one, request), text) for one in others]


def _by_number(case: OwnPageCase) -> list[Entrant]:
    return sorted(case.people.values(), key=lambda one: one.number)


def _part(entry: Entry, code: str) -> str:
    if code not in entry.people:
        return _("entered the pair") if code == entry.registrant else _("substitute")
    return _("partner") if entry.delegation is None else _("plays")


def _fee(case: OwnPageCase) -> Fee | None:
    """The pair's fee. None if the event has no fee, if the pair has left, and for a person without an entry."""
    if case.pair is None or case.entry is None or case.entry.state in FINAL:
        return None
    registration = Registration.objects.filter(pair=case.pair).first()
    return fee_of(store.details_of(case.event), case.pair, registration)


def context_of(request: SiteRequest, case: OwnPageCase, trouble: Trouble) -> dict[str, object]:
    """The context of the page's template. ``own`` is the secret of the link that the person gets if they claim it;
    ``may`` says which of ``ACTS`` are possible."""
    entrant, entry, user = case.entrant, case.entry, member(request)
    paper, verdicts = paper_to_sign(case.event, case.rules), _verdicts(case)
    signature = signature_of(entrant, paper) if paper else None
    answers = answers_of(entrant, case.rules, wording_of(case.event))
    may = {word: case.is_of_pair and case.refusal(make, user) is None for word, make in ACTS.items()}
    return {
        "event": case.event,
        "regulation": case.rules,
        "entrant": entrant,
        "secret": entrant.secret,
        "championship": case.championship,
        "entry": entry,
        "pair": case.pair,
        "trouble": trouble,
        "state": STATES[entry.state] if entry else "",
        "sentence": _sentence(case),
        "departure": _departure(case),
        "steps": len(entry.history) if entry else 0,
        "history": _history(entry) if entry else [],
        "verdicts": verdicts,
        "missing": _missing(entry, verdicts),
        "companions": _companions(case),
        "confirmations": _confirmations(case),
        "links": _links(case, request),
        "writes": bool(kinds_in(case.rules)) and case.plays,
        "conduct": _conduct(case),
        "answers": answers,
        "changed_texts": _changed_texts(entry, answers),
        "paper": paper,
        "signature": signature,
        "is_signed_now": bool(paper and signature and signature.given and signature.hash == paper.sha256),
        "fee": _fee(case),
        "may": may,
        "refusal_to_accept": _refusal_to_accept(case, user) if not may["aceitar"] else NO_TROUBLE,
        "may_withdraw": case.is_of_pair and case.refusal(withdrawal("?"), user) is None,
        "asks_for": _request_of_organiser(entry),
        "has_unclaimed_link": has_unclaimed_link(entrant),
        "proof": proof_needed(request, entrant),
        "own": new_secret(),
        "why_declared": purpose_of("entries.entrant.declared"),
        "own_link": own_link(entrant, request),
        "news": news_of(case.championship)[:MOST_NEWS],
        "stopped": stop_in_force(case.championship),
        **_convocation(case, user),
        "owes_confirmation": case.owes_confirmation,
        "may_put_into_account": entrant.user_id is None and user is not None and account_for(entrant, user) == user,
        "name_taken": _removed_name(entrant),
    }


def _convocation(case: OwnPageCase, user: User | None) -> dict[str, object]:
    """When, where and what to sign, and the pair's answer; nothing for a pair that is not convoked.

    Key: selection.called.
    """
    if case.entry is None or not is_convoked(case.entry, case.championship):
        return {}
    return {
        "convocation": convocation_of(case.event, store.details_of(case.event), case.championship),
        "answered": answered(case.entry, case.championship),
        "may_answer": case.is_of_pair
        and asks_for_answers(case.championship)
        and case.refusal(lambda by, at: WillCome(by=by, at=at), user) is None,
    }


def _conduct(case: OwnPageCase) -> list[Rule]:
    """How one behaves, while the pair is in the event. Keys: conduct.*, publicity.*, edition.expenses."""
    if case.entry is None or case.entry.state in FINAL:
        return []
    sections = (("conduct.", "publicity."), ("edition.expenses",))
    return [rule for part in sections for rule in rulebook(case.rules).rules if rule.key.startswith(part)]


def _sentence(case: OwnPageCase) -> str:
    """What the page says first: how things stand for this person."""
    entry, championship = case.entry, case.championship
    if championship.status is Status.CANCELLED:
        return _("The event is cancelled.")
    if championship.status is Status.SUSPENDED:
        return _("The event is suspended.")
    pair = _code(case)
    if pair in championship.pairs and championship.places:
        return _in_the_field(store.shown_to_all(case.event), pair)
    if entry is None:
        return _("You play for your delegation.") if case.line_up else _("You are not in any pair of this event.")
    if case.owes_confirmation:
        return _("Your partner entered you. The pair counts once you say yes yourself.")
    if entry.state is EntryState.INCOMPLETE and owes_partners_word(entry, case.rules):
        return _("It waits for your partner's yes: pass the link on.")
    if entry.state is EntryState.ENTERED:
        if case.rules.event.selection is None:
            return _("You are in. The draw comes when entries have closed.")
        return _("The pair is entered. Who plays is chosen by the organiser, and you read it here.")
    return str(SENTENCES[entry.state])


def _code(case: OwnPageCase) -> PairId:
    """The code of the person's pair; empty if they are in none."""
    return case.entry.id if case.entry else case.pair.code if case.pair else ""


def _departure(case: OwnPageCase) -> DepartureInWords | None:
    """How the pair left, before the draw or after."""
    if departure := departure_in_words(case.championship, _code(case)):
        return departure
    return departure_of_entry(case.entry, case.rules) if case.entry else None


def _in_the_field(championship: Championship, pair: PairId) -> str:
    """The sentence for a pair once the pairs are drawn: it waits for its table or for the others, it may still go on
    although it lost, or it finished in a place.

    ``championship`` is what the public may know, because the place follows from the matches of other pairs.
    """
    bracket = championship.bracket
    if not bracket.outcomes():
        return _("You are drawn. When your table is called, it stands here.")
    placing = next((one for one in bracket.placings() if one.pair == pair), None)
    if placing is not None and placing.rank is not None:
        return _("It is over: you finished in place {rank}.").format(rank=placing.rank)
    if bracket.is_over:
        return _("It is over.")
    otherwise = _ALL_PLAYED if bracket.has_played_its_table(pair) else _STILL_IN
    return str(_WITHOUT_PLACE.get(placing.by.code if placing else "", otherwise))


def _request_of_organiser(entry: Entry | None) -> str:
    """What the organiser asked for and has not received yet; empty if nothing."""
    if entry is None or entry.state is not EntryState.INCOMPLETE:
        return ""
    return entry.history[-1].why if entry.history[-1].act == "ask_back" else ""


def _refusal_to_accept(case: OwnPageCase, user: User | None) -> Trouble:
    """Why the registrant of an invited pair cannot accept yet."""
    if case.entry is None or case.entry.state is not EntryState.INVITED or case.entrant.code != case.entry.registrant:
        return NO_TROUBLE
    refusal = case.refusal(ACTS["aceitar"], user)
    return refusal_in_words(case, refusal) if refusal else NO_TROUBLE


def _removed_name(entrant: Entrant) -> RemovedName | None:
    """The name that the site's team took away from the person, until they have chosen another. None if none was."""
    is_nameless = entrant.erased_at is None and entrant.called == anonymous(entrant.number)
    return removed_name(of_entrant(entrant.code), entrant.called, entrant.event_id) if is_nameless else None
