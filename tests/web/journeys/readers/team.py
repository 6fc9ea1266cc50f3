"""Readers of the pages of the team: board, desks, decisions, history; and of a player's own page."""

import re

from carteado.web.events import store
from carteado.web.events.models import Event
from carteado.web.registrations.models import Entrant
from tests.web.journeys.facts import EVENT, MATCH, PAIR, Facts, Subject, versus
from tests.web.journeys.readers.markup import Node, tree_of
from tests.web.journeys.readers.reading import Visitor, departures, limits_in, minute_of, number_in, score_of


def board(visitor: Visitor) -> Facts:
    """The tables, the matches that can be called, and all matches."""
    page = visitor.page("tables")
    found: Facts = {}
    for one in page.all("ul.match-index"):
        for item in one.all("li"):
            found[Subject(MATCH, number_in(item.text_of("a")))] = {
                "pairs": item.text_of(".match-index__pairs"),
                "state": visitor.state_in(item.text_of("span.tag")),
            }
    for one in page.all("li.table-card"):
        subject, facts = _card(visitor, one)
        found.setdefault(subject, {}).update(facts)
    for one in page.all("div.ready__match"):
        names = [strong.text for strong in one.all("strong")]
        found.setdefault(Subject(MATCH, number_in(one.text_of("a"))), {}).update(
            {"pairs": versus(*names), "hour": minute_of(one.first("time")), "state": "open"}
        )
    return found | _announced(visitor, page)


def _card(visitor: Visitor, one: Node) -> tuple[Subject, dict[str, str]]:
    names = [line.text_of("span") for line in one.all("p.table-card__pair")]
    scores = [score_of(line.text_of("b")) for line in one.all("p.table-card__pair")]
    number = one.first(".table-card__number")
    facts = {
        "pairs": versus(*names),
        "score": versus(*scores),
        "table": number.text if number else "",
        "review": "yes" if visitor.say("under review") in one.text else "",
        "limits": limits_in(one),
    }
    state = visitor.state_in(one.text_of(".table-card__state"))
    if state != "overdue":
        facts["state"] = state
    return Subject(MATCH, number_in(one.text_of(".table-card__title"))), facts


def _announced(visitor: Visitor, page: Node) -> Facts:
    champion = page.first("div.champion")
    found: Facts = {Subject(EVENT): {"champion": champion.text_of(".page-title") if champion else "", "lots": ""}}
    if found[Subject(EVENT)]["champion"] == visitor.say("Nobody took the title"):
        found[Subject(EVENT)]["champion"] = ""
    equal: list[str] = []
    for box in page.all("article.panel"):
        names = [one.text for one in box.all("strong")]
        if box.text_of("h3") == visitor.say("Lots must decide"):
            equal += names
        elif box.text_of("h3") == visitor.say("On by the second chance"):
            found |= {Subject(PAIR, name): {"lucky": "yes"} for name in names}
    found[Subject(EVENT)]["lots"] = ", ".join(sorted(equal))
    return found


def desks(visitor: Visitor) -> Facts:
    """The desk of every match whose pairs are known."""
    found: Facts = {}
    for link in visitor.page("tables").all("a[href]"):
        if re.fullmatch(r".*/partida/[\w-]+/", link["href"]) and number_in(link.text):
            found[Subject(MATCH, number_in(link.text))] = _desk(visitor, link["href"])
    return found


def _desk(visitor: Visitor, path: str) -> dict[str, str]:
    answer = visitor.client.get(path)
    assert answer.status_code == 200, path
    page = tree_of(answer.content.decode()).one("main")
    head = page.one("header.page-head") if page.first("header.page-head") else page
    names = [one.text for one in head.all("span.desk-pair")]
    facts = {"pairs": versus(*names), "hour": minute_of(head.first("time")), "table": "", "limits": limits_in(page)}
    for tag in head.all("span.tag"):
        if found := re.fullmatch(r"(?:mesa|table) (.+)", tag.text):
            facts["table"] = found[1]
        elif state := visitor.state_in(tag.text):
            facts["state"] = state
    return facts | _result(page, names)


def _result(page: Node, names: list[str]) -> dict[str, str]:
    """The official result that the page shows; a match without one has no winner."""
    result = page.first("div.result.is-official")
    if result is None:
        return {"winner": "", "points": versus("", "")}
    games = [list(game.all("b")) for game in result.all("li")]
    won = [sum("is-winner" in game[side].classes for game in games) for side in (0, 1)]
    points = [sum(int(score_of(game[side].text)) for game in games) for side in (0, 1)]
    return {"winner": names[0] if won[0] > won[1] else names[1], "points": versus(*points)}


def referee_board(visitor: Visitor) -> Facts:
    found: Facts = {}
    for one in visitor.page("referee").all("li.table-card"):
        names = [line.first("span").text for line in one.all("div.table-card__pair")]  # type: ignore[union-attr]
        number = one.first(".table-card__number")
        facts = {"pairs": versus(*names), "table": number.text if number else "", "limits": limits_in(one)}
        state = next((state for state in _STATE_CLASSES if f"is-{state}" in one.classes), "")
        found[Subject(MATCH, number_in(one.text_of(".table-card__title")))] = facts | (
            {"state": state} if state else {}
        )
    return found


_STATE_CLASSES = ("called", "playing", "submitted", "disputed")


def history(visitor: Visitor) -> Facts:
    """The number of the last act."""
    first = visitor.page("event-history").first("span.tag--quiet")
    return {Subject(EVENT): {"acts": re.findall(r"\d+", first.text)[0] if first else "0"}}


# --- players --------------------------------------------------------------------------------------------------------


def own_pages(visitor: Visitor) -> Facts:
    """The own page of one player of every pair that has one."""
    found: Facts = {}
    for entrant in one_of_each_pair(visitor.event):
        page = own_page(visitor, entrant)
        name = page.text_of("h1")
        found[Subject(PAIR, name)] = {"left": _departure(visitor, page)}
        section = page.first("section[aria-labelledby=own-matches]")
        for one in section.all("li.panel") if section else ():
            subject, facts = _own_match(visitor, name, one)
            found.setdefault(subject, {}).update(facts)
    return found


def one_of_each_pair(event: Event) -> list[Entrant]:
    event.refresh_from_db()
    championship = store.championship_of(event)
    people = [entry.people[0] for pair, entry in championship.entries.items() if pair in championship.pairs]
    people += [one.starters[0] for one in championship.line_ups.values() if one.starters]
    return list(event.entrants.filter(code__in=people, erased_at=None).order_by("code"))


def own_page(visitor: Visitor, entrant: Entrant) -> Node:
    answer = visitor.client.get(visitor.path("entrant", entrant.secret))
    assert answer.status_code == 200
    return tree_of(answer.content.decode()).one("main")


def _departure(visitor: Visitor, page: Node) -> str:
    words = departures(visitor.language)
    return next((words[tag.text] for tag in page.all("span.tag--ink") if tag.text in words), "")


def _own_match(visitor: Visitor, own: str, one: Node) -> tuple[Subject, dict[str, str]]:
    other = re.sub(r"^(?:contra|against) ", "", one.text_of("strong"))
    said = one.text_of("span.tag")
    line = one.one("p.muted").text
    facts = {"between": " & ".join(sorted((own, other)))}
    outcomes = {
        visitor.say("won"): (own, ""),
        visitor.say("lost"): (other, ""),
        visitor.say("won by W.O."): (own, other),
        visitor.say("lost by W.O."): (other, own),
    }
    if said in outcomes:
        facts["winner"], facts["walkover"] = outcomes[said]
        facts["state"] = "over"
        games = [[int(score_of(part)) for part in game.text.split("×")] for game in one.all("b.own-score")]
        facts[f"points of {own}"] = str(sum(game[0] for game in games))
        facts[f"points of {other}"] = str(sum(game[1] for game in games))
    else:
        facts["state"], facts["winner"] = visitor.state_in(said), ""
        if facts["state"] in ("open", "called", "playing"):
            facts["hour"] = minute_of(one.one("p.muted").first("time"))
    table = re.search(r"(?:mesa|table) (\S+)$", line)
    facts["table"] = table[1] if table else ""
    return Subject(MATCH, number_in(line)), facts
