"""What is known of a stage from the bytes of its files alone, without reading any of them.

A stage's file names everything that the stage is made from. While none of these files, nothing of
the code and nothing that all pages share has changed, its pages are what they were::

    stage.yml ─► names of its files ─► digest of their bytes ─► summary
                                              └─ + what pages share ─► digests of its output files

Output files are kept once each under the digest of their bytes.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import partial
from pathlib import Path, PurePosixPath
from typing import Any

import msgspec
from msgspec import Struct

from coursesite.content import Stage
from coursesite.errors import OutputError, Where
from coursesite.memo import Memo
from coursesite.output_file import OutputFile, output_file
from coursesite.tree import Tree, TreeFile, read_tree, tree_digest
from coursesite.unchanged import Seen

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


class Recall(Struct, frozen=True):
    """A place where summaries and output files of one stage are kept."""

    root: Path
    names: tuple[str, ...]
    """Files and folders that go into the stage, below the root."""
    tree: Tree
    """Them and the links above them, when the build came to the stage."""
    base: str
    """Stands for the records."""
    memo: Memo
    seen: Seen

    @property
    def is_still_so(self) -> bool:
        """Whether nobody has touched them since: what is made of others must not be kept."""
        return look_up(self.root, self.names, self.seen) == self.tree

    def summary(self) -> Summary | None:
        """Return the stage's summary as it was kept for these bytes."""
        kept = self.memo.kept_bytes("stage-summary", self._stated())
        return None if kept is None else msgspec.json.decode(kept, type=Summary)

    def keep_summary(self, summary: Summary) -> None:
        """Keep a summary."""
        text = msgspec.json.encode(summary).decode()
        self.memo.keep("stage-summary", self._stated(), text)

    def files(self, shared: str) -> list[OutputFile] | None:
        """Return the stage's output files as they were kept, or nothing when one is missing."""
        kept = self.memo.kept_bytes("stage-files", self._stated(shared))
        if kept is None:
            return None
        names = msgspec.json.decode(kept, type=list[tuple[str, str]])
        files = [self._file(path, digest) for path, digest in names]
        found = [each for each in files if each is not None]
        return found if len(found) == len(files) else None

    def _file(self, path: str, digest: str) -> OutputFile | None:
        if self.seen.old.holds(path, digest):
            return OutputFile(path, digest, partial(self._read, path, digest))
        kept = self.memo.kept_bytes("file", digest.encode())
        return None if kept is None else output_file(path, kept)

    def _read(self, path: str, digest: str) -> bytes:
        """A file of the old site, which somebody may have touched since it was looked at."""
        data = self.seen.old.read(path, digest)
        if data is None:
            data = self.memo.kept_bytes("file", digest.encode())
        if data is None:
            where = Where(str(self.seen.old.folder / path))
            raise OutputError("was changed while the site was built", where, hint="build again")
        return data

    def keep_files(self, shared: str, files: Sequence[OutputFile]) -> None:
        """Keep the stage's output files, all of them text."""
        names = [(each.path, each.digest) for each in files]
        for each in files:
            if self.memo.kept_bytes("file", each.digest.encode()) is None:
                self.memo.keep("file", each.digest.encode(), each.data.decode())
        text = msgspec.json.encode(names).decode()
        self.memo.keep("stage-files", self._stated(shared), text)

    def _stated(self, shared: str = "") -> bytes:
        """What a result depends on; ``shared`` stands for what all pages share."""
        return "\0".join([tree_digest(self.tree), self.base, shared]).encode()


def stage_recall(
    root: Path, number: int, memo: Memo, base: str, seen: Seen, read: Callable[[], Stage]
) -> Recall:
    """Return where results for stage ``number`` are kept.

    ``base`` stands for the records; ``read`` reads the stage where it is not known. Raises a
    :class:`coursesite.errors.ContentError` when the stage's file is wrong.
    """
    own = f"site/stage-{number}/stage.yml"
    tree = look_up(root, [own], seen)
    stated = tree_digest(tree).encode()
    kept = memo.kept("stage-reads", stated)
    if kept is None:
        kept = "\n".join(stage_reads(read()))
        if look_up(root, [own], seen) == tree:
            memo.keep("stage-reads", stated, kept)
    names = (own, *filter(None, kept.split("\n")))
    return Recall(root, names, look_up(root, names, seen), base, memo, seen)


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


def look_up(root: Path, names: Iterable[str], seen: Seen) -> dict[str, TreeFile]:
    """Return these files as they are now, all files in these folders, and the links above them.

    Where the links lead counts: one that leads out of the course is refused.
    """
    names = tuple(names)
    known = seen.inputs.sources
    above = {str(folder) for name in names for folder in PurePosixPath(name).parents}
    links = {folder: known[folder] for folder in above if folder in known}
    return {**links, **read_tree(root, names, known)}
