"""The catalogue of a jaxpr, read from its text and items."""

from __future__ import annotations

import pytest

from irxray.capture import Capture, capture_program
from irxray.catalog import Catalog, Category, catalog_table, compare_catalogs
from irxray.layers import Layer
from irxray.program import slice_program
from irxray.target import find_target

PRODUCTION = """
import jax
import jax.numpy as jnp
from jax.ad_checkpoint import checkpoint_name


@jax.custom_jvp
def shift(x):
    return x + 1


@shift.defjvp
def shift_jvp(primals, tangents):
    return shift(*primals), tangents[0]


def production(x, ws):
    def layer(x, w):
        y = checkpoint_name(jax.nn.relu(x @ w), "hidden")
        return shift(y).astype(jnp.bfloat16).astype(jnp.float32), None

    y, _ = jax.lax.scan(jax.checkpoint(layer), x, ws)
    y = jax.lax.cond(y.sum() > 0, jnp.sin, lambda y: y, y)
    return jax.lax.with_sharding_constraint(y, jax.sharding.PartitionSpec(None, "model"))
"""


@pytest.fixture(scope="module")
def production() -> Capture:
    arguments = ["f32[8,8]", "f32[3,8,8]"]
    program = slice_program([PRODUCTION], "production", arguments, "production")
    from dataclasses import replace

    meshed = replace(program, arguments=(*arguments, "mesh(data=2, model=2)"))
    return capture_program(meshed, find_target("cpu"), verify=False)


@pytest.fixture(scope="module")
def catalog(production: Capture) -> Catalog:
    return catalog_table(production.table)


def kinds(catalog: Catalog, category: Category) -> dict[str, int]:
    return {
        f"{kind.primitive} {kind.detail}".strip(): len(entries)
        for kind, entries in catalog.kinds().items()
        if kind.category is category
    }


def test_each_category_is_found(catalog: Catalog):
    assert kinds(catalog, Category.CAST) == {
        "convert_element_type f32 → bf16": 1,
        "convert_element_type bf16 → f32": 1,
        "convert_element_type bool → i32": 1,
    }
    remat = kinds(catalog, Category.REMAT)
    assert remat["name hidden"] == 1
    assert sum(remat.values()) == 2
    assert kinds(catalog, Category.SHARDING) == {"sharding_constraint P(None, 'model')": 1}
    assert kinds(catalog, Category.CONTROL) == {"scan length 3": 1, "cond": 1}
    assert "custom_jvp_call shift" in kinds(catalog, Category.DERIVATIVE)
    assert "jit relu" in kinds(catalog, Category.CALL)
    assert kinds(catalog, Category.COMPUTE)["dot_general"] == 1


def test_every_equation_is_in_one_category(catalog: Catalog, production: Capture):
    assert len(catalog.entries) == len(production.table.layer(Layer.JAXPR).items)
    assert sum(catalog.counts().values()) == len(catalog.entries)


def test_nesting_is_that_of_the_text(catalog: Catalog):
    chain = []
    entry = next(each for each in catalog.entries if each.primitive == "max")
    while entry.parent is not None:
        entry = catalog.entries[entry.parent]
        chain.append(entry.primitive)
    assert chain[-1] == "scan"
    assert chain[0] in ("jit", "pjit")
    assert next(each for each in catalog.entries if each.primitive == "scan").depth == 0


def test_lines_show_what_the_entry_says(catalog: Catalog, production: Capture):
    lines = production.table.layer(Layer.JAXPR).text.splitlines()
    for each in catalog.entries:
        assert any(each.primitive in line for line in lines[each.line - 1 : each.end_line])


def test_two_catalogues_are_compared(catalog: Catalog, attention: Capture):
    toy = catalog_table(attention.table)
    found = {each.kind.primitive: each for each in compare_catalogs(toy, catalog)}
    assert (len(found["scan"].first), len(found["scan"].second)) == (0, 1)
    assert (len(found["dot_general"].first), len(found["dot_general"].second)) == (2, 1)
    assert compare_catalogs(toy, toy) == ()
