"""Cards of ``dot_general``: dealt at random or captured, every answer JAX's own."""

from __future__ import annotations

import math
import random
from collections.abc import Iterator
from dataclasses import dataclass

import jax
import jax.numpy as jnp
import numpy as np
from jax import lax

from coursesite.drill import Axes, DotCard
from coursesite.drill_sources import DotSource

LEVELS = (1, 2, 3, 4)
SIZES = (2, 3, 4, 5, 6, 8, 12, 16, 32, 64, 128)
SMALL_SIZES = (2, 3, 4, 5, 6, 7)

# Letters by what becomes of an axis. They do not overlap, so a letter tells the axis's part.
BATCH, CONTRACT, LEFT, RIGHT = "bghw", "kdef", "mpqr", "nstu"


class CardError(Exception):
    """JAX does not say what a card would have said."""


@dataclass(frozen=True, slots=True)
class Dot:
    """Shapes and dimension numbers of a matmul, without an answer."""

    lhs: Axes
    rhs: Axes
    contract: tuple[Axes, Axes]
    batch: tuple[Axes, Axes]

    @property
    def dimension_numbers(self) -> tuple[tuple[Axes, Axes], tuple[Axes, Axes]]:
        """As ``lax.dot_general`` takes them."""
        return self.contract, self.batch


@dataclass(frozen=True, slots=True)
class Recipe:
    """How many axes of each kind a level deals, each as (fewest, most)."""

    batch: tuple[int, int]
    contract: tuple[int, int]
    free: tuple[int, int]
    """Axes left over on one side."""
    batch_leads: bool


RECIPES = {
    1: Recipe((0, 0), (1, 1), (0, 1), False),
    2: Recipe((0, 0), (1, 2), (0, 2), False),
    3: Recipe((1, 2), (1, 1), (0, 2), True),
    4: Recipe((0, 2), (1, 2), (0, 2), False),
}


def level_of(dot: Dot) -> int:
    """Return how hard it is: plain matrices, no batch, leading batch axes, anything else."""
    if any(tuple(sorted(axes)) != axes for axes in (*dot.contract, *dot.batch)):
        return 4
    leading = tuple(range(len(dot.batch[0])))
    if dot.batch != (leading, leading):
        return 4
    if leading:
        return 3
    plain = max(len(dot.lhs), len(dot.rhs)) <= 2 and len(dot.contract[0]) == 1
    return 1 if plain else 2


def deal(level: int, count: int, seed: int = 0) -> tuple[Dot, ...]:
    """Return ``count`` different matmuls of the level, the same for the same ``seed``."""
    rng = random.Random(f"level {level}, seed {seed}")
    dealt: dict[Dot, None] = {}
    while len(dealt) < count:
        dot = _random_dot(rng, RECIPES[level])
        if level_of(dot) == level and _keeps_something(dot):
            dealt.setdefault(dot)
    return tuple(dealt)


def _keeps_something(dot: Dot) -> bool:
    """Whether the result has an axis: the shape of a single number is a poor question."""
    return len(dot.lhs) + len(dot.rhs) > 2 * len(dot.contract[0]) + len(dot.batch[0])


def _random_dot(rng: random.Random, recipe: Recipe) -> Dot:
    batch, contract = rng.randint(*recipe.batch), rng.randint(*recipe.contract)
    shared = [rng.choice(SIZES) for _ in range(batch + contract)]
    lhs, *left = _random_side(rng, recipe, shared, batch)
    rhs, *right = _random_side(rng, recipe, shared, batch)
    return Dot(lhs, rhs, (left[1], right[1]), (left[0], right[0]))


def _random_side(
    rng: random.Random, recipe: Recipe, shared: list[int], batch: int
) -> tuple[Axes, Axes, Axes]:
    """Return a shape, its batch axes and its contracting axes, the shared sizes mixed in."""
    sizes = shared + [rng.choice(SIZES) for _ in range(rng.randint(*recipe.free))]
    order = list(range(len(sizes)))
    if recipe.batch_leads:
        order[batch:] = rng.sample(order[batch:], len(order) - batch)
    else:
        rng.shuffle(order)
    place = [order.index(axis) for axis in range(len(shared))]
    return tuple(sizes[axis] for axis in order), tuple(place[:batch]), tuple(place[batch:])


def dot_card(dot: Dot, name: str, dtype: str = "bf16", origin: str = "") -> DotCard:
    """Return the card, its axes and result shape read from the equation that JAX traces.

    Raises :class:`CardError` unless the einsum gives the same numbers on small arrays.
    """
    operands = [jax.ShapeDtypeStruct(shape, jnp.bfloat16) for shape in (dot.lhs, dot.rhs)]
    traced = jax.make_jaxpr(lambda a, b: lax.dot_general(a, b, dot.dimension_numbers))(*operands)
    [equation] = traced.jaxpr.eqns
    contract, batch = equation.params["dimension_numbers"]
    card = DotCard(
        name, level_of(dot), dtype, dot.lhs, dot.rhs, _pair(contract), _pair(batch),
        tuple(equation.outvars[0].aval.shape), einsum_of(dot), origin,
    )  # fmt: skip
    if not agrees(card):
        raise CardError(f"{card.einsum} is not {dot}")
    return card


def _pair(axes: tuple[Axes, Axes]) -> tuple[Axes, Axes]:
    left, right = axes
    return tuple(map(int, left)), tuple(map(int, right))


def einsum_of(dot: Dot) -> str:
    """Return the einsum that is the same, with a letter for each axis: ``bmk,bnk->bmn``."""
    sides = []
    for side, rank, free in ((0, len(dot.lhs), LEFT), (1, len(dot.rhs), RIGHT)):
        letters = dict(zip(dot.batch[side], BATCH, strict=False))
        letters |= dict(zip(dot.contract[side], CONTRACT, strict=False))
        rest = [axis for axis in range(rank) if axis not in letters]
        letters |= dict(zip(rest, free, strict=False))
        sides.append("".join(letters[axis] for axis in range(rank)))
    kept = [letter for side in sides for letter in side if letter in LEFT + RIGHT]
    batch = BATCH[: len(dot.batch[0])]
    return f"{','.join(sides)}->{batch}{''.join(kept)}"


def small_shapes(dot: Dot | DotCard) -> tuple[Axes, Axes]:
    """Return shapes of the same structure, small and as different as they may be."""
    sizes = iter(SMALL_SIZES * 2)
    lhs, rhs = [0] * len(dot.lhs), [0] * len(dot.rhs)
    for left, right in zip(dot.contract[0] + dot.batch[0], dot.contract[1] + dot.batch[1],
                           strict=True):  # fmt: skip
        lhs[left] = rhs[right] = next(sizes)
    return tuple(n or next(sizes) for n in lhs), tuple(n or next(sizes) for n in rhs)


def agrees(card: DotCard) -> bool:
    """Return whether the card's einsum and its ``dot_general`` give the same whole numbers."""
    shapes = small_shapes(card)
    a, b = (np.arange(1, math.prod(each) + 1, dtype=np.int32).reshape(each) for each in shapes)
    product = lax.dot_general(a, b, (card.contract, card.batch))
    return np.array_equal(product, np.einsum(card.einsum, a, b))


def captured_cards(sources: tuple[DotSource, ...]) -> Iterator[DotCard]:
    """Yield a card for each captured matmul; raises :class:`CardError` where JAX differs."""
    counts: dict[str, int] = {}
    for each in sources:
        counts[each.program] = counts.get(each.program, 0) + 1
        name = f"{each.program}-{counts[each.program]}"
        dot = Dot(each.lhs, each.rhs, each.contract, each.batch)
        card = dot_card(dot, name, each.dtype, each.program)
        if card.out != each.out:
            raise CardError(f"{name}: JAX says {card.out}, the capture {each.out}")
        yield card


def dealt_cards(each_level: int) -> Iterator[DotCard]:
    """Yield ``each_level`` made-up cards for every level."""
    for level in LEVELS:
        for number, dot in enumerate(deal(level, each_level), 1):
            yield dot_card(dot, f"level-{level}-{number}")
