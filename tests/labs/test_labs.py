"""The lab notebooks, executed in a real kernel: as they are, answered rightly, answered wrongly."""

from __future__ import annotations

import glob
import importlib.metadata
import re
import shutil
import subprocess
import sys
from pathlib import Path

import nbformat
import pytest
from lab_answers import (
    LADDER,
    MACHINE_SECONDS,
    NOTEBOOKS,
    OPERATOR,
    RIGHT,
    RIGHT_FUNCTIONS,
    SHOWN,
    SPILL,
    WRONG,
    WRONG_FUNCTIONS,
)
from lab_kernel import (
    answered,
    check_cell,
    errors_of,
    executed,
    printed_by,
    source_of,
    text_of,
)
from nbclient.exceptions import CellExecutionError


def notebook_id(path):
    return path.stem[:7] if isinstance(path, Path) else None


@pytest.fixture(params=NOTEBOOKS, ids=notebook_id)
def path(request):
    return request.param


@pytest.fixture
def notebook(path):
    return nbformat.read(path, as_version=4)


class TestFile:
    """What is stored."""

    def test_is_valid_and_canonical(self, path, notebook):
        nbformat.validate(notebook)
        assert (notebook.nbformat, notebook.nbformat_minor) == (4, 5)
        assert path.read_text(encoding="utf-8") == nbformat.writes(notebook) + "\n"

    def test_metadata(self, notebook):
        lab = notebook.metadata.lab
        assert set(lab) == {"designator", "title", "hours", "hardware", "summary"}
        assert lab.hours == 3
        assert notebook.cells[0].source.startswith(f"# {lab.designator} {lab.title}\n")
        assert notebook.metadata.kernelspec.name == "python3"

    def test_ids_are_words_and_unique(self, notebook):
        ids = [cell.id for cell in notebook.cells]
        assert len(set(ids)) == len(ids)
        assert all(re.fullmatch(r"[a-z0-9]+(-[a-z0-9]+)*", one) for one in ids)

    def test_no_outputs(self, notebook):
        for cell in notebook.cells:
            if cell.cell_type == "code":
                assert cell.outputs == [], cell.id
                assert cell.execution_count is None, cell.id

    def test_shown_cells(self, path, notebook):
        tagged = [
            cell.id for cell in notebook.cells if "site:show" in cell.metadata.get("tags", [])
        ]
        assert tagged == SHOWN[path]

    def test_solutions_are_folded(self, notebook):
        solutions = [c for c in notebook.cells if "solution" in c.metadata.get("tags", [])]
        assert len(solutions) == 3
        for cell in solutions:
            assert cell.metadata.cellView == "form"
            assert cell.metadata.jupyter.source_hidden
            assert cell.source.startswith("# @title Solution")

    def test_every_question_has_answers_here(self, path, notebook):
        asked = [name for cell in notebook.cells
                 for name in re.findall(r"^(my_\w+) = None\b", cell.source, re.M)]  # fmt: skip
        assert asked == list(RIGHT[path]) == [name for name, _, _ in WRONG[path]]


class TestSetup:
    """The first code cell, with a Colab that is not there and a pip that installs nothing."""

    @pytest.fixture
    def asked_of_pip(self, notebook, monkeypatch):
        """A function from the versions installed to the requirements that the cell installs."""

        def run(*, colab, **installed):
            def version(package):
                if package not in installed:
                    raise importlib.metadata.PackageNotFoundError(package)
                return installed[package]

            commands = []
            monkeypatch.setattr(importlib.metadata, "version", version)
            monkeypatch.setattr(glob, "glob", lambda pattern: [])
            monkeypatch.setattr(shutil, "which", lambda name: None)
            monkeypatch.setattr(subprocess, "run", lambda args, **_: commands.append(args))
            monkeypatch.setenv("TPU_SKIP_MDS_QUERY", "1")
            if colab:
                monkeypatch.setitem(sys.modules, "google.colab", object())
            exec(source_of(notebook, "setup"), {})
            return [command[-1] for command in commands]

        return run

    def test_elsewhere_nothing_is_installed(self, asked_of_pip):
        assert asked_of_pip(colab=False, jax="0.4.30") == []

    def test_colab_with_an_old_jax(self, asked_of_pip):
        assert asked_of_pip(colab=True, jax="0.7.2", libtpu="0.0.20") == ["jax>=0.10.2"]

    def test_colab_without_the_tpu_compiler(self, asked_of_pip, path):
        wanted = {LADDER: [], SPILL: ["jax[tpu]==0.12.0.1"], OPERATOR: []}
        assert asked_of_pip(colab=True, jax="0.12.0.1") == wanted[path]


class TestRun:
    """What happens when it runs."""

    def test_unanswered(self, path, plain):
        ran, seen, seconds = plain(path)
        assert seconds < MACHINE_SECONDS[path]
        printed = printed_by(ran)
        for name in RIGHT[path]:
            assert f"{name}: not answered yet" in printed
        solved = [name for name in seen["answers"] if name.startswith("solved_")]
        assert len(solved) >= 3
        assert all(f"{name}: right" in printed for name in solved)

    def test_right_answers(self, path, notebook, plain, tmp_path):
        truths = plain(path)[1]["answers"]
        answers = {n: repr(truths[n]) if t is None else t for n, t in RIGHT[path].items()}
        functions = {cell: by[path] for cell, by in RIGHT_FUNCTIONS.items() if path in by}
        printed = printed_by(executed(answered(notebook, answers, functions), tmp_path)[0])
        assert "not answered yet" not in printed
        for name in [*answers, *re.findall(r"def (my_\w+)", "".join(functions.values()))]:
            assert f"{name}: right" in printed

    def test_wrong_answers_fail_loudly(self, path, notebook, tmp_path):
        # One kernel for all: after the notebook, each check cell runs again with one wrong answer.
        again = []
        for name, text, _ in WRONG[path]:
            wrong = text or f"not answers[{name!r}][0]"
            again += [f"{name} = {wrong}\n{check_cell(notebook, name)}", f"{name} = None"]
        ran, _ = executed(notebook, tmp_path, before=again, allow_errors=True)
        found = errors_of(ran)
        for (kind, message), (name, _, says) in zip(found, WRONG[path], strict=True):
            assert kind == "WrongAnswer"
            assert message.startswith(f"{name} = ")
            assert says in message

    def test_wrong_functions_fail_loudly(self, path, notebook, tmp_path):
        again = [
            source + "\n\n" + source_of(notebook, cell.replace("answer", "check"))
            for cell, source, _ in WRONG_FUNCTIONS[path]
        ]
        ran, _ = executed(notebook, tmp_path, before=again, allow_errors=True)
        found = errors_of(ran)
        assert [kind for kind, _ in found] == ["WrongAnswer"] * len(again)
        for (_, message), (_, _, says) in zip(found, WRONG_FUNCTIONS[path], strict=True):
            assert says in message

    def test_a_wrong_answer_stops_the_notebook(self, path, notebook, tmp_path):
        name, text, says = WRONG[path][0]
        with pytest.raises(CellExecutionError) as stopped:
            executed(answered(notebook, {name: text}), tmp_path)
        assert stopped.value.ename == "WrongAnswer"
        assert says in stopped.value.evalue

    def test_reveal(self, path, notebook, tmp_path):
        name = next(iter(RIGHT[path]))
        ran, _ = executed(notebook, tmp_path, before=[f"reveal({name!r})"])
        revealed = text_of(ran.cells[-2])
        assert revealed.startswith(f"{name}: ")
        assert "not answered" not in revealed
