"""One stage's page as a value, from its content, its labs, its captures and the records."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import TYPE_CHECKING

from markupsafe import Markup
from msgspec import Struct

from coursesite import view, view_page
from coursesite.beside import dump_links, dump_programs, raw_addresses, xray_links
from coursesite.captures import Found
from coursesite.content import Stage
from coursesite.drill import Deck
from coursesite.errors import ExhibitError, Where, suggest
from coursesite.exhibit import ShownExhibit, exhibit_values
from coursesite.gate import GateResult, gate_result
from coursesite.memo import Memo
from coursesite.neighbours import neighbours
from coursesite.notebook import ExtractedCell, Notebook
from coursesite.origin import capture_links, dump_group, record_links
from coursesite.page import Shown, StageInputs, contents, stage_sections
from coursesite.prose import Prose
from coursesite.quantity import Quantity
from coursesite.record import Record, SeriesRecord
from coursesite.shell import Shell
from coursesite.value_names import suggest_value
from coursesite.values import site_values

if TYPE_CHECKING:
    from coursesite.drill_page import DrillView


class StageSources(Struct, frozen=True):
    """What was read for one stage."""

    stage: Stage
    notebooks: tuple[Notebook, ...]
    """Its labs, in order."""
    cells: tuple[tuple[ExtractedCell, ...], ...]
    """Shown cells of each lab."""
    found: tuple[Found, ...]
    """What there is of each capture it asks for."""
    shown: tuple[ShownExhibit, ...]
    records: tuple[Record, ...]
    deck: Deck | None = None
    """Cards of the fluency drill, where the stage has some."""


def stage_page(shell: Shell, sources: StageSources, parts: Memo) -> view_page.StagePage:
    """Return the stage page.

    ``parts`` keeps what the code makes of captures and of cells; the code's digest is in its salt.
    Raises a :class:`coursesite.errors.SiteError` for a text that names an unknown value, or an
    entry that names something which is not there.
    """
    stage, prose = sources.stage, _prose(sources)
    sections = stage_sections(_inputs(shell, sources, prose, parts))
    info = shell.info("..")
    beside = neighbours(info.track, stage.number)
    folder = f"stage-{stage.number}"
    return view_page.StagePage(
        info,
        stage.number,
        stage.title,
        prose.plain(stage.description, stage.where("description")),
        prose.inline(stage.artifact, stage.where("artifact")),
        contents(sections),
        sections,
        tuple(_stale_notices(sources.found)),
        stage.state,
        beside.previous,
        beside.next,
        shell.card(
            f"{folder}/index.html", f"{folder}/picture.png", f"Stage {stage.number}: {stage.title}"
        ),
    )


def _prose(sources: StageSources) -> Prose:
    """What texts can name, and where each figure can be checked."""
    stage = sources.stage
    named = {**exhibit_values(sources.shown), **_dump_values(sources)}
    links = {
        **capture_links(stage, sources.shown, sources.found, named),
        **record_links(sources.records, ".."),
    }
    return Prose(site_values(sources.records, named, stage), links)


def _inputs(shell: Shell, sources: StageSources, prose: Prose, parts: Memo) -> StageInputs:
    stage = sources.stage
    return StageInputs(
        shell.site,
        stage,
        sources.notebooks,
        sources.cells,
        {each.exhibit.id: _show(shell, sources, each, prose, parts) for each in sources.shown},
        _mappings(sources),
        _dumps(sources),
        _gate(sources),
        prose,
        _drill(sources.deck, stage.number) if sources.deck else None,
        shell.glossary,
        parts,
    )


def _drill(deck: Deck, stage: int) -> DrillView:
    from coursesite.drill_page import drill_view  # most stages have no deck

    return drill_view(deck, stage)


# ------------------------------------------------------------------ exhibits


def _show(
    shell: Shell, sources: StageSources, shown: ShownExhibit, prose: Prose, parts: Memo
) -> Shown:
    if shown.exhibit.kind == "cliff":
        return _show_cliff(sources, shown, prose)
    digests = {id(each.capture): each.digest for each in sources.found}
    stated = "\0".join([shown.exhibit.id, *(digests[id(each)] for each in shown.inline)])

    def render() -> str:
        from irxray.html import render_fragment
        from irxray.view import view_captures

        views = view_captures(shown.inline, shown.exhibit.id)
        return str(render_fragment(views, raw_addresses(shown.inline)))

    fragment = Markup(parts.recall("instrument", stated.encode(), render))
    return Shown(fragment, xray_links(shown, "", ""))


def _show_cliff(sources: StageSources, shown: ShownExhibit, prose: Prose) -> Shown:
    from coursesite.chart import cliff_chart, cliff_table
    from coursesite.tables import spill_table

    record = _sweep(sources, shown)
    name = shown.exhibit.predicted
    predicted = prose.values.get(name)
    if not isinstance(predicted, Quantity):
        where = _exhibit_where(sources, shown, "predicted")
        message = f"exhibit '{shown.exhibit.id}' names a prediction that does not exist"
        raise ExhibitError(message, where, quote=name, hint=suggest_value(name, prose.values))
    link = prose.links.get(name)
    table = spill_table(shown.inline, predicted.value, "dumps/", link.href if link else "")
    return Shown(chart=cliff_chart(record), values=cliff_table(record), tables=(table,))


def _sweep(sources: StageSources, shown: ShownExhibit) -> SeriesRecord:
    known = {each.id: each for each in sources.records if isinstance(each, SeriesRecord)}
    if shown.exhibit.sweep not in known:
        where = _exhibit_where(sources, shown, "sweep")
        message = f"exhibit '{shown.exhibit.id}' draws a record that does not exist"
        hint = suggest(shown.exhibit.sweep, known)
        raise ExhibitError(message, where, quote=shown.exhibit.sweep, hint=hint)
    return known[shown.exhibit.sweep]


def _exhibit_where(sources: StageSources, shown: ShownExhibit, key: str) -> Where:
    index = sources.stage.exhibits.index(shown.exhibit)
    return sources.stage.where(f"exhibits[{index}].{key}")


# -------------------------------------------------------- what gets built


def _mappings(sources: StageSources) -> Mapping[tuple[str, str], view.Table]:
    """Return the mapping tables that deliverables ask for."""
    captures = {
        (each.wanted.program.name, each.wanted.target.name): each.capture
        for each in sources.found
        if each.capture is not None
    }
    items = sources.stage.deliverables.items if sources.stage.deliverables else ()
    tables = {}
    for index, item in enumerate(items):
        for at, entry in enumerate(item.mappings):
            key = (entry.program, entry.target)
            if key not in captures:
                where = sources.stage.where(f"deliverables.items[{index}].mappings[{at}]")
                message = "the mapping table is of a capture that does not exist"
                known = (f"{program}/{target}" for program, target in captures)
                hint = suggest("/".join(key), known)
                raise ExhibitError(message, where, quote="/".join(key), hint=hint)
            from coursesite.tables import mapping_table

            tables[key] = mapping_table(captures[key], _program_title(sources, entry.program))
    return tables


def _program_title(sources: StageSources, program: str) -> str:
    """Return the designator that goes with a program: its exhibit's or its lab's, else its id."""
    for exhibit in sources.stage.exhibits:
        if exhibit.program == program and exhibit.kind == "xray":
            return exhibit.designator
    for notebook in sources.notebooks:
        if notebook.lab and notebook.lab.designator.lower().replace("·", "-") == program:
            return notebook.lab.designator
    return program


def _dumps(sources: StageSources) -> Mapping[str, tuple[view.PageLink, ...]]:
    programs = dump_programs(sources.stage)
    return {
        program: dump_links(sources.found, program, programs[0], "", "") for program in programs
    }


def _dump_values(sources: StageSources) -> Mapping[str, Mapping[str, object]]:
    """Return what prose can name of the first program's dumps, as ``tpu_v5e.writer_line``."""
    programs = dump_programs(sources.stage)[:1]
    if not programs:
        return {}
    from coursesite.dump import dump_values

    return {
        dump_group(each.wanted.target.name): dump_values(each.capture)
        for each in sources.found
        if each.capture is not None and each.wanted.program.name in programs
    }


# ------------------------------------------------------------ gate, notices


def _gate(sources: StageSources) -> GateResult | None:
    """Return the gate's result; a measurement counts while it is of the program as it is now."""
    gate = sources.stage.gate
    if gate is None:
        return None
    digests = {each.wanted.program.name: each.wanted.program.digest() for each in sources.found}
    return gate_result(gate, sources.records, digests.get(gate.program))


def _stale_notices(found: Iterable[Found]) -> Iterator[str]:
    """Yield one sentence for each program of which some captures are not of today's text."""
    stale: dict[str, list[str]] = {}
    for each in found:
        if each.state == "stale":
            stale.setdefault(each.wanted.program.name, []).append(each.wanted.target.title)
    for program, titles in stale.items():
        yield (
            f"The program {program} has changed since it was captured for {_listed(titles)}: "
            "what is shown for these is of the earlier text."
        )


def _listed(names: Sequence[str]) -> str:
    return " and ".join([", ".join(names[:-1]), names[-1]] if len(names) > 1 else names)
