"""MaxText's attention, decoder layer, loss and gradient, captured on eight forced host devices.

``python -m bench.maxtext`` writes ``bench/captures/maxtext-*/cpu``. It needs the extra
``[maxtext]`` (Python 3.12 or later) and takes some minutes, most of them for imports and compiles.
Name programs to make only those.
"""

from __future__ import annotations

import argparse
import os
import sys
import time
from collections.abc import Sequence
from pathlib import Path

from irxray.capture import capture_program
from irxray.coverage import capture_stats
from irxray.load import Options, load_program
from irxray.program import Program
from irxray.store import write_capture
from irxray.target import find_target

ROOT = Path(__file__).resolve().parent.parent
COMMAND = "python -m bench.maxtext"
DRIVER = Path(__file__).with_name("maxtext_driver.py")

PROGRAMS = {
    "maxtext-attention": ("attention", "attention_arguments"),
    "maxtext-layer": ("layer", "layer_arguments"),
    "maxtext-loss": ("loss", "loss_arguments"),
    "maxtext-loss-grad": ("loss_grad", "loss_arguments"),
}
"""Function of the driver, and the one that makes its arguments, by program."""


def maxtext_program(name: str) -> Program:
    """Return the part of the driver that program ``name`` needs."""
    function, maker = PROGRAMS[name]
    options = Options(args_from=f"{DRIVER}:{maker}")
    return load_program(f"{DRIVER}:{function}", options, name).program


def main(arguments: Sequence[str]) -> int:
    """Capture and write; print what came of it."""
    parser = argparse.ArgumentParser(prog=COMMAND, description=__doc__)
    parser.add_argument("names", nargs="*", metavar="NAME", help=", ".join(PROGRAMS))
    parser.add_argument("--no-verify", action="store_true", help="skip the plain compile")
    options = parser.parse_args(arguments)
    # MaxText asks for this before its first import: no Google Cloud packages are needed then.
    os.environ["DECOUPLE_GCLOUD"] = "TRUE"
    for name in options.names or PROGRAMS:
        start = time.perf_counter()
        capture = capture_program(
            maxtext_program(name), find_target("cpu"), verify=not options.no_verify
        )
        folder = ROOT / "bench" / "captures" / name / capture.target
        write_capture(capture, folder)
        layers = capture_stats(capture)["layers"]
        items = ", ".join(f"{layer} {counts['items']}" for layer, counts in layers.items())
        print(f"wrote {folder.relative_to(ROOT)} in {time.perf_counter() - start:.0f} s: {items}")
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
