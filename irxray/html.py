"""The instrument as HTML: a fragment for a page that brings the assets.

The fragment holds every line as text, so it can be read without a script: short layers line by
line, long ones as a plain listing. Scripts and style sheet stand in ``irxray/static``.
"""

from __future__ import annotations

import functools
import json
from collections.abc import Mapping, Sequence
from pathlib import Path

from jinja2 import Environment, FileSystemLoader, StrictUndefined
from markupsafe import Markup

from irxray.document import data_document
from irxray.layers import Layer
from irxray.pane import LineView, Pane
from irxray.view import XrayView, onward_lines

HERE = Path(__file__).parent

FEW_LABELS = 2
"""A line of more equations names one, and with a script the rest is a number."""

MOST_LABELS = 40
"""Without a script a line names the others too, up to this many in all."""


@functools.cache
def template_environment() -> Environment:
    """Return the environment of the instrument's own templates: strict, escaping by type."""
    environment = Environment(
        loader=FileSystemLoader(HERE / "templates"),
        autoescape=True,
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
    )
    environment.filters["numbers"] = lambda values: " ".join(map(str, values))
    return environment


def render_fragment(
    view: XrayView,
    raw: Mapping[str, str],
    apart: Sequence[tuple[str, str]] = (),
    level: int = 4,
    name: str = "",
) -> Markup:
    """Return the instrument as markup.

    ``raw`` gives for each pane's key the relative address of its raw text; a pane without one
    offers none. ``apart`` are ``(title, address)`` of the program's backends on other pages;
    ``level`` is that of the panes' headings. ``name`` tells the instrument from others on its page.
    """
    template = template_environment().get_template("xray.html.j2")
    onward = {
        (key, label): f"#{view.anchor}/{there}/L{line}"
        for (key, label), (there, line) in onward_lines(view).items()
    }
    return Markup(
        template.render(
            view=view,
            raw=raw,
            apart=apart,
            onward=onward,
            slots=_slots(view),
            initial=_initial_panes(view),
            listing=listing_text,
            level=level,
            name=name,
            split_labels=split_labels,
            data=_data_block(view),
        )
    )


def _slots(view: XrayView) -> list[tuple[str, str]]:
    """Return ``(id, title)`` of what can stand in a pane: every layer, and a second backend."""
    slots: dict[str, str] = {}
    sides = dict(view.sides)
    targets = dict(view.targets)
    for pane in view.panes:
        if pane.slot in slots:
            slots[f"{pane.slot}+"] = "second HLO"
            continue
        title = "HLO" if pane.layer is Layer.HLO else pane.title
        if pane.layer is Layer.KERNEL:
            title = f"kernel, {targets[pane.target]}"
        slots[pane.slot] = f"{title}, {sides[pane.side]}" if sides else title
    return list(slots.items())


def _initial_panes(view: XrayView) -> list[str]:
    """Return the slots that are shown at first."""
    if view.sides:
        return ["jaxpr", "hlo", "before:jaxpr", "before:hlo"]
    return ["source", "jaxpr", "stablehlo", "hlo"]


def listing_text(pane: Pane) -> str:
    """Return a windowed pane as a plain listing: number, equations, text.

    Its first characters, as many in each line as :func:`listing_width` says, are not the layer's.
    """
    numbers, labels = _listing_columns(pane)
    return "\n".join(
        f"{line.number:>{numbers}} {short_labels(line):<{labels}} {line.text}"
        for line in pane.lines
    )


def listing_width(pane: Pane) -> int:
    """Return how many characters stand before each line of a listing."""
    return sum(_listing_columns(pane)) + 2


def _listing_columns(pane: Pane) -> tuple[int, int]:
    return len(str(len(pane.lines))), max(len(short_labels(line)) for line in pane.lines)


def split_labels(labels: Sequence[int]) -> tuple[Sequence[int], Sequence[int]]:
    """Return the equations that a line names, and those that only a page without a script does."""
    shown = FEW_LABELS if len(labels) <= FEW_LABELS else 1
    return labels[:shown], labels[shown:MOST_LABELS]


def short_labels(line: LineView) -> str:
    """Return the equations of a line in few characters."""
    shown, more = split_labels(line.labels)
    named = " ".join(map(str, shown))
    return f"{named} +{len(line.labels) - len(shown)}" if more else named


def _data_block(view: XrayView) -> Markup:
    """Return what the script reads, as JSON that is safe inside a script element."""
    widths = {pane.key: listing_width(pane) for pane in view.panes if pane.is_windowed}
    document = data_document(view, widths)
    text = json.dumps(document, separators=(",", ":"), ensure_ascii=True)
    return Markup(text.replace("<", "\\u003c").replace(">", "\\u003e").replace("&", "\\u0026"))
