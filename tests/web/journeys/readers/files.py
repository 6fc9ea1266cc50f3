"""Readers of files and papers: spreadsheets, calendars, the event file, and what is printed."""

import csv
import io
import json
import re
import tomllib
import zipfile
from collections.abc import Iterator, Mapping, Sequence
from datetime import datetime
from functools import cache
from importlib import resources
from typing import Any

import icalendar
import openpyxl
from django.utils.translation import override

from carteado.tournament.files.event_file import event_of
from carteado.web.events.store import names_of
from carteado.web.kit.guarding.policy import Action
from carteado.web.printing.offers import OFFERS
from carteado.web.watch.visible_event import visible_to_everybody
from tests.web.journeys.facts import DELEGATION, EVENT, MATCH, PAIR, Facts, Known, Subject, minute, versus
from tests.web.journeys.readers.reading import Visitor, of_lines, of_tag, score_of
from tests.web.printing.papers import request_with

Row = dict[str, str]


# --- spreadsheets -----------------------------------------------------------------------------------------------------


def csv_files(visitor: Visitor) -> Facts:
    found: Facts = {}
    for name, read in (("classificacao.csv", _pair), ("partidas.csv", _match)):
        content = visitor.get("results-file", visitor.event.slug, name).content.decode("utf-8-sig")
        found |= dict(read(row) for row in _rows_of(content, visitor.language))
    path = visitor.path("results-file", visitor.event.slug, "delegacoes.csv")
    answer = visitor.client.get(path)
    if answer.status_code == 200:
        found |= _delegations(list(_rows_of(answer.content.decode("utf-8-sig"), visitor.language)))
    return found


def _rows_of(content: str, language: str) -> Iterator[Row]:
    delimiter = ";" if ";" in content.splitlines()[0] else ","
    rows = csv.reader(io.StringIO(content), delimiter=delimiter)
    heading = next(rows)
    for row in rows:
        yield _named(heading, row, language)


def _named(heading: Sequence[str], cells: Sequence[str], language: str) -> Row:
    """The cells by the keys of their columns, such as ``pair``."""
    keys = _columns(language)
    return {keys[name]: cell for name, cell in zip(heading, cells, strict=True)}


@cache
def _columns(language: str) -> dict[str, str]:
    """The keys of columns by what stands over them in the language of the file."""
    text = (resources.files("carteado.sheets") / "texts" / f"{language[:2]}.toml").read_text("utf-8")
    return {said: key.removeprefix("column_") for key, said in tomllib.loads(text).items() if "column_" in key}


def spreadsheet(visitor: Visitor) -> Facts:
    content = visitor.get("results-file", visitor.event.slug, "resultado.xlsx").content
    book = openpyxl.load_workbook(io.BytesIO(content))
    sheets = [list(_rows_in(sheet.iter_rows(values_only=True), visitor.language)) for sheet in book.worksheets]
    found = dict(map(_pair, sheets[0])) | dict(map(_match, sheets[1]))
    return found | (_delegations(sheets[2]) if len(sheets) > 2 else {})


def _rows_in(rows: Iterator[tuple[object, ...]], language: str) -> Iterator[Row]:
    heading = [str(cell) for cell in next(rows)]
    for row in rows:
        yield _named(heading, [*map(_cell, row)], language)


def _cell(value: object) -> str:
    return f"{value:%Y-%m-%d %H:%M}" if isinstance(value, datetime) else "" if value is None else str(value)


def _pair(row: Row) -> tuple[Subject, dict[str, str]]:
    return Subject(PAIR, row["pair"]), {
        "place": row["rank"],
        "wins": row["wins"],
        "played": row["played"],
        "for": row["scored"],
        "against": row["conceded"],
        "balance": row["balance"].lstrip("'"),
        "by walkover": row["walkovers"],
        "why, cited": row["why"],
    }


def _match(row: Row) -> tuple[Subject, dict[str, str]]:
    absent = [row["first"], row["second"]]
    walkover = [one for one in absent if one != row["winner"]] if row["wo"] else []
    return Subject(MATCH, row["match"]), {
        "phase": row["phase"],
        "round": row["round"],
        "hour": row["hour"][:16].replace("T", " "),
        "table": row["table"],
        "started": row["start"][:16].replace("T", " "),
        "pairs in full": versus(row["first"], row["second"]),
        "points": versus(row["first_points"], row["second_points"]),
        "winner": row["winner"],
        "walkover": ", ".join(walkover),
    }


def _delegations(rows: list[Row]) -> Facts:
    points: dict[str, int] = {}
    earned: dict[str, list[str]] = {}
    for row in rows:
        name = row["delegation"]
        points[name] = points.get(name, 0) + int(row["points"])
        earned.setdefault(name, []).append(f"{row['pair']}: {row['points']}")
    return {
        Subject(DELEGATION, name): {"points": str(total), "earned by": ", ".join(sorted(earned[name]))}
        for name, total in points.items()
    }


# --- calendars --------------------------------------------------------------------------------------------------------


def calendar(visitor: Visitor) -> Facts:
    return _calendar(visitor, visitor.get("calendar", visitor.event.slug).content)


def calendar_of_results(visitor: Visitor) -> Facts:
    return _calendar(visitor, visitor.get("results-file", visitor.event.slug, "partidas.ics").content)


def _calendar(visitor: Visitor, content: bytes) -> Facts:
    found: Facts = {}
    days: list[str] = []
    numbers = known_to_everybody(visitor).numbers
    for entry in icalendar.Calendar.from_ical(content).walk("VEVENT"):
        match = str(entry["UID"]).partition("@")[0].removeprefix(f"{visitor.event.slug}-")
        if re.fullmatch(rf"{visitor.event.slug}(\.\d+)?", str(entry["UID"]).partition("@")[0]):
            days.append(minute(entry.decoded("DTSTART")) if isinstance(entry.decoded("DTSTART"), datetime) else "")
        if match not in numbers:
            continue
        place, about = str(entry.get("LOCATION", "")), str(entry.get("DESCRIPTION", ""))
        table = re.match(r"(?:Mesa|Table) ([^·]+)", place)
        facts = {"title": str(entry["SUMMARY"]), "table": table[1].strip() if table else ""}
        facts["phase"] = about.partition(" · ")[0].partition(",")[0]
        if "," not in about:
            facts["in calendar"] = minute(entry.decoded("DTSTART"))
        found[Subject(MATCH, numbers[match])] = facts
    if any(days):
        found[Subject(EVENT)] = {"days": ", ".join(days)}
    return found


def known_to_everybody(visitor: Visitor) -> Known:
    visible = visible_to_everybody(visitor.event)
    return Known(visible.championship, visible.names, visible.running, visitor.language)


# --- the event file ---------------------------------------------------------------------------------------------------


def event_file(visitor: Visitor) -> Facts:
    """The records that the organiser downloads: the operations played again by whoever has the file, and its sheets."""
    packed = zipfile.ZipFile(io.BytesIO(b"".join(_content(visitor))))
    championship = event_of(json.loads(packed.read("event.json")))
    names = json.loads(packed.read("pairs.json")) if "pairs.json" in packed.namelist() else names_of(visitor.event)
    found = Known(championship, names, {}, visitor.language).facts
    return {subject: _without_running(facts) for subject, facts in found.items() if subject.kind != EVENT}


def _without_running(facts: dict[str, str]) -> dict[str, str]:
    """Files and papers hold results. The score of a match in play is on its sheet."""
    is_over = facts.get("state") == "over" or bool(facts.get("winner"))
    return {name: value for name, value in facts.items() if is_over or name not in ("score", "review")}


def _content(visitor: Visitor) -> list[bytes]:
    answer = visitor.get("records-file", visitor.event.slug)
    return [*answer] if answer.streaming else [answer.content]


# --- papers -----------------------------------------------------------------------------------------------------------


def _paper(visitor: Visitor, name: str) -> Mapping[str, Any]:
    """The values that are typeset; none if there is no such paper now."""
    with override(visitor.language):
        paper = OFFERS[Action.READ][name].make(visible_to_everybody(visitor.event), request_with({}))
    return paper.values if paper else {}


def results_paper(visitor: Visitor) -> Facts:
    """The results sheet as it is printed, from the values that are typeset."""
    values = _paper(visitor, "resultado")
    found: Facts = {Subject(EVENT): {"champion": ""}}
    for place in values["podium"]:
        if place["rank"] == 1:
            found[Subject(EVENT)]["champion"] = ", ".join(place["names"])
    for row in values["places"]:
        won, points, balance = row["numbers"]
        scored, conceded = map(score_of, points.split("×"))
        found[Subject(PAIR, row["name"])] = {
            "place": score_of(row["rank"]),
            "won": won.partition(" ")[0],
            "for": scored,
            "against": conceded,
            "balance": score_of(balance),
        }
    for row in values["delegations"]:
        facts = {"points": row["points"], "place": str(row["rank"])}
        facts["earned by"] = ", ".join(sorted(row["why"].split(" · ")))
        found[Subject(DELEGATION, row["name"])] = facts
    for part in values["parts"]:
        for match in part["matches"]:
            found[Subject(MATCH, str(match["number"]))] = _printed(match)
    return found


def _printed(match: dict[str, object]) -> dict[str, str]:
    names, winner = match["names"], match["winner"]
    assert isinstance(names, list)
    score = " × ".join(map(score_of, str(match["score"]).split("×")))
    return {
        "pairs": versus(*names),
        "winner": "" if winner is None else str(names[int(str(winner))]),
        "score": score,
        "table": str(match["table"]).rpartition(" ")[2],
    }


def hours_paper(visitor: Visitor) -> Facts:
    """The notice for the wall: hours of the matches that are not decided."""
    found: Facts = {}
    for day in _paper(visitor, "horarios").get("days", ()):
        for part in day["turns"]:
            for match in part["matches"]:
                hour = re.findall(r"\d+", part["hour"])
                found[Subject(MATCH, match["number"])] = {
                    "pairs": versus(*match["names"]),
                    "time of day": f"{int(hour[0]):02}:{int(hour[1]) if len(hour) > 1 else 0:02}",
                }
    return found


def wall_paper(visitor: Visitor) -> Facts:
    """The bracket and the rounds for the wall. The boxes of a bracket have tags, the matches of a round numbers."""
    found: Facts = {}
    for sheet in _paper(visitor, "chave")["sheets"]:
        boxes = [box for column in sheet.get("columns", ()) for box in column["boxes"]]
        boxes += [sheet["aside"]["box"]] if sheet.get("aside") else []
        for box in boxes:
            number, facts = of_tag(visitor, box["tag"])
            lines = [(line["text"], line["score"], f"is-{line['state']}") for line in box["lines"]]
            facts = of_lines(lines, facts, nobody=visitor.say("nobody"))
            found[Subject(MATCH, number)] = _without_running(facts)
        for part in sheet.get("rounds", ()):
            for match in part["matches"]:
                winner = match["winner"]
                facts = {
                    "winner": "" if winner is None else match["names"][winner],
                    "score": versus(*map(score_of, match["score"])),
                }
                found[Subject(MATCH, match["number"])] = _without_running(facts)
    return found
