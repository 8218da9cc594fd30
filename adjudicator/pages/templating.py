"""Where all pages come from: the templates, and names that are safe in files, links and anchors."""

from __future__ import annotations

import re
import unicodedata
from pathlib import Path
from typing import TYPE_CHECKING, Any

from adjudicator.errors import Problem, Problems
from adjudicator.words.visible import visible

if TYPE_CHECKING:
    import jinja2

TEMPLATES = Path(__file__).parent / "templates"
STATIC = Path(__file__).parent / "static"
EXTRA = "carcassonne-adjudicator[pages]"
INDEX = "index.html"
STYLE = "style.css"


def templates() -> jinja2.Environment:
    """The templates, which escape whatever they are given. Raises Problems where their library is missing."""
    try:
        import jinja2
    except ImportError:
        raise Problems((Problem("no-pages", values={"extra": EXTRA}),)) from None
    return jinja2.Environment(
        loader=jinja2.FileSystemLoader(TEMPLATES), autoescape=True, undefined=jinja2.StrictUndefined,
        trim_blocks=True, lstrip_blocks=True, finalize=_visible,
    )  # fmt: skip


def _visible(value: Any) -> Any:
    """What a template prints, with what has no picture shown; the markup of templates stays."""
    return visible(value) if type(value) is str else value


def static(name: str) -> str:
    """A file that every folder of pages gets as it is."""
    return (STATIC / name).read_text(encoding="utf-8")


def slug(said: str) -> str:
    """`said` in small letters, digits and hyphens, for names of files and anchors; ``page`` where nothing is left."""
    plain = unicodedata.normalize("NFKD", said).encode("ascii", "ignore").decode()
    return re.sub(r"[^a-z0-9]+", "-", plain.lower()).strip("-")[:80].rstrip("-") or "page"


def free(name: str, taken: dict[str, None]) -> str:
    """`name`, with a number behind it where it is in `taken` already, to which it is added."""
    number, found = 1, name
    while found in taken or found == Path(INDEX).stem:
        number += 1
        found = f"{name}-{number}"
    taken[found] = None
    return found
