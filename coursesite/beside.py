"""Pages and files beside a stage page: annotated dumps, the instrument for one backend, mapping
tables as files, raw texts.

What reads captures is imported where it is used: most stages, and most builds, do without it.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from functools import partial
from typing import TYPE_CHECKING

from msgspec import Struct

from coursesite import view, view_dump
from coursesite.captures import Found
from coursesite.content import Stage
from coursesite.exhibit import ShownExhibit
from coursesite.machine import code, tell
from coursesite.output_file import OutputFile, output_file
from coursesite.shell import Shell
from irxray.layers import LAYERS, Layer
from irxray.target import find_target

if TYPE_CHECKING:
    from irxray.capture import Capture


class Beside(Struct, frozen=True):
    """One page beside the stage page, not yet made."""

    path: str
    """Below the stage's folder."""
    template: str
    capture: Capture
    """The capture it shows."""
    links: tuple[view.PageLink, ...]
    """Links to the same page for other backends."""
    title: str
    """Of the exhibit, or empty: it stands in the page's own title."""
    make: Callable[[], object]
    """Returns the value that the template is given."""


# -------------------------------------------------------------------- dumps


def dump_programs(stage: Stage) -> tuple[str, ...]:
    """Return the programs whose annotated dumps the stage asks for."""
    items = stage.deliverables.items if stage.deliverables else ()
    return tuple(dict.fromkeys(each.dumps for each in items if each.dumps))


def dump_path(program: str, target: str, first: str) -> str:
    """Return where a dump's page lies below the stage's folder; the first program's are short."""
    return f"dumps/{target}.html" if program == first else f"dumps/{program}/{target}.html"


def dump_links(
    found: Sequence[Found], program: str, first: str, here: str, to_stage: str
) -> tuple[view.PageLink, ...]:
    """Return links to the dumps of ``program``; the one of target ``here`` leads nowhere."""
    return tuple(
        view.PageLink(
            each.wanted.target.title,
            "" if name == here else to_stage + dump_path(program, name, first),
            "stale" if each.state == "stale" else "",
        )
        for each in found
        for name in [each.wanted.target.name]
        if each.wanted.program.name == program and each.capture is not None
    )


def dump_pages(shell: Shell, stage: Stage, found: Sequence[Found]) -> Iterator[Beside]:
    """Yield the pages with annotated dumps."""
    programs = dump_programs(stage)
    for each in found:
        program, target = each.wanted.program.name, each.wanted.target.name
        if each.capture is None or program not in programs:
            continue
        path = dump_path(program, target, programs[0])
        up = "../" * path.count("/")
        links = dump_links(found, program, programs[0], target, up)
        make = partial(_dump_page, shell, stage.number, each, each.capture, links, up)
        yield Beside(path, "layouts/dump.html.j2", each.capture, links, "", make)


def _dump_page(
    shell: Shell,
    number: int,
    found: Found,
    capture: Capture,
    links: tuple[view.PageLink, ...],
    up: str,
) -> view_dump.DumpPage:
    from coursesite.dump import analyse, dump_blocks, dump_lead, dump_summary, dump_tables

    function, title = capture.program.function, found.wanted.target.title
    analysis = analyse(capture)
    lead = dump_lead(capture)
    return view_dump.DumpPage(
        shell.info(f"{up}.."),
        number,
        f"{function} on {title}",
        lead.striptags(),
        lead,
        f"{up}index.html",
        dump_summary(capture, analysis),
        dump_tables(analysis),
        dump_blocks(capture, analysis),
        up + raw_path(capture, Layer.HLO),
        links,
        _stale_notice(found),
    )


def _stale_notice(found: Found) -> tuple[str, ...]:
    if found.state != "stale":
        return ()
    return (
        "The program has changed since this was captured: what stands here is of the earlier text.",
    )


# --------------------------------------------------------------- instrument


def xray_path(exhibit: str, target: str) -> str:
    """Return where the instrument for one backend lies below the stage's folder."""
    return f"{exhibit}/{target}.html"


def xray_links(shown: ShownExhibit, here: str, to_stage: str) -> tuple[view.PageLink, ...]:
    """Return links to the instrument for the backends that are not on the stage page."""
    return tuple(
        view.PageLink(
            find_target(each.target).title,
            "" if each.target == here else to_stage + xray_path(shown.exhibit.id, each.target),
            "stale" if each in shown.stale else "",
        )
        for each in shown.apart
    )


def xray_pages(shell: Shell, stage: Stage, exhibits: Sequence[ShownExhibit]) -> Iterator[Beside]:
    """Yield the instrument's pages for backends that are not on the stage page."""
    for shown in exhibits:
        for capture in shown.apart:
            links = xray_links(shown, capture.target, "../")
            make = partial(_xray_page, shell, stage.number, shown, capture, links)
            path = xray_path(shown.exhibit.id, capture.target)
            title = shown.exhibit.title
            yield Beside(path, "layouts/xray.html.j2", capture, links, title, make)


def _xray_page(
    shell: Shell,
    number: int,
    shown: ShownExhibit,
    capture: Capture,
    links: tuple[view.PageLink, ...],
) -> view_dump.XrayPage:
    from irxray.html import render_fragment
    from irxray.view import view_captures

    title = find_target(capture.target).title
    lead = tell("{} at every layer, compiled for {}.", code(capture.program.function), title)
    notice = (
        "The program has changed since this was captured: all four layers are of the earlier text.",
    )
    return view_dump.XrayPage(
        shell.info("../.."),
        number,
        f"{shown.exhibit.title}: {title}",
        lead.striptags(),
        lead,
        f"../index.html#{shown.exhibit.id}",
        render_fragment(
            view_captures([capture], shown.exhibit.id),
            raw_addresses([capture], "../"),
            level=2,
        ),
        links,
        notice if capture in shown.stale else (),
    )


# -------------------------------------------------------------------- files


def raw_path(capture: Capture, layer: Layer) -> str:
    """Return where, below a stage's folder, the raw text of a layer lies."""
    from irxray.pane import FILE_NAMES

    return f"raw/{capture.program.name}/{capture.target}/{FILE_NAMES[layer]}"


def raw_addresses(captures: Sequence[Capture], to_stage: str = "") -> dict[str, str]:
    """Return the address of each pane's raw text, from a page whose way to its stage's folder is
    ``to_stage``."""
    upper = {str(layer): to_stage + raw_path(captures[0], layer) for layer in LAYERS[:-1]}
    lower = {f"hlo@{c.target}": raw_path(c, Layer.HLO) for c in captures}
    lower |= {f"kernel@{c.target}": raw_path(c, Layer.KERNEL) for c in captures if c.kernels}
    return upper | {key: to_stage + path for key, path in lower.items()}


def stage_files(stage: Stage, found: Sequence[Found]) -> Iterator[OutputFile]:
    """Yield raw texts and mapping tables."""
    folder = f"stage-{stage.number}"
    captures = [each.capture for each in found if each.capture is not None]
    for capture in captures:
        for layer in LAYERS:
            text = capture.table.layer(layer).text
            yield output_file(f"{folder}/{raw_path(capture, layer)}", text.encode())
        if capture.kernels:
            text = "".join(each.text for each in capture.kernels)
            yield output_file(f"{folder}/{raw_path(capture, Layer.KERNEL)}", text.encode())
    items = stage.deliverables.items if stage.deliverables else ()
    wanted = {(entry.program, entry.target) for each in items for entry in each.mappings}
    for capture in captures:
        if (capture.program.name, capture.target) in wanted:
            from coursesite.tables import mapping_files

            for name, text in mapping_files(capture):
                yield output_file(f"{folder}/mapping/{name}", text.encode())
