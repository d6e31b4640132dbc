"""The pages on how well links hold and on the production operator: figures are the captures'."""

from __future__ import annotations

from pathlib import Path

import pytest

from coursesite.corpus import read_corpora, sum_layer
from coursesite.links_page import links_page
from coursesite.production import TITLES, production_page
from coursesite.view_page import ArticlePage, SiteInfo
from irxray.layers import Layer
from irxray.store import read_capture

ROOT = Path(__file__).parents[2]
SITE = SiteInfo("t", "t", "u", "..", (), (), "", (), (), "", "")


@pytest.fixture(scope="module")
def production() -> ArticlePage:
    captures = ROOT / "bench" / "captures"
    programs = {name: read_capture(captures / name / "cpu") for name in TITLES}
    return production_page(SITE, 2, read_capture(captures / "ex-05" / "cpu"), programs)


def test_every_equation_is_catalogued(production: ArticlePage):
    (table,) = production.sections[0].tables
    captures = ROOT / "bench" / "captures"
    counted = [
        len(read_capture(captures / name / "cpu").table.layer(Layer.JAXPR).items)
        for name in ("ex-05", *TITLES)
    ]
    *rows, total = ([cell.text for cell in row] for row in table.rows)
    assert total == ["all", *map(str, counted)]
    for column in range(1, len(total)):
        assert sum(int(row[column]) for row in rows) == int(total[column])


def test_additions_lead_to_the_line_that_shows_them(production: ArticlePage):
    (table,) = production.sections[2].tables
    capture = read_capture(ROOT / "bench" / "captures" / "maxtext-attention" / "cpu")
    jaxpr = capture.table.layer(Layer.JAXPR).text.splitlines()
    shown = {row[0].text: row[3] for row in table.rows if row[3].href}
    assert {"sharding_constraint", "select_n", "convert_element_type"} <= set(shown)
    for primitive, cell in shown.items():
        line = int(cell.href.rpartition("/L")[2])
        assert primitive in jaxpr[line - 1], (primitive, line)


def test_remat_stands_in_the_loss_and_not_in_the_operator(production: ArticlePage):
    (table,) = production.sections[2].tables
    remat = next(row for row in table.rows if row[0].text in ("remat2", "checkpoint", "remat"))
    assert [cell.text for cell in remat[2:4]] == ["—", "—"]
    assert remat[5].text == "1"


def test_links_page_adds_up():
    corpora = read_corpora(ROOT)
    page = links_page(SITE, 2, "stage-2/index.html", corpora)
    assert [section.heading for section in page.sections[1:]] == ["On CPU", "On TPU v5e"]
    for corpus, section in zip(corpora, page.sections[1:], strict=True):
        sums, programs = section.tables
        hlo = sum_layer(corpus, "hlo")
        assert sums.rows[-1][1].text == f"{hlo.items:,}"
        found = [int(row[2].text.replace(",", "")) for row in programs.rows if row[2].text != "—"]
        assert sum(found) == hlo.items
        assert len(programs.rows) == len(corpus.programs)
