"""A dump kept as a raw file: optimized HLO below a head that says what it was compiled from.

The head is made of comments, which HLO allows, so that the file is still HLO, can be read by a
person, and has one digest for everything that a record rests on::

    // program: naive-attention-8192
    // call: naive_attention(bf16[8192,128], bf16[8192,128], bf16[8192,128])
    // target: tpu-v5e
    // versions: jax 0.12.0.1, jaxlib 0.12.0.1, libtpu 0.0.50.1
    // source:
    //   import jax.numpy as jnp
    //   ...
    HloModule jit_naive_attention, ...
"""

from __future__ import annotations

import json
import re
from collections.abc import Mapping
from pathlib import Path

from msgspec import Struct

from coursesite.spill import DumpError
from irxray.layers import Layer
from irxray.program import Program
from irxray.store import DOCUMENT, FILES

HEAD = re.compile(
    r"// program: (?P<program>.+)\n"
    r"// call: (?P<function>\w+)\((?P<arguments>.*)\)\n"
    r"// target: (?P<target>.+)\n"
    r"// versions: (?P<versions>.+)\n"
    r"// source:\n(?P<source>(?://.*\n)+)"
)
INDENT = "//   "
# bf16[8192,128], f32[]
ARGUMENT = re.compile(r"\w+\[[\d,]*\]")


class DumpFile(Struct, frozen=True):
    """A dump with what it was compiled from."""

    program: Program
    target: str
    """Such as ``tpu-v5e``."""
    versions: Mapping[str, str]
    hlo: str
    """The dump as the compiler printed it."""


def captured_dump(folder: Path) -> DumpFile:
    """The dump of a capture, ``bench/captures/PROGRAM/TARGET``.

    Raises :class:`DumpError` where the capture cannot be read.
    """
    try:
        document = json.loads((folder / DOCUMENT).read_text(encoding="utf-8"))
        source = (folder / FILES[Layer.SOURCE]).read_text(encoding="utf-8")
        hlo = (folder / FILES[Layer.HLO]).read_text(encoding="utf-8")
        arguments = tuple(document["arguments"])
        program = Program(document["program"], document["function"], source, arguments)
        return DumpFile(program, document["target"], document["versions"], hlo)
    except (OSError, ValueError, KeyError) as error:
        raise DumpError(f"the capture {folder.name} cannot be read: {error}") from None


def print_dump(dump: DumpFile) -> str:
    """The dump as its file holds it."""
    program = dump.program
    return "\n".join(
        [
            f"// program: {program.name}",
            f"// call: {program.function}({', '.join(program.arguments)})",
            f"// target: {dump.target}",
            f"// versions: {', '.join(f'{key} {each}' for key, each in dump.versions.items())}",
            "// source:",
            *(f"{INDENT}{line}".rstrip() for line in program.source.splitlines()),
            dump.hlo,
        ]
    )


def read_dump(text: str) -> DumpFile:
    """The dump in a file's text; raises :class:`DumpError` where it has no such head."""
    head = HEAD.match(text)
    if head is None:
        raise DumpError("its head does not say what it was compiled from")
    lines = [line[len(INDENT) :] for line in head["source"].splitlines()]
    arguments = tuple(ARGUMENT.findall(head["arguments"]))
    program = Program(head["program"], head["function"], "\n".join(lines) + "\n", arguments)
    versions = dict(each.split(" ", 1) for each in head["versions"].split(", "))
    return DumpFile(program, head["target"], versions, text[head.end() :])
