"""Make the site's fonts: small, renamed derivatives of Source Serif 4 and IBM Plex Mono.

    npm pack @fontsource-variable/source-serif-4@5.3.1 @fontsource/ibm-plex-mono@5.3.0
    for each in *.tgz; do tar -xzf $each --one-top-level; done
    pip install 'fonttools[woff]'
    python -m bench.fonts SOURCE_DIR            write templates/assets/fonts/*.woff2

``SOURCE_DIR`` is the folder that holds the two unpacked packages. fontTools is needed here only,
neither by the build nor by a test.

Both originals are under the SIL Open Font License and reserve their names, so what is made of them
goes by names of its own; the licences lie beside the fonts. Each face is written twice: ``X.woff2``
holds the characters that a page in English about programs needs, and nearly every page fetches only
that; ``X-all.woff2`` holds all of the original, for a page with a character that the first lacks
(the style sheet's ``unicode-range`` says so) and for the pictures, which are drawn by the build.
"""

from __future__ import annotations

import argparse
import hashlib
import io
import string
from dataclasses import dataclass
from pathlib import Path

from fontTools import subset
from fontTools.ttLib import TTFont, newTable
from fontTools.varLib import instancer

TARGET = Path(__file__).parent.parent / "templates/assets/fonts"

ASCII = range(0x20, 0x7F)
TYPOGRAPHIC = "\u00a0§©«¬\u00ad°±²³µ·¹»×÷\u2009–—‘’“”•…′″\u202f€↑↓−"
CHARACTERS = frozenset([*ASCII, *map(ord, TYPOGRAPHIC)])
"""What ``X.woff2`` holds, as far as the original has it."""

TITLE_CHARACTERS = frozenset(map(ord, f"{string.ascii_letters}{string.digits} .,:;!?()&'-–—’“”"))

NARROW, THIN = 0x202F, 0x2009
"""Figures are grouped with a narrow no-break space; the originals have only a thin space."""

SERIF_FEATURES = ["kern", "liga", "lnum", "pnum", "tnum"]
NAMES = {1: "{family}", 2: "{style}", 3: "{file}", 4: "{family} {style}", 6: "{file}"}
COPYRIGHT, LICENSE, LICENSE_URL = 0, 13, 14

SMOOTH_AT_ALL_SIZES = 15
"""For ``gasp``: without hints, a font is drawn with grey steps in both directions."""


Limit = tuple[float, float, float] | float | None
"""What is left of an axis: a range with its default, one value, or (None) the default."""


@dataclass(frozen=True, slots=True)
class Face:
    """One face of the site."""

    file: str
    family: str
    style: str
    source: str
    sha256: str
    """Of the original, so that the result is always the same."""
    copyright: str
    features: tuple[str, ...] = ()
    limits: tuple[tuple[str, Limit], ...] = ()
    title: bool = False
    """Whether only titles are set in it: it needs few characters and no second file."""


ADOBE = (
    "© 2014 - 2021 Adobe Systems Incorporated (http://www.adobe.com/), "
    "with Reserved Font Name ‘Source’."
)
IBM = "Copyright © 2017 IBM Corp. with Reserved Font Name “Plex”."
ROMAN = "source-serif-4-latin-opsz-normal.woff2"
ROMAN_SHA256 = "f2ea9c12d2fe9bd3a9589b02ad2c0909da88f30938c91adc838c4f4098f9f9e0"
ITALIC = "source-serif-4-latin-wght-italic.woff2"
ITALIC_SHA256 = "b4f56ddc9873487f1c9a3ad5bbce31982fe89b951f57e4604f62b4c8a540fb19"

FACES = (
    # The text is 19 pixels high, and 20 is the optical size that the original is drawn at.
    Face(
        "rudrite-serif",
        "Rudrite Serif",
        "Regular",
        ROMAN,
        ROMAN_SHA256,
        ADOBE,
        tuple(SERIF_FEATURES),
        (("wght", (400, 400, 700)), ("opsz", None)),
    ),
    Face(
        "rudrite-serif-italic",
        "Rudrite Serif",
        "Italic",
        ITALIC,
        ITALIC_SHA256,
        ADOBE,
        tuple(SERIF_FEATURES),
        (("wght", 400),),
    ),
    Face(
        "rudrite-serif-title",
        "Rudrite Serif Title",
        "Regular",
        ROMAN,
        ROMAN_SHA256,
        ADOBE,
        ("kern",),
        (("wght", 500), ("opsz", 60)),
        title=True,
    ),
    Face(
        "rudrite-mono-400",
        "Rudrite Mono",
        "Regular",
        "ibm-plex-mono-latin-400-normal.woff2",
        "08949f728dc52d528e69b1667d15c89a5686a4ee9a296ff90983985f99c380f7",
        IBM,
    ),
    Face(
        "rudrite-mono-400-italic",
        "Rudrite Mono",
        "Italic",
        "ibm-plex-mono-latin-400-italic.woff2",
        "0840095faae86403735a8c04014b72cb29e7923646b222b360b7e8252932e4e3",
        IBM,
    ),
    Face(
        "rudrite-mono-600",
        "Rudrite Mono",
        "SemiBold",
        "ibm-plex-mono-latin-600-normal.woff2",
        "0d1f0b8d0722224e32e9f28261bdc86c79115be73444ae5eceb73976a1bcdf83",
        IBM,
    ),
)


def make_face(face: Face, original: bytes, characters: frozenset[int] | None) -> bytes:
    """Return the face as WOFF2 with ``characters``, or with all that the original has."""
    font = TTFont(io.BytesIO(original), recalcTimestamp=False)
    _map_narrow_space(font)
    _cut(font, face, frozenset(font.getBestCmap()) if characters is None else characters)
    # Instancing wants a font whose glyphs and variations agree: it is written and read again.
    font = _at(_again(font), dict(face.limits))
    if "fvar" in font:
        _freeze_kerning(font)
    _rename(font, face)
    font["gasp"] = newTable("gasp")
    font["gasp"].gaspRange = {0xFFFF: SMOOTH_AT_ALL_SIZES}
    font.flavor = "woff2"
    data = io.BytesIO()
    font.save(data)
    return data.getvalue()


def _map_narrow_space(font: TTFont) -> None:
    thin = font.getBestCmap().get(THIN)
    for table in font["cmap"].tables:
        if thin and table.isUnicode():
            table.cmap.setdefault(NARROW, thin)


def _cut(font: TTFont, face: Face, characters: frozenset[int]) -> None:
    options = subset.Options()
    options.hinting = False
    options.layout_features = list(face.features)
    options.notdef_outline = True
    options.drop_tables += ["BASE", "VDMX"]
    cutter = subset.Subsetter(options)
    cutter.populate(unicodes=characters)
    cutter.subset(font)


def _again(font: TTFont) -> TTFont:
    data = io.BytesIO()
    font.flavor = None
    font.save(data)
    data.seek(0)
    return TTFont(data, recalcTimestamp=False)


def _at(font: TTFont, limits: dict[str, Limit]) -> TTFont:
    return instancer.instantiateVariableFont(font, limits) if limits else font


def _freeze_kerning(font: TTFont) -> None:
    """Kern every weight as the regular one: how kerning varies is a tenth of the file."""
    regular = _at(_again(font), {axis.axisTag: None for axis in font["fvar"].axes})
    font["GPOS"] = regular["GPOS"]
    if "GDEF" in font:
        font["GDEF"] = regular["GDEF"]


def _rename(font: TTFont, face: Face) -> None:
    """Take the original's names away, those of its instances too, and give the face its own."""
    if "fvar" in font:
        font["fvar"].instances = []
    table = font["name"]
    for record in list(table.names):
        if record.nameID < 256:
            table.removeNames(nameID=record.nameID)
    said = {key: text.format(**_words(face)) for key, text in NAMES.items()}
    said[COPYRIGHT] = face.copyright
    said[LICENSE] = "This font is licensed under the SIL Open Font License, Version 1.1."
    said[LICENSE_URL] = "https://openfontlicense.org"
    for key, text in said.items():
        table.setName(text, key, 3, 1, 0x409)
    table.removeUnusedNames(font)


def _words(face: Face) -> dict[str, str]:
    return {"family": face.family, "style": face.style, "file": face.file}


def read_original(folder: Path, face: Face) -> bytes:
    """Return the bytes of the face's original, which lies somewhere below ``folder``."""
    for path in sorted(folder.rglob(face.source)):
        data = path.read_bytes()
        if hashlib.sha256(data).hexdigest() == face.sha256:
            return data
    raise SystemExit(f"no {face.source} with the expected digest below {folder}")


def main() -> None:
    """Write every face, and say how large it is."""
    parser = argparse.ArgumentParser(prog="python -m bench.fonts", description=__doc__)
    parser.add_argument("source", type=Path, metavar="SOURCE_DIR")
    parser.add_argument("--out", type=Path, default=TARGET)
    options = parser.parse_args()
    for face in FACES:
        original = read_original(options.source, face)
        if face.title:
            made = {face.file: make_face(face, original, TITLE_CHARACTERS)}
        else:
            made = {
                face.file: make_face(face, original, CHARACTERS),
                f"{face.file}-all": make_face(face, original, None),
            }
        for name, data in made.items():
            (options.out / f"{name}.woff2").write_bytes(data)
            print(f"{len(data):>7,}  {name}.woff2")


if __name__ == "__main__":
    main()
