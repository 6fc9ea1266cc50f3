"""What a phone counts without anybody to ask, and what the server counts: the same, hand by hand, for any súmula."""

import json
from collections.abc import Iterator
from typing import Any

import pytest
from hypothesis import HealthCheck, Phase, event, given, settings
from hypothesis import strategies as st

from carteado import truco
from carteado.record import Line, Node, read_sheet
from carteado.regulation import LANGUAGES, Refusal, catalogue
from carteado.sumula import CountedHand, Sheet, Terms, count, form_of, read_entry
from tests.sumula.bridge import Bridge
from tests.sumula.sheets import AP, TM, EntryJson, Setting, hands, settings_of_matches, sheets


class Phone:
    """The phone's core with the forms that it has been given."""

    def __init__(self) -> None:
        self.bridge = Bridge()
        self.forms: set[str] = set()

    def counted(self, setting: Setting, language: str, entries: list[EntryJson], draft: EntryJson) -> Any:
        name = f"{setting} {language}"
        if name not in self.forms:
            form = form_of(setting.terms, catalogue(language))
            self.bridge.ask({"do": "form", "name": name, "form": form})
            self.forms.add(name)
        request = {"do": "count", "form": name, "best_of": setting.best_of, "entries": entries, "draft": draft}
        return self.bridge.ask(request)


@pytest.fixture(scope="module")
def phone() -> Iterator[Phone]:
    phone = Phone()
    yield phone
    phone.bridge.close()


def count_by_server(sheet: Sheet, language: str) -> dict[str, Any]:
    """In the words of the phone."""
    resolved = sheet.resolved
    return {
        "score": list(sheet.score),
        "won": list(sheet.won),
        "winner": sheet.winner,
        "games": [
            {"score": list(one.score), "winner": one.winner, "byTime": one.by_time, "byRuling": one.by_ruling}
            for one in sheet.games
        ],
        "hands": [_hand(one, sheet.terms, language) for one in sheet.hands],
        "leftOver": [one.version for one in sheet.left_over],
        "refused": {entry: refusal.code for entry, refusal in sheet.refused.items()},
        "nextPlace": resolved.next_place,
        "minimum": [sheet.minimum(0), sheet.minimum(1)],
        "questions": [
            {"doubt": str(one.doubt), "place": one.place, "entries": list(one.entries)} for one in resolved.questions
        ],
        "isBlocked": bool(resolved.questions),
        "versions": list(resolved.versions),
        "accepted": list(resolved.accepted),
        "agreed": list(resolved.agreed),
        "isAccepted": sheet.is_accepted,
        "withoutEffect": {entry: str(why) for entry, why in resolved.without_effect.items()},
        **{name: [entry.id for entry in getattr(resolved, name)] for name in _ENTRIES},
    }


_ENTRIES = ("calls", "warnings", "rulings", "bells")
_STANDING = ("place", "of", "version", "despite")


def _hand(counted: CountedHand, terms: Terms, language: str) -> dict[str, Any]:
    report = counted.report
    return {
        **{name: getattr(counted.standing, name) for name in _STANDING},
        "game": counted.game,
        "number": counted.number,
        "winner": report.winner,
        "points": list(report.points),
        "score": list(report.score),
        "lines": [[_line(line) for line in lines] for lines in report.lines],
        "doubts": [_doubt(one, terms, language) for one in counted.doubts],
    }


def _line(line: Line) -> dict[str, Any]:
    return {"item": line.item, "count": line.number, "points": line.points, "article": line.article}


def _doubt(doubt: Refusal, terms: Terms, language: str) -> dict[str, Any]:
    return {
        "code": doubt.code,
        "key": doubt.key,
        "article": str(terms.regulation.citation(doubt.key)),
        "text": catalogue(language).refusal(doubt),
        "pair": doubt.details.get("pair"),
    }


def count_by_phone(sheet: dict[str, Any], like: dict[str, Any]) -> dict[str, Any]:
    plain = {name: sheet[name] for name in like}
    plain["leftOver"] = [one["version"] for one in sheet["leftOver"]]
    plain |= {name: [entry["id"] for entry in sheet[name]] for name in _ENTRIES}
    plain["hands"] = [_phones_hand(hand) for hand in sheet["hands"]]
    return plain


def _phones_hand(hand: dict[str, Any]) -> dict[str, Any]:
    names = ("game", "number", "winner", "points", "score", "lines")
    standing = {name: hand["standing"][name] for name in _STANDING}
    return {
        **standing,
        **{name: hand[name] for name in names},
        "doubts": [_phones_doubt(one) for one in hand["doubts"]],
    }


def _phones_doubt(doubt: dict[str, Any]) -> dict[str, Any]:
    return {name: doubt[name] for name in ("code", "key", "article", "text", "pair")}


def check(phone: Phone, data: st.DataObject) -> None:
    setting = data.draw(settings_of_matches)
    language = data.draw(st.sampled_from(LANGUAGES))
    written, draft = data.draw(sheets(setting.terms)), data.draw(hands(setting.terms))
    expected = compare(phone, setting, language, written, draft)
    event(f"{'decided' if expected.winner is not None else 'open'}, games {len(expected.games)}")


def compare(phone: Phone, setting: Setting, language: str, written: list[EntryJson], draft: EntryJson) -> Sheet:
    answer = phone.counted(setting, language, written, draft)
    expected = counted(setting.terms, written)
    by_server = count_by_server(expected, language)
    assert count_by_phone(answer["sheet"], by_server) == by_server
    check_next_hand(answer["sheet"], expected)
    check_preview(answer["preview"], expected, written, draft, language)
    check_records(answer["records"], expected)
    return expected


def check_records(records: list[Any], sheet: Sheet) -> None:
    """What ``carteado score`` makes of the hands of each game, where nobody but the table decided."""
    changed = sheet.resolved.bells or sheet.resolved.rulings or sheet.terms.regulation.overrides
    if changed:
        return
    played = sorted({hand.game for hand in sheet.hands})
    assert len(records) == len(played)
    for game, record in zip(played, records, strict=True):
        report = read_sheet(json.dumps(record)).report
        assert report.hands == tuple(hand.report for hand in sheet.hands if hand.game == game)
        assert (report.score, report.winner) == sheet.games[game][:2]


def counted(terms: Terms, written: list[EntryJson]) -> Sheet:
    return count(terms, [read_entry(Node(entry), terms.reader) for entry in written])


def check_next_hand(told: dict[str, Any], sheet: Sheet) -> None:
    """In truco, what kind of hand is dealt."""
    if not isinstance(sheet.match, truco.Match) or sheet.winner is not None:
        return
    kind, pair = sheet.match.kind_to_deal, sheet.match.eleven_pair
    assert told["kind"] == (str(kind) if pair is None else f"{kind}-{pair}")
    for choice in told["choices"]:
        noted = truco.SheetLine(choice["winner"], choice["value"], choice["refused"])
        assert not list(truco.doubts(sheet.match, noted))


def check_preview(
    told: dict[str, Any], sheet: Sheet, written: list[EntryJson], draft: EntryJson, language: str
) -> None:
    """What is shown while a hand is being noted is what it gives once it is."""
    between = [entry for entry in written if entry["kind"] in ("bell", "rule")]
    if sheet.winner is not None or any(entry["place"] > sheet.resolved.next_place for entry in between):
        return
    head = {
        "id": "next",
        "device": "d",
        "at": "2026-11-21T18:00:00Z",
        "kind": "hand",
        "place": sheet.resolved.next_place,
    }
    after = counted(sheet.terms, [*written, {**head, "hand": draft}])
    noted = _hand(after.hands[-1], sheet.terms, language)
    assert [noted[name] for name in ("lines", "points", "score")] == [
        told[name] for name in ("lines", "points", "score")
    ]
    assert [_phones_doubt(one) for one in told["broken"]] == noted["doubts"]
    for pair, fields in enumerate(told["fields"]):
        assert not fields or sum(fields.values()) == told["points"][pair]


def entry(number: int, kind: str, /, **fields: Any) -> EntryJson:
    return {"id": f"e{number}", "device": "a", "at": "2026-11-21T18:00:00Z", "kind": kind, **fields}


def won(number: int, winner: int, value: int) -> EntryJson:
    return entry(number, "hand", place=number, hand={"winner": winner, "value": value})


def adjusted(number: int, place: int, pair: int, points: int) -> EntryJson:
    act = {"seat": None, "act": "ruling", "ruling": "adjust", "pair": pair, "points": points}
    return entry(number, "rule", place=place, act={**act, "reason": "so", "article": "1"}, why="so")


def rung(number: int, place: int, bell: int, *, during: bool = False) -> EntryJson:
    return entry(number, "bell", place=place, number=bell, during=during)


@pytest.mark.parametrize(
    "written",
    [
        pytest.param(
            [adjusted(9, 0, 1, -3), won(0, 0, 9), won(1, 0, 1), won(2, 0, 1)], id="eleven against less than 0"
        ),
        pytest.param([won(0, 0, 1), won(1, 1, 1), rung(8, 2, 1), rung(9, 2, 2)], id="tied twice: who scored first"),
        pytest.param([rung(7, 0, 1), rung(8, 0, 2), adjusted(9, 1, 1, 1)], id="a tie that the referee breaks"),
        pytest.param([adjusted(9, 0, 0, 1), won(0, 1, 1), rung(7, 1, 1), rung(8, 1, 2)], id="scored first by a ruling"),
        pytest.param([won(0, 0, 9), rung(8, 1, 1, during=True), won(1, 0, 3)], id="the target in the last hand"),
    ],
)
def test_corners_of_truco(phone: Phone, written: list[EntryJson]) -> None:
    """Those that chance seldom finds."""
    setting, draft = Setting(TM, 0, None, 1), {"winner": 1, "value": 2, "refused": True}
    compare(phone, setting, "pt", written, draft)


@pytest.mark.parametrize(
    ("then", "open_call", "without_effect"),
    [
        pytest.param([], ["e1"], {"e2": "same"}, id="both wait"),
        pytest.param([entry(3, "undo", of="e1")], ["e2"], {"e1": "taken_back"}, id="the first is taken back"),
        pytest.param([entry(3, "undo", of="e2")], ["e1"], {"e2": "taken_back"}, id="the second is taken back"),
        pytest.param([entry(3, "answer", of="e1")], [], {"e2": "same"}, id="the first is answered"),
        pytest.param([entry(3, "answer", of="e2")], [], {"e2": "same"}, id="the second is answered"),
        pytest.param(
            [entry(3, "answer", of="e1"), entry(4, "answer", of="e2"), entry(5, "call")],
            ["e5"],
            {"e2": "same", "e4": "unknown"},
            id="called again",
        ),
    ],
)
def test_a_table_waits_for_the_referee_once(
    phone: Phone, then: list[EntryJson], open_call: list[str], without_effect: dict[str, str]
) -> None:
    written = [entry(1, "call", about="dúvida"), entry(2, "call"), *then]
    sheet = compare(phone, Setting(TM, 0, None, 1), "pt", written, {"winner": 1, "value": 1})
    assert [call.id for call in sheet.resolved.calls] == open_call
    assert sheet.resolved.without_effect == without_effect


@pytest.mark.parametrize("failed", range(6))
def test_every_failed_attempt_raises_the_minimum(phone: Phone, failed: int) -> None:
    far: EntryJson = {"pairs": [{"clean": 8, "melded": {"8-K": 56}, "morto": "taken"}, {}]}
    hand = entry(0, "hand", place=0, hand=far)
    attempts = [entry(number, "attempt", place=1, pair=0, number=number) for number in range(1, failed + 1)]
    sheet = compare(phone, Setting(AP, 0, None, 1), "pt", [hand, *attempts, *attempts], far)
    assert sheet.minimum(0) == (75, 90, 120, 150, 150, 150)[failed]


@pytest.mark.parametrize(("in_hand", "minimum"), [(0, 75), (1, None)])
def test_the_very_point_from_which_a_pair_is_vulnerable(phone: Phone, in_hand: int, minimum: int | None) -> None:
    near: EntryJson = {"clean": 7, "melded": {"8-K": 10}, "in_hand": {"3-7": in_hand}, "morto": "taken"}
    hand: EntryJson = {"pairs": [near, {}]}
    sheet = compare(phone, Setting(AP, 0, None, 1), "pt", [entry(0, "hand", place=0, hand=hand)], hand)
    assert (sheet.score[0], sheet.minimum(0)) == (1500 - 5 * in_hand, minimum)


WITHOUT_EXPLAINING = (Phase.explicit, Phase.reuse, Phase.generate, Phase.shrink)
COMMON = settings(suppress_health_check=list(HealthCheck), phases=WITHOUT_EXPLAINING)


@given(data=st.data())
@settings(COMMON, max_examples=400)
def test_the_phone_counts_as_the_server_does(phone: Phone, data: st.DataObject) -> None:
    check(phone, data)


@pytest.mark.slow
@given(data=st.data())
@settings(COMMON, max_examples=8000)
def test_the_phone_counts_as_the_server_does_many_times(phone: Phone, data: st.DataObject) -> None:
    check(phone, data)
