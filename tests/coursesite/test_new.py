"""New stages and labs: they build at once, and what was there keeps its text."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path

import pytest

from coursesite.errors import ContentError
from coursesite.listing import add_to_list
from coursesite.new import main, new_lab, new_stage
from tests.coursesite.small_site import SITE, STAGE, SmallSite, as_json, make_site

SITE_YML = """\
# A comment at the top.
title: A small course   # and one beside
tagline: Small.
description: For tests.
intro: Hello.
repository: o/r
branch: main
stages:
  - number: 1
    title: One
    summary: First.

# A comment at the end.
"""


@pytest.fixture
def site(tmp_path: Path) -> SmallSite:
    """A course whose ``site.yml`` a person wrote."""
    site = make_site(tmp_path)
    site.write("site/site.yml", SITE_YML.encode())
    stage = "".join(
        f"{key}: {json.dumps(value)}\n" for key, value in STAGE.items() if key != "labs"
    )
    lab = (
        "labs:\n  eyebrow: e\n  heading: Labs\n  notebooks:\n    - labs/stage-1/lab.ipynb # first\n"
    )
    site.write("site/stage-1/stage.yml", (stage + lab).encode())
    return site


def test_a_new_stage_builds_and_is_listed(site: SmallSite) -> None:
    new_stage(site.root, 4, 'Four: "of" them')
    built = site.build()
    assert built.code == 0, built.said
    page = (site.out / "stage-4" / "index.html").read_text(encoding="utf-8")
    assert "Four: &#34;of&#34; them" in page
    assert "planned" in page
    text = (site.root / "site" / "site.yml").read_text(encoding="utf-8")
    assert text.startswith(SITE_YML.partition("\n# A comment at the end.")[0].rstrip("\n"))
    assert text.endswith("\n\n# A comment at the end.\n")


def test_a_stage_that_is_listed_takes_its_title_from_there(site: SmallSite) -> None:
    listed = SITE_YML.replace("\n# A comment at", "  - {number: 2, title: Two, summary: S.}\n# A")
    site.write("site/site.yml", listed.encode())
    new_stage(site.root, 2)
    assert 'title: "Two"' in (site.root / "site/stage-2/stage.yml").read_text(encoding="utf-8")
    assert (site.root / "site/site.yml").read_text(encoding="utf-8") == listed
    assert site.build().code == 0


def test_a_new_lab_builds_and_is_listed_behind_the_others(site: SmallSite) -> None:
    new_lab(site.root, 1, "Größe")
    new_lab(site.root, 1, "Another")
    built = site.build()
    assert built.code == 0, built.said
    assert built.page.index("LAB·1.2") < built.page.index("LAB·1.3")
    text = (site.root / "site/stage-1/stage.yml").read_text(encoding="utf-8")
    assert "- labs/stage-1/lab.ipynb # first\n" in text
    assert (site.root / "labs/stage-1/lab-1.3-another.ipynb").is_file()


@pytest.mark.parametrize("number", [1, 3])
def test_a_lab_in_a_stage_without_labs_brings_its_sections(site: SmallSite, number: int) -> None:
    if number != 1:
        new_stage(site.root, number)
    new_lab(site.root, number, "Only")
    built = site.build()
    assert built.code == 0, built.said
    page = (site.out / f"stage-{number}" / "index.html").read_text(encoding="utf-8")
    assert f"LAB·{number}." in page


@pytest.mark.parametrize(
    ("act", "message"),
    [
        (lambda root: new_stage(root, 1), "this stage exists already"),
        (lambda root: new_stage(root, -1), "a stage's number is 0 or more"),
        (lambda root: new_lab(root, 7, "T"), "there is no stage 7 to add a lab to"),
    ],
)
def test_what_cannot_be_added_is_refused(
    site: SmallSite, act: Callable[[Path], object], message: str
) -> None:
    with pytest.raises(ContentError, match=message):
        act(site.root)


def test_a_list_on_one_line_is_left_to_its_author(tmp_path: Path) -> None:
    site = make_site(tmp_path)
    before = as_json(SITE)
    with pytest.raises(ContentError, match="one entry a line") as caught:
        new_stage(tmp_path, 2)
    assert "number: 2" in caught.value.hint
    assert (tmp_path / "site/site.yml").read_bytes() == before
    assert not (tmp_path / "site/stage-2").exists()
    assert site.build().code == 0


def test_an_entry_stands_where_the_list_ends(tmp_path: Path) -> None:
    path = tmp_path / "x.yml"
    path.write_text("a:\n- b\n- c: >-\n    text\n\n# about d\nd: 1\n", encoding="utf-8")
    text = add_to_list(path, tmp_path, "a", "- new\n")
    assert text == "a:\n- b\n- c: >-\n    text\n- new\n\n# about d\nd: 1\n"


def test_the_command_names_what_it_wrote(
    site: SmallSite, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["--root", str(site.root), "stage", "5"]) == 0
    assert "wrote site/stage-5/stage.yml\n" in capsys.readouterr().out
    assert main(["--root", str(site.root), "stage", "5"]) == 1
    assert "Nothing was written." in capsys.readouterr().err
