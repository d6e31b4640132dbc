"""Everything irxray raises on purpose.

XrayError
├── ProgramError      the program cannot be found, read or sliced
│   └── SourceSyntaxError   a text is not Python (carries which text, line and what stands there)
├── CaptureError      tracing, lowering or compiling failed
├── TargetError       no such target, or it cannot be used here
├── StoreError        a stored capture is missing, damaged or of another format
└── HloTextError      text that is not optimized HLO (carries line and column)

Each message is made to be read by a person: what is wrong, where, and what to do next.
"""

from __future__ import annotations

import difflib
from collections.abc import Iterable


class XrayError(Exception):
    """Base of all errors meant for the user of the tool."""


class ProgramError(XrayError):
    """The program cannot be found, read or sliced."""


class SourceSyntaxError(ProgramError):
    """One of the texts that a program is taken from is not Python."""

    def __init__(self, reason: str, index: int, line: int, text: str) -> None:
        super().__init__(f"a code cell is not Python: {reason}: {text.strip()}")
        self.reason = reason
        """As Python puts it: ``'(' was never closed``."""
        self.index = index
        """0-based place among the texts."""
        self.line = line
        """1-based line in that text."""
        self.text = text
        """The line itself."""


class CaptureError(XrayError):
    """Tracing, lowering or compiling failed."""


class TargetError(XrayError):
    """No such target, or it cannot be used on this machine."""


class StoreError(XrayError):
    """A stored capture is missing, damaged or of another format."""


class HloTextError(XrayError):
    """Text that is not optimized HLO."""

    def __init__(self, message: str, line: int, column: int) -> None:
        super().__init__(f"line {line}, column {column}: {message}")
        self.line = line
        """1-based."""
        self.column = column
        """0-based."""


def near(word: str, known: Iterable[str]) -> str:
    """Return ``did you mean 'x'?`` for the nearest known name, else the list of known names."""
    names = sorted(known)
    close = difflib.get_close_matches(word, names, n=1)
    if close:
        return f"did you mean '{close[0]}'?"
    return f"known: {', '.join(names)}" if names else "none is known"
