"""What the labs compute without any answer, read from their kernels."""

from __future__ import annotations

import nbformat
import pytest
from lab_answers import LABS, LADDER, OPERATOR, RIGHT, SPILL
from lab_kernel import executed, libtpu_installed, source_of


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
