"""Stages made ahead in processes of their own."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from coursesite.ahead import FEWEST, make_ahead

pytestmark = pytest.mark.skipif((os.cpu_count() or 1) < 2, reason="needs a second core")


def test_every_stage_is_made_elsewhere(tmp_path: Path) -> None:
    def make(number: int) -> None:
        (tmp_path / str(number)).write_text(str(os.getpid()), encoding="utf-8")

    make_ahead(range(9), make)
    made = {path.name: path.read_text(encoding="utf-8") for path in tmp_path.iterdir()}
    assert sorted(made) == [str(number) for number in range(9)]
    assert str(os.getpid()) not in made.values()
    assert len(set(made.values())) > 1


def test_few_stages_are_left_to_the_build(tmp_path: Path) -> None:
    make_ahead(range(FEWEST - 1), lambda number: (tmp_path / str(number)).touch())
    assert list(tmp_path.iterdir()) == []


def test_an_error_is_left_to_the_build(tmp_path: Path) -> None:
    """Stages that a child would have made after the error are not made; the others are."""

    def make(number: int) -> None:
        if number == 0:
            raise ValueError(number)
        (tmp_path / str(number)).touch()

    make_ahead(range(8), make)
    made = {path.name for path in tmp_path.iterdir()}
    assert "0" not in made
    assert "1" in made
