"""Captures in the background of ``serve``: a process of their own, its progress on the board."""

from __future__ import annotations

import subprocess
import sys
import threading
from pathlib import Path

from coursesite.serve_board import Board

BUILD = Path(__file__).parent.parent / "build.py"


class Capturer:
    """Runs ``build.py captures``, at most one at a time."""

    def __init__(self, root: Path, board: Board) -> None:
        self._root = root
        self._board = board
        self._process: subprocess.Popen[str] | None = None

    def start(self) -> None:
        """Capture what is not current. A run that is under way is of older text: it is ended."""
        self.stop()
        process = subprocess.Popen(
            [sys.executable, str(BUILD), "captures", "--root", str(self._root)],
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            encoding="utf-8",
            errors="replace",
        )
        self._process = process
        self._board.progress("capturing …")
        threading.Thread(target=self._follow, args=(process,), daemon=True).start()

    def stop(self) -> None:
        """End the run that is under way, if there is one, and what it started."""
        process, self._process = self._process, None
        if process is not None and process.poll() is None:
            process.terminate()
            process.wait()
            self._board.progress("")

    def _follow(self, process: subprocess.Popen[str]) -> None:
        """Tell of each line; of an error at the end, unless another run has taken over."""
        assert process.stdout is not None
        assert process.stderr is not None
        for line in process.stdout:
            if self._process is process and line.startswith("captur"):
                self._board.progress(line.strip())
        said = process.stderr.read()
        process.wait()
        if self._process is not process:
            return
        self._board.progress("")
        if said.startswith("error: "):
            first, *rest = said.removeprefix("error: ").splitlines()
            self._board.fail_with("", first, "\n".join(rest))
