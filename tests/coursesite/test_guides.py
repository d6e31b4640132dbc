"""What the guides tell an author to write is what the generator takes."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from coursesite.content_schema import StageFile
from coursesite.errors import ContentError
from coursesite.schema import decode_yaml

ROOT = Path(__file__).parents[2]
GUIDE = ROOT / "docs" / "authoring.md"
HEAD = "number: 7\ntitle: A stage\ndescription: What it teaches.\nartifact: What it leaves.\n"

# ```yaml
# exhibits:
#   - id: ex-05
# ```
STAGE_EXAMPLE = re.compile(r"^```yaml\n(.*?)^```$", re.MULTILINE | re.DOTALL)


def examples() -> list[str]:
    return STAGE_EXAMPLE.findall(GUIDE.read_text(encoding="utf-8"))


def test_examples_of_a_stage_are_taken():
    found = [
        decode_yaml(HEAD + each, StageFile, "stage.yml", ContentError)[0] for each in examples()
    ]
    programs, deliverables = found
    assert [each.program for each in programs.exhibits] == [each.id for each in programs.programs]
    assert deliverables.deliverables is not None
    shown = [each.mappings or each.dumps for each in deliverables.deliverables.items]
    assert all(shown)


def test_every_key_of_a_stage_is_in_the_guide():
    text = GUIDE.read_text(encoding="utf-8")
    optional = set(StageFile.__struct_fields__) - {"number", "title", "description", "artifact"}
    assert {key for key in optional if f"`{key}`" not in text} == set()


@pytest.mark.parametrize(
    "path", [*sorted(ROOT.glob("docs/**/*.md")), ROOT / "README.md"], ids=lambda path: path.name
)
def test_links_of_the_guides_lead_somewhere(path: Path):
    targets = re.findall(r"\]\(([^)#:]+)\)", path.read_text(encoding="utf-8"))
    assert [each for each in targets if not (path.parent / each).exists()] == []
