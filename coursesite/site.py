"""The whole build, from a folder of sources to the files of the site.

    read site and stages ─► read notebooks ─► read records ─► capture exhibits
        ─► pages as values ─► render templates ─► output files

Everything between the readers and the writer is a pure step from values to values; disk, git and
captures are reached only here and in the readers.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from jinja2 import Environment, FileSystemBytecodeCache, FileSystemLoader, StrictUndefined

from coursesite import view
from coursesite.captures import Found, find_captures, wanted_captures
from coursesite.content import Site, Stage, read_site, read_stage
from coursesite.errors import Where
from coursesite.exhibit import ShownExhibit, exhibit_values, shown_exhibits
from coursesite.gate import GateResult, gate_result
from coursesite.memo import Memo
from coursesite.notebook import (
    Notebook,
    check_designators,
    extract_cells,
    read_notebook,
    require_lab,
)
from coursesite.page import (
    StageInputs,
    contents,
    repository_url,
    stage_sections,
    stage_track,
)
from coursesite.record import Record, read_records
from coursesite.render import render_inline, render_markdown
from coursesite.values import fill, site_values
from coursesite.write import OutputFile
from irxray.capture import Capture
from irxray.coverage import capture_stats
from irxray.html import SCRIPT, STYLESHEET, render_fragment
from irxray.layers import LAYERS, Layer
from irxray.store import FILES
from irxray.view import view_captures

STYLESHEETS = (
    "tokens",
    "page",
    "masthead",
    "depth-scale",
    "prose",
    "sections",
    "labs",
    "self-test",
    "gate",
    "code",
    STYLESHEET.stem,
    "print",
)
"""In the order in which pages name them; the last word is print's."""

SCRIPTS = ("theme-switch", "depth-scale", "self-test", "code-frames", SCRIPT.stem)


@dataclass(frozen=True, slots=True)
class BuildOptions:
    """What a build is asked for, besides the tree."""

    root: Path
    """Folder that holds ``site/``, ``labs/``, ``bench/`` and ``templates/``."""
    commit: str
    """Shown on every page; empty where there is none."""
    date: str
    """ISO date, shown on every page; empty where there is none."""
    memo: Memo
    say: Callable[[str], None]
    """Told of work that takes long."""


@dataclass(slots=True)
class BuildLog:
    """What happened, filled in as the build goes along."""

    wall_ms: dict[str, float] = field(default_factory=dict)
    """Milliseconds by stage of the build, in order."""
    pages: list[str] = field(default_factory=list)
    notebooks: list[str] = field(default_factory=list)
    cells: int = 0
    reused: list[str] = field(default_factory=list)
    """Captures taken from disk, as ``ex-05/cpu``."""
    made: list[str] = field(default_factory=list)
    stale: list[str] = field(default_factory=list)
    coverage: dict[str, Any] = field(default_factory=dict)
    """Coverage by capture and layer."""
    warnings: list[str] = field(default_factory=list)

    @contextmanager
    def timed(self, stage: str) -> Iterator[None]:
        """Add the time spent inside to ``stage``."""
        start = time.perf_counter()
        try:
            yield
        finally:
            spent = (time.perf_counter() - start) * 1000
            self.wall_ms[stage] = round(self.wall_ms.get(stage, 0.0) + spent, 1)

    def report(self) -> dict[str, Any]:
        """Return the report as JSON has it."""
        return {
            "pages": self.pages,
            "notebooks": self.notebooks,
            "cells": self.cells,
            "captures": {"reused": self.reused, "made": self.made, "stale": self.stale},
            "coverage": self.coverage,
            "warnings": self.warnings,
            "wall_ms": self.wall_ms,
        }


def build_site(options: BuildOptions, log: BuildLog) -> tuple[OutputFile, ...]:
    """Return every file of the site.

    Raises a :class:`coursesite.errors.SiteError` for the first thing an author has to put right.
    """
    root = options.root
    with log.timed("content"):
        site = read_site(root)
        stages = [read_stage(root, number) for number in site.open_stages]
        records = read_records(root)
    with log.timed("notebooks"):
        labs = [_read_labs(stage, options, log) for stage in stages]
        _check_labs(labs)
    with log.timed("captures"):
        found = [_found_captures(stage, options, log) for stage in stages]
    environment = template_environment(root, options.memo)
    files: list[OutputFile] = []
    shell = _SiteShell(site, options, _versions(found))
    for stage, notebooks, captures in zip(stages, labs, found, strict=True):
        shown = shown_exhibits(stage, captures)
        with log.timed("pages"):
            page = _stage_page(shell, stage, notebooks, captures, shown, records, log)
        with log.timed("templates"):
            path = f"stage-{stage.number}/index.html"
            files.append(_rendered(environment, "layouts/stage.html.j2", path, page, log))
        files += [each for one in captures for each in raw_files(stage.number, one)]
    with log.timed("templates"):
        index = _index_page(shell)
        files.append(_rendered(environment, "layouts/index.html.j2", "index.html", index, log))
    with log.timed("assets"):
        files += read_assets(root)
    return tuple(files)


# ------------------------------------------------------------------ reading


def _read_labs(stage: Stage, options: BuildOptions, log: BuildLog) -> tuple[Notebook, ...]:
    if stage.labs is None:
        return ()
    found = tuple(
        read_notebook(options.root / path, options.root, options.memo)
        for path in stage.labs.notebooks
    )
    log.notebooks += [each.path for each in found]
    return found


def _check_labs(labs: Iterable[Iterable[Notebook]]) -> None:
    check_designators(
        (require_lab(notebook).designator, Where(notebook.path))
        for notebooks in labs
        for notebook in notebooks
    )


def _found_captures(stage: Stage, options: BuildOptions, log: BuildLog) -> tuple[Found, ...]:
    root = options.root

    def notebook(path: str) -> Notebook:
        return read_notebook(root / path, root, options.memo)

    found = find_captures(wanted_captures(stage, notebook, root), options.say)
    for each in found:
        name = each.wanted.name
        if each.capture is None:
            log.warnings.append(f"capture {name} is missing: {each.reason}")
            continue
        {"reused": log.reused, "made": log.made, "stale": log.stale}[each.state].append(name)
        log.coverage[name] = capture_stats(each.capture)["layers"]
        if each.state == "stale":
            log.warnings.append(f"capture {name} is stale and cannot be renewed: {each.reason}")
    return found


def _versions(found: Iterable[Iterable[Found]]) -> tuple[tuple[str, str], ...]:
    """Return the versions that the shown captures were made with."""
    versions: dict[str, set[str]] = {}
    captures = [each.capture for one in found for each in one if each.capture is not None]
    for capture in captures:
        for package, version in capture.versions:
            versions.setdefault(package, set()).add(version)
    return tuple((package, ", ".join(sorted(versions[package]))) for package in sorted(versions))


# -------------------------------------------------------------------- pages


@dataclass(frozen=True, slots=True)
class _SiteShell:
    """What all pages of one build share."""

    site: Site
    options: BuildOptions
    versions: tuple[tuple[str, str], ...]

    def info(self, root: str) -> view.SiteInfo:
        """Return what a page is given whose way to the site's root is ``root``."""
        return view.SiteInfo(
            self.site.title,
            self.site.tagline,
            repository_url(self.site),
            root,
            tuple(f"{root}/assets/css/{name}.css" for name in STYLESHEETS),
            tuple(f"{root}/assets/js/{name}.js" for name in SCRIPTS),
            f"{root}/assets/js/theme.js",
            tuple(stage_track(self.site, root)),
            self.versions,
            self.options.date,
            self.options.commit,
        )


def _stage_page(
    shell: _SiteShell,
    stage: Stage,
    notebooks: tuple[Notebook, ...],
    captures: tuple[Found, ...],
    shown: tuple[ShownExhibit, ...],
    records: tuple[Record, ...],
    log: BuildLog,
) -> view.StagePage:
    cells = tuple(extract_cells(notebook) for notebook in notebooks)
    log.cells += sum(len(each) for each in cells)
    values = site_values(records, exhibit_values(shown), stage)
    instruments = {
        each.exhibit.id: render_fragment(
            view_captures(each.inline, each.exhibit.id), raw_addresses(each.inline)
        )
        for each in shown
    }
    gate = _gate(stage, records, captures)
    inputs = StageInputs(
        shell.site, stage, notebooks, cells, instruments, gate, values, shell.options.memo
    )
    sections = stage_sections(inputs)
    where = stage.where("artifact")
    return view.StagePage(
        shell.info(".."),
        stage.number,
        stage.title,
        fill(stage.description, values, stage.where("description")),
        render_inline(fill(stage.artifact, values, where), where),
        contents(sections),
        sections,
        tuple(_stale_notices(captures)),
    )


def _gate(stage: Stage, records: Iterable[Record], captures: Iterable[Found]) -> GateResult | None:
    """Return the gate's result; a measurement counts while it is of the program as it is now."""
    if stage.gate is None:
        return None
    digests = {each.wanted.program.name: each.wanted.program.digest() for each in captures}
    return gate_result(stage.gate, records, digests.get(stage.gate.program))


def _stale_notices(captures: Iterable[Found]) -> Iterator[str]:
    """Yield one sentence for each program of which some captures are not of today's text."""
    stale: dict[str, list[str]] = {}
    for each in captures:
        if each.state == "stale":
            stale.setdefault(each.wanted.program.name, []).append(each.wanted.target.title)
    for program, titles in stale.items():
        yield (
            f"The program {program} has changed since it was captured for {', '.join(titles)}: "
            "what is shown for these is of the earlier text."
        )


def _index_page(shell: _SiteShell) -> view.IndexPage:
    site = shell.site
    intro = render_markdown(site.intro, site.where("intro"))
    return view.IndexPage(shell.info("."), site.description, intro)


# ----------------------------------------------------------------- rendering


def template_environment(root: Path, memo: Memo) -> Environment:
    """Return the Jinja environment of the templates under ``root``: strict, escaping by type."""
    cache = None
    if memo.folder is not None:
        memo.folder.mkdir(parents=True, exist_ok=True)
        cache = FileSystemBytecodeCache(str(memo.folder))
    return Environment(
        loader=FileSystemLoader(root / "templates"),
        autoescape=True,
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
        bytecode_cache=cache,
    )


def _rendered(
    environment: Environment, template: str, path: str, page: object, log: BuildLog
) -> OutputFile:
    log.pages.append(path)
    return OutputFile(path, environment.get_template(template).render(page=page).encode())


# ------------------------------------------------------------ files beside


def raw_path(capture: Capture, layer: Layer) -> str:
    """Return where, below a stage's folder, the raw text of a layer lies."""
    return f"raw/{capture.program.name}/{capture.target}/{FILES[layer]}"


def raw_addresses(captures: Sequence[Capture], to_stage: str = "") -> dict[str, str]:
    """Return the address of each pane's raw text, from a page whose way to its stage's folder is
    ``to_stage``."""
    upper = {str(layer): to_stage + raw_path(captures[0], layer) for layer in LAYERS[:-1]}
    return upper | {f"hlo@{c.target}": to_stage + raw_path(c, Layer.HLO) for c in captures}


def raw_files(number: int, found: Found) -> Iterator[OutputFile]:
    """Yield the raw texts of one capture."""
    if found.capture is not None:
        for layer in LAYERS:
            text = found.capture.table.layer(layer).text
            yield OutputFile(f"stage-{number}/{raw_path(found.capture, layer)}", text.encode())


def read_assets(root: Path) -> Iterator[OutputFile]:
    """Yield style sheets, scripts, fonts and pictures of the pages and of the instrument."""
    folder = root / "templates" / "assets"
    for path in sorted(folder.rglob("*")):
        if path.is_file():
            yield OutputFile(f"assets/{path.relative_to(folder).as_posix()}", path.read_bytes())
    yield OutputFile(f"assets/css/{STYLESHEET.name}", STYLESHEET.read_bytes())
    yield OutputFile(f"assets/js/{SCRIPT.name}", SCRIPT.read_bytes())
