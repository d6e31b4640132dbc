"""The one writer: a folder of output files, swapped in whole.

The new site is written beside the old one and takes its place in one step::

    lock ─► clear away what killed builds left ─► write .NAME-xxxxxxxx ─► exchange ─► keep or
    remove the old

Whatever goes wrong before the exchange, the old site stays as it was; whatever goes wrong after it,
the new one is whole and the next build clears away the rest. Where there is a place for it, the old
site is kept as a spare: the next new one is made from it, for they differ in a few files only. It
is moved beside the old site first, and checked once it is filled and once it has taken its place,
since anybody may delete what is kept at any time.
"""

from __future__ import annotations

import os
import re
import shutil
import tempfile
from collections.abc import Iterable, Mapping
from contextlib import suppress
from pathlib import Path

from coursesite.errors import OutputError, Where
from coursesite.exchange import exchange
from coursesite.fill import MARKER, MARKER_BEGUN, MARKER_TEXT, fill, mark
from coursesite.lock import lock_path, locked
from coursesite.output_file import OldSite, OutputFile, look_at, output_file
from coursesite.tree import TreeFile, tree_digest

ASIDE = "-old"
"""End of the name that the old site has for a moment, where systems cannot exchange folders."""

# the backslash of a Windows path, NUL, line end
UNSAFE = re.compile(r"[\\\x00-\x1f\x7f]")


def check_output(out: Path) -> None:
    """Raise :class:`OutputError` when ``out`` is a file, or holds something not written here."""
    where = Where(str(out))
    try:
        if out.is_symlink() or (out.exists() and not out.is_dir()):
            raise OutputError("the output must be a folder", where, hint="name another with --out")
        foreign = out.is_dir() and any(out.iterdir()) and not (out / MARKER).is_file()
    except (OSError, ValueError) as error:
        raise _refused(out, error) from None
    if foreign:
        message = "the folder is not empty and was not written by this program"
        raise OutputError(message, where, hint="empty it yourself, or name another with --out")


def write_site(
    files: Iterable[OutputFile],
    out: Path,
    old: OldSite | None = None,
    spare: Path | None = None,
) -> bool:
    """Make ``out`` hold exactly ``files``; return whether anything changed.

    ``old`` is an earlier look at what it holds; ``spare`` is where its predecessor may be kept,
    for whoever likes to delete. Raises :class:`OutputError`, with ``out``
    untouched, when a file would lie outside it, when another build is writing it, and when the
    system refuses.
    """
    check_output(out)
    wanted = _by_path(files)
    try:
        old = old or look_at(out)
        if _is_done(out, wanted, old):
            return False
        out.parent.mkdir(parents=True, exist_ok=True)
        with locked(out):
            check_output(out)
            _clear_away(out)
            _swap_in(wanted, look_at(out, old), spare)
    except OSError as error:
        raise _refused(out, error) from None
    return True


def _is_done(out: Path, wanted: Mapping[str, OutputFile], old: OldSite) -> bool:
    """Whether nothing is left to do. Another build may take files away while they are looked at:
    who is right is then found out behind the lock."""
    try:
        digest = _digest(wanted)
        if not is_quiet(out) or digest != tree_digest(old.tree):
            return False
        return digest == tree_digest(look_at(out, old).tree)
    except OSError:
        return False


def site_digest(files: Iterable[OutputFile]) -> str:
    """Return the digest of a folder that holds exactly ``files``, as ``tree_digest`` has it."""
    return _digest(_by_path(files))


def is_quiet(out: Path) -> bool:
    """Return whether no other build writes the folder, and none was killed while it did."""
    return not lock_path(out).exists() and not _leftovers(out)


def _refused(out: Path, error: Exception) -> OutputError:
    reason = getattr(error, "strerror", None) or str(error)
    hint = "the old site is untouched; free space or permissions, then build again"
    return OutputError(f"the site cannot be written: {reason}", Where(str(out)), hint=hint)


# ------------------------------------------------------------ what is wanted


def _by_path(files: Iterable[OutputFile]) -> dict[str, OutputFile]:
    """The files by path, with the marker; raises for a path outside the site or used twice."""
    wanted: dict[str, OutputFile] = {}
    for each in (*files, output_file(MARKER, MARKER_TEXT)):
        _check_path(each.path)
        if wanted.setdefault(each.path, each) != each:
            hint = "two things of the course have one name: rename one of them"
            raise OutputError("would be written twice", Where(each.path), hint=hint)
    return wanted


def _digest(wanted: Mapping[str, OutputFile]) -> str:
    return tree_digest({path: TreeFile(each.digest, "") for path, each in wanted.items()})


def _check_path(path: str) -> None:
    """Raises unless the path stays below the output folder on every system."""
    if UNSAFE.search(path) or any(part in ("", ".", "..") for part in path.split("/")):
        hint = "correct the name in the course or the capture that it comes from"
        raise OutputError("would be written outside the site", Where(repr(path)), hint=hint)


# ------------------------------------------------------------------ swapping


def _swap_in(wanted: Mapping[str, OutputFile], old: OldSite, spare: Path | None) -> None:
    """Make the new site from the spare, where that can be done, else anew."""
    try:
        _exchange(wanted, old, spare, is_refilled=spare is not None)
    except OSError:
        if spare is None:
            raise
        _exchange(wanted, old, spare, is_refilled=False)


def _exchange(
    wanted: Mapping[str, OutputFile], old: OldSite, spare: Path | None, *, is_refilled: bool
) -> None:
    """Write the wanted files beside the old site and exchange the two."""
    fresh = Path(tempfile.mkdtemp(prefix=f".{old.folder.name}-", dir=old.folder.parent))
    try:
        if is_refilled and spare:
            if spare.is_symlink():
                raise OSError("what is kept of the site is a link")
            mark(spare)
            spare.rename(fresh)  # from now on it is nobody else's
        fresh.chmod(0o755)
        fill(fresh, wanted, old)
        if is_refilled:
            _check_whole(fresh, wanted, old)
        _take_place(fresh, old.folder)
        if is_refilled:
            _check_standing(fresh, wanted, old)
        if spare:
            _put_away(fresh, old.folder, spare)
    finally:
        _remove(fresh)


def _check_whole(fresh: Path, wanted: Mapping[str, OutputFile], old: OldSite) -> None:
    """Raise when someone who was deleting what is kept has gone on in the folder after it moved."""
    if tree_digest(look_at(fresh, old).tree) != _digest(wanted):
        raise OSError("the folder was changed while it was filled")


def _check_standing(replaced: Path, wanted: Mapping[str, OutputFile], old: OldSite) -> None:
    """The same once more, for a deleter may have gone on since: then the old site comes back."""
    try:
        _check_whole(old.folder, wanted, old)
    except OSError:
        if replaced.exists():
            _take_place(replaced, old.folder)
        else:
            old.folder.rename(replaced)
        raise


def _put_away(replaced: Path, out: Path, spare: Path) -> None:
    """Keep the site that was replaced, where the system lets us.

    The first site has replaced none: it is kept itself, as links, so that the first edit finds
    folders and files as the later ones do.
    """
    with suppress(OSError):
        shutil.rmtree(spare, ignore_errors=True)
        spare.parent.mkdir(exist_ok=True)
        if replaced.exists():
            replaced.rename(spare)
        else:
            shutil.copytree(out, spare, copy_function=os.link)


def _take_place(fresh: Path, out: Path) -> None:
    """Put ``fresh`` in place of ``out``, which comes to lie in its own."""
    if not out.exists():
        fresh.rename(out)
    elif not exchange(fresh, out):
        _rename_twice(fresh, out)


def _rename_twice(fresh: Path, out: Path) -> None:
    """The same with a moment between in which there is neither."""
    aside = out.with_name(f".{out.name}-{os.urandom(4).hex()}{ASIDE}")
    out.rename(aside)
    try:
        fresh.rename(out)
    except OSError:
        aside.rename(out)
        raise
    with suppress(OSError):  # else the next build clears it away
        aside.rename(fresh)


# ------------------------------------------------------- what is left behind


def _leftovers(out: Path) -> list[Path]:
    """Folders beside ``out`` that a killed build of it left behind."""
    if not out.parent.is_dir():
        return []
    # ._site-k3q9x_0a   ._site-k3q9x_0a-old
    pattern = re.compile(rf"\.{re.escape(out.name)}-[a-z0-9_]{{8}}({ASIDE})?")
    named = [path for path in out.parent.iterdir() if pattern.fullmatch(path.name)]
    return [path for path in named if _is_ours(path)]


def _is_ours(folder: Path) -> bool:
    """Whether this program made the folder: it has the marker, or nothing but one just begun."""
    if folder.is_symlink() or not folder.is_dir():
        return False
    try:
        return (folder / MARKER).is_file() or {*os.listdir(folder)} <= {MARKER_BEGUN}
    except OSError:  # another build has just removed it
        return False


def _clear_away(out: Path) -> None:
    """Remove what killed builds left; an old site that one of them had put aside comes back."""
    for folder in _leftovers(out):
        if folder.name.endswith(ASIDE) and not out.exists():
            folder.rename(out)
        else:
            _remove(folder)


def _remove(folder: Path) -> None:
    """Remove a folder, its marker last: a removal cut short can then be taken up again.

    What the system does not let go of stays, for the next build to try.
    """
    with suppress(OSError):
        for path in folder.iterdir():
            if path.is_dir() and not path.is_symlink():
                shutil.rmtree(path, ignore_errors=True)
            elif path.name != MARKER:
                path.unlink(missing_ok=True)
        shutil.rmtree(folder, ignore_errors=True)
