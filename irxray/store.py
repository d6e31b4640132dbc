"""Captures as folders of plain text.

    DIR/source.py  jaxpr.txt  stablehlo.mlir  optimized.hlo  capture.json

``capture.json`` holds versions, arguments, key, items and links, checks and figures. A capture is
*current* while its key matches: the program's text, function and arguments, the target, and the
format of what is stored. The jax version is recorded, not part of the key.
"""

from __future__ import annotations

import hashlib
import json
import os
import shutil
import tempfile
from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path
from typing import Any

from irxray.capture import Capture, Invariants, Oracle, Trial
from irxray.collection import paused_collection
from irxray.document_text import format_document
from irxray.errors import HloTextError, StoreError
from irxray.hlo import parse_hlo
from irxray.kernel_files import kernel_documents, read_kernel_files, write_kernels
from irxray.layers import (
    LAYER_PAIRS,
    LAYERS,
    Evidence,
    Item,
    Layer,
    LayerText,
    Link,
    LinkTable,
    Reason,
    Span,
)
from irxray.library import library_document, read_library
from irxray.mosaic import Kernel
from irxray.program import Program
from irxray.spills import report_spills, spills_document
from irxray.tags import ParsedInstruction

FORMAT = 2
"""Raised whenever what is stored, or how it is linked, changes meaning."""

FILES: Mapping[Layer, str] = {
    Layer.SOURCE: "source.py",
    Layer.JAXPR: "jaxpr.txt",
    Layer.STABLEHLO: "stablehlo.mlir",
    Layer.HLO: "optimized.hlo",
}
DOCUMENT = "capture.json"


def capture_key(program: Program, target: str) -> str:
    """Return the key under which a capture of ``program`` on ``target`` is current."""
    stated = f"{FORMAT}\n{target}\n{program.digest()}"
    return hashlib.sha256(stated.encode()).hexdigest()


# ------------------------------------------------------------------ writing


def write_capture(capture: Capture, folder: Path) -> None:
    """Write ``capture`` to ``folder``, whole or not at all."""
    folder.parent.mkdir(parents=True, exist_ok=True)
    fresh = Path(tempfile.mkdtemp(prefix=f".{folder.name}-", dir=folder.parent))
    try:
        fresh.chmod(0o755)
        for layer, name in FILES.items():
            (fresh / name).write_bytes(capture.table.layer(layer).text.encode())
        write_kernels(capture.kernels, fresh)
        with paused_collection():
            (fresh / DOCUMENT).write_bytes(format_document(_document(capture)).encode())
        _replace(fresh, folder)
    finally:
        shutil.rmtree(fresh, ignore_errors=True)


def _replace(fresh: Path, folder: Path) -> None:
    if not folder.exists():
        os.rename(fresh, folder)
        return
    old = Path(tempfile.mkdtemp(prefix=f".{folder.name}-old-", dir=folder.parent))
    os.rename(folder, old / "capture")
    os.rename(fresh, folder)
    shutil.rmtree(old)


def _document(capture: Capture) -> dict[str, Any]:
    program, invariants = capture.program, capture.invariants
    return {
        "format": FORMAT,
        "key": capture_key(program, capture.target),
        "program": program.name,
        "function": program.function,
        "arguments": list(program.arguments),
        "target": capture.target,
        "versions": dict(capture.versions),
        "invariants": {
            "jaxpr": invariants.jaxpr,
            "stablehlo": invariants.stablehlo,
            "hlo": invariants.hlo,
            "hlo_text": invariants.hlo_text,
        },
        "oracle": {"checked": capture.oracle.checked, "wrong": capture.oracle.wrong},
        "inference": {"checked": capture.inference.checked, "right": capture.inference.right},
        "memory": dict(capture.memory),
        "bytes_accessed": capture.bytes_accessed,
        "spills": _spills(capture),
        "operands": {
            each.name: {i.name: list(i.operands) for i in each.instructions}
            for each in capture.module.computations
        },
        "dataflow": capture.dataflow,
        **({"library": library_document(capture.library)} if capture.library else {}),
        "sha256": {each.layer: _digest(each.text) for each in capture.table.layers},
        "items": {each.layer: each.items for each in capture.table.layers},
        "reasons": {each.layer: _by_reason(each.reasons) for each in capture.table.layers},
        "links": {
            f"{upper}-{lower}": _by_evidence(links)
            for (upper, lower), links in zip(LAYER_PAIRS, capture.table.links, strict=True)
        },
        "kernels": kernel_documents(capture.kernels),
    }


def _spills(capture: Capture) -> dict[str, Any]:
    """Return the ledger as it is at capture, beside the compiler's own figures.

    Whoever reads the folder without this package finds it there; :mod:`irxray.spills` computes it
    anew.
    """
    try:
        return spills_document(report_spills(capture))
    except HloTextError as error:
        return {"unknown": str(error)}


def _by_reason(reasons: Iterable[tuple[int, Reason]]) -> dict[str, list[int]]:
    found: defaultdict[str, list[int]] = defaultdict(list)
    for line, reason in reasons:
        found[reason].append(line)
    return found


def _by_evidence(links: Iterable[Link]) -> dict[str, list[tuple[int, int]]]:
    found: defaultdict[str, list[tuple[int, int]]] = defaultdict(list)
    for upper, lower, evidence in links:
        found[evidence].append((upper, lower))
    return found


# ------------------------------------------------------------------ reading


def read_document(folder: Path) -> dict[str, Any]:
    """Return ``capture.json`` of ``folder`` as it stands.

    Raises ``StoreError`` when it is missing, not JSON, or of another format.
    """
    path = folder / DOCUMENT
    try:
        document = json.loads(path.read_text(encoding="utf-8"))
    except FileNotFoundError:
        raise StoreError(f"{folder} holds no capture: {DOCUMENT} is missing") from None
    except (ValueError, OSError, RecursionError) as error:
        raise StoreError(f"{path} cannot be read: {error}") from None
    if not isinstance(document, dict) or document.get("format") != FORMAT:
        found = document.get("format") if isinstance(document, dict) else None
        raise StoreError(f"{path} has format {found}, this version reads {FORMAT}; capture it anew")
    return document


def read_current(folder: Path, program: Program, target: str) -> Capture | None:
    """Return the capture in ``folder`` if it is whole and of exactly this program and target."""
    try:
        if read_document(folder).get("key") != capture_key(program, target):
            return None
        return read_capture(folder)
    except StoreError:
        return None


def capture_digest(folder: Path) -> str:
    """Return the sha256 of ``capture.json``, which in turn states those of the texts."""
    return hashlib.sha256((folder / DOCUMENT).read_bytes()).hexdigest()


def read_capture(folder: Path) -> Capture:
    """Return the capture stored in ``folder``.

    Raises ``StoreError`` when a file is missing or damaged.
    """
    document = read_document(folder)
    try:
        kernels = read_kernel_files(document.get("kernels", ()), folder)
        return _capture(document, _texts(folder, document["sha256"]), kernels)
    except (AttributeError, KeyError, TypeError, ValueError, IndexError) as error:
        raise StoreError(f"{folder / DOCUMENT} is damaged ({error!r}); capture it anew") from None


def _texts(folder: Path, digests: Mapping[str, str]) -> dict[Layer, str]:
    texts = {}
    for layer, name in FILES.items():
        try:
            texts[layer] = (folder / name).read_bytes().decode()
        except (OSError, UnicodeDecodeError) as error:
            raise StoreError(f"{folder / name} cannot be read: {error}") from None
        if _digest(texts[layer]) != digests[layer]:
            raise StoreError(f"{folder / name} is not what was captured; capture it anew")
    return texts


def _digest(text: str) -> str:
    return hashlib.sha256(text.encode()).hexdigest()


def _capture(
    document: Mapping[str, Any], texts: Mapping[Layer, str], kernels: tuple[Kernel, ...]
) -> Capture:
    program = Program(
        document["program"],
        document["function"],
        texts[Layer.SOURCE],
        tuple(document["arguments"]),
    )
    layers = tuple(
        LayerText(
            layer,
            texts[layer],
            tuple(_read_item(each) for each in document["items"][layer]),
            _read_reasons(document["reasons"][layer]),
        )
        for layer in LAYERS
    )
    links = tuple(_read_links(document["links"][f"{a}-{b}"]) for a, b in LAYER_PAIRS)
    return Capture(
        program,
        document["target"],
        tuple(sorted(document["versions"].items())),
        LinkTable(layers, links),
        parse_hlo(texts[Layer.HLO], lambda _: _read_operands(document["operands"])),
        tuple(tuple(each) for each in document["dataflow"]),
        Invariants(**document["invariants"]),
        Oracle(**document["oracle"]),
        Trial(**document["inference"]),
        tuple(sorted(document["memory"].items())),
        document["bytes_accessed"],
        kernels,
        read_library(document.get("library", {})),
    )


def _read_operands(
    value: Mapping[str, Mapping[str, Sequence[str]]],
) -> dict[str, tuple[ParsedInstruction, ...]]:
    return {
        computation: tuple(
            ParsedInstruction(name, tuple(operands)) for name, operands in instructions.items()
        )
        for computation, instructions in value.items()
    }


def _read_item(value: Sequence[Any]) -> Item:
    name, spans = value
    return Item(name, tuple(Span(*span) for span in spans))


def _read_reasons(value: Mapping[str, Sequence[int]]) -> tuple[tuple[int, Reason], ...]:
    found = [(line, Reason(name)) for name, lines in value.items() for line in lines]
    return tuple(sorted(found))


def _read_links(value: Mapping[str, Sequence[Sequence[int]]]) -> tuple[Link, ...]:
    return tuple(
        sorted(
            Link(upper, lower, Evidence(name))
            for name, pairs in value.items()
            for upper, lower in pairs
        )
    )
