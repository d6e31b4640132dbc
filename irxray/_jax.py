"""The JAX of this process: its versions, its locations, and chips that are not there.

Works with jax 0.10 to 0.12. What leaves this module and its three neighbours
(:mod:`irxray._equations`, :mod:`irxray._operations`, :mod:`irxray._compiled`) is a plain value of
ours, except the opaque stages (``Traced``, ``Lowered``, ``Compiled``) that are handed straight
back in.

The tags, as :mod:`irxray.link` reads them:

* ``Equation.index`` counts the equations of a jaxpr in preorder, shared sub-jaxprs once;
* ``eqn.<i>`` is pushed on the name stack of equation ``i`` before lowering;
* ``op.<n>/`` is put before the location name of StableHLO operation ``n`` before compiling.
"""

from __future__ import annotations

import re
import sys
from importlib.metadata import version
from pathlib import Path
from typing import Any

import jax
import jaxlib
import numpy as np

from irxray._jax_private import source_info_util
from irxray.gpu import target_config
from irxray.program import Argument
from irxray.target import Target

# /usr/lib/python3.13/functools.py    /home/someone/env/site-packages/flax/nnx/graph.py
INSTALLED = re.compile(r"^.*/(?:(?:site|dist)-packages|lib/python3\.\d+)/|^/.*/")


def versions(target: Target) -> dict[str, str]:
    """Return the versions of what compiles for ``target`` in this process."""
    found = {"jax": jax.__version__, "jaxlib": jaxlib.__version__}
    for package in {"tpu": ("libtpu",), "cuda": ("jax-cuda12-plugin",)}.get(target.platform, ()):
        found[package] = version(package)
    return found


def hide_own_frames() -> None:
    """Keep frames of this package and of the interpreter's start-up out of all locations."""
    source_info_util.register_exclusion(str(Path(__file__).parent) + "/")
    source_info_util.register_exclusion("<frozen ")
    jax.config.update("jax_enable_compilation_cache", False)
    # Library code goes by its name below the folder that packages are installed in.
    jax.config.update("jax_hlo_source_file_canonicalization_regex", INSTALLED.pattern)


def device_sharding(target: Target) -> Any:
    """Return the placement on one chip of ``target``; ``None`` for the machine itself.

    The chip need not be there: its topology comes from the compiler alone.
    """
    if not target.topology:
        return None
    from jax.experimental import topologies

    if target.platform == "cuda":
        topology = topologies.get_topology_desc(
            target.topology,
            "cuda",
            target_config=target_config(target.topology),
            topology="1x1x1",
        )
    else:
        topology = topologies.get_topology_desc(target.topology, "tpu")
    return jax.sharding.SingleDeviceSharding(topology.devices[0])


def abstract(argument: Argument, sharding: Any = None) -> jax.ShapeDtypeStruct:
    """Return the abstract array of one argument, placed by ``sharding`` where there is one."""
    dtype = np.dtype(jax.numpy.dtype(argument.dtype))
    return jax.ShapeDtypeStruct(argument.shape, dtype, sharding=sharding)


def python_version() -> str:
    """Return the interpreter's ``major.minor.micro``."""
    return ".".join(map(str, sys.version_info[:3]))
