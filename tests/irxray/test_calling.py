"""Arguments as they are written on the command line."""

from __future__ import annotations

import pytest

from irxray.calling import Placed, describe_tree, read_call
from irxray.errors import ProgramError
from irxray.program import Argument

MATRIX = Placed(Argument("float32", (4, 4)), ())
SCALAR = Placed(Argument("float32", ()), ())


def test_arrays_by_position_and_by_name():
    call = read_call(["f32[4,4]", "mask=f32[]"])
    assert call.positional == (MATRIX,)
    assert call.named == (("mask", SCALAR),)


def test_containers_of_arrays():
    (tree,) = read_call(["{'w': f32[4,4], 'b': (f32[], [f32[4,4], None])}"]).positional
    assert tree == {"w": MATRIX, "b": (SCALAR, [MATRIX, None])}


def test_static_arguments_are_what_holds_no_array():
    call = read_call(["causal=True", "scale=1 / 8", "activation=jax.nn.gelu"])
    assert call.static == (
        ("causal", "True"),
        ("scale", "1 / 8"),
        ("activation", "jax.nn.gelu"),
    )


def test_a_maker_and_a_mesh():
    call = read_call(["*make_arguments", "mesh(data=2, model=4)"])
    assert call.maker == "make_arguments"
    assert call.mesh == (("data", 2), ("model", 4))


def test_a_layout_over_the_mesh():
    (tree,) = read_call(["f32[4,4] @ P(('data', 'model'), None)"]).positional
    assert tree == Placed(Argument("float32", (4, 4)), (("data", "model"), None))


@pytest.mark.parametrize(
    "text", ["f32[]", "bf16[128,64]", "{'w': f32[4]}", "(f32[4],)", "[f32[], i32[2]]"]
)
def test_what_is_read_is_written_the_same(text: str):
    assert describe_tree(read_call([text]).positional[0]) == text


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("bf17[4, 8]", "argument 'bf17[4,8]': unknown dtype 'bf17'; did you mean 'bf16'?"),
        (
            "4",
            "argument '4' is not of the form dtype[sizes], such as bf16[128,64] or f32[]",
        ),
        (
            "{'w': f32[4], 'n': 3}",
            "argument '3' is neither an array nor a container of them",
        ),
        ("f32[4] @ data", "'data' is not of the form P('axis', None)"),
        ("mesh(data=2,4)", "mesh 'data=2,4' is not of the form axis=size, such as data=2,model=4"),
    ],
)
def test_what_cannot_be_read_is_named(text: str, message: str):
    with pytest.raises(ProgramError) as caught:
        read_call([text])
    assert str(caught.value) == message
