"""What is known of a stage from the bytes of its files alone, without reading any of them.

A stage's file names everything that the stage is made from. While none of these files, nothing of
the code and nothing that all pages share has changed, its pages are what they were::

    stage.yml ─► names of its files ─► digest of their bytes ─► summary
                                              └─ + what pages share ─► digests of its output files

Output files are kept once each under the digest of their bytes.
"""

from __future__ import annotations

import hashlib
import os
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import msgspec

from coursesite.content import Stage, read_stage
from coursesite.memo import Memo
from coursesite.write import OutputFile

CAPTURES = "bench/captures"
DRILLS = "bench/drill"


class Summary(msgspec.Struct, frozen=True):
    """What the rest of the site needs to know of a stage."""

    state: str
    """``open`` or ``planned``."""
    notebooks: tuple[str, ...]
    cells: int
    """How many cells are shown."""
    designators: tuple[tuple[str, str, int | None], ...]
    """Designators of its labs, exhibits and gate, each with its file and line."""
    checks: tuple[str, ...]
    """Ids of its self-test."""
    programs: tuple[tuple[str, str], ...]
    """Its programs with the digests of their text."""
    versions: tuple[tuple[str, str], ...]
    """Versions that its captures were made with."""
    captures: tuple[str, ...]
    """Names of its captures, all of them current."""
    coverage: dict[str, Any]
    has_drill: bool
    placeholders: tuple[str, ...]
    """Texts that its author has not replaced yet, each as a warning."""


@dataclass(frozen=True, slots=True)
class Recall:
    """A place where summaries and output files of one stage are kept."""

    memo: Memo
    digest: str
    """Of everything that goes into the stage, what all pages share left out."""

    def summary(self) -> Summary | None:
        """Return the stage's summary as it was kept for these bytes."""
        kept = self.memo.kept("stage-summary", self.digest.encode())
        return None if kept is None else msgspec.json.decode(kept, type=Summary)

    def keep_summary(self, summary: Summary) -> None:
        """Keep a summary."""
        text = msgspec.json.encode(summary).decode()
        self.memo.keep("stage-summary", self.digest.encode(), text)

    def has_files(self, shared: str) -> bool:
        """Return whether the stage's output files are kept, unless some were deleted since."""
        return self.memo.kept("stage-files", self._stated(shared)) is not None

    def files(self, shared: str) -> list[OutputFile] | None:
        """Return the stage's output files as they were kept, or nothing when one is missing."""
        kept = self.memo.kept("stage-files", self._stated(shared))
        if kept is None:
            return None
        names = msgspec.json.decode(kept, type=list[tuple[str, str]])
        files = [_file(self.memo, path, digest) for path, digest in names]
        found = [each for each in files if each is not None]
        return found if len(found) == len(files) else None

    def keep_files(self, shared: str, files: Sequence[OutputFile]) -> None:
        """Keep the stage's output files, all of them text."""
        names = [(each.path, _sha256(each.data)) for each in files]
        for (_, digest), each in zip(names, files, strict=True):
            if self.memo.kept_bytes("file", digest.encode()) is None:
                self.memo.keep("file", digest.encode(), each.data.decode())
        text = msgspec.json.encode(names).decode()
        self.memo.keep("stage-files", self._stated(shared), text)

    def _stated(self, shared: str) -> bytes:
        return f"{self.digest}\0{shared}".encode()


def stage_recall(root: Path, number: int, memo: Memo, base: str) -> Recall:
    """Return where results for stage ``number`` are kept.

    ``base`` stands for the records. Raises a :class:`coursesite.errors.ContentError` when the
    stage's file is wrong.
    """
    path = root / "site" / f"stage-{number}" / "stage.yml"
    stated = b"\0".join([base.encode(), str(number).encode(), _bytes(path)])

    def names() -> str:
        return "\n".join(stage_reads(read_stage(root, number, memo)))

    read = [root / name for name in memo.recall("stage-reads", stated, names).splitlines()]
    return Recall(memo, f"{_sha256(stated)} {files_digest(read, root)}")


def stage_reads(stage: Stage) -> Iterator[str]:
    """Yield every file and folder below the root that goes into ``stage``."""
    yield from (chapter.path for chapter in stage.chapters)
    yield f"{DRILLS}/stage-{stage.number}.json"
    yield from stage.labs.notebooks if stage.labs else ()
    for program in stage.programs:
        yield program.notebook
        yield f"{CAPTURES}/{program.id}"
    items = stage.deliverables.items if stage.deliverables else ()
    if any(item.production for item in items):
        from coursesite.production import TITLES  # only for a stage that was read anew

        yield from (f"{CAPTURES}/{name}" for name in TITLES)


def files_digest(paths: Iterable[Path], root: Path) -> str:
    """Return the digest of names and bytes of these files, and of all files in these folders.

    Where a link leads counts too: one that leads out of the course is refused.
    """
    digest = hashlib.sha256()
    real_root = os.path.realpath(root)
    for path in paths:
        for file in _inside(path):
            name = os.path.relpath(file, root)
            real = os.path.relpath(os.path.realpath(file), real_root)
            stated = f"{name}\0{real}\0{_sha256(_bytes(file))}\n"
            digest.update(stated.encode("utf-8", "surrogateescape"))
    return digest.hexdigest()


def _inside(path: Path) -> Iterable[Path]:
    try:
        return sorted(path.rglob("*")) if path.is_dir() else (path,)
    except (OSError, RuntimeError, ValueError):
        return (path,)


def _bytes(path: Path) -> bytes:
    """The file's bytes; what stands for a file that cannot be read, which its reader will say."""
    try:
        if path.is_file():  # a pipe would wait for whoever writes to it
            return path.read_bytes()
    except (OSError, RuntimeError, ValueError):
        pass
    return b"\0unreadable"


def _file(memo: Memo, path: str, digest: str) -> OutputFile | None:
    kept = memo.kept_bytes("file", digest.encode())
    return None if kept is None else OutputFile(path, kept, digest)


def _sha256(data: bytes) -> str:
    return hashlib.sha256(data).hexdigest()
