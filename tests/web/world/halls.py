"""An event on its day: drawn, with named pairs, a team, and forms filled in as a browser would."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from html import unescape
from html.parser import HTMLParser
from typing import Any

from django.test import Client
from django.urls import reverse
from django.utils import timezone

from carteado.fair import DRAW_FORMAT, commitment
from carteado.record import engine_for
from carteado.regulation import Regulation, load
from carteado.tournament.formats.plans import Plan, plan_for
from carteado.tournament.formats.slots import MatchId
from carteado.tournament.formats.stages import FINAL, Filling
from carteado.tournament.matches.match_log import State
from carteado.tournament.operations import CommitDraw, EnterDelegation, HoldDraw, Operation, Settle
from carteado.tournament.outcomes import PairId
from carteado.tournament.registrations.delegations import Delegation, LineUp
from carteado.tournament.state.championship import Championship
from carteado.web.events import store
from carteado.web.events.details import Details
from carteado.web.events.importing import ImportedOperation, import_event
from carteado.web.events.models import Event, Pair
from carteado.web.kit.guarding.policy import Role
from carteado.web.people.models import User

SECRET = bytes(32)
TM, AF = "truco-masters-2025", "afia-2026-tranca"
FA, AP = "faraes-2023-tranca", "apcef-sc-2022-canastra"


def codes(count: int) -> tuple[PairId, ...]:
    return tuple(f"d{number:02}" for number in range(1, count + 1))


def name_of(pair: PairId) -> str:
    return f"Dupla {pair.removeprefix('d')}"


def team() -> dict[Role, User]:
    roles = (Role.ORGANISER, Role.REFEREE, Role.CLERK)
    return {role: User.objects.create_user(f"{role}@salao.example", name=f"{role.capitalize()} Lima") for role in roles}


def drawn(
    regulation: str,
    pairs: int,
    *,
    tables: int = 4,
    plan: Plan | None = None,
    with_delegations: bool = False,
    people: Mapping[Role, User] | None = None,
    slug: str = "salao",
    at: datetime | None = None,
) -> Event:
    """Settled, and the first stage drawn, an hour ago. Every draw to come is committed."""
    at = at or timezone.now() - timedelta(hours=1)
    rules = load(regulation)
    plan = plan or plan_for(rules, pairs)
    done: list[Operation] = list(_entered(codes(pairs), at, rules)) if with_delegations else []
    belongs = tuple((code, f"del-{code}") for code in codes(pairs)) if with_delegations else ()
    done.append(Settle(by="system", at=at, plan=plan, pairs=codes(pairs), delegations=belongs))
    done += [sealed(slug, stage.id, at) for stage in plan.stages if stage.filling is not Filling.IN_ORDER]
    if plan.stages[0].filling is not Filling.IN_ORDER:
        done.append(hold_draw(plan.stages[0].id, at))
    event = import_event(
        Details(regulation=regulation, name="Copa do Salão", tables=tables, capacity=pairs),
        [ImportedOperation(one) for one in done],
        team=people or team(),
        at=at - timedelta(days=9),
        slug=slug,
    )
    Pair.objects.bulk_create(Pair(event=event, code=code, name=name_of(code)) for code in codes(pairs))
    return event


def _entered(pairs: Sequence[PairId], at: datetime, rules: Regulation) -> list[EnterDelegation]:
    """With substitutes where the regulation knows them."""
    substitutes = "rs" if rules.event.delegations else ""
    return [
        EnterDelegation(
            by="system",
            at=at,
            delegation=Delegation(id=f"del-{code}", name=f"Delegação {code}"),
            line_up=LineUp(
                delegation=f"del-{code}",
                starters=(f"{code}a", f"{code}b"),
                substitutes=tuple(f"{code}{one}" for one in substitutes),
            ),
        )
        for code in pairs
    ]


def sealed(event: str, draw: str, at: datetime) -> CommitDraw:
    return CommitDraw(by="system", at=at, draw=draw, commitment=commitment(f"{DRAW_FORMAT}|{event}|{draw}", SECRET))


def hold_draw(draw: str, at: datetime) -> HoldDraw:
    return HoldDraw(by="system", at=at, draw=draw, secret=SECRET.hex(), entropy="loteria")


def append(event: Event, *operations: Operation) -> Championship:
    """What others did meanwhile; it must be possible."""
    event.refresh_from_db()
    result = store.append_all(event, operations, by=None)
    assert isinstance(result, Championship), result
    event.refresh_from_db()
    return result


# --- forms --------------------------------------------------------------------------------------------------------


class _Forms(HTMLParser):
    """Every form of a page by its address: what it would send untouched, with what stands outside of it by its id."""

    def __init__(self) -> None:
        super().__init__()
        self.forms: dict[str, dict[str, list[str]]] = {}
        self.by_id: dict[str, str] = {}
        self.action: str | None = None
        self.late: list[tuple[str, str, str]] = []
        self.select: str | None = None
        self.first: str | None = None
        self.text: str | None = None

    def handle_starttag(self, tag: str, given: list[tuple[str, str | None]]) -> None:
        attributes = {name: value or "" for name, value in given}
        if tag == "form" and attributes.get("method") == "post":
            self.action = attributes.get("action", "").partition("#")[0]
            self.forms.setdefault(self.action, {})
            self.by_id[attributes.get("id", "")] = self.action
        name = attributes.get("name", "")
        if "form" in attributes and tag == "input":
            self.late.append((attributes["form"], name, attributes.get("value", "")))
        elif self.action is not None and tag == "input" and name:
            is_box = attributes.get("type") in ("radio", "checkbox")
            if not is_box or "checked" in attributes:
                self.add(name, attributes.get("value", "on" if is_box else ""))
        elif tag == "select":
            self.select, self.first = name, None
        elif tag == "option" and self.select and self.action is not None:
            self.first = attributes["value"] if self.first is None else self.first
            if "selected" in attributes:
                self.add(self.select, attributes["value"])
        elif tag == "textarea" and self.action is not None:
            self.text = name
            self.add(name, "")

    def handle_data(self, data: str) -> None:
        if self.text and self.action is not None:
            self.forms[self.action][self.text][-1] += data

    def handle_endtag(self, tag: str) -> None:
        if tag == "form":
            self.action = None
        elif tag == "select":
            if self.action is not None and self.select and self.first is not None:
                self.forms[self.action].setdefault(self.select, [self.first])
            self.select = None
        elif tag == "textarea" and self.text and self.action is not None:
            self.forms[self.action][self.text][-1] = self.forms[self.action][self.text][-1].strip()
            self.text = None

    def add(self, name: str, value: str) -> None:
        assert self.action is not None
        self.forms[self.action].setdefault(name, []).append(value)


def forms_in(html: str) -> dict[str, dict[str, list[str]]]:
    reader = _Forms()
    reader.feed(html)
    for form, name, value in reader.late:
        if form in reader.by_id:
            reader.forms[reader.by_id[form]].setdefault(name, []).append(value)
    return reader.forms


@dataclass
class Worker:
    """Somebody of the team in front of the pages."""

    client: Client
    event: Event

    @classmethod
    def of(cls, event: Event, role: Role) -> "Worker":
        client = Client(SERVER_NAME="localhost")
        client.force_login(event.memberships.get(role=role).user)
        return cls(client, event)

    def path(self, name: str, *arguments: str) -> str:
        return reverse(name, args=[self.event.slug, *arguments])

    def open(self, name: str, *arguments: str) -> str:
        answer = self.client.get(self.path(name, *arguments))
        assert answer.status_code == 200, answer.status_code
        return unescape(answer.content.decode())

    def desk(self, match: MatchId) -> str:
        return self.open("match-desk", match)

    def filled(self, match: MatchId, act: str, **fields: object) -> tuple[str, dict[str, list[str]]]:
        """The form of an act as the desk has it now, with these fields filled in."""
        forms = forms_in(self.client.get(self.path("match-desk", match)).content.decode())
        found = [path for path in forms if path.endswith(f"/{act}/")]
        assert found, f"{act} is not offered: {sorted(forms)}"
        given = {
            name: [str(one) for one in value] if isinstance(value, list) else [str(value)]
            for name, value in fields.items()
        }
        return found[0], {**forms[found[0]], **given}

    def act(self, match: MatchId, act: str, **fields: object) -> Any:
        path, form = self.filled(match, act, **fields)
        return self.client.post(path, form)

    def does(self, match: MatchId, act: str, **fields: object) -> None:
        """Do an act, which leads back to the desk."""
        answer = self.act(match, act, **fields)
        assert answer.status_code == 302, (match, act, fields, why_not(answer))
        assert answer["Location"].partition("#")[0] == self.path("match-desk", match)

    def refused(self, match: MatchId, act: str, **fields: object) -> str:
        """Do an act that is refused, and return the alert of the page."""
        answer = self.act(match, act, **fields)
        assert answer.status_code == 200, answer["Location"]
        return alert(page_html(answer))

    def wins(self, match: MatchId, side: int = 0, loser: int = 0) -> None:
        """A whole match in forms: handed in, and confirmed by everybody."""
        self.does(match, "resultado", **points(self.championship, match, side, loser))
        self.does(match, "confirmar", party="first")
        self.does(match, "confirmar", party="second")
        self.does(match, "confirmar-arbitragem", party="referee")

    @property
    def championship(self) -> Championship:
        self.event.refresh_from_db()
        return store.championship_of(self.event)


def page_html(answer: Any) -> str:
    return unescape(answer.content.decode())


def why_not(answer: Any) -> str:
    """The alert of a page, or else all of it."""
    html = page_html(answer)
    return alert(html) if 'role="alert"' in html else html


def alert(html: str) -> str:
    """The alert of a page, which says why something was not done."""
    _before, mark, after = html.partition('role="alert"')
    assert mark, "the page has no alert"
    return after.partition("</div>")[0]


def points(championship: Championship, match: MatchId, side: int = 0, loser: int = 0) -> dict[str, object]:
    """As many games as the match needs, all won by one side at the target."""
    fixture = championship.fixtures[match]
    target = engine_for(championship.regulation_of(match)).target(FINAL if fixture.phase == FINAL else None)
    given: dict[str, object] = {}
    for number in range(1, fixture.best_of // 2 + 2):
        given[f"first_{number}"], given[f"second_{number}"] = (target, loser) if side == 0 else (loser, target)
    return given


def open_matches(championship: Championship) -> list[MatchId]:
    return [match for match in championship.fixtures if championship.bracket.is_open(match)]


def at_desk(regulation: str, pairs: int = 4, role: Role = Role.REFEREE, **settings: Any) -> tuple[Worker, str]:
    worker = Worker.of(drawn(regulation, pairs, **settings), role)
    return worker, open_matches(worker.championship)[0]


def state(worker: Worker, match: str) -> State:
    return worker.championship.logs[match].state
