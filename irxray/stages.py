"""One capture, stage by stage, in this process.

trace ─► lower ─► tag ─► compile; meanwhile print and link the layers above ─► parse ─► link
─► verify
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
from irxray.link import LoweredProgram, UpperLinks, link_layers, link_upper
from irxray.mosaic import KERNEL, read_kernels, without_tags
from irxray.operation_reads import read_operations
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

    def read_upper() -> tuple[LoweredProgram, UpperLinks]:
        jaxpr, equations = _equations.read_equations(traced)
        found = LoweredProgram(
            program.source, jaxpr, stablehlo, equations, read_operations(operations)
        )
        return found, link_upper(found)

    with ThreadPoolExecutor(1) as aside:
        # XLA compiles without holding the interpreter: all that needs no HLO is done meanwhile, by
        # a thread that runs already, for a new one would hold up the compiler's start.
        aside.submit(bool).result()
        reading = aside.submit(read_upper)
        hlo, compiled = _compiled.compile_text(lowered)
        measuring = aside.submit(_compiled.own_figures, compiled)
        module = parse_hlo(hlo, lambda _: _compiled.compiled_instructions(compiled))
        upper_program, upper = reading.result()
        memory, bytes_accessed = measuring.result()
    tagged = TaggedProgram(upper_program, upper, untag(hlo), module)
    checks = _verify(traced, target, tagged, hlo) if verify else _unverified(tagged)
    kept = checks.program
    return Capture(
        program,
        target.name,
        tuple(sorted(_jax.versions(target).items())),
        link_layers(kept.upper, kept.lowered.operations, kept.hlo, kept.module),
        checks.shown,
        kept.upper.dataflow,
        checks.invariants,
        checks.oracle,
        checks.inference,
        tuple(sorted(memory.items())),
        bytes_accessed,
        read_kernels(hlo, kept.hlo, decode_kernel) if KERNEL in hlo else (),
        equation_library(kept.lowered.equations),
    )


@dataclass(frozen=True, slots=True)
class TaggedProgram:
    """The tagged program as it was lowered and compiled."""

    lowered: LoweredProgram
    upper: UpperLinks
    hlo: str
    """Without the tags."""
    module: HloModule
    """Its names carry the tags."""


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
    was = tagged.lowered
    invariants = Invariants(
        _equations.jaxpr_text(traced) == was.jaxpr,
        _without_tags(stablehlo) == _without_tags(was.stablehlo),
        _comparable(hlo) == _comparable(tagged_hlo),
        hlo == tagged.hlo,
    )
    if invariants.stablehlo and stablehlo != was.stablehlo:
        plain_lowered = replace(was, stablehlo=stablehlo)
        tagged = replace(tagged, lowered=plain_lowered, upper=link_upper(plain_lowered))
    trial = try_inference(tagged.module, was.operations)
    if not invariants.hlo:
        return replace(_unverified(tagged), invariants=invariants, inference=trial)
    plain = parse_hlo(hlo, lambda _: _compiled.compiled_instructions(compiled))
    module = with_names(plain, tagged.module)
    oracle = consult_oracle(module, read_frames(hlo), was.equations, was.operations)
    return Checks(invariants, oracle, replace(tagged, hlo=hlo, module=module), plain, trial)
