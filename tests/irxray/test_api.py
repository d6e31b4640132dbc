"""``irxray.xray`` on functions as they live in a file, a closure, a class or a notebook."""

from __future__ import annotations

import html
import linecache
import re
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import jax
import jax.numpy as jnp
import pytest

import irxray
from irxray.errors import CaptureError, ProgramError, TargetError
from irxray.inline import LiveCall, local_target
from irxray.live import read_live
from irxray.store import read_capture

X = jnp.ones((4, 4))
COMPUTED = jnp.ones((4, 4)) * 2


def helper(x: Any) -> Any:
    return jnp.tanh(x) * 2


def plain(x: Any, y: Any) -> Any:
    z = helper(x @ y)
    return z + 1


def reads_a_value(x: Any) -> Any:
    return helper(x @ COMPUTED)


def make(scale: float) -> Callable[..., Any]:
    def scaled(x: Any) -> Any:
        y = x * scale
        return helper(y).sum()

    return scaled


class Model:
    def __init__(self) -> None:
        self.weights = jnp.ones((4, 4))

    def __call__(self, x: Any) -> Any:
        return helper(x @ self.weights)

    def shifted(self, x: Any) -> Any:
        return x + self.weights


def sources(found: irxray.Xray) -> list[tuple[str, str]]:
    return [(row.primitive, row.source) for row in found.mapping]


def test_a_plain_function_is_sliced_out_of_its_file():
    found = irxray.xray(plain, X, jax.ShapeDtypeStruct((4, 4), "float32"))
    assert "import jax.numpy as jnp\n\ndef helper" in found.text("source")
    assert "def make" not in found.text("source")
    assert sources(found) == [
        ("dot_general", "x @ y"),
        ("tanh", "jnp.tanh(x)"),
        ("mul", "jnp.tanh(x) * 2"),
        ("add", "z + 1"),
    ]
    assert found.capture.program.arguments == ("f32[4,4]", "f32[4,4]")
    assert repr(found).startswith("<Xray of plain(f32[4,4], f32[4,4]) on cpu: 4 equations, ")


def test_what_it_says_is_what_the_tool_says(tmp_path: Path):
    found = irxray.xray(plain, X, X, name="mine", verify=False)
    assert found.coverage["jaxpr"].unexplained == 0
    assert found.catalog.counts()["compute"] == 4
    assert found.spills == () or found.spills[0].bytes > 0
    found.save(tmp_path)
    assert read_capture(tmp_path / "cpu") == found.capture
    assert found.capture.program.name == "mine"


@pytest.mark.parametrize(
    ("function", "expected"),
    [
        (reads_a_value, ("dot_general", "x @ COMPUTED")),
        (make(3.0), ("mul", "x * scale")),
        (jax.grad(make(2.0)), ("mul", "x * scale")),
        (jax.vmap(helper), ("tanh", "jnp.tanh(x)")),
        (Model(), ("dot_general", "x @ self.weights")),
        (Model().shifted, ("add", "x + self.weights")),
        (lambda x: jnp.exp(x) + 1, ("exp", "jnp.exp(x)")),
    ],
)
def test_what_cannot_be_sliced_is_traced_where_it_lives(
    function: Callable[..., Any], expected: tuple[str, str]
):
    found = irxray.xray(function, X)
    assert expected in sources(found)
    assert found.capture.invariants.hlo
    hlo = found.text("hlo")
    assert "site-packages" not in hlo
    assert "test_api" not in hlo


def test_a_method_is_shown_inside_its_class():
    assert (
        irxray.xray(Model().shifted, X, verify=False)
        .text("source")
        .endswith(
            "class Model:\n    def shifted(self, x: Any) -> Any:\n        return x + self.weights\n"
        )
    )


def test_the_users_functions_are_as_they_were():
    function = make(3.0)
    before = (function.__code__, helper.__code__)
    irxray.xray(function, X, verify=False)
    assert (function.__code__, helper.__code__) == before
    assert float(jax.jit(function)(X)) == pytest.approx(float(function(X)))


def test_errors_name_the_frames_and_arguments():
    with pytest.raises(CaptureError) as caught:
        irxray.xray(plain, X, jnp.ones((3, 3)))
    lines = str(caught.value).splitlines()
    assert lines[0].startswith("plain on cpu: tracing failed: TypeError: dot_general requires")
    assert lines[-1] == "  --arg 2 is y: f32[3,3]"
    with pytest.raises(CaptureError, match="scaled on cpu: it takes"):
        irxray.xray(make(2.0), X, X)
    with pytest.raises(TargetError, match="did you mean 'cpu'"):
        irxray.xray(plain, X, X, target="gpu")
    with pytest.raises(ProgramError, match="the source of 'tanh' cannot be read"):
        irxray.xray(jnp.tanh, X)


def test_a_notebook_shows_a_frame_with_a_document_of_its_own():
    found = irxray.xray(plain, X, X, verify=False)
    page = found.to_html()
    assert page.lower().startswith("<!doctype html>")
    assert "jnp.tanh(x)" in page or "tanh" in page
    shown = found._repr_html_()
    assert shown.startswith('<iframe srcdoc="&lt;!doctype html&gt;')
    assert shown.count("<iframe") == 1
    assert "<script" not in shown
    (document,) = re.findall(r'srcdoc="([^"]*)"', shown)
    assert html.unescape(document) == page


def test_here_is_the_chip_jax_runs_on():
    assert local_target() == "cpu"
    assert irxray.xray(plain, X, X, target="here", verify=False).capture.target == "cpu"


def test_a_function_of_notebook_cells_is_sliced_out_of_what_has_run():
    cells = [
        "",
        "import jax.numpy as jnp",
        "%time 1",
        "broken(",
        "def cell(x):\n    return jnp.exp(x)",
    ]
    names: dict[str, Any] = {"__name__": "__main__", "In": cells}
    linecache.cache["<cell 4>"] = (1, None, cells[-1].splitlines(keepends=True), "<cell 4>")
    exec(compile(cells[1], "<cell 1>", "exec"), names)
    exec(compile(cells[-1], "<cell 4>", "exec"), names)
    found = irxray.xray(names["cell"], X, verify=False)
    assert found.text("source") == (
        "import jax.numpy as jnp\n\ndef cell(x):\n    return jnp.exp(x)\n"
    )
    cells.append("cell = None")
    live = read_live(names["cell"])
    assert live.text == cells[4] + "\n"


def test_a_call_describes_its_arguments():
    call = LiveCall(plain, ({"w": X, "b": (X,)}, [X]), {"mask": X}, {"deep": True}, "")
    assert call.program("", "plain").arguments == (
        "{'w': f32[4,4], 'b': (f32[4,4],)}",
        "[f32[4,4]]",
        "mask=f32[4,4]",
        "deep=True",
    )


def test_the_package_alone_imports_nothing():
    code = (
        "import sys, irxray; print([m for m in sys.modules if m.split('.')[0] in ('jax', 'rich')])"
    )
    done = subprocess.run(
        [sys.executable, "-c", code],
        capture_output=True,
        text=True,
        check=True,
        cwd=Path(irxray.__file__).parent.parent,
    )
    assert done.stdout.strip() == "[]"
