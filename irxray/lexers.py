"""Pygments lexers for what JAX and XLA print: jaxpr, StableHLO, optimized HLO.

They colour; they do not parse. Each also serves wherever Pygments does (``get_tokens``).
"""

from __future__ import annotations

from typing import ClassVar

from pygments.lexer import Lexer, RegexLexer
from pygments.lexers.python import PythonLexer
from pygments.token import (
    Comment,
    Keyword,
    Name,
    Number,
    Punctuation,
    String,
    Whitespace,
    _TokenType,
)

from irxray.layers import Layer

Rules = dict[str, list[object]]


class JaxprLexer(RegexLexer):
    """``e:bf16[128,128] = dot_general[ dimension_numbers=(([1], [0]), ([], [])) ] a d``."""

    name = "jaxpr"
    aliases: ClassVar[list[str]] = ["jaxpr"]
    tokens: ClassVar[Rules] = {
        "root": [
            (r"\s+", Whitespace),
            (r"\b(let|in|lambda)\b", Keyword),
            # a:bf16[128,64]
            (r"[a-z_]+(?=:[a-z0-9_]+\[)", Name.Variable),
            (r"[a-z0-9_]+\[[\d,]*\](?=[\s.])", Keyword.Type),
            # = dot_general[    = transpose[
            (r"(?<== )[a-z_]\w*", Name.Function),
            # preferred_element_type=bfloat16
            (r"[a-z_]\w*(?==)", Name.Attribute),
            (r"-?\d+(\.\d+)?(e[+-]?\d+)?", Number),
            (r"[a-z_]\w*", Name),
            (r".", Punctuation),
        ]
    }


class StableHloLexer(RegexLexer):
    """``%5 = stablehlo.subtract %1, %4 : tensor<128x128xbf16>``."""

    name = "StableHLO"
    aliases: ClassVar[list[str]] = ["stablehlo"]
    tokens: ClassVar[Rules] = {
        "root": [
            (r"\s+", Whitespace),
            (r"//.*", Comment),
            (r'"(?:[^"\\]|\\.)*"', String),
            (r"(?:tensor|vector|memref)<[^>]*>+", Keyword.Type),
            (r"[%@^][\w$.\-]+(:\d+|#\d+)?", Name.Variable),
            # stablehlo.dot_general   func.func   call
            (r"\b(?:[a-z_]+\.[a-z_]\w*|call|return|module)\b", Name.Function),
            (r"-?\b\d+(\.\d+)?(e[+-]?\d+)?\b|0x[0-9A-F]+", Number),
            (r"[A-Za-z_]\w*(?=\s*=)", Name.Attribute),
            (r"[A-Za-z_]\w*", Name),
            (r".", Punctuation),
        ]
    }


class HloLexer(RegexLexer):
    """``%sub.0 = f32[128,128]{1,0} subtract(%convert.23, %broadcast.12), metadata={...}``."""

    name = "HLO"
    aliases: ClassVar[list[str]] = ["hlo"]
    tokens: ClassVar[Rules] = {
        "root": [
            (r"\s+", Whitespace),
            (r"\b(ENTRY|ROOT|HloModule)\b", Keyword),
            # metadata={op_name="jit(f)/mul" stack_frame_id=8}
            (r'\bmetadata=\{(?:"(?:[^"\\]|\\.)*"|[^"}])*\}', Comment),
            (r'"(?:[^"\\]|\\.)*"', String),
            (r"%[\w.\-]+", Name.Variable),
            # bf16[128,128]{1,0:T(8,128)(2,1)S(1)}
            (r"\b[a-z]+\d*[a-z0-9]*\[[^\]]*\](\{[^}]*\})?", Keyword.Type),
            (r"[a-z][a-z\-]*(?=\()", Name.Function),
            (r"[A-Za-z_]\w*(?==)", Name.Attribute),
            (r"-?\b\d+(\.\d+)?(e[+-]?\d+)?\b", Number),
            (r"[A-Za-z_]\w*", Name),
            (r".", Punctuation),
        ]
    }


LEXERS: dict[Layer, type[Lexer]] = {
    Layer.SOURCE: PythonLexer,
    Layer.JAXPR: JaxprLexer,
    Layer.STABLEHLO: StableHloLexer,
    Layer.HLO: HloLexer,
    Layer.KERNEL: StableHloLexer,
}

TOKEN_CLASSES: tuple[tuple[_TokenType, str], ...] = (
    (Comment, "c"),
    (String, "s"),
    (Number, "n"),
    (Keyword.Type, "t"),
    (Keyword, "k"),
    (Name.Function, "f"),
    (Name.Variable, "v"),
    (Name.Attribute, "a"),
)
"""Token families and the class each is shown with; the first that holds wins."""


def token_class(token: _TokenType) -> str:
    """Return the short class of a token, or an empty string for plain text."""
    # Pygments tokens are tuples that hold their descendants, which no type says.
    return next((name for family, name in TOKEN_CLASSES if family.__contains__(token)), "")


def lex_lines(layer: Layer, text: str) -> list[list[tuple[str, str]]]:
    """Return for each line its ``(text, class)`` tokens; joined they are the line exactly."""
    lexer = LEXERS[layer](stripnl=False, ensurenl=False)
    lines: list[list[tuple[str, str]]] = [[]]
    for token, value in lexer.get_tokens(text):
        name = token_class(token)
        for index, part in enumerate(value.split("\n")):
            if index:
                lines.append([])
            if part:
                lines[-1].append((part, name))
    if text.endswith("\n"):
        lines.pop()
    return lines


LIGHT_RULES: dict[Layer, tuple[tuple[str, str], ...]] = {
    Layer.SOURCE: (
        ("c", r"#.*$"),
        ("s", r'"(?:[^"\\]|\\.)*"|\'(?:[^\'\\]|\\.)*\''),
        ("k", r"\b(?:def|return|for|in|if|else|lambda|import|from|as|class|with|while|not)\b"),
    ),
    Layer.JAXPR: (
        # a:bf16[128,64]
        ("v", r"\b[a-z_]+(?=:[a-z0-9_]+\[)"),
        ("t", r"\b[a-z0-9_]+\[[\d,]*\](?=[\s.])"),
        ("f", r"(?<== )[a-z_]\w*"),
        ("a", r"\b[a-z_]\w*(?==)"),
    ),
    Layer.STABLEHLO: (
        ("s", r'"(?:[^"\\]|\\.)*"'),
        ("t", r"tensor<[^>]*>"),
        ("v", r"[%@^][\w$.\-]+(?::\d+|#\d+)?"),
        ("f", r"\b[a-z_]+\.[a-z_]\w*\b"),
    ),
    Layer.HLO: (
        ("c", r'\bmetadata=\{(?:"(?:[^"\\]|\\.)*"|[^"}])*\}'),
        ("s", r'"(?:[^"\\]|\\.)*"'),
        ("v", r"%[\w.\-]+"),
        ("t", r"\b[a-z]+\d*[a-z0-9]*\[[^\]]*\](?:\{[^}]*\})?"),
        ("f", r"(?<= )[a-z][a-z\-]*(?=\()"),
        ("k", r"\b(?:ENTRY|ROOT|HloModule)\b"),
    ),
}
LIGHT_RULES[Layer.KERNEL] = LIGHT_RULES[Layer.STABLEHLO]
"""Fewer rules of the same colours, ``(class, pattern)``, for lines that a browser colours: the
patterns are read alike by Python and by JavaScript, and the first one that fits wins."""
