"""One writer at a time for each output folder, also between processes.

The lock is the system's own, on a file beside the folder. It ends with the process that holds it,
however that ends: a file that a killed build left behind locks nobody out.
"""

from __future__ import annotations

import fcntl
import os
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from coursesite.errors import OutputError, Where

WAIT_S = 5.0
"""How long a build waits for another: writing takes a small part of this."""

PAUSE_S = 0.02


def lock_path(out: Path) -> Path:
    """The lock file of the output folder ``out``; it is there while a build writes."""
    return out.with_name(f".{out.name}.lock")


@contextmanager
def locked(out: Path) -> Iterator[None]:
    """Hold the lock of the output folder ``out``, whose parent exists.

    Raises :class:`OutputError` when another build holds it for too long.
    """
    path = lock_path(out)
    file = _acquired(path, out)
    try:
        yield
    finally:
        path.unlink(missing_ok=True)
        os.close(file)


def _acquired(path: Path, out: Path) -> int:
    """The lock file, open and locked."""
    deadline = time.monotonic() + WAIT_S
    while (file := _try(path)) is None:
        if time.monotonic() > deadline:
            hint = "wait until it has ended, or name another folder with --out"
            raise OutputError("another build is writing this folder", Where(str(out)), hint=hint)
        time.sleep(PAUSE_S)
    return file


def _try(path: Path) -> int | None:
    """The lock file when the lock is free, else nothing."""
    file = os.open(path, os.O_RDWR | os.O_CREAT | os.O_NOFOLLOW, 0o644)
    try:
        fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
        # The holder before may have removed the file between opening and locking.
        if os.path.samestat(os.fstat(file), path.stat()):
            return file
    except (BlockingIOError, FileNotFoundError):
        pass
    os.close(file)
    return None
