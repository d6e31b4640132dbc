"""The drill: what is read from captures, every answer tried out, the deck as pages get it."""

from __future__ import annotations

import json
import shutil
from collections.abc import Iterable
from pathlib import Path

import msgspec
import pytest

from coursesite.drill import (
    GENERATOR,
    Deck,
    DotCard,
    deck_path,
    deck_warning,
    encode_deck,
    read_deck,
)
from coursesite.drill_page import cards_json, dimension_numbers, drill_view
from coursesite.drill_sources import (
    parse_dots,
    parse_operations,
    read_dots,
    read_operations,
    sources_digest,
)
from coursesite.errors import ContentError

ROOT = Path(__file__).resolve().parents[2]

BATCHED = """\
{ lambda ; a:bf16[2,8,16] b:bf16[2@data,4,16]. let
    c:f32[2,8,4] = dot_general[
      dimension_numbers=(([2], [2]), ([0], [0]))
      out_sharding=NamedSharding(mesh=([1]))
      preferred_element_type=float32
    ] a b
    d:f32[2,8,4] = exp c
    e:f32[8,4,8,4] = dot_general[dimension_numbers=(([0], [0]), ([], []))] d c
  in (e,) }
"""


@pytest.fixture(scope="module")
def deck() -> Deck:
    found = read_deck(ROOT, 2)
    assert found is not None
    return found


# ------------------------------------------------------------------ reading


def test_dots_are_read_with_the_types_of_their_operands() -> None:
    first, second = parse_dots(BATCHED, "p")
    assert (first.lhs, first.rhs, first.out) == ((2, 8, 16), (2, 4, 16), (2, 8, 4))
    assert (first.contract, first.batch) == (((2,), (2,)), ((0,), (0,)))
    assert (first.dtype, second.dtype) == ("bf16", "f32")
    assert second.out == (8, 4, 8, 4)


def test_a_name_means_what_it_last_meant() -> None:
    text = BATCHED + BATCHED.replace("bf16[2,8,16]", "bf16[2,9,16]").replace("[2,8,4]", "[2,9,4]")
    assert [each.lhs[1] for each in parse_dots(text, "p")][::2] == [8, 9]


def test_operations_on_one_line() -> None:
    text = """
    %1 = stablehlo.add %a, %b : tensor<4xf32>
    %2 = stablehlo.reduce(%1 init: %c) applies stablehlo.add across dimensions = [0] : (T) -> S
    %3:2 = "stablehlo.case"(%i) ({
    stablehlo.return %1 : tensor<4xf32>
    """
    found = [(each.name, each.applied, each.types) for each in parse_operations(text, "p")]
    assert found == [("add", "", "tensor<4xf32>"), ("reduce", "add", "(T) -> S")]


def test_courses_matmuls_are_found() -> None:
    shapes = {(each.lhs, each.rhs) for each in read_dots(ROOT)}
    assert {((128, 64), (64, 128)), ((32, 64), (64, 128)), ((8192, 128), (128, 8192))} <= shapes
    assert {"exponential", "convert", "reduce"} <= {each.name for each in read_operations(ROOT)}


# ------------------------------------------------------------------ answers


def assert_right(cards: Iterable[DotCard]) -> None:
    """Evaluate each card's dot_general on small whole numbers, against its einsum by NumPy."""
    jax = pytest.importorskip("jax")
    numpy = pytest.importorskip("numpy")
    from bench.drill.dots import small_shapes

    for card in cards:
        operands = [numpy.random.default_rng(1).integers(-9, 9, shape)
                    for shape in small_shapes(card)]  # fmt: skip
        numbers = (card.contract, card.batch)
        product = jax.lax.dot_general(*(a.astype("int32") for a in operands), numbers)
        assert numpy.array_equal(product, numpy.einsum(card.einsum, *operands)), card
        full = [jax.ShapeDtypeStruct(shape, "float32") for shape in (card.lhs, card.rhs)]
        shape = jax.eval_shape(lambda a, b, n=numbers: jax.lax.dot_general(a, b, n), *full).shape
        assert shape == card.out, card


def distinct(cards: Iterable[DotCard]) -> int:
    return len({(card.lhs, card.rhs, card.contract, card.batch) for card in cards})


def test_every_answer_of_the_deck(deck: Deck) -> None:
    assert distinct(deck.dots) == len(deck.dots)
    assert_right(deck.dots)
    assert {card.level for card in deck.dots} == {1, 2, 3, 4}
    ids = [card.id for cards in (deck.dots, deck.operations, deck.scans) for card in cards]
    assert len(set(ids)) == len(ids)


def test_five_hundred_dealt_cards() -> None:
    pytest.importorskip("jax")
    from bench.drill.dots import dealt_cards

    cards = tuple(dealt_cards(125))
    assert distinct(cards) == len(cards) == 500
    assert_right(cards)


def test_a_wrong_einsum_is_noticed(deck: Deck) -> None:
    pytest.importorskip("jax")
    from bench.drill.dots import agrees

    card = next(card for card in deck.dots if card.einsum == "mk,kn->mn")
    assert agrees(card)
    assert not agrees(msgspec.structs.replace(card, einsum="mk,kn->nm"))


def test_letters_tell_the_axes_parts(deck: Deck) -> None:
    for card in deck.dots:
        left, right = card.einsum.partition("->")[0].split(",")
        for letters, contract, batch in zip((left, right), card.contract, card.batch, strict=True):
            assert {letters[axis] for axis in contract} == set(letters) & set("kdef")
            assert {letters[axis] for axis in batch} == set(letters) & set("bghw")


def test_operations_are_what_trying_them_says(deck: Deck) -> None:
    pytest.importorskip("jax")
    from bench.drill.operations import ARRANGING, COMPUTING, answer_of

    assert {name: answer_of(name) for name in ARRANGING} == dict.fromkeys(ARRANGING, "arranges")
    assert {name: answer_of(name) for name in COMPUTING} == dict.fromkeys(COMPUTING, "computes")
    assert {card.answer for card in deck.operations} == {"arranges", "computes"}
    for card in deck.operations:
        assert f"stablehlo.{card.id.split('-')[0]}" in card.text


def test_jaxprs_are_what_they_are_called(deck: Deck) -> None:
    assert {card.answer for card in deck.scans} == {"scan", "associative_scan", "neither"}
    for card in deck.scans:
        assert (card.answer == "scan") == ("= scan[" in card.text)
        paired = "strides=(2,)" in card.text and "= pad[" in card.text
        assert (card.answer == "associative_scan") == paired
        assert len(card.text.splitlines()) <= 45


def test_stored_deck_is_what_jax_makes_today(deck: Deck) -> None:
    pytest.importorskip("jax")
    from bench.drill.make import make_deck, same_cards

    assert same_cards(make_deck(ROOT), deck), "run python build.py drill"


# ------------------------------------------------------------------ the file


def test_deck_is_one_card_a_line(deck: Deck) -> None:
    text = deck_path(ROOT, 2).read_text(encoding="utf-8")
    assert encode_deck(deck) == text
    assert len(text.splitlines()) > len(deck.dots) + len(deck.operations) + len(deck.scans)
    assert json.loads(text)["key"] == sources_digest(ROOT, GENERATOR)


def test_no_deck_no_drill(tmp_path: Path) -> None:
    assert read_deck(tmp_path, 2) is None


def test_faulty_deck_names_file_and_line(tmp_path: Path, deck: Deck) -> None:
    path = deck_path(tmp_path, 2)
    path.parent.mkdir(parents=True)
    path.write_text(encode_deck(deck).replace('"level":1', '"level":"one"', 1))
    with pytest.raises(ContentError) as raised:
        read_deck(tmp_path, 2)
    assert str(raised.value).startswith("bench/drill/stage-2.json, line 6: ")


def test_another_capture_makes_the_deck_stale(tmp_path: Path, deck: Deck) -> None:
    folder = tmp_path / "bench" / "captures"
    shutil.copytree(ROOT / "bench" / "captures", folder)
    assert deck_warning(deck, tmp_path, 2) == ""
    added = folder / "another" / "cpu"
    added.mkdir(parents=True)
    (added / "jaxpr.txt").write_text(BATCHED)
    assert deck_warning(deck, tmp_path, 2) == (
        "bench/drill/stage-2.json was made from other captures than today's; "
        "renew it with python build.py drill"
    )


# ------------------------------------------------------------------ the page


def test_json_block_cannot_end_early(deck: Deck) -> None:
    evil = msgspec.structs.replace(deck.scans[0], why="</script><!-- & \u2028")
    data = cards_json(msgspec.structs.replace(deck, scans=(evil,)))
    assert not set("<>&") & set(data)
    assert json.loads(data)["scans"][0]["why"] == evil.why


def test_view_has_an_example_of_each_level(deck: Deck) -> None:
    view = drill_view(deck, 2)
    assert view.storage_key == "rudrite:drill:stage-2"
    assert len(view.dots) == 4
    first = view.dots[0]
    assert [axis.part for axis in first.lhs + first.rhs].count("contracts") == 2
    assert sum(count for _, count in view.counts) == sum(
        map(len, (deck.dots, deck.operations, deck.scans))
    )
    assert {row.answer for row in view.operations} == {"computes", "arranges"}


def test_numbers_are_printed_as_in_a_jaxpr(deck: Deck) -> None:
    captured = next(card for card in deck.dots if card.origin == "ex-05")
    text = (ROOT / "bench/captures/ex-05/cpu/jaxpr.txt").read_text(encoding="utf-8")
    assert f"dimension_numbers={dimension_numbers(captured)}" in text
