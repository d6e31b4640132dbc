"""A look at a folder: what counts as a change, and what need not be read a second time."""

from __future__ import annotations

import os
import time
from pathlib import Path

from coursesite.tree import NO_FILE, TICK_NS, read_tree, tree_digest


def wait_until_settled() -> None:
    """Let so much time pass that the next change has another stamp."""
    time.sleep(3 * TICK_NS / 1e9)


def test_names_bytes_and_links_count(tmp_path: Path) -> None:
    (tmp_path / "a").write_bytes(b"bc")
    before = tree_digest(read_tree(tmp_path))
    (tmp_path / "a").rename(tmp_path / "ab")
    (tmp_path / "ab").write_bytes(b"c")
    renamed = tree_digest(read_tree(tmp_path))
    (tmp_path / "ab").rename(tmp_path / "elsewhere")
    (tmp_path / "ab").symlink_to("elsewhere")
    (tmp_path / "elsewhere").rename(tmp_path / ".elsewhere")
    assert len({before, renamed, tree_digest(read_tree(tmp_path))}) == 3


def test_what_has_settled_is_not_read_again(tmp_path: Path) -> None:
    (tmp_path / "a").write_bytes(b"one")
    fresh = read_tree(tmp_path)
    assert not fresh["a"].is_settled
    wait_until_settled()
    settled = read_tree(tmp_path, known=fresh)
    assert settled["a"].is_settled
    assert settled["a"] is not fresh["a"]
    assert read_tree(tmp_path, known=settled)["a"] is settled["a"]


def test_a_change_that_hides_its_time_is_noticed(tmp_path: Path) -> None:
    path = tmp_path / "a"
    path.write_bytes(b"one")
    times = path.stat().st_atime_ns, path.stat().st_mtime_ns
    wait_until_settled()
    before = read_tree(tmp_path)
    path.write_bytes(b"two")
    os.utime(path, ns=times)
    assert read_tree(tmp_path, known=before)["a"].digest != before["a"].digest


def test_a_change_right_after_the_look_is_noticed(tmp_path: Path) -> None:
    path = tmp_path / "a"
    for turn in range(50):
        path.write_bytes(b"%02d" % turn)
        before = read_tree(tmp_path)
        path.write_bytes(b"%02d" % (turn + 1))
        assert read_tree(tmp_path, known=before)["a"].digest != before["a"].digest


def test_only_what_is_named_is_looked_at(tmp_path: Path) -> None:
    for name in ("a", "b", "folder/c", "folder/__pycache__/d"):
        (tmp_path / name).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / name).write_bytes(b"")
    assert set(read_tree(tmp_path, ["b", "folder", "gone"])) == {"b", "folder/c"}


def test_what_cannot_be_read_stands_there_all_the_same(tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "pipe")
    (tmp_path / "nowhere").symlink_to("gone")
    (tmp_path / "loop").symlink_to(".")
    tree = read_tree(tmp_path)
    assert tree["pipe"].digest == NO_FILE
    assert tree["nowhere"].digest.startswith("unreadable ")
    assert tree["nowhere"].link == str(tmp_path / "gone")
    assert set(tree) == {"pipe", "nowhere", "loop", "loop/pipe", "loop/nowhere", "loop/loop"}
