"""Access to Django's database from the event loop, in a few threads apart from those of the pages.

A new live stream reads the session and the current state. If a thousand streams open at once, they wait for one another
here and no page waits for them. Writes have a thread of their own, so reads do not wait for writes.
"""

import asyncio
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from typing import ParamSpec, TypeVar

from django.db import connections

Result = TypeVar("Result")
Arguments = ParamSpec("Arguments")

THREADS = 2
_readers = ThreadPoolExecutor(THREADS, thread_name_prefix="live")
_writer = ThreadPoolExecutor(1, thread_name_prefix="live-writer")


async def in_thread(
    function: Callable[Arguments, Result], *arguments: Arguments.args, **keywords: Arguments.kwargs
) -> Result:
    """Run a function that reads, with its own database connection, which is closed afterwards.

    The daily deletion of expired data, which may take long, runs here too.
    """
    return await _in(_readers, function, *arguments, **keywords)


async def in_writing_thread(
    function: Callable[Arguments, Result], *arguments: Arguments.args, **keywords: Arguments.kwargs
) -> Result:
    """Run a function that writes, in the one thread for writing. It waits for the functions before it."""
    return await _in(_writer, function, *arguments, **keywords)


async def _in(
    threads: ThreadPoolExecutor,
    function: Callable[Arguments, Result],
    *arguments: Arguments.args,
    **keywords: Arguments.kwargs,
) -> Result:

    def call() -> Result:
        try:
            return function(*arguments, **keywords)
        finally:
            connections.close_all()

    return await asyncio.get_running_loop().run_in_executor(threads, call)
