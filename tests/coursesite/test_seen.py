"""What a build has seen is kept for the next one, which hashes only what was touched."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from coursesite import tree
from coursesite.cli import CACHE
from coursesite.memo import Memo
from coursesite.unchanged import LOOK, recall_seen
from tests.coursesite.small_site import LAB, as_json, make_site, markdown, notebook
from tests.coursesite.test_tree import wait_until_settled

PAGE = "stage-1/index.html"


@pytest.fixture
def hashed(monkeypatch: pytest.MonkeyPatch) -> list[bytes]:
    """The bytes of every file that is hashed."""
    found: list[bytes] = []
    digest = tree.bytes_digest
    monkeypatch.setattr(tree, "bytes_digest", lambda data: found.append(data) or digest(data))
    return found


def test_an_unchanged_site_is_not_read(tmp_path: Path, hashed: list[bytes]) -> None:
    site = make_site(tmp_path)
    assert site.build().code == 0
    wait_until_settled()
    assert site.build().code == 0  # what was new is settled now
    assert hashed
    hashed.clear()
    assert site.build().code == 0
    assert not hashed


def test_only_what_was_touched_is_read(tmp_path: Path, hashed: list[bytes]) -> None:
    site = make_site(tmp_path)
    assert site.build().code == 0
    wait_until_settled()
    assert site.build().code == 0
    edited = as_json(notebook(markdown("Edited.")))
    site.write(LAB, edited)
    hashed.clear()
    assert site.build().code == 0
    assert "Edited." in (site.out / PAGE).read_text(encoding="utf-8")
    notebooks_and_content = {each for each in hashed if each.startswith(b"{")}
    assert notebooks_and_content == {edited}


def test_an_edit_that_hides_is_seen(tmp_path: Path) -> None:
    """Of the same length, at the same time as the clock of the file says."""
    site = make_site(tmp_path, {LAB: as_json(notebook(markdown("Before.")))})
    assert site.build().code == 0
    wait_until_settled()
    assert site.build().code == 0
    before = (tmp_path / LAB).stat()
    site.write(LAB, as_json(notebook(markdown("Behind."))))
    os.utime(tmp_path / LAB, ns=(before.st_atime_ns, before.st_mtime_ns))
    assert (tmp_path / LAB).stat().st_size == before.st_size
    assert site.build().code == 0
    assert "Behind." in (site.out / PAGE).read_text(encoding="utf-8")


@pytest.mark.parametrize("kept", ["[]", '[{"a": 1}, {}, {}]', "7"])
def test_what_another_version_has_kept_counts_for_nothing(tmp_path: Path, kept: str) -> None:
    site = make_site(tmp_path)
    Memo(tmp_path / CACHE).keep(LOOK, str(site.out).encode(), kept)
    assert not any(recall_seen(tmp_path / CACHE, site.out).trees)
    assert site.build().code == 0
    assert any(recall_seen(tmp_path / CACHE, site.out).trees)


def test_a_folder_with_a_name_that_is_not_utf8_is_hashed_each_time(tmp_path: Path) -> None:
    site = make_site(tmp_path)
    try:
        Path(os.fsdecode(os.fsencode(tmp_path / "labs") + b"/\xff.txt")).write_text("x")
    except OSError:
        pytest.skip("this file system has no such names")
    assert site.build().code == 0
    assert not any(recall_seen(tmp_path / CACHE, site.out).trees)
    assert site.build().code == 0
