"""How the server runs: on standard streams, or at an address for many, until it is told to end."""

from __future__ import annotations

import asyncio
import os
import signal
import socket
import sys
from collections.abc import Sequence
from html import escape
from types import FrameType

import anyio
import uvicorn
from mcp.server.transport_security import TransportSecuritySettings
from starlette.applications import Starlette
from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import HTMLResponse, JSONResponse, Response
from starlette.staticfiles import StaticFiles

from adjudicator import __version__
from adjudicator.assistants.calls import GRACE, Calls
from adjudicator.assistants.server import server
from adjudicator.words.say import speech

PATH = "/mcp"
"""Where the protocol is spoken."""
BODY = 1_300_000
"""Bytes of a request, at most: the longest text that is read, each sign written as `\\uXXXX`, and what is around it."""
LOOPBACK = ("127.0.0.1", "localhost", "[::1]")


def on_streams(lang: str, log_texts: bool) -> None:
    """Answers on standard input and output until that ends or the process is told to end."""
    anyio.run(_on_streams, lang, Calls(log_texts))


async def _on_streams(lang: str, calls: Calls) -> None:
    loop, told = asyncio.get_running_loop(), anyio.Event()
    number = signal.SIGINT

    def tell(got: int, _: FrameType | None) -> None:
        nonlocal number
        number = signal.Signals(got)
        loop.call_soon_threadsafe(told.set)

    async def end_when_told() -> None:
        await told.wait()
        await calls.end()
        await anyio.sleep(0.1)  # what the last calls answer is on its way
        os._exit(128 + number)  # a thread waits for a line of an input that is still open: nothing else ends it

    for one in (signal.SIGINT, signal.SIGTERM):
        signal.signal(one, tell)
    async with anyio.create_task_group() as beside:
        beside.start_soon(end_when_told)
        await server(lang, calls).run_stdio_async()
        beside.cancel_scope.cancel()


def at_address(host: str, port: int, lang: str, names: Sequence[str], page: str, log_texts: bool) -> None:
    """Answers at `host` and `port` by HTTP until the process is told to end; says on standard error where.

    `names` are what the server is called besides, such as the name that a proxy in front of it has: a request that
    calls it otherwise is refused, and so is one from a web page of another origin. `page` is a folder whose files are
    served beneath ``/page``, "" for none. Raises OSError where the address cannot be had.
    """
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    with socket.create_server((host, port), family=family, backlog=1024) as listening:
        shown = f"[{host}]" if ":" in host else host
        calls = Calls(log_texts)
        config = uvicorn.Config(
            application(lang, calls, (*LOOPBACK, shown, *names), page),
            access_log=False,
            log_level="error",
            server_header=False,
            timeout_graceful_shutdown=int(GRACE),
        )
        _Server(config, calls, f"http://{shown}:{listening.getsockname()[1]}{PATH}", lang).run([listening])


class _Server(uvicorn.Server):
    """uvicorn; processes for calls are there before the first comes, and calls under way are told when it ends."""

    def __init__(self, config: uvicorn.Config, calls: Calls, url: str, lang: str) -> None:
        super().__init__(config)
        self._calls, self._url, self._lang = calls, url, lang

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        await self._calls.warm()
        await super().startup(sockets)
        print(speech(self._lang).label("answers-at", url=self._url), file=sys.stderr, flush=True)

    async def shutdown(self, sockets: list[socket.socket] | None = None) -> None:
        ending = asyncio.create_task(self._calls.end())
        await super().shutdown(sockets)
        await ending


def application(lang: str, calls: Calls, names: Sequence[str], page: str) -> Starlette:
    """What answers by HTTP: the protocol at `PATH`, ``/health``, a page at ``/`` that says what this is, and the files
    of the folder `page` beneath ``/page``.
    """

    async def health(_: Request) -> Response:
        return JSONResponse({"status": "ok", "version": __version__})

    async def about(request: Request) -> Response:
        parts = ["page-what", "page-add"] if calls.log_texts else ["page-what", "page-add", "page-kept"]
        return HTMLResponse(_about(lang, str(request.url.replace(path=PATH, query="")), parts, bool(page)))

    found = server(lang, calls).streamable_http_app(
        streamable_http_path=PATH,
        json_response=True,
        stateless_http=True,
        max_request_body_size=BODY,
        transport_security=TransportSecuritySettings(
            allowed_hosts=[allowed for name in names for allowed in (name, f"{name}:*")],
            allowed_origins=[
                f"{scheme}://{allowed}"
                for name in names
                for scheme in ("http", "https")
                for allowed in (name, f"{name}:*")
            ],
        ),
    )
    found.add_route("/health", health)
    found.add_route("/", about)
    if page:
        found.mount("/page", StaticFiles(directory=page, html=True))
    found.add_exception_handler(HTTPException, _refused)
    found.add_exception_handler(Exception, _failed)
    return found


async def _refused(_: Request, error: Exception) -> Response:
    assert isinstance(error, HTTPException)
    return JSONResponse({"error": error.detail}, error.status_code, error.headers)


async def _failed(_: Request, error: Exception) -> Response:
    return JSONResponse({"error": type(error).__name__}, 500)


def _about(lang: str, url: str, parts: Sequence[str], page: bool) -> str:
    """The page at ``/``: what this is, and how to add it."""
    said = speech(lang)
    paragraphs = "".join(f"<p>{escape(said.phrase('assistant', one, url=url))}</p>" for one in parts)
    link = f'<p><a href="page/">{escape(said.phrase("assistant", "page-phone"))}</a></p>' if page else ""
    head = (
        f'<!doctype html><html lang="{lang}"><meta charset="utf-8"><meta name="viewport" content="width=device-width">'
    )
    style = "<style>body{max-width:40em;margin:2em auto;padding:0 1em;font:1.1em/1.5 sans-serif}</style>"
    return f"{head}<title>adjudicator</title>{style}<h1>adjudicator</h1>{paragraphs}{link}</html>"
