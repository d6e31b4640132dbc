"""What a capture costs beyond the tracing, lowering and compiling that it cannot do without.

``python -m bench.capture_overhead`` times six programs of the corpus, small and large, in this
process: plain trace, lower and compile against the same with tags, links, analysis and writing.
The second, plain compile that verifies a capture is left out, and so is what rests on it. With
``--maxtext`` it times the gradient of MaxText's loss, too. Where other work keeps the machine busy,
``--cpu`` counts processor time, of all threads, instead of the clock's.
"""

from __future__ import annotations

import argparse
import gc
import os
import sys
import tempfile
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path

os.environ["JAX_PLATFORMS"] = "cpu"
os.environ["DECOUPLE_GCLOUD"] = "TRUE"

import jax

from bench.corpus_list import read_corpus
from bench.maxtext import maxtext_program
from irxray import _jax, _operations
from irxray.calling import read_call
from irxray.program import Program
from irxray.stages import capture_traced
from irxray.store import write_capture
from irxray.target import find_target
from irxray.tracing import load_names, trace_call

COMMAND = "python -m bench.capture_overhead"
PROGRAMS = ("attention", "solve", "scan-remat-grad", "minimise-bfgs", "odeint-grad", "betainc")
ALLOWED_SHARE = 0.25
ALLOWED_S = 0.030
REPEATS = 7
MAXTEXT = "maxtext-loss-grad"
MAXTEXT_ALLOWED_S = 3.0


Clock = Callable[[], float]
"""Gives seconds since some time."""


@dataclass(frozen=True, slots=True)
class Cost:
    """The best of several runs, which what else the machine does disturbs least."""

    bare_s: float
    """Trace, lower and compile."""
    capture_s: float
    """The same and all that irxray adds."""

    @property
    def added_s(self) -> float:
        """Return what irxray adds."""
        return self.capture_s - self.bare_s

    @property
    def is_allowed(self) -> bool:
        """Return whether it adds no more than it may."""
        return self.added_s <= max(ALLOWED_SHARE * self.bare_s, ALLOWED_S)


def measure(program: Program, repeats: int, clock: Clock) -> Cost:
    """Return what capturing ``program`` for the processor costs here."""
    target = find_target("cpu")
    # The source is executed once: building a model's structure is no part of either.
    trace = tracer(program)

    def bare() -> None:
        _operations.lower(trace(), target).compile()

    def capture() -> None:
        with tempfile.TemporaryDirectory() as folder:
            captured = capture_traced(trace(), program, target, verify=False)
            write_capture(captured, Path(folder, "capture"))

    runs = [(_seconds(bare, clock), _seconds(capture, clock)) for _ in range(repeats)]
    return Cost(min(each for each, _ in runs), min(each for _, each in runs))


def tracer(program: Program) -> Callable[[], object]:
    """Return a function that traces ``program`` anew."""
    names, call, target = load_names(program), read_call(program.arguments), find_target("cpu")
    return lambda: trace_call(names[program.function], call, names, target)


def _seconds(run: Callable[[], None], clock: Clock) -> float:
    jax.clear_caches()
    gc.collect()  # what the run before left behind is not this one's cost
    start = clock()
    run()
    return clock() - start


def main(arguments: Sequence[str]) -> int:
    """Measure and print; returns 1 where a program costs more than it may."""
    parser = argparse.ArgumentParser(prog=COMMAND, description=__doc__)
    parser.add_argument("--maxtext", action="store_true", help=f"also {MAXTEXT}")
    parser.add_argument("--cpu", action="store_true", help="count processor time")
    parser.add_argument("--repeats", type=int, default=REPEATS)
    options = parser.parse_args(arguments)
    clock = time.process_time if options.cpu else time.perf_counter
    _jax.hide_own_frames()
    corpus = {each.program.name: each.program for each in read_corpus()}
    print(f"{'program':20}{'bare ms':>10}{'added ms':>10}{'added':>8}")
    allowed = True
    if options.maxtext:
        # First, for it divides the processor into devices, which jax allows but at its start.
        cost = measure(maxtext_program(MAXTEXT), 2, clock)
        allowed &= cost.added_s <= MAXTEXT_ALLOWED_S
        print(show(MAXTEXT, cost), flush=True)
    for name in PROGRAMS:
        cost = measure(corpus[name], options.repeats, clock)
        allowed &= cost.is_allowed
        print(show(name, cost), "" if cost.is_allowed else " more than allowed", flush=True)
    return 0 if allowed else 1


def show(name: str, cost: Cost) -> str:
    """Return one line of the table."""
    share = cost.added_s / cost.bare_s
    return f"{name:20}{cost.bare_s * 1000:>10.0f}{cost.added_s * 1000:>10.0f}{share:>8.0%}"


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
