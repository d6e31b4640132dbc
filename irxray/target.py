"""Where a program can be compiled for: the machine itself, and chips that are not there.

Figures of TPUs: HBM bandwidth from Google Cloud's public specifications; memory sizes from
``jax/_src/tpu_info.py`` of jax 0.12, for one TensorCore's VMEM and the chip's HBM. Figures of
NVIDIA GPUs: the public device descriptions in XLA's repository, which are also what the compiler
is given (:data:`irxray.gpu.DESCRIPTIONS`).
"""

from __future__ import annotations

import importlib.util
import platform
from dataclasses import dataclass

from irxray.errors import TargetError, near

TPU_SOURCE = "Google Cloud TPU specifications; jax/_src/tpu_info.py of jax 0.12"
GPU_SOURCE = "device descriptions in the XLA repository"


@dataclass(frozen=True, slots=True)
class Chip:
    """A chip's memory."""

    hbm_bandwidth: float
    """Bytes a second."""
    hbm_bytes: int
    on_chip: str
    """What the on-chip memory is called: ``VMEM``, ``CMEM``, ``L2``."""
    on_chip_bytes: int
    source: str
    """Where the figures come from."""


@dataclass(frozen=True, slots=True)
class Target:
    """A backend to compile for."""

    name: str
    """Name on the command line and of the capture's folder, such as ``tpu-v5e``."""
    title: str
    """Name for people, such as ``TPU v5e``."""
    platform: str
    """What jax lowers for: ``cpu``, ``tpu`` or ``cuda``."""
    topology: str
    """Name of the ahead-of-time topology, or empty for the machine itself."""
    chip: Chip | None
    """Figures of the chip; ``None`` for the machine itself."""

    @property
    def extra(self) -> str:
        """The extra that brings the compiler: ``tpu``, ``cuda`` or empty."""
        return "" if self.platform == "cpu" else self.platform


def _tpu(name: str, title: str, topology: str, chip: Chip) -> Target:
    return Target(name, title, "tpu", topology, chip)


def _gpu(name: str, title: str, bandwidth: float, memory: int, l2: int) -> Target:
    chip = Chip(bandwidth, memory, "L2", l2, GPU_SOURCE)
    return Target(f"cuda-{name}", title, "cuda", name, chip)


MIB = 1 << 20

TARGETS: tuple[Target, ...] = (
    Target("cpu", "CPU", "cpu", "", None),
    _tpu(
        "tpu-v4",
        "TPU v4",
        "v4:2x2x1",
        Chip(1.2e12, 34_400_000_000, "CMEM", 134_000_000, TPU_SOURCE),
    ),
    _tpu(
        "tpu-v5e", "TPU v5e", "v5e:2x2", Chip(8.2e11, 17_200_000_000, "VMEM", 128 * MIB, TPU_SOURCE)
    ),
    _tpu(
        "tpu-v5p",
        "TPU v5p",
        "v5p:2x2x1",
        Chip(2.77e12, 103_000_000_000, "VMEM", 64 * MIB, TPU_SOURCE),
    ),
    _tpu(
        "tpu-v6e",
        "TPU v6e",
        "v6e:2x2",
        Chip(1.64e12, 34_400_000_000, "VMEM", 128 * MIB, TPU_SOURCE),
    ),
    _tpu(
        "tpu-7x",
        "TPU7x",
        "tpu7x:2x2x1",
        Chip(7.4e12, 206_000_000_000, "VMEM", 64 * MIB, TPU_SOURCE),
    ),
    _gpu("a100", "A100", 2.03904e12, 85_100_068_864, 41_943_040),
    _gpu("h100", "H100", 3.35232e12, 84_942_979_072, 52_428_800),
    _gpu("h200", "H200", 4.8e12, 151_397_597_184, 52_428_800),
    _gpu("b200", "B200", 7.67232e12, 191_514_411_008, 132_644_864),
)
"""All targets, in the order in which they are shown."""

COMPILERS = {"tpu": ("libtpu",), "cuda": ("jax_plugins.xla_cuda12", "jax_cuda12_plugin")}
"""Modules that bring a platform's compiler."""


def find_target(name: str) -> Target:
    """Return the target called ``name``; raises ``TargetError`` with near names."""
    for target in TARGETS:
        if target.name == name:
            return target
    raise TargetError(f"there is no target '{name}'; {near(name, (t.name for t in TARGETS))}")


def unusable_because(target: Target) -> str:
    """Return why ``target`` cannot be compiled for here, with what to do; empty where it can."""
    if target.platform == "cpu":
        return ""
    if (platform.system(), platform.machine()) != ("Linux", "x86_64"):
        return "its compiler runs on Linux x86-64 only"
    for module in COMPILERS[target.platform]:
        if not _is_installed(module):
            return f"its compiler is not installed: pip install '.[{target.extra}]'"
    return ""


def _is_installed(module: str) -> bool:
    try:
        return importlib.util.find_spec(module) is not None
    except ModuleNotFoundError:
        return False
