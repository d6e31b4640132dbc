"""What is kept between builds, and for how long."""

from __future__ import annotations

import os
import time
from pathlib import Path

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
