"""Sampled lengths of matches for every regulation of the package. They are stored as files, because simulating them
takes half a minute.

Run ``python -m carteado.web.organising.match_length_samples`` to write the files again after a rule of play has
changed.
"""

import hashlib
import json
from dataclasses import replace
from functools import cache
from importlib import resources
from pathlib import Path

from carteado.planning.forecast import Lengths, sample_lengths
from carteado.planning.pace import MatchLength
from carteado.regulation import Regulation, TrucoRules, available, load

SEED = "0"


def rules_of_play(regulation: Regulation) -> object:
    """The rules of play that affect the sample. Bots play without a clock, so its minutes do not."""
    rules = regulation.rules
    if isinstance(rules, TrucoRules):
        original = load(regulation.id).rules
        assert isinstance(original, TrucoRules)
        return replace(rules, clock=original.clock)
    return rules


def fingerprint(regulation: Regulation) -> str:
    """A hash of the rules on which the sample depends. It is stored with the sample, and a test compares it to
    notice a sample of older rules."""
    return hashlib.sha256(repr(rules_of_play(regulation)).encode()).hexdigest()


@cache
def stored_sample(regulation_id: str) -> Lengths:
    """The sample stored in the package."""
    document = json.loads(_folder().joinpath(f"{regulation_id}.json").read_text("utf-8"))
    return Lengths(usual=_read(document["usual"]), final=_read(document["final"]))


def stored_fingerprint(regulation_id: str) -> str:
    return str(json.loads(_folder().joinpath(f"{regulation_id}.json").read_text("utf-8"))["rules"])


def _folder() -> resources.abc.Traversable:
    return resources.files("carteado.web.organising") / "samples"


def _read(lengths: list[tuple[int, dict[str, int]]]) -> tuple[MatchLength, ...]:
    return tuple(MatchLength(hands, tuple(acts.items())) for hands, acts in lengths)


def _as_json(lengths: tuple[MatchLength, ...]) -> list[tuple[int, dict[str, int]]]:
    return [(length.hands, dict(length.acts)) for length in lengths]


def write_samples(folder: Path) -> None:
    for name in available():
        regulation = load(name)
        lengths = sample_lengths(regulation, seed=SEED)
        document = {
            "rules": fingerprint(regulation),
            "usual": _as_json(lengths.usual),
            "final": _as_json(lengths.final),
        }
        folder.joinpath(f"{name}.json").write_text(json.dumps(document, separators=(",", ":")) + "\n", "utf-8")


if __name__ == "__main__":
    write_samples(Path(__file__).parent / "samples")
