"""``python build.py``: builds the site and says what it did; ``python build.py COMMAND`` does more.

A command's module is imported only when it is asked for, and what builds only when something has
changed.
"""

from __future__ import annotations

import argparse
import json
import re
import sys
import time
from collections.abc import Callable, Mapping, Sequence
from importlib import import_module
from pathlib import Path

from coursesite.errors import OutputError, SiteError, Where, suggest
from coursesite.memo import Memo, forget_all, forget_unused
from coursesite.output_file import look_at
from coursesite.report import BuildLog, BuildOptions, read_log, summary
from coursesite.unchanged import (
    Seen,
    installed_digest,
    is_same_code,
    keep_build,
    keep_seen,
    read_head,
    read_inputs,
    recall_build,
    recall_seen,
)
from coursesite.write import check_output, is_quiet, site_digest, write_site

CACHE = ".cache"
"""Folder under the root for results kept between builds; it may be deleted at any time."""


COMMANDS: Mapping[str, tuple[str, str]] = {
    "serve": ("coursesite.serve", "show the site on this machine and follow what is saved"),
    "check": ("coursesite.check", "name everything that can be wrong; write nothing"),
    "new": ("coursesite.new", "begin a stage or a lab that builds at once"),
    "captures": ("coursesite.captures_cli", "capture programs for every target that works here"),
    "records": ("coursesite.records_cli", "list and check records, file measurements"),
    "drill": ("bench.drill.make", "make the drill's cards anew"),
}
"""Commands besides the build itself, each with the module whose ``main(arguments)`` runs it and
what it does."""

TYPED = 0.6
"""How alike a mistyped word is to what was meant: 'nwe' and 'new' share two letters of three."""


def build_parser() -> argparse.ArgumentParser:
    """Return the parser of the command line."""
    parser = argparse.ArgumentParser(
        prog="build.py",
        description="Build the course site from notebooks, content and records.",
        usage="%(prog)s [OPTION ...]\n       %(prog)s COMMAND ...",
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    here = Path(__file__).parent.parent
    told = "\n".join(f"  {name:10}{what}" for name, (_, what) in COMMANDS.items())
    parser.epilog = f"commands besides the build, each with its own --help:\n{told}"
    parser.add_argument(
        "--root", type=Path, default=here, metavar="DIR", help="build another tree than this one"
    )
    parser.add_argument(
        "--out", type=Path, metavar="DIR", help="write here instead of _site under the root"
    )
    parser.add_argument("--report", type=Path, metavar="FILE", help="write a JSON report")
    parser.add_argument("--strict", action="store_true", help="treat warnings as errors")
    parser.add_argument("--quiet", action="store_true", help="print errors and warnings only")
    parser.add_argument("--commit", help="commit to show on pages (default: ask git)")
    parser.add_argument("--date", help="date to show on pages (default: the commit's)")
    parser.add_argument(
        "--base-url",
        default="",
        metavar="URL",
        help="address at which the site is published (default: base_url in site/site.yml)",
    )
    parser.add_argument("--version", action=_Version, nargs=0, help="print the version")
    return parser


class _Version(argparse.Action):
    """Prints the version, which takes long to find out and is seldom asked for."""

    def __call__(self, parser: argparse.ArgumentParser, *_: object) -> None:
        print(f"{parser.prog} {program_version()}")
        parser.exit()


def program_version() -> str:
    """Return the installed version, or the one of the checkout."""
    from importlib.metadata import PackageNotFoundError, version

    try:
        return version("rudrite-kernels")
    except PackageNotFoundError:
        return "0 (checkout)"


def is_build(arguments: Sequence[str]) -> bool:
    """Return whether the command line asks for a build rather than for one of the commands."""
    return not arguments or arguments[0] not in COMMANDS


def main(arguments: Sequence[str] | None = None) -> int:
    """Run a command, or build; return 0, or 1 where an author has something to put right.

    A word that is no command exits with 2, as a wrong option does.
    """
    arguments = sys.argv[1:] if arguments is None else arguments
    if not is_build(arguments):
        run = import_module(COMMANDS[arguments[0]][0]).main
        return int(run(arguments[1:]))
    parser = build_parser()
    parsed, unknown = parser.parse_known_args(arguments)
    if unknown:
        parser.error(_unknown_word(parser, unknown[0]))
    start = time.perf_counter()
    try:
        return _build(parsed, start)
    except SiteError as error:
        print(f"error: {error}", file=sys.stderr)
        print("The site was not changed.", file=sys.stderr)
        return 1
    except ModuleNotFoundError as error:
        told = f"build.py needs the package '{error.name}'; run `make site`, which installs it."
        print(told, file=sys.stderr)
        return 1
    except KeyboardInterrupt:
        print("\nstopped; the site was not changed.", file=sys.stderr)
        return 130


def _unknown_word(parser: argparse.ArgumentParser, word: str) -> str:
    """What to say about a word on the command line that means nothing there."""
    if word in COMMANDS:
        return f"the command '{word}' has to come first"
    kind, known = "command", [*COMMANDS]
    if word.startswith("-"):
        kind, known = "option", re.findall(r"(?<!\S)--?[a-z-]+", parser.format_help())
    return f"there is no {kind} '{word}'; {suggest(word, known, TYPED)}"


def _build(parsed: argparse.Namespace, start: float) -> int:
    root = parsed.root.resolve()
    out = (parsed.out or root / "_site").resolve()
    check_output(out)
    log = BuildLog()
    with log.timed("hash"):
        stated = _stated(parsed, root)
        before = recall_seen(root / CACHE, out)
        inputs = read_inputs(root, stated or "", before.inputs)
        seen = Seen(inputs, look_at(out, before.old))
        is_known = stated is not None and is_quiet(out)
        known = recall_build(root / CACHE, out, seen) if is_known else None
    if known is not None:
        log = read_log(known, log.wall_ms)
    if known is None or (parsed.strict and log.warnings):
        try:
            code = _build_anew(parsed, start, log, seen)
            keep_seen(root / CACHE, out, seen, before)
            return code
        finally:
            if not is_same_code(inputs):
                forget_all(root / CACHE)  # nobody knows which code has made what is kept
    keep_seen(root / CACHE, out, seen, before)
    log.wall_ms["total"] = round((time.perf_counter() - start) * 1000, 1)
    _finish(parsed, log, out, changed=False)
    return 0


def _stated(parsed: argparse.Namespace, root: Path) -> str | None:
    """Everything on the command line, and the commit, that pages depend on."""
    head = "" if parsed.commit and parsed.date else read_head(root)
    if head is None:
        return None
    return json.dumps([parsed.commit, parsed.date, parsed.base_url, head])


def build_options(
    root: Path,
    *,
    commit: str | None = None,
    date: str | None = None,
    base_url: str = "",
    say: Callable[[str], None] = lambda words: None,
    make_captures: bool = True,
) -> BuildOptions:
    """Return the options of a build; commit and date as given, else as git says."""
    commit, date = _commit(root, commit, date)
    memo = Memo(root / CACHE, salt=installed_digest())
    return BuildOptions(root, commit, date, memo, say, make_captures, base_url)


def _build_anew(parsed: argparse.Namespace, start: float, log: BuildLog, seen: Seen) -> int:
    from coursesite.site import build_site

    root = parsed.root.resolve()
    out = (parsed.out or root / "_site").resolve()
    say = (lambda words: None) if parsed.quiet else (lambda words: print(f"{words} …", flush=True))
    log = BuildLog(log.wall_ms)
    with log.timed("git"):
        options = build_options(
            root, commit=parsed.commit, date=parsed.date, base_url=parsed.base_url, say=say
        )
    files = build_site(options, log, seen)
    if parsed.strict and log.warnings:
        for warning in log.warnings:
            print(f"error: {warning}", file=sys.stderr)
        print("Warnings are errors with --strict. The site was not changed.", file=sys.stderr)
        return 1
    with log.timed("write"):
        changed = write_site(files, out, seen.old, spare_of(root, out))
    stated = _stated(parsed, root)
    # Inputs that changed while they were read belong to no digest.
    if stated is not None and seen.inputs == read_inputs(root, stated, seen.inputs):
        keep_build(root / CACHE, seen.inputs.digest, out, site_digest(files), log.report())
    forget_unused(root / CACHE)
    log.wall_ms["total"] = round((time.perf_counter() - start) * 1000, 1)
    _finish(parsed, log, out, changed)
    return 0


def spare_of(root: Path, out: Path) -> Path | None:
    """Return where the site before the last is kept: only for the folder that is built all day."""
    return root / CACHE / "spare" if out == root / "_site" else None


def _finish(parsed: argparse.Namespace, log: BuildLog, out: Path, changed: bool) -> None:
    if parsed.report:
        _write_report(log, parsed.report)
    for warning in log.warnings:
        print(f"warning: {warning}", file=sys.stderr)
    if not parsed.quiet:
        print(summary(log, out, changed))


def _write_report(log: BuildLog, path: Path) -> None:
    text = json.dumps(log.report(), indent=2, ensure_ascii=False) + "\n"
    try:
        path.write_text(text, encoding="utf-8")
    except OSError as error:
        message = f"the report cannot be written: {error.strerror or error}"
        hint = "the site itself was built; name another file with --report"
        raise OutputError(message, Where(str(path)), hint=hint) from None


def _commit(root: Path, commit: str | None, date: str | None) -> tuple[str, str]:
    """Return commit and date to show: as given, else as git says, else that there is none."""
    if commit and date:
        return commit, date
    import subprocess

    try:
        done = subprocess.run(
            ["git", "-C", str(root), "log", "-1", "--format=%h %cs", "--abbrev=10"],
            capture_output=True,
            text=True,
            check=False,
        )
        told = done.stdout.split() if done.returncode == 0 else []
    except OSError:
        told = []
    known_commit, known_date = told if len(told) == 2 else ("", "")
    return commit or known_commit, date or known_date
