"""What the instrument weighs, and that shipping its scripts leaves them as they are."""

from __future__ import annotations

import gzip
import re
from pathlib import Path

import pytest

from bench.synthetic import synthetic_capture
from irxray.assets import SCRIPTS, shipped_scripts, shipped_style
from irxray.html import listing_text, listing_width, render_fragment
from irxray.layers import Layer
from irxray.standalone import render_page
from irxray.store import read_capture
from irxray.view import view_captures

CAPTURES = Path(__file__).parents[2] / "bench" / "captures"
TARGETS = ("cpu", "tpu-v5e", "cuda-h100")

# "use strict"    'a'    `line ${line}`
LITERAL = re.compile(r'"(?:[^"\\\n]|\\.)*"|`(?:[^`\\]|\\.)*`')
COMMENT = re.compile(r"/\*.*?\*/|(?<![:\"'\\/])//[^\n]*", re.DOTALL)


def weight(data: bytes) -> int:
    return len(gzip.compress(data, mtime=0))


def test_scripts_weigh_at_most_16_kb():
    assert sum(weight(data) for _, data in shipped_scripts()) <= 16_000


def test_ex_05_on_three_backends_weighs_at_most_100_kb():
    captures = [read_capture(CAPTURES / "ex-05" / target) for target in TARGETS]
    fragment = str(render_fragment(view_captures(captures, "ex-05"), {})).encode()
    scripts = sum(weight(data) for _, data in shipped_scripts())
    assert weight(fragment) + scripts + weight(shipped_style().encode()) <= 100_000


def test_shipped_script_keeps_every_string_and_no_comment():
    ((name, shipped),) = shipped_scripts()
    text = shipped.decode()
    assert name == "xray.js"
    assert "/*" not in text
    for path in SCRIPTS:
        for literal in LITERAL.findall(COMMENT.sub("", path.read_text(encoding="utf-8"))):
            # Within ${...} stands code, whose names are shortened.
            for part in re.split(r"\$\{[^}]*\}", literal):
                assert part in text, (path.name, literal)


def test_scripts_put_no_data_into_markup():
    for path in SCRIPTS:
        assert not re.search(r"innerHTML|insertAdjacentHTML|document\.write", path.read_text())


@pytest.fixture(scope="module")
def long_view():
    return view_captures([synthetic_capture(6000)], "long")


def test_long_layers_are_a_plain_labelled_listing(long_view):
    assert [pane.is_windowed for pane in long_view.panes] == [False, False, False, True]
    pane = long_view.panes[-1]
    lines = listing_text(pane).split("\n")
    width = listing_width(pane)
    assert [line[width:] for line in lines] == [line.text for line in pane.lines]
    linked = next(line for line in pane.lines if line.labels)
    assert lines[linked.number - 1][:width].split() == [
        str(linked.number),
        *map(str, linked.labels),
    ]


def test_long_page_holds_its_text_once(long_view):
    page = render_page(long_view, "long")
    hlo = long_view.panes[-1]
    assert hlo.layer is Layer.HLO
    assert page.count("%op.100 = ") == 1
    assert '<pre class="listing">\n' in page


def test_policy_allows_only_what_stands_in_the_page(long_view):
    page = render_page(long_view, "long")
    policy = re.search(r'Content-Security-Policy" content="([^"]*)"', page)
    assert policy is not None
    assert "unsafe" not in policy[1]
    assert policy[1].startswith("default-src &#39;none&#39;; style-src &#39;sha256-")
    assert not re.search(r'(?:src|href)="(?!#)', page)
