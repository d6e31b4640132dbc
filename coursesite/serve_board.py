"""What the server shows and tells: the last good site, and what has happened since.

The build writes here, the web server's threads read. Numbers of states only grow, also from one
run of the server to the next, so that a page that has been open all along notices both.
"""

from __future__ import annotations

import threading
import time
from collections.abc import Iterable, Mapping
from typing import Any

from coursesite.errors import SiteError
from coursesite.fill import MARKER
from coursesite.output_file import OutputFile
from coursesite.serve_parts import changed_sections


class Board:
    """The site as it is served, and its state."""

    def __init__(self, files: Mapping[str, bytes]) -> None:
        """Begin with the files of an earlier build, which may be none."""
        self._news = threading.Condition()
        self._state = time.time_ns() // 1_000_000
        self._files = dict(files)
        self._changed = dict.fromkeys(files, self._state)
        self._earlier: dict[str, tuple[int, bytes]] = {}
        """Each changed page as it was before, with the state since which it was so."""
        self._failure: dict[str, str] | None = None
        self._progress = ""

    @property
    def state(self) -> int:
        """Number of the present state."""
        return self._state

    def read(self, path: str) -> bytes | None:
        """Return the file at ``path`` of the last good site."""
        with self._news:
            return self._files.get(path)

    def publish(self, files: Iterable[OutputFile]) -> bool:
        """Show a new site; return whether anything differs from the one before."""
        fresh = {each.path: each.data for each in files}
        with self._news:
            before = self._files
            paths = {*fresh, *before} - {MARKER}
            differing = [path for path in paths if fresh.get(path) != before.get(path)]
            self._earlier |= {
                path: (self._changed[path], before[path]) for path in differing if path in before
            }
            self._files, self._failure = fresh, None
            self._step()
            self._changed |= dict.fromkeys(differing, self._state)
        return bool(differing)

    def fail(self, error: SiteError) -> None:
        """Keep the last good site, and say why there is no newer one."""
        self.fail_with(str(error.where), error.message, error.quote, error.hint)

    def fail_with(self, place: str, message: str, quote: str = "", hint: str = "") -> None:
        """Keep the last good site, and say what is wrong and where."""
        told = {"place": place, "message": message, "quote": quote, "hint": hint}
        with self._news:
            self._failure = told
            self._step()

    def progress(self, words: str) -> None:
        """Say what is going on in the background; nothing when it has ended."""
        with self._news:
            self._progress = words
            self._step()

    def wait(self, page: str, version: int, seen: int, timeout_s: float) -> dict[str, Any]:
        """Return the state as soon as it is newer than ``seen``, or after ``timeout_s``.

        ``version`` is the state at which ``page`` was sent to whoever asks.
        """
        with self._news:
            self._news.wait_for(lambda: self._state > seen, timeout_s)
            is_newer = self._changed.get(page, self._state) > version
            sections = self._sections(page, version) if is_newer else None
            return {
                "state": self._state,
                "reload": is_newer and sections is None,
                "sections": sections,
                "failure": self._failure,
                "progress": self._progress,
            }

    def _sections(self, page: str, version: int) -> dict[str, str] | None:
        """What is new in a page since ``version``, if that is whole sections; the lock is held."""
        earlier, now = self._earlier.get(page), self._files.get(page)
        # Whoever has missed a version loads the page anew.
        if earlier is None or now is None or earlier[0] > version:
            return None
        return changed_sections(earlier[1], now)

    def _step(self) -> None:
        """Move on to a new state; the lock is held."""
        self._state = max(self._state + 1, time.time_ns() // 1_000_000)
        self._news.notify_all()
