"""People at a championship, each in their own window: what they fill in and press, from the entry to the cup."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from datetime import datetime, timedelta
from typing import NamedTuple
from zoneinfo import ZoneInfo

from django.urls import reverse
from django.utils.translation import gettext, override, pgettext
from playwright.sync_api import BrowserContext, Locator, expect
from validate_docbr import CPF

from tests.browser.page_faults import Watch

SAO_PAULO = ZoneInfo("America/Sao_Paulo")
TOLD = {
    **dict.fromkeys(("residence", "nationality", "capable", "unimpeded", "available"), "yes"),
    **dict.fromkeys(("producer_tie", "relative", "sponsor_tie"), "no"),
}
"""What an honest player answers to the questions of any regulation."""


def local_minute(**apart: int) -> str:
    return (datetime.now(SAO_PAULO) + timedelta(**apart)).strftime("%Y-%m-%dT%H:%M")


class Person(NamedTuple):
    name: str
    cpf: str

    @property
    def called(self) -> str:
        return self.name.partition(" ")[0]


def people(names: Sequence[str], surname: str) -> list[Person]:
    return [Person(f"{name} {surname}", CPF().generate()) for name in names]


class Somebody:
    """A window. Buttons are found by what they say in the reader's language, fields by their names."""

    def __init__(self, context: BrowserContext, language: str = "pt-br") -> None:
        self.page, self.language = context.new_page(), language
        self.watch = Watch(self.page)

    def say(self, text: str, context: str = "") -> str:
        with override(self.language):
            return pgettext(context, text) if context else gettext(text)

    def open(self, route: str, **blanks: str) -> None:
        with override(self.language):
            self.page.goto(reverse(route, kwargs=blanks))

    @property
    def content(self) -> Locator:
        return self.page.locator("main")

    def press(self, button: Locator) -> None:
        """To the next page; what this one complained of would be lost with it."""
        assert self.watch.console_faults() == []
        with self.page.expect_navigation():
            button.click()

    def send(self, button: str, context: str = "") -> None:
        self.press(self.content.get_by_role("button", name=self.say(button, context), exact=True).first)

    def write(self, field: str, text: str, within: Locator | None = None) -> None:
        (within or self.content).locator(f"[name='{field}']").fill(text)

    def choose(self, field: str, value: str, within: Locator | None = None) -> None:
        (within or self.content).locator(f"[name='{field}'][value='{value}']").check()

    def sees(self, text: str) -> None:
        expect(self.content).to_contain_text(text)

    # --- entries ---------------------------------------------------------------------------------------------------

    def tell(self, person: Person, prefix: str = "person") -> None:
        """Fills in whatever the regulation asks of him, and agrees to every text by itself."""
        answers = {"name": person.name, "called": person.called, "document": person.cpf, "birth_date": "1980-05-17"}
        for name, text in answers.items():
            if (field := self.content.locator(f"[name='{prefix}-{name}']")).count():
                field.fill(text)
        for name, value in TOLD.items():
            if (field := self.content.locator(f"[name='{prefix}-{name}'][value='{value}']")).count():
                field.check()
        for box in self.content.locator("[type=checkbox][name^='consents-']").all():
            box.check()

    def shared_links(self) -> list[str]:
        return [text.strip() for text in self.content.locator(".share__link").all_inner_texts()]


class TeamMember(Somebody):
    """``after`` is called with the event's address after every act once the field is settled."""

    slug = ""

    def __init__(self, context: BrowserContext, language: str, after: Callable[[str], None]) -> None:
        super().__init__(context, language)
        self._after = after

    def done(self) -> None:
        self._after(self.slug)


class Organiser(TeamMember):
    """Prepares the event, looks through the entries, holds the draws."""

    def publish(self, regulation: str, name: str, *, pairs: int, forms: Sequence[str] = ()) -> str:
        self.open("create-event")
        self.choose("regulation", regulation)
        self.write("name", name)
        self.send("Begin")
        self.slug = self.page.url.split("/campeonatos/")[1].split("/")[0]
        self.step("lugar", place="Clube XV, Santos", day=local_minute(days=1)[:10], hour="14:00", until="23:00")
        window = {"opens": local_minute(days=-2), "closes": local_minute(hours=5)}
        self.step("inscricoes", **window, capacity=str(pairs))
        if forms:
            self.offer(forms)
        self.step("mesas", tables="4")
        self.open("wizard", slug=self.slug, step="revisar")
        self.send("Publish")
        self.sees(self.say("Published. Everybody can see it now."))
        return self.slug

    def offer(self, forms: Sequence[str]) -> None:
        """Those between which a lot decides."""
        self.open("wizard", slug=self.slug, step="formato")
        for form in forms:
            self.choose("forms", form)
        self.send("Save and go on")

    def step(self, step: str, **fields: str) -> None:
        self.open("wizard", slug=self.slug, step=step)
        for field, text in fields.items():
            self.write(field, text)
        self.press(self.content.locator("button[name=act][value=save]").last)

    def invite(self, role: str) -> str:
        self.open("team", slug=self.slug)
        self.choose("role", role)
        self.send("Make the invitation")
        return self.shared_links()[0]

    def select_all(self) -> None:
        self.open("entries", slug=self.slug)
        for box in self.content.locator("[type=checkbox][name=pair]").all():
            box.check()
        self.send("Select those ticked")

    def settle(self) -> None:
        self.open("draws", slug=self.slug)
        self.send("Settle the field")
        self.done()

    def move_to(self, place: str, why: str) -> None:
        """To another place, after the event was published."""
        self.step("lugar", place=place, why=why)

    def publish_hours(self) -> None:
        """As they are proposed."""
        self.open("hours", slug=self.slug)
        self._publish_hours()

    def put_off(self, minutes: int, why: str) -> None:
        """All rounds, by so many minutes."""
        self.open("hours", slug=self.slug)
        for field in self.content.locator("[name^='round-']").all():
            hour = datetime.fromisoformat(field.input_value()) + timedelta(minutes=minutes)
            field.fill(f"{hour:%Y-%m-%dT%H:%M}")
        self.write("why", why)
        self._publish_hours()

    def _publish_hours(self) -> None:
        """All the same where the site has a doubt about rest or tables."""
        button = self.content.locator("button[value=publish]")
        self.press(button)
        if self.content.locator("[name=anyway]").input_value():
            self.press(button)
        expect(self.content.locator(".error-summary")).to_have_count(0)
        self.sees(self.say("These hours are published. A change says why, and every pair is told."))
        self.done()

    def delay(self, seconds: int) -> None:
        """Everything of the event."""
        self.open("broadcasts", slug=self.slug)
        self.content.locator("[name=what]").last.select_option("event")
        self.write("seconds", str(seconds))
        self.send("Set the delay")
        self.done()

    def keep_results(self, until: str) -> None:
        """With the team until this minute; everybody sees them if it is empty."""
        self.step("lugar", embargo_until=until)
        self.done()

    def draw(self, draw: str, entropy: str) -> None:
        """Announced first, held when its minute has come: the one that runs."""
        self.open("draws", slug=self.slug)
        task = self.page.locator(f"#sorteio-{draw}")
        self.write("entropy_from", "Três dados do árbitro", task)
        self.write("planned_at", local_minute(), task)
        self.press(task.get_by_role("button", name=self.say("Announce the draw")))
        self.done()
        self.open("draws", slug=self.slug)
        self.write("entropy", entropy, task)
        self.press(task.get_by_role("button", name=self.say("Draw", "act"), exact=True))
        expect(task).to_contain_text(entropy)
        self.done()

    def draws_due(self) -> list[str]:
        """The draws that wait to be announced."""
        self.open("draws", slug=self.slug)
        tasks = self.page.locator(".draw-task:has([name=entropy_from])").all()
        return [(task.get_attribute("id") or "").removeprefix("sorteio-") for task in tasks]


class Match(NamedTuple):
    """At its desk: its address, and who sits at it."""

    path: str
    pairs: tuple[str, str]


class Referee(TeamMember):
    """Runs the day: calls, starts, writes down, rules."""

    def accept(self, link: str) -> None:
        self.page.goto(link)
        self.send("I am in")

    def call_all(self) -> list[Match]:
        """Whatever can be called, to the free tables; those at the tables now."""
        self.open("tables", slug=self.slug)
        button = self.content.locator("button[name=act][value=next]")
        if button.count():
            self.press(button)
            self.done()
        return self.at_tables()

    def at_tables(self) -> list[Match]:
        paths = [link.get_attribute("href") or "" for link in self.content.locator(".table-card__title a").all()]
        return [self.at(path) for path in paths]

    def ready(self) -> list[Match]:
        """Not called yet, and could be."""
        self.open("tables", slug=self.slug)
        links = self.content.locator(".ready__match a").all()
        return [self.at(path) for path in [link.get_attribute("href") or "" for link in links]]

    def at(self, path: str) -> Match:
        self.page.goto(path)
        first, second = (text.strip() for text in self.content.locator(".desk-pair").all_inner_texts())
        return Match(path, (first, second))

    def table_of(self, match: Match) -> str:
        self.open("tables", slug=self.slug)
        card = self.content.locator(".table-card", has=self.page.locator(f"a[href='{match.path}']"))
        return card.locator(".table-card__number").inner_text().split()[-1]

    def form(self, act: str) -> Locator:
        return self.content.locator(f"form[action*='/{act}/']")

    def act(self, match: Match, act: str) -> None:
        self.page.goto(match.path)
        assert self.form(act).count(), f"{act} is not offered: {self.content.inner_text()}"
        self.press(self.form(act).get_by_role("button").last)
        self.done()

    def write_result(self, match: Match, winner: str, points: tuple[int, int]) -> None:
        self._write_games(match, winner, points, self.form("resultado"))
        self.press(self.form("resultado").get_by_role("button"))
        self.done()

    def _write_games(self, match: Match, winner: str, points: tuple[int, int], form: Locator) -> None:
        first, second = points if match.pairs[0] == winner else tuple(reversed(points))
        self.write("first_1", str(first), form)
        self.write("second_1", str(second), form)

    def confirm(self, match: Match, *parties: str) -> None:
        self.page.goto(match.path)
        for party in parties:
            act = "confirmar-arbitragem" if party == "referee" else "confirmar"
            self.press(self.form(act).locator(f"button[value={party}]"))
        self.done()

    def play(self, match: Match, winner: str, points: tuple[int, int]) -> None:
        """From the start to everybody's word."""
        self.act(match, "comecar")
        self.write_result(match, winner, points)
        self.confirm(match, "first", "second", "referee")
        expect(self.content.locator(".result.is-official")).to_be_visible()

    @contextmanager
    def ruling(self, match: Match, act: str) -> Iterator[Locator]:
        """The fold of an act, open; leaving sends it."""
        self.page.goto(match.path)
        fold = self.content.locator(f"details#{act}")
        fold.locator("summary").first.click()
        yield fold
        self.press(fold.get_by_role("button").last)
        self.done()

    def give_walkover(self, match: Match, absent: str) -> None:
        with self.ruling(match, "wo") as fold:
            fold.get_by_label(absent).check()
            self.write("why", "Não apareceram até o fim da tolerância.", fold)

    def disqualify(self, match: Match, pair: str, ground: str) -> None:
        with self.ruling(match, "desclassificar") as fold:
            fold.get_by_label(pair).check()
            self.choose("ground", ground, fold)
            self.write("why", "Combinou cartas em voz alta, depois de advertida.", fold)

    def withdraw(self, match: Match, pair: str) -> None:
        with self.ruling(match, "desistencia") as fold:
            fold.get_by_label(pair).check()
            self.write("why", "Precisam voltar para casa.", fold)
            fold.locator("[name=in_writing]").check()

    def correct(self, match: Match, winner: str, points: tuple[int, int]) -> list[str]:
        """Shown first what it would move, then done all the same. Returns what was shown."""
        with self.ruling(match, "corrigir") as fold:
            self._write_games(match, winner, points, fold)
            self.write("why", "Os pontos estavam na coluna errada.", fold)
        moves = self.content.locator("details#corrigir .slip li").all_inner_texts()
        if moves:
            self.press(self.content.locator("details#corrigir button[name=weighed]"))
            self.done()
        return moves


def by_pairs(matches: Sequence[Match]) -> Mapping[str, Match]:
    """Each pair's match."""
    return {pair: match for match in matches for pair in match.pairs}
