"""The instrument as one self-contained page: opens from disk, asks nothing of any server.

Style and script stand in the page, allowed by their hashes and by nothing else.
"""

from __future__ import annotations

import base64
import hashlib

from markupsafe import Markup

from irxray.assets import STATIC, shipped_scripts, shipped_style
from irxray.html import render_fragment, template_environment
from irxray.view import XrayView


def render_page(view: XrayView, title: str) -> str:
    """Return the whole page of ``view`` under ``title``."""
    page_style = (STATIC / "standalone.css").read_text(encoding="utf-8")
    style = page_style + shipped_style()
    scripts = [_inline(source.decode()) for _, source in shipped_scripts()]
    policy = "; ".join(
        (
            "default-src 'none'",
            f"style-src '{_digest(style)}'",
            f"script-src {' '.join(repr(_digest(script)) for script in scripts)}",
            "base-uri 'none'",
            "form-action 'none'",
        )
    )
    template = template_environment().get_template("standalone.html.j2")
    return template.render(
        title=title,
        policy=policy,
        style=Markup(style),
        scripts=[Markup(script) for script in scripts],
        instrument=render_fragment(view, {}, level=2),
    )


def _inline(script: str) -> str:
    """Return a script as it may stand in a page: nothing in it ends the element."""
    if "</script" in script or "<!--" in script:
        raise AssertionError("a script of the instrument cannot stand in a page")
    return script


def _digest(text: str) -> str:
    return "sha256-" + base64.b64encode(hashlib.sha256(text.encode()).digest()).decode()
