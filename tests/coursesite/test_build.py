"""The build end to end: ``python build.py`` on a copy of the real course."""

from __future__ import annotations

import importlib.metadata
import json
import os
import re
import shutil
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from tests.site_tree import LAB_1, LAB_2, REMARK, SiteTree, copy_course, file_bytes, snapshot

# ------------------------------------------------------------- what it makes


def test_two_builds_of_one_tree_are_identical(built_course: SiteTree, tmp_path: Path) -> None:
    other = copy_course(tmp_path / "elsewhere")
    done = other.build("--quiet", env={"PYTHONHASHSEED": "7", "TZ": "Asia/Tokyo", "LC_ALL": "C"})
    assert done.returncode == 0, done.stderr
    assert file_bytes(other.out) == file_bytes(built_course.out)


def test_unchanged_course_is_built_without_jax(course: SiteTree) -> None:
    before = snapshot(course.out)
    done = course.build(env=course.without_jax())
    assert done.returncode == 0, done.stderr
    assert snapshot(course.out) == before
    assert " reused, 0 made, 0 stale\n" in done.stdout
    assert f"unchanged: {course.out.name} in " in done.stdout


def test_build_takes_no_jax_into_its_own_process(course: SiteTree) -> None:
    done = subprocess.run(
        [sys.executable, "-X", "importtime", *course.command[1:], "--quiet"],
        capture_output=True,
        encoding="utf-8",
        check=True,
    )
    imported = {line.rpartition("|")[2].strip() for line in done.stderr.splitlines()}
    assert "coursesite.site" in imported
    heavy = ("jax", "jaxlib", "numpy", "nbconvert", "nbformat")
    assert {name for name in imported if name.partition(".")[0] in heavy} == set()


def test_summary_says_what_was_done_and_how_long(course: SiteTree) -> None:
    shutil.rmtree(course.out)
    words, times, written = course.build().stdout.splitlines()
    counted = r"\d+ pages, 3 notebooks, \d+ cells shown; captures: \d+ reused, 0 made, 0 stale"
    assert re.fullmatch(counted, words)
    stages = {word for word in times.removeprefix("  ms:").split() if word.isalpha()}
    assert stages >= {"content", "notebooks", "captures", "pages", "write"}
    assert written.startswith("wrote _site in ")
    assert written.endswith(" s")


def test_one_changed_character_of_the_program_changes_all_four_layers(course: SiteTree) -> None:
    changed = {
        "source": ("(p / l) @ v", "(p * l) @ v"),
        "jaxpr": ("= div ", "= mul "),
        "stablehlo": ("stablehlo.divide ", "stablehlo.multiply "),
        "hlo@cpu": (" divide(", " multiply("),
    }
    assert {pane: old in course.pane(pane) for pane, (old, _) in changed.items()} == (
        dict.fromkeys(changed, True)
    )
    course.edit_cell(LAB_2, "naive-attention", "(p / l) @ v", "(p * l) @ v")

    done = course.build()

    assert done.returncode == 0, done.stderr
    assert "captured ex-05/cpu, " in done.stdout
    assert "  captured ex-05/cpu: linked source 5/5, " in done.stdout
    found = {
        pane: (old in course.pane(pane), new in course.pane(pane))
        for pane, (old, new) in changed.items()
    }
    assert found == dict.fromkeys(changed, (False, True))
    stored = (course.root / "bench/captures/ex-05/cpu/source.py").read_text(encoding="utf-8")
    assert stored == course.pane("source")
    again = course.build(env=course.without_jax())
    assert " 0 made, " in again.stdout, again.stderr


def test_changed_cell_of_a_lab_appears(course: SiteTree) -> None:
    cell = course.lengthen_cell(LAB_1, ["site:show"])
    assert course.build("--quiet").returncode == 0
    shown = course.page().split(f'id="lab-2.1-cell-{cell}"')[1].split('<div class="cell')[0]
    assert f"<p>{REMARK}</p>" in shown


def test_changed_cell_that_is_not_shown_changes_nothing(course: SiteTree) -> None:
    before = snapshot(course.out)
    course.lengthen_cell(LAB_1, [])
    assert course.build("--quiet").returncode == 0
    assert snapshot(course.out) == before


def test_page_names_the_jax_of_the_capture_and_no_other(course: SiteTree) -> None:
    real = {importlib.metadata.version("jax")}
    for path in (course.root / "bench" / "captures").rglob("capture.json"):
        text = path.read_text(encoding="utf-8")
        for package, version in json.loads(text)["versions"].items():
            text = text.replace(f'"{package}": "{version}"', f'"{package}": "0.99.{package}"')
            real.add(version)
        path.write_text(text, encoding="utf-8")
    assert course.build("--quiet", env=course.without_jax()).returncode == 0
    # The drill's deck says which jax its answers were computed with, whatever the captures say.
    page = re.sub(r"Every answer was computed by jax [\d.]+", "", course.page())
    assert "captured with jax 0.99.jax for CPU" in page
    assert "<dt>jaxlib</dt><dd>0.99.jaxlib</dd>" in page
    assert [version for version in real if version in page] == []


def test_build_without_cache_is_the_same(course: SiteTree) -> None:
    before = snapshot(course.out)
    shutil.rmtree(course.root / ".cache")
    assert course.build("--quiet").returncode == 0
    assert snapshot(course.out) == before


def test_file_that_is_gone_goes_from_the_site(course: SiteTree) -> None:
    (course.root / "templates/assets/img/extra.svg").write_text("<svg/>", encoding="utf-8")
    assert course.build("--quiet").returncode == 0
    assert list((course.out / "assets/img").glob("extra.*.svg"))
    (course.root / "templates/assets/img/extra.svg").unlink()
    assert course.build("--quiet").returncode == 0
    assert not list((course.out / "assets/img").glob("extra.*.svg"))


# ------------------------------------------------------- when it cannot build


def test_without_requirements_one_line_says_what_to_run(course: SiteTree) -> None:
    done = subprocess.run(
        [sys.executable, "-S", str(course.root / "build.py")],
        cwd=course.root,
        env={"PATH": os.environ["PATH"]},
        capture_output=True,
        encoding="utf-8",
        check=False,
    )
    assert (done.returncode, done.stdout) == (1, "")
    [line] = done.stderr.splitlines()
    assert line.startswith("build.py needs the package '")
    assert line.endswith("'; run `make site`, which installs it.")


@pytest.mark.skipif(not Path("/proc/self").exists(), reason="needs /proc to see a process end")
def test_interrupt_ends_the_capture_and_leaves_the_site(course: SiteTree) -> None:
    course.edit_cell(LAB_1, "the-program", "x @ w + b", "x @ w - b")
    before = snapshot(course.root / "_site"), snapshot(course.root / "bench")
    started = course.root / "started"
    environment = os.environ | course.without_jax() | {"SLOW_JAX": str(started)}
    with as_from_a_terminal():
        build = subprocess.Popen(
            course.command,
            env=environment,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            text=True,
        )
    try:
        capture = wait_for_process(started, build)
        build.send_signal(signal.SIGINT)
        _, said = build.communicate(timeout=15)
        assert is_over(capture)
    finally:
        build.kill()
        build.communicate()
    assert build.returncode == 130
    assert said == "\nstopped; the site was not changed.\n"
    assert (snapshot(course.root / "_site"), snapshot(course.root / "bench")) == before


@contextmanager
def as_from_a_terminal() -> Iterator[None]:
    """Start processes that Ctrl-C can reach.

    A shell's background job ignores the signal, and so would whatever is started below it; one
    that is handled here is at its default in a new process.
    """
    before = signal.signal(signal.SIGINT, signal.default_int_handler)
    try:
        yield
    finally:
        signal.signal(signal.SIGINT, before)


def wait_for_process(started: Path, build: subprocess.Popen[str]) -> int:
    """The process that writes its id to ``started`` while ``build`` waits for it."""
    deadline = time.monotonic() + 30
    while not (started.is_file() and started.read_text(encoding="utf-8")):
        assert build.poll() is None, "the build ended before its capture began"
        assert time.monotonic() < deadline, "the capture did not begin"
        time.sleep(0.05)
    return int(started.read_text(encoding="utf-8"))


def is_over(process: int) -> bool:
    """Whether a process has ended; one that nobody has waited for yet has."""
    try:
        state = Path(f"/proc/{process}/stat").read_text(encoding="utf-8").rpartition(") ")[2]
    except FileNotFoundError:
        return True
    return state.startswith("Z")


def test_disk_that_refuses_leaves_the_site(course: SiteTree) -> None:
    course.lengthen_cell(LAB_1, ["site:show"])
    before = snapshot(course.out)
    # Root may write anywhere, so the limit on a file's size stands in for a full disk.
    limited = "ulimit -f 64; trap '' XFSZ; exec \"$@\""
    done = subprocess.run(
        ["bash", "-c", limited, "bash", *course.command, "--quiet"],
        cwd=course.root,
        capture_output=True,
        encoding="utf-8",
        check=False,
    )
    assert done.returncode == 1
    assert done.stderr.startswith(f"error: {course.out}: the site cannot be written: ")
    assert snapshot(course.out) == before
    assert [path.name for path in course.root.glob("._site*")] == []
