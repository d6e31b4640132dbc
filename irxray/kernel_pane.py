"""The pane of the modules inside a capture's custom calls, and how it hangs together with others.

An operation of a Pallas kernel is linked to its equation by the marks around it. All operations of
a kernel are linked to the instruction that calls it, as call sites: of a kernel that the compiler
made that is all that is known.
"""

from __future__ import annotations

from irxray.capture import Capture
from irxray.facts import ItemFact
from irxray.layers import Evidence, Item, Layer, LayerText, Link, Span
from irxray.mosaic import Kernel
from irxray.pane import Pane, text_pane


def view_kernels(capture: Capture, side: str = "") -> Pane | None:
    """Return the pane of the kernels of ``capture``, one after another, where it has some."""
    if not capture.kernels:
        return None
    text = _layer(capture.kernels)
    own = equation_links(capture)
    labels: list[set[int]] = [set() for _ in text.items]
    evidence: list[Evidence | None] = [Evidence.CALL_SITE] * len(text.items)
    for link in own:
        if link.evidence is Evidence.EXACT:
            labels[link.lower].add(link.upper + 1)
            evidence[link.lower] = Evidence.EXACT
    facts = tuple(ItemFact(item.name, "", None) for item in text.items)
    return text_pane(text, capture.target, side, evidence, labels, facts)


def equation_links(capture: Capture) -> tuple[Link, ...]:
    """Return links from equations to the operations of all kernels, counted through."""
    links: list[Link] = []
    before = 0
    for kernel in capture.kernels:
        links += [Link(each.upper, each.lower + before, each.evidence) for each in kernel.links]
        before += len(kernel.items)
    return tuple(sorted(links))


def call_links(capture: Capture) -> tuple[Link, ...]:
    """Return links from the instructions that call kernels to the operations in them."""
    items = capture.table.layer(Layer.HLO).items
    item_at = {item.spans[0].line: index for index, item in enumerate(items)}
    links: list[Link] = []
    before = 0
    for kernel in capture.kernels:
        caller = item_at[kernel.line]
        count = len(kernel.items)
        links += [Link(caller, before + each, Evidence.CALL_SITE) for each in range(count)]
        before += count
    return tuple(sorted(links))


def _layer(kernels: tuple[Kernel, ...]) -> LayerText:
    """All kernels as one text: lines and items are counted through."""
    items: list[Item] = []
    reasons = []
    lines = 0
    for kernel in kernels:
        items += [
            Item(each.name, tuple(Span(s.line + lines, s.start, s.end) for s in each.spans))
            for each in kernel.items
        ]
        reasons += [(line + lines, reason) for line, reason in kernel.reasons]
        lines += len(kernel.text.splitlines())
    text = "".join(kernel.text for kernel in kernels)
    return LayerText(Layer.KERNEL, text, tuple(items), tuple(reasons))
