"""One capture, stage by stage, in this process.

trace ─► lower ─► tag ─► compile, print jaxpr ─► parse ─► link ─► verify
"""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, replace
from typing import Any

from irxray import _compiled, _equations, _jax, _operations
from irxray._mosaic import decode_kernel
from irxray.capture import Capture, Invariants, Oracle, Trial
from irxray.collection import paused_collection
from irxray.hlo import HloModule, metadata_free, parse_hlo, untag, with_names
from irxray.library import equation_library
from irxray.link import TaggedProgram, item_dataflow, link_layers
from irxray.mosaic import KERNEL, read_kernels, without_tags
from irxray.plain import numbered, with_plain_names
from irxray.program import Program
from irxray.target import Target
from irxray.tracing import trace_program
from irxray.verify import consult_oracle, read_frames, try_inference


def capture_here(program: Program, target: Target, *, verify: bool = True) -> Capture:
    """Return ``program`` captured on ``target`` by this process's JAX."""
    _jax.hide_own_frames()
    return capture_traced(trace_program(program, target), program, target, verify=verify)


def capture_traced(
    traced: Any, program: Program, target: Target, *, verify: bool = True
) -> Capture:
    """Return the capture of ``traced``, which is ``program`` traced for ``target``.

    The tagged program is compiled; with ``verify`` the plain one is too, and compared. What is
    kept is the plain text: the plain compile's own, or the tagged one with its tags taken out.
    """
    with paused_collection():
        return _capture(traced, program, target, verify)


def _capture(traced: Any, program: Program, target: Target, verify: bool) -> Capture:
    lowered = _operations.lower(_equations.tag_equations(traced), target)
    stablehlo = _operations.stablehlo_text(lowered)
    operations = _operations.tag_operations(lowered)

    with ThreadPoolExecutor(1) as aside:
        # XLA compiles without holding the interpreter; the jaxpr is printed meanwhile.
        reading = aside.submit(_equations.read_equations, traced)
        hlo, compiled = _compiled.compile_text(lowered)
        jaxpr, equations = reading.result()
    module = parse_hlo(hlo, lambda _: _compiled.compiled_instructions(compiled))
    tagged = TaggedProgram(
        program.source, jaxpr, stablehlo, untag(hlo), equations, operations, module
    )
    checks = _verify(traced, target, tagged, hlo) if verify else _unverified(tagged)
    return Capture(
        program,
        target.name,
        tuple(sorted(_jax.versions(target).items())),
        link_layers(checks.program),
        checks.shown,
        item_dataflow(checks.program),
        checks.invariants,
        checks.oracle,
        checks.inference,
        tuple(sorted(_compiled.memory_figures(compiled).items())),
        _compiled.bytes_accessed(compiled),
        read_kernels(hlo, checks.program.hlo, decode_kernel) if KERNEL in hlo else (),
        equation_library(equations),
    )


@dataclass(frozen=True, slots=True)
class Checks:
    """What the plain compile says of the tagged one."""

    invariants: Invariants
    oracle: Oracle
    program: TaggedProgram
    """With the plain compile's text, where that differs from the tagged one in nothing else."""
    shown: HloModule
    """As it stands in that text, without tags."""
    inference: Trial


def _without_tags(text: str) -> str:
    """Tags stand in kernels' modules, too, which are opaque in the text."""
    return without_tags(text, decode_kernel) if KERNEL in text else text


def _unverified(tagged: TaggedProgram) -> Checks:
    shown = with_plain_names(tagged.module, tagged.hlo)
    unknown = Invariants(None, None, None, None)
    return Checks(unknown, Oracle(0, 0), tagged, shown, Trial(0, 0))


def _comparable(hlo: str) -> str:
    """Return what must not depend on tags: not metadata, nor the names XLA takes from it."""
    return numbered(metadata_free(_without_tags(hlo)))


def _verify(traced: Any, target: Target, tagged: TaggedProgram, tagged_hlo: str) -> Checks:
    """Lower and compile once more without tags, and compare."""
    lowered = _operations.lower(traced, target)
    stablehlo = _operations.stablehlo_text(lowered)
    hlo, compiled = _compiled.compile_text(lowered)
    invariants = Invariants(
        _equations.jaxpr_text(traced) == tagged.jaxpr,
        _without_tags(stablehlo) == _without_tags(tagged.stablehlo),
        _comparable(hlo) == _comparable(tagged_hlo),
        hlo == tagged.hlo,
    )
    if invariants.stablehlo:
        tagged = replace(tagged, stablehlo=stablehlo)
    trial = try_inference(tagged.module, tagged.operations)
    if not invariants.hlo:
        return replace(_unverified(tagged), invariants=invariants, inference=trial)
    plain = parse_hlo(hlo, lambda _: _compiled.compiled_instructions(compiled))
    module = with_names(plain, tagged.module)
    oracle = consult_oracle(module, read_frames(hlo), tagged.equations, tagged.operations)
    return Checks(invariants, oracle, replace(tagged, hlo=hlo, module=module), plain, trial)
