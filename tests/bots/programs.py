"""Outside programs, good and bad, as tiny scripts on the bot protocol."""

import shlex
import sys
from pathlib import Path
from textwrap import dedent

COMMON = """
import json, random, sys, time

def messages():
    for line in sys.stdin:
        yield json.loads(line)

def say(message):
    print(json.dumps(message), flush=True)

def ready():
    say({"ready": 1, "name": "outside"})

def answer(message, act):
    say({"answer": message["ask"], "act": act})

def noted(text):
    with open(__file__ + ".notes", "a") as notes:
        notes.write(text + "\\n")

rng = random.Random(1)
"""

PROGRAMS = {
    "good": """
        for message in messages():
            if "hello" in message: ready()
            if "ask" in message: answer(message, rng.choice(message["legal"]))
            if "bye" in message: break
        """,
    "silent": """
        for message in messages():
            if "hello" in message: ready()
            if "ask" in message: noted("asked")
            if "bye" in message: break
        """,
    "illegal": """
        wrong = [{"act": "play", "card": "8c"}, {"act": "win"}, {}, None, [], "play", 3, {"act": None}, {"act": ["x"]}]
        for message in messages():
            if "hello" in message: ready()
            if "ask" in message:
                noted("asked")
                answer(message, rng.choice(wrong))
            if "bye" in message: break
        """,
    "garbage": """
        for message in messages():
            for rubbish in ("", "garbage", "[1, 2", "null", "[]", "7", '"text"', '{"answer": 0}', "[" * 5000, "NaN"):
                print(rubbish, flush=True)
            sys.stdout.buffer.write(b"\\xff\\xfe\\x00\\n")
            sys.stdout.flush()
            if "hello" in message: ready()
            if "ask" in message: answer(message, rng.choice(message["legal"]))
            if "bye" in message: break
        """,
    "crashing": """
        asked = 0
        for message in messages():
            if "hello" in message: ready()
            if "ask" in message:
                asked += 1
                if asked > 3: sys.exit(3)
                answer(message, rng.choice(message["legal"]))
        """,
    "deaf": """
        ready()
        while True: time.sleep(60)
        """,
    "late": """
        asked = 0
        for message in messages():
            if "hello" in message: ready()
            if "ask" in message:
                asked += 1
                if asked % 3 == 1:
                    noted("late")
                    time.sleep(0.4)
                answer(message, rng.choice(message["legal"]))
            if "bye" in message: break
        """,
    "flooding": """
        import os, threading
        def flood():
            lines = b"x" * (1 << 20) + b"\\n"
            while True: os.write(1, lines)
        ready()
        threading.Thread(target=flood, daemon=True).start()
        for message in messages():
            if "bye" in message: break
        """,
    "stubborn": """
        import signal
        signal.signal(signal.SIGTERM, signal.SIG_IGN)
        for message in messages():
            if "hello" in message: ready()
            if "ask" in message: answer(message, message["legal"][0])
        while True: time.sleep(60)
        """,
    "signing": """
        for message in messages():
            if "hello" in message: ready()
            if "ask" in message: answer(message, {"act": "sign", "sign": "zap"})
            if "bye" in message: break
        """,
    "sitting": """
        for message in messages():
            if "hello" in message: ready()
            if "ask" in message: answer(message, {"act": "sit", "player": "bot:matreiro"})
            if "bye" in message: break
        """,
    "passing": """
        for message in messages():
            if "hello" in message: ready()
            if "ask" in message: answer(message, {"act": "pass"})
            if "bye" in message: break
        """,
    "unready": """
        for message in messages():
            if "bye" in message: break
        """,
    "stillborn": "sys.exit(1)",
}


def program(folder: Path, name: str, body: str | None = None) -> str:
    """The script as the arena is told of it. A plain interpreter without site packages starts fast."""
    file = folder / f"{name}.py"
    file.write_text(COMMON + dedent(PROGRAMS[name] if body is None else body), "utf-8")
    return "cmd:" + shlex.join([sys.executable, "-I", "-S", str(file)])


def notes(folder: Path, name: str) -> list[str]:
    """What the script noted while it ran."""
    file = folder / f"{name}.py.notes"
    return file.read_text("utf-8").splitlines() if file.exists() else []
