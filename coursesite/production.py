"""One production operator, traced: MaxText's jaxprs catalogued against the toy's.

The captures are made by ``python -m bench.maxtext``; here they are counted, and each entry of the
catalogue is linked to the first line that shows it.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from coursesite import view, view_page
from coursesite.errors import Where
from coursesite.render import render_markdown
from irxray.capture import Capture
from irxray.catalog import Catalog, Category, Entry, catalog_table
from irxray.html import render_fragment
from irxray.layers import Layer
from irxray.view import view_captures

PATH = "production.html"
TEMPLATE = "layouts/article.html.j2"
WHERE = Where("coursesite/production.py")

TITLES = {
    "maxtext-attention": "attention",
    "maxtext-layer": "decoder layer",
    "maxtext-loss": "loss",
    "maxtext-loss-grad": "its gradient",
}
"""MaxText's programs, in the order of the table, by the name of their captures."""

SHOWN = "maxtext-attention"
"""The program that stands in the instrument, beside the toy."""

MEANINGS: Mapping[Category, str] = {
    Category.COMPUTE: "computes numbers",
    Category.BOOKKEEPING: "moves, shapes or reads values; computes none",
    Category.CAST: "changes the dtype",
    Category.REMAT: "marks what is kept for the backward pass and what is computed again",
    Category.SHARDING: "says how a value lies over the mesh of devices",
    Category.COLLECTIVE: "moves values between devices",
    Category.CONTROL: "a loop or a branch",
    Category.DERIVATIVE: "brings its own derivative",
    Category.CALL: "a function that was jitted inside",
    Category.KERNEL: "a hand-written kernel",
}

INTRO = """
MaxText is a language model that is trained on accelerators for real, written in JAX. These are its
attention operator, one decoder layer, the loss of a two-layer model and the gradient of that loss,
traced from MaxText's own configuration with small llama2 dimensions, abstract inputs and a mesh of
eight devices. Nothing was run, and no weight was loaded.
"""

READING = """
Read the operator beside the toy attention and five things stand out.

- **Grouped queries.** Queries outnumber keys, so a reshape splits the heads into groups and one
  `dot_general` serves a whole group, with batch axes where the toy has none.
- **f32 logits.** The scores leave the first matmul in bf16 and are cast to f32 at once. Mask,
  maximum, exponential and sum are computed in f32, where the toy stays in bf16 for all but the sum.
- **A mask that is a number.** No value is removed. A `select_n` puts a large negative number where
  a query must not look, and the exponential turns that into zero.
- **Division at the end.** The weights are divided by their sum after the second matmul, on a much
  smaller array. The toy divides before, and that is the order XLA recognises as a softmax.
- **Constraints.** A `sharding_constraint` carries a spec of mesh axes. It computes nothing; it says
  where a value must lie.

What the operator alone does not show is *rematerialisation*. A policy is set for the whole model,
so its mark, `remat2`, stands around the scan over layers in the loss, and the names of values that
a policy may keep stand inside.
"""


def production_page(
    site: view_page.SiteInfo, number: int, toy: Capture, programs: Mapping[str, Capture]
) -> view_page.ArticlePage:
    """Return the page; ``programs`` are MaxText's captures by name, ``toy`` the attention."""
    catalogs = {name: catalog_table(programs[name].table) for name in TITLES if name in programs}
    toy_catalog = catalog_table(toy.table)
    shown = programs[SHOWN]
    return view_page.ArticlePage(
        site,
        number,
        "One production operator, traced",
        "MaxText's attention beside the toy, and what a production jaxpr carries that the toy's "
        "does not: remat markers, sharding constraints, casts, masks.",
        "index.html",
        (
            view_page.ArticleSection(
                "what-was-traced",
                "What was traced",
                render_markdown(INTRO, WHERE),
                (_categories(toy_catalog, catalogs),),
            ),
            view_page.ArticleSection(
                "how-to-read-it", "How to read it", render_markdown(READING, WHERE)
            ),
            view_page.ArticleSection(
                "what-production-adds",
                "What production adds",
                render_markdown(
                    "Kinds of equation that MaxText's programs have and the toy has not, or more "
                    "often. Counts of the attention operator lead to the first line that shows it.",
                    WHERE,
                ),
                (_additions(toy_catalog, catalogs),),
            ),
            _instrument("maxtext-attention", "MaxText's attention", shown),
            _instrument("toy", "The toy, for comparison", toy),
        ),
    )


def _instrument(anchor: str, heading: str, capture: Capture) -> view_page.ArticleSection:
    fragment = render_fragment(
        view_captures([capture], f"{anchor}-xray"), {}, level=3, name=capture.program.function
    )
    equations = len(capture.table.layer(Layer.JAXPR).items)
    text = f"{equations} equations, captured for CPU with jax {capture.version('jax')}."
    return view_page.ArticleSection(anchor, heading, render_markdown(text, WHERE), (), fragment)


def _categories(toy: Catalog, catalogs: Mapping[str, Catalog]) -> view.Table:
    columns = (
        view.Column("what an equation is there for"),
        view.Column("toy", "figure"),
        *(view.Column(TITLES[name], "figure") for name in catalogs),
    )
    counted = [toy.counts(), *(each.counts() for each in catalogs.values())]
    rows = tuple(
        (
            view.Cell(str(category), note=MEANINGS[category]),
            *(view.Cell(str(counts[category])) for counts in counted),
        )
        for category in Category
        if any(counts[category] for counts in counted)
    )
    total = (view.Cell("all"), *(view.Cell(str(sum(c.values()))) for c in counted))
    return view.Table("Equations by what they are there for", columns, (*rows, total))


ADDED = (
    Category.REMAT,
    Category.SHARDING,
    Category.COLLECTIVE,
    Category.CAST,
    Category.CONTROL,
    Category.DERIVATIVE,
    Category.CALL,
    Category.COMPUTE,
)
"""Categories whose kinds the second table lists, the telling ones first."""


def _additions(toy: Catalog, catalogs: Mapping[str, Catalog]) -> view.Table:
    columns = (
        view.Column("primitive", "code"),
        view.Column("category"),
        view.Column("toy", "figure"),
        *(view.Column(TITLES[name], "figure") for name in catalogs),
    )
    kinds = {name: catalog.kinds() for name, catalog in catalogs.items()}
    before = toy.kinds()
    wanted = {
        kind: None
        for category in ADDED
        for found in kinds.values()
        for kind, entries in found.items()
        if kind.category is category and len(entries) > len(before.get(kind, ()))
    }
    rows = tuple(
        (
            view.Cell(kind.primitive, note=kind.detail),
            view.Cell(str(kind.category)),
            view.Cell(str(len(before.get(kind, ())) or "—")),
            *(_count(name, found.get(kind, ())) for name, found in kinds.items()),
        )
        for kind in wanted
    )
    return view.Table("Kinds that production adds", columns, rows)


def _count(name: str, entries: Sequence[Entry]) -> view.Cell:
    if not entries:
        return view.Cell("—")
    href = f"#maxtext-attention-xray/jaxpr/L{entries[0].line}" if name == SHOWN else ""
    return view.Cell(str(len(entries)), href)
