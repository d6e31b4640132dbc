"""What an instrument must light and say, worked out from stored links alone."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from irxray.layers import LAYERS, Evidence, LayerText, Link, LinkTable
from irxray.target import find_target

CODES = (Evidence.EXACT, Evidence.CALL_SITE, Evidence.INFERRED)
"""From the strongest to the weakest."""

WORDS = {"exact": "", "call-site": ", by call site", "inferred": ", inferred"}
TITLES = ("source", "jaxpr", "StableHLO", "HLO")
HLO = len(LAYERS) - 1

Lit = dict[str, dict[int, str]]
"""Pane, then line, to the evidence with which the line is lit."""

Items = dict[int, int]
"""Item to the place in ``CODES`` of the weakest evidence on the best way to it."""


def next_items(links: tuple[Link, ...], items: Items, *, down: bool) -> Items:
    """Items of a neighbouring layer that are linked with ``items``."""
    found: Items = {}
    for link in links:
        here, there = (link.upper, link.lower) if down else (link.lower, link.upper)
        if here in items:
            weakest = max(items[here], CODES.index(link.evidence))
            found[there] = min(weakest, found.get(there, weakest))
    return found


def lit_lines(text: LayerText, items: Items) -> dict[int, str]:
    """Lines of a layer on which one of ``items`` stands, each with its strongest evidence."""
    codes: dict[int, int] = {}
    for item, code in items.items():
        for span in text.items[item].spans:
            codes[span.line] = min(code, codes.get(span.line, code))
    return {line: str(CODES[code]) for line, code in codes.items()}


@dataclass(frozen=True, slots=True)
class FilmLinks:
    """One program's stored links, for every target that its instrument shows."""

    tables: Mapping[str, LinkTable]
    """By target, in the order of the panes; equal above HLO."""

    def touch(self, pane: str, line: int) -> tuple[Lit, str]:
        """What lights up when a line of ``pane`` is touched, and what is said."""
        target = pane.partition("@")[2] or next(iter(self.tables))
        at = HLO if "@" in pane else [str(layer) for layer in LAYERS].index(pane)
        items = {
            index: 0
            for index, item in enumerate(self.tables[target].layers[at].items)
            if line in [span.line for span in item.spans]
        }
        lit: Lit = {}
        for layer, name, found in self._reached(target, at, items):
            key = f"hlo@{name}" if layer == HLO else str(LAYERS[layer])
            if found:
                lit[key] = lit_lines(self.tables[name].layers[layer], found)
        return lit, self._said(lit, pane)

    def _said(self, lit: Lit, pane: str) -> str:
        """What is said of the counterparts in the panes in view: the first backend's."""
        first = next(iter(self.tables))
        shown = [*map(str, LAYERS[:-1]), f"hlo@{first}"]
        titles = [title(layer, first) for layer in range(len(LAYERS))]
        parts: list[str] = []
        total = 0
        for key, name in zip(shown, titles, strict=True):
            if key != pane and key in lit:
                total += len(lit[key])
                parts.append(f"{name} {places(lit[key])}")
        noun = "counterpart" if total == 1 else "counterparts"
        return f"{total} {noun}: {'; '.join(parts)}."

    def _reached(self, target: str, at: int, items: Items) -> list[tuple[int, str, Items]]:
        """Layer, target and items: the touched ones, all above them, then all below."""
        found = {at: items}
        for layer in range(at - 1, -1, -1):
            links = self.tables[target].links[layer]
            found[layer] = next_items(links, found[layer + 1], down=False)
        for layer in range(at + 1, HLO):
            links = self.tables[target].links[layer - 1]
            found[layer] = next_items(links, found[layer - 1], down=True)
        reached = [(layer, target, each) for layer, each in found.items()]
        if at == HLO:
            return reached
        return reached + [
            (HLO, name, next_items(table.links[-1], found[HLO - 1], down=True))
            for name, table in self.tables.items()
        ]


def places(lines: Mapping[int, str]) -> str:
    """Some lines as they are said, with the strongest evidence among them."""
    order = [str(code) for code in CODES]
    how = WORDS[min(lines.values(), key=order.index)]
    shown = [str(line) for line in sorted(lines)]
    head, rest = shown[:3], len(shown) - 3
    if rest > 0:
        said = f"{', '.join(head)} and {rest} more"
    else:
        said = " and ".join([part for part in (", ".join(head[:-1]), head[-1]) if part])
    return f"line{'s' if len(shown) > 1 else ''} {said}{how}"


def title(layer: int, target: str) -> str:
    """A pane as the instrument names it."""
    return f"{TITLES[layer]} {find_target(target).title}" if layer == HLO else TITLES[layer]
