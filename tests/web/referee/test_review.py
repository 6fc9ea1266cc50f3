"""The review of súmulas: before and after, put back, settled, seen; and nothing vanishes."""

import re
from hashlib import sha256
from typing import Any

import pytest
from django.urls import reverse

from carteado.web.events import store
from carteado.web.events.models import Event
from carteado.web.kit.guarding.policy import Role
from carteado.web.kit.push import topics
from carteado.web.people.models import User
from carteado.web.referee.match_at_table import MatchAtTable, desk_of
from carteado.web.referee.models import Look
from carteado.web.referee.sheet_review import Review
from carteado.web.sumula.models import Sheet
from tests.web.referee.referee_desk import Desk, kinds
from tests.web.sumula.sumulas import Phone, a_device, called, truco_hand
from tests.web.world.halls import AF, alert, drawn, forms_in, page_html
from tests.web.world.roles import a_person

pytestmark = pytest.mark.django_db


@pytest.fixture
def second(event: Event) -> Desk:
    person = a_person(Role.REFEREE, event)
    assert person is not None
    return Desk.of(event, person)


def review_of(sheet: Sheet) -> Review:
    event = Event.objects.get(pk=sheet.event_id)
    desk = desk_of(event, store.championship_of(event), sheet.match, may_rule=True, may_decide=False)
    assert desk is not None
    return Review(MatchAtTable(desk))


def score(sheet: Sheet) -> tuple[int, int]:
    sheet.refresh_from_db()
    return sheet.score


def noted(phone: Phone, *hands: dict[str, Any]) -> list[str]:
    """Their ids."""
    entries = [phone.entry("hand", place=place, hand=hand) for place, hand in enumerate(hands)]
    phone.send(*entries)
    return [entry["id"] for entry in entries]


def corrected(phone: Phone, of: str, hand: dict[str, Any] | None, over: str = "", **fields: Any) -> str:
    content = {"hand": hand} if hand else {}
    entry = phone.entry("correct", of=of, over=over or of, why="Conta errada", **content, **fields)
    phone.send(entry)
    return str(entry["id"])


def sheet_seq(sheet: Sheet) -> int:
    sheet.refresh_from_db()
    return sheet.seq


# --- what is reviewed ---------------------------------------------------------------------------------------------


def test_a_correction_is_shown_before_and_after(referee: Desk, phone: Phone) -> None:
    first, _second = noted(phone, truco_hand(0, 3), truco_hand(1, 1))
    corrected(phone, first, truco_hand(1, 6))
    [item] = review_of(phone.sheet).items
    assert item.before is not None
    assert item.after is not None
    assert [side.points for side in item.before.sides] == [3, 0]
    assert [side.points for side in item.after.sides] == [0, 6]
    assert (item.scores, item.place) == (((3, 1), (0, 7)), 1)
    page = referee.open("referee-match", phone.sheet.match)
    for text in ("Mão 1", "correção", "Conta errada", "aparelho 1", "3 × 1", "0 × 7", "Fica assim"):
        assert text in page


def test_a_correction_in_tranca_has_its_lines(people: dict[Role, User]) -> None:
    event = drawn(AF, 4, people=people, slug="tranca")
    phone = Phone(called(event), a_device(event))
    pairs = [{"clean": 1, "melded": 12, "morto": "taken"}, {"melded": 5, "in_hand": 4, "morto": "not_taken"}]
    [first] = noted(phone, {"went_out": 0, "pairs": pairs})
    corrected(phone, first, {"went_out": 0, "pairs": [{**pairs[0], "dirty": 1}, pairs[1]]})
    [item] = review_of(phone.sheet).items
    assert item.before is not None
    assert item.after is not None
    lines = [{line.item: line.points for line in shown.sides[0].lines} for shown in (item.before, item.after)]
    assert lines[1].pop("Canastras sujas") == 100
    assert lines[0] == lines[1]
    page = Desk.of(event, people[Role.REFEREE]).open("referee-match", phone.sheet.match)
    assert "Canastras sujas" in page
    assert re.search(r'class="minus">−\d+', page)


def test_struck_hands_impossible_counts_and_settled_doubts_are_reviewed(referee: Desk, phone: Phone) -> None:
    first, other = noted(phone, truco_hand(0, 3), truco_hand(1))
    corrected(phone, other, None)
    phone.send(phone.entry("hand", place=2, hand=truco_hand(0, 5), despite="Combinaram cinco"))
    rival = Phone(phone.sheet, phone.secret, "b")
    clash = rival.entry("hand", place=0, hand=truco_hand(1, 3))
    rival.send(clash, rival.entry("settle", place=0, hands=[first], among=[first, clash["id"]]))
    labels = {labels for item in review_of(phone.sheet).items for labels in item.labels}
    assert {"mão riscada", "contagem impossível", "dúvida resolvida"} <= labels
    page = referee.open("referee-match", phone.sheet.match)
    assert "Combinaram cinco" in page
    assert "5 não é um valor possível" in page
    assert "art. 4" in page
    listed = referee.open("referee-reviews")
    assert all(text in listed for text in ("mão riscada", "contagem impossível", "dúvida resolvida"))


def test_a_correction_that_changes_the_winner_says_so(referee: Desk, phone: Phone) -> None:
    first, _second = noted(phone, truco_hand(0, 12), truco_hand(1, 1))
    corrected(phone, first, truco_hand(1, 12))
    assert "muda o vencedor" in referee.open("referee-match", phone.sheet.match)


def test_a_plain_sheet_has_nothing_to_review(referee: Desk, phone: Phone) -> None:
    [first] = noted(phone, truco_hand(0, 3))
    phone.send(phone.entry("undo", of=first), phone.entry("call"), *phone.accept())
    assert review_of(phone.sheet).items == []
    assert "Nada foi mudado nesta súmula." in referee.open("referee-match", phone.sheet.match)
    assert "Nada foi mudado em nenhuma súmula." in referee.open("referee-reviews")


def test_a_sheet_with_very_many_changes_shows_the_latest_and_lists_the_others(referee: Desk, phone: Phone) -> None:
    [first] = noted(phone, truco_hand(0, 3))
    over = first
    for number in range(30):
        over = corrected(phone, first, truco_hand(number % 2, 3), over=over)
    review = review_of(phone.sheet)
    assert (len(review.items), len(review.others)) == (20, 10)
    page = referee.open("referee-match", phone.sheet.match)
    assert page.count('id="e-') == 20
    assert 'id="e-2"' not in page
    [link] = re.findall(r'href="([^"]*\?ver=2)#e-2"', page)
    assert 'id="e-2"' in page_html(referee.client.get(link))


# --- seen ---------------------------------------------------------------------------------------------------------


def test_what_was_seen_stays_listed_with_who_saw_it(referee: Desk, second: Desk, phone: Phone) -> None:
    [first] = noted(phone, truco_hand(0, 3))
    entry = corrected(phone, first, truco_hand(1, 3))
    assert "1 mudança para ver" in referee.open("referee")
    before = sheet_seq(phone.sheet)
    for desk in (referee, referee, second):
        assert desk.post("referee-review", phone.sheet.match, ato="visto", entrada=entry).status_code == 302
    look = Look.objects.get()
    assert look.by == User.objects.get(email="referee@salao.example")
    assert "Referee já tinha visto." in second.open("referee-reviews")
    assert "mudança para ver" not in referee.open("referee")
    for page in (referee.open("referee-reviews"), referee.open("referee-match", phone.sheet.match)):
        assert "Conta errada" in page
        assert "visto" in page
    assert sheet_seq(phone.sheet) == before, "looking writes nothing on the sheet"


def test_other_desks_hear_that_something_was_seen(
    referee: Desk, phone: Phone, django_capture_on_commit_callbacks: Any
) -> None:
    [first] = noted(phone, truco_hand(0, 3))
    entry = corrected(phone, first, truco_hand(1, 3))
    told = []
    for _ in range(2):
        with django_capture_on_commit_callbacks() as callbacks:
            referee.post("referee-review", phone.sheet.match, ato="visto", entrada=entry)
        told.append([one.args for one in callbacks if getattr(one, "func", None) is topics.push])
    assert told == [[("arbitragem", "salao"), ("arbitragem-mesa", "salao")], []]


def test_only_what_was_changed_can_be_seen(referee: Desk, phone: Phone) -> None:
    [first] = noted(phone, truco_hand(0, 3))
    for entry in (first, "", "nada"):
        assert referee.post("referee-review", phone.sheet.match, ato="visto", entrada=entry).status_code == 404
    assert referee.post("referee-review", phone.sheet.match, ato="rasgar", entrada=first).status_code == 404
    assert Look.objects.count() == 0


# --- put back -----------------------------------------------------------------------------------------------------


def test_a_correction_is_put_back_by_another_entry(referee: Desk, phone: Phone) -> None:
    [first] = noted(phone, truco_hand(0, 3))
    entry = corrected(phone, first, truco_hand(1, 6))
    seq_seen = sheet_seq(phone.sheet)
    for _ in range(2):
        answer = referee.post(
            "referee-review",
            phone.sheet.match,
            ato="devolver",
            entrada=entry,
            visto=seq_seen,
            why="As cartas dizem três",
        )
        assert answer.status_code == 302
    assert kinds(phone.sheet) == ["hand", "correct", "correct"]
    assert score(phone.sheet) == (3, 0)
    assert Look.objects.count() == 2, "what he answered and his answer are seen"
    page = referee.open("referee-match", phone.sheet.match)
    assert "As cartas dizem três" in page
    assert "Conta errada" in page


def test_a_struck_hand_comes_back(referee: Desk, phone: Phone) -> None:
    [first] = noted(phone, truco_hand(0, 3))
    entry = corrected(phone, first, None)
    assert score(phone.sheet) == (0, 0)
    seq_seen = sheet_seq(phone.sheet)
    referee.post("referee-review", phone.sheet.match, ato="devolver", entrada=entry, visto=seq_seen, why="Foi jogada")
    assert score(phone.sheet) == (3, 0)


def test_it_is_put_back_with_a_reason_and_over_what_was_seen(referee: Desk, phone: Phone) -> None:
    first, _other = noted(phone, truco_hand(0, 3), truco_hand(0, 1))
    entry, match = corrected(phone, first, truco_hand(1, 6)), phone.sheet.match
    seq_seen = sheet_seq(phone.sheet)
    without = referee.post("referee-review", match, ato="devolver", entrada=entry, visto=seq_seen, why="  ")
    assert "Diga por quê" in alert(page_html(without))
    phone.send(phone.entry("hand", place=2, hand=truco_hand(0)))
    stale = referee.post("referee-review", match, ato="devolver", entrada=entry, visto=seq_seen, why="Vi as cartas")
    assert "Enquanto isso alguém escreveu nesta súmula." in alert(page_html(stale))
    assert "Vi as cartas" in page_html(stale), "nothing typed is lost"
    assert kinds(phone.sheet).count("correct") == 1


def test_a_full_sheet_puts_nothing_back_and_says_so(
    referee: Desk, phone: Phone, monkeypatch: pytest.MonkeyPatch
) -> None:
    [first] = noted(phone, truco_hand(0, 3))
    entry, seq_seen = corrected(phone, first, truco_hand(1, 6)), sheet_seq(phone.sheet)
    monkeypatch.setattr("carteado.web.sumula.sheet_writing.MOST_ENTRIES", 2)
    answer = referee.post(
        "referee-review", phone.sheet.match, ato="devolver", entrada=entry, visto=seq_seen, why="Vi as cartas"
    )
    assert "Isso é mais do que cabe numa súmula." in alert(page_html(answer))
    assert "Vi as cartas" in page_html(answer)
    assert kinds(phone.sheet) == ["hand", "correct"]
    assert not Look.objects.exists()


def test_what_was_corrected_again_is_not_put_back_past_it(referee: Desk, phone: Phone) -> None:
    [first] = noted(phone, truco_hand(0, 3))
    entry = corrected(phone, first, truco_hand(1, 6))
    corrected(phone, first, truco_hand(1, 9), over=entry)
    items = {item.row.entry_id: item.may_be_put_back for item in review_of(phone.sheet).items}
    assert items[entry] is False
    answer = referee.post(
        "referee-review", phone.sheet.match, ato="devolver", entrada=entry, visto=sheet_seq(phone.sheet), why="x"
    )
    assert "já vale outra versão" in alert(page_html(answer))
    assert score(phone.sheet) == (0, 9)


def test_two_referees_at_once_put_back_once(referee: Desk, second: Desk, phone: Phone) -> None:
    [first] = noted(phone, truco_hand(0, 3))
    entry, seq_seen = corrected(phone, first, truco_hand(1, 6)), sheet_seq(phone.sheet)
    for desk in (referee, second):
        desk.post("referee-review", phone.sheet.match, ato="devolver", entrada=entry, visto=seq_seen, why="x")
    assert kinds(phone.sheet) == ["hand", "correct", "correct"]
    assert score(phone.sheet) == (3, 0)


def test_what_another_let_stand_is_put_back_only_by_who_knows(referee: Desk, second: Desk, phone: Phone) -> None:
    [first] = noted(phone, truco_hand(0, 3))
    entry, seq_seen, match = corrected(phone, first, truco_hand(1, 6)), sheet_seq(phone.sheet), phone.sheet.match
    second.post("referee-review", match, ato="visto", entrada=entry)
    late = referee.post("referee-review", match, ato="devolver", entrada=entry, visto=seq_seen, why="Vi as cartas")
    assert "Enquanto isso Referee deixou como está." in alert(page_html(late))
    assert "Vi as cartas" in page_html(late)
    assert score(phone.sheet) == (0, 6)
    form = next(form for path, form in forms_in(page_html(late)).items() if "olhado" in form)
    assert form["olhado"] == ["1"]
    referee.post("referee-review", match, ato="devolver", entrada=entry, visto=seq_seen, olhado=1, why="Vi as cartas")
    assert score(phone.sheet) == (3, 0)


def test_no_phone_can_take_the_place_of_a_referees_answer(referee: Desk, phone: Phone) -> None:
    """Under an id that it guessed: those of the site cannot be worked out from what a phone knows."""
    [first] = noted(phone, truco_hand(0, 3))
    entry, seq_seen = corrected(phone, first, truco_hand(1, 6)), sheet_seq(phone.sheet)
    guess = f"site-{sha256(f'back/{entry}/{seq_seen + 1}'.encode()).hexdigest()[:40]}"
    phone.send({**phone.entry("call"), "id": guess})
    seq_seen = sheet_seq(phone.sheet)
    referee.post("referee-review", phone.sheet.match, ato="devolver", entrada=entry, visto=seq_seen, why="x")
    assert score(phone.sheet) == (3, 0)


# --- doubts -------------------------------------------------------------------------------------------------------


@pytest.fixture
def doubt(phone: Phone) -> tuple[str, str]:
    """Two phones noted the same place differently."""
    [first] = noted(phone, truco_hand(0, 3))
    rival = Phone(phone.sheet, phone.secret, "b")
    other = rival.entry("hand", place=0, hand=truco_hand(1, 6))
    rival.send(other)
    return first, str(other["id"])


@pytest.mark.parametrize(("choice", "result"), [(0, (3, 0)), (1, (0, 6)), ("todas", (3, 6))])
def test_a_doubt_is_settled(
    referee: Desk, phone: Phone, doubt: tuple[str, str], choice: int | str, result: tuple[int, int]
) -> None:
    page = referee.open("referee-match", phone.sheet.match)
    assert "Dois aparelhos anotaram mãos diferentes" in page
    chosen = choice if isinstance(choice, str) else doubt[choice]
    told = dict(re.findall(r'name="escolha" value="([^"]+)".*?→ (-?\d+ × \d+)', page, re.DOTALL))
    assert told[chosen] == f"{result[0]} × {result[1]}"
    seq_seen = sheet_seq(phone.sheet)
    for _ in range(2):
        referee.post(
            "referee-review",
            phone.sheet.match,
            ato="resolver",
            entrada=doubt[0],
            escolha=chosen,
            visto=seq_seen,
            why="ok",
        )
    assert kinds(phone.sheet) == ["hand", "hand", "settle"]
    assert score(phone.sheet) == result
    phone.sheet.refresh_from_db()
    assert phone.sheet.questions == 0
    assert "dúvida resolvida" in referee.open("referee-reviews"), "the doubt does not vanish with its answer"


def test_two_corrections_past_each_other_are_settled(referee: Desk, phone: Phone) -> None:
    [first] = noted(phone, truco_hand(0, 3))
    stands = corrected(phone, first, truco_hand(1, 6))
    rival = Phone(phone.sheet, phone.secret, "b")
    overtaken = corrected(rival, first, truco_hand(1, 9))
    assert "uma sem saber da outra" in referee.open("referee-match", phone.sheet.match)
    seq_seen = sheet_seq(phone.sheet)
    referee.post(
        "referee-review",
        phone.sheet.match,
        ato="resolver",
        entrada=stands,
        escolha=overtaken,
        visto=seq_seen,
        why="nove",
    )
    assert score(phone.sheet) == (0, 9)
    phone.sheet.refresh_from_db()
    assert phone.sheet.questions == 0


def test_a_doubt_that_is_no_more_is_not_settled(referee: Desk, phone: Phone, doubt: tuple[str, str]) -> None:
    match, seq_seen = phone.sheet.match, sheet_seq(phone.sheet)
    for choice in ("nada", ""):
        answer = referee.post("referee-review", match, ato="resolver", entrada=doubt[0], escolha=choice, why="x")
        assert "Essa dúvida não existe mais" in alert(page_html(answer))
    phone.send(phone.entry("settle", place=0, hands=[doubt[0]], among=list(doubt)))
    late = referee.post(
        "referee-review", match, ato="resolver", entrada=doubt[0], escolha=doubt[1], visto=seq_seen, why="Vi tudo"
    )
    assert "Essa dúvida não existe mais" in alert(page_html(late))
    assert kinds(phone.sheet) == ["hand", "hand", "settle"]
    assert score(phone.sheet) == (3, 0)


# --- after the result ---------------------------------------------------------------------------------------------


def test_what_comes_after_the_result_is_flagged_and_moves_it_only_by_the_referees_word(
    event: Event, referee: Desk, phone: Phone
) -> None:
    match = phone.sheet.match
    [first] = noted(phone, truco_hand(0, 12))
    phone.send(*phone.accept(first))
    referee.client.post(
        reverse("match-rule", args=[event.slug, match, "confirmar-arbitragem"]),
        {"party": "referee", "version": 0, "seq": Event.objects.get().seq},
    )
    first_pair, second_pair = phone.sheet.pairs
    assert winner_of(match) == first_pair
    corrected(phone, first, truco_hand(1, 12))
    assert winner_of(match) == first_pair, "by itself it changes nothing"
    page = referee.open("referee-match", match)
    assert "A súmula já não diz o que o resultado diz" in page
    assert "depois do resultado" in page
    assert f"sai Dupla {first_pair[1:]}, entra Dupla {second_pair[1:]}." in page
    [path] = [path for path in forms_in(page) if path.endswith("/corrigir/")]
    form = {**forms_in(page)[path], "why": ["A súmula estava trocada"]}
    assert referee.client.post(path, form).status_code == 302
    assert winner_of(match) == second_pair
    assert "já não diz" not in referee.open("referee-match", match)
    assert "depois do resultado" in referee.open("referee-reviews")


def winner_of(match: str) -> object:
    ended = store.championship_of(Event.objects.get()).bracket.ended(match)
    return ended.winner if ended else None
