"""What templates are given: frozen values, ready to print, without logic left to do.

Markup appears here only as ``Markup``, made by :mod:`coursesite.render` (sanitised) or by
:mod:`irxray.html` (escaped by type). Every link is relative to the page that carries it.
"""

from __future__ import annotations

from markupsafe import Markup
from msgspec import Struct

from coursesite.view_chart import Chart


class Section(Struct, frozen=True):
    """One numbered section of a stage page."""

    anchor: str
    """The element id that links point to, such as ``can-you``."""
    kind: str
    """Which template draws it: ``chapter``, ``instruments``, ``deliverables``, ``readings``,
    ``plan``, ``labs``, ``notebook``, ``self_test`` or ``gate``."""
    eyebrow: str
    """The small line above the heading, such as ``the chapter``."""
    heading: str
    """The heading, plain text."""
    layer: str
    """Layer for the depth scale, or empty."""
    lead: Markup
    """Text below the heading, or empty."""
    body: object
    """What the kind's template needs: ``Markup`` for a chapter, else one of the values below."""


class Cell(Struct, frozen=True):
    """One cell of a data table."""

    text: str
    href: str = ""
    """Where the text leads, or empty."""
    note: str = ""
    """A smaller line below, or empty."""
    told: Markup = Markup()
    """The text with its machine words set as code; empty where the column says how it is set."""


class Column(Struct, frozen=True):
    """One column of a data table."""

    head: str
    """With its unit where all cells share one."""
    kind: str = "text"
    """``text``, ``figure`` (right-aligned), or ``code``."""


class Table(Struct, frozen=True):
    """A table of values."""

    caption: str
    columns: tuple[Column, ...]
    rows: tuple[tuple[Cell, ...], ...]
    """As many cells in each as there are columns; the first one heads its row."""
    downloads: tuple[Cell, ...] = ()
    """The same values as files."""
    note: str = ""
    """A sentence below, or empty."""
    narrow: str = "scroll"
    """What a phone makes of it: ``scroll`` sideways beside the first column, or ``records``, each
    row a block of its own with the heads repeated."""


class PageLink(Struct, frozen=True):
    """A page beside this one."""

    title: str
    href: str
    """Empty for the page itself."""
    note: str = ""
    """Such as ``stale``."""


class Exhibit(Struct, frozen=True):
    """An instrument on the page."""

    anchor: str
    """Element id, such as ``ex-05``."""
    designator: str
    """Such as ``EX·05``."""
    title: str
    """Such as ``The IR x-ray``."""
    lead: Markup
    """One or two sentences above the instrument, rendered markdown."""
    instrument: Markup
    """An x-ray, from :mod:`irxray.html`; empty for other kinds."""
    apart: tuple[PageLink, ...] = ()
    """The same instrument for other backends."""
    chart: Chart | None = None
    tables: tuple[Table, ...] = ()
    """Shown below, in sight."""
    values: Table | None = None
    """The chart's values, behind a disclosure."""


class Deliverable(Struct, frozen=True):
    """One row of "What gets built"."""

    title: str
    text: Markup
    state: str
    """``shown`` (exists, see ``href``) or ``planned``."""
    href: str
    """Where it is shown, or empty."""
    tables: tuple[Table, ...] = ()
    pages: tuple[PageLink, ...] = ()


class Reading(Struct, frozen=True):
    """One source to read."""

    title: str
    url: str
    text: Markup


class PlanWeek(Struct, frozen=True):
    """One week of the plan."""

    title: str
    """Such as ``Week 5``."""
    steps: tuple[Markup, ...]


class LabCard(Struct, frozen=True):
    """One lab notebook, as a card."""

    anchor: str
    """Element id, such as ``lab-2.1``."""
    designator: str
    """Such as ``LAB·2.1``."""
    title: str
    hours: str
    """Such as ``about 3 h``."""
    hardware: str
    """Such as ``any machine``."""
    text: Markup
    colab_url: str
    """Opens the notebook from the repository in Colab."""
    source_url: str
    """The notebook in the repository."""
    notebook: str
    """Path of the notebook below the repository root."""


class NotebookCell(Struct, frozen=True):
    """One extracted cell, rendered."""

    anchor: str
    """Element id, unique on the page."""
    kind: str
    """``code`` or ``markdown``."""
    position: int
    """1-based place of the cell in its notebook."""
    html: Markup
    """Highlighted code or rendered markdown."""
    outputs: tuple[Markup, ...]
    """Stored outputs, rendered and sanitised; empty unless the cell asks for them."""


class NotebookExtract(Struct, frozen=True):
    """All extracted cells of one notebook, in order."""

    designator: str
    title: str
    notebook: str
    """Path of the notebook below the repository root: the caption."""
    source_url: str
    cells: tuple[NotebookCell, ...]


class Check(Struct, frozen=True):
    """One line of the self-test."""

    key: str
    """Stable id under which the reader's tick is kept."""
    text: Markup


class GateRow(Struct, frozen=True):
    """One row of a gate's table, every figure formatted with its unit."""

    chip: str
    estimate: str
    estimate_evidence: str
    """Evidence kind of the estimate, in words."""
    estimate_href: str
    """Where the estimate's record can be read; empty where there is none."""
    measured: str
    """What the estimate is held against; empty where nothing has been measured."""
    measured_evidence: str
    ratio: str
    """measured / estimate to two places, or empty."""
    verdict: str
    """``QUEUED``, ``PASS``, ``FAIL``, ``STALE`` or ``RETRACTED``; ``AGREES`` or ``DIFFERS`` for
    what decides nothing."""
    note: str
    """Why, in one sentence (a retraction's reason, what is awaited); empty where the table says
    it once for all of its rows."""
    record: str
    """Id of the record that decided, or of the estimate while nothing is measured."""
    record_href: str
    """Where that record can be read."""


class GateTable(Struct, frozen=True):
    """Some of a gate's rows."""

    rows: tuple[GateRow, ...]
    note: str
    """What all rows have to say, or empty."""


class GateView(Struct, frozen=True):
    """The gate with its state."""

    designator: str
    """Such as ``GATE 02``."""
    state: str
    """The verdict over all rows."""
    explanation: Markup
    criterion: Markup
    decides: GateTable
    """The estimate against what was measured on each chip, or is still to be."""
    aside: GateTable
    """The estimate against what measures nothing; without rows where there is no such record."""
