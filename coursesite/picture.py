"""A picture for each page that is shared: 1200 by 630, the title, and the strata below it.

Letters are those of the site's own fonts, colours those of the instrument's film.
"""

from __future__ import annotations

import io
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from PIL.ImageFont import FreeTypeFont

WIDTH, HEIGHT = 1200, 630
MARGIN = 80
SERIF, MONO = "rudrite-serif-all.woff2", "rudrite-mono-400-all.woff2"
"""Those with all characters: a title may have any."""
TITLE_SIZES = (104, 88, 72, 60)
"""Pixels; the first with which a title fits on two rows."""
LABEL_SIZE = 30

GROUND, INK, DIM = "#12171a", "#e0e7e7", "#8d999f"
STRATA = ("#e69f00", "#56b4e9", "#2fc79a", "#e58fc0")
"""Colour of each layer, from the source down: each is a step longer than the one above."""


def draw_picture(label: str, title: str, foot: str, fonts: Path) -> bytes:
    """Return a PNG with a small label, a large title and a small line at the foot.

    ``fonts`` is the folder that holds the site's fonts.
    """
    from PIL import Image, ImageDraw, ImageFont  # slow to import, and rarely needed

    canvas = Image.new("RGB", (WIDTH, HEIGHT), GROUND)
    draw = ImageDraw.Draw(canvas)
    small = ImageFont.truetype(fonts / MONO, LABEL_SIZE)
    draw.text((MARGIN, MARGIN - 10), label, DIM, small)
    for size in TITLE_SIZES:
        large = ImageFont.truetype(fonts / SERIF, size)
        rows = list(_rows(title, large))
        if len(rows) <= 2:
            break
    for at, row in enumerate(rows[:3]):
        draw.text((MARGIN, MARGIN + 50 + at * size * 1.15), row, INK, large)
    for at, colour in enumerate(STRATA):
        draw.rectangle((MARGIN, 410 + at * 26, MARGIN + (at + 1) * 240, 421 + at * 26), colour)
    draw.text((MARGIN, HEIGHT - MARGIN + 6), foot, DIM, small, anchor="ls")
    data = io.BytesIO()
    canvas.quantize(32).save(data, "PNG", optimize=True)
    return data.getvalue()


def _rows(text: str, font: FreeTypeFont) -> Iterator[str]:
    """The words in rows that fit between the margins."""
    row = ""
    for word in text.split():
        longer = f"{row} {word}".strip()
        if row and font.getlength(longer) > WIDTH - 2 * MARGIN:
            yield row
            row = word
        else:
            row = longer
    yield row
