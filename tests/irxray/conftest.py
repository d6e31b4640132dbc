"""Programs captured for real, once for all tests."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from irxray.capture import Capture, capture_program
from irxray.program import Program, slice_program
from irxray.target import find_target

ROOT = Path(__file__).parents[2]
LABS = ROOT / "labs" / "stage-2"


def notebook_program(notebook: str, function: str, arguments: list[str], name: str) -> Program:
    cells = json.loads((LABS / notebook).read_text(encoding="utf-8"))["cells"]
    sources = ["".join(cell["source"]) for cell in cells if cell["cell_type"] == "code"]
    return slice_program(sources, function, arguments, name)


@pytest.fixture(scope="session")
def attention() -> Capture:
    """EX·05: softmax attention, as the lab notebook defines it."""
    program = notebook_program(
        "lab-2.2-finding-the-spill.ipynb", "naive_attention", ["bf16[128,64]"] * 3, "ex-05"
    )
    return capture_program(program, find_target("cpu"))


@pytest.fixture(scope="session")
def ladder() -> Capture:
    """LAB·2.1: an affine map, relu, a mean."""
    program = notebook_program(
        "lab-2.1-lowering-ladder.ipynb",
        "affine_relu_mean",
        ["bf16[32,64]", "bf16[64,128]", "bf16[128]"],
        "lab-2.1",
    )
    return capture_program(program, find_target("cpu"))


NESTED = '''
import jax
import jax.numpy as jnp


def nested(x, w):
    """Shared library functions, a loop, a sort and a gradient in one."""

    def step(carry, row):
        return carry + row, jnp.sin(carry)

    def loss(w):
        y = jax.nn.relu(jax.nn.relu(x @ w) * 2)
        last, rows = jax.lax.scan(step, y[0], y)
        return jnp.sort(rows).sum() + last.mean()

    return jax.grad(loss)(w)
'''


@pytest.fixture(scope="session")
def nested() -> Capture:
    """Sub-jaxprs of every kind: calls, a loop body, a comparator, a transposed one."""
    program = slice_program([NESTED], "nested", ["f32[32,64]", "f32[64,128]"], "nested")
    return capture_program(program, find_target("cpu"))
