"""Cards of jaxprs: ``lax.scan``, an unrolled ``lax.associative_scan``, or neither."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator
from dataclasses import dataclass

import jax
import jax.numpy as jnp
from jax import lax

from coursesite.drill import ChoiceAnswer, ChoiceCard
from coursesite.drill_sources import OperationSource, parse_operations


@dataclass(frozen=True, slots=True)
class Program:
    """A small function of one array, as text."""

    name: str
    answer: ChoiceAnswer
    source: str
    """An expression of ``xs``."""
    length: int
    """Elements of ``xs``."""
    note: str = ""
    """What to know about this one besides what its jaxpr tells."""


LINEAR = "lambda a, b: (a[0] * b[0], a[1] * b[0] + b[1])"

PROGRAMS = (
    Program("running-sum", "scan", "lax.scan(lambda c, x: (c + x, c + x), jnp.float32(0), xs)", 8),
    Program("decay", "scan", "lax.scan(lambda c, x: (0.5 * c + x, c), jnp.float32(0), xs)", 4),
    Program("product", "scan", "lax.scan(lambda c, x: (c * x, None), jnp.float32(1), xs)[0]", 64),
    Program("from-behind", "scan",
            "lax.scan(lambda c, x: (jnp.maximum(c, x), c), jnp.float32(0), xs, reverse=True)", 16),
    Program("unroll-2", "scan",
            "lax.scan(lambda c, x: (c + x, None), jnp.float32(0), xs, unroll=2)[0]", 8,
            "The unroll=2 is a wish for the compiler; the jaxpr still holds one body."),
    Program("fori", "scan", "lax.fori_loop(0, 5, lambda i, c: c * c, xs)", 4,
            "It was written as a fori_loop: with a fixed count that is a scan."),
    Program("map", "scan", "lax.map(jnp.sin, xs)", 8,
            "It was written as lax.map, which is a scan that carries nothing."),
    Program("pair-sum", "associative_scan", "lax.associative_scan(jnp.add, xs)", 2),
    Program("sum-3", "associative_scan", "lax.associative_scan(jnp.add, xs)", 3),
    Program("sum-4", "associative_scan", "lax.associative_scan(jnp.add, xs)", 4),
    Program("maximum-4", "associative_scan", "lax.associative_scan(jnp.maximum, xs)", 4),
    Program("product-3", "associative_scan", "lax.associative_scan(jnp.multiply, xs)", 3),
    Program("reversed-3", "associative_scan",
            "lax.associative_scan(jnp.add, xs, reverse=True)", 3),
    Program("linear-2", "associative_scan", f"lax.associative_scan({LINEAR}, (xs, xs))", 2,
            "Its elements are pairs: a linear recurrence, as state-space models have it."),
    Program("python-loop-3", "neither", "jnp.stack([xs[:n].sum() for n in (1, 2, 3)])", 3,
            "Python itself looped: each prefix is sliced and summed anew, and nothing is shared."),
    Program("fold-3", "neither", "xs[0] + xs[1] + xs[2]", 3,
            "Python added one element after the other: a chain, not a tree of pairs."),
    Program("cumsum", "neither", "lax.cumsum(xs)", 8,
            "A primitive of its own says it in one equation; each backend chooses how."),
    Program("cummax", "neither", "lax.cummax(xs)", 8,
            "A primitive of its own says it in one equation; each backend chooses how."),
    Program("while", "neither",
            "lax.while_loop(lambda c: c.sum() < 9, lambda c: 2 * c, xs)", 4,
            "A while loop: how often it runs depends on the values."),
    Program("total", "neither", "xs.sum()", 8, "One reduce_sum: a total has no prefixes to keep."),
)  # fmt: skip


def function_of(program: Program) -> Callable[[jax.Array], object]:
    """Return the program as a function of ``xs``."""
    scope = {"lax": lax, "jnp": jnp}
    function: Callable[[jax.Array], object] = eval(f"lambda xs: {program.source}", scope)
    return function  # of the texts above; nothing comes from outside


def traced_jaxpr(program: Program) -> jax.extend.core.ClosedJaxpr:
    """Return the program's jaxpr."""
    return jax.make_jaxpr(function_of(program))(jnp.ones(program.length))


def primitives(jaxpr: jax.extend.core.Jaxpr) -> Counter[str]:
    """Return how often each primitive occurs, at all depths; a scan's length as ``scan length``."""
    found: Counter[str] = Counter()
    for equation in jaxpr.eqns:
        found[equation.primitive.name] += 1
        found["scan length"] += equation.params.get("length", 0)
        found["strided slice"] += 2 in (equation.params.get("strides") or ())
        for value in equation.params.values():
            inner = getattr(value, "jaxpr", value)
            if hasattr(inner, "eqns"):
                found += primitives(inner)
    return found


def why(program: Program, found: Counter[str]) -> str:
    """Return the explanation, its figures counted in the jaxpr."""
    if program.answer == "scan":
        text = (
            f"One scan equation with length={found['scan length']} holds its body once: the text "
            "is as long for a thousand steps."
        )
    elif program.answer == "associative_scan":
        text = (
            f"No loop anywhere. {_times(found['strided slice'], 'slice')} with a stride of 2 and "
            f"{_times(found['pad'], 'pad')} that interleave results: neighbours are combined in "
            "pairs, and the text grows with the length."
        )
    else:
        text = "There is no scan equation, and nothing is combined in strided pairs."
    return f"{text} {program.note}".strip()


def _times(count: int, word: str) -> str:
    return f"{count} {word}" + ("" if count == 1 else "s")


def scan_cards() -> Iterator[ChoiceCard]:
    """Yield a card for each program."""
    for each in PROGRAMS:
        jaxpr = traced_jaxpr(each)
        text = why(each, primitives(jaxpr.jaxpr))
        yield ChoiceCard(each.name, str(jaxpr), each.answer, text, each.source)


def lowered_operations() -> Iterator[OperationSource]:
    """Yield the StableHLO operations of the associative scans, which arrange a good deal."""
    for each in PROGRAMS:
        if each.answer == "associative_scan":
            xs = jax.ShapeDtypeStruct((each.length,), jnp.float32)
            text = jax.jit(function_of(each)).lower(xs).as_text()
            yield from parse_operations(text, "an associative scan, lowered")
