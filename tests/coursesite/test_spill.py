"""Spills read out of a dump's text alone, held against irxray with XLA's own operands."""

from __future__ import annotations

from pathlib import Path

import pytest

from coursesite.counters import CountedKernel, CounterError, read_counters
from coursesite.spill import (
    DumpError,
    PlainCopy,
    entry_arguments,
    module_name,
    read_copy,
    read_module,
    read_spill,
)
from irxray.memory.ledger import ledger
from irxray.memory.report import analyse_memory
from irxray.store import read_capture
from tests.coursesite.measured_zip import COPY_HLO

CAPTURES = Path(__file__).resolve().parents[2] / "bench" / "captures"
FOLDERS = sorted(path.parent for path in CAPTURES.glob("*/*/capture.json"))


def platform(folder: Path) -> str:
    return folder.name.partition("-")[0]


@pytest.mark.parametrize("folder", FOLDERS, ids=lambda f: f"{f.parent.name}/{f.name}")
def test_the_text_says_what_xlas_parser_says(folder: Path) -> None:
    text = (folder / "optimized.hlo").read_text(encoding="utf-8")
    module = read_capture(folder).module
    assert {each.name: each.operands for each in read_module(text).instructions} == {
        each.name: each.operands for each in module.instructions
    }
    expected = ledger(analyse_memory(module, text, platform(folder)), None)
    assert read_spill(text, platform(folder)).round_trip_bytes == expected.total_round_trip_bytes


def test_the_spill_of_naive_attention() -> None:
    text = (CAPTURES / "naive-attention-8192" / "tpu-v5e" / "optimized.hlo").read_text()
    found = read_spill(text, "tpu")
    assert found.round_trip_bytes == 268_435_456
    assert found.largest_bytes == 134_217_728
    assert found.operations == ("fusion", "online-softmax")
    assert module_name(text) == "jit_naive_attention"
    assert entry_arguments(text) == ("bf16[8192,128]",) * 3


def test_a_plain_copy() -> None:
    assert read_copy(COPY_HLO) == PlainCopy("copy.1", 134_217_728)


@pytest.mark.parametrize(
    "text", ["", "HloModule m\n", "HloModule m\n\nENTRY %e () -> f32[] {\n}\n"]
)
def test_what_is_no_dump(text: str) -> None:
    with pytest.raises(DumpError):
        read_spill(text, "tpu")
    with pytest.raises(DumpError):
        read_copy(text)


def test_counters_of_a_gpu() -> None:
    text = (
        '==PROF== "a"\n"ID","Kernel Name","dram__bytes_read.sum","dram__bytes_write.sum"\n'
        '"","","Kbyte","byte"\n"0","gemm_2","1,024.5","7"\n'
    )
    assert read_counters(text) == (CountedKernel("gemm_2", 1_024_500.0, 7.0),)


COLUMNS = '"Kernel Name","dram__bytes_read.sum","dram__bytes_write.sum"'


@pytest.mark.parametrize(
    "text",
    [
        "",
        '"ID","Kernel Name"\n"",""\n"0","gemm"\n',
        f'{COLUMNS}\n"","byte","byte"\n',
        f'{COLUMNS}\n"","byte","byte"\n"k","n/a","1"\n',
    ],
    ids=["empty", "no counters", "no kernel", "not counted"],
)
def test_what_is_no_table_of_counters(text: str) -> None:
    with pytest.raises(CounterError):
        read_counters(text)
