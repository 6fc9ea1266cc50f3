"""Readers of the pages that everybody may open."""

import re
from collections.abc import Iterator

from tests.web.journeys.facts import DELEGATION, EVENT, MATCH, MEETING, PAIR, ROUND, ROW, Facts, Subject, versus
from tests.web.journeys.readers.markup import Node, tree_of
from tests.web.journeys.readers.reading import (
    Visitor,
    departures,
    minute_of,
    number_in,
    numbers_in,
    of_lines,
    of_tag,
    score_of,
)

Found = Iterator[tuple[Subject, dict[str, str]]]


def slip(visitor: Visitor, one: Node) -> tuple[Subject, dict[str, str]]:
    """A match as a slip of paper, as on most pages."""
    number, facts = of_tag(visitor, one.text_of(".match__tag"))
    lines = [_line(line) for line in one.all("p.match__pair") if "is-" in line["class"]]
    facts = of_lines(lines, facts, nobody=visitor.say("nobody"))
    if time := one.first("time[datetime]"):
        facts["hour"] = minute_of(time)
    return Subject(MATCH, number), facts


def _line(line: Node) -> tuple[str, str, str]:
    name = line.first("a") or line
    score = line.text_of("b")
    text = name.text if name is not line else line.text.removesuffix(score).strip()
    return text, score, line["class"]


# --- bracket ------------------------------------------------------------------------------------------------------


def bracket_lists(visitor: Visitor) -> Facts:
    """Rounds as slips, and a bracket as it is on a narrow page."""
    page = visitor.page("bracket")
    return dict(slip(visitor, one) for one in page.all("li.match")) | dict(_rounds(visitor, page))


def _rounds(visitor: Visitor, page: Node) -> Found:
    """Who rests in each round of a table."""
    for fold in page.all("details.fold"):
        if found := re.fullmatch(r"(.+), (?:rodada|round) (\d+)", fold.text_of("summary")):
            resting = fold.text_of("p[data-resting]").removeprefix(visitor.say("Rests in this round:"))
            names = sorted(name.strip() for name in resting.split(",") if name.strip())
            yield Subject(ROUND, f"{found[1][:1].lower()}{found[1][1:]} {found[2]}"), {"rests": ", ".join(names)}


def bracket_drawing(visitor: Visitor) -> Facts:
    """The bracket as it is drawn. Names are shortened to their room, so only scores, winners and states are read."""
    return dict(_drawn(visitor, one) for one in visitor.page("bracket").all("g.bracket__match"))


def _drawn(visitor: Visitor, one: Node) -> tuple[Subject, dict[str, str]]:
    number, facts = of_tag(visitor, one.text_of("text.bracket__hour"))
    texts = [text for text in one.all("text") if "bracket__hour" not in text.classes]
    lines: list[tuple[str, str, str]] = []
    for text in texts:
        if "bracket__score" in text.classes:
            name, _none, classes = lines[-1]
            lines[-1] = (name, text.text, classes)
        else:
            lines.append((text.text, "", text["class"]))
    facts = of_lines(lines, facts, nobody=visitor.say("nobody"))
    shortened = "…" in facts["pairs"]
    return Subject(MATCH, number), {
        name: value for name, value in facts.items() if not shortened or name in ("score", "state", "table")
    }


def bracket_table(visitor: Visitor) -> Facts:
    found: Facts = {}
    page = visitor.page("bracket")
    for table in page.all("table.data-table"):
        for row in table.all("tr"):
            cells = list(row.all("td"))
            if not cells:
                continue
            number, facts = of_tag(visitor, cells[1].text)
            lines = [_line(line) for line in cells[2].all("span")]
            found[Subject(MATCH, number)] = of_lines(lines, facts, nobody=visitor.say("nobody"))
    return found


# --- standings ----------------------------------------------------------------------------------------------------


def ranks(visitor: Visitor, table: Node, kind: str) -> Found:
    for row in table.all("tr"):
        if (name := row.first("th[scope=row]")) is None:
            continue
        cells = list(row.all("td"))
        scored, conceded = numbers_in(cells[2].text)
        won = re.match(r"\d+/\d+", cells[1].text)
        assert won, cells[1].text
        walkovers = numbers_in(cells[1].text[won.end() :])
        yield (
            Subject(kind, name.text_of("a")),
            {
                "place": score_of(cells[0].text),
                "won": won[0],
                "for": scored,
                "against": conceded,
                "balance": score_of(cells[3].text),
                "by walkover": walkovers[0] if walkovers else "0",
                "why": _without_article(name.one(".ranks__why")),
            },
        )


def _without_article(why: Node) -> str:
    articles = [one.text for one in why.all("a")]
    text = why.text
    for article in articles:
        text = text.replace(article, "").strip()
    return text[:1].lower() + text[1:]


def standings(visitor: Visitor) -> Facts:
    page = visitor.page("standings")
    found: Facts = {}
    of_event = {visitor.say("Final places"), visitor.say("Everybody, as it stands now")}
    for table in page.all("table.ranks"):
        if caption := table.first("caption"):
            found |= dict(ranks(visitor, table, PAIR if caption.text in of_event else ROW))
        else:
            found |= dict(_delegations(table))
    for one in _lucky(page):
        found.setdefault(Subject(PAIR, one), {})["lucky"] = "yes"
    return found


def _delegations(table: Node) -> Found:
    for row in table.all("tr"):
        if (name := row.first("th[scope=row]")) is None:
            continue
        why = name.one(".ranks__why")
        place, points = row.all("td")
        earned = sorted(_awards(why.text))
        yield (
            Subject(DELEGATION, name.text.removesuffix(why.text).strip()),
            {"points": points.text, "place": place.text, "earned by": ", ".join(earned)},
        )


def _awards(why: str) -> Iterator[str]:
    """Each pair with its points: ``Dupla 01, lugar 1: 10 AFIA 2026, Art. 12 · …``."""
    for part in why.split(" · "):
        found = re.match(r"(.+?)(?:, (?:lugar \d+|place \d+|\d+º lugar|participação|took part))?: (\d+)", part)
        assert found, part
        yield f"{found[1]}: {found[2]}"


def _lucky(page: Node) -> Iterator[str]:
    """The names in the list of lucky losers."""
    for section in page.all("section[aria-labelledby=lucky]"):
        for one in section.all("li"):
            yield one.text_of("strong")


def draw_list(visitor: Visitor) -> Facts:
    """The page of all draws: who came back, and who waits for lots."""
    page = visitor.page("draw-list")
    found: Facts = {Subject(PAIR, one): {"lucky": "yes"} for one in _lucky(page)}
    return found


# --- agenda, pairs, the event's page ------------------------------------------------------------------------------


def agenda(visitor: Visitor) -> Facts:
    found: Facts = {}
    page = visitor.page("agenda")
    for section in page.all("section.stack"):
        for one in section.all("li.agenda__turn"):
            number, facts = of_tag(visitor, one.text_of(".agenda__tag"))
            lines = [_line(line) for line in one.one(".agenda__pairs").all("span") if "is-" in line["class"]]
            facts = of_lines(lines, facts, nobody=visitor.say("nobody"))
            hour = one.one(".agenda__hour")
            if visitor.say("about") not in hour.text:
                facts["begins"] = minute_of(hour.first("time"))
            title = section.text_of("h2")
            facts["phase"] = title[:1].lower() + title[1:]
            found[Subject(MATCH, number)] = facts
    programme = page.first("section[aria-labelledby=programme]")
    hours = [minute_of(time) for time in programme.all("time")] if programme else []
    return found | {Subject(EVENT): {"rounds": ", ".join(sorted(hours)), "stop": _stop(visitor, page)}}


def _stop(visitor: Visitor, page: Node) -> str:
    """Whether the page says that the event does not go on."""
    titles = {"The event is suspended": "suspended", "The event is cancelled": "cancelled"}
    return next((status for title, status in titles.items() if visitor.say(title) in page.text), "")


def pair_list(visitor: Visitor) -> Facts:
    found: Facts = {}
    for one in _listed_pairs(visitor):
        found[Subject(PAIR, one.text_of("a"))] = {
            "delegation": one.text_of("span.small"),
            "left": _left(visitor, one.text_of("span.tag")),
        }
    return found


def _left(visitor: Visitor, word: str) -> str:
    return departures(visitor.language).get(word, word)


def _listed_pairs(visitor: Visitor) -> list[Node]:
    """None before a pair has its place."""
    listed = visitor.page("pairs").first("ul.pair-list")
    return list(listed.all("li")) if listed else []


def pair_pages(visitor: Visitor) -> Facts:
    """The page of every pair. Its matches are compared as on other pages, its own numbers as those of the pair."""
    found: Facts = {}
    for link in (one.one("a") for one in _listed_pairs(visitor)):
        html = visitor.client.get(link["href"]).content.decode()
        page = tree_of(html).one("main")
        found[Subject(PAIR, link.text)] = _pair(visitor, page)
        for one in page.all("li.match"):
            subject, facts = slip(visitor, one)
            found.setdefault(subject, {}).update(facts)
    return found


def _pair(visitor: Visitor, page: Node) -> dict[str, str]:
    facts = {"left": _left(visitor, page.text_of("span.tag--ink"))}
    figures = page.first("dl.facts--figures")
    if figures is None:
        return facts
    told = {one.text_of("dt"): one.text_of("dd") for one in figures.all("div")}
    place = visitor.say("place")
    facts["place"] = told.pop(place, "")
    facts["by walkover"] = told.pop(visitor.say("by W.O."), "0")
    points = numbers_in(told.pop(visitor.say("points for and against")))
    wins, losses = told.values()
    if (wins, losses) != ("0", "0") or facts["place"]:
        facts["won"] = f"{wins}/{int(wins) + int(losses)}"
        facts["for"], facts["against"] = points
    return facts


def event_page(visitor: Visitor) -> Facts:
    page = visitor.page("event")
    found = dict(slip(visitor, one) for one in page.all("li.match"))
    champion = page.first("div.champion")
    facts = {"champion": champion.text_of(".page-title") if champion else ""}
    return found | {Subject(EVENT): facts | _where_and_when(visitor, page.one("section[aria-labelledby=facts]"))}


def _where_and_when(visitor: Visitor, section: Node) -> dict[str, str]:
    """The days with their hours, and the place."""
    days, place = [], ""
    for row in section.one("dl.facts").all("div"):
        name = row.text_of("dt")
        if name == visitor.say("Place"):
            place = row.text_of("dd").replace(visitor.say("to be announced"), "")
        elif name == visitor.say("Day and hour") or re.fullmatch(r"(?:Day|Dia) \d+", name):
            days += [minute_of(time) for time in row.all("time")]
    return {"days": ", ".join(days), "place": place}


def projector(visitor: Visitor) -> Facts:
    """Every page of the projector, and what stands beside them."""
    page = visitor.page("projector")
    found: Facts = {Subject(EVENT): {"champion": page.text_of("p.telao__winner")}}
    if page.first("section[data-slide=nada]"):
        found[Subject(EVENT)]["champion"] = ""
    for section in page.all("section.telao__page"):
        if section["data-slide"].startswith("tabela"):
            found |= dict(_projected_ranks(visitor, section))
        found |= dict(_projected(visitor, one) for one in section.all("li.telao__match"))
    found |= dict(_beside(visitor, page))
    return found


def _projected(visitor: Visitor, one: Node) -> tuple[Subject, dict[str, str]]:
    table = one.one("p.telao__table")
    number = table.text_of("b")
    said = table.text.removeprefix(number).strip()
    lines = [(line.text_of("span"), line.text_of("b"), line["class"]) for line in one.all("p.telao__pair")]
    facts = {"table": score_of(number), "review": "yes" if said == visitor.say("under review") else ""}
    if not facts["review"] and "is-over" not in one["class"]:
        facts["state"] = "playing" if table.first("time") else visitor.state_in(said) or f"? {said}"
    facts = of_lines(lines, facts, nobody=visitor.say("nobody"))
    return Subject(MEETING, facts["pairs"]), facts


def _projected_ranks(visitor: Visitor, section: Node) -> Found:
    kind = PAIR if section.text_of("caption") == visitor.say("Final places") else ROW
    for row in section.all("tr"):
        if (name := row.first("th[scope=row]")) is None:
            continue
        place, won, balance = row.all("td")
        facts = {"place": score_of(place.text), "won": won.text.partition(" ")[0], "balance": score_of(balance.text)}
        yield Subject(kind, name.text), facts


def _beside(visitor: Visitor, page: Node) -> Found:
    """Calls have no number, so they are read by their table; matches to come have one."""
    aside = page.first("aside.telao__aside")
    for one in aside.all("li") if aside else ():
        names = [small.text for small in one.all("small")]
        if len(names) != 2:
            continue
        head = one.text_of("strong")
        if "is-called" in one.classes:
            yield Subject(MEETING, versus(*names)), {"table": numbers_in(head)[0] if numbers_in(head) else ""}
        else:
            number = numbers_in(head.rsplit("·", 1)[1])[-1]
            facts = {"pairs": versus(*names), "state": "open"}
            if time := one.first("time"):
                facts["hour"] = minute_of(time)
            yield Subject(MATCH, number), facts


# --- results ------------------------------------------------------------------------------------------------------


def results_page(visitor: Visitor) -> Facts:
    page = visitor.page("results-sheet")
    found: Facts = {Subject(EVENT): {"champion": ""}}
    for place in page.all("li.podium__place--1"):
        found[Subject(EVENT)]["champion"] = ", ".join(one.text for one in place.all("strong"))
    for table in page.all("table.ranks"):
        if table.first("caption"):
            found |= dict(ranks(visitor, table, PAIR))
        else:
            found |= dict(_delegations(table))
    for table in page.all("table.sheet-matches"):
        for row in table.all("tr"):
            cells = list(row.all("td"))
            if cells:
                title = table.text_of("caption")
                found[Subject(MATCH, cells[0].text)] = _sheet_row(cells) | {"phase": title[:1].lower() + title[1:]}
    return found


def _sheet_row(cells: list[Node]) -> dict[str, str]:
    one, score, two = cells[1], cells[2], cells[3]
    scores = score.text.split("×")
    lines = [(cell.text, mark, cell["class"]) for cell, mark in zip((one, two), scores, strict=True)]
    table = cells[4].text
    return of_lines(lines, {"table": table.split(" ", 1)[1] if table else ""}, nobody="")


def left_on_results_page(visitor: Visitor) -> Facts:
    """Who left the event, and which matches were decided by W.O., from the part about what was decided."""
    found: Facts = {}
    section = visitor.page("results-sheet").first("section[aria-labelledby=decisions]")
    for one in section.all("li") if section else ():
        tag = one.text_of("span.tag")
        if tag == visitor.say("W.O."):
            found[Subject(MATCH, number_in(one.text))] = {"state": "over"}
        elif (left := _left(visitor, tag)) in ("withdrawn", "disqualified", "eliminated"):
            name = one.text.removeprefix(tag).strip()
            for article in reversed(list(one.all("a"))):
                name = name.removesuffix(article.text).strip()
            found[Subject(PAIR, name)] = {"left": left}
    return found
