"""What jax keeps of a trace: frames, caches, and values that left it."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

import jax

from irxray._jax_private import source_info_util
from irxray.program import SOURCE_FILE


@contextmanager
def only_program_frames() -> Iterator[None]:
    """Let nothing but the program's own frames into locations, and nothing out of caches.

    What jax has traced before holds frames of other programs, and what it traces meanwhile holds
    frames of this one: caches are cleared before and after.
    """
    excluded = list(source_info_util._exclude_paths)
    included = list(source_info_util._include_paths)
    cached = jax.config.jax_enable_compilation_cache
    # Every path begins with the empty one, and an inclusion goes before an exclusion.
    source_info_util.register_exclusion("")
    source_info_util.register_inclusion(SOURCE_FILE)
    jax.config.update("jax_enable_compilation_cache", False)
    jax.clear_caches()
    try:
        yield
    finally:
        source_info_util._exclude_paths[:] = excluded
        source_info_util._include_paths[:] = included
        source_info_util._exclude_path_regex.cache_clear()
        source_info_util._include_path_regex.cache_clear()
        source_info_util.is_user_filename.cache_clear()
        jax.config.update("jax_enable_compilation_cache", cached)
        jax.clear_caches()


def escaped_values(traced: Any) -> list[str]:
    """Return the abstract values of inner traces that ``traced`` holds as constants."""
    constants = (*traced.jaxpr.consts, *traced._consts)
    return [each.aval.str_short() for each in constants if isinstance(each, jax.core.Tracer)]
