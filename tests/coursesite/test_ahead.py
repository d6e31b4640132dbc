"""Stages made ahead in processes of their own; each test in a process that has no threads."""

from __future__ import annotations

import os
import subprocess
import sys
import textwrap
from pathlib import Path

import pytest

from coursesite.ahead import FEWEST

REPOSITORY = Path(__file__).resolve().parents[2]

pytestmark = pytest.mark.skipif((os.cpu_count() or 1) < 2, reason="needs a second core")


def made_ahead(folder: Path, count: int, before: str = "") -> dict[int, int]:
    """Make that many stages, each a file that holds the number of its process; the first one
    fails in a folder named ``fails``. The parent's number is that of stage -1."""
    script = f"""
        import os
        from pathlib import Path
        from coursesite.ahead import make_ahead

        def make(number):
            if number == 0 and {folder.name == "fails"}:
                raise ValueError(number)
            Path({str(folder)!r}, str(number)).write_text(str(os.getpid()))

        {before}
        make_ahead(range({count}), make)
        make(-1)
    """
    folder.mkdir(exist_ok=True)
    command = [sys.executable, "-c", textwrap.dedent(script)]
    subprocess.run(command, cwd=REPOSITORY, check=True, stderr=subprocess.DEVNULL)
    return {int(each.name): int(each.read_text()) for each in folder.iterdir()}


def test_every_stage_is_made_elsewhere(tmp_path: Path) -> None:
    made = made_ahead(tmp_path, 9)
    parent = made.pop(-1)
    assert sorted(made) == list(range(9))
    assert parent not in made.values()
    assert len(set(made.values())) > 1


def test_few_stages_are_left_to_the_build(tmp_path: Path) -> None:
    assert set(made_ahead(tmp_path, FEWEST - 1)) == {-1}


def test_a_process_with_threads_leaves_them_to_the_build(tmp_path: Path) -> None:
    wait = "import threading; threading.Thread(target=threading.Event().wait, daemon=True).start()"
    assert set(made_ahead(tmp_path, 9, wait)) == {-1}


def test_an_error_is_left_to_the_build(tmp_path: Path) -> None:
    """Stages that a child would have made after the error are not made; the others are."""
    made = made_ahead(tmp_path / "fails", 8)
    assert 0 not in made
    assert 1 in made
