"""Figures on the page are those of the captures and records."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from coursesite.chart import cliff_chart, cliff_table
from coursesite.dump import analyse, dump_blocks, dump_summary, dump_tables, dump_values
from coursesite.machine import code, code_series, tell
from coursesite.record import Point, Series, SeriesRecord
from coursesite.tables import fusion_table, mapping_files, mapping_table, spill_table
from irxray.capture import Capture
from irxray.fusions import list_fusions
from irxray.layers import Layer
from irxray.store import read_capture

CAPTURES = Path(__file__).parents[2] / "bench" / "captures"


def stored(name: str) -> Capture:
    return read_capture(CAPTURES / name)


def texts(rows: tuple) -> list[list[str]]:
    return [[cell.text.replace("\u202f", " ") for cell in row] for row in rows]


def test_mapping_table_has_a_row_for_each_equation():
    capture = stored("ex-05/tpu-v5e")
    table = mapping_table(capture, "EX·05")
    assert table.caption == "EX·05: naive_attention, on TPU v5e"
    assert len(table.rows) == len(capture.table.layer(Layer.JAXPR).items)
    assert texts(table.rows)[1][:3] == ["2", "dot_general", "q @ k.T"]
    assert [cell.href for cell in table.downloads] == ["mapping/ex-05.csv", "mapping/ex-05.json"]
    assert [name for name, _ in mapping_files(capture)] == ["ex-05.csv", "ex-05.json"]


def test_spill_table_sets_prediction_against_the_dump():
    captures = [stored(f"naive-attention-8192/{name}") for name in ("cpu", "tpu-v4", "tpu-v5e")]
    table = spill_table(captures, 268435456, "dumps/", "record.json")
    assert texts(table.rows) == [
        ["TPU v4", "268 MB", "403 MB", "1.50", "0.336 ms", "bf16[8192,8192]"],
        ["TPU v5e", "268 MB", "268 MB", "1.00", "0.327 ms", "bf16[8192,8192]"],
    ]
    assert table.rows[0][0].href == "dumps/tpu-v4.html"


def test_dump_tells_the_story_first():
    capture = stored("naive-attention-8192/tpu-v5e")
    summary = dump_summary(capture, analyse(capture))
    told = [line.striptags() for line in summary]
    assert told[0].endswith("12 equations; compiled for TPU v5e, it runs as 1 fusion and 1 kernel.")
    assert told[2] == (
        "The largest spill is bf16[8192,8192], 134 MB: fusion writes it to HBM (from q @ k.T), "
        "online-softmax reads it back."
    )
    assert "round trip of 268 MB, 0.327 ms" in told[3]
    assert "<code>bf16[8192,8192]</code>" in summary[2]
    assert "<code>q @ k.T</code>" in summary[2]


def test_fates_set_the_names_of_instructions_as_code():
    rows = mapping_table(stored("ex-05/tpu-v5e"), "EX·05").rows
    replaced = next(row[-1] for row in rows if row[-1].text.startswith("replaced"))
    assert replaced.told == "replaced by kernel <code>online-softmax</code>"


def test_neighbouring_lines_are_told_as_a_run():
    rows = fusion_table(list_fusions(stored("naive-attention-8192/tpu-v5e"))).rows
    assert [row[1].text for row in rows] == ["1, 2", "3–12"]


def test_what_a_dump_says_brings_no_markup():
    assert tell("{} reads {}", "<b>", code("<a>")) == "&lt;b&gt; reads <code>&lt;a&gt;</code>"
    assert code_series(["a", "b", "c"]) == ("<code>a</code>, <code>b</code> and <code>c</code>")


def test_a_gpu_dump_says_that_nothing_was_tuned():
    capture = stored("naive-attention-8192/cuda-h100")
    assert "no kernel was tuned" in dump_summary(capture, analyse(capture))[-1]


@pytest.mark.parametrize("name", ["naive-attention-8192/tpu-v5e", "ex-05/cpu"])
def test_listing_holds_every_line_whole(name: str):
    capture = stored(name)
    blocks = dump_blocks(capture, analyse(capture))
    shown = ["".join(part.text for part in line.parts) for b in blocks for line in b.lines]
    assert shown == capture.table.layer(Layer.HLO).text.splitlines()


def test_marks_stand_at_the_spills_writer_and_reader():
    capture = stored("naive-attention-8192/tpu-v5e")
    blocks = dump_blocks(capture, analyse(capture))
    marked = {
        mark.kind: "".join(part.text for part in line.parts)
        for block in blocks
        for line in block.lines
        for mark in line.marks
    }
    assert "%fusion = bf16[8192,8192]" in marked["spill"]
    assert "%online-softmax =" in marked["reader"]
    assert any(part.fold for block in blocks for line in block.lines for part in line.parts)


def test_checks_stand_beside_the_compilers_figures():
    capture = stored("naive-attention-8192/tpu-v5e")
    checks = next(t for t in dump_tables(analyse(capture)) if t.caption.startswith("Checked"))
    assert texts(checks.rows)[0][:3] == ["most temporary memory at one time", "134 MB", "134 MB"]
    assert len(checks.rows) == 2


def test_prose_quotes_lines_without_their_long_attributes():
    values = dump_values(stored("naive-attention-8192/tpu-v5e"))
    line = str(values["reader_line"])
    assert line.startswith("ROOT %online-softmax = bf16[8192,128]")
    assert not re.search("metadata=|backend_config=", line)


EDGE = (Point(256, 0, "vmem"), Point(8192, 134282240, "hbm"))


def sweep(*points: Point) -> SeriesRecord:
    return SeriesRecord(
        id="cliff",
        program="p",
        quantity="temporary-bytes",
        unit="B",
        evidence="hlo-dump",
        command="c",
        date="2026-11-30",
        axis="sequence length",
        axis_unit="1",
        series=(
            Series("tpu-v5e", points or EDGE),
            Series("cuda-h100", (Point(256, 1200000, "hbm"),)),
        ),
    )


def test_cliff_has_a_row_a_chip_and_labels_the_edge():
    chart = cliff_chart(sweep())
    assert [row.name for row in chart.rows] == ["TPU v5e", "H100"]
    kept, spilled = chart.rows[0].dots
    assert (kept.kind, spilled.kind) == ("none", "spilled")
    assert 0 < kept.x == chart.rows[1].dots[0].x < spilled.x < 100
    labels = [(each.x, each.text.replace("\u202f", " ")) for each in chart.rows[0].labels]
    assert labels[0] == (kept.x, "on the chip")
    assert labels[1][1] == "134 MB in HBM"
    assert chart.description == (
        "Sequence length from which the score matrix lies in HBM: TPU v5e from 8,192, "
        "H100 from 256."
    )
    assert chart.finding == (
        "The chip decides: the score matrix goes to HBM from length 256 on H100, and only from "
        "8,192 on TPU v5e."
    )


def test_spans_join_neighbours_of_one_kind():
    record = sweep(Point(256, 0, "vmem"), Point(512, 1, "hbm"), Point(1024, 2, "hbm"))
    dots = cliff_chart(record).rows[0].dots
    (span,) = cliff_chart(record).rows[0].spans
    assert (span.start, span.end, span.kind) == (dots[1].x, dots[2].x, "spilled")


@pytest.mark.parametrize(
    ("why", "says"),
    [
        ("vmem", "from length 256 on H100, and at no length shown on TPU v5e."),
        ("hbm", "from sequence length 256 on every chip."),
    ],
)
def test_cliff_tells_one_finding(why: str, says: str):
    assert cliff_chart(sweep(Point(256, 7, why))).finding.endswith(says)


def test_ticks_that_stand_close_are_labelled_where_there_is_room():
    record = sweep(*(Point(length, 0, "vmem") for length in (256, 4096, 6144, 8192, 32768)))
    assert {tick.label: tick.shown for tick in cliff_chart(record).ticks} == {
        "256": "always",
        "4,096": "always",
        "6,144": "wide",
        "8,192": "middle",
        "32,768": "always",
    }


def test_cliff_values_say_where_the_matrix_lies():
    table = cliff_table(sweep())
    assert [column.head for column in table.columns] == ["chip", "256", "8,192"]
    assert [cell.note for cell in table.rows[0]] == ["", "VMEM, S(1)", "HBM"]
