"""Markdown and code as HTML. Whatever a notebook brings is sanitised; prose has no raw HTML."""

from __future__ import annotations

import base64
import re
from collections.abc import Iterator, Mapping, Sequence
from functools import cache
from itertools import pairwise
from typing import TYPE_CHECKING, Any

from markupsafe import Markup, escape

from coursesite.errors import ContentError, NotebookError, Where, shorten
from coursesite.figures import Link, link_figures
from coursesite.maths import formula_html
from coursesite.notebook import ExtractedCell
from coursesite.sanitize import IMAGE_DATA, printable, sanitize_html

if TYPE_CHECKING:
    from markdown_it import MarkdownIt
    from markdown_it.token import Token

PROSE_HEADING = 3
"""Level of the largest heading in prose: the section's own heading is level 2."""
CELL_HEADING = 4
"""Level of every heading in a notebook's cell: the notebook's title is level 3."""

IMAGE_TYPES = ("image/png", "image/jpeg", "image/gif", "image/webp")
"""Images that may stand in the page as data."""

# What ends a word or a line: a no-break space, as before a figure's unit, is part of its word.
SPACES = re.compile(r"[ \t\r\n]+")
# Fusion, and its limit -> fusion-and-its-limit
NOT_SLUG = re.compile(r"[^a-z0-9]+")


def render_markdown(
    text: str, where: Where, anchor: str = "", links: Sequence[Link] = ()
) -> Markup:
    """Prose as HTML: CommonMark and tables, raw HTML shown as text.

    With an ``anchor`` (the section's id) each heading gets an id that begins with it and a link
    to itself. ``links`` are those of the figures marked in the text. Raises :class:`ContentError`
    for an image: pages load nothing.
    """
    tokens = _markdown(html=False).parse(text)
    link_figures(tokens, links)
    _check_images(tokens, where)
    _shift_headings(tokens, PROSE_HEADING, 6)
    if anchor:
        _add_anchors(tokens, anchor)
    return _rendered(tokens, html=False)


def render_inline(text: str, where: Where, links: Sequence[Link] = ()) -> Markup:
    """One line of prose without a paragraph around it; raises as :func:`render_markdown`."""
    tokens = _markdown(html=False).parseInline(SPACES.sub(" ", text).strip())
    link_figures(tokens, links)
    _check_images(tokens, where)
    return _rendered(tokens, html=False)


def render_markdown_cell(cell: ExtractedCell, base_url: str = "") -> Markup:
    """A notebook's markdown cell as sanitised HTML.

    Pasted images stand in the page as data; an image from elsewhere becomes a link to it.
    Relative links are resolved against ``base_url``, the notebook's folder in the repository; one
    that climbs out of the repository loses its address. Raises :class:`NotebookError` for an
    attachment that the cell does not have or that is not base64.
    """
    tokens = _markdown(html=True).parse(cell.source)
    _shift_headings(tokens, CELL_HEADING, CELL_HEADING)
    _place_images(tokens, cell)
    depth = cell.notebook.count("/")
    return Markup(sanitize_html(_rendered(tokens, html=True), base_url, depth))


def render_untrusted_markdown(text: str) -> Markup:
    """Markdown that a notebook's output holds, as sanitised HTML."""
    tokens = _markdown(html=True).parse(text)
    _shift_headings(tokens, CELL_HEADING, CELL_HEADING)
    return Markup(sanitize_html(_rendered(tokens, html=True)))


def highlight_code(source: str, language: str = "python") -> Markup:
    """Code with Pygments' short classes, ``<pre class="code"><code>``.

    The block can be focused, since it may have to scroll. An unknown language stays plain.
    """
    body = _highlighted(source, language)
    return printable(Markup('<pre class="code" tabindex="0"><code>{}</code></pre>').format(body))


def _highlighted(source: str, language: str) -> Markup:
    """The inside of a code block."""
    from pygments import highlight

    lexer = _lexer(language)
    if lexer is None:
        return escape(source.rstrip("\n"))
    return Markup(highlight(source, lexer, _formatter()).rstrip("\n"))


@cache
def _lexer(language: str) -> Any:
    """Pygments' lexer for the language, or nothing."""
    from pygments.lexers import LEXERS, get_lexer_by_name

    from coursesite.python_lexer import SievingPythonLexer

    if language in SievingPythonLexer.aliases:
        return SievingPythonLexer(stripnl=False)
    from irxray import lexers

    for ours in (lexers.JaxprLexer, lexers.StableHloLexer, lexers.HloLexer):
        if language in ours.aliases:
            return ours(stripnl=False)
    # Asked for a name that it does not have, Pygments would import every installed plugin.
    if not any(language in aliases for _, _, aliases, _, _ in LEXERS.values()):
        return None
    return get_lexer_by_name(language, stripnl=False)


@cache
def _formatter() -> Any:
    from pygments.formatters.html import HtmlFormatter

    return HtmlFormatter(nowrap=True)


@cache
def _markdown(html: bool) -> MarkdownIt:
    """The parser: CommonMark, tables, struck text, maths between dollars."""
    from markdown_it import MarkdownIt
    from mdit_py_plugins.dollarmath import dollarmath_plugin

    parser = MarkdownIt("commonmark", {"html": html}).enable(["table", "strikethrough"])
    dollarmath_plugin(
        parser, allow_labels=False, allow_space=False, allow_digits=False, double_inline=True
    )
    for name, rule in RULES.items():
        parser.add_render_rule(name, rule)
    return parser


def _rendered(tokens: Sequence[Token], html: bool) -> Markup:
    parser = _markdown(html)
    return printable(Markup(parser.renderer.render(tokens, parser.options, {}).strip()))


def _fence(self: Any, tokens: Sequence[Token], index: int, options: Any, env: Any) -> str:
    language = tokens[index].info.strip().partition(" ")[0]
    return f"{highlight_code(tokens[index].content, language)}\n"


def _formula(self: Any, tokens: Sequence[Token], index: int, options: Any, env: Any) -> str:
    return f'<span class="math">{formula_html(tokens[index].content)}</span>'


def _display(self: Any, tokens: Sequence[Token], index: int, options: Any, env: Any) -> str:
    return f'<p class="math display">{formula_html(tokens[index].content)}</p>\n'


def _table(self: Any, tokens: Sequence[Token], index: int, options: Any, env: Any) -> str:
    return '<div class="table-scroll" tabindex="0" role="region" aria-label="Table"><table>\n'


def _table_end(self: Any, tokens: Sequence[Token], index: int, options: Any, env: Any) -> str:
    return "</table></div>\n"


def _cell_style(self: Any, tokens: Sequence[Token], index: int, options: Any, env: Any) -> str:
    """A table cell; alignment is an attribute, since pages carry no style attributes."""
    token = tokens[index]
    style = str(token.attrs.get("style", ""))
    align = f' align="{style.removeprefix("text-align:")}"' if style else ""
    return f"<{token.tag}{align}>"


RULES = {
    "fence": _fence,
    "code_block": _fence,
    "math_inline": _formula,
    "math_inline_double": _formula,
    "math_block": _display,
    "table_open": _table,
    "table_close": _table_end,
    "th_open": _cell_style,
    "td_open": _cell_style,
}
"""How tokens are drawn where markdown-it's own way does not fit the page."""


def _walk(tokens: Sequence[Token], line: int = 0) -> Iterator[tuple[Token, int]]:
    """Every token with the 0-based line of the block it stands in."""
    for token in tokens:
        line = token.map[0] if token.map else line
        yield token, line
        yield from _walk(token.children or [], line)


def _check_images(tokens: Sequence[Token], where: Where) -> None:
    """Raises at the first image in prose."""
    for token, line in _walk(tokens):
        if token.type != "image":
            continue
        at = None if where.line is None else where.line + line
        place = Where(where.path, line=at)
        hint = "link to it instead; figures come from notebooks and captures"
        quote = shorten(f"![{token.content}]({token.attrs.get('src', '')})")
        raise ContentError("has an image, which pages do not load", place, quote=quote, hint=hint)


def _shift_headings(tokens: Sequence[Token], first: int, last: int) -> None:
    """Puts headings under the page's own: the document's largest becomes ``first``."""
    headings = [token for token in tokens if token.type in ("heading_open", "heading_close")]
    largest = min((int(token.tag[1]) for token in headings), default=1)
    for token in headings:
        token.tag = f"h{min(int(token.tag[1]) - largest + first, last)}"


def _add_anchors(tokens: Sequence[Token], anchor: str) -> None:
    """Gives each heading an id, unique under ``anchor``, and a link to itself."""
    from markdown_it.token import Token

    taken: set[str] = set()
    for opening, inline in pairwise(tokens):
        if opening.type != "heading_open":
            continue
        words = "".join(token.content for token in inline.children or [])
        name = _free_slug(f"{anchor}--{_slug(words)}", taken)
        opening.attrSet("id", name)
        label = escape(f"Link to “{words}”")
        html = f' <a class="anchor" href="#{name}" aria-label="{label}">#</a>'
        link = Token("html_inline", "", 0, content=html)
        inline.children = [*(inline.children or []), link]


def _slug(heading: str) -> str:
    return NOT_SLUG.sub("-", heading.lower()).strip("-") or "section"


def _free_slug(wish: str, taken: set[str]) -> str:
    """``wish``, numbered when it is taken."""
    name, number = wish, 2
    while name in taken:
        name, number = f"{wish}-{number}", number + 1
    taken.add(name)
    return name


def _place_images(tokens: Sequence[Token], cell: ExtractedCell) -> None:
    """Puts attachments into the page; turns other images into links."""
    for token, _ in _walk(tokens):
        if token.type != "image":
            continue
        source = str(token.attrs.get("src", ""))
        if source.startswith("attachment:"):
            token.attrSet("src", _attachment(source.removeprefix("attachment:"), cell))
        elif not IMAGE_DATA.match(source):
            _link_image(token, source)


def _link_image(token: Token, source: str) -> None:
    """The image token as a link that names the picture."""
    token.type = "html_inline"
    words = escape(token.content or source)
    token.content = f'<a href="{escape(source)}">{words}</a>'


def _attachment(name: str, cell: ExtractedCell) -> str:
    """A pasted image as a data address."""
    from urllib.parse import unquote

    bundle: Mapping[str, str] = cell.attachments.get(unquote(name), {})
    hint = "paste the image into the cell again, or remove it"
    for media_type in IMAGE_TYPES:
        if media_type in bundle:
            message = f"has an attachment of type {media_type} that is not base64"
            return image_address(media_type, bundle[media_type], cell.where, message, hint)
    message = "shows an attachment that the cell does not have"
    raise NotebookError(message, cell.where, quote=f"attachment:{name}", hint=hint)


def image_address(media_type: str, data: str, where: Where, message: str, hint: str) -> str:
    """The image as a data address; raises :class:`NotebookError` when it is not base64."""
    encoded = "".join(data.split())
    try:
        base64.b64decode(encoded, validate=True)
    except ValueError:
        raise NotebookError(message, where, quote=shorten(encoded, 40), hint=hint) from None
    return f"data:{media_type};base64,{encoded}"
