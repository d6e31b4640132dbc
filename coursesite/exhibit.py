"""Exhibits: which captures an instrument shows, and what prose can say of them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any

from msgspec import Struct

from coursesite.captures import Found
from coursesite.content import Stage
from coursesite.content_schema import Exhibit
from coursesite.errors import ExhibitError, suggest
from irxray.layers import Layer

if TYPE_CHECKING:
    from irxray.capture import Capture


class ShownExhibit(Struct, frozen=True):
    """An exhibit with the captures it shows."""

    exhibit: Exhibit
    inline: tuple[Capture, ...]
    """Captures in the instrument on the page, in the exhibit's order; all of one program. Of a
    cliff, all there are."""
    apart: tuple[Capture, ...]
    """The program's other captures, stale ones among them: each on a page of its own."""
    stale: tuple[Capture, ...]
    """Those of :attr:`apart` that are of an earlier text of the program."""


def shown_exhibits(stage: Stage, found: Sequence[Found]) -> tuple[ShownExhibit, ...]:
    """Return the stage's exhibits with their captures.

    A stale capture is of another text of the program, so it never stands beside current ones.
    Raises :class:`ExhibitError` when an exhibit names a program that the stage does not have, or
    none of its captures can be shown.
    """
    return tuple(_shown(stage, index, found) for index in range(len(stage.exhibits)))


def _shown(stage: Stage, index: int, found: Sequence[Found]) -> ShownExhibit:
    exhibit = stage.exhibits[index]
    where = stage.where(f"exhibits[{index}].program")
    names = {entry.id for entry in stage.programs}
    if exhibit.program not in names:
        message = f"exhibit '{exhibit.id}' shows a program that is not listed"
        hint = suggest(exhibit.program, names)
        raise ExhibitError(message, where, quote=exhibit.program, hint=hint)
    mine = [each for each in found if each.wanted.program.name == exhibit.program]
    captures = {c.target: c for each in mine if (c := each.capture) is not None}
    stale = tuple(captures[e.wanted.target.name] for e in mine if e.state == "stale")
    if exhibit.kind == "cliff":
        return ShownExhibit(exhibit, tuple(captures.values()), (), stale)
    current = [captures[n] for n in exhibit.targets if n in captures and captures[n] not in stale]
    inline = tuple(each for each in current if _shares_upper_layers(each, current[0]))
    if not inline:
        message = f"exhibit '{exhibit.id}' has no current capture to show"
        hint = "run `make captures`, or show a target that can be captured here, such as cpu"
        raise ExhibitError(message, where, quote=exhibit.program, hint=hint)
    apart = tuple(each for each in captures.values() if each not in inline)
    return ShownExhibit(exhibit, inline, apart, stale)


def _shares_upper_layers(one: Capture, other: Capture) -> bool:
    """Return whether two captures can stand in one instrument: captures by two versions of jax
    may differ above HLO."""
    return (
        one.table.layers[:-1] == other.table.layers[:-1]
        and one.table.links[:-1] == other.table.links[:-1]
    )


def exhibit_values(shown: Sequence[ShownExhibit]) -> dict[str, Mapping[str, object]]:
    """Return what prose can name of each x-ray, as ``ex05.equations`` for ``ex-05``."""
    return {
        exhibit_group(each.exhibit.id): _values(each.inline[0])
        for each in shown
        if each.exhibit.kind == "xray"
    }


def exhibit_group(exhibit: str) -> str:
    """Return how texts name the counts of an x-ray: ``ex05`` for ``ex-05``."""
    return exhibit.replace("-", "")


def capture_layers(capture: Capture) -> dict[str, Any]:
    """Return each layer's coverage, by its name."""
    from irxray.coverage import capture_stats

    layers: dict[str, Any] = capture_stats(capture)["layers"]
    return layers


def _values(capture: Capture) -> dict[str, object]:
    layers = capture_layers(capture)
    hlo = capture.table.layer(Layer.HLO)
    return {
        "function": capture.program.function,
        "arguments": ", ".join(capture.program.arguments),
        "jax": capture.version("jax"),
        "equations": len(capture.table.layer(Layer.JAXPR).items),
        "operations": layers["stablehlo"]["items"],
        "instructions": layers["hlo"]["items"],
        "fusions": sum(item.name == "fusion" for item in hlo.items),
        "source_lines": layers["source"]["items"],
    }
