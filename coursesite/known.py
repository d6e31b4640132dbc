"""What is known of a stage from the bytes of its files alone, without reading any of them.

A stage's file names everything that the stage is made from. While none of these files, nothing of
the code and nothing that all pages share has changed, its pages are what they were::

    stage.yml ─► names of its files ─► digest of their bytes ─► summary
                                              └─ + what pages share ─► digests of its output files

All of this is kept in one record a stage; output files once each under the digest of their bytes.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from pathlib import Path
from typing import Any

import msgspec
from msgspec import Struct, structs

from coursesite.content import Stage
from coursesite.kept_file import keep_file, recall_file
from coursesite.memo import Memo
from coursesite.output_file import OutputFile
from coursesite.tree import Tree, TreeFile, folders_above, read_tree, tree_digest
from coursesite.unchanged import Seen

CAPTURES = "bench/captures"
DRILLS = "bench/drill"
STEP = "stage"
"""Name of what is kept of a stage."""


class Summary(Struct, frozen=True):
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


class Record(Struct, frozen=True):
    """What was made of a stage when it was last made."""

    reads: tuple[str, ...]
    """Files and folders below the root that its file names."""
    inputs: str
    """Stands for the bytes of these and for the records."""
    summary: Summary
    shared: str = ""
    """Digest of what all pages shared when its files were made."""
    files: tuple[tuple[str, str], ...] = ()
    """Path and digest of each of its output files."""


class Recall(Struct, frozen=True):
    """A place where summary and output files of one stage are kept."""

    root: Path
    own: str
    """Stands for the bytes of the stage's file."""
    names: tuple[str, ...]
    """Files and folders that go into the stage, below the root."""
    tree: Tree
    """Them and the links above them, when the build began."""
    base: str
    """Stands for the records."""
    memo: Memo
    seen: Seen
    record: Record | None
    """What was kept when the build came to the stage."""

    @property
    def is_still_so(self) -> bool:
        """Whether nobody has touched them since: what is made of others must not be kept."""
        return look_up(self.root, self.names, self.seen) == self.tree

    @property
    def _inputs(self) -> str:
        return f"{tree_digest(self.tree)} {self.base}"

    def summary(self) -> Summary | None:
        """Return the stage's summary as it was kept for these bytes."""
        record = self.record
        return record.summary if record and record.inputs == self._inputs else None

    def keep_summary(self, summary: Summary) -> None:
        """Keep a summary."""
        self._keep(Record(self.names[1:], self._inputs, summary))

    def files(self, shared: str) -> list[OutputFile] | None:
        """Return the stage's output files as they were kept, or nothing when one is missing."""
        record = self.record
        if record is None or record.inputs != self._inputs or record.shared != shared:
            return None
        old = self.seen.old
        files = [recall_file(path, digest, self.memo, old) for path, digest in record.files]
        found = [each for each in files if each is not None]
        return found if len(found) == len(files) else None

    def keep_files(self, shared: str, summary: Summary, files: Sequence[OutputFile]) -> None:
        """Keep the stage's output files, all of them text, beside its summary."""
        for each in files:
            keep_file(each, self.memo)
        names = tuple((each.path, each.digest) for each in files)
        self._keep(Record(self.names[1:], self._inputs, summary, shared, names))

    def _keep(self, record: Record) -> None:
        self.memo.keep(STEP, self.own.encode(), msgspec.json.encode(record).decode())

    def renewed(self) -> Recall:
        """Return the same place with what is kept there by now."""
        return structs.replace(self, record=_kept(self.memo, self.own))


def stage_recall(
    root: Path, number: int, memo: Memo, base: str, seen: Seen, read: Callable[[], Stage]
) -> Recall:
    """Return where results for stage ``number`` are kept.

    ``base`` stands for the records; ``read`` reads the stage where it is not known. Raises a
    :class:`coursesite.errors.ContentError` when the stage's file is wrong.
    """
    file = f"site/stage-{number}/stage.yml"
    own = tree_digest(as_seen(root, [file], seen))
    record = _kept(memo, own)
    reads = record.reads if record else stage_reads(read())
    names = (file, *reads)
    return Recall(root, own, names, as_seen(root, names, seen), base, memo, seen, record)


def _kept(memo: Memo, own: str) -> Record | None:
    kept = memo.kept_bytes(STEP, own.encode())
    return None if kept is None else msgspec.json.decode(kept, type=Record)


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


def as_seen(root: Path, names: Iterable[str], seen: Seen) -> dict[str, TreeFile]:
    """Return these files as they were when the build began, all files in these folders, and the
    links above them.

    Where the links lead counts: one that leads out of the course is refused.
    """
    names = tuple(names)
    known = seen.inputs.sources
    plain = {name: known[name] for name in names if name in known and not known[name].link}
    others = [name for name in names if name not in plain]
    return {**_links_above(names, known), **plain, **read_tree(root, others, known)}


def look_up(root: Path, names: Iterable[str], seen: Seen) -> dict[str, TreeFile]:
    """Return the same as it is now."""
    names = tuple(names)
    known = seen.inputs.sources
    return {**_links_above(names, known), **read_tree(root, names, known)}


def _links_above(names: Iterable[str], known: Tree) -> dict[str, TreeFile]:
    return {folder: known[folder] for folder in folders_above(names) if folder in known}
