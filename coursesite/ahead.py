"""Stages made ahead, several at a time, in processes of their own.

A child keeps what it makes where the build looks for it, and says nothing. The build goes through
all stages as ever: what a child has made it finds, and an error it meets by itself.
"""

from __future__ import annotations

import os
import sys
import threading
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager, suppress
from typing import TypeVar

FEWEST = 4
"""Stages from which on it pays."""

Stage = TypeVar("Stage")


@contextmanager
def making_ahead(stages: Sequence[Stage], make: Callable[[Stage], object]) -> Iterator[None]:
    """Call ``make`` for each of ``stages``, as many at once as there are cores; errors are lost.

    What stands inside runs meanwhile. Does nothing for a few stages, on one core, and where forking
    is not safe.
    """
    cores = min(os.cpu_count() or 1, len(stages))
    pays = len(stages) >= FEWEST and cores > 1 and _may_fork()
    children: list[int] = []
    try:
        with suppress(OSError):  # no more processes, no more memory: the build makes the rest
            for at in range(cores if pays else 0):
                children.append(_child(stages[at::cores], make))
        yield
    finally:
        for each in children:
            os.waitpid(each, 0)


def _may_fork() -> bool:
    """Whether this process has no threads, whose locks a child would find held for ever."""
    alone = threading.active_count() == 1 and "jax" not in sys.modules
    return alone and sys.platform.startswith("linux")


def _child(stages: Sequence[Stage], make: Callable[[Stage], object]) -> int:
    """Start a process that makes these stages; return its number."""
    child = os.fork()
    if child:
        return child
    try:
        for each in stages:
            make(each)
    finally:
        os._exit(0)  # what the parent has buffered is not written a second time
