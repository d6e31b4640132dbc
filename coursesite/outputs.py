"""Stored outputs of a notebook's cells as sanitised HTML."""

from __future__ import annotations

import base64
import binascii
import re
from collections.abc import Iterator, Mapping
from pathlib import PurePosixPath
from typing import Any

from markupsafe import Markup, escape

from coursesite.errors import NotebookError, Where, shorten
from coursesite.maths import formula_html
from coursesite.memo import Memo
from coursesite.notebook import ExtractedCell
from coursesite.render import IMAGE_TYPES, render_untrusted_markdown
from coursesite.sanitize import sanitize_html, sanitize_svg

# lab-2.1 lowering -> lab-2-1-lowering
NOT_ID = re.compile(r"[^A-Za-z0-9]+")

Output = Mapping[str, Any]

ESCAPE = "\x1b["
"""Every ANSI colour begins with this."""

# <span class="ansi-bold" style="color: rgb(0,135,0); background-color: rgb(255,255,95)">
ANSI_STYLE = re.compile(r'<span(?: class="(?P<classes>[^"]*)")? style="(?P<style>[^"]*)">')
# background-color: rgb(255,255,95)
ANSI_COLOUR = re.compile(r"(?P<ground>background-)?color: rgb\((\d+),(\d+),(\d+)\)")

PALETTE = {
    "black": (0, 0, 0), "red": (187, 0, 0), "green": (0, 135, 0), "yellow": (187, 135, 0),
    "blue": (0, 0, 187), "magenta": (187, 0, 187), "cyan": (0, 135, 187),
    "white": (187, 187, 187), "black-intense": (85, 85, 85), "red-intense": (255, 85, 85),
    "green-intense": (85, 255, 85), "yellow-intense": (255, 255, 85),
    "blue-intense": (85, 85, 255), "magenta-intense": (255, 85, 255),
    "cyan-intense": (85, 255, 255), "white-intense": (255, 255, 255),
}  # fmt: skip
"""About what terminals show for the sixteen named colours."""


def render_outputs(cell: ExtractedCell, memo: Memo | None = None) -> tuple[Markup, ...]:
    """The cell's outputs, each as sanitised HTML; what cannot be shown is left out.

    Ids inside drawings begin with the notebook's name and the cell's place, and are unique on the
    page. Colours of terminal text are made by nbconvert's filter; with a ``memo``, once for each
    text.
    Raises :class:`NotebookError` for image data that is not base64.
    """
    rendered = (
        _output(output, cell, _id_prefix(cell, number), memo or Memo())
        for number, output in enumerate(_merged_streams(cell.outputs), start=1)
    )
    return tuple(html for html in rendered if html)


def _id_prefix(cell: ExtractedCell, number: int) -> str:
    """Such as ``lab-2-1-c3-out1-``."""
    stem = NOT_ID.sub("-", PurePosixPath(cell.notebook).stem)
    return f"{stem}-c{cell.position}-out{number}-"


def _merged_streams(outputs: tuple[Output, ...]) -> Iterator[Output]:
    """The outputs, with neighbouring pieces of one stream joined."""
    pending: dict[str, Any] | None = None
    for output in outputs:
        if output["output_type"] != "stream":
            if pending is not None:
                yield pending
                pending = None
            yield output
        elif pending is not None and pending["name"] == output["name"]:
            pending = pending | {"text": pending["text"] + output["text"]}
        else:
            if pending is not None:
                yield pending
            pending = dict(output)
    if pending is not None:
        yield pending


def _output(output: Output, cell: ExtractedCell, prefix: str, memo: Memo) -> Markup:
    """One output."""
    kind = output["output_type"]
    if kind == "stream":
        return _terminal(output["text"], f"output-{output['name']}", memo)
    if kind == "error":
        lines = output["traceback"] or [f"{output['ename']}: {output['evalue']}"]
        return _terminal("\n".join(lines), "output-error", memo)
    return _richest(output, cell, prefix, memo)


def _richest(output: Output, cell: ExtractedCell, prefix: str, memo: Memo) -> Markup:
    """The first form of a result that the page can show."""
    data = output.get("data", {})
    alt = _alternative(output, cell)
    if "image/svg+xml" in data:
        drawing = sanitize_svg(_joined(data["image/svg+xml"]), prefix)
        if drawing:
            return _picture(Markup(drawing), alt)
    for media_type in IMAGE_TYPES:
        if media_type in data:
            return _image(media_type, data[media_type], alt, cell.where)
    return _text_form(data, memo)


def _text_form(data: Mapping[str, Any], memo: Memo) -> Markup:
    """A result without a picture."""
    if "text/html" in data:
        html = sanitize_html(_joined(data["text/html"])).strip()
        if html:
            return Markup('<div class="output output-html" tabindex="0">{}</div>').format(
                Markup(html)
            )
    if "text/markdown" in data:
        prose = render_untrusted_markdown(_joined(data["text/markdown"]))
        return Markup('<div class="output output-html">{}</div>').format(prose)
    if "text/latex" in data:
        formula = formula_html(_joined(data["text/latex"]).strip().strip("$"))
        return Markup('<p class="output math display">{}</p>').format(Markup(formula))
    return _terminal(_joined(data.get("text/plain", "")), "output-text", memo)


def _terminal(text: str, kind: str, memo: Memo) -> Markup:
    """Text as a terminal shows it; the block can be focused, since it may have to scroll."""
    shown = "\n".join(_last_overprint(line) for line in text.rstrip("\n").split("\n"))
    if not shown.strip():
        return Markup("")
    return Markup('<pre class="output {}" tabindex="0">{}</pre>').format(
        kind, _coloured(shown, memo)
    )


def _last_overprint(line: str) -> str:
    """What stays of a line that a progress bar wrote over."""
    return line.rstrip("\r").rpartition("\r")[2]


def _coloured(text: str, memo: Memo) -> Markup:
    """Escaped text, its ANSI colours as classes."""
    if ESCAPE not in text:
        return escape(text)
    return Markup(memo.recall("ansi", text.encode(), lambda: _ansi_html(text)))


def _ansi_html(text: str) -> str:
    """nbconvert's colours; those beyond the sixteen become the nearest of them."""
    from nbconvert.filters.ansi import ansi2html  # slow to import, and rarely needed

    colour: Any = ansi2html  # it has no types
    return sanitize_html(ANSI_STYLE.sub(_named_colours, str(colour(text))))


def _named_colours(span: re.Match[str]) -> str:
    """A span with a class for each colour in its style."""
    classes = [span["classes"]] if span["classes"] else []
    for found in ANSI_COLOUR.finditer(span["style"]):
        rgb = (int(found[2]), int(found[3]), int(found[4]))
        classes.append(f"ansi-{_nearest(rgb)}-{'bg' if found['ground'] else 'fg'}")
    return f'<span class="{" ".join(classes)}">'


def _nearest(rgb: tuple[int, int, int]) -> str:
    """Name of the palette's colour at the smallest distance."""
    return min(
        PALETTE, key=lambda name: sum((a - b) ** 2 for a, b in zip(PALETTE[name], rgb, strict=True))
    )


def _alternative(output: Output, cell: ExtractedCell) -> str:
    """Words for a picture: the author's, else its text form, else where it comes from."""
    metadata = output.get("metadata", {})
    nested = [value for value in metadata.values() if isinstance(value, dict)]
    for candidate in [metadata, *nested]:
        if isinstance(candidate.get("alt"), str):
            return str(candidate["alt"])
    plain = _joined(output.get("data", {}).get("text/plain", "")).strip()
    # Objects print as <Figure size 640x480 with 1 Axes>, which says nothing to a reader.
    if plain and not plain.startswith("<"):
        return shorten(plain)
    return f"Output of cell {cell.position}"


def _picture(drawing: Markup, alt: str) -> Markup:
    """A drawing with its description."""
    return Markup('<div class="output output-image" role="img" aria-label="{}">{}</div>').format(
        alt, drawing
    )


def _image(media_type: str, data: Any, alt: str, where: Where) -> Markup:
    """An image that stands in the page as data."""
    encoded = "".join(_joined(data).split())
    try:
        base64.b64decode(encoded, validate=True)
    except binascii.Error:
        message = f"has an output of type {media_type} that is not base64"
        hint = "run the cell again and save the notebook"
        raise NotebookError(message, where, quote=shorten(encoded, 40), hint=hint) from None
    return Markup('<img class="output output-image" alt="{}" src="data:{};base64,{}">').format(
        alt, media_type, encoded
    )


def _joined(value: Any) -> str:
    """Text of a MIME bundle, which some tools store as lines."""
    return "".join(value) if isinstance(value, list) else str(value)
