"""What a person is told, word for word, and that nothing is left behind."""

from __future__ import annotations

from pathlib import Path

import pytest

from irxray.cli import main
from irxray.target import find_target, unusable_because

MODEL = """\
import jax

kept = []


def attention(q, k, v):
    s = q @ k.T
    return s @ v


def concrete(x):
    if x > 0:
        return x
    return -x


def helper(x):
    return x.no_such_thing


def nested(x):
    return helper(x + 1)


def leaking(x):
    jax.jit(lambda y: kept.append(y + 1))(x)
    return kept[0] + 1


def make():
    raise ValueError("no arguments today")
"""


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    (tmp_path / "model.py").write_text(MODEL)
    return tmp_path


@pytest.fixture
def told(folder: Path, capsys: pytest.CaptureFixture[str]) -> Told:
    return Told(folder, capsys)


class Told:
    """Runs the tool in vain and returns its complaint; nothing may have been written."""

    def __init__(self, folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
        self._folder, self._capsys = folder, capsys

    def capture(self, function: str, *options: str) -> list[str]:
        out = self._folder / "out"
        lines = self("capture", f"{self._folder}/model.py:{function}", *options, "-o", str(out))
        assert not out.exists()
        return lines

    def __call__(self, *arguments: str) -> list[str]:
        assert main(arguments) == 1
        captured = self._capsys.readouterr()
        assert captured.out == ""
        return captured.err.splitlines()


def shapes(*arrays: str) -> list[str]:
    return [word for each in arrays for word in ("--arg", each)]


def test_no_such_function(told: Told):
    assert told.capture("atention") == [
        "irxray: there is no function 'atention'; did you mean 'attention'?"
    ]


def test_arguments_that_do_not_fit_each_other(told: Told):
    assert told.capture("attention", *shapes("bf16[8,4]", "bf16[8,3]", "bf16[8,4]")) == [
        "irxray: attention on cpu: tracing failed: TypeError: dot_general requires contracting "
        "dimensions to have the same shape, got (4,) and (3,).",
        "  model.py:7, in attention: s = q @ k.T",
        "  --arg 1 is q: bf16[8,4]",
        "  --arg 2 is k: bf16[8,3]",
    ]


def test_too_few_and_too_many_arguments(told: Told):
    assert told.capture("attention", *shapes("f32[8,4]", "f32[8,4]")) == [
        "irxray: attention on cpu: it takes (q, k, v): missing a required argument: 'v'; "
        "given: --arg 1 f32[8,4], --arg 2 f32[8,4]"
    ]
    (line,) = told.capture("concrete", *shapes("f32[]"), "--static", "deep=True")
    assert "got an unexpected keyword argument 'deep'" in line


def test_a_value_is_asked_for_while_tracing(told: Told):
    lines = told.capture("concrete", *shapes("f32[]"))
    assert lines[0].startswith(
        "irxray: concrete on cpu: tracing failed: TracerBoolConversionError: Attempted boolean "
        "conversion of traced array"
    )
    assert lines[-2:] == ["  model.py:12, in concrete: if x > 0:", "  --arg 1 is x: f32[]"]


def test_a_traceback_is_trimmed_to_the_programs_frames(told: Told):
    lines = told.capture("nested", *shapes("f32[4]"))
    assert "AttributeError" in lines[0]
    assert "no_such_thing" in lines[0]
    assert lines[-3:] == [
        "  model.py:22, in nested: return helper(x + 1)",
        "  model.py:18, in helper: return x.no_such_thing",
        "  --arg 1 is x: f32[4]",
    ]
    assert not any("site-packages" in line or "irxray/" in line for line in lines)


def test_a_side_effect_carries_a_value_out_of_its_trace(told: Told):
    assert told.capture("leaking", *shapes("f32[4]")) == [
        "irxray: leaking on cpu: tracing failed: a float32[4] of an inner function is used outside "
        "of it: a side effect carried it out; let the inner function return it"
    ]


def test_the_maker_of_the_arguments_fails(told: Told, folder: Path):
    lines = told.capture("attention", "--args-from", f"{folder}/model.py:make")
    assert lines == [
        "irxray: attention on cpu: calling make failed: ValueError: no arguments today",
        '  model.py:31, in make: raise ValueError("no arguments today")',
    ]


def test_the_source_cannot_be_executed(told: Told, folder: Path):
    (folder / "model.py").write_text("import no_such_module as m\n\ndef f(x):\n    return m.g(x)\n")
    assert told.capture("f", *shapes("f32[]")) == [
        "irxray: f on cpu: loading the source failed: ModuleNotFoundError: No module named "
        "'no_such_module'",
        "  model.py:1, in <module>: import no_such_module as m",
    ]


def test_an_array_that_cannot_be_read(told: Told):
    assert told.capture("attention", *shapes("bf17[4]")) == [
        "irxray: argument 'bf17[4]': unknown dtype 'bf17'; did you mean 'bf16'?"
    ]


def test_targets_that_are_unknown_or_not_installed(told: Told):
    assert told.capture("attention", "--target", "tpu-v5x") == [
        "irxray: there is no target 'tpu-v5x'; did you mean 'tpu-v5p'?"
    ]
    reason = unusable_because(find_target("tpu-v5e"))
    if reason:
        assert told.capture("attention", "--target", "cpu", "--target", "tpu-v5e") == [
            f"irxray: TPU v5e cannot be compiled for here: {reason}"
        ]


def test_dumps_that_are_not_hlo(told: Told, folder: Path):
    path = folder / "dump.hlo"
    path.write_text("hello\n")
    assert told("read", str(path)) == [
        f"irxray: {path} is not optimized HLO: line 1, column 0: expects optimized HLO, which "
        "begins with 'HloModule'"
    ]
    path.write_text("HloModule f\n\nENTRY %main (x: f32[]) -> f32[] {\n  ROOT %x = f32[] oops\n}\n")
    (line,) = told("read", str(path))
    assert line.startswith(f"irxray: {path} is not optimized HLO: line 4, column ")
    path.write_bytes(b"\x00\xff\xfe")
    (line,) = told("read", str(path))
    assert "is not text; of a dump take the file ending in after_optimizations.txt" in line
    (line,) = told("read", str(folder / "nowhere.hlo"))
    assert line.endswith("nowhere.hlo cannot be read: No such file or directory")


def test_folders_without_a_capture(told: Told, folder: Path):
    (folder / "captures").mkdir()
    assert told("spills", str(folder / "capturs")) == [
        f"irxray: there is no folder {folder}/capturs; did you mean 'captures'?"
    ]
    (line,) = told("map", str(folder / "captures"))
    assert line.endswith("holds no capture: no capture.json in it or one folder down")


def test_wrong_usage_ends_with_two():
    with pytest.raises(SystemExit) as ended:
        main(["spills"])
    assert ended.value.code == 2
