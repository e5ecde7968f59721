"""A small site for the tests: the repository's files, pages made up by a test, and streams of a game."""

from __future__ import annotations

import queue
import threading
from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path

__all__ = ["ROOT", "STRICT", "Site"]

ROOT = Path(__file__).parents[2]
STRICT = (
    "default-src 'none'; script-src 'self'; style-src 'self'; connect-src 'self'; "
    "require-trusted-types-for 'script'; trusted-types 'none'"
)
"""The strictest policy that a page can have and still load the element's modules."""


class Site:
    """Serves until it is closed.  Streams take what a test puts into them; None breaks the line."""

    def __init__(self) -> None:
        self.pages: dict[str, tuple[dict[str, str], bytes]] = {}
        self.streams: dict[str, queue.Queue[str | None]] = {}
        self.asked: list[str] = []
        """Paths and queries of the streams that were opened."""
        self._server = ThreadingHTTPServer(("127.0.0.1", 0), partial(_Handler, self, directory=str(ROOT)))
        self._server.daemon_threads = True
        self._thread = threading.Thread(target=self._server.serve_forever, daemon=True)
        self._thread.start()

    @property
    def origin(self) -> str:
        """Scheme, host and port."""
        return f"http://127.0.0.1:{self._server.server_port}"

    def put(self, path: str, body: str | bytes, *, media: str = "text/html; charset=utf-8", policy: str = "") -> str:
        """Serve this at the path; gives its URL."""
        headers = {"Content-Type": media} | ({"Content-Security-Policy": policy} if policy else {})
        self.pages[path] = headers, body.encode() if isinstance(body, str) else body
        return self.origin + path

    def close(self) -> None:
        """Serve no more."""
        for stream in self.streams.values():
            stream.put(None)
        self._server.shutdown()
        self._server.server_close()


class _Handler(SimpleHTTPRequestHandler):
    def __init__(self, site: Site, *args: object, **named: object) -> None:
        self.site = site
        super().__init__(*args, **named)  # type: ignore[arg-type]

    def do_GET(self) -> None:
        path = self.path.partition("?")[0]
        if path in self.site.streams:
            self._stream(path)
        elif path in self.site.pages:
            headers, body = self.site.pages[path]
            self.send_response(200)
            for name, value in headers.items():
                self.send_header(name, value)
            self.send_header("Content-Length", str(len(body)))
            self.end_headers()
            self.wfile.write(body)
        else:
            super().do_GET()

    def _stream(self, path: str) -> None:
        self.site.asked.append(self.path)
        self.send_response(200)
        self.send_header("Content-Type", "text/event-stream")
        self.end_headers()
        self.wfile.write(b"retry: 100\n\n")
        while (text := self.site.streams[path].get()) is not None:
            self.wfile.write(text.encode())

    def log_message(self, *_args: object) -> None:
        """Say nothing."""
