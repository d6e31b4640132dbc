"""Optimized HLO as it would be without tags: what is shown, and what two compiles must share."""

from __future__ import annotations

import re
from dataclasses import replace

from irxray.hlo import HloModule, untag_names

# %mul_broadcast_in_dim.2
SIGIL_NAME = re.compile(r"%[\w.\-]+")


def with_plain_names(module: HloModule, text: str) -> HloModule:
    """Return ``module`` as it stands in ``text``, which is its own text without the tags."""
    lines = text.splitlines()
    return HloModule(
        tuple(
            replace(
                one,
                instructions=tuple(
                    each._replace(
                        op_name=untag_names(each.op_name),
                        end_column=len(lines[each.line - 1].rstrip()),
                    )
                    if each.op_name
                    else each
                    for each in one.instructions
                ),
            )
            for one in module.computations
        )
    )


def numbered(text: str) -> str:
    """Return HLO text with every name replaced by its number in order of appearance.

    XLA takes names from metadata where there is some (``%mul_broadcast_in_dim.2``), and numbers
    them; two texts that are equal here are the same program.
    """
    numbers: dict[str, str] = {}
    return SIGIL_NAME.sub(lambda match: numbers.setdefault(match[0], f"%{len(numbers)}"), text)
