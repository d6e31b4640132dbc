"""A dump of optimized HLO from elsewhere: fusions, kernels, spills, and its own source lines."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

from irxray.errors import HloTextError, StoreError
from irxray.hlo import HloModule, Instruction, parse_hlo
from irxray.infer import ENCLOSING_OPCODES, KERNEL_OPCODES
from irxray.memory.detail import SCHEDULED
from irxray.memory.ledger import ledger
from irxray.memory.report import analyse_memory

# HloModule jit_attention, is_scheduled=true
MODULE = re.compile(r"^HloModule (?P<name>[\w.\-]+)")

# bf16[8192,128]{1,0:T(8,128)(2,1)}
TPU_LAYOUT = re.compile(r"\{[\d,]*:T\(")

# custom_call_target="__cublas$gemm"   backend_config={"fusion_backend_config":{"kind":"__triton"
GPU_MARK = re.compile(r"__cublas|__cudnn|__triton|cuda|\bkind=kCustom\b.*gemm|gpu_backend_config")

# 1 "/home/someone/model.py"
FILE_NAME = re.compile(r'^(\d+) "((?:[^"\\]|\\.)*)"$')

# 2 {file_name_id=1 function_name_id=2 line=6 end_line=6 column=8 end_column=37}
FILE_LOCATION = re.compile(r"^(\d+) \{file_name_id=(\d+) function_name_id=\d+ line=(\d+)")

# 4 {file_location_id=4 parent_frame_id=2}
STACK_FRAME = re.compile(r"^(\d+) \{file_location_id=(\d+)")

# metadata={op_name="jit(f)/mul" source_file="/home/someone/model.py" source_line=12}
SOURCE_FIELDS = re.compile(r'source_file="(?P<file>[^"]*)" source_line=(?P<line>\d+)')

# window={...}, kind=kLoop, calls=%fused_computation
KIND = re.compile(r"\bkind=k(\w+)")

# custom_call_target="tpu_custom_call"
CALL_TARGET = re.compile(r'\bcustom_call_target="([^"]*)"')


@dataclass(frozen=True, slots=True)
class Kernel:
    """One fusion or custom call outside of any other."""

    name: str
    kind: str
    """Such as ``loop`` or ``output`` of a fusion, the target of a custom call."""
    line: int
    """1-based."""
    shape: str
    inside: int
    """Instructions in its body, parameters and constants left out."""
    source: str
    """``file:line`` as its metadata has it, or its operation's name, or empty."""


@dataclass(frozen=True, slots=True)
class DumpSpill:
    """One intermediate that lies in main memory."""

    shape: str
    bytes: int
    writer: str
    readers: tuple[str, ...]
    source: str
    """Of its writer."""
    round_trip_bytes: int


@dataclass(frozen=True, slots=True)
class Dump:
    """What a dump says without its program."""

    name: str
    """The module's name."""
    platform: str
    instructions: int
    kernels: tuple[Kernel, ...]
    """In the order of the text."""
    spills: tuple[DumpSpill, ...] | None
    """The largest first; ``None`` where the module is not scheduled."""


def read_dump(path: Path) -> str:
    """Return the text of a dump.

    Raises ``StoreError`` for a file that cannot be read, ``HloTextError`` for one that is no text.
    """
    try:
        return path.read_bytes().decode()
    except OSError as error:
        raise StoreError(f"{path} cannot be read: {error.strerror}") from None
    except UnicodeDecodeError:
        raise HloTextError(
            f"{path.name} is not text; of a dump take the file ending in after_optimizations.txt",
            1,
            0,
        ) from None


def describe_dump(text: str, platform: str = "") -> Dump:
    """Return what ``text`` says; an empty ``platform`` is told from the text.

    Raises ``HloTextError`` with line and column for text that is not HLO.
    """
    from irxray._compiled import parse_instructions

    head = MODULE.match(text)
    if not head:
        raise HloTextError("expects optimized HLO, which begins with 'HloModule'", 1, 0)
    module = parse_hlo(text, parse_instructions)
    platform = platform or _platform(text)
    places = _Places(text)
    scheduled = SCHEDULED.match(text) is not None
    return Dump(
        head["name"],
        platform,
        len(module.instructions),
        tuple(_kernels(module, text.splitlines(), places)),
        _spills(module, text, platform, places) if scheduled else None,
    )


def dump_document(dump: Dump) -> dict[str, Any]:
    """Return the description as JSON has it."""
    return asdict(dump)


def _platform(text: str) -> str:
    if TPU_LAYOUT.search(text):
        return "tpu"
    return "cuda" if GPU_MARK.search(text) else "cpu"


def _kernels(module: HloModule, lines: list[str], places: _Places) -> list[Kernel]:
    bodies = {each.name: each for each in module.computations}
    fused = {
        name
        for each in module.instructions
        if each.opcode in ENCLOSING_OPCODES
        for name in each.called
    }
    return [
        Kernel(
            each.name,
            _kind(each, lines[each.line - 1]),
            each.line,
            each.shape.partition("{")[0],
            sum(_computes(i) for name in each.called if name in bodies
                for i in bodies[name].instructions),
            places.of(each, lines[each.line - 1]),
        )
        for each in module.instructions
        if each.opcode in ENCLOSING_OPCODES | KERNEL_OPCODES and each.computation not in fused
    ]  # fmt: skip


def _computes(instruction: Instruction) -> bool:
    return instruction.opcode not in ("parameter", "constant", "tuple", "get-tuple-element")


def _kind(instruction: Instruction, line: str) -> str:
    if match := CALL_TARGET.search(line):
        return match[1]
    match = KIND.search(line)
    return match[1].lower() if match else instruction.opcode


def _spills(module: HloModule, text: str, platform: str, places: _Places) -> tuple[DumpSpill, ...]:
    lines = text.splitlines()
    by_name: Mapping[str, Instruction] = {each.name: each for each in module.instructions}
    found = []
    for each in ledger(analyse_memory(module, text, platform), None).lines:
        buffer = each.buffer
        writer = by_name[buffer.writer]
        found.append(
            DumpSpill(
                buffer.shape.text,
                buffer.bytes,
                buffer.writer,
                tuple(dict.fromkeys(reader.instruction for reader in buffer.readers)),
                places.of(writer, lines[writer.line - 1]),
                each.round_trip_bytes,
            )
        )
    return tuple(found)


class _Places:
    """The source lines that a dump's own metadata names."""

    def __init__(self, text: str) -> None:
        names: dict[str, str] = {}
        locations: dict[str, str] = {}
        self._frames: dict[int, str] = {}
        for line in text.splitlines():
            if match := FILE_NAME.match(line):
                names.setdefault(match[1], match[2])
            elif match := FILE_LOCATION.match(line):
                locations[match[1]] = f"{names.get(match[2], '?')}:{match[3]}"
            elif match := STACK_FRAME.match(line):
                self._frames[int(match[1])] = locations.get(match[2], "")
            elif line.startswith(("%", "ENTRY")):
                break

    def of(self, instruction: Instruction, line: str) -> str:
        """Return ``file:line`` of one instruction, else the name of its operation."""
        if instruction.frame is not None and self._frames.get(instruction.frame):
            return self._frames[instruction.frame]
        match = SOURCE_FIELDS.search(line)
        return f"{match['file']}:{match['line']}" if match else instruction.op_name
