"""Programs that nobody here wrote: the list holds together, and eight of them are captured."""

from __future__ import annotations

import importlib.metadata
import re
from collections import Counter

import pytest

from bench.corpus_list import FOLDER, Entry, capture_entry, left_out_because, read_corpus
from bench.corpus_row import captured_row, exact_share, linked_share, total
from irxray.target import find_target

CPU = find_target("cpu")
CORPUS = read_corpus()
TESTED = [each for each in CORPUS if each.tested]

# flax==0.12.12
PIN = re.compile(r"^([a-z0-9_-]+)==([\d.]+)$", re.MULTILINE)


def test_the_corpus_is_broad():
    packages = Counter(each.package for each in CORPUS)
    assert packages["jax"] >= 40
    assert set(packages) == {"jax", "flax", "optax", "equinox", "diffrax"}
    assert len({each.program.name for each in CORPUS}) == len(CORPUS)


def test_every_package_is_pinned():
    pins = dict(PIN.findall((FOLDER / "requirements.txt").read_text(encoding="utf-8")))
    assert {each.package for each in CORPUS} <= set(pins)


def test_a_program_that_is_left_out_says_why():
    for entry in CORPUS:
        for target, reason in entry.without.items():
            assert find_target(target).name == target
            assert len(reason.split()) >= 3, entry.program.name


def test_eight_are_tested():
    assert len(TESTED) == 8
    assert {each.package for each in TESTED} == {"jax"}


@pytest.fixture(scope="module", params=TESTED, ids=lambda each: each.program.name)
def row(request: pytest.FixtureRequest) -> dict[str, object]:
    entry: Entry = request.param
    assert left_out_because(entry, CPU) == ""
    return captured_row(entry, capture_entry(entry, CPU), 0)


def test_every_equation_is_tagged(row):
    assert row["tagged"] == row["equations"] > 0


def test_tagging_changes_nothing(row):
    held = row["invariants"]
    assert (held["jaxpr"], held["stablehlo"], held["hlo"]) == (True, True, True)


def test_links_hold(row):
    layers = row["layers"]
    assert exact_share(layers["jaxpr"]) == 1
    assert exact_share(layers["stablehlo"]) >= 0.98
    assert linked_share(layers["hlo"]) >= 0.93


def test_no_exact_link_is_wrong(row):
    assert row["oracle"]["wrong"] == 0
    assert row["oracle"]["checked"] > 0


def test_sums_leave_out_what_was_not_captured(row):
    sums = total([row, {"name": "other", "left_out": "not for this target"}])
    assert sums["programs"] == 1
    assert sums["equations"] == row["equations"]
    assert sums["layers"]["hlo"]["items"] == row["layers"]["hlo"]["items"]


def test_the_pins_are_what_is_installed_where_it_is_installed():
    """A corpus captured with other versions would be another corpus; the jax of a capture may
    differ, for captures hold with any supported one."""
    pins = dict(PIN.findall((FOLDER / "requirements.txt").read_text(encoding="utf-8")))
    for package in ("flax", "optax", "equinox", "diffrax"):
        try:
            installed = importlib.metadata.version(package)
        except importlib.metadata.PackageNotFoundError:
            continue
        assert installed == pins[package]
