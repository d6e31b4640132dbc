"""A program captured on a target: every layer's text, the links, and what was checked.

``capture_program`` runs the capture in a process of its own, with a clean environment, so that
nothing of the caller's JAX set-up reaches the result and a compiler that aborts takes nobody
along.
"""

from __future__ import annotations

import json
import os
import subprocess
import sys
import tempfile
from dataclasses import dataclass
from pathlib import Path

from irxray.errors import CaptureError, TargetError
from irxray.hlo import HloModule
from irxray.layers import LinkTable
from irxray.library import Library
from irxray.mosaic import Kernel
from irxray.program import Program
from irxray.target import Target, unusable_because

TIME_LIMIT_S = 300
"""How long one program may take on one target."""

REFUSAL = "refusal.txt"
"""File in which a capture's process says what is wrong with the program."""


SETTINGS = {
    "JAX_PLATFORMS": "cpu",
    # Compiling for a TPU that is not there: do not ask the network for one, do not take its lock.
    "TPU_SKIP_MDS_QUERY": "1",
    "ALLOW_MULTIPLE_LIBTPU_LOAD": "1",
    # Compiling for a GPU that is not there: do not ask for its driver.
    "JAX_SKIP_CUDA_CONSTRAINTS_CHECK": "1",
    "TF_CPP_MIN_LOG_LEVEL": "3",
}
"""Environment of every capture."""


@dataclass(frozen=True, slots=True)
class Invariants:
    """Whether tagging left the texts as they are; ``None`` where it was not verified."""

    jaxpr: bool | None
    stablehlo: bool | None
    hlo: bool | None
    """Equal but for metadata."""
    hlo_text: bool | None
    """Equal to the last character once the tags are taken out, frame tables included. Where it is
    not (XLA and JAX join some names by rules that tags disturb), the plain text is shown."""


@dataclass(frozen=True, slots=True)
class Oracle:
    """Exact links tried against the plain compile's own source locations."""

    checked: int
    """Instructions that have a location and an exact link."""
    wrong: int
    """Those whose location is not the linked equation's."""


@dataclass(frozen=True, slots=True)
class Trial:
    """Inference tried on instructions whose exact tag was hidden from it."""

    checked: int
    right: int
    """Those for which it found the same equation."""


@dataclass(frozen=True, slots=True)
class Capture:
    """One program on one target."""

    program: Program
    target: str
    """Name of the target, such as ``cpu``."""
    versions: tuple[tuple[str, str], ...]
    """``(package, version)`` pairs, sorted."""
    table: LinkTable
    module: HloModule
    """The optimized HLO's structure, names and operands as XLA's parser has them."""
    dataflow: tuple[tuple[int, ...], ...]
    """For each StableHLO item, the items whose results it reads, through calls and loops."""
    invariants: Invariants
    oracle: Oracle
    inference: Trial
    memory: tuple[tuple[str, int], ...]
    """The compiler's own byte counts, such as ``("temp_bytes", 131072)``, sorted."""
    bytes_accessed: float | None
    """The cost model's figure, where the backend reports one."""
    kernels: tuple[Kernel, ...] = ()
    """What is inside a TPU program's custom calls, in the order of optimized HLO."""
    library: Library = ()
    """For each equation its frames in installed code below the program's own; ``()`` for none."""

    def version(self, package: str) -> str:
        """Return the version of ``package`` at capture, or an empty string."""
        return dict(self.versions).get(package, "")


def clean_environment() -> dict[str, str]:
    """Return the environment of a capture: nothing that changes what XLA makes."""
    kept = {
        name: value
        for name, value in os.environ.items()
        if not name.startswith("JAX_") and name not in ("XLA_FLAGS", "LIBTPU_INIT_ARGS")
    }
    root = str(Path(__file__).parent.parent)
    search = os.pathsep.join(part for part in (root, os.environ.get("PYTHONPATH", "")) if part)
    return kept | {"PYTHONPATH": search} | SETTINGS


def capture_program(program: Program, target: Target, *, verify: bool = True) -> Capture:
    """Return ``program`` captured on ``target``, in a process of its own.

    ``verify`` also compiles the program without tags and compares; off, the invariants and the
    oracle that rest on it are unknown. Raises ``CaptureError`` with what the process said, and
    ``TargetError`` where the target's compiler is not there.
    """
    from irxray.store import read_capture

    if reason := unusable_because(target):
        raise TargetError(f"{target.title} cannot be compiled for here: {reason}")
    with tempfile.TemporaryDirectory(prefix="irxray-") as folder:
        request = Path(folder, "request.json")
        request.write_text(json.dumps(_request(program, target, verify)), encoding="utf-8")
        output = Path(folder, "capture")
        arguments = ["-m", "irxray._worker", str(request), str(output)]
        _run(arguments, program, target, Path(folder, REFUSAL))
        return read_capture(output)


def _request(program: Program, target: Target, verify: bool) -> dict[str, object]:
    return {
        "name": program.name,
        "function": program.function,
        "source": program.source,
        "arguments": list(program.arguments),
        "target": target.name,
        "verify": verify,
    }


_running: set[subprocess.Popen[str]] = set()
"""Processes of captures under way; they are waited for in threads that no signal reaches."""


def end_captures() -> None:
    """End the process of every capture under way: each then fails with ``CaptureError``."""
    for process in tuple(_running):
        process.kill()


def _run(arguments: list[str], program: Program, target: Target, refusal: Path) -> None:
    what = f"{program.function} on {target.name}"
    with subprocess.Popen(
        [sys.executable, *arguments],
        env=clean_environment(),
        stdout=subprocess.DEVNULL,
        stderr=subprocess.PIPE,
        text=True,
    ) as process:
        _running.add(process)
        try:
            _, said = process.communicate(timeout=TIME_LIMIT_S)
        except subprocess.TimeoutExpired:
            raise CaptureError(f"{what}: gave up after {TIME_LIMIT_S} s") from None
        finally:
            process.kill()
            _running.discard(process)
    if process.returncode and refusal.is_file():
        raise CaptureError(f"{what}: {refusal.read_text(encoding='utf-8')}")
    if process.returncode:
        raise CaptureError(f"{what}: {_last_words(said, process.returncode)}")


def _last_words(stderr: str, code: int) -> str:
    lines = [line for line in stderr.splitlines() if line.strip()]
    if not lines:
        return f"the process ended with code {code} and said nothing"
    return "\n".join(lines[-12:])
