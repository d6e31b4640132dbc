"""What differs between two builds of one page, section by section.

To load a long page anew takes a browser longer than to build it. Where only sections differ, the
open page is given these, and everything else in it stays: place, instruments, ticks.
"""

from __future__ import annotations

import re

# <section class="section section-chapter" id="labs" aria-labelledby="labs-heading">
SECTION = re.compile(r'<section class="section section-[a-z_-]+" id="(?P<id>[^"]+)"')
END = "</section>"

Parts = tuple[str, dict[str, str]]
"""What stands around the sections, and each section by its id, in order."""


def changed_sections(old: bytes, new: bytes) -> dict[str, str] | None:
    """Return the sections of ``new`` that differ, by id; nothing when more than that differs."""
    (frame, before), (new_frame, after) = _parts(old.decode()), _parts(new.decode())
    if frame != new_frame or list(before) != list(after):
        return None
    return {name: text for name, text in after.items() if before[name] != text}


def _parts(page: str) -> Parts:
    """The page taken apart at its outer sections, which stand one behind the other."""
    marks = list(SECTION.finditer(page))
    if not marks:
        return page, {}
    end = page.rindex(END) + len(END)
    ends = [*(mark.start() for mark in marks[1:]), end]
    sections = {
        mark["id"]: page[mark.start() : stop] for mark, stop in zip(marks, ends, strict=True)
    }
    return page[: marks[0].start()] + page[end:], sections
