"""What stands for the blanks in addresses: people and events of a database, by the names that ``addresses`` uses."""

from itertools import cycle, islice
from random import Random

from allauth.account.forms import default_token_generator
from allauth.account.models import EmailAddress, EmailConfirmationHMAC
from allauth.account.utils import user_pk_to_url_str
from allauth.mfa.recovery_codes.internal.auth import RecoveryCodes
from allauth.mfa.totp.internal.auth import TOTP, generate_totp_secret
from django.http import HttpRequest

from carteado.web.demo.cast import ORGANISER_EMAIL
from carteado.web.draw.models import DrawSecret
from carteado.web.events.models import Event, Stage
from carteado.web.events.store import championship_of
from carteado.web.events.team import invite
from carteado.web.kit.guarding.policy import Role
from carteado.web.matches.players import party_of
from carteado.web.pages.error_pages import server_error
from carteado.web.people.models import User
from carteado.web.people.one_time_links import sign_in_link
from carteado.web.registrations.consents import agree, texts_of, wording_of
from carteado.web.registrations.models import Entrant, Letter, LetterKind, Material, Outcome
from carteado.web.sumula.freezing import freeze
from carteado.web.sumula.match_sheets import sheet_of
from carteado.web.sumula.sheet_writing import append, note
from carteado.web.tables.models import Guest, Remark, Report, Table, new_code
from carteado.web.tables.players.names import of_guest
from carteado.web.tables.seats.seating import close, make, put_bot, sit
from tests.web.tables.seats.sitting import played_out

World = dict[str, str]
IN_PLAY = "copa-do-clube-xv"
PASSWORD = "sete-de-copas-no-varal"


def of_demo() -> World:
    """The demo's events, people in every state that a page of the account is for, and the page for our mistakes."""
    return {
        **people(),
        **events_of(User.objects.get(email=ORGANISER_EMAIL)),
        **live_tables(),
        **who_sends(Event.objects.get(slug=IN_PLAY)),
        "refereed": a_busy_table(),
        "our_mistake": server_error(HttpRequest()).content.decode(),
    }


def people() -> World:
    """``member`` has a password, ``guarded`` an authenticator app with recovery codes, ``staff`` may see everything."""
    member, guarded = _person("bia@exemplo.com.br", "Bia Ramos"), _person("ivo@exemplo.com.br", "Ivo Lemos")
    staff = _person("nair@exemplo.com.br", "Nair Costa", is_staff=True)
    TOTP.activate(guarded, generate_totp_secret())
    codes = RecoveryCodes.activate(guarded).get_unused_codes()
    return {
        "member": member.email,
        "guarded": guarded.email,
        "halfway": guarded.email,
        "staff": staff.email,
        "second_factor": codes[0],
        "sign_in": _last_part(sign_in_link(member)),
        "email_key": EmailConfirmationHMAC(EmailAddress.objects.get(user=member)).key,
        "reset_user": user_pk_to_url_str(member),
        "reset_key": default_token_generator.make_token(member),
    }


def live_tables() -> World:
    """Four tables: the match is over and others may sit down; a match is on; two friends, of whom one has reported the
    other's name and remark; and one that was closed."""
    report = a_report()
    remark = Remark.objects.create(table=report.table, number=1, at=0, who=report.who, text="Que pato!")
    Report.objects.create(table=report.table, remark=remark, who=remark.who, by=report.by)
    closed = a_live_table(is_over=True)
    close(closed)
    return {
        "live_closed": closed.code,
        "live_table": a_live_table(is_over=True).code,
        "live_playing": a_live_table(is_on=True).code,
        "live_friends": report.table.code,
    }


def a_report() -> Report:
    """A report of a name, by the friend of the person who has it."""
    table, friend = a_live_table(), Guest.objects.create(name="Chico Brabo")
    sit(table, of_guest(friend), 1)
    return Report.objects.create(table=table, who=of_guest(friend), name=friend.name, by=table.owner)


def a_live_table(*, is_over: bool = False, is_on: bool = False) -> Table:
    """A guest's table, with bots in the other seats."""
    guest = Guest.objects.create(name="Zeca")
    table = make(code=new_code(), regulation="truco-masters-2025", owner=of_guest(guest), with_bots=is_on)
    for number in range(1, 4) if is_over else ():
        put_bot(table, table.owner, number)
    if is_over:
        played_out(table, Random(1))
    return table


def events_of(organiser: User) -> World:
    """The organiser, one of their events at every stage, and of the published one an invitation and an entrant."""
    mine = Event.objects.filter(memberships__user=organiser, memberships__role=Role.ORGANISER).order_by("pk")
    stages = {"draft": Stage.DRAFT, "published": Stage.PUBLISHED, "running": Stage.RUNNING, "finished": Stage.FINISHED}
    slugs = {name: mine.filter(stage=stage)[0].slug for name, stage in stages.items()}
    invitation = invite(mine.get(slug=slugs["published"]), Role.CLERK, by=organiser)
    announced = DrawSecret.objects.filter(event__in=mine).order_by("pk")[0]
    return {
        **slugs,
        "announced": announced.event.slug,
        "announced_draw": announced.draw,
        "organiser": organiser.email,
        "organiser_link": sign_in_link(organiser),
        "invitation": invitation.secret,
        "invitation_number": str(invitation.pk),
        "match": an_open_match(mine.get(slug=slugs["running"])),
        "refereed": an_open_match(mine.get(slug=slugs["running"])),
        **two_pairs(mine.get(slug=slugs["running"])),
        **a_player(mine.get(slug=slugs["finished"])),
        **an_entry(mine.get(slug=slugs["published"])),
    }


def two_pairs(event: Event) -> World:
    """Of whom every event of this world has pairs with the same codes."""
    first, second, *_ = championship_of(event).pairs
    return {"first": first, "second": second}


def who_sends(event: Event, *, letters: int = 2) -> World:
    """A person in truco who agreed to everything, sent material and so many letters to the organisers."""
    number = event.entrants.count() + 1
    known = {"called": "Nair", "name": "Nair Costa e Silva"}
    entrant = Entrant.objects.create(event=event, code="p-envia", number=number, **known)
    texts = texts_of(championship_of(event).regulation, wording_of(event))
    agree(entrant, texts)
    Material.objects.create(entrant=entrant, biography="Aprendi com minha avó.", interview="Depois das seis.")
    kinds = ((LetterKind.FACT, Outcome.NOTED), (LetterKind.PROMOTION, Outcome.OPEN))
    for kind, outcome in islice(cycle(kinds), letters):
        Letter.objects.create(entrant=entrant, kind=kind, text="A camisa do Bar do Zé.", outcome=outcome)
    return {"sender": entrant.secret}


def an_entry(event: Event) -> World:
    """The first pair of the event, and who entered it."""
    entrant = an_entrant(event)
    code = next(iter(championship_of(event).entries), "d1")
    return {"entry": code, "entrant": entrant.secret, "entrant_number": str(entrant.number)}


def an_entrant(event: Event) -> Entrant:
    """Who entered the first pair of the event."""
    entries = championship_of(event).entries.values()
    code = next((entry.registrant for entry in entries), "p1")
    known = {"number": 1, "called": "Bia", "name": "Beatriz Ramos"}
    return Entrant.objects.get_or_create(event=event, code=code, defaults=known)[0]


def an_open_match(event: Event) -> str:
    """One that is called or being played, if any is; else one that could be."""
    championship = championship_of(event)
    matches = sorted(championship.fixtures, key=lambda match: match not in championship.logs)
    return next(match for match in matches if championship.bracket.is_open(match))


def a_busy_table() -> str:
    """The last match of the demo's truco that is being played, with all that a referee may find on its súmula."""
    event = Event.objects.get(slug=IN_PLAY)
    championship = championship_of(event)
    match = [one for one, log in championship.logs.items() if log.is_on][-1]
    sheet, user = sheet_of(event, match), User.objects.get(email=ORGANISER_EMAIL)
    assert sheet is not None
    one, two, three = ({"winner": winner, "value": value} for winner, value in ((0, 3), (1, 6), (0, 5)))
    append(
        sheet,
        note("hand", id="w1", place=0, hand=one),
        note("correct", id="w2", of="w1", over="w1", hand=two, why="Trocamos as duplas"),
        note("hand", id="w3", place=1, hand=three, despite="Combinaram cinco"),
        note("hand", id="w4", place=1, hand=two),
        note("call", id="w5", about="Carta virada na hora de dar"),
        *(note("warn", id=f"w{number}", pair=0, key="signs.offered", why="Falou a manilha") for number in (6, 7)),
        by=user,
    )
    freeze(sheet, by=user)
    return match


def a_player(event: Event) -> World:
    """Somebody who played for a delegation, and one of his matches."""
    championship = championship_of(event)
    [line_up, *_others] = championship.line_ups.values()
    code = line_up.starters[0]
    known = {"number": 2, "called": "Dito", "name": "Benedito Reis"}
    entrant = Entrant.objects.get_or_create(event=event, code=code, defaults=known)[0]
    own = (match for match in championship.fixtures if party_of(championship, match, code))
    return {"player": entrant.secret, "own_match": next(own)}


def _person(email: str, name: str, *, is_staff: bool = False) -> User:
    user = User.objects.create_user(email, PASSWORD, name=name, is_staff=is_staff)
    EmailAddress.objects.create(user=user, email=email, primary=True, verified=False)
    return user


def _last_part(address: str) -> str:
    return address.rstrip("/").rpartition("/")[2]
