"""The stage before and the stage after, for the links at the end of a page."""

from __future__ import annotations

from collections.abc import Sequence

from msgspec import Struct

from coursesite.view_page import StageLink


class Neighbours(Struct, frozen=True):
    """What stands beside a stage in the track; only stages that have a page."""

    previous: StageLink | None
    next: StageLink | None


def neighbours(track: Sequence[StageLink], number: int) -> Neighbours:
    """Return the nearest stages with a page before and after stage ``number``."""
    with_page = sorted((each for each in track if each.href), key=lambda each: each.number)
    before = [each for each in with_page if each.number < number]
    after = [each for each in with_page if each.number > number]
    return Neighbours(before[-1] if before else None, after[0] if after else None)
