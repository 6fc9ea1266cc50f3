"""Background tasks on the event loop, which no caller waits for."""

import asyncio
from collections.abc import Coroutine
from typing import Any


class Tasks:
    """Keeps each task until it is done, because the loop alone would forget it."""

    def __init__(self) -> None:
        self._on: set[asyncio.Task[None]] = set()

    def __len__(self) -> int:
        return len(self._on)

    def keep(self, work: Coroutine[Any, Any, None]) -> None:
        task = asyncio.get_running_loop().create_task(work)
        self._on.add(task)
        task.add_done_callback(self._on.discard)

    def cancel(self) -> None:
        for task in list(self._on):
            task.cancel()
