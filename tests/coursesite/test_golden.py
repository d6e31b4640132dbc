"""The golden site, byte for byte; ``tests/golden/make.py`` says how it is made."""

from __future__ import annotations

import difflib
import re
from pathlib import Path

import pytest
from rcssmin import cssmin

from tests.golden.make import (
    COMMAND,
    EXPECTED,
    REPOSITORY,
    GoldenBuild,
    build_golden,
    read_files,
)

SHOWN_LINES = 40


@pytest.fixture(scope="module")
def built(tmp_path_factory: pytest.TempPathFactory) -> GoldenBuild:
    return build_golden(tmp_path_factory.mktemp("golden"))


def difference(expected: dict[str, bytes], made: dict[str, bytes]) -> str:
    """What differs between two sites, in a few lines; empty when nothing does."""
    lines: list[str] = []
    for name in sorted(expected.keys() | made.keys()):
        old, new = expected.get(name), made.get(name)
        if old != new:
            lines += [f"{name}: {'gone' if new is None else 'new' if old is None else 'changed'}"]
            lines += _line_diff(old or b"", new or b"") if old and new else []
    if len(lines) > SHOWN_LINES:
        lines = [*lines[:SHOWN_LINES], f"... and {len(lines) - SHOWN_LINES} lines more"]
    return "\n".join(lines)


def _line_diff(old: bytes, new: bytes) -> list[str]:
    rows = [data.decode("utf-8", errors="backslashreplace").splitlines() for data in (old, new)]
    return [line[:200] for line in difflib.unified_diff(*rows, n=1, lineterm="")][2:]


def test_golden_site_is_as_expected(built: GoldenBuild) -> None:
    found = difference(read_files(EXPECTED), built.files())
    if found:
        pytest.fail(f"{found}\n\nIf it is meant so: {COMMAND}, then review the diff", pytrace=False)


def test_golden_capture_is_current(built: GoldenBuild) -> None:
    assert built.captured == (), f"run {COMMAND}: the capture in tests/golden/tree is out of date"


def test_assets_are_those_of_the_templates_and_the_instrument(built: GoldenBuild) -> None:
    templates = read_files(REPOSITORY / "templates" / "assets")
    made = {
        re.sub(r"\.[0-9a-f]{8}(?=\.\w+$)", "", name): data
        for name, data in read_files(built.out / "assets").items()
    }
    own = {name: data for name, data in templates.items() if not name.startswith(("css/", "js/"))}
    own |= {name: templates[name] for name in ("js/theme.js", "js/site-search.js")}
    assert {name: made[name] for name in own} == own
    assert set(made) == {*own, "css/site.css", "js/site.js", "js/xray.js", "search-index.js"}


def test_style_sheets_and_scripts_are_joined_and_whole(built: GoldenBuild) -> None:
    templates = read_files(REPOSITORY / "templates" / "assets")
    (sheet,) = (built.out / "assets/css").iterdir()
    joined = sheet.read_bytes()
    # One style sheet names the fonts, by their new names; of all else only blanks are gone.
    sheets = {name for name in templates if name.startswith("css/")} - {"css/tokens.css"}
    small = {name: cssmin(templates[name].decode()).encode() for name in sheets}
    assert [name for name, sheet in small.items() if sheet not in joined] == []
    assert joined.endswith(small["css/print.css"])
    script = next((built.out / "assets/js").glob("site.*.js")).read_bytes()
    defined = re.compile(rb'customElements\.define\("[^"]+"')
    apart = {name: data for name, data in templates.items() if name.startswith("js/")}
    del apart["js/theme.js"], apart["js/site-search.js"]
    elements = sorted(each for data in apart.values() for each in defined.findall(data))
    assert sorted(defined.findall(script)) == elements != []


@pytest.mark.parametrize(
    ("old", "new", "shown"),
    [
        ({"a": b"1\n"}, {"a": b"1\n"}, ""),
        ({"a": b"1\n2\n"}, {"a": b"1\n3\n"}, "a: changed\n@@ -1,2 +1,2 @@\n 1\n-2\n+3"),
        ({"a": b"1"}, {"b": b"1"}, "a: gone\nb: new"),
    ],
    ids=["same", "changed", "moved"],
)
def test_difference_is_short_and_exact(
    old: dict[str, bytes], new: dict[str, bytes], shown: str
) -> None:
    assert difference(old, new) == shown


def test_difference_of_much_is_cut() -> None:
    old, new = (b"".join(b"%d%c\n" % (n, mark) for n in range(99)) for mark in b"ab")
    lines = difference({"page": old}, {"page": new}).splitlines()
    assert len(lines) == SHOWN_LINES + 1
    assert lines[-1] == "... and 160 lines more"


def test_tree_is_a_course_without_templates_or_site() -> None:
    tree = Path(EXPECTED).with_name("tree")
    assert sorted(path.name for path in tree.iterdir()) == ["bench", "labs", "site"]
