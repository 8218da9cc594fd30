"""The documents of the project as pages: the language reference, how to publish, what programs get."""

from __future__ import annotations

import re
from functools import cache
from html.parser import HTMLParser
from typing import TYPE_CHECKING, Any, NamedTuple
from urllib.parse import urlsplit

from adjudicator import store
from adjudicator.errors import Problem, Problems
from adjudicator.pages.templating import EXTRA, free, slug

if TYPE_CHECKING:
    from markdown_it import MarkdownIt


class Document(NamedTuple):
    """A document that has been made a page's body."""

    link: str
    """The name of its page."""
    title: str
    html: Any
    """Markup that a template prints as it is."""
    text: str
    """Its words, for the search."""


@cache
def documents() -> tuple[Document, ...]:
    """All documents, in the order of their names. Raises Problems where the library that reads them is missing."""
    try:
        from markdown_it import MarkdownIt
        from markupsafe import Markup
    except ImportError:
        raise Problems((Problem("no-pages", values={"extra": EXTRA}),)) from None
    reader = MarkdownIt("commonmark", {"html": False}).enable("table")
    made = []
    for path in sorted(store.documents_folder().glob("*.md")):
        title, body = _body(reader, path.read_text(encoding="utf-8"))
        made.append(Document(_page_of(path.stem), title or path.stem, Markup(body), _words(body)))
    return tuple(made)


def _page_of(stem: str) -> str:
    return f"doc-{slug(stem)}.html"


def _body(reader: MarkdownIt, text: str) -> tuple[str, str]:
    """The title and the rest as markup: headings with anchors, links to documents made links to their pages."""
    tokens = reader.parse(text)
    taken: dict[str, None] = {"content": None}
    title = ""
    known = {path.name for path in store.documents_folder().glob("*.md")}
    if len(tokens) > 2 and tokens[0].type == "heading_open" and tokens[0].tag == "h1":
        title = tokens[1].content.replace("`", "")
        tokens = tokens[3:]
    for token, inner in zip(tokens, [*tokens[1:], None], strict=True):
        if token.type == "heading_open" and inner is not None:
            token.attrSet("id", free(slug(inner.content), taken))
        if token.type in ("fence", "code_block", "table_open"):
            token.attrSet("tabindex", "0")
        for child in token.children or ():
            if child.type == "link_open":
                child.attrSet("href", _link(str(child.attrGet("href") or ""), known))
            elif child.type == "image":  # pictures lie in the repository only: here stands what they show
                child.type, child.tag = "text", ""
    for opens, inner, closes in zip(tokens, tokens[1:], tokens[2:], strict=False):
        if opens.type == "th_open" and not inner.content:
            opens.tag = closes.tag = "td"  # a column without a heading
    for token in tokens:
        _drop_dead_links(token)
    return title, reader.renderer.render(tokens, reader.options, {})


def _link(href: str, known: set[str]) -> str:
    """Where a link leads on the site: a page of it, a place on this page, a public address, or nowhere ("")."""
    split = urlsplit(href)
    if split.scheme in ("http", "https"):
        return href
    if not split.path:
        return f"#{split.fragment}" if split.fragment else ""
    if split.path in known:
        return _page_of(split.path.removesuffix(".md")) + (f"#{split.fragment}" if split.fragment else "")
    return ""


def _drop_dead_links(token: Any) -> None:
    """Takes the links that lead nowhere out of a token; what they stood around stays."""
    kept, open_ = [], []
    for child in token.children or ():
        if child.type == "link_open":
            open_.append(bool(child.attrGet("href")))
            if not open_[-1]:
                continue
        elif child.type == "link_close" and not open_.pop():
            continue
        kept.append(child)
    if token.children is not None:
        token.children = kept


class _Words(HTMLParser):
    def __init__(self) -> None:
        super().__init__()
        self.said: list[str] = []

    def handle_data(self, data: str) -> None:
        self.said.append(data)


def _words(markup: str) -> str:
    reader = _Words()
    reader.feed(markup)
    return re.sub(r"\s+", " ", " ".join(reader.said)).strip()
