"""Stages made ahead, several at a time, in processes of their own.

A child keeps what it makes where the build looks for it, and says nothing. The build goes through
all stages as ever: what a child has made it finds, and an error it meets by itself. Whichever child
is ready takes the next stage, since neither stages nor cores are equally fast.
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

PLACE_BYTES = 4
"""Of a stage's place among the others; pages of a pipe hold whole places."""

Stage = TypeVar("Stage")


@contextmanager
def making_ahead(stages: Sequence[Stage], make: Callable[[Stage], object]) -> Iterator[None]:
    """Call ``make`` for each of ``stages``, as many at once as there are cores; errors are lost.

    What stands inside runs meanwhile. Does nothing for a few stages, on one core, and where forking
    is not safe.
    """
    cores = min(os.cpu_count() or 1, len(stages))
    children: list[int] = []
    try:
        if len(stages) >= FEWEST and cores > 1 and _may_fork():
            with suppress(OSError), _places(len(stages)) as places:  # else the build makes the rest
                for _ in range(cores):
                    children.append(_child(places, stages, make))
        yield
    finally:
        for each in children:
            os.waitpid(each, 0)


@contextmanager
def _places(count: int) -> Iterator[int]:
    """Give a pipe from which each of so many places can be read once, by whoever comes first.

    Places that find no room in it are left out.
    """
    source, sink = os.pipe()
    with open(source, "rb", buffering=0) as reading:
        with open(sink, "wb", buffering=0) as writing:
            os.set_blocking(sink, False)
            writing.write(b"".join(place.to_bytes(PLACE_BYTES, "big") for place in range(count)))
        yield reading.fileno()


def _may_fork() -> bool:
    """Whether this process has no threads, whose locks a child would find held for ever."""
    alone = threading.active_count() == 1 and "jax" not in sys.modules
    return alone and sys.platform.startswith("linux")


def _child(places: int, stages: Sequence[Stage], make: Callable[[Stage], object]) -> int:
    """Start a process that makes the stages whose places it can read; return its number."""
    child = os.fork()
    if child:
        return child
    try:
        while place := os.read(places, PLACE_BYTES):
            make(stages[int.from_bytes(place, "big")])
    finally:
        os._exit(0)  # what the parent has buffered is not written a second time
