"""Authors' texts as the page prints them: values filled in, markdown rendered.

A figure that can be checked is a link to where. Whether it may be one is known only when the
markdown has been read: not within a link, a heading, code or maths. So the values are filled in
with marks around them, and the marks become links afterwards (:mod:`coursesite.figures`).
"""

from __future__ import annotations

from markupsafe import Markup
from msgspec import Struct

from coursesite.errors import Where
from coursesite.figures import Link, Links, marked
from coursesite.render import render_inline, render_markdown
from coursesite.sanitize import printable
from coursesite.values import Values, fill


class Prose(Struct, frozen=True):
    """What texts of one page can name, and where each figure leads."""

    values: Values
    links: Links = {}

    def plain(self, text: str, where: Where) -> str:
        """Return a text that is no markdown, such as a description; raises as :func:`fill`."""
        return fill(text, self.values, where)

    def markdown(self, text: str, where: Where, anchor: str = "") -> Markup:
        """Return blocks of prose; raises as :func:`fill` and :func:`render_markdown`."""
        filled, links = self._marked(text, where)
        return render_markdown(filled, where, anchor, links)

    def inline(self, text: str, where: Where) -> Markup:
        """Return one line of prose; raises as :func:`fill` and :func:`render_inline`."""
        filled, links = self._marked(text, where)
        return render_inline(filled, where, links)

    def _marked(self, text: str, where: Where) -> tuple[str, tuple[Link, ...]]:
        """The text with a mark around each figure that leads somewhere, and the links in order."""
        links: list[Link] = []

        def mark(name: str, printed: str) -> str:
            if name not in self.links:
                return printed
            links.append(self.links[name])
            return marked(printed, len(links) - 1)

        # No text of an author holds a mark: marks are of characters that HTML cannot hold.
        clean = str(printable(Markup(text)))
        return fill(clean, self.values, where, mark), tuple(links)
