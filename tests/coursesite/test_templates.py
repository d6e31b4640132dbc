"""Templates: those of the beginning of a build and no others, and what is kept of them."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest
from jinja2 import TemplateNotFound

from coursesite.errors import ContentError
from coursesite.memo import Memo
from coursesite.output_file import OldSite
from coursesite.press import Press
from coursesite.templates import template_environment
from coursesite.tree import read_tree

NAME = "layouts/page.html.j2"


@pytest.fixture
def root(tmp_path: Path) -> Path:
    """A folder with one template."""
    path = tmp_path / "templates" / NAME
    path.parent.mkdir(parents=True)
    path.write_text("A page.")
    return tmp_path


def rendered(root: Path) -> str:
    memo = Memo(root / ".cache")
    environment = template_environment(root, memo, read_tree(root, ["templates"]))
    return environment.get_template(NAME).render()


def test_a_template_that_was_saved_meanwhile_is_told(root: Path) -> None:
    environment = template_environment(root, Memo(), read_tree(root, ["templates"]))
    (root / "templates" / NAME).write_text("Another page.")
    with pytest.raises(ContentError) as caught:
        environment.get_template(NAME)
    told = f"templates/{NAME}: was changed while the site was built\n  build again"
    assert str(caught.value) == told


def test_a_template_that_was_taken_away_meanwhile_is_told(root: Path) -> None:
    environment = template_environment(root, Memo(), read_tree(root, ["templates"]))
    (root / "templates" / NAME).unlink()
    with pytest.raises(ContentError, match="was changed while the site was built"):
        environment.get_template(NAME)


@pytest.mark.parametrize(
    ("data", "told"),
    [
        (b"{% if %}", f"templates/{NAME}, line 2: cannot be compiled: Expected an expression"),
        (b"\xff", f"templates/{NAME}, line 2: is not UTF-8"),
    ],
)
def test_a_template_that_cannot_be_used_names_its_line(root: Path, data: bytes, told: str) -> None:
    (root / "templates" / NAME).write_bytes(b"A page.\n" + data)
    outer = root / "templates" / "outer.html.j2"
    outer.write_text("{% include '" + NAME + "' %}")
    environment = template_environment(root, Memo(), read_tree(root, ["templates"]))
    press = Press("", lambda: environment, Memo(), OldSite(root, {}))
    with pytest.raises(ContentError) as caught:
        press.page("index.html", "outer.html.j2", [], object)
    assert str(caught.value).startswith(told)


def test_a_template_that_is_not_there(root: Path) -> None:
    environment = template_environment(root, Memo(), read_tree(root, ["templates"]))
    with pytest.raises(TemplateNotFound):
        environment.get_template("layouts/other.html.j2")


def test_what_was_compiled_is_kept_and_damage_is_noticed(root: Path) -> None:
    assert rendered(root) == "A page."
    (kept,) = (root / ".cache").iterdir()
    good = kept.read_bytes()
    kept.write_bytes(good.replace(b"A", b"B"))
    assert rendered(root) == "A page."
    assert kept.read_bytes() == good


def test_nothing_need_be_kept(root: Path) -> None:
    (root / ".cache").write_bytes(b"no folder")
    assert rendered(root) == "A page."
    (root / ".cache").unlink()
    assert rendered(root) == "A page."
    shutil.rmtree(root / ".cache")
    assert rendered(root) == "A page."
