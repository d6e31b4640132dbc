"""The mapping table: one row for each equation, down through every layer, and its fate.

An equation's fate is what optimized HLO made of it:

* *alive*: an instruction of its own, outside any fusion;
* *fused into X*: its instructions stand inside fusion X, or X is named after it;
* *replaced by kernel X*: a custom call stands for it and for its neighbours;
* *merged with equation n*: the same operation on the same values is computed once, for n;
* *folded into X*: nothing of its own is left, and X, which reads its result, does its work;
* *gone*: nothing is left of it, and nothing that reads it either.
"""

from __future__ import annotations

import csv
import io
from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import asdict, dataclass

from irxray.capture import Capture
from irxray.hlo import HloModule, Instruction
from irxray.infer import ENCLOSING_OPCODES, KERNEL_OPCODES
from irxray.layers import Evidence, Item, Layer

COLUMNS = (
    "equation",
    "primitive",
    "source",
    "source_line",
    "source_column",
    "stablehlo_lines",
    "hlo_lines",
    "fate",
    "evidence",
)

MOVING_OPCODES = frozenset({"bitcast", "copy", "copy-start", "copy-done"})
"""Instructions that bring a value closer or read it another way: beside a kernel they serve it."""

STRENGTH = (Evidence.EXACT, Evidence.CALL_SITE, Evidence.INFERRED)


@dataclass(frozen=True, slots=True)
class MappingRow:
    """What became of one equation."""

    equation: int
    """1-based, as the page counts."""
    primitive: str
    source: str
    """The expression it came from, or empty."""
    source_line: int | None
    """1-based."""
    source_column: int | None
    """0-based."""
    stablehlo_lines: tuple[int, ...]
    """1-based."""
    hlo_lines: tuple[int, ...]
    """1-based."""
    fate: str
    """As listed at the head of this module."""
    evidence: str
    """Evidence of the HLO lines: ``exact``, ``call-site``, ``inferred``, or empty without any."""


def map_equations(capture: Capture) -> tuple[MappingRow, ...]:
    """Return one row for each equation of ``capture``, in the order of the jaxpr."""
    fates = _Fates(capture)
    return tuple(fates.row(index) for index in range(len(fates.equations)))


def mapping_csv(rows: Iterable[MappingRow]) -> str:
    """Return the rows as CSV with a head; lists of lines are joined by spaces."""
    out = io.StringIO()
    writer = csv.DictWriter(out, COLUMNS, lineterminator="\n")
    writer.writeheader()
    for row in rows:
        record = asdict(row)
        for key in ("stablehlo_lines", "hlo_lines"):
            record[key] = " ".join(map(str, record[key]))
        writer.writerow(record)
    return out.getvalue()


class _Fates:
    """The links of one capture, ready to be followed downward."""

    def __init__(self, capture: Capture) -> None:
        table = capture.table
        self.equations = table.layer(Layer.JAXPR).items
        self._sources = table.layer(Layer.SOURCE).items
        self._operations = table.layer(Layer.STABLEHLO).items
        self._instructions = _instructions(table.layer(Layer.HLO).items, capture.module)
        self._hosts = _hosts(capture.module)
        self._dataflow = capture.dataflow
        self._readers = _inverse(capture.dataflow)
        self._from_source = _by_lower((k.lower, k.upper, k.evidence) for k in table.links[0])
        self._to_operations = _by_lower((k.upper, k.lower, k.evidence) for k in table.links[1])
        self._to_instructions = _by_lower((k.upper, k.lower, k.evidence) for k in table.links[2])
        self._owners = _by_lower((k.lower, k.upper, k.evidence) for k in table.links[1])

    def row(self, index: int) -> MappingRow:
        operations = self._strongest(self._to_operations[index])
        found = self._reached(operations)
        evidence, instructions = _best(found)
        source = self._source(index)
        return MappingRow(
            index + 1,
            self.equations[index].name,
            source.name if source else "",
            source.spans[0].line if source else None,
            source.spans[0].start if source else None,
            tuple(sorted(self._operations[each].spans[0].line for each in operations)),
            tuple(sorted({self._instructions[each].line for each in instructions})),
            self._fate(operations, instructions),
            evidence.value if evidence else "",
        )

    def _source(self, index: int) -> Item | None:
        found = self._strongest(self._from_source[index])
        return self._sources[min(found)] if found else None

    def _strongest(self, found: Mapping[int, Evidence]) -> list[int]:
        """Return the items of the strongest evidence there is."""
        return _best(found)[1]

    def _reached(self, operations: Iterable[int]) -> dict[int, Evidence]:
        """Return the instructions of ``operations``, each with its best evidence."""
        reached: dict[int, Evidence] = {}
        for operation in operations:
            for each, how in self._to_instructions[operation].items():
                known = reached.get(each, how)
                reached[each] = min(known, how, key=STRENGTH.index)
        return reached

    def _fate(self, operations: Sequence[int], instructions: Sequence[int]) -> str:
        if instructions:
            return self._living([self._instructions[each] for each in instructions])
        twin = self._twin(operations)
        if twin is not None:
            return f"merged with equation {twin + 1}"
        reader = self._reader(operations)
        return f"folded into {reader}" if reader else "gone"

    def _living(self, instructions: Sequence[Instruction]) -> str:
        working = [each for each in instructions if each.opcode not in MOVING_OPCODES]
        if working and all(each.opcode in KERNEL_OPCODES for each in working):
            return f"replaced by kernel {working[0].name}"
        outside = [each for each in instructions if self._host(each) is None]
        if any(each.opcode not in (*ENCLOSING_OPCODES, *KERNEL_OPCODES) for each in outside):
            return "alive"
        hosts = {host for each in instructions if (host := self._host(each))}
        hosts |= {each.name for each in outside if each.opcode in ENCLOSING_OPCODES}
        return f"fused into {', '.join(sorted(hosts))}"

    def _host(self, instruction: Instruction) -> str | None:
        """Return the outermost fusion around ``instruction``."""
        host = None
        caller = self._hosts.get(instruction.computation)
        while caller is not None:
            host = caller.name
            caller = self._hosts.get(caller.computation)
        return host

    def _twin(self, operations: Sequence[int]) -> int | None:
        """Return the equation whose living operation is the same as one of ``operations``."""
        for operation in operations:
            wanted = (self._operations[operation].name, self._dataflow[operation])
            for other, item in enumerate(self._operations):
                same = (item.name, self._dataflow[other]) == wanted and bool(wanted[1])
                if same and other != operation and self._to_instructions[other]:
                    return min(self._strongest(self._owners[other]), default=None)
        return None

    def _reader(self, operations: Sequence[int]) -> str:
        """Return the name of the living instruction nearest downstream."""
        border, seen = list(operations), set(operations)
        while border:
            border = [r for each in border for r in self._readers[each] if r not in seen]
            seen.update(border)
            alive = _best(self._reached(border))[1]
            if alive:
                first = self._instructions[min(alive)]
                return self._host(first) or first.name
        return ""


def _best(found: Mapping[int, Evidence]) -> tuple[Evidence | None, list[int]]:
    """Return the strongest evidence and the items that have it."""
    for evidence in STRENGTH:
        items = sorted(item for item, how in found.items() if how is evidence)
        if items:
            return evidence, items
    return None, []


def _by_lower(links: Iterable[tuple[int, int, Evidence]]) -> dict[int, dict[int, Evidence]]:
    found: dict[int, dict[int, Evidence]] = defaultdict(dict)
    for near, far, evidence in links:
        found[near][far] = evidence
    return found


def _inverse(dataflow: Sequence[Sequence[int]]) -> dict[int, list[int]]:
    readers: dict[int, list[int]] = defaultdict(list)
    for reader, read in enumerate(dataflow):
        for each in read:
            readers[each].append(reader)
    return readers


def _instructions(items: Sequence[Item], module: HloModule) -> list[Instruction]:
    """Return the instruction of each HLO item: they share a line."""
    by_line = {each.line: each for each in module.instructions}
    return [by_line[item.spans[0].line] for item in items]


def _hosts(module: HloModule) -> dict[str, Instruction]:
    """Return the fusion that runs each fused computation, reducers of it included."""

    def calls() -> Iterator[tuple[str, Instruction]]:
        for instruction in module.instructions:
            if instruction.opcode not in ("while", "conditional", "call", "async-start"):
                for called in instruction.called:
                    yield called, instruction

    return dict(calls())
