"""The mapping table over committed captures, fates worked out by hand from the dumps."""

from __future__ import annotations

import csv
import io
from pathlib import Path

import pytest

from irxray.layers import Layer
from irxray.mapping import COLUMNS, map_equations, mapping_csv
from irxray.store import read_capture

CAPTURES = Path(__file__).parents[2] / "bench" / "captures"
FOLDERS = sorted(path.parent for path in CAPTURES.glob("*/*/capture.json"))


@pytest.mark.parametrize("folder", FOLDERS, ids=lambda path: f"{path.parent.name}/{path.name}")
def test_every_equation_has_a_row_and_a_fate(folder: Path):
    capture = read_capture(folder)
    rows = list(csv.DictReader(io.StringIO(mapping_csv(map_equations(capture)))))
    equations = capture.table.layer(Layer.JAXPR).items
    assert [row["primitive"] for row in rows] == [item.name for item in equations]
    assert [int(row["equation"]) for row in rows] == list(range(1, len(equations) + 1))
    assert tuple(rows[0]) == COLUMNS
    fates = ("alive", "fused into ", "replaced by kernel ", "merged with ", "folded into ", "gone")
    assert all(row["fate"].startswith(fates) for row in rows)


def test_on_v5e_the_softmax_chain_is_one_kernel():
    rows = map_equations(read_capture(CAPTURES / "naive-attention-8192" / "tpu-v5e"))
    chain = rows[2:]
    assert {row.fate for row in chain} == {"replaced by kernel online-softmax"}
    assert {row.evidence for row in chain} == {"inferred"}
    scores = rows[1]
    assert (scores.source, scores.fate, scores.evidence) == (
        "q @ k.T",
        "fused into fusion",
        "exact",
    )


def test_on_cpu_the_transpose_is_folded_into_the_dot():
    rows = map_equations(read_capture(CAPTURES / "ex-05" / "cpu"))
    transpose, scores = rows[0], rows[1]
    assert transpose.primitive == "transpose"
    assert transpose.hlo_lines == ()
    fusion = scores.fate.removeprefix("fused into ")
    assert transpose.fate == f"folded into {fusion}"
    assert transpose.evidence == ""


def test_on_h100_the_softmax_is_a_triton_fusion():
    rows = map_equations(read_capture(CAPTURES / "naive-attention-8192" / "cuda-h100"))
    by_source = {row.source: row.fate for row in rows if row.evidence == "exact"}
    assert by_source["s - m"].startswith("fused into triton_softmax")
    assert by_source["q @ k.T"].startswith("fused into gemm_fusion_dot")


def test_lines_lead_to_what_they_say():
    capture = read_capture(CAPTURES / "lab-2.1" / "cpu")
    stablehlo = capture.table.layer(Layer.STABLEHLO).text.splitlines()
    dot = map_equations(capture)[0]
    assert [stablehlo[line - 1].split()[2] for line in dot.stablehlo_lines] == [
        "stablehlo.dot_general"
    ]
    source = capture.table.layer(Layer.SOURCE).text.splitlines()
    assert dot.source_line is not None
    assert dot.source_column is not None
    assert source[dot.source_line - 1][dot.source_column :].startswith("x @ w")
