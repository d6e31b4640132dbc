"""What XLA has to know of an NVIDIA GPU to compile for one that is not there.

A ``GpuTargetConfigProto`` in text form. Figures: the public device descriptions in XLA's
repository.
"""

from __future__ import annotations

from collections.abc import Mapping

SHARED: Mapping[str, int] = {
    "threads_per_block_limit": 1024,
    "threads_per_warp": 32,
    "shared_memory_per_block": 49152,
    "threads_per_core_limit": 2048,
    "block_dim_limit_x": 2147483647,
    "block_dim_limit_y": 65535,
    "block_dim_limit_z": 65535,
    "registers_per_core_limit": 65536,
    "registers_per_block_limit": 65536,
}
"""Figures that the described GPUs have in common."""

Figures = Mapping[str, int | float]

DESCRIPTIONS: Mapping[str, tuple[str, int, Figures]] = {
    "a100": (
        "NVIDIA A100-SXM4-80GB",
        8,
        {
            "shared_memory_per_core": 167936,
            "core_count": 108,
            "fpus_per_core": 64,
            "memory_bandwidth": 2039040000000,
            "l2_cache_size": 41943040,
            "clock_rate_ghz": 1.41,
            "device_memory_size": 85100068864,
            "shared_memory_per_block_optin": 166912,
        },
    ),
    "h100": (
        "NVIDIA H100 80GB HBM3",
        9,
        {
            "shared_memory_per_core": 233472,
            "core_count": 132,
            "fpus_per_core": 128,
            "memory_bandwidth": 3352320000000,
            "l2_cache_size": 52428800,
            "clock_rate_ghz": 1.98,
            "device_memory_size": 84942979072,
            "shared_memory_per_block_optin": 232448,
        },
    ),
    "h200": (
        "NVIDIA H200 141GB HBM3e",
        9,
        {
            "shared_memory_per_core": 233472,
            "core_count": 132,
            "fpus_per_core": 128,
            "memory_bandwidth": 4800000000000,
            "l2_cache_size": 52428800,
            "clock_rate_ghz": 1.98,
            "device_memory_size": 151397597184,
            "shared_memory_per_block_optin": 232448,
        },
    ),
    "b200": (
        "NVIDIA B200",
        10,
        {
            "shared_memory_per_core": 233472,
            "core_count": 148,
            "fpus_per_core": 128,
            "memory_bandwidth": 7672320000000,
            "l2_cache_size": 132644864,
            "clock_rate_ghz": 1.965,
            "device_memory_size": 191514411008,
            "shared_memory_per_block_optin": 232448,
        },
    ),
}
"""Name, major compute capability and figures of each GPU."""


def target_config(gpu: str) -> str:
    """Return the text proto that describes ``gpu``, a key of :data:`DESCRIPTIONS`."""
    title, capability, figures = DESCRIPTIONS[gpu]
    fields = "\n".join(f"  {name}: {value}" for name, value in {**SHARED, **figures}.items())
    return (
        f"gpu_device_info {{\n{fields}\n"
        f"  cuda_compute_capability {{ major: {capability} minor: 0 }}\n}}\n"
        'platform_name: "CUDA"\n'
        "dnn_version_info { major: 9 minor: 7 }\n"
        f'device_description_str: "{title}"\n'
    )
