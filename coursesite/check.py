"""``python build.py check``: everything that can be wrong, found in one go.

    sources ─► names ─► captures ─► build in memory ─► links, HTML ─► findings

Each finding names file, cell or line, and says what to do; ``--json`` prints them for editors.
Nothing is written, and no capture is made.
"""

from __future__ import annotations

import argparse
import json
import sys
from collections.abc import Iterator, Sequence
from pathlib import Path

from coursesite.check_external import check_external
from coursesite.check_html import missing_checker, validate_pages
from coursesite.check_names import check_names
from coursesite.check_pages import check_pages, external_links
from coursesite.check_sources import (
    Sources,
    check_captures,
    check_execution,
    check_labs,
    check_outputs,
    check_placeholders,
    read_sources,
)
from coursesite.cli import build_options
from coursesite.errors import SiteError
from coursesite.finding import Finding, from_error, in_order
from coursesite.output_file import OutputFile
from coursesite.report import BuildLog, BuildOptions
from coursesite.site import build_site


def build_parser() -> argparse.ArgumentParser:
    """Return the parser of the command's own line."""
    parser = argparse.ArgumentParser(
        prog="build.py check", description="Check the whole course; write nothing."
    )
    here = Path(__file__).parent.parent
    parser.add_argument("--root", type=Path, default=here, metavar="DIR", help="another tree")
    parser.add_argument("--execute", action="store_true", help="run all notebooks too")
    parser.add_argument("--external", action="store_true", help="follow links out of the site too")
    parser.add_argument("--json", action="store_true", help="print findings as JSON")
    parser.add_argument("--base-url", default="", metavar="URL", help="as the build takes it")
    return parser


def main(arguments: Sequence[str]) -> int:
    """Print findings; return 1 where there is one that is more than a note."""
    parsed = build_parser().parse_args(arguments)
    root = parsed.root.resolve()
    options = build_options(root, base_url=parsed.base_url, make_captures=False, say=_say)
    skipped = missing_checker()
    findings = in_order(
        find_faults(options, execute=parsed.execute, external=parsed.external, html=not skipped)
    )
    if parsed.json:
        print(json.dumps([each.document() for each in findings], ensure_ascii=False, indent=1))
    else:
        print_findings(findings, skipped)
    return int(any(not each.is_note for each in findings))


def _say(words: str) -> None:
    """Tell of long work; findings alone go to the standard output."""
    print(f"{words} …", file=sys.stderr, flush=True)


def print_findings(findings: Sequence[Finding], skipped: str) -> None:
    """Print findings for a person, what was skipped, and how many there are."""
    for each in findings:
        print(each)
    if skipped:
        print(skipped, file=sys.stderr)
    errors = sum(not each.is_note for each in findings)
    notes = len(findings) - errors
    print(f"{errors} to put right, {notes} to know" if findings else "nothing to put right")


def find_faults(
    options: BuildOptions, *, execute: bool, external: bool, html: bool
) -> Iterator[Finding]:
    """Yield everything that is wrong, in no order."""
    sources = read_sources(options.root, options.memo)
    yield from sources.findings
    labs = list(check_labs(sources))
    yield from labs
    yield from check_outputs(options.root, sources)
    yield from check_names(options.root, sources)
    yield from check_placeholders(sources)
    captures = list(check_captures(options.root, sources))
    yield from captures
    if execute:
        yield from check_execution(options.root, sources, options.say)
    if sources.findings or labs or captures:
        return  # a build would only say the first of these again
    yield from _built_faults(options, sources, external=external, html=html)


def _built_faults(
    options: BuildOptions, sources: Sources, *, external: bool, html: bool
) -> Iterator[Finding]:
    """Build in memory and yield what is wrong with the pages."""
    try:
        files: tuple[OutputFile, ...] = build_site(options, BuildLog())
    except SiteError as error:
        yield from_error("build", error)
        return
    base_url = options.base_url or (sources.site.base_url if sources.site else "")
    yield from check_pages(files, options.root, base_url.rstrip("/"))
    if html:
        yield from validate_pages(files)
    if external:
        links = external_links(files)
        options.say(f"following {len(links)} links out of the site")
        yield from check_external(links, options.root)
