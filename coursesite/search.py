"""The search index: what each section of each page says, as a classic script.

A page opened from ``file://`` can neither fetch nor import, but it can load a script that sets a
variable. The index is made from the pages as they were rendered, so it cannot differ from them.
"""

from __future__ import annotations

import html
import json
import re
from collections.abc import Iterable, Iterator

from coursesite.assets import fingerprinted
from coursesite.memo import Memo
from coursesite.write import OutputFile

NAME = "search-index.js"
VARIABLE = "rudriteSearch"
TEXT_LIMIT = 20_000
"""Characters kept of one section: a text that is longer is no prose."""

# <main id="content" tabindex="-1"> … </main>
MAIN = re.compile(r"<main\b[^>]*>(?P<inside>.*)</main>", re.DOTALL)
# <title>The IR stack · Stage 2</title>
TITLE = re.compile(r"<title>(?P<text>.*?)</title>", re.DOTALL)
# <section class="section" id="labs" aria-labelledby="labs-heading">
SECTION = re.compile(r'<(?:section|dt)\b[^>]*?\bid="(?P<id>[^"]+)"[^>]*>')
# <h2 id="labs-heading">Labs</h2>
HEADING = re.compile(r"<h[1-4]\b[^>]*>(?P<text>.*?)</h[1-4]>", re.DOTALL)
# What an instrument holds is searched in the instrument; what only scripts read is not text.
UNREAD = re.compile(r"<(?P<tag>ir-xray|script|svg|template|button|nav)\b.*?</(?P=tag)>", re.DOTALL)
# </p>   <br>   but not </code>, inside a word
BREAK = re.compile(r"</?(?:p|li|td|th|tr|div|h[1-6]|dt|dd|pre|br|figcaption|section)\b[^>]*>")
TAG = re.compile(r"<[^>]*>")


def search_index(files: Iterable[OutputFile], memo: Memo) -> OutputFile:
    """Return the index over all pages among ``files`` that are named ``index.html`` or glossary."""
    sections = [
        entry for each in files if _is_searched(each.path) for entry in _entries(each, memo)
    ]
    text = ",\n".join(json.dumps(each, ensure_ascii=False) for each in sections)
    data = f"window.{VARIABLE} = [\n{text}\n];\n".encode()
    return OutputFile(f"assets/{fingerprinted(NAME, data)}", data)


def _is_searched(path: str) -> bool:
    return path.rpartition("/")[2] in ("index.html", "glossary.html")


def _entries(page: OutputFile, memo: Memo) -> list[list[str]]:
    text = memo.recall("search", page.data, lambda: json.dumps(list(page_sections(page.data))))
    return [[page.path, *entry] for entry in json.loads(text)]


def page_sections(data: bytes) -> Iterator[tuple[str, str, str, str]]:
    """Yield id, page title, heading and text of each section of a page; the page itself first.

    The page must be one of ours: well formed, ``<`` and ``>`` nowhere but in tags.
    """
    page = data.decode()
    title = _plain(found["text"]) if (found := TITLE.search(page)) else ""
    inside = found["inside"] if (found := MAIN.search(page)) else ""
    inside = UNREAD.sub(" ", inside)
    marks = list(SECTION.finditer(inside))
    ends = [*(mark.start() for mark in marks), len(inside)]
    yield "", title, title, _plain(inside[: ends[0]])
    for mark, end in zip(marks, ends[1:], strict=True):
        part = inside[mark.start() : end]
        heading = HEADING.search(part)
        head = _plain(heading["text"]) if heading else _plain(part.partition("</dt>")[0])
        yield html.unescape(mark["id"]), title, head, _plain(part)


def _plain(markup: str) -> str:
    """The text of well-formed markup on one line."""
    text = html.unescape(TAG.sub("", BREAK.sub(" ", markup)))
    return " ".join(text.split())[:TEXT_LIMIT]
