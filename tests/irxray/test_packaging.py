"""What a wheel has to hold is named in pyproject.toml."""

from __future__ import annotations

import tomllib
from pathlib import Path

ROOT = Path(__file__).parents[2]
SETUPTOOLS = tomllib.loads((ROOT / "pyproject.toml").read_text())["tool"]["setuptools"]


def test_every_package_is_listed():
    found = {
        str(path.parent.relative_to(ROOT)).replace("/", ".")
        for name in ("irxray", "coursesite")
        for path in (ROOT / name).rglob("__init__.py")
    }
    assert found == set(SETUPTOOLS["packages"])


def test_every_asset_and_template_is_listed():
    patterns = SETUPTOOLS["package-data"]["irxray"]
    listed = {path for pattern in patterns for path in (ROOT / "irxray").glob(pattern)}
    assets = {
        path for name in ("static", "templates") for path in (ROOT / "irxray" / name).iterdir()
    }
    assert assets <= listed
