"""A build that is refused: one message, and the site as it was."""

from __future__ import annotations

from pathlib import Path

from tests.coursesite.small_site import LAB, SmallSite, as_json, make_site, markdown, notebook
from tests.site_tree import snapshot

GOOD = as_json(notebook(markdown("Fine.")))


def made_before(root: Path) -> SmallSite:
    """A course whose site was built while its notebook was good."""
    site = make_site(root, {LAB: GOOD})
    assert site.build().code == 0
    return site


def assert_refused(site: SmallSite, message: str) -> None:
    """The build says ``message`` and little more, and leaves the site that was there."""
    before = snapshot(site.out)
    done = site.build()
    assert done.said[: len(message)] == message
    assert (done.code, done.said.count("error: ")) == (1, 1)
    assert done.said.endswith("\nThe site was not changed.\n")
    assert len(done.said) < 800
    assert snapshot(site.out) == before
