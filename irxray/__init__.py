"""irxray: what a JAX program becomes, at every layer, with exact links between the lines."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from irxray.api import Xray, xray

__all__ = ["Xray", "xray"]


def __getattr__(name: str) -> Any:
    """Import the interface when it is asked for: the package alone imports nothing."""
    if name in __all__:
        from irxray import api

        return getattr(api, name)
    raise AttributeError(f"module 'irxray' has no attribute '{name}'")
