"""One stage on its way through a build: read only if it is not known by its bytes.

known by its bytes ─► summary, output files
else: stage ─► notebooks ─► captures ─► drill ─► pages ─► kept for the next build
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from functools import cached_property, partial
from pathlib import Path
from typing import TYPE_CHECKING

from coursesite import view_page
from coursesite.beside import dump_pages, stage_files, xray_pages
from coursesite.captures import CAPTURES, Found, find_captures, wanted_captures
from coursesite.content import Stage, read_stage
from coursesite.drill import deck_warning, read_deck
from coursesite.errors import ExhibitError, Where
from coursesite.exhibit import capture_layers, shown_exhibits
from coursesite.known import Summary, stage_recall
from coursesite.notebook import Notebook, extract_cells, read_notebook, require_lab
from coursesite.output_file import OutputFile
from coursesite.placeholders import stage_placeholders
from coursesite.press import Press
from coursesite.record import Record
from coursesite.report import BuildLog, BuildOptions
from coursesite.shell import Shell
from coursesite.stage import StageSources, stage_page
from coursesite.tree import Tree, read_tree, tree_digest
from coursesite.unchanged import Seen

if TYPE_CHECKING:
    from irxray.capture import Capture


class Work:
    """One stage on its way through a build."""

    def __init__(
        self,
        number: int,
        records: tuple[Record, ...],
        base: str,
        options: BuildOptions,
        log: BuildLog,
        seen: Seen,
    ) -> None:
        """Take ``base``, which stands for the records, and what was seen when the build began."""
        self.number = number
        self._records = records
        self._options = options
        self._log = log
        with log.timed("content"):
            self._recall = stage_recall(
                options.root, number, options.memo, base, seen, lambda: self._stage
            )
        self._kept: list[OutputFile] | None = None

    @cached_property
    def _stage(self) -> Stage:
        return read_stage(self._options.root, self.number, self._options.memo)

    @cached_property
    def _sources(self) -> StageSources:
        with self._log.timed("content"):
            stage = self._stage
        return read_sources(stage, self._records, self._options, self._log)

    @property
    def _is_current(self) -> bool:
        """Whether the stage became what it is from its files as they were, and nothing else."""
        reused = all(each.state == "reused" for each in self._sources.found)
        return reused and self._recall.is_still_so

    @cached_property
    def summary(self) -> Summary:
        """What the rest of the site needs to know; what the log has to say is in the log then."""
        summary = self._recall.summary()
        if summary is None:
            summary = stage_summary(self._sources)
            if self._is_current:
                self._recall.keep_summary(summary)
        self._log.notebooks += summary.notebooks
        self._log.cells += summary.cells
        self._log.reused += summary.captures
        self._log.coverage |= summary.coverage
        self._log.warnings += summary.placeholders
        if summary.has_drill:
            self._warn_of_drill()
        return summary

    def is_kept(self, press: Press) -> bool:
        """Return whether the stage's files are known without making them."""
        self._kept = self._recall.files(press.shared)
        return self._kept is not None

    def files(self, shell: Shell, press: Press) -> list[OutputFile]:
        """Return the stage's files, as they were kept or made anew."""
        files = self._kept or self._recall.renewed().files(press.shared)
        if files is None:
            files = stage_outputs(shell, self._sources, press, self._options.root)
            if self._is_current:
                self._recall.keep_files(press.shared, self.summary, files)
        return files

    def _warn_of_drill(self) -> None:
        """Say when the cards were made from captures of any stage that have changed since."""
        deck = read_deck(self._options.root, self.number)
        warning = deck_warning(deck, self._options.root, self.number) if deck else ""
        self._log.warnings += [warning] if warning else []


def stage_summary(sources: StageSources) -> Summary:
    """Return what the rest of the site needs to know of a stage that was read."""
    stage = sources.stage
    captures = [each for each in sources.found if each.capture is not None]
    versions = {pair for each in captures if each.capture for pair in each.capture.versions}
    programs = {each.wanted.program.name: each.wanted.program.digest() for each in sources.found}
    return Summary(
        state=stage.state,
        notebooks=tuple(each.path for each in sources.notebooks),
        cells=sum(len(each) for each in sources.cells),
        designators=tuple(_designators(sources)),
        checks=tuple(each.id for each in stage.self_test.items) if stage.self_test else (),
        programs=tuple(programs.items()),
        versions=tuple(sorted(versions)),
        captures=tuple(each.wanted.name for each in sources.found if each.state == "reused"),
        coverage={
            each.wanted.name: capture_layers(each.capture)
            for each in captures
            if each.capture is not None
        },
        has_drill=sources.deck is not None,
        placeholders=tuple(
            f"{each.where}: {each.message}" for each in stage_placeholders(stage, sources.notebooks)
        ),
    )


def _designators(sources: StageSources) -> Iterator[tuple[str, str, int | None]]:
    """Yield every designator of a stage with its file and line: labs, exhibits and the gate."""
    for notebook in sources.notebooks:
        yield require_lab(notebook).designator, notebook.path, None
    stage = sources.stage
    for index, exhibit in enumerate(stage.exhibits):
        where = stage.where(f"exhibits[{index}].designator")
        yield exhibit.designator, where.path, where.line
    if stage.gate is not None:
        where = stage.where("gate.designator")
        yield stage.gate.designator, where.path, where.line


def read_sources(
    stage: Stage, records: tuple[Record, ...], options: BuildOptions, log: BuildLog
) -> StageSources:
    """Read everything that a stage names."""

    def notebook(path: str) -> Notebook:
        return read_notebook(options.root / path, options.root, options.memo)

    with log.timed("notebooks"):
        labs = tuple(notebook(path) for path in (stage.labs.notebooks if stage.labs else ()))
        cells = tuple(extract_cells(each) for each in labs)
    with log.timed("captures"):
        wanted = wanted_captures(stage, notebook, options.root)
        found = find_captures(wanted, options.say, make=options.make_captures)
        _log_captures(found, log)
        shown = shown_exhibits(stage, found)
    with log.timed("drill"):
        deck = read_deck(options.root, stage.number)
    return StageSources(stage, labs, cells, found, shown, records, deck)


def _log_captures(found: Iterable[Found], log: BuildLog) -> None:
    """Put what was made, is stale or missing into the log; the rest is in the summary."""
    for each in found:
        name = each.wanted.name
        if each.state == "made":
            log.made.append(name)
        elif each.state == "stale":
            log.stale.append(name)
            log.warnings.append(f"capture {name} is stale and cannot be renewed: {each.reason}")
        elif each.state == "missing":
            log.warnings.append(f"capture {name} is missing: {each.reason}")


def stage_outputs(
    shell: Shell, sources: StageSources, press: Press, root: Path
) -> list[OutputFile]:
    """Return the stage's page, the pages beside it, raw texts and tables."""
    stage = sources.stage
    folder = f"stage-{stage.number}"
    pages = [
        press.page(
            f"{folder}/index.html",
            "layouts/stage.html.j2",
            [
                *(repr(each) for each in (stage, sources.notebooks, sources.records, sources.deck)),
                *(f"{each.wanted.name} {each.state} {each.digest}" for each in sources.found),
            ],
            lambda: stage_page(shell, sources, press.memo),
        )
    ]
    digests = {id(each.capture): each.digest for each in sources.found}
    for each in (
        *dump_pages(shell, stage, sources.found),
        *xray_pages(shell, stage, sources.shown),
    ):
        inputs = [digests[id(each.capture)], repr(each.links), repr(stage.number), each.title]
        pages.append(press.page(f"{folder}/{each.path}", each.template, inputs, each.make))
    pages += _production_pages(shell, sources, press, root)
    return [*pages, *stage_files(stage, sources.found)]


def _production_pages(
    shell: Shell, sources: StageSources, press: Press, root: Path
) -> Iterator[OutputFile]:
    """Yield the page that sets MaxText beside the toy, where a deliverable asks for it."""
    stage = sources.stage
    items = stage.deliverables.items if stage.deliverables else ()
    wanted = next((item.production for item in items if item.production), "")
    toy = next((f for f in sources.found if f.wanted.name == f"{wanted}/cpu" and f.capture), None)
    if toy is None or toy.capture is None:
        return
    from coursesite import production

    folders = {name: root / CAPTURES / name / "cpu" for name in production.TITLES}
    trees = {name: read_tree(folder) for name, folder in folders.items()}
    make = partial(_production_page, shell.info(".."), stage.number, toy.capture, folders, trees)
    inputs = [toy.digest, *map(tree_digest, trees.values())]
    path = f"stage-{stage.number}/{production.PATH}"
    yield press.page(path, production.TEMPLATE, inputs, make)


def _production_page(
    info: view_page.SiteInfo,
    number: int,
    toy: Capture,
    folders: Mapping[str, Path],
    trees: Mapping[str, Tree],
) -> view_page.ArticlePage:
    from coursesite import production
    from irxray.errors import StoreError
    from irxray.store import read_capture

    programs = {}
    for name, folder in folders.items():
        where = Where(f"{CAPTURES}/{name}/cpu")
        try:
            programs[name] = read_capture(folder)
        except StoreError as error:
            hint = "restore it from version control, or run python -m bench.maxtext"
            told = str(error).replace(f"{folder}/", "").replace(str(folder), "the folder")
            raise ExhibitError(told, where, hint=hint) from None
        if read_tree(folder, known=trees[name]) != trees[name]:
            raise ExhibitError("was changed while the site was built", where, hint="build again")
    return production.production_page(info, number, toy, programs)
