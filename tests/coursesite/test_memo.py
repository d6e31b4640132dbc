"""What is kept between builds, and for how long."""

from __future__ import annotations

import os
import time
from functools import partial
from pathlib import Path

import pytest

from coursesite.memo import DAY_S, KEPT_DAYS, Memo, forget_unused


def test_what_no_build_reads_is_forgotten(tmp_path: Path) -> None:
    memo = Memo(tmp_path)
    for name in ("used", "unused"):
        memo.keep("step", name.encode(), name)
    long_ago = time.time() - (KEPT_DAYS + 1) * DAY_S
    for path in tmp_path.iterdir():
        os.utime(path, (long_ago, long_ago))
    assert memo.kept("step", b"used") == "used"
    forget_unused(tmp_path)
    assert memo.kept("step", b"used") == "used"
    assert memo.kept("step", b"unused") is None


def test_the_cache_is_looked_through_once_a_day(tmp_path: Path) -> None:
    forget_unused(tmp_path)
    memo = Memo(tmp_path)
    memo.keep("step", b"late", "late")
    (kept,) = (path for path in tmp_path.iterdir() if path.name.startswith("step"))
    os.utime(kept, (0, 0))
    forget_unused(tmp_path)
    assert kept.exists()
    os.utime(tmp_path / ".looked", (0, 0))
    forget_unused(tmp_path)
    assert not kept.exists()


def test_a_shelf_holds_what_was_used_last(tmp_path: Path) -> None:
    memo = Memo(tmp_path)
    made: list[str] = []

    def use(*words: str) -> list[str]:
        """What was made anew to have all these words."""
        made.clear()
        with memo.shelf("step", "owner") as shelf:
            for word in words:
                assert shelf.recall(word.encode(), partial(make, word)) == [word.upper()]
        return [*made]

    def make(word: str) -> list[str]:
        made.append(word)
        return [word.upper()]

    assert use("a", "b") == ["a", "b"]
    assert use("b", "a") == []
    assert use("b", "c") == ["c"]
    assert use("a", "b", "c") == ["a"]
    assert [path.name.partition("-")[0] for path in tmp_path.iterdir()] == ["step"]


def test_a_shelf_is_its_owners_own(tmp_path: Path) -> None:
    memo = Memo(tmp_path)
    with memo.shelf("step", "one") as shelf:
        shelf.recall(b"a", lambda: ["of one"])
    with memo.shelf("step", "two") as shelf:
        assert shelf.recall(b"a", lambda: ["of two"]) == ["of two"]
    with memo.made_by("other code").shelf("step", "one") as shelf:
        assert shelf.recall(b"a", lambda: ["of other code"]) == ["of other code"]
    with memo.shelf("step", "one") as shelf:
        assert shelf.recall(b"a", lambda: ["anew"]) == ["of one"]


def test_nothing_is_kept_of_work_that_failed(tmp_path: Path) -> None:
    memo = Memo(tmp_path)

    def fail() -> list[str]:
        raise ValueError("no")

    with pytest.raises(ValueError, match="no"), memo.shelf("step", "owner") as shelf:
        shelf.recall(b"a", fail)
    assert not list(tmp_path.iterdir())
