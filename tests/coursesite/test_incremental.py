"""An incremental build equals a clean one, byte for byte, whatever was edited in between."""

from __future__ import annotations

import json
import shutil
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest
from hypothesis import HealthCheck, settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, invariant, rule

from coursesite.unchanged import Inputs, read_head, read_inputs
from tests.coursesite.small_site import (
    REPOSITORY,
    SITE,
    STAGE,
    SmallSite,
    as_json,
    code,
    make_site,
    markdown,
    notebook,
    stream,
)
from tests.site_tree import file_bytes

NUMBERS = (1, 2, 3)
WORDS = st.sampled_from(["fusion", "a *spill*", "`code`", "HBM and fusion", "§ ü"])
RECORD = "bench/records/of-{}.json"


def record(number: int, value: int) -> dict[str, Any]:
    return {
        "kind": "value", "id": f"of-{number}", "program": "p", "quantity": "size", "unit": "B",
        "evidence": "first-principles", "command": "c", "date": "2025-01-02", "value": value,
        "name": f"of.n{number}",
    }  # fmt: skip


class Author(RuleBasedStateMachine):
    """Someone who edits, adds, renames and deletes, and builds after each step."""

    def __init__(self) -> None:
        super().__init__()
        self.folder = tempfile.TemporaryDirectory()
        self.root = Path(self.folder.name, "course")
        self.site = make_site(self.root)
        self.labs: dict[int, list[str]] = {1: ["lab"]}
        self.texts: dict[int, str] = {1: "One."}
        self.state = dict.fromkeys(NUMBERS, "open")
        self.templates_are_ours = False
        self.list_all()

    def teardown(self) -> None:
        self.folder.cleanup()

    def list_all(self) -> None:
        """Write every file that names others."""
        stages = [{"number": n, "title": f"T{n}", "summary": "S."} for n in NUMBERS]
        self.site.write("site/site.yml", as_json(SITE | {"stages": stages}))
        for number, labs in self.labs.items():
            files = [f"labs/{name}.ipynb" for name in labs]
            listed = {"eyebrow": "e", "heading": "Labs", "notebooks": files}
            extra = {"labs": listed, "chapters": ["text.md"], "state": self.state[number]}
            stage = STAGE | {"number": number} | extra
            self.site.write(f"site/stage-{number}/stage.yml", as_json(stage))
            text = f"---\nheading: H\neyebrow: e\n---\n{self.texts[number]}"
            self.site.write(f"site/stage-{number}/text.md", text.encode())
        self.site.write("labs/lab.ipynb", as_json(notebook(markdown())))

    @rule(number=st.sampled_from(NUMBERS), words=WORDS)
    def edit_or_add_a_chapter(self, number: int, words: str) -> None:
        self.labs.setdefault(number, [])
        self.texts[number] = words
        self.list_all()

    @rule(number=st.sampled_from(NUMBERS))
    def delete_a_stage(self, number: int) -> None:
        if number in self.labs and len(self.labs) > 1 and "lab" not in self.labs[number]:
            shutil.rmtree(self.root / "site" / f"stage-{number}")
            del self.labs[number]

    @rule(number=st.sampled_from(NUMBERS))
    def plan_or_open_a_stage(self, number: int) -> None:
        self.state[number] = "planned" if self.state[number] == "open" else "open"
        self.list_all()

    @rule(number=st.sampled_from(NUMBERS), words=WORDS, name=st.sampled_from(["a", "b"]))
    def edit_or_add_a_notebook(self, number: int, words: str, name: str) -> None:
        labs = self.labs.setdefault(number, [])
        plain = f"{name}{number}"
        full = next((each for each in labs if each.startswith(plain)), plain)  # it may be renamed
        cells = [markdown(words), code("x = 1", [stream(words)])]
        document = notebook(*cells, number=f"{number}.{ord(name)}")
        self.site.write(f"labs/{full}.ipynb", as_json(document))
        self.texts.setdefault(number, "Text.")
        labs += [full] if full not in labs else []
        self.list_all()

    @rule(number=st.sampled_from(NUMBERS))
    def rename_a_notebook(self, number: int) -> None:
        for at, name in enumerate(self.labs.get(number, [])):
            if name != "lab":
                fresh = name[:2] if name.endswith("-2") else f"{name}-2"
                (self.root / f"labs/{name}.ipynb").rename(self.root / f"labs/{fresh}.ipynb")
                self.labs[number][at] = fresh
        self.list_all()

    @rule(number=st.sampled_from(NUMBERS), value=st.integers(1, 3))
    def write_or_delete_a_record(self, number: int, value: int) -> None:
        path = RECORD.format(number)
        if value == 3:
            (self.root / path).unlink(missing_ok=True)
        else:
            self.site.write(path, as_json(record(number, value)))

    @rule(text=WORDS)
    def write_the_glossary(self, text: str) -> None:
        terms = [{"id": "fusion", "term": "fusion", "text": text}]
        self.site.write("site/glossary.yml", as_json({"terms": terms}))

    @rule(words=WORDS)
    def edit_a_template(self, words: str) -> None:
        if not self.templates_are_ours:
            (self.root / "templates").unlink()
            shutil.copytree(REPOSITORY / "templates", self.root / "templates")
            self.templates_are_ours = True
        path = self.root / "templates" / "layouts" / "404.html.j2"
        text = path.read_text(encoding="utf-8")
        head, _, _ = text.partition("{# ")
        path.write_text(f"{head}{{# {words} #}}\n", encoding="utf-8")

    @rule(which=st.integers(0, 1000))
    def damage_what_is_kept(self, which: int) -> None:
        kept = sorted((self.root / ".cache").glob("*-*"))
        if kept:
            kept[which % len(kept)].write_bytes(b"damaged")

    @rule()
    def delete_what_is_kept(self) -> None:
        shutil.rmtree(self.root / ".cache", ignore_errors=True)

    @rule(which=st.integers(0, 1000), data=st.sampled_from([b"", b"damaged"]))
    def damage_the_spare(self, which: int, data: bytes) -> None:
        kept = sorted(each for each in (self.root / ".cache/spare").rglob("*") if each.is_file())
        if kept:
            each = kept[which % len(kept)]
            each.unlink()
            if data:
                each.write_bytes(data)

    @rule(which=st.integers(0, 1000))
    def edit_the_site_by_hand(self, which: int) -> None:
        pages = sorted(self.site.out.rglob("*.html"))
        if pages:
            pages[which % len(pages)].write_text("by hand", encoding="utf-8")

    @invariant()
    def incremental_is_clean(self) -> None:
        built = self.site.build()
        assert built.code == 0, built.said
        assert file_bytes(self.site.out) == clean_build(self.root)


def clean_build(root: Path) -> dict[str, bytes]:
    """What a build without anything kept makes of the same sources."""
    with aside(root / ".cache"), tempfile.TemporaryDirectory() as folder:
        out = Path(folder, "out")
        built = SmallSite(root).build("--out", str(out))
        assert built.code == 0, built.said
        return file_bytes(out)


@contextmanager
def aside(folder: Path) -> Iterator[None]:
    """Put a folder aside for a while."""
    other = folder.with_name("kept-aside")
    folder.rename(other)
    try:
        yield
    finally:
        shutil.rmtree(folder)
        other.rename(folder)


class TestIncremental(Author.TestCase):  # type: ignore[misc]
    """Random authors."""

    settings = settings(
        max_examples=5,
        stateful_step_count=8,
        deadline=None,
        suppress_health_check=list(HealthCheck),
    )


def test_an_unchanged_build_reads_nothing(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    site = make_site(tmp_path)
    assert site.build().code == 0
    monkeypatch.setattr("coursesite.site.build_site", pytest.fail)
    assert site.build().code == 0


@pytest.mark.parametrize(
    "change",
    [
        lambda root: (root / "_site" / "index.html").write_text("by hand"),
        lambda root: (root / "_site" / "more.html").write_text("more"),
        lambda root: (root / "labs" / "unused.txt").write_text("new"),
        lambda root: shutil.rmtree(root / "_site"),
        lambda root: shutil.rmtree(root / ".cache"),
    ],
)
def test_any_change_is_noticed(tmp_path: Path, change: Any) -> None:
    site = make_site(tmp_path)
    assert site.build().code == 0
    before = file_bytes(site.out)
    change(tmp_path)
    assert site.build().code == 0
    assert file_bytes(site.out) == before


def test_one_edit_renders_one_stage(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    stages = [{"number": n, "title": f"T{n}", "summary": "S."} for n in (1, 2)]
    site = make_site(tmp_path, site={"stages": stages})
    second = STAGE | {"number": 2, "labs": None, "notebook": None}
    site.write("site/stage-2/stage.yml", as_json(second))
    assert site.build().code == 0
    read: list[int] = []
    from coursesite import work as building

    real = building.read_stage
    monkeypatch.setattr(
        building,
        "read_stage",
        lambda root, number, memo: read.append(number) or real(root, number, memo),
    )
    site.write("site/stage-2/stage.yml", as_json(second | {"artifact": "Another."}))
    assert site.build().code == 0
    assert read == [2]


def test_options_are_inputs(tmp_path: Path) -> None:
    assert read_inputs(tmp_path, "a").digest != read_inputs(tmp_path, "b").digest


def test_the_commit_is_read_from_git_files(tmp_path: Path) -> None:
    assert read_head(tmp_path) == ""
    git = tmp_path / ".git"
    (git / "refs" / "heads").mkdir(parents=True)
    (git / "HEAD").write_text("ref: refs/heads/main\n")
    (git / "packed-refs").write_text("packed\n")
    packed = read_head(tmp_path)
    assert packed is not None
    (git / "refs" / "heads" / "main").write_text("f" * 40 + "\n")
    assert read_head(tmp_path) == "f" * 40
    (git / "HEAD").write_text("e" * 40 + "\n")
    assert read_head(tmp_path) == "e" * 40
    shutil.rmtree(git)
    git.write_text(json.dumps("gitdir: elsewhere"))
    assert read_head(tmp_path) is None


def test_other_code_makes_anew_what_was_kept(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The same pages, read for the search by code that finds nothing in them."""
    site = make_site(tmp_path, stage={"chapters": []})
    assert site.build().code == 0
    (index,) = (site.out / "assets").glob("search-index.*.js")
    monkeypatch.setattr(Inputs, "code", "other code")
    monkeypatch.setattr("coursesite.search.page_sections", lambda data: iter(()))
    shutil.rmtree(site.out)
    assert site.build().code == 0
    (anew,) = (site.out / "assets").glob("search-index.*.js")
    assert anew.name != index.name
