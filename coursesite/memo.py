"""Results of slow pure steps, kept between builds under the digest of what went in.

nbformat and nbconvert take longer to import than an unchanged site takes to build. What they
made of the same bytes with the same versions is read back instead. The folder may be deleted at
any time: the next build makes its content again.
"""

from __future__ import annotations

import hashlib
import os
import shutil
import time
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager, suppress
from pathlib import Path

import msgspec
from msgspec import Struct

KEPT_DAYS = 30
DAY_S = 24 * 60 * 60


class Memo(Struct, frozen=True):
    """A folder of kept results; without a folder nothing is kept."""

    folder: Path | None = None
    """Where results lie, one file each; made when the first is kept."""
    salt: str = ""
    """What results depend on besides their input, such as the digest of the pinned versions."""

    def made_by(self, code: str) -> Memo:
        """Return the same folder for results that depend on ``code`` too, a digest of it."""
        return Memo(self.folder, f"{self.salt}\0{code}")

    def recall(self, step: str, data: bytes, make: Callable[[], str]) -> str:
        """What ``make()`` returned for ``data`` before, else what it returns now.

        ``step`` names the function whose result this is. Errors are not kept.
        """
        kept = self.kept(step, data)
        if kept is not None:
            return kept
        result = make()
        self.keep(step, data, result)
        return result

    def kept(self, step: str, data: bytes) -> str | None:
        """What is kept for ``data``, or nothing."""
        kept = self.kept_bytes(step, data)
        return None if kept is None else kept.decode()

    def kept_bytes(self, step: str, data: bytes) -> bytes | None:
        """The same as it lies on disk, in UTF-8."""
        path = self._path(step, data)
        return _read_kept(path) if path else None

    def keep(self, step: str, data: bytes, result: str) -> None:
        """Keep ``result`` for ``data``."""
        path = self._path(step, data)
        if path:
            _keep(path, result)

    @contextmanager
    def shelf(self, step: str, owner: str) -> Iterator[Shelf]:
        """Give results that belong to ``owner`` and are kept in one file.

        When it is put back it holds those that were recalled or made meanwhile, and no others.
        """
        kept = self.kept_bytes(step, owner.encode())
        known = {} if kept is None else msgspec.json.decode(kept, type=dict[str, list[str]])
        shelf = Shelf(known, {})
        yield shelf
        if shelf.used != known:
            self.keep(step, owner.encode(), msgspec.json.encode(shelf.used).decode())

    def _path(self, step: str, data: bytes) -> str:
        """Where the result for ``data`` lies; empty where nothing is kept."""
        if self.folder is None:
            return ""
        return os.path.join(self.folder, f"{step}-{_digest(step, self.salt, data)}")


class Shelf(Struct, frozen=True):
    """Many small results; what is kept of each is what went in, as a digest, and what came out."""

    known: Mapping[str, list[str]]
    used: dict[str, list[str]]

    def recall(self, data: bytes, make: Callable[[], list[str]]) -> list[str]:
        """What ``make()`` returned for ``data`` before, else what it returns now."""
        key = hashlib.sha256(data).hexdigest()
        kept = self.known.get(key)
        result = self.used[key] = make() if kept is None else kept
        return result


def _digest(step: str, salt: str, data: bytes) -> str:
    """Name of the result: sha256 over everything it depends on."""
    head = f"{step}\0{salt}\0".encode()
    return hashlib.sha256(head + data).hexdigest()


def _read_kept(path: str) -> bytes | None:
    """The kept result, or nothing when it is absent, cut short or unreadable."""
    try:
        with open(path, "rb", buffering=0) as file:
            digest, _, kept = file.readall().partition(b"\n")
            if os.fstat(file.fileno()).st_mtime < time.time() - DAY_S:
                os.utime(path)  # it is still of use
    except OSError:
        return None
    return kept if digest == _checksum(kept) else None


def forget_unused(folder: Path) -> None:
    """Delete results that no build has read for :data:`KEPT_DAYS` days; looks once a day."""
    looked = folder / ".looked"
    now = time.time()
    try:
        if looked.exists() and looked.stat().st_mtime > now - DAY_S:
            return
        looked.touch()
        for each in os.scandir(folder):
            if each.is_file() and each.stat().st_mtime < now - KEPT_DAYS * DAY_S:
                os.unlink(each)
    except OSError:
        return  # another build deletes them too, or nobody may


def forget_all(folder: Path) -> None:
    """Delete what is kept, as far as that is possible; the folder itself may be a link."""
    with suppress(OSError):
        for each in list(os.scandir(folder)):
            if each.is_dir(follow_symlinks=False):
                shutil.rmtree(each.path, ignore_errors=True)
            else:
                os.unlink(each.path)


def _checksum(kept: bytes) -> bytes:
    return hashlib.sha256(kept).hexdigest().encode()


def _keep(path: str, text: str) -> None:
    """Writes the result whole or not at all; a folder that cannot be written keeps nothing."""
    part = f"{path}.{os.getpid()}.part"
    kept = text.encode()
    data = _checksum(kept) + b"\n" + kept
    try:
        try:
            _write(part, data)
        except FileNotFoundError:  # it is the first to be kept
            os.makedirs(os.path.dirname(path), exist_ok=True)
            _write(part, data)
        os.replace(part, path)
    except OSError:
        return


def _write(path: str, data: bytes) -> None:
    with open(path, "wb") as file:
        file.write(data)
