"""Captures of a stage's programs: reused while current, else made anew, several at a time.

This is the only place where a build runs code of a notebook, and it runs just the function that a
program names and what that function reaches, in a process of its own.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Iterable, Sequence
from functools import lru_cache
from pathlib import Path
from typing import TYPE_CHECKING

from msgspec import Struct
from msgspec.structs import replace

from coursesite.content import Stage
from coursesite.content_schema import ProgramEntry
from coursesite.errors import ExhibitError, NotebookError, Where, shorten
from coursesite.notebook import Notebook
from coursesite.tree import TreeFile, read_tree, tree_digest
from irxray.errors import SourceSyntaxError, StoreError, TargetError, XrayError
from irxray.target import Target, find_target, unusable_because

if TYPE_CHECKING:
    from irxray.capture import Capture
    from irxray.program import Program

CAPTURES = Path("bench", "captures")

MEMORY_PER_CAPTURE = 3 << 30
"""Bytes that one capture may need: libtpu takes about two gigabytes."""


class Wanted(Struct, frozen=True):
    """One program on one target, as a stage asks for it."""

    program: Program
    target: Target
    folder: Path
    where: Where
    """The program's place in its stage."""

    @property
    def name(self) -> str:
        """Such as ``ex-05/cpu``."""
        return f"{self.program.name}/{self.target.name}"


class Found(Struct, frozen=True):
    """What there is of one wanted capture."""

    wanted: Wanted
    capture: Capture | None
    """``None`` where it has never been captured and cannot be here."""
    state: str
    """``reused``, ``made``, ``stale`` or ``missing``."""
    digest: str
    """Of the stored capture, everything in it included; empty where there is none."""
    reason: str
    """Why it could not be made, in words for a person; empty for the first two states."""


Files = frozenset[tuple[str, TreeFile]]
"""All files of a folder as they were."""

TRIES = 10
"""How often a folder is read that changes meanwhile."""


class Stored(Struct, frozen=True):
    """A capture, and the digest of the files that it was read from."""

    capture: Capture
    digest: str


class CapturesPending(ExhibitError):
    """Captures could be made, but this build was told not to make any."""

    def __init__(self, wanted: Sequence[Wanted]) -> None:
        names = ", ".join(each.name for each in wanted)
        super().__init__(f"not captured yet: {names}", wanted[0].where, hint="run `make captures`")


def wanted_captures(
    stage: Stage, notebooks: Callable[[str], Notebook], root: Path
) -> tuple[Wanted, ...]:
    """Return every capture the stage asks for, in its order.

    ``notebooks`` reads a notebook by its path. Raises :class:`ExhibitError` for a function,
    argument or target that does not exist.
    """
    return tuple(
        Wanted(program, target, root / CAPTURES / entry.id / target.name, where)
        for index, entry in enumerate(stage.programs)
        for where in [stage.where(f"programs[{index}]")]
        for program in [read_program(entry, notebooks(entry.notebook), where)]
        for target in _targets(entry, where)
    )


def read_program(entry: ProgramEntry, notebook: Notebook, where: Where) -> Program:
    """Return the program that ``entry`` names; ``where`` is its place in its stage.

    Raises :class:`ExhibitError` when the notebook has no such function or an argument cannot be
    read, and :class:`NotebookError`, with the cell and the line in it, when a cell is not Python.
    """
    cells = [cell for cell in notebook.cells if cell.kind == "code"]
    sources = tuple(cell.source for cell in cells)
    try:
        return _slice_once(sources, entry.function, entry.arguments, entry.id)
    except SourceSyntaxError as error:
        place = replace(notebook.where(cells[error.index]), line=error.line)
        hint = f"mend the cell and save the notebook: program '{entry.id}' is taken from it"
        message = f"is not Python: {error.reason}"
        raise NotebookError(message, place, quote=shorten(error.text), hint=hint) from None
    except XrayError as error:
        message = f"program '{entry.id}' cannot be taken from {entry.notebook}: {error}"
        hint = "correct function or arguments here, or the notebook"
        raise ExhibitError(message, where, quote=entry.function, hint=hint) from None


@lru_cache(maxsize=64)
def _slice_once(
    sources: tuple[str, ...], function: str, arguments: tuple[str, ...], name: str
) -> Program:
    from irxray.program import slice_program

    return slice_program(sources, function, arguments, name)


def _targets(entry: ProgramEntry, where: Where) -> Iterable[Target]:
    for name in entry.targets:
        try:
            yield find_target(name)
        except TargetError as error:
            message = f"program '{entry.id}': {error}"
            hint = "choose from the known targets"
            raise ExhibitError(message, where, quote=name, hint=hint) from None


def find_captures(
    wanted: Sequence[Wanted],
    say: Callable[[str], None],
    *,
    anew: bool = False,
    make: bool = True,
) -> tuple[Found, ...]:
    """Return what there is of each wanted capture, making those that are not current.

    ``say`` is told before and after each one that is made; ``anew`` makes all of them. Where the
    target's compiler is not installed, the stored capture is used and said to be stale. Raises
    :class:`ExhibitError` when a program cannot be captured, and :class:`CapturesPending` when one
    could be made but ``make`` says not to.
    """
    known = {each.name: None if anew else _current(each) for each in wanted}
    missing = [each for each in wanted if known[each.name] is None]
    makeable = [each for each in missing if not unusable_because(each.target)]
    if makeable and not make:
        raise CapturesPending(makeable)
    _make_all(makeable, say)
    known |= {each.name: _current(each) for each in makeable}
    return tuple(_found(each, known[each.name], each in makeable) for each in wanted)


def _current(wanted: Wanted) -> Stored | None:
    """What is stored of exactly this program and target."""

    def read(files: Files) -> Capture | None:
        return _read_once(wanted.folder, files, wanted.program, wanted.target.name)

    return _read_whole(wanted.folder, read)


@lru_cache(maxsize=128)
def _read_once(folder: Path, files: Files, program: Program, target: str) -> Capture | None:
    """What ``folder`` holds of this program while nobody has touched its files."""
    from irxray.store import read_current

    return read_current(folder, program, target)


def _read_whole(folder: Path, read: Callable[[Files], Capture | None]) -> Stored | None:
    """What ``read`` finds in a folder that nobody changes meanwhile; it is given its files."""
    for _ in range(TRIES):
        tree = read_tree(folder)
        capture = read(frozenset(tree.items()))
        if read_tree(folder, known=tree) == tree:
            return None if capture is None else Stored(capture, tree_digest(tree))
    raise ExhibitError("changes while it is read", Where(str(folder)), hint="build again")


def _found(wanted: Wanted, current: Stored | None, is_made: bool) -> Found:
    if current is not None:
        state = "made" if is_made else "reused"
        return Found(wanted, current.capture, state, current.digest, "")
    reason = unusable_because(wanted.target)
    stale = _read_whole(wanted.folder, lambda files: _read_any(wanted.folder))
    if stale is None:
        return Found(wanted, None, "missing", "", reason)
    return Found(wanted, stale.capture, "stale", stale.digest, reason)


def _read_any(folder: Path) -> Capture | None:
    from irxray.store import read_capture

    try:
        return read_capture(folder)
    except StoreError:
        return None


def _make_all(wanted: Sequence[Wanted], say: Callable[[str], None]) -> None:
    """Capture side by side, as many at once as cores and memory allow."""
    if not wanted:
        return
    from concurrent.futures import ThreadPoolExecutor, as_completed  # takes forty milliseconds

    from irxray.capture import end_captures

    with ThreadPoolExecutor(capture_slots()) as pool:
        running = {pool.submit(_make, each): each for each in wanted}
        say(f"capturing {', '.join(each.name for each in wanted)}")
        try:
            for count, done in enumerate(as_completed(running), 1):
                if done.exception() is None:
                    say(f"captured {running[done].name}, {count} of {len(wanted)}")
            # In the order asked for, so that of several failures the same one is reported.
            for done in running:
                done.result()
        except BaseException:
            pool.shutdown(wait=False, cancel_futures=True)
            end_captures()
            raise


def _make(wanted: Wanted) -> None:
    from irxray.capture import capture_program
    from irxray.store import write_capture

    try:
        capture = capture_program(wanted.program, wanted.target)
    except XrayError as error:
        message = f"program '{wanted.program.name}' cannot be captured for {wanted.target.name}"
        hint = "mend the function in its notebook, then build again"
        raise ExhibitError(message, wanted.where, quote=str(error), hint=hint) from None
    write_capture(capture, wanted.folder)


def capture_slots() -> int:
    """Return how many captures may run at once on this machine."""
    memory = os.sysconf("SC_PAGE_SIZE") * os.sysconf("SC_AVPHYS_PAGES")
    return max(1, min(os.cpu_count() or 1, memory // MEMORY_PER_CAPTURE))
