"""Where the arrays of a program lie: on one device, or over a mesh of devices.

The devices need not be there: a TPU's come from its compiler's topology, the machine's own are as
many as the mesh asks for.
"""

from __future__ import annotations

import contextlib
import math
from collections.abc import Iterator, Sequence
from typing import Any

import jax
import numpy as np

from irxray import _jax
from irxray.calling import Call, Placed, Tree
from irxray.errors import TargetError
from irxray.target import Target

SLICES_2D = ("1x1", "2x2", "2x4", "4x4", "4x8", "8x8", "8x16", "16x16")
SLICES_3D = ("2x2x1", "2x2x2", "2x2x4", "2x4x4", "4x4x4", "4x4x8", "4x8x8")
"""Sizes that TPU topologies come in, the smallest first."""


class Placement:
    """How the arguments of one call are placed on one target."""

    def __init__(self, call: Call, target: Target) -> None:
        self.mesh = _mesh(call.mesh, target) if call.mesh else None
        """The mesh, or ``None`` for one device."""
        self._single = None if call.mesh else _jax.device_sharding(target)

    def abstract(self, tree: Tree) -> Any:
        """Return ``tree`` with jax's abstract arrays for leaves."""
        if isinstance(tree, Placed):
            return _jax.abstract(tree.array, self._sharding(tree.spec))
        if isinstance(tree, dict):
            return {key: self.abstract(value) for key, value in tree.items()}
        if isinstance(tree, list | tuple):
            return type(tree)(self.abstract(each) for each in tree)
        return tree

    def abstract_made(self, tree: Any) -> Any:
        """Return a pytree of arrays, real or abstract, with abstract ones in their place."""

        def leaf(value: Any) -> Any:
            if not (hasattr(value, "shape") and hasattr(value, "dtype")):
                return value
            return jax.ShapeDtypeStruct(value.shape, value.dtype, sharding=self._own(value))

        return jax.tree.map(leaf, tree)

    def _own(self, value: Any) -> Any:
        """Return where a made array lies: as its maker laid it out by axis names, if it did.

        A maker's own mesh is of the machine's devices, so it counts on the machine alone.
        """
        sharding = getattr(value, "sharding", None)
        spec = getattr(sharding, "spec", None)
        if spec is not None and self.mesh is None and self._single is None:
            return sharding
        return self._sharding(tuple(spec) if spec is not None else ())

    def _sharding(self, spec: tuple[Any, ...]) -> Any:
        if self.mesh is None:
            return self._single
        return jax.sharding.NamedSharding(self.mesh, jax.sharding.PartitionSpec(*spec))

    def context(self) -> contextlib.AbstractContextManager[Any]:
        """Return the context to trace in: the mesh is current in it."""
        return contextlib.nullcontext() if self.mesh is None else jax.set_mesh(self.mesh)


def _mesh(axes: Sequence[tuple[str, int]], target: Target) -> Any:
    sizes = [size for _, size in axes]
    devices = _devices(math.prod(sizes), target)
    return jax.sharding.Mesh(np.array(devices).reshape(sizes), [name for name, _ in axes])


def _devices(count: int, target: Target) -> Sequence[Any]:
    if target.platform == "tpu":
        return _tpu_devices(count, target)
    if target.platform != "cpu":
        raise TargetError(f"a mesh can be compiled for TPUs and for cpu, not for {target.title}")
    if len(devices := _cpu_devices(count)) < count:
        raise TargetError(f"a mesh of {count} needs {count} devices; {len(devices)} were started")
    return devices[:count]


def _cpu_devices(count: int) -> Sequence[Any]:
    # Where jax has started already, it has as many as it has.
    with contextlib.suppress(RuntimeError):
        jax.config.update("jax_num_cpu_devices", count)
    return list(jax.devices("cpu"))


def _tpu_devices(count: int, target: Target) -> Sequence[Any]:
    larger: Sequence[Any] = ()
    for name in _topologies(target, count):
        devices = _topology_devices(name)
        if len(devices) == count:
            return devices
        if len(devices) > count and not larger:
            larger = devices
    if larger:
        return larger[:count]
    raise TargetError(f"there is no {target.title} topology of {count} devices")


def _topologies(target: Target, count: int) -> Iterator[str]:
    """Yield the names of topologies that may hold ``count`` devices; a chip may have two."""
    generation, size = target.topology.split(":")
    for each in SLICES_3D if size.count("x") == 2 else SLICES_2D:
        chips = math.prod(int(part) for part in each.split("x"))
        if count <= 2 * chips and chips <= 4 * count:
            yield f"{generation}:{each}"


def _topology_devices(name: str) -> Sequence[Any]:
    from jax.experimental import topologies

    try:
        return list(topologies.get_topology_desc(name, "tpu").devices)
    except Exception:  # the compiler does not know this size: another one may do
        return ()
