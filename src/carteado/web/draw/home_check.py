"""Programs with which a reader verifies a draw at home: two that need only Python, and two shell commands.

Five lines check the commitment, a few more check the order. The page shows them, and the tests run what it shows.
"""

from carteado.fair import DRAW_FORMAT

PROTOCOL_FILE = "protocolo.json"

_FIVE_LINES = """\
import hashlib, json
draw = json.load(open("{file}"))
promise = "{format}|" + draw["event"] + "|" + draw["name"] + "|" + draw["secret"]
print(hashlib.sha256(promise.encode()).hexdigest() == "{commitment}")
print(hashlib.sha256(bytes.fromhex(draw["secret"]) + b"|" + draw["entropy"].encode()).hexdigest() == draw["seed"])
"""

THE_ORDER = """\
import hmac, itertools
label = promise.rpartition("|")[0]
seed, order = bytes.fromhex(draw["seed"]), sorted(draw["entrants"])
blocks = (hmac.digest(seed, f"{label}|{n}".encode(), "sha256") for n in itertools.count())
words = (int.from_bytes(block[at:at + 4], "big") for block in blocks for at in range(0, 32, 4))
for i in range(len(order) - 1, 0, -1):
    j = next(word for word in words if word < 2**32 - 2**32 % (i + 1)) % (i + 1)
    order[i], order[j] = order[j], order[i]
for move in draw["constraints"]["moves"]:
    i, j = move["from"], move["to"]
    order[i], order[j] = order[j], order[i]
print(order == draw["result"])
"""
"""Follows the five lines: repeats the shuffle, then the exchanges that keep entrants from meeting at once."""


def five_lines(commitment: str) -> str:
    """The program that checks the secret against the commitment, and the seed against secret and entropy.

    The commitment is part of the program, so that a reader who noted it before the draw can compare.
    """
    return _FIVE_LINES.format(file=PROTOCOL_FILE, format=DRAW_FORMAT, commitment=commitment)


def in_shell(label: str, secret: str) -> str:
    """Two commands: the first prints the commitment with a standard tool, to be compared; the second is a full check
    with our own command. ``label`` is the format, the event and the draw, as in the commitment."""
    return f"printf '%s' '{label}|{secret}' | sha256sum\ncarteado verify {PROTOCOL_FILE}\n"
