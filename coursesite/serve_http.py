"""The web server of ``serve``: files of the last good site, and news for the pages that are open.

Pages forbid every connection, as they do when published. A script is what they may load, so news
come as scripts: the server answers ``news.js`` when there is something to tell.
"""

from __future__ import annotations

import json
import mimetypes
import re
import sys
import traceback
from functools import partial
from http import HTTPStatus
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from urllib.parse import parse_qs, unquote, urlsplit

from coursesite.serve_board import Board

HOST = "127.0.0.1"
NAMES = ("127.0.0.1", "localhost", "[::1]")
"""Names by which a browser on this machine reaches it; others are some web site's trick."""

OWN = "_serve/"
"""Where the server's own files stand, which no site has."""
STATIC = Path(__file__).parent / "static"
WAIT_S = 20.0

TYPES = {
    ".html": "text/html; charset=utf-8",
    ".js": "text/javascript; charset=utf-8",
    ".css": "text/css; charset=utf-8",
    ".woff2": "font/woff2",
    ".hlo": "text/plain; charset=utf-8",
    ".mlir": "text/plain; charset=utf-8",
    ".txt": "text/plain; charset=utf-8",
    ".py": "text/plain; charset=utf-8",
}
LASTING = "max-age=31536000, immutable"
"""For files whose name changes with their bytes."""


def make_server(board: Board, port: int) -> ThreadingHTTPServer:
    """Return a server on this machine's own address; raises ``OSError`` when the port is taken."""
    return _Server((HOST, port), partial(_Handler, board))


def site_path(url: str) -> str:
    """Return the path below the site that an address means: a folder means its index."""
    path = unquote(urlsplit(url).path).lstrip("/")
    return f"{path}index.html" if path.endswith("/") or not path else path


def with_script(page: bytes, version: int) -> bytes:
    """Return a page that loads the server's style sheet and script as well."""
    own = (
        f'<link rel="stylesheet" href="/{OWN}serve.css">\n'
        f'<script src="/{OWN}serve.js" data-version="{version}" defer></script>\n</head>'
    )
    return page.replace(b"</head>", own.encode(), 1)


class _Server(ThreadingHTTPServer):
    daemon_threads = True

    def handle_error(self, *_: object) -> None:
        """Say nothing of a browser that went away before it was answered."""
        if not isinstance(sys.exc_info()[1], ConnectionError):
            traceback.print_exc()


class _Handler(BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"

    def __init__(self, board: Board, *arguments: object) -> None:
        self._board = board
        super().__init__(*arguments)  # type: ignore[arg-type]

    def log_message(self, *_: object) -> None:
        """Say nothing: the terminal is for the build."""

    def do_GET(self) -> None:
        """Answer with a file, or with news."""
        if (self.headers.get("Host") or "").rpartition(":")[0] not in NAMES:
            self._send(HTTPStatus.FORBIDDEN, "x.txt", b"Only for browsers on this machine.\n")
            return
        path = site_path(self.path)
        if path == f"{OWN}news.js":
            self._send_news()
        elif path in (f"{OWN}serve.js", f"{OWN}serve.css"):
            self._send(HTTPStatus.OK, path, (STATIC / path.removeprefix(OWN)).read_bytes())
        else:
            self._send_file(path)

    do_HEAD = do_GET

    def _send_news(self) -> None:
        asked = {key: values[0] for key, values in parse_qs(urlsplit(self.path).query).items()}
        try:
            version, seen = int(asked["version"]), int(asked["seen"])
            page = site_path(asked["page"])
        except (KeyError, ValueError):
            self._send(HTTPStatus.BAD_REQUEST, "x.txt", b"page, version and seen are needed\n")
            return
        news = self._board.wait(page, version, seen, WAIT_S)
        text = f"window.rudriteServe({json.dumps(news)});\n"
        self._send(HTTPStatus.OK, "news.js", text.encode())

    def _send_file(self, path: str) -> None:
        version = self._board.state
        data = self._board.read(path)
        if data is None and self._board.read(f"{path}/index.html") is not None:
            self.send_response(HTTPStatus.MOVED_PERMANENTLY)
            self.send_header("Location", f"/{path}/")
            self.send_header("Content-Length", "0")
            self.end_headers()
            return
        status = HTTPStatus.OK if data is not None else HTTPStatus.NOT_FOUND
        if data is None:
            path, data = "404.html", self._board.read("404.html") or NOTHING_YET
            data = BASE.sub(b'<base href="/">', data)
        if path.endswith(".html"):
            data = with_script(data, version)
        self._send(status, path, data)

    def _send(self, status: HTTPStatus, path: str, data: bytes) -> None:
        ending = Path(path).suffix
        kind = TYPES.get(ending) or mimetypes.guess_type(path)[0] or "application/octet-stream"
        lasting = path.startswith("assets/") and status == HTTPStatus.OK
        self.send_response(status)
        self.send_header("Content-Type", kind)
        self.send_header("Content-Length", str(len(data)))
        self.send_header("Cache-Control", LASTING if lasting else "no-store")
        self.send_header("X-Content-Type-Options", "nosniff")
        self.end_headers()
        if self.command != "HEAD":
            self.wfile.write(data)


# <base href="/kernels/">
BASE = re.compile(rb'<base href="[^"]*">')
"""Where links of the page for lost addresses begin once it is published; here, at the root."""

NOTHING_YET = b"""<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<title>Not built yet</title>
</head>
<body><p>The site has not been built yet.</p></body>
</html>
"""
"""Shown while there is no good site at all."""
