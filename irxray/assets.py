"""The instrument's style sheet and scripts, as a page ships them."""

from __future__ import annotations

import functools
import re
from collections import Counter
from collections.abc import Iterable, Iterator
from itertools import product
from pathlib import Path
from string import ascii_letters

STATIC = Path(__file__).parent / "static"
STYLESHEETS = (STATIC / "xray.css", STATIC / "xray-light.css")
"""In the order in which they count."""
SCRIPT = STATIC / "xray.js"
"""The root element's script, and the name under which all of them are shipped."""

SCRIPTS = tuple(
    STATIC / f"{name}.js"
    for name in (
        "xray-links",
        "xray-lamp",
        "xray-slots",
        "xray-layer",
        "xray-rows",
        "xray-line",
        "xray-pane",
        "xray-words",
        "xray-search",
        "xray-views",
        "xray-list",
        "xray-address",
        "xray-hand",
        "xray-keys",
        "xray",
    )
)
"""In the order in which a page has to load them, if it loads them one by one."""


def shipped_style() -> str:
    """Return the style sheets as one."""
    return "\n".join(path.read_text(encoding="utf-8") for path in STYLESHEETS)


def shipped_scripts() -> list[tuple[str, bytes]]:
    """Return ``(name, bytes)`` of the scripts as a page ships them: one file, without comments."""
    return [(SCRIPT.name, _shipped_script())]


@functools.cache
def _shipped_script() -> bytes:
    script = join_scripts(path.read_text(encoding="utf-8") for path in SCRIPTS).decode()
    names = (f"${letters}" for size in (1, 2) for letters in _words(size))
    most_first = (name for name, _ in Counter(OWN_NAME.findall(script)).most_common())
    short = dict(zip(most_first, names, strict=False))
    return OWN_NAME.sub(lambda match: short[match[0]], script).encode()


def _words(size: int) -> Iterator[str]:
    return map("".join, product(ascii_letters, repeat=size))


# xrayRest    XrayPane    XRAY_MARGIN
OWN_NAME = re.compile(r"\b(?:xray[A-Z]|Xray[A-Z]|XRAY_)\w*")
"""Names of the scripts' functions, classes and constants. Nothing else looks like them, and short
ones take a kilobyte off what a reader loads."""


def join_scripts(texts: Iterable[str]) -> bytes:
    """Return strict scripts as one, without comments."""
    import rjsmin

    strict = '"use strict";\n'
    return str(
        rjsmin.jsmin(strict + "\n".join(text.replace(strict, "") for text in texts))
    ).encode()
