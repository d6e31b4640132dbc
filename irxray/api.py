"""``irxray.xray(f, *args)``: a function's layers, spills and mapping, in Python and in notebooks.

A function that can be sliced out of its file or notebook is captured in a process of its own. One
that cannot (a closure, a method, a gradient, one that reads values computed before) is traced where
it lives; jax's caches are cleared for that, so its next ordinary call compiles again.
"""

from __future__ import annotations

import html
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from irxray.capture import Capture
from irxray.catalog import Catalog, catalog_table
from irxray.coverage import Coverage, measure_coverage
from irxray.layers import LAYERS, Layer
from irxray.mapping import MappingRow, map_equations
from irxray.spills import Spill, report_spills
from irxray.store import write_capture

FRAME_HEIGHT = "min(46rem, 90vh)"


@dataclass(frozen=True, slots=True)
class Xray:
    """One function on one target, captured; in a notebook it shows itself as the instrument."""

    capture: Capture
    """Everything that was captured."""

    @property
    def spills(self) -> tuple[Spill, ...]:
        """Return what goes to main memory and back, the largest first."""
        return report_spills(self.capture).spills

    @property
    def mapping(self) -> tuple[MappingRow, ...]:
        """Return one row for each equation: where it came from, where it went."""
        return map_equations(self.capture)

    @property
    def coverage(self) -> dict[Layer, Coverage]:
        """Return how much of each layer is linked, in lines."""
        return {layer: measure_coverage(self.capture.table, layer) for layer in LAYERS}

    @property
    def catalog(self) -> Catalog:
        """Return the primitives of the jaxpr by category."""
        return catalog_table(self.capture.table)

    def text(self, layer: str) -> str:
        """Return the text of ``source``, ``jaxpr``, ``stablehlo`` or ``hlo``."""
        return self.capture.table.layer(Layer(layer)).text

    def save(self, folder: str | Path) -> None:
        """Write the capture to ``folder``/TARGET, where the command line finds it."""
        write_capture(self.capture, Path(folder) / self.capture.target)

    def to_html(self) -> str:
        """Return the instrument as a page of its own that needs no other file."""
        from irxray.standalone import render_page
        from irxray.view import view_captures

        program = self.capture.program
        view = view_captures([self.capture], program.name)
        return render_page(view, f"{program.name}: {program.function}")

    def _repr_html_(self) -> str:
        """Return the instrument for a notebook: a frame with a document of its own."""
        page = html.escape(self.to_html(), quote=True)
        title = f"{self.capture.program.function} on {self.capture.target}"
        return (
            f'<iframe srcdoc="{page}" title="{html.escape(title, quote=True)}" '
            f'style="width: 100%; height: {FRAME_HEIGHT}; border: 0" '
            'sandbox="allow-scripts allow-downloads" loading="lazy"></iframe>'
        )

    def __repr__(self) -> str:
        program, rows = self.capture.program, self.mapping
        called = f"{program.function}({', '.join(program.arguments)})"
        return (
            f"<Xray of {called} on {self.capture.target}: {len(rows)} equations, "
            f"{len(self.spills)} spills>"
        )


def xray(
    function: Callable[..., Any],
    *arguments: Any,
    target: str = "cpu",
    static: Mapping[str, Any] | None = None,
    name: str = "",
    verify: bool = True,
    **named: Any,
) -> Xray:
    """Return ``function`` captured as it is called with ``arguments``.

    Arguments are arrays or ``jax.ShapeDtypeStruct`` values in any pytree; only shapes and dtypes
    count. ``static`` are arguments by name that are not traced. ``target`` is one of ``irxray
    targets``, or ``here`` for the chip this process's jax runs on. ``verify`` compiles twice to
    check that the tags changed nothing.

    Raises ``ProgramError`` where the function's source cannot be read, ``CaptureError`` where it
    cannot be traced or compiled, ``TargetError`` where the target cannot be compiled for here.
    """
    from irxray.inline import LiveCall, capture_function

    call = LiveCall(function, arguments, named, static or {}, name)
    return Xray(capture_function(call, target, verify=verify))
