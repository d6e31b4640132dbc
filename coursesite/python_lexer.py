"""Pygments' lexer for Python, at half the time: it does not try what a text does not hold.

For each token Pygments tries the rules of its state one by one, some fifty in Python's first one,
most of them for what a cell of a notebook never has. A rule whose pattern is found nowhere in the
text can match at no place of it, so leaving it out changes no token.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import cache
from typing import Any

from pygments.lexers.python import PythonLexer

RUN = re.compile(r"\s{100}|[\d_]{100}")
# A group of prefixes, then one of quotes: (?i)(rb|br|r)(""")
STRING_START = re.compile(r"""(?:\(\?i\))?\([^()]*\)\((?P<quotes>["']+)\)""")

Rule = tuple[Any, ...]
"""A pattern's ``match``, and what follows from it."""


class Sieve(dict[str, list[Rule]]):
    """The rules of each state that have anything to match in a text."""

    def __init__(self, rules: Mapping[str, Sequence[Rule]], text: str) -> None:
        super().__init__()
        self._rules = rules
        self._text = text

    def __missing__(self, state: str) -> list[Rule]:
        kept = [rule for rule in self._rules[state] if _is_found(rule[0].__self__, self._text)]
        self[state] = kept
        return kept


def _is_found(pattern: re.Pattern[str], text: str) -> bool:
    """Whether the pattern matches anywhere in ``text``."""
    return _quotes(pattern) in text and pattern.search(text) is not None


@cache
def _quotes(pattern: re.Pattern[str]) -> str:
    """The quotes that every match of the pattern ends with; one rule in three begins a string."""
    found = STRING_START.fullmatch(pattern.pattern)
    return found["quotes"] if found else ""


class SievingPythonLexer(PythonLexer):
    """Python's lexer with the same tokens."""

    def get_tokens_unprocessed(
        self, text: str, stack: Iterable[str] = ("root",)
    ) -> Iterator[tuple[int, Any, str]]:
        """Yield place, kind and text of each token."""
        rules = vars(type(self))["_tokens"]
        # Some patterns begin with any run of these: to search for one takes its length squared.
        self._tokens = rules if RUN.search(text) else Sieve(rules, text)
        return super().get_tokens_unprocessed(text, stack)
