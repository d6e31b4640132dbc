"""Files of the site, kept under the digest of their bytes so that they need not be made again.

Those that the standing site holds are not even read: they are linked from it.
"""

from __future__ import annotations

from collections.abc import Callable

from coursesite.errors import OutputError, Where
from coursesite.memo import Memo
from coursesite.output_file import OldSite, OutputFile, output_file
from coursesite.tree import bytes_digest

STEP = "file"
"""Name of what is kept of a file: its bytes, which are text."""


def made_file(
    step: str,
    stated: bytes,
    address: Callable[[str], str],
    make: Callable[[], bytes],
    memo: Memo,
    old: OldSite,
) -> OutputFile:
    """Return the file that ``make()`` gave for ``stated`` before, else the one that it gives now.

    ``step`` names what is kept, ``address`` gives the file's path by its digest. Errors are not
    kept.
    """
    digest = memo.kept(step, stated)
    known = recall_file(address(digest), digest, memo, old) if digest else None
    if known is not None:
        return known
    data = make()
    made = output_file(address(bytes_digest(data)), data)
    keep_file(made, memo)
    memo.keep(step, stated, made.digest)
    return made


def keep_file(file: OutputFile, memo: Memo) -> None:
    """Keep a file of text, unless that is done already."""
    if memo.kept_bytes(STEP, file.digest.encode()) is None:
        memo.keep(STEP, file.digest.encode(), file.data.decode())


def recall_file(path: str, digest: str, memo: Memo, old: OldSite) -> OutputFile | None:
    """Return the file with this digest, from the standing site or from what is kept.

    Nothing where neither has it.
    """
    if old.holds(path, digest):
        return OutputFile(path, digest, lambda: _read(path, digest, memo, old))
    kept = memo.kept_bytes(STEP, digest.encode())
    return None if kept is None else output_file(path, kept)


def _read(path: str, digest: str, memo: Memo, old: OldSite) -> bytes:
    """A file of the old site, which somebody may have touched since it was looked at."""
    data = old.read(path, digest)
    if data is None:
        data = memo.kept_bytes(STEP, digest.encode())
    if data is None:
        where = Where(str(old.folder / path))
        raise OutputError("was changed while the site was built", where, hint="build again")
    return data
