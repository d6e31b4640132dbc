from __future__ import annotations

import argparse
from pathlib import Path

import pytest

from irxray import show

CAPTURES = Path(__file__).parents[2] / "bench" / "captures"


def run(*arguments: object) -> int:
    parser = argparse.ArgumentParser()
    show.add_parser(parser.add_subparsers(dest="command"))
    parsed = parser.parse_args(["show", *map(str, arguments)])
    return int(parsed.run(parsed))


def test_program_folder_becomes_one_page(tmp_path: Path):
    output = tmp_path / "x.html"
    assert run(CAPTURES / "lab-2.1", "-o", output) == 0
    page = output.read_text(encoding="utf-8")
    for target in ("cpu", "tpu-v5e", "cuda-h100"):
        assert f'data-pane="hlo@{target}"' in page


def test_target_folder_becomes_one_page(tmp_path: Path):
    output = tmp_path / "x.html"
    assert run(CAPTURES / "lab-2.1" / "cpu", "-o", output) == 0
    assert 'data-pane="hlo@tpu-v5e"' not in output.read_text(encoding="utf-8")


def test_two_captures_are_shown_against_each_other(tmp_path: Path):
    output = tmp_path / "x.html"
    before = CAPTURES / "naive-attention-2048"
    assert run(CAPTURES / "naive-attention-8192", "--against", before, "-o", output) == 0
    page = output.read_text(encoding="utf-8")
    assert 'data-pane="hlo@tpu-v5e"' in page
    assert 'data-pane="before:hlo@tpu-v5e"' in page


def test_folder_without_a_capture_is_named(tmp_path: Path, capsys: pytest.CaptureFixture[str]):
    assert run(tmp_path, "-o", tmp_path / "x.html") == 1
    said = capsys.readouterr().err
    assert said == (
        f"irxray: {tmp_path} holds no capture: no capture.json in it or one folder down\n"
    )


def test_folders_without_a_common_target_are_refused(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
):
    folders = CAPTURES / "ex-05" / "cpu", CAPTURES / "naive-attention-2048"
    assert run(folders[1], "--against", CAPTURES / "ex-05", "-o", tmp_path / "x.html") == 0
    assert run(CAPTURES / "ex-05", "--against", tmp_path, "-o", tmp_path / "y.html") == 1
    assert "holds no capture" in capsys.readouterr().err
