"""Small trees to read from, and faulty files beside the messages they must give.

Each faulty fixture has its message in a file of the same name with ``.txt`` behind it.
``UPDATE_MESSAGES=1 python -m pytest tests/coursesite`` writes the messages; review the diff.
"""

from __future__ import annotations

import os
import shutil
from collections.abc import Callable
from pathlib import Path

import pytest

from coursesite.errors import SiteError


@pytest.fixture
def place(tmp_path: Path) -> Callable[[Path, str], Path]:
    """Copies a fixture into the test's own tree, under the name given."""

    def copy(fixture: Path, name: str) -> Path:
        target = tmp_path / name
        target.parent.mkdir(parents=True, exist_ok=True)
        shutil.copyfile(fixture, target)
        return target

    return copy


@pytest.fixture
def expect_message() -> Callable[[Path, SiteError], None]:
    """Compares an error's whole text with the file beside the fixture that caused it."""

    def compare(fixture: Path, error: SiteError) -> None:
        expected = fixture.with_name(fixture.name + ".txt")
        if os.environ.get("UPDATE_MESSAGES") == "1":
            expected.write_text(f"{error}\n", encoding="utf-8")
        assert f"{error}\n" == expected.read_text(encoding="utf-8")

    return compare
