"""The corpus as it was measured keeps what is promised of links, and its record can be computed."""

from __future__ import annotations

from pathlib import Path

import pytest

from coursesite.corpus import Corpus, corpus_facts, read_corpora, read_corpus, sum_layer
from coursesite.errors import RecordError

ROOT = Path(__file__).parents[2]
LEAST_LINKED = {"cpu": 0.93, "tpu-v5e": 0.98}


@pytest.fixture(params=read_corpora(ROOT), ids=lambda each: each.target)
def corpus(request: pytest.FixtureRequest) -> Corpus:
    found: Corpus = request.param
    return found


def test_two_targets_are_measured():
    assert [each.target for each in read_corpora(ROOT)] == list(LEAST_LINKED)


def test_at_least_forty_programs_and_no_crash(corpus: Corpus):
    assert len(corpus.captured) >= 40
    assert not [row.name for row in corpus.programs if row.failure]
    assert all(row.left_out for row in corpus.programs if not row.is_captured)


def test_every_equation_is_tagged(corpus: Corpus):
    assert not [row.name for row in corpus.captured if row.tagged != row.equations]


def test_shares_are_those_promised(corpus: Corpus):
    assert sum_layer(corpus, "stablehlo").exact_share >= 0.98
    assert sum_layer(corpus, "hlo").linked_share >= LEAST_LINKED[corpus.target]


def test_no_exact_link_is_wrong(corpus: Corpus):
    assert sum(row.oracle.checked for row in corpus.captured) > 10_000
    assert not [row.name for row in corpus.captured if row.oracle.wrong]


def test_an_invariant_that_does_not_hold_has_its_reason(corpus: Corpus):
    for row in corpus.captured:
        for name in ("jaxpr", "stablehlo", "hlo"):
            assert getattr(row.invariants, name) or name in row.note, row.name


def test_the_record_says_what_the_rows_say(corpus: Corpus):
    raw = f"bench/raw/corpus.{corpus.target}.json"
    facts = corpus_facts((ROOT / raw).read_bytes(), raw)
    assert facts["target"] == corpus.target
    assert facts["value"] == sum_layer(corpus, "hlo").linked_share


def test_something_else_is_no_corpus():
    with pytest.raises(RecordError) as caught:
        read_corpus(b'{"target": "cpu"}', "bench/raw/corpus.cpu.json")
    assert "is no table of the corpus" in str(caught.value)
    assert "python -m bench.corpus" in str(caught.value)
