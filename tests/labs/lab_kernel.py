"""Notebooks in a real kernel: answers put in, the run, and what it printed or raised."""

from __future__ import annotations

import copy
import importlib.util
import json
import re

import nbformat
from nbclient import NotebookClient


def source_of(notebook, cell_id):
    [cell] = [cell for cell in notebook.cells if cell.id == cell_id]
    return cell.source


def answered(notebook, answers, functions=()):
    """A copy with `name = None` lines answered and whole answer cells replaced."""
    changed, functions = copy.deepcopy(notebook), dict(functions)
    for cell in changed.cells:
        cell.source = functions.get(cell.id, cell.source)
        for name, text in answers.items():
            # my_prints = None  # a whole number
            cell.source = re.sub(rf"^{name} = None\b", f"{name} = {text}", cell.source, flags=re.M)
    return changed


def executed(notebook, cwd, *, probe="None", before=(), allow_errors=False):
    """The notebook after a run, and the JSON value of `probe`, a Python expression, at its end.

    `before` are sources of cells to run after all others and before the probe.
    """
    ran = copy.deepcopy(notebook)
    extra = [*before, f"import json\nprint(json.dumps({probe}, default=list))"]
    ran.cells += [nbformat.v4.new_code_cell(source) for source in extra]
    resources = {"metadata": {"path": str(cwd)}}
    NotebookClient(
        ran, timeout=120, kernel_name="python3", resources=resources, allow_errors=allow_errors
    ).execute()
    return ran, json.loads(text_of(ran.cells[-1]))


def libtpu_installed():
    return importlib.util.find_spec("libtpu") is not None


def text_of(cell):
    """What a code cell printed."""
    return "".join(out["text"] for out in cell.outputs if out.get("name") == "stdout")


def printed_by(notebook):
    """What all code cells printed."""
    return "".join(text_of(cell) for cell in notebook.cells if cell.cell_type == "code")


def errors_of(notebook):
    """(exception class, message) of each error in a run, in order."""
    outputs = [out for cell in notebook.cells for out in cell.get("outputs", ())]
    return [(out["ename"], out["evalue"]) for out in outputs if out["output_type"] == "error"]


def check_cell(notebook, name):
    """The source of the cell that checks a question."""
    [source] = [
        cell.source
        for cell in notebook.cells
        if "check" in cell.metadata.get("tags", []) and re.search(rf"\b{name}\b", cell.source)
    ]
    return source
