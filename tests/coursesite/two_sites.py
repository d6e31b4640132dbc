"""An old site and a new one that takes its place."""

from __future__ import annotations

from coursesite.write import MARKER, MARKER_TEXT, OutputFile

OLD = (OutputFile("index.html", b"old"), OutputFile("a/same", b"same"), OutputFile("gone", b"x"))
NEW = (OutputFile("index.html", b"new"), OutputFile("a/same", b"same"), OutputFile("b/c", b""))


def files(*wanted: OutputFile) -> dict[str, bytes]:
    """What a folder holds that was written with these files, by path."""
    return {each.path: each.data for each in wanted} | {MARKER: MARKER_TEXT}
