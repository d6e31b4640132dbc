"""What primitives, StableHLO operations and HLO opcodes do, each in a few words.

An entry continues a sentence that its name begins: ``exp raises e to the power of each element``.
"""

from __future__ import annotations

import functools
import json
from collections.abc import Iterable, Mapping
from pathlib import Path

from irxray.layers import Layer

FILE = Path(__file__).parent / "static" / "glossary.json"


@functools.cache
def read_glossary() -> Mapping[str, Mapping[str, str]]:
    """Return the glossary of each layer that has one, by layer."""
    glossary: Mapping[str, Mapping[str, str]] = json.loads(FILE.read_text(encoding="utf-8"))
    return glossary


def explain(layer: Layer, names: Iterable[str]) -> dict[str, str]:
    """Return the entries of those ``names`` that the glossary of ``layer`` has."""
    entries = read_glossary().get(str(layer), {})
    return {name: entries[name] for name in sorted(set(names)) if name in entries}
