"""The templates as they were when the build began, compiled once."""

from __future__ import annotations

import base64
from collections.abc import Callable
from functools import partial
from pathlib import Path

from jinja2 import BytecodeCache, Environment, FunctionLoader, StrictUndefined
from jinja2.bccache import Bucket

from coursesite.errors import ContentError, Where
from coursesite.memo import Memo
from coursesite.source import decode_text
from coursesite.tree import Tree, bytes_digest

FOLDER = "templates"


def template_environment(root: Path, memo: Memo, sources: Tree) -> Environment:
    """Return the Jinja environment of the templates under ``root``: strict, escaping by type.

    ``sources`` are the files that pages are made from. A template that is another one by the time
    it is needed raises a :class:`ContentError`: its pages would be kept as those of the first.
    """
    return Environment(
        loader=FunctionLoader(partial(_load, root, sources)),
        autoescape=True,
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
        bytecode_cache=KeptBytecode(memo),
    )


def _load(root: Path, sources: Tree, name: str) -> tuple[str, str, Callable[[], bool]] | None:
    """Text and path of a template, and that it stays as it is; nothing where there is none."""
    path, where = root / FOLDER / name, Where(f"{FOLDER}/{name}")
    known = sources.get(where.path)
    try:
        data = path.read_bytes()
    except FileNotFoundError:
        data = b""
        if known is None:
            return None
    if known is None or known.digest != bytes_digest(data):
        message = "was changed while the site was built"
        raise ContentError(message, where, hint="build again")
    return decode_text(data, where.path, ContentError), where.path, lambda: True


class KeptBytecode(BytecodeCache):
    """Compiled templates among what is kept, where damage is noticed."""

    def __init__(self, memo: Memo) -> None:
        self._memo = memo

    def load_bytecode(self, bucket: Bucket) -> None:
        """Fill ``bucket`` with what is kept for it, if anything is."""
        kept = self._memo.kept("template", _stated(bucket))
        if kept is not None:
            bucket.bytecode_from_string(base64.b64decode(kept))

    def dump_bytecode(self, bucket: Bucket) -> None:
        """Keep what is in ``bucket``."""
        text = base64.b64encode(bucket.bytecode_to_string()).decode()
        self._memo.keep("template", _stated(bucket), text)


def _stated(bucket: Bucket) -> bytes:
    return f"{bucket.key}\0{bucket.checksum}".encode()
