"""A report as a page of its own, to print or to send: HTML with everything in it, or PDF."""

from __future__ import annotations

import html

from adjudicator.errors import Problem, Problems
from adjudicator.pages.templating import STYLE, static

EXTRA = "carcassonne-adjudicator[sheets]"
PRINT = "@page { size: A4; margin: 16mm; } svg { max-width: 100%; height: auto; } figure { break-inside: avoid; }"


def sheet(body: str, title: str, lang: str) -> str:
    """A page around `body`, which is markup already; `title` is text."""
    return (
        f'<!doctype html>\n<html lang="{html.escape(lang)}">\n<head>\n<meta charset="utf-8">\n'
        '<meta name="viewport" content="width=device-width, initial-scale=1">\n'
        f"<title>{html.escape(title)}</title>\n<style>\n{static(STYLE)}\n{PRINT}\n</style>\n</head>\n"
        f"<body>\n<main>\n{body}\n</main>\n</body>\n</html>\n"
    )


def pdf(page: str) -> bytes:
    """A page of `sheet` as PDF. Raises Problems where the library, or what it needs of the system, is missing."""
    try:
        from weasyprint import HTML
    except (ImportError, OSError):  # OSError: the library is there, and the system's text layout is not
        raise Problems((Problem("no-sheets", values={"extra": EXTRA}),)) from None

    def refused(url: str, *_: object) -> dict[str, object]:
        raise ValueError(url)  # all that a page needs is in it

    made = HTML(string=page, url_fetcher=refused).write_pdf()
    return bytes(made or b"")
