"""Pages and files that belong to no stage: glossary, search, the page for lost addresses, pictures,
and what machines read."""

from __future__ import annotations

import base64
from collections.abc import Callable, Iterator, Sequence
from functools import partial
from pathlib import Path
from urllib.parse import urlsplit

from coursesite import view_page
from coursesite.feed import feed_file
from coursesite.glossary import PATH as GLOSSARY
from coursesite.glossary import TEMPLATE as GLOSSARY_TEMPLATE
from coursesite.glossary import glossary_page
from coursesite.memo import Memo
from coursesite.output_file import OldSite, OutputFile, output_file
from coursesite.picture import draw_picture
from coursesite.press import Press
from coursesite.record import Record
from coursesite.search import SearchIndex
from coursesite.shell import Shell
from coursesite.sitemap import sitemap_files

SEARCH = "search.html"
LOST = "404.html"


def course_files(shell: Shell, press: Press, records: Sequence[Record]) -> Iterator[OutputFile]:
    """Yield the glossary where there is one, the page for lost addresses, the feed of records."""
    if shell.glossary.entries:
        make: Callable[[], object] = partial(glossary_page, shell.info("."), shell.glossary)
        yield press.page(GLOSSARY, GLOSSARY_TEMPLATE, [], make)
    yield press.page(LOST, "layouts/404.html.j2", [], partial(_lost_page, shell))
    yield feed_file(shell.site, shell.base_url, records)


def _lost_page(shell: Shell) -> view_page.PlainPage:
    """Hosts show this page at any address, so its own links begin at the site's root."""
    description = "There is nothing at this address."
    base = urlsplit(f"{shell.base_url}/").path if shell.base_url else ""
    return view_page.PlainPage(shell.info("."), "Not here", description, base=base)


def index_of(shell: Shell, memo: Memo) -> SearchIndex:
    """Return the search's index; what each page says is kept."""
    planned = (n for n, each in shell.summaries if each.state == "planned")
    return SearchIndex(memo, shell.site.title, frozenset(f"stage-{n}/index.html" for n in planned))


def search_files(
    shell: Shell, press: Press, memo: Memo, files: Sequence[OutputFile], old: OldSite
) -> Iterator[OutputFile]:
    """Yield the search with its index over all ``files``, and the sitemap of them."""
    parts = tuple(index_of(shell, memo).parts(files, old))
    yield from parts
    index = tuple(each.path for each in parts)

    def make() -> view_page.PlainPage:
        script = shell.assets.address("js/site-search.js", ".")
        description = "Search all chapters, labs and records of the course."
        return view_page.PlainPage(shell.info("."), "Search", description, index, script)

    yield press.page(SEARCH, "layouts/search.html.j2", index, make)
    yield from sitemap_files(shell.base_url, shell.date, files)


def pictures(shell: Shell, memo: Memo, fonts: Path) -> Iterator[OutputFile]:
    """Yield the pictures that stand for the site and its stages in a chat window, their letters
    from ``fonts``.

    Such a window wants their absolute address: there are none where the site's is not known.
    """
    if not shell.base_url:
        return
    yield _picture("picture.png", "A course", shell.site.title, shell, memo, fonts)
    with_page = {number for number, _ in shell.summaries}
    for stage in shell.site.stages:
        if stage.number in with_page:
            path = f"stage-{stage.number}/picture.png"
            yield _picture(path, f"Stage {stage.number}", stage.title, shell, memo, fonts)


def _picture(
    path: str, label: str, title: str, shell: Shell, memo: Memo, fonts: Path
) -> OutputFile:
    letters = repr([name for _, name in shell.assets.names if name.startswith("fonts/")])
    stated = "\0".join([label, title, shell.site.title, letters]).encode()

    def draw() -> str:
        return base64.b64encode(draw_picture(label, title, shell.site.title, fonts)).decode()

    return output_file(path, base64.b64decode(memo.recall("picture", stated, draw)))
