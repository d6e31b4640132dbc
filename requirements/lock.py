"""Resolve the pins of every supported Python: ``make lock``.

Writes ``requirements/{site,dev,captures}-3.XX.txt`` with hashes and without any index address.
The other pins keep to the site pins, so that all fit one environment.
"""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

HERE = Path(__file__).parent
PYTHONS = ("3.11", "3.12", "3.13")


def resolve(python: str, output: str, *more: str) -> None:
    """Write the pins of one file for one Python."""
    command = [sys.executable, "-m", "uv", "pip", "compile", str(HERE.parent / "pyproject.toml")]
    options = ["--python-version", python, "--python-platform", "x86_64-manylinux_2_31"]
    options += ["--generate-hashes", "--no-emit-index-url", "--no-annotate", "--quiet"]
    options += ["--no-header", "--upgrade", "--output-file", str(HERE / output)]
    subprocess.run([*command, *options, *more], check=True)
    print(f"wrote requirements/{output}")


def main() -> None:
    """Resolve everything."""
    for python in PYTHONS:
        resolve(python, f"site-{python}.txt")
        site = str(HERE / f"site-{python}.txt")
        resolve(python, f"dev-{python}.txt", "--extra", "dev", "--constraints", site)
        extras = ("--extra", "tpu", "--extra", "cuda", "--constraints", site)
        resolve(python, f"captures-{python}.txt", *extras)


if __name__ == "__main__":
    main()
