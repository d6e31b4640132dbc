"""The one writer: a folder of output files, swapped in whole.

The new site is written beside the old one and takes its place in one step::

    lock ─► clear away what killed builds left ─► write .NAME-xxxxxxxx ─► exchange ─► remove the old

Whatever goes wrong before the exchange, the old site stays as it was; whatever goes wrong after it,
the new one is whole and the next build clears away the rest.
"""

from __future__ import annotations

import os
import re
import shutil
import tempfile
from collections.abc import Iterable, Mapping
from contextlib import suppress
from dataclasses import dataclass, field
from pathlib import Path

from coursesite.errors import OutputError, Where
from coursesite.exchange import exchange
from coursesite.lock import lock_path, locked

MARKER = ".coursesite"
"""A file that says the folder was written by this program and may be replaced by it."""

MARKER_TEXT = b"This folder is written by build.py; everything in it is replaced at each build.\n"

ASIDE = "-old"
"""End of the name that the old site has for a moment, where systems cannot exchange folders."""

# the backslash of a Windows path, NUL, line end
UNSAFE = re.compile(r"[\\\x00-\x1f\x7f]")


@dataclass(frozen=True, slots=True)
class OutputFile:
    """One file of the site."""

    path: str
    """Below the output folder, with forward slashes."""
    data: bytes
    digest: str = field(default="", compare=False)
    """The data's sha256, where it is known already."""


def check_output(out: Path) -> None:
    """Raise :class:`OutputError` when ``out`` is a file, or holds something not written here."""
    where = Where(str(out))
    try:
        if out.is_symlink() or (out.exists() and not out.is_dir()):
            raise OutputError("the output must be a folder", where, hint="name another with --out")
        foreign = out.is_dir() and any(out.iterdir()) and not (out / MARKER).is_file()
    except (OSError, ValueError) as error:
        raise _refused(out, error) from None
    if foreign:
        message = "the folder is not empty and was not written by this program"
        raise OutputError(message, where, hint="empty it yourself, or name another with --out")


def write_site(files: Iterable[OutputFile], out: Path) -> bool:
    """Make ``out`` hold exactly ``files``; return whether anything changed.

    Raises :class:`OutputError`, with ``out`` untouched, when a file would lie outside it, when
    another build is writing it, and when the system refuses.
    """
    check_output(out)
    wanted = _by_path(files) | {MARKER: MARKER_TEXT}
    try:
        if _is_done(out, wanted):
            return False
        out.parent.mkdir(parents=True, exist_ok=True)
        with locked(out):
            check_output(out)
            _clear_away(out)
            _swap_in(wanted, out)
    except OSError as error:
        raise _refused(out, error) from None
    return True


def _is_done(out: Path, wanted: Mapping[str, bytes]) -> bool:
    """Whether nothing is left to do. Another build may take files away while they are read: who
    is right is then found out behind the lock."""
    try:
        return is_quiet(out) and _holds(out, wanted)
    except OSError:
        return False


def is_quiet(out: Path) -> bool:
    """Return whether no other build writes the folder, and none was killed while it did."""
    return not lock_path(out).exists() and not _leftovers(out)


def _refused(out: Path, error: Exception) -> OutputError:
    reason = getattr(error, "strerror", None) or str(error)
    hint = "the old site is untouched; free space or permissions, then build again"
    return OutputError(f"the site cannot be written: {reason}", Where(str(out)), hint=hint)


# ------------------------------------------------------------ what is wanted


def _by_path(files: Iterable[OutputFile]) -> dict[str, bytes]:
    """The files' bytes by path; raises for a path outside the site and for one used twice."""
    wanted: dict[str, bytes] = {}
    for each in files:
        _check_path(each.path)
        if wanted.setdefault(each.path, each.data) != each.data:
            hint = "two things of the course have one name: rename one of them"
            raise OutputError("would be written twice", Where(each.path), hint=hint)
    return wanted


def _check_path(path: str) -> None:
    """Raises unless the path stays below the output folder on every system."""
    if UNSAFE.search(path) or any(part in ("", ".", "..") for part in path.split("/")):
        hint = "correct the name in the course or the capture that it comes from"
        raise OutputError("would be written outside the site", Where(repr(path)), hint=hint)


def _holds(out: Path, wanted: Mapping[str, bytes]) -> bool:
    """Whether the folder holds exactly the wanted files."""
    if not out.is_dir():
        return False
    present = {path.relative_to(out).as_posix() for path in out.rglob("*") if path.is_file()}
    return present == set(wanted) and all(
        (out / name).read_bytes() == data for name, data in wanted.items()
    )


# ------------------------------------------------------------------ swapping


def _swap_in(wanted: Mapping[str, bytes], out: Path) -> None:
    """Write the wanted files beside ``out`` and exchange the two."""
    fresh = Path(tempfile.mkdtemp(prefix=f".{out.name}-", dir=out.parent))
    try:
        _fill(fresh, wanted, out)
        if not out.exists():
            fresh.rename(out)
        elif not exchange(fresh, out):
            _rename_twice(fresh, out)
    finally:
        _remove(fresh)


def _fill(fresh: Path, wanted: Mapping[str, bytes], old: Path) -> None:
    """Write the files, the marker first: by it the next build knows what a killed one left."""
    fresh.chmod(0o755)
    (fresh / MARKER).write_bytes(wanted[MARKER])
    for name, data in sorted(wanted.items()):
        path = fresh / name
        path.parent.mkdir(parents=True, exist_ok=True)
        if not _linked(old / name, path, data):
            path.write_bytes(data)


def _linked(old: Path, path: Path, data: bytes) -> bool:
    """Take over the old site's file when it has the same bytes; return whether that was so."""
    try:
        if old.is_symlink() or old.stat().st_size != len(data) or old.read_bytes() != data:
            return False
        os.link(old, path)
    except OSError:
        return False
    return True


def _rename_twice(fresh: Path, out: Path) -> None:
    """Put ``fresh`` in place of ``out``, with a moment between in which there is neither."""
    aside = fresh.with_name(fresh.name + ASIDE)
    out.rename(aside)
    try:
        fresh.rename(out)
    except OSError:
        aside.rename(out)
        raise
    aside.rename(fresh)


# ------------------------------------------------------- what is left behind


def _leftovers(out: Path) -> list[Path]:
    """Folders beside ``out`` that a killed build of it left behind."""
    if not out.parent.is_dir():
        return []
    # ._site-k3q9x_0a   ._site-k3q9x_0a-old
    pattern = re.compile(rf"\.{re.escape(out.name)}-[a-z0-9_]{{8}}({ASIDE})?")
    named = [path for path in out.parent.iterdir() if pattern.fullmatch(path.name)]
    return [path for path in named if _is_ours(path)]


def _is_ours(folder: Path) -> bool:
    """Whether this program made the folder: it has the marker, or nothing yet."""
    if folder.is_symlink() or not folder.is_dir():
        return False
    try:
        return (folder / MARKER).is_file() or not any(folder.iterdir())
    except OSError:  # another build has just removed it
        return False


def _clear_away(out: Path) -> None:
    """Remove what killed builds left; an old site that one of them had put aside comes back."""
    for folder in _leftovers(out):
        if folder.name.endswith(ASIDE) and not out.exists():
            folder.rename(out)
        else:
            _remove(folder)


def _remove(folder: Path) -> None:
    """Remove a folder, its marker last: a removal cut short can then be taken up again.

    What the system does not let go of stays, for the next build to try.
    """
    with suppress(OSError):
        for path in folder.iterdir():
            if path.is_dir() and not path.is_symlink():
                shutil.rmtree(path, ignore_errors=True)
            elif path.name != MARKER:
                path.unlink(missing_ok=True)
        shutil.rmtree(folder, ignore_errors=True)
