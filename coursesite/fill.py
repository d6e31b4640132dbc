"""A folder made to hold exactly the files of a site.

The folder may be empty, or hold the site before the last: then a few files are exchanged instead of
some hundred folders made, which takes a file system longer than all else that an edit asks for.
"""

from __future__ import annotations

import os
from collections.abc import Iterator, Mapping
from pathlib import Path

from coursesite.output_file import OldSite, OutputFile
from coursesite.tree import folders_above

MARKER = ".coursesite"
"""A file that says the folder was written by this program and may be replaced by it."""

MARKER_BEGUN = f"{MARKER}-new"
"""The marker while it is written."""

MARKER_TEXT = b"This folder is written by build.py; everything in it is replaced at each build.\n"


def fill(folder: Path, wanted: Mapping[str, OutputFile], old: OldSite) -> None:
    """Make ``folder`` hold exactly ``wanted``, by path, and the marker.

    The marker comes first: by it the next build knows what a killed one left. What the standing
    site ``old`` has already is linked; no file is ever written into, for another site may share it.
    """
    mark(folder)
    missing = sorted(wanted.keys() - _clear(folder, wanted, old) - {MARKER})
    for path in sorted({path.rpartition("/")[0] for path in missing}):
        os.makedirs(folder / path, exist_ok=True)
    for path in missing:
        if not _linked(wanted[path], folder, old):
            _write(folder / path, wanted[path].data)


def mark(folder: Path) -> None:
    """Put the marker in place of whatever has its name, at no time without one."""
    fresh = folder / MARKER_BEGUN
    fresh.unlink(missing_ok=True)
    _write(fresh, MARKER_TEXT)
    fresh.replace(folder / MARKER)


def _write(path: Path, data: bytes) -> None:
    with path.open("xb") as file:
        file.write(data)


def _clear(folder: Path, wanted: Mapping[str, OutputFile], old: OldSite) -> set[str]:
    """Remove everything but the files that ``wanted`` and ``old`` share; return those."""
    needed = folders_above(wanted)
    device = folder.stat().st_dev
    kept = set()
    for path, entry in list(_walk(os.fspath(folder))):
        if entry.is_dir(follow_symlinks=False):
            if path not in needed:
                os.rmdir(entry.path)
        elif path == MARKER:
            continue
        elif _is_shared(path, (device, entry.inode()), wanted, old):
            kept.add(path)
        else:
            os.unlink(entry.path)
    return kept


def _is_shared(
    path: str, inode: tuple[int, int], wanted: Mapping[str, OutputFile], old: OldSite
) -> bool:
    """Whether a file is the standing site's own, and holds what is wanted."""
    each = wanted.get(path)
    return each is not None and old.holds(path, each.digest) and old.tree[path].stamp[:2] == inode


def _walk(folder: str, above: str = "") -> Iterator[tuple[str, os.DirEntry[str]]]:
    """Yield everything below a folder with its path there, what a folder holds before itself."""
    for entry in os.scandir(folder):
        if entry.is_dir(follow_symlinks=False):
            yield from _walk(entry.path, f"{above}{entry.name}/")
        yield f"{above}{entry.name}", entry


def _linked(file: OutputFile, folder: Path, old: OldSite) -> bool:
    """Take over the standing site's file when it has the same bytes; return whether it had."""
    if not old.holds(file.path, file.digest):
        return False
    try:
        os.link(old.folder / file.path, folder / file.path)
    except OSError:
        return False
    return True
