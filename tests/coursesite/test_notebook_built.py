"""Odd notebooks that people meet and that pages are made of, end to end."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.coursesite.small_site import (
    LAB,
    as_json,
    code,
    display,
    faults,
    make_site,
    markdown,
    notebook,
    stream,
)

PIXEL = "iVBORw0KGgo="
BULK = "x" * 99 + "\n"

GOOD = as_json(notebook(markdown("Fine.")))


def of_minor(minor: int) -> bytes:
    """A notebook of format 4.``minor``, with ids only where the format has them."""
    raw = notebook(markdown("Fine."), code("y = 2"), nbformat_minor=minor)
    if minor < 5:
        for cell in raw["cells"]:
            del cell["id"]
    return as_json(raw)


SVG = '<svg viewBox="0 0 9 9"><defs><path id="p" d="M0 0h9"/></defs><use href="#p"/></svg>'

BUILT: dict[str, tuple[bytes, tuple[str, ...]]] = {
    "byte order mark": (b"\xef\xbb\xbf" + GOOD, ("<p>Fine.</p>",)),
    "CRLF": (GOOD.replace(b"\n", b"\r\n"), ("<p>Fine.</p>",)),
    **{f"format 4.{minor}": (of_minor(minor), ("<p>Fine.</p>",)) for minor in range(6)},
    "format 4.6 of the future": (of_minor(6), ("<p>Fine.</p>",)),
    "missing ids": (
        as_json({**notebook(), "cells": [markdown("One."), markdown("Two.")], "nbformat_minor": 5}),
        ("<p>One.</p>", "<p>Two.</p>"),
    ),
    "source as a list": (as_json(notebook(code(["a = 1\n", "b"]))), ('<span class="n">b</span>',)),
    "CRLF in a source": (as_json(notebook(markdown("a\r\nb"))), ("<p>a\nb</p>",)),
    "50 MB of output that is not shown": (
        as_json(notebook(markdown("Fine."), code(outputs=[stream(BULK * 500_000)], metadata={}))),
        ("<p>Fine.</p>",),
    ),
    "widget state": (
        as_json(
            notebook(
                code(
                    outputs=[
                        display(
                            application_vnd_jupyter_widget_view__json={"model_id": "m"},
                            text_plain="IntSlider(value=0)",
                        )
                    ]
                ),
                metadata=notebook()["metadata"] | {"widgets": {"state": {"m": {"x": 1}}}},
            )
        ),
        ("IntSlider(value=0)</pre>",),
    ),
    "attachment": (
        as_json(
            notebook(
                markdown(
                    "![plot](attachment:a%20b.png)", attachments={"a b.png": {"image/png": PIXEL}}
                )
            )
        ),
        (f'<img alt="plot" src="data:image/png;base64,{PIXEL}">',),
    ),
    "attachment in lines": (
        as_json(
            notebook(
                markdown(
                    "![p](attachment:a)",
                    attachments={"a": {"image/png": [PIXEL[:8] + "\n", PIXEL[8:]]}},
                )
            )
        ),
        (f'<img alt="p" src="data:image/png;base64,{PIXEL}">',),
    ),
    "relative image": (
        as_json(notebook(markdown("![a plot](img/plot.png)"))),
        (
            '<a href="https://github.com/o/r/blob/main/labs/stage-1/img/plot.png"'
            ' rel="noopener noreferrer">a plot</a>',
        ),
    ),
    "relative image as HTML": (
        as_json(notebook(markdown('<img src="img/plot.png" alt="a plot">'))),
        ('<div class="prose">a plot</div>',),
    ),
    "image outside the site": (
        as_json(
            notebook(
                markdown(
                    "![a](../../../secret.png) ![b](/etc/passwd) ![c](file:///etc/passwd) "
                    "![d](..%2f..%2f..%2fsecret.png) ![e](../../site/site.yml)"
                )
            )
        ),
        (
            '<a rel="noopener noreferrer">a</a> <a rel="noopener noreferrer">b</a> ',
            '<a href="https://github.com/o/r/blob/main/site/site.yml" rel="noopener',
        ),
    ),
    "magics and shell": (
        as_json(notebook(code("%matplotlib inline\n!pip install x\n%%time\nx = 1\n?print"))),
        ("matplotlib", "pip", "install", "time", '<span class="mi">1</span>'),
    ),
    "terminal colours": (
        as_json(
            notebook(code(outputs=[stream("\x1b[1;31mred\x1b[0m \x1b[38;5;28mleaf\x1b[m\x1b[2K")]))
        ),
        (
            '<span class="ansi-red-intense-fg ansi-bold">red</span> ',
            '<span class="ansi-green-fg">leaf</span>',
        ),
    ),
    "broken terminal colours": (
        as_json(
            notebook(code(outputs=[stream("\x1b[38mA\x1b[38;5;mB\x1b[48;2;9mC\x1b[999mD\x1b[")]))
        ),
        (">ABCD",),
    ),
    "links and titles for a terminal": (
        as_json(
            notebook(
                code(
                    outputs=[stream("\x1b]8;;https://e.x\x07here\x1b]8;;\x07\x1b]0;t\x1b\\ there")]
                )
            )
        ),
        (">here there</pre>",),
    ),
    "progress bars": (
        as_json(notebook(code(outputs=[stream("10%\r20%\r100%\nstep 1\b2\b3\n")]))),
        (">100%\nstep 3</pre>",),
    ),
    "control characters": (
        as_json(notebook(markdown("a\x00b\x07"), code("s = '\x1b'", [stream("\x7f\x0c")]))),
        ("<p>a�b�</p>", "'�'"),
    ),
    "LaTeX": (
        as_json(
            notebook(
                markdown(r"$\frac{a}{b}$ and $$\begin{aligned}x &= 1\end{aligned}$$"),
                code(outputs=[display(text_latex=r"$\displaystyle \int_0^1 x$")]),
            )
        ),
        ('<span class="math">a/b</span>', "x  = 1", "∫<sub>0</sub><sup>1</sup> x"),
    ),
    "deep LaTeX": (
        as_json(
            notebook(
                markdown("$" + "{" * 3000 + "$"), code(outputs=[display(text_latex="^" * 9999)])
            )
        ),
        ("{{{{", "^^^^"),
    ),
    "raw HTML": (
        as_json(
            notebook(markdown("<details open><summary>s</summary>t</details><blink>u</blink>"))
        ),
        ('<details open=""><summary>s</summary>t</details>u',),
    ),
    "deep HTML": (as_json(notebook(markdown("<div>" * 30_000))), ("&lt;div&gt;&lt;div&gt;",)),
    "unclosed HTML": (
        as_json(notebook(markdown("<b>a <table><tr><td>"), markdown("Fine."))),
        ("<p>Fine.</p>",),
    ),
    "unclosed comment": (
        as_json(notebook(markdown("a <!-- b"), markdown("Fine."))),
        ("<p>Fine.</p>",),
    ),
    "unclosed fence": (
        as_json(notebook(markdown("```python\nx = 1\n"), markdown("Fine."))),
        ('<span class="mi">1</span></code></pre>', "<p>Fine.</p>"),
    ),
    "fence of a layer": (
        as_json(notebook(markdown("```jaxpr\na:f32[2] = mul b c\n```"))),
        ('<span class="nv">a</span>', '<span class="nf">mul</span>'),
    ),
    "empty cells": (
        as_json(notebook(markdown(""), code(""), code([]), markdown("Fine."))),
        ("<p>Fine.</p>",),
    ),
    "equal headings": (
        as_json(notebook(markdown("# Same"), markdown("# Same\n\n# Same"))),
        ("<h4>Same</h4>",),
    ),
    "equal drawings": (
        as_json(
            notebook(
                code(outputs=[display(image_svg__xml=SVG)] * 2),
                code(outputs=[display(image_svg__xml=SVG)]),
            )
        ),
        ("-c1-out1-p", "-c1-out2-p", "-c2-out1-p"),
    ),
    "name of a stream that chooses classes": (
        as_json(notebook(code(outputs=[stream("a") | {"name": "x gate"}]))),
        ('<pre class="output output-stdout" tabindex="0">a</pre>',),
    ),
    "raw cell": (
        as_json(notebook(markdown("Fine."), markdown(cell_type="raw", metadata={}))),
        ("<p>Fine.</p>",),
    ),
    "error with nothing in it": (
        as_json(
            notebook(
                code(
                    outputs=[{"output_type": "error", "ename": "E", "evalue": "", "traceback": []}]
                )
            )
        ),
        (">E: </pre>",),
    ),
    "code of another language": (as_json(notebook(code("SELECT 1;"))), ("SELECT",)),
}


@pytest.mark.parametrize("kind", BUILT)
def test_built_right(kind: str, tmp_path: Path) -> None:
    data, parts = BUILT[kind]
    done = make_site(tmp_path, {LAB: data}).build()
    assert (done.code, done.said) == (0, "")
    for part in parts:
        assert part in done.page
    assert faults(done.page) == []


@pytest.mark.parametrize(
    "name",
    [
        "labs/stage 1/a lab.ipynb",
        "labs/этап-1/лаба №1.ipynb",
        "labs/stage-1/実験.ipynb",
        "labs/stage-1/cafe\u0301 & <b> \"q\" 'a' #?%.ipynb",
    ],
)
def test_names(name: str, tmp_path: Path) -> None:
    done = make_site(tmp_path, {name: as_json(notebook(markdown("[x](y z.png)")))}).build()
    assert (done.code, done.said) == (0, "")
    assert faults(done.page) == []
    assert "<b>" not in done.page


def test_two_notebooks_of_one_name(tmp_path: Path) -> None:
    first = notebook(code(outputs=[display(image_svg__xml=SVG)]))
    second = notebook(code(outputs=[display(image_svg__xml=SVG)]), number="1.2")
    names = {"labs/a/x.ipynb": as_json(first), "labs/b/x.ipynb": as_json(second)}
    done = make_site(tmp_path, names).build()
    assert (done.code, faults(done.page)) == (0, [])
    assert done.page.count("<path id=") == 2


def test_building_runs_no_cell(tmp_path: Path) -> None:
    trace = tmp_path / "ran"
    cell = code(f"open({str(trace)!r}, 'w')\nraise SystemExit")
    assert make_site(tmp_path / "course", {LAB: as_json(notebook(cell))}).build().code == 0
    assert not trace.exists()
