"""The fluency drill as templates are given it: cards as a JSON block, and worked examples."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

import msgspec
from markupsafe import Markup
from msgspec import Struct

from coursesite.drill import ChoiceCard, Deck, DotCard

SKILLS = (
    ("dots", "dimension_numbers"),
    ("operations", "compute or arrange"),
    ("scans", "scan or unrolled"),
)
LEVELS = ((1, "matrices"), (2, "more axes"), (3, "batch first"), (4, "any order"))

CHOICE_WORDS = {
    "computes": "computes",
    "arranges": "arranges",
    "scan": "lax.scan",
    "associative_scan": "lax.associative_scan, unrolled",
    "neither": "neither of the two",
}


class AxisView(Struct, frozen=True):
    """One axis of an operand or of the result."""

    size: int
    letter: str
    """The axis's letter in the einsum."""
    part: str
    """``contracts``, ``batch`` or ``kept``."""


class DotExample(Struct, frozen=True):
    """One decoded ``dot_general``, a row of the table."""

    numbers: str
    """As a jaxpr prints them: ``(([2], [2]), ([0], [0]))``."""
    lhs: tuple[AxisView, ...]
    rhs: tuple[AxisView, ...]
    out: tuple[AxisView, ...]
    contracts: str
    """Pairs of axes in words, such as ``2 with 2``; ``none`` where there are none."""
    batch: str
    einsum: str
    origin: str
    """The captured program it stands in, or empty."""


class ChoiceExample(Struct, frozen=True):
    """One recognised text."""

    text: str
    answer: str
    """In words."""
    why: str


class DrillView(Struct, frozen=True):
    """The drill of one stage."""

    storage_key: str
    """Where the reader's browser keeps streaks."""
    data: Markup
    """All cards as JSON that is safe inside a script element."""
    skills: tuple[tuple[str, str], ...]
    """Key and words of each skill."""
    levels: tuple[tuple[int, str], ...]
    dots: tuple[DotExample, ...]
    operations: tuple[ChoiceExample, ...]
    scans: tuple[ChoiceExample, ...]
    counts: tuple[tuple[str, int], ...]
    """How many cards there are of each kind, in words."""
    jax: str
    """Version of jax that computed the answers."""


class DrillChapter(Struct, frozen=True):
    """What the section kind ``drill`` shows: the chapter's text, then the drill."""

    text: Markup
    drill: DrillView


def drill_view(deck: Deck, stage: int) -> DrillView:
    """Return the drill of ``stage`` as its template needs it."""
    captured = sum(bool(card.origin) for card in deck.dots)
    return DrillView(
        f"rudrite:drill:stage-{stage}",
        cards_json(deck),
        SKILLS,
        LEVELS,
        tuple(dot_example(card) for card in _example_dots(deck.dots)),
        tuple(_choice_examples(deck.operations, 3)),
        tuple(_choice_examples(sorted(deck.scans, key=lambda card: len(card.text)), 1)),
        (
            ("matmuls from captured programs", captured),
            ("matmuls made up", len(deck.dots) - captured),
            ("StableHLO operations", len(deck.operations)),
            ("jaxprs", len(deck.scans)),
        ),
        deck.jax,
    )


def cards_json(deck: Deck) -> Markup:
    """Return the cards as JSON without a character that could end a script element."""
    cards = {name: getattr(deck, name) for name, _ in SKILLS}
    text = msgspec.json.encode(cards).decode()
    for character in "<>&":
        text = text.replace(character, f"\\u{ord(character):04x}")
    return Markup(text)


def dot_example(card: DotCard) -> DotExample:
    """Return a card with its answer filled in."""
    left, _, rest = card.einsum.partition(",")
    right, _, result = rest.partition("->")
    parts = _parts(card, left, right)
    return DotExample(
        dimension_numbers(card),
        tuple(_axes(card.lhs, left, parts)),
        tuple(_axes(card.rhs, right, parts)),
        tuple(_axes(card.out, result, parts)),
        _pairs(card.contract),
        _pairs(card.batch),
        card.einsum,
        card.origin,
    )


def dimension_numbers(card: DotCard) -> str:
    """Return the card's dimension numbers as a jaxpr prints them."""
    (contract_left, contract_right), (batch_left, batch_right) = [
        [list(axes) for axes in pair] for pair in (card.contract, card.batch)
    ]
    return f"(({contract_left}, {contract_right}), ({batch_left}, {batch_right}))"


def _parts(card: DotCard, left: str, right: str) -> dict[str, str]:
    """What becomes of each axis, by its letter."""
    parts = dict.fromkeys(left + right, "kept")
    parts |= dict.fromkeys((left[axis] for axis in card.contract[0]), "contracts")
    return parts | dict.fromkeys((left[axis] for axis in card.batch[0]), "batch")


def _axes(sizes: Sequence[int], letters: str, parts: dict[str, str]) -> Iterator[AxisView]:
    for size, letter in zip(sizes, letters, strict=True):
        yield AxisView(size, letter, parts[letter])


def _pairs(axes: tuple[Sequence[int], Sequence[int]]) -> str:
    pairs = [f"{left} with {right}" for left, right in zip(*axes, strict=True)]
    return ", ".join(pairs) or "none"


def _example_dots(cards: Iterable[DotCard]) -> Iterator[DotCard]:
    """Yield a card of each level: a captured one where there is one, and not twice the same."""
    by_level: dict[int, list[DotCard]] = {}
    for card in cards:
        by_level.setdefault(card.level, []).append(card)
    for level in sorted(by_level):
        yield min(by_level[level], key=lambda card: (not card.origin, len(card.lhs + card.rhs)))


def _choice_examples(cards: Iterable[ChoiceCard], each: int) -> Iterator[ChoiceExample]:
    """Yield the first ``each`` cards of every answer, no explanation twice."""
    seen: dict[str, set[str]] = {}
    for card in cards:
        known = seen.setdefault(card.answer, set())
        if len(known) < each and card.why not in known:
            known.add(card.why)
            yield ChoiceExample(card.text, CHOICE_WORDS[card.answer], card.why)
