"""``irxray capture``: a function at every layer, into a folder."""

from __future__ import annotations

import argparse
import os
from pathlib import Path
from typing import Any

from irxray.capture import Capture, capture_program
from irxray.commands.diff import figures
from irxray.coverage import measure_coverage
from irxray.errors import CaptureError, TargetError
from irxray.layers import LAYERS
from irxray.load import Loaded, Options, load_program
from irxray.store import write_capture
from irxray.target import Target, find_target, unusable_because
from irxray.terminal import print_table

EXAMPLES = """\
examples:
  irxray capture attention.py:attention --arg 'bf16[128,64]' --arg 'bf16[128,64]' \\
      --arg 'bf16[128,64]' --target cpu --target tpu-v5e -o captures/attention
  irxray capture lab.ipynb:naive_attention --arg 'bf16[8192,128]' ... -o captures/naive
  irxray capture jax.nn:dot_product_attention --arg 'bf16[1,128,8,64]' ... --static is_causal=True
  irxray capture model.py:loss --args-from model.py:example_arguments --grad -o captures/loss
  irxray capture mlp.py:mlp --arg 'bf16[64,512]' --spec data,none --arg 'bf16[512,2048]' \\
      --spec none,model --mesh data=2,model=4 --target tpu-v5e -o captures/mlp
"""


def add_parser(commands: Any) -> None:
    """Add the command to the tool's parser."""
    parser = commands.add_parser(
        "capture",
        help="capture a function at every layer",
        description="Trace a function on abstract arguments, lower and compile it for each target, "
        "link the layers line by line, and write DIR/TARGET/ for each.",
        epilog=EXAMPLES,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    add = parser.add_argument
    add("program", metavar="PROGRAM", help="PATH.py:FUNCTION, NOTEBOOK.ipynb:FUNCTION, or "
        "package.module:FUNCTION")  # fmt: skip
    add("-o", dest="out", type=Path, required=True, metavar="DIR", help="folder to write into")
    add("--arg", action="append", default=[], metavar="ARRAY", help="one argument, by position or "
        "as NAME=ARRAY: 'bf16[128,64]', 'f32[]', or arrays in a dict, list or tuple")  # fmt: skip
    add("--args-from", default="", metavar="PATH:FUNCTION", help="a function that returns the "
        "arguments: a tuple by position, a dict by name; arrays of any pytree")  # fmt: skip
    add("--static", action="append", default=[], metavar="NAME=VALUE", help="a static argument, "
        "a Python expression")  # fmt: skip
    add("--grad", action="store_true", help="capture the gradient, by every positional argument; "
        "of a result that is no scalar, that of its sum")  # fmt: skip
    add("--mesh", default="", metavar="AXES", help="compile for a mesh of devices: data=2,model=4, "
        "or 2x4 with axes x and y")  # fmt: skip
    add("--spec", action="append", default=[], metavar="AXES", help="how an --arg, in their order, "
        "lies over the mesh: data,none (an axis for each dimension, a+b for two)")  # fmt: skip
    add("--target", action="append", default=[], metavar="NAME", help="cpu (the default), tpu-v5e, "
        "cuda-h100, ...: see 'irxray targets'; may be repeated")  # fmt: skip
    add("--name", default="", help="the program's name, instead of the function's")
    add("--no-verify", action="store_true", help="do not compile a second time to check the tags")


def run(parsed: argparse.Namespace) -> int:
    """Capture for all targets, then write all captures: nothing is written unless all succeed."""
    targets = [find_target(name) for name in dict.fromkeys(parsed.target or ["cpu"])]
    _refuse_unusable(targets)
    loaded = load_program(parsed.program, _options(parsed), parsed.name)
    _let_import_siblings(parsed.program)
    captures = [_capture(loaded, target, verify=not parsed.no_verify) for target in targets]
    for capture in captures:
        write_capture(capture, parsed.out / capture.target)
    _print(captures)
    print(f"written to {parsed.out}")
    return 0


def _options(parsed: argparse.Namespace) -> Options:
    return Options(
        tuple(parsed.arg),
        parsed.args_from,
        tuple(parsed.static),
        parsed.mesh,
        tuple(parsed.spec),
        parsed.grad,
    )


def _refuse_unusable(targets: list[Target]) -> None:
    for target in targets:
        if reason := unusable_because(target):
            raise TargetError(f"{target.title} cannot be compiled for here: {reason}")


def _let_import_siblings(program: str) -> None:
    """A file's function may import modules that lie beside it, as it may when it is run."""
    folder = Path(program.rpartition(":")[0]).parent
    if program.rpartition(":")[0].endswith((".py", ".ipynb")):
        known = [part for part in [os.environ.get("PYTHONPATH", "")] if part]
        os.environ["PYTHONPATH"] = os.pathsep.join([str(folder.resolve()), *known])


def _capture(loaded: Loaded, target: Target, *, verify: bool) -> Capture:
    try:
        return capture_program(loaded.program, target, verify=verify)
    except CaptureError as error:
        raise CaptureError(loaded.locate(str(error))) from None


def _print(captures: list[Capture]) -> None:
    columns = [figures(each) | _linked(each) for each in captures]
    rows = [(key, *(each[key] for each in columns)) for key in columns[0]]
    print_table(captures[0].program.name, ("", *(each.target for each in captures)), rows)


def _linked(capture: Capture) -> dict[str, str]:
    found = {}
    for layer in LAYERS:
        counts = measure_coverage(capture.table, layer)
        found[f"{layer} lines linked"] = f"{counts.exact + counts.inferred}/{counts.items}"
    return found
