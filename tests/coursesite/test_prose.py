"""Figures in texts: a link to where they can be checked in running text, plain everywhere else."""

from __future__ import annotations

from datetime import date

import pytest

from bench.first_principles import computed_records
from coursesite.errors import ContentError, Where
from coursesite.figures import Link
from coursesite.origin import record_links
from coursesite.prose import Prose
from coursesite.quantity import Quantity

HERE = Where("site/x.md", line=7)
VALUES = {"a.size": Quantity(134_217_728, "B"), "a.share": Quantity(0.2, "1"), "b.line": "*x* <y>"}
LINKS = {"a.size": Link("../r.html#a", "Record a"), "b.line": Link("#b", '"b" & <b>')}
PROSE = Prose(VALUES, LINKS)

SIZE = "134\u202fMB"
LINKED = f'<a class="figure-link" href="../r.html#a" title="Record a">{SIZE}</a>'


@pytest.mark.parametrize(
    ("text", "html"),
    [
        ("Of {{ a.size | megabytes }}.", f"Of {LINKED}."),
        ("**{{ a.size | megabytes }}**", f"<strong>{LINKED}</strong>"),
        ("a {{ a.size | megabytes }}*b*", f"a {LINKED}<em>b</em>"),
        ("{{ a.size|megabytes }}/{{ a.size|megabytes }}", f"{LINKED}/{LINKED}"),
        ("{{ a.share | percent }}", "20\u202f%"),
        ("[of {{ a.size | megabytes }}](#b)", f'<a href="#b">of {SIZE}</a>'),
        ("[*{{ a.size | megabytes }}*](#b) then", f'<a href="#b"><em>{SIZE}</em></a> then'),
        ("[b](#b) {{ a.size | megabytes }}", f'<a href="#b">b</a> {LINKED}'),
        ('[b](#b "{{ a.size | megabytes }}")', f'<a href="#b" title="{SIZE}">b</a>'),
        ("[b](#{{ a.size }}-x)", '<a href="#134217728-x">b</a>'),
        ("<https://e.org/{{ a.size }}>", '<a href="https://e.org/134217728">https://e.org/1342'),
        ("`{{ a.size | megabytes }}`", f"<code>{SIZE}</code>"),
        ("$x = {{ a.size }}$", "134217728</span>"),
        ("<b>{{ a.size | megabytes }}</b>", f"&lt;b&gt;{LINKED}&lt;/b&gt;"),
    ],
)
def test_a_figure_in_a_line(text: str, html: str) -> None:
    for printed in (PROSE.inline(text, HERE), PROSE.markdown(text, HERE)):
        assert html in printed
        assert printed.count("<a ") == html.count("<a ")
        assert printed.count("figure-link") == html.count("figure-link")


def test_a_figure_in_a_block() -> None:
    table = PROSE.markdown("| a |\n|---|\n| {{ a.size | megabytes }} |\n", HERE)
    assert f"<td>{LINKED}</td>" in table
    code = PROSE.markdown("```\n{{ a.size }}\n```\n", HERE)
    assert '<pre class="code" tabindex="0"><code>134217728</code></pre>' in code
    heading = PROSE.markdown("## Of {{ a.size }}\n", HERE, "s")
    assert 'id="s--of-134217728">Of 134217728 <a class="anchor"' in heading
    assert "Link to “Of 134217728”" in heading
    assert "figure-link" not in code + heading


def test_a_description_is_plain() -> None:
    assert PROSE.plain("Of {{ a.size | megabytes }}.", HERE) == f"Of {SIZE}."


def test_what_a_link_says_is_escaped() -> None:
    assert 'title="&quot;b&quot; &amp; &lt;b&gt;"' in Prose({"b.line": 1}, LINKS).inline(
        "{{ b.line }}", HERE
    )


def test_a_value_that_markdown_takes_apart_is_no_link() -> None:
    assert PROSE.inline("{{ b.line }}", HERE) == "<em>x</em> &lt;y&gt;"


@pytest.mark.parametrize("text", ["\ufdd07\ufdd1x\ufdd2", "\ufdd00\ufdd1x\ufdd2"])
def test_an_author_cannot_write_a_mark(text: str) -> None:
    html = PROSE.inline(f"{text} {{{{ a.size | megabytes }}}}", HERE)
    assert html == text.translate(dict.fromkeys((0xFDD0, 0xFDD1, 0xFDD2), "\ufffd")) + f" {LINKED}"


def test_an_error_quotes_the_figure_without_marks() -> None:
    with pytest.raises(ContentError) as caught:
        PROSE.markdown("x\n\n![{{ a.size }}](a.png)\n", HERE)
    assert "site/x.md, line 9" in str(caught.value)
    assert "![134217728](a.png)" in str(caught.value)


def test_links_of_records() -> None:
    records = tuple(computed_records(date(2026, 1, 31)))
    links = record_links(records, "..")
    assert links["spill.score_bytes"] == Link(
        "../bench/index.html#naive-attention-8192.score-bytes.first-principles",
        "Record naive-attention-8192.score-bytes.first-principles, computed from first principles",
    )
    assert set(links) == {each.name for each in records if each.name}
