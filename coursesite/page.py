"""From what was read to what templates are given: one stage as a list of sections."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import PurePosixPath
from urllib.parse import quote

from markupsafe import Markup

from coursesite import view
from coursesite.content import Chapter, Site, Stage
from coursesite.content_schema import Exhibit, Gate, Head
from coursesite.gate import GateResult, Verdict
from coursesite.memo import Memo
from coursesite.notebook import ExtractedCell, Notebook, require_lab
from coursesite.outputs import render_outputs
from coursesite.quantity import format_quantity
from coursesite.record import EVIDENCE_WORDS, ValueRecord, record_path
from coursesite.render import (
    highlight_code,
    render_inline,
    render_markdown,
    render_markdown_cell,
)
from coursesite.values import Values, fill

ABSENT = "—"


@dataclass(frozen=True, slots=True)
class StageInputs:
    """Everything one stage page is made from."""

    site: Site
    stage: Stage
    notebooks: tuple[Notebook, ...]
    """The stage's labs, in order."""
    cells: tuple[tuple[ExtractedCell, ...], ...]
    """Shown cells of each lab."""
    instruments: Mapping[str, Markup]
    """Each exhibit's instrument, by exhibit id."""
    gate: GateResult | None
    values: Values
    memo: Memo


def stage_sections(inputs: StageInputs) -> tuple[view.Section, ...]:
    """Return the stage's sections in the order of the page; absent ones are left out."""
    stage = inputs.stage
    sections: list[view.Section] = [_chapter(inputs, chapter) for chapter in stage.chapters]
    for part, build in SECTION_BUILDERS:
        head = getattr(stage, part)
        if head is not None:
            sections.append(build(inputs, head))
    return tuple(sections)


def contents(sections: Sequence[view.Section]) -> tuple[view.TocEntry, ...]:
    """Return the table of contents of ``sections``."""
    return tuple(view.TocEntry(each.anchor, each.heading, each.layer) for each in sections)


def repository_url(site: Site) -> str:
    """Return the address of the repository."""
    return f"https://github.com/{site.repository}"


def file_url(site: Site, path: str) -> str:
    """Return the address at which a file of the repository can be read."""
    return f"{repository_url(site)}/blob/{site.branch}/{quote(path)}"


def colab_url(site: Site, path: str) -> str:
    """Return the address that opens a notebook of the repository in Colab."""
    return f"https://colab.research.google.com/github/{site.repository}/blob/{site.branch}/{quote(path)}"


# ----------------------------------------------------------------- sections


def _chapter(inputs: StageInputs, chapter: Chapter) -> view.Section:
    text = fill(chapter.text, inputs.values, chapter.where)
    body = render_markdown(text, chapter.where, chapter.anchor)
    return view.Section(
        chapter.anchor, "chapter", chapter.eyebrow, chapter.heading, chapter.layer, Markup(), body
    )


def _section(inputs: StageInputs, anchor: str, part: str, head: Head, body: object) -> view.Section:
    # A gate's text belongs to its report, not above it.
    text = "" if part == "gate" else getattr(head, "text", "")
    lead = _text(inputs, f"{part}.text", text)
    return view.Section(anchor, part, head.eyebrow, head.heading, "", lead, body)


def _text(inputs: StageInputs, key: str, text: str) -> Markup:
    """Return the markdown at ``key`` of the stage's file, values filled in, rendered."""
    where = inputs.stage.where(key)
    return render_markdown(fill(text, inputs.values, where), where)


def _inline(inputs: StageInputs, key: str, text: str) -> Markup:
    where = inputs.stage.where(key)
    return render_inline(fill(text, inputs.values, where), where)


def _instruments(inputs: StageInputs, head: Head) -> view.Section:
    exhibits = tuple(
        _exhibit(inputs, index, each) for index, each in enumerate(inputs.stage.exhibits)
    )
    anchor = exhibits[0].anchor if exhibits else "instruments"
    return _section(inputs, anchor, "instruments", head, exhibits)


def _exhibit(inputs: StageInputs, index: int, exhibit: Exhibit) -> view.Exhibit:
    return view.Exhibit(
        exhibit.id,
        exhibit.designator,
        exhibit.title,
        _text(inputs, f"exhibits[{index}].text", exhibit.text),
        inputs.instruments[exhibit.id],
    )


def _deliverables(inputs: StageInputs, head: Head) -> view.Section:
    items = tuple(
        view.Deliverable(
            each.title,
            _inline(inputs, f"deliverables.items[{index}].text", each.text),
            each.state,
            each.href,
        )
        for index, each in enumerate(head.items)  # type: ignore[attr-defined]
    )
    return _section(inputs, "what-gets-built", "deliverables", head, items)


def _readings(inputs: StageInputs, head: Head) -> view.Section:
    items = tuple(
        view.Reading(
            each.title, each.url, _text(inputs, f"readings.items[{index}].text", each.text)
        )
        for index, each in enumerate(head.items)  # type: ignore[attr-defined]
    )
    return _section(inputs, "readings", "readings", head, items)


def _plan(inputs: StageInputs, head: Head) -> view.Section:
    weeks = tuple(
        view.PlanWeek(
            week.title,
            tuple(
                _inline(inputs, f"plan.weeks[{at}].steps[{step}]", text)
                for step, text in enumerate(week.steps)
            ),
        )
        for at, week in enumerate(head.weeks)  # type: ignore[attr-defined]
    )
    return _section(inputs, "the-work", "plan", head, weeks)


def _labs(inputs: StageInputs, head: Head) -> view.Section:
    cards = tuple(_lab_card(inputs, notebook) for notebook in inputs.notebooks)
    return _section(inputs, "labs", "labs", head, cards)


def _lab_card(inputs: StageInputs, notebook: Notebook) -> view.LabCard:
    lab = require_lab(notebook)
    where = notebook.where(notebook.cells[0])
    return view.LabCard(
        lab_anchor(lab.designator),
        lab.designator,
        lab.title,
        f"about {lab.hours:g} h",
        lab.hardware,
        render_markdown(fill(lab.summary, inputs.values, where), where),
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
    return view.NotebookExtract(
        lab.designator,
        lab.title,
        notebook.path,
        file_url(inputs.site, notebook.path),
        tuple(_cell(inputs, cell, f"{prefix}-cell-{cell.position}", folder) for cell in cells),
    )


def _cell(inputs: StageInputs, cell: ExtractedCell, anchor: str, folder: str) -> view.NotebookCell:
    if cell.kind == "code":
        html = highlight_code(cell.source)
    else:
        html = render_markdown_cell(cell, folder)
    outputs = render_outputs(cell, inputs.memo) if cell.outputs else ()
    return view.NotebookCell(anchor, cell.kind, cell.position, html, outputs)


def _self_test(inputs: StageInputs, head: Head) -> view.Section:
    checks = tuple(
        view.Check(each.id, _inline(inputs, f"self_test.items[{index}].text", each.text))
        for index, each in enumerate(head.items)  # type: ignore[attr-defined]
    )
    return _section(inputs, "can-you", "self_test", head, checks)


# --------------------------------------------------------------------- gate


def _gate(inputs: StageInputs, gate: Gate) -> view.Section:
    result = inputs.gate
    assert result is not None, "a stage with a gate has a result"
    criterion = _inline(inputs, "gate.criterion", gate.criterion)
    body = view.GateView(
        gate.designator,
        result.state,
        _text(inputs, "gate.text", gate.text),
        tuple(_gate_row(inputs.site, row, criterion) for row in result.rows),
    )
    return _section(inputs, "the-gate", "gate", gate, body)


def _gate_row(site: Site, row: Verdict, criterion: Markup) -> view.GateRow:
    decided = row.measured or row.estimate
    record = decided.id if decided else ""
    return view.GateRow(
        row.chip,
        criterion,
        _figure(row.estimate),
        _evidence(row.estimate),
        _figure(row.measured),
        _evidence(row.measured),
        f"{row.ratio:.2f}" if row.ratio is not None else "",
        row.verdict,
        row.note,
        record,
        file_url(site, record_path(record)) if record else "",
    )


def _figure(record: ValueRecord | None) -> str:
    return format_quantity(record.value, record.unit) if record else ABSENT


def _evidence(record: ValueRecord | None) -> str:
    return EVIDENCE_WORDS[record.evidence] if record else ""


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


def stage_track(site: Site, root: str) -> Iterator[view.StageLink]:
    """Yield the stages of the track, with links from a page whose way to the root is ``root``."""
    for entry in site.stages:
        is_open = entry.number in site.open_stages
        href = f"{root}/stage-{entry.number}/index.html" if is_open else ""
        state = "open" if is_open else "planned"
        yield view.StageLink(entry.number, entry.title, entry.summary, state, href)
