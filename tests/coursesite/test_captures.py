"""Captures as a build finds them: reused, made, stale, missing."""

from __future__ import annotations

import dataclasses
import shutil
from pathlib import Path
from typing import Any

import pytest
from msgspec import structs

from coursesite import captures
from coursesite.captures import Wanted, find_captures
from coursesite.errors import ExhibitError, Where
from coursesite.tree import read_tree, tree_digest
from irxray import store
from irxray.store import read_capture
from irxray.target import find_target

ROOT = Path(__file__).parents[2]
WHERE = Where("site/stage-2/stage.yml", line=30)


def wanted(folder: Path, target: str) -> Wanted:
    stored = ROOT / "bench" / "captures" / "lab-2.1" / target
    shutil.copytree(stored, folder / target)
    return Wanted(read_capture(stored).program, find_target(target), folder / target, WHERE)


def edited(one: Wanted) -> Wanted:
    source = one.program.source.replace("x @ w + b", "x @ w - b")
    assert source != one.program.source
    return structs.replace(one, program=dataclasses.replace(one.program, source=source))


def test_a_current_capture_is_reused_in_silence(tmp_path: Path):
    said: list[str] = []
    (found,) = find_captures([wanted(tmp_path, "tpu-v5e")], said.append)
    assert (found.state, found.reason, said) == ("reused", "", [])
    assert found.capture is not None
    assert len(found.digest) == 64


def test_an_edited_program_is_captured_anew(tmp_path: Path):
    said: list[str] = []
    one = edited(wanted(tmp_path, "cpu"))
    (found,) = find_captures([one], said.append)
    assert found.state == "made"
    assert said == ["capturing lab-2.1/cpu", "captured lab-2.1/cpu, 1 of 1"]
    assert "stablehlo.subtract" in (one.folder / "stablehlo.mlir").read_text()
    (again,) = find_captures([one], said.append)
    assert again.state == "reused"


def test_without_the_compiler_a_stale_capture_is_shown_and_said_so(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
):
    monkeypatch.setattr(captures, "unusable_because", lambda _: "its compiler is not installed")
    one = edited(wanted(tmp_path, "tpu-v5e"))
    (found,) = find_captures([one], print)
    assert (found.state, found.reason) == ("stale", "its compiler is not installed")
    assert found.capture is not None
    assert "x @ w + b" in found.capture.program.source


def test_without_the_compiler_and_a_capture_it_is_missing(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
):
    monkeypatch.setattr(captures, "unusable_because", lambda _: "its compiler is not installed")
    one = edited(wanted(tmp_path, "tpu-v5e"))
    shutil.rmtree(one.folder)
    (found,) = find_captures([one], print)
    assert (found.state, found.capture) == ("missing", None)


def test_a_program_that_cannot_be_traced_names_its_place(tmp_path: Path):
    one = wanted(tmp_path, "cpu")
    source = one.program.source.replace("x @ w + b", "x @ w.nothing")
    broken = structs.replace(one, program=dataclasses.replace(one.program, source=source))
    before = read_capture(one.folder)
    with pytest.raises(ExhibitError) as caught:
        find_captures([broken], print)
    first, *rest = str(caught.value).splitlines()
    assert first == (
        "site/stage-2/stage.yml, line 30: program 'lab-2.1' cannot be captured for cpu"
    )
    assert any("nothing" in line for line in rest)
    assert read_capture(one.folder) == before


def test_a_capture_that_is_replaced_while_it_is_read_is_read_again(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Replaced by one of another jax, and put back: what was read must not be taken for it."""
    one = wanted(tmp_path, "cpu")
    path = one.folder / "capture.json"
    good = path.read_bytes()
    real, read = store.read_current, []

    def read_meanwhile(*arguments: Any) -> Any:
        read.append(path.write_bytes(good.replace(b'"jax": "', b'"jax": "9.')))
        found = real(*arguments)
        path.write_bytes(good)
        monkeypatch.setattr(store, "read_current", real)
        return found

    monkeypatch.setattr(store, "read_current", read_meanwhile)
    (found,) = find_captures([one], print, make=False)
    assert read
    assert found.state == "reused"
    assert found.capture == read_capture(one.folder)
    assert found.digest == tree_digest(read_tree(one.folder))


def test_a_capture_that_never_rests_is_told(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    one = wanted(tmp_path, "cpu")
    real = store.read_current

    def read_and_touch(*arguments: Any) -> Any:
        path = one.folder / "capture.json"
        path.write_bytes(path.read_bytes() + b" ")
        return real(*arguments)

    monkeypatch.setattr(store, "read_current", read_and_touch)
    with pytest.raises(ExhibitError, match="changes while it is read"):
        find_captures([one], print, make=False)
