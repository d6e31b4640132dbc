"""What ``build.py check`` finds: a place, what is wrong there, what to do."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from msgspec import Struct
from msgspec.structs import asdict

from coursesite.errors import SiteError, Where


class Finding(Struct, frozen=True):
    """One thing to put right."""

    rule: str
    """Which check found it, such as ``links``."""
    message: str
    where: Where
    quote: str = ""
    hint: str = ""
    """What to do."""
    is_note: bool = False
    """Worth knowing, but nothing that has to be put right."""

    def __str__(self) -> str:
        """As an error reads, with the rule at the end of its first line."""
        first, *rest = str(self.error()).split("\n")
        word = "note" if self.is_note else "error"
        return "\n".join([f"{word}: {first} [{self.rule}]", *rest])

    def error(self) -> SiteError:
        """Return the finding as an error of the build."""
        return SiteError(self.message, self.where, quote=self.quote, hint=self.hint)

    def document(self) -> Mapping[str, object]:
        """Return the finding as JSON has it; ``line``, ``cell`` and ``cell_id`` may be null."""
        return {
            "rule": self.rule,
            "severity": "note" if self.is_note else "error",
            **asdict(self.where),
            "message": self.message,
            "quote": self.quote,
            "hint": self.hint,
        }


def from_error(rule: str, error: SiteError) -> Finding:
    """Return an error of a reader or of the build as a finding."""
    return Finding(rule, error.message, error.where, error.quote, error.hint)


def in_order(findings: Iterable[Finding]) -> list[Finding]:
    """Return findings by file, cell and line, each once."""
    return sorted(dict.fromkeys(findings), key=_place)


def _place(finding: Finding) -> tuple[str, int, int, str]:
    where = finding.where
    return where.path, where.cell or 0, where.line or 0, finding.message
