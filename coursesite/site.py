"""The whole build, from a folder of sources to the files of the site.

    read site and records ─► one piece of work for each stage ─► what all pages share
        ─► pages of the stages ─► pages of the whole site ─► output files

Everything between the readers and the writer is a pure step from values to values; disk, git and
captures are reached only here and in the readers.
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterable, Iterator, Sequence
from functools import partial
from pathlib import Path

from msgspec.structs import replace

from coursesite import record_place, view_page
from coursesite.address import file_url
from coursesite.ahead import making_ahead
from coursesite.assets import Assets
from coursesite.content import Site, read_site
from coursesite.corpus import PAGE as LINKS
from coursesite.corpus import Corpus, read_corpora
from coursesite.errors import Where
from coursesite.glossary import PATH as GLOSSARY
from coursesite.glossary import Glossary, read_glossary
from coursesite.known import Summary
from coursesite.notebook import check_designators
from coursesite.output_file import OldSite, OutputFile
from coursesite.placeholders import site_placeholders
from coursesite.press import Press
from coursesite.record import Record, read_records
from coursesite.render import render_markdown
from coursesite.report import BuildLog, BuildOptions
from coursesite.shell import Shell, shell_assets
from coursesite.sundry import SEARCH, course_files, index_of, pictures, search_files
from coursesite.templates import template_environment
from coursesite.unchanged import Seen, read_inputs
from coursesite.work import Work

FONTS = Path("templates/assets/fonts")

STEPS = ("content", "notebooks", "captures", "drill", "assets", "pages")
"""Steps that the log times, each there even when it had nothing to do."""


def build_site(
    options: BuildOptions, log: BuildLog, seen: Seen | None = None
) -> tuple[OutputFile, ...]:
    """Return every file of the site; ``seen`` is what is on disk, where that was looked at.

    Raises a :class:`coursesite.errors.SiteError` for the first thing an author has to put right.
    """
    for step in STEPS:
        log.wall_ms.setdefault(step, 0.0)
    with log.timed("hash"):
        seen = seen or Seen(read_inputs(options.root), OldSite(options.root, {}))
    with log.timed("content"):
        # Whatever is recalled was made by this very code.
        options = replace(options, memo=options.memo.made_by(seen.inputs.code))
        site = read_site(options.root, options.memo)
        records = read_records(options.root)
        glossary = read_glossary(options.root, options.memo)
        corpora = read_corpora(options.root)
        base = hashlib.sha256(repr(records).encode()).hexdigest()
    log.warnings += (f"{each.where}: {each.message}" for each in site_placeholders(site))
    works = [Work(number, records, base, options, log, seen) for number in site.open_stages]
    summaries = tuple((each.number, each.summary) for each in works)
    check_designators(_designators(summaries))
    with log.timed("assets"):
        assets = shell_assets(options.root)
    shell = _shell(site, options, summaries, glossary, corpora, assets)
    press = _press(shell, options, seen)
    with log.timed("pages"):
        anew = [each for each in works if not each.is_kept(press)]
        with making_ahead(anew, partial(_make, shell, press)):
            shared = [*_shared_files(shell, press, records, corpora)]
        files = [*(file for each in works for file in each.files(shell, press)), *shared]
        files += search_files(shell, press, options.memo, files, seen.old)
        files += pictures(shell, options.memo, options.root / FONTS)
    log.pages += [each.path for each in files if each.path.endswith(".html")]
    return (*files, *assets.files)


def _shell(
    site: Site,
    options: BuildOptions,
    summaries: tuple[tuple[int, Summary], ...],
    glossary: Glossary,
    corpora: Sequence[Corpus],
    assets: Assets,
) -> Shell:
    """Return what all pages share."""
    return Shell(
        site,
        _versions(summaries),
        options.date,
        options.commit,
        (options.base_url or site.base_url).rstrip("/"),
        summaries,
        glossary,
        assets,
        tuple(_shared_pages(glossary, corpora)),
    )


def _make(shell: Shell, press: Press, work: Work) -> None:
    """Make a stage and what the search reads of it, to be recalled."""
    index_of(shell, press.memo).read(work.files(shell, press))


def _press(shell: Shell, options: BuildOptions, seen: Seen) -> Press:
    sources = seen.inputs.sources
    environment = partial(template_environment, options.root, options.memo, sources)
    return Press(shell.shared(), environment, options.memo, seen.old)


def _shared_files(
    shell: Shell, press: Press, records: Sequence[Record], corpora: tuple[Corpus, ...]
) -> Iterator[OutputFile]:
    """Yield the pages and the feed that belong to no stage."""
    yield from _site_pages(shell, press, records)
    yield from _links_page(shell, press, corpora)
    yield from course_files(shell, press, records)


def _designators(summaries: Iterable[tuple[int, Summary]]) -> Iterator[tuple[str, Where]]:
    """Yield every designator of the site with its place."""
    for _, summary in summaries:
        for designator, path, line in summary.designators:
            yield designator, Where(path, line=line)


def _versions(summaries: Iterable[tuple[int, Summary]]) -> tuple[tuple[str, str], ...]:
    """Return the versions that the shown captures were made with."""
    versions: dict[str, set[str]] = {}
    for _, summary in summaries:
        for package, version in summary.versions:
            versions.setdefault(package, set()).add(version)
    return tuple((package, ", ".join(sorted(versions[package]))) for package in sorted(versions))


def _site_pages(shell: Shell, press: Press, records: Sequence[Record]) -> Iterator[OutputFile]:
    """Yield the front page and the page of records."""
    yield press.page("index.html", "layouts/index.html.j2", [], partial(_index, shell))
    digests = {name: digest for _, each in shell.summaries for name, digest in each.programs}

    def make() -> object:
        from coursesite.records_page import records_page  # seldom made anew

        return records_page(records, shell.info(".."), partial(file_url, shell.site), digests)

    stated = [repr(records), repr(digests)]
    yield press.page(record_place.PATH, record_place.TEMPLATE, stated, make)


def _shared_pages(glossary: Glossary, corpora: Sequence[Corpus]) -> Iterator[tuple[str, str]]:
    """Yield title and path of each page that belongs to no stage."""
    yield "Search", SEARCH
    if glossary.entries:
        yield "Glossary", GLOSSARY
    yield "Records", record_place.PATH
    if corpora:
        yield "How well links hold", LINKS


def _links_page(shell: Shell, press: Press, corpora: tuple[Corpus, ...]) -> Iterator[OutputFile]:
    """Yield the page on how well links hold, where the corpus was measured."""
    number = next((number for number, each in shell.summaries if each.state == "open"), 0)
    if corpora:
        from coursesite import links_page  # with it comes the instrument

        href = f"stage-{number}/index.html"
        make = partial(links_page.links_page, shell.info("."), number, href, corpora)
        yield press.page(links_page.PATH, links_page.TEMPLATE, [repr(corpora)], make)


def _index(shell: Shell) -> view_page.IndexPage:
    site = shell.site
    intro = render_markdown(site.intro, site.where("intro"))
    card = shell.card("index.html", "picture.png", site.title)
    return view_page.IndexPage(shell.info("."), site.description, intro, card)
