"""Chips by the name that records use, from the names that jax and profiles have for them."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import TYPE_CHECKING

from irxray.errors import TargetError
from irxray.target import TARGETS, find_target

if TYPE_CHECKING:
    from coursesite.xplane import Stat

# TPU v5 lite     TPU v6 Lite     TPU v5p     TPU7x
TPU = re.compile(r"tpu ?v?(?P<generation>\d)(?P<variant>e|p|x| lite)?$", re.IGNORECASE)
TPU_NAMES: Mapping[tuple[str, str], str] = {
    ("2", ""): "tpu-v2",
    ("3", ""): "tpu-v3",
    ("4", ""): "tpu-v4",
    ("5", "lite"): "tpu-v5e",
    ("5", "e"): "tpu-v5e",
    ("5", ""): "tpu-v5p",
    ("5", "p"): "tpu-v5p",
    ("6", "lite"): "tpu-v6e",
    ("6", "e"): "tpu-v6e",
    ("7", "x"): "tpu-7x",
}
"""By generation and variant."""

# NVIDIA H100 80GB HBM3     NVIDIA A100-SXM4-40GB     Tesla T4
GPU = re.compile(r"(?:NVIDIA |Tesla )+(?P<model>[A-Z]+\d+)\b")
GPU_CAPABILITIES: Mapping[str, tuple[int, int]] = {
    "V100": (7, 0),
    "T4": (7, 5),
    "A100": (8, 0),
    "L4": (8, 9),
    "H100": (9, 0),
    "H200": (9, 0),
    "B200": (10, 0),
}
"""Compute capability by model, which is all that a profile tells of a GPU."""


def chip_name(device_kind: str) -> str:
    """The chip's name in records, such as ``tpu-v5e`` for ``TPU v5 lite``; empty for others."""
    if found := TPU.match(device_kind.strip()):
        variant = (found["variant"] or "").strip().lower()
        return TPU_NAMES.get((found["generation"], variant), "")
    found = GPU.match(device_kind.strip())
    known = found is not None and found["model"] in GPU_CAPABILITIES
    return f"cuda-{found['model'].lower()}" if found and known else ""


def chip_title(chip: str) -> str:
    """The chip's name for people, such as ``TPU v5e``."""
    try:
        return find_target(chip).title
    except TargetError:
        kind, _, model = chip.partition("-")
        return f"TPU {model}" if kind == "tpu" else model.upper() or chip


def chip_order(chip: str) -> tuple[object, ...]:
    """Sorts chips as irxray lists them: TPUs by generation, then GPUs; ones it lacks follow."""
    names = [each.name for each in TARGETS]
    known = names.index(chip) if chip in names else len(names)
    return (chip_platform(chip) != "tpu", known, chip)


def chip_platform(chip: str) -> str:
    """What programs are lowered for on the chip: ``tpu`` or ``cuda``."""
    return chip.partition("-")[0]


def peak_bandwidth(chip: str) -> float | None:
    """Bytes a second of the chip's main memory; nothing where irxray has no figures."""
    try:
        figures = find_target(chip).chip
    except TargetError:
        return None
    return figures.hbm_bandwidth if figures else None


def is_profiled_as(chip: str, facts: Mapping[str, Stat]) -> bool:
    """Whether what a profile says of its chip is true of ``chip``."""
    if chip_platform(chip) == "tpu":
        return chip_name(str(facts.get("device_type_string", ""))) == chip
    capability = (facts.get("compute_cap_major"), facts.get("compute_cap_minor"))
    return GPU_CAPABILITIES.get(chip.partition("-")[2].upper()) == capability
