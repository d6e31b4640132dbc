"""What the server tells an open page: what is new in it, what is wrong, what is going on."""

from __future__ import annotations

import threading

from coursesite.errors import SiteError, Where
from coursesite.output_file import OutputFile, output_file
from coursesite.serve_board import Board
from coursesite.serve_http import site_path, with_script
from coursesite.serve_parts import changed_sections

SECTION = '<section class="section section-chapter" id="{}">{}</section>\n'


def page(first: str, second: str, head: str = "") -> bytes:
    body = SECTION.format("a", first) + SECTION.format("b", second)
    return f"<head>{head}</head><main>{body}<nav></nav></main>".encode()


def site(data: bytes, other: bytes = b"x") -> list[OutputFile]:
    return [output_file("index.html", data), output_file("other.html", other)]


def test_only_what_differs_is_sent() -> None:
    board = Board({})
    board.publish(site(page("1", "2")))
    version = board.state
    assert board.publish(site(page("1", "3")))
    news = board.wait("index.html", version, 0, 0)
    assert not news["reload"]
    assert list(news["sections"]) == ["b"]
    assert "3</section>" in news["sections"]["b"]
    assert board.wait("other.html", version, 0, 0)["sections"] is None


def test_who_missed_a_build_loads_the_page_anew() -> None:
    board = Board({})
    board.publish(site(page("1", "2")))
    version = board.state
    board.publish(site(page("1", "3")))
    board.publish(site(page("4", "3")))
    assert board.wait("index.html", version, 0, 0)["reload"]


def test_a_change_around_the_sections_is_no_change_of_sections() -> None:
    assert changed_sections(page("1", "2"), page("1", "2", "new")) is None
    assert changed_sections(b"<p>a", b"<p>b") is None
    assert changed_sections(page("1", "2"), page("1", "2")) == {}


def test_a_failure_keeps_the_last_good_site_until_the_next() -> None:
    board = Board({})
    board.publish(site(b"good"))
    version = board.state
    board.fail(SiteError("is wrong", Where("a.md", line=3), quote="q", hint="h"))
    news = board.wait("index.html", version, version, 0)
    assert news["failure"] == {
        "place": "a.md, line 3", "message": "is wrong", "quote": "q", "hint": "h",
    }  # fmt: skip
    assert not news["reload"]
    assert board.read("index.html") == b"good"
    assert not board.publish(site(b"good"))
    assert board.wait("index.html", version, 0, 0)["failure"] is None


def test_an_earlier_build_is_shown_and_then_replaced() -> None:
    board = Board({"index.html": b"old"})
    version = board.state
    assert board.read("index.html") == b"old"
    board.publish(site(b"new"))
    assert board.wait("index.html", version, 0, 0)["reload"]
    assert board.wait("gone.html", version, 0, 0)["reload"]


def test_whoever_waits_is_told_at_once() -> None:
    board = Board({})
    seen = board.state
    timer = threading.Timer(0.05, board.progress, ["capturing"])
    timer.start()
    assert board.wait("index.html", seen, seen, 10)["progress"] == "capturing"
    timer.join()


def test_addresses_and_the_script() -> None:
    assert site_path("/") == "index.html"
    assert site_path("/a%20b/?x#y") == "a b/index.html"
    assert site_path("/a/b.css") == "a/b.css"
    assert with_script(b"<head></head>", 7).count(b'data-version="7"') == 1
