"""Values in texts, and how figures are printed."""

from __future__ import annotations

from collections.abc import Callable
from datetime import date
from pathlib import Path

import msgspec
import pytest

from bench.first_principles import computed_records
from coursesite.content import read_stage
from coursesite.errors import RecordError, SiteError, TemplateValueError, Where
from coursesite.quantity import Quantity, format_quantity, plain_number, three_digits
from coursesite.value_names import suggest_value
from coursesite.values import fill, site_values

FIXTURES = Path(__file__).resolve().parents[1] / "fixtures"
ROOT = FIXTURES.parents[1]
TEXTS = sorted((FIXTURES / "texts").glob("*.md"))
RECORDS = tuple(computed_records(date(2026, 1, 31)))
VALUES = site_values(RECORDS, {"ex05": {"equations": 9, "jax": "0.12.0.1"}})
HERE = Where("site/x.md", line=1)


@pytest.mark.parametrize(
    ("text", "printed"),
    [
        ("{{ spill.score_bytes | megabytes }}", "134\u202fMB"),
        ("{{spill.round_trip_bytes|megabytes}}", "268\u202fMB"),
        ("{{ spill.score_bytes | bytes }}", "134,217,728\u202fB"),
        ("{{ spill.score_bytes }}", "134217728"),
        ("{{ spill.sequence_length }}", "8192"),
        ("{{ spill.sequence_length | thousands }}", "8,192"),
        ("{{ chip.v5e_bandwidth | gigabytes_per_second }}", "820\u202fGB/s"),
        ("{{ spill.v5e_round_trip_ms | milliseconds }}", "0.327\u202fms"),
        ("{{ spill.v5e_round_trip_ms | microseconds }}", "327\u202fµs"),
        ("{{ ex05.equations }} under jax {{ ex05.jax }}", "9 under jax 0.12.0.1"),
        ("replica_groups={{0,1}} {% raw %} {# no #}", "replica_groups={{0,1}} {% raw %} {# no #}"),
        ("ends\n", "ends\n"),
    ],
)
def test_fill(text: str, printed: str) -> None:
    assert fill(text, VALUES, HERE) == printed


def test_a_filled_value_is_not_read_again() -> None:
    assert fill("{{ a.b }}", {"a.b": "{{ c.d }}"}, HERE) == "{{ c.d }}"


@pytest.mark.parametrize("fixture", TEXTS, ids=lambda path: path.stem)
def test_bad_text(fixture: Path, expect_message: Callable[[Path, SiteError], None]) -> None:
    with pytest.raises(TemplateValueError) as caught:
        fill(fixture.read_text(encoding="utf-8"), VALUES, Where("site/stage-2/x.md", line=6))
    expect_message(fixture, caught.value)


def test_an_unknown_name_among_many_gets_a_short_hint() -> None:
    names = [f"chip_{letter}.figure_{at}" for letter in "abcdef" for at in range(20)]
    for name in ("nosuch.thing", "chip_a.figure", "chip_a", "chip_g.figure_3"):
        hint = suggest_value(name, names)
        assert len(hint) < 600
        assert all(len(line) <= 90 for line in hint.splitlines())
    assert suggest_value("chip_a.figre_3", ["chip_a.figure_3"]) == "did you mean 'chip_a.figure_3'?"
    assert suggest_value("a.b", ()) == "none are known here"


def test_tolerance_of_the_gate_can_be_named() -> None:
    values = site_values((), {}, read_stage(ROOT, 2))
    assert fill("{{ gate.tolerance | percent }}", values, HERE) == "20\u202f%"


def test_two_records_with_one_name() -> None:
    twin = msgspec.structs.replace(RECORDS[0], id="twin")
    with pytest.raises(RecordError) as caught:
        site_values([*RECORDS, twin], {})
    assert str(caught.value) == (
        "bench/records/twin.json: the name 'spill.sequence_length' is taken by another record or"
        " capture\n"
        "  | spill.sequence_length\n"
        "  retract the older record, or give one of them another name"
    )
    retracted = msgspec.structs.replace(twin, retracted="wrong")
    assert site_values([*RECORDS, retracted], {})["spill.sequence_length"] == Quantity(8192, "1")


@pytest.mark.parametrize(
    ("value", "printed"),
    [
        (0, "0"), (0.001234, "0.00123"), (0.32736, "0.327"), (0.9999, "1.00"), (1, "1.00"),
        (9.994, "9.99"), (12.34, "12.3"), (99.94, "99.9"), (134.217728, "134"), (1234.5, "1234"),
        (-0.5, "-0.500"), (9.996, "10.0"), (99.96, "100"),
    ],
)  # fmt: skip
def test_three_digits(value: float, printed: str) -> None:
    assert three_digits(value) == printed


@pytest.mark.parametrize(
    ("value", "unit", "printed"),
    [
        (268435456, "B", "268\u202fMB"), (512, "B", "512\u202fB"), (8.2e11, "B/s", "820\u202fGB/s"),
        (2.5e12, "FLOP", "2.50\u202fTFLOP"), (0.32736, "ms", "0.327\u202fms"),
        (12, "us", "12.0\u202fµs"), (8192, "1", "8,192"), (0.5, "1", "0.500"),
    ],
)  # fmt: skip
def test_format_quantity(value: float, unit: str, printed: str) -> None:
    assert format_quantity(value, unit) == printed


@pytest.mark.parametrize(
    ("value", "printed"),
    [(8192, "8192"), (8.2e11, "820000000000"), (0.25, "0.25"), (1e-7, "0.0000001")],
)
def test_plain_number(value: float, printed: str) -> None:
    assert plain_number(value) == printed
