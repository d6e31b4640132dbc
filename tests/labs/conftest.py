"""Where the labs' kernels run, and one run of each lab for all tests."""

from __future__ import annotations

import functools
import time
from collections.abc import Iterator
from contextlib import contextmanager

import nbformat
import pytest
from lab_answers import BEFORE, PROBES
from lab_kernel import executed


@contextmanager
def on_the_cpu() -> Iterator[None]:
    """Kernels run on the CPU, whatever this machine has, and reach no network."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("JAX_PLATFORMS", "cpu")
        patch.setenv("https_proxy", "http://127.0.0.1:9")
        yield


@pytest.fixture(scope="module", autouse=True)
def cpu_kernel():
    """The same for the kernels of a module's tests."""
    with on_the_cpu():
        yield


@pytest.fixture(scope="session")
def plain(tmp_path_factory):
    """A function from a lab's path to its run without any answer; each lab runs once."""

    @functools.cache
    def run(path):
        start = time.monotonic()
        notebook = nbformat.read(path, as_version=4)
        folder, before = tmp_path_factory.mktemp("plain"), [BEFORE.get(path, "")]
        with on_the_cpu():
            ran, seen = executed(notebook, folder, probe=PROBES[path], before=before)
        return ran, seen, time.monotonic() - start

    return run
