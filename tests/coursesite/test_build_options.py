"""The options of ``python build.py``, on a copy of the real course."""

from __future__ import annotations

import importlib.metadata
import json
import shutil
from pathlib import Path

import pytest

from coursesite import cli
from tests.site_tree import LAB_1, LAB_2, LAB_3, SiteTree, file_bytes, snapshot


def test_quiet_says_nothing(course: SiteTree) -> None:
    done = course.build("--quiet")
    assert (done.returncode, done.stdout, done.stderr) == (0, "", "")


def test_report_holds_what_scripts_rely_on(course: SiteTree) -> None:
    done = course.build("--report", "report.json")
    assert done.returncode == 0, done.stderr
    report = json.loads(course.read("report.json"))
    keys = ["captures", "cells", "coverage", "notebooks", "pages", "wall_ms", "warnings"]
    assert sorted(report) == keys
    assert {"stage-2/index.html", "index.html"} <= set(report["pages"])
    assert report["notebooks"] == [LAB_1, LAB_2, LAB_3]
    assert "ex-05/cpu" in report["captures"]["reused"]
    assert (report["captures"]["made"], report["captures"]["stale"]) == ([], [])
    assert report["warnings"] == []
    layers = report["coverage"]["ex-05/cpu"]
    assert list(layers) == ["source", "jaxpr", "stablehlo", "hlo"]
    for counts in layers.values():
        assert counts["unexplained"] == 0
        assert counts["exact"] + counts["inferred"] == counts["items"]
    assert sum(ms for stage, ms in report["wall_ms"].items() if stage != "total") > 0
    assert report["wall_ms"]["total"] > 0


def test_capture_that_is_gone_is_made_again(course: SiteTree) -> None:
    folder = course.root / "bench/captures/lab-2.1/cpu"
    stored = json.loads((folder / "capture.json").read_text(encoding="utf-8"))
    shutil.rmtree(folder)
    done = course.build("--quiet", "--report", "report.json")
    assert done.returncode == 0, done.stderr
    assert json.loads(course.read("report.json"))["captures"]["made"] == ["lab-2.1/cpu"]
    made = json.loads((folder / "capture.json").read_text(encoding="utf-8"))
    assert made["key"] == stored["key"]
    assert made["versions"]["jax"] == importlib.metadata.version("jax")


def test_programs_changed_text_makes_its_other_captures_stale(course: SiteTree) -> None:
    course.edit_cell(LAB_1, "the-program", "x @ w + b", "x @ w - b")
    done = course.build("--quiet", "--report", "report.json")
    assert done.returncode == 0, done.stderr
    captures = json.loads(course.read("report.json"))["captures"]
    assert captures["made"] == ["lab-2.1/cpu"]
    assert [name.partition("/")[0] for name in captures["stale"]] == ["lab-2.1"] * 2
    warnings = done.stderr.splitlines()
    assert [line.startswith("warning: capture lab-2.1/") for line in warnings[:2]] == [True] * 2
    assert "drill" in warnings[2]
    assert "The program lab-2.1 has changed since it was captured for " in course.page()


def test_strict_makes_a_warning_an_error(course: SiteTree) -> None:
    course.edit_cell(LAB_1, "the-program", "x @ w + b", "x @ w - b")
    before = snapshot(course.out)
    done = course.build("--quiet", "--strict")
    assert (done.returncode, done.stdout) == (1, "")
    assert done.stderr.startswith("error: capture lab-2.1/")
    assert done.stderr.endswith("The site was not changed.\n")
    assert snapshot(course.out) == before


def test_strict_build_of_the_course_has_nothing_to_object_to(course: SiteTree) -> None:
    done = course.build("--strict")
    assert (done.returncode, done.stderr) == (0, "")


def test_out_writes_elsewhere_and_leaves_the_site(course: SiteTree, tmp_path: Path) -> None:
    before = snapshot(course.out)
    out = tmp_path / "new" / "place"
    assert course.build("--quiet", "--out", str(out)).returncode == 0
    assert file_bytes(out) == file_bytes(course.out)
    assert snapshot(course.out) == before
    assert course.build("--quiet", "--out", str(out)).returncode == 0


def test_out_takes_an_empty_folder(course: SiteTree, tmp_path: Path) -> None:
    out = tmp_path / "empty"
    out.mkdir()
    assert course.build("--quiet", "--out", str(out)).returncode == 0
    assert file_bytes(out) == file_bytes(course.out)


def test_out_refuses_a_folder_that_holds_something_else(course: SiteTree, tmp_path: Path) -> None:
    out = tmp_path / "mine"
    out.mkdir()
    (out / "thesis.txt").write_text("years of work", encoding="utf-8")
    before = snapshot(out)
    done = course.build("--out", str(out))
    assert done.returncode == 1
    message = f"error: {out}: the folder is not empty and was not written by this program\n"
    assert done.stderr.startswith(message)
    assert snapshot(out) == before


@pytest.mark.parametrize("name", ["build.py", "link"])
def test_out_refuses_what_is_no_folder(course: SiteTree, name: str) -> None:
    (course.root / "link").symlink_to(course.root / "build.py")
    done = course.build("--out", name)
    assert done.returncode == 1
    assert "the output must be a folder" in done.stderr
    assert (course.root / name).read_text(encoding="utf-8").startswith('"""Build')


def test_root_builds_another_tree(built_course: SiteTree, course: SiteTree, tmp_path: Path) -> None:
    course.replace("site/site.yml", "title: Rudrite Kernels", "title: A peer course")
    out = tmp_path / "peer"
    options = ("--quiet", "--root", str(course.root), "--out", str(out))
    assert built_course.build(*options).returncode == 0
    assert '<h1 class="wide">A peer course</h1>' in (out / "index.html").read_text("utf-8")


def test_root_without_a_site_is_an_error(course: SiteTree, tmp_path: Path) -> None:
    done = course.build("--root", str(tmp_path / "nowhere"))
    assert done.returncode == 1
    assert done.stderr.startswith("error: site/site.yml: no such file\n")


def test_commit_and_date_are_shown_as_given(course: SiteTree) -> None:
    done = course.build("--quiet", "--commit", "abcdef1234", "--date", "2024-02-29")
    assert done.returncode == 0, done.stderr
    for name in ("index.html", "stage-2/index.html"):
        assert '<time datetime="2024-02-29">2024-02-29</time>' in course.page(name)
        assert '/commit/abcdef1234">abcdef1234</a>' in course.page(name)


def test_version_and_help(course: SiteTree) -> None:
    version = course.build("--version")
    assert (version.returncode, version.stdout.split()[0]) == (0, "build.py")
    help_text = course.build("--help")
    assert help_text.returncode == 0
    for option in ("root", "out", "report", "strict", "quiet", "commit", "date", "version"):
        assert f"--{option}" in help_text.stdout


@pytest.mark.parametrize("options", [("--bogus",), ("positional",), ("--out",)])
def test_wrong_usage_is_exit_code_2(course: SiteTree, options: tuple[str, ...]) -> None:
    before = snapshot(course.out)
    done = course.build(*options)
    assert (done.returncode, done.stdout) == (2, "")
    assert done.stderr.startswith("usage: build.py ")
    assert snapshot(course.out) == before


@pytest.mark.parametrize(
    ("words", "told"),
    [
        ("nwe stage 6", "there is no command 'nwe'; did you mean 'new'?"),
        ("recrods", "there is no command 'recrods'; did you mean 'records'?"),
        ("frobnicate", "there is no command 'frobnicate'; known: captures, check, "),
        ("--quiet check", "the command 'check' has to come first"),
        ("--strct", "there is no option '--strct'; did you mean '--strict'?"),
    ],
)
def test_a_mistyped_word_is_told_the_nearest(
    words: str, told: str, capsys: pytest.CaptureFixture[str]
) -> None:
    with pytest.raises(SystemExit) as caught:
        cli.main(words.split())
    assert caught.value.code == 2
    assert f"build.py: error: {told}" in capsys.readouterr().err


def test_help_says_what_each_command_does() -> None:
    lines = cli.build_parser().format_help().splitlines()
    for name, (_, what) in cli.COMMANDS.items():
        assert f"  {name:10}{what}" in lines
        assert len(what) < 70
