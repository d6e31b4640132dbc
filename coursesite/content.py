"""What authors write under ``site/``: the site, its stages and their chapters."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from pathlib import Path

from msgspec import Struct

from coursesite.content_schema import (
    Deliverables,
    Exhibit,
    FrontMatter,
    Gate,
    Instruments,
    Labs,
    NotebookSection,
    Plan,
    ProgramEntry,
    Readings,
    SelfTest,
    SiteFile,
    StageEntry,
    StageFile,
)
from coursesite.errors import ContentError, Where
from coursesite.memo import Memo
from coursesite.schema import UNKEPT, Lines, decode_yaml
from coursesite.source import path_below, read_text

FENCE = "---"

PAGE_IDS = frozenset({
    "can-you", "content", "contents", "from-the-notebook", "instruments", "labs", "readings",
    "the-gate", "the-work", "what-gets-built",
})  # fmt: skip
"""Element ids that every stage page has: no chapter or exhibit may take one."""


class Site(Struct, frozen=True):
    """The site: what every page shares, and the track of stages."""

    path: str
    """``site/site.yml`` below the repository root."""
    lines: Lines
    """Line of every value in the file."""
    title: str
    tagline: str
    description: str
    intro: str
    """Markdown."""
    repository: str
    """Slug, such as ``rudrite/kernels``."""
    branch: str
    stages: tuple[StageEntry, ...]
    """The whole track, in order of number."""
    open_stages: tuple[int, ...]
    """Numbers of the stages that have a folder, and so a page."""
    base_url: str
    """Address at which the site is published, or empty."""

    def where(self, key: str) -> Where:
        """Place of the value at ``key``, such as ``stages[2].summary``."""
        return Where(self.path, line=self.lines.get(key))


class Chapter(Struct, frozen=True):
    """One chapter in markdown."""

    anchor: str
    """Section id: the file's name without ``.md``."""
    path: str
    """The file below the repository root."""
    line: int
    """1-based line on which ``text`` starts, behind the front matter."""
    heading: str
    eyebrow: str
    layer: str
    """``source``, ``jaxpr``, ``stablehlo``, ``hlo`` or empty."""
    text: str
    """Markdown, values not yet filled in."""

    @property
    def where(self) -> Where:
        """Place of the text's first line."""
        return Where(self.path, line=self.line)


class Stage(Struct, frozen=True):
    """One stage: its structured sections and its chapters. A section may be absent."""

    path: str
    """``site/stage-N/stage.yml`` below the repository root."""
    lines: Lines
    """Line of every value in the file."""
    number: int
    title: str
    description: str
    """One sentence for search engines and chat windows."""
    artifact: str
    """The stage's public artifact in one line, markdown."""
    state: str
    """``open`` or ``planned``."""
    chapters: tuple[Chapter, ...]
    instruments: Instruments | None
    programs: tuple[ProgramEntry, ...]
    exhibits: tuple[Exhibit, ...]
    deliverables: Deliverables | None
    readings: Readings | None
    plan: Plan | None
    labs: Labs | None
    notebook: NotebookSection | None
    self_test: SelfTest | None
    gate: Gate | None

    def where(self, key: str) -> Where:
        """Place of the value at ``key``, such as ``deliverables.items[0].text``."""
        return Where(self.path, line=self.lines.get(key))


def read_site(root: Path, memo: Memo = UNKEPT) -> Site:
    """The site under ``root``; raises :class:`ContentError` with file and line."""
    path = root / "site" / "site.yml"
    name = path_below(path, root)
    text = read_text(path, root, ContentError)
    file, lines = decode_yaml(text, SiteFile, name, ContentError, memo)
    _check_unique(name, lines, _stage_numbers(file))
    return Site(
        path=name,
        lines=lines,
        open_stages=tuple(_open_stages(root, file.stages)),
        **{key: getattr(file, key) for key in Site.__struct_fields__ if hasattr(file, key)},
    )


def read_stage(root: Path, number: int, memo: Memo = UNKEPT) -> Stage:
    """Stage ``number`` under ``root``; raises :class:`ContentError` with file and line."""
    folder = root / "site" / f"stage-{number}"
    path = folder / "stage.yml"
    name = path_below(path, root)
    text = read_text(path, root, ContentError)
    file, lines = decode_yaml(text, StageFile, name, ContentError, memo)
    _check_stage(file, lines, name, number)
    chapters = tuple(_read_chapter(folder, chapter, root, memo) for chapter in file.chapters)
    sections = {key: getattr(file, key) for key in StageFile.__struct_fields__}
    return Stage(path=name, lines=lines, **(sections | {"chapters": chapters}))


def _open_stages(root: Path, stages: tuple[StageEntry, ...]) -> Iterator[int]:
    """Numbers of the stages with a folder; raises for a folder that the track does not list."""
    listed = {stage.number for stage in stages}
    for path in sorted((root / "site").glob("stage-*/stage.yml")):
        digits = path.parent.name.removeprefix("stage-")
        if not digits.isdecimal() or int(digits) not in listed:
            where = Where(path_below(path, root))
            hint = "add the stage to 'stages' in site/site.yml, or rename the folder"
            raise ContentError("is the folder of a stage that is not listed", where, hint=hint)
        yield int(digits)


def _check_stage(file: StageFile, lines: Lines, name: str, number: int) -> None:
    """What a schema cannot say: the number fits the folder, ids are used once."""
    if file.number != number:
        where = Where(name, line=lines.get("number"))
        message = f"the number is {file.number}, but the folder is stage-{number}"
        quote = f"number: {file.number}"
        raise ContentError(message, where, quote=quote, hint="change one of them")
    _check_unique(name, lines, _section_ids(file))
    _check_free(name, lines, _section_ids(file))
    _check_unique(name, lines, _check_ids(file))
    if file.exhibits and not file.instruments:
        where = Where(name, line=lines.get("exhibits"))
        hint = "add 'instruments' with eyebrow, heading and text"
        raise ContentError("exhibits need a section to stand in", where, hint=hint)


def _section_ids(file: StageFile) -> Iterator[tuple[str, str]]:
    """Path and id of everything that becomes an element id of the page."""
    for index, chapter in enumerate(file.chapters):
        yield f"chapters[{index}]", chapter.removesuffix(".md")
    for index, exhibit in enumerate(file.exhibits):
        yield f"exhibits[{index}].id", exhibit.id


def _check_ids(file: StageFile) -> Iterator[tuple[str, str]]:
    """Path and id of every line of the self-test."""
    for index, check in enumerate(file.self_test.items if file.self_test else ()):
        yield f"self_test.items[{index}].id", check.id


def _stage_numbers(file: SiteFile) -> Iterator[tuple[str, int]]:
    """Path and number of every stage of the track."""
    for index, stage in enumerate(file.stages):
        yield f"stages[{index}].number", stage.number


def _check_unique(name: str, lines: Lines, values: Iterable[tuple[str, object]]) -> None:
    """Raises at the second of two equal values."""
    first: dict[object, str] = {}
    for path, value in values:
        if value in first:
            message = f"'{value}' is used twice (first in line {lines[first[value]]})"
            where = Where(name, line=lines[path])
            raise ContentError(message, where, quote=str(value), hint="give one of them another")
        first[value] = path


def _check_free(name: str, lines: Lines, values: Iterable[tuple[str, str]]) -> None:
    """Raises for an id that the page needs for itself."""
    for path, value in values:
        if value in PAGE_IDS:
            message = f"'{value}' is the id of another part of the page"
            where = Where(name, line=lines[path])
            raise ContentError(message, where, quote=value, hint="choose another name")


def _read_chapter(folder: Path, file_name: str, root: Path, memo: Memo) -> Chapter:
    """The chapter in ``folder``; its front matter stands between two lines of ``---``."""
    path = folder / file_name
    name = path_below(path, root)
    text = read_text(path, root, ContentError)
    rows = text.split("\n")
    end = _front_matter_end(rows, name)
    # One empty row stands for the opening fence, so that lines count from the file's first.
    fenced = "\n".join(["", *rows[1:end]])
    head, _ = decode_yaml(fenced, FrontMatter, name, ContentError, memo)
    return Chapter(
        anchor=path.stem,
        path=name,
        line=end + 2,
        heading=head.heading,
        eyebrow=head.eyebrow,
        layer=head.layer,
        text="\n".join(rows[end + 1 :]),
    )


def _front_matter_end(rows: list[str], name: str) -> int:
    """Index of the row that closes the front matter."""
    hint = "start the file with ---, heading: …, eyebrow: …, ---"
    if rows[0].rstrip() != FENCE:
        message = "has no front matter"
        raise ContentError(message, Where(name, line=1), quote=rows[0][:100], hint=hint)
    for index, row in enumerate(rows[1:], start=1):
        if row.rstrip() == FENCE:
            return index
    message = "has front matter that does not end"
    raise ContentError(message, Where(name, line=1), quote=FENCE, hint="close it with a line ---")
