"""Stored outputs of cells as HTML."""

from __future__ import annotations

import re

import pytest

from coursesite.errors import NotebookError
from tests.coursesite.drawn import PIXEL, drawn, result


def test_streams_are_joined_and_escaped() -> None:
    out = {"output_type": "stream", "name": "stdout"}
    err = {"output_type": "stream", "name": "stderr", "text": "late\n"}
    html = drawn(out | {"text": "a <b>\n"}, out | {"text": "10%\r20%\n"}, err)
    assert html == [
        '<pre class="output output-stdout" tabindex="0">a &lt;b&gt;\n20%</pre>',
        '<pre class="output output-stderr" tabindex="0">late</pre>',
    ]


def test_ansi_colours_become_classes() -> None:
    text = "\x1b[31mred\x1b[0m \x1b[1;38;5;28mleaf\x1b[0m <i>"
    (html,) = drawn({"output_type": "stream", "name": "stdout", "text": text})
    assert html == (
        '<pre class="output output-stdout" tabindex="0"><span class="ansi-red-fg">red</span> '
        '<span class="ansi-bold ansi-green-fg">leaf</span> &lt;i&gt;</pre>'
    )


def test_error_output() -> None:
    error = {"output_type": "error", "ename": "E", "evalue": "v", "traceback": ["one", "two"]}
    assert drawn(error) == ['<pre class="output output-error" tabindex="0">one\ntwo</pre>']
    assert "E: v" in drawn(error | {"traceback": []})[0]


def test_picture_is_described() -> None:
    picture = result(image_png=PIXEL + "\n", text_plain="<Figure size 6x4>")
    tag = '<img class="output output-image" alt="{}" src="data:image/png;base64,' + PIXEL + '">'
    assert drawn(picture) == [tag.format("Output of cell 3")]
    assert drawn(picture | {"metadata": {"alt": 'Two "lines"'}}) == [
        tag.format("Two &#34;lines&#34;")
    ]


def test_picture_that_is_not_base64() -> None:
    with pytest.raises(NotebookError) as caught:
        drawn(result(image_png='">AAAA'))
    assert str(caught.value) == (
        "labs/x.ipynb, cell 3 (id a1): has an output of type image/png that is not base64\n"
        '  | ">AAAA\n'
        "  run the cell again and save the notebook"
    )


def test_drawing_keeps_its_looks_and_its_ids_to_itself() -> None:
    svg = (
        '<?xml version="1.0"?><!DOCTYPE svg><svg viewBox="0 0 9 9" onload="x()"><metadata>m'
        '</metadata><style>*{}</style><defs><clipPath id="p"><path d="M0 0"/></clipPath></defs>'
        '<g clip-path="url(#p)" style="fill: none; stroke: #000; behavior: url(x)">'
        '<use xlink:href="#p" x="1"/><use href="https://e.x/a.svg#b"/></g></svg>'
    )
    (first, second) = drawn(result(image_svg__xml=svg), result(image_svg__xml=svg))
    assert first == (
        '<div class="output output-image" role="img" aria-label="Output of cell 3">'
        '<svg viewBox="0 0 9 9"><defs><clipPath id="x-e563af91-c3-out1-p"><path d="M0 0"></path>'
        '</clipPath></defs><g clip-path="url(#x-e563af91-c3-out1-p)" fill="none" stroke="#000">'
        '<use xlink:href="#x-e563af91-c3-out1-p" x="1"></use><use></use></g></svg></div>'
    )
    assert second == first.replace("out1", "out2")


@pytest.mark.parametrize(
    "shape",
    [
        '<rect fill="url(https://e.x/a.svg#b)"/>',
        "<rect style=\"fill: url('https://e.x/a')\"/>",
        '<image href="https://e.x/p.png"/>',
        '<image href="data:image/svg+xml;base64,PHN2Zz4="/>',
        '<use xlink:href="https://e.x/a.svg#b"/>',
        f'<use href="data:image/png;base64,{PIXEL}"/>',
    ],
)
def test_a_drawing_loads_nothing(shape: str) -> None:
    (html,) = drawn(result(image_svg__xml=f"<svg>{shape}</svg>"))
    assert re.search(r"<svg><(\w+)></\1></svg>", html), html


def test_a_picture_inside_a_drawing() -> None:
    data = f"data:image/png;base64,{PIXEL}"
    (html,) = drawn(result(image_svg__xml=f'<svg><image href="{data}"/></svg>'))
    assert f'<image href="{data}">' in html


def test_html_output_and_what_it_falls_back_to() -> None:
    table = result(text_html="<table class='dataframe'><tr><td style='x'>1</td></tr></table>")
    assert drawn(table) == [
        '<div class="output output-html" tabindex="0"><table class="dataframe"><tbody><tr>'
        "<td>1</td></tr></tbody></table></div>"
    ]
    widget = result(text_html="<script>x</script>", text_plain="Widget()")
    assert drawn(widget) == ['<pre class="output output-text" tabindex="0">Widget()</pre>']


def test_empty_outputs_are_left_out() -> None:
    assert drawn({"output_type": "stream", "name": "stdout", "text": "\n"}, result()) == []
