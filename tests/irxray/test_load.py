"""Programs named by file, notebook or module."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from irxray.errors import ProgramError
from irxray.load import Options, load_program

MODEL = """\
import jax.numpy as jnp

SCALE = 2.0


def unrelated():
    return open("nowhere")


def layer(params, x, *, deep=False):
    return x @ params["w"] * SCALE


def example():
    return {"w": jnp.ones((4, 4))}, jnp.ones((2, 4))
"""


@pytest.fixture
def model(tmp_path: Path) -> Path:
    path = tmp_path / "model.py"
    path.write_text(MODEL)
    return path


def test_a_file_is_sliced(model: Path):
    loaded = load_program(f"{model}:layer", Options(("{'w': f32[4,4]}", "f32[2,4]")))
    assert "unrelated" not in loaded.program.source
    assert loaded.program.name == "layer"
    assert loaded.program.arguments == ("{'w': f32[4,4]}", "f32[2,4]")


def test_a_notebook_is_sliced_and_magics_are_left_out(tmp_path: Path):
    cells = [
        {"cell_type": "markdown", "source": "def f(x): nothing"},
        {"cell_type": "code", "source": ["%time 1\n", "def f(x):\n", "    return x + 1"]},
        {"cell_type": "code", "source": "def f(x):\n    return x + 2"},
    ]
    path = tmp_path / "lab.ipynb"
    path.write_text(json.dumps({"cells": cells}))
    loaded = load_program(f"{path}:f", Options(("f32[]",)), "named")
    assert loaded.program.source == "def f(x):\n    return x + 2\n"
    assert loaded.program.name == "named"
    assert loaded.locate("source.py:2, in f") == "lab.ipynb, cell 3, line 2, in f"


def test_a_line_is_named_by_its_file(model: Path):
    loaded = load_program(f"{model}:layer", Options(("f32[]", "f32[]")))
    line = loaded.program.source.splitlines().index('    return x @ params["w"] * SCALE') + 1
    assert loaded.locate(f"source.py:{line}") == "model.py:11"


def test_arguments_made_by_a_function_of_the_same_file(model: Path):
    loaded = load_program(f"{model}:layer", Options(args_from=f"{model}:example"))
    assert loaded.program.arguments == ("*example",)
    assert "def example" in loaded.program.source
    assert loaded.program.source.count("def ") == 2


def test_arguments_made_by_another_file(model: Path, tmp_path: Path):
    other = tmp_path / "arguments.py"
    other.write_text("import numpy as np\n\ndef make():\n    return np.ones((2, 4))\n")
    loaded = load_program(f"{model}:layer", Options(args_from=f"{other}:make"))
    assert "import numpy as np" in loaded.program.source
    assert "import jax.numpy as jnp" not in loaded.program.source


def test_two_files_that_disagree_are_refused(model: Path, tmp_path: Path):
    other = tmp_path / "arguments.py"
    other.write_text("SCALE = 3.0\n\ndef make():\n    return SCALE\n")
    with pytest.raises(ProgramError, match="'SCALE' means one thing beside the function and"):
        load_program(f"{model}:layer", Options(args_from=f"{other}:make"))


def test_mesh_specs_and_static_arguments_are_written_out(model: Path):
    options = Options(
        ("f32[8,8]", "f32[8]"),
        static=("deep=True",),
        mesh="2x4",
        specs=("x,none", "x+y"),
    )
    assert load_program(f"{model}:layer", options).program.arguments == (
        "f32[8,8] @ P('x', None)",
        "f32[8] @ P(('x', 'y'))",
        "deep=True",
        "mesh(x=2, y=4)",
    )


def test_a_gradient_is_a_function_of_the_source(model: Path):
    program = load_program(f"{model}:layer", Options(("f32[]",), grad=True)).program
    assert program.function == "layer_gradient"
    assert "jax.vjp(lambda *given: layer(*given, **named), *arguments)" in program.source
    compile(program.source, "source.py", "exec")


def test_a_module_gives_its_plain_functions_as_text():
    program = load_program("jax.nn:dot_product_attention", Options(("f32[1,8,2,4]",) * 3)).program
    assert "def dot_product_attention(" in program.source
    assert "def _dot_product_attention_core(" in program.source
    assert "from ." not in program.source


def test_a_function_with_a_derivative_of_its_own_is_imported():
    program = load_program("jax.nn:relu", Options(("f32[8]",))).program
    assert program.source == (
        "import jax.nn\n\ndef relu(*arguments, **named):\n"
        "    return jax.nn.relu(*arguments, **named)\n"
    )


@pytest.mark.parametrize(
    ("named", "message"),
    [
        ("{model}:lyer", "there is no function 'lyer'; did you mean 'layer'?"),
        ("{folder}/modle.py:layer", "there is no file {folder}/modle.py; did you mean 'model.py'?"),
        (
            "{model}",
            "'{model}' names no function: write PATH:FUNCTION or package.module:FUNCTION",
        ),
        ("jax.nnn:relu", "there is no module 'jax.nnn'; did you mean 'jax.nn'?"),
        ("no_such:f", "there is no module 'no_such'; install it, or give a path to a file"),
        ("jax.nn:rellu", "module 'jax.nn' has no function 'rellu'; did you mean 'relu'?"),
        (
            "{folder}/x.txt:f",
            "{folder}/x.txt is neither a Python file (.py) nor a notebook (.ipynb)",
        ),
    ],
)
def test_what_is_not_there_is_named_with_what_is_near(model: Path, named: str, message: str):
    values = {"model": model, "folder": model.parent}
    with pytest.raises(ProgramError) as caught:
        load_program(named.format(**values), Options())
    assert str(caught.value) == message.format(**values)


def test_a_spec_for_no_argument_and_both_kinds_of_arguments_are_refused(model: Path):
    with pytest.raises(ProgramError, match="spec 'x' belongs to no argument"):
        load_program(f"{model}:layer", Options(specs=("x",)))
    with pytest.raises(ProgramError, match="one by one or by a function"):
        load_program(f"{model}:layer", Options(("f32[]",), args_from=f"{model}:example"))
    with pytest.raises(ProgramError, match="static argument 'deep' is not of the form name=value"):
        load_program(f"{model}:layer", Options(static=("deep",)))


def test_a_file_that_is_no_notebook(tmp_path: Path):
    path = tmp_path / "lab.ipynb"
    path.write_text("{}")
    with pytest.raises(ProgramError, match="is not a notebook"):
        load_program(f"{path}:f", Options())
