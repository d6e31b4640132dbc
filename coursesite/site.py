"""The whole build, from a folder of sources to the files of the site.

    read site and stages ─► read notebooks ─► read records ─► find captures
        ─► pages as values ─► render templates ─► output files

Everything between the readers and the writer is a pure step from values to values; disk, git and
captures are reached only here and in the readers.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from functools import partial
from pathlib import Path

from coursesite import links_page, production, records_page, view
from coursesite.beside import dump_pages, stage_files, xray_pages
from coursesite.captures import CAPTURES, Found, find_captures, wanted_captures
from coursesite.content import Stage, read_site, read_stage
from coursesite.corpus import read_corpora
from coursesite.drill import Deck, deck_warning, read_deck
from coursesite.errors import Where
from coursesite.exhibit import shown_exhibits
from coursesite.notebook import (
    Notebook,
    check_designators,
    extract_cells,
    read_notebook,
    require_lab,
)
from coursesite.page import file_url
from coursesite.press import Press
from coursesite.record import Record, read_records
from coursesite.render import render_markdown
from coursesite.report import BuildLog, BuildOptions
from coursesite.shell import Shell, read_assets
from coursesite.stage import StageSources, stage_page
from coursesite.write import OutputFile
from irxray.capture import Capture
from irxray.coverage import capture_stats
from irxray.store import capture_digest, read_capture


def build_site(options: BuildOptions, log: BuildLog) -> tuple[OutputFile, ...]:
    """Return every file of the site.

    Raises a :class:`coursesite.errors.SiteError` for the first thing an author has to put right.
    """
    with log.timed("content"):
        site = read_site(options.root)
        stages = [read_stage(options.root, number) for number in site.open_stages]
        records = read_records(options.root)
    sources = [_read_sources(stage, records, options, log) for stage in stages]
    check_designators(_designators(sources))
    shell = Shell(site, _versions(each.found for each in sources), options.date, options.commit)
    press = Press(options.root, options.memo, repr(shell))
    files: list[OutputFile] = []
    with log.timed("pages"):
        for each in sources:
            files += _stage_outputs(shell, each, press, options, log)
        files.append(press.page("index.html", "layouts/index.html.j2", [], partial(_index, shell)))
        files.append(_records_page(shell, records, sources, press))
        log.pages += ["index.html", records_page.PATH]
        for page in (
            *_production_pages(shell, sources, press, options.root),
            *_links_page(shell, press, options.root),
        ):
            files.append(page)
            log.pages.append(page.path)
    with log.timed("assets"):
        files += read_assets(options.root)
    return tuple(files)


def _read_sources(
    stage: Stage, records: tuple[Record, ...], options: BuildOptions, log: BuildLog
) -> StageSources:
    def notebook(path: str) -> Notebook:
        return read_notebook(options.root / path, options.root, options.memo)

    with log.timed("notebooks"):
        labs = tuple(notebook(path) for path in (stage.labs.notebooks if stage.labs else ()))
        cells = tuple(extract_cells(each) for each in labs)
    log.notebooks += [each.path for each in labs]
    log.cells += sum(len(each) for each in cells)
    with log.timed("captures"):
        found = find_captures(wanted_captures(stage, notebook, options.root), options.say)
        _log_captures(found, log)
        shown = shown_exhibits(stage, found)
    with log.timed("drill"):
        deck = _read_deck(stage, options, log)
    return StageSources(stage, labs, cells, found, shown, records, deck)


def _read_deck(stage: Stage, options: BuildOptions, log: BuildLog) -> Deck | None:
    deck = read_deck(options.root, stage.number)
    warning = deck_warning(deck, options.root, stage.number) if deck else ""
    log.warnings += [warning] if warning else []
    return deck


def _designators(sources: Iterable[StageSources]) -> Iterator[tuple[str, Where]]:
    """Yield every designator of the site with its place: labs, exhibits and gates."""
    for each in sources:
        for notebook in each.notebooks:
            yield require_lab(notebook).designator, Where(notebook.path)
        for index, exhibit in enumerate(each.stage.exhibits):
            yield exhibit.designator, each.stage.where(f"exhibits[{index}].designator")
        if each.stage.gate is not None:
            yield each.stage.gate.designator, each.stage.where("gate.designator")


def _log_captures(found: Iterable[Found], log: BuildLog) -> None:
    for each in found:
        name = each.wanted.name
        if each.capture is None:
            log.warnings.append(f"capture {name} is missing: {each.reason}")
            continue
        {"reused": log.reused, "made": log.made, "stale": log.stale}[each.state].append(name)
        log.coverage[name] = capture_stats(each.capture)["layers"]
        if each.state == "stale":
            log.warnings.append(f"capture {name} is stale and cannot be renewed: {each.reason}")


def _versions(found: Iterable[Iterable[Found]]) -> tuple[tuple[str, str], ...]:
    """Return the versions that the shown captures were made with."""
    versions: dict[str, set[str]] = {}
    captures = [each.capture for one in found for each in one if each.capture is not None]
    for capture in captures:
        for package, version in capture.versions:
            versions.setdefault(package, set()).add(version)
    return tuple((package, ", ".join(sorted(versions[package]))) for package in sorted(versions))


def _stage_outputs(
    shell: Shell, sources: StageSources, press: Press, options: BuildOptions, log: BuildLog
) -> list[OutputFile]:
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
            lambda: stage_page(shell, sources),
        )
    ]
    digests = {id(each.capture): each.digest for each in sources.found}
    for each in (
        *dump_pages(shell, stage, sources.found),
        *xray_pages(shell, stage, sources.shown),
    ):
        inputs = [digests[id(each.capture)], repr(each.links), repr(stage.number), each.title]
        pages.append(press.page(f"{folder}/{each.path}", each.template, inputs, each.make))
    log.pages += [each.path for each in pages]
    return [*pages, *stage_files(stage, sources.found)]


def _production_pages(
    shell: Shell, sources: Iterable[StageSources], press: Press, root: Path
) -> Iterator[OutputFile]:
    """Yield the page that sets MaxText beside the toy, where a deliverable asks for it."""
    folders = {name: root / CAPTURES / name / "cpu" for name in production.TITLES}
    for each in sources:
        items = each.stage.deliverables.items if each.stage.deliverables else ()
        wanted = next((item.production for item in items if item.production), "")
        toy = next((f for f in each.found if f.wanted.name == f"{wanted}/cpu" and f.capture), None)
        if toy is None or toy.capture is None:
            continue
        make = partial(_production_page, shell.info(".."), each.stage.number, toy.capture, folders)
        inputs = [toy.digest, *(capture_digest(folder) for folder in folders.values())]
        path = f"stage-{each.stage.number}/{production.PATH}"
        yield press.page(path, production.TEMPLATE, inputs, make)


def _production_page(
    info: view.SiteInfo, number: int, toy: Capture, folders: Mapping[str, Path]
) -> view.ArticlePage:
    programs = {name: read_capture(folder) for name, folder in folders.items()}
    return production.production_page(info, number, toy, programs)


def _links_page(shell: Shell, press: Press, root: Path) -> Iterator[OutputFile]:
    """Yield the page on how well links hold, where the corpus was measured."""
    corpora = read_corpora(root)
    number = min(shell.site.open_stages, default=0)
    if corpora:
        href = f"stage-{number}/index.html"
        make = partial(links_page.links_page, shell.info("."), number, href, corpora)
        yield press.page(links_page.PATH, links_page.TEMPLATE, [repr(corpora)], make)


def _records_page(
    shell: Shell, records: tuple[Record, ...], sources: Iterable[StageSources], press: Press
) -> OutputFile:
    digests = {
        found.wanted.program.name: found.wanted.program.digest()
        for each in sources
        for found in each.found
    }
    return press.page(
        records_page.PATH,
        records_page.TEMPLATE,
        [repr(records), repr(digests)],
        lambda: records_page.records_page(
            records, shell.info(".."), partial(file_url, shell.site), digests
        ),
    )


def _index(shell: Shell) -> view.IndexPage:
    site = shell.site
    intro = render_markdown(site.intro, site.where("intro"))
    return view.IndexPage(shell.info("."), site.description, intro)
