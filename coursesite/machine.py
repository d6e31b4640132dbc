"""What a machine says inside a sentence: names, shapes and figures, set as code.

A sentence is written with a place, ``{}``, for each of them; what fills a place is escaped, so a
dump's text can bring no markup of its own.
"""

from __future__ import annotations

from collections.abc import Sequence

from markupsafe import Markup


def code(text: str) -> Markup:
    """Return ``text`` set as code; a long name may break behind an underscore."""
    return Markup("<code>{}</code>").format(Markup("_<wbr>").join(text.split("_")))


def code_list(texts: Sequence[str]) -> Markup:
    """Return each text set as code, parted by commas."""
    return Markup(", ").join(map(code, texts))


def code_series(texts: Sequence[str]) -> Markup:
    """Return each text set as code, the last one after ``and``."""
    if len(texts) < 2:
        return code_list(texts)
    return tell("{} and {}", code_list(texts[:-1]), code(texts[-1]))


def tell(sentence: str, *parts: str | int) -> Markup:
    """Return the sentence, a constant, with its places filled; what is no ``Markup`` is escaped."""
    return Markup(sentence).format(*parts)
