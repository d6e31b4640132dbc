"""Where the page of records lies in the site, and each record on it."""

from __future__ import annotations

PATH = "bench/index.html"
TEMPLATE = "layouts/records.html.j2"


def record_href(record_id: str, root: str) -> str:
    """The address of a record on the page, from a page whose way to the site's root is ``root``."""
    return f"{root}/{PATH}#{record_id}"
