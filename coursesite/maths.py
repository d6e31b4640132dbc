r"""Short LaTeX formulas as HTML that reads well without a script.

Covers what course prose needs, and shows the rest by name. Grammar::

    formula = { item }
    item    = "^" atom | "_" atom | atom
    atom    = "{" formula "}" | command | character
    command = "\" ( letters | one other character )
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


def formula_html(source: str) -> str:
    r"""The LaTeX formula as HTML, escaped.

    >>> formula_html(r"S = QK^\top")
    'S = QK<sup>⊤</sup>'
    """
    return "".join(_items(iter(TOKEN.findall(source.strip()))))


def _items(tokens: Iterator[str]) -> Iterator[str]:
    """HTML of the items up to the group's end."""
    for token in tokens:
        if token == "}":
            return
        yield _item(token, tokens)


def _item(token: str, tokens: Iterator[str]) -> str:
    """HTML of one item; takes the tokens that belong to it."""
    if token == "^":
        return f"<sup>{_atom(tokens)}</sup>"
    if token == "_":
        return f"<sub>{_atom(tokens)}</sub>"
    if token == "{":
        return "".join(_items(tokens))
    if token.startswith("\\") and len(token) > 1:
        return _command(token[1:], tokens)
    return str(escape(" " if token.isspace() else token))


def _atom(tokens: Iterator[str]) -> str:
    """HTML of the next atom, spaces before it skipped."""
    for token in tokens:
        if not token.isspace():
            return _item(token, tokens)
    return ""


def _command(name: str, tokens: Iterator[str]) -> str:
    """HTML of a command with its arguments."""
    if name in FONTS:
        return _atom(tokens)
    if name in ("frac", "tfrac", "dfrac"):
        return f"{_grouped(_atom(tokens))}/{_grouped(_atom(tokens))}"
    if name == "sqrt":
        return f"√{_grouped(_atom(tokens))}"
    return str(escape(SYMBOLS.get(name, name)))


def _grouped(html: str) -> str:
    """The part of a fraction or root, in parentheses when it is more than one word."""
    return html if re.fullmatch(r"[\w.]+", html) else f"({html})"
