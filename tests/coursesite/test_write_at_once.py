"""Builds of one site at once: they wait, they are told, they do not mix."""

from __future__ import annotations

import threading
import time
from pathlib import Path

import pytest

from coursesite import lock, write
from coursesite.errors import OutputError
from coursesite.output_file import output_file
from coursesite.write import OutputFile, write_site
from tests.coursesite.two_sites import NEW, OLD, files
from tests.site_tree import file_bytes


@pytest.fixture
def out(tmp_path: Path) -> Path:
    """A folder that holds the old site."""
    out = tmp_path / "_site"
    assert write_site(OLD, out) is True
    return out


def test_second_build_is_told(out: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(lock, "WAIT_S", 0.05)
    with lock.locked(out), pytest.raises(OutputError) as caught:
        write_site(NEW, out)
    assert str(caught.value) == (
        f"{out}: another build is writing this folder\n"
        "  wait until it has ended, or name another folder with --out"
    )
    assert file_bytes(out) == files(*OLD)
    assert write_site(NEW, out) is True


def test_second_build_waits_a_little(out: Path) -> None:
    held = threading.Event()

    def hold() -> None:
        with lock.locked(out):
            held.set()
            time.sleep(0.2)

    other = threading.Thread(target=hold)
    other.start()
    held.wait()
    assert write_site(NEW, out) is True
    other.join()
    assert file_bytes(out) == files(*NEW)


def test_a_file_that_another_build_takes_away_is_no_error(
    out: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def vanish(*_: object) -> bool:
        raise FileNotFoundError

    write_site(OLD, out)
    monkeypatch.setattr(write, "is_quiet", vanish)
    assert write_site(NEW, out) is True
    assert file_bytes(out) == files(*NEW)


def test_many_builds_at_once_do_not_mix(out: Path) -> None:
    sites = [
        tuple(output_file(f"p{page}", b"%d" % turn * 2000) for page in range(30))
        for turn in range(6)
    ]
    builds = [threading.Thread(target=write_site, args=(site, out)) for site in sites]
    for build in builds:
        build.start()
    for build in builds:
        build.join()
    assert file_bytes(out) in [files(*site) for site in sites]
    assert [path.name for path in out.parent.iterdir()] == ["_site"]


@pytest.mark.parametrize("site", [OLD, NEW])
def test_lock_of_a_killed_build_locks_nobody_out(out: Path, site: tuple[OutputFile, ...]) -> None:
    lock.lock_path(out).write_bytes(b"")
    assert write_site(site, out) is True
    assert [path.name for path in out.parent.iterdir()] == ["_site"]
