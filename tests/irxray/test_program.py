from __future__ import annotations

import pytest

from irxray.errors import ProgramError, SourceSyntaxError
from irxray.program import Argument, parse_argument, slice_program

CELLS = [
    "%matplotlib inline\nimport os, sys\nimport jax\nimport jax.numpy as jnp",
    "!pip install something\nSCALE = 2\nUNUSED = os.remove('gone')",
    "def double(x):\n    return x * SCALE",
    "raise SystemExit('a notebook is never run whole')",
    "@jax.jit\ndef outer(x):\n    return double(jnp.exp(x))",
    "%%bash\nnot python at all",
]


def test_only_what_the_function_reaches_is_kept():
    program = slice_program(CELLS, "outer", ["f32[4]"], "p")
    assert program.source == (
        "import jax\nimport jax.numpy as jnp\n\nSCALE = 2\n\ndef double(x):\n"
        "    return x * SCALE\n\n@jax.jit\ndef outer(x):\n    return double(jnp.exp(x))\n"
    )


def test_the_last_binding_counts():
    cells = ["def f(x):\n    return x", "def f(x):\n    return x + 1"]
    assert "x + 1" in slice_program(cells, "f", ["f32[]"], "p").source


def test_a_recursive_function_ends():
    cells = ["def f(x):\n    return g(x)", "def g(x):\n    return f(x)"]
    assert slice_program(cells, "f", ["f32[]"], "p").source.count("def ") == 2


def test_missing_function_names_the_nearest():
    with pytest.raises(ProgramError) as caught:
        slice_program(CELLS, "doubel", [], "p")
    assert str(caught.value) == "there is no function 'doubel'; did you mean 'double'?"


def test_a_cell_that_is_not_python_is_quoted():
    with pytest.raises(ProgramError) as caught:
        slice_program(["x ="], "f", [], "p")
    assert str(caught.value) == "a code cell is not Python: invalid syntax: x ="


@pytest.mark.parametrize(
    ("text", "line", "quoted"),
    [
        ("def f(\n    y = 1", 1, "def f("),
        ("!ls\n\nif True:\n", 3, "if True:"),
        ("x = (\n1,\n", 1, "x = ("),
    ],
)
def test_a_cell_that_is_not_python_is_placed(text: str, line: int, quoted: str):
    with pytest.raises(SourceSyntaxError) as caught:
        slice_program(["%%bash\nls (", "x = 1", text], "f", [], "p")
    assert (caught.value.index, caught.value.line, caught.value.text) == (2, line, quoted)


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("bf16[128,64]", Argument("bfloat16", (128, 64))),
        ("f32[]", Argument("float32", ())),
        ("int32[8]", Argument("int32", (8,))),
        ("bool[ 2, 3 ]", Argument("bool", (2, 3))),
    ],
)
def test_arguments(text: str, expected: Argument):
    assert parse_argument(text) == expected


@pytest.mark.parametrize(
    ("text", "message"),
    [
        (
            "128,64",
            "argument '128,64' is not of the form dtype[sizes], such as bf16[128,64] or f32[]",
        ),
        ("bf15[4]", "argument 'bf15[4]': unknown dtype 'bf15'; did you mean 'bf16'?"),
    ],
)
def test_wrong_arguments(text: str, message: str):
    with pytest.raises(ProgramError) as caught:
        parse_argument(text)
    assert str(caught.value) == message


def test_digest_changes_with_everything_that_matters():
    base = slice_program(CELLS, "double", ["f32[4]"], "p")
    edited = slice_program([CELLS[1], CELLS[2].replace("*", "+")], "double", ["f32[4]"], "p")
    resized = slice_program(CELLS, "double", ["f32[5]"], "p")
    renamed = slice_program(CELLS, "double", ["f32[4]"], "another folder")
    assert len({base.digest(), edited.digest(), resized.digest()}) == 3
    assert base.digest() == renamed.digest()
