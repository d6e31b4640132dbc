"""Whether anything has changed since the last build, answered without reading any of it.

Everything that a build can read is hashed: sources, records, captures, templates, the code, the
installed packages, the options. If that digest is the one of an earlier build, and the site on disk
is what that build wrote, then building again would change nothing. What a build has seen is kept,
so that the next one hashes only files whose stamp is another. This module imports nothing that
takes long, because most of such a build is the start of the interpreter.
"""

from __future__ import annotations

import hashlib
import json
import os
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import msgspec
from msgspec import Struct
from msgspec.structs import replace

from coursesite.memo import Memo
from coursesite.output_file import OldSite
from coursesite.tree import Tree, TreeFile, bytes_digest, read_tree, tree_digest

SOURCES = ("site", "labs", "bench", "templates")
PACKAGES = Path(__file__).parent.parent
CODE = ("coursesite", "irxray")
MAKER = "templates/"
MAKING = (".py", ".j2", ".json")
"""Endings of what makes pages, among our code and the templates."""
STEP = "build"
LOOK = "look-1"
"""Names of what is kept of a build and of what it saw; the number is raised when that changes."""

Files = dict[str, TreeFile]


class Inputs(Struct, frozen=True):
    """Everything that a build can read, as it was when it was looked at."""

    digest: str
    sources: Tree
    """Files by their path below the root."""
    packages: Tree
    """Files of our code by their path."""

    @property
    def program(self) -> Tree:
        """The files of our code that make pages; not what an editor leaves beside them."""
        return {k: v for k, v in self.packages.items() if k.endswith(MAKING)}

    @property
    def code(self) -> str:
        """Digest of everything that turns values into pages: our code and the templates."""
        templates = {
            k: v for k, v in self.sources.items() if k.startswith(MAKER) and k.endswith(MAKING)
        }
        return tree_digest({**self.program, **templates})


def read_inputs(root: Path, stated: str = "", known: Inputs | None = None) -> Inputs:
    """Return everything that a build of ``root`` can read.

    ``stated`` are the options that change pages; ``known`` is an earlier look.
    """
    sources = read_tree(root, SOURCES, known.sources if known else None)
    packages = read_tree(PACKAGES, CODE, known.packages if known else None)
    parts = (stated, sys.version, installed_digest(), tree_digest(sources), tree_digest(packages))
    return Inputs(bytes_digest("\0".join(parts).encode()), sources, packages)


def is_same_code(inputs: Inputs) -> bool:
    """Return whether our code is still what it was when it was looked at."""
    packages = read_tree(PACKAGES, CODE, inputs.packages)
    return replace(inputs, packages=packages).program == inputs.program


class Seen(Struct, frozen=True):
    """What was on disk when a build began."""

    inputs: Inputs
    old: OldSite

    @property
    def trees(self) -> tuple[Tree, ...]:
        """The files of all of it."""
        return self.inputs.sources, self.inputs.packages, self.old.tree


def recall_seen(cache: Path, out: Path) -> Seen:
    """Return what an earlier build into ``out`` has seen, by this user on this machine."""
    kept = Memo(cache).kept_bytes(LOOK, _onlooker() + os.fsencode(out))
    try:
        trees = msgspec.json.decode(kept, type=tuple[Files, Files, Files]) if kept else ({},) * 3
    except msgspec.DecodeError:  # as another version of this program has kept it
        trees = ({},) * 3
    return Seen(Inputs("", *trees[:2]), OldSite(out, trees[2]))


def keep_seen(cache: Path, out: Path, seen: Seen, known: Seen) -> None:
    """Keep what a build into ``out`` has seen, unless it is all in ``known``, what was kept."""
    if all(map(_is_reused, seen.trees, known.trees)):
        return
    try:
        text = msgspec.json.encode(seen.trees).decode()
    except UnicodeEncodeError:
        return  # a name that is not UTF-8: such a folder is hashed each time
    Memo(cache).keep(LOOK, _onlooker() + os.fsencode(out), text)


def _onlooker() -> bytes:
    """Who looks: another user may read other files, another machine has other clocks and inodes."""
    user = os.geteuid() if hasattr(os, "geteuid") else ""
    machine = os.uname().nodename if hasattr(os, "uname") else os.environ.get("COMPUTERNAME", "")
    return f"{user}\0{machine}\0".encode("utf-8", "surrogateescape")


def _is_reused(tree: Tree, known: Tree) -> bool:
    return len(tree) == len(known) and all(known.get(k) is each for k, each in tree.items())


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
        return f"{head} {tree_digest(read_tree(git, ['packed-refs']))}"
    except (OSError, UnicodeDecodeError):
        return None


def recall_build(cache: Path, out: Path, seen: Seen) -> dict[str, Any] | None:
    """Return the report of the build that saw these inputs, if ``out`` is still what it wrote."""
    kept = Memo(cache).kept(STEP, _stated(seen.inputs.digest, out))
    if kept is None:
        return None
    known: dict[str, Any] = json.loads(kept)
    if known["site"] != tree_digest(seen.old.tree):
        return None
    report: dict[str, Any] = known["report"]
    return report


def keep_build(cache: Path, digest: str, out: Path, site: str, report: dict[str, Any]) -> None:
    """Keep the report of a build of these inputs whose site in ``out`` has the digest ``site``."""
    known = {"site": site, "report": report}
    Memo(cache).keep(STEP, _stated(digest, out), json.dumps(known))


def _stated(digest: str, out: Path) -> bytes:
    return f"{digest}\0".encode() + os.fsencode(out)
