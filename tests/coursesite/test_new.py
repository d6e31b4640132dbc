"""New stages and labs: they build at once, and what was there keeps its text."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path

import pytest

from coursesite import check
from coursesite.content import read_stage
from coursesite.errors import ContentError
from coursesite.listing import add_to_list
from coursesite.new import main, new_lab, new_stage
from coursesite.scaffold import (
    ARTIFACT,
    CHAPTER_TEXT,
    LAB_ABOUT,
    LAB_EXERCISE,
    LAB_PROGRAM,
    LAB_SUMMARY,
    LAB_TITLE,
    SUMMARY,
)
from tests.coursesite.small_site import REPOSITORY, SITE, STAGE, SmallSite, as_json, make_site

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


def line_of(site: SmallSite, path: str, text: str) -> int:
    rows = (site.root / path).read_text(encoding="utf-8").splitlines()
    (line,) = [at for at, row in enumerate(rows, 1) if text in row]
    return line


def test_what_nobody_has_replaced_is_named(
    site: SmallSite, capsys: pytest.CaptureFixture[str]
) -> None:
    new_stage(site.root, 6)
    new_lab(site.root, 6, LAB_TITLE)
    stage, chapter = "site/stage-6/stage.yml", "site/stage-6/what-it-will-teach.md"
    lab = "labs/stage-6/lab-6.1-a-new-lab.ipynb"
    assert check.main(["--root", str(site.root), "--json"]) == 1
    found = {
        (each["path"], each["cell_id"], each["line"], each["quote"])
        for each in json.loads(capsys.readouterr().out)
    }
    assert found == {
        ("site/site.yml", None, line_of(site, "site/site.yml", '"Stage 6"'), "Stage 6"),
        ("site/site.yml", None, line_of(site, "site/site.yml", SUMMARY), SUMMARY),
        (stage, None, line_of(site, stage, '"Stage 6"'), "Stage 6"),
        (stage, None, line_of(site, stage, SUMMARY), SUMMARY),
        (stage, None, line_of(site, stage, ARTIFACT), ARTIFACT),
        (chapter, None, line_of(site, chapter, CHAPTER_TEXT), CHAPTER_TEXT),
        (lab, None, None, LAB_TITLE),
        (lab, None, None, LAB_SUMMARY),
        (lab, "about", 3, LAB_ABOUT),
        (lab, "program", None, " ".join(LAB_PROGRAM.split())),
        (lab, "exercise", 3, LAB_EXERCISE),
    }
    for _ in range(2):  # the second build knows the stage by its bytes
        built = site.build()
        assert built.code == 0
        assert built.said.count("what a new stage begins with") == 6
        assert built.said.count("what a new lab begins with") == 5
    assert site.build("--strict").code == 1


def test_what_was_replaced_is_named_no_more(
    site: SmallSite, capsys: pytest.CaptureFixture[str]
) -> None:
    new_stage(site.root, 6, "Six")
    texts = (SUMMARY, ARTIFACT, CHAPTER_TEXT)
    for path in (site.root / "site").rglob("*.[my]*"):
        text = path.read_text(encoding="utf-8")
        for each in texts:
            text = text.replace(each, f"{each[:-1]} and more.")
        path.write_text(text, encoding="utf-8")
    assert check.main(["--root", str(site.root)]) == 0
    assert "begins with" not in capsys.readouterr().out + site.build("--strict").said


def test_a_new_stages_chapter_has_the_eyebrow_of_planned_stages(site: SmallSite) -> None:
    new_stage(site.root, 6)
    planned = read_stage(REPOSITORY, 3)
    assert planned.state == "planned"
    (chapter,) = read_stage(site.root, 6).chapters
    assert chapter.eyebrow == planned.chapters[0].eyebrow
