"""An old site and a new one that takes its place."""

from __future__ import annotations

from coursesite.fill import MARKER, MARKER_TEXT
from coursesite.output_file import OutputFile, output_file

OLD = (output_file("index.html", b"old"), output_file("a/same", b"same"), output_file("gone", b"x"))
NEW = (output_file("index.html", b"new"), output_file("a/same", b"same"), output_file("b/c", b""))


def files(*wanted: OutputFile) -> dict[str, bytes]:
    """What a folder holds that was written with these files, by path."""
    return {each.path: each.data for each in wanted} | {MARKER: MARKER_TEXT}
