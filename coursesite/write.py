"""The one writer: a folder of output files, swapped in whole.

The new site is written beside the old one and takes its place in one step. Whatever goes wrong
before that step, the old site stays as it was.
"""

from __future__ import annotations

import ctypes
import errno
import os
import shutil
import tempfile
from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path

from coursesite.errors import OutputError, Where

MARKER = ".coursesite"
"""A file that says the folder was written by this program and may be replaced by it."""

MARKER_TEXT = b"This folder is written by build.py; everything in it is replaced at each build.\n"


@dataclass(frozen=True, slots=True)
class OutputFile:
    """One file of the site."""

    path: str
    """Below the output folder, with forward slashes."""
    data: bytes


def check_output(out: Path) -> None:
    """Raise :class:`OutputError` when ``out`` is a file, or holds something not written here."""
    where = Where(str(out))
    if out.is_symlink() or (out.exists() and not out.is_dir()):
        raise OutputError("the output must be a folder", where, hint="name another with --out")
    if out.is_dir() and any(out.iterdir()) and not (out / MARKER).is_file():
        message = "the folder is not empty and was not written by this program"
        raise OutputError(message, where, hint="empty it yourself, or name another with --out")


def write_site(files: Iterable[OutputFile], out: Path) -> bool:
    """Make ``out`` hold exactly ``files``; return whether anything changed.

    Raises :class:`OutputError`, with ``out`` untouched, when the system refuses.
    """
    check_output(out)
    wanted = {each.path: each.data for each in files} | {MARKER: MARKER_TEXT}
    if _holds(out, wanted):
        return False
    try:
        _swap_in(wanted, out)
    except OSError as error:
        raise OutputError(
            f"the site cannot be written: {error.strerror or error}",
            Where(str(out)),
            hint="the old site is untouched; free space or permissions, then build again",
        ) from None
    return True


def _holds(out: Path, wanted: dict[str, bytes]) -> bool:
    if not out.is_dir():
        return False
    present = {path.relative_to(out).as_posix() for path in out.rglob("*") if path.is_file()}
    return present == set(wanted) and all(
        (out / name).read_bytes() == data for name, data in wanted.items()
    )


def _swap_in(wanted: dict[str, bytes], out: Path) -> None:
    out.parent.mkdir(parents=True, exist_ok=True)
    fresh = Path(tempfile.mkdtemp(prefix=f".{out.name}-", dir=out.parent))
    try:
        fresh.chmod(0o755)
        for name, data in sorted(wanted.items()):
            path = fresh / name
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_bytes(data)
        if not out.exists():
            os.rename(fresh, out)
        elif not _exchange(fresh, out):
            aside = fresh.with_name(fresh.name + "-old")
            os.rename(out, aside)
            os.rename(fresh, out)
            os.rename(aside, fresh)
    finally:
        shutil.rmtree(fresh, ignore_errors=True)


AT_FDCWD = -100
RENAME_EXCHANGE = 2
"""From linux/fs.h: swap two paths in one step."""


def _exchange(one: Path, other: Path) -> bool:
    """Swap two folders in one step; return whether the system can."""
    try:
        renameat2 = ctypes.CDLL(None, use_errno=True).renameat2
    except (AttributeError, OSError):
        return False
    done = renameat2(
        AT_FDCWD, os.fsencode(one), AT_FDCWD, os.fsencode(other), ctypes.c_uint(RENAME_EXCHANGE)
    )
    if done == 0:
        return True
    if ctypes.get_errno() in (errno.ENOSYS, errno.EINVAL, errno.ENOTSUP):
        return False
    raise OSError(ctypes.get_errno(), os.strerror(ctypes.get_errno()))
