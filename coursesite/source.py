"""Text files as authors leave them: UTF-8 with or without a mark, any line ending.

Only plain files below the root are read: a link may not lead out of it, and nothing waits for a
pipe that nobody writes to.
"""

from __future__ import annotations

import re
import stat
from pathlib import Path

from coursesite.errors import SiteError, Where

WIDE_MARKS = (b"\xff\xfe", b"\xfe\xff")
"""First bytes of UTF-16 and UTF-32 files."""

# <<<<<<< HEAD
CONFLICT_START = re.compile(r"^<{7}(?: .*)?$", re.MULTILINE)


def path_below(path: Path, root: Path) -> str:
    """``path`` below ``root`` with forward slashes; as given when it lies elsewhere."""
    try:
        return path.relative_to(root).as_posix()
    except ValueError:
        return path.as_posix()


def read_bytes(path: Path, root: Path, kind: type[SiteError]) -> bytes:
    """The file's bytes; raises ``kind`` when it is no plain file below ``root`` or unreadable."""
    where = Where(path_below(path, root))
    try:
        _check_plain(path, root, where, kind)
        return path.read_bytes()
    except (FileNotFoundError, NotADirectoryError):
        if path.is_symlink():
            hint = "point the link at a file, or replace it by the file"
            raise kind("is a link to a file that is not there", where, hint=hint) from None
        hint = "check the name, or add the file"
        raise kind("no such file", where, hint=hint) from None
    except (OSError, RuntimeError, ValueError) as error:
        # Python 3.11 and 3.12 call a loop of links a RuntimeError; a NUL in a name is a ValueError.
        reason = getattr(error, "strerror", None) or str(error).partition(":")[0]
        hint = "check that it is a file you may read"
        raise kind(f"cannot be read ({reason})", where, hint=hint) from error


def _check_plain(path: Path, root: Path, where: Where, kind: type[SiteError]) -> None:
    """Raises ``kind`` for a folder, a pipe or a device, and for a link that leaves ``root``."""
    real = path.resolve(strict=True)
    if not real.is_relative_to(root.resolve()):
        hint = "keep the file itself below the course's folder"
        raise kind("leads out of the course's folder", where, hint=hint)
    mode = real.stat().st_mode
    if stat.S_ISDIR(mode):
        raise kind("is a folder, not a file", where, hint="remove it, or name the file inside it")
    if not stat.S_ISREG(mode):
        raise kind("is a pipe or device, not a file", where, hint="replace it by a plain file")


def decode_text(data: bytes, name: str, kind: type[SiteError]) -> str:
    """``data`` as text with ``\\n`` line ends; raises ``kind`` when it is not UTF-8."""
    if data.startswith(WIDE_MARKS) or b"\0" in data[:4]:
        message = "is encoded as UTF-16 or UTF-32, not as UTF-8"
        raise kind(message, Where(name), hint="save the file as UTF-8")
    try:
        text = data.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        raise _not_utf8(data, error.start, name, kind) from None
    return text.replace("\r\n", "\n")


def read_text(path: Path, root: Path, kind: type[SiteError]) -> str:
    """The file as text; raises ``kind`` when it cannot be read or was left half merged."""
    name = path_below(path, root)
    text = decode_text(read_bytes(path, root, kind), name, kind)
    check_merged(text, name, kind)
    return text


def check_merged(text: str, name: str, kind: type[SiteError]) -> None:
    """Raises ``kind`` at the first marker that an unfinished merge left behind."""
    found = CONFLICT_START.search(text)
    if found is None:
        return
    where = Where(name, line=line_at(text, found.start()))
    hint = "finish the merge: keep one side, delete the markers"
    raise kind("holds merge conflict markers", where, quote=found.group(), hint=hint)


def line_at(text: str, offset: int) -> int:
    """1-based line of the character at ``offset``."""
    return text.count("\n", 0, offset) + 1


def _not_utf8(data: bytes, start: int, name: str, kind: type[SiteError]) -> SiteError:
    """The error for a byte that UTF-8 does not have, with its line."""
    before = data[:start]
    line_start = before.rfind(b"\n") + 1
    line_end = data.find(b"\n", start)
    line = data[line_start : line_end if line_end >= 0 else len(data)]
    return kind(
        f"is not UTF-8: byte 0x{data[start]:02x} in column {start - line_start + 1}",
        Where(name, line=before.count(b"\n") + 1),
        quote=line.decode("utf-8", errors="replace").strip()[:100],
        hint="save the file as UTF-8",
    )
