"""Stored outputs of a notebook's cells as sanitised HTML."""

from __future__ import annotations

import re
import zlib
from collections.abc import Iterable, Iterator, Mapping
from itertools import groupby
from pathlib import PurePosixPath
from typing import Any

from markupsafe import Markup

from coursesite.ansi import ansi_html
from coursesite.errors import Where, shorten
from coursesite.maths import formula_html
from coursesite.notebook import ExtractedCell
from coursesite.render import IMAGE_TYPES, image_address, render_untrusted_markdown
from coursesite.sanitize import printable, sanitize_html, sanitize_svg

# lab-2.1 lowering -> lab-2-1-lowering
NOT_ID = re.compile(r"[^A-Za-z0-9]+")

Output = Mapping[str, Any]

STREAMS = ("stdout", "stderr")

BACKSPACE = "\x08"


def render_outputs(cell: ExtractedCell) -> tuple[Markup, ...]:
    """The cell's outputs, each as sanitised HTML; what cannot be shown is left out.

    Ids inside drawings begin with the notebook's name and the cell's place, and are unique on the
    page. Raises :class:`NotebookError` for image data that is not base64.
    """
    rendered = (
        _output(output, cell, _id_prefix(cell, number))
        for number, output in enumerate(_merged_streams(cell.outputs), start=1)
    )
    return tuple(printable(html) for html in rendered if html)


def _id_prefix(cell: ExtractedCell, number: int) -> str:
    """Such as ``lab-2-1-5f1c09aa-c3-out1-``: another for a notebook of this name elsewhere."""
    stem = NOT_ID.sub("-", PurePosixPath(cell.notebook).stem).strip("-")
    place = zlib.crc32(cell.notebook.encode())
    return f"{stem or 'notebook'}-{place:08x}-c{cell.position}-out{number}-"


def _merged_streams(outputs: Iterable[Output]) -> Iterator[Output]:
    """The outputs, with neighbouring pieces of one stream joined."""
    for stream, pieces in groupby(outputs, _stream):
        if stream is None:
            yield from pieces
        else:
            text = "".join(piece["text"] for piece in pieces)
            yield {"output_type": "stream", "name": stream, "text": text}


def _stream(output: Output) -> str | None:
    """Which stream the output is a piece of; nothing for any other output."""
    if output["output_type"] != "stream":
        return None
    # The name becomes a class: one that the format does not have may not choose another.
    return output["name"] if output["name"] in STREAMS else STREAMS[0]


def _output(output: Output, cell: ExtractedCell, prefix: str) -> Markup:
    """One output."""
    kind = output["output_type"]
    if kind == "stream":
        return _terminal(output["text"], f"output-{output['name']}")
    if kind == "error":
        lines = output["traceback"] or [f"{output['ename']}: {output['evalue']}"]
        return _terminal("\n".join(lines), "output-error")
    return _richest(output, cell, prefix)


def _richest(output: Output, cell: ExtractedCell, prefix: str) -> Markup:
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
    return _text_form(data)


def _text_form(data: Mapping[str, Any]) -> Markup:
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
    return _terminal(_joined(data.get("text/plain", "")), "output-text")


def _terminal(text: str, kind: str) -> Markup:
    """Text as a terminal shows it; the block can be focused, since it may have to scroll."""
    shown = "\n".join(map(_last_overprint, text.rstrip("\n").split("\n")))
    if not shown.strip():
        return Markup("")
    return Markup('<pre class="output {}" tabindex="0">{}</pre>').format(kind, ansi_html(shown))


def _last_overprint(line: str) -> str:
    """What stays of a line that a progress bar wrote over."""
    line = line.rstrip("\r").rpartition("\r")[2]
    return _without_erased(line) if BACKSPACE in line else line


def _without_erased(line: str) -> str:
    """The line without the characters that backspaces took back."""
    kept: list[str] = []
    for character in line:
        if character != BACKSPACE:
            kept.append(character)
        elif kept:
            kept.pop()
    return "".join(kept)


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
    message = f"has an output of type {media_type} that is not base64"
    hint = "run the cell again and save the notebook"
    address = image_address(media_type, _joined(data), where, message, hint)
    return Markup('<img class="output output-image" alt="{}" src="{}">').format(alt, address)


def _joined(value: Any) -> str:
    """Text of a MIME bundle, which some tools store as lines."""
    return "".join(value) if isinstance(value, list) else str(value)
