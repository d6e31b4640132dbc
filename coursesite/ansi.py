r"""Terminal text as HTML: nbconvert's colours as classes, without whatever else a terminal is told.

Grammar of what is looked at before nbconvert sees the text::

    sequence   = ESC ( "[" arguments final | "]" text end | other )
    arguments  = { digit | ":" | ";" | "<" | "=" | ">" | "?" }
    end        = BEL | ESC "\"

Only a sequence that ends in ``m`` says something about looks (ECMA-48, 8.3.117). nbconvert's
filter stops at numbers it does not expect, so what it is given is well formed.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from functools import cache
from importlib.util import find_spec, module_from_spec, spec_from_file_location
from pathlib import Path

from markupsafe import Markup, escape

from coursesite.sanitize import sanitize_html

# ESC[1;31m   ESC[2K   ESC]8;;https://e.x BEL   ESC(B
SEQUENCE = re.compile(
    r"\x1b(?:\[(?P<arguments>[0-?]*)[ -/]*(?P<final>[@-~])"
    r"|\][^\x07\x1b]*(?:\x07|\x1b\\)?|[ -/]*[0-Z\\^-~])"
)
ESCAPE = "\x1b"

# <span class="ansi-bold" style="color: rgb(255,255,95)">
STYLED = re.compile(r'<span(?: class="(?P<classes>[^"]*)")? style="(?P<style>[^"]*)">')
# background-color: rgb(255,255,95)
COLOUR = re.compile(r"(?P<ground>background-)?color: rgb\((\d+),(\d+),(\d+)\)")

NAMES = ("black", "red", "green", "yellow", "blue", "magenta", "cyan", "white")
PALETTE = dict(
    zip(
        (*NAMES, *(f"{name}-intense" for name in NAMES)),
        (
            *((0, 0, 0), (187, 0, 0), (0, 135, 0), (187, 135, 0), (0, 0, 187), (187, 0, 187)),
            *((0, 135, 187), (187, 187, 187), (85, 85, 85), (255, 85, 85), (85, 255, 85)),
            *((255, 255, 85), (85, 85, 255), (255, 85, 255), (85, 255, 255), (255, 255, 255)),
        ),
        strict=True,
    )
)
"""About what terminals show for the sixteen colours that pages have."""

HIGHEST = {"5": 1, "2": 3}
"""How many numbers of at most 255 follow a colour of its own, by the kind of colour."""


@cache
def _filter() -> Callable[[str], str]:
    """Return nbconvert's filter from its own file: the package around it takes half a second."""
    package = find_spec("nbconvert")
    assert package is not None, "nbconvert is installed with the build"
    path = Path(next(iter(package.submodule_search_locations or ())), "filters", "ansi.py")
    spec = spec_from_file_location("coursesite_nbconvert_ansi", path)
    assert spec is not None, "a file of Python can be loaded"
    assert spec.loader is not None, "a file of Python can be loaded"
    module = module_from_spec(spec)
    spec.loader.exec_module(module)
    colour: Callable[[str], str] = module.ansi2html
    return colour


def ansi_html(text: str) -> Markup:
    """Return ``text`` escaped, with spans for its colours."""
    if ESCAPE not in text:
        return escape(text)
    colour = _filter()
    known = SEQUENCE.sub(_well_formed, text)
    return Markup(sanitize_html(STYLED.sub(_named_colours, str(colour(known)))))


def _well_formed(sequence: re.Match[str]) -> str:
    """Return the sequence as nbconvert can read it, or nothing for one that is not about looks."""
    if sequence["final"] != "m":
        return ""
    kept = list(_codes(re.split("[;:]", sequence["arguments"])))
    return f"{ESCAPE}[{';'.join(kept)}m" if kept else ""


def _codes(parts: list[str]) -> Iterator[str]:
    """Yield the codes that stand for something, each colour of its own with all its numbers."""
    rest = iter(parts)
    for part in rest:
        if part not in ("38", "48"):
            if not part or (part.isdecimal() and len(part) <= 3):
                yield part or "0"
            continue
        kind = next(rest, "")
        levels = [next(rest, "") for _ in range(HIGHEST.get(kind, 0))]
        if levels and all(
            each.isdecimal() and len(each) <= 3 and int(each) < 256 for each in levels
        ):
            yield from (part, kind, *levels)


def _named_colours(span: re.Match[str]) -> str:
    """Return a span with a class for each colour in its style."""
    classes = [span["classes"]] if span["classes"] else []
    for found in COLOUR.finditer(span["style"]):
        rgb = (int(found[2]), int(found[3]), int(found[4]))
        classes.append(f"ansi-{_nearest(rgb)}-{'bg' if found['ground'] else 'fg'}")
    return f'<span class="{" ".join(classes)}">'


def _nearest(rgb: tuple[int, int, int]) -> str:
    """Return the name of the palette's colour at the smallest distance."""
    return min(
        PALETTE, key=lambda name: sum((a - b) ** 2 for a, b in zip(PALETTE[name], rgb, strict=True))
    )
