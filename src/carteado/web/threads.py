"""Django's database from the event loop: a few threads that are not those of the pages.

A push that begins asks who is there and how things stand; a thousand that begin together wait for one another here,
and no page waits for them.
"""

import asyncio
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from typing import ParamSpec, TypeVar

from django.db import connections

Result = TypeVar("Result")
Arguments = ParamSpec("Arguments")

THREADS = 2
_executor = ThreadPoolExecutor(THREADS, thread_name_prefix="live")


async def in_thread(
    function: Callable[Arguments, Result], *arguments: Arguments.args, **named: Arguments.kwargs
) -> Result:
    """The function's result; its database connection is opened for it and closed after it."""

    def call() -> Result:
        try:
            return function(*arguments, **named)
        finally:
            connections.close_all()

    return await asyncio.get_running_loop().run_in_executor(_executor, call)
