"""Are the links right? Three answers that do not take the tags' word for it.

* *invariants*: tagging changed nothing but metadata (compared in :mod:`irxray.stages`);
* *oracle*: the plain compile's own source location of an instruction must be that of the
  equation it is linked to;
* *trial*: hide an instruction's exact tag, infer it, and see whether the same equation comes out.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence

from irxray.capture import Oracle, Trial
from irxray.hlo import HloModule
from irxray.infer import Inference
from irxray.layers import Evidence
from irxray.link import EXPLAINED_OPCODES, exact_operations, operation_equations
from irxray.program import SOURCE_FILE
from irxray.source_links import FrameKey, source_frames
from irxray.tags import Equation, Operation

# 1 "source.py"
FILE_NAME = re.compile(r'^(\d+) "((?:[^"\\]|\\.)*)"$')

# 2 {file_name_id=1 function_name_id=2 line=6 end_line=6 column=8 end_column=37}
FILE_LOCATION = re.compile(
    r"^(\d+) \{file_name_id=(\d+) function_name_id=\d+"
    r" line=(\d+) end_line=(\d+) column=(\d+) end_column=(\d+)\}$"
)

# 4 {file_location_id=4 parent_frame_id=2}
STACK_FRAME = re.compile(r"^(\d+) \{file_location_id=(\d+)(?: parent_frame_id=(\d+))?\}$")


def read_frames(hlo: str) -> dict[int, FrameKey]:
    """Return the stretch of the program's own source that each stack frame lies in or is called
    from; frames of library code that it does not call are left out."""
    lines = hlo.splitlines()
    own = {m[1] for m in map(FILE_NAME.match, lines) if m and m[2] == SOURCE_FILE}
    locations = {
        m[1]: (int(m[3]), int(m[5]), int(m[4]), int(m[6]))
        for m in map(FILE_LOCATION.match, lines)
        if m and m[2] in own
    }
    found: dict[int, FrameKey] = {}
    for match in filter(None, map(STACK_FRAME.match, lines)):
        # A frame's parent stands above it, printed as its number plus one.
        parent = int(match[3] or 1) - 1
        frame = locations.get(match[2]) or found.get(parent)
        if frame:
            found[int(match[1])] = frame
    return found


def consult_oracle(
    module: HloModule,
    frames: Mapping[int, FrameKey],
    equations: Sequence[Equation],
    operations: Sequence[Operation],
) -> Oracle:
    """Return how many exact links were checked against the plain compile, and how many differ.

    ``module`` has the frames of the plain compile and the names of the tagged one; ``frames`` are
    the plain compile's. Stretches are compared by where they start: XLA's location table keeps
    one end for each start, so that ``x @ w`` and ``x @ w + b`` share an entry.
    """
    checked = wrong = 0
    equations_of = operation_equations(operations)
    for instruction in module.instructions:
        frame = frames.get(instruction.frame) if instruction.frame is not None else None
        linked = _equations(exact_operations(instruction), equations_of)
        if frame is not None and linked:
            starts = {
                key[:2] for index in linked for key, _ in source_frames(equations, equations[index])
            }
            checked += 1
            wrong += frame[:2] not in starts
    return Oracle(checked, wrong)


def try_inference(module: HloModule, operations: Sequence[Operation]) -> Trial:
    """Return how often inference finds the equation of an instruction whose tag is hidden."""
    tagged = {i.name: found for i in module.instructions if (found := exact_operations(i))}
    inference = Inference(module, operations, tagged)
    equations_of = operation_equations(operations)
    checked = right = 0
    for instruction in module.instructions:
        own = tagged.get(instruction.name)
        if own is None or instruction.opcode in EXPLAINED_OPCODES:
            continue
        inferred = dict.fromkeys(inference.operations_of(instruction), Evidence.INFERRED)
        truth = _equations(own, equations_of)
        guess = _equations(inferred, equations_of)
        checked += 1
        right += bool(guess) and guess <= truth
    return Trial(checked, right)


def _equations(
    found: Mapping[int, Evidence], equations_of: Sequence[frozenset[int]]
) -> frozenset[int]:
    """Return the equations of operations that are linked by more than a call site."""
    own = (equations_of[op] for op, how in found.items() if how is not Evidence.CALL_SITE)
    return frozenset().union(*own)
