"""What templates are given: frozen values, ready to print, without logic left to do.

Markup appears here only as ``Markup``, made by :mod:`coursesite.render` (sanitised) or by
:mod:`irxray.html` (escaped by type). Every link is relative to the page that carries it.
"""

from __future__ import annotations

from dataclasses import dataclass

from markupsafe import Markup


@dataclass(frozen=True, slots=True)
class TocEntry:
    """One step of the depth scale: a section of the page."""

    anchor: str
    """Section id, without ``#``."""
    heading: str
    """The section's heading as plain text."""
    layer: str
    """Layer this section is about: ``source``, ``jaxpr``, ``stablehlo``, ``hlo`` or empty."""


@dataclass(frozen=True, slots=True)
class Section:
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


@dataclass(frozen=True, slots=True)
class Exhibit:
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
    """The instrument itself, from :mod:`irxray.html`."""


@dataclass(frozen=True, slots=True)
class Deliverable:
    """One row of "What gets built"."""

    title: str
    text: Markup
    state: str
    """``shown`` (exists, see ``href``) or ``planned``."""
    href: str
    """Where it is shown, or empty."""


@dataclass(frozen=True, slots=True)
class Reading:
    """One source to read."""

    title: str
    url: str
    text: Markup


@dataclass(frozen=True, slots=True)
class PlanWeek:
    """One week of the plan."""

    title: str
    """Such as ``Week 5``."""
    steps: tuple[Markup, ...]


@dataclass(frozen=True, slots=True)
class LabCard:
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


@dataclass(frozen=True, slots=True)
class NotebookCell:
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


@dataclass(frozen=True, slots=True)
class NotebookExtract:
    """All extracted cells of one notebook, in order."""

    designator: str
    title: str
    notebook: str
    """Path of the notebook below the repository root: the caption."""
    source_url: str
    cells: tuple[NotebookCell, ...]


@dataclass(frozen=True, slots=True)
class Check:
    """One line of the self-test."""

    key: str
    """Stable id under which the reader's tick is kept."""
    text: Markup


@dataclass(frozen=True, slots=True)
class GateRow:
    """One row of the gate's table, every figure formatted with its unit."""

    chip: str
    criterion: Markup
    estimate: str
    estimate_evidence: str
    """Evidence kind of the estimate, in words."""
    measured: str
    """Formatted value, or an em dash where nothing has been measured."""
    measured_evidence: str
    ratio: str
    """measured / estimate to two places, or empty."""
    verdict: str
    """``QUEUED``, ``PASS``, ``FAIL``, ``STALE`` or ``RETRACTED``."""
    note: str
    """Why, in one sentence (a retraction's reason, what is awaited)."""
    record: str
    """Id of the record that decided, or of the estimate while nothing is measured."""
    record_href: str
    """Where that record can be read."""


@dataclass(frozen=True, slots=True)
class GateView:
    """The gate with its state."""

    designator: str
    """Such as ``GATE 02``."""
    state: str
    """The verdict over all rows."""
    explanation: Markup
    rows: tuple[GateRow, ...]


@dataclass(frozen=True, slots=True)
class StageLink:
    """A stage in the track, as the index and the header list it."""

    number: int
    title: str
    summary: str
    state: str
    """``open`` (has a page) or ``planned``."""
    href: str
    """Relative to the page shown; empty while planned."""


@dataclass(frozen=True, slots=True)
class SiteInfo:
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


@dataclass(frozen=True, slots=True)
class StagePage:
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


@dataclass(frozen=True, slots=True)
class IndexPage:
    """The site's front page."""

    site: SiteInfo
    description: str
    intro: Markup
