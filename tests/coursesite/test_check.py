"""``build.py check``: every fault is found, with its place and what to do."""

from __future__ import annotations

import json
import urllib.request
from pathlib import Path
from typing import Any

import pytest

from coursesite.check import main
from coursesite.check_html import missing_checker, validate_pages
from coursesite.check_names import NAME
from coursesite.check_pages import check_pages, read_page
from coursesite.output_file import output_file
from tests.coursesite.small_site import (
    LAB,
    SmallSite,
    as_json,
    code,
    make_site,
    markdown,
    notebook,
    stream,
)

CHAPTER = "site/stage-1/text.md"
HEAD = "---\nheading: H\neyebrow: e\n---\n"


@pytest.fixture(autouse=True)
def _without_java(monkeypatch: pytest.MonkeyPatch) -> None:
    """The HTML checker takes seconds and has a test of its own."""
    monkeypatch.setattr("coursesite.check.missing_checker", lambda: "HTML was not validated")


@pytest.fixture
def site(tmp_path: Path) -> SmallSite:
    site = make_site(tmp_path, stage={"chapters": ["text.md"]})
    site.write(CHAPTER, (HEAD + "Text.\n").encode())
    return site


def findings(
    site: SmallSite, capsys: pytest.CaptureFixture[str], *options: str
) -> list[dict[str, Any]]:
    """What the check finds, as editors are told."""
    code = main(["--root", str(site.root), "--json", *options])
    found: list[dict[str, Any]] = json.loads(capsys.readouterr().out)
    assert code == int(any(each["severity"] == "error" for each in found))
    return found


def test_nothing_to_put_right(site: SmallSite, capsys: pytest.CaptureFixture[str]) -> None:
    assert findings(site, capsys) == []
    assert not site.out.exists()
    assert main(["--root", str(site.root)]) == 0
    assert capsys.readouterr().out == "nothing to put right\n"


def test_every_faulty_file_is_named(site: SmallSite, capsys: pytest.CaptureFixture[str]) -> None:
    site.write(LAB, b"{")
    site.write("labs/stage-1/other.ipynb", as_json(notebook(markdown(id="a"), markdown(id="a"))))
    site.write("bench/records/r.json", b"[]")
    site.write("site/glossary.yml", b"terms: 1\n")
    found = findings(site, capsys)
    assert {each["path"] for each in found} >= {
        LAB, "labs/stage-1/other.ipynb", "bench/records/r.json", "site/glossary.yml",
    }  # fmt: skip
    assert all(each["hint"] for each in found)
    twice = next(each for each in found if each["path"] == "labs/stage-1/other.ipynb")
    assert (twice["cell"], twice["cell_id"]) == (2, "a")


def test_links_and_anchors(site: SmallSite, capsys: pytest.CaptureFixture[str]) -> None:
    text = "[a](#txt) [b](gone.html) [c](../index.html) [d](#labs) [e](https://example.org/)\n"
    site.write(CHAPTER, (HEAD + text).encode())
    found = findings(site, capsys)
    assert [(each["rule"], each["path"], each["line"], each["quote"]) for each in found] == [
        ("links", CHAPTER, 5, "gone.html"),
        ("links", CHAPTER, 5, "#txt"),
    ]
    assert found[1]["hint"] == "did you mean 'text'?"


def test_outputs_that_no_page_shows(site: SmallSite, capsys: pytest.CaptureFixture[str]) -> None:
    hidden = code("1", [stream("a")], metadata={})
    site.write(LAB, as_json(notebook(markdown(), hidden, code("2", [stream("b")]))))
    found = findings(site, capsys)
    assert [(each["rule"], each["cell"]) for each in found] == [("outputs", 2)]


@pytest.mark.parametrize(
    ("text", "hint"),
    [
        ("See Lab 1.1.", "write LAB·1.1"),
        ("See LAB-1.1.", "write LAB·1.1"),
        ("See LAB·1.2.", "did you mean 'LAB·1.1'?"),
        ("See GATE 07.", "known: LAB·1.1"),
    ],
)
def test_names(site: SmallSite, capsys: pytest.CaptureFixture[str], text: str, hint: str) -> None:
    site.write(CHAPTER, f"{HEAD}LAB·1.1 is right.\n{text}\n".encode())
    found = findings(site, capsys)
    assert [(each["rule"], each["line"], each["hint"]) for each in found] == [("names", 6, hint)]


@pytest.mark.parametrize(
    "text", ["labs/lab-2.1.ipynb", "#ex-05", "EXAMPLE 5", "LABEL 1", "index 05"]
)
def test_what_is_no_name(text: str) -> None:
    assert NAME.search(text) is None


def test_a_lab_without_metadata_or_file(
    site: SmallSite, capsys: pytest.CaptureFixture[str]
) -> None:
    site.write(LAB, as_json(notebook(markdown()) | {"metadata": {}}))
    assert [each["rule"] for each in findings(site, capsys)] == ["notebooks"]
    (site.root / LAB).unlink()
    (found,) = [each for each in findings(site, capsys) if each["rule"] == "notebooks"]
    assert found["path"] == "site/stage-1/stage.yml"


def test_a_capture_that_is_not_there(site: SmallSite, capsys: pytest.CaptureFixture[str]) -> None:
    site.write(LAB, as_json(notebook(code("def f(x):\n    return x"))))
    stage = json.loads((site.root / "site/stage-1/stage.yml").read_bytes())
    program = {
        "id": "p", "notebook": LAB, "function": "f", "arguments": ["f32[2]"], "targets": ["cpu"],
    }  # fmt: skip
    site.write("site/stage-1/stage.yml", as_json(stage | {"programs": [program]}))
    (found,) = findings(site, capsys)
    assert (found["rule"], found["message"]) == ("captures", "capture p/cpu is missing")


def test_execution_names_the_cell(site: SmallSite, capsys: pytest.CaptureFixture[str]) -> None:
    pytest.importorskip("nbclient")
    cells = [code("x = 1"), code("assert x == 2, 'no'")]
    site.write(LAB, as_json(notebook(*cells)))
    assert findings(site, capsys) == []
    (found,) = findings(site, capsys, "--execute")
    assert (found["rule"], found["cell"], found["cell_id"]) == ("execution", 2, "c2")
    assert found["quote"] == "AssertionError: no"


def test_execution_tells_what_is_running_and_nothing_else(
    site: SmallSite, capfd: pytest.CaptureFixture[str]
) -> None:
    """The kernel is a process of its own and writes to the same terminal."""
    pytest.importorskip("nbclient")
    site.write(LAB, as_json(notebook(code("x = 1"))))
    assert main(["--root", str(site.root), "--execute"]) == 0
    said = capfd.readouterr()
    assert said.out == "nothing to put right\n"
    assert said.err.splitlines()[0] == f"running {LAB} …"
    assert "Kernel" not in said.err


def test_links_out_of_the_site(
    site: SmallSite, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    def refuse(request: urllib.request.Request, timeout: float) -> None:
        raise OSError("nobody there")

    site.write(CHAPTER, (HEAD + "[a](https://gone.example/x#y)\n").encode())
    monkeypatch.setattr("urllib.request.urlopen", refuse)
    found = findings(site, capsys, "--external")
    mine = next(each for each in found if each["quote"] == "https://gone.example/x")
    assert (mine["severity"], mine["path"], mine["line"]) == ("note", CHAPTER, 5)
    assert "nobody there" in mine["message"]


def test_what_no_page_may_have() -> None:
    data = b'<p id="a" style="x"></p><p id="a"></p><img src="i.png"><script>1</script>'
    assert [message.split(",")[0] for message, _, _ in read_page(data).faults] == [
        "has a style attribute",
        "has an id twice",
        "has a picture without a text for those who cannot see it",
        "has a script in the page",
    ]


def test_absolute_links_of_the_site_are_followed(tmp_path: Path) -> None:
    files = [output_file("404.html", b'<a href="https://e.org/c/index.html">a</a>')]
    assert len(list(check_pages(files, tmp_path, "https://e.org/c"))) == 1
    files.append(output_file("index.html", b""))
    assert list(check_pages(files, tmp_path, "https://e.org/c")) == []


def test_pages_are_valid_html(site: SmallSite) -> None:
    reason = missing_checker()
    if reason:
        pytest.skip(reason)
    assert site.build().code == 0
    files = [
        output_file(path.relative_to(site.out).as_posix(), path.read_bytes())
        for path in site.out.rglob("*.html")
    ]
    assert [str(each) for each in validate_pages(files)] == []
    wrong = output_file("a/x.html", b"<!doctype html><title>x</title><p><div><a>")
    found, *_ = validate_pages([wrong])
    assert found.where.path == "_site/a/x.html"
