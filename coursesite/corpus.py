"""The corpus as ``bench.corpus`` measured it: one file for each target in ``bench/raw``.

A file holds one row for each program; what a record or a page states of them together is computed
here from the rows.
"""

from __future__ import annotations

from pathlib import Path

import msgspec
from msgspec import Struct

from coursesite.errors import RecordError, Where

QUANTITY = "linked-share"
PREFIX = "corpus."
"""What the names of these files begin with, and the ids of their records."""


class Counts(Struct, frozen=True):
    """Lines of one layer, as ``irxray stats`` counts them."""

    lines: int = 0
    items: int = 0
    exact: int = 0
    inferred: int = 0
    explained: int = 0
    unexplained: int = 0

    @property
    def exact_share(self) -> float:
        """Share of the items that have an exact link."""
        return self.exact / self.items if self.items else 1.0

    @property
    def linked_share(self) -> float:
        """Share of the items that have any link."""
        return (self.exact + self.inferred) / self.items if self.items else 1.0


class Layers(Struct, frozen=True):
    """The four layers of one program."""

    source: Counts
    jaxpr: Counts
    stablehlo: Counts
    hlo: Counts


class Held(Struct, frozen=True):
    """Which texts tagging left as they are."""

    jaxpr: bool
    stablehlo: bool
    hlo: bool


class Oracle(Struct, frozen=True):
    """Exact links tried against the plain compile's own source locations."""

    checked: int = 0
    wrong: int = 0


class Trial(Struct, frozen=True):
    """Inference tried on instructions whose tag was hidden from it."""

    checked: int = 0
    right: int = 0


class Row(Struct, frozen=True):
    """One program; one that was not captured has ``left_out`` or ``failure`` alone."""

    name: str
    package: str
    function: str
    arguments: tuple[str, ...]
    left_out: str = ""
    """Why it is not captured for this target."""
    failure: str = ""
    equations: int = 0
    tagged: int = 0
    layers: Layers | None = None
    invariants: Held | None = None
    oracle: Oracle = Oracle()
    inference: Trial = Trial()
    unexplained: dict[str, dict[str, int]] = {}
    """How many items have no link, by layer and by name of the operation."""
    note: dict[str, str] = {}
    """Why an invariant does not hold, by invariant."""
    wall_ms: int = 0
    """Capture in a process of its own, its imports and the verifying compile included."""

    @property
    def is_captured(self) -> bool:
        """Whether there is anything to count."""
        return self.layers is not None


class Corpus(Struct, frozen=True):
    """All programs on one target."""

    target: str
    date: str
    command: str
    versions: dict[str, str]
    program_sha256: str
    """Digest of all programs' sources, functions and arguments."""
    programs: tuple[Row, ...]

    @property
    def captured(self) -> tuple[Row, ...]:
        """The rows that count."""
        return tuple(row for row in self.programs if row.is_captured)


def read_corpus(data: bytes, raw: str) -> Corpus:
    """The rows in one raw file; raises :class:`RecordError` where it is none."""
    try:
        return msgspec.json.decode(data, type=Corpus)
    except msgspec.DecodeError as error:
        hint = "make it again: python -m bench.corpus"
        raise RecordError(f"is no table of the corpus: {error}", Where(raw), hint=hint) from None


PAGE = "links.html"
"""The page that shows them."""


def read_corpora(root: Path) -> tuple[Corpus, ...]:
    """All targets' tables under ``root``, cpu first."""
    paths = sorted((root / "bench" / "raw").glob(f"{PREFIX}*.json"))
    return tuple(read_corpus(path.read_bytes(), f"bench/raw/{path.name}") for path in paths)


def sum_layer(corpus: Corpus, layer: str) -> Counts:
    """The counts of ``layer`` over all captured programs."""
    found = [getattr(row.layers, layer) for row in corpus.captured]
    return Counts(
        *(sum(getattr(each, name) for each in found) for name in Counts.__struct_fields__)
    )


def corpus_facts(data: bytes, raw: str) -> dict[str, object]:
    """What a raw file says in the fields of its record: the share of HLO items with a link."""
    corpus = read_corpus(data, raw)
    return {
        "program": "corpus",
        "quantity": QUANTITY,
        "unit": "1",
        "value": sum_layer(corpus, "hlo").linked_share,
        "target": corpus.target,
        "versions": corpus.versions,
        "command": corpus.command,
        "date": corpus.date,
        "program_sha256": corpus.program_sha256,
    }
