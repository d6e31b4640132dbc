"""Notebooks by name that are no plain files of the course, and what a name may be."""

from __future__ import annotations

import contextlib
import json
import os
import tempfile
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from coursesite.errors import NotebookError
from coursesite.notebook import read_notebook
from tests.coursesite.refused import GOOD, assert_refused, made_before
from tests.coursesite.small_site import (
    LAB,
    as_json,
    make_site,
    markdown,
    notebook,
)


def folder(path: Path) -> str:
    path.mkdir()
    return "is a folder, not a file\n"


def pipe(path: Path) -> str:
    os.mkfifo(path)
    return "is a pipe or device, not a file\n"


def loop_of_links(path: Path) -> str:
    path.symlink_to("other.ipynb")
    path.with_name("other.ipynb").symlink_to(path.name)
    return "cannot be read ("


def dangling_link(path: Path) -> str:
    path.symlink_to("gone.ipynb")
    return "is a link to a file that is not there\n"


def link_out_of_the_course(path: Path) -> str:
    outside = path.parents[2].with_name("outside.ipynb")
    outside.write_bytes(GOOD)
    path.symlink_to(outside)
    return "leads out of the course's folder\n"


def linked_folder_out_of_the_course(path: Path) -> str:
    outside = path.parents[2].with_name("outside")
    outside.mkdir()
    (outside / path.name).write_bytes(GOOD)
    path.parent.rmdir()
    path.parent.symlink_to(outside)
    return "leads out of the course's folder\n"


def nothing(path: Path) -> str:
    return "no such file\n"


def device(path: Path) -> str:
    path.symlink_to("/dev/zero")
    return "leads out of the course's folder\n"


@pytest.mark.parametrize(
    "make",
    [
        folder, pipe, loop_of_links, dangling_link, link_out_of_the_course,
        linked_folder_out_of_the_course, nothing, device,
    ],
)  # fmt: skip
def test_no_plain_file(make: Callable[[Path], str], tmp_path: Path) -> None:
    site = made_before(tmp_path / "course")
    path = site.root / LAB
    path.unlink()
    assert_refused(site, f"error: {LAB}: {make(path)}")


def test_link_inside_the_course_is_followed(tmp_path: Path) -> None:
    site = make_site(tmp_path)
    (site.root / LAB).rename(site.root / "labs" / "real.ipynb")
    (site.root / LAB).symlink_to("../real.ipynb")
    assert site.build().code == 0


def test_unreadable_file() -> None:
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        folder.chmod(0o755)
        path = make_site(folder).root / LAB
        path.chmod(0)
        with rights_of_nobody(), pytest.raises(NotebookError) as caught:
            read_notebook(path, folder)
    assert str(caught.value) == (
        f"{LAB}: cannot be read (Permission denied)\n  check that it is a file you may read"
    )


@contextlib.contextmanager
def rights_of_nobody() -> Iterator[None]:
    """Root may read everything: it becomes somebody else for a while."""
    user = os.geteuid()
    if user == 0:
        os.seteuid(65534)
    try:
        yield
    finally:
        os.seteuid(user)


@pytest.mark.parametrize(
    "name",
    ["labs/../../x.ipynb", "labs/../x.ipynb", "/etc/x.ipynb", "site/x.ipynb", "labs/a\0.ipynb"],
)
def test_names_that_leave_the_labs(name: str, tmp_path: Path) -> None:
    site = make_site(tmp_path / "course", {})
    labs: dict[str, Any] = {"eyebrow": "e", "heading": "h", "notebooks": [name]}
    stage = json.loads((site.root / "site/stage-1/stage.yml").read_text()) | {"labs": labs}
    site.write("site/stage-1/stage.yml", as_json(stage))
    done = site.build()
    assert done.code == 1
    assert done.said.startswith("error: site/stage-1/stage.yml, line ")


def test_message_cannot_drive_a_terminal(tmp_path: Path) -> None:
    bad = as_json(notebook(markdown(id="\x1b[2J\x1b]0;owned\x07")))
    said = make_site(tmp_path, {LAB: bad}).build().said
    assert "\x1b" not in said
    assert "\x07" not in said
    assert "�[2J" in said
