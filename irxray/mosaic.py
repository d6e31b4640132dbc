"""The Mosaic module inside a TPU custom call: a layer below optimized HLO, kernel by kernel.

A Pallas kernel, and a kernel that XLA replaced operations by, travels in the call's configuration
as a whole MLIR module (``"body":"TUzvUgF..."``, base64). Equation tags on the kernel's name stack
come out in it as trace marks around the operations of each equation:

    "tpu.trace_start"() <{level = 10 : i32, message = "eqn.4"}> : () -> ()
    %3 = arith.mulf %1, %2 : vector<64x128xf32>
    "tpu.trace_stop"() : () -> ()

so that a kernel of a tagged program links its operations exactly. The marks are taken out of what
is shown; a kernel that XLA made has none.
"""

from __future__ import annotations

import base64
import binascii
import hashlib
import re
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass

from irxray.layers import Evidence, Item, Link, Reason, Span

KERNEL = "tpu_custom_call"
"""Target of the custom calls that hold such a module."""

# %scale.1 = f32[256,128]{1,0} custom-call(...), custom_call_target="tpu_custom_call", ...
CALL = re.compile(r'^\s+(?:ROOT )?%?(?P<name>[\w.\-]+) = .*\bcustom_call_target="tpu_custom_call"')

# "body":"TUzvUgFN"    in StableHLO: \22body\22: \22TUzvUgFN\22
BODY = re.compile(
    r'(?P<head>(?P<quote>"|\\22|\\")body(?P=quote): ?(?P=quote))(?P<body>[A-Za-z0-9+/=]+)'
)

# "debug_locations":"TUzvUgFN"    in StableHLO with \22 for its quotes
LOCATIONS = re.compile(
    r'(?P<head>(?P<quote>"|\\22|\\")debug_locations(?P=quote): ?(?P=quote))[A-Za-z0-9+/=]+'
)

# "tpu.trace_start"() <{level = 10 : i32, message = "eqn.4"}> : () -> ()
TRACE_START = re.compile(r'^\s*"?tpu\.trace_start"?\b.*message = "(?P<message>[^"]*)"')
TRACE_STOP = re.compile(r'^\s*"?tpu\.trace_stop"?\b')

# eqn.4
EQUATION_MARK = re.compile(r"^eqn\.(?P<index>\d+)$")

# %3 = arith.mulf %1, %2 : vector<64x128xf32>    tpu.vector_store ...    scf.if %0 {
OPERATION = re.compile(r'^\s*(?:%[\w:#]+(?:, %[\w:#]+)* = )?"?(?P<name>[a-z_]+\.[\w.]+)"?')

STRUCTURE = frozenset({"func.func", "func.return", "scf.yield", "builtin.module"})
CONSTANT = "arith.constant"

Decoder = Callable[[bytes], str]
"""Gives the text of a module from its bytes: :func:`irxray._mosaic.decode_kernel`."""


@dataclass(frozen=True, slots=True)
class Kernel:
    """One custom call's module."""

    instruction: str
    """Name of the custom call in optimized HLO."""
    line: int
    """Its 1-based line there."""
    text: str
    """The module, without marks."""
    items: tuple[Item, ...]
    """Its operations, named such as ``arith.mulf``."""
    reasons: tuple[tuple[int, Reason], ...]
    """``(line, reason)`` of lines that hold no operation that computes."""
    links: tuple[Link, ...]
    """From equations of the jaxpr to items."""

    @property
    def linked(self) -> int:
        """Return how many items have a link."""
        return len({link.lower for link in self.links})


def read_kernels(tagged: str, shown: str, decode: Decoder) -> tuple[Kernel, ...]:
    """Return the kernels of optimized HLO, in the order of its lines.

    ``tagged`` is the text with its tags, from which links are read; ``shown`` the plain one, with
    the same kernels in the same order, whose names and lines count. Raises ``CaptureError`` where
    ``decode`` does.
    """
    bodies = [body["body"] for _, _, body in _calls(tagged)]
    places = [(name, line) for name, line, _ in _calls(shown)]
    return tuple(
        read_kernel(name, line, kernel_text(body, decode))
        for body, (name, line) in zip(bodies, places, strict=True)
    )


def _calls(hlo: str) -> Iterator[tuple[str, int, re.Match[str]]]:
    """Yield name, line and body of each custom call that holds a module."""
    for number, line in enumerate(hlo.splitlines(), 1):
        call, body = CALL.match(line), BODY.search(line)
        if call and body:
            yield call["name"], number, body


def kernel_text(body: str, decode: Decoder) -> str:
    """Return the text of a module in base64; a module that is text already is kept as it is."""
    raw = base64.b64decode(body)
    return raw.decode().rstrip("\0").rstrip() + "\n" if raw.startswith(b"module") else decode(raw)


def read_kernel(instruction: str, line: int, text: str) -> Kernel:
    """Return the kernel that ``text`` describes, marks and all."""
    shown: list[str] = []
    items: list[Item] = []
    reasons: list[tuple[int, Reason]] = []
    links: list[Link] = []
    for each, equations in _unmarked(text.splitlines()):
        shown.append(each)
        operation = OPERATION.match(each)
        if not operation or operation["name"] in STRUCTURE:
            reasons.append((len(shown), Reason.STRUCTURE))
            continue
        if operation["name"] == CONSTANT:
            reasons.append((len(shown), Reason.CONSTANT))
        if equations:
            *outer, own = equations
            links.append(Link(own, len(items), Evidence.EXACT))
            links += [Link(index, len(items), Evidence.CALL_SITE) for index in outer]
        span = Span(len(shown), len(each) - len(each.lstrip()), len(each))
        items.append(Item(operation["name"], (span,)))
    return Kernel(
        instruction,
        line,
        "\n".join(shown) + "\n",
        tuple(items),
        tuple(reasons),
        tuple(sorted(links)),
    )


def _unmarked(lines: Iterable[str]) -> Iterator[tuple[str, tuple[int, ...]]]:
    """Yield each line but equation marks, with the equations around it, the outermost first."""
    scopes: list[int | None] = []
    for line in lines:
        marked: int | None = None
        if start := TRACE_START.match(line):
            equation = EQUATION_MARK.match(start["message"])
            marked = int(equation["index"]) if equation else None
            scopes.append(marked)
        elif TRACE_STOP.match(line):
            marked = scopes.pop() if scopes else None
        if marked is None:
            yield line.rstrip(), tuple(each for each in scopes if each is not None)


def without_tags(text: str, decode: Decoder) -> str:
    """Return HLO or StableHLO with a digest of its plain text for each kernel's module.

    The locations that travel beside a module are left out, and kernels are numbered: their names
    come from the scope around them, which may be a tag.
    Of a tagged program and a plain one the results are equal where only tags differ.
    """

    def digest(match: re.Match[str]) -> str:
        try:
            plain = read_kernel("", 0, kernel_text(match["body"], decode)).text
        except (binascii.Error, UnicodeDecodeError):
            return match[0]
        return match["head"] + hashlib.sha256(plain.encode()).hexdigest()

    for number, (name, _, _) in enumerate(list(_calls(text))):
        text = re.sub(rf"%{re.escape(name)}(?![\w.\-])", f"%kernel-{number}", text)
    return LOCATIONS.sub(r"\g<head>", BODY.sub(digest, text))
