"""For machines that visit the site: ``sitemap.xml`` and ``robots.txt``.

Both need the site's address, so there are none where nobody has given it.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from urllib.parse import quote

from markupsafe import escape

from coursesite.output_file import OutputFile, output_file

UNLISTED = frozenset({"404.html", "search.html"})


def page_url(base_url: str, path: str) -> str:
    """Return the absolute address of the page at ``path``, without a trailing ``index.html``."""
    shown = path.removesuffix("index.html") if path.split("/")[-1] == "index.html" else path
    return f"{base_url}/{quote(shown)}"


def sitemap_files(base_url: str, date: str, files: Iterable[OutputFile]) -> Iterator[OutputFile]:
    """Yield the sitemap of all pages among ``files``, and the file that leads to it."""
    if not base_url:
        return
    paths = (each.path for each in files if each.path.endswith(".html"))
    entries = "".join(
        f"<url><loc>{escape(page_url(base_url, path))}</loc>{_changed(date)}</url>\n"
        for path in sorted(paths)
        if path not in UNLISTED
    )
    text = (
        '<?xml version="1.0" encoding="UTF-8"?>\n'
        f'<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">\n{entries}</urlset>\n'
    )
    yield output_file("sitemap.xml", text.encode())
    robots = f"User-agent: *\nAllow: /\nSitemap: {base_url}/sitemap.xml\n"
    yield output_file("robots.txt", robots.encode())


def _changed(date: str) -> str:
    return f"<lastmod>{escape(date)}</lastmod>" if date else ""
