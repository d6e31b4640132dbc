"""The spill in a dump: how large it is and which operations write and read it, without JAX.

What counts as a spill is decided by :mod:`irxray.memory` alone. XLA's own parser, which irxray
asks for operands, comes with jaxlib; a build has to do without, so operands are read from the text:

    instruction ::= ["ROOT"] "%"name "=" shape opcode "(" ["%"name {"," "%"name}] ")" ...
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import lru_cache

from msgspec import Struct

from irxray.errors import XrayError
from irxray.hlo import COMPUTATION, INSTRUCTION, NAME, HloModule, parse_hlo
from irxray.memory.detail import read_details
from irxray.memory.ledger import ledger
from irxray.memory.report import analyse_memory
from irxray.memory.traffic import is_copy
from irxray.shape import array_leaves
from irxray.tags import ParsedInstruction

# HloModule jit_naive_attention, is_scheduled=true
MODULE = re.compile(r"^HloModule (?P<name>[\w.\-]+)")

# entry_computation_layout={(bf16[8192,128]{1,0:T(8,128)(2,1)}, bf16[8192,128]{1,0})->bf16[8]{0}}
LAYOUT = re.compile(r"entry_computation_layout=\{\((?P<parameters>.*?)\)->")
# bf16[8192,128]
ARRAY = re.compile(r"[a-z][a-z0-9]*\[[\d,]*\]")
# /*index=5*/
COMMENT = re.compile(r"/\*.*?\*/")


class DumpError(ValueError):
    """Text that is no optimized HLO, or not what it is said to be."""


class Spill(Struct, frozen=True):
    """What a compiled program stores in main memory between its operations."""

    round_trip_bytes: int
    """Written and read in one run, over all spills."""
    largest_bytes: int
    """Bytes of the largest array that is stored; 0 where there is no spill."""
    operations: tuple[str, ...]
    """Operations that write or read a spill, in the order in which they run."""


class PlainCopy(Struct, frozen=True):
    """A program that copies one array and does nothing else."""

    operation: str
    bytes: int
    """Of the array: what is read, and again what is written."""


@lru_cache(maxsize=64)
def read_spill(text: str, platform: str) -> Spill:
    """The spills of a dump for ``platform`` (``tpu``, ``cuda`` or ``cpu``).

    Raises :class:`DumpError` for text that is not scheduled HLO.
    """
    try:
        report = analyse_memory(read_module(text), text, platform)
    except (XrayError, LookupError, StopIteration) as error:
        raise DumpError(f"it is no optimized HLO that can be read ({error})") from None
    accesses = [each for spill in report.spills for each in (*spill.writers, *spill.readers)]
    accesses.sort(key=lambda each: each.position)
    return Spill(
        ledger(report, None).total_round_trip_bytes,
        max((spill.bytes for spill in report.spills), default=0),
        tuple(dict.fromkeys(each.instruction for each in accesses)),
    )


def read_copy(text: str) -> PlainCopy:
    """The copy that a dump consists of; raises :class:`DumpError` where it does more or less."""
    try:
        module = read_module(text)
        details = read_details(module, text)
        running = [each for each in module.entry.instructions if each.opcode != "parameter"]
        if len(running) != 1 or not is_copy(details, running[0]):
            raise DumpError("it does something else than copy one array")
        ((_, shape),) = array_leaves(details.shape(running[0]))
    except (XrayError, LookupError, StopIteration) as error:
        raise DumpError(f"it is no optimized HLO that can be read ({error})") from None
    return PlainCopy(running[0].name, shape.bytes)


def module_name(text: str) -> str:
    """The module's name, under which a profile lists its operations."""
    found = MODULE.match(text)
    if found is None:
        raise DumpError("it does not begin with HloModule")
    return found["name"]


def entry_arguments(text: str) -> tuple[str, ...]:
    """Arguments of the entry computation, such as ``bf16[8192,128]``."""
    found = LAYOUT.search(text)
    return tuple(ARRAY.findall(found["parameters"])) if found else ()


def read_module(text: str) -> HloModule:
    """The module, its operands read from the text; raises :class:`XrayError` as irxray does."""
    return parse_hlo(text, _operands)


def _operands(text: str) -> dict[str, list[ParsedInstruction]]:
    """Instructions with their operands by computation, as XLA's parser would tell them."""
    found: dict[str, list[ParsedInstruction]] = {}
    current: list[ParsedInstruction] = []
    for line in text.splitlines():
        head = COMPUTATION.match(line)
        if head:
            current = found.setdefault(head["name"], [])
        elif match := INSTRUCTION.match(line):
            names = tuple(_operand_names(line[match.end() :]))
            current.append(ParsedInstruction(match["name"], names))
    return found


def _operand_names(rest: str) -> Iterator[str]:
    """Names in the parentheses that open before ``rest``; literals and numbers are no names."""
    for operand in _in_parentheses(COMMENT.sub("", rest)).split(","):
        if "%" in operand:
            yield NAME.findall(operand[operand.rindex("%") :])[0]


def _in_parentheses(text: str) -> str:
    """What stands before the parenthesis that closes the one that opens before ``text``."""
    depth = 1
    for place, character in enumerate(text):
        depth += {"(": 1, ")": -1}.get(character, 0)
        if depth == 0:
            return text[:place]
    return text
