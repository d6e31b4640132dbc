"""The zip that a measurement comes in: what it must hold, and what can be read out of it.

``labs/gate-02-measure.ipynb`` writes it. Nothing it states is believed: every figure is read again
from the profile, the dumps and the counters that lie beside the statement, at every build.
"""

from __future__ import annotations

import hashlib
import io
import zipfile
import zlib
from collections.abc import Mapping
from datetime import date
from typing import Annotated, Literal

from msgspec import Meta, Struct

from coursesite.errors import RecordError, Where
from coursesite.schema import decode_json

STATEMENT = "measurement.json"
PROGRAM = "program.py"
DUMP = "optimized.hlo"
COPY_DUMP = "copy.hlo"
PROFILE = "profile.xplane.pb"
COUNTERS = "counters.csv"
NEEDED = (STATEMENT, PROGRAM, DUMP, COPY_DUMP, PROFILE)
KNOWN = (*NEEDED, COUNTERS)

LARGEST_BYTES = 64 << 20
"""Of all files together, unpacked: a profile of some runs takes far less."""

UNREADABLE = (zipfile.BadZipFile, zlib.error, EOFError, NotImplementedError, RuntimeError)
"""What the standard library raises for bytes that are no zip, are damaged or are encrypted."""

Digest = Annotated[str, Meta(pattern=r"^[0-9a-f]{64}$")]
Text = Annotated[str, Meta(pattern=r"\S", description="text that is not blank")]


class Statement(Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """``measurement.json``: what was measured, as the notebook states it."""

    format: Literal[1]
    program: Text
    """Such as ``naive-attention-8192``."""
    function: Text
    """Its function in ``program.py``."""
    arguments: tuple[Text, ...]
    """Such as ``bf16[8192,128]``."""
    quantity: Text
    """Such as ``spill-round-trip``."""
    command: Text
    """What makes such a zip again."""
    device_kind: Text
    """The chip as jax names it."""
    date: date
    """In UTC."""
    runs: Annotated[int, Meta(ge=1, description="a whole number from 1")]
    """Runs of the program in the profile, and as many of the copy."""
    versions: dict[str, str]
    values: dict[str, float]
    """By evidence, in bytes, as the notebook read them."""
    sha256: dict[str, Digest]
    """Of each of the other files."""


Files = Mapping[str, bytes]
"""Content by name, without the statement."""


def open_measurement(data: bytes, name: str) -> tuple[Statement, Files]:
    """Statement and files of a zip, each file with the digest that is stated for it.

    Raises :class:`RecordError` that begins with ``name`` for anything else.
    """
    files = dict(_unpack(data, name))
    try:
        text = files.pop(STATEMENT).decode()
    except UnicodeDecodeError:
        raise refusal(f"{STATEMENT} is not text", name) from None
    statement: Statement = decode_json(text, Statement, f"{name}/{STATEMENT}", RecordError)
    for file, content in files.items():
        digest = hashlib.sha256(content).hexdigest()
        if statement.sha256.get(file) != digest:
            message = f"{file} is not the file that was measured: its sha256 differs"
            raise refusal(message, name, quote=f"{file}: {digest}")
    return statement, files


def refusal(message: str, name: str, *, quote: str = "", hint: str = "") -> RecordError:
    """The error for a zip that cannot be taken."""
    hint = hint or "run labs/gate-02-measure.ipynb again and use the zip as it was downloaded"
    return RecordError(message, Where(name), quote=quote, hint=hint)


def _unpack(data: bytes, name: str) -> Mapping[str, bytes]:
    """Content of the zip's files by name."""
    try:
        with zipfile.ZipFile(io.BytesIO(data)) as archive:
            _check_listing(archive, name)
            return {entry.filename: archive.read(entry) for entry in archive.infolist()}
    except UNREADABLE as error:
        raise refusal("is not a zip that can be read", name, quote=str(error)) from None


def _check_listing(archive: zipfile.ZipFile, name: str) -> None:
    """Raises for files that are missing, unknown, given twice or too large."""
    listed = [entry.filename for entry in archive.infolist()]
    for file in NEEDED:
        if file not in listed:
            raise refusal(f"lacks the file {file}", name)
    for file in listed:
        if file not in KNOWN:
            raise refusal("holds a file that does not belong there", name, quote=file)
        if listed.count(file) > 1:
            raise refusal("holds a file twice", name, quote=file)
    if sum(entry.file_size for entry in archive.infolist()) > LARGEST_BYTES:
        limit = f"{LARGEST_BYTES >> 20} MiB"
        raise refusal(f"unpacks to more than {limit}", name, hint="profile fewer runs")


def needed_versions(platform: str) -> tuple[tuple[str, ...], ...]:
    """Packages whose versions a measurement must state; of each group one is enough."""
    compiler = {"tpu": ("libtpu",), "cuda": ("jax-cuda13-plugin", "jax-cuda12-plugin")}
    return (("jax",), ("jaxlib",), compiler[platform])


def check_versions(statement: Statement, platform: str, name: str) -> None:
    """Raises unless every version that matters is stated."""
    for group in needed_versions(platform):
        if not any(statement.versions.get(package) for package in group):
            stated = ", ".join(f"{key} {value}" for key, value in statement.versions.items())
            raise refusal(f"does not state the version of {' or '.join(group)}", name, quote=stated)
