"""The site before the last, kept to be made into the next one."""

from __future__ import annotations

import os
import shutil
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from coursesite import write
from coursesite.errors import OutputError
from coursesite.fill import MARKER, fill
from coursesite.output_file import output_file
from coursesite.write import write_site
from tests.coursesite.small_site import SITE, as_json, make_site
from tests.coursesite.two_sites import NEW, OLD, files
from tests.site_tree import file_bytes

LAST = (*NEW, output_file("a/more", b"more"))


@pytest.fixture
def out(tmp_path: Path) -> Path:
    """A folder that holds the new site; the old one is the spare."""
    out = tmp_path / "_site"
    for site in (OLD, NEW):
        assert write_site(site, out, spare=spare_of(out)) is True
    return out


def spare_of(out: Path) -> Path:
    """Where the spare of a site is kept."""
    return out.parent / "kept" / "spare"


def test_what_was_replaced_is_the_spare(out: Path) -> None:
    assert file_bytes(spare_of(out)) == files(*OLD)
    assert file_bytes(out) == files(*NEW)


def test_of_the_first_site_the_spare_is_made_of_links(tmp_path: Path) -> None:
    out = tmp_path / "_site"
    write_site(OLD, out, spare=spare_of(out))
    assert file_bytes(spare_of(out)) == files(*OLD)
    assert all(path.samefile(spare_of(out) / name) for name, path in found(out).items())
    before = {name: path.stat().st_ctime_ns for name, path in found(out).items()}
    time.sleep(0.01)
    write_site(NEW, out, spare=spare_of(out))
    assert file_bytes(out) == files(*NEW)
    assert (out / "a" / "same").stat().st_ctime_ns == before["a/same"]


def test_where_nothing_can_be_linked_there_is_a_site_and_no_leftover(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def refuse(*_: object) -> None:
        raise OSError("no links here")

    monkeypatch.setattr(os, "link", refuse)
    out = tmp_path / "_site"
    for site in (OLD, NEW, LAST):
        write_site(site, out, spare=spare_of(out))
        assert file_bytes(out) == files(*site)
        assert {path.name for path in tmp_path.iterdir()} == {"kept", "_site"}


def found(folder: Path) -> dict[str, Path]:
    """The files in a folder by their names there."""
    files = (path for path in folder.rglob("*") if path.is_file())
    return {path.relative_to(folder).as_posix(): path for path in files}


def test_the_next_site_is_made_from_it(out: Path) -> None:
    folder = (spare_of(out) / "a").stat().st_ino
    assert write_site(LAST, out, spare=spare_of(out)) is True
    assert (out / "a").stat().st_ino == folder
    assert file_bytes(out) == files(*LAST)
    assert file_bytes(spare_of(out)) == files(*NEW)
    assert {path.name for path in out.parent.iterdir()} == {"kept", "_site"}


def test_a_file_that_stays_is_the_same_file(out: Path) -> None:
    before = (out / "a" / "same").stat()
    time.sleep(0.01)
    write_site(LAST, out, spare=spare_of(out))
    after = (out / "a" / "same").stat()
    assert (after.st_ino, after.st_mtime_ns) == (before.st_ino, before.st_mtime_ns)


def as_link(spare: Path, out: Path) -> None:
    (spare / "index.html").unlink()
    (spare / "index.html").symlink_to(out / "index.html")


def as_hard_link(spare: Path, out: Path) -> None:
    for name in ("a/more", MARKER):
        (spare / name).unlink(missing_ok=True)
        (spare / name).hardlink_to(out / "index.html")


def as_folder(spare: Path, out: Path) -> None:
    (spare / "a" / "more" / "deep").mkdir(parents=True)


def as_link_to_a_folder(spare: Path, out: Path) -> None:
    shutil.rmtree(spare / "a")
    (spare / "a").symlink_to(out / "a")


def as_file(spare: Path, out: Path) -> None:
    shutil.rmtree(spare)
    spare.write_bytes(b"no folder")


def as_link_to_the_site(spare: Path, out: Path) -> None:
    shutil.rmtree(spare)
    spare.symlink_to(out)


def with_a_marker_in_the_way(spare: Path, out: Path) -> None:
    (spare / MARKER).unlink()
    (spare / MARKER / "deep").mkdir(parents=True)


@pytest.mark.parametrize(
    "damage",
    [
        as_link,
        as_hard_link,
        as_folder,
        as_link_to_a_folder,
        as_file,
        as_link_to_the_site,
        with_a_marker_in_the_way,
        lambda spare, out: shutil.rmtree(spare),
        lambda spare, out: (spare / MARKER).unlink(),
        lambda spare, out: (spare / "more.html").write_bytes(b"more"),
        lambda spare, out: (spare / "a" / "same").write_bytes(b"by hand"),
    ],
)
def test_a_damaged_spare_does_no_harm(out: Path, damage: Callable[[Path, Path], object]) -> None:
    damage(spare_of(out), out)
    assert write_site(LAST, out, spare=spare_of(out)) is True
    assert file_bytes(out) == files(*LAST)
    assert write_site(NEW, out, spare=spare_of(out)) is True
    assert file_bytes(out) == files(*NEW)


@pytest.mark.parametrize("gone", ["index.html", "a/same", "a/more", MARKER])
def test_someone_deletes_what_is_kept_meanwhile(
    out: Path, gone: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """``rm -rf .cache`` goes on in a folder that it has opened, wherever that is moved to."""

    def fill_beside_rm(folder: Path, *rest: Any) -> None:
        is_refilled = any(folder.iterdir())
        fill(folder, *rest)
        if is_refilled:
            (folder / gone).unlink()

    monkeypatch.setattr(write, "fill", fill_beside_rm)
    assert write_site(LAST, out, spare=spare_of(out)) is True
    assert file_bytes(out) == files(*LAST)


@pytest.mark.parametrize("is_first", [False, True])
def test_someone_deletes_what_was_kept_after_it_was_checked(
    out: Path, monkeypatch: pytest.MonkeyPatch, is_first: bool
) -> None:
    """The old site comes back, and the new one is made of new folders."""
    if is_first:
        shutil.rmtree(out)
    take_place, taken, stood = write._take_place, [], []

    def take_place_beside_rm(fresh: Path, to: Path) -> None:
        stood.append(file_bytes(to) if to.exists() else None)
        is_refilled = (fresh / "a").stat().st_ino == folder
        take_place(fresh, to)
        if is_refilled and not taken:
            taken.append(to)
            (to / "index.html").unlink()

    folder = (spare_of(out) / "a").stat().st_ino
    monkeypatch.setattr(write, "_take_place", take_place_beside_rm)
    assert write_site(LAST, out, spare=spare_of(out)) is True
    assert taken == [out]
    assert stood[-1] == (None if is_first else files(*NEW))
    assert file_bytes(out) == files(*LAST)
    assert {path.name for path in out.parent.iterdir()} == {"kept", "_site"}


def test_a_file_that_appears_meanwhile_is_not_written_into(
    out: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    foreign = out.with_name("foreign")
    foreign.write_bytes(b"foreign")
    link = os.link

    def occupy(_: Path, path: Path) -> None:
        link(foreign, path)
        raise FileExistsError

    monkeypatch.setattr("os.link", occupy)
    with pytest.raises(OutputError):
        write_site(LAST, out)
    assert foreign.read_bytes() == b"foreign"
    assert file_bytes(out) == files(*NEW)


def test_the_standing_site_is_never_written_into(out: Path) -> None:
    """Whoever reads a page while it is replaced goes on reading the old one."""
    with (out / "index.html").open("rb") as page:
        for site in (LAST, OLD, LAST):
            write_site(site, out, spare=spare_of(out))
        assert page.read() == b"new"


def test_a_build_keeps_it_in_the_cache_for_its_own_folder_only(tmp_path: Path) -> None:
    site = make_site(tmp_path)
    for title in ("One", "Two"):
        stages = [{"number": 1, "title": title, "summary": "S."}]
        site.write("site/site.yml", as_json(SITE | {"stages": stages}))
        assert site.build().code == 0
        assert site.build("--out", str(tmp_path / "elsewhere")).code == 0
    before, after = (
        (folder / "index.html").read_text(encoding="utf-8")
        for folder in (tmp_path / ".cache" / "spare", site.out)
    )
    assert "Two" in after
    assert "Two" not in before
    assert not list((tmp_path / ".cache").glob("*elsewhere*"))
    assert not list(tmp_path.glob(".elsewhere*"))
