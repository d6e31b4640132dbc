"""YAML that is read once: what is kept of it, and what must not be."""

from __future__ import annotations

from pathlib import Path

import msgspec
import pytest

from coursesite import yaml_text
from coursesite.errors import ContentError
from coursesite.memo import Memo
from coursesite.schema import decode_yaml

TEXT = "title: One\nsteps:\n  - first\n  - |\n    second\n"


class Plan(msgspec.Struct):
    """What the texts hold."""

    title: str
    steps: list[str] = []


def refuse(*_: object) -> None:
    """Stands for a reader that must not be needed."""
    raise AssertionError("read a second time")


def test_kept_yaml_has_the_same_values_and_lines(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    first = decode_yaml(TEXT, Plan, "plan.yml", ContentError, Memo(tmp_path))
    monkeypatch.setattr(yaml_text, "read_yaml", refuse)
    again = decode_yaml(TEXT, Plan, "plan.yml", ContentError, Memo(tmp_path))
    assert again == first
    assert again[1]["steps[1]"] == 5
    with pytest.raises(AssertionError):
        decode_yaml(TEXT + "\n", Plan, "plan.yml", ContentError, Memo(tmp_path))


@pytest.mark.parametrize("value", ["2026-02-03", "{1: one}", "[.nan]", "!!binary aGk="])
def test_what_json_cannot_hold_is_refused_each_time_alike(tmp_path: Path, value: str) -> None:
    said = []
    text = f"title: {value}\n"
    for _ in range(2):
        with pytest.raises(ContentError) as refused:
            decode_yaml(text, Plan, "plan.yml", ContentError, Memo(tmp_path))
        said.append(str(refused.value))
    assert said[0] == said[1]
    assert list(tmp_path.iterdir()) == []


def test_a_wrong_type_is_told_with_its_line_from_what_was_kept(tmp_path: Path) -> None:
    for _ in range(2):
        with pytest.raises(ContentError) as refused:
            decode_yaml("title: One\nsteps: 3\n", Plan, "plan.yml", ContentError, Memo(tmp_path))
        assert refused.value.where.line == 2
