"""From lines of optimized HLO up to the equations and source expressions they come from."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

from irxray.capture import Capture
from irxray.layers import Evidence, Layer, Link


@dataclass(frozen=True, slots=True)
class Origin:
    """Where something was computed."""

    equations: tuple[int, ...]
    """1-based, rising."""
    sources: tuple[str, ...]
    """Source expressions, in the order of the source."""
    evidence: Evidence | None
    """The best there is; ``None`` where nothing is known."""


class Provenance:
    """The links of one capture, ready to be followed upward."""

    def __init__(self, capture: Capture) -> None:
        table = capture.table
        self._sources = table.layer(Layer.SOURCE).items
        self._item_at = {
            item.spans[0].line: index for index, item in enumerate(table.layer(Layer.HLO).items)
        }
        self._links = tuple(_by_lower(links) for links in table.links)

    def own(self, lines: Iterable[int]) -> Origin:
        """Return what the instructions on ``lines`` themselves come from: by exact links, or by
        weaker ones where there is none."""
        down = _strongest(self._links[2], self._items(lines))
        return self._origin(down)

    def whole(self, line: int) -> Origin:
        """Return all that went into the instruction on ``line``, its body included."""
        items = self._items([line])
        return self._origin([link for each in items for link in self._links[2].get(each, ())])

    def _items(self, lines: Iterable[int]) -> set[int]:
        return {self._item_at[line] for line in lines if line in self._item_at}

    def _origin(self, down: Sequence[Link]) -> Origin:
        operations = {link.upper for link in down}
        equations = {link.upper for link in _strongest(self._links[1], operations)}
        sources = {link.upper for link in _strongest(self._links[0], equations)}
        names = dict.fromkeys(self._sources[each].name for each in sorted(sources))
        best = min((link.evidence for link in down), key=ORDER.index, default=None)
        return Origin(tuple(each + 1 for each in sorted(equations)), tuple(names), best)


ORDER = (Evidence.EXACT, Evidence.CALL_SITE, Evidence.INFERRED)


def _by_lower(links: Iterable[Link]) -> dict[int, list[Link]]:
    found: defaultdict[int, list[Link]] = defaultdict(list)
    for link in links:
        found[link.lower].append(link)
    return found


def _strongest(links: Mapping[int, Sequence[Link]], lower: Iterable[int]) -> list[Link]:
    """Return the links up from ``lower`` of the strongest evidence that occurs."""
    found = [link for each in lower for link in links.get(each, ())]
    best = min((link.evidence for link in found), key=ORDER.index, default=None)
    return [link for link in found if link.evidence is best]
