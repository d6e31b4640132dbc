"""What drill cards are made of: matmuls and StableHLO operations, read from captured texts.

Nothing here needs JAX, so that a build can tell whether the stored cards are of today's captures.
"""

from __future__ import annotations

import hashlib
import json
import re
from collections.abc import Iterator
from functools import lru_cache
from pathlib import Path

from msgspec import Struct

from coursesite.drill import Axes

CAPTURES = Path("bench", "captures")
PREFERRED_TARGET = "cpu"

# e:bf16[128,128] = dot_general[
DOT_HEAD = re.compile(r"\b(?P<name>[a-z_]+):(?P<type>[a-z]\w*\[[^\]]*\]) = dot_general\[")
# dimension_numbers=(([2], [2]), ([0], [0]))
DIMENSION_NUMBERS = re.compile(
    r"dimension_numbers=\(\(\[([\d, ]*)\], \[([\d, ]*)\]\), \(\[([\d, ]*)\], \[([\d, ]*)\]\)\)"
)
# a:bf16[128,64]
BINDER = re.compile(r"\b(?P<name>[a-z_]+):(?P<type>[a-z]\w*\[[^\]]*\])")
# bf16[128,64]      with the name of a mesh axis: bf16[128@data,64]
ARRAY_TYPE = re.compile(r"(?P<dtype>[a-z]\w*)\[(?P<sizes>[^\]]*)\]")
# %6 = stablehlo.reduce(%5 init: %cst) applies stablehlo.add across dimensions = [1] : (...) -> ...
OPERATION = re.compile(
    r"%[\w:]+ = stablehlo\.(?P<name>\w+)\b"
    r"(?:.* applies stablehlo\.(?P<applied>\w+))?.* : (?P<types>\S.*[^{\s])$"
)
LONGEST_LINE = 180


class DotSource(Struct, frozen=True):
    """One ``dot_general`` as a captured jaxpr has it."""

    program: str
    dtype: str
    """The left operand's, such as ``bf16``."""
    lhs: Axes
    rhs: Axes
    contract: tuple[Axes, Axes]
    """Contracting axes of the left and of the right operand, counted from 0."""
    batch: tuple[Axes, Axes]
    out: Axes
    """Shape of the result as the text states it."""


class OperationSource(Struct, frozen=True):
    """One StableHLO operation that a captured text writes on one line."""

    program: str
    name: str
    """Without the dialect, such as ``broadcast_in_dim``."""
    applied: str
    """What a ``reduce`` applies, such as ``add``; else empty."""
    types: str
    """Operand and result types as written."""
    line: str
    """The line without its indentation."""


def capture_folders(root: Path) -> tuple[Path, ...]:
    """Return one folder of captured texts for each program: jaxpr and StableHLO are the same for
    every target, so the CPU's does, or the first there is."""
    programs = sorted(each for each in (root / CAPTURES).glob("*") if each.is_dir())
    return tuple(filter(None, map(_folder_of, programs)))


def _folder_of(program: Path) -> Path | None:
    folders = sorted(path.parent for path in program.glob("*/jaxpr.txt"))
    preferred = program / PREFERRED_TARGET
    return preferred if preferred in folders else next(iter(folders), None)


def sources_digest(root: Path, generator: int) -> str:
    """Return the digest of all that cards are made from, with the version of what makes them."""
    digest = hashlib.sha256(f"drill {generator}\n".encode())
    found: list[object] = [*read_dots(root), *read_operations(root)]
    for each in found:
        digest.update(json.dumps(_plain(each)).encode() + b"\n")
    return digest.hexdigest()


def _plain(source: object) -> list[object]:
    return [getattr(source, name) for name in type(source).__slots__]  # type: ignore[attr-defined]


def read_dots(root: Path) -> tuple[DotSource, ...]:
    """Return the matmuls of all captured programs, each combination of shapes and axes once."""
    found: dict[object, DotSource] = {}
    for folder in capture_folders(root):
        text = (folder / "jaxpr.txt").read_text(encoding="utf-8")
        for each in _dots(text, folder.parent.name):
            found.setdefault((each.lhs, each.rhs, each.contract, each.batch), each)
    return tuple(found.values())


@lru_cache(maxsize=64)
def _dots(jaxpr: str, program: str) -> tuple[DotSource, ...]:
    return tuple(parse_dots(jaxpr, program))


def parse_dots(jaxpr: str, program: str) -> Iterator[DotSource]:
    """Yield each ``dot_general`` of a printed jaxpr whose operands it names."""
    types: dict[str, str] = {}
    read_up_to = 0
    for head in DOT_HEAD.finditer(jaxpr):
        for binder in BINDER.finditer(jaxpr, read_up_to, head.start()):
            types[binder["name"]] = binder["type"]
        read_up_to = head.start()
        end = _closing_bracket(jaxpr, head.end())
        numbers = DIMENSION_NUMBERS.search(jaxpr, head.end(), end)
        operands = jaxpr[end + 1 :].split(None, 2)[:2]
        if numbers and all(name in types for name in operands):
            left, right = (types[name] for name in operands)
            yield _dot(program, left, right, numbers.groups(), head["type"])


def _closing_bracket(text: str, start: int) -> int:
    """Return where the bracket opened just before ``start`` is closed."""
    depth = 1
    for at in range(start, len(text)):
        depth += {"[": 1, "]": -1}.get(text[at], 0)
        if depth == 0:
            return at
    return len(text)


def _dot(program: str, lhs: str, rhs: str, numbers: tuple[str, ...], out: str) -> DotSource:
    contract_left, contract_right, batch_left, batch_right = map(_axes, numbers)
    return DotSource(
        program,
        lhs.partition("[")[0],
        _shape(lhs),
        _shape(rhs),
        (contract_left, contract_right),
        (batch_left, batch_right),
        _shape(out),
    )


def _axes(text: str) -> Axes:
    """``"0, 2"`` as ``(0, 2)``."""
    return tuple(int(word) for word in text.replace(",", " ").split())


def _shape(type_: str) -> Axes:
    """``"bf16[128,64]"`` as ``(128, 64)``."""
    found = ARRAY_TYPE.fullmatch(type_)
    assert found is not None, "the text was matched as an array type before"
    return _axes(re.sub(r"@[^,]+", "", found["sizes"]))


def read_operations(root: Path) -> tuple[OperationSource, ...]:
    """Return the operations of all captured programs, each combination of types once."""
    found: dict[object, OperationSource] = {}
    for folder in capture_folders(root):
        path = folder / "stablehlo.mlir"
        text = path.read_text(encoding="utf-8") if path.is_file() else ""
        for each in _operations(text, folder.parent.name):
            found.setdefault((each.name, each.applied, each.types), each)
    return tuple(found.values())


@lru_cache(maxsize=64)
def _operations(stablehlo: str, program: str) -> tuple[OperationSource, ...]:
    return tuple(parse_operations(stablehlo, program))


def parse_operations(stablehlo: str, program: str) -> Iterator[OperationSource]:
    """Yield each operation of a StableHLO text that stands on one line of readable length."""
    for line in map(str.strip, stablehlo.splitlines()):
        found = OPERATION.match(line) if len(line) <= LONGEST_LINE else None
        if found:
            yield OperationSource(
                program, found["name"], found["applied"] or "", found["types"], line
            )
