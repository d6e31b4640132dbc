"""The writer: what it refuses, that builds do not mix, and that no site is ever lost."""

from __future__ import annotations

import errno
import os
import resource
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path

import pytest

from coursesite import write
from coursesite.errors import OutputError
from coursesite.exchange import exchange
from coursesite.fill import MARKER, MARKER_BEGUN
from coursesite.output_file import look_at, output_file
from coursesite.write import check_output, write_site
from tests.coursesite.two_sites import NEW, OLD, files
from tests.site_tree import REPOSITORY, file_bytes, snapshot


@pytest.fixture
def out(tmp_path: Path) -> Path:
    """A folder that holds the old site."""
    out = tmp_path / "_site"
    assert write_site(OLD, out) is True
    return out


def test_site_is_exactly_what_was_asked_for(out: Path) -> None:
    assert file_bytes(out) == files(*OLD)
    assert write_site(NEW, out) is True
    assert file_bytes(out) == files(*NEW)
    assert [path.name for path in out.parent.iterdir()] == ["_site"]


def test_unchanged_site_is_not_touched(out: Path) -> None:
    before = snapshot(out)
    assert write_site(OLD, out) is False
    assert snapshot(out) == before


def test_file_that_stays_keeps_its_time(out: Path) -> None:
    before = snapshot(out)["a/same"]
    time.sleep(0.01)
    write_site(NEW, out)
    assert snapshot(out)["a/same"] == before


def test_changed_by_hand_is_written_again(out: Path) -> None:
    (out / "index.html").write_bytes(b"odd")
    assert write_site(OLD, out) is True
    assert file_bytes(out) == files(*OLD)


def test_nothing_else_stays(out: Path) -> None:
    (out / "__pycache__").mkdir()
    (out / "__pycache__" / "odd").write_bytes(b"odd")
    assert write_site(OLD, out) is True
    assert file_bytes(out) == files(*OLD)


def test_changed_since_it_was_looked_at_is_written_again(out: Path) -> None:
    old = look_at(out)
    (out / "index.html").write_bytes(b"odd")
    assert write_site(OLD, out, old) is True
    assert file_bytes(out) == files(*OLD)


@pytest.mark.parametrize(("linked", "file"), [("index.html", "."), ("a", "same")])
def test_a_link_with_the_right_bytes_becomes_what_it_leads_to(
    out: Path, linked: str, file: str
) -> None:
    outside = out.with_name("outside")
    (out / linked).rename(outside)
    (out / linked).symlink_to(outside)
    assert write_site(OLD, out) is True
    (outside / file).write_bytes(b"odd")
    assert file_bytes(out) == files(*OLD)


# ------------------------------------------------------------------- refused


@pytest.mark.parametrize(
    "path",
    ["../x", "a/../../x", "/etc/x", "a//b", "", ".", "a/./b", "a\\..\\b", "a\0b", "a\nb", ".."],
)
def test_nothing_is_written_outside(out: Path, path: str) -> None:
    before = snapshot(out.parent)
    with pytest.raises(OutputError) as caught:
        write_site([*NEW, output_file(path, b"harm")], out)
    assert str(caught.value) == (
        f"{path!r}: would be written outside the site\n"
        "  correct the name in the course or the capture that it comes from"
    )
    assert snapshot(out.parent) == before


def test_one_name_for_two_files(out: Path) -> None:
    assert write_site([*OLD, OLD[0]], out) is False
    with pytest.raises(OutputError, match=r"^index\.html: would be written twice\n"):
        write_site([*OLD, output_file("index.html", b"other")], out)


def test_file_that_is_also_a_folder(out: Path) -> None:
    with pytest.raises(OutputError, match="the site cannot be written: "):
        write_site([output_file("a", b""), output_file("a/b", b"")], out)
    assert file_bytes(out) == files(*OLD)


def test_foreign_folder(tmp_path: Path) -> None:
    (tmp_path / "mine").mkdir()
    (tmp_path / "mine" / "thesis").write_bytes(b"years of work")
    for refuse in (check_output, lambda out: write_site(NEW, out)):
        with pytest.raises(OutputError, match="not empty and was not written by this program"):
            refuse(tmp_path / "mine")


@pytest.mark.parametrize("name", ["file", "link", "dangling", "fifo"])
def test_output_that_is_no_folder(tmp_path: Path, name: str) -> None:
    (tmp_path / "file").write_bytes(b"")
    (tmp_path / "folder").mkdir()
    (tmp_path / "link").symlink_to("folder")
    (tmp_path / "dangling").symlink_to("nowhere")
    os.mkfifo(tmp_path / "fifo")
    with pytest.raises(OutputError, match="the output must be a folder"):
        write_site(NEW, tmp_path / name)


# ------------------------------------------------- systems that say no


@pytest.fixture
def somebody() -> Iterator[None]:
    """Root may write anywhere: it becomes somebody else for a while."""
    user = os.geteuid()
    if user == 0:
        os.seteuid(65534)
    yield
    os.seteuid(user)


def test_folder_that_nobody_may_write(out: Path, request: pytest.FixtureRequest) -> None:
    before = snapshot(out.parent)
    out.parent.chmod(0o555)
    request.getfixturevalue("somebody")
    with pytest.raises(OutputError, match="the site cannot be written: Permission denied"):
        write_site(NEW, out)
    os.seteuid(os.getuid())
    out.parent.chmod(0o755)
    assert snapshot(out.parent).keys() == before.keys()
    assert file_bytes(out) == files(*OLD)


@pytest.mark.skipif(os.getuid() != 0, reason="only root can mount")
@pytest.mark.parametrize(("option", "reason"), [("ro", "Read-only"), ("size=64k", "No space left")])
def test_disk_that_is_full_or_cannot_be_written(tmp_path: Path, option: str, reason: str) -> None:
    disk = tmp_path / "disk"
    disk.mkdir()
    mount = ["mount", "-t", "tmpfs", "-o", "size=64k", "tmpfs", str(disk)]
    if subprocess.run(mount, check=False, capture_output=True).returncode:
        pytest.skip("this machine does not let anybody mount")
    try:
        write_site(OLD, disk / "_site")
        subprocess.run(["mount", "-o", f"remount,{option}", str(disk)], check=True)
        with pytest.raises(OutputError) as caught:
            write_site([*NEW, output_file("large", bytes(100_000))], disk / "_site")
        assert f"the site cannot be written: {reason}" in str(caught.value)
        assert str(caught.value).endswith("free space or permissions, then build again")
        assert file_bytes(disk / "_site") == files(*OLD)
        assert [path.name for path in disk.iterdir()] == ["_site"]
    finally:
        subprocess.run(["umount", "-l", str(disk)], check=True)


def test_file_larger_than_allowed(out: Path) -> None:
    signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
    limits = resource.getrlimit(resource.RLIMIT_FSIZE)
    resource.setrlimit(resource.RLIMIT_FSIZE, (1000, limits[1]))
    try:
        with pytest.raises(OutputError, match="the site cannot be written: File too large"):
            write_site([*NEW, output_file("large", bytes(100_000))], out)
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, limits)
        signal.signal(signal.SIGXFSZ, signal.SIG_DFL)
    assert file_bytes(out) == files(*OLD)
    assert [path.name for path in out.parent.iterdir()] == ["_site"]


# ------------------------------------------------------- what is left behind


def test_leftovers_of_killed_builds_are_cleared_away(out: Path) -> None:
    for name in ("._site-k3q9x_0a", "._site-abcdefgh", "._site-stuvwxyz"):
        (out.parent / name).mkdir()
    (out.parent / "._site-stuvwxyz" / MARKER_BEGUN).write_bytes(b"This fol")
    (out.parent / "._site-abcdefgh" / MARKER).write_bytes(b"")
    (out.parent / "._site-abcdefgh" / "page").write_bytes(b"half")
    assert write_site(OLD, out) is True
    assert [path.name for path in out.parent.iterdir()] == ["_site"]
    assert write_site(OLD, out) is False


@pytest.mark.parametrize(
    "name", ["._site-mine", "._other-k3q9x_0a", "._site-k3q9x_0a", "_site-old"]
)
def test_what_is_not_ours_stays(out: Path, name: str) -> None:
    (out.parent / name).mkdir()
    (out.parent / name / "thesis").write_bytes(b"years of work")
    write_site(NEW, out)
    assert (out.parent / name / "thesis").read_bytes() == b"years of work"


def test_without_an_exchange(out: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(write, "exchange", lambda one, other: False)
    assert write_site(NEW, out) is True
    assert file_bytes(out) == files(*NEW)
    assert [path.name for path in out.parent.iterdir()] == ["_site"]


def test_without_an_exchange_the_old_site_comes_back(out: Path) -> None:
    out.rename(out.with_name("._site-k3q9x_0a-old"))
    with pytest.raises(OutputError, match="would be written outside"):
        write_site([output_file("../x", b"")], out)
    assert not out.exists()
    assert write_site(NEW, out) is True
    assert file_bytes(out) == files(*NEW)
    assert [path.name for path in out.parent.iterdir()] == ["_site"]


def test_exchange(tmp_path: Path) -> None:
    one, other = tmp_path / "one", tmp_path / "other"
    one.mkdir()
    other.mkdir()
    (one / "mark").write_bytes(b"")
    if not exchange(one, other):
        pytest.skip("this system has no exchange")
    assert [(path / "mark").exists() for path in (one, other)] == [False, True]
    with pytest.raises(OSError, match=os.strerror(errno.ENOENT)):
        exchange(one, tmp_path / "nowhere")


# --------------------------------------------------------------------- kills


def run_kills(*options: str) -> str:
    done = subprocess.run(
        [sys.executable, "-m", "bench.kills", *options],
        cwd=REPOSITORY,
        capture_output=True,
        encoding="utf-8",
        check=False,
    )
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout


def test_fifty_killed_builds_leave_a_whole_site() -> None:
    said = run_kills("--warm")
    assert said.startswith("50 kills, ")
    assert " 0 broken sites, 0 left-overs " in said


def test_fifty_builds_killed_while_they_write_leave_a_whole_site() -> None:
    said = run_kills("--warm", "--writing")
    assert said.startswith("50 kills, ")
    assert " 0 broken sites, 0 left-overs " in said
