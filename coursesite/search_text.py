"""What a rendered page says, section by section, with prose and code apart.

Blocks and cells of tables become phrases: ``b · bf16[128]`` and not ``bbf16[128]``.
"""

from __future__ import annotations

import html
import re
from collections.abc import Iterator

Section = tuple[str, str, str, str, str, str]
"""Id, page title, heading, kind, prose, code."""

PAGE, TERM = "page", "term"
"""Kinds of what is no section: what stands before the first one, and a term of the glossary."""

TEXT_LIMIT = 20_000
"""Characters kept of one section: a text that is longer is no prose."""

# <main id="content" tabindex="-1"> … </main>
MAIN = re.compile(r"<main\b[^>]*>(?P<inside>.*)</main>", re.DOTALL)
# <title>The IR stack · Stage 2</title>
TITLE = re.compile(r"<title>(?P<text>.*?)</title>", re.DOTALL)
# <section class="section section-labs" id="labs" aria-labelledby="labs-heading">     <dt id="hbm">
SECTION = re.compile(
    r'<(?:section|dt)\b(?:[^>]*?\bclass="section(?: section-(?P<kind>\w+))?[^>]*?)?'
    r'[^>]*?\bid="(?P<id>[^"]+)"[^>]*>'
)
# <h2 id="labs-heading">Labs</h2>
HEADING = re.compile(r"<h[1-4]\b[^>]*>(?P<text>.*?)</h[1-4]>", re.DOTALL)
# What an instrument holds is searched in the instrument; what only scripts read is not text, and
# controls are not what a page says.
UNREAD = re.compile(
    r"<(?P<tag>xray-film|script|svg|template|button|nav|fieldset|output|noscript)\b.*?</(?P=tag)>",
    re.DOTALL,
)
# <p class="eyebrow">…</p>   <a class="anchor" href="#labs">#</a>   <span class="label cell-number">
MARKS = re.compile(
    r'<(?P<tag>p|a|span) class="(?:eyebrow|anchor|label cell-number)"[^>]*>.*?</(?P=tag)>',
    re.DOTALL,
)
PRE = re.compile(r"<pre\b[^>]*>(?P<text>.*?)</pre>", re.DOTALL)
CODE = re.compile(r"<code\b[^>]*>.*?</code>", re.DOTALL)
# </p>   <td>   <span class="note">inferred</span>   but not </code>, inside a word
BLOCK = re.compile(
    r'<span class="note"[^>]*>'
    r"|</?(?:p|li|td|th|tr|div|h[1-6]|dt|dd|pre|br|caption|figcaption|figure|section|summary"
    r"|details|article|label|ul|ol|dl|table)\b[^>]*>"
)
# <span class="layer-name">source</span><span class="layer-says">the Python you write</span>
ADJACENT = re.compile(r"</(?:span|a|strong)>(?=<(?:span|a|strong)\b)")
TAG = re.compile(r"<[^>]*>")

EDGE = "\x1e"
"""Stands for the edge of a block until phrases are joined; no page holds it."""
ENDS = tuple(".:;,?!…")
"""A phrase that ends with one of these needs no other mark behind it."""


def page_sections(data: bytes) -> Iterator[Section]:
    """Yield each section of a page; first what stands before them, with the page's title.

    The page must be one of ours: well formed, and ``<`` and ``>`` nowhere but in tags once
    instruments are taken out.
    """
    page = data.decode()
    title = _line(found["text"]) if (found := TITLE.search(page)) else ""
    inside = found["inside"] if (found := MAIN.search(page)) else ""
    inside = MARKS.sub(" ", UNREAD.sub(" ", inside))
    marks = list(SECTION.finditer(inside))
    ends = [*(mark.start() for mark in marks), len(inside)]
    yield "", title, title, PAGE, *_texts(HEADING.sub(" ", inside[: ends[0]], count=1))
    for mark, end in zip(marks, ends[1:], strict=True):
        part = inside[mark.start() : end]
        if mark[0].startswith("<dt"):
            term, _, part = part.partition("</dt>")
            head, kind = _line(term), TERM
        else:
            heading = HEADING.search(part)
            head = _line(heading["text"]) if heading else ""
            part = HEADING.sub(" ", part, count=1)
            kind = mark["kind"] or ""
        yield html.unescape(mark["id"]), title, head, kind, *_texts(part)


def _texts(markup: str) -> tuple[str, str]:
    """Prose and code of well-formed markup, each on one line."""
    between = PRE.split(markup)
    code = [_line(each) for each in between[1::2]]
    # Coloured code is one word: only what stands beside it is kept apart from it.
    prose = EDGE.join(between[::2])
    plain = CODE.sub(lambda found: f"<span>{TAG.sub('', found[0])}</span>", prose)
    text = TAG.sub("", ADJACENT.sub(" ", BLOCK.sub(EDGE, plain)))
    phrases = [" ".join(each.split()) for each in html.unescape(text).split(EDGE)]
    return _joined(phrases)[:TEXT_LIMIT], _joined(code)[:TEXT_LIMIT]


def _joined(phrases: list[str]) -> str:
    """All phrases that say something, a middle dot between those that do not end by themselves."""
    parts: list[str] = []
    for phrase in filter(None, phrases):
        if parts:
            parts.append(" " if parts[-1].endswith(ENDS) else " · ")
        parts.append(phrase)
    return "".join(parts)


def _line(markup: str) -> str:
    """The text of well-formed markup on one line."""
    return " ".join(html.unescape(TAG.sub("", markup)).split())
