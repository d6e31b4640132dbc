"""Where a value that texts name can be checked, so that its figure can lead there.

A record's value is checked on the page of records, a count of an x-ray in the x-ray itself, and
what a dump says on the dump's own page.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence

from coursesite.beside import dump_path, dump_programs
from coursesite.captures import Found
from coursesite.content import Stage
from coursesite.exhibit import ShownExhibit, exhibit_group
from coursesite.figures import Link, Links
from coursesite.record import EVIDENCE_WORDS, Record, ValueRecord
from coursesite.record_place import record_href


def record_links(records: Iterable[Record], root: str) -> Links:
    """Return where the values that records give can be checked.

    ``root`` is the way to the site's root. The records are those of which
    :func:`coursesite.values.site_values` makes values.
    """
    return {
        each.name: Link(
            record_href(each.id, root), f"Record {each.id}, {EVIDENCE_WORDS[each.evidence]}"
        )
        for each in records
        if isinstance(each, ValueRecord) and each.name and not each.retracted
    }


def capture_links(
    stage: Stage,
    shown: Sequence[ShownExhibit],
    found: Sequence[Found],
    named: Mapping[str, Mapping[str, object]],
) -> Links:
    """Return where the values that captures give can be checked, from the stage's own page.

    ``named`` holds the values by their groups. A group of which nothing is shown leads nowhere.
    """
    groups = {**_exhibits(stage, shown), **_dumps(stage, found)}
    return {
        f"{group}.{key}": groups[group]
        for group, known in named.items()
        if group in groups
        for key in known
    }


def dump_group(target: str) -> str:
    """Return how texts name the dump of a target: ``tpu_v5e`` for ``tpu-v5e``."""
    return target.replace("-", "_")


def _exhibits(stage: Stage, shown: Sequence[ShownExhibit]) -> Links:
    """Links by group; without instruments, the page shows no exhibits."""
    if stage.instruments is None:
        return {}
    return {
        exhibit_group(each.exhibit.id): Link(
            f"#{each.exhibit.id}", f"Counted in {each.exhibit.designator}"
        )
        for each in shown
    }


def _dumps(stage: Stage, found: Sequence[Found]) -> Links:
    """Links by group, of the program whose dumps texts can name."""
    return {
        dump_group(each.wanted.target.name): Link(
            dump_path(program, each.wanted.target.name, program),
            f"Dump for {each.wanted.target.title}",
        )
        for program in dump_programs(stage)[:1]
        for each in found
        if each.capture is not None and each.wanted.program.name == program
    }
