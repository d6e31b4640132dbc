"""What ties the pages into one course: glossary, search, neighbours, sitemap, feed, pictures."""

from __future__ import annotations

import io
import json
import re
import xml.etree.ElementTree as ElementTree
from pathlib import Path

import pytest
from markupsafe import Markup
from PIL import Image

from coursesite.assets import name_assets
from coursesite.errors import ContentError
from coursesite.glossary import Entry, Glossary, link_terms, read_glossary
from coursesite.neighbours import neighbours
from coursesite.picture import HEIGHT, WIDTH, draw_picture
from coursesite.search import END, START, SearchIndex
from coursesite.search_text import page_sections
from coursesite.sitemap import page_url
from coursesite.view_page import StageLink
from tests.coursesite.small_site import SITE, STAGE, SmallSite, as_json, make_site

FONTS = Path(__file__).parents[2] / "templates/assets/fonts"
BASE = "https://example.org/a/course"
ATOM = "{http://www.w3.org/2005/Atom}"
MAP = "{http://www.sitemaps.org/schemas/sitemap/0.9}"


@pytest.fixture
def course(tmp_path: Path) -> SmallSite:
    """Three stages, the second planned, and a glossary."""
    stages = [{"number": n, "title": f"Title {n}", "summary": "S."} for n in (1, 2, 3, 4)]
    site = make_site(tmp_path, site={"stages": stages}, stage={"chapters": ["text.md"]})
    site.write(
        "site/stage-1/text.md",
        b"---\nheading: A head\neyebrow: e\n---\n\nAbout fusion, `fusion` and fusion again.\n",
    )
    bare = STAGE | {"labs": None, "notebook": None}
    checks = {"eyebrow": "e", "heading": "Can you", "items": [{"id": "a", "text": "A"}]}
    site.write(
        "site/stage-2/stage.yml",
        as_json(bare | {"number": 2, "title": "Title 2", "state": "planned"}),
    )
    site.write(
        "site/stage-4/stage.yml",
        as_json(bare | {"number": 4, "title": "Title 4", "self_test": checks}),
    )
    terms = [{"id": "fusion", "term": "fusion", "text": "Joining. See *spill*."}]
    site.write("site/glossary.yml", as_json({"terms": terms}))
    return site


def built(site: SmallSite, *options: str) -> SmallSite:
    done = site.build(*options)
    assert done.code == 0, done.said
    return site


def page(site: SmallSite, name: str) -> str:
    return (site.out / name).read_text(encoding="utf-8")


# ---------------------------------------------------------------- together


def test_the_first_mention_of_a_term_leads_to_the_glossary(course: SmallSite) -> None:
    text = page(built(course), "stage-1/index.html")
    assert text.count('href="../glossary.html#fusion"') == 1
    assert "<code>fusion</code>" in text
    assert '<dt id="fusion">fusion</dt>' in page(course, "glossary.html")


def test_a_planned_stage_has_a_page_and_says_so(course: SmallSite) -> None:
    built(course)
    assert "planned" in page(course, "stage-2/index.html")
    index = page(course, "index.html")
    assert '<a href="./stage-2/index.html">Title 2</a>' in index
    assert "Title 3" in index
    assert "stage-3/index.html" not in index


def test_neighbours_are_the_stages_that_have_a_page(course: SmallSite) -> None:
    text = page(built(course), "stage-2/index.html")
    assert 'rel="prev" href="../stage-1/index.html"' in text
    assert 'rel="next" href="../stage-4/index.html"' in text
    assert 'rel="prev"' not in page(course, "stage-1/index.html")


def test_the_front_page_counts_each_stages_checks(course: SmallSite) -> None:
    text = page(built(course), "index.html")
    assert 'data-storage-key="rudrite:self-test:stage-4" data-checks="a"' in text
    assert text.count("<stage-progress") == 1


def test_search_finds_sections_by_page_and_anchor(course: SmallSite) -> None:
    built(course)
    index = next((course.out / "assets").glob("search-index.*.js")).read_text(encoding="utf-8")
    entries = json.loads(f"[{index.removeprefix(START).removesuffix(END)}]")
    found = {(each[0], each[1]): each[2:] for each in entries}
    text = "About fusion, fusion and fusion again."
    assert found["stage-1/index.html", "text"] == ["One · Stage 1", "A head", 3, text, ""]
    assert found["stage-2/index.html", ""][:3] == ["Title 2 · Stage 2", "Title 2 · Stage 2", 0.8]
    assert found["glossary.html", "fusion"][1:3] == ["fusion", 3]
    assert not any("A small course" in title for each in entries for title in each[2:4])
    assert f'src="assets/{next((course.out / "assets").glob("search-index.*.js")).name}"' in page(
        course, "search.html"
    )


def test_an_edit_renews_its_own_part_of_the_index(
    course: SmallSite, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Six pages in parts of two."""
    monkeypatch.setattr("coursesite.search.PART_PAGES", 2)
    before = parts_of_the_index(built(course))
    assert [list(dict.fromkeys(each[0] for each in part)) for part in before.values()] == [
        ["stage-1/index.html", "stage-2/index.html"],
        ["stage-4/index.html", "index.html"],
        ["bench/index.html", "glossary.html"],
    ]
    terms = [{"id": "fusion", "term": "fusion", "text": "Joining."}]
    course.write("site/glossary.yml", as_json({"terms": terms}))
    read, entries = [], SearchIndex._entries
    monkeypatch.setattr(
        SearchIndex, "_entries", lambda self, each: read.append(each.path) or entries(self, each)
    )
    after = parts_of_the_index(built(course))
    assert {"glossary.html", "bench/index.html"} <= {*read}
    assert {"stage-2/index.html", "index.html"}.isdisjoint(read)
    assert [old == new for old, new in zip(before, after, strict=True)] == [True, True, False]
    assert '"Joining."' in (course.out / list(after)[2]).read_text(encoding="utf-8")


def parts_of_the_index(site: SmallSite) -> dict[str, list[list[str]]]:
    """The entries of each script by its address, as the search's page names them in order."""
    names = re.findall(r'<script src="(assets/search-index[^"]+)"', page(site, "search.html"))
    assert {f"assets/{path.name}" for path in site.out.glob("assets/search-index*")} == {*names}
    texts = {name: page(site, name).removeprefix(START).removesuffix(END) for name in names}
    return {name: json.loads(f"[{text}]") for name, text in texts.items()}


def test_without_an_address_nothing_states_one(course: SmallSite) -> None:
    built(course)
    names = {path.name for path in course.out.rglob("*")}
    assert names.isdisjoint({"sitemap.xml", "robots.txt", "picture.png"})
    assert "og:image" not in page(course, "index.html")


def test_the_address_goes_where_it_is_needed_and_nowhere_else(course: SmallSite) -> None:
    built(course, "--base-url", f"{BASE}/")
    text = page(course, "stage-1/index.html")
    assert f'property="og:image" content="{BASE}/stage-1/picture.png"' in text
    assert f'rel="canonical" href="{BASE}/stage-1/"' in text
    assert (course.out / "stage-1" / "picture.png").read_bytes().startswith(b"\x89PNG")
    assert '<base href="/a/course/">' in page(course, "404.html")
    for each in ("index.html", "stage-1/index.html", "glossary.html"):
        body = page(course, each).partition("</head>")[2]
        assert BASE not in body
    tree = ElementTree.parse(course.out / "sitemap.xml")
    urls = {each.text for each in tree.iter(f"{MAP}loc")}
    assert f"{BASE}/" in urls
    assert f"{BASE}/stage-4/" in urls
    assert not any("404" in str(url) or "search" in str(url) for url in urls)
    assert f"Sitemap: {BASE}/sitemap.xml" in page(course, "robots.txt")


def test_an_address_in_the_course_serves_without_the_option(course: SmallSite) -> None:
    stages = [{"number": n, "title": f"T{n}", "summary": "S."} for n in (1, 2, 4)]
    course.write("site/site.yml", as_json(SITE | {"stages": stages, "base_url": BASE}))
    assert f"{BASE}/stage-1/picture.png" in page(built(course), "stage-1/index.html")


def test_the_feed_tells_of_records(course: SmallSite) -> None:
    for number, retracted in ((1, ""), (2, "Wrong & withdrawn.")):
        record = {
            "kind": "value", "id": f"r{number}", "program": "p", "quantity": "spill-size",
            "unit": "B", "evidence": "first-principles", "command": "c", "value": 5 * number,
            "date": f"2025-01-0{number}", "retracted": retracted,
        }  # fmt: skip
        course.write(f"bench/records/r{number}.json", as_json(record))
    built(course, "--base-url", BASE)
    feed = ElementTree.parse(course.out / "feed.xml").getroot()
    titles = [each.findtext(f"{ATOM}title") for each in feed.iter(f"{ATOM}entry")]
    assert titles == ["retracted: spill size of p", "spill size of p"]
    assert feed.findtext(f"{ATOM}updated") == "2025-01-02T00:00:00Z"
    assert feed.find(f"{ATOM}entry/{ATOM}summary").text == "Wrong & withdrawn."  # type: ignore[union-attr]


# ---------------------------------------------------------------- the parts


def test_terms_are_words_of_their_own() -> None:
    glossary = Glossary((Entry("fusion", "fusion", "t", ("Fusions",)), Entry("hbm", "HBM", "t")))
    html = Markup("<p>confusion, a <a href='x'>fusion</a>, fusions, HBM; HBM-like</p><h2>HBM</h2>")
    linked = link_terms(html, glossary, "g.html")
    assert linked == (
        "<p>confusion, a <a href='x'>fusion</a>, "
        '<a class="term" href="g.html#fusion">fusions</a>, '
        '<a class="term" href="g.html#hbm">HBM</a>; HBM-like</p><h2>HBM</h2>'
    )


@pytest.mark.parametrize(
    ("terms", "message"),
    [
        ([{"id": "a", "term": "x", "text": "t"}] * 2, "is in the glossary twice"),
        ([{"id": "a", "term": "x", "text": "t", "see": "b"}], "unknown key"),
        ([{"id": "A", "term": "x", "text": "t"}], "lower case"),
    ],
)
def test_a_faulty_glossary_is_refused(tmp_path: Path, terms: object, message: str) -> None:
    (tmp_path / "site").mkdir()
    (tmp_path / "site/glossary.yml").write_bytes(as_json({"terms": terms}))
    with pytest.raises(ContentError) as caught:
        read_glossary(tmp_path)
    assert message in str(caught.value)
    assert caught.value.where.path == "site/glossary.yml"


def test_the_ends_of_the_track_have_one_neighbour() -> None:
    track = [StageLink(n, f"T{n}", "", "open", "x" if n != 1 else "") for n in range(3)]
    assert neighbours(track, 0).previous is None
    assert neighbours(track, 0).next == track[2]
    assert neighbours(track, 2).previous == track[0]


def test_sections_of_a_page_are_its_text() -> None:
    data = (
        b"<title>T</title><body>x<main id='c'><h1>T</h1><p>a&amp;b</p>"
        b'<section class="section section-labs" id="s"><p class="eyebrow">4</p>'
        b'<h2 id="s-h">S <code>x</code></h2><p>c</p><script>no</script></section>'
        b'<dl><dt id="d">term</dt><dd>Said.</dd></dl></main></body>'
    )
    assert list(page_sections(data)) == [
        ("", "T", "T", "page", "a&b", ""),
        ("s", "T", "S x", "labs", "c", ""),
        ("d", "T", "term", "term", "Said.", ""),
    ]


@pytest.mark.parametrize(
    ("markup", "prose", "code"),
    [
        ("<tr><td>b</td><td>bf16[128]</td></tr><tr><td>c</td></tr>", "b · bf16[128] · c", ""),
        ("<p>One.</p><p>Two:</p><ul><li>a</li><li>b</li></ul>", "One. Two: a · b", ""),
        ("<span>source</span><span>what you write</span>", "source what you write", ""),
        ("<p><code><b>a</b><b>b</b></code><span>line 5</span></p>", "ab line 5", ""),
        ('<td>kernel<span class="note">inferred</span></td>', "kernel · inferred", ""),
        ("<p>some <code>op</code>s and <em>so</em> on</p>", "some ops and so on", ""),
        ("<p>a</p><pre><code><b>x</b>=<b>1</b>\ny</code></pre><p>b</p>", "a · b", "x=1 y"),
        ("<xray-film><input placeholder='>1MB'>no</xray-film>yes<nav>no</nav>", "yes", ""),
        ('<p>a</p><a class="anchor" href="#x">#</a><button>no</button>', "a", ""),
    ],
)
def test_blocks_and_cells_do_not_run_together(markup: str, prose: str, code: str) -> None:
    (section,) = page_sections(f"<main>{markup}</main>".encode())
    assert section[4:] == (prose, code)


def test_addresses_of_folders_end_with_a_slash() -> None:
    assert page_url(BASE, "index.html") == f"{BASE}/"
    assert page_url(BASE, "a b/index.html") == f"{BASE}/a%20b/"
    assert page_url(BASE, "a/myindex.html") == f"{BASE}/a/myindex.html"


def test_names_of_assets_change_with_their_bytes_and_style_sheets_follow() -> None:
    files = {"css/a.css": b'x { src: url("../fonts/f.woff2") }', "fonts/f.woff2": b"1"}
    first, second = name_assets(files), name_assets(files | {"fonts/f.woff2": b"2"})
    assert first.address("css/a.css", "..") != second.address("css/a.css", "..")
    font = dict(first.names)["fonts/f.woff2"].removeprefix("fonts/")
    sheet = next(each.data for each in first.files if each.path.endswith(".css"))
    assert f'url("../fonts/{font}")'.encode() in sheet
    with pytest.raises(ContentError, match="loads a file that is not there"):
        name_assets({"css/a.css": b'x { src: url("gone.woff2") }'})


@pytest.mark.parametrize(
    "title", ["The IR stack", "Ein sehr langer Titel über alles " * 3, "", "日本"]
)
def test_any_title_makes_a_picture(title: str) -> None:
    data = draw_picture("Stage 2", title, "A course", FONTS)
    picture = Image.open(io.BytesIO(data))
    assert picture.format == "PNG"
    assert picture.size == (WIDTH, HEIGHT)
    assert len(data) < 30_000
    assert data == draw_picture("Stage 2", title, "A course", FONTS)


def test_a_picture_shows_its_title() -> None:
    """The ground is dark, letters are light: a longer title has more of them."""

    def ink(title: str) -> int:
        drawn = Image.open(io.BytesIO(draw_picture("Stage 2", title, "A course", FONTS)))
        return sum(drawn.convert("L").histogram()[200:])

    assert ink("") < ink("The IR") < ink("The IR stack")
