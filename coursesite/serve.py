"""``python build.py serve``: the site on this machine, built anew at every save.

    save ─► watcher ─► build in this process ─► board ─► open pages reload
                            └─ error ─► board ─► shown over the page, which stays

Files are served from memory, and written to ``_site`` after the open pages have been told. When the
code of the generator changes, the server starts itself anew.
"""

from __future__ import annotations

import argparse
import os
import sys
import threading
import time
import traceback
from collections.abc import Iterable, Sequence
from pathlib import Path

from coursesite.captures import CapturesPending
from coursesite.cli import CACHE, build_options, spare_of
from coursesite.errors import OutputError, SiteError
from coursesite.fill import MARKER
from coursesite.memo import forget_all
from coursesite.output_file import OldSite, OutputFile, look_at
from coursesite.report import BuildLog, BuildOptions
from coursesite.serve_board import Board
from coursesite.serve_captures import Capturer
from coursesite.serve_http import HOST, make_server
from coursesite.site import build_site
from coursesite.unchanged import CODE, PACKAGES, SOURCES, Inputs, Seen, read_head, read_inputs
from coursesite.write import check_output, write_site

PORT = 8000
STEP_MS = 10
"""How long the watcher waits for more changes once it has seen one."""
DEBOUNCE_MS = 100
"""How long it waits at most while changes keep coming."""


def build_parser() -> argparse.ArgumentParser:
    """Return the parser of the command's own line."""
    parser = argparse.ArgumentParser(
        prog="build.py serve",
        description="Serve the site on this machine and build it anew whenever a file is saved.",
    )
    here = Path(__file__).parent.parent
    parser.add_argument("--root", type=Path, default=here, metavar="DIR", help="another tree")
    parser.add_argument("--out", type=Path, metavar="DIR", help="write here instead of _site")
    parser.add_argument(
        "--port", type=int, default=PORT, help=f"default {PORT}; 0 takes a free one"
    )
    return parser


def main(arguments: Sequence[str]) -> int:
    """Serve until Ctrl-C; return 1 when the port is taken or the watcher is missing."""
    parsed = build_parser().parse_args(arguments)
    try:
        import watchfiles  # noqa: F401 - said now, not after the first build
    except ModuleNotFoundError:
        print("error: serve needs the package 'watchfiles'; run `make serve`.", file=sys.stderr)
        return 1
    root = parsed.root.resolve()
    out = (parsed.out or root / "_site").resolve()
    try:
        check_output(out)
        return Service(root, out).run(parsed.port)
    except OutputError as error:
        print(f"error: {error}", file=sys.stderr)
        return 1


class Service:
    """One run of the server."""

    def __init__(self, root: Path, out: Path) -> None:
        self._root = root
        self._out = out
        self._board = Board(_written(out))
        self._capturer = Capturer(root, self._board)
        self._asked: tuple[str | None, BuildOptions] | None = None
        self._inputs: Inputs | None = None
        self._old: OldSite | None = None

    def run(self, port: int) -> int:
        """Serve until Ctrl-C."""
        try:
            server = make_server(self._board, port)
        except OSError as error:
            told = f"error: port {port} cannot be used ({error.strerror}); choose another: --port"
            print(told, file=sys.stderr)
            return 1
        threading.Thread(target=server.serve_forever, daemon=True).start()
        self.build()
        print(f"http://{HOST}:{server.server_address[1]}/ (Ctrl-C ends)", flush=True)
        try:
            self._watch()
        finally:
            self._capturer.stop()
            server.server_close()
        return 0

    def build(self) -> None:
        """Build once; show the new site, or say why there is none."""
        start = time.perf_counter()
        try:
            files = build_site(self._options(), BuildLog(), self._look())
        except CapturesPending as pending:
            print(pending.message, flush=True)
            self._capturer.start()
            return
        except SiteError as error:
            print(f"error: {error}", file=sys.stderr, flush=True)
            self._board.fail(error)
            return
        except Exception as error:  # a fault of ours must not end the server
            traceback.print_exc()
            name = type(error).__name__
            self._board.fail_with("the generator", f"{name}: {error}", hint="see the terminal")
            return
        if self._board.publish(files):
            spent_ms = (time.perf_counter() - start) * 1000
            print(f"built in {spent_ms:.0f} ms", flush=True)
        self._write(files)

    def _look(self) -> Seen:
        """What is on disk now. Where the code is another, this does not return: the process begins
        anew."""
        before, self._inputs = self._inputs, read_inputs(self._root, known=self._inputs)
        if before and before.program != self._inputs.program:
            self._start_anew()
        return Seen(self._inputs, OldSite(self._out, {}))

    def _start_anew(self) -> None:
        self._capturer.stop()
        forget_all(self._root / CACHE)  # some of it may be made by either code
        print("the generator has changed: starting anew", flush=True)
        os.execv(sys.executable, sys.orig_argv)

    def _options(self) -> BuildOptions:
        """The build's options, asked of git again when another commit is checked out."""
        head = read_head(self._root)
        if self._asked is None or head is None or self._asked[0] != head:
            self._asked = (head, build_options(self._root, make_captures=False))
        return self._asked[1]

    def _write(self, files: Iterable[OutputFile]) -> None:
        try:
            self._old = look_at(self._out, self._old)
            write_site(files, self._out, self._old, spare_of(self._root, self._out))
        except OutputError as error:
            print(f"error: {error}", file=sys.stderr, flush=True)
            self._board.fail(error)

    def _watch(self) -> None:
        from watchfiles import watch

        folders = [self._root / name for name in SOURCES] + [PACKAGES / name for name in CODE]
        present = [folder for folder in folders if folder.is_dir()]
        for changes in watch(*present, step=STEP_MS, debounce=DEBOUNCE_MS, raise_interrupt=False):
            if any(_is_code(path) for _, path in changes):
                self._start_anew()
            self.build()


def _is_code(path: str) -> bool:
    folders = (PACKAGES / name for name in CODE)
    return path.endswith(".py") and any(Path(path).is_relative_to(each) for each in folders)


def _written(out: Path) -> dict[str, bytes]:
    """The site of an earlier build, to be shown until there is a newer one."""
    if not (out / MARKER).is_file():
        return {}
    site = look_at(out)
    paths = [path for path in site.tree if path != MARKER]
    found = {path: site.read(path, site.tree[path].digest) for path in paths}
    return {path: data for path, data in found.items() if data is not None}
