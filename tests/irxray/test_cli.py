"""The command line, on real captures."""

from __future__ import annotations

import csv
import io
import json
import sys
from pathlib import Path

import pytest

from irxray.capture import Capture
from irxray.cli import COMMANDS, build_parser, main
from irxray.store import read_capture, write_capture

MODEL = """\
import jax.numpy as jnp
from beside import shift


def attention(q, k, v, causal=False):
    s = q @ k.T
    if causal:
        s = jnp.where(jnp.tril(jnp.ones(s.shape, bool)), s, -1e9)
    p = jnp.exp(shift(s))
    return (p / p.sum(-1, keepdims=True)) @ v


def example():
    one = jnp.ones((8, 4))
    return one, one, one
"""
BESIDE = "def shift(s):\n    return s - s.max(-1, keepdims=True)\n"


@pytest.fixture(scope="module")
def project(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("project")
    (folder / "model.py").write_text(MODEL)
    (folder / "beside.py").write_text(BESIDE)
    return folder


@pytest.fixture
def stored(attention: Capture, tmp_path: Path) -> Path:
    write_capture(attention, tmp_path / "ex-05" / "cpu")
    return tmp_path / "ex-05"


@pytest.fixture
def said(capsys: pytest.CaptureFixture[str]) -> Said:
    return Said(capsys)


class Said:
    """Runs the tool and returns what it printed."""

    def __init__(self, capsys: pytest.CaptureFixture[str]) -> None:
        self._capsys = capsys

    def __call__(self, *arguments: str | Path) -> str:
        assert main([str(each) for each in arguments]) == 0
        return self._capsys.readouterr().out


def test_every_command_has_help_a_person_can_use(said: Said, capsys: pytest.CaptureFixture[str]):
    for name in COMMANDS:
        with pytest.raises(SystemExit) as ended:
            main([name, "--help"])
        assert ended.value.code == 0
        text = capsys.readouterr().out
        assert len(text.splitlines()) > 6
    assert all(name in build_parser().format_help() for name in COMMANDS)


def test_capture_writes_a_folder_that_reads_back(project: Path, tmp_path: Path, said: Said):
    out = tmp_path / "out"
    shapes = ["--arg", "f32[8,4]"] * 3
    text = said("capture", f"{project}/model.py:attention", *shapes, "-o", out)
    assert "equations" in text
    assert f"written to {out}" in text
    capture = read_capture(out / "cpu")
    assert capture.program.function == "attention"
    assert capture.invariants.hlo
    assert str(project) not in "".join(layer.text for layer in capture.table.layers)


def test_capture_with_made_arguments_static_ones_and_a_gradient(
    project: Path, tmp_path: Path, said: Said
):
    model = f"{project}/model.py"
    options = ["--args-from", f"{model}:example", "--static", "causal=True", "--grad"]
    said("capture", f"{model}:attention", *options, "--name", "grad", "-o", tmp_path / "out")
    capture = read_capture(tmp_path / "out" / "cpu")
    assert capture.program.name == "grad"
    primitives = {item.name for item in capture.table.layers[1].items}
    assert {"select_n", "dot_general"} <= primitives
    assert [item.name for item in capture.table.layers[1].items].count("dot_general") == 6


def test_capture_over_a_mesh(project: Path, tmp_path: Path, said: Said):
    options = ["--mesh", "data=2,model=4", "--no-verify", "-o", str(tmp_path / "out")]
    for spec in ("data,model", "none,model", "none,none"):
        options += ["--arg", "f32[8,4]", "--spec", spec]
    said("capture", f"{project}/model.py:attention", *options)
    capture = read_capture(tmp_path / "out" / "cpu")
    assert 'mesh @mesh = <["data"=2, "model"=4]>' in capture.table.layers[2].text
    assert any(each.opcode == "all-reduce" for each in capture.module.instructions)


def test_stats_of_a_folder_and_of_a_program(stored: Path, said: Said):
    assert json.loads(said("stats", stored / "cpu"))["program"] == "ex-05"
    assert [each["target"] for each in json.loads(said("stats", stored))] == ["cpu"]
    table = said("stats", stored, "--table")
    assert "tags changed: nothing" in table
    assert "jaxpr" in table


def test_spills_as_a_table_and_as_json(stored: Path, said: Said):
    document = json.loads(said("spills", stored / "cpu", "--json"))
    assert {"program", "target", "temp_bytes", "total_round_trip_bytes", "spills"} <= set(document)
    assert document["spills"][0]["shape"] == "f32[128,128]"
    table = said("spills", stored)
    assert table.splitlines()[0] == "ex-05 on cpu"
    assert f"round trip {document['total_round_trip_bytes']:,} bytes" in table


def test_map_as_csv_json_and_table(stored: Path, said: Said):
    rows = list(csv.DictReader(io.StringIO(said("map", stored / "cpu", "--csv"))))
    assert rows[1]["primitive"] == "dot_general"
    assert rows[1]["source"] == "q @ k.T"
    assert len(json.loads(said("map", stored, "--json"))) == len(rows) == 12
    assert "folded into" in said("map", stored)


def test_catalog_and_diff(stored: Path, ladder: Capture, tmp_path: Path, said: Said):
    write_capture(ladder, tmp_path / "ladder" / "cpu")
    assert "f32 → bf16" in said("catalog", stored)
    assert json.loads(said("catalog", stored, "--json"))["counts"]["cast"] == 2
    text = said("diff", stored, tmp_path / "ladder")
    assert "ex-05/cpu" in text
    assert "exp" in text
    lines = said("diff", stored, tmp_path / "ladder", "--text", "source").splitlines()
    assert lines[0] == "--- ex-05/cpu/source"
    assert "same primitives" in said("catalog", stored, "--against", stored)


def test_show_writes_a_page(stored: Path, tmp_path: Path, said: Said):
    said("show", stored, "-o", tmp_path / "x.html")
    assert "naive_attention" in (tmp_path / "x.html").read_text()


def test_kernels_of_a_capture_without_any(stored: Path, said: Said):
    assert said("kernels", stored) == "ex-05 on cpu: no kernel\n"


def test_targets_say_what_is_usable(said: Said):
    document = json.loads(said("targets", "--json"))
    assert document[0] == {
        "target": "cpu",
        "title": "CPU",
        "platform": "cpu",
        "usable": True,
        "reason": "",
        "hbm_bandwidth": None,
    }
    assert "tpu-v5e" in said("targets")


def test_read_a_dump_without_its_program(stored: Path, said: Said):
    dump = stored / "cpu" / "optimized.hlo"
    document = json.loads(said("read", dump, "--json"))
    assert document["platform"] == "cpu"
    assert document["name"] == "jit_naive_attention"
    assert "source.py:4" in {each["source"] for each in document["kernels"]}
    assert document["spills"][0]["shape"] == "f32[128,128]"
    assert "spill" in said("read", dump)


def test_read_dumps_of_other_chips(said: Said):
    captures = Path(__file__).parents[2] / "bench" / "captures" / "naive-attention-8192"
    for target, platform in (("tpu-v5e", "tpu"), ("cuda-h100", "cuda")):
        document = json.loads(said("read", captures / target / "optimized.hlo", "--json"))
        assert document["platform"] == platform
        assert document["spills"][0]["bytes"] == 134_217_728


def test_a_dump_that_is_not_scheduled_still_says_its_fusions(
    stored: Path, tmp_path: Path, said: Said
):
    text = (stored / "cpu" / "optimized.hlo").read_text().replace("is_scheduled=true, ", "", 1)
    path = tmp_path / "loose.hlo"
    path.write_text(text)
    assert "not scheduled" in said("read", path)


def test_a_table_in_a_terminal_is_drawn(stored: Path, said: Said, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(sys.stdout, "isatty", lambda: True, raising=False)
    assert "ex-05 on cpu" in said("spills", stored)
