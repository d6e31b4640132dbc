"""Bad input, end to end: one message that names the place, exit code 1, the old site untouched."""

from __future__ import annotations

import json
from collections.abc import Callable
from typing import Any

import pytest

from tests.site_tree import LAB_1, LAB_2, STAGE, SiteTree, snapshot

CHAPTER = "site/stage-2/what-your-code-becomes.md"
RECORD = "bench/records/naive-attention-8192.score-bytes.first-principles.json"

Fault = Callable[[SiteTree], str]
"""Breaks a course and returns how the message must begin."""


def notebook_is_not_json(course: SiteTree) -> str:
    course.write(LAB_1, "# LAB·2.1\n\nnot a notebook\n")
    return f"{LAB_1}, line 1: is not JSON: reading stopped in column 1\n  | # LAB·2.1\n"


def notebook_is_half_merged(course: SiteTree) -> str:
    line = course.replace(LAB_1, '\n "nbformat": 4', '\n<<<<<<< HEAD\n "nbformat": 4')
    return f"{LAB_1}, line {line + 1}: holds merge conflict markers\n  | <<<<<<< HEAD\n"


def notebook_is_of_format_3(course: SiteTree) -> str:
    course.write(LAB_1, json.dumps({"nbformat": 3, "nbformat_minor": 0, "worksheets": []}))
    return f'{LAB_1}: is in notebook format 3; format 4 is needed\n  | "nbformat": 3\n'


def notebook_has_no_lab_metadata(course: SiteTree) -> str:
    course.edit_notebook(LAB_1, lambda notebook: notebook["metadata"].pop("lab"))
    return f"{LAB_1}: is named as a lab but has no lab metadata\n"


def notebook_is_not_there(course: SiteTree) -> str:
    (course.root / LAB_1).unlink()
    return f"{LAB_1}: no such file\n"


def line_of_program(course: SiteTree, name: str) -> int:
    return course.read(STAGE).partition(f"  - id: {name}\n    notebook")[0].count("\n") + 1


def function_is_misspelled(course: SiteTree) -> str:
    course.replace(STAGE, "function: affine_relu_mean", "function: afine_relu_mean")
    return (
        f"{STAGE}, line {line_of_program(course, 'lab-2.1')}: "
        f"program 'lab-2.1' cannot be taken from {LAB_1}: "
        "there is no function 'afine_relu_mean'; did you mean 'affine_relu_mean'?\n"
        "  | afine_relu_mean\n"
    )


def function_is_gone(course: SiteTree) -> str:
    course.edit_cell(LAB_2, "naive-attention", "def naive_attention(", "def slow_attention(")
    return (
        f"{STAGE}, line {line_of_program(course, 'ex-05')}: "
        f"program 'ex-05' cannot be taken from {LAB_2}: there is no function 'naive_attention'; "
    )


def cell_is_not_python(course: SiteTree) -> str:
    place = course.edit_cell(LAB_1, "the-program", "mean(x, w, b):\n", "mean(\n")
    return (
        f"{LAB_1}, cell {place} (id the-program), line 1: is not Python: '(' was never closed\n"
        "  | def affine_relu_mean(\n"
        "  mend the cell and save the notebook: program 'lab-2.1' is taken from it\n"
    )


def cell_behind_magics_is_not_python(course: SiteTree) -> str:
    place = course.edit_cell(LAB_1, "compile", "compiled = ", "%time\n!ls\ncompiled == = ")
    return (
        f"{LAB_1}, cell {place} (id compile), line 3: is not Python: invalid syntax\n"
        "  | compiled == = lowered.compile()\n"
    )


def function_cannot_be_traced(course: SiteTree) -> str:
    course.edit_cell(LAB_1, "the-program", "x @ w + b", "x @ w + c")
    line = line_of_program(course, "lab-2.1")
    return f"{STAGE}, line {line}: program 'lab-2.1' cannot be captured for cpu\n  | "


def target_is_unknown(course: SiteTree) -> str:
    course.replace(STAGE, "targets: [tpu-v5e]", "targets: [tpu-v5]")
    line = line_of_program(course, "naive-attention-2048")
    return f"{STAGE}, line {line}: program 'naive-attention-2048': "


def argument_cannot_be_read(course: SiteTree) -> str:
    course.replace(STAGE, 'arguments: ["bf16[32,64]"', 'arguments: ["bf61[32,64]"')
    return (
        f"{STAGE}, line {line_of_program(course, 'lab-2.1')}: "
        f"program 'lab-2.1' cannot be taken from {LAB_1}: "
        "argument 'bf61[32,64]': unknown dtype 'bf61'; "
    )


def program_of_an_exhibit_is_unknown(course: SiteTree) -> str:
    line = course.replace(STAGE, "    program: ex-05", "    program: ex-5")
    return (
        f"{STAGE}, line {line}: exhibit 'ex-05' shows a program that is not listed\n"
        "  | ex-5\n  did you mean 'ex-05'?\n"
    )


def tag_is_unknown(course: SiteTree) -> str:
    places: list[str] = []

    def change(notebook: dict[str, Any]) -> None:
        cell = notebook["cells"][2]
        cell["metadata"]["tags"] = ["site:shwo"]
        places.append(cell["id"])

    course.edit_notebook(LAB_2, change)
    return (
        f"{LAB_2}, cell 3 (id {places[0]}): has an unknown tag 'site:shwo'\n"
        "  | site:shwo\n  did you mean 'site:show'?\n"
    )


def designator_of_two_labs(course: SiteTree) -> str:
    def change(notebook: dict[str, Any]) -> None:
        notebook["metadata"]["lab"]["designator"] = "LAB·2.1"

    course.edit_notebook(LAB_2, change)
    return f"{LAB_2}: the designator is already taken by {LAB_1}\n  | LAB·2.1\n"


def designator_of_a_lab_and_an_exhibit(course: SiteTree) -> str:
    line = course.replace(STAGE, "designator: EX·05", "designator: LAB·2.1")
    return f"{STAGE}, line {line}: the designator is already taken by {LAB_1}\n  | LAB·2.1\n"


def key_is_unknown(course: SiteTree) -> str:
    line = course.replace(STAGE, "title: The IR stack\n", "titel: The IR stack\n")
    return (
        f"{STAGE}, line {line}: unknown key 'titel'\n"
        "  | titel: The IR stack\n  did you mean 'title'?\n"
    )


def key_of_the_site_is_unknown(course: SiteTree) -> str:
    line = course.replace("site/site.yml", "branch: main", "branch: main\ncolour: red")
    return f"site/site.yml, line {line + 1}: unknown key 'colour'\n  | colour: red\n"


def type_is_wrong(course: SiteTree) -> str:
    line = course.replace(STAGE, "tolerance: 0.2", "tolerance: a fifth")
    return (
        f"{STAGE}, line {line}: 'gate.tolerance' must be a number, not text\n"
        "  | tolerance: a fifth\n"
    )


def unit_is_unknown(course: SiteTree) -> str:
    line = course.replace(RECORD, '"unit": "B"', '"unit": "megabytes"')
    return f'{RECORD}, line {line}: unknown unit \'megabytes\'\n  | "unit": "megabytes",\n'


def value_in_a_chapter_is_unknown(course: SiteTree) -> str:
    text = course.read(CHAPTER).rstrip("\n")
    course.write(CHAPTER, f"{text}\n\nIt has {{{{ spill.score_byte | megabytes }}}}.\n")
    return (
        f"{CHAPTER}, line {text.count(chr(10)) + 3}: "
        "names a value that does not exist: 'spill.score_byte'\n"
        "  | {{ spill.score_byte | megabytes }}\n  did you mean 'spill.score_bytes'?\n"
    )


def value_in_the_stage_is_unknown(course: SiteTree) -> str:
    line = course.replace(STAGE, "    Tick what you", "    {{ ex05.equation }} Tick what you")
    return (
        f"{STAGE}, line {line}: names a value that does not exist: 'ex05.equation'\n"
        "  | {{ ex05.equation }}\n  did you mean 'ex05.equations'?\n"
    )


PRODUCTION = "bench/captures/maxtext-layer/cpu"
RESTORE = "  restore it from version control, or run python -m bench.maxtext\n"


def production_capture_is_not_there(course: SiteTree) -> str:
    (course.root / PRODUCTION / "capture.json").unlink()
    return f"{PRODUCTION}: the folder holds no capture: capture.json is missing\n{RESTORE}"


def production_capture_is_damaged(course: SiteTree) -> str:
    name = "jaxpr.txt"
    course.write(f"{PRODUCTION}/{name}", course.read(f"{PRODUCTION}/{name}") + "more")
    return f"{PRODUCTION}: {name} is not what was captured; capture it anew\n{RESTORE}"


FAULTS: tuple[Fault, ...] = (
    production_capture_is_not_there,
    production_capture_is_damaged,
    notebook_is_not_json,
    notebook_is_half_merged,
    notebook_is_of_format_3,
    notebook_has_no_lab_metadata,
    notebook_is_not_there,
    function_is_misspelled,
    function_is_gone,
    cell_is_not_python,
    cell_behind_magics_is_not_python,
    function_cannot_be_traced,
    target_is_unknown,
    argument_cannot_be_read,
    program_of_an_exhibit_is_unknown,
    tag_is_unknown,
    designator_of_two_labs,
    designator_of_a_lab_and_an_exhibit,
    key_is_unknown,
    key_of_the_site_is_unknown,
    type_is_wrong,
    unit_is_unknown,
    value_in_a_chapter_is_unknown,
    value_in_the_stage_is_unknown,
)


@pytest.mark.parametrize("fault", FAULTS, ids=lambda fault: fault.__name__.replace("_", "-"))
def test_bad_input_is_one_message_and_the_old_site(course: SiteTree, fault: Fault) -> None:
    site = snapshot(course.out)
    beginning = fault(course)
    captures = snapshot(course.root / "bench" / "captures")

    done = course.build("--quiet")

    assert (done.returncode, done.stdout) == (1, "")
    assert done.stderr[: len(beginning) + 7] == f"error: {beginning}"
    assert done.stderr.endswith("\nThe site was not changed.\n")
    assert done.stderr.count("error: ") == 1
    assert "Traceback" not in done.stderr
    assert (snapshot(course.out), snapshot(course.root / "bench" / "captures")) == (site, captures)


def test_error_of_a_traced_function_names_its_line(course: SiteTree) -> None:
    function_cannot_be_traced(course)
    said = course.build("--quiet").stderr
    assert "name 'c' is not defined" in said
    assert str(course.root) not in said


def test_error_leaves_no_report_and_makes_no_site(course: SiteTree) -> None:
    key_is_unknown(course)
    done = course.build("--report", "report.json", "--out", "fresh")
    assert done.returncode == 1
    assert not (course.root / "report.json").exists()
    assert not (course.root / "fresh").exists()


def test_next_build_after_an_error_is_whole(course: SiteTree) -> None:
    before = snapshot(course.out)
    text = course.read(STAGE)
    key_is_unknown(course)
    assert course.build("--quiet").returncode == 1
    course.write(STAGE, text)
    assert course.build("--quiet").returncode == 0
    assert snapshot(course.out) == before
