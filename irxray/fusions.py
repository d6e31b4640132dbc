"""The fusions and kernels of a capture: what went into each, and what it kept on the chip."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from irxray.capture import Capture
from irxray.hlo import Computation, HloModule, Instruction
from irxray.infer import KERNEL_OPCODES
from irxray.provenance import Origin, Provenance
from irxray.shape import ArrayShape, array_leaves, parse_shape

STILL_OPCODES = frozenset({"parameter", "constant", "bitcast", "tuple", "get-tuple-element"})
"""Instructions that make no new value."""


@dataclass(frozen=True, slots=True)
class Fusion:
    """One fusion or kernel among the scheduled instructions."""

    name: str
    opcode: str
    """``fusion`` or ``custom-call``."""
    line: int
    """1-based line of the instruction."""
    body_line: int | None
    """1-based line of its body's head; ``None`` for a kernel, whose body is not HLO."""
    shape: str
    """Of its result, without layout."""
    origin: Origin
    """Equations and expressions that went into it, those of its body among them."""
    kept: tuple[tuple[str, int], ...]
    """Values that its body makes and hands on inside: ``(shape, bytes)``, the largest first."""

    @property
    def kept_bytes(self) -> int:
        """Return the bytes of all values it keeps."""
        return sum(size for _, size in self.kept)


def list_fusions(capture: Capture) -> tuple[Fusion, ...]:
    """Return the fusions and kernels of ``capture`` in the order of the schedule."""
    bodies = {each.name: each for each in capture.module.computations}
    provenance = Provenance(capture)
    return tuple(
        _fusion(each, bodies, provenance.whole(each.line))
        for each in _scheduled(capture.module)
        if each.opcode == "fusion" or each.opcode in KERNEL_OPCODES
    )


def _scheduled(module: HloModule) -> Iterator[Instruction]:
    """Yield instructions that run by themselves: not those of a fusion's or a reducer's body."""
    inner = {
        called
        for each in module.instructions
        if each.opcode not in ("while", "conditional", "call", "async-start")
        for called in each.called
    }
    for computation in module.computations:
        if computation.name not in inner:
            yield from computation.instructions


def _fusion(instruction: Instruction, bodies: Mapping[str, Computation], origin: Origin) -> Fusion:
    fused = instruction.opcode == "fusion"
    body = next((bodies[name] for name in instruction.called if name in bodies), None)
    return Fusion(
        instruction.name,
        instruction.opcode,
        instruction.line,
        body.line if body and fused else None,
        _plain(instruction),
        origin,
        tuple(_kept(body, bodies)) if body and fused else (),
    )


def _plain(instruction: Instruction) -> str:
    """Return the shape of the result without layout, a tuple's parts in brackets."""
    arrays = [array.text for _, array in array_leaves(parse_shape(instruction.shape))]
    return arrays[0] if len(arrays) == 1 else f"({', '.join(arrays)})"


def _kept(body: Computation, bodies: Mapping[str, Computation]) -> list[tuple[str, int]]:
    """Return the arrays that instructions of ``body`` make for one another."""
    found: list[tuple[str, int]] = []
    for each in body.instructions:
        inner = [bodies[name] for name in each.called if name in bodies]
        if each.opcode == "fusion":
            found += [kept for one in inner for kept in _kept(one, bodies)]
        renamed = each.opcode == "fusion" and all(_is_still(one) for one in inner)
        if each.is_root or each.opcode in STILL_OPCODES or renamed:
            continue
        shape = parse_shape(each.shape)
        if isinstance(shape, ArrayShape) and shape.dims:
            found.append((shape.text, shape.bytes))
    return sorted(found, key=lambda kept: -kept[1])


def _is_still(body: Computation) -> bool:
    return all(each.opcode in STILL_OPCODES for each in body.instructions)
