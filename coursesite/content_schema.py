"""Shapes of ``site.yml``, ``stage.yml`` and a chapter's front matter.

A key that is not listed here is an error. Texts are markdown unless said otherwise and may name
values (:mod:`coursesite.values`).
"""

from __future__ import annotations

from typing import Annotated, Literal

from msgspec import Meta, Struct

Text = Annotated[str, Meta(pattern=r"\S", description="text that is not blank")]
"""Text that is not blank."""
Slug = Annotated[
    str,
    Meta(
        pattern=r"^[a-z0-9]+(-[a-z0-9]+)*$",
        description="lower case letters and digits, words joined by single hyphens",
    ),
]
"""An element id: lower case, digits, single hyphens."""
ProgramId = Annotated[str, Meta(pattern=r"^[a-z0-9]+([.-][a-z0-9]+)*$")]
"""Name of a program and of the folder of its captures."""
Repository = Annotated[
    str,
    Meta(
        pattern=r"^[A-Za-z0-9-]+/[A-Za-z0-9._-]+$",
        description="owner and name without an address, such as rudrite/kernels",
    ),
]
"""Owner and name on GitHub."""
Branch = Annotated[
    str, Meta(pattern=r"^[A-Za-z0-9][A-Za-z0-9._/-]*$", description="a branch name, such as main")
]
Url = Annotated[
    str, Meta(pattern=r"^https?://\S+$", description="an address that begins with https://")
]
BaseUrl = Annotated[
    str,
    Meta(
        pattern=r"^(https?://[^\s?#\"<>]+)?$",
        description="the site's address, such as https://rudrite.github.io/kernels",
    ),
]
Href = Annotated[
    str,
    Meta(
        pattern=r"^(https?://\S+|[A-Za-z0-9_.#][^\s:\\]*)?$",
        description="an address that begins with https://, or one relative to the page",
    ),
]
"""Where a link leads."""
ChapterFile = Annotated[
    str,
    Meta(
        pattern=r"^[a-z0-9]+(-[a-z0-9]+)*\.md$",
        description="a file beside stage.yml, such as what-your-code-becomes.md",
    ),
]
NotebookFile = Annotated[
    str,
    Meta(
        pattern=r"^labs/([^/.\\\x00-\x1f][^/\\\x00-\x1f]*/)*[^/\\\x00-\x1f]+\.ipynb$",
        description="a notebook below labs/, such as labs/stage-2/lab-2.1.ipynb",
    ),
]
"""A notebook below the repository root."""
Layer = Literal["", "source", "jaxpr", "stablehlo", "hlo"]


class StageEntry(Struct, frozen=True, forbid_unknown_fields=True):
    """A stage as the track lists it."""

    number: Annotated[int, Meta(ge=0, description="a whole number from 0")]
    title: Text
    """Plain text."""
    summary: Text
    """One line, plain text."""


class SiteFile(Struct, frozen=True, forbid_unknown_fields=True):
    """``site/site.yml``."""

    title: Text
    """Plain text."""
    tagline: Text
    """Plain text."""
    description: Text
    """One sentence for search engines and chat windows, plain text."""
    intro: Text
    repository: Repository
    branch: Branch
    stages: tuple[StageEntry, ...]
    base_url: BaseUrl = ""
    """Address at which the site is published; ``--base-url`` replaces it."""


class Head(Struct, frozen=True, forbid_unknown_fields=True):
    """What every section has."""

    eyebrow: Text
    """The small line above the heading, plain text."""
    heading: Text
    """Plain text."""


class FrontMatter(Head, frozen=True, forbid_unknown_fields=True):
    """The head of a chapter file."""

    layer: Layer = ""
    """Layer that the chapter is about, for the depth scale."""


class Instruments(Head, frozen=True, forbid_unknown_fields=True):
    """The section in which exhibits stand."""

    text: str = ""


class ProgramEntry(Struct, frozen=True, forbid_unknown_fields=True):
    """A program to capture: a function of a notebook with its abstract arguments."""

    id: ProgramId
    """Folder of its captures, such as ``ex-05`` or ``lab-2.1``."""
    notebook: NotebookFile
    function: Text
    """Name of the function in the notebook."""
    arguments: tuple[Text, ...]
    """Abstract arguments, such as ``bf16[128,64]``."""
    targets: tuple[Text, ...]
    """Backends to capture it for, such as ``cpu``; the first one's upper layers are shown."""


class Exhibit(Struct, frozen=True, forbid_unknown_fields=True):
    """An instrument of the stage: an x-ray of one program, or the spill cliff."""

    id: Slug
    """Element id, such as ``ex-05``."""
    designator: Text
    """Such as ``EX·05``."""
    title: Text
    """Plain text."""
    text: Text
    program: ProgramId
    """Which of the stage's programs it is about."""
    kind: Literal["xray", "cliff"] = "xray"
    """``xray`` shows the program at every layer; ``cliff`` draws a sweep over its size, and the
    program's spills chip by chip."""
    targets: tuple[Text, ...] = ()
    """Of an x-ray: backends shown on the page itself; the others get pages of their own."""
    sweep: str = ""
    """Of a cliff: id of the record with the temporary memory by size and chip."""
    predicted: str = ""
    """Of a cliff: name of the value that first principles predict for the round trip."""


class MappingEntry(Struct, frozen=True, forbid_unknown_fields=True):
    """A mapping table: which program, on which backend."""

    program: ProgramId
    target: Text


class Deliverable(Struct, frozen=True, forbid_unknown_fields=True):
    """One thing that the stage builds."""

    title: Text
    """Plain text."""
    text: Text
    state: Literal["shown", "planned"]
    href: Href = ""
    """Where it is shown, relative to the page."""
    mappings: tuple[MappingEntry, ...] = ()
    """Mapping tables to show with it."""
    production: str = ""
    """Program that MaxText's are set beside, on the page ``production.html``."""
    dumps: str = ""
    """Program whose annotated dumps to link, one for each of its targets."""


class Deliverables(Head, frozen=True, forbid_unknown_fields=True):
    """What gets built."""

    items: tuple[Deliverable, ...]


class Reading(Struct, frozen=True, forbid_unknown_fields=True):
    """One source to read."""

    title: Text
    """Plain text."""
    url: Url
    text: Text


class Readings(Head, frozen=True, forbid_unknown_fields=True):
    """Readings."""

    items: tuple[Reading, ...]


class Week(Struct, frozen=True, forbid_unknown_fields=True):
    """One week of the plan."""

    title: Text
    """Plain text."""
    steps: tuple[Text, ...]


class Plan(Head, frozen=True, forbid_unknown_fields=True):
    """The work, in order."""

    weeks: tuple[Week, ...]


class Labs(Head, frozen=True, forbid_unknown_fields=True):
    """The stage's labs."""

    notebooks: tuple[NotebookFile, ...]


class NotebookSection(Head, frozen=True, forbid_unknown_fields=True):
    """The section of cells taken from the labs."""

    text: str = ""


class Check(Struct, frozen=True, forbid_unknown_fields=True):
    """One line of the self-test."""

    id: Slug
    """The reader's tick is kept under this id."""
    text: Text


class SelfTest(Head, frozen=True, forbid_unknown_fields=True):
    """The self-test before the gate."""

    items: tuple[Check, ...]
    text: str = ""


class Gate(Head, frozen=True, forbid_unknown_fields=True):
    """The gate: which records decide, and by how much they may differ."""

    designator: Text
    """Such as ``GATE 02``."""
    program: Text
    """Program of the records that count."""
    quantity: Text
    """Quantity of the records that count."""
    criterion: Text
    tolerance: Annotated[
        float, Meta(gt=0, lt=1, description="a fraction between 0 and 1, such as 0.2")
    ]
    """Largest difference that passes, as a fraction of the estimate."""
    text: Text


class StageFile(Struct, frozen=True, forbid_unknown_fields=True):
    """``site/stage-N/stage.yml``."""

    number: Annotated[int, Meta(ge=0, description="a whole number from 0")]
    title: Text
    """Plain text."""
    description: Text
    """Plain text."""
    artifact: Text
    state: Literal["open", "planned"] = "open"
    """A planned stage has a page that says what it will teach."""
    chapters: tuple[ChapterFile, ...] = ()
    """Files beside ``stage.yml``."""
    instruments: Instruments | None = None
    programs: tuple[ProgramEntry, ...] = ()
    exhibits: tuple[Exhibit, ...] = ()
    deliverables: Deliverables | None = None
    readings: Readings | None = None
    plan: Plan | None = None
    labs: Labs | None = None
    notebook: NotebookSection | None = None
    self_test: SelfTest | None = None
    gate: Gate | None = None
