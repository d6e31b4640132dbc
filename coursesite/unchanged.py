"""Whether anything has changed since the last build, answered without reading any of it.

Everything that a build can read is hashed: sources, records, captures, templates, the code, the
installed packages, the options. If that digest is the one of an earlier build, and the site on disk
is what that build wrote, then building again would change nothing. This module imports nothing that
takes long, because most of such a build is the start of the interpreter.
"""

from __future__ import annotations

import hashlib
import json
import os
import stat
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from coursesite.memo import Memo

SOURCES = ("site", "labs", "bench", "templates")
PACKAGES = Path(__file__).parent.parent
CODE = ("coursesite", "irxray")
STEP = "build"


def inputs_digest(root: Path, stated: str) -> str:
    """Return the digest of everything a build of ``root`` can read.

    ``stated`` are the options that change pages.
    """
    digest = hashlib.sha256(f"{stated}\0{sys.version}\0".encode())
    digest.update(installed_digest().encode())
    for folder in (*(root / name for name in SOURCES), *(PACKAGES / name for name in CODE)):
        digest.update(tree_digest(folder).encode())
    return digest.hexdigest()


def tree_digest(folder: Path) -> str:
    """Return the digest of names and bytes of all files below ``folder``, and of where links lead.

    What Python compiled is left out.
    """
    digest = hashlib.sha256()
    base = os.fspath(folder)
    for path in _files(base, frozenset()):
        name = path[len(base) :]
        link = os.path.realpath(path) if os.path.islink(path) else ""
        digest.update(f"{name}\0{link}\0".encode("utf-8", "surrogateescape"))
        digest.update(_bytes_digest(path))
    return digest.hexdigest()


def _files(folder: str, above: frozenset[str]) -> Iterator[str]:
    """Yield what lies below a folder in one order: files, and links to folders before their files.

    ``above`` are the folders that links have led through: a loop of links ends there.
    """
    try:
        entries = sorted(os.scandir(folder), key=lambda entry: entry.name)
    except OSError:
        return
    for entry in entries:
        if entry.name == "__pycache__":
            continue
        if entry.is_dir(follow_symlinks=False):
            yield from _files(entry.path, above)
            continue
        yield entry.path
        if entry.is_symlink() and os.path.isdir(entry.path):
            real = os.path.realpath(entry.path)
            if real not in above:
                yield from _files(entry.path, above | {real})


def _bytes_digest(path: str) -> bytes:
    """The digest of a file's bytes; what stands for one that cannot be read.

    Opening a pipe would wait for whoever writes to it.
    """
    try:
        if not stat.S_ISREG(os.stat(path).st_mode):
            return b"no file"
        with open(path, "rb", buffering=0) as file:
            return hashlib.sha256(file.readall()).digest()
    except OSError as error:
        return f"unreadable {error.errno}".encode()


def installed_digest() -> str:
    """Return the digest of names and versions of all installed packages."""
    return hashlib.sha256("\n".join(_installed()).encode()).hexdigest()


def _installed() -> Iterator[str]:
    """Yield the names of what is installed, with versions: a compiler that comes or goes counts."""
    for folder in sys.path:
        try:
            names = sorted(os.listdir(folder or "."))
        except OSError:
            continue
        yield from (name for name in names if name.endswith((".dist-info", ".egg-info")))


def read_head(root: Path) -> str | None:
    """Return the commit that is checked out, as git's own files say.

    Empty where there is no git; ``None`` where only git itself can tell.
    """
    git = next((each / ".git" for each in (root, *root.parents) if (each / ".git").exists()), None)
    if git is None:
        return ""
    try:
        head = (git / "HEAD").read_text(encoding="utf-8").strip()
        if not head.startswith("ref: "):
            return head
        ref = git / head.removeprefix("ref: ")
        if ref.is_file():
            return ref.read_text(encoding="utf-8").strip()
        return f"{head} {_bytes_digest(os.fspath(git / 'packed-refs')).hex()}"
    except (OSError, UnicodeDecodeError):
        return None


def recall_build(cache: Path, digest: str, out: Path) -> dict[str, Any] | None:
    """Return the report of the build that had these inputs, if ``out`` is still what it wrote."""
    kept = Memo(cache).kept(STEP, f"{digest}\0{out}".encode())
    if kept is None:
        return None
    known: dict[str, Any] = json.loads(kept)
    if known["site"] != tree_digest(out):
        return None
    report: dict[str, Any] = known["report"]
    return report


def keep_build(cache: Path, digest: str, out: Path, report: dict[str, Any]) -> None:
    """Keep the report of a build of these inputs that has just been written to ``out``."""
    known = {"site": tree_digest(out), "report": report}
    Memo(cache).keep(STEP, f"{digest}\0{out}".encode(), json.dumps(known))
