"""What templates are given: frozen values, ready to print, without logic left to do.

Markup appears here only as ``Markup``, made by :mod:`coursesite.render` (sanitised) or by
:mod:`irxray.html` (escaped by type). Every link is relative to the page that carries it.
"""

from __future__ import annotations

from markupsafe import Markup
from msgspec import Struct


class TocEntry(Struct, frozen=True):
    """One step of the depth scale: a section of the page."""

    anchor: str
    """Section id, without ``#``."""
    heading: str
    """The section's heading as plain text."""
    layer: str
    """Layer this section is about: ``source``, ``jaxpr``, ``stablehlo``, ``hlo`` or empty."""


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


class Dot(Struct, frozen=True):
    """One dot of a chart."""

    x: float
    """In percent of the chart's width, as every place along the axis is."""
    title: str
    """The value in words, for whoever asks."""
    kind: str
    """``spilled``, ``other`` or ``none``."""


class Span(Struct, frozen=True):
    """The line between two neighbouring dots of one kind."""

    start: float
    end: float
    kind: str


class ChartLabel(Struct, frozen=True):
    """Words below a row's dots."""

    x: float
    text: str
    anchor: str
    """Which end of the words stands at ``x``: ``start`` or ``end``."""
    kind: str
    """Of the dots that the words are about."""


class ChartRow(Struct, frozen=True):
    """One row of dots: one chip. Heights are in pixels from the top of the chart."""

    name: str
    name_y: float
    y: float
    """Of the dots' middle."""
    label_y: float
    dots: tuple[Dot, ...]
    spans: tuple[Span, ...]
    labels: tuple[ChartLabel, ...]


class Tick(Struct, frozen=True):
    """One mark of an axis."""

    x: float
    label: str
    shown: str
    """In which windows its label has room: ``always``, ``middle``, ``wide`` or ``never``."""


class Chart(Struct, frozen=True):
    """A chart of dots: one row for each chip, one dot for each size."""

    title: str
    description: str
    """What it shows, dot for dot, for whoever cannot see it."""
    finding: str
    """The one thing to take from it, in a sentence: its caption."""
    height: float
    axis_y: float
    """Where the rows end and the axis begins."""
    axis: str
    """Name, unit and scale of the horizontal axis."""
    ticks: tuple[Tick, ...]
    rows: tuple[ChartRow, ...]


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


class StageLink(Struct, frozen=True):
    """A stage in the track, as the index and the header list it."""

    number: int
    title: str
    summary: str
    state: str
    """``open`` or ``planned``."""
    href: str
    """Relative to the page shown; empty where there is no page."""
    storage_key: str = ""
    """Under which a reader's ticks of its self-test are kept; empty where it has none."""
    checks: tuple[str, ...] = ()
    """Keys of its self-test."""


class SiteInfo(Struct, frozen=True):
    """What every page shares."""

    title: str
    tagline: str
    repository_url: str
    root: str
    """Relative path from the page to the site's root: ``.`` or ``..``."""
    stylesheets: tuple[str, ...]
    """Relative addresses, in order."""
    scripts: tuple[str, ...]
    """Relative addresses of deferred classic scripts, in order."""
    head_script: str
    """Relative address of the small script that sets the theme before first paint."""
    track: tuple[StageLink, ...]
    versions: tuple[tuple[str, str], ...]
    """``(name, version)`` pairs for the footer: jax, jaxlib, libtpu where they are known."""
    date: str
    """ISO date of the build's commit (an input of the build)."""
    commit: str
    """Short commit hash (an input of the build)."""
    icon: str = ""
    """Relative address of the site's icon, or empty."""
    pages: tuple[tuple[str, str], ...] = ()
    """``(title, relative address)`` of the pages that belong to no stage."""


class Card(Struct, frozen=True):
    """What a chat window shows of a page, by absolute addresses."""

    url: str
    image: str
    alt: str
    """The picture in words."""


class StagePage(Struct, frozen=True):
    """The stage page."""

    site: SiteInfo
    number: int
    title: str
    description: str
    """One sentence for search engines and chat windows."""
    artifact: Markup
    """The stage's public artifact in one line, for the footer."""
    toc: tuple[TocEntry, ...]
    sections: tuple[Section, ...]
    notices: tuple[str, ...]
    """Things the reader must know, such as a stale capture; plain sentences."""
    state: str = "open"
    """``open`` or ``planned``."""
    previous: StageLink | None = None
    next: StageLink | None = None
    card: Card | None = None
    """Nothing where nobody has said where the site is published."""


class IndexPage(Struct, frozen=True):
    """The site's front page."""

    site: SiteInfo
    description: str
    intro: Markup
    card: Card | None = None


class PlainPage(Struct, frozen=True):
    """A page that holds nothing of its own: the search, the page for addresses that are not."""

    site: SiteInfo
    title: str
    description: str
    index: str = ""
    """Of the search: address of its index."""
    script: str = ""
    """Of the search: address of its script."""
    base: str = ""
    """Path, below the host, that relative links begin at; empty for the page's own folder."""


class DumpPart(Struct, frozen=True):
    """A stretch of a dump's line."""

    text: str
    fold: str
    """What it is folded to, or empty for text in plain sight."""


class DumpMark(Struct, frozen=True):
    """A remark on a dump's line."""

    kind: str
    """``spill``, ``reader``, ``kept``, ``fusion`` or ``kernel``."""
    text: str


class DumpLine(Struct, frozen=True):
    """One line of an annotated dump."""

    number: int
    """1-based."""
    parts: tuple[DumpPart, ...]
    marks: tuple[DumpMark, ...]


class DumpBlock(Struct, frozen=True):
    """A run of lines, folded away or not."""

    summary: str
    """What is folded, or empty for lines in plain sight."""
    lines: tuple[DumpLine, ...]


class DumpPage(Struct, frozen=True):
    """The annotated dump of one program on one target."""

    site: SiteInfo
    number: int
    """Of the stage."""
    title: str
    description: str
    lead: Markup
    """The description with its machine words set as code."""
    stage_href: str
    summary: tuple[Markup, ...]
    """What a reader should know first, a sentence each."""
    tables: tuple[Table, ...]
    """Spills, the checks against the compiler's figures, fusions."""
    blocks: tuple[DumpBlock, ...]
    raw_href: str
    siblings: tuple[PageLink, ...]
    notices: tuple[str, ...]


class XrayPage(Struct, frozen=True):
    """An instrument on a page of its own."""

    site: SiteInfo
    number: int
    """Of the stage."""
    title: str
    description: str
    lead: Markup
    """The description with its machine words set as code."""
    stage_href: str
    instrument: Markup
    siblings: tuple[PageLink, ...]
    notices: tuple[str, ...]


class ArticleSection(Struct, frozen=True):
    """One section of a page beside a stage."""

    anchor: str
    heading: str
    text: Markup
    tables: tuple[Table, ...] = ()
    instrument: Markup | None = None


class ArticlePage(Struct, frozen=True):
    """A page of sections: text, tables, an instrument."""

    site: SiteInfo
    number: int
    """Of the stage."""
    title: str
    description: str
    stage_href: str
    sections: tuple[ArticleSection, ...]
    siblings: tuple[PageLink, ...] = ()
    notices: tuple[str, ...] = ()
