"""What a lab says about itself: the ``lab`` object of its notebook's metadata."""

from __future__ import annotations

import json
import re
from collections.abc import Mapping
from typing import Any

from msgspec import Struct

from coursesite.errors import NotebookError, Where, shorten, suggest

# LAB·2.1
DESIGNATOR = re.compile(r"LAB·[0-9]+(?:\.[0-9]+)*\Z")

LAB_HINT = (
    "add to the notebook's metadata: "
    '"lab": {"designator": "LAB·2.1", "title": "…", "hours": 3, "hardware": "any machine"}'
)


class LabMetadata(Struct, frozen=True):
    """What a lab says about itself, from the notebook's own metadata under ``lab``."""

    designator: str
    """Such as ``LAB·2.1``; used once on the whole site."""
    title: str
    hours: float
    """About how long it takes."""
    hardware: str
    """Such as ``any machine``."""
    summary: str = ""
    """A sentence or two for the lab's card, markdown."""


def read_lab(metadata: Mapping[str, Any], name: str) -> LabMetadata | None:
    """The ``lab`` object of a notebook's ``metadata``; nothing when the notebook is no lab.

    ``name`` is the notebook's path. Raises :class:`NotebookError` for a wrong key or type.
    """
    if "lab" not in metadata:
        return None
    lab = metadata["lab"]
    if not isinstance(lab, dict):
        raise _lab_error("is not an object", lab, name, LAB_HINT)
    _check_lab_keys(lab, name)
    for key in ("designator", "title", "hardware", "summary"):
        if not isinstance(lab.get(key, ""), str) or lab.get(key) == "":
            raise _lab_error(f"needs text as '{key}'", {key: lab[key]}, name, LAB_HINT)
    if not DESIGNATOR.match(lab["designator"]):
        found = {"designator": lab["designator"]}
        raise _lab_error("has a designator unlike LAB·2.1", found, name, LAB_HINT)
    hours = lab["hours"]
    if isinstance(hours, bool) or not isinstance(hours, int | float) or not 0 < hours < 1000:
        raise _lab_error("needs a number above 0 as 'hours'", {"hours": hours}, name, LAB_HINT)
    return LabMetadata(**lab)


def _check_lab_keys(lab: Mapping[str, Any], name: str) -> None:
    """Raises for an unknown key, else for a missing one."""
    known = ("designator", "title", "hours", "hardware", "summary")
    for key in lab:
        if key not in known:
            message = f"has an unknown key '{key}'"
            raise _lab_error(message, {key: lab[key]}, name, suggest(key, known))
    for key in known[:4]:
        if key not in lab:
            raise _lab_error(f"lacks '{key}'", lab, name, LAB_HINT)


def _lab_error(message: str, found: object, name: str, hint: str) -> NotebookError:
    quote = shorten(json.dumps(found, ensure_ascii=False))
    return NotebookError(f"metadata 'lab' {message}", Where(name), quote=quote, hint=hint)
