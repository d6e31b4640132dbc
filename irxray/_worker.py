"""Entry point of a capture's own process: ``python -m irxray._worker REQUEST OUTPUT``."""

from __future__ import annotations

import json
import sys
from pathlib import Path

from irxray.program import Program
from irxray.store import write_capture
from irxray.target import find_target
from irxray.xray import capture_here


def main(request_path: str, output: str) -> None:
    """Capture what the request asks for and write it to the folder ``output``."""
    request = json.loads(Path(request_path).read_text(encoding="utf-8"))
    program = Program(
        request["name"], request["function"], request["source"], tuple(request["arguments"])
    )
    target = find_target(request["target"])
    write_capture(capture_here(program, target, verify=request["verify"]), Path(output))


if __name__ == "__main__":
    main(*sys.argv[1:])
