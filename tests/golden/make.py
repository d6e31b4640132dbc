"""The golden site: a small tree and the pages that the build must make of it.

::

    tests/golden/tree/       site/, labs/, bench/ as the author of a very small course writes them
    tests/golden/expected/   everything the build makes of them but assets

The tree has no templates of its own: it is copied beside the repository's, so the pages show what
those do. Assets are copies of ``templates/assets`` and ``irxray/static``; the test compares them
with those and they are not kept a second time. Commit and date are given, and the capture is part
of the tree, so that neither git nor jax has a say.

``python -m tests.golden.make`` writes ``expected/`` anew, and the capture where the program
changed; review the diff.
"""

from __future__ import annotations

import json
import re
import shutil
import subprocess
import sys
import tempfile
from dataclasses import dataclass
from pathlib import Path

HERE = Path(__file__).resolve().parent
REPOSITORY = HERE.parents[1]
TREE = HERE / "tree"
EXPECTED = HERE / "expected"
COMMAND = "python -m tests.golden.make"

LEFT_OUT = ("assets/", ".coursesite")
"""Beginnings of names that are built and not kept under ``expected/``."""

# assets/css/tokens.3f2a9c01.css: without the digest, a new style sheet changes no page
NAME_DIGEST = re.compile(rb"(assets/[\w/-]+)\.[0-9a-f]{8}(?=\.)")


@dataclass(frozen=True, slots=True)
class GoldenBuild:
    """One build of the tree."""

    root: Path
    """The tree as it was built, templates included."""
    out: Path
    """The site."""
    captured: tuple[str, ...]
    """Captures that had to be made, such as ``ex-01/cpu``."""

    def files(self) -> dict[str, bytes]:
        """Return what ``expected/`` must hold, by name below the site's root."""
        return {
            name: NAME_DIGEST.sub(rb"\1", data) if name.endswith(".html") else data
            for name, data in read_files(self.out).items()
            if not name.startswith(LEFT_OUT)
        }


def read_files(folder: Path) -> dict[str, bytes]:
    """Return every file below ``folder``: its name with forward slashes, and its bytes."""
    found = sorted(path for path in folder.rglob("*") if path.is_file())
    return {path.relative_to(folder).as_posix(): path.read_bytes() for path in found}


def build_golden(folder: Path) -> GoldenBuild:
    """Build the tree inside the empty ``folder``, the way a person would on the command line."""
    root, out, report = folder / "tree", folder / "out", folder / "report.json"
    shutil.copytree(TREE, root)
    shutil.copytree(REPOSITORY / "templates", root / "templates")
    fixed = ["--commit", "0123456789", "--date", "2025-01-01"]
    places = ["--root", str(root), "--out", str(out), "--report", str(report)]
    subprocess.run(
        [sys.executable, str(REPOSITORY / "build.py"), "--quiet", "--strict", *fixed, *places],
        check=True,
    )
    made = json.loads(report.read_text(encoding="utf-8"))["captures"]["made"]
    return GoldenBuild(root, out, tuple(made))


def main() -> None:
    """Write ``expected/``, and the captures that the tree lacked."""
    with tempfile.TemporaryDirectory() as folder:
        try:
            built = build_golden(Path(folder))
        except subprocess.CalledProcessError:
            sys.exit("the tree cannot be built, see above; nothing was written")
        _replace(EXPECTED, built.files())
        if built.captured:
            _replace(TREE / "bench" / "captures", read_files(built.root / "bench" / "captures"))
    print(f"wrote {EXPECTED.relative_to(REPOSITORY)}; review it as a diff")


def _replace(folder: Path, files: dict[str, bytes]) -> None:
    shutil.rmtree(folder, ignore_errors=True)
    for name, data in files.items():
        path = folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(data)


if __name__ == "__main__":
    main()
