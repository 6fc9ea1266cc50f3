"""Only what changed: whoever has the text before and the delta has the text after."""

import json
import zlib
from random import Random

from carteado.web.kit.push.line_changes import LEAST_CHARACTERS, delta
from carteado.web.pages.live_stream import as_event

LONG = [f"<p>jogo {number} · mesa {number % 8}, São João</p>" for number in range(500)]


def apply_delta(delta_text: str, before: str) -> str:
    document = json.loads(delta_text)
    assert document["of"] == zlib.crc32(before.encode())
    lines = before.split("\n")
    for start, count, changed in reversed(document["edits"]):
        lines[start : start + count] = changed
    return "\n".join(lines)


def test_the_text_before_and_the_delta_give_the_text_after() -> None:
    chance = Random(7)
    for _ in range(200):
        before, after = list(LONG), list(LONG)
        for _change in range(chance.randrange(1, 5)):
            place = chance.randrange(len(after))
            match chance.choice(("set", "add", "drop")):
                case "set":
                    after[place] = "<p>outra coisa</p>"
                case "add":
                    after.insert(place, "<p>mais uma</p>")
                case _:
                    del after[place]
        whole = "\n".join(after)
        delta_text = delta("\n".join(before), whole)
        assert delta_text is None or apply_delta(delta_text, "\n".join(before)) == whole


def test_few_changes_are_few_bytes() -> None:
    after = list(LONG)
    after[3], after[480] = "<p>a</p>", "<p>b</p>"
    delta_text = delta("\n".join(LONG), "\n".join(after))
    assert delta_text is not None
    assert len(delta_text) < 200


def test_lines_repeated_at_the_end_are_counted_once() -> None:
    before, after = "x\n" * LEAST_CHARACTERS, "x\n" * (LEAST_CHARACTERS + 1)
    delta_text = delta(before, after)
    assert delta_text is not None
    assert apply_delta(delta_text, before) == after


def test_what_is_small_or_all_new_is_sent_whole() -> None:
    assert delta("a", "b") is None
    assert delta("\n".join(LONG), "\n".join(line + "!" for line in LONG)) is None


def test_a_reader_is_told_the_whole_first_and_then_what_is_new() -> None:
    before, after = "\n".join(LONG), "\n".join([*LONG[:-1], "fim"])
    assert as_event(before).startswith(b"data: <p>jogo 0")
    assert as_event(after, before).startswith(b'event: delta\ndata: {"of":')
    assert as_event("curto", "antes") == b"data: curto\n\n"
