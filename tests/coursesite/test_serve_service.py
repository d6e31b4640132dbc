"""The server between two builds: what it looks at, and what it shows before the first."""

from __future__ import annotations

from pathlib import Path

import pytest
from msgspec.structs import replace

from coursesite.fill import MARKER
from coursesite.serve import Service, _written
from coursesite.write import write_site
from tests.coursesite.small_site import make_site
from tests.coursesite.two_sites import OLD


def test_other_code_ends_the_process(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Even where the watcher has not seen it yet: pages would be kept as made by that code. What is
    kept by then may be made by either."""
    make_site(tmp_path)
    service = Service(tmp_path, tmp_path / "_site")
    cache = tmp_path / ".cache"
    begun: list[list[Path]] = []
    monkeypatch.setattr("os.execv", lambda *command: begun.append([*cache.iterdir()]))
    service.build()
    service.build()
    assert not begun
    assert list(cache.iterdir())
    assert service._inputs is not None
    service._inputs = replace(service._inputs, packages={})
    service.build()
    assert begun == [[]]


def test_an_earlier_site_is_shown_but_for_what_cannot_be_read(tmp_path: Path) -> None:
    out = tmp_path / "_site"
    write_site(OLD, out)
    (out / "nowhere").symlink_to("nothing")
    (out / "index.html").unlink()
    (out / "index.html").symlink_to(".")
    assert _written(out) == {each.path: each.data for each in OLD if each.path != "index.html"}
    (out / MARKER).unlink()
    assert _written(out) == {}
