"""The instrument as HTML: a fragment for a page that brings the assets.

The fragment holds every line as text, so it can be read without a script; the script and the
style sheet stand in ``irxray/static`` and are named by :data:`STYLESHEET` and :data:`SCRIPT`.
"""

from __future__ import annotations

import functools
import json
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from jinja2 import Environment, FileSystemLoader, StrictUndefined
from markupsafe import Markup

from irxray.layers import Evidence
from irxray.view import XrayView

HERE = Path(__file__).parent
STYLESHEET = HERE / "static" / "xray.css"
SCRIPT = HERE / "static" / "xray.js"

CODES = {Evidence.EXACT: 0, Evidence.CALL_SITE: 1, Evidence.INFERRED: 2}
"""Evidence as the script's data block writes it, strongest first."""


@functools.cache
def _environment() -> Environment:
    environment = Environment(
        loader=FileSystemLoader(HERE / "templates"),
        autoescape=True,
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
    )
    environment.filters["numbers"] = lambda values: " ".join(map(str, values))
    return environment


def render_fragment(view: XrayView, raw: Mapping[str, str]) -> Markup:
    """Return the instrument as markup.

    ``raw`` gives for each pane's key the relative address of its raw text.
    """
    template = _environment().get_template("xray.html.j2")
    return Markup(template.render(view=view, raw=raw, data=_data_block(view)))


def _data_block(view: XrayView) -> Markup:
    """Return the links as JSON that is safe inside a script element."""
    document: dict[str, Any] = {
        "panes": [pane.key for pane in view.panes],
        "links": [
            [each.upper, each.lower, [[k.upper, k.lower, CODES[k.evidence]] for k in each.links]]
            for each in view.links
        ],
    }
    text = json.dumps(document, separators=(",", ":"), ensure_ascii=True)
    return Markup(text.replace("<", "\\u003c").replace(">", "\\u003e").replace("&", "\\u0026"))
