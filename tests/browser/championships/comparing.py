"""Compares every place of an event beside the real site, on its data, after what people did in their browsers.

``python -m tests.browser.championships.comparing`` is the process that does it: for each line with an event and a
language it prints, as a line of JSON, what a place shows that the championship does not say.
"""

import json
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from itertools import cycle
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from tests.browser.site_process import Site

LANGUAGES = ("pt-br", "en")
TRIES = 4
"""A delay that ends between two readings makes them differ; it does not go on doing so."""


class Comparer:
    """Asks the process, in one language after the other."""

    def __init__(self, process: "subprocess.Popen[str]") -> None:
        self._process, self._languages = process, cycle(LANGUAGES)
        self.comparisons = 0

    def all_agree(self, slug: str) -> None:
        language = next(self._languages)
        found = self._disagreements(slug, language)
        for number in range(1, TRIES):
            if found:
                time.sleep(number)
                found = self._disagreements(slug, language)
        assert not found, f"{len(found)} disagree in {language}:\n" + "\n".join(found[:40])
        self.comparisons += 1

    def _disagreements(self, slug: str, language: str) -> list[str]:
        assert self._process.stdin
        assert self._process.stdout
        print(slug, language, file=self._process.stdin, flush=True)
        answer = self._process.stdout.readline()
        assert answer, f"the comparison of {slug} ended"
        found: list[str] = json.loads(answer)
        return found


@contextmanager
def comparing(site: "Site") -> Iterator[Comparer]:
    command = [sys.executable, "-m", __name__]
    with subprocess.Popen(
        command, env=dict(site.environment), stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
    ) as process:
        yield Comparer(process)
        assert process.stdin
        process.stdin.close()


def main() -> None:
    import django

    django.setup()
    from django.db import close_old_connections
    from django.test.utils import setup_test_environment
    from django.utils import timezone

    from carteado.web.events.models import Event
    from tests.web.journeys.day import Clock, Day

    setup_test_environment()
    for line in sys.stdin:
        slug, language = line.split()
        close_old_connections()
        day = Day.around(Event.objects.get(slug=slug), Clock(timezone.now()))
        print(json.dumps([str(one) for one in day.disagreements(language=language)]), flush=True)


if __name__ == "__main__":
    main()
