"""Style sheets, scripts, fonts and pictures under names that change with their bytes.

``tokens.css`` becomes ``tokens.3f2a9c01.css``: a browser may keep such a file for ever, and a page
never meets a style sheet of another build. Where a style sheet names a font, the name is replaced
before the style sheet gets its own.

A page names few files: style sheets and scripts that every page needs are joined, as a browser
waits for each and small files pack badly.
"""

from __future__ import annotations

import posixpath
import re
from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path

from msgspec import Struct

from coursesite.errors import ContentError, Where, suggest
from coursesite.output_file import OutputFile, output_file
from coursesite.tree import bytes_digest
from irxray.assets import join_scripts

FOLDER = "assets"
DIGITS = 8
"""Hex digits of the digest in a name: enough to tell the versions of one file apart."""

# url("../fonts/rudrite-serif.woff2")
CSS_URL = re.compile(r'url\("(?P<path>[^":#]+)"\)')


class Assets(Struct, frozen=True):
    """The assets of one build."""

    names: tuple[tuple[str, str], ...]
    """``css/tokens.css`` and ``css/tokens.3f2a9c01.css``, for each file below ``assets/``."""
    files: tuple[OutputFile, ...]

    def address(self, name: str, root: str) -> str:
        """Return the address of ``name`` from a page whose way to the site's root is ``root``."""
        return f"{root}/{FOLDER}/{dict(self.names)[name]}"


Joined = Mapping[str, Sequence[str]]
"""Names of files that are made of others, and the names of their parts in order."""


def read_assets(folder: Path, more: Mapping[str, bytes], joined: Joined) -> Assets:
    """Return the assets in ``folder``, and ``more`` by their names, with some of them joined.

    Raises a :class:`ContentError` for a style sheet that names a file which is not there.
    """
    data = {
        path.relative_to(folder).as_posix(): path.read_bytes()
        for path in sorted(folder.rglob("*"))
        if path.is_file()
    }
    return name_assets(data | dict(more), joined)


def name_assets(data: Mapping[str, bytes], joined: Joined | None = None) -> Assets:
    """Return the files with their digests in their names; style sheets name the new names."""
    names = {
        name: fingerprinted(name, bytes_digest(each))
        for name, each in data.items()
        if not name.endswith(".css")
    }
    ready = {
        name: _renamed(name, each, names) if name.endswith(".css") else each
        for name, each in data.items()
    }
    for name, parts in (joined or {}).items():
        ready[name] = _join(name, [ready.pop(part) for part in parts])
    names = {name: fingerprinted(name, bytes_digest(each)) for name, each in ready.items()}
    files = (output_file(f"{FOLDER}/{names[name]}", ready[name]) for name in sorted(names))
    return Assets(tuple(sorted(names.items())), tuple(files))


def _join(name: str, parts: Sequence[bytes]) -> bytes:
    if name.endswith(".css"):
        from rcssmin import cssmin

        return str(cssmin(b"\n".join(parts).decode())).encode()
    return join_scripts(part.decode() for part in parts)


def fingerprinted(name: str, digest: str) -> str:
    """Return ``name`` with the beginning of ``digest`` before its ending; licences keep theirs."""
    stem, dot, ending = name.rpartition(".")
    if ending == "txt":
        return name
    return f"{stem}.{digest[:DIGITS]}{dot}{ending}"


def _renamed(sheet: str, data: bytes, names: Mapping[str, str]) -> bytes:
    """The style sheet's bytes, with new names for the files that it loads."""
    folder = posixpath.dirname(sheet)

    def new_name(found: re.Match[str]) -> str:
        path = posixpath.normpath(posixpath.join(folder, found["path"]))
        if path not in names:
            raise _missing(sheet, found["path"], names)
        return f'url("{posixpath.relpath(names[path], folder)}")'

    return CSS_URL.sub(new_name, data.decode()).encode()


def _missing(sheet: str, path: str, names: Iterable[str]) -> ContentError:
    where = Where(f"templates/{FOLDER}/{sheet}")
    hint = suggest(path.rpartition("/")[2], (name.rpartition("/")[2] for name in names))
    return ContentError("loads a file that is not there", where, quote=path, hint=hint)
