"""What to say about a value that does not exist: names near it, and how to see the others.

A course has about a hundred names, so an error never lists them all. A name is ``group.rest``; a
group alone, as in ``{{ spill }}``, is no value either, and its error lists what is in it.
"""

from __future__ import annotations

import textwrap
from collections.abc import Collection
from difflib import SequenceMatcher, get_close_matches

NEAREST = 3
CLOSE = 0.6
"""How alike a name must be to be offered, from 0 to 1."""
CERTAIN = 0.9
"""How alike a name must be to leave out those that are less so."""
WIDTH = 90


def suggest_value(name: str, known: Collection[str]) -> str:
    """Return up to three near names, or those of the same group, and how to see all others."""
    if not known:
        return "none are known here"
    groups = sorted({each.partition(".")[0] for each in known})
    if name in groups:
        return _listed(f"values of '{name}'", _members(name, known))
    hint = _nearest(name, known)
    if hint.endswith("?") and " or " not in hint:
        return hint
    others = _listed(f"a group alone, as in {{{{ {groups[0]} }}}}, lists its names; groups", groups)
    return f"{hint}\n{others}" if hint else others


def _nearest(name: str, known: Collection[str]) -> str:
    """Near names as a question; where none is near, what is in the name's group."""
    near = get_close_matches(name, sorted(known), n=NEAREST, cutoff=CLOSE)
    certain = [each for each in near if SequenceMatcher(None, each, name).ratio() >= CERTAIN]
    if near := certain or near:
        first, last = [f"'{each}'" for each in near[:-1]], f"'{near[-1]}'"
        return f"did you mean {', '.join(first)}{' or ' if first else ''}{last}?"
    group = name.partition(".")[0]
    members = _members(group, known)
    return _listed(f"values of '{group}'", members) if members else ""


def _members(group: str, known: Collection[str]) -> list[str]:
    return sorted(each for each in known if each.startswith(f"{group}."))


def _listed(title: str, names: Collection[str]) -> str:
    """The names on lines that fit a terminal."""
    return textwrap.fill(
        f"{title}: {', '.join(names)}",
        WIDTH,
        subsequent_indent="  ",
        break_long_words=False,
        break_on_hyphens=False,
    )
