"""``python build.py new stage N`` and ``new lab STAGE``: files to begin from, which build at once.

Nothing that exists is overwritten. What has to be listed elsewhere is listed: a stage in
``site.yml``, a lab in its ``stage.yml``; comments and order of these files stay as they are.
"""

from __future__ import annotations

import argparse
import json
import re
import sys
import unicodedata
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path

from coursesite.content import read_site, read_stage
from coursesite.errors import ContentError, SiteError, Where, suggest
from coursesite.listing import add_to_list
from coursesite.notebook import read_notebook
from coursesite.scaffold import (
    CHAPTER,
    LAB_TITLE,
    LABS,
    NOTEBOOK,
    SITE_ENTRY,
    STAGE,
    SUMMARY,
    default_title,
    lab_notebook,
)
from coursesite.source import path_below

CHAPTER_NAME = "what-it-will-teach.md"


def build_parser() -> argparse.ArgumentParser:
    """Return the parser of the command's own line."""
    parser = argparse.ArgumentParser(
        prog="build.py new", description="Add a stage or a lab that builds at once."
    )
    here = Path(__file__).parent.parent
    parser.add_argument("--root", type=Path, default=here, metavar="DIR", help="another tree")
    kinds = parser.add_subparsers(dest="kind", required=True)
    stage = kinds.add_parser("stage", help="add a stage")
    stage.add_argument("number", type=int, metavar="N", help="a whole number from 0")
    stage.add_argument("--title", help="default: the title in site.yml, else 'Stage N'")
    lab = kinds.add_parser("lab", help="add a lab to a stage")
    lab.add_argument("stage", type=int, metavar="N", help="number of the stage")
    lab.add_argument("--title", default=LAB_TITLE)
    return parser


def main(arguments: Sequence[str]) -> int:
    """Write the files and name them; return 1 where something is in the way."""
    parsed = build_parser().parse_args(arguments)
    root = parsed.root.resolve()
    try:
        if parsed.kind == "stage":
            written = new_stage(root, parsed.number, parsed.title)
        else:
            written = new_lab(root, parsed.stage, parsed.title)
    except SiteError as error:
        print(f"error: {error}", file=sys.stderr)
        print("Nothing was written.", file=sys.stderr)
        return 1
    for path in written:
        print(f"wrote {path_below(path, root)}")
    print("It builds as it is; `python build.py serve` shows it while you write.")
    print("`python build.py check` names each text that still has to be replaced.")
    return 0


def new_stage(root: Path, number: int, title: str | None = None) -> list[Path]:
    """Write a stage with one chapter, planned until its author says otherwise; return the files.

    Raises a :class:`SiteError` when the stage exists or cannot be listed.
    """
    site = read_site(root)
    if number < 0:
        raise ContentError("a stage's number is 0 or more", Where(site.path), quote=str(number))
    folder = root / "site" / f"stage-{number}"
    if folder.exists():
        where = Where(path_below(folder, root))
        raise ContentError("this stage exists already", where, hint="choose another number")
    listed = {each.number: each for each in site.stages}
    entry = listed.get(number)
    title = title or (entry.title if entry else default_title(number))
    summary = entry.summary if entry else SUMMARY
    words = {"number": str(number), "title": _quoted(title), "summary": _quoted(summary)}
    files = {
        folder / "stage.yml": _filled(STAGE, words),
        folder / CHAPTER_NAME: _filled(CHAPTER, words),
    }
    if entry is None:
        path = root / site.path
        files[path] = add_to_list(path, root, "stages", _filled(SITE_ENTRY, words))
    _write(files)
    _check(files, lambda: (read_site(root), read_stage(root, number)))
    return list(files)


def new_lab(root: Path, number: int, title: str) -> list[Path]:
    """Write a lab notebook and list it in its stage; return the files.

    Raises a :class:`SiteError` when there is no such stage or the lab cannot be listed.
    """
    site = read_site(root)
    if number not in site.open_stages:
        known = [str(each) for each in site.open_stages]
        message = f"there is no stage {number} to add a lab to"
        hint = f"{suggest(str(number), known)}\nadd it with: build.py new stage {number}"
        raise ContentError(message, Where(site.path), hint=hint)
    stage = read_stage(root, number)
    place = _next_place(root, number)
    name = f"labs/stage-{number}/lab-{number}.{place}-{_slug(title)}.ipynb"
    path = root / name
    if path.exists():
        raise ContentError("this notebook exists already", Where(name), hint="give another --title")
    file = root / stage.path
    if stage.labs is None:
        sections = LABS if stage.notebook else LABS + NOTEBOOK
        text = file.read_text(encoding="utf-8").rstrip("\n")
        listed = f"{text}\n{_filled(sections, {'path': _quoted(name)})}"
    else:
        listed = add_to_list(file, root, "labs.notebooks", f"- {_quoted(name)}\n")
    files = {path: lab_notebook(f"LAB·{number}.{place}", title), file: listed}
    _write(files)
    _check(files, lambda: (read_stage(root, number), read_notebook(path, root)))
    return list(files)


def _next_place(root: Path, number: int) -> int:
    """The first second number that no notebook of the stage has: 3 where there are 2.1 and 2.2."""
    # "designator": "LAB·2.1"   "designator":"LAB\\u00b72.1"
    pattern = re.compile(rf'"designator":\s*"LAB(?:·|\\u00b7){number}\.(\d+)')
    texts = (
        path.read_text(encoding="utf-8", errors="replace")
        for path in (root / "labs").rglob("*.ipynb")
        if path.is_file()
    )
    return max((int(found) for text in texts for found in pattern.findall(text)), default=0) + 1


def _slug(title: str) -> str:
    """The title as a part of a file's name."""
    plain = unicodedata.normalize("NFKD", title).encode("ascii", "ignore").decode().lower()
    return "-".join(re.findall(r"[a-z0-9]+", plain)) or "lab"


def _quoted(text: str) -> str:
    """``text`` as YAML reads it back, whatever is in it: JSON's strings are YAML's."""
    return json.dumps(text, ensure_ascii=False)


def _filled(template: str, words: Mapping[str, str]) -> str:
    for name, word in words.items():
        template = template.replace(f"<{name}>", word)
    return template


def _write(files: dict[Path, str]) -> None:
    """Write all files; what was there before stands in their place afterwards, for an undo."""
    for path, text in files.items():
        before = path.read_text(encoding="utf-8") if path.exists() else ""
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, encoding="utf-8")
        files[path] = before


def _check(before: Mapping[Path, str], read: Callable[[], object]) -> None:
    """Read what was written as the build does; take everything back if it cannot be read."""
    try:
        read()
    except SiteError:
        for path, text in before.items():
            if text:
                path.write_text(text, encoding="utf-8")
            else:
                path.unlink()
        raise
