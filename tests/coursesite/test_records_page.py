"""The page of all records: what it holds, and that its filters are addresses."""

from __future__ import annotations

import re
from datetime import date
from pathlib import Path
from typing import Any

import msgspec
import pytest
from jinja2 import Environment, FileSystemLoader, StrictUndefined

from coursesite import view_page
from coursesite.record import Point, Record, Series, SeriesRecord, ValueRecord, read_records
from coursesite.record_place import TEMPLATE, record_href
from coursesite.records_page import RecordsPage, records_page

ROOT = Path(__file__).resolve().parents[2]
SITE = view_page.SiteInfo(
    title="Course", tagline="t", repository_url="https://example.org/r", root="..",
    stylesheets=(), scripts=(), head_script="../theme.js", track=(), versions=(),
    date="", commit="",
)  # fmt: skip
TODAY = "a" * 64


def record(name: str, **changes: Any) -> ValueRecord:
    made = ValueRecord(
        id=name, program="toy", quantity="spill-round-trip", unit="B", evidence="duration",
        command="run <it>", date=date(2026, 1, 31), chip="tpu-v5e", program_sha256=TODAY,
        value=268_435_456, dtype="bf16", shapes={"q": (8, 4)}, versions={"jax": "1", "a": "2"},
        raw="bench/raw/m.zip", sha256="b" * 64,
    )  # fmt: skip
    return msgspec.structs.replace(made, **changes)


def file_url(path: str) -> str:
    return f"https://example.org/r/{path}"


def page(*records: Record) -> RecordsPage:
    return records_page(records, SITE, file_url, {"toy": TODAY})


def html(shown: RecordsPage) -> str:
    environment = Environment(
        loader=FileSystemLoader(ROOT / "templates"), autoescape=True, undefined=StrictUndefined,
        trim_blocks=True, lstrip_blocks=True,
    )  # fmt: skip
    return environment.get_template(TEMPLATE).render(page=shown)


def test_what_a_record_says() -> None:
    ((shown,),) = [group.records for group in page(record("m")).programs]
    assert (shown.quantity, shown.figure, shown.exact) == (
        "spill round trip",
        "268\u202fMB",
        "268,435,456\u202fB",
    )
    assert (shown.chip_title, shown.evidence_words, shown.is_measured) == (
        "TPU v5e",
        "from measured time",
        True,
    )
    facts = {each.name: (each.text, each.href) for each in shown.facts}
    assert facts["made by"] == ("run <it>", "")
    assert facts["arguments"] == ("bf16 q[8,4]", "")
    assert facts["with"] == ("a 2, jax 1", "")
    assert facts["raw file"] == ("bench/raw/m.zip", "https://example.org/r/bench/raw/m.zip")
    assert facts["its sha256"] == ("b" * 64, "")
    assert facts["record"][1] == "https://example.org/r/bench/records/m.json"
    assert "source" not in facts


@pytest.mark.parametrize(
    ("changes", "state"),
    [
        ({}, ("", "")),
        ({"retracted": "the clock was off"}, ("RETRACTED", "the clock was off")),
        ({"program_sha256": "c" * 64}, ("STALE", "The program has changed since.")),
        ({"program_sha256": ""}, ("", "")),
        ({"program_sha256": "c" * 64, "retracted": "r"}, ("RETRACTED", "r")),
        ({"program": "unknown", "program_sha256": "c" * 64}, ("", "")),
    ],
)
def test_states(changes: dict[str, Any], state: tuple[str, str]) -> None:
    ((shown,),) = [group.records for group in page(record("m", **changes)).programs]
    assert (shown.state, shown.state_note) == state


def test_facets_count_and_list() -> None:
    shown = page(
        record("m"),
        record("c", evidence="cost-model"),
        record("e", evidence="first-principles", chip="", program="other"),
    )
    facets = {
        each.name: {v.key: (v.title, v.count, v.anchor) for v in each.values}
        for each in shown.facets
    }
    assert facets == {
        "program": {"toy": ("toy", 2, "program-toy"), "other": ("other", 1, "program-other")},
        "chip": {"tpu-v5e": ("TPU v5e", 2, "chip-tpu-v5e"), "any": ("any chip", 1, "chip-any")},
        "evidence": {
            "duration": ("from measured time", 1, "evidence-duration"),
            "cost-model": ("from the compiler's cost model", 1, "evidence-cost-model"),
            "first-principles": (
                "computed from first principles",
                1,
                "evidence-first-principles",
            ),
        },
    }


def test_measurements_stand_first() -> None:
    shown = page(record("e", evidence="first-principles"), record("m"))
    assert [each.anchor for each in shown.programs[0].records] == ["m", "e"]


def test_series_is_under_each_of_its_chips() -> None:
    series = SeriesRecord(
        id="s", program="toy", quantity="temporary-bytes", unit="B", evidence="first-principles",
        command="x", date=date(2026, 1, 31), axis="sequence length", axis_unit="1",
        series=(
            Series("tpu-v5e", (Point(256, 0), Point(512, 2_000_000))),
            Series("cuda-t4", (Point(512, 3_000_000),)),
        ),
    )  # fmt: skip
    shown = page(series)
    ((view_of,),) = [group.records for group in shown.programs]
    assert (view_of.figure, view_of.chip, view_of.chip_title) == (
        "3 points",
        "tpu-v5e cuda-t4",
        "2 chips",
    )
    assert view_of.series
    assert [(r.head, r.figures) for r in view_of.series.rows] == [
        ("TPU v5e", ("0\u202fB", "2.00\u202fMB")),
        ("T4", ("", "3.00\u202fMB")),
    ]
    assert {v.key for v in shown.facets[1].values} == {"tpu-v5e", "cuda-t4"}
    assert "sequence length" in html(shown)


def test_every_link_of_the_page_leads_somewhere() -> None:
    text = html(records_page(read_records(ROOT), SITE, file_url, {}))
    ids = re.findall(r' id="([^"]+)"', text)
    assert len(ids) == len(set(ids))
    targets = set(re.findall(r'href="#([^"]+)"', text))
    assert targets <= set(ids)
    for each in read_records(ROOT):
        assert each.id in ids
        assert f"bench/records/{each.id}.json" in text


def test_records_are_escaped_and_carry_no_style_or_script() -> None:
    text = html(page(record("m", note="<script>alert(1)</script>", retracted="<b>x</b>")))
    assert "<script>alert" not in text
    assert "<b>x" not in text
    assert " style=" not in text
    assert "run &lt;it&gt;" in text


def test_no_records() -> None:
    assert "0 records" in html(page())


def test_address_of_a_record() -> None:
    assert record_href("a.b", "..") == "../bench/index.html#a.b"
