"""Capture folders as the command line names them: a target's folder or a program's."""

from __future__ import annotations

import argparse
from pathlib import Path

from irxray.capture import Capture
from irxray.errors import StoreError, near
from irxray.store import DOCUMENT, read_capture


def add_folder(parser: argparse.ArgumentParser, name: str = "folder") -> None:
    """Add the argument that names a capture folder."""
    parser.add_argument(
        name, type=Path, metavar="DIR", help="folder of one capture, or of a program's captures"
    )


def capture_folders(folder: Path) -> list[Path]:
    """Return the capture folders that ``folder`` is or holds, sorted by name.

    Raises ``StoreError`` where there is none, with near names where there is no such folder.
    """
    if (folder / DOCUMENT).is_file():
        return [folder]
    if not folder.is_dir():
        beside = folder.parent
        known = [each.name for each in beside.iterdir() if each.is_dir()] if beside.is_dir() else []
        raise StoreError(f"there is no folder {folder}; {near(folder.name, known)}")
    found = sorted(path.parent for path in folder.glob(f"*/{DOCUMENT}"))
    if not found:
        raise StoreError(f"{folder} holds no capture: no {DOCUMENT} in it or one folder down")
    return found


def is_single(folder: Path) -> bool:
    """Return whether ``folder`` is that of one capture."""
    return (folder / DOCUMENT).is_file()


def read_captures(folder: Path) -> list[Capture]:
    """Return all captures in ``folder``; raises ``StoreError`` for none or a damaged one."""
    return [read_capture(each) for each in capture_folders(folder)]


def read_one(folder: Path) -> Capture:
    """Return the one capture in ``folder``; raises ``StoreError`` where there are several."""
    found = capture_folders(folder)
    if len(found) > 1:
        names = ", ".join(each.name for each in found)
        raise StoreError(f"{folder} holds captures for {names}: name one, such as {found[0]}")
    return read_capture(found[0])
