"""Printed shapes and their sizes."""

from __future__ import annotations

from itertools import product

import pytest
from hypothesis import given
from hypothesis import strategies as st

from irxray.errors import HloTextError
from irxray.shape import ArrayShape, TupleShape, array_leaves, parse_shape


def array(text: str) -> ArrayShape:
    shape = parse_shape(text)
    assert isinstance(shape, ArrayShape)
    return shape


def test_every_part_of_a_layout_is_read() -> None:
    assert array("bf16[8192,128]{1,0:T(8,128)(2,1)S(1)}") == ArrayShape(
        dtype="bf16",
        dims=(8192, 128),
        minor_to_major=(1, 0),
        tiles=((8, 128), (2, 1)),
        memory_space=1,
        element_bits=0,
        tail_alignment=1,
    )


def test_a_shape_without_a_layout_is_row_major_in_the_default_space() -> None:
    shape = array("f32[2,3,4]")
    assert (shape.minor_to_major, shape.tiles, shape.memory_space) == ((2, 1, 0), (), 0)


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("f32[2,8]{1,0}", 2 * 8 * 4),
        ("pred[3]{0}", 3),
        ("pred[]", 1),
        ("c64[5]{0}", 5 * 8),
        ("f8e4m3fn[10]{0}", 10),
        ("s4[10]{0}", 10),  # not packed: a byte each
        ("s4[10]{0:E(4)}", 5),  # packed: 40 bits
        ("u4[3]{0:E(4)}", 2),  # 12 bits take two bytes
        ("f4e2m1fn[8]{0:E(4)}", 4),
        ("f32[<=8,4]{1,0}", 8 * 4 * 4),  # as large as it may get
        ("f32[0,4]{1,0}", 0),
        ("token[]", 0),
        ("s32[]{:T(128)}", 4),
    ],
)
def test_bytes_of_the_elements(text: str, expected: int) -> None:
    assert array(text).bytes == expected


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        # whole tiles: nothing is added
        ("bf16[8192,8192]{1,0:T(8,128)(2,1)}", 134_217_728),
        # 64 lanes become 128
        ("bf16[128,64]{1,0:T(8,128)(2,1)}", 128 * 128 * 2),
        # the same with axis 0 along the lanes: 64 rows of 128
        ("bf16[128,64]{0,1:T(8,128)(2,1)}", 64 * 128 * 2),
        # 3 rows become 8
        ("f32[3,130]{1,0:T(8,128)}", 8 * 256 * 4),
        # only the two minormost axes are tiled
        ("f32[5,3,130]{2,1,0:T(8,128)}", 5 * 8 * 256 * 4),
        # axis 2 is the slowest here
        ("f32[5,3,130]{1,0,2:T(8,128)}", 130 * 8 * 128 * 4),
        ("bf16[1000]{0:T(1024)(128)(2,1)}", 1024 * 2),
        ("bf16[1,4096]{1,0:T(2,128)(2,1)}", 2 * 4096 * 2),
        # a tile of more axes than the array has: axes of one are put before
        ("s32[]{:T(128)}", 128 * 4),
        ("f32[100]{0:T(8,128)}", 8 * 128 * 4),
        ("pred[8192,8192]{1,0:T(8,128)(4,1)}", 8192 * 8192),
        ("s4[16,128]{1,0:T(8,128)(8,1)E(4)}", 16 * 128 // 2),
        ("f32[10]{0:T(4)L(8)}", 16 * 4),  # 12 by the tile, 16 by the tail
        ("u32[]{:S(2)}", 4),
        ("token[]", 0),
    ],
)
def test_padded_bytes(text: str, expected: int) -> None:
    assert array(text).padded_bytes == expected


@given(
    st.lists(st.integers(1, 9), min_size=1, max_size=3),
    st.lists(st.integers(1, 5), min_size=1, max_size=2),
    st.randoms(use_true_random=False),
)
def test_padding_is_what_counting_tiles_gives(dims, tile, random) -> None:
    order = list(range(len(dims)))
    random.shuffle(order)
    text = f"s8{dims}{{{','.join(map(str, order))}:T({','.join(map(str, tile))})}}".replace(" ", "")
    physical = [1] * (len(tile) - len(dims)) + [dims[axis] for axis in reversed(order)]
    lead = len(physical) - len(tile)
    tiles = {
        (index[:lead], tuple(i // t for i, t in zip(index[lead:], tile, strict=True)))
        for index in product(*(range(size) for size in physical))
    }
    size = 1
    for each in tile:
        size *= each
    assert array(text).padded_bytes == len(tiles) * size


def test_a_nested_tuple_has_a_path_for_each_array() -> None:
    shape = parse_shape(
        "((bf16[8192,128]{1,0:T(8,128)(2,1)}), bf16[2048,128]{1,0:S(3)}, /*index=2*/s32[]{:S(2)})"
    )
    assert isinstance(shape, TupleShape)
    assert [(path, leaf.text, leaf.memory_space) for path, leaf in array_leaves(shape)] == [
        ((0, 0), "bf16[8192,128]", 0),
        ((1,), "bf16[2048,128]", 3),
        ((2,), "s32[]", 2),
    ]


def test_an_empty_tuple_holds_nothing() -> None:
    assert list(array_leaves(parse_shape("()"))) == []


def test_properties_that_say_nothing_of_the_size_are_passed_over() -> None:
    assert array("f32[4]{0:D(D)S(1)SC(0:2)}") == array("f32[4]{0:S(1)}")


def test_the_text_of_a_shape_leaves_its_layout_out() -> None:
    assert array("bf16[8192,8192]{0,1:T(8,128)(2,1)S(1)}").text == "bf16[8192,8192]"
    assert array("pred[]{:T(512)}").text == "pred[]"


@pytest.mark.parametrize(
    ("text", "column", "message"),
    [
        ("hello", 0, "expects a shape such as 'f32[2,8]{1,0}', found 'hello'"),
        ("", 0, "expects a shape such as 'f32[2,8]{1,0}', found 'the end'"),
        ("q16[4]{0}", 0, "knows no element type 'q16'"),
        ("f32[4,x]{1,0}", 6, "expects a number, found 'x'"),
        ("f32[4,8]{0}", 9, "the layout orders 1 axes of 2"),
        ("f32[4]{0:T()}", 11, "expects a number, found ''"),
        ("f32[4]{0:T(8)Z(1)}", 13, "knows no layout property 'Z(1)'"),
        ("(f32[4]{0}; f32[4]{0})", 10, "expects ',' or ')' in a tuple"),
        ("(f32[4]{0}", 10, "expects ',' or ')' in a tuple"),
        ("f32[4]{0} f32[4]{0}", 9, "the shape ends here, but 'f32[4]{0}' follows"),
    ],
)
def test_what_cannot_be_read_is_named_with_its_place(text: str, column: int, message: str) -> None:
    with pytest.raises(HloTextError) as caught:
        parse_shape(text, line=7, column=100)
    assert str(caught.value) == f"line 7, column {100 + column}: {message}"
