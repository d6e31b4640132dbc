"""From what was read to what templates are given: one stage as a list of sections."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from pathlib import PurePosixPath
from typing import TYPE_CHECKING

from markupsafe import Markup
from msgspec import Struct

from coursesite import view, view_chart, view_page
from coursesite.address import colab_url, file_url
from coursesite.content import Chapter, Site, Stage
from coursesite.content_schema import (
    Deliverables,
    Exhibit,
    Gate,
    Head,
    Plan,
    Readings,
    SelfTest,
)
from coursesite.drill import CHAPTER
from coursesite.gate import GateResult
from coursesite.gate_page import gate_view
from coursesite.glossary import PATH as GLOSSARY
from coursesite.glossary import Glossary, link_terms
from coursesite.memo import Memo, Shelf
from coursesite.notebook import ExtractedCell, Notebook, require_lab
from coursesite.outputs import render_outputs
from coursesite.prose import Prose
from coursesite.render import highlight_code, render_markdown_cell

if TYPE_CHECKING:
    from coursesite.drill_page import DrillView

EMPTY = Markup()
NO_GLOSSARY = Glossary()
NO_MEMO = Memo()


class Shown(Struct, frozen=True):
    """What one exhibit shows below its text."""

    instrument: Markup = EMPTY
    apart: tuple[view.PageLink, ...] = ()
    chart: view_chart.Chart | None = None
    tables: tuple[view.Table, ...] = ()
    values: view.Table | None = None


class StageInputs(Struct, frozen=True):
    """Everything one stage page is made from."""

    site: Site
    stage: Stage
    notebooks: tuple[Notebook, ...]
    """The stage's labs, in order."""
    cells: tuple[tuple[ExtractedCell, ...], ...]
    """Shown cells of each lab."""
    instruments: Mapping[str, Shown]
    """What each exhibit shows, by exhibit id."""
    mappings: Mapping[tuple[str, str], view.Table]
    """Mapping tables by program and target."""
    dumps: Mapping[str, tuple[view.PageLink, ...]]
    """Pages with the annotated dumps of a program, by program."""
    gate: GateResult | None
    prose: Prose
    drill: DrillView | None = None
    """Stands in the chapter :data:`CHAPTER`, where the stage has cards."""
    glossary: Glossary = NO_GLOSSARY
    parts: Memo = NO_MEMO
    """Keeps what the code makes of cells."""


def stage_sections(inputs: StageInputs) -> tuple[view.Section, ...]:
    """Return the stage's sections in the order of the page; absent ones are left out."""
    stage = inputs.stage
    sections: list[view.Section] = [_chapter(inputs, chapter) for chapter in stage.chapters]
    for part, build in SECTION_BUILDERS:
        head = getattr(stage, part)
        if head is not None:
            sections.append(build(inputs, head))
    return tuple(sections)


def contents(sections: Sequence[view.Section]) -> tuple[view_page.TocEntry, ...]:
    """Return the table of contents of ``sections``."""
    return tuple(view_page.TocEntry(each.anchor, each.heading, each.layer) for each in sections)


# ----------------------------------------------------------------- sections


def _chapter(inputs: StageInputs, chapter: Chapter) -> view.Section:
    plain = inputs.prose.markdown(chapter.text, chapter.where, chapter.anchor)
    prose = link_terms(plain, inputs.glossary, f"../{GLOSSARY}")
    kind = "chapter"
    body: object = prose
    if chapter.anchor == CHAPTER and inputs.drill is not None:
        from coursesite.drill_page import DrillChapter

        kind, body = "drill", DrillChapter(prose, inputs.drill)
    return view.Section(
        chapter.anchor, kind, chapter.eyebrow, chapter.heading, chapter.layer, Markup(), body
    )


def _section(inputs: StageInputs, anchor: str, part: str, head: Head, body: object) -> view.Section:
    # A gate's text belongs to its report, not above it.
    text = "" if part == "gate" else getattr(head, "text", "")
    lead = _text(inputs, f"{part}.text", text)
    return view.Section(anchor, part, head.eyebrow, head.heading, "", lead, body)


def _text(inputs: StageInputs, key: str, text: str) -> Markup:
    """Return the markdown at ``key`` of the stage's file, values filled in, rendered."""
    return inputs.prose.markdown(text, inputs.stage.where(key))


def _inline(inputs: StageInputs, key: str, text: str) -> Markup:
    return inputs.prose.inline(text, inputs.stage.where(key))


def _instruments(inputs: StageInputs, head: Head) -> view.Section:
    exhibits = tuple(
        _exhibit(inputs, index, each) for index, each in enumerate(inputs.stage.exhibits)
    )
    anchor = exhibits[0].anchor if exhibits else "instruments"
    return _section(inputs, anchor, "instruments", head, exhibits)


def _exhibit(inputs: StageInputs, index: int, exhibit: Exhibit) -> view.Exhibit:
    lead = _text(inputs, f"exhibits[{index}].text", exhibit.text)
    shown = inputs.instruments[exhibit.id]
    return view.Exhibit(
        exhibit.id,
        exhibit.designator,
        exhibit.title,
        lead,
        shown.instrument,
        shown.apart,
        shown.chart,
        shown.tables,
        shown.values,
    )


def _deliverables(inputs: StageInputs, head: Deliverables) -> view.Section:
    items = tuple(
        view.Deliverable(
            each.title,
            _inline(inputs, f"deliverables.items[{index}].text", each.text),
            each.state,
            each.href,
            tuple(inputs.mappings[entry.program, entry.target] for entry in each.mappings),
            inputs.dumps.get(each.dumps, ()),
        )
        for index, each in enumerate(head.items)
    )
    return _section(inputs, "what-gets-built", "deliverables", head, items)


def _readings(inputs: StageInputs, head: Readings) -> view.Section:
    items = tuple(
        view.Reading(
            each.title, each.url, _text(inputs, f"readings.items[{index}].text", each.text)
        )
        for index, each in enumerate(head.items)
    )
    return _section(inputs, "readings", "readings", head, items)


def _plan(inputs: StageInputs, head: Plan) -> view.Section:
    weeks = tuple(
        view.PlanWeek(
            week.title,
            tuple(
                _inline(inputs, f"plan.weeks[{at}].steps[{step}]", text)
                for step, text in enumerate(week.steps)
            ),
        )
        for at, week in enumerate(head.weeks)
    )
    return _section(inputs, "the-work", "plan", head, weeks)


def _labs(inputs: StageInputs, head: Head) -> view.Section:
    cards = tuple(_lab_card(inputs, notebook) for notebook in inputs.notebooks)
    return _section(inputs, "labs", "labs", head, cards)


def _lab_card(inputs: StageInputs, notebook: Notebook) -> view.LabCard:
    lab = require_lab(notebook)
    return view.LabCard(
        lab_anchor(lab.designator),
        lab.designator,
        lab.title,
        f"about {lab.hours:g} h",
        lab.hardware,
        inputs.prose.markdown(lab.summary, notebook.where(notebook.cells[0])),
        colab_url(inputs.site, notebook.path),
        file_url(inputs.site, notebook.path),
        notebook.path,
    )


def lab_anchor(designator: str) -> str:
    """Return the element id of a lab: ``lab-2.1`` for ``LAB·2.1``."""
    return designator.lower().replace("·", "-").replace(" ", "-")


def _notebook(inputs: StageInputs, head: Head) -> view.Section:
    extracts = tuple(
        _extract(inputs, notebook, cells)
        for notebook, cells in zip(inputs.notebooks, inputs.cells, strict=True)
        if cells
    )
    return _section(inputs, "from-the-notebook", "notebook", head, extracts)


def _extract(
    inputs: StageInputs, notebook: Notebook, cells: Sequence[ExtractedCell]
) -> view.NotebookExtract:
    lab = require_lab(notebook)
    folder = file_url(inputs.site, str(PurePosixPath(notebook.path).parent)) + "/"
    prefix = lab_anchor(lab.designator)
    with inputs.parts.shelf("cells", f"{inputs.stage.number} {notebook.path}") as shelf:
        shown = tuple(_cell(each, prefix, folder, shelf) for each in cells)
    return view.NotebookExtract(
        lab.designator,
        lab.title,
        notebook.path,
        file_url(inputs.site, notebook.path),
        shown,
    )


def _cell(cell: ExtractedCell, prefix: str, folder: str, shelf: Shelf) -> view.NotebookCell:
    def make() -> list[str]:
        is_code = cell.kind == "code"
        html = highlight_code(cell.source) if is_code else render_markdown_cell(cell, folder)
        return [str(part) for part in (html, *render_outputs(cell))]

    parts = shelf.recall(repr((cell, folder)).encode(), make)
    html, *outputs = map(Markup, parts)
    anchor = f"{prefix}-cell-{cell.position}"
    return view.NotebookCell(anchor, cell.kind, cell.position, html, tuple(outputs))


def _self_test(inputs: StageInputs, head: SelfTest) -> view.Section:
    checks = tuple(
        view.Check(each.id, _inline(inputs, f"self_test.items[{index}].text", each.text))
        for index, each in enumerate(head.items)
    )
    return _section(inputs, "can-you", "self_test", head, checks)


# --------------------------------------------------------------------- gate


def _gate(inputs: StageInputs, gate: Gate) -> view.Section:
    result = inputs.gate
    assert result is not None, "a stage with a gate has a result"
    body = gate_view(
        gate.designator,
        result,
        _text(inputs, "gate.text", gate.text),
        _inline(inputs, "gate.criterion", gate.criterion),
    )
    return _section(inputs, "the-gate", "gate", gate, body)


SECTION_BUILDERS: tuple[tuple[str, Callable[..., view.Section]], ...] = (
    ("instruments", _instruments),
    ("deliverables", _deliverables),
    ("readings", _readings),
    ("plan", _plan),
    ("labs", _labs),
    ("notebook", _notebook),
    ("self_test", _self_test),
    ("gate", _gate),
)
"""Parts of a stage after its chapters, in the order of the page, with what builds each."""
