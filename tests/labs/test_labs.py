"""The lab notebooks, executed in a real kernel: as they are, answered rightly, answered wrongly."""

from __future__ import annotations

import functools
import glob
import importlib.metadata
import re
import shutil
import subprocess
import sys
import time
from pathlib import Path

import nbformat
import pytest
from lab_answers import (
    BEFORE,
    LABS,
    LADDER,
    MACHINE_SECONDS,
    NOTEBOOKS,
    OPERATOR,
    PROBES,
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
    libtpu_installed,
    printed_by,
    source_of,
    text_of,
)
from nbclient.exceptions import CellExecutionError


def notebook_id(path):
    return path.stem[:7] if isinstance(path, Path) else None


@pytest.fixture(scope="module", autouse=True)
def cpu_kernel():
    """Kernels run on the CPU, whatever this machine has, and reach no network."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("JAX_PLATFORMS", "cpu")
        patch.setenv("https_proxy", "http://127.0.0.1:9")
        yield


@pytest.fixture(scope="module")
def plain(tmp_path_factory):
    """A function from a lab's path to its run without any answer; each lab runs once."""

    @functools.cache
    def run(path):
        start = time.monotonic()
        notebook = nbformat.read(path, as_version=4)
        folder, before = tmp_path_factory.mktemp("plain"), [BEFORE.get(path, "")]
        ran, seen = executed(notebook, folder, probe=PROBES[path], before=before)
        return ran, seen, time.monotonic() - start

    return run


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


class TestLadder:
    """LAB·2.1's results, read from its kernel."""

    def test_program_and_table(self, plain):
        seen = plain(LADDER)[1]
        assert seen["types"] == [
            [[32, 64], "bfloat16"],
            [[64, 128], "bfloat16"],
            [[128], "bfloat16"],
        ]
        assert seen["rows"] == [
            ["dot_general -> bf16[32,128]", ["dot_general"]],
            ["broadcast_in_dim -> bf16[1,128]", ["broadcast_in_dim"]],
            ["add -> bf16[32,128]", ["broadcast_in_dim", "add"]],
            ["max -> bf16[32,128]", ["broadcast_in_dim", "maximum"]],
            ["convert_element_type -> f32[32,128]", ["convert"]],
            ["reduce_sum -> f32[32]", ["reduce"]],
            ["div -> f32[32]", ["broadcast_in_dim", "divide"]],
            ["convert_element_type -> bf16[32]", ["convert"]],
        ]
        assert {"dot_general -> bf16[32,128]", "reduce_sum -> f32[32]"} <= set(seen["kept"])
        names = [name for _, operations in seen["rows"] for name in operations]
        for number, name in zip(seen["lines"], names, strict=True):
            assert f"stablehlo.{name}" in seen["text"][number - 1]


class TestSpill:
    """LAB·2.2's results, read from its kernel."""

    @pytest.fixture
    def seen(self, plain):
        return plain(SPILL)[1]

    def test_prediction_and_dump_agree(self, seen):
        assert seen["score"] == 134_217_728
        assert seen["round_trip"] == seen["found"] == 268_435_456
        assert seen["ms"] == pytest.approx(268_435_456 / 8.2e11 * 1e3)
        assert 0.8 <= seen["score"] / seen["temp"] <= 1.2
        assert seen["spills"] == [["fusion", ["bf16", [8192, 8192], 0], ["online-softmax"]]]
        assert seen["short"] == [["bf16", [2048, 2048], 1]]
        assert seen["origin"].startswith("compiled ahead" if libtpu_installed() else "recorded")

    def test_program_is_the_courses(self, seen):
        dots = [out for out in seen["jaxpr"] if out[0] == "dot_general"]
        assert dots == [
            ["dot_general", [8192, 8192], "bfloat16"],
            ["dot_general", [8192, 128], "bfloat16"],
        ]
        # The weights are normalised before the second matmul.
        assert [name for name, _, _ in seen["jaxpr"][-2:]] == ["div", "dot_general"]
        assert seen["jaxpr"][-2][1] == [8192, 8192]

    def test_function_stands_alone(self):
        jax = pytest.importorskip("jax")
        source = source_of(nbformat.read(SPILL, as_version=4), "naive-attention")
        scope = {"jax": jax, "jnp": jax.numpy}
        exec(source, scope)  # our own notebook
        keys = jax.random.split(jax.random.key(1), 3)
        q, k, v = (jax.random.normal(key, (64, 16)) for key in keys)
        expected = jax.nn.softmax(q @ k.T, axis=-1) @ v
        assert jax.numpy.allclose(scope["naive_attention"](q, k, v), expected, atol=1e-5)

    def test_compiler_trouble_leaves_the_kernel_alive(self, tmp_path):
        trouble = """
def broken(q, k, v):
    import os
    os.abort()

installed = lambda package: "0.0"
fallback, why = dumps_and_origin(broken, [256])
"""
        before = [trouble]
        probe = "[why, sorted(fallback), S]"
        notebook = nbformat.read(SPILL, as_version=4)
        _, (why, lengths, length) = executed(notebook, tmp_path, before=before, probe=probe)
        assert why.startswith("recorded, since compiling failed (the compiler process ended with ")
        assert (lengths, length) == ([2048, 8192], 8192)
        assert "\n" not in why

    @pytest.mark.skipif(not libtpu_installed(), reason="needs libtpu")
    def test_recorded_dumps_are_what_libtpu_says(self, seen):
        assert seen["recorded"] == seen["compiled"]


class TestOperator:
    """LAB·2.3's results, read from its kernel."""

    @pytest.fixture
    def seen(self, plain):
        return plain(OPERATOR)[1]

    def test_reader_finds_every_equation(self, seen):
        assert seen["origin"] == "stand-ins, since the captures are out of reach"
        assert seen["counted"] == {"toy": seen["traced"]} | seen["standing"]

    def test_each_drawer_has_something_that_the_toy_has_not(self, seen):
        filed = seen["filed"]
        for drawer, count in filed["maxtext-loss-grad"].items():
            assert count > filed["toy"][drawer]
        assert set(filed["toy"].values()) == {0, 2}

    def test_captures_are_read_from_the_checkout(self, seen, tmp_path):
        for program, text in seen["texts"].items():
            folder = tmp_path / "bench" / "captures" / program / "cpu"
            folder.mkdir(parents=True)
            (folder / "jaxpr.txt").write_text(text)
        inside = tmp_path / "labs" / "stage-2"
        inside.mkdir(parents=True)
        notebook = nbformat.read(OPERATOR, as_version=4)
        _, (origin, texts) = executed(notebook, inside, probe="[origin, jaxprs]")
        assert origin == "captures of the course"
        assert texts == seen["texts"]

    @pytest.mark.skipif(
        len(list(LABS.parents[1].glob("bench/captures/maxtext-*/cpu/jaxpr.txt"))) < 3,
        reason="no captures of MaxText in this checkout",
    )
    def test_the_courses_captures_answer_the_questions(self):
        notebook = nbformat.read(OPERATOR, as_version=4)
        probe = "[origin, {name: truth for name, (truth, _) in answers.items()}, filed]"
        _, (origin, truths, filed) = executed(notebook, LABS, probe=probe)
        assert origin == "captures of the course"
        fixed = {n: t for n, t in RIGHT[OPERATOR].items() if t and n != "my_remat_programs"}
        assert {name: repr(truths[name]) for name in fixed} == fixed
        assert "maxtext-loss-grad" in truths["my_remat_programs"]
        assert all(filed["maxtext-loss-grad"].values())
