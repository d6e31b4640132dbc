"""Figures on the built pages: each that comes from a record leads to that record."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator
from html import unescape
from pathlib import Path
from typing import Any

import pytest
import yaml

from coursesite.quantity import FORMATS, Quantity, plain_number
from coursesite.record import ValueRecord, read_records
from coursesite.values import VALUE
from tests.html_page import HtmlPage
from tests.site_tree import REPOSITORY, STAGE, STAGE_PAGE, SiteTree, file_bytes

RECORDS_PAGE = "bench/index.html"
CHAPTER = "site/stage-2/fusion-and-its-exact-limit.md"
STAGES = sorted((REPOSITORY / "site").glob("stage-*/stage.yml"))
PLAIN = {"title", "heading", "eyebrow", "description"}
"""Keys of a stage's file whose texts are no markdown."""

# ```hlo … ```   and   `code`
CODE = re.compile(r"^```.*?^```|`[^`]+`", re.DOTALL | re.MULTILINE)
LINK = re.compile(r'<a class="figure-link" href="([^"]*)" title="([^"]*)">([^<]*)</a>')
ANCHOR = re.compile(r"<(/?)a[ >]")


def texts(value: Any) -> Iterator[str]:
    """Every markdown text of a stage's file."""
    if isinstance(value, dict):
        for key, each in value.items():
            yield from () if key in PLAIN else texts(each)
    elif isinstance(value, list):
        for each in value:
            yield from texts(each)
    elif isinstance(value, str):
        yield value


def written(stage: Path, records: dict[str, ValueRecord]) -> Counter[tuple[str, str]]:
    """Printed figure and record of every value in running text that a record gives."""
    found: Counter[tuple[str, str]] = Counter()
    chapters = [path.read_text(encoding="utf-8") for path in stage.parent.glob("*.md")]
    parts = texts(yaml.safe_load(stage.read_text(encoding="utf-8")))
    for text in (*chapters, *parts):
        for value in VALUE.finditer(CODE.sub("", text)):
            if value["name"] in records:
                record = records[value["name"]]
                figure = Quantity(record.value, record.unit)
                form = value["format"]
                printed = FORMATS[form](figure) if form else plain_number(record.value)
                found[printed, record.id] += 1
    return found


def named_records(root: Path) -> dict[str, ValueRecord]:
    return {
        each.name: each
        for each in read_records(root)
        if isinstance(each, ValueRecord) and each.name and not each.retracted
    }


def unlinked(course: SiteTree, stage: Path) -> list[str]:
    """What a stage's texts say of records and its page does not link as it should."""
    records = named_records(course.root)
    wanted = written(stage, records)
    shown: Counter[tuple[str, str]] = Counter()
    ids = HtmlPage.read(course.page(RECORDS_PAGE)).ids
    for href, _, text in LINK.findall(course.page(f"{stage.parent.name}/index.html")):
        page, _, anchor = href.partition("#")
        if page == f"../{RECORDS_PAGE}" and anchor in ids:
            shown[unescape(text), anchor] += 1
    return [f"{text}: {anchor}" for text, anchor in ((wanted - shown) + (shown - wanted))]


@pytest.mark.parametrize("stage", STAGES, ids=lambda path: path.parent.name)
def test_every_figure_of_a_record_leads_to_it(built_course: SiteTree, stage: Path) -> None:
    assert unlinked(built_course, stage) == []


def test_the_course_has_such_figures(built_course: SiteTree) -> None:
    count = sum(sum(written(each, named_records(built_course.root)).values()) for each in STAGES)
    assert count > 5


def test_a_figure_that_leads_elsewhere_is_noticed(course: SiteTree) -> None:
    page = course.out / STAGE_PAGE
    text = course.page()
    end = ".score-bytes.first-principles"
    page.write_text(text.replace(f'{end}" title', f'{end}x" title'), encoding="utf-8")
    found = unlinked(course, course.root / STAGE)
    assert found == [f"134\u202fMB: naive-attention-8192{end}"]


def test_figures_of_captures_lead_to_what_shows_them(built_course: SiteTree) -> None:
    links = {(href, title) for href, title, _ in LINK.findall(built_course.page())}
    assert ("#ex-05", "Counted in EX·05") in links
    assert ("dumps/tpu-v5e.html", "Dump for TPU v5e") in links


def test_figures_of_the_spill_table_lead_to_their_record(built_course: SiteTree) -> None:
    table = built_course.page().partition("Spill round trip, predicted and found")[2]
    record = "naive-attention-8192.spill-round-trip.first-principles"
    assert f'<a href="../{RECORDS_PAGE}#{record}">' in table.partition("</table>")[0]


def test_no_link_stands_in_a_link(built_course: SiteTree) -> None:
    for name in file_bytes(built_course.out):
        if name.endswith(".html"):
            signs = [found[1] for found in ANCHOR.finditer(built_course.page(name))]
            assert signs == ["", "/"] * (len(signs) // 2), name


def test_the_search_holds_the_text_alone(built_course: SiteTree) -> None:
    (index,) = (built_course.out / "assets").glob("search-index.*.js")
    text = index.read_text(encoding="utf-8")
    assert "134 MB written and 134 MB read: 268 MB of traffic" in text
    assert "figure-link" not in text
    assert f"{RECORDS_PAGE}#" not in text


def test_where_a_figure_stays_plain(course: SiteTree) -> None:
    value = "{{ spill.score_bytes | bytes }}"
    printed = "134,217,728\u202fB"
    course.write(
        CHAPTER,
        course.read(CHAPTER)
        + f"\n### Of {value}\n\nCode `{value}`, [link to {value}](#labs), text {value}.\n",
    )
    course.replace(STAGE, "\nartifact: >-\n", f"\nartifact: >-\n  Of {value}:\n")
    course.replace(STAGE, "\ndescription: >-\n", f"\ndescription: >-\n  Of {value}:\n")
    done = course.build("--quiet")
    assert done.returncode == 0, done.stderr
    page = course.page()
    record = "../bench/index.html#naive-attention-8192.score-bytes.first-principles"
    assert f"<code>{printed}</code>" in page
    assert f'<a href="#labs">link to {printed}</a>' in page
    assert f'content="Of {printed}: ' in page
    assert f'<p class="standfirst">Of {printed}: ' in page
    assert f">Of {printed} <a class=" in page
    assert [(href, text) for href, _, text in LINK.findall(page) if text == printed] == [
        (record, printed)
    ] * 2
