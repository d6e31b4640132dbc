"""The files below a folder, each known by its bytes.

Reading is what takes time. A file whose stamp is still what it was when its bytes were read is not
read again, unless it had changed so shortly before that a second change may bear the same stamp.
"""

from __future__ import annotations

import hashlib
import os
import stat
import time
from collections.abc import Collection, Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from pathlib import Path

TICK_NS = 50_000_000
"""Longer than clocks of file systems take from one time to the next."""

SECOND_NS = 1_000_000_000
"""The same of those that know whole seconds only."""

COMPILED = "__pycache__"
"""Name of the folders that Python fills by itself."""

NO_FILE = "no file"
"""Stands for the bytes of a pipe or a device: opening one would wait for whoever writes to it."""


@dataclass(frozen=True, slots=True)
class TreeFile:
    """One file, as it was when it was looked at."""

    digest: str
    """sha256 of its bytes; what stands for it where they cannot be read."""
    link: str
    """Where it leads when it is a link, else empty."""
    stamp: tuple[int, ...] = ()
    """Inode, size and times: a change that is undone leaves another time."""
    is_settled: bool = field(default=False, compare=False)
    """Whether the stamp alone tells that the bytes are the same."""


Tree = Mapping[str, TreeFile]
"""Files by their path below a folder, with forward slashes."""


def read_tree(
    base: Path,
    names: Iterable[str] = ("",),
    known: Tree | None = None,
    without: Collection[str] = (COMPILED,),
) -> dict[str, TreeFile]:
    """Return the files below ``base``, or only those that ``names`` names and those below them.

    Links are followed; one that leads to a folder stands there as well as what is in that folder.
    What is not there is left out, and folders whose name is in ``without``. ``known`` is what an
    earlier look has found.
    """
    known = known or {}
    above = os.path.join(base, "")
    found = {}
    for each in names:
        for path in _files(os.path.join(base, each) if each else os.fspath(base), without):
            name = path.removeprefix(above).replace(os.sep, "/")
            file = _look(path, known.get(name))
            if file is not None:
                found[name] = file
    return found


def tree_digest(tree: Tree) -> str:
    """Return the digest of names and bytes of all files, and of where links lead."""
    digest = hashlib.sha256()
    for name, each in sorted(tree.items()):
        stated = f"{name}\0{each.link}\0{each.digest}\n"
        digest.update(stated.encode("utf-8", "surrogateescape"))
    return digest.hexdigest()


def folders_above(paths: Iterable[str]) -> set[str]:
    """Return every folder that one of these paths lies in, by its path."""
    found: set[str] = set()
    for path in paths:
        folder = path.rpartition("/")[0]
        while folder and folder not in found:
            found.add(folder)
            folder = folder.rpartition("/")[0]
    return found


def bytes_digest(data: bytes) -> str:
    """Return the sha256 of ``data``, in hexadecimal."""
    return hashlib.sha256(data).hexdigest()


def _files(
    path: str, without: Collection[str], above: frozenset[str] = frozenset()
) -> Iterator[str]:
    """Yield a path, or what lies below a folder: files, and links to folders before their files.

    ``above`` are the folders that links have led through: a loop of links ends there.
    """
    if not os.path.isdir(path):
        yield path
        return
    if os.path.islink(path):
        real = os.path.realpath(path)
        yield path
        if real in above:
            return
        above |= {real}
    yield from _files_below(path, without, above)


def _files_below(folder: str, without: Collection[str], above: frozenset[str]) -> Iterator[str]:
    """Yield what lies below a folder."""
    try:
        entries = sorted(os.scandir(folder), key=lambda entry: entry.name)
    except OSError:
        return
    for entry in entries:
        if entry.name in without:
            continue
        if entry.is_symlink():
            yield from _files(entry.path, without, above)
        elif entry.is_dir(follow_symlinks=False):
            yield from _files_below(entry.path, without, above)
        else:
            yield entry.path


def _look(path: str, known: TreeFile | None) -> TreeFile | None:
    """The file as it is now, or nothing."""
    link = ""
    try:
        found = os.lstat(path)
        if stat.S_ISLNK(found.st_mode):
            link = os.path.realpath(path)
            found = os.stat(path)
        if not stat.S_ISREG(found.st_mode):
            nothing = TreeFile(NO_FILE, link)
            return known if known == nothing else nothing
        stamp = (found.st_dev, found.st_ino, found.st_size, found.st_mtime_ns, found.st_ctime_ns)
        if known and known.is_settled and (known.stamp, known.link) == (stamp, link):
            return known
        changed_ns = max(found.st_ctime_ns, found.st_mtime_ns)  # Windows has no ctime of changes
        is_settled = changed_ns + _tick(changed_ns) < time.time_ns()
        with open(path, "rb", buffering=0) as file:
            return TreeFile(bytes_digest(file.readall()), link, stamp, is_settled)
    except (OSError, ValueError) as error:
        if not link and isinstance(error, FileNotFoundError):
            return None
        return TreeFile(f"unreadable {getattr(error, 'errno', 0)}", link)


def _tick(changed_ns: int) -> int:
    """How long after a file's change another one may bear the same time."""
    return TICK_NS if changed_ns % SECOND_NS else 2 * SECOND_NS
