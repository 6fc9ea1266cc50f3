"""Django's database from the event loop: a few threads that are not those of the pages.

A push that begins asks who is there and how things stand; a thousand that begin together wait for one another here,
and no page waits for them. What is written waits for its turn in a thread of its own, and whoever reads does not.
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
    function: Callable[Arguments, Result], *arguments: Arguments.args, **named: Arguments.kwargs
) -> Result:
    """The result of a function that reads; its database connection is opened for it and closed after it."""
    return await _in(_readers, function, *arguments, **named)


async def in_writing_thread(
    function: Callable[Arguments, Result], *arguments: Arguments.args, **named: Arguments.kwargs
) -> Result:
    """The result of a function that writes: it may have to wait until somebody else has written."""
    return await _in(_writer, function, *arguments, **named)


async def _in(
    threads: ThreadPoolExecutor,
    function: Callable[Arguments, Result],
    *arguments: Arguments.args,
    **named: Arguments.kwargs,
) -> Result:

    def call() -> Result:
        try:
            return function(*arguments, **named)
        finally:
            connections.close_all()

    return await asyncio.get_running_loop().run_in_executor(threads, call)
