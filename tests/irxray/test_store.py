from __future__ import annotations

import json
from dataclasses import replace
from pathlib import Path

import pytest

from irxray.capture import Capture
from irxray.cli import main
from irxray.errors import StoreError
from irxray.store import read_capture, read_current, write_capture


@pytest.fixture
def folder(attention: Capture, tmp_path: Path) -> Path:
    write_capture(attention, tmp_path / "ex-05" / "cpu")
    return tmp_path / "ex-05" / "cpu"


def test_a_capture_reads_back_as_it_was(attention: Capture, folder: Path):
    assert read_capture(folder) == attention
    names = {path.name for path in folder.iterdir()}
    assert names == {"source.py", "jaxpr.txt", "stablehlo.mlir", "optimized.hlo", "capture.json"}


def test_writing_twice_gives_the_same_bytes(attention: Capture, folder: Path):
    before = {path.name: path.read_bytes() for path in folder.iterdir()}
    write_capture(attention, folder)
    assert before == {path.name: path.read_bytes() for path in folder.iterdir()}
    assert [path.name for path in folder.parent.iterdir()] == ["cpu"]


def test_current_until_program_or_target_changes(attention: Capture, folder: Path):
    program = attention.program
    assert read_current(folder, program, "cpu") == attention
    assert read_current(folder, replace(program, source=program.source + "\n"), "cpu") is None
    assert read_current(folder, replace(program, arguments=("f32[4]",)), "cpu") is None
    assert read_current(folder, program, "tpu-v5e") is None


def test_the_jax_version_is_recorded_but_not_part_of_the_key(attention: Capture, folder: Path):
    document = json.loads((folder / "capture.json").read_text())
    document["versions"]["jax"] = "0.0"
    (folder / "capture.json").write_text(json.dumps(document))
    again = read_current(folder, attention.program, "cpu")
    assert again is not None
    assert again.version("jax") == "0.0"


@pytest.mark.parametrize("name", ["source.py", "jaxpr.txt", "stablehlo.mlir", "optimized.hlo"])
def test_a_text_that_was_changed_by_hand_is_noticed(folder: Path, name: str):
    path = folder / name
    path.write_text(path.read_text() + " ")
    with pytest.raises(StoreError) as caught:
        read_capture(folder)
    assert str(caught.value) == f"{path} is not what was captured; capture it anew"


def test_missing_damaged_and_foreign_captures(attention: Capture, folder: Path, tmp_path: Path):
    with pytest.raises(StoreError, match=r"holds no capture: capture\.json is missing"):
        read_capture(tmp_path / "nowhere")
    document = folder / "capture.json"
    whole = document.read_text()
    document.write_text(whole[: len(whole) // 2])
    with pytest.raises(StoreError, match="cannot be read"):
        read_capture(folder)
    document.write_text(json.dumps(json.loads(whole) | {"format": 0}))
    with pytest.raises(StoreError, match="has format 0, this version reads"):
        read_capture(folder)
    document.write_text(json.dumps(json.loads(whole) | {"links": {}}))
    with pytest.raises(StoreError, match="is damaged"):
        read_capture(folder)
    assert read_current(folder, attention.program, "cpu") is None


def test_stats_on_the_command_line(folder: Path, capsys: pytest.CaptureFixture[str]):
    assert main(["stats", str(folder)]) == 0
    one = json.loads(capsys.readouterr().out)
    assert one["layers"]["hlo"]["unexplained"] == 0
    assert main(["stats", str(folder.parent)]) == 0
    assert json.loads(capsys.readouterr().out) == [one]


def test_stats_of_nothing(tmp_path: Path, capsys: pytest.CaptureFixture[str]):
    assert main(["stats", str(tmp_path)]) == 1
    told = capsys.readouterr()
    assert told.out == ""
    assert told.err == (
        f"irxray: {tmp_path} holds no capture: no capture.json in it or one folder down\n"
    )
