"""The lexer that leaves out rules gives the tokens of the one that tries them all."""

from __future__ import annotations

import json
import re

import pytest
from hypothesis import given
from hypothesis import strategies as st
from pygments.lexers.python import PythonLexer

from coursesite.python_lexer import Sieve, SievingPythonLexer, _quotes
from tests.site_tree import REPOSITORY

QUICK, PLAIN = SievingPythonLexer(stripnl=False), PythonLexer(stripnl=False)

WORDS = "def class import from as lambda yield await async match case _ None True self print x1 λ"
MARKS = r"""' " ''' f' rb" \\ \n # @ : . , ( ) [ ] { } += := 0x1F 1.5e3j %d {x!r:>{w}} ! $ ? >>>"""
PIECES = st.sampled_from([*WORDS.split(), *MARKS.split(), '"' * 3])


@pytest.mark.parametrize("folder", ["coursesite", "irxray", "tests/irxray"])
def test_on_our_own_code(folder: str) -> None:
    for path in (REPOSITORY / folder).glob("*.py"):
        same_tokens(path.read_text(encoding="utf-8"))


def test_on_the_labs() -> None:
    for path in REPOSITORY.glob("labs/**/*.ipynb"):
        for cell in json.loads(path.read_text(encoding="utf-8"))["cells"]:
            same_tokens("".join(cell["source"]))


@given(st.lists(PIECES, max_size=30), st.sampled_from(["", " ", "\n", "\n    "]))
def test_on_pieces_of_code(pieces: list[str], between: str) -> None:
    same_tokens(between.join(pieces))


@given(st.text(max_size=60))
def test_on_any_text(text: str) -> None:
    same_tokens(text)


@pytest.mark.parametrize("run", ["\n" * 300, " " * 300, "\n  " * 100, "1" * 300, "1_" * 100])
def test_long_runs_take_no_longer_than_ever(run: str) -> None:
    """To find a pattern that begins with any run of something takes the square of its length."""
    for text in (f"x = 1{run}y = 2", f"x = '{run}'"):
        same_tokens(text)
        assert not isinstance(QUICK._tokens, Sieve)
    same_tokens("x = 1\n\ny = 2")
    assert isinstance(QUICK._tokens, Sieve)


def same_tokens(text: str) -> None:
    assert list(QUICK.get_tokens(text)) == list(PLAIN.get_tokens(text))


def test_what_a_text_does_not_hold_is_not_tried() -> None:
    rules = [(re.compile(pattern).match, pattern) for pattern in ("b+", "c", "^a")]
    assert [name for _, name in Sieve({"root": rules}, "abb")["root"]] == ["b+", "^a"]


class Unsearched:
    """A pattern that must not be searched for."""

    pattern = "(r)(')"

    def match(self) -> None: ...


def test_a_string_is_not_looked_for_where_there_is_no_quote() -> None:
    rules = {"root": [(Unsearched().match, "")]}
    assert Sieve(rules, "r")["root"] == []
    with pytest.raises(AttributeError, match="search"):
        _ = Sieve(rules, "r'")["root"]


def test_the_quotes_of_a_string_are_looked_for_first() -> None:
    patterns = ["(?i)(rb|br|r)(')", '([uU]?)(""")', "(a)(')|b", "a|(')", "(')"]
    assert [_quotes(re.compile(each)) for each in patterns] == ["'", '"""', "", "", ""]
