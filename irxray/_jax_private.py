"""The one place that names private parts of jax and jaxlib, for jax 0.10 to 0.12.

The modules beside it that begin with an underscore are the only ones to use them. A new jax that
moves something is met here.
"""

from __future__ import annotations

from jax._src import source_info_util as source_info_util
from jax._src.interpreters import mlir as mlir
from jax._src.lib import tpu as tpu
from jax._src.lib.mlir import ir as ir
from jax._src.lib.mlir import passmanager as passmanager
from jaxlib import _hlo as hlo_parser
from jaxlib.version import __version__ as jaxlib_version

__all__ = [
    "hlo_parser",
    "ir",
    "jaxlib_version",
    "mlir",
    "passmanager",
    "source_info_util",
    "tpu",
]
