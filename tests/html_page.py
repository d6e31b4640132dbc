"""A page as the tests read it: its tags in order, its ids, its scripts, its nesting."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from html.parser import HTMLParser

VOID = frozenset(
    [
        "area",
        "base",
        "br",
        "col",
        "embed",
        "hr",
        "img",
        "input",
        "link",
        "meta",
        "source",
        "track",
        "wbr",
    ]
)
"""Elements without an end tag."""

FETCHED = {
    ("link", "href"),
    ("script", "src"),
    ("img", "src"),
    ("image", "href"),
    ("use", "href"),
    ("source", "src"),
    ("video", "src"),
    ("audio", "src"),
    ("iframe", "src"),
    ("object", "data"),
    ("embed", "src"),
}
"""Tags and attributes whose address a browser fetches by itself."""
REFERENCES = ("aria-labelledby", "aria-describedby", "aria-controls", "aria-owns", "for", "list")
"""Attributes that name ids of their page."""

Attributes = dict[str, str]


@dataclass
class HtmlPage(HTMLParser):
    """What the tests need to know of a page."""

    tags: list[tuple[str, Attributes]] = field(default_factory=list)
    ids: list[str] = field(default_factory=list)
    scripts: list[tuple[Attributes, str]] = field(default_factory=list)
    """Attributes and content of every script element."""
    open_tags: list[str] = field(default_factory=list)
    misnested: list[str] = field(default_factory=list)

    def __post_init__(self) -> None:
        super().__init__(convert_charrefs=True)

    @classmethod
    def read(cls, text: str) -> HtmlPage:
        """Return the page whose source is ``text``."""
        page = cls()
        page.feed(text)
        page.close()
        return page

    def values(self, *names: str) -> Iterator[str]:
        """Yield the values of the attributes called ``names``, on any element."""
        for tag, given in self.tags:
            # Where the links of a page for lost addresses begin on a host is no link itself.
            yield from (given[name] for name in names if name in given and tag != "base")

    def fetched(self) -> list[str]:
        """Return every address that a browser asks for when it shows the page."""
        return [
            given[name]
            for tag, given in self.tags
            for name in given
            if (tag, name) in FETCHED and given.get("rel") != "canonical"
        ]

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        given = {name: value or "" for name, value in attrs}
        if len(given) != len(attrs):
            self.misnested.append(f"attribute given twice: {self.get_starttag_text()}")
        self.tags.append((tag, given))
        self.ids += [given["id"]] if "id" in given else []
        if tag == "script":
            self.scripts.append((given, ""))
        if tag not in VOID:
            self.open_tags.append(tag)

    def handle_startendtag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.handle_starttag(tag, attrs)
        if tag not in VOID:
            self.open_tags.pop()

    def handle_data(self, data: str) -> None:
        if self.open_tags and self.open_tags[-1] == "script":
            attributes, text = self.scripts.pop()
            self.scripts.append((attributes, text + data))

    def handle_endtag(self, tag: str) -> None:
        opened = self.open_tags.pop() if self.open_tags else "nothing"
        if opened != tag:
            self.misnested.append(f"line {self.getpos()[0]}: </{tag}> closes <{opened}>")
