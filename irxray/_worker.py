"""Entry point of a capture's own process: ``python -m irxray._worker REQUEST OUTPUT``."""

from __future__ import annotations

import json
import sys
from pathlib import Path

from irxray.capture import REFUSAL
from irxray.errors import XrayError
from irxray.program import Program
from irxray.stages import capture_here
from irxray.store import write_capture
from irxray.target import find_target


def main(request_path: str, output: str) -> None:
    """Capture what the request asks for and write it to the folder ``output``.

    What is wrong with the program is written beside the request, for a person to read.
    """
    request = json.loads(Path(request_path).read_text(encoding="utf-8"))
    program = Program(
        request["name"], request["function"], request["source"], tuple(request["arguments"])
    )
    target = find_target(request["target"])
    try:
        capture = capture_here(program, target, verify=request["verify"])
    except XrayError as error:
        Path(request_path).with_name(REFUSAL).write_text(str(error), encoding="utf-8")
        raise SystemExit(1) from None
    write_capture(capture, Path(output))


if __name__ == "__main__":
    main(*sys.argv[1:])
