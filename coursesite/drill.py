"""Drill cards as they are stored: ``bench/drill/stage-N.json``.

The cards' answers are computed by JAX when ``python build.py drill`` is run; a build reads the
file, and says so when it was made from other captures than today's.
"""

from __future__ import annotations

from pathlib import Path
from typing import Literal

import msgspec

from coursesite.errors import ContentError
from coursesite.schema import decode_json
from coursesite.source import path_below, read_text

Axes = tuple[int, ...]

CHAPTER = "the-fluency-drill"
"""A stage's drill stands in this chapter, below its text."""

GENERATOR = 1
"""Raised whenever cards are made in another way."""

RENEW = "python build.py drill"


ChoiceAnswer = Literal["computes", "arranges", "scan", "associative_scan", "neither"]


class DotCard(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """One ``dot_general`` to decode."""

    id: str
    level: int
    """1 to 4, from plain matrices to batch axes anywhere."""
    dtype: str
    """The left operand's, such as ``bf16``."""
    lhs: Axes
    rhs: Axes
    contract: tuple[Axes, Axes]
    """Contracting axes of the left and of the right operand, counted from 0, paired in order."""
    batch: tuple[Axes, Axes]
    out: Axes
    """Shape of the result."""
    einsum: str
    """The einsum that is the same, such as ``bmk,bnk->bmn``: a letter for each axis in order."""
    origin: str
    """The captured program it stands in; empty for one that was made up."""


class ChoiceCard(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """One text to recognise."""

    id: str
    text: str
    """A StableHLO line or a jaxpr."""
    answer: ChoiceAnswer
    why: str
    """The explanation, one or two sentences."""
    origin: str
    """Where the text comes from, in words."""


class Deck(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """All cards of a stage."""

    key: str
    """Digest of the captures that the cards were made from, and of the generator's version."""
    jax: str
    """Version of jax that computed the answers."""
    command: str
    dots: tuple[DotCard, ...]
    operations: tuple[ChoiceCard, ...]
    """Computation or bookkeeping: StableHLO lines."""
    scans: tuple[ChoiceCard, ...]
    """Scan, unrolled associative scan or neither: jaxprs."""


def deck_path(root: Path, stage: int) -> Path:
    """Return the file that holds a stage's cards."""
    return root / "bench" / "drill" / f"stage-{stage}.json"


def read_deck(root: Path, stage: int) -> Deck | None:
    """Return the stage's cards, or ``None`` where it has none.

    Raises :class:`ContentError` with file and line for a file that is not as it should be.
    """
    path = deck_path(root, stage)
    if not path.is_file():
        return None
    text = read_text(path, root, ContentError)
    deck: Deck = decode_json(text, Deck, path_below(path, root), ContentError)
    return deck


def encode_deck(deck: Deck) -> str:
    """Return the deck as its file holds it: one card a line, so that a diff shows what changed."""
    head = {"key": deck.key, "jax": deck.jax, "command": deck.command}
    rows = [f" {_json(name)}: {_json(value)}" for name, value in head.items()]
    for name in ("dots", "operations", "scans"):
        cards = ",\n  ".join(_json(card) for card in getattr(deck, name))
        rows.append(f" {_json(name)}: [\n  {cards}\n ]")
    return "{\n" + ",\n".join(rows) + "\n}\n"


def _json(value: object) -> str:
    return msgspec.json.encode(value).decode()


def deck_warning(deck: Deck, root: Path, stage: int) -> str:
    """Return what to say of a deck made from other captures than today's; empty if it was not."""
    from coursesite.drill_sources import sources_digest  # of use to stages with a deck alone

    if deck.key == sources_digest(root, GENERATOR):
        return ""
    name = path_below(deck_path(root, stage), root)
    return f"{name} was made from other captures than today's; renew it with {RENEW}"
