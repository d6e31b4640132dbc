"""What is known of a stage from the bytes of its files alone, without reading any of them.

A stage's file names everything that the stage is made from. While none of these files, nothing of
the code and nothing that all pages share has changed, its pages are what they were::

    stage.yml ─► names of its files ─► digest of their bytes ─► summary
                                              └─ + what pages share ─► digests of its output files

All of this is kept in one place a stage; output files once each under the digest of their bytes.
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
STEP, PAST_STEP = "stage", "stage-past"
"""Names of what is kept of a stage by the bytes of its file, and by those of all its files."""


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


class Made(Struct, frozen=True):
    """What was made of a stage."""

    reads: tuple[str, ...]
    """Files and folders below the root that its file names."""
    inputs: str
    """Stands for the bytes of its file and of these, and for the records of measurements."""
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
    file: str
    """The stage's file below the root."""
    reads: tuple[str, ...]
    """Files and folders that it names."""
    tree: Tree
    """All of them and the links above them, as they were before anything was made of them."""
    inputs: str
    """Stands for the bytes of all that, and for the records of measurements."""
    memo: Memo
    seen: Seen
    last: Made | None
    """What was made of the stage when it was last made, whatever of."""

    @property
    def is_still_so(self) -> bool:
        """Whether nobody has touched them since: what is made of others must not be kept."""
        return look_up(self.root, (self.file, *self.reads), self.seen) == self.tree

    def summary(self) -> Summary | None:
        """Return the stage's summary as it was kept for these bytes."""
        return next((made.summary for made in self._made()), None)

    def keep_summary(self, summary: Summary) -> None:
        """Keep a summary."""
        self._keep(Made(self.reads, self.inputs, summary))

    def files(self, shared: str) -> list[OutputFile] | None:
        """Return the stage's output files as they were kept, or nothing when one is missing."""
        made = next((made for made in self._made() if made.shared == shared), None)
        if made is None:
            return None
        old = self.seen.old
        files = [recall_file(path, digest, self.memo, old) for path, digest in made.files]
        found = [each for each in files if each is not None]
        return found if len(found) == len(files) else None

    def _made(self) -> Iterator[Made]:
        """Yield what was made of these bytes: last, and before it was made of others."""
        if self.last and self.last.inputs == self.inputs:
            yield self.last
        past = _kept(self.memo, PAST_STEP, self.inputs)
        if past:
            yield past

    def keep_files(self, shared: str, summary: Summary, files: Sequence[OutputFile]) -> None:
        """Keep the stage's output files, all of them text, beside its summary."""
        for each in files:
            keep_file(each, self.memo)
        names = tuple((each.path, each.digest) for each in files)
        self._keep(Made(self.reads, self.inputs, summary, shared, names))

    def _keep(self, made: Made) -> None:
        last = self.last
        if last and last.files:  # whoever goes back and forth finds both
            self.memo.keep(PAST_STEP, last.inputs.encode(), msgspec.json.encode(last).decode())
        self.memo.keep(STEP, self.own.encode(), msgspec.json.encode(made).decode())

    def renewed(self) -> Recall:
        """Return the same place with what is kept there by now."""
        return structs.replace(self, last=_kept(self.memo, STEP, self.own))


def stage_recall(
    root: Path, number: int, memo: Memo, base: str, seen: Seen, read: Callable[[], Stage]
) -> Recall:
    """Return where results for stage ``number`` are kept.

    ``base`` stands for the records of measurements; ``read`` reads the stage where it is not
    known. Raises a :class:`coursesite.errors.ContentError` when the stage's file is wrong.
    """
    file = f"site/stage-{number}/stage.yml"
    own = tree_digest(as_seen(root, [file], seen))
    last = _kept(memo, STEP, own)
    reads = last.reads if last else tuple(stage_reads(read()))
    tree = as_seen(root, (file, *reads), seen)
    inputs = f"{tree_digest(tree)} {base}"
    return Recall(root, own, file, reads, tree, inputs, memo, seen, last)


def _kept(memo: Memo, step: str, stated: str) -> Made | None:
    kept = memo.kept_bytes(step, stated.encode())
    return None if kept is None else msgspec.json.decode(kept, type=Made)


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
    """Return these files as they were when the build began, and the links above them.

    Folders, links and what was not there are looked at now. Where the links lead counts: one that
    leads out of the course is refused.
    """
    names = tuple(names)
    known = seen.inputs.sources
    plain = {name: known[name] for name in names if name in known and not known[name].link}
    others = [name for name in names if name not in plain]
    return {**_links_above(names, known), **plain, **read_tree(root, others, known)}


def look_up(root: Path, names: Iterable[str], seen: Seen) -> dict[str, TreeFile]:
    """Return the same files as they are now."""
    names = tuple(names)
    known = seen.inputs.sources
    return {**_links_above(names, known), **read_tree(root, names, known)}


def _links_above(names: Iterable[str], known: Tree) -> dict[str, TreeFile]:
    return {folder: known[folder] for folder in folders_above(names) if folder in known}
