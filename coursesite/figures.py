"""Figures in rendered prose as links to where they can be checked.

A figure comes with marks around it, which are noncharacters of Unicode: markdown reads them as
letters, no text holds them, and none can reach a page. Once markdown has been read, a marked figure
in running text becomes a link; everywhere else it stays as it is printed.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import pairwise
from typing import TYPE_CHECKING

from msgspec import Struct

if TYPE_CHECKING:
    from markdown_it.token import Token

CLASS = "figure-link"
BEGIN, BETWEEN, END = "\ufdd0", "\ufdd1", "\ufdd2"

# BEGIN 0 BETWEEN 134 MB END
FIGURE = re.compile(f"{BEGIN}(?P<at>[0-9]+){BETWEEN}(?P<text>[^{BEGIN}{END}]*){END}")
# the marks alone, also as an address spells them
MARKS = re.compile(
    f"(?:{BEGIN}|%EF%B7%90)[0-9]+(?:{BETWEEN}|%EF%B7%91)|[{BEGIN}{BETWEEN}{END}]|%EF%B7%92"
)


class Link(Struct, frozen=True):
    """Where a figure leads, from the page on which the text stands."""

    href: str
    title: str
    """What is there, in a few words."""


Links = Mapping[str, Link]
"""Link by the full name of a value, such as ``spill.score_bytes``."""


def marked(figure: str, at: int) -> str:
    """Return the figure with marks that name the link at the place ``at``."""
    return f"{BEGIN}{at}{BETWEEN}{figure}{END}"


def unmarked(text: str) -> str:
    """Return the text as it is printed."""
    return MARKS.sub("", text)


def link_figures(tokens: Sequence[Token], links: Sequence[Link]) -> None:
    """Turn marked figures into links, in place; no mark is left.

    Within a link, a heading, code or maths a figure is plain text.
    """
    if not links:
        return
    in_heading = {id(inline) for opening, inline in pairwise(tokens) if _is_heading(opening)}
    for token in tokens:
        _unmark(token)
        if token.children:
            quiet = id(token) in in_heading
            token.children = list(_linked(token.children, links, 1 if quiet else 0))


def _is_heading(token: Token) -> bool:
    return token.type == "heading_open"


def _linked(children: Iterable[Token], links: Sequence[Link], depth: int) -> Iterator[Token]:
    """The tokens of one line; ``depth`` says how many links and headings it stands in."""
    for token in children:
        depth += {"link_open": 1, "link_close": -1}.get(token.type, 0)
        if token.type == "text" and not depth:
            yield from _pieces(token, links)
        else:
            _unmark(token)
            yield token


def _pieces(token: Token, links: Sequence[Link]) -> Iterator[Token]:
    """A text as texts and links."""
    end = 0
    for found in FIGURE.finditer(token.content):
        yield _text(token.content[end : found.start()])
        yield from _link(links[int(found["at"])], found["text"])
        end = found.end()
    yield _text(token.content[end:])


def _link(link: Link, words: str) -> Iterator[Token]:
    from markdown_it.token import Token

    attributes: dict[str, str | int | float] = {
        "class": CLASS,
        "href": link.href,
        "title": link.title,
    }
    yield Token("link_open", "a", 1, attrs=attributes)
    yield _text(words)
    yield Token("link_close", "a", -1)


def _text(words: str) -> Token:
    from markdown_it.token import Token

    return Token("text", "", 0, content=unmarked(words))


def _unmark(token: Token) -> None:
    """Leave no mark in the token and what it holds."""
    token.content, token.info = unmarked(token.content), unmarked(token.info)
    for name, value in token.attrs.items():
        token.attrs[name] = unmarked(value) if isinstance(value, str) else value
    if token.type != "inline":
        for child in token.children or []:
            _unmark(child)
