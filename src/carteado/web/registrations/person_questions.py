"""Questions that an event asks each person: only those for which its regulation has a rule."""

import json
from collections.abc import Mapping
from datetime import date
from typing import Any

from carteado.regulation import Regulation
from carteado.tournament.registrations.people import TieKind

ELSEWHERE = "ZZ"
"""Any country other than the one the regulation names. No rule needs to know which."""

ASKED_BY: Mapping[str, str] = {
    # Truco Masters 2025, 4.2: "com a inserção dos dados e informações requisitadas"; the document also keeps a person
    # from being in two pairs
    "document_kind": "entries.web_form",
    "document": "entries.web_form",
    "birth_date": "eligibility.minimum_age",
    "residence": "eligibility.residence",
    "nationality": "eligibility.foreigners_regular",
    "regular_situation": "eligibility.foreigners_regular",
    "rne_issued": "eligibility.foreigners_rne_years",
    "no_rne": "eligibility.foreigners_rne_years",
    "speaks_portuguese": "eligibility.foreigners_portuguese",
    "capable": "eligibility.capable",
    "unimpeded": "eligibility.no_impediment",
    "available": "eligibility.available",
    "producer_tie": "eligibility.producer_ties",
    "relative": "eligibility.kinship_degree",
    "sponsor_tie": "eligibility.sponsor_staff",
}
"""The rule behind each field. A field whose rule is not in the regulation is not asked."""

OF_FOREIGNERS = ("regular_situation", "rne_issued", "no_rne", "speaks_portuguese")
"""Questions for foreigners only. An RNE is the registration of a foreigner in Brazil."""
DECLARED = ("residence", "nationality", *OF_FOREIGNERS, "capable", "unimpeded", "available")
"""Fields that ``Entrant.declared`` may have under the same name."""
TIES: Mapping[str, TieKind] = {"producer_tie": TieKind.PRODUCER, "sponsor_tie": TieKind.SPONSOR}
NO_RELATIVE, DEGREE_UNKNOWN = "no", "unknown"
"""Values of the field ``relative``; its others are degrees of kinship."""


def is_asked(field: str, rules: Regulation) -> bool:
    """True if the form asks for the field. A name or an e-mail address, which need no rule, are always asked for."""
    return field not in ASKED_BY or ASKED_BY[field] in rules.citations


def partner_confirms_by_own_link(rules: Regulation) -> bool:
    """True if the partner confirms, and enters their data, through their own link. Key: consents.partner."""
    return "consents.partner" in rules.citations


def declared_json(values: Mapping[str, Any], rules: Regulation) -> str:
    """The answers as eligibility reads them, as JSON: a country in place of yes or no, and a list of ties. Empty if
    there are none.

    Answers to a foreigner's questions are kept for foreigners only. An empty list of ties means that the person
    declared to have none.
    """
    country = rules.event.eligibility.residence if rules.event.eligibility else ""
    facts: dict[str, object] = {
        name: country if values[name] else ELSEWHERE
        for name in ("residence", "nationality")
        if values.get(name) is not None
    }
    facts |= {name: values[name] for name in ("capable", "unimpeded", "available") if values.get(name) is not None}
    if values.get("nationality") is False:
        facts |= _of_a_foreigner(values)
    if any(is_asked(name, rules) for name in (*TIES, "relative")):
        facts["ties"] = _ties(values)
    return json.dumps(facts) if facts else ""


def _of_a_foreigner(values: Mapping[str, Any]) -> dict[str, object]:
    """A foreigner's answers. A ticked "no RNE" counts more than a day of issue."""
    yes_or_no = ("regular_situation", "speaks_portuguese")
    facts: dict[str, object] = {name: values[name] for name in yes_or_no if values.get(name) is not None}
    if values.get("no_rne"):
        facts["has_rne"] = False
    elif values.get("rne_issued"):
        facts |= {"has_rne": True, "rne_issued": values["rne_issued"].isoformat()}
    return facts


def _ties(values: Mapping[str, Any]) -> list[dict[str, object]]:
    ties: list[dict[str, object]] = [{"kind": str(kind)} for name, kind in TIES.items() if values.get(name)]
    relative = values.get("relative") or NO_RELATIVE
    if relative != NO_RELATIVE:
        degree = {} if relative == DEGREE_UNKNOWN else {"degree": int(relative)}
        ties.append({"kind": str(TieKind.RELATIVE), **degree})
    return ties


def fields_from_declared(text: str, rules: Regulation) -> dict[str, object]:
    """The fields as they were filled in: the inverse of ``declared_json``."""
    facts = json.loads(text or "{}")
    if not facts:
        return {}
    country = rules.event.eligibility.residence if rules.event.eligibility else ""
    values: dict[str, object] = {name: facts[name] == country for name in ("residence", "nationality") if name in facts}
    values |= {name: facts[name] for name in DECLARED if name in facts and name not in values}
    if "rne_issued" in facts:
        values["rne_issued"] = date.fromisoformat(facts["rne_issued"])
    values["no_rne"] = facts.get("has_rne") is False
    if "ties" in facts:
        values |= _tie_fields(facts["ties"])
    return values


def _tie_fields(ties: list[dict[str, Any]]) -> dict[str, object]:
    kinds = {tie["kind"]: tie for tie in ties}
    relative = kinds.get(TieKind.RELATIVE)
    degree = NO_RELATIVE if relative is None else str(relative.get("degree") or DEGREE_UNKNOWN)
    return {**{name: kind in kinds for name, kind in TIES.items()}, "relative": degree}
