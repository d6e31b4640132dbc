"""Optimized HLO as text: its lines, its computations and instructions, and the tags in it.

Names, opcodes and operands come from XLA's own parser. What the parser does not tell (on which
line an instruction stands, its metadata, which computations it calls) is read from the lines:

    module      ::= "HloModule" ... table* computation*
    computation ::= ["ENTRY"] "%"name "(" parameters ")" "->" shape "{" instruction* "}"
    instruction ::= ["ROOT"] "%"name "=" shape opcode "(" operands ")" ("," attribute)*
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property, lru_cache
from typing import NamedTuple

from irxray.tags import ParsedInstruction

# %fused_computation.1 (param_0.1: f32[128,128]) -> f32[128] {
# ENTRY %main.3 (q.1: bf16[128,64]) -> bf16[128,64] {
COMPUTATION = re.compile(r"^(?P<entry>ENTRY )?%?(?P<name>[\w.\-]+) \(.*\{$")

#   ROOT %dot_general.0 = bf16[128,64]{1,0} dot(%param_0, %param_1), lhs_contracting_dims={1}
#   %get-tuple-element.1 = s32[] get-tuple-element((f32[2]{0}, s32[]) %while.3), index=1
INSTRUCTION = re.compile(
    r"^(?P<indent>\s+)(?P<root>ROOT )?%?(?P<name>[\w.\-]+) = "
    r"(?P<shape>\(.*?\)|\S+) (?P<opcode>[a-z][a-z0-9\-]*)\("
)

# metadata={op_name="jit(f)/mul" stack_frame_id=8}
OP_NAME = re.compile(r'op_name="([^"\\]*(?:\\.[^"\\]*)*)"')
FRAME = re.compile(r"stack_frame_id=(\d+)")

# calls=%fused_computation.3    branch_computations={%a, %b}    to_apply=%region_0.1
CALLED = re.compile(
    r"\b(?:calls|to_apply|body|condition|true_computation|false_computation"
    r"|branch_computations|called_computations|select|scatter|comparator)="
    r"(\{[^}]*\}|%?[\w.\-]+)"
)
NAME = re.compile(r"%?([\w.\-]+)")

# op.18/jit(f)/eqn.4/jit(relu)/op.31/eqn.0/max
OPERATION_TAG = re.compile(r"\bop\.(\d+)/")
EQUATION_COMPONENT = re.compile(r"\beqn\.\d+/|/eqn\.\d+$|\beqn\.\d+")

# metadata={}   metadata={op_name=""}   metadata={op_name="" stack_frame_id=3}
EMPTY_NAME = re.compile(r'op_name="" ?')
EMPTY_METADATA = re.compile(r", metadata=\{\}")


class Instruction(NamedTuple):
    """One instruction of optimized HLO."""

    name: str
    """Unique in its module, without ``%``."""
    opcode: str
    """Lower case with hyphens, such as ``get-tuple-element``."""
    shape: str
    """As printed, with its layout, such as ``bf16[128,64]{1,0:T(8,128)(2,1)}``."""
    line: int
    """1-based."""
    column: int
    """0-based column of its first character, ``ROOT`` included."""
    end_column: int
    operands: tuple[str, ...]
    """Names of instructions of the same computation."""
    called: tuple[str, ...]
    """Computations it calls: a fusion's body, a loop's condition and body, a reducer."""
    op_name: str
    """The metadata's name, unescaped; empty where there is none."""
    frame: int | None
    """The metadata's stack frame, 1-based, or ``None``."""
    is_root: bool
    parameter: int | None
    """Number of a ``parameter(n)``, else ``None``."""
    computation: str


@dataclass(frozen=True, slots=True)
class Computation:
    """One computation of optimized HLO."""

    name: str
    line: int
    """1-based line of its head."""
    end_line: int
    """1-based line of its closing brace."""
    is_entry: bool
    instructions: tuple[Instruction, ...]

    @property
    def root(self) -> Instruction:
        """Return the instruction whose value the computation returns."""
        return next(each for each in self.instructions if each.is_root)


@dataclass(frozen=True)
class HloModule:
    """A whole module, computations in the order of the text."""

    computations: tuple[Computation, ...]

    @cached_property
    def instructions(self) -> tuple[Instruction, ...]:
        """Return all instructions in the order of the text."""
        return tuple(each for comp in self.computations for each in comp.instructions)

    @property
    def entry(self) -> Computation:
        """Return the entry computation."""
        return next(each for each in self.computations if each.is_entry)


Parser = Callable[[str], Mapping[str, Sequence[ParsedInstruction]]]


def parse_hlo(text: str, parse: Parser) -> HloModule:
    """Return the module that ``text`` describes; ``parse`` is XLA's parser.

    Raises ``HloTextError`` with line and column where the parser refuses the text.
    """
    parsed = {
        name: {each.name: each for each in instructions}
        for name, instructions in parse(text).items()
    }
    computations: list[Computation] = []
    lines = text.splitlines()
    for first, last, head in _blocks(lines):
        known = parsed.get(head["name"], {})
        found = (
            _read_instruction(line, match, more, head["name"], known)
            for line, match, more in _instruction_texts(lines, first + 1, last)
        )
        computations.append(
            Computation(
                head["name"],
                first,
                last,
                bool(head["entry"]),
                tuple(each for each in found if each),
            )
        )
    return HloModule(tuple(computations))


def _blocks(lines: Sequence[str]) -> list[tuple[int, int, re.Match[str]]]:
    """Return ``(head line, closing line, head)`` of each computation, 1-based."""
    blocks = []
    opened: tuple[int, re.Match[str]] | None = None
    for number, line in enumerate(lines, 1):
        if opened is None:
            head = COMPUTATION.match(line)
            opened = (number, head) if head else None
        elif line == "}" or line.startswith("}, "):
            blocks.append((opened[0], number, opened[1]))
            opened = None
    return blocks


def _instruction_texts(
    lines: Sequence[str], first: int, last: int
) -> Iterator[tuple[int, re.Match[str], str]]:
    """Yield line, match and further lines of each instruction: attributes may hold line breaks."""
    found = [
        (number, match)
        for number in range(first, last)
        if (match := INSTRUCTION.match(lines[number - 1]))
    ]
    ends = [number for number, _ in found[1:]]
    for (number, match), end in zip(found, [*ends, last], strict=False):
        yield number, match, "\n".join(lines[number : end - 1])


def _read_instruction(
    line: int,
    match: re.Match[str],
    more: str,
    computation: str,
    known: Mapping[str, ParsedInstruction],
) -> Instruction | None:
    indent, root, name, shape, opcode = match.groups()
    parsed = known.get(name)
    if parsed is None:
        return None
    text = match.string
    rest = text[match.end() :] + more
    metadata = rest.rfind(" metadata={")
    op_name = OP_NAME.search(rest, metadata) if metadata >= 0 else None
    frame = FRAME.search(rest, metadata) if metadata >= 0 else None
    return Instruction(
        parsed.name,
        opcode,
        shape,
        line,
        len(indent),
        len(text.rstrip()),
        parsed.operands,
        _called(rest),
        op_name[1].replace('\\"', '"') if op_name else "",
        int(frame[1]) if frame else None,
        bool(root),
        int(rest[: rest.index(")")]) if opcode == "parameter" else None,
        computation,
    )


def _called(rest: str) -> tuple[str, ...]:
    # Most instructions call nothing, and looking closer takes time.
    if "%" in rest and "=%" not in rest and "={%" not in rest:
        return ()
    return tuple(each for group in CALLED.findall(rest) for each in NAME.findall(group))


@lru_cache(maxsize=1 << 16)
def operation_tags(op_name: str) -> tuple[tuple[int, ...], ...]:
    """Return the operation indices an instruction's name carries.

    One tuple for each name that XLA joined with ``;``, each from the outermost call site to the
    operation itself.
    """
    chains = (tuple(int(tag) for tag in OPERATION_TAG.findall(part)) for part in op_name.split(";"))
    return tuple(chain for chain in chains if chain)


def with_names(module: HloModule, named: HloModule) -> HloModule:
    """Return ``module`` with the ``op_name`` of each instruction of ``named``, its twin."""
    return HloModule(
        tuple(
            replace(
                one,
                instructions=tuple(
                    each._replace(op_name=twin.op_name)
                    for each, twin in zip(one.instructions, other.instructions, strict=True)
                ),
            )
            for one, other in zip(module.computations, named.computations, strict=True)
        )
    )


def untag(text: str) -> str:
    """Return ``text`` with the tags taken out of every ``op_name``: the plain compile's text."""

    def plain(match: re.Match[str]) -> str:
        return f'op_name="{untag_names(match[1])}"'

    return EMPTY_METADATA.sub("", EMPTY_NAME.sub("", OP_NAME.sub(plain, text)))


@lru_cache(maxsize=1 << 16)
def untag_names(names: str) -> str:
    """Return the names of one instruction, joined with ``;``, as XLA would have given them."""
    return ";".join(_untag_name(part) for part in names.split(";"))


def _untag_name(name: str) -> str:
    """Return the name XLA would have given without tags.

    Inlining a call joins the caller's name and the callee's, unless the callee's already begins
    with it; a tag in front of the callee's name hides that from XLA, so it is undone here.
    """
    joined = ""
    for part in OPERATION_TAG.split(name)[::2]:
        plain = untag_equations(part).rstrip("/")
        if not joined or plain == joined or plain.startswith(joined + "/"):
            joined = plain or joined
        elif plain:
            joined = f"{joined}/{plain}"
    return joined


def untag_equations(name: str) -> str:
    """Return a name without its ``eqn.<i>`` components."""
    return EQUATION_COMPONENT.sub("", name) if "eqn." in name else name


def metadata_free(text: str) -> str:
    """Return ``text`` without metadata and frame tables: what must not depend on tags."""
    lines = text.splitlines()
    return "\n".join(METADATA.sub("", line) for line in lines if not TABLE.match(line))


# , metadata={op_name="jit(f)/mul" stack_frame_id=8}
METADATA = re.compile(r', metadata=\{(?:"[^"\\]*(?:\\.[^"\\]*)*"|[^"}]+)*\}')

# FileNames     1 "source.py"    3 {file_location_id=3 parent_frame_id=2}
TABLE = re.compile(r'^(FileNames|FunctionNames|FileLocations|StackFrames|\d+ ["{].*)$')
