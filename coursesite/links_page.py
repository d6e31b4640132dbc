"""How well do links hold: the corpus of real programs, counted, on a page of its own."""

from __future__ import annotations

from collections.abc import Sequence

from coursesite import view, view_page
from coursesite.corpus import PAGE, Corpus, Row, sum_layer
from coursesite.errors import Where
from coursesite.quantity import THIN_SPACE
from coursesite.render import render_markdown
from irxray.layers import LAYERS
from irxray.target import find_target

PATH = PAGE
TEMPLATE = "layouts/article.html.j2"
WHERE = Where("coursesite/links_page.py")

INTRO = """
The x-ray's links are taken from the compiler's own metadata. How well that works is measured on
programs nobody here wrote: functions of the jax package, of flax, optax, equinox and diffrax, with
gradients and `vmap`, each captured as the course's own programs are.

A link is *exact* where the metadata names it, *inferred* where dataflow alone does. Exact links are
tried against the source locations in a compile without any tags. Inference is tried by hiding the
tag of each instruction in turn and asking for its equation.
"""

COLUMNS = (
    view.Column("program", "code"),
    view.Column("equations", "figure"),
    view.Column("HLO items", "figure"),
    view.Column("exact", "figure"),
    view.Column("inferred", "figure"),
    view.Column("no link", "figure"),
    view.Column("wrong", "figure"),
    view.Column("remarks"),
)

SUM_COLUMNS = (
    view.Column("layer"),
    view.Column("items", "figure"),
    view.Column("exact", "figure"),
    view.Column("exact or inferred", "figure"),
    view.Column("no link", "figure"),
)


def links_page(
    site: view_page.SiteInfo, number: int, stage_href: str, corpora: Sequence[Corpus]
) -> view_page.ArticlePage:
    """Return the page over all targets' tables."""
    return view_page.ArticlePage(
        site,
        number,
        "How well do links hold",
        "Exact and inferred links over real programs, layer by layer, and what has none.",
        stage_href,
        (
            view_page.ArticleSection(
                "how-it-is-measured", "How it is measured", render_markdown(INTRO, WHERE)
            ),
            *(_section(each) for each in corpora),
        ),
    )


def _section(corpus: Corpus) -> view_page.ArticleSection:
    title = find_target(corpus.target).title
    captured = corpus.captured
    checked = sum(row.oracle.checked for row in captured)
    wrong = sum(row.oracle.wrong for row in captured)
    tried = sum(row.inference.checked for row in captured)
    right = sum(row.inference.right for row in captured)
    versions = ", ".join(f"{name} {version}" for name, version in sorted(corpus.versions.items()))
    text = (
        f"{len(captured)} of {len(corpus.programs)} programs were captured, on {corpus.date} by "
        f"`{corpus.command}`, with {versions}. {wrong:,} of {checked:,} exact links to "
        "instructions disagree with the plain compile's own locations; inference finds "
        f"{right:,} of {tried:,} links that were hidden from it."
    )
    return view_page.ArticleSection(
        f"on-{corpus.target}",
        f"On {title}",
        render_markdown(text, WHERE),
        (_sums(corpus, title), _programs(corpus, title)),
    )


def _share(part: float) -> str:
    return f"{part * 100:.2f}{THIN_SPACE}%"


def _sums(corpus: Corpus, title: str) -> view.Table:
    rows = []
    for layer in LAYERS:
        counts = sum_layer(corpus, layer.value)
        rows.append(
            (
                view.Cell(layer.value),
                view.Cell(f"{counts.items:,}"),
                view.Cell(_share(counts.exact_share)),
                view.Cell(_share(counts.linked_share)),
                view.Cell(f"{counts.unexplained:,}"),
            )
        )
    return view.Table(f"Items by layer, {title}", SUM_COLUMNS, tuple(rows))


def _programs(corpus: Corpus, title: str) -> view.Table:
    rows = tuple(_program(row) for row in corpus.programs)
    return view.Table(f"Programs, {title}", COLUMNS, rows)


def _program(row: Row) -> tuple[view.Cell, ...]:
    name = view.Cell(row.name, note=row.package)
    if row.layers is None:
        nothing = (view.Cell("—"),) * (len(COLUMNS) - 2)
        return (name, *nothing, view.Cell(row.left_out or row.failure))
    hlo = row.layers.hlo
    return (
        name,
        view.Cell(f"{row.equations:,}"),
        view.Cell(f"{hlo.items:,}"),
        view.Cell(f"{hlo.exact:,}"),
        view.Cell(f"{hlo.inferred:,}"),
        view.Cell(f"{hlo.unexplained:,}"),
        view.Cell(f"{row.oracle.wrong:,}"),
        view.Cell("; ".join(row.note.values())),
    )
