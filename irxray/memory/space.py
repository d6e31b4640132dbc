"""Names of the memories that a layout's ``S(n)`` stands for.

TPU: 0 is HBM, 1 is VMEM, 3 is CMEM (seen on v4, the one generation that has it), 5 is the host's
memory (``Layout::kHostMemorySpace``). 2 holds the flags on which asynchronous copies wait: it is
seen with those alone. 6 is taken to be the scalar core's memory: it is seen with scalars alone,
those that give an index or decide a branch.

GPU: all numbers but the host's lie in HBM (1 is memory registered for collectives, 2 that of
temporaries, ``xla/service/gpu/gpu_memory_space_assignment.h``). What a kernel keeps in registers,
shared memory or caches has no buffer in HLO at all.

CPU: one memory, DRAM seen through caches. HLO says nothing of the caches, so a small array that
never leaves them is counted like any other; that is why it is not called HBM here.
"""

from __future__ import annotations

from collections.abc import Mapping

from irxray.errors import TargetError, near

SPACES: Mapping[str, Mapping[int, str]] = {
    "tpu": {0: "hbm", 1: "vmem", 2: "sync-flags", 3: "cmem", 5: "host", 6: "smem"},
    "cuda": {0: "hbm", 1: "hbm", 2: "hbm", 5: "host"},
    "cpu": {0: "memory"},
}

MAIN_MEMORY = frozenset({"hbm", "memory"})
"""Off the chip, at the main memory's bandwidth: where a spill goes."""

ON_CHIP = frozenset({"vmem", "cmem", "smem", "sync-flags"})


def space_names(platform: str) -> Mapping[int, str]:
    """Return the names of the memory spaces of ``cpu``, ``tpu`` or ``cuda``.

    Raises ``TargetError`` for another platform.
    """
    if platform not in SPACES:
        raise TargetError(f"no memory is known of platform '{platform}'; {near(platform, SPACES)}")
    return SPACES[platform]


def space_name(names: Mapping[int, str], number: int) -> str:
    """Return the name of memory space ``number``, or ``S(number)`` where it has none."""
    return names.get(number, f"S({number})")
