"""The equations that each item of a layer belongs to: its group labels."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from irxray.layers import Evidence, Layer, Link, LinkTable


def equation_labels(table: LinkTable, layer: Layer) -> list[set[int]]:
    """Return for each item of ``layer`` the equations it belongs to, numbered from 1."""
    source_jaxpr, jaxpr_stablehlo, stablehlo_hlo = table.links
    if layer is Layer.JAXPR:
        return [{index + 1} for index in range(len(table.layer(layer).items))]
    if layer is Layer.SOURCE:
        pairs = ((link.upper, link.lower + 1) for link in source_jaxpr)
        return _gather(len(table.layer(layer).items), pairs)
    count = len(table.layer(Layer.STABLEHLO).items)
    operations = _gather(count, ((k.lower, k.upper + 1) for k in _direct(jaxpr_stablehlo)))
    if layer is Layer.STABLEHLO:
        return operations
    return _gather(
        len(table.layer(layer).items),
        ((k.lower, label) for k in _direct(stablehlo_hlo) for label in operations[k.upper]),
    )


def _direct(links: Sequence[Link]) -> Iterable[Link]:
    """Yield links but call-site ones where the lower item has a better one."""
    better = {link.lower for link in links if link.evidence is not Evidence.CALL_SITE}
    for link in links:
        if link.evidence is not Evidence.CALL_SITE or link.lower not in better:
            yield link


def _gather(count: int, pairs: Iterable[tuple[int, int]]) -> list[set[int]]:
    found: list[set[int]] = [set() for _ in range(count)]
    for item, label in pairs:
        found[item].add(label)
    return found
