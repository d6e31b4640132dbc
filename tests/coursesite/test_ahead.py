"""Stages made ahead in processes of their own; each test in a process that has no threads."""

from __future__ import annotations

import os
import subprocess
import sys
import textwrap
from pathlib import Path

import pytest

from coursesite.ahead import FEWEST
from tests.coursesite.small_site import STAGE, as_json, make_site

REPOSITORY = Path(__file__).resolve().parents[2]

pytestmark = pytest.mark.skipif((os.cpu_count() or 1) < 2, reason="needs a second core")


def made_ahead(folder: Path, count: int, before: str = "", at_once: int = 2) -> dict[int, int]:
    """Make that many stages, each a file that holds the number of its process; the first one
    fails in a folder named ``fails``. The parent's number is that of stage -1, which it makes
    meanwhile. What is there once the stages have been made ahead is returned. No stage is made
    before ``at_once`` processes have begun one.
    """
    script = f"""
        import os, time
        from pathlib import Path
        from coursesite.ahead import making_ahead

        folder = Path({str(folder)!r})
        begun = folder.with_name("begun")
        begun.mkdir()

        def make(number):
            if number >= 0:
                (begun / str(os.getpid())).touch()
                while len(os.listdir(begun)) < {at_once} or not (folder / "-1").exists():
                    time.sleep(0.001)
            if number == 0 and folder.name == "fails":
                raise ValueError(number)
            (folder / str(number)).write_text(str(os.getpid()))

        {before}
        with making_ahead(range({count}), make):
            make(-1)
        print(*(f"{{each.name}} {{each.read_text()}}" for each in folder.iterdir()), sep="\\n")
    """
    folder.mkdir()
    command = [sys.executable, "-c", textwrap.dedent(script)]
    done = subprocess.run(
        command, cwd=REPOSITORY, check=True, capture_output=True, encoding="utf-8", timeout=60
    )
    return {int(name): int(process) for name, process in map(str.split, done.stdout.splitlines())}


def test_every_stage_is_made_elsewhere(tmp_path: Path) -> None:
    made = made_ahead(tmp_path / "stages", 9)
    parent = made.pop(-1)
    assert sorted(made) == list(range(9))
    assert parent not in made.values()
    assert len(set(made.values())) > 1


def test_few_stages_are_left_to_the_build(tmp_path: Path) -> None:
    assert set(made_ahead(tmp_path / "stages", FEWEST - 1)) == {-1}


def test_a_process_with_threads_leaves_them_to_the_build(tmp_path: Path) -> None:
    wait = "import threading; threading.Thread(target=threading.Event().wait, daemon=True).start()"
    assert set(made_ahead(tmp_path / "stages", 9, wait)) == {-1}


def test_a_system_that_gives_no_process_leaves_them_to_the_build(tmp_path: Path) -> None:
    """It gives one, then none."""
    refuse = (
        "real = os.fork; given = []; "
        "os.fork = lambda: given.append(given[5]) if given else given.append(1) or real()"
    )
    refuse = refuse.replace("given.append(given[5])", "exec('raise BlockingIOError')")
    made = made_ahead(tmp_path / "stages", 9, refuse, at_once=1)
    assert made.pop(-1) not in made.values()
    assert len(set(made.values())) == 1


def test_an_error_is_left_to_the_build(tmp_path: Path) -> None:
    """Another process makes the other stages."""
    made = made_ahead(tmp_path / "fails", 8)
    assert set(made) == {-1, *range(1, 8)}


def test_the_build_finds_what_was_made_ahead(tmp_path: Path) -> None:
    """In its own process it makes no stage."""
    numbers = list(range(1, FEWEST + 1))
    stages = [{"number": each, "title": f"T{each}", "summary": "S."} for each in numbers]
    make_site(tmp_path, site={"stages": stages})
    for each in numbers[1:]:
        bare = STAGE | {"number": each, "labs": None, "notebook": None}
        path = tmp_path / "site" / f"stage-{each}" / "stage.yml"
        path.parent.mkdir()
        path.write_bytes(as_json(bare))
    script = f"""
        from coursesite import cli, work

        makes, made = work.stage_outputs, []
        work.stage_outputs = lambda *each: made.append(each) or makes(*each)
        code = cli.main(["--root", {str(tmp_path)!r}, "--quiet"])
        print(code, len(made))
    """
    done = subprocess.run(
        [sys.executable, "-c", textwrap.dedent(script)],
        cwd=REPOSITORY,
        check=True,
        capture_output=True,
        encoding="utf-8",
        timeout=60,
    )
    assert done.stdout == "0 0\n"
    assert len(list((tmp_path / "_site").glob("stage-*/index.html"))) == FEWEST
