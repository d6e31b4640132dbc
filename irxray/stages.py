"""One capture, stage by stage, in this process.

trace ─► print jaxpr ─► lower ─► tag ─► compile ─► parse ─► link ─► verify
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import Any

from irxray import _jax
from irxray.capture import Capture, Invariants, Oracle
from irxray.hlo import metadata_free, parse_hlo, untag, with_names
from irxray.link import TaggedProgram, item_dataflow, link_layers
from irxray.program import SOURCE_FILE, Program, parse_argument
from irxray.target import Target
from irxray.verify import consult_oracle, read_frames, try_inference


def load_function(program: Program) -> Callable[..., Any]:
    """Execute the program's source, which holds only what the function reaches; return it."""
    namespace: dict[str, Any] = {"__name__": "program"}
    exec(compile(program.source, SOURCE_FILE, "exec"), namespace)
    function: Callable[..., Any] = namespace[program.function]
    return function


def capture_here(program: Program, target: Target, *, verify: bool = True) -> Capture:
    """Return ``program`` captured on ``target`` by this process's JAX.

    The tagged program is compiled; with ``verify`` the plain one is too, and compared. What is
    kept is the plain text: the plain compile's own, or the tagged one with its tags taken out.
    """
    _jax.hide_own_frames()
    sharding = _jax.device_sharding(target)
    arguments = [_jax.abstract(parse_argument(each), sharding) for each in program.arguments]
    traced = _jax.trace(load_function(program), arguments)
    jaxpr, equations = _jax.read_equations(traced)

    lowered = _jax.lower(_jax.tag_equations(traced), target)
    stablehlo = _jax.stablehlo_text(lowered)
    operations = _jax.tag_operations(lowered)

    hlo, compiled = _jax.compile_text(lowered)
    module = parse_hlo(hlo, _jax.parse_instructions)
    tagged = TaggedProgram(
        program.source, jaxpr, stablehlo, untag(hlo), equations, operations, module
    )
    checks = Checks(Invariants(None, None, None, None), Oracle(0, 0), tagged)
    if verify:
        checks = _verify(traced, target, tagged, hlo)
    return Capture(
        program,
        target.name,
        tuple(sorted(_jax.versions(target).items())),
        link_layers(checks.program),
        parse_hlo(checks.program.hlo, _jax.parse_instructions),
        item_dataflow(checks.program),
        checks.invariants,
        checks.oracle,
        try_inference(module, operations),
        tuple(sorted(_jax.memory_figures(compiled).items())),
        _jax.bytes_accessed(compiled),
    )


@dataclass(frozen=True, slots=True)
class Checks:
    """What the plain compile says of the tagged one."""

    invariants: Invariants
    oracle: Oracle
    program: TaggedProgram
    """With the plain compile's text, where that differs from the tagged one in nothing else."""


def _verify(traced: Any, target: Target, tagged: TaggedProgram, tagged_hlo: str) -> Checks:
    """Lower and compile once more without tags, and compare."""
    lowered = _jax.lower(traced, target)
    stablehlo = _jax.stablehlo_text(lowered)
    hlo, _ = _jax.compile_text(lowered)
    invariants = Invariants(
        _jax.jaxpr_text(traced) == tagged.jaxpr,
        stablehlo == tagged.stablehlo,
        metadata_free(hlo) == metadata_free(tagged_hlo),
        hlo == tagged.hlo,
    )
    if not invariants.hlo:
        return Checks(invariants, Oracle(0, 0), tagged)
    module = with_names(parse_hlo(hlo, _jax.parse_instructions), tagged.module)
    oracle = consult_oracle(module, read_frames(hlo), tagged.equations, tagged.operations)
    return Checks(invariants, oracle, replace(tagged, hlo=hlo, module=module))
