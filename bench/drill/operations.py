"""Cards of StableHLO operations: does it compute, or only arrange what is there?

The answer is found by trying. An operation that only arranges does not care what the numbers are:
changing each number first and arranging afterwards gives the same as the other way round. A
computation mixes or weighs the numbers, and then the order of the two matters.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator

import jax
import jax.numpy as jnp
from jax import lax

from coursesite.drill import ChoiceAnswer, ChoiceCard
from coursesite.drill_sources import OperationSource

EXAMPLES_EACH = 2
"""Cards for one operation, at most."""

Trial = tuple[Callable[..., jax.Array], int, str]
"""A function of that many small arrays, and one sentence on what the operation does."""


def _whole(function: Callable[..., jax.Array]) -> Callable[..., jax.Array]:
    """Return ``function`` on whole numbers, its result as floating-point numbers again."""
    return lambda *arrays: function(*(a.astype(jnp.int32) for a in arrays)).astype(jnp.float32)


def _compared(a: jax.Array, b: jax.Array) -> jax.Array:
    return (a < b).astype(jnp.float32)


ARRANGING: dict[str, Trial] = {
    "broadcast_in_dim": (lambda a: jnp.broadcast_to(a, (5, 3, 4)), 1,
                         "It repeats what is there along new or stretched axes."),
    "reshape": (lambda a: a.reshape(2, 6), 1, "The same elements in the same order, other axes."),
    "transpose": (jnp.transpose, 1, "The same elements with their axes in another order."),
    "convert": (lambda a: a.astype(jnp.bfloat16).astype(jnp.float32), 1,
                "It writes each number in another dtype. That may round, but mixes nothing."),
    "slice": (lambda a: a[::2, 1:], 1, "It takes a part, chosen before any number is known."),
    "concatenate": (lambda a, b: jnp.concatenate([a, b]), 2, "It lays arrays end to end."),
    "reverse": (lambda a: a[::-1], 1, "The same elements, one axis read backwards."),
    "pad": (lambda a, b: lax.pad(a, b[0, 0], ((1, 0, 1), (0, 0, 0))), 2,
            "It puts a given value between and around the elements."),
}  # fmt: skip

COMPUTING: dict[str, Trial] = {
    "add": (jnp.add, 2, "It adds, element by element."),
    "subtract": (jnp.subtract, 2, "It subtracts, element by element."),
    "multiply": (jnp.multiply, 2, "It multiplies, element by element."),
    "divide": (jnp.divide, 2, "It divides, element by element."),
    "maximum": (jnp.maximum, 2, "Picking the larger of two numbers means looking at both."),
    "minimum": (jnp.minimum, 2, "Picking the smaller of two numbers means looking at both."),
    "exponential": (jnp.exp, 1, "It takes an exponential of each element."),
    "log": (jnp.log, 1, "It takes a logarithm of each element."),
    "negate": (jnp.negative, 1, "It changes the sign of each number: little work, but a new one."),
    "abs": (jnp.abs, 1, "It drops each number's sign."),
    "sqrt": (jnp.sqrt, 1, "It takes a root of each element."),
    "rsqrt": (lax.rsqrt, 1, "One over the square root: norms are made of it."),
    "sine": (jnp.sin, 1, "It takes a sine of each element: rotary embeddings are made of it."),
    "cosine": (jnp.cos, 1, "It takes a cosine of each element: rotary embeddings are made of it."),
    "tanh": (jnp.tanh, 1, "It takes a hyperbolic tangent of each element."),
    "logistic": (jax.nn.sigmoid, 1, "It takes a sigmoid of each element."),
    "power": (jnp.power, 2, "It raises one number to another."),
    "compare": (_compared, 2, "Its result is new: it says how two numbers compare."),
    "select": (lambda p, a, b: jnp.where(p > 4, a, b), 3,
               "Which of the two comes through depends on a value, so it cannot be laid out "
               "beforehand."),
    "clamp": (lambda a, b: jnp.clip(a, b[0, 0], 8.0), 2, "It compares with two bounds."),
    "remainder": (lambda a, b: lax.rem(a, b), 2, "It divides and keeps the rest."),
    "and": (_whole(jnp.bitwise_and), 2, "It combines bits, or truth values, pair by pair."),
    "or": (_whole(jnp.bitwise_or), 2, "It combines bits, or truth values, pair by pair."),
    "dot_general": (lambda a, b: a @ b.T, 2, "It multiplies and sums: most of the work there is."),
    "reduce add": (lambda a: a.sum(1), 1, "It sums over an axis; the operation it applies adds."),
    "reduce maximum": (lambda a: a.max(1), 1,
                       "It compares along an axis; the operation it applies picks the larger."),
}  # fmt: skip

TRIALS = ARRANGING | COMPUTING
CHANGES: tuple[Callable[[jax.Array], jax.Array], ...] = (lambda a: -a, lambda a: a * a + 1)


def answer_of(operation: str) -> ChoiceAnswer:
    """Return ``arranges`` or ``computes``, by trying the operation on small arrays."""
    function, count, _ = TRIALS[operation]
    shuffled = (jnp.arange(12.0) * 5 % 12 + 1).reshape(3, 4)
    arrays = [jnp.roll(shuffled, turn) for turn in range(count)]
    same = (
        jnp.array_equal(change(function(*arrays)), function(*map(change, arrays)))
        for change in CHANGES
    )
    return "arranges" if all(same) else "computes"


def operation_cards(sources: tuple[OperationSource, ...]) -> Iterator[ChoiceCard]:
    """Yield a few cards for each operation that is one or the other beyond doubt."""
    counts: dict[str, int] = {}
    for each in sources:
        operation = f"{each.name} {each.applied}".strip()
        counts[operation] = counts.get(operation, 0) + 1
        if operation in TRIALS and counts[operation] <= EXAMPLES_EACH:
            name = f"{operation.replace(' ', '-')}-{counts[operation]}"
            yield ChoiceCard(
                name, each.line, answer_of(operation), TRIALS[operation][2], each.program
            )
