"""What may stay of HTML and SVG that a notebook brings: an allow-list, applied by nh3.

Left out: scripts, styles, forms, frames, event handlers, style attributes, ids (outside SVG),
classes that are not ours to give, addresses other than http, https and mail, and images that
are not in the page itself. Nothing that stays can ask the network for anything by itself.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from functools import cache
from html import escape
from html.parser import HTMLParser
from urllib.parse import unquote, urljoin

import nh3
from markupsafe import Markup

from coursesite.allow_list import (
    ATTRIBUTES,
    DROPPED_WITH_CONTENT,
    PRESENTATION,
    SVG_OWN_ATTRIBUTES,
    SVG_TAGS,
    TAGS,
)

# data:image/png;base64,iVBORw0KGgo=
IMAGE_DATA = re.compile(r"data:image/(?:png|jpeg|gif|webp);base64,[A-Za-z0-9+/=]+\Z")
# https://openxla.org   mailto:a@b.c
ABSOLUTE = re.compile(r"(?:https?://|mailto:)", re.IGNORECASE)
# url(#clip)
REFERENCE = re.compile(r"url\(\s*['\"]?#([^'\")\s]+)['\"]?\s*\)\Z")
# rgb(31, 119, 180)   translate(7.2 3)   none   'DejaVu Sans', sans-serif
PLAIN_VALUE = re.compile(
    r"(?:(?:rgba?|hsla?|matrix|translate|scale|rotate|skewX|skewY)\([\d\s.,%eE+-]*\)|[^()\\@])*\Z"
)
# ansi-red-fg
ANSI_CLASS = re.compile(r"ansi-[a-z-]+\Z")
OUR_CLASSES = frozenset({"math", "display", "code", "dataframe", "table-scroll"})
# </div   <g
TAG = re.compile(r"<(/?)([a-zA-Z][a-zA-Z0-9]*)")
NEVER_NESTED = frozenset({"br", "col", "dd", "dt", "hr", "img", "li", "p", "td", "th", "tr", "wbr"})
"""Elements that cannot stand in one of their kind: writers leave their end tags out."""
DEPTH = 200
"""Deepest nesting; nh3 needs time with the square of it."""
# NUL, BEL, DEL and the like, which HTML cannot hold
UNPRINTABLE = re.compile("[\x00-\x08\x0b\x0e-\x1f\x7f-\x9f\ufdd0-\ufdef\ufffe\uffff]")


def printable(html: Markup) -> Markup:
    """``html`` with a sign in place of each character that HTML cannot hold, such as NUL."""
    # None of these characters is part of a tag, so markup stays what it is.
    return Markup(UNPRINTABLE.sub("\ufffd", html))


def sanitize_html(html: str, base_url: str = "", depth: int = 0) -> str:
    """``html`` with only what the allow-list knows.

    Relative links are resolved against ``base_url``, which is ``depth`` folders below the top of
    its tree, and may not climb out of that; without a ``base_url`` they lose their address. What
    nests too deeply is shown as text.
    """
    if _is_deep(html):
        return escape(str(html))  # a Markup would escape what it is asked to replace
    return nh3.clean(
        _rewritten(html, _own_image) if "<img" in html.lower() else html,
        tags=set(TAGS),
        clean_content_tags=set(DROPPED_WITH_CONTENT),
        attributes=ATTRIBUTES,
        tag_attribute_values={
            "pre": {"tabindex": {"0"}},
            "div": {"tabindex": {"0"}, "role": {"region"}, "aria-label": {"Table"}},
        },
        attribute_filter=_html_filter(base_url, depth),
        url_schemes={"http", "https", "mailto", "data"},
        link_rel="noopener noreferrer",
    )


def sanitize_svg(svg: str, prefix: str) -> str:
    """The SVG drawing with only what the allow-list knows.

    Ids, and the references to them, begin with ``prefix``, so that two drawings on a page cannot
    meet. Style attributes become the presentation attributes that they stand for. Nothing is left
    of a drawing that nests too deeply.
    """
    if _is_deep(svg):
        return ""
    return nh3.clean(
        _rewritten(svg, _plain_style),
        tags=set(SVG_TAGS),
        clean_content_tags=set(DROPPED_WITH_CONTENT),
        attributes={"*": set(PRESENTATION | SVG_OWN_ATTRIBUTES)},
        attribute_filter=_svg_filter(prefix),
        url_schemes={"data"},
        id_prefix=prefix,
        link_rel=None,
    ).strip()


AttributeFilter = Callable[[str, str, str], str | None]


def _html_filter(base_url: str, depth: int) -> AttributeFilter:
    """Keeps, changes or drops one attribute of HTML."""

    def keep(tag: str, attribute: str, value: str) -> str | None:
        if attribute == "class":
            return " ".join(filter(_is_our_class, value.split())) or None
        if attribute == "src":
            return value if IMAGE_DATA.match(value) else None
        return _link(value, base_url, depth) if attribute == "href" else value

    return keep


def _is_our_class(word: str) -> bool:
    """Whether a notebook may use the class: those of code and terminal colours, and a few more."""
    return word in OUR_CLASSES or word in _code_classes() or bool(ANSI_CLASS.match(word))


@cache
def _code_classes() -> frozenset[str]:
    """Pygments' short classes."""
    from pygments.token import STANDARD_TYPES

    return frozenset(filter(None, STANDARD_TYPES.values()))


def _link(value: str, base_url: str, depth: int) -> str | None:
    """Where a link of a notebook leads on the page, or nothing."""
    address = value.strip()
    if ABSOLUTE.match(address):
        return address
    if not base_url or address.startswith(("#", "/", "\\")):
        return None
    if _climbs(address, depth):
        return None
    try:
        resolved = urljoin(base_url, address)
    except ValueError:  # such as "//[", which is no address
        return None
    return resolved if ABSOLUTE.match(resolved) else None


def _climbs(address: str, depth: int) -> bool:
    """Whether the path of a relative address leaves the tree that it starts in."""
    level = depth
    for part in re.split(r"[/\\]", re.split("[?#]", address)[0]):
        level += {"..": -1, ".": 0, "": 0}.get(unquote(part), 1)
        if level < 0:
            return True
    return False


def _is_deep(source: str) -> bool:
    """Whether elements nest deeper than :data:`DEPTH`, whatever a browser would make of them."""
    level = 0
    for slash, name in TAG.findall(source):
        if name.lower() not in NEVER_NESTED:
            level = max(0, level - 1) if slash else level + 1
            if level > DEPTH:
                return True
    return False


def _svg_filter(prefix: str) -> AttributeFilter:
    """Keeps, changes or drops one attribute of SVG."""

    def keep(tag: str, attribute: str, value: str) -> str | None:
        if attribute == "href":
            return _svg_link(tag, value, prefix)
        reference = REFERENCE.match(value.strip())
        if reference:
            return f"url(#{prefix}{reference[1]})"
        # A property may load something through url(), image-set() and others, also spelled with
        # escapes: nothing with parentheses stays but colours and transformations.
        return value if PLAIN_VALUE.match(value) else None

    return keep


def _svg_link(tag: str, value: str, prefix: str) -> str | None:
    """References stay inside the drawing; only an image may carry data."""
    if value.startswith("#"):
        return f"#{prefix}{value[1:]}"
    return value if tag == "image" and IMAGE_DATA.match("".join(value.split())) else None


Attributes = list[tuple[str, str | None]]


class _Rewriter(HTMLParser):
    """Writes a document again, each start tag as ``draw`` has it. nh3 still judges the result."""

    def __init__(self, draw: Callable[[str, Attributes], str]) -> None:
        super().__init__(convert_charrefs=True)
        self.draw = draw
        self.parts: list[str] = []

    def handle_starttag(self, tag: str, attrs: Attributes) -> None:
        self.parts.append(self.draw(tag, attrs))

    def handle_startendtag(self, tag: str, attrs: Attributes) -> None:
        self.parts += [self.draw(tag, attrs), "" if tag == "img" else f"</{tag}>"]

    def handle_endtag(self, tag: str) -> None:
        self.parts.append(f"</{tag}>")

    def handle_data(self, data: str) -> None:
        self.parts.append(escape(data))


def _rewritten(source: str, draw: Callable[[str, Attributes], str]) -> str:
    """The document with its start tags drawn again."""
    rewriter = _Rewriter(draw)
    rewriter.feed(source)
    rewriter.close()
    return "".join(rewriter.parts)


def _own_image(tag: str, attributes: Attributes) -> str:
    """An image that stands in the page, with an alternative; words in place of any other."""
    given = {name: value or "" for name, value in attributes}
    if tag != "img":
        return f"<{tag}{_attributes(attributes)}>"
    if not IMAGE_DATA.match(given.get("src", "")):
        return escape(given.get("alt", ""))
    return f"<img{_attributes([('alt', ''), *attributes])}>"


def _plain_style(tag: str, attributes: Attributes) -> str:
    """``style="fill: none"`` as ``fill="none"``; a style wins over what it overrides."""
    style = next((value for name, value in attributes if name == "style"), None) or ""
    kept = [(name, value) for name, value in attributes if name != "style"]
    return f"<{tag}{_attributes([*kept, *_declarations(style)])}>"


def _attributes(attributes: Attributes) -> str:
    """Attributes as source text; of two with one name the last counts."""
    merged = {name: value or "" for name, value in attributes}
    return "".join(f' {name}="{escape(value)}"' for name, value in merged.items())


def _declarations(style: str) -> Attributes:
    """The declarations of a style attribute that are also attributes."""
    pairs = (part.partition(":") for part in style.split(";"))
    found = ((name.strip().lower(), value.strip()) for name, _, value in pairs)
    return [(name, value) for name, value in found if name in PRESENTATION and value]
