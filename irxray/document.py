"""The data block that the instrument's script reads: all of a view but its text.

Values are flat lists of numbers wherever there is one for each line, item or link, so that a
module of many thousand lines stays small and is read at once.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from itertools import groupby
from typing import Any

from irxray.compare import Fates
from irxray.fold import RULES
from irxray.glossary import explain
from irxray.layers import Evidence, Layer
from irxray.lexers import LIGHT_RULES
from irxray.pane import Pane
from irxray.view import Pairing, XrayView

CODES = {Evidence.EXACT: 0, Evidence.CALL_SITE: 1, Evidence.INFERRED: 2}
"""Evidence as the data block writes it, strongest first."""


def data_document(view: XrayView, listing_widths: Mapping[str, int]) -> dict[str, Any]:
    """Return the data block of ``view``.

    ``listing_widths`` gives for the key of each windowed pane how many characters stand before
    each line of its listing.
    """
    number = {pane.key: index for index, pane in enumerate(view.panes)}
    windowed = {pane.layer for pane in view.panes if pane.is_windowed}
    return {
        "panes": [_pane(view, pane, listing_widths.get(pane.key, -1)) for pane in view.panes],
        "links": [
            [
                number[each.upper],
                number[each.lower],
                [n for k in each.links for n in (k.upper, k.lower, CODES[k.evidence])],
            ]
            for each in view.links
        ],
        "fates": [[number[key], *_fates(fates)] for key, fates in view.fates],
        "pairing": _pairing(view.pairing, number),
        "words": _words(view.panes),
        "folds": {
            str(layer): [[rule.label, rule.pattern] for rule in RULES[layer]]
            for layer in sorted(windowed)
        },
        "tokens": {
            str(layer): [list(rule) for rule in LIGHT_RULES[layer]] for layer in sorted(windowed)
        },
    }


def pane_name(view: XrayView, pane: Pane) -> str:
    """Return what a pane is called in a sentence: ``jaxpr``, ``HLO CPU``, ``jaxpr (before)``."""
    kind = "kernel" if pane.layer is Layer.KERNEL else "HLO"
    name = f"{kind} {dict(view.targets)[pane.target]}" if pane.target else pane.title
    return f"{name} ({dict(view.sides)[pane.side]})" if view.sides else name


def _pane(view: XrayView, pane: Pane, listing_width: int) -> dict[str, Any]:
    names, name = _numbered(fact.name for fact in pane.facts)
    shapes, shape = _numbered(
        (fact.shape, -1 if fact.bytes is None else fact.bytes) for fact in pane.facts
    )
    return {
        "key": pane.key,
        "layer": str(pane.layer),
        "target": pane.target,
        "side": pane.side,
        "slot": pane.slot,
        "title": pane_name(view, pane),
        "lines": len(pane.lines),
        "listing": listing_width,
        "start": next((line.number for line in pane.lines if line.is_start), 0),
        "spans": _spans(pane),
        "names": names,
        "name": name,
        "shapes": shapes,
        "shape": shape,
        "why": _reasons(pane),
        "bodies": [
            [each.label, each.first, each.last, int(each.is_reducer), each.callers]
            for each in pane.bodies
        ],
    }


def _numbered(values: Iterable[Any]) -> tuple[list[Any], list[int]]:
    """Return the distinct values, and for each value which of them it is."""
    known: dict[Any, int] = {}
    numbers = [known.setdefault(value, len(known)) for value in values]
    return list(known), numbers


def _spans(pane: Pane) -> list[int]:
    """Return where linked items stand: item and line as steps from the one before, then columns."""
    linked = {item for line in pane.lines for item in line.items}
    flat: list[int] = []
    last_item = last_line = 0
    for item in sorted(linked):
        for span in pane.spans[item]:
            flat += (item - last_item, span.line - last_line, span.start, span.end)
            last_item, last_line = item, span.line
    return flat


def _reasons(pane: Pane) -> list[tuple[str, list[int]]]:
    """Return for each reason the runs of lines it holds for, as first line and count."""
    found: dict[str, list[int]] = {}
    for reason, run in groupby(pane.lines, key=lambda line: line.reason):
        if reason is not None:
            lines = list(run)
            found.setdefault(str(reason), []).extend((lines[0].number, len(lines)))
    return list(found.items())


def _fates(fates: Fates) -> tuple[list[Any], Sequence[int]]:
    kernels = [[k.line, k.name, k.bytes, k.equations] for k in fates.kernels]
    return kernels, fates.inferred


def _pairing(pairing: Pairing | None, number: Mapping[str, int]) -> list[Any] | None:
    if pairing is None:
        return None
    flat = [-1 if each is None else each for pair in pairing.pairs for each in pair]
    return [number[pairing.one], number[pairing.other], flat]


def _words(panes: Iterable[Pane]) -> dict[str, dict[str, str]]:
    """Return the glossary's entries for whatever occurs."""
    names: dict[Layer, set[str]] = {}
    for pane in panes:
        if pane.layer is not Layer.SOURCE:
            names.setdefault(pane.layer, set()).update(fact.name for fact in pane.facts)
    return {str(layer): explain(layer, found) for layer, found in names.items()}
