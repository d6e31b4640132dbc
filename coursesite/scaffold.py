"""What a new stage and a new lab begin with. ``<name>`` is replaced.

Texts that an author has to replace stand here once, under a name of their own, so that
:mod:`coursesite.placeholders` finds those that were left.
"""

from __future__ import annotations

import json

SUMMARY = "One line on what this stage teaches."
ARTIFACT = "What this stage leaves behind in public, in one line."
CHAPTER_TEXT = (
    "Say in one paragraph what a reader can do after this stage that they could not do before it."
)
LAB_TITLE = "A new lab"
LAB_SUMMARY = "Say in a sentence what a reader does in this lab."
LAB_ABOUT = "Say what this lab is for, and what to have at hand."
LAB_PROGRAM = "import jax\nimport jax.numpy as jnp\n\n\ndef program(x):\n    return jnp.sum(x * x)"
LAB_EXERCISE = "Change the program and predict again."


def default_title(number: int) -> str:
    """Return the title of a stage that was given none."""
    return f"Stage {number}"


SITE_ENTRY = """\
- number: <number>
  title: <title>
  summary: <summary>
"""

STAGE = f"""\
# The structured sections of stage <number>. Texts are markdown; docs/authoring.md lists all keys.
number: <number>
title: <title>
# Remove this line when the stage can be worked through.
state: planned
description: <summary>
artifact: {ARTIFACT}

# Section id = file name without .md; heading and eyebrow stand in each file's front matter.
chapters:
  - what-it-will-teach.md
"""

CHAPTER = f"""\
---
heading: After this stage
eyebrow: what it will teach
---

{CHAPTER_TEXT}
"""

LABS = """\

labs:
  eyebrow: run it yourself
  heading: Labs
  notebooks:
    - <path>
"""

NOTEBOOK = """\

notebook:
  eyebrow: single source of truth
  heading: From the notebook
"""

CELLS = (
    (
        "markdown",
        "about",
        (),
        f"# <designator> <title>\n\n{LAB_ABOUT}",
    ),
    (
        "markdown",
        "predict",
        (),
        "## Predict\n\nWrite your answer down before you run the next cell. How many equations "
        "will the jaxpr have?",
    ),
    (
        "code",
        "program",
        ("site:show",),
        LAB_PROGRAM,
    ),
    (
        "code",
        "reveal",
        (),
        "jaxpr = jax.make_jaxpr(program)(jnp.ones(4))\nprint(jaxpr)",
    ),
    (
        "code",
        "check",
        (),
        'assert len(jaxpr.eqns) == 2, f"expected 2 equations, there are {len(jaxpr.eqns)}"',
    ),
    ("markdown", "exercise", (), f"## Exercise\n\n{LAB_EXERCISE}"),
)
"""Kind, id, tags and text of each cell."""


def lab_notebook(designator: str, title: str) -> str:
    """Return a notebook that runs from top to bottom and shows one cell on the page."""
    lab = {
        "designator": designator,
        "title": title,
        "hours": 1,
        "hardware": "any machine",
        "summary": LAB_SUMMARY,
    }
    document = {
        "cells": [
            _cell(kind, name, tags, _filled(text, designator, title))
            for kind, name, tags, text in CELLS
        ],
        "metadata": {
            "kernelspec": {"display_name": "Python 3", "language": "python", "name": "python3"},
            "lab": lab,
            "language_info": {"name": "python"},
        },
        "nbformat": 4,
        "nbformat_minor": 5,
    }
    return json.dumps(document, ensure_ascii=False, indent=1) + "\n"


def _filled(text: str, designator: str, title: str) -> str:
    return text.replace("<designator>", designator).replace("<title>", title)


def _cell(kind: str, cell_id: str, tags: tuple[str, ...], text: str) -> dict[str, object]:
    cell: dict[str, object] = {
        "cell_type": kind,
        "id": cell_id,
        "metadata": {"tags": list(tags)} if tags else {},
        "source": text.splitlines(keepends=True),
    }
    return cell | ({"execution_count": None, "outputs": []} if kind == "code" else {})
