"""Pages by content hash: a page is rendered when something that goes into it has changed.

What goes into a page is stated: its template, the values it is made from, what all pages share,
and the code. The same inputs give the same bytes, so what was made of them before is read back.
"""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Iterable
from functools import cached_property
from typing import TYPE_CHECKING

from coursesite.errors import ContentError, Where
from coursesite.kept_file import made_file
from coursesite.memo import Memo
from coursesite.output_file import OldSite, OutputFile

if TYPE_CHECKING:
    from jinja2 import Environment


class Press:
    """Renders pages, or recalls them."""

    def __init__(
        self, shared: str, environment: Callable[[], Environment], memo: Memo, old: OldSite
    ) -> None:
        """Take ``shared``, which stands for what all pages share, what the code has kept, and the
        standing site."""
        self._make_environment = environment
        self._old = old
        self.shared = hashlib.sha256(shared.encode()).hexdigest()
        """Digest of what all pages share."""
        self.memo = memo
        """Keeps pages, and what the code makes of captures and of cells."""

    @cached_property
    def _environment(self) -> Environment:
        return self._make_environment()

    def page(
        self, path: str, template: str, inputs: Iterable[str], make: Callable[[], object]
    ) -> OutputFile:
        """Return the page at ``path``: ``template`` given what ``make()`` returns.

        ``inputs`` state everything that ``make`` reads.
        """
        stated = "\0".join([self.shared, path, template, *inputs])

        def render() -> bytes:
            from jinja2 import TemplateSyntaxError

            value = make()
            try:
                return self._environment.get_template(template).render(page=value).encode()
            except TemplateSyntaxError as error:
                where = Where(f"templates/{error.name or template}", line=error.lineno)
                message = f"cannot be compiled: {error.message}"
                raise ContentError(message, where, hint="mend the template") from None

        return made_file("page", stated.encode(), lambda _: path, render, self.memo, self._old)
