"""A server whose answers a test chooses, for what a healthy service does not do."""
from __future__ import annotations

import json
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

Answer = Callable[[BaseHTTPRequestHandler, int], None]


class Seen:
    def __init__(self) -> None:
        self.requests: list[tuple[str, str, dict[str, str]]] = []


@contextmanager
def answering(answer: Answer) -> Iterator[tuple[str, Seen]]:
    """``answer`` gets the request and its number, from 0."""
    seen = Seen()

    class Handler(BaseHTTPRequestHandler):
        def handle_any(self) -> None:
            self.rfile.read(int(self.headers.get("Content-Length", 0)))
            number = len(seen.requests)
            headers = {name.lower(): value for name, value in self.headers.items()}
            seen.requests.append((self.command, self.path, headers))
            self.close_connection = True
            answer(self, number)

        do_GET = do_POST = do_PATCH = do_DELETE = handle_any

        def log_message(self, *_: object) -> None:
            pass

    server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
    thread = threading.Thread(target=server.serve_forever, daemon=True)
    thread.start()
    try:
        yield f"http://127.0.0.1:{server.server_port}", seen
    finally:
        server.shutdown()
        server.server_close()


def send_json(handler: BaseHTTPRequestHandler, status: int, body: object, **headers: str) -> None:
    text = json.dumps(body).encode()
    handler.send_response(status)
    kind = "application/json" if status < 400 else "application/problem+json"
    handler.send_header("Content-Type", kind)
    handler.send_header("Content-Length", str(len(text)))
    for name, value in headers.items():
        handler.send_header(name.replace("_", "-"), value)
    handler.end_headers()
    handler.wfile.write(text)


def send_events(handler: BaseHTTPRequestHandler, text: str) -> None:
    """The connection ends behind the text."""
    handler.send_response(200)
    handler.send_header("Content-Type", "text/event-stream")
    handler.end_headers()
    handler.wfile.write(text.encode())
