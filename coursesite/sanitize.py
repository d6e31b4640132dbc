"""What may stay of HTML and SVG that a notebook brings: an allow-list, applied by nh3.

Left out: scripts, styles, forms, frames, event handlers, style attributes, ids (outside SVG),
classes that are not ours to give, addresses other than http, https and mail, and images that
are not in the page itself. Nothing that stays can ask the network for anything by itself.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from html import escape
from html.parser import HTMLParser
from urllib.parse import urljoin

import nh3

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
# k   mi   language-python   ansi-red-fg
OUR_CLASS = re.compile(
    r"(?:[a-z][a-z0-9]{0,2}|language-[a-z0-9+-]+|ansi-[a-z-]+|math|display|code|dataframe|table-scroll)\Z"
)


def sanitize_html(html: str, base_url: str = "") -> str:
    """``html`` with only what the allow-list knows.

    Relative links are resolved against ``base_url``; without one they lose their address.
    """
    return nh3.clean(
        _rewritten(html, _own_image) if "<img" in html.lower() else html,
        tags=set(TAGS),
        clean_content_tags=set(DROPPED_WITH_CONTENT),
        attributes=ATTRIBUTES,
        tag_attribute_values={
            "pre": {"tabindex": {"0"}},
            "div": {"tabindex": {"0"}, "role": {"region"}, "aria-label": {"Table"}},
        },
        attribute_filter=_html_filter(base_url),
        url_schemes={"http", "https", "mailto", "data"},
        link_rel="noopener noreferrer",
    )


def sanitize_svg(svg: str, prefix: str) -> str:
    """The SVG drawing with only what the allow-list knows.

    Ids, and the references to them, begin with ``prefix``, so that two drawings on a page cannot
    meet. Style attributes become the presentation attributes that they stand for.
    """
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


def _html_filter(base_url: str) -> AttributeFilter:
    """Keeps, changes or drops one attribute of HTML."""

    def keep(tag: str, attribute: str, value: str) -> str | None:
        if attribute == "class":
            classes = [word for word in value.split() if OUR_CLASS.match(word)]
            return " ".join(classes) or None
        if attribute == "src":
            return value if IMAGE_DATA.match(value) else None
        return _link(value, base_url) if attribute == "href" else value

    return keep


def _link(value: str, base_url: str) -> str | None:
    """Where a link of a notebook leads on the page, or nothing."""
    address = value.strip()
    if ABSOLUTE.match(address):
        return address
    if not base_url or address.startswith(("#", "/", "\\")):
        return None
    resolved = urljoin(base_url, address)
    return resolved if ABSOLUTE.match(resolved) else None


def _svg_filter(prefix: str) -> AttributeFilter:
    """Keeps, changes or drops one attribute of SVG."""

    def keep(tag: str, attribute: str, value: str) -> str | None:
        if attribute == "href":
            return _svg_link(tag, value, prefix)
        reference = REFERENCE.match(value.strip())
        if reference:
            return f"url(#{prefix}{reference[1]})"
        return None if "url(" in value.lower() else value

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
