r"""Short LaTeX formulas as HTML that reads well without a script.

Covers what course prose needs, and shows the rest by name. Grammar::

    formula = { item }
    item    = "^" atom | "_" atom | atom
    atom    = "{" formula "}" | command | character
    command = "\" ( letters | one other character )

A formula nested deeper than :data:`DEPTH` is shown as it was written.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from markupsafe import escape

# \alpha   {   x
TOKEN = re.compile(r"\\(?:[A-Za-z]+|.)|\s+|.", re.DOTALL)

SYMBOLS = {
    "alpha": "α", "beta": "β", "gamma": "γ", "delta": "δ", "epsilon": "ε", "eta": "η",
    "theta": "θ", "lambda": "λ", "mu": "μ", "pi": "π", "rho": "ρ", "sigma": "σ", "tau": "τ",
    "phi": "φ", "omega": "ω", "Delta": "Δ", "Sigma": "Σ", "Omega": "Ω", "ell": "ℓ",
    "sum": "∑", "prod": "∏", "int": "∫", "infty": "∞", "partial": "∂", "nabla": "∇",
    "cdot": "·", "times": "×", "div": "÷", "pm": "±", "le": "≤", "leq": "≤", "ge": "≥",
    "geq": "≥", "ne": "≠", "neq": "≠", "approx": "≈", "equiv": "≡", "propto": "∝", "ll": "≪",
    "gg": "≫", "to": "→", "rightarrow": "→", "mapsto": "↦", "in": "∈", "top": "⊤",
    "intercal": "⊤", "odot": "⊙", "oplus": "⊕", "otimes": "⊗", "ldots": "…", "cdots": "⋯",
    "dots": "…", "quad": "\u2003", "qquad": "\u2003\u2003", ",": "\u2009", ";": "\u2005",
    ":": "\u2005", " ": " ", "!": "", "left": "", "right": "", "displaystyle": "", "\\": "\n",
    "langle": "⟨", "rangle": "⟩", "lfloor": "⌊", "rfloor": "⌋", "lceil": "⌈", "rceil": "⌉",
}  # fmt: skip
"""What a command is shown as. Commands that are not here are shown by their name."""

FONTS = frozenset(
    [
        "text",
        "textrm",
        "mathrm",
        "mathbf",
        "mathit",
        "mathsf",
        "mathtt",
        "operatorname",
        "boldsymbol",
    ]
)
"""Commands whose argument is shown as it is."""

SILENT = frozenset(["begin", "end", "label", "tag"])
"""Commands that are left out with their argument."""

DEPTH = 40
"""Deepest nesting; no formula that a person reads comes near."""


class _TooDeepError(Exception):
    """The formula nests deeper than :data:`DEPTH`."""


def formula_html(source: str) -> str:
    r"""The LaTeX formula as HTML, escaped.

    >>> formula_html(r"S = QK^\top")
    'S = QK<sup>⊤</sup>'
    """
    try:
        return "".join(_items(iter(TOKEN.findall(source.strip())), DEPTH))
    except _TooDeepError:
        return str(escape(source))


def _items(tokens: Iterator[str], depth: int) -> Iterator[str]:
    """HTML of the items up to the group's end; ``depth`` is how much deeper they may nest."""
    for token in tokens:
        if token == "}":
            return
        yield _item(token, tokens, depth)


def _item(token: str, tokens: Iterator[str], depth: int) -> str:
    """HTML of one item; takes the tokens that belong to it."""
    if depth == 0:
        raise _TooDeepError
    if token == "^":
        return f"<sup>{_atom(tokens, depth)}</sup>"
    if token == "_":
        return f"<sub>{_atom(tokens, depth)}</sub>"
    if token == "{":
        return "".join(_items(tokens, depth - 1))
    if token.startswith("\\") and len(token) > 1:
        return _command(token[1:], tokens, depth)
    # An ampersand alone marks where lines are aligned.
    return str(escape(" " if token.isspace() or token == "&" else token))


def _atom(tokens: Iterator[str], depth: int) -> str:
    """HTML of the next atom, spaces before it skipped."""
    for token in tokens:
        if not token.isspace():
            return _item(token, tokens, depth - 1)
    return ""


def _command(name: str, tokens: Iterator[str], depth: int) -> str:
    """HTML of a command with its arguments."""
    if name in FONTS:
        return _atom(tokens, depth)
    if name in SILENT:
        _atom(tokens, depth)
        return ""
    if name in ("frac", "tfrac", "dfrac"):
        return f"{_grouped(_atom(tokens, depth))}/{_grouped(_atom(tokens, depth))}"
    if name == "sqrt":
        return f"√{_grouped(_atom(tokens, depth))}"
    return str(escape(SYMBOLS.get(name, name)))


def _grouped(html: str) -> str:
    """The part of a fraction or root, in parentheses when it is more than one word."""
    return html if re.fullmatch(r"[\w.]+", html) else f"({html})"
