"""Site, stages and chapters: what they become, and the message for every mistake."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

from coursesite.content import read_site, read_stage
from coursesite.errors import ContentError, SiteError

FIXTURES = Path(__file__).resolve().parents[1] / "fixtures"
ROOT = FIXTURES.parent.parent
STAGES = sorted((FIXTURES / "stages").glob("*.yml"))
CHAPTERS = sorted((FIXTURES / "chapters").glob("*.md"))

SECTIONS = [
    "what-your-code-becomes",
    "fusion-and-its-exact-limit",
    "an-algorithm-failure",
    "the-fluency-drill",
]
CHECKS = [
    "decode-dot-general",
    "map-one-equation",
    "size-the-spill",
    "why-fusion-cannot",
    "compute-or-bookkeeping",
    "production-jaxpr",
    "scan-or-associative-scan",
]

SITE = """\
title: T
tagline: T
description: D
intro: I
repository: rudrite/kernels
branch: main
stages:
  - {number: 1, title: One, summary: First}
  - {number: 9, title: Nine, summary: Last}
"""
STAGE = "number: 9\ntitle: A\ndescription: D\nartifact: B\n"


def write(root: Path, name: str, text: str) -> None:
    path = root / name
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_bytes(text.encode())


def test_the_real_site() -> None:
    site = read_site(ROOT)
    assert (site.title, site.repository, site.branch) == (
        "Rudrite Kernels",
        "rudrite/kernels",
        "main",
    )
    assert [stage.number for stage in site.stages] == [0, 1, 2, 3, 4, 5]
    assert site.open_stages == (0, 1, 2, 3, 4, 5)
    assert [read_stage(ROOT, number).state for number in site.open_stages] == [
        "planned", "planned", "open", "planned", "planned", "planned",
    ]  # fmt: skip


def test_the_real_stage_has_every_part() -> None:
    stage = read_stage(ROOT, 2)
    assert [chapter.anchor for chapter in stage.chapters] == SECTIONS
    assert stage.exhibits[0].id == "ex-05"
    assert stage.self_test
    assert [check.id for check in stage.self_test.items] == CHECKS
    assert stage.gate
    assert stage.gate.tolerance == 0.2
    assert stage.deliverables
    assert len(stage.deliverables.items) == 3
    assert stage.readings
    assert stage.plan
    assert stage.labs
    assert stage.notebook
    assert stage.instruments
    shown = next(each for each in stage.programs if each.id == stage.exhibits[0].program)
    assert shown.arguments == ("bf16[128,64]",) * 3


def test_a_stage_may_leave_sections_out(tmp_path: Path) -> None:
    write(tmp_path, "site/stage-9/stage.yml", STAGE)
    stage = read_stage(tmp_path, 9)
    assert (stage.chapters, stage.exhibits, stage.gate) == ((), (), None)


def test_places_of_values(tmp_path: Path) -> None:
    plan = "plan:\n  eyebrow: a\n  heading: b\n  weeks:\n    - title: W\n      steps:\n"
    steps = "        - one\n        - >-\n          two\n"
    write(tmp_path, "site/stage-9/stage.yml", STAGE + plan + steps)
    stage = read_stage(tmp_path, 9)
    assert str(stage.where("plan.weeks[0].steps[0]")) == "site/stage-9/stage.yml, line 11"
    assert str(stage.where("plan.weeks[0].steps[1]")) == "site/stage-9/stage.yml, line 13"


def test_chapter_text_starts_behind_its_front_matter(tmp_path: Path) -> None:
    write(tmp_path, "site/stage-9/stage.yml", STAGE + "chapters: [a-b.md]\n")
    write(
        tmp_path,
        "site/stage-9/a-b.md",
        "\ufeff---\r\nheading: H\r\neyebrow: E\r\n---\r\none\r\ntwo\r\n",
    )
    (chapter,) = read_stage(tmp_path, 9).chapters
    assert (chapter.anchor, chapter.heading, chapter.eyebrow, chapter.layer) == (
        "a-b",
        "H",
        "E",
        "",
    )
    assert chapter.text == "one\ntwo\n"
    assert str(chapter.where) == "site/stage-9/a-b.md, line 5"


@pytest.mark.parametrize("fixture", STAGES, ids=lambda path: path.stem)
def test_bad_stage(
    fixture: Path,
    place: Callable[[Path, str], Path],
    tmp_path: Path,
    expect_message: Callable[[Path, SiteError], None],
) -> None:
    place(fixture, "site/stage-9/stage.yml")
    with pytest.raises(ContentError) as caught:
        read_stage(tmp_path, 9)
    expect_message(fixture, caught.value)


@pytest.mark.parametrize("fixture", CHAPTERS, ids=lambda path: path.stem)
def test_bad_chapter(
    fixture: Path,
    place: Callable[[Path, str], Path],
    tmp_path: Path,
    expect_message: Callable[[Path, SiteError], None],
) -> None:
    write(tmp_path, "site/stage-9/stage.yml", STAGE + "chapters: [x.md]\n")
    place(fixture, "site/stage-9/x.md")
    with pytest.raises(ContentError) as caught:
        read_stage(tmp_path, 9)
    expect_message(fixture, caught.value)


def test_missing_chapter(tmp_path: Path) -> None:
    write(tmp_path, "site/stage-9/stage.yml", STAGE + "chapters: [gone.md]\n")
    with pytest.raises(ContentError) as caught:
        read_stage(tmp_path, 9)
    assert str(caught.value) == (
        "site/stage-9/gone.md: no such file\n  check the name, or add the file"
    )


def test_open_stages_are_those_with_a_folder(tmp_path: Path) -> None:
    write(tmp_path, "site/site.yml", SITE)
    assert read_site(tmp_path).open_stages == ()
    write(tmp_path, "site/stage-9/stage.yml", STAGE)
    assert read_site(tmp_path).open_stages == (9,)


def test_a_folder_that_the_track_does_not_list(tmp_path: Path) -> None:
    write(tmp_path, "site/site.yml", SITE)
    write(tmp_path, "site/stage-7/stage.yml", STAGE)
    with pytest.raises(ContentError) as caught:
        read_site(tmp_path)
    assert str(caught.value) == (
        "site/stage-7/stage.yml: is the folder of a stage that is not listed\n"
        "  add the stage to 'stages' in site/site.yml, or rename the folder"
    )


def test_stage_listed_twice(tmp_path: Path) -> None:
    write(tmp_path, "site/site.yml", SITE.replace("number: 9", "number: 1"))
    with pytest.raises(ContentError) as caught:
        read_site(tmp_path)
    assert str(caught.value) == (
        "site/site.yml, line 9: '1' is used twice (first in line 8)\n"
        "  | 1\n"
        "  give one of them another"
    )


def test_repository_must_be_a_slug(tmp_path: Path) -> None:
    write(tmp_path, "site/site.yml", SITE.replace("rudrite/kernels", "https://x.y/z"))
    with pytest.raises(ContentError) as caught:
        read_site(tmp_path)
    assert str(caught.value) == (
        "site/site.yml, line 5: 'https://x.y/z' is not a fit repository\n"
        "  | repository: https://x.y/z\n"
        "  write owner and name without an address, such as rudrite/kernels"
    )
