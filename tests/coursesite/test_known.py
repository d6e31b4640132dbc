"""What is known of a stage: only of the bytes it was made from, and only what can still be read."""

from __future__ import annotations

import dataclasses
import json
import shutil
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from msgspec import structs

from coursesite.cli import build_options
from coursesite.content import read_stage
from coursesite.errors import OutputError
from coursesite.known import stage_recall
from coursesite.memo import Memo
from coursesite.output_file import OldSite, OutputFile, look_at
from coursesite.report import BuildLog
from coursesite.site import build_site
from coursesite.unchanged import Seen, is_same_code, read_inputs
from coursesite.work import Work, read_sources
from tests.coursesite.small_site import LAB, STAGE, as_json, make_site, markdown, notebook


def test_what_is_saved_during_a_build_is_not_kept_for_what_was_there_before(
    tmp_path: Path,
) -> None:
    """The stage is looked at, saved, read, and saved again as it was."""
    site = make_site(tmp_path)
    path = tmp_path / "site" / "stage-1" / "stage.yml"
    before = path.read_bytes()
    seen = Seen(read_inputs(tmp_path), OldSite(tmp_path, {}))
    site.write("site/stage-1/stage.yml", as_json(json.loads(before) | {"state": "planned"}))
    assert work_of(tmp_path, seen).summary.state == "planned"
    path.write_bytes(before)
    assert work_of(tmp_path).summary.state == "open"


def test_a_page_of_what_was_saved_during_a_build_is_not_kept(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The lab is looked at, saved, read, and saved again as it was."""
    before, meanwhile = (as_json(notebook(markdown(each))) for each in ("Before.", "Meanwhile."))
    site = make_site(tmp_path, {LAB: before})
    read = read_sources

    def saved_meanwhile(*arguments: Any) -> Any:
        site.write(LAB, meanwhile)
        try:
            return read(*arguments)
        finally:
            site.write(LAB, before)

    monkeypatch.setattr("coursesite.work.read_sources", saved_meanwhile)
    assert site.build().code == 0
    assert "Meanwhile." in (site.out / PAGE).read_text(encoding="utf-8")
    monkeypatch.setattr("coursesite.work.read_sources", read)
    assert site.build().code == 0
    assert "Before." in (site.out / PAGE).read_text(encoding="utf-8")


def test_a_stage_that_is_not_known_is_read_once(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    site, read = make_site(tmp_path), []
    monkeypatch.setattr(
        "coursesite.work.read_stage", lambda *each: read.append(each) or read_stage(*each)
    )
    assert site.build().code == 0
    assert len(read) == 1


def test_a_page_is_kept_once(tmp_path: Path) -> None:
    site = make_site(tmp_path)
    assert site.build().code == 0
    kept = [path.read_bytes() for path in (tmp_path / ".cache").iterdir() if path.is_file()]
    pages = [path.read_bytes() for path in site.out.rglob("*.html")]
    assert len(pages) == 5
    assert [sum(page in each for each in kept) for page in pages] == [1] * len(pages)


def test_whoever_goes_back_and_forth_finds_both(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Between two commits, and between two texts of a lab."""
    site, read = make_site(tmp_path), []
    texts = [as_json(notebook(markdown(each))) for each in ("One.", "Two.")]
    states = [(text, commit) for text in texts for commit in ("a", "b")]
    monkeypatch.setattr(
        "coursesite.work.read_sources", lambda *each: read.append(each) or read_sources(*each)
    )
    for changed in (0, 1):
        for _ in range(3):
            for text, commit in (states[0], states[2 - changed]):
                site.write(LAB, text)
                assert site.build("--commit", commit).code == 0
        assert len(read) == 2, changed
        read.clear()
        shutil.rmtree(tmp_path / ".cache")


def test_what_was_saved_and_put_back_counts_as_touched(tmp_path: Path) -> None:
    make_site(tmp_path)
    path = tmp_path / "site" / "stage-1" / "stage.yml"
    before = path.read_bytes()
    seen = Seen(read_inputs(tmp_path), OldSite(tmp_path, {}))
    recall = stage_recall(tmp_path, 1, Memo(), "", seen, lambda: read_stage(tmp_path, 1))
    assert recall.is_still_so
    path.write_bytes(before + b"# more")
    path.write_bytes(before)
    assert not recall.is_still_so


@pytest.mark.parametrize("line_end", ["\u2028", "\u2029"])
def test_a_name_may_hold_what_some_call_a_line_end(tmp_path: Path, line_end: str) -> None:
    lab = f"labs/one{line_end}more.ipynb"
    site = make_site(tmp_path, {lab: as_json(notebook(markdown("Before.")))})
    assert site.build().code == 0
    site.write(lab, as_json(notebook(markdown("Afterwards."))))
    assert site.build().code == 0
    assert "Afterwards." in (site.out / PAGE).read_text(encoding="utf-8")


@pytest.mark.parametrize("is_linked", [False, True])
@pytest.mark.parametrize("is_wrong", [False, True])
def test_other_code_by_the_end_of_a_build_and_nothing_is_kept(
    tmp_path: Path, is_wrong: bool, is_linked: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Also where the build ends in a message, and where the cache lies elsewhere."""
    site = make_site(tmp_path)
    if is_linked:
        (tmp_path / "elsewhere").mkdir()
        (tmp_path / ".cache").symlink_to("elsewhere")
    if is_wrong:
        stage = STAGE | {"gate": {"eyebrow": "e"}}
        site.write("site/stage-1/stage.yml", as_json(stage))
    monkeypatch.setattr("coursesite.cli.is_same_code", lambda inputs: False)
    assert site.build().code == int(is_wrong)
    assert not list((tmp_path / ".cache").iterdir())


def test_what_an_editor_leaves_beside_the_code_is_no_other_code(tmp_path: Path) -> None:
    inputs = read_inputs(tmp_path)
    assert is_same_code(inputs)
    name = next(name for name in inputs.packages if name.endswith("/site.py"))
    file = inputs.packages[name]
    beside = {f"{name}.swp": file, f"{name}~": file, **inputs.packages}
    assert is_same_code(structs.replace(inputs, packages=beside))
    other = {**inputs.packages, name: dataclasses.replace(file, digest="other", stamp=())}
    assert not is_same_code(structs.replace(inputs, packages=other))


def work_of(root: Path, seen: Seen | None = None) -> Work:
    """The first stage at the beginning of its way."""
    seen = seen or Seen(read_inputs(root), OldSite(root, {}))
    return Work(1, (), "", build_options(root), BuildLog(), seen)


PAGE = "stage-1/index.html"


def edit_the_page(root: Path) -> None:
    (root / "_site" / PAGE).write_bytes(b"by hand")


def delete_what_is_kept(root: Path) -> None:
    shutil.rmtree(root / ".cache")


@pytest.mark.parametrize("touch", [edit_the_page, delete_what_is_kept])
def test_a_page_that_stays_is_read_where_it_still_is(
    tmp_path: Path, touch: Callable[[Path], None]
) -> None:
    page, before = page_that_stays(tmp_path)
    touch(tmp_path)
    assert page.data == before


def test_a_page_that_stays_and_is_gone_everywhere_is_told(tmp_path: Path) -> None:
    page, _ = page_that_stays(tmp_path)
    edit_the_page(tmp_path)
    delete_what_is_kept(tmp_path)
    with pytest.raises(OutputError) as caught:
        _ = page.data
    told = f"{tmp_path / '_site' / PAGE}: was changed while the site was built\n  build again"
    assert str(caught.value) == told


def page_that_stays(root: Path) -> tuple[OutputFile, bytes]:
    """A page that the standing site has already, and its bytes."""
    site = make_site(root)
    assert site.build().code == 0
    seen = Seen(read_inputs(root), look_at(site.out))
    options = build_options(root, commit="0123456", date="2025-01-01")
    files = build_site(options, BuildLog(), seen)
    page = next(each for each in files if each.path == PAGE)
    return page, (site.out / PAGE).read_bytes()
