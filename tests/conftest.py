"""The course as the repository has it, built once for all tests that only read it."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest

from tests.site_tree import SiteTree, copy_course


@pytest.fixture(scope="session")
def built_course(tmp_path_factory: pytest.TempPathFactory) -> SiteTree:
    """The course, built once for the whole session; read it, never change it."""
    course = copy_course(tmp_path_factory.mktemp("built") / "course")
    done = course.build("--quiet")
    assert done.returncode == 0, done.stderr
    return course


@pytest.fixture
def course(built_course: SiteTree, tmp_path: Path) -> SiteTree:
    """The built course in a folder of the test's own, to be changed at will."""
    root = tmp_path / "course"
    shutil.copytree(built_course.root, root)
    return SiteTree(root)
