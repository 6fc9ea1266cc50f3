"""docs/protocol.md and the client's types say what the server's classes say."""

import json
import re
from typing import Any, get_args

import msgspec
import pytest

from carteado.web.tables import protocol as messages
from carteado.web.tables.match.act_reading import REFEREE_ACTS
from carteado.web.tables.room.sentences import CODES
from tests.paths import ROOT
from tools import protocol

PAGE = (ROOT / "docs" / "protocol.md").read_text("utf-8")
EXAMPLES = re.findall(r"```json\n(.*?)```", PAGE, re.DOTALL)
BY_TAG = {one.__struct_config__.tag: one for one in (*get_args(messages.Incoming), *get_args(messages.Outgoing))}


def test_the_clients_types_are_those_of_the_server() -> None:
    assert protocol.FILE.read_text("utf-8") == protocol.written()


@pytest.mark.parametrize("example", EXAMPLES)
def test_an_example_is_a_frame_of_messages(example: str) -> None:
    for message in json.loads(example):
        one = _untagged(BY_TAG[message.pop("type")])
        msgspec.json.decode(msgspec.json.encode(message), type=one)


def _untagged(one: Any) -> Any:
    """The class without its tag, every field of which is known."""
    fields = [(field.name, field.type, field.default) for field in msgspec.structs.fields(one)]
    required = [(name, hint) for name, hint, default in fields if default is msgspec.NODEFAULT]
    optional = [(name, hint, default) for name, hint, default in fields if default is not msgspec.NODEFAULT]
    return msgspec.defstruct(one.__name__, [*required, *optional], forbid_unknown_fields=True)


def test_every_message_and_every_code_of_the_table_is_told_of() -> None:
    for tag in BY_TAG:
        assert f"`{tag}`" in PAGE, tag
    for code in CODES:
        assert f"`{code}`" in PAGE, code
    for act in REFEREE_ACTS:
        assert f"`{act}`" in PAGE, act
