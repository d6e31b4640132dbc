"""Python's garbage collector, kept out of the way for a while.

Once jax is loaded a full collection walks some million objects, for a tenth of a second; links and
documents are many small values without cycles, and set one off again and again.
"""

from __future__ import annotations

import gc
from collections.abc import Iterator
from contextlib import contextmanager


@contextmanager
def paused_collection() -> Iterator[None]:
    """Collect no garbage meanwhile; what reference counts free is freed as ever."""
    was_enabled = gc.isenabled()
    gc.disable()
    try:
        yield
    finally:
        if was_enabled:
            gc.enable()
