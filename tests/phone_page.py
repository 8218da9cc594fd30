"""The built page for phones, served to a real browser: for the tests of its parts."""

from __future__ import annotations

import functools
import http.server
import os
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest

DIST = Path(__file__).parent.parent / "web" / "dist"
CHROMIUM = "/usr/bin/chromium"
SIZES = {"width": 360, "height": 740}
"""A phone held upright."""


class Quiet(http.server.SimpleHTTPRequestHandler):
    """Serves files and says nothing."""

    def log_message(self, format: str, *args: Any) -> None: ...


@contextmanager
def served(folder: Path = DIST) -> Iterator[str]:
    """The address at which a folder can be reached while this goes on."""
    server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), functools.partial(Quiet, directory=str(folder)))
    thread = threading.Thread(target=server.serve_forever, daemon=True)
    thread.start()
    try:
        yield f"http://127.0.0.1:{server.server_port}/"
    finally:
        server.shutdown()
        server.server_close()
        thread.join()


@contextmanager
def browser() -> Iterator[Any]:
    """A browser; skips where there is none, or where the page has not been built."""
    if not (DIST / "index.html").is_file():
        pytest.skip("the page is not built: `npm ci && npm run build` in web/")
    library = pytest.importorskip("playwright.sync_api")
    if not os.path.exists(CHROMIUM):
        pytest.skip(f"{CHROMIUM} is not there")
    with library.sync_playwright() as playwright:
        one = playwright.chromium.launch(executable_path=CHROMIUM, args=["--no-sandbox"])
        try:
            yield one
        finally:
            one.close()


@contextmanager
def phone(one: Any, address: str, lang: str = "en", width: int = SIZES["width"], **more: Any) -> Iterator[Any]:
    """A page of a phone, with its errors gathered; fails where there were any."""
    size = {"width": width, "height": SIZES["height"]}
    context = one.new_context(viewport=size, has_touch=True, is_mobile=True, locale=lang, **more)
    context.set_default_timeout(20_000)
    page = context.new_page()
    errors: list[str] = []
    page.on("pageerror", lambda error: errors.append(str(error)))
    page.on("console", lambda said: errors.append(said.text) if said.type == "error" else None)
    page.on("request", lambda asked: errors.append(asked.url) if not _own(asked.url, address) else None)
    page.goto(address)
    try:
        yield page
        assert not errors, errors[:3]
    finally:
        context.close()


def _own(url: str, address: str) -> bool:
    return url.startswith((address, "data:", "blob:"))


def axe(page: Any) -> list[str]:
    """The rules of axe that a page breaks, each with the first place; skips where axe is not there."""
    path = os.environ.get("AXE", "")
    if not path:
        pytest.skip("AXE does not name the file of axe-core")
    found = page.evaluate(
        Path(path).read_text(encoding="utf-8")
        + "\n;axe.run(document, {runOnly: ['wcag2a','wcag2aa','wcag21a','wcag21aa','wcag22aa','best-practice']})"
    )
    return [f"{one['id']}: {one['nodes'][0]['html'][:120]}" for one in found["violations"]]


SMALL = """() => [...document.querySelectorAll('button, input, select, textarea, summary')]
  .filter((one) => one.checkVisibility() && one.type !== 'checkbox' && !one.closest('[inert]'))
  .map((one) => [one, one.getBoundingClientRect()])
  .filter(([, box]) => box.width && (box.width < 43.5 || box.height < 43.5))
  .map(([one, box]) => `${one.outerHTML.slice(0, 80)} ${Math.round(box.width)}x${Math.round(box.height)}`)"""
"""What a finger is to meet and cannot."""


def too_small(page: Any) -> list[str]:
    """What is smaller than a finger."""
    found: list[str] = page.evaluate(SMALL)
    return found


def too_wide(page: Any) -> bool:
    """Whether a page has to be moved sideways."""
    return bool(page.evaluate("() => document.documentElement.scrollWidth > document.documentElement.clientWidth"))
