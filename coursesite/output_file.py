"""A file of the site: where it lies, and what it holds once that is asked for.

Most files of most builds are those of the build before. They are known by their digest; their bytes
stay on disk.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path

from msgspec import Struct

from coursesite.tree import Tree, bytes_digest, read_tree


@dataclass(frozen=True, slots=True)
class OutputFile:
    """One file of the site."""

    path: str
    """Below the output folder, with forward slashes."""
    digest: str
    """sha256 of its bytes."""
    read: Callable[[], bytes] = field(compare=False, repr=False)
    """Returns its bytes."""

    @property
    def data(self) -> bytes:
        """Its bytes."""
        return self.read()


def output_file(path: str, data: bytes) -> OutputFile:
    """Return a file with these bytes."""
    return OutputFile(path, bytes_digest(data), lambda: data)


class OldSite(Struct, frozen=True):
    """The site that an earlier build left, as it was when it was looked at."""

    folder: Path
    tree: Tree

    def holds(self, path: str, digest: str) -> bool:
        """Return whether it had a file of its own with these bytes at ``path``."""
        file = self.tree.get(path)
        return file is not None and not file.link and file.digest == digest

    def read(self, path: str, digest: str) -> bytes | None:
        """Return the bytes of a file, unless they are others now."""
        try:
            data = (self.folder / path).read_bytes()
        except OSError:
            return None
        return data if bytes_digest(data) == digest else None


def look_at(folder: Path, known: OldSite | None = None) -> OldSite:
    """Return the site in ``folder``, which may be absent; ``known`` is an earlier look at it.

    Links are no part of a site: what lies behind one does not count.
    """
    tree = read_tree(folder, known=known.tree if known else None, without=())
    links = tuple(f"{path}/" for path, file in tree.items() if file.link)
    return OldSite(folder, {k: v for k, v in tree.items() if not (links and k.startswith(links))})
