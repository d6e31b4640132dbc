"""What the instrument shows, as values without markup.

An ``XrayView`` is one program, or one before and after a change: panes for source, jaxpr and
StableHLO, one HLO pane for each target, the links between neighbouring panes, and what became of
each equation on each target. Templates and scripts read nothing else.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import pairwise

from irxray.capture import Capture
from irxray.compare import Fates, equation_fates, pair_equations
from irxray.errors import StoreError
from irxray.kernel_pane import call_links, equation_links, view_kernels
from irxray.layers import LAYERS, Layer, Link, LinkTable
from irxray.pane import Pane, pane_key, view_pane
from irxray.target import find_target

BEFORE = "before"
"""Side of the earlier one of two captures; the later one's is empty."""


@dataclass(frozen=True, slots=True)
class PaneLinks:
    """Links between two panes."""

    upper: str
    """Key of the upper pane."""
    lower: str
    links: tuple[Link, ...]


@dataclass(frozen=True, slots=True)
class Pairing:
    """Equations of two captures side by side."""

    one: str
    """Key of the jaxpr pane whose equations come first."""
    other: str
    pairs: tuple[tuple[int | None, int | None], ...]
    """0-based; ``None`` where an equation stands alone."""


@dataclass(frozen=True, slots=True)
class XrayView:
    """The whole instrument."""

    anchor: str
    """Element id, such as ``ex-05``."""
    function: str
    arguments: tuple[str, ...]
    jax: str
    """Version of jax at capture; both, where two captures differ in it."""
    targets: tuple[tuple[str, str], ...]
    """``(name, title)`` of the backends shown."""
    same_above: bool
    """Whether jaxpr and StableHLO were found equal for every backend shown."""
    panes: tuple[Pane, ...]
    links: tuple[PaneLinks, ...]
    fates: tuple[tuple[str, Fates], ...]
    """What became of each equation, by key of the HLO pane."""
    sides: tuple[tuple[str, str], ...]
    """``(side, title)`` of two captures shown together; empty where there is one program."""
    pairing: Pairing | None
    """How the equations of two captures pair up."""
    trial: tuple[int, int]
    """Inference tried on hidden tags: ``(right, checked)`` over all targets."""
    oracle: tuple[int, int]
    """Exact links checked against plain locations: ``(wrong, checked)`` over all targets."""


def view_captures(captures: Sequence[Capture], anchor: str) -> XrayView:
    """Return the view of one program captured on one or more targets.

    Raises ``StoreError`` where the captures are not of one program, or differ above HLO.
    """
    first = captures[0]
    for other in captures[1:]:
        if other.program.source != first.program.source:
            raise StoreError(f"{first.target} and {other.target} hold different programs")
    if not all(_same_above(first.table, other.table) for other in captures):
        raise StoreError("the captures differ in jaxpr or StableHLO; they need panes of their own")
    return XrayView(
        anchor,
        first.program.function,
        first.program.arguments,
        first.version("jax"),
        _targets(captures),
        True,
        _panes(captures, ""),
        _links(captures, ""),
        _fates(captures, ""),
        (),
        None,
        *_checks(captures),
    )


def view_pair(before: Capture, after: Capture, anchor: str, titles: tuple[str, str]) -> XrayView:
    """Return the view of two captures, such as before and after an edit, or of two jax versions.

    ``titles`` name the two for a reader. Their equations are paired by primitive and shape.
    """
    both = (after, before)
    panes = _panes([after], "") + _panes([before], BEFORE)
    jaxprs = [pane for pane in panes if pane.layer is Layer.JAXPR]
    pairs = pair_equations(jaxprs[0].facts, jaxprs[1].facts)
    return XrayView(
        anchor,
        after.program.function,
        after.program.arguments,
        " and ".join(sorted({each.version("jax") for each in both})),
        _targets(both),
        _same_above(after.table, before.table),
        panes,
        _links([after], "") + _links([before], BEFORE),
        _fates([after], "") + _fates([before], BEFORE),
        ((BEFORE, titles[0]), ("", titles[1])),
        Pairing(jaxprs[0].key, jaxprs[1].key, pairs),
        *_checks(both),
    )


def _targets(captures: Sequence[Capture]) -> tuple[tuple[str, str], ...]:
    return tuple({each.target: find_target(each.target).title for each in captures}.items())


def _panes(captures: Sequence[Capture], side: str) -> tuple[Pane, ...]:
    upper = [view_pane(captures[0], layer, side) for layer in LAYERS[:-1]]
    kernels = (view_kernels(each, side) for each in captures)
    return (
        *upper,
        *(view_pane(each, Layer.HLO, side) for each in captures),
        *(pane for pane in kernels if pane is not None),
    )


def _links(captures: Sequence[Capture], side: str) -> tuple[PaneLinks, ...]:
    first = captures[0].table
    upper = [pane_key(layer, "", side) for layer in LAYERS[:-1]]
    links = [PaneLinks(a, b, first.links[index]) for index, (a, b) in enumerate(pairwise(upper))]
    links += [
        PaneLinks(upper[-1], pane_key(Layer.HLO, each.target, side), each.table.links[-1])
        for each in captures
    ]
    for each in captures:
        if each.kernels:
            kernels = pane_key(Layer.KERNEL, each.target, side)
            caller = pane_key(Layer.HLO, each.target, side)
            links.append(PaneLinks(upper[1], kernels, equation_links(each)))
            links.append(PaneLinks(caller, kernels, call_links(each)))
    return tuple(links)


def _fates(captures: Sequence[Capture], side: str) -> tuple[tuple[str, Fates], ...]:
    return tuple(
        (pane_key(Layer.HLO, each.target, side), equation_fates(each.table, each.module))
        for each in captures
    )


def _checks(captures: Sequence[Capture]) -> tuple[tuple[int, int], tuple[int, int]]:
    trial = (sum(c.inference.right for c in captures), sum(c.inference.checked for c in captures))
    oracle = (sum(c.oracle.wrong for c in captures), sum(c.oracle.checked for c in captures))
    return trial, oracle


def _same_above(one: LinkTable, other: LinkTable) -> bool:
    return one.layers[:-1] == other.layers[:-1] and one.links[:-1] == other.links[:-1]


def onward_lines(view: XrayView) -> Mapping[tuple[str, int], tuple[str, int]]:
    """Return where a group's label leads from each pane: the group's first line in the next one.

    Keys are ``(pane key, equation)``, values ``(pane key, line)``; the last pane leads back to
    the first, so that a reader without a script can walk each group round.
    """
    sides: dict[str, dict[int, list[tuple[str, int]]]] = {}
    for pane in view.panes:
        groups = sides.setdefault(pane.side, {})
        for line in pane.lines if not pane.is_windowed else ():
            for label in line.labels:
                stops = groups.setdefault(label, [])
                if not stops or stops[-1][0] != pane.key:
                    stops.append((pane.key, line.number))
    return {
        (stop[0], label): stops[(index + 1) % len(stops)]
        for groups in sides.values()
        for label, stops in groups.items()
        for index, stop in enumerate(stops)
        if len(stops) > 1
    }
