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
    # TM 4.2: "com a inserção dos dados e informações requisitadas"; the document keeps a person from being in two pairs
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
DECLARED = ("residence", "nationality", *OF_FOREIGNERS, "capable", "unimpeded", "available")
TIES: Mapping[str, TieKind] = {"producer_tie": TieKind.PRODUCER, "sponsor_tie": TieKind.SPONSOR}
NO_RELATIVE, DEGREE_UNKNOWN = "no", "unknown"


def is_asked(field: str, rules: Regulation) -> bool:
    return field not in ASKED_BY or ASKED_BY[field] in rules.citations


def partner_speaks_for_himself(rules: Regulation) -> bool:
    """True if the partner confirms, and enters their data, through their own link. Key: consents.partner."""
    return "consents.partner" in rules.citations


def declared(told: Mapping[str, Any], rules: Regulation) -> str:
    """The answers as eligibility reads them, as JSON.

    Answers to a foreigner's questions are kept for foreigners only.
    """
    country = rules.event.eligibility.residence if rules.event.eligibility else ""
    known: dict[str, object] = {
        name: country if told[name] else ELSEWHERE
        for name in ("residence", "nationality")
        if told.get(name) is not None
    }
    known |= {name: told[name] for name in ("capable", "unimpeded", "available") if told.get(name) is not None}
    if told.get("nationality") is False:
        known |= _of_a_foreigner(told)
    if any(is_asked(name, rules) for name in (*TIES, "relative")):
        known["ties"] = _ties(told)
    return json.dumps(known) if known else ""


def _of_a_foreigner(told: Mapping[str, Any]) -> dict[str, object]:
    yes_or_no = ("regular_situation", "speaks_portuguese")
    known: dict[str, object] = {name: told[name] for name in yes_or_no if told.get(name) is not None}
    if told.get("no_rne"):
        known["has_rne"] = False
    elif told.get("rne_issued"):
        known |= {"has_rne": True, "rne_issued": told["rne_issued"].isoformat()}
    return known


def _ties(told: Mapping[str, Any]) -> list[dict[str, object]]:
    found: list[dict[str, object]] = [{"kind": str(kind)} for name, kind in TIES.items() if told.get(name)]
    relative = told.get("relative") or NO_RELATIVE
    if relative != NO_RELATIVE:
        degree = {} if relative == DEGREE_UNKNOWN else {"degree": int(relative)}
        found.append({"kind": str(TieKind.RELATIVE), **degree})
    return found


def told_before(text: str, rules: Regulation) -> dict[str, object]:
    """The fields as they were filled in: the inverse of ``declared``."""
    known = json.loads(text or "{}")
    if not known:
        return {}
    country = rules.event.eligibility.residence if rules.event.eligibility else ""
    told: dict[str, object] = {name: known[name] == country for name in ("residence", "nationality") if name in known}
    told |= {name: known[name] for name in DECLARED if name in known and name not in told}
    if "rne_issued" in known:
        told["rne_issued"] = date.fromisoformat(known["rne_issued"])
    told["no_rne"] = known.get("has_rne") is False
    if "ties" in known:
        told |= _told_ties(known["ties"])
    return told


def _told_ties(ties: list[dict[str, Any]]) -> dict[str, object]:
    kinds = {tie["kind"]: tie for tie in ties}
    relative = kinds.get(TieKind.RELATIVE)
    degree = NO_RELATIVE if relative is None else str(relative.get("degree") or DEGREE_UNKNOWN)
    return {**{name: kind in kinds for name, kind in TIES.items()}, "relative": degree}
