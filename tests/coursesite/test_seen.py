"""What a build has seen is kept for the next one, which hashes only what was touched."""

from __future__ import annotations

import hashlib
import os
from pathlib import Path
from types import SimpleNamespace

import pytest

from coursesite import tree
from coursesite.cli import CACHE, main
from coursesite.unchanged import CODE, LOOK, PACKAGES, SOURCES, recall_seen
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
    others = [path for name in SOURCES for path in (tmp_path / name).rglob("*") if path.is_file()]
    others += [path for name in CODE for path in (PACKAGES / name).rglob("*.py")]
    untouched = {path.read_bytes() for path in others} - {edited}
    assert edited in hashed
    assert len(untouched) > 100
    assert untouched.isdisjoint(hashed)


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


def test_what_was_seen_is_written_only_when_it_is_news(tmp_path: Path) -> None:
    site = make_site(tmp_path)
    assert (tmp_path / "templates").is_symlink()  # nothing can be said of a folder's bytes
    assert site.build().code == 0
    wait_until_settled()
    assert site.build().code == 0
    (look,) = (tmp_path / CACHE).glob(f"{LOOK}-*")
    before = look.stat().st_ino
    assert site.build().code == 0
    assert look.stat().st_ino == before


@pytest.mark.parametrize("name", ["geteuid", "uname"])
def test_another_user_or_machine_sees_for_itself(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, name: str
) -> None:
    site = make_site(tmp_path)
    assert site.build().code == 0
    assert any(recall_seen(tmp_path / CACHE, site.out).trees)
    others = {"geteuid": 12345, "uname": SimpleNamespace(nodename="elsewhere")}
    monkeypatch.setattr(os, name, lambda: others[name])
    assert not any(recall_seen(tmp_path / CACHE, site.out).trees)


def test_where_there_is_no_course_nothing_is_left(tmp_path: Path) -> None:
    for folder in (tmp_path, tmp_path / "mistyped"):
        assert main(["--root", str(folder), "--quiet"]) == 1
    assert not list(tmp_path.iterdir())


def test_the_output_may_have_a_name_that_is_not_utf8(tmp_path: Path) -> None:
    site = make_site(tmp_path)
    out = Path(os.fsdecode(os.fsencode(tmp_path) + b"/\xff"))
    try:
        out.mkdir()
    except OSError:
        pytest.skip("this file system has no such names")
    for _ in range(2):
        assert site.build("--out", str(out)).code == 0
    assert (out / PAGE).is_file()


@pytest.mark.parametrize("kept", ["[]", '[{"a": 1}, {}, {}]', "7"])
def test_what_another_version_has_kept_counts_for_nothing(tmp_path: Path, kept: str) -> None:
    site = make_site(tmp_path)
    assert site.build().code == 0
    (look,) = (tmp_path / CACHE).glob(f"{LOOK}-*")
    digest = hashlib.sha256(kept.encode()).hexdigest()
    look.write_text(f"{digest}\n{kept}", encoding="utf-8")
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
