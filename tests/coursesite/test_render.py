"""Markdown, code and outputs as HTML: what is drawn, and that nothing harmful stays."""

from __future__ import annotations

import re
import subprocess
import sys
from pathlib import Path

import pytest

from coursesite.errors import ContentError, NotebookError, Where
from coursesite.maths import formula_html
from coursesite.render import highlight_code, render_inline, render_markdown, render_markdown_cell
from tests.coursesite.drawn import PIXEL, cell, drawn, result

HERE = Where("site/x.md", line=7)
REPOSITORY = "https://github.com/o/r/blob/main/labs/"


def test_prose() -> None:
    html = render_markdown("One *two* `three`.\n\n- $S = QK^\\top$\n", HERE)
    assert html == (
        "<p>One <em>two</em> <code>three</code>.</p>\n<ul>\n"
        '<li><span class="math">S = QK<sup>⊤</sup></span></li>\n</ul>'
    )


def test_prose_has_no_raw_html() -> None:
    html = render_markdown("<script>x</script> <b onclick=x>y</b> [z](javascript:x)", HERE)
    assert "<script" not in html
    assert "<b" not in html
    assert "<a" not in html


def test_money_is_not_maths() -> None:
    assert render_inline("$5-$6 and $7", HERE) == "$5-$6 and $7"


def test_inline_has_no_paragraph() -> None:
    assert render_inline("a\n *b*", HERE) == "a <em>b</em>"


def test_headings_under_the_section_with_unique_ids() -> None:
    html = render_markdown("## Say `it`\n\n### More\n\n## Say it\n", HERE, anchor="sec")
    assert re.findall(r'<(h\d) id="([^"]*)"', html) == [
        ("h3", "sec--say-it"),
        ("h4", "sec--more"),
        ("h3", "sec--say-it-2"),
    ]
    assert '<a class="anchor" href="#sec--say-it" aria-label="Link to “Say it”">#</a>' in html
    assert " id=" not in render_markdown("## Say it\n", HERE)


def test_table_scrolls_and_aligns_without_style() -> None:
    html = render_markdown("| a | b |\n|---|--:|\n| 1 | 2 |\n", HERE)
    assert html.startswith('<div class="table-scroll" tabindex="0"')
    assert '<td align="right">2</td>' in html
    assert "style" not in html


def test_images_in_prose_are_refused() -> None:
    with pytest.raises(ContentError) as caught:
        render_markdown("Text.\n\nSee ![a plot](plot.png).\n", HERE)
    assert str(caught.value) == (
        "site/x.md, line 9: has an image, which pages do not load\n"
        "  | ![a plot](plot.png)\n"
        "  link to it instead; figures come from notebooks and captures"
    )


def test_code_is_highlighted() -> None:
    html = highlight_code("\ndef f():\n    return 1 < 2\n")
    assert html.startswith('<pre class="code" tabindex="0"><code>\n<span class="k">def</span>')
    assert "&lt;" in html
    assert "style" not in html


@pytest.mark.parametrize("language", ["jaxpr", "stablehlo", "hlo"])
def test_the_layers_of_the_course_have_colours(language: str) -> None:
    html = highlight_code("%0 = add %a, %b : tensor<2xf32>", language)
    assert '<span class="' in html


def test_fence_in_an_unknown_language_stays_plain() -> None:
    html = render_markdown("```nonesuch\na < b\n```\n", HERE)
    assert html == '<pre class="code" tabindex="0"><code>a &lt; b</code></pre>'


@pytest.mark.parametrize(
    ("source", "html"),
    [
        (r"x_{i+1}^2", "x<sub>i+1</sub><sup>2</sup>"),
        (r"\frac{a+b}{2} \le \sqrt{n}", "(a+b)/2 ≤ √n"),
        (r"\text{softmax}(S)", "softmax(S)"),
        (r"a < b \& \unknown", "a &lt; b &amp; unknown"),
        (r"e^{x - m", "e<sup>x - m</sup>"),
        ("^", "<sup></sup>"),
    ],
)
def test_formulas(source: str, html: str) -> None:
    assert formula_html(source) == html


ATTACKS = [
    "<script>alert(1)</script>",
    "<img src=x onerror=alert(1)>",
    "<image src=https://e.x/t.png>",
    '<a id="the-gate" style="x" href="https://e.x">x</a>',
    '<a href="javascript:alert(1)">x</a>',
    "[x](javascript:alert(1))",
    '<a href="data:text/html,<script>alert(1)</script>">x</a>',
    '<a href="java\tscript:alert(1)">x</a>',
    '<iframe src="https://e.x"></iframe>',
    "<form action=https://e.x><input name=a><button>b</button></form>",
    '<p style="position:fixed" id="the-gate" class="xray gate" name="x">x</p>',
    '<svg><script>alert(1)</script><a xlink:href="javascript:alert(1)">x</a></svg>',
    "<math><mtext><table><mglyph><style><img src=x onerror=alert(1)>",
    '<img alt="<img src=x onerror=alert(1)>" src="https://e.x/t.png">',
    '<img src="data:image/svg+xml;base64,PHN2Zz4=">',
    "<style>@import url(https://e.x)</style><link rel=stylesheet href=https://e.x>",
    '<meta http-equiv="refresh" content="0;url=https://e.x"><base href="https://e.x">',
    "![x](https://e.x/t.png)",
    '<noscript><p title="</noscript><img src=x onerror=alert(1)>"></noscript>',
]


@pytest.mark.parametrize("attack", ATTACKS)
@pytest.mark.parametrize("way", ["markdown cell", "html output", "markdown output", "svg output"])
def test_nothing_harmful_stays(attack: str, way: str) -> None:
    if way == "markdown cell":
        html = str(render_markdown_cell(cell(attack), REPOSITORY))
    elif way == "svg output":
        html = "".join(drawn(result(image_svg__xml=f"<svg>{attack}<g/></svg>")))
    else:
        kind = "text_html" if way == "html output" else "text_markdown"
        html = "".join(drawn(result(**{kind: attack})))
    assert harm_in(html) == []


def harm_in(html: str) -> list[str]:
    """Elements and attributes in ``html`` that must not be on a page, found by a parser."""
    from html.parser import HTMLParser

    allowed = {"class", "tabindex", "role", "aria-label", "href", "rel", "title", "alt", "src"}
    found: list[str] = []

    class Watch(HTMLParser):
        def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
            if tag in {"script", "style", "iframe", "form", "input", "button", "link", "meta",
                       "base", "math", "foreignobject"}:  # fmt: skip
                found.append(tag)
            for name, value in attrs:
                text = value or ""
                bad = name not in allowed
                bad |= name == "src" and not text.startswith("data:image/png;base64,")
                bad |= name == "href" and not re.match(r"https?://|mailto:", text)
                bad |= name == "class" and bool({"xray", "gate"} & set(text.split()))
                found.extend([f"{tag} {name}={text}"] if bad else [])

    Watch().feed(html)
    return found


def test_the_watch_itself_sees_harm() -> None:
    assert harm_in('<b style="x">')
    assert harm_in("<script>")
    assert harm_in('<a href="x:y">')


def test_markdown_cell() -> None:
    html = render_markdown_cell(
        cell("# Title\n\nSee [it](lab.ipynb), [up](../a.md), [x](#y).\n"), REPOSITORY
    )
    assert (
        html
        == (
            '<h4>Title</h4>\n<p>See <a href="https://github.com/o/r/blob/main/labs/lab.ipynb"'
            ' rel="noopener noreferrer">it</a>,'
            ' <a href="https://github.com/o/r/blob/main/a.md" rel="noopener noreferrer">up</a>,'
            ' <a rel="noopener noreferrer">x</a>.</p>\n'
        ).strip()
    )


def test_pasted_image_stands_in_the_page() -> None:
    html = render_markdown_cell(cell("![a plot](attachment:p.png)", p=PIXEL))
    assert html == f'<p><img alt="a plot" src="data:image/png;base64,{PIXEL}"></p>'


def test_image_from_elsewhere_becomes_a_link() -> None:
    html = render_markdown_cell(cell("![a plot](https://e.x/p.png)"))
    assert html == '<p><a href="https://e.x/p.png" rel="noopener noreferrer">a plot</a></p>'


def test_missing_attachment() -> None:
    with pytest.raises(NotebookError) as caught:
        render_markdown_cell(cell("![a plot](attachment:gone.png)"))
    assert str(caught.value) == (
        "labs/x.ipynb, cell 3 (id a1): shows an attachment that the cell does not have\n"
        "  | attachment:gone.png\n"
        "  paste the image into the cell again, or remove it"
    )


def test_code_in_a_cell_keeps_its_colours() -> None:
    html = render_markdown_cell(cell("```python\nx = 1\n```\n"))
    assert '<pre class="code" tabindex="0">' in html
    assert '<span class="mi">1</span>' in html


def test_slow_libraries_wait_until_they_are_needed() -> None:
    code = (
        "import sys, coursesite.notebook, coursesite.outputs, coursesite.content;"
        "import coursesite.values, coursesite.gate;"
        "print([m for m in ('nbformat', 'nbconvert', 'jsonschema', 'jax', 'numpy', 'pygments',"
        " 'markdown_it') if m in sys.modules])"
    )
    root = Path(__file__).resolve().parents[2]
    run = subprocess.run([sys.executable, "-c", code], cwd=root, capture_output=True, text=True)
    assert run.stdout == "[]\n", run.stderr
