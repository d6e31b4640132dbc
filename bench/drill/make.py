"""Makes the drill's cards, with JAX for every answer, and writes them to ``bench/drill``.

With ``--check`` nothing is written; it fails when the stored cards are not those made here.
"""

from __future__ import annotations

import argparse
import os
from collections.abc import Sequence
from pathlib import Path

import msgspec

from coursesite.drill import GENERATOR, RENEW, Deck, deck_path, encode_deck, read_deck
from coursesite.drill_sources import read_dots, read_operations, sources_digest

ROOT = Path(__file__).resolve().parents[2]
STAGE = 2
DEALT_EACH_LEVEL = 24


def make_deck(root: Path) -> Deck:
    """Return the cards that follow from the captures under ``root``."""
    os.environ.setdefault("JAX_PLATFORMS", "cpu")  # no card needs a chip, and none is looked for
    # JAX takes a second to import, and who asks for help should not wait for it.
    import jax

    from bench.drill.dots import captured_cards, dealt_cards
    from bench.drill.operations import operation_cards
    from bench.drill.scans import lowered_operations, scan_cards

    operations = (*read_operations(root), *lowered_operations())
    return Deck(
        key=sources_digest(root, GENERATOR),
        jax=jax.__version__,
        command=RENEW,
        dots=(*captured_cards(read_dots(root)), *dealt_cards(DEALT_EACH_LEVEL)),
        operations=tuple(operation_cards(operations)),
        scans=tuple(scan_cards()),
    )


def same_cards(one: Deck, other: Deck) -> bool:
    """Return whether two decks teach the same: another jax may print its jaxprs differently."""
    if one.jax == other.jax:
        return one == other
    return _without_print(one) == _without_print(other)


def _without_print(deck: Deck) -> Deck:
    scans = tuple(msgspec.structs.replace(card, text="") for card in deck.scans)
    return msgspec.structs.replace(deck, jax="", scans=scans, operations=())


def main(arguments: Sequence[str]) -> int:
    """Write or check the cards; return the exit code."""
    parser = argparse.ArgumentParser(prog=RENEW, description=__doc__)
    parser.add_argument("--check", action="store_true", help="compare, write nothing")
    parser.add_argument("--root", type=Path, default=ROOT, help="the tree that holds bench/")
    options = parser.parse_args(arguments)
    deck, stored = make_deck(options.root), read_deck(options.root, STAGE)
    path = deck_path(options.root, STAGE)
    if stored is not None and same_cards(deck, stored):
        print(f"{path.name} is current: {_counts(deck)}")
        return 0
    if options.check:
        print(f"{path.name} is not what {RENEW} makes of today's captures")
        return 1
    path.write_text(encode_deck(deck), encoding="utf-8")
    print(f"wrote {path.name}: {_counts(deck)}")
    return 0


def _counts(deck: Deck) -> str:
    return f"{len(deck.dots)} matmuls, {len(deck.operations)} operations, {len(deck.scans)} jaxprs"
