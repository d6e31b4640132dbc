"""A program of any size that no compiler has seen: fusions over a long chain, linked exactly.

Made to find out how the viewer holds up; its texts have the form of real ones.
"""

from __future__ import annotations

from itertools import count

from irxray.capture import Capture, Invariants, Oracle, Trial
from irxray.hlo import HloModule, parse_hlo
from irxray.layers import Evidence, Item, Layer, LayerText, Link, LinkTable, Reason, Span
from irxray.program import Program
from irxray.tags import ParsedInstruction

OPERATIONS = ("add", "multiply", "subtract", "exponential")
PRIMITIVES = {"add": "add", "multiply": "mul", "subtract": "sub", "exponential": "exp"}
EXPRESSIONS = {"add": "x + y", "multiply": "x * y", "subtract": "x - y", "exponential": "exp(x)"}
SOURCE_LINES = 400
"""Lines of the source that compute."""

FUSED = 8
"""Instructions in a fusion's body, its parameters aside."""


def synthetic_capture(hlo_lines: int) -> Capture:
    """Return a capture whose optimized HLO has about ``hlo_lines`` lines."""
    fusions = hlo_lines // (FUSED + 6)
    operations = fusions * FUSED
    kinds = [OPERATIONS[index % len(OPERATIONS)] for index in range(operations)]
    source, source_links = _source(kinds)
    hlo, module = _hlo(kinds)
    same = tuple(Link(index, index, Evidence.EXACT) for index in range(operations))
    table = LinkTable(
        (source, _jaxpr(kinds), _stablehlo(kinds), hlo),
        (source_links, same, _hlo_links(operations)),
    )
    return Capture(
        Program("synthetic", "chain", source.text, ("bf16[128,128]",)),
        "tpu-v5e",
        (("jax", "0.0"),),
        table,
        module,
        (),
        Invariants(None, None, None, None),
        Oracle(0, 0),
        Trial(0, 0),
        (),
        None,
    )


def _source(kinds: list[str]) -> tuple[LayerText, tuple[Link, ...]]:
    """Some hundred lines in a loop: each is traced many times over."""
    names = [OPERATIONS[at % len(OPERATIONS)] for at in range(SOURCE_LINES)]
    body = "".join(f"        x = {EXPRESSIONS[name]}\n" for name in names)
    items = tuple(
        Item(EXPRESSIONS[name], (Span(3 + at, 12, 12 + len(EXPRESSIONS[name])),))
        for at, name in enumerate(names)
    )
    links = [Link(index % SOURCE_LINES, index, Evidence.EXACT) for index in range(len(kinds))]
    text = "def chain(x, y):\n    for _ in range(100):\n" + body + "    return x\n"
    structure = _structure(1, 2, 3 + SOURCE_LINES)
    return LayerText(Layer.SOURCE, text, items, structure), tuple(sorted(links))


def _structure(*lines: int) -> tuple[tuple[int, Reason], ...]:
    return tuple((line, Reason.STRUCTURE) for line in lines)


def _layer(
    layer: Layer, head: list[str], lines: list[str], tail: str, names: list[str]
) -> LayerText:
    first = len(head) + 1
    items = tuple(
        Item(name, (Span(first + at, len(line) - len(line.lstrip()), len(line)),))
        for at, (name, line) in enumerate(zip(names, lines, strict=True))
    )
    text = "\n".join([*head, *lines, tail]) + "\n"
    structure = _structure(*range(1, first), first + len(lines))
    return LayerText(layer, text, items, structure)


def _jaxpr(kinds: list[str]) -> LayerText:
    names = [PRIMITIVES[kind] for kind in kinds]
    lines = [
        f"    v_{'abcdefgh'[at % 8]}:bf16[128,128] = {name} v_p v_q"
        for at, name in enumerate(names)
    ]
    return _layer(Layer.JAXPR, ["{ lambda ; a:bf16[128,128]. let"], lines, "  in (v_a,) }", names)


def _stablehlo(kinds: list[str]) -> LayerText:
    lines = [
        f"    %{at} = stablehlo.{kind} %arg0, %arg1 : tensor<128x128xbf16>"
        for at, kind in enumerate(kinds)
    ]
    names = [f"stablehlo.{kind}" for kind in kinds]
    head = ["module @jit_chain {", "  func.func public @main(%arg0: tensor<128x128xbf16>) {"]
    return _layer(Layer.STABLEHLO, head, lines, "  }", names)


SHAPE = "bf16[128,128]{1,0:T(8,128)(2,1)S(1)}"
CONFIG = ', backend_config={"flag_configs":[],"used_scoped_memory_configs":[]}'


def _hlo(kinds: list[str]) -> tuple[LayerText, HloModule]:
    lines = ["HloModule jit_chain, is_scheduled=true", ""]
    instructions: dict[str, list[ParsedInstruction]] = {}
    number = count()
    fusions = len(kinds) // FUSED
    for fusion in range(fusions):
        name = f"fused_computation.{fusion}"
        lines.append(f"%{name} (param.{fusion}: bf16[128,128]) -> bf16[128,128] {{")
        lines.append(f"  %param.{fusion} = {SHAPE} parameter(0)")
        before = f"param.{fusion}"
        instructions[name] = [ParsedInstruction(before, ())]
        for at in range(FUSED):
            index = next(number)
            kind, root = kinds[index], "ROOT " if at == FUSED - 1 else ""
            metadata = (
                f', metadata={{op_name="jit(chain)/{PRIMITIVES[kind]}" stack_frame_id={index % 4}}}'
            )
            lines.append(f"  {root}%op.{index} = {SHAPE} {kind}(%{before}, %{before}){metadata}")
            instructions[name].append(ParsedInstruction(f"op.{index}", (before, before)))
            before = f"op.{index}"
        lines += ["}", ""]
    lines.append("ENTRY %main (x: bf16[128,128]) -> bf16[128,128] {")
    lines.append(f"  %x = {SHAPE} parameter(0)")
    instructions["main"] = [ParsedInstruction("x", ())]
    before = "x"
    for fusion in range(fusions):
        root = "ROOT " if fusion == fusions - 1 else ""
        called = f"kind=kLoop, calls=%fused_computation.{fusion}"
        lines.append(f"  {root}%fusion.{fusion} = {SHAPE} fusion(%{before}), {called}{CONFIG}")
        lines.append("")
        instructions["main"].append(ParsedInstruction(f"fusion.{fusion}", (before,)))
        before = f"fusion.{fusion}"
    lines.append("}")
    text = "\n".join(lines) + "\n"
    module = parse_hlo(text, lambda _: instructions)
    return _hlo_text(text, module), module


def _hlo_text(text: str, module: HloModule) -> LayerText:
    shown = [each for each in module.instructions if each.opcode != "parameter"]
    items = tuple(
        Item(each.opcode, (Span(each.line, each.column, each.end_column),)) for each in shown
    )
    linked = {each.line for each in shown}
    parameters = {each.line for each in module.instructions} - linked
    reasons = tuple(
        (line, Reason.PARAMETER if line in parameters else Reason.STRUCTURE)
        for line in range(1, len(text.splitlines()) + 1)
        if line not in linked
    )
    return LayerText(Layer.HLO, text, items, reasons)


def _hlo_links(operations: int) -> tuple[Link, ...]:
    """Each operation has its instruction, and the fusion that runs it."""
    own = [Link(index, index, Evidence.EXACT) for index in range(operations)]
    fused = [
        Link(index, operations + index // FUSED, Evidence.EXACT)
        for index in range(operations)
        if index % FUSED == FUSED - 1
    ]
    return tuple(sorted(own + fused))
