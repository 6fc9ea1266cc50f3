"""How anybody checks a draw at home, with nothing but Python: five lines for what was promised, a few more for the
order. The page shows them, and the suite runs what the page shows."""

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
"""Goes on after the five lines: the shuffle, then who changed places so as not to meet at once."""


def five_lines(commitment: str) -> str:
    """Whether the secret is the one promised, and the seed what secret and entropy give. The commitment stands in the
    program itself: whoever wrote it down before the draw compares with his own."""
    return _FIVE_LINES.format(file=PROTOCOL_FILE, format=DRAW_FORMAT, commitment=commitment)


def in_shell(label: str, secret: str) -> str:
    """The commitment alone with what every Linux and Mac has; then everything with the command of ours."""
    return f"printf '%s' '{label}|{secret}' | sha256sum\ncarteado verify {PROTOCOL_FILE}\n"
